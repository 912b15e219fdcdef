"""Reads the commands of version 1 of the journal, which stored them as words only.

These are the words that it used. No other module may read commands from words.
"""

from collections.abc import Callable, Sequence

import msgspec

from croupier.floor.journal.entry import Body
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import house_events as house_ev
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.table import LiveTable
from croupier.rules.money import NOTHING, Cents

_AT_A_TABLE: dict[str, Callable[[str], cmd.Command]] = {
    "(opened)": cmd.OpenTable,
    "(sign)": cmd.ChangeSign,
    "(closes)": cmd.CloseTable,
    "(shoe)": cmd.StackShoe,
}


def of_the_house(body: Body, events: Sequence[object]) -> cmd.Command | None:
    match body.do.split():
        case ["(opened)"]:
            return cmd.OpenHouse()
        case ["adds", name]:
            added = next((event for event in events if isinstance(event, house_ev.PlayerAdded)), None)
            brought = next((event for event in events if isinstance(event, house_ev.Deposited)), None)
            walk_in = added is not None and added.walk_in
            return cmd.AddPlayer(name, walk_in, NOTHING if brought is None else brought.amount)
        case ["deposit", name, amount]:
            return cmd.Deposit(name, Cents(int(amount)))
        case ["withdrawal", name, amount]:
            return cmd.Withdraw(name, Cents(int(amount)))
        case ["opens", "the", "deck", "of", name, number]:
            return cmd.ShowDeck(name, int(number))
        case ["opens", name]:
            return cmd.OpenTable(name)
        case _:
            return None


def of_a_table(body: Body, name: str, table: LiveTable | None, events: Sequence[object]) -> cmd.Command | None:
    """None for a sentence of the round files."""
    if table is None:
        return cmd.OpenTable(name)
    if body.id.startswith("recovery/"):
        return cmd.RuleInterruption(name)
    if body.do in _AT_A_TABLE:
        return _AT_A_TABLE[body.do](name)
    if (number := _incident_decided(body, table)) is not None:
        return cmd.DecideIncident(number, body.do)
    waits = next((event for event in events if isinstance(event, ev.IncidentWaits)), None)
    return None if waits is None or body.by != SYSTEM.name else cmd.ReportReadCard(waits.by)


def _incident_decided(body: Body, table: LiveTable) -> int | None:
    """The number of the incident that this act decides; None for a new report."""
    answer = msgspec.json.decode(body.answer)
    if answer is None:
        return None
    _, told = answer
    content = told.get("done") or told.get("error") or told.get("waiting") or {}
    number = content.get("incident")
    if "waiting" in told and number not in table.incidents:
        return None
    return number if isinstance(number, int) else None


def of_a_link(body: Body, name: str) -> cmd.Command | None:
    if body.id.startswith("recovery/"):
        return cmd.AnswerClaims(name)
    match body.do.split(" ", 3):
        case ["(opened)"]:
            return cmd.OpenLink(name)
        case ["verifies", "award", number]:
            return cmd.VerifyAward(int(number))
        case ["asks", "for", kind, value]:
            return cmd.ProposeChange(kind, value)
        case ["approves", "change", number]:
            return cmd.ApproveChange(int(number))
        case ["withdraws", "change", number]:
            return cmd.WithdrawChange(int(number))
        case ["suspends", _, policy]:
            return cmd.SuspendLink(name, policy.removeprefix("policy="))
        case ["resumes", _]:
            return cmd.ResumeLink(name)
        case ["suspends", _]:
            return cmd.FailLink(name, body.reason)
        case _:
            return None
