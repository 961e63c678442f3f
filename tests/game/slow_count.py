"""Who leaves by a day's vote, counted by hand from RULES: slow, plain, and knowing nothing of the kit.

A stage is told as the hands against each nominee, in order of nomination. The answer tells each stage's votes,
whether the table was asked to raise, and who leaves in which order.
"""

from dataclasses import dataclass, field

Hands = list[tuple[int, list[int]]]


@dataclass
class Answer:
    votes: list[list[tuple[int, int]]] = field(default_factory=list)
    asked: bool = False
    left: list[int] = field(default_factory=list)


def votes_of(hands: Hands, living: list[int]) -> list[tuple[int, int]]:
    """One vote a seat: the first nominee against whom it put a hand; without any, the last nominee."""
    names = [nominee for nominee, _ in hands]
    given = []
    for seat in living:
        vote = names[-1]
        for nominee, seats in reversed(hands):
            if seat in seats:
                vote = nominee
        given.append(vote)
    return [(nominee, given.count(nominee)) for nominee in names]


def ahead(votes: list[tuple[int, int]]) -> list[int]:
    """Nobody has more votes than these."""
    return [nominee for nominee, many in votes if not any(other > many for _, other in votes)]


def slow_count(living: list[int], stages: list[Hands], raising: list[int]) -> Answer:
    """All stages that are needed, and the question of the raise if it comes to that."""
    answer = Answer()
    last: list[int] = []
    for hands in stages:
        votes = votes_of(hands, living)
        answer.votes.append(votes)
        leaders = ahead(votes)
        if len(leaders) == 1:
            answer.left = leaders
            return answer
        if leaders == last:
            everybody = all(seat in leaders for seat in living)
            answer.asked = not everybody
            hands_up = sum(1 for seat in living if seat in raising)
            if answer.asked and hands_up > len(living) - hands_up:
                answer.left = leaders
            return answer
        last = leaders
    raise AssertionError("one more stage is needed")
