"""The seat lights: what each shows of the public scene."""

from typing import Literal

from tablekit.game.scene import Scene

Light = Literal["off", "on", "slow"]
SPEAKING = frozenset({"speech", "monologue", "defence", "last word", "nomination"})
ASKED_ABOUT = frozenset({"call", "ballot", "word", "count"})


def lights(shown: Scene) -> tuple[dict[int, Light], tuple[int, ...]]:
    """The seats that are lit, and those whose light goes on at a contact by itself. Dark at night, whoever is called.

    Who speaks is lit; against whom hands go blinks slowly.
    """
    if shown.night or not shown.seat:
        return {}, shown.reflex
    if shown.what in SPEAKING:
        return {shown.seat: "on"}, shown.reflex
    return ({shown.seat: "slow"} if shown.what in ASKED_ABOUT else {}), shown.reflex
