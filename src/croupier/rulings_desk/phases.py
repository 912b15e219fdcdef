"""The phases of a round, each as the script that brings an example table into it."""

from collections.abc import Callable, Sequence

from croupier.errors import Unreadable
from croupier.games import HOUSE_GAMES, HouseGame
from croupier.games.house.lines import Spot
from croupier.values import Value

BETS = {Spot.ANTE: 50, Spot.PAIR_PLUS: 10, Spot.BONUS: 10, Spot.JACKPOT: 5}


class Cast(Value):
    """Who sits at an example table with the House."""

    game: HouseGame
    players: dict[int, str]
    looks: int
    """The box that its player looks at."""
    folds: int
    """The box that folds where somebody does."""

    def all(self, act: str) -> list[str]:
        return [f"{box} {act}" for box in self.players]

    @property
    def stays(self) -> list[str]:
        """The decisions by which a box stays in to the end."""
        first, *_ = self.game.decisions
        return [first, "check", "check"] if "check" in self.game.decisions else [first]

    @property
    def bets(self) -> list[str]:
        return [act for spot in self.game.spots for act in self.all(f"{spot} {BETS[spot]}")]

    def to_the_end(self, without: int | None = None) -> list[str]:
        acts = [f"{box} {act}" for act in self.stays for box in self.players if box != without]
        return acts if without is None else [f"{without} fold", *acts]


class HousePhase(Value):
    key: str
    words: str
    script: Callable[[Cast], list[str]]
    folded: bool = False
    """One box has folded."""


def _looked(cast: Cast) -> list[str]:
    return [*cast.bets, "close", f"{cast.looks} look"]


def _stage(cast: Cast, stages: int, *, folded: bool) -> list[str]:
    fold = [f"{cast.folds} fold"] if folded else []
    rest = [box for box in cast.players if not (folded and box == cast.folds)]
    return [*_looked(cast), *fold, *(f"{box} {act}" for act in cast.stays[:stages] for box in rest)]


_BETTING = (
    HousePhase("bets-open", "bets are open, in the table's first round", lambda cast: cast.bets),
    HousePhase(
        "bets-open-later",
        "bets are open, after an earlier round",
        lambda cast: [*cast.bets, "close", *cast.to_the_end(), "next", *cast.bets],
    ),
)
_DEALT = (
    HousePhase("dealt", "dealt, and nobody has looked", lambda cast: [*cast.bets, "close"]),
    HousePhase("looked", "somebody has looked", _looked),
    HousePhase(
        "folded-unseen",
        "a box has folded blind, and nobody has looked",
        lambda cast: [*cast.bets, "close", f"{cast.folds} fold"],
        folded=True,
    ),
    HousePhase(
        "folded", "somebody has looked, and a box has folded", lambda cast: _stage(cast, 0, folded=True), folded=True
    ),
)
_STREETS = (
    HousePhase("flop", "after the flop, nobody has folded", lambda cast: _stage(cast, 1, folded=False)),
    HousePhase("flop-folded", "after the flop, a box has folded", lambda cast: _stage(cast, 1, folded=True), True),
    HousePhase("turn", "after the turn, nobody has folded", lambda cast: _stage(cast, 2, folded=False)),
    HousePhase("turn-folded", "after the turn, a box has folded", lambda cast: _stage(cast, 2, folded=True), True),
)
_OTHERS = (
    HousePhase(
        "choosing",
        "boxes choose after a dealing error, nobody has looked",
        lambda cast: [*cast.bets, "close", "incident dealing-error"],
    ),
    HousePhase(
        "continued",
        "all boxes continue after a dealing error, nobody has looked",
        lambda cast: [*cast.bets, "close", "incident dealing-error", *cast.all("continue")],
    ),
    HousePhase(
        "settled", "settled, and the next round has not begun", lambda cast: [*_looked(cast), *cast.to_the_end()]
    ),
    HousePhase("void", "void", lambda cast: [*cast.bets, "close", "incident foreign-card"]),
)


class PokerPhase(Value):
    """At a table whose button lies on seat 1: seats 2 and 3 have the blinds and 4 acts first."""

    key: str
    words: str
    script: tuple[str, ...]


_START = ("start",)
_LOOKED = (*_START, "4 look")
_CALLED = (*_LOOKED, "4 call", "1 call", "2 call", "3 check")
_CHECKED = ("2 check", "3 check", "4 check", "1 check")
_STREET_OF = {"flop": _CALLED, "turn": (*_CALLED, *_CHECKED), "river": (*_CALLED, *_CHECKED, *_CHECKED)}

POKER_PHASES = (
    PokerPhase("before", "before the table's first round", ()),
    PokerPhase("dealt", "dealt, and nobody has looked", _START),
    PokerPhase("looked", "somebody has looked, nobody has acted", _LOOKED),
    PokerPhase("first", "1st betting round, nobody with money in it has folded", (*_LOOKED, "4 fold", "1 call")),
    PokerPhase(
        "first-folded",
        "1st betting round, a player with money in it has folded",
        (*_LOOKED, "4 raise 8", "1 call", "2 fold"),
    ),
    *(
        phase
        for number, street in ((2, "flop"), (3, "turn"), (4, "river"))
        for phase in (
            PokerPhase(street, f"the {street} lies, nobody has acted", _STREET_OF[street]),
            PokerPhase(
                f"{street}-bet", f"on the {street}, bets are made, nobody has folded", (*_STREET_OF[street], "2 bet 4")
            ),
            PokerPhase(
                f"{street}-folded",
                f"on the {street}, bets are made, somebody has folded",
                (*_STREET_OF[street], "2 bet 4", "3 fold"),
            ),
        )
    ),
    PokerPhase("settled", "settled, and the next round has not started", (*_STREET_OF["river"], *_CHECKED)),
    PokerPhase("void", "void", (*_START, "incident foreign-card")),
)


def house_phases(game: str) -> tuple[HousePhase, ...]:
    streets = _STREETS if "check" in HOUSE_GAMES[game].decisions else ()
    return (*_BETTING, *_DEALT, *streets, *_OTHERS)


def phases(game: str) -> Sequence[HousePhase | PokerPhase]:
    return house_phases(game) if game in HOUSE_GAMES else POKER_PHASES


def phase_of(game: str, key: str) -> HousePhase | PokerPhase:
    known = {phase.key: phase for phase in phases(game)}
    if key not in known:
        raise Unreadable(f"there is no phase {key!r}; there are {', '.join(known)}")
    return known[key]
