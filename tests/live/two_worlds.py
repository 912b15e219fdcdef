"""Two worlds that differ only in hidden cards send the same bytes to everybody who may not see them.

    python -m tests.live.two_worlds [PAIRS] [FIRST]

Two houses are played side by side, act by act. In one round of one table two cards have changed places: undealt ones,
or cards of hands that nobody has looked at. Until the rules turn one of them up, whatever anybody is shown or answered,
what is written down and what is exported is compared byte by byte, but for roots, hashes made from them, and sealed
boxes, whose lengths are compared.
"""

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from croupier.base.actors import PUBLIC
from croupier.floor.live.answers.history import Steps
from croupier.floor.live.history.own_rounds import RoundFilter
from croupier.floor.live.history.public_events import PublicEvents
from croupier.floor.live.history.replay_frames import steps
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.store.export import write_export
from croupier.rules.cards import Card
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.house.view import sees as sees_house
from croupier.rules.games.poker.table import Phase
from croupier.rules.games.poker.view import sees as sees_poker
from tests.as_json import as_json
from tests.live.evenings import ROLES, TABLES, Evening, floor
from tests.live.houses import SAM, UNA, House

STEPS = 60
_HASHES = re.compile(rb"[0-9a-f]{64,}")
_BOXES = re.compile(rb'(?<=")[A-Za-z0-9+/]{44,}={0,2}(?=\\?")')
_OF_THE_KEY = re.compile(rb'(?<=asked)\\?":\\?"[A-Za-z0-9+/]+=*|(?<="name)\\?":\\?"[0-9a-f]{16}(?=\\?")')
"""Digests under the key of the house, and its name: each world has a key of its own."""
_json = msgspec.json.Encoder().encode


def masked(told: Any) -> bytes:
    """As bytes, with nothing but their length left of roots, hashes and sealed boxes."""
    text = told if isinstance(told, bytes) else _json(told)
    text = _HASHES.sub(lambda found: b"hash %d" % len(found[0]), text)
    text = _OF_THE_KEY.sub(b"", text)
    return _BOXES.sub(lambda found: b"box %d" % len(found[0]), text)


Question = Callable[[House], Any]


class Leak(Exception):
    """Somebody can tell the worlds apart."""


class Pair:
    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = Random(f"two worlds {seed}")
        self.table = list(TABLES)[seed % len(TABLES)]
        self.houses = [House(folder / name, floor(self.table), seed) for name in ("one", "other")]
        self.evening = Evening(self.houses, f"evening {seed}")
        self.round = self.chance.choice([1, 1, 1, 2])
        self.exchanged = self._exchange()
        self.entitled: set[Who | None] = set()
        self.read = 0
        self.compared = 0
        self.entries = 0
        self.told_apart = False
        """By somebody who may: that the comparison would find it."""

    def _exchange(self) -> frozenset[Card]:
        """The first cards of a deck, mostly, for they are dealt."""
        one, other = self.chance.sample(range(11), 2)
        if self.chance.random() < 0.5:
            other = self.chance.randrange(11, 52)
        orders = {name: list(shoes) for name, shoes in self.evening.shoes.items()}
        deck = list(orders[self.table][self.round - 1])
        deck[one], deck[other] = deck[other], deck[one]
        orders[self.table][self.round - 1] = tuple(deck)
        self.evening.orders[1] = orders
        return frozenset((deck[one], deck[other]))

    def close(self) -> None:
        for house in self.houses:
            house.store.close()

    # --- What may differ ------------------------------------------------------------------------------------------

    def _then(self, house: House) -> LiveTable | None:
        """The table in that round, as far as it has come."""
        if house.floor.books.shown.tables[self.table].rounds < self.round:
            return None
        return house.floor.history.at_its_end(self.table, self.round)

    def turned_up(self) -> bool:
        """One of the cards is face up, or decides between hands."""
        return any((then := self._then(house)) is not None and self._matters(then) for house in self.houses)

    def _matters(self, then: LiveTable) -> bool:
        game = then.game
        if not self.exchanged.isdisjoint(family_of(then.book).public_cards(game)):
            return True
        if (
            isinstance(game, HouseState)
            or game.round is None
            or game.round.phase not in (Phase.SETTLING, Phase.SETTLED)
        ):
            return False
        live = [seat for seat in game.round.live() if seat in game.round.hands]
        return len(live) > 1 and any(not self.exchanged.isdisjoint(game.round.hands[seat]) for seat in live)

    def _is_entitled(self, who: Who | None) -> bool:
        viewer = PUBLIC if who is None else who.viewer
        for house in self.houses:
            then = self._then(house)
            if then is None:
                continue
            game = then.game
            seen = sees_house(game.round, viewer) if isinstance(game, HouseState) else sees_poker(game, viewer)
            if not self.exchanged.isdisjoint(seen) or (who == UNA and family_of(then.book).over(game)):
                return True
        return False

    # --- What is compared -----------------------------------------------------------------------------------------

    def play(self) -> str:
        """How it ended: `revealed`, or `hidden` to the last."""
        self.evening.stack()
        self.evening.sit_down(self.table)
        self.evening.deal(self.table)
        for _ in range(STEPS):
            self.evening.step()
            if self.houses[0].floor.books.number == self.entries:
                continue
            self.entries = self.houses[0].floor.books.number
            if self.turned_up():
                return "revealed"
            for who in ROLES:
                if who not in self.entitled and self._is_entitled(who):
                    self.entitled.add(who)
            self._compare()
            self.told_apart |= any(self._differs(who) for who in self.entitled if who != UNA)
        self._compare_exports()
        return "hidden"

    def _compare(self) -> None:
        """Every view of the table; of everything else that is shown to a viewer, one thing at a time."""
        for who in ROLES:
            if who in self.entitled:
                continue
            name = "the public" if who is None else who.name
            view, *others = self._shown(who)
            for what, asked in (view, self.chance.choice(others)):
                self._same(f"{what} for {name}", asked)
        self._same("the journal", self._written)
        self._same("the events", self._events)
        answers = self.evening.answers[self.read :]
        self.read = len(self.evening.answers)
        if not self.entitled:
            for one, other in answers:
                self._equal("an answer", masked(one), masked(other))

    def _differs(self, who: Who | None) -> bool:
        one, other = (masked(as_json(house.floor.history.round(self.table, self.round, who))) for house in self.houses)
        return one != other

    def dealt(self) -> bool:
        """At least one of the two cards has left the device."""
        then = self._then(self.houses[0])
        if then is None or then.game.round is None:
            return False
        return not self.exchanged.isdisjoint(then.game.round.dealt)

    def _steps(self, house: House, who: Who | None) -> Steps:
        return steps(house.floor.history, self.table, self.round, who, house.floor.ask.sign(self.table))

    def _shown(self, who: Who | None) -> list[tuple[str, Question]]:
        name = self.table
        found: list[tuple[str, Question]] = [
            ("view", lambda house: as_json(house.floor.ask.view(name, who, self._before_last(house)))),
            ("sign", lambda house: as_json(house.floor.ask.sign(name))),
            ("round", lambda house: as_json(house.floor.history.round(name, self.round, who))),
            ("proof", lambda house: as_json(house.floor.history.proof(name, self.round, who))),
            ("rounds", lambda house: as_json(house.floor.history.rounds(name, 10, None))),
            ("steps", lambda house: as_json(self._steps(house, who))),
        ]
        if who is None:
            return [
                *found,
                ("tables", lambda house: as_json(house.floor.ask.tables())),
                ("link", lambda house: as_json(house.floor.ask.link("grand"))),
                ("reconciliation", lambda house: as_json(house.floor.ask.reconciliation("grand"))),
            ]
        if who.role is Role.PLAYER:
            return [
                *found,
                ("account", lambda house: as_json(house.floor.ask.account(who.name))),
                ("own rounds", lambda house: as_json(house.floor.own_rounds.told(who, RoundFilter(20)))),
                *[(f"coach of {place}", self._coach(who, place)) for place in (1, 2, 3)],
            ]
        report = self.evening.a_report(name)
        return [
            *found,
            ("kinds of incidents", lambda house: as_json(house.floor.pit.kinds(name))),
            (
                f"preview of {report}",
                lambda house: as_json(house.floor.pit.preview(name, report, who if who.staff else SAM)),
            ),
            ("pit", lambda house: as_json(house.floor.pit.view(SAM.role))),
            ("incidents", lambda house: as_json(house.floor.pit.incidents(open_only=False, limit=50, before=None))),
            ("ledger", lambda house: as_json(house.floor.ask.ledger())),
            ("figures", lambda house: as_json(house.floor.figures.told(None))),
            ("changes of a link", lambda house: as_json(house.floor.link_changes.told("grand"))),
            ("award", lambda house: as_json(house.floor.award_checks.told("grand", 1))),
            ("deck", self._deck),
        ]

    def _coach(self, who: Who, place: int) -> Question:
        """What the coach is asked to work out: no input depends on a card that the player has not seen."""
        return lambda house: house.floor.ask.coaching(self.table, who, place)

    def _before_last(self, house: House) -> int:
        """So that views tell the last acts, and what followed them."""
        return max(house.floor.books.shown.tables[self.table].version - 5, 0)

    def _deck(self, house: House) -> Any:
        """Nobody but the auditor is ever given it, and nobody while the round runs."""
        then = self._then(house)
        if then is not None and not family_of(then.book).over(then.game):
            return as_json(house.floor.history.deck(self.table, self.round))
        return None

    def _written(self, house: House) -> bytes:
        """The last entries of every stream."""
        last = {stream: max(1, head.seq - 3) for stream, head in sorted(house.store.heads().items())}
        return b"\n".join(entry.body for stream, first in last.items() for entry in house.store.entries(stream, first))

    def _events(self, house: House) -> Any:
        """What programs are sent, from a few acts ago on."""
        events = PublicEvents(house.store, house.floor.books, house.floor.history)
        return as_json(events.read(events.place(max(events.newest.seq - 4, 0)), 10)[0])

    def _same(self, what: str, asked: Question) -> None:
        self._equal(what, *(masked(_answer(house, asked)) for house in self.houses))

    def _equal(self, what: str, one: bytes, other: bytes) -> None:
        self.compared += 1
        if one != other:
            at = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
            around = slice(max(0, at - 150), at + 100)
            cards = " ".join(sorted(self.exchanged))
            raise Leak(f"{what} at {self.table}, {cards} exchanged:\n  {one[around]!r}\n  {other[around]!r}")

    def _compare_exports(self) -> None:
        exported = []
        for house in self.houses:
            target = house.folder.parent / f"{house.folder.name}.jsonl"
            write_export(house.folder, Path(f"{house.folder}.book"), target)
            exported.append(masked(target.read_bytes()))
        self._equal("the export", *exported)


def _answer(house: House, asked: Question) -> Any:
    try:
        return asked(house)
    except Problem as problem:
        return problem.told()


def run(pairs: int, first: int = 0) -> Counter[str]:
    """`Leak` at the first byte that tells two worlds apart."""
    found: Counter[str] = Counter()
    for seed in range(first, first + pairs):
        with tempfile.TemporaryDirectory(prefix="croupier-worlds-") as folder:
            pair = Pair(Path(folder), seed)
            try:
                found[pair.play()] += 1
                dealt = pair.dealt()
            except Leak as leak:
                raise Leak(f"pair {seed}: {leak}") from None
            finally:
                pair.close()
            found["dealt"] += dealt
            found["told apart by who may"] += pair.told_apart
            found["compared"] += pair.compared
    return found


def main(argv: list[str]) -> int:
    pairs, first = (int(each) for each in (*argv, *("1000", "0")[len(argv) :]))
    found = run(pairs, first)
    told = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
    print(f"{pairs} pairs of worlds, and nobody can tell them apart: {told}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
