"""`croupier play GAME`: sit at a table in the terminal, for play chips."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from croupier.cards import os_chance, seeded_chance
from croupier.games import HOUSE_GAMES
from croupier.money import Cents, cents
from croupier.rulebook.load import at_the_table, in_force
from croupier.rulebook.model import Device
from croupier.terminal.house import sit_down
from croupier.terminal.screen import Screen


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="croupier play",
        description="Sit at a table in this terminal and play for play chips, with simple players in the other boxes.",
        epilog=f"Games: {', '.join(GAMES)}. The rules are those in force today.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="one of the games below")
    parser.add_argument("--seed", metavar="N", help="an evening that can be repeated")
    parser.add_argument("--device", choices=[str(device) for device in Device], default="shoe", help="shoe if left out")
    parser.add_argument("--stake", type=_chips, default="500", metavar="AMOUNT", help="play chips to begin with: 500")
    parser.add_argument("--name", default="Ann", help="the name you play under")
    options = parser.parse_args(argv)
    if options.game not in GAMES:
        asked = "which game?" if options.game is None else f"there is no game {options.game!r};"
        parser.error(f"{asked} there are {', '.join(GAMES)}")
    GAMES[options.game](options, Screen(sys.stdin, sys.stdout, os.environ))
    return 0


def play_house_game(options: argparse.Namespace, screen: Screen) -> None:
    book = in_force(options.game, datetime.now(UTC))
    assert book is not None, options.game
    device = Device(options.device)
    seed = options.seed
    sit_down(
        at_the_table(book.key, device),
        device,
        screen,
        name=options.name.strip() or "Ann",
        stake=options.stake,
        of_cards=os_chance() if seed is None else seeded_chance(f"{seed}: cards"),
        of_others=os_chance() if seed is None else seeded_chance(f"{seed}: others"),
    ).play()


def _chips(text: str) -> Cents:
    try:
        amount = cents(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not amount:
        raise argparse.ArgumentTypeError("an evening needs at least a chip")
    return amount


GAMES: Mapping[str, Callable[[argparse.Namespace, Screen], None]] = dict.fromkeys(HOUSE_GAMES, play_house_game)
"""What can be played, and by which function."""
