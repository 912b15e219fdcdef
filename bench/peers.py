"""croupier beside other people's programs, in the same run on the same machine, as a page of Markdown.

    python bench/peers.py [seconds] > benchmarks.md

Evaluators, hands of no-limit Hold'em, simulated rounds and steps of environments. A second is one of processor time.
All take turns of some milliseconds, and the best turn of each counts, so a busy machine slows none of them; only hands
and steps of poker, which differ in length, are added up over all turns. Peers that are not installed are left out:
`pip install eval7 pokerkit texasholdem treys phevaluator rlcard 'pettingzoo[classic]'`.
"""

import os
import platform
import random
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

Turn = Callable[[], int]
"""Plays for some milliseconds and returns how many things it did."""
SEED = 1


def machine() -> list[str]:
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        name = models[0] if models else name
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return [f"{name}, {os.cpu_count()} cores{load}; {platform.system()} {platform.release()}; {python}"]


def measured(turns: dict[str, Turn], seconds: float, *, together: bool) -> dict[str, float]:
    """Things a second of processor time: of the best turn of each, or of all its turns together."""
    found = dict.fromkeys(turns, 0.0)
    sums = {name: [0, 0.0] for name in turns}
    for turn in turns.values():  # compiles, and fills caches
        turn()
    end = process_time() + seconds
    while process_time() < end:
        for name, turn in turns.items():
            start = process_time()
            done = turn()
            took = process_time() - start
            found[name] = max(found[name], done / took)
            sums[name] = [sums[name][0] + done, sums[name][1] + took]
    return {name: done / took for name, (done, took) in sums.items()} if together else found


def table(title: str, unit: str, turns: dict[str, Turn], seconds: float, *, together: bool = False) -> None:
    found = measured(turns, seconds, together=together)
    ours = next(iter(found.values()))
    print(f"\n## {title}\n\n| program | {unit} | croupier is |\n| --- | ---: | ---: |")
    for name, speed in found.items():
        print(f"| {name} | {speed:,.0f} | {'' if speed == ours else f'{ours / speed:,.2f} ×'} |")


def known(package: str) -> str | None:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return None


# --- Evaluators -------------------------------------------------------------------------------------------------------


def evaluators() -> dict[str, Turn]:
    from croupier.rules.cards import DECK
    from croupier.rules.hands import best_value

    chance = random.Random(SEED)
    hands = [tuple(chance.sample(DECK, 7)) for _ in range(500)]

    def of(evaluate: Callable[..., object], cards: list[object]) -> Turn:
        def turn() -> int:
            for each in cards:
                evaluate(each)
            return len(cards)

        return turn

    turns = {"**croupier**, seven cards": of(best_value, [*hands])}
    if name := known("eval7"):
        import eval7

        turns[name] = of(eval7.evaluate, [[eval7.Card(card) for card in hand] for hand in hands])
    if name := known("phevaluator"):
        from phevaluator import evaluate_cards

        turns[name] = of(lambda hand: evaluate_cards(*hand), [*hands])
    if name := known("treys"):
        from treys import Card, Evaluator

        cards = [[Card.new(card) for card in hand] for hand in hands]
        evaluator = Evaluator()
        turns[name] = of(lambda hand: evaluator.evaluate(hand[:2], hand[2:]), [*cards])
    return turns


# --- Hands of poker ---------------------------------------------------------------------------------------------------


def hands() -> dict[str, Turn]:
    import poker

    scripts = poker.scripts(40)

    def of(engine: poker.Speed) -> Turn:
        def turn() -> int:
            for script in scripts:
                engine.deal(script, engine.chance)
            return len(scripts)

        return turn

    return {engine.name: of(engine) for engine in poker.installed()}


# --- Rounds of a simulation -------------------------------------------------------------------------------------------


def rounds(game: str) -> dict[str, Turn]:
    import simulate

    from croupier.numbers.simulation.batches import played
    from croupier.rules.cards import seeded_chance

    bench, plan = simulate.one_box(game), simulate.plan_of(game, money=False)
    dealer = bench.dealer(seeded_chance("bench"))

    def kernel() -> int:
        played(plan, 0)
        return simulate.ROUNDS

    def engine() -> int:
        bench.dealt(simulate.LIVE, dealer=dealer, jackpot=True)
        return simulate.LIVE

    return {f"**croupier** simulate, {game}": kernel, "croupier, one round at a time by the rules": engine}


# --- Environments -----------------------------------------------------------------------------------------------------


def house_steps(game: str) -> dict[str, Turn]:
    from croupier.environments import HouseEnv, VectorHouseEnv

    env = VectorHouseEnv(game, 1024)
    env.reset(seed=SEED)
    actions = [np.random.default_rng(place).integers(0, 2, 1024) for place in range(8)]
    alone = HouseEnv(game)
    alone.reset(seed=SEED)

    def vector() -> int:
        for each in actions:
            env.step(each)
        return 1024 * len(actions)

    def scalar() -> int:
        for number in range(100):
            if alone.step(number & 1)[2]:
                alone.reset()
        return 100

    return {f"**croupier**, {game}, 1,024 boxes": vector, "croupier, one box": scalar} | rlcard_steps(6)


def poker_steps(players: int) -> dict[str, Turn]:
    from croupier.environments import PokerEnv

    found = {f"**croupier**, {players} players": aec_steps(PokerEnv(players))}
    found |= rlcard_steps(players)
    if (name := known("pettingzoo")) and known("rlcard"):
        from pettingzoo.classic import texas_holdem_no_limit_v6

        found[f"{name}, texas_holdem_no_limit_v6"] = aec_steps(texas_holdem_no_limit_v6.env(num_players=players))
    return found


def aec_steps(env: Any) -> Turn:
    """Random legal play; ten hands a turn."""
    chance = random.Random(SEED)

    def turn() -> int:
        steps = 0
        for _ in range(10):
            env.reset(seed=chance.randrange(10**6))
            for _agent in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
                steps += 1
        return steps

    return turn


def rlcard_steps(players: int) -> dict[str, Turn]:
    name = known("rlcard")
    if name is None:
        return {}
    import rlcard

    env = rlcard.make("no-limit-holdem", config={"game_num_players": players, "seed": SEED})
    chance = random.Random(SEED)

    def turn() -> int:
        steps = 0
        for _ in range(10):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(chance.choice([*state["legal_actions"]]))
                steps += 1
        return steps

    return {f"{name} no-limit-holdem, {players} players": turn}


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    each = seconds / 9
    print("# Benchmarks\n")
    print("`python bench/peers.py > docs/benchmarks.md` measures this page: croupier and other programs in one run. A")
    print(
        "second is one of processor time; programs take turns of some milliseconds, and the best turn of each counts."
    )
    print("Hands and steps of poker, which differ in length, are added up over all turns.\n")
    print("\n".join(machine()))
    table("Evaluators", "hands a second", evaluators(), each)
    table("Hands of no-limit Hold'em, six players", "hands a second", hands(), each, together=True)
    for game in ("three-card-poker@3", "casino-stud@2", "progressive-holdem@6"):
        table(f"Simulated rounds: {game}", "rounds a second", rounds(game), each)
    for game in ("three-card-poker", "progressive-holdem"):
        table(f"Environment, random play: {game}", "steps a second", house_steps(game), each)
    for players in (6, 2):
        table(
            f"Poker environment, random play, {players} players",
            "steps a second",
            poker_steps(players),
            each,
            together=True,
        )


if __name__ == "__main__":
    main()
