"""A thousand round files in one call of `croupier run --json`.

    python bench/round_files.py [files] [repeats]

The files are made again from a seed: all three house-banked games, one to five boxes, both devices, some with a
jackpot, an incident or a second round.
"""

import random
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from croupier.rules.cards import seeded_chance

TARGET = 3.0  # seconds for a thousand files

GAMES = {
    "three-card-poker@3": (["play"], 'pair-plus = ["5", "500"]'),
    "casino-stud@2": (["bet"], ""),
    "progressive-holdem@6": (["flop", "turn", "check"], 'bonus = ["5", "500"]'),
}
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve")
INCIDENTS = ("interruption", "foreign-card", "exposed cards=2", "dealer-count")


def round_file(chance: random.Random) -> str:
    """One script that is played to its end."""
    key = chance.choice(list(GAMES))
    decisions, side_bet = GAMES[key]
    boxes = range(1, chance.randint(1, 5) + 1)
    actions: list[str] = []
    for number in range(chance.choice((1, 1, 1, 2))):
        actions += ["next"] * (number > 0)
        for box in boxes:
            actions += [f"{box} ante {chance.choice(('10', '25.50', '100'))}", f"{box} jackpot 5"]
        actions += ["close"]
        if chance.random() < 0.1:
            actions += [f"incident {chance.choice(INCIDENTS)}"]
            continue
        actions += [f"{box} look" for box in boxes]
        folded = {box for box in boxes if chance.random() < 0.3}
        for stage, decision in enumerate(decisions):
            for box in boxes:
                if box not in folded:
                    actions.append(f"{box} {decision}")
                elif stage == 0:
                    actions.append(f"{box} fold")
            if len(folded) == len(boxes):
                break
    script = ", ".join(f'"{action}"' for action in actions)
    players = "\n".join(f'{box} = "{NAMES[box - 1]}"' for box in boxes)
    return f"""rulebook = "{key}"
dealing = "{chance.choice(("shoe", "shuffler"))}"
actions = [{script}]
[table]
ante = ["10", "1000"]
{side_bet}
jackpot-bet = "5"
[jackpot]
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
[boxes]
{players}
"""


def main() -> None:
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with TemporaryDirectory() as folder:
        chance = seeded_chance("bench")
        for number in range(files):
            Path(folder, f"{number:05}.round.toml").write_text(round_file(chance), encoding="utf-8")
        times = []
        for _ in range(repeats):
            start = perf_counter()
            command = [sys.executable, "-m", "croupier", "run", "--json", folder]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            times.append(perf_counter() - start)
            lines = done.stdout.splitlines()
    print(f"{files:,} files, exit status {done.returncode}, {len(done.stdout):,} characters")
    print(f"{sum('error' in line for line in lines)} refused, {sum('unreadable' in line for line in lines)} unreadable")
    print(f"best {min(times):.2f} s, {files / min(times):,.0f} files/s; target {TARGET * files / 1000:.2f} s")


if __name__ == "__main__":
    main()
