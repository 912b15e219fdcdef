"""Settlement sheets: what becomes of each bet in every case, to be checked against the document.

The games' own `settle` is asked about every combination of facts. A table shows one bet and the facts that matter to
it; if any other fact made a difference, the sheet is not written.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from croupier.citation import Citation
from croupier.errors import Unreadable
from croupier.games.casino_stud import settle as casino_stud
from croupier.games.house.lines import AwardPaid, Counted, LineSettled, Spot
from croupier.games.house.settlement import Bets, Settled, Share
from croupier.games.progressive_holdem import settle as progressive_holdem
from croupier.games.three_card import settle as three_card
from croupier.money import Cents, dollars
from croupier.rulebook.load import at_the_table, load
from croupier.rulebook.model import Device, Rulebook

F = TypeVar("F")

UNIT = Cents(100_00)
JACKPOT_BET = Cents(5_00)
ANY = "any"


class Case(NamedTuple, Generic[F]):
    """One combination of facts, settled with the paragraphs of each dealing device."""

    facts: F
    shoe: Settled
    shuffler: Settled


class Row(NamedTuple):
    """What becomes of one bet."""

    result: str
    returned: str
    paid: str
    by: str


class Table(NamedTuple):
    title: str
    facts: tuple[str, ...]
    rows: Mapping[tuple[str, ...], Row]

    def lines(self) -> Iterable[str]:
        yield f"## {self.title}"
        yield ""
        yield from markdown((*self.facts, *Row._fields), [(*facts, *row) for facts, row in self.rows.items()])
        yield ""


class Sheet(NamedTuple):
    book: Rulebook
    stakes: Mapping[Spot, Cents]
    cases: int
    tables: tuple[Table, ...]
    every_case: tuple[str, ...] = ()
    """A last table, already written, where all combinations fit on a page."""


def settlement_sheet(book_key: str) -> str:
    """The whole page, as Markdown."""
    if book_key not in SHEETS:
        raise Unreadable(f"{book_key!r} has no settlement sheet; there are {', '.join(SHEETS)}")
    sheet = SHEETS[book_key](book_key)
    stakes = ", ".join(f"{spot} {dollars(stake)}" for spot, stake in sheet.stakes.items())
    text = [
        f"# Settlement sheet: {sheet.book.title} ({sheet.book.key})",
        "",
        f"What becomes of every bet of one box, for stakes of {stakes}.",
        f"The game's own settlement was asked about all {sheet.cases:,} combinations of facts, also those that no",
        "cards can make. Each table shows the facts that matter to its bet; the page cannot be written if any other",
        "made a difference. `returned` is the stake that goes back, `paid` what the House adds. `by` names the",
        "paragraphs of this rulebook and standing rulings (R-n); where the dealing devices have paragraphs of their",
        "own, the card shoe's stands first: 3.10 / 3.11.",
        "",
    ]
    for table in sheet.tables:
        text += table.lines()
    text += sheet.every_case
    return "\n".join(text).rstrip() + "\n"


# --- The three games ------------------------------------------------------------------------------------------


def three_card_sheet(key: str) -> Sheet:
    steps = load(key).procedure
    stakes = {
        Spot.ANTE: UNIT,
        Spot.PLAY: Cents(UNIT * steps.play_multiple),
        Spot.PAIR_PLUS: UNIT,
        Spot.JACKPOT: JACKPOT_BET,
    }
    folded = three_card.Outcome.FOLDED
    facts = list(three_card.all_facts())
    cases = settled(key, three_card.settle, facts, lambda f: without(stakes, Spot.PLAY, when=f.outcome is folded))
    unfolded = [f for f in facts if f.outcome is not folded]

    def against_dealer(f: three_card.Facts) -> tuple[str, ...]:
        return f.outcome, "not shown" if f.hand is three_card.Hand.NOT_SHOWN else ANY

    def on_own_hand(f: three_card.Facts) -> tuple[str, ...]:
        return (folded, ANY) if f.outcome is folded else ("not folded", words(f.hand))

    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer", "hand"), against_dealer),
        table("Play", cases, Spot.PLAY, ("against the dealer", "hand"), against_dealer),
        table("Pair Plus beside an Ante", cases, Spot.PAIR_PLUS, ("box", "hand"), on_own_hand),
        table(
            "Pair Plus alone",
            settled(key, three_card.settle, unfolded, always({Spot.PAIR_PLUS: UNIT})),
            Spot.PAIR_PLUS,
            ("hand",),
            lambda f: (words(f.hand),),
        ),
        table("Ante Bonus", cases, "ante-bonus", ("box", "hand"), on_own_hand),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "hand"), on_own_hand),
    )
    every_case = net_of_every_case(
        cases, (*stakes, "ante-bonus"), ("against the dealer", "hand"), lambda f: (f.outcome, words(f.hand))
    )
    return Sheet(load(key), stakes, len(cases), tables, every_case)


def casino_stud_sheet(key: str) -> Sheet:
    steps = load(key).procedure
    stakes = {Spot.ANTE: UNIT, Spot.BET: Cents(UNIT * steps.bet_multiple), Spot.JACKPOT: JACKPOT_BET}
    outcome = casino_stud.Outcome
    facts = list(casino_stud.all_facts())
    cases = settled(
        key, casino_stud.settle, facts, lambda f: without(stakes, Spot.BET, when=f.outcome is outcome.FOLDED)
    )

    def paid_by_hand(f: casino_stud.Facts) -> tuple[str, ...]:
        return f.outcome, f.hand.words.lower() if f.outcome is outcome.HIGHER else ANY

    def on_own_hand(f: casino_stud.Facts) -> tuple[str, ...]:
        stays = f.outcome not in (outcome.FOLDED, outcome.NOT_SHOWN)
        return "not folded" if stays else f.outcome, f.hand.words.lower()

    pays = load(key).paytables["bet"].pays
    best_paid = {
        rank.words.lower(): (pays[paid_as], casino_stud.Facts(outcome.HIGHER, rank))
        for rank, paid_as in casino_stud.PAID_AS.items()
    }
    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer",), lambda f: (f.outcome,)),
        table("BET", cases, Spot.BET, ("against the dealer", "hand"), paid_by_hand),
        capped("BET, payout limit", key, casino_stud.settle, Spot.BET, steps.bet_payout_cap, best_paid),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "hand"), on_own_hand),
    )
    every_case = net_of_every_case(
        cases, stakes, ("against the dealer", "hand"), lambda f: (f.outcome, f.hand.words.lower())
    )
    return Sheet(load(key), stakes, len(cases), tables, every_case)


def progressive_holdem_sheet(key: str) -> Sheet:
    steps = load(key).procedure
    stakes = {
        Spot.ANTE: UNIT,
        Spot.FLOP: Cents(UNIT * steps.flop_multiple),
        Spot.TURN: Cents(UNIT * steps.turn_multiple),
        Spot.RIVER: Cents(UNIT * steps.river_multiple),
        Spot.BONUS: UNIT,
        Spot.JACKPOT: JACKPOT_BET,
    }
    outcome, not_shown = progressive_holdem.Outcome, progressive_holdem.Hole.NOT_SHOWN
    # a player who walks away after the Flop bet is folded with all these bets on the layout
    cases = settled(key, progressive_holdem.settle, progressive_holdem.all_facts(), always(stakes))
    pays_from = words(steps.ante_pays_from)

    def ante(f: progressive_holdem.Facts) -> tuple[str, ...]:
        if f.outcome is outcome.HIGHER:
            return f.outcome, f"{pays_from} or better" if f.ante_pays else f"less than {pays_from}"
        return against_dealer(f)

    def against_dealer(f: progressive_holdem.Facts) -> tuple[str, ...]:
        return f.outcome, "not shown" if f.hole is not_shown else ANY

    def by_hole_cards(f: progressive_holdem.Facts) -> tuple[str, ...]:
        return (f.outcome, ANY) if f.outcome is outcome.FOLDED else ("not folded", words(f.hole))

    def best_award(f: progressive_holdem.Facts) -> tuple[str, ...]:
        if f.outcome is outcome.FOLDED:
            return f.outcome, ANY, words(f.board)
        return "not folded", words(f.hole if f.hole is not_shown else f.own), words(f.board)

    pays = load(key).paytables["bonus"].pays
    best_paid = {
        words(hand): (odds, progressive_holdem.Facts(outcome.SAME, False, progressive_holdem.Hole(hand)))
        for hand, odds in pays.items()
    }
    tables = (
        table("Ante", cases, Spot.ANTE, ("against the dealer", "hand"), ante),
        table("Flop", cases, Spot.FLOP, ("against the dealer", "hand"), against_dealer),
        table("Turn", cases, Spot.TURN, ("against the dealer", "hand"), against_dealer),
        table("River", cases, Spot.RIVER, ("against the dealer", "hand"), against_dealer),
        table("Bonus", cases, Spot.BONUS, ("box", "hole cards"), by_hole_cards),
        capped("Bonus, payout limit", key, progressive_holdem.settle, Spot.BONUS, steps.bonus_payout_cap, best_paid),
        table("Jackpot bet", cases, Spot.JACKPOT, ("box", "own best hand", "community cards"), best_award),
    )
    return Sheet(load(key), stakes, len(cases), tables)


SHEETS: Mapping[str, Callable[[str], Sheet]] = {
    "three-card-poker@3": three_card_sheet,
    "casino-stud@2": casino_stud_sheet,
    "progressive-holdem@6": progressive_holdem_sheet,
}


# --- Asking and grouping --------------------------------------------------------------------------------------


def settled(
    key: str,
    settle: Callable[[Rulebook, Bets, F], Settled],
    facts: Iterable[F],
    stakes: Callable[[F], Mapping[Spot, Cents]],
) -> list[Case[F]]:
    """Ask `settle` about each combination of facts."""
    shoe, shuffler = at_the_table(key, Device.SHOE), at_the_table(key, Device.SHUFFLER)
    cases = []
    for each in facts:
        bets = {spot: Counted(spot, stake, stake) for spot, stake in stakes(each).items()}
        cases.append(Case(each, settle(shoe, bets, each), settle(shuffler, bets, each)))
    return cases


def always(stakes: Mapping[Spot, Cents]) -> Callable[[object], Mapping[Spot, Cents]]:
    return lambda _: stakes


def without(stakes: Mapping[Spot, Cents], left_out: Spot, *, when: bool) -> Mapping[Spot, Cents]:
    return {spot: stake for spot, stake in stakes.items() if not (when and spot is left_out)}


def table(
    title: str,
    cases: Iterable[Case[F]],
    bet: Spot | str,
    headings: tuple[str, ...],
    matters: Callable[[F], tuple[str, ...]],
) -> Table:
    """The rows of one bet, or of an award that needs none; `matters` names the facts that it depends on."""
    rows: dict[tuple[str, ...], Row] = {}
    for case in cases:
        row = row_of(bet, case.shoe, case.shuffler)
        if row is None:
            continue  # this bet does not lie there in such a case
        known = rows.setdefault(matters(case.facts), row)
        if known != row:
            raise AssertionError(f"{title}: {case.facts} gives {row}, others like it {known}")
    return Table(title, headings, rows)


def capped(
    title: str,
    key: str,
    settle: Callable[[Rulebook, Bets, F], Settled],
    spot: Spot,
    cap: Cents | None,
    hands: Mapping[str, tuple[int, F]],
) -> Table:
    """The largest stake on each hand that is paid in full by its odds, and one cent more."""
    assert cap is not None, title
    rows: dict[tuple[str, ...], Row] = {}
    for hand, (odds, facts) in hands.items():
        for stake in (Cents(cap // odds), Cents(cap // odds + 1)):
            (case,) = settled(key, settle, [facts], always({spot: stake}))
            row = row_of(spot, case.shoe, case.shuffler)
            assert row is not None, hand
            rows[hand, dollars(stake)] = row
    return Table(title, ("hand", "stake"), rows)


def row_of(bet: Spot | str, shoe: Settled, shuffler: Settled) -> Row | None:
    one, other = answer_to(bet, shoe), answer_to(bet, shuffler)
    match one, other:
        case LineSettled(), LineSettled():
            by = paragraphs(one.cites, other.cites)
            return Row(one.result, dollars(one.returned), dollars(one.paid), by)
        case AwardPaid(), AwardPaid():
            return Row("paid", "", dollars(one.paid), paragraphs(one.cites, other.cites))
        case Share(), Share():
            return Row("win", dollars(0), share_of_the_meter(one), paragraphs(one.cites, other.cites))
        case None, None if isinstance(bet, Spot):
            return None
        case None, None:
            return Row("not paid", "", "", "")
        case _:
            raise AssertionError(f"{bet}: {one} from the shoe, {other} from the shuffler")


def answer_to(bet: Spot | str, given: Settled) -> LineSettled | AwardPaid | Share | None:
    """What `settle` says of this bet: one thing, or nothing."""
    said: list[LineSettled | AwardPaid | Share] = []
    said += [line for line in given.lines if line.spot == bet]
    said += [award for award in given.awards if award.award == bet]
    if given.claim is not None and bet == Spot.JACKPOT:
        said.append(given.claim)
    assert len(said) <= 1, said
    return said[0] if said else None


def net_of_every_case(
    cases: list[Case[F]], bets: Iterable[Spot | str], headings: tuple[str, ...], facts: Callable[[F], tuple[str, ...]]
) -> tuple[str, ...]:
    """All cases on one page: what each bet and award brings, less its stake."""
    columns = tuple(bets)
    rows = [(*facts(case.facts), *(net(answer_to(bet, case.shoe)) for bet in columns)) for case in cases]
    return ("## Every case, net", "", *markdown((*headings, *columns), rows))


def net(answer: LineSettled | AwardPaid | Share | None) -> str:
    match answer:
        case LineSettled():
            return dollars(answer.returned + answer.paid - answer.staked)
        case AwardPaid():
            return dollars(answer.paid)
        case Share():
            return f"{share_of_the_meter(answer)}, less {dollars(JACKPOT_BET)}"
        case None:
            return ""


# --- Words ----------------------------------------------------------------------------------------------------


def words(name: str) -> str:
    """ "akq-of-spades" as people say it."""
    return name.replace("-", " ").replace("akq", "A-K-Q")


def share_of_the_meter(share: Share) -> str:
    percent, rest = divmod(100 * share.numerator, share.denominator)
    assert rest == 0, share
    return f"{percent} % of the meter" + (f", at least {dollars(share.at_least)}" if share.at_least else "")


def paragraphs(shoe: tuple[Citation, ...], shuffler: tuple[Citation, ...]) -> str:
    pairs = [(one.paragraph, other.paragraph) for one, other in zip(shoe, shuffler, strict=True)]
    return ", ".join(dict.fromkeys(one if one == other else f"{one} / {other}" for one, other in pairs))


def markdown(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterable[str]:
    """A table with its columns in line, so that it reads well as plain text too."""
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    for number, line in enumerate(lines):
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield f"| {' | '.join(cells)} |"
        if number == 0:
            yield f"|{'|'.join('-' * (width + 2) for width in widths)}|"
