"""How the people of a scenario behave: what the kit sees of them, beyond what the result tells."""

from collections.abc import Callable
from pathlib import Path

import pytest
from told_games import DAY, FSM, VOTE

from tablekit.events import MaskOff
from tablekit.kit import Kit
from tablekit.sim.fit import fitted, table_sizes
from tablekit.sim.hands import Contact, contacts, once_more
from tablekit.sim.scenario import BallotHands
from tablekit.sim.scenario_file import load
from tablekit.sim.told import Told
from tablekit.sim.toml_values import Place
from tablekit.sim.wired import Pins
from tablekit.sim.world import Edges, Wires, World
from tablekit.timebase import ManualClock

WAKE = "[options]\ndeal = 'wake'\n"


class Evening:
    """A game that was played, with the step at which each mask was lifted in its first night."""

    def __init__(self, folder: Path, content: str, wires: Callable[[Kit], Wires] = Edges) -> None:
        file = folder / "game.toml"
        file.write_text(content, encoding="utf-8")
        scenario, setup = fitted(load(file, table_sizes()), Place(str(file), 10))
        clock = ManualClock(1_000_000)
        self.kit = Kit(setup, clock)
        self.lifted: list[tuple[int, str]] = []
        world = World(self.kit, clock, wires(self.kit))
        told = Told(world, scenario)
        world.onlookers.append(self._look)
        self._seen = 0
        self.kit.begin()
        world.advance(world.now_us)
        while not (self.kit.over or told.done):
            assert world.next_us is not None
            world.advance(world.next_us)

    def _look(self) -> None:
        runner = self.kit.runner
        for event in runner.log[self._seen :]:
            if (
                isinstance(event, MaskOff)
                and runner.table.period == "night 0"
                and runner.open
                and runner.open.what != "card"
            ):
                self.lifted.append((event.seat, runner.open.what))
        self._seen = len(runner.log)

    @property
    def notes(self) -> list[str]:
        return [str(note) for _, note in self.kit.runner.table.record.notes]


def test_the_blacks_meet_face_to_face_and_the_don_and_the_sheriff_keep_the_mask_on(tmp_path):
    assert Evening(tmp_path, DAY).lifted == [(3, "mafia"), (9, "mafia"), (10, "mafia")]


@pytest.mark.parametrize(("seat", "call"), [(2, "mafia"), (6, "mafia"), (9, "don"), (3, "sheriff")])
def test_who_peeks_does_so_in_the_first_call_that_is_not_his(tmp_path, seat, call):
    lifted = Evening(tmp_path, DAY.replace("[[night]]", f"[[night]]\npeeks = [{seat}]")).lifted
    assert (seat, call) in lifted
    assert len(lifted) == 4


def test_where_faces_teach_the_cards_nobody_peeks_at_the_meeting_and_no_mask_moves_twice(tmp_path):
    evening = Evening(tmp_path, DAY.replace("[roles]", WAKE + "[roles]").replace("[[night]]", "[[night]]\npeeks = [2]"))
    assert evening.lifted == [(3, "mafia"), (9, "mafia"), (10, "mafia"), (2, "don")]
    assert evening.kit.inlets[0].source.missed == {}
    roles = evening.kit.runner.table.roles
    assert {seat: role for seat, role in roles.items() if role != "citizen"} == {
        3: "don",
        9: "mafia",
        10: "mafia",
        6: "sheriff",
    }


def test_where_the_kit_deals_the_blacks_know_that_they_are_called(tmp_path):
    evening = Evening(tmp_path, 'ruleset = "fsm"\n[options]\ndeal = "kit"\n[[night]]\n[[day]]\n')
    roles = evening.kit.runner.table.roles
    assert [seat for seat, _ in evening.lifted] == [seat for seat in range(1, 11) if roles[seat] in ("mafia", "don")]


def test_what_the_dead_would_nominate_is_tried_and_refused(tmp_path):
    day = "[[day]]\nnominations = [[4, 5]]\n"
    evening = Evening(tmp_path, DAY + "[[night]]\nshots = [[3, 4], [9, 4], [10, 4]]\n" + day)
    assert "Refused: nominate 5. That key does nothing now." in evening.notes
    assert evening.kit.runner.table.record.days[1].nominees == []


def test_a_best_move_that_nobody_asks_for_is_tried_and_refused(tmp_path):
    evening = Evening(tmp_path, DAY + "[[night]]\n[[day]]\n[[night]]\nbest_move = [1, 2]\n")
    assert [note for note in evening.notes if note.startswith("Refused")] == [
        "Refused: number 1. That key does nothing now.",
        "Refused: number 2. That key does nothing now.",
    ]


def test_a_check_of_the_dead_is_tried_and_refused(tmp_path):
    night = "[[night]]\nshots = [[3, 6], [9, 6], [10, 6]]\n[[day]]\n[[night]]\nchecks = {sheriff = 3}\n"
    assert "Refused: number 3. sheriff is out." in Evening(tmp_path, DAY + night).notes


def test_a_game_of_one_night(tmp_path):
    assert Evening(tmp_path, FSM).kit.runner.table.period == "day 0"


@pytest.mark.parametrize("wires", [Edges, Pins])
def test_each_word_is_heard_and_no_ballot_lives_by_an_estimate(tmp_path, wires):
    evening = Evening(tmp_path, VOTE, wires)
    (stage,) = evening.kit.runner.table.record.days[0].stages
    assert [ballot.t_by for ballot in stage.ballots] == ["word", "word"]


# -- hands


def test_between_two_contacts_the_hand_is_lifted_half_way_unless_told():
    told = BallotHands(1, hands=(2,), contacts=((5, -100), (5, 300), (6, -400)), lifts=((6, 50), (5, 400)))
    assert contacts(told) == [
        Contact(2, -500_000),
        Contact(5, -100, 100),
        Contact(5, 300, 400),
        Contact(6, -400, 50),
    ]


def test_a_lift_belongs_to_the_contact_before_it():
    told = BallotHands(1, contacts=((5, -100), (5, 300)), lifts=((5, 350),))
    assert contacts(told) == [Contact(5, -100, 100), Contact(5, 300, 350)]


def test_in_a_repeated_vote_nobody_is_near_the_word_and_the_late_are_late_again():
    made = [Contact(5, 1_000), Contact(5, -1_000, 0), Contact(6, 0), Contact(7, -1)]
    assert once_more(made) == [Contact(5, -500_000), Contact(7, -500_000), Contact(6, 1_000)]
