"""Two linked tables win in the same instant, again and again: right order, exact sums, nobody paid twice (F-18, F-19).

`python -m tests.live.same_instant [TRIALS] [SEED]` runs many trials on a real floor and a real store. Acts of both
tables come in any order that each table's own allows, the clock jumps ten minutes either way, and what is due is worked
out here by a model that shares no code with the link: one number and two places in a queue.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from croupier.floor.live.links.meter_check import unsound
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.given import ShoeOrder
from croupier.floor.live.state.people import SYSTEM
from tests.live.houses import ANN, DAN, MIDNIGHT
from tests.live.linked import ROYAL, SPADES, STRAIGHT_FLUSH, LinkedHouse

TRIALS = 10_000
TEN_MINUTES = 600_000_000
RESET = 5_000_000
BET_ADDS = 300
"""Cents that a jackpot bet adds to the meter."""

_WHOLE, _TENTH = (1, 1), (1, 10)
_STUD = ((ROYAL, _WHOLE), (STRAIGHT_FLUSH, _TENTH))
HANDS: dict[str, tuple[tuple[str, tuple[int, int]], ...]] = {
    "cs-1": _STUD,
    "cs-2": _STUD,
    "tcp-1": ((SPADES, _WHOLE),),
}
"""By table: what its shoe begins with, and the share of the meter that it wins."""


class Wrong(Exception):
    """What was paid is not what is due."""


class Due(NamedTuple):
    table: str
    value: int
    amount: int


class Model:
    """The meter as one number of cents, who was dealt and is not settled, and who waits."""

    def __init__(self, shown: int) -> None:
        self.shown = shown
        self.dealt: list[str] = []
        self.open: set[str] = set()
        self.waiting: dict[str, tuple[int, int]] = {}
        self.due: list[Due] = []

    def closes(self, table: str) -> None:
        self.shown += BET_ADDS
        self.dealt.append(table)
        self.open.add(table)

    def settles(self, table: str, share: tuple[int, int]) -> None:
        self.open.discard(table)
        self.waiting[table] = share
        for name in self.dealt:
            if name in self.open:
                return  # a later deal waits for it
            if name in self.waiting:
                one, of = self.waiting.pop(name)
                amount = self.shown * one // of
                self.due.append(Due(name, self.shown, amount))
                self.shown = RESET if one == of else max(RESET, self.shown - amount)


class Trials:
    def __init__(self, folder: Path, trials: int, seed: int) -> None:
        self.house = LinkedHouse(folder)
        self.trials, self.seed = trials, seed
        self.waits = 0
        for table in HANDS:
            self.house.act(ANN, table, "1 sits Ann 1000")

    def run(self) -> None:
        for trial in range(1, self.trials + 1):
            self._trial(Random(f"{self.seed} {trial}"), trial)
        self.house.check()
        self.house.store.close()

    def _trial(self, chance: Random, trial: int) -> None:
        house = self.house
        tables = chance.sample(sorted(HANDS), 2)
        hands = {table: chance.choice(HANDS[table]) for table in tables}
        for table in tables:
            house.floor.perform(SYSTEM, "", cmd.StackShoe(table), at=f"table/{table}", given=ShoeOrder(hands[table][0]))
        link = house.floor.books.decided.links["grand"]
        model, first = Model(link.displayed), link.awards_counted + 1
        for table, do in _in_any_order(chance, {table: _round(table) for table in tables}):
            house.clock.time = MIDNIGHT + chance.randrange(2 * TEN_MINUTES)
            self._say(table, do, trial)
            if do == "close":
                model.closes(table)
            elif do == "settle":
                model.settles(table, hands[table][1])
        house.store.flush()
        self._check(model, first, trial)
        for table in tables:
            self._say(table, "next", trial)

    def _say(self, table: str, do: str, trial: int) -> None:
        """Decided at once and not waited for: the disk comes later."""
        floor = self.house.floor
        who = ANN if do[0].isdigit() else DAN
        moment = floor.books.decided.tables[table].moment if who is ANN else None
        ticket = floor.act(who, table, f"{trial:06d}-{table}-{do.replace(' ', '-')}", do, moment)
        if ticket.status != 200:
            raise Wrong(f"trial {trial}: {table} {do}: {ticket.answer}")

    def _check(self, model: Model, first: int, trial: int) -> None:
        shown = self.house.floor.books.shown
        link = shown.links["grand"]
        won = sorted((award for number, award in link.awards.items() if number >= first), key=lambda each: each.deal)
        found = [Due(award.table, award.value or 0, award.amount or 0) for award in won]
        if found != model.due:
            raise Wrong(f"trial {trial}: due are {model.due}, and the link says {found}")
        self.waits += any(award.waited for award in won)
        for award in won:
            line = shown.tables[award.table].game.round.boxes[award.box].lines[-1]  # type: ignore[union-attr]
            if award.state != "paid" or line.paid != award.amount:
                raise Wrong(f"trial {trial}: award {award.number} is {award.state}, and {line.paid} was paid")
        if link.displayed != model.shown or shown.balances.get("meter/grand") != model.shown:  # type: ignore[call-overload]
            raise Wrong(f"trial {trial}: the meter shows {link.displayed}, {model.shown} is right")
        if why := unsound(link, shown.balances):
            raise Wrong(f"trial {trial}: {why}")
        if sum(shown.balances.values()):
            raise Wrong(f"trial {trial}: chips have come or gone")


def _round(table: str) -> list[str]:
    return ["1 ante 50", "1 jackpot 5", "close", "1 play" if table.startswith("tcp") else "1 bet", "settle"]


def _in_any_order(chance: Random, acts: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    while left := [table for table in acts if acts[table]]:
        table = chance.choice(left)
        yield table, acts[table].pop(0)


def run(folder: Path, trials: int, seed: int = 1) -> Trials:
    house = Trials(folder, trials, seed)
    house.run()
    return house


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    begun = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as place:
        done = run(Path(place) / "store", asked, begun)
    print(f"{asked} trials from seed {begun}: right order, exact sums; in {done.waits} of them a later hand waited")
