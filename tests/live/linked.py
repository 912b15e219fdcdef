"""A house of linked tables whose shoes are listed, for tests of the jackpot."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from croupier.floor.journal.entry import Body, decode_body
from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.links.meter_check import unsound
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import Change
from croupier.floor.live.state.fold import LINK_CODEC
from croupier.rules.jackpot import evolve
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.link import Link
from tests.as_json import as_json
from tests.floors import STUD, THREE_CARD, Setting, house_table, jackpot_link, poker_table
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

_TABLE: dict[str, Setting] = {"boxes": 7, "run_by": "dealer"}
_OWN = {"meter": "1000", "reset": "500", "contribution": "0.50"}


def _stud(name: str, shoe: str, **jackpot: Setting) -> str:
    return house_table(name, STUD, jackpot_bet="5", shoe=[shoe] * 4, **_TABLE, **jackpot)


def _three(name: str, shoe: str, **jackpot: Setting) -> str:
    return house_table(name, THREE_CARD, pair_plus=("5", "500"), shoe=[shoe] * 4, **_TABLE, **jackpot)


FLOOR = "".join(
    [
        _stud("cs-1", ROYAL, link="grand"),
        _stud("cs-2", ROYAL, link="grand"),
        _stud("cs-3", NOTHING, link="grand"),
        _stud("cs-4", STRAIGHT_FLUSH, link="grand"),
        _three("tcp-1", SPADES, jackpot_bet="5", link="grand"),
        _three("tcp-2", LOW, jackpot_bet="5", link="grand"),
        _three("free", LOW, jackpot_bet="5"),
        _three("plain", LOW),
        _stud("alone", ROYAL, jackpot=_OWN),
        poker_table("poker", seats=9, stake=("50", "1000"), chip="1"),
        jackpot_link(limit="1000000.00"),
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
            asked = self.floor.perform(SAM, f"asks-{self.asked:04d}", proposed(change), "agreed", at=f"link/{link}")
            answer = self.answered(asked)
            assert "change" in answer, answer
            approved = self.floor.perform(
                SUE, f"approves-{self.asked:04d}", cmd.ApproveChange(answer["change"]), at=f"link/{link}"
            )
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
