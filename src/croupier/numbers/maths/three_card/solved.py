"""3 Card Poker as its odds sheet and its jackpot bet ask for it."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb

import numpy as np

from croupier.numbers.maths.jackpot.odds import (
    ALWAYS,
    AS_IS_BEST,
    NEVER,
    WITH_THE_JACKPOT,
    Folding,
    Forfeited,
    JackpotOdds,
    awards_of,
    forfeits,
)
from croupier.numbers.maths.odds.complete import Complete, Shown
from croupier.numbers.maths.odds.jackpots import jackpot_of
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.odds.sheet import (
    MOST_OTHERS,
    Check,
    Sheet,
    SheetRequest,
    happening,
    lines_of,
    paid_lines,
    qualification,
    sums,
)
from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.three_card.kinds import KINDS
from croupier.numbers.maths.three_card.play import three_card_habits, threshold_of
from croupier.numbers.maths.tools.results import Played
from croupier.numbers.maths.tools.settlement_table import NOTHING, Stakes, tabulate
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.three_card.settle import Facts, Outcome, settle
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook


def sheet(book: Rulebook, asked: SheetRequest) -> Sheet:
    solution = three_card.solve(book, ante=asked.ante)
    played = solution.played
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 3)
    not_qualified = Fraction(int(three_card.deck().below[qualifies]), three_card.HANDS)
    kinds, side_bets = _kinds(), HOUSE_GAMES[book.game].side_bets_in(book)
    return Sheet(
        book=book,
        ante=asked.ante,
        played=played,
        dealer_qualifies=1 - not_qualified,
        frequencies={**happening(played), **qualification(not_qualified)},
        lines=(*lines_of(played, ("ante", "play")), *paid_lines(solution.lines)),
        side_bets=tuple(three_card.on_own_hand(book, bet, solution.plays) for bet in side_bets),
        joint={
            bet.spot.value: three_card.solve(book, ante=asked.ante, side_bets={bet.spot: asked.ante}).played
            for bet in side_bets
        },
        jackpot=jackpot_of(book, asked, envy_bonuses(book, asked.jackpot_bet)),
        strategy=threshold_of(solution),
        habits=tuple(three_card_habits(solution)) if asked.habits else (),
        checks=(
            Check("deals counted: C(52,3) × C(49,3)", played.deals, comb(52, 3) * comb(49, 3)),
            Check("three-card hands by kind: C(52,3)", sum(kinds.values()), comb(52, 3)),
            Check("straight flushes: 12 × 4", kinds["straight-flush"], 48),
            Check("three of a kind: 13 × 4", kinds["three-of-a-kind"], 52),
            Check("straights: 12 × (4³ - 4)", kinds["straight"], 720),
            Check("flushes: 4 × (C(13,3) - 12)", kinds["flush"], 1_096),
            Check("pairs: 13 × C(4,2) × 48", kinds["pair"], 3_744),
            *sums(played),
        ),
    )


def _kinds() -> Counter[str]:
    """The 22,100 hands by kind, whatever is paid for them."""
    found: Counter[str] = Counter()
    for kind, number in three_card.frequencies().items():
        found["straight-flush" if kind.value.startswith("akq") else kind.value] += number
    return found


def together(book: Rulebook, stakes: Stakes, meter: Cents) -> Played:
    beside: Stakes = {spot: stake for spot, stake in stakes.items() if spot not in (Spot.ANTE, Spot.JACKPOT)}
    jackpot = stakes.get(Spot.JACKPOT, NOTHING)
    return three_card.solve(book, ante=stakes[Spot.ANTE], side_bets=beside, jackpot=jackpot, meter=meter).played


def complete(book: Rulebook, ante: Cents) -> Complete:
    from croupier.numbers.maths.three_card import complete as completed

    return completed.complete(three_card.solve(book, ante=ante))


def appendix(book: Rulebook, ante: Cents) -> Shown:
    from croupier.numbers.maths.three_card import complete as completed

    return completed.shown(three_card.solve(book, ante=ante))


# --- The jackpot bet ----------------------------------------------------------------------------------------


def jackpot_odds(book: Rulebook, bet: Cents, others: int = 0, plays: three_card.Bools | None = None) -> JackpotOdds:
    """3 Card Poker: a fold loses the bet, and Envy Bonuses with it (3.12.1, R-14).

    `plays` tells which hands are not folded; as is best without side bets, if it is not given.
    """
    check_paytables(book)
    stays = three_card.solve(book).plays if plays is None else plays
    deck = three_card.deck()
    number = np.bincount(deck.kinds[stays], minlength=len(KINDS)).tolist()
    facts = {Facts(Outcome.LOWER, kind): hands * three_card.DEALERS for kind, hands in zip(KINDS, number, strict=True)}
    table = tabulate(settle, book, {Spot.JACKPOT: bet}, facts)
    named = [(each.hand.value, table[each], deals) for each, deals in facts.items()]
    envy = Fraction(int(three_card.envy_of(book, deck)[stays].sum()), three_card.DEALS)
    return JackpotOdds(book.key, bet, awards_of(bet, named, three_card.DEALS), others * envy, others)


def envy_bonuses(book: Rulebook, bet: Cents) -> tuple[Fraction, ...]:
    """By number of other players, from none: what they add to a bet, in dollars."""
    one = jackpot_odds(book, bet, 1).envy / 100
    return tuple(others * one for others in range(MOST_OTHERS + 1))


def foldings(book: Rulebook, bet: Cents, ante: Cents, meter: Cents, others: int) -> tuple[Folding, ...]:
    return tuple(_foldings(book, bet, ante, meter, others))


def _foldings(book: Rulebook, bet: Cents, ante: Cents, meter: Cents, others: int) -> Iterator[Folding]:
    best = three_card.solve(book, ante=ante)
    minded = three_card.solve(book, ante=ante, jackpot=bet, meter=meter, others=others).plays
    every = np.ones_like(best.plays)
    for words, plays in ((AS_IS_BEST, best.plays), (WITH_THE_JACKPOT, minded), (NEVER, every), (ALWAYS, ~every)):
        ev = Fraction(int(best.margins[plays].sum()), three_card.DEALS * ante) - 1
        yield Folding(words, jackpot_odds(book, bet, others, plays), ev)


def forfeited(book: Rulebook, bet: Cents, meter: Cents, others: int) -> Forfeited:
    plain = three_card.solve(book)
    minded = three_card.solve(book, jackpot=bet, meter=meter, others=others)
    costs = (-plain.margins[~plain.plays]).tolist()
    gains = (minded.margins - plain.margins)[~plain.plays].tolist()
    never = jackpot_odds(book, bet, others, np.ones_like(plain.plays))
    return forfeits(jackpot_odds(book, bet, others), never, zip(gains, costs, strict=True))
