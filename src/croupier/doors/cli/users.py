"""`croupier users`: the users of a store, while no server has it open."""

import argparse
import getpass
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer, Record
from croupier.doors.cli.json_output import print_answer

if TYPE_CHECKING:  # what needs an extra is imported where it is used, so that help and completion do without
    from croupier.floor.store.base import Store

DONE, REFUSED, UNREADABLE, UNUSABLE, DAMAGED, FAILED = range(6)
ROLES = ("player", "dealer", "pit-supervisor", "shift-manager", "auditor")
SHORTEST, LONGEST = 10, 200


class User(Record):
    name: str
    role: str
    disabled: bool
    can_sign_in: bool


class Users(Answer):
    SCHEMA = "users"
    users: list[User]


class _Refused(Exception):
    pass


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier users",
        description="List, add or disable the users of a store, or set a password or a role.",
        epilog="Exit status: 0 done; 1 refused; 2 arguments cannot be read, or there is no such store; 3 the store "
        "cannot be used, for example because a server has it open; 4 the journal is damaged.",
    )
    parser.add_argument("verb", choices=("list", "add", "password", "role", "disable"), metavar="VERB")
    parser.add_argument("store", metavar="STORE", help="a store's folder, or postgresql://USER@HOST/DATABASE")
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.add_argument("--role", choices=ROLES, help="for add and role")
    parser.add_argument(
        "--password-stdin", action="store_true", help="read the password from the first line of standard input"
    )
    parser.add_argument("--json", action="store_true", help="with list: one JSON object")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    if options.json and options.verb != "list":
        parser.error("--json goes with list")
    if (options.name is None) != (options.verb == "list"):
        parser.error("which user? write the name after the store" if options.name is None else "list takes no name")
    if options.verb in ("add", "role") and options.role is None:
        parser.error(f"{options.verb} needs --role: {', '.join(ROLES)}")
    if options.verb not in ("add", "role") and options.role is not None:
        parser.error("--role is for add and role")
    if options.verb in ("add", "password") and not options.password_stdin and not sys.stdin.isatty():
        parser.error("nobody is there to type the password; give it on standard input with --password-stdin")
    from croupier.floor.store.addresses import read_address
    from croupier.floor.store.base import StoreFailed, StoreUnusable
    from croupier.floor.store.opening import check_is_store, open_store

    try:
        address = read_address(options.store)
        check_is_store(address)
        store = open_store(address)
    except Unreadable as error:
        return _say(str(error), UNREADABLE)
    except StoreUnusable as error:
        return _say(error.why, DAMAGED if error.code == "damaged" else UNUSABLE)
    try:
        _do(store, options)
    except _Refused as error:
        return _say(str(error), REFUSED)
    except StoreUnusable as error:
        return _say(error.why, DAMAGED)
    except StoreFailed as error:
        return _say(str(error), FAILED)
    finally:
        store.close()
    return DONE


def _do(store: "Store", options: argparse.Namespace) -> None:
    users = {row.name.lower(): row for row in store.users()}
    if options.verb == "list" and options.json:
        print_answer(
            Users([User(row.name, row.role, row.disabled, bool(row.password)) for _, row in sorted(users.items())])
        )
        return
    if options.verb == "list":
        for _, row in sorted(users.items()):
            state = "  disabled" if row.disabled else "" if row.password else "  cannot sign in"
            print(f"{row.name:<32}  {row.role}{state}")
        return
    _change(store, options)
    store.flush()


def _change(store: "Store", options: argparse.Namespace) -> None:
    """Enters the change for the console: an operator with access to the machine needs no second person, and is on
    record."""
    from croupier.floor.live.people.staff import staff_on
    from croupier.floor.live.state.commands import ChangeUser
    from croupier.floor.live.state.floor_state import FloorState
    from croupier.floor.live.state.given import PasswordHash
    from croupier.floor.live.state.house_events import UserChange
    from croupier.floor.live.state.people import CONSOLE
    from croupier.floor.live.state.ports import Ports
    from croupier.floor.live.state.problems import Problem
    from croupier.floor.server.edge.wire import is_user_name
    from croupier.floor.server.process.clocks import RealClock
    from croupier.floor.store import keys
    from croupier.rules.cards import os_chance

    if options.verb == "add" and not is_user_name(options.name):
        raise _Refused("a name begins with a letter and has at most 32 letters, digits, dots, hyphens and underscores")
    clock = RealClock()
    for stream, head in store.heads().items():
        for entry in store.entries(stream, head.seq, 1):
            clock.turn_to(entry.at)
    ports = Ports(clock, os_chance(), keys.made(), lambda run: run())  # nothing is sealed or drawn
    staff = staff_on(FloorState(store, ports))
    known = staff.find(options.name)
    if options.verb != "add" and known is None:
        raise _Refused(f"there is no user {options.name}")
    name = options.name if known is None else known.name
    change = {
        "add": UserChange(name, options.role, password=True, makes=True),
        "password": UserChange(name, password=True),
        "role": UserChange(name, options.role),
        "disable": UserChange(name, disabled=True),
    }[options.verb]
    try:
        staff.check(change)
        password = _password(options) if change.password else ""
        staff.perform(CONSOLE, "", ChangeUser(change), given=PasswordHash(password))
    except Problem as problem:
        raise _Refused(problem.why) from None


def _password(options: argparse.Namespace) -> str:
    from croupier.floor.server.people.passwords import hashed, is_common

    if options.password_stdin:
        given = sys.stdin.readline().rstrip("\r\n")
    else:
        given = getpass.getpass(f"Password for {options.name}: ")
        if given != getpass.getpass("Once more: "):
            raise _Refused("the two are not the same")
    if not SHORTEST <= len(given) <= LONGEST:
        raise _Refused(f"a password has {SHORTEST} to {LONGEST} characters")
    if is_common(given, options.name):
        raise _Refused("this password is too common; choose another")
    return hashed(given)


def _say(why: str, status: int) -> int:
    print(f"croupier users: {why}", file=sys.stderr)
    return status
