"""A pay table that makes no sense is refused with a sentence that says what is wrong."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.three_card import solver as three_card
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.model import Rulebook

HOUSE = [key for key in BOOKS if not key.startswith("poker")]


@pytest.mark.parametrize("key", HOUSE)
def test_approved_books_make_sense(key: str) -> None:
    check_paytables(load(key))


def paying(key: str, table: str, changes: dict[str, int | None]) -> Rulebook:
    book = load(key)
    pays: dict[str, Any] = {**book.paytables[table].pays, **changes}
    kept = {hand: odds for hand, odds in pays.items() if odds is not None}
    return replace(book, paytables={**book.paytables, table: replace(book.paytables[table], pays=kept)})


def proceeding(key: str, **changes: Any) -> Rulebook:
    book = load(key)
    return replace(book, procedure=replace(book.procedure, **changes))


def awarding(key: str, hand: str, **changes: Any) -> Rulebook:
    book = load(key)
    assert book.jackpot is not None
    rows = {**book.jackpot.rows, hand: replace(book.jackpot.rows[hand], **changes)}
    return replace(book, jackpot=replace(book.jackpot, rows=rows))


@pytest.mark.parametrize(
    ("book", "says"),
    [
        (paying("three-card-poker@3", "pair-plus", {"flush": -4}), "flush pays -4"),
        (paying("three-card-poker@3", "pair-plus", {"flush": None}), "the row flush is missing"),
        (paying("three-card-poker@3", "pair-plus", {"flush": 6}), "straight pays 5 to 1 and the lower flush pays 6"),
        (paying("three-card-poker@3", "pair-plus", {"five-aces": 6}), "there is no hand five-aces"),
        (paying("casino-stud@2", "bet", {"royal-flush": 40}), "royal-flush pays 40 to 1 and the lower straight-flush"),
        (paying("progressive-holdem@6", "bonus", {"low-pair": 6}), "the lower low-pair pays 6"),
        (awarding("casino-stud@2", "flush", fixed=30_000), "full-house pays less than the lower flush"),
        (awarding("casino-stud@2", "straight-flush", share=Fraction(2)), "at most all"),
        (
            awarding("casino-stud@2", "royal-flush", share=None, fixed=5_000),
            "royal-flush pays less than the lower four-of-a-kind",
        ),
        (awarding("three-card-poker@3", "straight", fixed=-1), "not below 0"),
        (awarding("three-card-poker@3", "akq-of-spades", envy=-1), "Envy Bonus for akq-of-spades"),
        (proceeding("casino-stud@2", multiples={"bet": 0}), "bet-multiple is 0"),
        (proceeding("casino-stud@2", payout_caps={"bet": 0}), "bet-payout-cap is 0"),
        (proceeding("casino-stud@2", dealer_qualifies="joker-high"), "no dealer's hand is called 'joker-high'"),
        (proceeding("progressive-holdem@6", ante_pays_from="six-aces"), "no ranking is called 'six-aces'"),
    ],
)
def test_nonsense_is_refused(book: Rulebook, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        check_paytables(book)


def test_solvers_refuse() -> None:
    with pytest.raises(Unreadable, match="flush pays -4"):
        three_card.solve(paying("three-card-poker@3", "pair-plus", {"flush": -4}))
    with pytest.raises(Unreadable, match="bet-multiple"):
        casino_stud.solve(proceeding("casino-stud@2", multiples={"bet": 0}))
    with pytest.raises(Unreadable, match="not played against the House"):
        check_paytables(load("poker@7"))
