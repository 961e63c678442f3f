"""The code set of the remote's display. Made from firmware/remote/font.txt by firmware/remote/font.py."""

_ASCII = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
_MORE = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёÇƏĞİÖŞÜçəğıöşü«»„“”‘’–—…±№−·→←↑↓✓×°●○"

CODES = {letter: 0x20 + at for at, letter in enumerate(_ASCII)}
CODES |= {letter: 0x80 + at for at, letter in enumerate(_MORE)}
"""By letter: its code."""
LETTERS = {code: letter for letter, code in CODES.items()}
"""By code: its letter."""

NO_LINK = ("Нет связи", "No link", "Əlaqə yoxdur", "")
NOT_PAIRED = ("Нет ключа: кабель", "Not paired: cable", "Açar yoxdur: kabel", "")
"""What the remote says by itself."""
