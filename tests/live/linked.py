"""A house of linked tables whose shoes are listed, for tests of the jackpot."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from croupier.jackpot import evolve
from croupier.jackpot.events import LinkEvent
from croupier.jackpot.link import Link
from croupier.journal.entry import Body, decode_body
from croupier.live.books import Change
from croupier.live.fold import LINK_CODEC
from croupier.live.soundness import unsound
from tests.as_json import as_json
from tests.live.houses import ANN, DAN, SAM, SUE, House
from tests.oracle.balances import check_meter, check_nobody_below_zero, check_sum

GRAND = "125000.00"
ROYAL = "2c As Qd Ks 7c Qs 2h Js 5d Ts Kh"
"""From the shoe, for one box of Casino Stud."""
STRAIGHT_FLUSH = "2c 9s Qd 8s 7c 7s 2h 6s 5d 5s Kh"
NOTHING = "2c 3s Qd 7h 7c 9s 2h Js 5d Tc Kh"
SPADES = "2c As Qd Ks 7c Qs 2h"
"""A mini royal, for one box of 3 Card Poker."""
LOW = "2c 3s 4d 7h 8c 9s 2h"

_STUD = """
[[table]]
name = "{name}"
rulebook = "casino-stud@2"
boxes = 7
ante = ["10", "1000"]
jackpot-bet = "5"
{jackpot}
run-by = "dealer"
shoe = ["{shoe}", "{shoe}", "{shoe}", "{shoe}"]
"""
_THREE = """
[[table]]
name = "{name}"
rulebook = "three-card-poker@3"
boxes = 7
ante = ["10", "1000"]
pair-plus = ["5", "500"]
{jackpot}
run-by = "dealer"
shoe = ["{shoe}", "{shoe}", "{shoe}", "{shoe}"]
"""
_LINKED, _OWN = 'link = "grand"', 'jackpot = { meter = "1000", reset = "500", contribution = "0.50" }'
_BET = 'jackpot-bet = "5"'
FLOOR = "".join(
    [
        _STUD.format(name="cs-1", shoe=ROYAL, jackpot=_LINKED),
        _STUD.format(name="cs-2", shoe=ROYAL, jackpot=_LINKED),
        _STUD.format(name="cs-3", shoe=NOTHING, jackpot=_LINKED),
        _STUD.format(name="cs-4", shoe=STRAIGHT_FLUSH, jackpot=_LINKED),
        _THREE.format(name="tcp-1", shoe=SPADES, jackpot=f"{_BET}\n{_LINKED}"),
        _THREE.format(name="tcp-2", shoe=LOW, jackpot=f"{_BET}\n{_LINKED}"),
        _THREE.format(name="free", shoe=LOW, jackpot=_BET),
        _THREE.format(name="plain", shoe=LOW, jackpot=""),
        _STUD.format(name="alone", shoe=ROYAL, jackpot=_OWN),
        """
[[table]]
name = "poker"
rulebook = "poker@7"
seats = 9
small-blind = "1"
stake = ["50", "1000"]
chip = "1"
[[link]]
name = "grand"
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
limit = "1000000.00"
""",
    ]
)


class LinkedHouse(House):
    """Ann has box 1 wherever she plays; what is shown is checked after every commit."""

    def __init__(self, folder: Path, text: str = FLOOR, **more: Any) -> None:
        self.asked = 0
        super().__init__(folder, text, **more)

    def start(self) -> Any:
        found = super().start()
        self.floor.books.listeners.append(self._checked)
        return found

    def _checked(self, change: Change) -> None:
        for link in change.links.values():
            assert (why := unsound(link, self.floor.books.shown.balances)) is None, why

    def check(self) -> None:
        balances = self.floor.books.shown.balances
        check_sum(balances)
        check_nobody_below_zero(balances)
        for name, link in self.floor.books.shown.links.items():
            check_meter(balances, name, link.displayed)

    def bets(self, *tables: str) -> None:
        for table in tables:
            if "Ann" not in self.view(table)["players"]:
                self.act(ANN, table, "1 sits Ann 1000")
            for do in ("1 ante 50", "1 jackpot 5"):
                assert "done" in self.act(ANN, table, do)

    def deals(self, *tables: str) -> None:
        for table in tables:
            self.bets(table)
            assert "done" in self.act(DAN, table, "close")

    def stays(self, table: str) -> None:
        """Ann goes on, and the dealer settles."""
        assert "done" in self.act(ANN, table, "1 play" if table.startswith("tcp") else "1 bet")
        assert "done" in self.act(DAN, table, "settle")

    def changes(self, *changes: Mapping[str, str], link: str = "grand") -> None:
        """Two shift managers agree."""
        for change in changes:
            self.asked += 1
            asked = self.floor.links.propose_change(SAM, link, f"asks-{self.asked:04d}", change, "agreed")
            answer = self.answered(asked)
            assert "change" in answer, answer
            approved = self.floor.links.approve_change(SUE, link, answer["change"], f"approves-{self.asked:04d}")
            assert "done" in self.answered(approved)

    def link(self, name: str = "grand") -> dict[str, Any]:
        link: dict[str, Any] = as_json(self.floor.ask.link(name))["link"]
        return link

    def awards(self, name: str = "grand") -> list[dict[str, Any]]:
        """Newest first."""
        awards: list[dict[str, Any]] = self.link(name)["awards"]
        return awards

    def journal(self, stream: str) -> list[Body]:
        return [decode_body(entry.body) for entry in self.store.entries(stream)]

    def link_events(self, name: str) -> list[LinkEvent]:
        return [event for body in self.journal(f"link/{name}") for event in LINK_CODEC.decode(body.v, body.then)]

    def folded(self, name: str) -> Iterator[tuple[LinkEvent, Link]]:
        """Each event of the link's journal, and the link after it."""
        link: Link | None = None
        for event in self.link_events(name):
            link = evolve.evolve(link, event)
            yield event, link

    def said(self, table: str) -> list[tuple[str, str]]:
        happened = as_json(self.floor.ask.view(table, None, 0))["table"]["happened"]
        return [(each["by"], each["do"]) for each in happened]
