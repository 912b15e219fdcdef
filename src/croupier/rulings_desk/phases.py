"""The phases of a round, each with the script that brings an example table into it."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.base.sentences import Sentence, says, word
from croupier.base.values import Value
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents, cents, dollars
from croupier.rulings_desk.model import Fact, Reply

USUAL = {Spot.ANTE: cents("50"), Spot.JACKPOT: cents("5")}
SIDE_BET = cents("10")


class Cast(Value):
    """Who sits at a house-banked example table."""

    game: HouseGame
    players: dict[int, str]
    looks: int
    """The box whose player looks at it."""
    folds: int
    """The box that folds if one does."""
    stakes: Mapping[int, Mapping[Spot, Cents]] = {}
    """By box: its bets, if not the desk's usual ones."""

    def all(self, act: str) -> list[str]:
        return [f"{box} {act}" for box in self.players]

    @property
    def stays(self) -> list[str]:
        """The decisions with which a box stays in to the end."""
        return list(self.game.staying)

    @property
    def bets(self) -> list[str]:
        return self.bets_on(self.game.spots)

    @property
    def bets_without_jackpot(self) -> list[str]:
        return self.bets_on([spot for spot in self.game.spots if spot is not Spot.JACKPOT])

    def bets_on(self, spots: Sequence[Spot]) -> list[str]:
        stakes = self.stakes or {box: {spot: USUAL.get(spot, SIDE_BET) for spot in spots} for box in self.players}
        return [
            f"{box} {spot} {dollars(stakes[box][spot])}"
            for spot in spots
            for box in self.players
            if spot in stakes[box]
        ]

    @property
    def ante(self) -> Cents:
        """The Ante of the box that looks."""
        return self.stakes[self.looks][Spot.ANTE] if self.stakes else USUAL[Spot.ANTE]

    def to_the_end(self, without: int | None = None) -> list[str]:
        acts = [f"{box} {act}" for act in self.stays for box in self.players if box != without]
        return acts if without is None else [f"{without} fold", *acts]


Circumstances = Mapping[str, str]
"""The circumstances of a phase: {"looked": "no"}."""

SOMEBODY_HAS_LOOKED, NOBODY_HAS_LOOKED = (
    Reply("looked=yes", says("found.looked.yes")),
    Reply("looked=no", says("found.looked.no")),
)
NO_BOX_HAS_FOLDED, A_BOX_HAS_FOLDED = (
    Reply("folded=no", says("found.folded.no")),
    Reply("folded=yes", says("found.folded.yes")),
)
NO_MONEY_HAS_FOLDED, MONEY_HAS_FOLDED = (
    Reply("folded=no", says("found.money-folded.no")),
    Reply("folded=yes", says("found.money-folded.yes")),
)
LOOKED = Fact(says("ask.looked"), (SOMEBODY_HAS_LOOKED, NOBODY_HAS_LOOKED))
FOLDED = Fact(says("ask.folded"), (NO_BOX_HAS_FOLDED, A_BOX_HAS_FOLDED))
BOUND = Fact(
    says("ask.bound"),
    (Reply("bound=all", says("found.bound.all")), Reply("bound=one", says("found.bound.one", box=1))),
)
AT_THE_DEAL, ON_THE_FLOP, IN_THE_PAUSE = (
    Reply("at=deal", says("found.at.deal")),
    Reply("at=flop", word("on", "flop")),
    Reply("at=pause", says("found.at.pause")),
)
HOW_FAR = Fact(says("ask.at"), (AT_THE_DEAL, IN_THE_PAUSE))
HOW_FAR_WITH_STREETS = Fact(HOW_FAR.question, (AT_THE_DEAL, ON_THE_FLOP, IN_THE_PAUSE))
A_JACKPOT_LIVES, NO_JACKPOT_LIVES = (
    Reply("jackpot=yes", says("found.jackpot.yes")),
    Reply("jackpot=no", says("found.jackpot.no")),
)
JACKPOT = Fact(says("ask.jackpot"), (A_JACKPOT_LIVES, NO_JACKPOT_LIVES))
FOLDED_BEFORE = Fact(
    says("ask.money-folded"),
    (NO_MONEY_HAS_FOLDED, MONEY_HAS_FOLDED),
)


class AwardPhase(StrEnum):
    HELD = "held"
    """A hand dealt earlier at another table of the link is still open (R-13)."""
    VERIFYING = "verifying"
    """The award is above the sum that somebody has to verify."""


class HousePhase(Value):
    key: str
    says: Sentence
    script: Callable[[Cast, Circumstances], list[str]]
    circumstances: tuple[Fact, ...] = ()
    """Questions that the phase leaves open; each circumstance has an answer of its own."""
    implied: tuple[Reply, ...] = ()
    """Circumstances that the phase's name implies."""
    board: bool | None = None
    """Whether community cards from a shoe are dealt by then, in games that have any; None if it depends on
    circumstances."""
    award: AwardPhase | None = None
    """Why a share of the meter that was won is not paid yet."""

    @property
    def words(self) -> str:
        return str(self.says)

    @property
    def folded(self) -> bool:
        """Whether the phase's name says that one box has folded."""
        return A_BOX_HAS_FOLDED in self.implied


def _looked(cast: Cast, so: Circumstances) -> list[str]:
    bets = cast.bets_without_jackpot if so.get("jackpot") == "no" else cast.bets
    return [*bets, "close", *([f"{cast.looks} look"] if so.get("looked") != "no" else [])]


def _stage(stages: int, *, folded: bool) -> Callable[[Cast, Circumstances], list[str]]:
    """All who stay in make this many decisions."""

    def script(cast: Cast, so: Circumstances) -> list[str]:
        fold = [f"{cast.folds} fold"] if folded else []
        rest = [box for box in cast.players if not (folded and box == cast.folds)]
        return [*_looked(cast, so), *fold, *(f"{box} {act}" for act in cast.stays[:stages] for box in rest)]

    return script


def _so_far(cast: Cast, so: Circumstances) -> list[str]:
    """The round up to the event that the phase is named for."""
    decided = {"flop": 1, "pause": len(cast.stays)}.get(so.get("at", ""), 0)
    return _stage(decided, folded=so.get("folded") == "yes")(cast, so)


def _asked(cast: Cast, so: Circumstances) -> list[str]:
    """Boxes have a choice, and nobody has answered yet."""
    whose = f" box={cast.looks}" if so.get("bound") == "one" else ""
    return [*_so_far(cast, so), f"incident dealing-error{whose}"]


def _withdrawn(cast: Cast, so: Circumstances) -> list[str]:
    return [*_asked(cast, so), *cast.all("withdraw")]


def _continued(cast: Cast, so: Circumstances) -> list[str]:
    one, folded = so.get("bound") == "one", so.get("folded") == "yes"
    asked = [cast.looks] if one else [box for box in cast.players if not (folded and box == cast.folds)]
    return [*_asked(cast, so), *(f"{box} continue" for box in asked)]


_BETTING = (
    HousePhase("bets-open", says("phase.bets-open"), lambda cast, _: cast.bets, board=True),
    HousePhase(
        "bets-open-later",
        says("phase.bets-open-later"),
        lambda cast, _: [*cast.bets, "close", *cast.to_the_end(), "settle", "next", *cast.bets],
        board=True,
    ),
)
_DEALT = (
    HousePhase(
        "dealt",
        says("phase.dealt"),
        lambda cast, _: [*cast.bets, "close"],
        implied=(NOBODY_HAS_LOOKED, NO_BOX_HAS_FOLDED),
        board=False,
    ),
    HousePhase(
        "looked",
        says("phase.looked"),
        _looked,
        implied=(SOMEBODY_HAS_LOOKED, NO_BOX_HAS_FOLDED),
        board=False,
    ),
    HousePhase(
        "folded-unseen",
        says("phase.folded-unseen"),
        lambda cast, _: [*cast.bets, "close", f"{cast.folds} fold"],
        implied=(NOBODY_HAS_LOOKED, A_BOX_HAS_FOLDED),
        board=False,
    ),
    HousePhase(
        "folded",
        says("phase.folded"),
        _stage(0, folded=True),
        implied=(SOMEBODY_HAS_LOOKED, A_BOX_HAS_FOLDED),
        board=False,
    ),
)
_FOLDED = (A_BOX_HAS_FOLDED,)
_STREETS = tuple(
    HousePhase(
        f"{street}{key}",
        says("phase.street", street=word("street", street), so=said.says),
        _stage(number, folded=folded),
        (LOOKED,),
        (said,),
        True,
    )
    for number, street in enumerate(("flop", "turn"), 1)
    for key, folded, said in (("", False, NO_BOX_HAS_FOLDED), ("-folded", True, A_BOX_HAS_FOLDED))
)


def _turned_up(cast: Cast, so: Circumstances) -> list[str]:
    """Everything is decided and turned up, and the dealer is about to pay."""
    return [*_looked(cast, so), *cast.to_the_end(cast.folds if so.get("folded") == "yes" else None)]


def _all_folded(cast: Cast, so: Circumstances) -> list[str]:
    return [*_looked(cast, so), *cast.all("fold")]


_PAUSE = HousePhase("pause", says("phase.pause"), _turned_up, (LOOKED, FOLDED))
_RIVER = HousePhase("river", says("phase.river"), _turned_up, (LOOKED, FOLDED), board=True)


def _others(how_far: Fact, chances: tuple[Fact, ...]) -> tuple[HousePhase, ...]:
    """`chances`: what a pause after everybody folded depends on, in addition to looks."""
    return (
        HousePhase("pause-folded", says("phase.pause-folded"), _all_folded, (LOOKED, *chances), _FOLDED),
        HousePhase("pause-withdrawn", says("phase.pause-withdrawn"), _withdrawn, (LOOKED, how_far)),
        HousePhase("choosing", says("phase.choosing"), _asked, (LOOKED, FOLDED, how_far)),
        HousePhase("continued", says("phase.continued"), _continued, (BOUND, LOOKED, FOLDED, how_far)),
        HousePhase(
            "settled",
            says("phase.settled"),
            lambda cast, so: [*_turned_up(cast, so), "settle"],
            (LOOKED, FOLDED),
            board=True,
        ),
        HousePhase(
            "settled-folded",
            says("phase.settled-folded"),
            lambda cast, so: [*_all_folded(cast, so), "settle"],
            (LOOKED, *chances),
            _FOLDED,
        ),
        HousePhase(
            "settled-withdrawn",
            says("phase.settled-withdrawn"),
            lambda cast, so: [*_withdrawn(cast, so), "settle"],
            (LOOKED, how_far),
        ),
        HousePhase(
            "void",
            says("phase.void"),
            lambda cast, so: [*_so_far(cast, so), "incident foreign-card"],
            (LOOKED, how_far),
        ),
    )


_AWARDING = tuple(
    HousePhase(
        award,
        waits,
        lambda cast, so: [*_turned_up(cast, so), "settle"],
        implied=(SOMEBODY_HAS_LOOKED, NO_BOX_HAS_FOLDED),
        board=True,
        award=award,
    )
    for award, waits in (
        (AwardPhase.HELD, says("phase.held")),
        (AwardPhase.VERIFYING, says("phase.verifying")),
    )
)


class PokerPhase(Value):
    """A phase of a table with the button on seat 1: seats 2 and 3 have the blinds and 4 acts first."""

    key: str
    says: Sentence
    script: Callable[[Circumstances], list[str]]
    circumstances: tuple[Fact, ...] = ()
    implied: tuple[Reply, ...] = ()

    @property
    def words(self) -> str:
        return str(self.says)


def _start(so: Circumstances) -> list[str]:
    return ["start", *(["4 look"] if so.get("looked") != "no" else [])]


def _acts(*acts: str) -> Callable[[Circumstances], list[str]]:
    """These acts after the start."""
    return lambda so: [*_start(so), *acts]


def _on(street: str, *acts: str) -> Callable[[Circumstances], list[str]]:
    """These acts on the street. If somebody has folded, seat 3 called a raise and folded on an earlier street."""

    def script(so: Circumstances) -> list[str]:
        earlier = so.get("folded") == "yes"
        first = ("4 raise 6", "1 call", "2 call", "3 fold") if earlier else ("4 call", "1 call", "2 call", "3 check")
        checked = [f"{seat} check" for seat in (2, 3, 4, 1) if not (earlier and seat == 3)]
        here = [act for act in acts if not (earlier and act.startswith("3 "))]
        return [*_start(so), *first, *checked * STREETS.index(street), *here]

    return script


STREETS = ("flop", "turn", "river")
_CHECKED = ("2 check", "3 check", "4 check", "1 check")

_PLAYED = (LOOKED, FOLDED_BEFORE)

POKER_PHASES = (
    PokerPhase("before", says("phase.poker-before"), lambda _: []),
    PokerPhase(
        "dealt",
        says("phase.poker-dealt"),
        lambda _: ["start"],
        implied=(NOBODY_HAS_LOOKED, NO_MONEY_HAS_FOLDED),
    ),
    PokerPhase(
        "looked",
        says("phase.poker-looked"),
        _start,
        implied=(SOMEBODY_HAS_LOOKED, NO_MONEY_HAS_FOLDED),
    ),
    PokerPhase(
        "first",
        says("phase.poker-first"),
        _acts("4 fold", "1 call"),
        (LOOKED,),
        (NO_MONEY_HAS_FOLDED,),
    ),
    PokerPhase(
        "first-raised",
        says("phase.poker-first-raised"),
        _acts("4 raise 8"),
        (LOOKED,),
        (NO_MONEY_HAS_FOLDED,),
    ),
    PokerPhase(
        "first-folded",
        says("phase.poker-first-folded"),
        _acts("4 raise 8", "1 call", "2 fold"),
        (LOOKED,),
        (MONEY_HAS_FOLDED,),
    ),
    *(
        phase
        for street in STREETS
        for phase in (
            PokerPhase(street, says("phase.poker-street", street=word("street", street)), _on(street), _PLAYED),
            PokerPhase(
                f"{street}-checked", says("phase.poker-checked", on=word("on", street)), _on(street, "2 check"), _PLAYED
            ),
            PokerPhase(
                f"{street}-bet",
                says("phase.poker-bet", on=word("on", street)),
                _on(street, "2 bet 4"),
                _PLAYED,
            ),
            PokerPhase(
                f"{street}-folded",
                says("phase.poker-bet-folded", on=word("on", street)),
                _on(street, "2 bet 4", "3 fold"),
                (LOOKED,),
                (MONEY_HAS_FOLDED,),
            ),
        )
    ),
    PokerPhase("showdown", says("phase.poker-showdown"), _on("river", *_CHECKED), _PLAYED),
    PokerPhase(
        "won",
        says("phase.poker-won"),
        _on("flop", "2 bet 4", "3 fold", "4 fold", "1 fold"),
        (LOOKED,),
        (MONEY_HAS_FOLDED,),
    ),
    PokerPhase("settled", says("phase.poker-settled"), _on("river", *_CHECKED, "settle")),
    PokerPhase("void", says("phase.void"), lambda _: ["start", "incident foreign-card"]),
)


def house_phases(game: str) -> tuple[HousePhase, ...]:
    awarding = _AWARDING if HOUSE_GAMES[game].offers_jackpot else ()
    if HOUSE_GAMES[game].board:
        return (*_BETTING, *_DEALT, *_STREETS, _RIVER, *_others(HOW_FAR_WITH_STREETS, (JACKPOT,)), *awarding)
    return (*_BETTING, *_DEALT, _PAUSE, *_others(HOW_FAR, ()), *awarding)


def phases(game: str) -> Sequence[HousePhase | PokerPhase]:
    return house_phases(game) if game in HOUSE_GAMES else POKER_PHASES


def phase_of(game: str, key: str) -> HousePhase | PokerPhase:
    known = {phase.key: phase for phase in phases(game)}
    if key not in known:
        raise Unreadable(f"there is no phase {key!r}; there are {', '.join(known)}")
    return known[key]


def read_circumstances(phase: HousePhase | PokerPhase, details: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The circumstances that the phase leaves open (by default the first that it names), and the other words."""
    so, rest = {fact.key: fact.replies[0].text.partition("=")[2] for fact in phase.circumstances}, []
    known = [reply.text for fact in phase.circumstances for reply in fact.replies]
    for detail in details:
        if detail in known:
            key, _, value = detail.partition("=")
            so[key] = value
        elif detail.partition("=")[0] in CIRCUMSTANCES:
            raise Unreadable(f"{detail}: the phase {phase.key} leaves {', '.join(known) or 'nothing of that'} open")
        else:
            rest.append(detail)
    return so, rest


def after_a_fold(phase: HousePhase | PokerPhase) -> HousePhase | PokerPhase:
    """The phase after one box has folded, if it leaves that open."""
    if isinstance(phase, HousePhase) and not phase.folded and FOLDED not in phase.circumstances:
        raise Unreadable(f"in the phase {phase.key} no box has folded")
    narrowed = (Fact(fact.question, (A_BOX_HAS_FOLDED,)) if fact is FOLDED else fact for fact in phase.circumstances)
    return replace(phase, circumstances=tuple(narrowed))


CIRCUMSTANCES = {fact.key for fact in (LOOKED, FOLDED, BOUND, HOW_FAR, JACKPOT)}
