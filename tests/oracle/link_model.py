"""A jackpot link as the standing rulings tell it, in plain lists and fractions.

It shares no code with the link that it is compared with, and is written to be compared with R-5, R-7, R-11 to R-15,
R-44, R-54, R-59, R-61, R-79 and R-102. Amounts are exact cents. A method answers False where the House would refuse.
"""

from fractions import Fraction
from typing import Any

Row = dict[str, Any]


class LinkModel:
    def __init__(
        self,
        tables: dict[str, int],
        *,
        start: int,
        reset: int,
        rate: Fraction,
        hidden: Fraction = Fraction(0),
        limit: int | None = None,
        verify_above: int | None = None,
    ) -> None:
        self.tables = dict(tables)
        self.value = Fraction(start)
        self.overflow = Fraction(0)
        self.reserve = Fraction(0)
        self.house = Fraction(0)  # what the House has put in
        self.set: Row = {
            "reset": reset,
            "contribution": rate,
            "reserve": hidden,
            "limit": limit,
            "verify-above": verify_above,
        }
        self.version = 1
        self.began = start
        self.paid_since: set[int] = set()  # awards that left the meter since then and stand
        self.clock = 0  # deals so far
        self.rounds: dict[str, Row] = {}
        self.claims: dict[int, Row] = {}
        self.changes: dict[int, Row] = {}
        self.approved: list[int] = []
        self.asked = 0
        self.suspended = False
        self.gone_to: str | None = None

    # What anybody can see

    def shown(self) -> int:
        return int(self.value)  # parts of a cent are carried and not displayed

    def lowest(self) -> int:
        """R-44: never below the reset value once paid out; a meter that began lower may go back to where it began."""
        if self.gone_to is not None:
            return 0
        return int(self.set["reset"] if self.paid_since else min(self.began, self.set["reset"]))

    def anything_open(self) -> bool:
        return any(row["status"] == "open" and row["alive"] for row in self.rounds.values())

    # Hands

    def deal(self, table: str, number: int, bets: dict[int, int], complete: bool = True) -> bool:
        last = self.rounds.get(table)
        if self.gone_to is not None or table not in self.tables or self.suspended or self.approved:
            return False
        if number < 1 or (last is not None and (number <= last["round"] or last["status"] == "open")):
            return False
        if any(
            row["table"] == table and row["status"] in ("held", "locked", "verified") for row in self.claims.values()
        ):
            return False  # the round before waits for its awards
        if not bets or any(bet != self.tables[table] or not 1 <= box <= 52 for box, bet in bets.items()):
            return False
        given = {}
        for box in sorted(bets):
            visible = bets[box] * self.set["contribution"]
            space = visible if self.set["limit"] is None else max(Fraction(0), self.set["limit"] - self.value)
            into = min(visible, space)
            self.value += into
            self.overflow += visible - into
            self.reserve += bets[box] * self.set["reserve"]
            given[box] = (into, visible - into, bets[box] * self.set["reserve"])
        self.rounds[table] = {"round": number, "time": None, "given": given, "alive": set(bets), "status": "open"}
        if complete:
            self._time(table)
        return True

    def complete(self, table: str, number: int) -> bool:
        row = self._open(table, number)
        if row is None or row["time"] is not None:
            return False
        self._time(table)
        return self._then()

    def _time(self, table: str) -> None:
        self.clock += 1
        self.rounds[table]["time"] = self.clock

    def fold(self, table: str, number: int, boxes: list[int]) -> bool:
        row = self._open(table, number)
        if row is None or not boxes or not set(boxes) <= row["alive"] or len(set(boxes)) < len(boxes):
            return False
        row["alive"] -= set(boxes)
        return self._then()

    def take_out(self, table: str, number: int, boxes: list[int]) -> bool:
        row = self._open(table, number)
        if row is None or not boxes or not set(boxes) <= set(row["given"]) or len(set(boxes)) < len(boxes):
            return False
        self._return_bets(row, boxes)
        return self._then()

    def settle(self, table: str, number: int, claims: list[tuple[int, Fraction, int]]) -> bool:
        row = self._open(table, number)
        if row is None or (claims and row["time"] is None):
            return False
        boxes = [box for box, _, _ in claims]
        if len(set(boxes)) < len(boxes) or not set(boxes) <= set(row["given"]):
            return False  # one that holds up nobody may claim what the board wins
        if any(not 0 < share <= 1 or fixed < 0 for _, share, fixed in claims):
            return False
        row["status"] = "resolved"
        for box, share, fixed in sorted(claims):
            self.claims[len(self.claims) + 1] = {
                **{"table": table, "round": number, "time": row["time"], "box": box, "share": share, "fixed": fixed},
                **{"status": "held", "value": None, "amount": None},
            }
        return self._then()

    def undo(self, table: str, number: int) -> bool:
        """R-5: what the round had won goes back; others keep what they were paid (R-44)."""
        row = self.rounds.get(table)
        if row is None or row["round"] != number or row["status"] != "resolved":
            return False
        self._undo(table, row)
        return self._then()

    def void(self, table: str, number: int) -> bool:
        row = self.rounds.get(table)
        if row is None or row["round"] != number or row["status"] == "void":
            return False
        if row["status"] == "resolved":
            self._undo(table, row)
        self._return_bets(row, list(row["given"]))
        row["status"] = "void"
        return self._then()

    def _open(self, table: str, number: int) -> Row | None:
        row = self.rounds.get(table)
        return row if row is not None and row["round"] == number and row["status"] == "open" else None

    def _return_bets(self, row: Row, boxes: list[int]) -> None:
        """R-7, R-54: what the bets have added is taken out; what may not leave, or has gone, the House makes up."""
        visible = sum((row["given"][box][0] for box in boxes), Fraction(0))
        over = sum((row["given"][box][1] for box in boxes), Fraction(0))
        hidden = sum((row["given"][box][2] for box in boxes), Fraction(0))
        from_meter = min(visible, max(Fraction(0), self.value - self.lowest()))
        from_overflow, from_reserve = min(over, self.overflow), min(hidden, self.reserve)
        self.value -= from_meter
        self.overflow -= from_overflow
        self.reserve -= from_reserve
        self.house += visible + over + hidden - from_meter - from_overflow - from_reserve
        for box in boxes:
            del row["given"][box]
            row["alive"].discard(box)

    # Awards

    def _undo(self, table: str, row: Row) -> None:
        row["status"] = "open"
        for number in sorted(self.claims, reverse=True):
            claim = self.claims[number]
            if claim["table"] != table or claim["round"] != row["round"]:
                continue
            if claim["status"] in ("locked", "verified", "paid"):
                self.paid_since.discard(number)
                self._give_back(claim)
            claim["status"] = "undone"

    def _give_back(self, claim: Row) -> None:
        taken, over, hidden, house = claim["sources"]
        if taken >= 0:
            space = taken if self.set["limit"] is None else max(Fraction(0), self.set["limit"] - self.value)
            back = min(Fraction(taken), space)
            self.value += back
            self.overflow += taken - back
        else:
            out = min(Fraction(-taken), max(Fraction(0), self.value - self.lowest()))
            self.value -= out
            house -= -taken - out
        self.overflow += over
        self.reserve += hidden
        self.house -= house

    def _then(self) -> bool:
        """Whatever has become possible happens: first awards whose turn has come, then changes that wait."""
        while self._next_award():
            pass
        while self.approved and not self.anything_open():
            self._effect(self.approved.pop(0))
        return True

    def _next_award(self) -> bool:
        held = [(row["time"], row["box"], number) for number, row in self.claims.items() if row["status"] == "held"]
        if not held:
            return False
        time, _, number = min(held)
        claim = self.claims[number]
        for table, row in self.rounds.items():
            earlier = row["time"] is not None and row["time"] < time
            if table != claim["table"] and row["status"] == "open" and row["alive"] and earlier:
                return False
        claim["value"] = self.shown()
        worth = int(claim["value"] * claim["share"])  # rounded down
        if worth <= claim["fixed"]:
            claim["status"] = "fixed"
            return True
        if claim["share"] == 1:
            left = self.set["reset"]
        else:
            left = max(self.set["reset"], claim["value"] - worth)
        taken = claim["value"] - left  # the part of a cent stays
        missing = worth - taken
        over = min(missing, int(self.overflow))
        hidden = min(missing - over, int(self.reserve))
        house = missing - over - hidden
        self.value -= taken
        self.overflow -= over
        self.reserve -= hidden
        self.house += house
        verify = self.set["verify-above"]
        claim |= {"status": "locked", "amount": worth, "sources": (taken, over, hidden, house)}
        claim["must_verify"] = verify is not None and worth > verify
        self.paid_since.add(number)
        return True

    def verify(self, number: int) -> bool:
        claim = self.claims.get(number)
        if claim is None or claim["status"] != "locked" or not claim["must_verify"]:
            return False
        claim["status"] = "verified"
        return True

    def pay(self, number: int, table: str) -> bool:
        claim = self.claims.get(number)
        if claim is None or claim["table"] != table:
            return False
        if claim["status"] != "verified" and (claim["status"] != "locked" or claim["must_verify"]):
            return False
        claim["status"] = "paid"
        return True

    # The House

    def propose(self, kind: str, what: Any, by: str) -> bool:
        if len(self.changes) >= 16 or not self._possible(kind, what):
            return False
        self.asked += 1
        self.changes[self.asked] = {"kind": kind, "what": what, "by": by}
        return True

    def approve(self, number: int, by: str) -> bool:
        change = self.changes.get(number)
        if change is None or number in self.approved or change["by"] == by:
            return False
        if not self._possible(change["kind"], change["what"]):
            return False
        self.approved.append(number)
        return self._then()

    def withdraw(self, number: int) -> bool:
        if number not in self.changes or number in self.approved:
            return False
        del self.changes[number]
        return True

    def _possible(self, kind: str, what: Any) -> bool:
        if kind == "transfer":
            return bool(what != "grand")
        if self.gone_to is not None:
            return False
        if kind == "correct":
            after, limit = self.shown() + what, self.set["limit"]
            if what < 0:
                return bool(after >= self.set["reset"])
            return bool(what > 0 and (limit is None or after <= limit))
        if kind == "unlink":
            return what in self.tables
        if kind == "link":
            return True
        new = {**self.set, kind: what}
        if new["reset"] is None or new["contribution"] is None or new["reserve"] is None:
            return False
        return bool(
            new["contribution"] + new["reserve"] <= 1 and (new["limit"] is None or new["limit"] >= new["reset"])
        )

    def _effect(self, number: int) -> None:
        change = self.changes.pop(number)
        kind, what = change["kind"], change["what"]
        if not self._possible(kind, what):
            return  # things have changed since it was approved
        self.version += 1
        if kind == "correct":
            self.value += what
        elif kind == "link":
            self.tables[what[0]] = what[1]
        elif kind == "unlink":
            del self.tables[what]
        elif kind == "transfer":
            self.value = self.overflow = self.reserve = Fraction(0)
            self.tables = {}
            self.gone_to = what
        else:
            self.set[kind] = what
        self.began, self.paid_since = self.shown(), set()

    def receive(self, value: Fraction, overflow: Fraction, reserve: Fraction) -> bool:
        if self.gone_to is not None:
            return False
        limit = self.set["limit"]
        into = value if limit is None else min(value, max(Fraction(0), limit - self.value))
        self.value += into
        self.overflow += overflow + value - into
        self.reserve += reserve
        return True

    def suspend(self) -> bool:
        if self.suspended:
            return False
        self.suspended = True
        return True

    def resume(self) -> bool:
        if not self.suspended:
            return False
        self.suspended = False
        return True
