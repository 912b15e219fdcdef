"""Cards as places: by the types of fields, never by text, and never readable for want of a place."""

from collections.abc import Mapping
from enum import Enum
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from croupier.floor.journal.codec import WORDS, Family
from croupier.floor.journal.places import Places, Unplaced, seal_events, written
from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.house.events import BoxTaken, CardsDealt, FaceUpCardExposed

PLACES = Places(DECK)


def test_a_place_is_written_with_two_digits() -> None:
    assert [written(place) for place in (0, 8, 9, 51, 99)] == ["#01", "#09", "#10", "#52", "#100"]


def test_cards_are_places_wherever_they_stand() -> None:
    dealt = CardsDealt(
        cards=DECK[:4], cites=(), burnt=DECK[:1], hands={3: DECK[1:2]}, dealer=DECK[2:4], community=(), up=DECK[3]
    )
    sealed = PLACES.seal(dealt)
    assert sealed.cards == ("#01", "#02", "#03", "#04")
    assert (sealed.burnt, sealed.hands, sealed.dealer, sealed.up) == (("#01",), {3: ("#02",)}, ("#03", "#04"), "#04")
    assert PLACES.unseal(sealed) == dealt


def test_a_player_may_be_called_like_a_card_or_a_place() -> None:
    for name in ("As", "#07", "??"):
        assert PLACES.seal(BoxTaken(1, name)) == PLACES.unseal(BoxTaken(1, name)) == BoxTaken(1, name)


def test_face_down_cards_and_literal_places_stay() -> None:
    for card in (FACE_DOWN, Card("#07")):
        assert PLACES.seal(FaceUpCardExposed(card, ())) == FaceUpCardExposed(card, ())
        assert Places().seal(FaceUpCardExposed(card, ())) == FaceUpCardExposed(card, ())
        assert Places().unseal(FaceUpCardExposed(card, ())) == FaceUpCardExposed(card, ())
    assert PLACES.unseal(FaceUpCardExposed(FACE_DOWN, ())) == FaceUpCardExposed(FACE_DOWN, ())


def test_a_card_without_a_place_is_never_written() -> None:
    """And the error does not name it either."""
    with pytest.raises(Unplaced, match="for everybody to read") as raised:
        Places(DECK[1:]).seal(FaceUpCardExposed(DECK[0], ()))
    assert DECK[0] not in str(raised.value)
    with pytest.raises(Unplaced):
        seal_events([FaceUpCardExposed(DECK[0], ())], Places())
    with pytest.raises(Unplaced):
        Places(DECK[1:]).place(DECK[0])


@pytest.mark.parametrize("text", ["#53", "#1", "#00", "As", "", "seven"])
def test_what_is_no_place_of_the_round_is_not_unsealed(text: str) -> None:
    with pytest.raises(Unplaced, match="is not a place of this round"):
        PLACES.unseal(FaceUpCardExposed(Card(text), ()))


def test_cards_may_come_one_by_one() -> None:
    """As a device reads them."""
    places = Places()
    for number, card in enumerate(DECK[10:13]):
        places = places.and_then(number, [card])
    assert [places.place(card) for card in DECK[10:13]] == [0, 1, 2]
    assert places.card(2) == DECK[12]


# --- Every word of the journal --------------------------------------------------------------------------------


def filled(hint: Any) -> Any:
    """Something of this type, in which every field is filled and every card is the same."""
    if hint is Card:
        return DECK[-1]
    if isinstance(hint, NewType):
        return filled(hint.__supertype__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Union or origin is UnionType:
        return filled(next(arm for arm in arguments if arm is not type(None)))
    if origin is tuple:
        return tuple(filled(arm) for arm in arguments if arm is not Ellipsis)
    if origin is frozenset:
        return frozenset({filled(arguments[0])})
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {filled(arguments[0]): filled(arguments[1])}
    if issubclass(hint, msgspec.Struct):
        hints = get_type_hints(hint)
        return hint(**{name: filled(hints[name]) for name in hint.__struct_fields__})
    return next(iter(hint)) if issubclass(hint, Enum) else {int: 1, bool: True, str: "x"}[hint]


def words() -> list[Any]:
    tables = [WORDS[family] for family in (Family.HOUSE, Family.POKER)]
    return [word for table in tables for word in (*get_args(table.events), *get_args(table.commands), table.state)]


@pytest.mark.parametrize("word", words(), ids=lambda word: word.__name__)
def test_no_word_of_the_journal_names_a_card_when_it_is_sealed(word: Any) -> None:
    value = filled(word)
    sealed = PLACES.seal(value)
    assert DECK[-1].encode() not in msgspec.json.encode(sealed)
    assert PLACES.unseal(sealed) == value


def test_many_words_hold_cards() -> None:
    """Or the test above would show less than it says."""
    assert sum(PLACES.seal(filled(word)) != filled(word) for word in words()) > 15
