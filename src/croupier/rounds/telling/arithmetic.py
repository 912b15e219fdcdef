"""How a payment is computed, step by step, for people who check it with a pencil.

Nothing is worked out a second time: the rules say what counts, and the lines have odds and amounts. The last of `pays`,
`cap`, `share`, `fixed` and `envy` is what was paid, `returned` is what came back of the stake; a pot less its `rake` is
the share in `split` times the number of winners, plus the `odd-chips`.
"""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import UNSET, Struct, UnsetType

from croupier.base.json_answers import Money
from croupier.base.values import Value
from croupier.rules.games.common import is_place
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.game import HouseGame
from croupier.rules.games.house.lines import AwardPaid, LineSettled, Result
from croupier.rules.games.house.settlement import counted
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, HouseRound, Phase, Standing
from croupier.rules.games.house.view import turned_up
from croupier.rules.games.poker.table import PokerTable, PotWon
from croupier.rules.jackpot.link import Award, AwardState
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook


class SumStep(Struct, omit_defaults=True, rename={"from_": "from"}):
    """One step of the arithmetic of a payment."""

    step: str
    amount: Money
    odds: str | UnsetType = UNSET
    on: Money | UnsetType = UNSET
    share: str | UnsetType = UNSET
    hand: str | UnsetType = UNSET
    percent: str | UnsetType = UNSET
    cap: Money | UnsetType | None = UNSET
    ways: int | UnsetType = UNSET
    to: list[int] | UnsetType = UNSET
    from_: int | UnsetType = UNSET


Steps = list[SumStep]


class FromTheMeter(Value):
    """What a link has answered to a box that won a share."""

    share: Fraction
    meter: Cents
    """What it showed when the turn of this box came."""
    worth: Cents
    fixed_instead: bool


def answers_in(events: Iterable[object]) -> dict[int, FromTheMeter]:
    """By box, of the round that these events end in."""
    found: dict[int, FromTheMeter] = {}
    for event in events:
        match event:
            case ev.JackpotPaid(box=box, claim=claim, meter=meter) if meter is not None:
                share = Fraction(claim.numerator, claim.denominator)
                found[box] = FromTheMeter(share, meter, event.share_worth, event.fixed_instead)
            case ev.SettlementUndone() | ev.RoundOpened():
                found = {}
            case _:
                pass
    return found


def awarded(award: Award) -> FromTheMeter | None:
    """The same, as the link itself knows it."""
    if award.value is None or award.state is AwardState.UNDONE:
        return None
    share = Fraction(award.numerator, award.denominator)
    worth = award.amount if award.amount is not None else Cents(int(award.value * share))
    return FromTheMeter(share, award.value, worth, award.state is AwardState.FIXED)


class BoxArithmetic:
    """Of one box of a round that is settled, or would be as `lines` and `awards` have it."""

    def __init__(
        self, game: HouseGame, book: Rulebook, round_: HouseRound, box: Box, meter: FromTheMeter | None = None
    ) -> None:
        self._book = book
        self._meter = meter
        back = round_.phase is Phase.VOID or box.standing is Standing.RETURNED
        self._counted = {} if back else counted(book, round_, box, book.procedure.multiples)
        open_to_all = turned_up(round_, box) and box.cards and not any(map(is_place, box.cards))
        dealer = round_.dealer if round_.dealer_shown else ()
        self._hands = game.paid_as(box.cards, round_.board, dealer) if open_to_all else ()

    def line(self, line: LineSettled) -> Steps:
        steps = [SumStep("bet", dollars(line.staked))]
        bet = self._counted.get(line.spot)
        counts = line.staked if bet is None else bet.counts
        if counts < line.staked:
            steps += [SumStep("counts", dollars(counts)), SumStep("excess", dollars(line.staked - counts))]
        match line.result:
            case Result.WIN:
                steps += self._from_the_jackpot(line) if line.odds is None else self._at_odds(line, counts)
            case Result.LOSE:
                steps.append(SumStep("loses", dollars(line.staked - line.returned)))
            case Result.PUSH:
                steps.append(SumStep("pushes", dollars(line.staked)))
            case Result.RETURNED:
                pass
        if line.returned:
            steps.append(SumStep("returned", dollars(line.returned)))
        return steps

    def _at_odds(self, line: LineSettled, counts: int) -> Steps:
        assert line.odds is not None
        steps = [self._pays(line.spot, line.odds, counts)]
        if line.paid < counts * line.odds:
            steps.append(SumStep("cap", dollars(line.paid)))
        return steps

    def _pays(self, table: str, odds: int, on: int) -> SumStep:
        rows = self._book.paytables[table].pays if table in self._book.paytables else {}
        hand: str | UnsetType = next((hand for hand in self._hands if hand in rows), UNSET)
        return SumStep("pays", dollars(on * odds), odds=str(odds), on=dollars(on), hand=hand)

    def _from_the_jackpot(self, line: LineSettled) -> Steps:
        meter = self._meter if line.spot is Spot.JACKPOT else None
        rows = {} if self._book.jackpot is None else self._book.jackpot.rows
        own = [rows[hand] for hand in self._hands if hand in rows]
        steps = []
        hand: str | UnsetType
        if meter is not None:
            hand = next((row.hand for row in own if row.share == meter.share), UNSET)
            share = SumStep("share", dollars(meter.worth), share=str(meter.share), hand=hand)
            steps = [SumStep("meter", dollars(meter.meter)), share]
        if meter is None or meter.fixed_instead:
            hand = next((row.hand for row in own if row.fixed == line.paid), UNSET)
            steps.append(SumStep("fixed", dollars(line.paid), hand=hand))
        return steps

    def award(self, award: AwardPaid) -> Steps:
        if award.odds is not None:
            return [self._pays(award.award, award.odds, award.paid // award.odds)]
        if award.source is None:
            return [SumStep("fixed", dollars(award.paid))]
        return [SumStep("envy", dollars(award.paid), from_=award.source)]


def pot_steps(table: PokerTable, pot: PotWon) -> Steps:
    steps = [SumStep("pot", dollars(pot.amount))]
    if table.rake_basis_points:
        percent = f"{table.rake_basis_points // 100}.{table.rake_basis_points % 100:02d}"
        cap = None if table.rake_cap is None else dollars(table.rake_cap)
        steps.append(SumStep("rake", dollars(pot.rake), percent=percent, cap=cap))
    if len(pot.won) > 1:
        each = min(pot.won.values())
        steps.append(SumStep("split", dollars(each), ways=len(pot.won)))
        odd = {seat: chips - each for seat, chips in pot.won.items() if chips > each}
        if odd:
            steps.append(SumStep("odd-chips", dollars(sum(odd.values())), to=list(odd)))
    return steps
