"""Writes anew what is not up to date, and names it: `python -m hardware.making`."""

import sys

from hardware.making.files import ROOT, made, schematics, stale
from tablekit.pinout import load

for path, text in stale(made(load()) | schematics()).items():
    sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
