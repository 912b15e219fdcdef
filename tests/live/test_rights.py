"""Who may give which command is said twice, for the floor and for its routes, and the two agree."""

from typing import get_args

import pytest

from croupier.floor.live.rights import RIGHTS, check_rights
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import SYSTEM, Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.server.api.matrix import ROUTES, Cell

ROUTED: dict[type[cmd.Command], str] = {
    cmd.JoinWaitingList: "POST /v1/tables/{table}/waiting",
    cmd.LeaveWaitingList: "DELETE /v1/tables/{table}/waiting",
    cmd.PassPlace: "DELETE /v1/tables/{table}/waiting",
    cmd.AnswerAsked: "POST /v1/me/asked/{asked}",
    cmd.DecideIncident: "POST /v1/incidents/{incident}/decision",
    cmd.UnderstandRuling: "POST /v1/incidents/{incident}/understanding",
    cmd.OpenTable: "POST /v1/tables",
    cmd.ChangeSign: "POST /v1/tables/{table}/sign",
    cmd.CloseTable: "POST /v1/tables/{table}/closing",
    cmd.OpenShift: "POST /v1/shifts",
    cmd.CloseShift: "POST /v1/shifts/{shift}/close",
    cmd.BarPlayer: "POST /v1/players/{player}/bar",
    cmd.LiftBar: "DELETE /v1/players/{player}/bar",
    cmd.AskChips: "POST /v1/tables/{table}/fills",
    cmd.ApproveChips: "POST /v1/tables/{table}/fills/{slip}/approval",
    cmd.AcknowledgeChips: "POST /v1/tables/{table}/fills/{slip}/acknowledgement",
    cmd.AssignDealer: "POST /v1/tables/{table}/dealer",
    cmd.StackShoe: "POST /v1/demo/tables/{table}/shoe",
    cmd.ShowDeck: "GET /v1/tables/{table}/rounds/{round}/deck",
    cmd.AddPlayer: "POST /v1/players",
    cmd.Deposit: "POST /v1/players/{player}/deposits",
    cmd.Withdraw: "POST /v1/players/{player}/withdrawals",
    cmd.PayDebt: "POST /v1/players/{player}/debt-payments",
    cmd.ProposeWriteOff: "POST /v1/players/{player}/debt-write-offs",
    cmd.ApproveWriteOff: "POST /v1/players/{player}/debt-write-offs/{change}/approval",
    cmd.VerifyAward: "POST /v1/links/{link}/awards/{award}/verification",
    cmd.SuspendLink: "POST /v1/links/{link}/suspension",
    cmd.ResumeLink: "POST /v1/links/{link}/resumption",
    cmd.ProposeChange: "POST /v1/links/{link}/changes",
    cmd.ApproveChange: "POST /v1/links/{link}/changes/{change}/approval",
    cmd.WithdrawChange: "POST /v1/links/{link}/changes/{change}/withdrawal",
    cmd.ChangeUser: "POST /v1/users",
    cmd.ApproveHouseChange: "POST /v1/changes/{change}/approval",
    cmd.WithdrawHouseChange: "POST /v1/changes/{change}/withdrawal",
    cmd.EndSessions: "DELETE /v1/sessions",
    cmd.ChangeOwnPassword: "POST /v1/me/password",
    cmd.ChooseName: "POST /v1/me/name",
    cmd.MakeToken: "POST /v1/tokens",
    cmd.RevokeToken: "DELETE /v1/tokens/{token}",
    cmd.OfferSecondFactor: "POST /v1/me/second-factor",
    cmd.TurnSecondFactorOn: "POST /v1/me/second-factor",
}


@pytest.mark.parametrize("command", ROUTED, ids=lambda command: command.__name__)
def test_the_floor_allows_whom_the_route_allows(command: type[cmd.Command]) -> None:
    (route,) = [each for each in ROUTES if each.key == ROUTED[command]]
    assert {*RIGHTS[command]} == {role for role in Role if role is not Role.SYSTEM and route.cell(role) is not Cell.NO}


def test_a_command_without_a_right_is_the_systems_alone() -> None:
    assert RIGHTS.keys() - ROUTED.keys() == {cmd.SignIn}
    assert {*get_args(cmd.Command)} > RIGHTS.keys()
    check_rights(SYSTEM, cmd.FailLink("grand", "why"))
    with pytest.raises(Problem) as forbidden:
        check_rights(Who("sam", Role.SHIFT_MANAGER), cmd.FailLink("grand", "why"))
    assert forbidden.value.code is Code.FORBIDDEN
