"""A meter rises with bets, falls with awards and by what is documented, and shows what it holds, to parts of a cent."""

from collections import Counter
from typing import Any

from .money import Balances
from .reading import Body, Entry, Event, Found
from .rounds import Rounds

PARTS = 10**12
"""Parts of a cent."""
POTS = ("meter", "overflow", "reserve")
LOCKED = ("locked", "verified")


class Link:
    """What its events come to: pots in parts of a cent, the last deal of each table, all awards by number."""

    def __init__(self, name: str) -> None:
        self.name, self.at, self.counted = name, ("", 0), 0
        self.pots: Counter[str] = Counter()
        self.rates: dict[str, Any] = {}
        self.deals: dict[str, dict[str, Any]] = {}
        self.awards: dict[int, dict[str, Any]] = {}
        self.fed: dict[tuple[str, int], dict[str, int]] = {}

    def need(self, holds: bool, kind: str, why: str) -> None:
        if not holds:
            raise Found(*self.at, kind, why)

    @property
    def shown(self) -> int:
        return self.pots["meter"] // PARTS

    def hears(self, event: Event) -> None:
        table, number = event.get("table", ""), event.get("award", 0)
        deal, award = self.deals.get(table, {}), self.awards.get(number, {})
        match event.get("type"):
            case "link-opened":
                self.need(not self.rates, "meters", "the link is opened a second time")
                self.rates, self.pots["meter"] = dict(event["parameters"]), event["start"] * PARTS
            case "parameters-changed":
                self.rates[event["parameter"]] = event["after"]
            case "hands-dealt":
                added, where = event["contributions"], (table, event["round"])
                self.need(where not in self.fed, "meters", f"round {where[1]} of {table} contributes a second time")
                for each in added.values():
                    shares = (each["meter"] + each["overflow"], each["reserve"])
                    due = (each["bet"] * self.rates["contribution"], each["bet"] * self.rates["reserve"])
                    self.need(shares == due, "meters", f"a bet of {each['bet']} cents does not contribute what is set")
                    self._move(each, "", 1)
                self.fed[where] = {box: each["bet"] for box, each in added.items()}
                self.deals[table] = {"added": dict(added), "live": set(map(int, added)), "open": True, "number": None}
            case "contributions-taken-back":
                gone = [deal["added"].pop(str(box)) for box in event["boxes"]]
                back = sum(event[f"from_{source}"] for source in (*POTS, "house"))
                due = sum(each[pot] for each in gone for pot in POTS)
                self.need(back == due, "meters", f"{due} parts go back, and {back} are named")
                self._move(event, "from_", -1)
                deal["live"] -= {*event["boxes"]}
            case "hands-narrowed":
                deal["live"] -= {*event["boxes"]}
            case "hands-resolved":
                deal["open"] = False
                for claim in event["claims"]:
                    fits = claim["award"] == len(self.awards) + 1 and claim["box"] in deal["live"]
                    self.need(fits, "awards", f"award {claim['award']} is not the next, or no live bet claims it")
                    found = {"table": table, "round": event["round"], "deal": deal["number"], "state": "held"}
                    self.awards[claim["award"]] = {**claim, **found}
            case "hands-reopened":
                deal["open"] = True
                for each in event["withdrawn"]:
                    self.awards[each]["state"] = "undone"
            case "hands-voided":
                deal["open"] = False
            case "award-locked":
                self._turn(award, event, event["amount"])
                pots = sum(event[f"from_{pot}"] for pot in POTS)
                self.need(pots <= event["amount"], "awards", f"more leaves the pots than award {number} is worth")
                self._move(event, "from_", -PARTS)
                award |= {**event, "state": "locked"}
            case "fixed-preferred":
                self._turn(award, event, event["share_worth"])
                award |= {**event, "state": "fixed", "amount": event["share_worth"]}
            case "award-verified":
                self.need(award["state"] == "locked" and award["verify"], "awards", f"award {number} waits for nobody")
                award["state"] = "verified"
            case "award-paid":
                due = award["state"] == ("verified" if award["verify"] else "locked")
                same = all(award[key] == event[key] for key in ("table", "round", "box", "amount"))
                self.need(due and same, "awards", f"award {number} is not due, or not so much, or another's")
                award["state"] = "paid"
            case "award-undone":
                back = sum(event[f"to_{target}"] for target in (*POTS, "house"))
                stood = award["state"] in (*LOCKED, "paid") and back == award["amount"] * PARTS
                self.need(stood, "awards", f"award {number} does not stand, or not all of it goes back")
                self._move(event, "to_", 1)
                award["state"] = "undone"
            case "meter-corrected":
                told = (event["before"], event["before"] + event["amount"])
                self.need(told == (self.shown, event["after"]), "meters", f"it shows {self.shown} when it is corrected")
                self.pots["meter"] += event["amount"] * PARTS
            case "link-closed":
                self._move(event, "", -1)
                self.need(not any(self.pots.values()), "meters", "the link is closed, and something is left in it")
            case "transfer-received":
                self._move(event, "", 1)
        if event.get("deal") is not None:
            self.counted += 1
            self.need(event["deal"] == self.counted, "awards", f"deal {event['deal']} where {self.counted} is next")
            self.deals[table]["number"] = self.counted

    def _move(self, event: Event, prefix: str, times: int) -> None:
        for pot in POTS:
            self.pots[pot] += times * event[prefix + pot]
            self.need(self.pots[pot] >= 0, "meters", f"the {pot} would be below zero")

    def _turn(self, award: Event, event: Event, share: int) -> None:
        """By the deal, at one table clockwise (R-13, R-102), from what the meter shows."""
        turns = [(each["deal"], each["box"]) for each in self.awards.values() if each["state"] == "held"]
        turns += [
            (deal["number"], 0) for deal in self.deals.values() if deal["open"] and deal["live"] and deal["number"]
        ]
        same = all(award[key] == event[key] for key in ("table", "round", "box")) and award["state"] == "held"
        first = same and min(turns) == (award["deal"], award["box"])
        self.need(first, "awards", f"award {event['award']} is locked before its turn, or another's (R-13)")
        told = (self.shown, self.shown * award["numerator"] // award["denominator"])
        self.need((event["value"], share) == told, "awards", f"the meter shows {told[0]}, the share is worth {told[1]}")


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
        held["award"] = sum(award["amount"] for award in link.awards.values() if award["state"] in LOCKED)
        for pot, amount in held.items():
            kept = self._balances.sums[f"{pot}/{link.name}"]
            link.need(
                amount == kept, "meters", f"the events leave {amount} cents in {pot}/{link.name}: it holds {kept}"
            )

    def unpaid(self) -> list[dict[str, Any]]:
        """Locked, and neither paid nor undone (PJ-22)."""
        keys = ("award", "table", "round", "box", "amount")
        awards = [award for link in self.links.values() for award in link.awards.values() if award["state"] in LOCKED]
        return [{key: award[key] for key in keys} for award in awards]

    def finish(self) -> None:
        paid, fed = dict(self._rounds.paid), dict[tuple[str, int], dict[str, int]]()
        for link in self.links.values():
            fed |= link.fed
            for number, award in link.awards.items():
                at = paid.pop((award["table"], award["round"], award["box"], number), None)
                waits = self._rounds.is_awarding(award["table"], award["round"])
                over = award["state"] not in ("held", *LOCKED) or waits
                link.need(over, "awards", f"award {number} is {award['state']}, and the round that won it is over")
                told = at or award["state"] != "paid"
                link.need(bool(told), "awards", f"award {number} is paid, but not at {award['table']}")
                if at and (at[1]["share_worth"], at[1]["meter"]) != (award.get("amount"), award.get("value")):
                    raise Found(*at[0][:2], "awards", f"award {number} was locked at {award.get('amount')}")
        for entry, event in paid.values():
            raise Found(*entry[:2], "awards", f"award {event['award']} is paid, and no link has locked it")
        for table, round_ in {**fed, **self._rounds.bets}:
            if fed.get((table, round_)) != self._rounds.bets.get((table, round_)):
                raise Found(f"table/{table}", 0, "meters", f"round {round_}: bets and contributions are not the same")
