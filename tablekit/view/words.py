"""How the steps of a game, its periods and the host's keys are called."""

from tablekit.effects import Text, text
from tablekit.game.scene import Scene

STEPS = {
    "rule book": text("Which rule book?"),
    "how many seats": text("How many seats?"),
    "empty seats": text("Which are empty?"),
    "optional roles": text("Which roles? 1 or 0"),
    "mafia cards": text("How many mafia?"),
    "who plays": text("Who plays?"),
    "begin": text("Begin the game?"),
    "lot of seats": text("Seats by lot"),
    "lot of cards": text("Cards by lot"),
    "seats": text("Take your seats"),
    "cards": text("Deal the cards"),
    "card": text("A card: seat {seat}"),
    "deal": text("Enter the cards"),
    "mafia": text("The mafia's call"),
    "don": text("The Don's call"),
    "sheriff": text("The Sheriff's call"),
    "boss": text("The Boss's call"),
    "commissar": text("The Commissar's call"),
    "doctor": text("The Doctor's call"),
    "lover": text("The Lover's call"),
    "maniac": text("The Maniac's call"),
    "killer": text("The Killer's call"),
    "avenger": text("The Avenger's call"),
    "mirror": text("The Mirror's call"),
    "kamikaze": text("The Kamikaze's call"),
    "parting": text("Takes one: {seat}?"),
    "traitor": text("The Traitor's call"),
    "masks": text("Masks on"),
    "sleep": text("All eyes shut"),
    "seating": text("Free seating"),
    "shooting": text("The shooting"),
    "best move": text("The best move"),
    "dawn": text("Before the morning"),
    "morning": text("Who takes, who stays"),
    "talk": text("All talk"),
    "second talk": text("Talk without two"),
    "nomination": text("Nomination by {seat}"),
    "monologue": text("Monologue: {seat}"),
    "ghost": text("The Ghost picks"),
    "speech": text("Speech: {seat}"),
    "silent": text("No speech: {seat}"),
    "defence": text("Defence: {seat}"),
    "last word": text("Last word: {seat}"),
    "nominees": text("The nominees"),
    "call": text("Call the vote: {seat}"),
    "ballot": text("Hands against {seat}"),
    "word": text("The word"),
    "count": text("Count against {seat}"),
    "dusk": text("Before the night"),
    "result": text("The result"),
    "over": text("The game is over"),
    "paused": text("Pause"),
}
RAISE_STEPS = {
    "call": text("Ask: all of them?"),
    "raise": text("All of them? Hands"),
    "count": text("Count: all of them"),
}
"""The same steps where hands go for all the leaders together."""

PERIODS = {"deal": text("The deal"), "night": text("Night {number}"), "day": text("Day {number}")}

WINNERS = {
    "red": text("The red side has won"),
    "black": text("The black side has won"),
    "maniac": text("The lone killer has won"),
    "draw": text("A draw"),
}

KEYS = {
    "thanks": text("Thanks"),
    "next": text("# next"),
    "resume": text("# resume"),
    "number": text("0-9 # seat"),
    "nominate": text("A nominate"),
    "withdraw": text("B withdraw"),
    "vote": text("A add vote"),
    "repeat": text("B again"),
    "take": text("A takes"),
    "elect": text("A elected"),
    "plan": text("A next shot"),
    "keep": text("B stays"),
    "refuse": text("B refuses"),
    "foul": text("C foul"),
    "pardon": text("CC pardon"),
    "remove": text("D remove"),
    "pause": text("DD pause"),
    "undo": text("* undo"),
}
"""Each command as the remote's last line names it: its key first, then what it does."""
_MINUTES = text("0-9 # min")
_NOBODY = text("# nobody")
_WORD = text("Thanks: the word")
LOBBY_STEPS = frozenset(
    {"rule book", "how many seats", "empty seats", "optional roles", "mafia cards", "who plays", "begin"}
)
KEYS_AT = {
    **{(what, "thanks"): text("Thanks: begin") for what in LOBBY_STEPS},
    ("rule book", "number"): text("0-9 # book"),
    ("how many seats", "number"): text("0-9 # seats"),
    ("empty seats", "number"): text("0-9 # empty seat"),
    ("optional roles", "number"): text("1 # yes  0 # no"),
    ("mafia cards", "number"): text("0-9 # mafia"),
    ("who plays", "number"): text("0-9 # player"),
    ("begin", "next"): text("# begin"),
    ("masks", "next"): text("# without masks"),
    ("talk", "number"): _MINUTES,
    ("second talk", "number"): _MINUTES,
    ("nomination", "next"): text("# pass"),
    ("ballot", "thanks"): _WORD,
    ("raise", "thanks"): _WORD,
    ("parting", "next"): _NOBODY,
    ("ghost", "next"): _NOBODY,
    ("dusk", "number"): text("1 # maniac night"),
    ("result", "next"): text("# end the game"),
}
"""At some steps a command means something closer than that."""
NEW_GAME = text("# new game")
WIRED_KEY = text("Press the wired key")
STANDING = ("foul", "remove", "undo", "pause")
"""What the host may do at any moment."""

OK, CLEAR = text("# ok"), text("* back")
GOES_ON = {
    "foul": (text("C pardon"),),
    "remove": (text("D pause"),),
    "repeat": (text("1 pad"), text("2 noise"), text("3 word"), text("4 host")),
}
"""What may follow a command's key besides a seat."""


def key(command: str, what: str) -> Text:
    """What the key of the command does at that step."""
    return KEYS_AT.get((what, command)) or KEYS[command]


def step(scene: Scene) -> Text:
    """What goes on now."""
    name = scene.what
    known = RAISE_STEPS.get(name) if not scene.seat else None
    template = known or STEPS.get(name) or Text(name)
    return Text(template.template, {"seat": scene.seat})


def period_name(period: str) -> Text:
    """A night or day such as `day 1`."""
    kind, _, number = period.partition(" ")
    return Text(PERIODS[kind].template, {"number": number}) if kind in PERIODS else Text(period)


def clock(left_s: int | None) -> str:
    """Minutes and seconds; empty if no clock runs."""
    return "" if left_s is None else f"{left_s // 60}:{left_s % 60:02}"
