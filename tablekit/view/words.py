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
    "card": text("Deal the cards"),
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
    "number": text("0-9 #"),
    "nominate": text("A nom."),
    "withdraw": text("B back"),
    "vote": text("A vote"),
    "repeat": text("B redo"),
    "take": text("A take"),
    "elect": text("A elect"),
    "plan": text("A plan"),
    "keep": text("B keep"),
    "refuse": text("B refuse"),
}
"""The commands of an Ask, as the remote's last line names their keys."""

LOBBY_STEPS = frozenset(
    {"rule book", "how many seats", "empty seats", "optional roles", "mafia cards", "who plays", "begin"}
)
LOBBY_KEYS = {"thanks": text("T begin")}
"""Before a game «Спасибо» begins it."""


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
