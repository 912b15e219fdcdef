"""Games against the House as Gymnasium environments: one box, or many that are compiled."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.environments.boxes import Boxes, Info, Money, checked
from croupier.numbers.maths.tools.arrays import Bytes, Floats, Ints
from croupier.rules.cards import DECK, show_cards
from croupier.rules.games.house.spots import Spot

FEW = 2**31


def _boxes(game: str, number: int, bets: dict[str, Money | None]) -> Boxes:
    meter = bets.pop("meter", None)
    return Boxes(game, number, {Spot(name.replace("_", "-")): stake for name, stake in bets.items()}, meter or 50_000)


class HouseEnv(gymnasium.Env[Bytes, int]):  # type: ignore[misc,unused-ignore]
    """One box of three-card-poker, casino-stud or progressive-holdem; an episode is a round, a reward is in antes.

    Action 0 is the least, to fold or to check, and 1 the bet; `words` has their names at each decision. An observation
    has card numbers (places in `croupier.rules.cards.DECK`, 52 for a card that is not seen yet); in Hold'em then the
    decision, 0 to 2, and whether there is a Turn bet. `reset(seed=7)` deals round 0 of `croupier simulate --seed 7`,
    and each further reset the next round.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        *,
        ante: Money = 10,
        pair_plus: Money | None = None,
        bonus: Money | None = None,
        jackpot_bet: Money | None = None,
        meter: Money = 50_000,
        render_mode: str | None = None,
    ) -> None:
        bets = {"ante": ante, "pair-plus": pair_plus, "bonus": bonus, "jackpot": jackpot_bet, "meter": meter}
        self._boxes = _boxes(game, 1, bets)
        self.render_mode = render_mode
        self.words = self._boxes.decided.words
        self.observation_space = MultiDiscrete(self._boxes.choices, dtype=np.uint8)
        self.action_space = Discrete(2)
        self._dealt = self._unseen = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, Info]:
        super().reset(seed=seed)
        if seed is not None or not self._dealt:
            self._boxes.deal(int(self.np_random.integers(FEW)) if seed is None else seed)
            self._dealt = True
        elif not self._unseen:
            self._boxes.skip()
        self._unseen = False
        return self._boxes.seen[0].copy(), self._info()

    def step(self, action: int) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        before, round_ = self._boxes.seen[0].copy(), int(self._boxes.rounds[0])
        rewards, over = self._boxes.act(checked([int(action)], 1))
        if over[0]:
            self._unseen = True  # the next round has been dealt
            ended = {"action_mask": np.ones(2, dtype=np.int8), "values": np.zeros(2), "round": round_}
            return before, float(rewards[0]), True, False, ended
        return self._boxes.seen[0].copy(), 0.0, False, False, self._info()

    def _info(self) -> Info:
        known = {"action_mask": np.ones(2, dtype=np.int8), "round": int(self._boxes.rounds[0])}
        return Info(known, self._boxes, stacked=False)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Where masked policies look for it: both actions are always possible."""
        return np.ones(2, dtype=np.bool_)

    def render(self) -> str:  # type: ignore[override,unused-ignore]
        width = len(self._boxes.decided.seen)
        cards = [DECK[card] for card in self._boxes.seen[0, :width].tolist() if card < len(DECK)]
        least, most = self.words[int(self._boxes.stage[0])]
        return f"{show_cards(cards)}: {least} or {most}"


class VectorHouseEnv(VectorEnv[Bytes, Ints, Floats]):  # type: ignore[misc,unused-ignore]
    """Many boxes at once, compiled. A box that has come to the end of its round gets the next one in the same step."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        ante: Money = 10,
        pair_plus: Money | None = None,
        bonus: Money | None = None,
        jackpot_bet: Money | None = None,
        meter: Money = 50_000,
    ) -> None:
        bets = {"ante": ante, "pair-plus": pair_plus, "bonus": bonus, "jackpot": jackpot_bet, "meter": meter}
        self._boxes = _boxes(game, num_envs, bets)
        self.words = self._boxes.decided.words
        self.num_envs = num_envs
        self.single_observation_space = MultiDiscrete(self._boxes.choices, dtype=np.uint8)
        self.single_action_space = Discrete(2)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mask = np.ones((num_envs, 2), dtype=np.int8)
        self._mask.flags.writeable = False
        self._dealt = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, Info]:
        super().reset(seed=seed)
        if seed is not None or not self._dealt:
            self._boxes.deal(int(self.np_random.integers(FEW)) if seed is None else seed)
            self._dealt = True
        else:
            self._boxes.skip()
        return self._boxes.seen.copy(), self._info()

    def step(self, actions: Ints) -> tuple[Bytes, Floats, Any, Any, Info]:
        before = self._boxes.seen.copy()
        rewards, over = self._boxes.act(checked(actions, self.num_envs))
        info = self._info()
        info["final_obs"], info["_final_obs"] = before, over.copy()
        return self._boxes.seen.copy(), rewards.copy(), over.copy(), np.zeros(self.num_envs, dtype=np.bool_), info

    def _info(self) -> Info:
        return Info({"action_mask": self._mask, "round": self._boxes.rounds.copy()}, self._boxes, stacked=True)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        return np.ones((self.num_envs, 2), dtype=np.bool_)
