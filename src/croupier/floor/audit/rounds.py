"""Every round opens once and closes once, and no bet is on a table between rounds."""

from .archives import Begin
from .money import Balances
from .reading import Body, Entry, Event, need

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


class RoundsOfTable:
    number, state, claims = 0, "not there", 0

    def hears(self, kind: str, event: Event) -> None:
        match kind:
            case "poker-table-opened":
                self.state = "not begun"
            case "table-opened" | "round-opened" | "round-started":
                self.number, self.state = self.number + 1, "open"
            case "settlement-undone":
                self.state = "open"
            case "round-settled" | "jackpot-paid" | "pots-given-out":
                self.claims = len(event.get("claims", ())) if kind == "round-settled" else max(0, self.claims - 1)
                self.state = "awarding" if self.claims else "settled"
            case _:
                self.state = "void"


class Rounds:
    """Also what tables say of jackpots: bets by table and round, payments by table, round, box and award."""

    def __init__(self, balances: Balances, begins: dict[str, Begin]) -> None:
        self._balances = balances
        self.tables: dict[str, RoundsOfTable] = {}
        self.archived = {stream[6:]: begin.round for stream, begin in begins.items()}
        """The last round of each table that is not at hand."""
        for name, number in self.archived.items():
            self.tables[name] = RoundsOfTable()
            self.tables[name].number, self.tables[name].state = number, "settled"
        self.bets: dict[tuple[str, int], dict[str, int]] = {}
        self.paid: dict[tuple[str, int, int, int], tuple[Entry, Event]] = {}

    def over(self) -> int:
        """How many there were."""
        return sum(table.number - (table.state not in ("not begun", *OVER)) for table in self.tables.values())

    def finish(self) -> None:
        """A round may be open when the journal ends."""

    def entry(self, entry: Entry, body: Body) -> None:
        if not entry.stream.startswith("table/"):
            return
        at, name = entry[:2], entry.stream[6:]
        table = self.tables.setdefault(name, RoundsOfTable())
        before = table.number
        for event in body.then:
            kind = event.get("type", "")
            if kind in FROM:
                need(table.state in FROM[kind], at, "rounds", f"{kind}, when round {table.number} is {table.state}")
                table.hears(kind, event)
                number = event.get("number", table.number) if kind == "round-opened" else table.number
                need(number == table.number, at, "rounds", f"round {number} where {table.number} is next")
            if kind == "bets-closed" and event.get("jackpot_bets"):
                self.bets[name, table.number] = event["jackpot_bets"]
            elif kind == "jackpot-paid" and event.get("award") is not None:
                where = (name, table.number, event["box"], event["award"])
                need(where not in self.paid, at, "awards", f"award {event['award']} is paid a second time")
                self.paid[where] = entry, event
        own = body.round in (0, before, table.number)
        need(own, at, "rounds", f"written under round {body.round}, in round {table.number}")
        lying = self._balances.sums[f"layout/{name}"] if table.state in OVER else 0
        need(not lying, at, "balances", f"{lying} cents lie on the layout, and the round is over")
