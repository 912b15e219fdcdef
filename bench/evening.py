"""Evenings at many tables: a floor file of any size, and players who know at a glance what they say next.

They think as little as they can, so that what is measured is the floor. What they do is mixed: bets with and without
the jackpot, hands looked at, folded and played, poker rounds of checks, calls, raises and folds.
"""

from collections.abc import Iterator
from random import Random
from time import thread_time

from croupier.floor.ledger.accounts import stack
from croupier.floor.live.floor import Floor
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.people import SYSTEM, Role, Who
from croupier.floor.live.state.table import LiveTable
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseState, Phase
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import Cents

PLAYERS_A_TABLE = 5
CHIPS = Cents(2_000_000_00)
FLOOR = """
[house]
name = "Bench"

[[link]]
name = "grand"
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
limit = "10000000.00"
"""
HOUSE_TABLE = """
[[table]]
name = "{name}"
rulebook = "{book}"
boxes = 7
ante = ["10", "1000"]
jackpot-bet = "5"
link = "grand"
clock = {{ betting = "6s", pause = "2s" }}
"""
POKER_TABLE = """
[[table]]
name = "{name}"
rulebook = "{book}"
seats = 9
small-blind = "1"
clock = {{ pause = "2s" }}
"""
BOOKS = ("three-card-poker@3", "casino-stud@2", "progressive-holdem@6", "poker@6", "poker@7")


def floor_file(tables: int) -> str:
    """All five rulebooks in turn; the house-banked tables share one jackpot."""
    return FLOOR + "".join(
        (POKER_TABLE if book.startswith("poker") else HOUSE_TABLE).format(name=name, book=book)
        for name, book in zip(table_names(tables), BOOKS * (tables // len(BOOKS) + 1), strict=False)
    )


def table_names(tables: int) -> list[str]:
    return [f"t-{number:03}" for number in range(1, tables + 1)]


def players_of(table: str) -> list[str]:
    return [f"p{place}-{table}" for place in range(1, PLAYERS_A_TABLE + 1)]


Said = tuple[Who, str]


class Players:
    """Of all tables. What somebody says next depends on the table and on a seed."""

    def __init__(self, floor: Floor, seed: int = 1) -> None:
        self._floor = floor
        self._random = Random(seed)
        self.thought = 0.0
        """Seconds of CPU that thinking has taken, which are none of the floor's."""

    def act(self, name: str, id_: str) -> Ticket:
        """Somebody does the next thing at this table."""
        table = self._floor.books.tables[name]
        began = thread_time()
        who, do = self.next_at(table)
        self.thought += thread_time() - began
        if who is not SYSTEM:
            return self._floor.act(who, name, id_, do, table.moment)
        ticket = self._floor.acts.say(name, do)
        assert ticket is not None, f"{name}: {do} is refused"
        return ticket

    def next_at(self, table: LiveTable) -> Said:
        """What is said next here; there is always something."""
        game = table.game
        names = players_of(table.name)
        if isinstance(game, HouseState):
            return self._at_the_layout(table, game, names)
        return self._at_the_seats(table, game, names)

    def _at_the_layout(self, table: LiveTable, state: HouseState, names: list[str]) -> Said:
        round_ = state.round
        if round_.over:
            return SYSTEM, "next"
        if round_.phase is Phase.BETTING:
            return next(self._bets(table, state, names), (SYSTEM, "close"))
        boxes = undecided(round_)
        if not boxes:
            return SYSTEM, "settle"
        box = boxes[0]
        who = Who(box.player, Role.PLAYER)
        if not box.by_right and self._random.random() < 0.5:
            return who, f"{box.number} look"
        if not box.decisions and self._random.random() < 0.25:
            return who, f"{box.number} fold"
        match table.book.partition("@")[0]:
            case "three-card-poker":
                decision = Decision.PLAY
            case "casino-stud":
                decision = Decision.BET
            case _:
                decision = (Decision.FLOP, Decision.CHECK, Decision.CHECK)[len(box.decisions)]
        return who, f"{box.number} {decision}"

    def _bets(self, table: LiveTable, state: HouseState, names: list[str]) -> Iterator[Said]:
        for place, name in enumerate(names, 1):
            who = Who(name, Role.PLAYER)
            if place not in state.table.players:
                yield who, f"{place} sits {name} 20000"
            lying = state.round.boxes[place].bets if place in state.round.boxes else {}
            if not lying and self._floor.books.balances.get(stack(table.name, name), 0) < 1_000_00:
                yield who, f"{place} tops-up 20000"
            if Spot.ANTE not in lying:
                yield who, f"{place} ante {self._random.randint(2, 10) * 5}"
            if Spot.JACKPOT not in lying and place % 2:
                yield who, f"{place} jackpot 5"

    def _at_the_seats(self, table: LiveTable, state: PokerState, names: list[str]) -> Said:
        round_ = state.round
        if round_ is None or round_.over:
            for place, name in enumerate(names, 1):
                if place not in state.seats:
                    return Who(name, Role.PLAYER), f"{place} sits {name} 200"
                if state.seats[place].stack < 50_00:
                    return Who(name, Role.PLAYER), f"{place} tops-up 150"
            return SYSTEM, "start"
        seat = round_.turn
        assert seat is not None, round_.phase
        allowed = options(state, seat)
        who = Who(state.seats[seat].player, Role.PLAYER)
        if Act.CHECK in allowed.may:
            return who, f"{seat} check"
        chance = self._random.random()
        if chance < 0.1 and allowed.raise_to is not None and Act.RAISE in allowed.may:
            return who, f"{seat} raise {allowed.raise_to // 100}"
        if chance < 0.7 and Act.CALL in allowed.may:
            return who, f"{seat} call"
        return who, f"{seat} fold"
