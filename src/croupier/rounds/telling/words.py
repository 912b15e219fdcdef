"""Bets, payments and hands in a dealer's words, with the arithmetic."""

import re
from collections.abc import Sequence
from fractions import Fraction

from croupier.base.sentences import Sentence as Coded
from croupier.base.sentences import says
from croupier.rules.cards import Card, show_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.events import JackpotPaid
from croupier.rules.games.house.lines import AwardPaid, LineSettled, Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseTable
from croupier.rules.games.irregularity import verdict
from croupier.rules.hands import Made, hand_in_words
from croupier.rules.rulebook.model import Device, Rulebook

OUTCOMES = ("dealer-not-qualified", "higher-hand-wins", "lower-hand-loses", "same-ranking-stands-off")
"""By clause; a round that was folded is in none."""

BETS_BACK = says("told.void-bets-back", ruling=verdict("void"))
CHIPS_BACK = says("told.void-chips-back", ruling=verdict("void"))

CAPS = ("bet-payout-limit", "bonus-payout-limit")
CUT = ("oversized-bet", "excess-unnoticed")
# Clauses go by their names here: a clause counts as cited where a rule is applied, not where it is explained.


def money(amount: int) -> str:
    """Cents as people write them: "1,250.00"."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100:,}.{abs(amount) % 100:02d}"


_LARGE = re.compile(r"(?<![\d.,])\d{4,}(?=\.\d\d(?!\d))")


def in_thousands(text: str) -> str:
    """The amounts in it as people write them: "1250.00" is "1,250.00"."""
    return _LARGE.sub(lambda found: f"{int(found[0]):,}", text)


def gain(amount: int) -> str:
    """A result with its sign: "+350.00", "-50.00"."""
    return f"+{money(amount)}" if amount > 0 else money(amount)


def listed(items: Sequence[object], last: str = "and") -> str:
    """ "1", "1 and 2", "1, 2 and 5"."""
    *others, final = map(str, items)
    return f"{', '.join(others)} {last} {final}" if others else final


def device_words(device: Device) -> str:
    return "the card shoe" if device is Device.SHOE else "the shuffler"


def sign(table: HouseTable) -> str:
    """What the sign at the table says."""
    bets = [f"{spot.words} {money(limits.low)} to {money(limits.high)}" for spot, limits in table.limits.items()]
    jackpot = "no jackpot" if table.jackpot_bet is None else f"jackpot bet {money(table.jackpot_bet)}"
    return ", ".join([*bets, jackpot])


def hand_words(cards: tuple[Card, ...], board: tuple[Card, ...] = ()) -> str:
    """A hand of poker, as soon as there are enough cards for one; the games against the House say it themselves."""
    return hand_in_words(cards + board)


def hand_says(cards: tuple[Card, ...], made: Made | None, words: str) -> Coded:
    """Cards and what they make: pages name the hand by its slug and ranks."""
    held = says("cards", cards=show_cards(cards))
    return says("cards-make", cards=held, hand=made_says(made, words)) if words else held


def made_says(made: Made | None, words: str) -> Coded:
    return says("hand", words=words, hand=made.hand if made else "", ranks=made.ranks if made else ())


def dealer_words(book: Rulebook, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """The dealer's hand and, in the games that ask for it, whether it qualifies."""
    game = HOUSE_GAMES[book.game]
    hand = game.describe(cards + board)
    if game.qualifies is None:
        return hand
    return f"{hand}; {'qualifies' if game.qualifies(book, cards) else 'does not qualify'}"


def outcome(book: Rulebook, lines: Sequence[LineSettled]) -> str:
    """How the hand compared with the dealer's: the clause that decided the Ante, if it was the comparison."""
    cited = [cite for line in lines if line.spot is Spot.ANTE for cite in line.cites]
    return next((clause for clause in OUTCOMES if book.cited.get(clause) in cited), "")


def line_words(book: Rulebook, line: LineSettled, answer: JackpotPaid | None = None) -> str:
    """What became of one bet; `answer` is the meter's to a claim of its box."""
    bet = f"{line.spot.words} {money(line.staked)}"
    match line.result:
        case Result.LOSE:
            if line.returned:
                return f"{bet} counts as {money(line.staked - line.returned)} and loses: {money(line.returned)} back"
            return f"{bet} {'wins no award' if line.spot is Spot.JACKPOT else 'loses'}"
        case Result.PUSH:
            stands_off = book.cited.get("same-ranking-stands-off") in line.cites
            return f"{bet} {'stands off' if stands_off else 'is not paid'}: {money(line.returned)} back"
        case Result.RETURNED:
            return f"{bet} goes back"
        case Result.WIN:
            if line.spot is Spot.JACKPOT:
                return f"{bet}{_jackpot_words(line, answer)}"
            return f"{_odds_words(book, line)}: {money(line.returned)} back, {money(line.paid)} paid"


def _odds_words(book: Rulebook, line: LineSettled) -> str:
    bet = f"{line.spot.words} {money(line.staked)}"
    if line.odds is None:  # a view of a live table tells amounts and paragraphs
        return f"{bet} wins"
    odds = f"{line.odds:,} to 1"
    if capped(book, line):
        if any(book.cited.get(clause) in line.cites for clause in CUT):
            return f"{bet} counts up to its proper size and wins {odds}, more than the limit of {money(line.paid)}"
        return f"{bet} wins {odds}, which would be {money(line.staked * line.odds)}; the limit is {money(line.paid)}"
    counts = line.paid // line.odds
    if counts != line.staked:
        return f"{bet} counts as {money(counts)} and wins {odds}"
    return f"{bet} wins {odds}"


def capped(book: Rulebook, line: LineSettled) -> bool:
    return any(book.cited.get(clause) in line.cites for clause in CAPS)


def _jackpot_words(line: LineSettled, answer: JackpotPaid | None) -> str:
    if answer is None or answer.meter is None:
        return f" wins the award of {money(line.paid)}"
    part = Fraction(answer.claim.numerator, answer.claim.denominator)
    share = f"{part * 100} % of the meter of {money(answer.meter)}"
    if answer.fixed_instead:
        worth = answer.share_worth
        fixed = "worth more" if line.paid > worth else "worth as much"
        return f": {share} would be {money(worth)}; the fixed award is {fixed}: {money(line.paid)} paid"
    exact = part * answer.meter == answer.share_worth
    return f" wins {share}{'' if exact else ', rounded down'}: {money(line.paid)} paid"


def award_words(award: AwardPaid) -> str:
    if award.odds is not None:
        return f"Ante Bonus {award.odds} to 1 on {money(award.paid // award.odds)}: {money(award.paid)} paid"
    if award.source is None:
        return f"Ante Bonus: {money(award.paid)} paid"
    return f"Envy Bonus for the hand of box {award.source}: {money(award.paid)} paid"


def net(lines: Sequence[LineSettled], awards: Sequence[AwardPaid]) -> int:
    """All paid and returned, less all staked."""
    return sum(line.returned + line.paid - line.staked for line in lines) + sum(award.paid for award in awards)
