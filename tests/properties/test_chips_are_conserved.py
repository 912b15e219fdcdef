"""No chip appears or disappears: purses, the House and the meter are kept here a second time, from what happened."""

from collections import Counter
from fractions import Fraction

from hypothesis import given

from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.lines import LineSettled, Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, ClaimOpen, HouseRound, Phase, Standing
from croupier.rules.jackpot.meter import PARTS
from tests.properties.rounds import ANTE, Played, PlayedRound, Setup, Shown, Step, played


class Account:
    """Who has how much more or less than when the round opened, in cents."""

    def __init__(self, opening: HouseRound) -> None:
        self.players = {box.number: box.player for box in opening.boxes.values()}
        self.layout: dict[tuple[int, Spot], int] = {}
        self.purses: Counter[str] = Counter()

    def hear(self, step: Step) -> None:
        """Follow the chips of one command between purses and layout."""
        for event in step.events:
            match event:
                case ev.BetPlaced(box=box, spot=spot, total=total, excess=excess):
                    assert isinstance(step.command, cmd.PlaceBet)
                    put_down = total - self.layout.get((box, spot), 0)
                    assert step.command.amount == put_down + excess
                    self.pay_in(box, spot, put_down)
                case ev.BetWithdrawn(box=box, spot=spot):
                    self.pay_in(box, spot, -self.layout[box, spot])
                    del self.layout[box, spot]
                case ev.DecisionMade(box=box, spot=Spot() as spot, amount=amount):
                    assert isinstance(step.command, cmd.MakeDecision)
                    assert step.command.amount in (None, amount)
                    assert (box, spot) not in self.layout
                    self.pay_in(box, spot, amount)

    def pay_in(self, box: int, spot: Spot, amount: int) -> None:
        self.layout[box, spot] = self.layout.get((box, spot), 0) + amount
        self.purses[self.players[box]] -= amount

    def settle(self, round_: HouseRound) -> int:
        """Pay out what the lines say; what the House has won from them, before anything that concerns the meter."""
        house = 0
        for box in round_.boxes.values():
            for line in box.lines:
                house += line.staked - line.returned - line.paid
                self.purses[box.player] += line.returned + line.paid
            for award in box.awards:
                house -= award.paid
                self.purses[box.player] += award.paid
        return house


def value(meter: Shown | None) -> Fraction:
    """In cents, carried parts included."""
    return Fraction(0) if meter is None else Fraction(meter.parts, PARTS)


def expected_meter(round_: PlayedRound) -> Fraction:
    """The meter at the end, by R-1, R-11, R-12, R-54 and R-59 told again; also checks what each claim was paid."""
    start, final = round_.meter, round_.final.round
    if start is None or final.phase is Phase.VOID:
        return value(start)
    boxes = [box for box in final.boxes.values() if box.standing is not Standing.RETURNED]
    jackpot_bets = {box.number: bet.amount for box in boxes if (bet := box.bet(Spot.JACKPOT))}
    meter = value(start) + Fraction(start.contribution, PARTS) * sum(jackpot_bets.values())
    claims: list[ClaimOpen] = []
    for event in round_.events:
        if isinstance(event, ev.SettlementUndone):
            claims.clear()
        elif isinstance(event, ev.RoundSettled):
            claims = list(event.claims)
    assert [claim.box for claim in claims] == sorted(claim.box for claim in claims)
    for claim in claims:
        displayed, carried = divmod(meter, 1)
        worth = displayed * claim.numerator // claim.denominator
        (line,) = (line for line in final.boxes[claim.box].lines if line.spot is Spot.JACKPOT)
        assert line.paid == max(worth, claim.at_least)
        if worth > claim.at_least:
            meter = carried + max(start.reset, displayed - worth)
    return meter


@given(played())
def test_all_accounts_add_up_to_nothing(what: Played) -> None:
    for round_ in what.rounds:
        account = Account(round_.opening)
        for step in round_.steps:
            account.hear(step)
            assert account.layout == {
                (box.number, spot): stake.amount
                for box in step.after.round.boxes.values()
                for spot, stake in box.bets.items()
            }
        into_the_meter = expected_meter(round_) - value(round_.meter)
        house = account.settle(round_.final.round) - into_the_meter
        assert sum(account.purses.values()) + house + value(round_.final.meter) - value(round_.meter) == 0


@given(played())
def test_each_bet_of_the_layout_has_one_line(what: Played) -> None:
    for round_ in what.rounds:
        for box in round_.final.round.boxes.values():
            lines = {line.spot: line for line in box.lines}
            assert len(lines) == len(box.lines)
            assert {spot: line.staked for spot, line in lines.items()} == {
                spot: stake.amount for spot, stake in box.bets.items()
            }


@given(played())
def test_a_line_says_one_thing(what: Played) -> None:
    for round_ in what.rounds:
        for box in round_.final.round.boxes.values():
            for line in box.lines:
                assert 0 <= line.returned <= line.staked
                assert line.paid >= 0
                match line.result:
                    case Result.WIN:
                        assert line.paid > 0
                        assert line.returned == (0 if line.spot is Spot.JACKPOT else line.staked)
                    case Result.LOSE:
                        assert line.paid == 0
                        assert line.returned < line.staked
                    case Result.PUSH | Result.RETURNED:
                        assert (line.returned, line.paid) == (line.staked, 0)
            assert all(award.paid > 0 for award in box.awards)


MULTIPLES = {Spot.PLAY: 1, Spot.BET: 2, Spot.FLOP: 2, Spot.TURN: 1, Spot.RIVER: 1}
CAPPED = {Spot.BET: 100_000_00, Spot.BONUS: 100_000_00}


def counts(setup: Setup, box: Box, line: LineSettled) -> int:
    """How much of a bet is at stake: up to the limit, or in its proper size to the Ante (5.1.1, 5.3, R-46)."""
    if line.spot is Spot.JACKPOT:
        return line.staked
    ante = min(box.bets[Spot.ANTE].amount, setup.table.limits[Spot.ANTE].high) if Spot.ANTE in box.bets else 0
    if line.spot in MULTIPLES:
        return min(line.staked, ante * MULTIPLES[line.spot])
    return min(line.staked, setup.table.limits[line.spot].high)


@given(played())
def test_only_what_counts_is_won_or_lost(what: Played) -> None:
    for round_ in what.rounds:
        for box in round_.final.round.boxes.values():
            for line in box.lines:
                at_stake = counts(what.setup, box, line)
                if line.result is Result.LOSE:
                    assert line.returned == line.staked - at_stake
                elif line.result is Result.WIN and line.spot is not Spot.JACKPOT:
                    assert line.odds
                    assert line.paid == min(at_stake * line.odds, CAPPED.get(line.spot, at_stake * line.odds))
            for award in box.awards:
                if award.award == "ante-bonus":
                    assert award.odds
                    assert award.paid == min(box.bets[Spot.ANTE].amount, ANTE.high) * award.odds


@given(played())
def test_while_a_round_is_open_nothing_is_settled(what: Played) -> None:
    for round_ in what.rounds:
        for step in round_.steps:
            if not step.after.round.over:
                assert not any(box.lines or box.awards for box in step.after.round.boxes.values())


@given(played())
def test_a_void_returns_just_the_bets_of_the_round(what: Played) -> None:
    for round_ in what.rounds:
        final = round_.final.round
        if final.phase is not Phase.VOID:
            assert not final.void
            continue
        assert final.void
        assert round_.final.meter == round_.meter
        for box in final.boxes.values():
            assert not box.awards
            assert all(line.result is Result.RETURNED for line in box.lines)
        account = Account(round_.opening)
        for step in round_.steps:
            account.hear(step)
        assert account.settle(final) == 0
        assert not any(account.purses.values())
