"""How a payment comes about, step by step, for whoever wants to follow it with a pencil.

Nothing is worked out here a second time: what counts is asked of the rules, odds and amounts stand on the lines. The
last of `pays`, `cap`, `share`, `fixed` and `envy` is what was paid, `returned` is what came back of the stake; a pot
less its `rake` is what `split` gives so many times, and the `odd-chips` with it.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from croupier.games.house import events as ev
from croupier.games.house.dealing import is_place
from croupier.games.house.game import HouseGame
from croupier.games.house.lines import AwardPaid, LineSettled, Result
from croupier.games.house.settlement import counted
from croupier.games.house.spots import Spot
from croupier.games.house.table import Box, HouseRound, Phase, Standing
from croupier.games.house.view import turned_up
from croupier.games.poker.table import PokerTable, PotWon
from croupier.jackpot.link import Award, AwardState
from croupier.money import Cents, dollars
from croupier.rulebook.model import Rulebook
from croupier.values import Value

Steps = list[dict[str, Any]]


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
        steps = [_step("bet", line.staked)]
        bet = self._counted.get(line.spot)
        counts = line.staked if bet is None else bet.counts
        if counts < line.staked:
            steps += [_step("counts", counts), _step("excess", line.staked - counts)]
        match line.result:
            case Result.WIN:
                steps += self._from_the_jackpot(line) if line.odds is None else self._at_odds(line, counts)
            case Result.LOSE:
                steps.append(_step("loses", line.staked - line.returned))
            case Result.PUSH:
                steps.append(_step("pushes", line.staked))
            case Result.RETURNED:
                pass
        if line.returned:
            steps.append(_step("returned", line.returned))
        return steps

    def _at_odds(self, line: LineSettled, counts: int) -> Steps:
        assert line.odds is not None
        steps = [self._pays(line.spot, line.odds, counts)]
        if line.paid < counts * line.odds:
            steps.append(_step("cap", line.paid))
        return steps

    def _pays(self, table: str, odds: int, on: int) -> dict[str, Any]:
        step = _step("pays", on * odds, odds=str(odds), on=dollars(on))
        rows = self._book.paytables[table].pays if table in self._book.paytables else {}
        hand = next((hand for hand in self._hands if hand in rows), None)
        return step if hand is None else {**step, "hand": hand}

    def _from_the_jackpot(self, line: LineSettled) -> Steps:
        meter = self._meter if line.spot is Spot.JACKPOT else None
        rows = {} if self._book.jackpot is None else self._book.jackpot.rows
        own = [rows[hand] for hand in self._hands if hand in rows]
        steps = []
        if meter is not None:
            hand = next(({"hand": row.hand} for row in own if row.share == meter.share), {})
            steps = [_step("meter", meter.meter), _step("share", meter.worth, share=str(meter.share), **hand)]
        if meter is None or meter.fixed_instead:
            hand = next(({"hand": row.hand} for row in own if row.fixed == line.paid), {})
            steps.append(_step("fixed", line.paid, **hand))
        return steps

    def award(self, award: AwardPaid) -> Steps:
        if award.odds is not None:
            return [self._pays(award.award, award.odds, award.paid // award.odds)]
        source = {} if award.source is None else {"from": award.source}
        return [_step("fixed" if award.source is None else "envy", award.paid, **source)]


def pot_steps(table: PokerTable, pot: PotWon) -> Steps:
    steps = [_step("pot", pot.amount)]
    if table.rake_basis_points:
        percent = f"{table.rake_basis_points // 100}.{table.rake_basis_points % 100:02d}"
        cap = None if table.rake_cap is None else dollars(table.rake_cap)
        steps.append(_step("rake", pot.rake, percent=percent, cap=cap))
    if len(pot.won) > 1:
        each = min(pot.won.values())
        steps.append(_step("split", each, ways=len(pot.won)))
        odd = {seat: chips - each for seat, chips in pot.won.items() if chips > each}
        if odd:
            steps.append(_step("odd-chips", sum(odd.values()), to=list(odd)))
    return steps


def _step(step: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"step": step, "amount": dollars(amount), **more}
