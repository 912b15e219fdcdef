"""The words of the journal: written, read again, and never read under a number that is not known."""

from typing import Any

import msgspec
import pytest
from hypothesis import given

from croupier.floor.journal.codec import WORDS, EventCodec, Family, StateCodec
from croupier.floor.journal.upcast import STEPS, VERSION, Raw, UnknownVersion, upcast
from croupier.rules.games.house.events import BetsClosed
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.events import PlayerCameBack
from croupier.rules.jackpot.link import Link
from tests.properties.link_worlds import Evening
from tests.properties.rounds import Played, played

EVENTS = {family: EventCodec[Any](words.events) for family, words in WORDS.items()}


@given(played(rounds=1))
def test_what_happens_at_a_table_is_read_as_it_was_written(what: Played) -> None:
    codec = EVENTS[Family.HOUSE]
    for round_ in what.rounds:
        assert codec.decode(VERSION, codec.encode(round_.events)) == round_.events
        state = round_.final.table
        assert StateCodec(HouseState).decode(StateCodec(HouseState).encode(state)) == state


def test_what_happens_on_a_link_is_read_as_it_was_written() -> None:
    evening = Evening(7)
    evening.live(100)
    codec = EVENTS[Family.LINK]
    assert codec.decode(VERSION, codec.encode(evening.events)) == tuple(evening.events)
    assert StateCodec(Link).decode(StateCodec(Link).encode(evening.link)) == evening.link


def test_a_snapshot_is_read_by_who_has_states_of_its_shape_and_language_only() -> None:
    """A field that a state has had since would stand there with its default, not as folding gives it."""
    evening = Evening(7)
    evening.live(20)
    written = StateCodec(Link).encode(evening.link)
    later = msgspec.defstruct("Link", [("told", int, 0)], bases=(Link,), frozen=True)
    same = msgspec.defstruct("Link", [], bases=(Link,), frozen=True, namespace={"__doc__": "In other words."})
    assert StateCodec(later).decode(written) is None
    assert StateCodec(same).decode(written) is not None
    before = msgspec.json.decode(written)
    assert StateCodec(Link).decode(msgspec.json.encode({**before, "v": VERSION + 1})) is None
    assert StateCodec(Link).decode(msgspec.json.encode(before["then"])) is None  # as it was before they had a shape
    assert StateCodec(Link).decode(msgspec.json.encode(before)) == evening.link


def test_a_family_reads_its_own_words_only() -> None:
    closed, back = EVENTS[Family.HOUSE].encode([BetsClosed(())]), EVENTS[Family.POKER].encode([PlayerCameBack(3)])
    assert bytes(closed) == b'[{"type":"bets-closed","cites":[],"jackpot_bets":{}}]'
    assert EVENTS[Family.POKER].decode(VERSION, back) == (PlayerCameBack(3),)
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'bets-closed'"):
        EVENTS[Family.POKER].decode(VERSION, closed)


@pytest.mark.parametrize("v", [VERSION + 1, 10**30, 0, -1, "1", True, None, 1.0])
def test_an_unknown_number_is_refused_before_anything_is_decoded(v: object) -> None:
    """What stands behind the number would fail otherwise: it is no list of events."""
    with pytest.raises(UnknownVersion, match="version"):
        EVENTS[Family.HOUSE].decode(v, b'{"anything": "else"}')


def test_a_newer_number_says_which_can_be_read() -> None:
    with pytest.raises(UnknownVersion, match="this journal has version 4; versions 1 to 3 can be read here"):
        upcast(4, [])


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
