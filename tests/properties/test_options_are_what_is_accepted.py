"""What a player is offered is what `decide` would accept of him, unless it would change nothing."""

from collections.abc import Iterator

from hypothesis import given

from croupier.base.errors import Refused
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.evolve import evolve
from croupier.rules.games.house.options import options
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseRound
from croupier.rules.money import Cents
from tests.properties.rounds import Played, PlayedRound, Setup, played

SMALLEST = Cents(1)


def universe(round_: HouseRound, player: str | None) -> Iterator[cmd.RoundCommand]:
    """Everything this person could say, with the smallest amount where one is needed; None is the dealer."""
    if player is None:
        yield cmd.CloseBets()
        yield cmd.Settle()
        return
    for box in (box.number for box in round_.boxes.values() if box.player == player):
        for spot in Spot:
            amount = round_.table.jackpot_bet if spot is Spot.JACKPOT else SMALLEST
            yield cmd.PlaceBet(box, spot, amount or SMALLEST)
            yield cmd.WithdrawBet(box, spot)
        for decision in Decision:
            yield cmd.MakeDecision(box, decision)
        for choice in cmd.Choice:
            yield cmd.Choose(box, choice)
        yield cmd.Look(box)
        yield cmd.HideHand(box)
        yield cmd.WalkAway(box)


def follows(setup: Setup, round_: HouseRound, command: cmd.RoundCommand) -> HouseRound:
    for event in setup.game.decide(setup.book, round_, command):
        round_ = evolve(round_, event)
    return round_


def changes_something(setup: Setup, round_: HouseRound, command: cmd.RoundCommand) -> bool:
    """Accepted, and with an effect: not a second look, nor a chip on a bet at its limit."""
    try:
        after = follows(setup, round_, command)
    except Refused:
        return False
    if isinstance(command, cmd.PlaceBet):
        return lying(after, command) > lying(round_, command)
    return after != round_


def lying(round_: HouseRound, command: cmd.PlaceBet) -> int:
    stake = round_.boxes[command.box].bets.get(command.spot)
    return stake.amount if stake else 0


def without_amount(command: cmd.RoundCommand) -> cmd.RoundCommand:
    return cmd.PlaceBet(command.box, command.spot, Cents(0)) if isinstance(command, cmd.PlaceBet) else command


def moments(round_: PlayedRound) -> Iterator[HouseRound]:
    yield round_.opening
    for step in round_.steps:
        if step.refused is None:
            yield step.after.round


@given(played())
def test_options_equal_what_decide_accepts(what: Played) -> None:
    setup = what.setup
    people = (None, *sorted(set(setup.table.players.values())), "Nobody")
    for round_ in what.rounds:
        for moment in moments(round_):
            for player in people:
                offered = options(setup.game.decide, setup.book, moment, player)
                assert len(set(offered)) == len(offered)
                assert set(map(without_amount, offered)) == {
                    without_amount(command)
                    for command in universe(moment, player)
                    if changes_something(setup, moment, command)
                }


@given(played(rounds=1))
def test_offered_bets_are_within_the_limits(what: Played) -> None:
    setup = what.setup
    for moment in moments(what.rounds[0]):
        for player in set(setup.table.players.values()):
            for command in options(setup.game.decide, setup.book, moment, player):
                limits = setup.table.limits.get(command.spot) if isinstance(command, cmd.PlaceBet) else None
                if isinstance(command, cmd.PlaceBet) and limits is not None:
                    total = lying(moment, command) + command.amount
                    assert limits.low <= total <= limits.high
                    assert lying(follows(setup, moment, command), command) == total
