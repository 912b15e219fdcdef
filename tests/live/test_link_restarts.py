"""A double jackpot, killed at every commit: folding gives what was shown, and everybody is paid once."""

import shutil
from collections import Counter
from collections.abc import Iterator
from copy import copy as copied
from pathlib import Path

import pytest

from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.links.meter_check import unsound
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import Change
from croupier.floor.live.state.fold import LINK_CODEC
from croupier.floor.live.state.table import LiveTable
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.awards import is_held
from croupier.rules.jackpot.link import AwardState, Link
from tests.live.houses import ANN, DAN, PIA, SAM, SUE
from tests.live.linked import FLOOR, LinkedHouse
from tests.oracle.balances import check_nobody_below_zero, check_sum


class Watched(LinkedHouse):
    """Keeps a copy of the store as it is on the disk at every commit, and what was shown then."""

    def __init__(self, folder: Path) -> None:
        self.copies: list[tuple[Path, dict[str, LiveTable], dict[str, Link]]] = []
        self.watching = False
        super().__init__(folder, FLOOR)
        self.watching = True

    def load(self) -> None:
        super().load()
        self.floor.books.listeners.append(self._copied)

    def _copied(self, _: Change) -> None:
        if not self.watching:
            return
        copy = self.folder.with_name(f"commit-{len(self.copies):03d}")
        copy.mkdir(mode=0o700)
        for part in ("floor.db", "floor.db-wal"):
            shutil.copy(self.folder / part, copy / part)
        shown = self.floor.books.shown
        self.copies.append((copy, dict(shown.tables), dict(shown.links)))


def evening(house: LinkedHouse) -> None:
    """Two royal flushes at once, the later one claimed first; a third to verify; a tenth; a fold; a change."""
    house.deals("tcp-2", "cs-2", "cs-1", "cs-4")
    house.stays("cs-4")
    house.stays("cs-1")
    house.act(ANN, "tcp-2", "1 fold")
    house.answered(house.floor.perform(SUE, "approves-change", cmd.ApproveChange(1), at="link/grand"))
    house.stays("cs-2")
    house.act(DAN, "tcp-2", "settle")
    house.act(DAN, "cs-1", "next")
    house.deals("cs-1")
    house.stays("cs-1")
    house.answered(
        house.floor.perform(
            PIA, "suspends", cmd.SuspendLink("grand", "without-jackpot"), "the display is dark", at="link/grand"
        )
    )
    house.answered(house.floor.perform(PIA, "verifies", cmd.VerifyAward(4), "seen", at="link/grand"))
    house.answered(house.floor.perform(PIA, "resumes", cmd.ResumeLink("grand"), "repaired", at="link/grand"))


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    house = Watched(tmp_path / "store")
    house.changes({"verify-above": "50000"})
    yield house
    house.store.close()


def test_a_double_jackpot_killed_at_every_commit(watched: Watched) -> None:
    watched.answered(watched.floor.perform(SAM, "asks", proposed({"reserve": "0.10"}), "agreed", at="link/grand"))
    evening(watched)
    amounts = {award["award"]: (award["table"], award["amount"], award["state"]) for award in watched.awards()}
    assert amounts == {
        1: ("cs-4", "5000.00", "paid"),
        2: ("cs-1", "50000.00", "paid"),
        3: ("cs-2", "125012.00", "locked"),
        4: ("cs-1", "50003.00", "paid"),
    }
    assert len(watched.copies) > 35
    for copy, tables, links in watched.copies:
        _starts_again(watched, copy, tables, links)


def _starts_again(watched: Watched, copy: Path, tables: dict[str, LiveTable], links: dict[str, Link]) -> None:
    house = copied(watched)
    house.watching = False
    house.folder = copy
    house.load()
    books = house.floor.books
    assert books.decided.tables == books.shown.tables == tables
    assert books.decided.links == books.shown.links == links
    house.floor.recover()
    house.store.flush()
    _check(house)
    heads = house.store.heads()
    house.restart()
    assert house.store.heads() == heads
    _check(house)
    house.store.close()


def _check(house: LinkedHouse) -> None:
    balances = house.floor.books.shown.balances
    check_sum(balances)
    check_nobody_below_zero(balances)
    for name, link in house.floor.books.shown.links.items():
        assert unsound(link, balances) is None
        paid = Counter(
            event.award
            for body in house.journal(f"link/{name}")
            for event in LINK_CODEC.decode(body.v, body.then)
            if isinstance(event, ev.AwardPaid)
        )
        assert all(times == 1 for times in paid.values())
        for award in link.awards.values():
            assert award.state is not AwardState.HELD or is_held(link, award.deal)
            assert award.state is not AwardState.LOCKED or award.verify
