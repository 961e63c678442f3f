"""The one loop, without a moment of sleep: keys and edges come by a clock that a test moves."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tablekit.config import Pins
from tablekit.devices.gpio import GpioInputs
from tablekit.devices.sound import SilentDesk
from tablekit.effects import Effect, Say, Text
from tablekit.evening import FRAME_US, QUIT, Evening
from tablekit.game.ask import Ask
from tablekit.intake.debounce import Line
from tablekit.kit import Kit, Setup
from tablekit.sim.people import seat_people
from tablekit.sim.pins import SimulatedPins
from tablekit.sim.world import Edges, World
from tablekit.store.archive import Archive
from tablekit.store.journal import read
from tablekit.tables import HOSTED, WATCHED, Brought, Pace, SimulatedTable
from tablekit.timebase import ManualClock
from tablekit.view.picture import Picture, Table
from tablekit.wired.header import HeaderPart, wiring
from tablekit.wired.table import WiredTable

S = 1_000_000
START_US = 1_000_000


class Seen:
    """A view that keeps what it is given, and when it first heard a cue."""

    def __init__(self, clock: ManualClock) -> None:
        self.heard_s: dict[str, float] = {}
        self._clock = clock
        self.effects: list[Effect] = []
        self.aloud: list[Text] = []
        self.pictures: list[Picture] = []
        self.begun_at: list[int] = []

    def __enter__(self) -> "Seen":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def begin(self, table: Table) -> None:
        self.begun_at.append(len(self.effects))

    def hear(self, effect: Effect) -> None:
        self.effects.append(effect)
        if isinstance(effect, Say):
            self.heard_s.setdefault(effect.cue, (self._clock.now_us() - START_US) / S)

    def overhear(self, at_us: int, sentence: Text) -> None:
        self.aloud.append(sentence)

    def show(self, picture: Picture) -> None:
        self.pictures.append(picture)

    @property
    def cues(self) -> list[str]:
        return [effect.cue for effect in self.effects if isinstance(effect, Say)]


class Desk(SilentDesk):
    """A desk that keeps what it is asked for."""

    def __init__(self) -> None:
        super().__init__(lambda started: None, ManualClock())
        self.played: list[str] = []
        self.tunes: list[str | None] = []

    def play(self, cue: str) -> None:
        self.played.append(cue)

    def music(self, name: str | None) -> None:
        self.tunes.append(name)


class Simulated:
    """An evening at a simulated table. `hand` is asked for a key at every wait; time passes if it has none."""

    def __init__(
        self, pace: Pace, hand: Callable[[Kit], str | None] = lambda _: None, archive: Archive | None = None
    ) -> None:
        self.real, clock = ManualClock(START_US), ManualClock(START_US)
        self.kit = Kit(Setup("sport", seed=5, simulated=True), clock, archive)
        world = World(self.kit, clock, Edges(self.kit))
        self.seen, self.desk, self.hand = Seen(self.real), Desk(), hand
        self.watching = pace is WATCHED
        self.waits_us: list[int] = []
        self.kit.begin()
        seat_people(world, self.seen, watching=self.watching)
        table = SimulatedTable(world, pace, self.real)
        self.evening = Evening(table, self.seen, self.desk, self._wait, self.real, watching=self.watching)

    def _wait(self, longest_us: int) -> Brought | None:
        key = self.hand(self.kit)
        if key is None:
            self.waits_us.append(longest_us)
            self.real.jump(self.real.now_us() + max(longest_us, 1))
        return key


@pytest.fixture(scope="module")
def watched() -> Simulated:
    """A game that was watched to its end."""
    evening = Simulated(WATCHED)
    evening.evening.run()
    return evening


def test_who_watches_sees_a_ballot_soon_and_a_game_in_minutes(watched: Simulated) -> None:
    assert watched.seen.heard_s["ballot"] < 20
    assert (watched.real.now_us() - START_US) / S < 200
    assert watched.seen.pictures[-1].scene.what == "over"


def test_what_players_say_is_overheard_and_what_they_show_is_told_to_the_host_alone(watched: Simulated) -> None:
    shown = [str(effect.text) for effect in watched.seen.effects if not isinstance(effect, Say)]
    assert any(" shows: " in line for line in shown)
    assert any(str(sentence).endswith("Pass.") for sentence in watched.seen.aloud)
    assert not any(" shows: " in str(sentence) for sentence in watched.seen.aloud)


def test_no_wait_is_longer_than_a_frame(watched: Simulated) -> None:
    assert max(watched.waits_us) <= FRAME_US


def test_cues_go_to_the_view_and_to_the_sound_desk(watched: Simulated) -> None:
    assert watched.seen.cues == watched.desk.played
    assert {"night", "ballot", "thanks", "number"} <= set(watched.desk.played)


def test_music_plays_at_night_and_only_then(watched: Simulated) -> None:
    assert watched.desk.tunes == ["night", None] * watched.seen.cues.count("night")


class Fingers:
    """Somebody at the keyboard who reads the remote and does what it says, for so many games."""

    def __init__(self, games: int) -> None:
        self.games = games
        self._keys = ""
        self._step = -1
        self._begun = 0
        self._after = iter(["5", "*", " ", QUIT])  # only Enter begins another game

    def __call__(self, kit: Kit) -> str | None:
        if self._keys:
            key, self._keys = self._keys[0], self._keys[1:]
            return key
        ask = kit.runner.open
        if ask is None:
            if kit.game == self.games:
                return next(self._after)
            self._keys, self._begun = ("#", kit.game) if self._begun != kit.game else ("", self._begun)
            return None
        if kit.runner.step != self._step:
            self._step = kit.runner.step
            self._keys = self._answer(kit, ask)
        return None

    def _answer(self, kit: Kit, ask: Ask) -> str:
        if ask.what == "deal":
            return f"{len(kit.runner.table.roles) + 1}#"
        if ask.what == "speech" and ask.seat % 3 == 0:
            return f"A{ask.seat}#T"
        return "T" if ask.offer("thanks") else "#" if ask.offer("next") else ""


@pytest.mark.slow
def test_a_host_plays_games_one_after_another_with_the_same_people(tmp_path: Path) -> None:
    evening = Simulated(HOSTED, Fingers(games=2), Archive(tmp_path))
    evening.evening.run()
    games = Archive(tmp_path).games()
    assert [game.header.game for game in games] == [1, 2]
    assert all(read(game.path).end for game in games)
    assert games[0].header.names == games[1].header.names
    drawn = [effect.numbers for effect in evening.seen.effects if isinstance(effect, Say) and effect.cue == "seats"]
    assert len(drawn) == 2
    assert drawn[0] != drawn[1]
    heard = [effect.cue if isinstance(effect, Say) else "" for effect in evening.seen.effects]
    (begun,) = evening.seen.begun_at
    assert heard[:begun].count("seats") == heard[begun:].count("seats") == 1
    assert evening.kit.files == [game.path for game in games]


def test_a_host_who_leaves_in_the_middle_leaves_a_game_that_can_go_on(tmp_path: Path) -> None:
    keys = iter(["#", "1", "#", QUIT])
    evening = Simulated(HOSTED, lambda _: next(keys), Archive(tmp_path))
    evening.evening.run()
    assert evening.kit.keypad.mode == ""
    evening.kit.close()
    assert Archive(tmp_path).unfinished(simulated=True) is not None


def test_a_key_acts_and_is_shown_at_once() -> None:
    keys = iter(["#", "4", "*", QUIT])
    evening = Simulated(HOSTED, lambda _: next(keys))
    evening.evening.run()
    shown = [(picture.scene.what, str(picture.typing or "")) for picture in evening.seen.pictures]
    assert shown == [("seats", ""), ("masks", ""), ("masks", "4"), ("masks", "")]
    assert evening.real.now_us() == START_US


def test_keys_of_those_who_only_watch_mean_nothing() -> None:
    keys = iter(["D", "1", "#", "*", None, QUIT])
    evening = Simulated(WATCHED, lambda _: next(keys))
    evening.evening.run()
    assert evening.kit.runner.table.record.out == []
    assert not any(picture.typing for picture in evening.seen.pictures)


def test_the_host_is_shown_the_cards_that_he_has_to_enter() -> None:
    evening = Simulated(HOSTED, Fingers(games=1))
    evening.evening.run()
    told = [str(effect.text) for effect in evening.seen.effects if not isinstance(effect, Say)]
    assert sum(line.startswith(("don: seat", "mafia: seat", "sheriff: seat")) for line in told) >= 3
    assert not any("seat 0" in line for line in told)


# -- a wired table through the same loop
PINS = Pins(pads=tuple(range(4, 14)), masks=tuple(range(14, 24)), key=24, word=25)
QUICK: dict[str, bool | int | float | str] = {"mafia_meets_s": 1, "call_s": 1, "seating_s": 1, "cutoff": "key"} | {
    "one_by_one": False,
    "mask_sensors": False,
}


class Lost(NamedTuple):
    """A line becomes active, and its edge is lost."""

    line: Line


Happening = str | tuple[Line, bool] | Lost


class Wired:
    """An evening at a table with pins: what happens at which microsecond of real time."""

    def __init__(self, plan: list[tuple[int, Happening]]) -> None:
        self.clock = ManualClock(START_US)
        self.pins = SimulatedPins(wiring(PINS))
        self.inbox: list[Brought] = []
        self.inputs = GpioInputs(self.pins, wiring(PINS), self.inbox.append)
        self.kit = Kit(Setup("fsm", QUICK), self.clock)
        self.plan = sorted(plan, key=lambda happening: happening[0])
        self.kit.begin()
        self.seen = Seen(self.clock)
        table = WiredTable(self.kit, [HeaderPart(self.kit, self.kit.inlets[0], self.inputs, self.clock)], self.clock)
        self.evening = Evening(table, self.seen, Desk(), self._wait, self.clock)

    def _wait(self, longest_us: int) -> Brought | None:
        """An edge is stamped where it falls, and brought when the wait is over."""
        until_us = self.clock.now_us() + longest_us
        while not self.inbox and self.plan and self.plan[0][0] <= until_us:
            at_us, what = self.plan.pop(0)
            self.clock.jump(max(at_us, self.clock.now_us()))
            if isinstance(what, str):
                self.inbox.append(what)
            elif isinstance(what, Lost):
                self._lose(what.line, at_us)
            else:
                self.pins.drive(*what, at_us)
        if self.inbox:
            return self.inbox.pop(0)
        self.clock.jump(until_us)
        return None

    def _lose(self, line: Line, at_us: int) -> None:
        brought = len(self.inbox)
        self.pins.drive(line, active=True, at_us=at_us)
        del self.inbox[brought:]


class Stalled(Wired):
    """A program that stands still for a while as a frame is drawn in the middle of a ballot."""

    def __init__(self, plan: list[tuple[int, Happening]], at_us: int, stall_us: int) -> None:
        super().__init__(plan)
        self.stall = at_us, at_us + stall_us
        show = self.seen.show

        def slow(picture: Picture) -> None:
            show(picture)
            from_us, until_us = self.stall
            if from_us <= self.clock.now_us() < until_us:
                while self.plan and self.plan[0][0] <= until_us:
                    at_us, what = self.plan.pop(0)
                    self.clock.jump(max(at_us, self.clock.now_us()))
                    self.inbox.append(what) if isinstance(what, str) else self.pins.drive(*what, at_us)
                self.clock.jump(until_us)

        self.seen.show = slow  # type: ignore[method-assign]


class Plan:
    """What happens at a real table, one thing after another."""

    def __init__(self) -> None:
        self.now_us = START_US
        self.happenings: list[tuple[int, Happening]] = []

    def keys(self, keys: str, each_us: int = S // 2) -> None:
        """The host presses keys."""
        for key in keys:
            self.now_us += each_us
            self.happenings.append((self.now_us, key))

    def first_ballot(self) -> int:
        """Cards, a night, speeches with two nominees, the call; returns T."""
        self.keys("#1#2#3#4#")
        self.now_us += 5 * S
        self.keys("#A5#TA6#T" + 8 * "T" + "##")
        return self.now_us + 1_500_000

    def touch(self, line: Line, at_us: int, until_us: int) -> None:
        """A line is active for a while."""
        self.happenings += [(at_us, (line, True)), (until_us, (line, False))]


def test_a_wired_table_judges_hands_by_the_stamps_of_their_edges() -> None:
    plan = Plan()
    t_us = plan.first_ballot()
    for seat, after_us in ((1, -700_000), (2, -1), (3, 0), (4, 231)):
        plan.touch(Line("pad", seat), t_us + after_us, t_us + 2 * S)
    plan.touch(Line("key", 0), t_us, t_us + 200_000)
    plan.now_us += 4 * S
    plan.keys("#")
    plan.happenings.append((plan.now_us + S, QUIT))
    evening = Wired(plan.happenings)
    evening.evening.run()
    ballot = evening.kit.runner.table.record.days[0].stages[0].ballots[0]
    assert (ballot.nominee, ballot.t_us, ballot.t_by, ballot.counted) == (5, t_us, "key", [1, 2])
    assert {hand.seat: hand.after_t_us for hand in ballot.hands if hand.judged == "late"} == {3: 0, 4: 231}
    assert evening.seen.cues[-1] == "count"
    evening.inputs.close()


def test_a_hand_whose_edge_was_lost_is_unknown_at_the_count() -> None:
    plan = Plan()
    t_us = plan.first_ballot()
    plan.touch(Line("pad", 1), t_us - S // 2, t_us + 2 * S)
    plan.happenings.append((t_us - S // 2 + 50, Lost(Line("pad", 2))))
    plan.touch(Line("key", 0), t_us, t_us + 200_000)
    plan.happenings.append((t_us + 2 * S, QUIT))
    evening = Wired(plan.happenings)
    evening.evening.run()
    ballot = evening.kit.runner.table.last_ballot
    assert ballot is not None
    assert (ballot.t_us, ballot.counted, ballot.unknown) == (t_us, [1], [2])
    evening.inputs.close()


def test_hands_that_come_while_the_program_stands_still_are_not_lost() -> None:
    plan = Plan()
    t_us = plan.first_ballot()
    for seat in range(1, 9):
        plan.touch(Line("pad", seat), t_us - S + seat * 20_000, t_us + 2 * S)
    plan.touch(Line("key", 0), t_us, t_us + 200_000)
    plan.happenings.append((t_us + 2 * S, QUIT))
    evening = Stalled(plan.happenings, t_us - S, 400_000)
    evening.evening.run()
    ballot = evening.kit.runner.table.last_ballot
    assert ballot is not None
    assert (ballot.counted, ballot.unknown) == ([*range(1, 9)], [])
    assert evening.kit.inlets[0].source.stale_count == 0
    evening.inputs.close()


def test_a_wired_table_goes_on_through_its_deadlines_without_a_key() -> None:
    plan = Plan()
    plan.keys("#1#2#3#4#")
    plan.happenings.append((plan.now_us + 10 * S, QUIT))
    evening = Wired(plan.happenings)
    evening.evening.run()
    assert evening.seen.cues[-1] == "seating"
    assert evening.kit.runner.open is not None
    assert evening.kit.runner.open.what == "dawn"
    evening.inputs.close()
