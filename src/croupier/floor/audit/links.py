"""Checks each meter to parts of a cent: it rises with bets, falls with awards and recorded changes, shows its pots."""

from collections import Counter
from typing import Any

from .money import Balances
from .reading import Body, Entry, Event, Found, need
from .result import Unpaid
from .rounds import Rounds

PARTS = 10**12
"""Parts of a cent."""
POTS = ("meter", "overflow", "reserve")
LOCKED = ("locked", "verified")


AWARDS = {
    "award-locked": (("held",), "locked"),
    "fixed-preferred": (("held",), "fixed"),
    "award-verified": (("locked",), "verified"),
    "award-paid": (LOCKED, "paid"),
    "award-undone": ((*LOCKED, "paid"), "undone"),
}
"""The state that an award must have before each event, and its state after it."""
MOVES = {
    "contributions-taken-back": ("from_", -1),
    "award-locked": ("from_", -PARTS),
    "award-undone": ("to_", 1),
    "link-closed": ("", -1),
    "transfer-received": ("", 1),
}
"""What leaves or enters the pots: the prefix of the fields' names, and the unit."""
OPENS = {"hands-resolved": False, "hands-reopened": True, "hands-voided": False}


class Link:
    """The sum of a link's events: pots in parts of a cent, the last deal of each table, all awards by number."""

    def __init__(self, name: str) -> None:
        self.name, self.at, self.counted, self.locked = name, ("", 0), 0, 0
        self.pots: Counter[str] = Counter()
        self.rates: dict[str, Any] = {}
        self.deals: dict[str, dict[str, Any]] = {}
        self.awards: dict[int, dict[str, Any]] = {}
        self.held: dict[int, tuple[int, int]] = {}
        self.fed: dict[tuple[str, int], dict[str, int]] = {}

    def need(self, holds: object, kind: str, why: str) -> None:
        need(holds, self.at, kind, why)

    def hears(self, event: Event) -> None:
        kind, table, number = event.get("type", ""), event.get("table", ""), event.get("award", 0)
        if kind in AWARDS:
            self._award(kind, self.awards[number], event, f"award {number}")
        if kind in OPENS:
            self.deals[table]["open"] = OPENS[kind]
        shown = self.pots["meter"] // PARTS
        match kind:
            case "link-opened":
                self.need(not self.rates, "meters", "the link is opened a second time")
                self.rates, self.pots["meter"] = dict(event["parameters"]), event["start"] * PARTS
            case "parameters-changed":
                self.rates[event["parameter"]] = event["after"]
            case "hands-dealt":
                self._dealt(table, event["round"], event["contributions"])
            case "hands-narrowed" | "contributions-taken-back":
                self.deals[table]["live"] -= {*event["boxes"]}
                if kind == "contributions-taken-back":
                    gone = [self.deals[table]["added"].pop(str(box)) for box in event["boxes"]]
                    due = sum(each[pot] for each in gone for pot in POTS)
                    self.need(due == total(event, "from_"), "meters", f"{due} parts go back, and others are named")
            case "hands-resolved":
                for claim in event["claims"]:
                    deal = self.deals[table]
                    fits = claim["award"] == len(self.awards) + 1 and claim["box"] in deal["live"]
                    self.need(fits, "awards", f"award {claim['award']} is not the next, or no live bet claims it")
                    found = {"table": table, "round": event["round"], "deal": deal["number"], "state": "held"}
                    self.awards[claim["award"]] = {**claim, **found}
                    self.held[claim["award"]] = deal["number"], claim["box"]
            case "hands-reopened":
                for each in event["withdrawn"]:
                    self.awards[each]["state"] = "undone"
                    self.held.pop(each, None)
            case "meter-corrected":
                told = (event["before"], event["before"] + event["amount"])
                self.need(told == (shown, event["after"]), "meters", f"it shows {shown} when it is corrected")
                self.pots["meter"] += event["amount"] * PARTS
        for pot in POTS if kind in MOVES else ():
            self.pots[pot] += event[MOVES[kind][0] + pot] * MOVES[kind][1]
            self.need(self.pots[pot] >= 0, "meters", f"the {pot} would be below zero")
        left = kind == "link-closed" and any(self.pots.values())
        self.need(not left, "meters", "the link is closed, and something is left in it")
        if event.get("deal") is not None:
            self.counted += 1
            self.need(event["deal"] == self.counted, "awards", f"deal {event['deal']} where {self.counted} is next")
            self.deals[table]["number"] = self.counted

    def _dealt(self, table: str, round_: int, added: Event) -> None:
        self.need((table, round_) not in self.fed, "meters", f"round {round_} of {table} contributes a second time")
        for each in added.values():
            shares = (each["meter"] + each["overflow"], each["reserve"])
            due = (each["bet"] * self.rates["contribution"], each["bet"] * self.rates["reserve"])
            self.need(shares == due, "meters", f"a bet of {each['bet']} cents does not contribute what is set")
            self.pots.update({pot: each[pot] for pot in POTS})
        self.fed[table, round_] = {box: each["bet"] for box, each in added.items()}
        self.deals[table] = {"added": dict(added), "live": set(map(int, added)), "open": True, "number": None}

    def _award(self, kind: str, award: Event, event: Event, what: str) -> None:
        """In the order of the deals, at one table clockwise (R-13, R-102), from what the meter shows."""
        same = all(award[key] == event[key] for key in ("table", "round", "box") if key in event)
        self.need(same and award["state"] in AWARDS[kind][0], "awards", f"{what} is {award['state']}, or another's")
        if AWARDS[kind][0] == ("held",):
            turns = [*self.held.values()] + [
                (each["number"], 0) for each in self.deals.values() if each["open"] and each["live"] and each["number"]
            ]
            self.need(min(turns) == (award["deal"], award["box"]), "awards", f"{what} is locked before its turn (R-13)")
            shown = self.pots["meter"] // PARTS
            told = (shown, shown * award["numerator"] // award["denominator"])
            award |= {**event, "amount": event.get("amount", event.get("share_worth"))}
            self.need((event["value"], award["amount"]) == told, "awards", f"{what}: the meter shows {shown}")
        verified = kind != "award-paid" or (award["verify"] == (award["state"] == "verified"))
        right = event.get("amount", award["amount"]) == award["amount"] and verified
        self.need(right, "awards", f"{what} is paid otherwise than it was locked, or waits to be verified")
        taken = kind != "award-locked" or sum(event[f"from_{pot}"] for pot in POTS) <= award["amount"]
        back = kind != "award-undone" or total(event, "to_") == award["amount"] * PARTS
        self.need(taken and back, "awards", f"{what} does not go back whole, or more than it has left the pots")
        self.held.pop(event["award"], None)
        self.locked += award["amount"] * ((AWARDS[kind][1] in LOCKED) - (award["state"] in LOCKED))
        award["state"] = AWARDS[kind][1]


def total(event: Event, prefix: str) -> int:
    """From or to the pots and the House."""
    return sum(event[prefix + pot] for pot in (*POTS, "house"))


class Links:
    """Each link for itself, and that links and tables say the same of bets and awards."""

    def __init__(self, rounds: Rounds, balances: Balances) -> None:
        self.links: dict[str, Link] = {}
        self._rounds, self._balances = rounds, balances

    def entry(self, entry: Entry, body: Body) -> None:
        if not entry.stream.startswith("link/"):
            return
        link = self.links.setdefault(entry.stream, Link(entry.stream[5:]))
        link.at = entry[:2]
        try:
            for event in body.then:
                link.hears(event)
        except (KeyError, TypeError, AttributeError) as error:
            raise Found(*entry[:2], "awards", f"it does not fit what was before it: {error!r}") from None
        held = {pot: link.pots[pot] // PARTS for pot in POTS}
        held["award"] = link.locked
        for pot, amount in held.items():
            kept = self._balances.sums[f"{pot}/{link.name}"]
            link.need(
                amount == kept, "meters", f"the events leave {amount} cents in {pot}/{link.name}: it holds {kept}"
            )

    def unpaid(self) -> list[Unpaid]:
        """Locked, and neither paid nor undone (PJ-22)."""
        awards = [award for link in self.links.values() for award in link.awards.values() if award["state"] in LOCKED]
        return [
            Unpaid(award["award"], award["table"], award["round"], award["box"], award["amount"]) for award in awards
        ]

    def finish(self) -> None:
        paid, fed, bets = dict(self._rounds.paid), dict[tuple[str, int], dict[str, int]](), self._rounds.bets
        for link in self.links.values():
            fed |= link.fed
            for number, award in link.awards.items():
                table = self._rounds.tables.get(award["table"])
                waits = table is not None and (table.number, table.state) == (award["round"], "awarding")
                over = award["state"] not in ("held", *LOCKED) or waits
                link.need(over, "awards", f"award {number} is {award['state']}, and the round that won it is over")
                if self._rounds.archived.get(award["table"], 0) >= award["round"]:
                    continue
                entry, told = paid.pop((award["table"], award["round"], award["box"], number), (None, {}))
                link.need(entry or award["state"] != "paid", "awards", f"{award['table']} has not paid award {number}")
                same = (told.get("share_worth"), told.get("meter")) == (award.get("amount"), award.get("value"))
                need(entry is None or same, (entry or link.at)[:2], "awards", f"award {number} was locked otherwise")
        for entry, event in paid.values():
            need(False, entry[:2], "awards", f"award {event['award']} is paid, and no link has locked it")
        for where in (at for at in {**fed, **bets} if at[1] > self._rounds.archived.get(at[0], 0)):
            why = f"round {where[1]}: jackpot bets and contributions are not the same"
            need(fed.get(where) == bets.get(where), (f"table/{where[0]}", 0), "meters", why)
