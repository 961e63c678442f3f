"""Who sits at a simulated table: players, and a host unless somebody hosts from the keyboard."""

from dataclasses import replace

from tablekit.effects import Tell, Text, text
from tablekit.sim.improvised import Players, Spoken
from tablekit.sim.improvised_host import Host
from tablekit.sim.manners import MESSY, brisk
from tablekit.sim.world import World
from tablekit.view.view import View

SHOWN = replace(MESSY, nominates=0.35, abstains=0.05, late=0.15, restless=0.01, peeks=0.0)
"""A vote worth seeing: few nominees, and some hands that come too late."""


def seat_people(world: World, view: View, *, watching: bool) -> None:
    """Seat them. The view overhears what is said aloud; what is shown with the fingers is for the host alone."""
    seed = world.kit.setup.seed
    players = Players(world, seed, SHOWN if watching else brisk(SHOWN))

    def overhear(spoken: Spoken) -> None:
        if spoken.what == "shows":
            view.hear(Tell(world.now_us, spoken.text))
        else:
            view.overhear(world.now_us, spoken.text)

    players.listeners.append(overhear)
    if watching:
        Host(players, seed)
    else:
        world.onlookers.append(HeldUp(players, view).look)


class HeldUp:
    """The cards that the players drew, held up to a host who has to enter them."""

    def __init__(self, players: Players, view: View) -> None:
        self.players, self.kit, self.view = players, players.kit, view
        self._asked: Text | None = None

    def look(self) -> None:
        """Tell him whose card he is asked for, once for each question."""
        ask = self.kit.runner.open
        asked = ask.host if ask is not None and ask.what == "deal" else None
        if asked == self._asked:
            return
        self._asked = asked
        role = asked.args.get("role") if asked else None
        if isinstance(role, Text):
            known = self.kit.runner.table.roles
            seat = next(
                (seat for seat, card in self.players.drawn.items() if card == role.template and seat not in known), 0
            )
            if seat:  # none if he has given that one another card
                self.view.hear(Tell(self.players.world.now_us, text("{role}: seat {seat}", role=role, seat=seat)))
