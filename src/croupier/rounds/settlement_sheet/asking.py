"""Asking a game's `settle` about every case, and grouping what it says into tables."""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from croupier.base.citation import Citation
from croupier.rules.games.house.lines import AwardPaid, Counted, LineSettled
from croupier.rules.games.house.settlement import Bets, Settled, Share
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook

F = TypeVar("F")

UNIT = Cents(100_00)
JACKPOT_BET = Cents(5_00)
ANY = "any"
NOT_PAID = "not paid"


class Case(NamedTuple, Generic[F]):
    """One combination of facts, settled with the paragraphs of each dealing device."""

    facts: F
    shoe: Settled
    shuffler: Settled


class Row(NamedTuple):
    """The result of one bet."""

    result: str
    returned: str
    paid: str
    by: str


class SheetTable(NamedTuple):
    title: str
    bet: Spot | str
    facts: tuple[str, ...]
    rows: Mapping[tuple[str, ...], Row]

    def lines(self) -> Iterable[str]:
        yield f"## {self.title}"
        yield ""
        yield from markdown((*self.facts, *Row._fields), [(*facts, *row) for facts, row in self.rows.items()])
        yield ""


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
    unpaid: Callable[[F], str] = lambda _: "",
) -> SheetTable:
    """The rows of one bet, or of an award that needs none; `matters` names the facts that it depends on.

    Of an award that is not paid `settle` says nothing: `unpaid` names the paragraphs that give none.
    """
    rows: dict[tuple[str, ...], Row] = {}
    for case in cases:
        row = row_of(bet, case.shoe, case.shuffler, unpaid(case.facts))
        if row is None:
            continue  # this bet is not placed in such a case
        known = rows.setdefault(matters(case.facts), row)
        if known != row:
            raise AssertionError(f"{title}: {case.facts} gives {row}, others like it {known}")
    return SheetTable(title, bet, headings, rows)


def capped(
    title: str,
    key: str,
    settle: Callable[[Rulebook, Bets, F], Settled],
    spot: Spot,
    cap: Cents | None,
    hands: Mapping[str, tuple[int, F]],
) -> SheetTable:
    """The largest stake on each hand that is paid in full by its odds, and one cent more."""
    assert cap is not None, title
    rows: dict[tuple[str, ...], Row] = {}
    for hand, (odds, facts) in hands.items():
        for stake in (Cents(cap // odds), Cents(cap // odds + 1)):
            (case,) = settled(key, settle, [facts], always({spot: stake}))
            row = row_of(spot, case.shoe, case.shuffler)
            assert row is not None, hand
            rows[hand, dollars(stake)] = row
    return SheetTable(title, spot, ("hand", "stake"), rows)


def row_of(bet: Spot | str, shoe: Settled, shuffler: Settled, unpaid: str = "") -> Row | None:
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
            return Row(NOT_PAID, "", "", unpaid)
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


def words(name: str) -> str:
    """ "akq-of-spades" as people say it."""
    return name.replace("-", " ").replace("akq", "A-K-Q")


def share_of_the_meter(share: Share) -> str:
    percent, rest = divmod(100 * share.numerator, share.denominator)
    assert rest == 0, share
    return f"{percent} % of the meter" + (f", at least {dollars(share.at_least)}" if share.at_least else "")


def by_clauses(key: str, *clauses: str, rulings: tuple[Citation, ...] = ()) -> str:
    """Paragraphs and rulings as the last column has them."""
    shoe, shuffler = (at_the_table(key, device).cite_all(clauses) for device in (Device.SHOE, Device.SHUFFLER))
    return paragraphs((*shoe, *rulings), (*shuffler, *rulings))


def paragraphs(shoe: tuple[Citation, ...], shuffler: tuple[Citation, ...]) -> str:
    pairs = [*zip(shoe, shuffler, strict=True)]
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


class Sheet(NamedTuple):
    book: Rulebook
    stakes: Mapping[Spot, Cents]
    cases: int
    tables: tuple[SheetTable, ...]
    asked: str = "combinations of facts that cards can make"
    every_case: tuple[str, ...] = ()
    """A last table, already written, where all combinations fit on a page."""
