"""Stores keep a digest of what was asked: a client that retries after an upgrade must find its answer."""

import pytest

from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.given import TableKeys
from croupier.rules.money import Cents

ASKED: list[tuple[cmd.Command, str, TableKeys | None, tuple[str, ...]]] = [
    (cmd.Deposit("Ann", Cents(500)), "", None, ("deposit", "Ann", "500", "why")),
    (cmd.Withdraw("Ann", Cents(500)), "", None, ("withdrawal", "Ann", "500", "why")),
    (cmd.AddPlayer("Ann", walk_in=True), "", None, ("player", "Ann")),
    (cmd.PayDebt("Ann", Cents(5)), "", None, ("debt-payment", "Ann", "5", "why")),
    (cmd.ProposeWriteOff("Ann", Cents(5)), "", None, ("debt-write-off", "Ann", "5", "why")),
    (cmd.ApproveWriteOff("Ann", 2), "", None, ("debt-write-off-approval", "Ann", "2", "why")),
    (cmd.ApproveHouseChange(3), "", None, ("house approval", "3")),
    (cmd.WithdrawHouseChange(3), "", None, ("house withdrawal", "3")),
    (cmd.AnswerAsked(4, True), "", None, ("asked", "4", "True")),
    (cmd.JoinWaitingList(), "tcp-1", None, ("waiting", "tcp-1", "None")),
    (cmd.OpenTable("t"), "t", TableKeys({"name": "t", "ante": ["1"]}), ("table", '{"ante":["1"],"name":"t"}')),
    (cmd.ChangeSign("t"), "t", TableKeys({"ante": ["1", "2"]}), ("sign", "t", '{"ante":["1","2"]}')),
    (cmd.CloseTable("t"), "t", None, ("closing", "t")),
    (cmd.VerifyAward(1), "grand", None, ("verification", "grand", "1", "why")),
    (cmd.ProposeChange("reset", "5"), "grand", None, ("change", "grand", "[('reset', '5')]", "why")),
    (cmd.ApproveChange(1), "grand", None, ("approval", "grand", "1", "why")),
    (cmd.WithdrawChange(1), "grand", None, ("withdrawal", "grand", "1", "why")),
    (cmd.SuspendLink("grand", "close"), "grand", None, ("suspension", "grand", "close", "why")),
    (cmd.ResumeLink("grand"), "grand", None, ("resumption", "grand", "why")),
]
"""As release 0.2.0 made them."""


@pytest.mark.parametrize("command, at, given, words", ASKED, ids=lambda each: type(each).__name__)
def test_a_retry_asks_in_the_words_of_the_release_before(
    command: cmd.Command, at: str, given: TableKeys | None, words: tuple[str, ...]
) -> None:
    assert cmd.asked(command, "why", at, given) == words
