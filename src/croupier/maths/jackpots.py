"""Jackpot bets as exact linear functions of the meter, with the meter at which they break even.

Below the meter at which a share is worth less than a fixed award of the same hand, that award is paid instead
(R-12). Such small meters are left out of the linear function, not out of `JackpotOdds.at`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.games.casino_stud import settle as stud_settle
from croupier.games.house.lines import Spot
from croupier.games.progressive_holdem import settle as holdem_settle
from croupier.games.three_card import settle as three_card_settle
from croupier.hands import FiveCardRank
from croupier.maths import casino_stud, holdem, three_card
from croupier.maths.awards import BOARD, BOARDS, OWN, awards
from croupier.maths.paytables import check_paytables
from croupier.maths.tabulate import Paid, tabulate
from croupier.money import Cents, share_rounded_down
from croupier.rulebook.model import Rulebook


class Award(Struct, frozen=True):
    """One line of the jackpot table: in how many deals a bet is paid it."""

    hand: str
    share: Fraction
    fixed: Cents
    """Paid where there is no share; where there is one, paid if the share is worth no more."""
    hits: int
    deals: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.hits, self.deals)

    def worth(self, meter: Cents) -> Fraction:
        """What the line brings to a bet, in cents."""
        return self.probability * max(share_rounded_down(meter, self.share), self.fixed)


class LongRun(Struct, frozen=True):
    """Where a link settles if every bet has these odds."""

    meter: Fraction
    """The meter on the average, in dollars, when a bet is decided.

    A partial award never takes the meter below its reset value (R-11); that this may cost the House more is
    left out, so with partial awards the figure is a little low.
    """
    hold: Fraction
    """What the House keeps of a bet: not paid as fixed awards, not put into meters, not into their resets."""


class JackpotOdds(Struct, frozen=True):
    """One prescribed jackpot bet. Amounts of `per_dollar`, `fixed` and `break_even` are dollars."""

    book: str
    bet: Cents
    awards: tuple[Award, ...]
    envy: Fraction = Fraction(0)
    """Envy Bonuses of a bet, in cents on the average."""

    @property
    def per_dollar(self) -> Fraction:
        """What a dollar on the meter adds to the value of a bet."""
        return sum((award.probability * award.share for award in self.awards), Fraction(0))

    @property
    def fixed(self) -> Fraction:
        """The value of a bet apart from the meter: fixed awards and Envy Bonuses less the bet itself."""
        paid = sum((award.probability * award.fixed for award in self.awards if not award.share), self.envy)
        return (paid - self.bet) / 100

    @property
    def break_even(self) -> Fraction | None:
        """The meter at which the House keeps nothing; None where no award is a share of it."""
        return -self.fixed / self.per_dollar if self.per_dollar else None

    def at(self, meter: Cents) -> Fraction:
        """The value of a bet in dollars, with shares rounded down to the cent (R-1)."""
        return (sum((award.worth(meter) for award in self.awards), self.envy) - self.bet) / 100

    def long_run(self, *, contribution: Fraction, reset: Cents) -> LongRun:
        """The mean meter takes in as much as it gives out: contributions and resets against awards."""
        full = sum((award.probability for award in self.awards if award.share == 1), Fraction(0))
        in_cents = contribution * self.bet + full * reset
        kept = -(self.fixed * 100) - in_cents
        return LongRun(in_cents / self.per_dollar / 100, kept / self.bet)


def three_card_jackpot(book: Rulebook, bet: Cents, others: int = 0) -> JackpotOdds:
    """3 Card Poker: a fold loses the bet, and Envy Bonuses with it. Hands are played as is best without side bets."""
    played = three_card.solve(book).played
    staying = [row for row in played.rows if row.decision == "play"]
    kinds: Counter[three_card_settle.Hand] = Counter()
    for row in staying:
        kinds[three_card_settle.Hand(row.hand)] += row.deals
    facts = {three_card_settle.Facts(three_card_settle.Outcome.LOWER, kind): kinds[kind] for kind in three_card.KINDS}
    table = tabulate(three_card_settle.settle, book, {Spot.JACKPOT: bet}, facts)
    named = [(each.hand.value, table[each], deals) for each, deals in facts.items()]
    envy = three_card.solve(book, jackpot=bet, others=others).played.extra if others else Fraction(0)
    return JackpotOdds(book.key, bet, _awards(bet, named, played.deals), envy)


def casino_stud_jackpot(book: Rulebook, bet: Cents) -> JackpotOdds:
    """Casino Stud: a folded box keeps everything (R-23)."""
    played = casino_stud.solve(book).played
    hands = played.count(lambda row: row.hand)
    outcome = stud_settle.Outcome.FOLDED
    facts = {
        stud_settle.Facts(outcome, rank): hands[rank.name.lower().replace("_", "-")] for rank in reversed(FiveCardRank)
    }
    table = tabulate(stud_settle.settle, book, {Spot.JACKPOT: bet}, facts)
    named = [(stud_settle.PAID_AS[each.hand], table[each], deals) for each, deals in facts.items()]
    return JackpotOdds(book.key, bet, _awards(bet, named, played.deals))


def holdem_jackpot(book: Rulebook, bet: Cents, folded: Iterable[holdem.HoleCards] = ()) -> JackpotOdds:
    """Progressive Hold'em: hole cards that are folded keep the awards of the community cards only (R-27)."""
    check_paytables(book)
    dead = set(folded)
    facts: Counter[holdem_settle.Facts] = Counter()
    for hole in holdem.ALL_HOLES:
        counts = awards()[hole.place]
        for one, own in enumerate(OWN):
            for other, board in enumerate(BOARD):
                facts[_facts(own, board, folded=hole in dead)] += int(counts[one, other])
    table = tabulate(holdem_settle.settle, book, {Spot.JACKPOT: bet}, facts)
    named = [(_row_of(book, each, table[each], bet), table[each], deals) for each, deals in facts.items()]
    return JackpotOdds(book.key, bet, _awards(bet, named, holdem.HOLES * BOARDS))


def _facts(own: holdem_settle.OwnAward, board: holdem_settle.BoardAward, *, folded: bool) -> holdem_settle.Facts:
    if folded:
        return holdem_settle.Facts(holdem_settle.Outcome.FOLDED, False, holdem_settle.Hole.NOTHING, board=board)
    return holdem_settle.Facts(holdem_settle.Outcome.LOWER, True, holdem_settle.Hole.NOTHING, own, board)


def _row_of(book: Rulebook, facts: holdem_settle.Facts, paid: Paid, bet: Cents) -> str:
    """The line that was paid, of those that the cards reach."""
    assert book.jackpot is not None, book.key
    reached = [book.jackpot.rows[hand] for hand in (facts.own, facts.board) if hand in book.jackpot.rows]
    fixed = paid.lines[Spot.JACKPOT] + bet
    matching = [row.hand for row in reached if (row.share == paid.share if paid.share else row.fixed == fixed)]
    return matching[0] if matching else "none"


def _awards(bet: Cents, named: Iterable[tuple[str, Paid, int]], deals: int) -> tuple[Award, ...]:
    found: dict[tuple[str, Fraction, int], int] = {}
    total = 0
    for hand, paid, number in named:
        total += number
        fixed = paid.at_least if paid.share else paid.lines[Spot.JACKPOT] + bet
        if (paid.share or fixed) and number:
            key = hand, paid.share, fixed
            found[key] = found.get(key, 0) + number
    assert total <= deals, f"{total} deals counted, there are {deals}"
    return tuple(Award(hand, share, Cents(fixed), hits, deals) for (hand, share, fixed), hits in found.items())


def jackpot_odds(book: Rulebook, bet: Cents, others: int = 0) -> JackpotOdds:
    """The jackpot bet of any of the house games, played as is best without side bets."""
    game = book.key.partition("@")[0]
    if game == three_card.GAME:
        return three_card_jackpot(book, bet, others)
    if game == casino_stud.GAME:
        return casino_stud_jackpot(book, bet)
    return holdem_jackpot(book, bet, holdem.solve(book).folded)


Contributions = Mapping[str, Fraction]


def contributions(odds: JackpotOdds, meter: Cents) -> Contributions:
    """What each line brings to a bet at this meter, in dollars."""
    found: dict[str, Fraction] = {}
    for award in odds.awards:
        found[award.hand] = found.get(award.hand, Fraction(0)) + award.worth(meter) / 100
    return found
