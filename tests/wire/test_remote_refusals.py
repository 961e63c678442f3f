"""What is not the remote's own, or not new, does nothing and is counted."""

import pytest
from remote_table import KEY, OTHER_KEY, REMOTE, SCREEN, S, frames_to, joined, link

from tablekit.sim.radio_air import CALM, Air, Weather
from tablekit.sim.radio_remote import RadioRemote
from tablekit.wire.codec import decode, encode
from tablekit.wire.frames import frame
from tablekit.wire.messages import Answer, Call, Hail, Press, RadioOut, Row, Status
from tablekit.wire.remote_link import RemoteLink
from tablekit.wire.remote_sessions import CANDIDATES, REFUSALS, Sessions
from tablekit.wire.seal import NO_TAG, seal, session_key


@pytest.mark.parametrize(
    ("message", "key", "refusal"),
    [
        (Press(1_000, 9, ord("T"), 1, NO_TAG), OTHER_KEY, "forged"),
        (Status(1_000, 1, 0, 0, NO_TAG), bytes(16), "forged"),
        (Call(1, 0x0100, REMOTE, b"8 bytes.", NO_TAG), OTHER_KEY, "forged"),
        (Call(1, 0x0100, REMOTE + 1, b"8 bytes.", NO_TAG), OTHER_KEY, "foreign"),
        (Row(1, 0, bytes(20), NO_TAG), OTHER_KEY, "foreign"),
    ],
)
def test_a_frame_with_another_seal_does_nothing_and_is_counted(
    message: Press | Status | Call | Row, key: bytes, refusal: str
) -> None:
    both = joined()
    sent = len(both.heard)
    both.inject("kit", frame(seal(key, message)))
    both.run(100_000)
    assert both.link.refused == {refusal: 1}
    assert refusal in REFUSALS
    assert not [data for whom, data in both.heard[sent:] if whom == "remote" and data[2] in (0x31, 0x35)]
    both.press("T")
    assert both.keys == "T"


def test_what_is_no_remote_s_frame_is_foreign() -> None:
    both = joined()
    both.inject("kit", frame(encode(RadioOut(b"x"))) + frame(b"\xee"))
    both.run(100_000)
    assert both.link.refused == {"foreign": 2}


def test_an_eavesdropper_who_sends_everything_again_achieves_nothing() -> None:
    both = joined()
    both.press("12#T")
    both.run(5 * S)
    for to, data in [*both.heard]:
        both.inject(to, data)
        both.run(20_000)
    both.run(5 * S)
    assert both.keys == "12#T"
    assert both.remote.lines == SCREEN
    assert set(both.link.refused) == {"replayed", "doubled", "by the remote"}
    both.press("#")
    assert both.keys == "12#T#"
    assert not both.remote.failed


def test_frames_of_an_evening_before_do_nothing_in_this_one() -> None:
    before = joined()
    before.press("12#T")
    both = Air(link(b"nonce: 2"), RadioRemote(KEY, REMOTE, 2))
    both.run(1 * S)
    for to, data in before.heard:
        both.inject(to, data)
        both.run(50_000)
    both.run(5 * S)
    assert both.keys == ""
    assert both.remote.lines == SCREEN
    assert both.link.refused["forged"] > 4
    both.press("T")
    assert both.keys == "T"


def test_what_a_remote_said_before_it_restarted_is_late_or_sent_again() -> None:
    both = joined()
    before = [data for whom, data in both.heard if whom == "kit"]
    both.remote = RadioRemote(KEY, REMOTE, 2, both.now_us)
    both.run(800_000)
    for data in before:
        both.inject("kit", data)
    both.run(3 * S)
    assert both.link.refused == {"doubled": len(before)}
    for data in before:
        both.inject("kit", data)
    both.run(100_000)
    assert both.link.refused == {"doubled": len(before), "replayed": len(before)}


def test_calls_of_other_evenings_cost_the_session_nothing_and_are_told() -> None:
    both = joined()
    for boot in range(2, 12):
        (call,) = RadioRemote(KEY, REMOTE, boot).to_send(0)
        both.inject("kit", call)
        both.press("1")
    both.run(6 * S)
    assert both.keys == "1" * 10
    assert both.link.refused == {"replayed": CANDIDATES}
    assert both.remote.lines == SCREEN


def test_a_club_s_season_of_sessions_on_one_kit() -> None:
    """Each begins with its own first frame, and none can be begun by what was said in another."""
    kept = []
    sessions = Sessions(KEY, REMOTE, b"nonce: 1")
    for number in range(200):
        nonce = number.to_bytes(8, "little")
        call = Call(1, 0x0100, REMOTE, nonce, NO_TAG)
        assert sessions.called(call, seal(KEY, call), number * 10 * S) is None
        answer = sessions.answer(nonce)
        assert answer
        message = decode(answer)
        assert isinstance(message, Answer)
        status = seal(session_key(KEY, nonce, message.nonce), Status(1, 0, 0, 0, NO_TAG))
        assert sessions.hear(status, 1, number * 10 * S) == "fresh"
        assert sessions.hear(status, 1, number * 10 * S) == "doubled"
        assert sessions.called(call, seal(KEY, call), number * 10 * S + 9 * S) == "replayed"
        kept.append((call, status))
    for call, status in kept:
        sessions.called(call, seal(KEY, call), 9_000 * S)
        assert sessions.hear(status, 1, 9_000 * S) != "fresh"


def test_a_hail_that_is_sent_again_costs_no_press() -> None:
    both = joined()
    both.link = link(b"nonce: 2")
    both.run(2 * S)
    hails = frames_to(both, "remote", 0x35)
    assert hails
    for _ in range(40):
        both.inject("remote", hails[0])
        both.press("1", 70_000)
    both.run(2 * S)
    assert both.keys == "1" * 40
    assert not both.remote.failed


def test_a_forged_hail_or_one_for_another_remote_is_not_obeyed() -> None:
    both = joined()
    both.weather = Weather(lost=1)
    both.run(2 * S)
    both.weather = CALM
    both.inject("remote", frame(seal(OTHER_KEY, Hail(REMOTE, b"8 bytes.", NO_TAG))))
    both.inject("remote", frame(seal(KEY, Hail(REMOTE + 1, b"8 bytes.", NO_TAG))))
    both.run(20_000)
    calls = len(frames_to(both, "kit", 0x21))
    both.run(2 * S)
    assert len(frames_to(both, "kit", 0x21)) == calls
    assert both.link.refused == {"by the remote": 1}


def test_a_stranger_alone_is_hailed_and_counted_when_a_remote_would_have_called() -> None:
    alone = link()
    for second in range(10):
        alone.received(frame(seal(OTHER_KEY, Status(second + 1, 0, 0, 0, NO_TAG))), second * S)
        (hail,) = alone.to_send(second * S)
        assert hail[2] == 0x35
        assert alone.refused["forged"] == max(0, second - 2)


def test_two_tables_on_one_channel_do_not_disturb_each_other() -> None:
    ours = joined()
    theirs = Air(RemoteLink(OTHER_KEY, REMOTE + 1, b"theirs.."), RadioRemote(OTHER_KEY, REMOTE + 1, 1))
    for _ in range(100):
        seen = len(theirs.heard)
        theirs.run(50_000)
        for to, data in theirs.heard[seen:]:
            ours.inject(to, data)
        ours.run(50_000)
    assert ours.remote.lines == SCREEN
    assert set(ours.link.refused) == {"forged", "foreign", "by the remote"}
    ours.press("12#T")
    assert ours.keys == "12#T"
