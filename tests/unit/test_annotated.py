"""Texts are found in values by the types of their fields."""

from collections.abc import Mapping

from croupier.base.actors import Actor, Rank
from croupier.base.citation import Citation
from croupier.base.typed_fields import texts_of
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.common import Ruled
from croupier.rules.games.house import events as house
from croupier.rules.games.house.lines import LineSettled, Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.poker import events as poker
from croupier.rules.money import Cents

CARD, OTHER = Card("As"), Card("Kd")


def test_a_name_is_no_card() -> None:
    assert list(texts_of(house.PlayerWalkedAway("As"), Card)) == []


def test_cards_wherever_they_stand() -> None:
    dealt = house.CardsDealt((CARD, OTHER), (Citation("3.9"),), burnt=(CARD,), hands={1: (OTHER,)}, up=CARD)
    assert list(texts_of(dealt, Card)) == ["As", "Kd", "As", "Kd", "As"]
    assert list(texts_of(dealt, Citation)) == ["3.9"]
    hidden = house.CardsDealt((CARD,), ())
    assert list(texts_of(hidden, Card)) == ["As"], "there is no card face up"


def test_citations_of_lines_and_rulings() -> None:
    line = LineSettled(Spot.ANTE, Cents(1), Cents(1), Cents(1), Result.WIN, (Citation("3.15.1"), Citation("4.1")))
    settled = house.RoundSettled({1: house.BoxSettled((line,))})
    assert list(texts_of(settled, Citation)) == ["3.15.1", "4.1"]
    ruled = Ruled("exposed", "void", (Citation("5.8.2"),), by=Actor(Rank.DEALER, "R-13"))
    assert list(texts_of(poker.IrregularityRuled(ruled), Citation)) == ["5.8.2"], "a name is no citation either"


class Several(Value):
    either: Card | int | None
    named: Mapping[Card, tuple[Card | None, ...]]


def test_one_of_several_types() -> None:
    several = Several(CARD, {OTHER: (CARD, None)})
    assert list(texts_of(several, Card)) == ["As", "Kd", "As"]
    assert list(texts_of(Several(7, {}), Card)) == []
