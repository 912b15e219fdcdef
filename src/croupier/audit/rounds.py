"""Every round is opened once and closed once; its cards are those that were promised before the bets."""

from .money import Balances
from .reading import Body, Entry, Event, Found

OVER = ("settled", "void")
FROM = {
    "table-opened": ("not there",),
    "poker-table-opened": ("not there",),
    "round-opened": OVER,
    "round-started": ("not begun", *OVER),
    "round-settled": ("open",),
    "pots-given-out": ("open",),
    "jackpot-paid": ("awarding",),
    "settlement-undone": ("awarding", "settled"),
    "round-voided": ("open", "awarding", "settled"),
    "poker-round-voided": ("open", "settled"),
}
"""What a round may be when this happens to it; a settlement can be undone and made again (R-5)."""


class Table:
    number, state, claims = 0, "not there", 0


class Rounds:
    """Also what tables say of jackpots: bets by table and round, payments by table, round, box and award."""

    def __init__(self, balances: Balances) -> None:
        self._balances = balances
        self.tables: dict[str, Table] = {}
        self.bets: dict[tuple[str, int], dict[str, int]] = {}
        self.paid: dict[tuple[str, int, int, int], tuple[Entry, Event]] = {}

    @property
    def over(self) -> int:
        """How many there were."""
        return sum(table.number - (table.state not in ("not begun", *OVER)) for table in self.tables.values())

    def is_awarding(self, name: str, round_: int) -> bool:
        table = self.tables.get(name, Table())
        return (table.number, table.state) == (round_, "awarding")

    def finish(self) -> None:
        pass

    def entry(self, entry: Entry, body: Body) -> None:
        if not entry.stream.startswith("table/"):
            return
        name = entry.stream[6:]
        table = self.tables.setdefault(name, Table())
        before = table.number
        for event in body.then:
            kind = event.get("type", "")
            if kind in FROM:
                if table.state not in FROM[kind]:
                    raise Found(*entry[:2], "rounds", f"{kind}, when round {table.number} is {table.state}")
                self._happens(entry, table, kind, event)
            if kind == "bets-closed" and event.get("jackpot_bets"):
                self.bets[name, table.number] = event["jackpot_bets"]
            elif kind == "jackpot-paid" and event.get("award") is not None:
                where = (name, table.number, event["box"], event["award"])
                if where in self.paid:
                    raise Found(*entry[:2], "awards", f"award {event['award']} is paid a second time")
                self.paid[where] = entry, event
        if body.round and body.round not in (before, table.number):
            raise Found(*entry[:2], "rounds", f"written under round {body.round}, in round {table.number}")
        if table.state in OVER and self._balances.sums[f"layout/{name}"]:
            raise Found(*entry[:2], "balances", "chips lie on the layout, and the round is over")

    def _happens(self, entry: Entry, table: Table, kind: str, event: Event) -> None:
        match kind:
            case "poker-table-opened":
                table.state = "not begun"
            case "table-opened" | "round-opened" | "round-started":
                table.number, table.state = table.number + 1, "open"
                if event.get("number", table.number) != table.number:
                    raise Found(*entry[:2], "rounds", f"round {event['number']} where {table.number} is next")
            case "settlement-undone":
                table.state = "open"
            case "round-settled" | "jackpot-paid" | "pots-given-out":
                table.claims = len(event.get("claims", ())) if kind == "round-settled" else max(0, table.claims - 1)
                table.state = "awarding" if table.claims else "settled"
            case _:
                table.state = "void"
