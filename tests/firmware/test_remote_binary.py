"""The remote's real program, emulated: keys under fingers, letters on its display, each press once or never."""

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tablekit.sim.avr import symbols
from tablekit.sim.emulated_remote import CYCLES_A_US, THANKS_BIT, EmulatedRemote
from tablekit.sim.radio_air import CALM, Air, Weather
from tablekit.sim.radio_remote import RadioRemote
from tablekit.wire.codec import decode
from tablekit.wire.frames import Frames, frame
from tablekit.wire.glyphs import NO_LINK, NOT_PAIRED
from tablekit.wire.messages import Answer, Call, Hail, Press, Pressed, Status
from tablekit.wire.remote_display import codes
from tablekit.wire.remote_link import RemoteLink, pairing
from tablekit.wire.seal import NO_TAG, opens, seal, session_key

FONT = Path(__file__).parents[2] / "firmware" / "remote"
KEY, OTHER_KEY = bytes(range(16)), bytes(range(1, 17))
REMOTE = 0x00C0FFEE
SCREEN = ("Ночь", "0:07", "Əlaqə var", "# дальше")
ALL_KEYS = "0123456789ABCD*#T"
S = 1_000_000
RAM_BYTES = 2_048
EEPROM = 0x10000
"""Where an ELF file has it, behind the SRAM's beginning."""
BOUNCE_US = 15_000
DATA_BIT = 0x02
"""Of port B: the display is given pixels, not commands."""

Start = Callable[..., Air]


@pytest.fixture(scope="session")
def elf(built: Path) -> Path:
    return built / "remote.elf"


@pytest.fixture(scope="session")
def paired(elf: Path) -> bytes:
    """The EEPROM of a remote that was paired by cable."""
    remote = EmulatedRemote(elf)
    remote.plug(True)
    remote.to_send(100_000)
    remote.received(pairing(KEY, REMOTE, 21), 100_000)
    remote.to_send(1 * S)
    return remote.eeprom()


@pytest.fixture
def start(elf: Path, paired: bytes) -> Start:
    """A kit and the emulated remote, after a second and a half."""

    def start(weather: Weather = CALM, seed: int = 0) -> Air:
        link = RemoteLink(KEY, REMOTE, b"nonce: 1")
        link.show(SCREEN, 1)
        both = Air(link, EmulatedRemote(elf, paired), weather, seed, byte_us=0)
        both.run(1_500_000)
        return both

    return start


def payloads(sent: list[bytes]) -> list[bytes]:
    """What these frames carry."""
    return [payload for data in sent for payload in Frames().feed(data)]


def test_the_font_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python firmware/remote/font.py` writes it."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(FONT)])
    import font

    for path, text in font.made().items():
        assert path.read_text(encoding="utf-8") == text


def test_a_remote_that_is_nobody_s_says_so_and_is_paired_by_cable_alone(elf: Path) -> None:
    remote = EmulatedRemote(elf)
    remote.received(pairing(KEY, REMOTE, 21), 100_000)
    assert remote.to_send(500_000) == []
    assert remote.lines == NOT_PAIRED
    remote.plug(True)
    remote.received(pairing(KEY, REMOTE, 0) + pairing(KEY, REMOTE, 101), 500_000)
    assert remote.to_send(900_000) == []
    remote.received(pairing(KEY, REMOTE, 100), 900_000)
    (payload,) = payloads(remote.to_send(1_500_000))
    call = decode(payload)
    assert isinstance(call, Call)
    assert call.remote == REMOTE
    assert opens(KEY, payload)
    assert remote.channel == 100
    assert remote.lines == NO_LINK


@pytest.mark.slow
def test_pairing_outlives_power_and_either_copy_of_it(elf: Path, paired: bytes) -> None:
    nonces = set()
    at = paired.index(KEY)
    other = paired.index(KEY, at + 1)
    for damaged in ((), (at,), (other,), (at, other)):
        content = bytearray(paired)
        for byte in damaged:
            content[byte] ^= 1
        remote = EmulatedRemote(elf, bytes(content))
        sent = payloads(remote.to_send(500_000))
        assert len(sent) == (len(damaged) < 2)
        assert remote.lines == (NO_LINK if sent else NOT_PAIRED)
        assert remote.channel == (21 if sent else None)
        nonces |= {payload[8:16] for payload in sent}
    assert len(nonces) == 1


@pytest.mark.slow
def test_each_power_on_has_a_nonce_of_its_own(elf: Path, paired: bytes) -> None:
    content, nonces = paired, set()
    for _ in range(5):
        remote = EmulatedRemote(elf, content)
        nonces |= {payload[8:16] for payload in payloads(remote.to_send(500_000))}
        content = remote.eeprom()
    assert len(nonces) == 5


@pytest.mark.slow
def test_of_two_copies_the_later_pairing_counts(elf: Path, paired: bytes) -> None:
    """Power may fail when one is written and the other not yet."""
    remote = EmulatedRemote(elf, paired)
    remote.plug(True)
    remote.received(pairing(OTHER_KEY, REMOTE + 1, 22), 500_000)
    remote.to_send(1_500_000)
    between = bytearray(remote.eeprom())
    copies, length = symbols(elf)["kept"]
    second = copies - EEPROM + length // 2
    between[second : second + length // 2] = paired[second : second + length // 2]
    remote = EmulatedRemote(elf, bytes(between))
    (call,) = payloads(remote.to_send(500_000))
    assert opens(OTHER_KEY, call)


@pytest.mark.slow
@pytest.mark.parametrize("torn", [b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\0\0\0"])
def test_power_that_fails_as_the_boot_is_counted_repeats_no_nonce(elf: Path, paired: bytes, torn: bytes) -> None:
    content, boots = bytearray(paired), set()
    slots = symbols(elf)["boots"][0] - EEPROM
    for _ in range(6):
        remote = EmulatedRemote(elf, bytes(content))
        (call,) = payloads(remote.to_send(500_000))
        assert call[8:12] not in boots
        boots.add(call[8:12])
        content = bytearray(remote.eeprom())
        one, other = content[slots : slots + 4], content[slots + 4 : slots + 8]
        older = slots if int.from_bytes(one, "little") < int.from_bytes(other, "little") else slots + 4
        content[older : older + 4] = torn


def test_every_key_comes_once_with_the_screen_that_was_shown(start: Start) -> None:
    both = start()
    assert both.remote.lines == SCREEN
    both.press(ALL_KEYS[:9])
    both.link.show((*SCREEN[:3], "T «Спасибо»"), 2)
    both.run(400_000)
    assert both.remote.lines[3] == "T «Спасибо»"
    both.press(ALL_KEYS[9:])
    assert both.keys == ALL_KEYS
    assert [press.step for press in both.presses] == [1] * 9 + [2] * 8
    assert both.link.battery_mv == pytest.approx(4_200, abs=50)
    assert not both.remote.failed
    assert not both.link.refused


def test_the_display_is_given_the_letters_of_the_font(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(FONT)])
    import font

    both = start()
    assert isinstance(both.remote, EmulatedRemote)
    pixels = picture(both.remote)
    glyphs = {code: font.columns(glyph) for code, (_, glyph) in font.glyphs().items()}
    for row, line in enumerate(SCREEN):
        for half in range(2):
            expected = [byte for code in codes(line) for byte in glyphs[code][6 * half : 6 * half + 6]]
            assert pixels[2 * row + half][:120] == expected


def picture(remote: EmulatedRemote) -> list[list[int]]:
    """The pages of the display's memory after all that it was sent."""
    pages = [[0] * 128 for _ in range(8)]
    page = column = 0
    data = False
    changes = [(cycle, 0, value) for cycle, value in remote.writes("B")]
    for _, kind, value in sorted(changes + [(cycle, 1, byte) for cycle, byte in remote.spi()]):
        if kind == 0:
            data = bool(value & DATA_BIT)
        elif data:
            pages[page][column] = value
            column += 1
        elif value & 0xF8 == 0xB0:
            page, column = value & 7, 0
        elif value < 0x20:
            column = column & 0x0F | value << 4 & 0xF0 if value & 0x10 else column & 0xF0 | value
    return pages


@pytest.mark.slow
def test_a_bouncing_key_is_one_press_and_a_held_one_too(start: Start) -> None:
    both = start()
    assert isinstance(both.remote, EmulatedRemote)
    chip = both.remote
    rng = random.Random(1)
    for _ in range(10):
        down = chip.cycle
        for at_us, level in sorted((rng.randrange(BOUNCE_US), rng.random() < 0.5) for _ in range(20)):
            chip.drive("D", THANKS_BIT, level, down + at_us * CYCLES_A_US)
            chip.drive("D", THANKS_BIT, not level, down + (300_000 + at_us) * CYCLES_A_US)
        chip.drive("D", THANKS_BIT, False, down + BOUNCE_US * CYCLES_A_US)
        chip.drive("D", THANKS_BIT, True, down + (300_000 + BOUNCE_US) * CYCLES_A_US)
        both.run(500_000)
    assert both.keys == "T" * 10


@pytest.mark.slow
@pytest.mark.parametrize(("held", "shadow"), [("124", "5"), ("3AB", "6"), ("*07", "8"), ("1AD", "*"), ("T9CD", "#")])
def test_three_keys_at_once_do_not_make_a_fourth(start: Start, held: str, shadow: str) -> None:
    """A matrix without diodes shows it."""
    both = start()
    both.press(held[0])
    both.remote.press(held, both.now_us)
    both.run(500_000)
    assert shadow not in both.keys
    both.press(shadow)
    assert both.keys[-1] == shadow


@pytest.mark.slow
def test_two_keys_at_once_are_two_presses(start: Start) -> None:
    both = start()
    for keys in ("12", "T1", "1D", "08"):
        before = len(both.keys)
        both.remote.press(keys, both.now_us)
        both.run(500_000)
        assert sorted(both.keys[before:]) == sorted(keys)


@pytest.mark.slow
def test_what_the_kit_does_not_keep_is_said_for_two_seconds_and_given_up(start: Start) -> None:
    both = start()
    both.keeps = False
    both.press("12")
    both.run(1_000_000)
    assert both.remote.busy
    both.run(1_000_000)
    assert not both.remote.busy
    assert both.remote.failed
    said = [
        message
        for payload in payloads([data for _, data in both.heard])
        if isinstance(message := decode(payload), Press)
    ]
    assert 12 <= len(said) <= 14
    assert {message.press for message in said} == {1}
    both.keeps = True
    both.press("3")
    assert both.keys == "13"
    assert not both.remote.failed


@pytest.mark.slow
def test_a_kit_that_restarts_and_a_remote_that_restarts_find_each_other(start: Start, elf: Path) -> None:
    both = start()
    for life in range(2, 5):
        both.link = RemoteLink(KEY, REMOTE, b"nonce: %d" % life)
        both.link.show(SCREEN, life)
        both.run(1_700_000)
        both.press("T")
        assert both.presses[-1].step == life
        assert isinstance(both.remote, EmulatedRemote)
        both.remote = EmulatedRemote(elf, both.remote.eeprom(), both.now_us)
        both.run(1_200_000)
        assert both.remote.lines == SCREEN
    assert both.keys == "TTT"
    assert not both.link.refused
    calls = [payload for payload in payloads([data for _, data in both.heard]) if isinstance(decode(payload), Call)]
    assert len({call[8:16] for call in calls}) == 7


@pytest.mark.slow
def test_what_was_typed_for_a_kit_that_restarts_is_dropped_and_what_follows_is_of_no_screen_yet(start: Start) -> None:
    """The screens of both kits have the same numbers."""
    both = start()
    both.keeps = False
    both.press("1")
    both.keeps = True
    both.presses.clear()
    both.link = RemoteLink(KEY, REMOTE, b"nonce: 2")
    both.link.show(("another", *SCREEN[1:]), 7)
    while not both.link.alive(both.now_us):
        both.run(5_000)
    assert both.remote.failed
    both.press("23", 100_000)
    both.run(1 * S)
    both.press("4")
    assert [(press.key, press.step) for press in both.presses] == [("2", None), ("3", None), ("4", 7)]


@pytest.mark.slow
def test_silence_is_told_and_ends_by_itself(start: Start) -> None:
    both = start()
    both.weather = Weather(lost=1)
    both.run(4 * S)
    assert both.remote.lines == NO_LINK
    both.press("1", 2_100_000)
    assert both.remote.failed
    calls = [data for _, data in both.heard if data[2] == 0x21]
    both.inject("remote", frame(seal(OTHER_KEY, Hail(REMOTE, b"8 bytes.", NO_TAG))))
    both.run(500_000)
    assert [data for _, data in both.heard if data[2] == 0x21] == calls
    both.weather = CALM
    both.run(1_500_000)
    assert both.remote.lines == SCREEN
    assert both.keys == ""


def test_frames_that_are_not_its_kit_s_do_nothing_and_are_counted(start: Start) -> None:
    both = start()
    both.press("1")
    both.run(1 * S)
    rows = [data for to, data in both.heard if to == "remote" and data[2] in (0x32, 0x33, 0x34)]
    for data in rows:
        both.inject("remote", data)
        both.run(60_000)
    for message in (Pressed(1_000, 9, NO_TAG), Hail(REMOTE, b"8 bytes.", NO_TAG)):
        both.inject("remote", frame(seal(OTHER_KEY, message)))
        both.run(60_000)
    both.inject("remote", pairing(OTHER_KEY, 1, 1))
    both.run(1_500_000)
    assert both.link.refused == {"by the remote": len(rows) + 2}
    assert both.remote.lines == SCREEN
    both.press("2")
    assert both.keys == "12"


@pytest.mark.slow
def test_a_hail_that_is_sent_again_costs_no_press(start: Start) -> None:
    both = start()
    hail = frame(seal(KEY, Hail(REMOTE, b"8 bytes.", NO_TAG)))
    for _ in range(20):
        both.inject("remote", hail)
        both.press("1", 150_000)
    both.run(2 * S)
    assert both.keys == "1" * 20
    assert not both.remote.failed
    assert both.link.refused["by the remote"] == 20


@pytest.mark.slow
def test_only_the_kit_s_answer_to_this_call_begins_a_session(elf: Path, paired: bytes) -> None:
    remote = EmulatedRemote(elf, paired)
    (payload,) = payloads(remote.to_send(500_000))
    call = decode(payload)
    assert isinstance(call, Call)
    for key, message in (
        (OTHER_KEY, Answer(REMOTE, call.nonce, b"8 bytes.", NO_TAG)),
        (KEY, Answer(REMOTE, b"another.", b"8 bytes.", NO_TAG)),
        (KEY, Answer(REMOTE + 1, call.nonce, b"8 bytes.", NO_TAG)),
    ):
        remote.received(frame(seal(key, message)), 500_000)
    assert {sent[0] for sent in payloads(remote.to_send(2_500_000))} == {0x21}
    remote.received(frame(seal(KEY, Answer(REMOTE, call.nonce, b"8 bytes.", NO_TAG))), 2_500_000)
    (status,) = payloads(remote.to_send(3 * S))
    assert opens(session_key(KEY, call.nonce, b"8 bytes."), status)


@pytest.mark.slow
def test_noise_and_frames_of_every_form_do_not_stop_it(start: Start) -> None:
    both = start()
    rng = random.Random(1)
    for _ in range(60):
        kind = rng.choice([0x21, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x99])
        both.inject("remote", frame(bytes([kind]) + rng.randbytes(rng.randrange(48))))
        both.inject("remote", rng.randbytes(rng.randrange(60)))
        both.run(100_000)
    both.run(1_500_000)
    assert both.remote.lines == SCREEN
    both.press("T")
    assert both.keys == "T"


@pytest.mark.slow
def test_it_says_what_the_simulated_remote_says(start: Start) -> None:
    """The same keys under the same screens: the same frames but for nonces, cells and the moments of Status."""
    real = start()
    link = RemoteLink(KEY, REMOTE, b"nonce: 1")
    link.show(SCREEN, 1)
    simulated = Air(link, RadioRemote(KEY, REMOTE, 1))
    simulated.run(1_500_000)
    said = []
    for both in (real, simulated):
        for step, key in enumerate(ALL_KEYS, 2):
            both.press(key)
            both.link.show((f"{step}", *SCREEN[1:]), step)
            both.run(500_000)
        messages = [decode(payload) for payload in payloads([data for to, data in both.heard if to == "kit"])]
        presses = [(it.press, it.key, it.screen) for it in messages if isinstance(it, Press)]
        said.append((presses, [*dict.fromkeys(it.screen for it in messages if isinstance(it, Status))]))
    assert said[0] == said[1]


@pytest.mark.slow
def test_a_quarter_of_its_memory_is_never_touched(start: Start, elf: Path) -> None:
    both = start()
    both.press("T")
    assert isinstance(both.remote, EmulatedRemote)
    variables = symbols(elf)["_end"][0] - symbols(elf)["__bss_start"][0]
    assert variables + both.remote.stack_used() < 0.75 * RAM_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_in_any_weather_a_press_acts_once_or_never(start: Start, seed: int) -> None:
    rng = random.Random(seed)
    both = start(seed=seed)
    both.weather = Weather(rng.uniform(0, 0.4), rng.uniform(0, 0.5), rng.randrange(2 * S), rng.random() < 0.5)
    every_us = rng.randrange(120_000, 500_000)
    seen = {}
    for step, key in enumerate(ALL_KEYS, 2):
        both.link.show((f"screen {step}", *SCREEN[1:]), step)
        seen[key] = {both.remote.lines[0]}
        both.press(key, every_us)
        seen[key].add(both.remote.lines[0])
    both.run(6 * S)
    rest = iter(ALL_KEYS)
    assert all(key in rest for key in both.keys)
    assert all(f"screen {it.step}" in seen[it.key] for it in both.presses if it.step and it.step > 1)
    assert not {*both.link.refused} - {"doubled", "by the remote"}
    both.weather = CALM
    both.run(8 * S)
    assert both.remote.lines[0] == "screen 18"
