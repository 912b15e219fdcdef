"""`croupier join ADDRESS [TABLE]`: play at a live table in the terminal."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from croupier.base.errors import Unreadable


def arguments() -> argparse.ArgumentParser:
    from croupier.doors.joining import passwords

    parser = argparse.ArgumentParser(
        prog="croupier join",
        description="Sit down at a table of a running floor, in this terminal.",
        epilog="Without --name you play as a guest, if the floor admits guests. The password comes from "
        "CROUPIER_PASSWORD, a file or standard input; otherwise croupier asks for it. "
        "Exit status: 1 refused; 2 arguments cannot be read.",
    )
    parser.add_argument("address", metavar="ADDRESS", help="the address of the floor, such as http://127.0.0.1:8080")
    parser.add_argument("table", nargs="?", metavar="TABLE", help="the table; croupier asks if you leave it out")
    parser.add_argument("--name", help="sign in as this player")
    passwords.add_options(parser)
    return parser


def main(argv: Sequence[str]) -> int:
    from croupier.doors.joining import floor, passwords
    from croupier.doors.joining.visit import Visit
    from croupier.rounds.playing.screen import Screen

    parser = arguments()
    options = parser.parse_args(argv)
    screen = Screen(sys.stdin, sys.stdout, os.environ)
    try:
        house = floor.Floor(options.address)
        if options.name:
            house.sign_in(options.name, passwords.password(options, options.name))
            if house.role != "player":
                raise floor.NotSignedIn(f"{house.name} is {house.role}, and staff do not play; sign in as a player")
        else:
            house.be_a_guest()
        table = options.table or chosen(screen, house.ask("GET", "/v1/tables?limit=200")[1]["items"])
    except Unreadable as error:
        parser.error(str(error))
    except (floor.NotReached, floor.NotSignedIn) as error:
        print(f"croupier join: {error}", file=sys.stderr)
        return 1
    except EOFError:
        return 0
    return Visit(house, table, screen, typed=sys.stdin.isatty() and sys.stdout.isatty()).run()


def chosen(screen: Any, tables: list[dict[str, Any]]) -> str:
    """One of the tables of the floor, by its name or its number in the list."""
    names = [table["name"] for table in tables if table["state"] != "closed"]
    screen.title("Tables", f"{len(names)}")
    for number, table in enumerate((each for each in tables if each["name"] in names), 1):
        free = table["places"] - len(table["taken"])
        run_by = "a dealer" if table["run_by"] == "dealer" else "the system"
        screen.say(f"{number:>3} {table['name']:<20} {table['rulebook']:<24} {free} free, run by {run_by}")
    while True:
        answer = screen.ask("table>")
        if answer in names:
            return str(answer)
        if answer in map(str, range(1, len(names) + 1)):
            return str(names[int(answer) - 1])
        screen.say(f"There is no table {answer!r}; write a name or a number of the list.")
