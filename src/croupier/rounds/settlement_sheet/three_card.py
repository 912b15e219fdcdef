"""The settlement sheet of 3 Card Poker."""

from collections.abc import Iterator

from croupier.base.citation import ruling
from croupier.rounds.settlement_sheet.asking import (
    ANY,
    JACKPOT_BET,
    UNIT,
    Sheet,
    SheetTable,
    always,
    by_clauses,
    net_of_every_case,
    settled,
    table,
    without,
    words,
)
from croupier.rounds.settlement_sheet.envy import envy_bonus
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.bets import Bet
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.three_card import settle as three_card
from croupier.rules.games.three_card.clauses import ThreeCard
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load


def sheet(key: str) -> Sheet:
    book = load(key)
    steps, side_bets = book.procedure, HOUSE_GAMES[book.game].side_bets_in(book)
    stakes = {
        Spot.ANTE: UNIT,
        Spot.PLAY: Cents(UNIT * steps.multiples[Spot.PLAY]),
        **{bet.spot: UNIT for bet in side_bets},
        Spot.JACKPOT: JACKPOT_BET,
    }
    folded = three_card.Outcome.FOLDED
    facts = list(three_card.all_facts())
    cases = settled(key, three_card.settle, facts, lambda f: without(stakes, Spot.PLAY, when=f.outcome is folded))
    # without an Ante there is nothing to fold, and the hand is the dealer's to reveal (3.14, R-18)
    revealed = [f for f in facts if f.outcome is not folded and f.hand is not three_card.Hand.NOT_SHOWN]

    def outcome_of(f: three_card.Facts) -> str:
        if f.hand is three_card.Hand.NOT_SHOWN and f.outcome is three_card.Outcome.LOWER:
            return "dealer qualifies"  # whatever both of them hold
        return f.outcome

    def against_dealer(f: three_card.Facts) -> tuple[str, ...]:
        if f.outcome is folded:
            return f.outcome, ANY
        return outcome_of(f), "not shown" if f.hand is three_card.Hand.NOT_SHOWN else "shown"

    def on_own_hand(f: three_card.Facts) -> tuple[str, ...]:
        return (folded, ANY) if f.outcome is folded else ("not folded", words(f.hand))

    def no_bonus(f: three_card.Facts) -> str:
        if f.outcome is folded:
            return by_clauses(key, ThreeCard.FOLD_FORFEITS, rulings=(ruling(17),))
        if f.hand is three_card.Hand.NOT_SHOWN:
            return by_clauses(key, ThreeCard.ANTE_BONUS_PAYS, House.HAND_NOT_SHOWN, rulings=(ruling(74),))
        return by_clauses(key, ThreeCard.ANTE_BONUS_PAYS)

    def side_bet(bet: Bet) -> Iterator[SheetTable]:
        name = bet.spot.words
        yield table(f"{name} with an Ante", cases, bet.spot, ("box", "hand"), on_own_hand)
        if not bet.needs_ante:
            alone = settled(key, three_card.settle, revealed, always({bet.spot: UNIT}))
            yield table(f"{name} alone", alone, bet.spot, ("hand",), lambda f: (words(f.hand),))

    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer", "hand"), against_dealer),
        table("Play", cases, Spot.PLAY, ("against the dealer", "hand"), against_dealer),
        *(each for bet in side_bets for each in side_bet(bet)),
        table("Ante Bonus", cases, "ante-bonus", ("box", "hand"), on_own_hand, no_bonus),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "hand"), on_own_hand),
        envy_bonus(key),
    )
    every_case = net_of_every_case(
        cases, (*stakes, "ante-bonus"), ("against the dealer", "hand"), lambda f: (outcome_of(f), words(f.hand))
    )
    return Sheet(book, stakes, len(cases), tables, every_case=every_case)
