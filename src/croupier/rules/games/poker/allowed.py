"""Who may say what at a poker table."""

from collections.abc import Mapping

from croupier.base.actors import Actor, Rank, RunBy
from croupier.base.values import Value
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.table import PokerState
from croupier.rules.games.rights import Right, Speech, check

RIGHTS: Mapping[type, Right] = {
    cmd.StartRound: Right.RUNS,
    cmd.DealCards: Right.DEVICE,
    cmd.DealFaceDown: Right.RUNS,
    cmd.LookAtCards: Right.OF_THE_PLACE,
    cmd.TakeAction: Right.OF_THE_PLACE,
    cmd.ShowHand: Right.OF_THE_PLACE,
    cmd.MuckHand: Right.OF_THE_PLACE,
    cmd.SitDown: Right.OF_THE_NAME,
    cmd.TopUp: Right.OF_THE_PLACE,
    cmd.GiveBack: Right.SHIFT,
    cmd.Settle: Right.PAYS,
    cmd.TakeOff: Right.OF_THE_PLACE,
    cmd.GoAway: Right.OF_THE_PLACE,
    cmd.ComeBack: Right.OF_THE_PLACE,
    cmd.MoveSeat: Right.OF_THE_PLACE,
    cmd.LeaveTable: Right.OF_THE_PLACE,
    cmd.DeemGone: Right.PIT,
    cmd.ActOutOfTurn: Right.RUNS,
    cmd.ReportIrregularity: Right.REPORTS,
    cmd.NameCards: Right.RUNS,
    cmd.CorrectEntry: Right.REPORTS,
    cmd.RecordPayment: Right.REPORTS,
    cmd.OpenTable: Right.PIT,
    cmd.PlaceButton: Right.RUNS,
    cmd.ChangeSign: Right.PIT,
    cmd.SuspendTable: Right.PIT,
    cmd.ResumeTable: Right.PIT,
    cmd.CloseTable: Right.PIT,
    cmd.EndDay: Right.SHIFT,
}

_SIGNED = (cmd.SitDown, cmd.DeemGone, cmd.ReportIrregularity, cmd.CorrectEntry, cmd.RecordPayment)


def on_request(actor: Actor, command: Value) -> str | None:
    """The clause by which staff enter a player's action; None where they enter nothing for a player."""
    by_staff = actor.rank >= Rank.DEALER and isinstance(command, cmd.TakeAction)
    return Poker.BETS_ON_REQUEST if by_staff else None


def allowed(actor: Actor, state: PokerState | None, command: cmd.PokerCommand, device: str | None = None) -> None:
    """Raises Forbidden unless the actor may say it, whether or not it is possible now.

    `device` is the user who feeds in the cards, at tables with a card reader. Before a table is opened it has no state.
    """
    right = RIGHTS[type(command)]
    if state is None:
        return check(
            actor, Speech(right, RunBy.DEALER, waits_to_pay=False, own_places_only=Poker.OWN_DECISIONS_ONLY), device
        )
    number = getattr(command, "seat", None)
    seat = state.seats.get(number) if number is not None else None
    holder = None if seat is None else seat.player
    if isinstance(command, cmd.ShowHand) and state.table.dealt_by_hand:
        right = Right.RUNS  # the cards lie on the table, and the dealer says which they are
    if isinstance(command, cmd.SitDown):
        right = Right.STAFF if command.relocated else right
        holder = command.player
    said = Speech(
        right,
        state.table.run_by,
        state.table.settles_by_hand,
        Poker.OWN_DECISIONS_ONLY,
        place=("seat", number or 0),
        holder=holder,
        takes_a_place=isinstance(command, cmd.SitDown),
        signed=command.by if isinstance(command, _SIGNED) else None,
    )
    return check(actor, said, device)
