"""The words of the journal: written, read again, and never read under a number that is not known."""

import msgspec
import pytest
from hypothesis import given

from croupier.games.house.events import BetsClosed
from croupier.games.poker.events import PlayerCameBack
from croupier.journal.codec import Family, decode_events, decode_state, encode_events, encode_state
from croupier.journal.upcast import STEPS, VERSION, Raw, UnknownVersion, upcast
from tests.properties.link_worlds import Evening
from tests.properties.rounds import Played, played


@given(played(rounds=1))
def test_what_happens_at_a_table_is_read_as_it_was_written(what: Played) -> None:
    for round_ in what.rounds:
        assert decode_events(Family.HOUSE, encode_events(round_.events)) == round_.events
        state = round_.final.table
        assert decode_state(Family.HOUSE, encode_state(state)) == state


def test_what_happens_on_a_link_is_read_as_it_was_written() -> None:
    evening = Evening(7)
    evening.live(100)
    assert decode_events(Family.LINK, encode_events(evening.events)) == tuple(evening.events)
    assert decode_state(Family.LINK, encode_state(evening.link)) == evening.link


def test_a_family_reads_its_own_words_only() -> None:
    closed, back = encode_events([BetsClosed(())]), encode_events([PlayerCameBack(3)])
    assert closed == b'{"v":1,"then":[{"type":"bets-closed","cites":[],"jackpot_bets":{}}]}'
    assert decode_events(Family.POKER, back) == (PlayerCameBack(3),)
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'bets-closed'"):
        decode_events(Family.POKER, closed)


@pytest.mark.parametrize("v", [VERSION + 1, 10**30, 0, -1, "1", True, None, 1.0])
def test_an_unknown_number_is_refused_before_anything_is_decoded(v: object) -> None:
    """What stands behind the number would fail otherwise: it is no list of events, and no state."""
    body = msgspec.json.encode({"v": v, "then": {"anything": "else"}})
    with pytest.raises(UnknownVersion, match="version"):
        decode_events(Family.HOUSE, body)
    with pytest.raises(UnknownVersion, match="version"):
        decode_state(Family.HOUSE, body)


def test_a_newer_number_says_which_can_be_read() -> None:
    with pytest.raises(UnknownVersion, match="this journal has version 2; versions 1 to 1 can be read here"):
        upcast(2, [])


def test_a_journal_without_a_number_is_none() -> None:
    with pytest.raises(msgspec.ValidationError, match="missing required field `v`"):
        decode_events(Family.HOUSE, b'{"then":[]}')


def test_older_words_are_read_step_by_step() -> None:
    """As it will be when the number rises: two steps lead from the first number to the third."""

    def renamed(raw: Raw) -> Raw:
        return [{**event, "type": "player-came-back"} for event in raw]

    def moved(raw: Raw) -> Raw:
        return [{**event, "seat": event["seat"] + 1} for event in raw]

    steps = {1: renamed, 2: moved}
    assert upcast(1, [{"type": "player-returned", "seat": 2}], steps) == [{"type": "player-came-back", "seat": 3}]
    assert upcast(2, [{"type": "player-came-back", "seat": 2}], steps) == [{"type": "player-came-back", "seat": 3}]
    assert upcast(3, [{"type": "player-came-back", "seat": 3}], steps) == [{"type": "player-came-back", "seat": 3}]
    with pytest.raises(UnknownVersion, match="versions 1 to 3"):
        upcast(4, [], steps)


def test_each_number_below_ours_has_a_step() -> None:
    assert sorted(STEPS) == list(range(1, VERSION))
