"""Every message as a record, and its layout. Made from firmware/messages.toml by `make messages`."""

from typing import NamedTuple, TypeAlias

VERSION = 1
PAYLOAD_MOST = 49

LINE_PADS = 0
LINE_MASKS = 20
LINE_KEY = 40
LINE_WORD = 41
LINE_COUNT = 42

LIGHT_OFF = 0
LIGHT_ON = 1
LIGHT_SLOW = 2
LIGHT_FAST = 3
LIGHT_FLASH = 4
LIGHT_DIM = 5


class Hello(NamedTuple):
    """The hub, at power-on and when asked."""

    version: int
    """Of this table of messages."""
    firmware: int
    """The program's own version, major * 256 + minor."""
    boot: int
    """Another at each power-on: a new counter and a new log."""
    tick_hz: int
    """Of the counter."""
    grain_ticks: int
    """Two stamps closer than this are not told apart."""
    reset: int
    """Why it started: MCUSR."""


class Edge(NamedTuple):
    """A line of the log: what a contact came to. Sent again until acknowledged."""

    boot: int
    """The last byte of the boot id."""
    seq: int
    """Counts the log's lines from 0 at power-on, and wraps."""
    what: int
    """0 release, 1 press, 2 rejected, 3 onset of the word."""
    line: int
    """Of [lines]."""
    ticks: int
    """First contact; of a release its first edge."""
    extent_ticks: int
    """Press: to the last active edge of its confirmation; rejected: how long."""
    grain_ticks: int
    """Of this stamp, if it is coarser than the counter's own."""


class Heartbeat(NamedTuple):
    """Where the counter and the log stand: all that is stamped before `pending_ticks` is in the log."""

    boot: int
    """As in Hello."""
    ticks: int
    """Every scan before it is judged."""
    pending_ticks: int
    """The oldest contact or release under way; `ticks` if there is none."""
    next_seq: int
    """Of the log's next line."""
    down: bytes
    """A bit a line: what is confirmed."""
    active: bytes
    """A bit a line: the level of the last scan."""
    armed: int
    """The number of the Arm that waits for an onset; 0 none."""
    rate: int
    """Milliseconds to the next heartbeat."""
    lost: int
    """Confirmed lines that found the log full."""
    unlogged: int
    """Rejected contacts that were only counted."""
    missed_scans: int
    """Scans that came a period late, or were overwritten unread."""
    bad_frames: int
    """From the Pi: damaged, cut, overrun."""
    resent: int
    """Lines sent again."""
    scan_cycles: int
    """The longest scan since the last heartbeat."""
    backlog: int
    """The most scans that waited to be judged since the last heartbeat."""


class Pong(NamedTuple):
    """The answer to a Ping."""

    boot: int
    """As in Hello."""
    number: int
    """Of the Ping."""
    received_ticks: int
    """When the last byte of the Ping came."""
    sent_ticks: int
    """When this answer was queued."""


class Glitches(NamedTuple):
    """Once a second: how many contacts of each line came to nothing."""

    counts: bytes
    """A byte a line, since power-on; 255 stays."""


class RadioIn(NamedTuple):
    """What the radio has brought, as it came."""

    data: bytes
    """Bytes."""


class AskHello(NamedTuple):
    """Who are you?"""

    version: int
    """Of the Pi's table of messages."""


class Ping(NamedTuple):
    """What does your counter say?"""

    number: int
    """Comes back in the Pong."""


class Ack(NamedTuple):
    """Every line of the log before `next_seq` is here."""

    boot: int
    """Of that log."""
    next_seq: int
    """The first line that is not."""


class Lights(NamedTuple):
    """The picture of the seat lights; said again each second, or the hub shows its safe picture."""

    modes: bytes
    """Four bits a seat, seat 1 in the low bits of the first byte: of [lights]."""
    reflex: bytes
    """A bit a seat: its light goes on at contact."""


class Arm(NamedTuple):
    """The word is coming: stamp its onset, once. Said again until a heartbeat shows it."""

    number: int
    """Another each time; 0: do not wait any more."""


class Rate(NamedTuple):
    """How often a heartbeat is wanted."""

    rate: int
    """Milliseconds, 10 to 250."""


class RadioOut(NamedTuple):
    """For the radio, as it is."""

    data: bytes
    """Bytes."""


class Channel(NamedTuple):
    """The radio's channel: the hub sets its HC-12 to it. Said again now and then; one that is on it lets it be."""

    channel: int
    """1 to 100."""


class Call(NamedTuple):
    """A remote without a session asks for one, each second; its tag is made with the pairing key."""

    version: int
    """Of its table of messages."""
    firmware: int
    """As in Hello."""
    remote: int
    """Its number, given when it was paired."""
    nonce: bytes
    """Another for each session."""
    tag: bytes
    """Pairing key."""


class Press(NamedTuple):
    """A key was pressed. Sent again until it is acknowledged, for 2 s at most."""

    counter: int
    """Of the frames of this session from the remote: each only once, upwards."""
    press: int
    """Counts the presses of this session, from 1, and wraps."""
    key: int
    """ASCII: 0-9 A B C D * # T."""
    screen: int
    """The last screen that was wholly shown when the key was pressed."""
    tag: bytes
    """Session key."""


class Status(NamedTuple):
    """Each second, and when a screen has become whole."""

    counter: int
    """As in Press."""
    screen: int
    """The last that was wholly shown."""
    battery_mv: int
    """Millivolts; 0: by cable."""
    refused: int
    """Frames with a wrong tag or an old counter, modulo 256."""
    tag: bytes
    """Session key."""


class Answer(NamedTuple):
    """A session for the remote that called; both nonces make its key."""

    remote: int
    """The number of the remote."""
    called: bytes
    """The nonce of its Call."""
    nonce: bytes
    """The Pi's own."""
    tag: bytes
    """Pairing key."""


class Row(NamedTuple):
    """One line of the display."""

    counter: int
    """Of the frames of this session from the Pi: each only once, upwards."""
    row: int
    """0 to 3."""
    text: bytes
    """Codes of the display's own set (docs/remote.md)."""
    tag: bytes
    """Session key."""


class Screen(NamedTuple):
    """The four lines that should be shown now; whole when their CRC-16 is this. Said again until a Status has it."""

    counter: int
    """As in Row."""
    screen: int
    """Its number."""
    crc: int
    """CRC-16/XMODEM of its 80 codes."""
    tag: bytes
    """Session key."""


class Pressed(NamedTuple):
    """The press is here, and will act once."""

    counter: int
    """As in Row."""
    press: int
    """Of the Press."""
    tag: bytes
    """Session key."""


class Hail(NamedTuple):
    """Frames come that the Pi cannot open (it has restarted): call again, remote."""

    remote: int
    """The number of the remote."""
    nonce: bytes
    """The Pi's own."""
    tag: bytes
    """Pairing key."""


class Pair(NamedTuple):
    """By cable only: become this table's remote. The remote answers with a Call."""

    remote: int
    """Its number from now on."""
    key: bytes
    """The pairing key."""
    channel: int
    """The radio's."""


Message: TypeAlias = (
    Hello
    | Edge
    | Heartbeat
    | Pong
    | Glitches
    | RadioIn
    | AskHello
    | Ping
    | Ack
    | Lights
    | Arm
    | Rate
    | RadioOut
    | Channel
    | Call
    | Press
    | Status
    | Answer
    | Row
    | Screen
    | Pressed
    | Hail
    | Pair
)
LAYOUTS: dict[int, tuple[type[Message], str]] = {
    0x01: (Hello, "<BHIIHB"),
    0x02: (Edge, "<BHBBIHH"),
    0x03: (Heartbeat, "<IIIH6s6sBBHHHHHHH"),
    0x04: (Pong, "<IHII"),
    0x05: (Glitches, "<42s"),
    0x06: (RadioIn, "<*48"),
    0x81: (AskHello, "<B"),
    0x82: (Ping, "<H"),
    0x83: (Ack, "<IH"),
    0x84: (Lights, "<10s3s"),
    0x85: (Arm, "<B"),
    0x86: (Rate, "<B"),
    0x87: (RadioOut, "<*48"),
    0x88: (Channel, "<B"),
    0x21: (Call, "<BHI8s8s"),
    0x22: (Press, "<IHBH8s"),
    0x23: (Status, "<IHHB8s"),
    0x31: (Answer, "<I8s8s8s"),
    0x32: (Row, "<IB20s8s"),
    0x33: (Screen, "<IHH8s"),
    0x34: (Pressed, "<IH8s"),
    0x35: (Hail, "<I8s8s"),
    0x36: (Pair, "<I16sB"),
}
"""By type: the record, and the layout of its fields for `struct`; a last `*N` is up to N bytes more."""
