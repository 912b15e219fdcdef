"""Bots fill the tables of the demo and play them, all five rulebooks, and no chip is lost."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.floor.live.bots import HURRIES, USUAL, Bots
from croupier.floor.live.state.table import house_game
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.table import HouseState, Phase
from croupier.rules.games.poker.table import PokerState
from tests.live.houses import ANN, House

JACKPOT = 'jackpot-bet = "5"\nlink = "g"'
TABLES = {
    "tcp": f'rulebook = "three-card-poker@3"\nante = ["10", "1000"]\npair-plus = ["5", "500"]\n{JACKPOT}',
    "cs": f'rulebook = "casino-stud@2"\nante = ["10", "1000"]\n{JACKPOT}',
    "pth": f'rulebook = "progressive-holdem@6"\nante = ["10", "500"]\nbonus = ["5", "100"]\n{JACKPOT}',
    "nl6": 'rulebook = "poker@6"\nsmall-blind = "1"\nstake = ["40", "400"]',
    "nl7": 'rulebook = "poker@7"\nsmall-blind = "1"\nstake = ["40", "400"]\ndealing = "shuffler"',
}
LINK = '[[link]]\nname = "g"\nmeter = "1000.00"\nreset = "500.00"\ncontribution = "0.60"\n'
FLOOR = "".join(f'[[table]]\nname = "{name}"\nbots = 4\n{keys}\n' for name, keys in TABLES.items()) + LINK


@pytest.mark.parametrize("seed", [1, 2])
def test_bots_play_every_table_of_the_house(tmp_path: Path, seed: int) -> None:
    house = House(tmp_path / "store", FLOOR, seed)
    bots = Bots(house.floor, random.Random(seed), house.clock.monotonic)
    bots.settle_in()
    for _ in range(800):
        dues = [due for due in (house.floor.timers.next_due(), bots.next_due()) if due is not None]
        assert dues, "somebody always has something to do"
        house.clock.time = max(house.clock.time, min(dues) * 1000)
        house.floor.timers.fire()
        bots.fire()
        for name in TABLES:
            bots.changed(name)
    house.store.flush()
    tables = house.floor.books.shown.tables
    assert all(table.rounds > 2 for table in tables.values()), {name: table.rounds for name, table in tables.items()}
    assert sum(house.floor.books.shown.balances.values()) == 0
    poker = tables["nl7"].game
    assert isinstance(poker, PokerState)
    for seat in poker.seats.values():
        assert house.balance(f"stack/nl7/{seat.player}") == seat.stack
    before = dict(house.floor.books.decided.tables)
    ruled = {each.table for each in house.restart()}
    quiet = before.keys() - ruled
    assert all(house.floor.books.decided.tables[name] == before[name] for name in quiet)
    house.store.close()


@pytest.mark.parametrize(
    ("game", "decisions"),
    [("tcp", ["play"]), ("cs", ["bet"]), ("pth", ["flop", "check", "check"]), ("pth", ["fold"])],
)
def test_bots_decide_while_people_do_and_hurry_after_them(tmp_path: Path, game: str, decisions: list[str]) -> None:
    """The round is over at most half a second after the last person's decision."""
    house = House(tmp_path, f'[[table]]\nname = "{game}"\nbots = 3\n{TABLES[game]}\n{LINK}', 3)
    bots = Bots(house.floor, random.Random(3), house.clock.monotonic)
    bots.settle_in()

    def until(done: Callable[[HouseState], bool]) -> int:
        """How many milliseconds pass until the table is like that."""
        began = house.clock.monotonic()
        while not done(house_game(house.floor.books.tables[game])):
            dues = [due for due in (house.floor.timers.next_due(), bots.next_due()) if due is not None]
            house.clock.time = max(house.clock.time, min(dues) * 1000)
            house.floor.timers.fire()
            bots.fire()
            bots.changed(game)
        return house.clock.monotonic() - began

    def say(do: str) -> None:
        assert "done" in house.act(ANN, game, do)
        bots.changed(game)

    def asked(state: HouseState) -> set[str]:
        return {box.player for box in undecided(state.round)} if state.round.phase is Phase.DECIDING else set()

    until(lambda state: len(state.table.players) == 3)
    say("7 sits Ann 500")
    until(lambda state: state.round.phase is Phase.BETTING)
    say("7 ante 10")
    say("7 ready")
    assert until(lambda state: "Ann" in asked(state)) <= HURRIES[1]
    say("7 look")
    for decision in decisions:
        assert until(lambda state: asked(state) == {"Ann"}) <= USUAL[1]
        say(f"7 {decision}")
    assert until(lambda state: state.round.over) <= 500
    house.store.close()
