"""Hands of poker a second: croupier's table and other people's engines, in one run.

    python bench/poker.py [seconds]

Six players with fifty big blinds each play one hand after the other, and everybody acts at random: he bets or raises,
rather little than much, or he checks or calls, or he folds to a bet, each as likely as the other. Ours deals
from a shuffled shoe, keeps every event, and pays by the rulebook, rake and showdown included.

A second is one of processor time, on one core. Engines take turns, so that a busy machine slows all of them, and each
one's best turn counts: the most acts, for a turn of a slow engine is short of hands, and some hands are longer than
others. Those that are not installed are left out:

    .venv/bin/pip install --require-hashes -r requirements/bench.txt      pokerkit and texasholdem
    .venv/bin/pip install rlcard==1.2.0                                   RLCard (brings numpy)

RLCard knows bets of half a pot, a pot and all-in only.
"""

import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from time import process_time
from typing import NamedTuple

from croupier.cards import CardSource
from croupier.floor.poker_desk import PokerDesk
from croupier.games.poker.betting import options
from croupier.games.poker.commands import BET, CALL, CHECK, FOLD, RAISE, StartRound, TakeAction
from croupier.games.poker.events import PokerEvent
from croupier.games.poker.table import PokerTable, open_table
from croupier.money import Cents
from croupier.rulebook.load import at_the_table
from croupier.rulebook.model import Device

PLAYERS = 6
CHIPS = 100
SMALL_BLIND, BIG_BLIND = 1, 2
TURN_SECONDS = 0.5


class Hand(NamedTuple):
    acts: int
    shown: bool


Deal = Callable[[random.Random], Hand]
"""Play one hand from the blinds to the last chip."""


def choose(chance: random.Random, owes: bool, least: int | None, most: int) -> int | None:
    """None to fold, 0 to check or call, else the total to bet or raise to."""
    dice = chance.random() * (3 if owes else 2)
    if dice >= 2:
        return None
    if dice >= 1 or least is None:
        return 0
    if chance.random() < 0.1:
        return most
    return min(most, least + int((most - least) * chance.random() ** 4))


def croupier() -> Deal:
    book = at_the_table("poker@7", Device.SHOE)
    chip, high = Cents(1), Cents(10 * CHIPS)  # a cent is a chip
    table = PokerTable(Device.SHOE, PLAYERS, Cents(SMALL_BLIND), chip, high, chip, rake_cap=Cents(10))
    players = {seat: (f"Player {seat}", Cents(CHIPS)) for seat in range(1, PLAYERS + 1)}

    opened = [open_table(table, players, button, first_orbit=False) for button in players]

    def deal(chance: random.Random) -> Hand:
        desk = PokerDesk(book, chance.choice(opened), lambda: CardSource.from_order((), chance))
        kept: list[PokerEvent] = list(desk.act(StartRound()))
        acts = 0
        while (round_ := desk.state.round) and (seat := round_.turn):
            allowed = options(desk.state, seat)
            wish = choose(chance, allowed.call is not None, allowed.bet or allowed.raise_to, allowed.all_in)
            if wish is None:
                command = TakeAction(seat, FOLD)
            elif wish:
                command = TakeAction(seat, RAISE if allowed.bet is None else BET, Cents(wish))
            else:
                command = TakeAction(seat, CHECK if allowed.call is None else CALL)
            kept += desk.act(command)
            acts += 1
        assert round_ is not None and round_.over
        return Hand(acts, bool(round_.shown))

    return deal


def pokerkit() -> Deal:
    module = import_module("pokerkit")
    automations = tuple(module.Automation)
    create = module.NoLimitTexasHoldem.create_state

    def deal(_: random.Random) -> Hand:
        blinds, stacks = (SMALL_BLIND, BIG_BLIND), (CHIPS,) * PLAYERS
        state = create(automations, True, 0, blinds, BIG_BLIND, stacks, PLAYERS, mode=module.Mode.CASH_GAME)
        acts = 0
        while state.status:
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            wish = choose(_, state.checking_or_calling_amount > 0, least, most or 0)
            if wish is None:
                state.fold()
            elif wish:
                state.complete_bet_or_raise_to(wish)
            else:
                state.check_or_call()
            acts += 1
        return Hand(acts, any(isinstance(each, module.HoleCardsShowingOrMucking) for each in state.operations))

    return deal


def texasholdem() -> Deal:
    module = import_module("texasholdem")
    action = module.ActionType

    def deal(chance: random.Random) -> Hand:
        game = module.TexasHoldEm(CHIPS, BIG_BLIND, SMALL_BLIND, max_players=PLAYERS)
        game.start_hand()
        acts = 0
        while game.is_hand_running():
            seat = game.current_player
            owes = game.chips_to_call(seat) > 0
            moves = game.get_available_moves()
            raises = moves.raise_range
            wish = choose(chance, owes, raises.start if raises else None, raises[-1] if raises else 0)
            if wish is None:
                game.take_action(action.FOLD)
            elif wish:
                game.take_action(action.RAISE, total=wish)
            else:
                game.take_action(action.CALL if owes else action.CHECK)
            acts += 1
        return Hand(acts, len(game.board) == 5)

    return deal


def rlcard() -> Deal:
    game_class = import_module("rlcard.games.nolimitholdem").Game
    action = import_module("rlcard.games.nolimitholdem.round").Action
    game = game_class(num_players=PLAYERS)
    game.np_random.seed(1)

    def deal(chance: random.Random) -> Hand:
        game.dealer_id = chance.randrange(PLAYERS)
        game.init_game()
        acts = 0
        while not game.is_over():
            legal = game.get_legal_actions()
            raises = [each for each in (action.RAISE_HALF_POT, action.RAISE_POT) if each in legal]
            owes = game.players[game.game_pointer].in_chips < max(player.in_chips for player in game.players)
            wish = choose(chance, owes, 1 if raises else None, 2)
            if wish is None:
                taken = action.FOLD
            elif wish and raises:
                taken = action.ALL_IN if wish == 2 and action.ALL_IN in legal else raises[0]
            else:
                taken = action.CHECK_CALL
            game.step(taken)
            acts += 1
        game.get_payoffs()
        return Hand(acts, len(game.public_cards) == 5)

    return deal


ENGINES: dict[str, Callable[[], Deal]] = {
    "croupier": croupier,
    "pokerkit": pokerkit,
    "texasholdem": texasholdem,
    "rlcard": rlcard,
}


class Speed:
    def __init__(self, name: str, deal: Deal) -> None:
        self.name = f"{name} {version(name)}"
        self.deal = deal
        self.chance = random.Random("bench")
        self.hands = self.acts = self.shown = 0
        self.best = 0.0
        """Acts a second in the best turn."""

    def turn(self, seconds: float) -> None:
        start, before, passed = process_time(), self.acts, 0.0
        while passed < seconds:
            hand = self.deal(self.chance)
            self.hands += 1
            self.acts += hand.acts
            self.shown += hand.shown
            passed = process_time() - start
        self.best = max(self.best, (self.acts - before) / passed)


def installed() -> Iterator[Speed]:
    for name, make in ENGINES.items():
        try:
            yield Speed(name, make())
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    engines = list(installed())
    for engine in engines:
        engine.deal(random.Random("warm-up"))
    for _ in range(max(1, round(seconds / TURN_SECONDS))):
        for engine in engines:
            engine.turn(TURN_SECONDS)
    print(f"{'six players':20}{'hands/s':>10}{'ours/theirs':>13}{'acts a hand':>13}{'acts/s':>10}{'showdowns':>11}")
    ours = engines[0]
    for engine in engines:
        acts, shown = engine.acts / engine.hands, engine.shown / engine.hands
        hands = engine.best / acts
        speeds = f"{hands:>10,.0f}{ours.best / (ours.acts / ours.hands) / hands:>13.1f}"
        print(f"{engine.name:20}{speeds}{acts:>13.1f}{engine.best:>10,.0f}{shown:>11.0%}")


if __name__ == "__main__":
    main()
