"""A batch of rounds, and what it comes to. Merging is addition, so order and workers make no difference."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from croupier.base.values import Value
from croupier.numbers.maths.kernels.rounds import (
    Classes,
    add_envy,
    count_classes,
    deal_round,
    find_claims,
    look_up_nets,
    play_sessions,
)
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.settlement_table import Paid
from croupier.numbers.simulation.games import Class, Classify, paid_by_class, refused_words, simulated
from croupier.numbers.simulation.plan import Plan, whole
from croupier.rules.cards import DECK
from croupier.rules.games.house.spots import Spot
from croupier.rules.rulebook.model import Rulebook

CHUNK = 1 << 15
"""Rounds that are classified at once, so that their classes stay in the processor's cache."""


class Part(Value):
    """The totals of some batches."""

    plan: str
    """The digest of the plan."""
    rounds: int
    counts: tuple[dict[int, int], ...]
    """[box][class]: rounds."""
    envy: tuple[int, ...]
    """[box]: Envy Bonuses, in cents."""
    net: int
    """Of all boxes, in cents."""
    squares: int
    """The sum over all rounds of the square of the net of all boxes."""
    claims: tuple[tuple[int, int, int], ...] = ()
    """Round, box and class of each claim to a share of the meter, in order."""
    sessions: tuple[dict[int, int], ...] = ()
    """[box][net]: sessions."""
    ruined: tuple[dict[int, int], ...] = ()
    """[box][round in which it happened]: sessions."""
    shifts: Mapping[int, int] = {}
    """[net of all boxes]: shifts."""
    replayed: int = 0
    """Rounds that the real desk has played too."""
    errors: Mapping[str, tuple[int, int, int]] = {}
    """By kind of dealers' errors: how many, what they cost the House in cents, and the sum of squares of that."""


class Tables(NamedTuple):
    """What a batch looks up."""

    book: Rulebook
    classes: tuple[Class | None, ...]
    paid: tuple[Paid | None, ...]
    classify: Classify
    nets: Ints
    """[box, class]: cents at the meter of the plan."""
    envy: Ints
    takes: Ints
    claims: npt.NDArray[np.bool_]


_known: dict[str, Tables] = {}
"""Of the last plan."""
_lock = Lock()


def tables_of(plan: Plan) -> Tables:
    """Solves the game for the strategies of the plan, and asks `settle` once for each class."""
    with _lock:
        if plan.digest not in _known:
            made = _tables(plan)
            _known.clear()
            _known[plan.digest] = made
        return _known[plan.digest]


def _tables(plan: Plan) -> Tables:
    book, boxes = plan.load(), plan.boxes
    game = simulated(book)
    classes = tuple(game.classes(book, plan.stakes))
    paid = tuple(paid_by_class(game, book, classes))
    nets = np.array([0 if each is None else each.net(plan.meter) for each in paid], dtype=np.int64)
    share = np.array([each is not None and each.share > 0 for each in paid])
    envy = np.array(game.envy(book, classes), dtype=np.int64)
    jackpot = Spot.JACKPOT in plan.stakes
    takes = np.array([jackpot and each is not None and each.decisions != ("fold",) for each in classes], dtype=np.int64)
    alike = (len(boxes), 1)
    return Tables(
        book,
        classes,
        paid,
        game.classifier(book, boxes, plan.meter, plan.seed),
        np.tile(nets, alike),
        np.tile(envy, alike),
        np.tile(takes, alike),
        np.tile(share, alike),
    )


def played(plan: Plan, batch: int) -> Part:
    """Deals, classifies and counts the rounds of one batch."""
    rounds = plan.rounds_of(batch)
    tables, boxes = tables_of(plan), len(plan.strategies)
    counts = np.zeros((boxes, len(tables.classes)), dtype=np.int64)
    money = _Money(plan, tables)
    claims: list[tuple[int, int, int]] = []
    chunk = _chunk(plan)
    room = np.zeros((chunk, boxes), dtype=np.int16)
    found = np.zeros((chunk * boxes, 3), dtype=np.int64)
    for start in range(rounds.start, rounds.stop, chunk):
        classes = room[: min(chunk, rounds.stop - start)]
        tables.classify(classes, start)
        count_classes(classes, counts)
        number = find_claims(classes, tables.claims, start, found)
        claims += map(tuple, found[:number].tolist())
        money.follow(classes)
    money.count(counts)
    return Part(
        plan.digest,
        len(rounds),
        tuple({int(place): int(row[place]) for place in np.flatnonzero(row)} for row in counts),
        tuple(money.envies.tolist()),
        money.net,
        money.squares,
        tuple(claims),
        money.sessions,
        money.ruined,
        money.shifts,
    )


def _chunk(plan: Plan) -> int:
    """A multiple of sessions and shifts."""
    step = whole(plan.sessions, plan.shift)
    return max(CHUNK // step, 1) * step


class _Money:
    """Follows the money of a batch, chunk by chunk; what one box wins without sessions and shifts, the counts tell."""

    def __init__(self, plan: Plan, tables: Tables) -> None:
        boxes = len(plan.strategies)
        self._tables, self._shift, self._plan = tables, plan.shift, plan.sessions
        self._alone, self._needs = boxes == 1, needs_of(tables)
        self._nets = np.empty((boxes, _chunk(plan)), dtype=np.int64)
        self._shifts: list[Ints] = []
        self._ends: list[list[Ints]] = [[] for _ in plan.strategies if plan.sessions]
        self.net = self.squares = 0
        self.envies = np.zeros(boxes, dtype=np.int64)
        """[box]: Envy Bonuses."""

    def follow(self, classes: Classes) -> None:
        if self._alone and self._plan is None and self._shift is None:
            return
        tables, rounds = self._tables, len(classes)
        look_up_nets(classes, tables.nets, self._nets)
        total = self._nets[0, :rounds]
        if not self._alone:
            total = self._nets[:, :rounds].sum(axis=0)
            add_envy(classes, tables.envy, tables.takes, total, self.envies)
            self.net += int(total.sum())
            self.squares += sum(each**2 for each in total.tolist()) if _large(total) else int((total**2).sum())
        if self._shift is not None:
            self._shifts.append(total[: rounds // self._shift * self._shift].reshape(-1, self._shift).sum(axis=1))
        for box, ends in enumerate(self._ends):
            assert self._plan is not None
            ends.append(np.empty((rounds // self._plan.rounds, 2), dtype=np.int64))
            play_sessions(self._nets[box], self._plan.bankroll, self._needs, self._plan.rounds, ends[-1])

    @property
    def shifts(self) -> dict[int, int]:
        return _tallied(np.concatenate(self._shifts)) if self._shifts else {}

    @property
    def sessions(self) -> tuple[dict[int, int], ...]:
        return tuple(_tallied(np.concatenate(ends)[:, 0]) for ends in self._ends)

    @property
    def ruined(self) -> tuple[dict[int, int], ...]:
        rounds = (np.concatenate(ends)[:, 1] for ends in self._ends)
        return tuple(_tallied(each[each > 0]) for each in rounds)

    def count(self, counts: Ints) -> None:
        """Of one box: what its counts come to."""
        if self._alone:
            for net, times in zip(self._tables.nets[0].tolist(), counts[0].tolist(), strict=True):
                self.net += net * times
                self.squares += net**2 * times


def _tallied(found: Ints) -> dict[int, int]:
    values, times = np.unique(found, return_counts=True)
    return dict(zip(values.tolist(), times.tolist(), strict=True))


def _large(money: Ints) -> bool:
    """Whether the sum of squares could go over 63 bits."""
    return int(np.abs(money).max(initial=0)) ** 2 * len(money) >= 2**63


def needs_of(tables: Tables) -> int:
    """The most that a round can cost a box, in cents: with less than that it cannot play on as it does."""
    return -int(min(tables.nets[0]))


def merged(parts: Iterable[Part]) -> Part:
    """The sum of parts of one plan, whatever their order."""
    total: Part | None = None
    claims: list[tuple[int, int, int]] = []
    for part in parts:
        claims += part.claims
        if total is None:
            total = part
            continue
        assert part.plan == total.plan, "parts of one plan"
        total = Part(
            total.plan,
            total.rounds + part.rounds,
            _added(total.counts, part.counts),
            tuple(one + other for one, other in zip(total.envy, part.envy, strict=True)),
            total.net + part.net,
            total.squares + part.squares,
            (),
            _added(total.sessions, part.sessions),
            _added(total.ruined, part.ruined),
            dict(Counter(total.shifts) + Counter(part.shifts)),
            total.replayed + part.replayed,
            _added_errors(total.errors, part.errors),
        )
    assert total is not None, "there is at least one part"
    return replace(total, claims=tuple(sorted(claims)))


def _added(one: Sequence[dict[int, int]], other: Sequence[dict[int, int]]) -> tuple[dict[int, int], ...]:
    return tuple(dict(Counter(a) + Counter(b)) for a, b in zip(one, other, strict=True))


def _added_errors(
    one: Mapping[str, tuple[int, int, int]], other: Mapping[str, tuple[int, int, int]]
) -> dict[str, tuple[int, int, int]]:
    none = (0, 0, 0)
    found = {}
    for kind in sorted({*one, *other}):
        (a, b, c), (d, e, f) = one.get(kind, none), other.get(kind, none)
        found[kind] = (a + d, b + e, c + f)
    return found


# --- One round --------------------------------------------------------------------------------------------------


class RoundPlayed(NamedTuple):
    """Round n as the kernel sees it."""

    number: int
    cards: tuple[str, ...]
    classes: tuple[int, ...]


def round_of(plan: Plan, number: int) -> RoundPlayed:
    """Its cards, dealer and board first, and the class of each box."""
    game = simulated(plan.load())
    boxes = len(plan.strategies)
    drawn = np.zeros(game.COMMON + game.HAND * boxes, dtype=np.int64)
    deal_round(drawn, refused_words(len(drawn)), plan.seed, number)
    classes = np.zeros((1, boxes), dtype=np.int16)
    tables_of(plan).classify(classes, number)
    return RoundPlayed(number, tuple(DECK[card] for card in drawn.tolist()), tuple(classes[0].tolist()))
