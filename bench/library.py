"""How long an evening of the library takes: seconds of processor time for 400 and 1,600 rounds, and their ratio.

    python bench/library.py

The ratio is 4 where a round costs the same however many came before it; the target is 4.5 at most.
"""

import time

import croupier

SHORT, LONG = 400, 1_600


def house(rounds: int) -> None:
    table = croupier.open_table("three-card-poker", {1: "Ann"}, seed=1, ante=("10", "1000"))
    for _ in range(rounds):
        table.say("1 ante 50", "close", "1 look", "1 play", "next")
        table.view("Ann")


def poker(rounds: int) -> None:
    table = croupier.open_table("poker", {1: ("Ann", 100_000), 2: ("Ben", 100_000)}, seed=1, small_blind="1")
    for _ in range(rounds):
        table.say("start")
        table.view("Ann")
        table.say(next(act for who in ("Ann", "Ben") for act in table.may(who) if act.endswith(" fold")))


def main() -> None:
    for play in (house, poker):
        play(1)  # so that imports and the book are not counted
        taken = []
        for rounds in (SHORT, LONG):
            begun = time.process_time()
            play(rounds)
            taken.append(time.process_time() - begun)
        short, long = taken
        print(
            f"{play.__name__:<6}{SHORT} rounds {short:6.2f} s, {LONG:,} rounds {long:6.2f} s, ratio {long / short:.2f}"
        )


if __name__ == "__main__":
    main()
