"""Poker as a PettingZoo environment: each hand is played by the rules that live tables follow."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from croupier.base.errors import Unreadable
from croupier.doors.library.books import book_for
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.cards import DECK, seeded_chance, show_cards
from croupier.rules.games.poker.betting import Options, options
from croupier.rules.games.poker.commands import ALL_IN, BET, CALL, CHECK, FOLD, RAISE, StartRound, TakeAction
from croupier.rules.games.poker.table import BettingRound, PokerRound, PokerTable, open_table
from croupier.rules.money import Cents, cents, dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device

Money = str | int
MOST_SEATS = 9
CARD = {card: number for number, card in enumerate(DECK)}
ROUNDS = tuple(BettingRound)
FEW = 2**31


class Statistics:
    """How one player has played so far."""

    def __init__(self) -> None:
        self.hands = self.entered = self.raised_first = self.raises = self.calls = self.showdowns = self.won = 0
        self.net = 0

    def report(self) -> dict[str, float]:
        hands = max(self.hands, 1)
        return {
            "hands": self.hands,
            "net": self.net / 100,
            "vpip": self.entered / hands,
            "pfr": self.raised_first / hands,
            "aggression": self.raises / max(self.calls, 1),
            "went_to_showdown": self.showdowns / hands,
            "won": self.won / hands,
        }


class PokerEnv(AECEnv):  # type: ignore[misc,unused-ignore]
    """No-limit Hold'em. An episode is a hand; rewards are net results in big blinds, when it is over.

    Actions by number are named in `words`: fold, check or call, the smallest bet or raise, raises by parts of the pot,
    all-in. `step(("raise", "37.50"))` raises to a total of so much, any that the rules allow. `reset(seed=7)` deals
    hand 0 of `croupier simulate poker --seed 7` to as many seats, and each further reset the next hand.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "croupier_poker_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 6,
        *,
        small_blind: Money = 1,
        stakes: Money | Sequence[Money] = 200,
        rake: Money = 0,
        cap: Money | None = None,
        sizes: Sequence[float] = (0.5, 1.0),
        render_mode: str | None = None,
    ) -> None:
        if not 2 <= players <= MOST_SEATS:
            raise Unreadable(f"players: a table has 2 to {MOST_SEATS} of them, not {players}")
        small = _cents("small_blind", small_blind)
        self._big = 2 * small
        each = [stakes] * players if isinstance(stakes, str | int) else list(stakes)
        self._stakes = [_cents("stakes", stake) for stake in each]
        if len(each) != players or any(stake < 2 * self._big or stake % small for stake in self._stakes):
            raise Unreadable(
                f"stakes: expected one for each of {players} players, in small blinds, at least two big blinds, "
                f"got {stakes!r}"
            )
        if any(size <= 0 for size in sizes):
            raise Unreadable(f"sizes: expected parts of the pot above 0, such as 0.5, got {sizes!r}")
        self._table = PokerTable(
            Device.SHOE,
            players,
            small,
            min(self._stakes),
            max(self._stakes),
            small,
            _rake(rake),
            None if cap is None else _cents("cap", cap),
        )
        stacks = {seat: (f"Player {seat}", stake) for seat, stake in enumerate(self._stakes, 1)}
        self._opened = [open_table(self._table, stacks, button, first_orbit=False) for button in stacks]
        self._book = at_the_table(book_for("poker").key, Device.SHOE)
        self._sizes = tuple(sizes)
        self.words = ("fold", "check or call", "least", *(f"{size:g} pot" for size in sizes), "all-in")
        self.possible_agents = [f"player_{seat}" for seat in range(1, players + 1)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self._from = {seat: [*range(seat, players + 1), *range(1, seat)] for seat in range(1, players + 1)}
        self._width = width = 2 * 52 + 5 * players + 4 + 2 * len(ROUNDS)
        space = Dict(
            {
                "observation": Box(0.0, np.inf, (width,), np.float32),
                "action_mask": Box(0, 1, (len(self.words),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(len(self.words)) for agent in self.possible_agents}
        self.render_mode = render_mode
        self.statistics = {agent: Statistics() for agent in self.possible_agents}
        self._seed: int | None = None
        self._hand = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seed, self._hand = seed, 0
        elif self._seed is None:
            self._seed = int(seeding.np_random()[0].integers(FEW))
        else:
            self._hand += 1
        state = self._opened[self._hand % len(self._opened)]
        self._dealer = PokerDealer(self._book, state, ShuffledDecks(seeded_chance(f"{self._seed}/{self._hand}")))
        self._seen: dict[int, np.ndarray[Any, np.dtype[np.float32]]] = {}
        self._entered: set[int] = set()
        self._raised_first: set[int] = set()
        self._raises = [0] * len(ROUNDS)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._dealer.act(StartRound())
        self._next()

    def step(self, action: int | tuple[str, Money] | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        seat, round_ = self._seats[agent], self._round
        command = self._command(seat, action)
        self._note(agent, seat, round_.betting_round, command)
        self._dealer.act(command)
        self._clear_rewards()
        self._next()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the player sees now; when the hand is over, what they saw when they decided last."""
        seat = self._seats[agent]
        seen = self._seen.get(seat) if self.terminations.get(agent, True) else None
        if seen is None:
            seen = self._seen[seat] = self._observation(seat)
        return {"observation": seen.copy(), "action_mask": self._mask(seat)}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Where masked policies look for it: of the player whose turn it is."""
        return self._mask(self._seats[self.agent_selection]).astype(np.bool_)

    def render(self) -> str:
        round_ = self._round
        return f"hand {self._hand}: board {show_cards(round_.board) or 'none'}; {self.agent_selection} to act"

    def close(self) -> None:
        """There is nothing to close."""

    # --- The table ---------------------------------------------------------------------------------------------------

    @property
    def _round(self) -> PokerRound:
        round_ = self._dealer.state.round
        assert round_ is not None
        return round_

    def _next(self) -> None:
        if not self._dealer.state.playing:
            self._end()
            return
        turn = self._round.turn
        assert turn is not None
        self.agent_selection = self.possible_agents[turn - 1]
        self._allowed = allowed = options(self._dealer.state, turn)
        self._possible = self._totals(allowed)
        mask = np.zeros(len(self.words), dtype=np.int8)
        mask[0] = 1
        mask[1] = CHECK in allowed.may or CALL in allowed.may
        if BET in allowed.may or RAISE in allowed.may:
            mask[2:-1] = [total is not None for total in self._possible]
            mask[-1] = 1
        self._offered = mask
        least = allowed.bet or allowed.raise_to
        info: dict[str, Any] = {"action_mask": mask.copy(), "hand": self._hand}
        if least is not None:
            info |= {"raise_from": dollars(least), "raise_to": dollars(allowed.all_in)}
        self.infos[self.agent_selection] = info

    def _end(self) -> None:
        round_ = self._round
        for agent, seat in self._seats.items():
            net = self._dealer.state.seats[seat].stack - self._stakes[seat - 1]
            self.rewards[agent] = net / self._big
            self.terminations[agent] = True
            kept = self.statistics[agent]
            kept.hands += 1
            kept.net += net
            kept.won += net > 0
            kept.entered += seat in self._entered
            kept.raised_first += seat in self._raised_first
            kept.showdowns += seat in round_.shown
            self.infos[agent] = {
                "action_mask": np.zeros(len(self.words), dtype=np.int8),
                "hand": self._hand,
                "net": dollars(Cents(net)),
                "statistics": kept.report(),
            }
        self.agent_selection = self.agents[0]

    def _note(self, agent: str, seat: int, betting_round: BettingRound, command: TakeAction) -> None:
        act, first = command.act, betting_round is ROUNDS[0]
        if act in (FOLD, CHECK):
            return
        raises = act is not CALL and (act is not ALL_IN or self._all_in_raises(seat))
        kept = self.statistics[agent]
        kept.raises += raises
        kept.calls += not raises
        self._raises[ROUNDS.index(betting_round)] += raises
        if first:
            self._entered.add(seat)
            if raises:
                self._raised_first.add(seat)

    def _all_in_raises(self, seat: int) -> bool:
        return self._allowed.all_in > self._round.price

    def _command(self, seat: int, action: int | tuple[str, Money] | None) -> TakeAction:
        allowed = self._allowed
        if isinstance(action, tuple):
            word, amount = action
            if word != "raise":
                raise Unreadable(f'a bet of any size is ("raise", total), such as ("raise", "37.50"), got {action!r}')
            return TakeAction(seat, BET if BET in allowed.may else RAISE, _cents("raise", amount))
        mask = self._offered
        number = -1 if action is None else int(action)
        if not 0 <= number < len(mask) or not mask[number]:
            may = ", ".join(f"{each} {word}" for each, word in enumerate(self.words) if mask[each])
            raise Unreadable(f"{action!r} is not possible now; possible are {may}")
        if number == 0:
            return TakeAction(seat, FOLD)
        if number == 1:
            return TakeAction(seat, CHECK if CHECK in allowed.may else CALL)
        if number == len(mask) - 1:
            return TakeAction(seat, ALL_IN)
        total = self._possible[number - 2]
        assert total is not None
        return TakeAction(seat, BET if BET in allowed.may else RAISE, total)

    def _totals(self, allowed: Options) -> list[Cents | None]:
        """What the smallest raise and those by parts of the pot come to; None if they are no more than the smallest."""
        least = allowed.bet or allowed.raise_to
        if least is None or least >= allowed.all_in:
            return [None] * (1 + len(self._sizes))
        round_, chip = self._round, self._table.chip
        pot = sum(round_.bets.values()) + sum(round_.before.values()) + sum(round_.dead_money.values())
        found: list[Cents | None] = [least]
        for size in self._sizes:
            wanted = round_.price + int(size * (pot + (allowed.call or 0))) // chip * chip
            found.append(Cents(wanted) if least < wanted < allowed.all_in else None)
        return found

    def _mask(self, seat: int) -> np.ndarray[Any, np.dtype[np.int8]]:
        if self._dealer.state.playing and self._round.turn == seat:
            return self._offered.copy()
        return np.zeros(len(self.words), dtype=np.int8)

    def _observation(self, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        """Own cards, board; by seat from one's own on: stack, bet, put in before, folded, button; amounts; raises."""
        round_, seats, big = self._round, self._dealer.state.seats, self._big
        found = np.zeros(self._width, dtype=np.float32)
        found[[CARD[card] for card in round_.hands.get(seat, ())]] = 1
        found[[52 + CARD[card] for card in round_.board]] = 1
        bets, before, folded, button = round_.bets, round_.before, round_.folded, round_.button
        amounts: list[float] = []
        for each in self._from[seat]:
            amounts += (seats[each].stack, bets.get(each, 0), before.get(each, 0))
            amounts += (big * (each in folded), big * (each == button))
        own, price = bets.get(seat, 0), round_.price
        amounts += (sum(bets.values()) + sum(before.values()), max(price - own, 0), price, own + seats[seat].stack)
        found[104 : -2 * len(ROUNDS)] = amounts
        found /= big
        found[:104] *= big
        found[-2 * len(ROUNDS) + round_.betting_round - 1] = 1
        found[-len(ROUNDS) :] = self._raises
        return found


def _cents(name: str, money: Money) -> Cents:
    try:
        found = cents(str(money))
    except ValueError as wrong:
        raise Unreadable(f"{name}: {wrong}") from None
    if found <= 0:
        raise Unreadable(f"{name}: expected an amount above 0, got {money!r}")
    return found


def _rake(percent: Money) -> int:
    """Basis points; per cent are read like dollars: two decimals."""
    try:
        found = int(cents(str(percent)))
    except ValueError as wrong:
        raise Unreadable(f"rake: {wrong}") from None
    if not 0 <= found <= 10_000:
        raise Unreadable(f"rake: expected per cent of the pot, such as 5, got {percent!r}")
    return found
