"""Dealers' errors: how often each kind happens, in which rounds, and what they cost in the end.

A stream of chance of its own says which rounds are irregular, so the cards are those of the same run without errors.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.numbers.maths.kernels.rounds import deal_many, find_errors
from croupier.numbers.simulation.batches import tables_of
from croupier.numbers.simulation.games import refused_words, simulated
from croupier.numbers.simulation.plan import ErrorRate, Plan
from croupier.rules.cards import RANKS
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.commands import Incident
from croupier.rules.money import NOTHING, fraction
from croupier.rules.rulebook.model import Rulebook

CHUNK = 1 << 16
SAMPLE, FROM = 1 << 16, 1 << 62
"""Rounds that no run plays, from which boxes know what an exposed card is worth."""


class Kind(Value):
    """One kind of error, as the desk hears of it."""

    incident: Incident
    words: str = ""
    """What else the report says; {box} is the box affected."""
    at_the_end: bool = False
    """Noticed when everybody has decided, not after the deal."""
    exposes: str = ""
    """Whose first card everybody sees: "box" or "dealer"."""


KINDS: Mapping[str, Kind] = {
    "foreign-card": Kind(Incident.FOREIGN_CARD),
    "deck-count": Kind(Incident.DECK_COUNT),
    "shoe-short": Kind(Incident.SHOE_SHORT),
    "unshuffled": Kind(Incident.UNSHUFFLED),
    "misdealt": Kind(Incident.MISDEALT),
    "no-burn": Kind(Incident.NO_BURN),
    "dealing-error": Kind(Incident.DEALING_ERROR),
    "exposed": Kind(Incident.EXPOSED, "box={box}", exposes="box"),
    "exposed-dealer": Kind(Incident.EXPOSED, "dealer=true", exposes="dealer"),
    "exposed-two": Kind(Incident.EXPOSED, "cards=2"),
    "player-count": Kind(Incident.PLAYER_COUNT, "box={box}"),
    "dealer-count": Kind(Incident.DEALER_COUNT, at_the_end=True),
    "community-count": Kind(Incident.COMMUNITY_COUNT, at_the_end=True),
}


def kinds_of(book: Rulebook) -> tuple[str, ...]:
    """Those that can happen in this game: at a table with a board, boxes have their cards before the dealer."""
    game = HOUSE_GAMES[book.game]
    return tuple(
        name
        for name, kind in KINDS.items()
        if kind.incident in game.incidents and not (kind.exposes == "dealer" and game.board)
    )


def rates(book: Rulebook, text: str) -> tuple[ErrorRate, ...]:
    """Reads "exposed=1/2000,dealer-count=1/10000"."""
    found: dict[str, ErrorRate] = {}
    for part in text.split(","):
        name, _, chance = (each.strip() for each in part.partition("="))
        if name not in kinds_of(book) or name in found:
            known = ", ".join(kinds_of(book))
            raise Unreadable(
                f"--errors: {part!r} is not understood; write each kind once, such as "
                f"exposed=1/2000; {book.key} has {known}"
            )
        try:
            above, slash, below = chance.partition("/")
            value = Fraction(int(above), int(below)) if slash else fraction(chance)
        except (ValueError, ZeroDivisionError):
            raise Unreadable(f"--errors: {chance!r} is no chance; write 1/2000 or 0.0005") from None
        found[name] = ErrorRate(name, str(value))
    if not all(0 < rate.part < 1 for rate in found.values()) or sum(rate.part for rate in found.values()) >= 1:
        raise Unreadable("--errors: the chances must be above 0 and come to less than 1 together")
    return tuple(found.values())


class Happened(NamedTuple):
    """An error in a round; `box` is the one affected, from 0."""

    round: int
    kind: str
    box: int


def happened(plan: Plan, batch: int) -> Iterator[Happened]:
    """The errors of a batch, in order."""
    if not plan.errors:
        return
    rounds = plan.rounds_of(batch)
    total, limits = Fraction(0), []
    for rate in plan.errors:
        total += rate.part
        limits.append(round(total * 2**32))
    room = np.zeros((CHUNK, 3), dtype=np.int64)
    for start in range(rounds.start, rounds.stop, CHUNK):
        stop = min(start + CHUNK, rounds.stop)
        many = find_errors(start, stop, plan.seed, np.array(limits, dtype=np.int64), room)
        for number, kind, word in room[:many].tolist():
            yield Happened(number, plan.errors[kind].kind, word % len(plan.strategies))


def worth_of_card(plan: Plan, place: int, box: int) -> Mapping[str, float]:
    """By the rank of the card at a place of the deal: what a round brings to a box, in cents, jackpot bet left out.

    Estimated from rounds that no run plays. A jackpot bet is left out, for a few awards would drown everything else.
    """
    tables, game = tables_of(plan), simulated(plan.load())
    boxes = len(plan.strategies)
    classes = np.zeros((SAMPLE, boxes), dtype=np.int16)
    tables.classify(classes, FROM)
    nets = np.array([0 if paid is None else paid.net() - paid.jackpot(NOTHING) for paid in tables.paid])
    drawn = np.empty((game.COMMON + game.HAND * boxes, SAMPLE), dtype=np.uint8)
    deal_many(drawn, refused_words(len(drawn)), plan.seed, FROM + np.arange(SAMPLE))
    ranks = drawn[place] // 4
    sums, counts = np.bincount(ranks, nets[classes[:, box]], 13), np.bincount(ranks, minlength=13)
    return dict(zip(RANKS, (sums / counts).tolist(), strict=True))


class Cost(Value):
    """Of one kind of error, in cents: what the House loses by each, on average, and where that is with 95 %."""

    count: int
    cost: float
    low: float
    high: float


def cost_of(count: int, total: int, squares: int) -> Cost:
    if not count:
        return Cost(0, 0.0, 0.0, 0.0)
    mean = total / count
    error = sqrt(max(squares / count - mean**2, 0) / count) if count > 1 else abs(mean)
    return Cost(count, mean, mean - 1.96 * error, mean + 1.96 * error)


Errors = Mapping[str, tuple[int, int, int]]
"""By kind: how many, what they cost the House in cents, and the sum of squares of that."""


def costs(plan: Plan, found: Errors) -> dict[str, Cost]:
    return {rate.kind: cost_of(*found.get(rate.kind, (0, 0, 0))) for rate in plan.errors}


def exposed_place(plan: Plan, kind: Kind, box: int) -> int:
    """Where in the deal the exposed card is."""
    game = simulated(plan.load())
    return 0 if kind.exposes == "dealer" else game.COMMON + game.HAND * box
