"""A night or a day of a scenario, and what of it has not happened yet."""

from collections.abc import Collection

from tablekit.sim.moment import Moment
from tablekit.sim.scenario import Breach, Day, Night, Nomination

FOUL, REMOVAL = "C", "D"
"""The remote's keys for them."""


class Page:
    """What the people at the table take from as the game comes to it."""

    def __init__(self, name: str, told: Night | Day) -> None:
        self.name = name
        self.night = told if isinstance(told, Night) else Night()
        self.day = told if isinstance(told, Day) else Day()
        self.breaches = [(FOUL, foul) for foul in told.fouls] + [(REMOVAL, removal) for removal in told.removals]
        self.nominations = list(self.day.nominations)
        self.shown = {**self.night.checks, **self.night.acts}
        """From role to the seat that it shows the host, whatever it does to it."""
        self.best_move = self.night.best_move
        self.peeks = list(self.night.peeks)
        self.dead_pads = {seat for seat, _ in self.day.host_votes}

    def take_breaches(self, moment: Moment) -> list[tuple[str, Breach]]:
        """The fouls and removals of that moment, fouls first, each with its key."""
        due = [(key, breach) for key, breach in self.breaches if breach.moment == moment]
        self.breaches = [(key, breach) for key, breach in self.breaches if breach.moment != moment]
        return due

    def take_nominations(self, speakers: Collection[int]) -> list[Nomination]:
        """What these speakers say, in the order of the file."""
        said = [nomination for nomination in self.nominations if nomination.speaker in speakers]
        self.nominations = [nomination for nomination in self.nominations if nomination.speaker not in speakers]
        return said

    def take_peeks(self, called: Collection[int]) -> list[int]:
        """Who peeks, and is none of those called."""
        peeking = [seat for seat in self.peeks if seat not in called]
        self.peeks = [seat for seat in self.peeks if seat in called]
        return peeking

    def take_best_move(self) -> tuple[int, ...]:
        """The numbers that are named."""
        named, self.best_move = self.best_move, ()
        return named

    def left(self, living: Collection[int]) -> list[str]:
        """What nobody came to do, in words; what the dead were to say does not count."""
        deeds = {FOUL: "foul", REMOVAL: "removal"}
        breaches = [f'the {deeds[key]} of seat {breach.seat} at "{breach.moment}"' for key, breach in self.breaches]
        said = [nomination for nomination in self.nominations if nomination.speaker in living]
        nominations = [f"the nomination [{nomination.speaker}, {nomination.nominee}]" for nomination in said]
        shown = [f"the {role}'s choice" for role in self.shown]
        return breaches + nominations + shown + ["the best move"] * bool(self.best_move)
