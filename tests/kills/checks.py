"""What must hold whenever the house opens again, and at the end of an evening."""

import contextlib
import io
import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

from croupier.doors.cli import audit
from tests.kills.client import Client

Json = dict[str, Any]
STARTED_WITH = 40_000
"""Dollars of all players when the house was opened first."""


def cents(text: str) -> int:
    return int(Decimal(text) * 100)


def ledger(client: Client) -> dict[str, int]:
    told = client.ask("/v1/ledger", "sam")
    assert told["sum"] == "0.00", told["sum"]
    accounts = {each["account"]: cents(each["balance"]) for each in told["accounts"]}
    assert sum(accounts.values()) == 0
    for account, balance in accounts.items():
        below = account in ("cage", "house") or account.startswith("tray/")
        assert balance >= 0 or below, f"{account} is {balance}"
    return accounts


def check_money(client: Client, views: dict[str, Json]) -> dict[str, int]:
    """The ledger sums to zero, layouts are empty between rounds, the meter is what the link shows, and the cage has
    given out what it was asked for."""
    accounts = ledger(client)
    for table, view in views.items():
        round_ = view["round"]
        lies = accounts.get(f"layout/{table}", 0)
        if round_ is None or round_["status"] != "open" or not _on_the_layout(round_):
            assert lies == 0, f"{table}: {lies} on the layout of a round that is {round_ and round_['status']}"
        else:
            assert lies == sum(_on_the_layout(round_).values()), f"{table}: {lies} on the layout, {round_} shown"
        for name, own in view.get("players", {}).items():
            assert accounts.get(f"stack/{table}/{name}", 0) == cents(own["stack"])
    link = client.ask("/v1/links/grand")["link"]
    assert accounts["meter/grand"] == cents(link["value"]), (accounts["meter/grand"], link)
    assert client.ask("/v1/links/grand/reconciliation", "sam")["difference"] == "0.00"
    assert accounts["cage"] == -(
        100 * STARTED_WITH + sum(_brought(sent.path, sent.body, answer.done) for sent, answer in client.answered)
    )
    return accounts


def _brought(path: str, body: Json, done: bool) -> int:
    if not done or "amount" not in body:
        return 0
    return cents(body["amount"]) * (1 if path.endswith("/deposits") else -1)


def _on_the_layout(round_: Json) -> dict[str, int]:
    """By player, the chips that lie in an open round."""
    lie: dict[str, int] = {}
    for each in round_.get("boxes", {}).values():
        for bet in each["bets"].values() if each["standing"] != "returned" else ():
            if "result" not in bet:
                lie[each["player"]] = lie.get(each["player"], 0) + cents(bet["staked"])
    for each in round_.get("players", {}).values():
        lie[each["player"]] = lie.get(each["player"], 0) + cents(each["put"])
    return lie


def fortunes(accounts: dict[str, int], views: dict[str, Json]) -> dict[str, int]:
    """What each player has: in the wallet, at the tables, and in rounds that are open."""
    have: dict[str, int] = {}
    for account, balance in accounts.items():
        if account.startswith(("wallet/", "stack/")):
            name = account.rpartition("/")[2]
            have[name] = have.get(name, 0) + balance
    for view in views.values():
        if view["round"] is not None and view["round"]["status"] == "open":
            for name, chips in _on_the_layout(view["round"]).items():
                have[name] = have.get(name, 0) + chips
    return have


def check_audit(folder: Path) -> None:
    """The auditor finds nothing, and deciding everything again gives the same."""
    files = ["--checkpoints", str(folder / "d.checkpoints.jsonl"), "--key", str(folder / "d.key")]
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        status = audit.main([str(folder / "d"), *files, "--replay", "--json"])
    assert status == 0, told.getvalue()


def audit_as_a_program(folder: Path, *more: str) -> tuple[int, Json]:
    command = [sys.executable, "-m", "croupier", "audit", str(folder / "d"), "--json", *more]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    return told.returncode, json.loads(told.stdout)


def check_decks(
    client: Client, roots: dict[tuple[str, int], list[str]], cards: dict[tuple[str, int, str], str]
) -> None:
    """Rounds that are over were dealt from the decks that were shown before the bets, to the card."""
    for (table, number), shown in roots.items():
        listed = client.ask(f"/v1/tables/{table}/rounds?limit=200", "una")["items"]
        status = {each["round"]: each["status"] for each in listed}.get(number, "open")
        if not shown or status == "open":
            continue
        deck = client.ask(f"/v1/tables/{table}/rounds/{number}/deck", "una")
        assert deck["root"] == shown[-1], f"{table} {number}: another root"
        known = {each["card"] for each in deck["cards"]}
        seen = {card for (at, of, _), card in cards.items() if (at, of) == (table, number)}
        assert seen <= known, f"{table} {number}: {seen - known} was seen and is not in the deck"
