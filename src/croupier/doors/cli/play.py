"""`croupier play GAME`: sit at a table in the terminal, for play chips."""

import argparse
import os
import sys
from argparse import SUPPRESS
from collections.abc import Sequence
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.base.limits import LONGEST_NAME
from croupier.doors.cli.arguments import add_dealing
from croupier.doors.library.books import book_for
from croupier.rounds.playing import poker
from croupier.rounds.playing.house import HouseEvening, sit_down
from croupier.rounds.playing.poker_guests import MOST_SEATS, usual_stake
from croupier.rounds.playing.screen import Screen
from croupier.rounds.roundfile.read import name_of_player
from croupier.rules.cards import os_chance, seeded_chance
from croupier.rules.games import GAMES, POKER_KEY
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.load import at_the_table, versions
from croupier.rules.rulebook.model import Device, Rulebook

HOUSE_STAKE = cents("500")
SMALL_BLIND, SEATS = cents("1"), 6


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier play",
        description="Sit at a table in this terminal and play for play chips, with simple players in the other boxes.",
        epilog=f"Games: {', '.join(GAMES)}. A game is played by the rules in force today; poker@6 names a version.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="one of the games below, or a rulebook")
    parser.add_argument("--seed", metavar="TEXT", help="any text, such as 7; the same seed deals the same cards")
    add_dealing(parser, default="shoe")
    parser.add_argument(
        "--stake", type=_chips, metavar="AMOUNT", help="play chips to start with (default: 500; poker: 100 big blinds)"
    )
    parser.add_argument(
        "--coach",
        action="store_true",
        help="show what each decision cost, and all mistakes at the end; type hint for advice",
    )
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="save the session in this folder as a round file for croupier run"
    )
    parser.add_argument("--name", type=_name, default="Ann", help="the name you play under")
    of_poker = parser.add_argument_group("at poker only")
    of_poker.add_argument("--version", help=SUPPRESS)
    of_poker.add_argument("--seats", type=_seats, metavar="N", help=f"2 to {MOST_SEATS} seats, all taken (default: 6)")
    of_poker.add_argument("--small-blind", type=_chips, metavar="AMOUNT", help="half of the big blind (default: 1)")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    if options.game is None:
        parser.error(f"which game? there are {', '.join(GAMES)}")
    try:
        book = book_for(options.game)
        given = [name for name in ("version", "seats", "small_blind") if getattr(options, name) is not None]
        if book.game != POKER_KEY and given:
            parser.error(f"--{given[0].replace('_', '-')} is for poker")
        if options.version is not None:
            if "@" in options.game:
                parser.error(f"{options.game} names the version already; leave --version out")
            known = [str(each.version) for each in versions(POKER_KEY)]
            if options.version not in known:
                parser.error(f"--version: there is no {POKER_KEY}@{options.version}; there are {' and '.join(known)}")
            book = book_for(f"{POKER_KEY}@{options.version}")
        if options.save is not None:
            _make(options.save)
        screen = Screen(sys.stdin, sys.stdout, os.environ)
        sits = sit_at_poker if book.game == POKER_KEY else sit_at_the_layout
        evening = sits(book, options, screen)
        evening.play()
        if options.save is not None:
            from croupier.doors.library.saved import save

            screen.say(f"Saved: {save(evening, options.save)}; croupier run plays it again.")
    except Unreadable as error:
        parser.error(str(error))
    return 0


def sit_at_the_layout(book: Rulebook, options: argparse.Namespace, screen: Screen) -> HouseEvening:
    device = Device(options.dealing)
    seed = options.seed
    return sit_down(
        at_the_table(book.key, device),
        device,
        screen,
        name=options.name,
        stake=HOUSE_STAKE if options.stake is None else options.stake,
        of_cards=os_chance() if seed is None else seeded_chance(f"{seed}: cards"),
        of_others=os_chance() if seed is None else seeded_chance(f"{seed}: others"),
        coached=options.coach,
    )


def sit_at_poker(book: Rulebook, options: argparse.Namespace, screen: Screen) -> poker.PokerEvening:
    device = Device(options.dealing)
    seed = options.seed
    small_blind = SMALL_BLIND if options.small_blind is None else options.small_blind
    return poker.sit_down(
        at_the_table(book.key, device),
        device,
        screen,
        name=options.name,
        seats=options.seats or SEATS,
        small_blind=small_blind,
        stake=usual_stake(small_blind) if options.stake is None else options.stake,
        of_cards=os_chance() if seed is None else seeded_chance(f"{seed}: cards"),
        of_others=os_chance() if seed is None else seeded_chance(f"{seed}: others"),
        coached=options.coach,
    )


def _make(folder: Path) -> None:
    """Makes the folder now, so that an error does not come after a long session."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise Unreadable(f"--save: {folder} is not a folder") from None
    except OSError as error:
        raise Unreadable(f"--save: {folder} cannot be made: {error.strerror}") from None


def _chips(text: str) -> Cents:
    try:
        amount = cents(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not amount:
        raise argparse.ArgumentTypeError("an evening needs at least a chip")
    return amount


def _name(text: str) -> str:
    name = name_of_player(text)
    if name is None:
        wanted = f"expected a name of 1 to {LONGEST_NAME} printable characters"
        raise argparse.ArgumentTypeError(f"{wanted}, got {text[:LONGEST_NAME]!a}")
    return name.strip()


def _seats(text: str) -> int:
    if text not in map(str, range(2, MOST_SEATS + 1)):
        raise argparse.ArgumentTypeError(f"a table has 2 to {MOST_SEATS} seats")
    return int(text)
