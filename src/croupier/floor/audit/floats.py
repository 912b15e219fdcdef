"""Checks table floats: every slip has its signatures and posts its chips, and every count agrees with the ledger."""

from collections import defaultdict
from itertools import accumulate
from typing import NamedTuple

from .reading import Body, Entry, Event, need

At = tuple[str, int]
ACKNOWLEDGED = ("opening", "fill", "credit")


class Count(NamedTuple):
    entry: Entry
    account: str
    expected: int


class Floats:
    def __init__(self) -> None:
        self._slips: dict[tuple[str, int], Event] = {}
        self._approved: dict[tuple[str, int], str] = {}
        self._moves: defaultdict[str, list[tuple[int, str, int, int]]] = defaultdict(list)
        """By account of a tray or a rake box: time, stream, entry and amount."""
        self._counts: list[Count] = []

    def entry(self, entry: Entry, body: Body) -> None:
        post = dict(body.post)
        for account, amount in post.items():
            if account.startswith(("tray/", "rake/")):
                self._moves[account].append((entry.at, entry.stream, entry.seq, amount))
        if not entry.stream.startswith("table/"):
            return
        at, table = entry[:2], entry.stream[6:]
        moved = None
        for event in body.then:
            match event.get("type"):
                case "chips-asked":
                    worth = sum(value * pieces for value, pieces in event["chips"])
                    need(worth == event["amount"], at, "floats", f"slip {event['number']} adds up to {worth}")
                    self._slips[table, event["number"]] = event
                case "chips-approved":
                    asked = self._slips.get((table, event["number"]))
                    fits = asked is not None and asked["by"].lower() != event["by"].lower()
                    need(fits, at, "floats", f"slip {event['number']} was not approved by a second person")
                    self._approved[table, event["number"]] = event["by"]
                case "chips-moved":
                    moved = event
                    self._check(entry, table, event, post)
        need(moved or f"variance/{table}" not in post, at, "floats", "chips are missing, and nobody counted them")

    def _check(self, entry: Entry, table: str, event: Event, post: dict[str, int]) -> None:
        at, number, kind, amount = entry[:2], event["number"], event["kind"], event["amount"]
        asked = self._slips.pop((table, number), None)
        same = asked is not None and (asked["kind"], asked["amount"], asked["by"]) == (kind, amount, event["by"])
        need(same, at, "floats", f"slip {number} was not written so")
        signed = self._approved.pop((table, number), None) == event["approved_by"]
        signed &= bool(event.get("acknowledged_by")) == (kind in ACKNOWLEDGED)
        need(signed, at, "floats", f"slip {number} lacks a signature")
        tray, rake, missing = f"tray/{table}", f"rake/{table}", event.get("variance", 0)
        expected = event.get("expected", 0)
        if kind in ("opening", "fill"):
            due = {"cage": -amount, tray: amount}
        elif kind == "count":
            due = {tray: -missing, f"variance/{table}": missing}
            self._counts.append(Count(entry, tray, expected))
        elif kind == "drop" and (expected or missing):
            due = {rake: -expected, "cage": amount, f"variance/{table}": missing}
            self._counts.append(Count(entry, rake, expected))
        else:
            due = {"cage": amount, tray: -amount} if kind == "credit" or tray in post else {}
        due = {account: sum_ for account, sum_ in due.items() if sum_}
        found = {account: post.get(account, 0) for account in {*due, tray, rake, "cage", f"variance/{table}"}}
        found = {account: sum_ for account, sum_ in found.items() if sum_}
        need(found == due, at, "postings", f"slip {number} posts {found} where {due} is due")
        if kind == "count" or expected or missing:
            need(missing == expected - amount, at, "floats", f"slip {number}: {missing} is not the variance")

    def finish(self) -> None:
        """Compares each count with the ledger of that moment. Entries of other streams with the same time may have
        come before or after it."""
        for entry, account, expected in self._counts:
            before, beside = 0, list[int]()
            for at, stream, seq, amount in self._moves[account]:
                own = stream == entry.stream
                if at < entry.at or (own and seq < entry.seq):
                    before += amount
                elif at == entry.at and not own:
                    beside.append(amount)
            held = [before, *accumulate(beside, initial=before)]
            need(expected in held, entry[:2], "floats", f"{account} held {before} and was counted against {expected}")
