"""`croupier shoe ADDRESS TABLE`: simulates the device that reads the cards of a table."""

import argparse
import sys
from collections.abc import Sequence

from croupier.base.errors import Unreadable
from croupier.rules.cards import os_chance, parse_cards


def arguments() -> argparse.ArgumentParser:
    from croupier.doors.joining import passwords

    parser = argparse.ArgumentParser(
        prog="croupier shoe",
        description='Deal from a shuffled deck at a table with cards = "reader", until interrupted.',
        epilog="The password comes from CROUPIER_PASSWORD, a file or standard input; otherwise croupier asks for it. "
        "Exit status: 1 refused; 2 arguments cannot be read; 130 interrupted.",
    )
    parser.add_argument("address", metavar="ADDRESS", help="the address of the floor, such as http://127.0.0.1:8080")
    parser.add_argument("table", metavar="TABLE", help="its name on the floor")
    parser.add_argument("--cards", default="", metavar='"As Kd …"', help="the first cards of the first deal")
    parser.add_argument("--name", default="dan", help="the user name of the table's device (default: dan)")
    passwords.add_options(parser)
    return parser


def main(argv: Sequence[str]) -> int:
    from croupier.doors.joining import floor, passwords, shoe

    parser = arguments()
    options = parser.parse_args(argv)
    try:
        listed = parse_cards(options.cards)
    except ValueError as error:
        parser.error(f"--cards: {error}")
    try:
        house = floor.Floor(options.address)
        house.sign_in(options.name, passwords.password(options, options.name))
    except Unreadable as error:
        parser.error(str(error))
    except (floor.NotReached, floor.NotSignedIn) as error:
        print(f"croupier shoe: {error}", file=sys.stderr)
        return 1
    say(f"{options.name} deals at {options.table}; interrupt to stop.")
    return shoe.Shoe(house, options.table, listed, os_chance(), say).run()


def say(line: str) -> None:
    print(line, flush=True)
