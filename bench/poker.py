"""Hands of poker a second: croupier's table and other people's engines, in one run.

    python bench/poker.py [seconds]

Six players with fifty big blinds each play hand after hand. First our table plays some hundred hands with everybody
acting at random: a bet or raise, rather little than much, or a check or call, or a fold to a bet, each as
likely as the other. What was done in them is then done again at every engine, act by act, so that all of them play the
same hands but for the cards. Ours deals from a shuffled shoe, keeps every event, and pays by the rulebook, rake and
showdown included.

A second is one of processor time, on one core. Engines take turns, so that a busy machine slows all of them; a turn is
all the hands, as often as they fit, and each one's best turn counts. Those that are not installed are left out:

    python3 run.py install bench                            pokerkit and texasholdem
    python3 -m pip --python .venv install rlcard==1.2.0     RLCard (brings numpy)

RLCard knows bets of half a pot, a pot and all-in only and plays hands of its own.
"""

import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from time import process_time
from typing import NamedTuple

from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.commands import BET, CALL, CHECK, FOLD, RAISE, StartRound, TakeAction
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.table import PokerTable, open_table
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

PLAYERS = 6
CHIPS = 100
SMALL_BLIND, BIG_BLIND = 1, 2
HANDS = 300
TURN_SECONDS = 1.0


Script = tuple[TakeAction, ...]
"""What was done in one hand, seat after seat."""


class Hand(NamedTuple):
    acts: int
    shown: bool


Deal = Callable[[Script, random.Random], Hand]
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


def tables() -> Callable[[random.Random], PokerDealer]:
    """A table of six with the button anywhere and nothing dealt yet."""
    book = at_the_table("poker@7", Device.SHOE)
    chip, high = Cents(1), Cents(10 * CHIPS)  # a cent is a chip
    table = PokerTable(Device.SHOE, PLAYERS, Cents(SMALL_BLIND), chip, high, chip, rake_cap=Cents(10))
    players = {seat: (f"Player {seat}", Cents(CHIPS)) for seat in range(1, PLAYERS + 1)}
    opened = [open_table(table, players, button, first_orbit=False) for button in players]
    return lambda chance: PokerDealer(book, chance.choice(opened), ShuffledDecks(chance))


def scripts(number: int) -> list[Script]:
    """Hands played at random at our table."""
    chance, new_desk = random.Random("scripts"), tables()
    return [_played(new_desk(chance), chance) for _ in range(number)]


def _played(dealer: PokerDealer, chance: random.Random) -> Script:
    script = []
    dealer.act(StartRound())
    while (round_ := dealer.state.round) and (seat := round_.turn):
        allowed = options(dealer.state, seat)
        wish = choose(chance, allowed.call is not None, allowed.bet or allowed.raise_to, allowed.all_in)
        if wish is None:
            command = TakeAction(seat, FOLD)
        elif wish:
            command = TakeAction(seat, RAISE if allowed.bet is None else BET, Cents(wish))
        else:
            command = TakeAction(seat, CHECK if allowed.call is None else CALL)
        dealer.act(command)
        script.append(command)
    return tuple(script)


def croupier() -> Deal:
    new_desk = tables()

    def deal(script: Script, chance: random.Random) -> Hand:
        dealer = new_desk(chance)
        kept: list[PokerEvent] = list(dealer.act(StartRound()))
        for done in script:
            assert dealer.state.round is not None and dealer.state.round.turn is not None
            kept += dealer.act(TakeAction(dealer.state.round.turn, done.act, done.amount))
        round_ = dealer.state.round
        assert round_ is not None and round_.over
        return Hand(len(script), bool(round_.shown))

    return deal


def pokerkit() -> Deal:
    module = import_module("pokerkit")
    automations = tuple(module.Automation)
    create = module.NoLimitTexasHoldem.create_state

    def deal(script: Script, _: random.Random) -> Hand:
        blinds, stacks = (SMALL_BLIND, BIG_BLIND), (CHIPS,) * PLAYERS
        state = create(automations, True, 0, blinds, BIG_BLIND, stacks, PLAYERS, mode=module.Mode.CASH_GAME)
        for done in script:
            if done.act is FOLD:
                state.fold()
            elif done.amount:
                state.complete_bet_or_raise_to(done.amount)
            else:
                state.check_or_call()
        assert not state.status
        return Hand(len(script), any(isinstance(each, module.HoleCardsShowingOrMucking) for each in state.operations))

    return deal


def texasholdem() -> Deal:
    module = import_module("texasholdem")
    action = module.ActionType

    def deal(script: Script, _: random.Random) -> Hand:
        game = module.TexasHoldEm(CHIPS, BIG_BLIND, SMALL_BLIND, max_players=PLAYERS)
        game.start_hand()
        for done in script:
            if done.act is FOLD:
                game.take_action(action.FOLD)
            elif done.amount:
                game.take_action(action.RAISE, total=done.amount)
            else:
                game.take_action(action.CALL if done.act is CALL else action.CHECK)
        assert not game.is_hand_running()
        return Hand(len(script), len(game.board) == 5)

    return deal


def rlcard() -> Deal:
    game_class = import_module("rlcard.games.nolimitholdem").Game
    action = import_module("rlcard.games.nolimitholdem.round").Action
    game = game_class(num_players=PLAYERS)
    game.np_random.seed(1)

    def deal(_: Script, chance: random.Random) -> Hand:
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
        """Hands a second in the best turn."""

    def turn(self, hands: list[Script], seconds: float) -> None:
        start, before, passed = process_time(), self.hands, 0.0
        while passed < seconds:
            for script in hands:
                hand = self.deal(script, self.chance)
                self.acts += hand.acts
                self.shown += hand.shown
            self.hands += len(hands)
            passed = process_time() - start
        self.best = max(self.best, (self.hands - before) / passed)


def installed() -> Iterator[Speed]:
    for name, make in ENGINES.items():
        try:
            yield Speed(name, make())
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    engines, hands = list(installed()), scripts(HANDS)
    for engine in engines:
        for script in hands[: HANDS // 10]:
            engine.deal(script, engine.chance)  # tables are built, caches filled
    for _ in range(max(1, round(seconds / TURN_SECONDS))):
        for engine in engines:
            engine.turn(hands, TURN_SECONDS)
    ours = engines[0]
    print(f"{'six players':20}{'hands/s':>10}{'ours/theirs':>13}{'acts a hand':>13}{'showdowns':>11}")
    for engine in engines:
        acts, shown = engine.acts / engine.hands, engine.shown / engine.hands
        print(f"{engine.name:20}{engine.best:>10,.0f}{ours.best / engine.best:>13.1f}{acts:>13.1f}{shown:>11.0%}")


if __name__ == "__main__":
    main()
