"""Who may say what at a house-banked table."""

from collections.abc import Mapping

from croupier.base.actors import Actor, Rank, RunBy
from croupier.base.values import Value
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.rights import Right, Speech, check

RIGHTS: Mapping[type, Right] = {
    cmd.PlaceBet: Right.OF_THE_PLACE,
    cmd.WithdrawBet: Right.OF_THE_PLACE,
    cmd.CloseBets: Right.RUNS,
    cmd.DealCards: Right.DEVICE,
    cmd.DealFaceDown: Right.RUNS,
    cmd.NameCards: Right.RUNS,
    cmd.NameHands: Right.RUNS,
    cmd.Look: Right.OF_THE_PLACE,
    cmd.MakeDecision: Right.OF_THE_PLACE,
    cmd.WalkAway: Right.OF_THE_PLACE,
    cmd.HideHand: Right.OF_THE_PLACE,
    cmd.Choose: Right.OF_THE_PLACE,
    cmd.Settle: Right.PAYS,
    cmd.AnswerClaim: Right.METER,
    cmd.ReportIrregularity: Right.REPORTS,
    cmd.CorrectEntry: Right.REPORTS,
    cmd.RecordPayment: Right.REPORTS,
    cmd.OpenTable: Right.PIT,
    cmd.TakeBox: Right.OF_THE_NAME,
    cmd.FreeBox: Right.OF_THE_PLACE,
    cmd.OpenRound: Right.RUNS,
    cmd.ChangeSign: Right.PIT,
    cmd.SuspendTable: Right.PIT,
    cmd.ResumeTable: Right.PIT,
    cmd.CloseTable: Right.PIT,
    cmd.EndDay: Right.SHIFT,
}

_WITH_CHIPS = (cmd.PlaceBet, cmd.WithdrawBet, cmd.MakeDecision, cmd.Choose)
"""What a player does with bets."""
_OF_THE_NEXT_ROUND = frozenset({cmd.WalkAway, cmd.PlaceBet, cmd.WithdrawBet})
"""Once a round is over, these are about the player who has the box now."""


def on_request(actor: Actor, command: Value) -> str | None:
    """The clause by which staff enter what a player does with bets; None where they enter nothing for a player."""
    found = isinstance(command, cmd.PlaceBet) and command.unnoticed  # nobody asked for it: it lay there
    by_staff = actor.rank >= Rank.DEALER and isinstance(command, _WITH_CHIPS) and not found
    return House.BETS_ON_REQUEST if by_staff else None


def allowed(actor: Actor, state: HouseState | None, command: cmd.HouseCommand, device: str | None = None) -> None:
    """Raises Forbidden unless the actor may say it, whether or not it is possible now.

    `device` is the user who feeds in the cards, at tables with a card reader. Before a table is opened it has no state.
    """
    right = RIGHTS[type(command)]
    if state is None:
        return check(actor, Speech(right, RunBy.DEALER, waits_to_pay=False, own_places_only=House.OWN_BOX_ONLY), device)
    if isinstance(command, cmd.PlaceBet) and command.unnoticed:
        right = Right.RUNS  # nobody saw it then: the dealer enters it afterwards
    said = Speech(
        right,
        state.table.run_by,
        state.round.table.settles_by_hand,
        House.OWN_BOX_ONLY,
        place=("box", getattr(command, "box", 0)),
        holder=_holder(state, command),
        takes_a_place=isinstance(command, cmd.TakeBox),
        signed=command.by if isinstance(command, cmd.ReportIrregularity) else None,
    )
    return check(actor, said, device)


def _holder(state: HouseState, command: cmd.HouseCommand) -> str | None:
    """Whose box it is. In a round that is over that may be somebody who has given it up since."""
    if isinstance(command, cmd.TakeBox):
        return command.player
    number, kind = getattr(command, "box", 0), type(command)
    box = state.round.boxes.get(number)
    if box is None or kind is cmd.FreeBox or (kind in _OF_THE_NEXT_ROUND and state.round.over):
        return state.table.players.get(number)
    return box.player
