"""The few styles of the terminal view."""

from rich.style import Style

RIM = Style(color="#8b5a2b")
FELT_BY_DAY = Style(color="#e7f0e4", bgcolor="#1f5136")
FELT_BY_NIGHT = Style(color="#b9c4ec", bgcolor="#1a1f4a")
CLOCK = Style(color="#ffffff", bold=True)
HURRY = Style(color="#ffb000", bold=True)
QUIET = Style(dim=True)
BOLD = Style(bold=True)

LAMP = Style(color="#06210d", bgcolor="#4ade80", bold=True)
PAD = Style(dim=True)
SEAT = Style(color="#ffffff", bgcolor="#4b5563", bold=True)
SPEAKER = Style(color="#1f1300", bgcolor="#ffc933", bold=True)
SPEAKER_NAME = Style(color="#ffc933", bold=True)
NOMINEE = Style(color="#ff9f43", bold=True)
FOUL = Style(color="#ff5c5c", bold=True)
OUT = Style(dim=True, strike=True)
OUT_MARK = Style(dim=True)

WORD = Style(color="#ffffff", bold=True)
ON_TIME = Style(color="#4ade80")
LATE = Style(color="#ff5c5c", bold=True)
DOUBT = Style(color="#ffb000", bold=True)
NO_VOTE = Style(dim=True)

PUBLIC = Style(color="#6b8f71")
PRIVATE = Style(color="#d0679d")
TOLD = Style(color="#e3a8c6")
DISPLAY = Style(color="#0c1a05", bgcolor="#a8c94b")
SIMULATION = Style(color="#1f1300", bgcolor="#ffc933", bold=True)
TITLE = Style(color="#e5e7eb", bgcolor="#30343b")
