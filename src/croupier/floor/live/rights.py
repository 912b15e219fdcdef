"""Who may give which command. The rules decide on acts at a table; this table decides on everything else.

The system may give every command. Only the system may give a command that is missing here.
"""

from collections.abc import Mapping

from croupier.base.citation import ruling
from croupier.base.sentences import says, word, words
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem

_EVERYBODY = (Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER, Role.AUDITOR)
_STAFF = (Role.DEALER, Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER)
_PIT = (Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER)
_MANAGER = (Role.SHIFT_MANAGER,)

RIGHTS: Mapping[type[cmd.Command], tuple[Role, ...]] = {
    # at a table
    cmd.JoinWaitingList: (Role.PLAYER,),
    cmd.LeaveWaitingList: (Role.PLAYER,),
    cmd.PassPlace: (Role.PLAYER,),
    cmd.AnswerAsked: (Role.PLAYER,),
    cmd.DecideIncident: _STAFF,  # the report says which rank decides it
    cmd.UnderstandRuling: _STAFF,  # only the reporter
    cmd.OpenTable: _PIT,
    cmd.ChangeSign: _PIT,
    cmd.CloseTable: _PIT,
    cmd.StackShoe: _MANAGER,
    cmd.AssignDealer: _PIT,
    cmd.AskChips: _STAFF,
    cmd.ApproveChips: _PIT,
    cmd.AcknowledgeChips: (Role.DEALER,),
    cmd.ShowDeck: (Role.AUDITOR,),
    # at the cage
    cmd.AddPlayer: _PIT,
    cmd.Deposit: _PIT,
    cmd.Withdraw: _PIT,
    cmd.PayDebt: _PIT,
    cmd.BarPlayer: _PIT,
    cmd.LiftBar: _MANAGER,
    cmd.ProposeWriteOff: _MANAGER,
    cmd.ApproveWriteOff: _MANAGER,
    # the house's day
    cmd.OpenShift: _PIT,
    cmd.CloseShift: _PIT,
    # at a link
    cmd.VerifyAward: _PIT,
    cmd.SuspendLink: _PIT,
    cmd.ResumeLink: _PIT,
    cmd.ProposeChange: _MANAGER,
    cmd.ApproveChange: _MANAGER,
    cmd.WithdrawChange: _MANAGER,
    # accounts
    cmd.ChangeUser: _MANAGER,
    cmd.ApproveHouseChange: _PIT,  # a pit supervisor may approve changes about chips
    cmd.WithdrawHouseChange: _PIT,
    cmd.SignIn: _EVERYBODY,
    cmd.EndSessions: _EVERYBODY,
    cmd.ChangeOwnPassword: _EVERYBODY,
    cmd.ChooseName: (Role.PLAYER,),
    cmd.MakeToken: _MANAGER,
    cmd.RevokeToken: _MANAGER,
    cmd.OfferSecondFactor: _EVERYBODY,
    cmd.TurnSecondFactorOn: _EVERYBODY,
}

_OF_THE_LINKS = {
    cmd.VerifyAward: says("verifies-an-award"),
    cmd.SuspendLink: says("suspends-a-link"),
    cmd.ResumeLink: says("resumes-a-link"),
    cmd.ProposeChange: says("asks-for-a-change"),
    cmd.ApproveChange: says("approves-a-change"),
    cmd.WithdrawChange: says("withdraws-a-change"),
}


def check_rights(who: Who, command: cmd.Command) -> None:
    roles = RIGHTS.get(type(command), ())
    if who.role is Role.SYSTEM or who.role in roles:
        return
    if (does := _OF_THE_LINKS.get(type(command))) is not None:
        why = says("rank-does", rank=word("role", roles[0]), does=does)
        raise Problem(Code.FORBIDDEN, why, (ruling(101),))
    raise Problem(Code.FORBIDDEN, says("roles-only", roles=words("role", roles)))
