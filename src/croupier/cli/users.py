"""`croupier users`: the users of a store, while no server has it open."""

import argparse
import getpass
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.cli.json_output import print_answer

if TYPE_CHECKING:  # what needs an extra is imported where it is used, so that help and completion do without
    from croupier.store.base import PeopleRow, UserRow
    from croupier.store.sqlite import SqliteStore

DONE, REFUSED, UNREADABLE, UNUSABLE, DAMAGED, FAILED = range(6)
ROLES = ("player", "dealer", "pit-supervisor", "shift-manager", "auditor")
SHIFT_MANAGER = "shift-manager"
SHORTEST, LONGEST = 10, 200


class _Refused(Exception):
    pass


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier users",
        description="The users of a store: list them, add one, give a password or a role, disable one.",
        epilog="Exit status: 0 done; 1 refused; 2 arguments cannot be read, or there is no such store; 3 the store "
        "cannot be used, for example because a server has it open; 4 the journal is damaged.",
    )
    parser.add_argument("verb", choices=("list", "add", "password", "role", "disable"), metavar="VERB")
    parser.add_argument("store", type=Path, metavar="STORE", help="a store's folder")
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.add_argument("--role", choices=ROLES, help="for add and role")
    parser.add_argument("--password-stdin", action="store_true", help="the password is the first line of the input")
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
    from croupier.store.base import StoreFailed, StoreUnusable
    from croupier.store.reader import database_of
    from croupier.store.sqlite import open_store

    if not database_of(options.store).is_file():
        return _say(f"{options.store} is not a store: there is no {database_of(options.store).name} in it", UNREADABLE)
    try:
        store = open_store(options.store)
    except StoreUnusable as error:
        return _say(error.why, DAMAGED if error.code == "damaged" else UNUSABLE)
    try:
        _do(store, options)
    except _Refused as error:
        return _say(str(error), REFUSED)
    except StoreFailed as error:
        return _say(str(error), FAILED)
    finally:
        store.close()
    return DONE


def _do(store: "SqliteStore", options: argparse.Namespace) -> None:
    from croupier.store.base import Batch, SessionEnded

    users = {row.name.lower(): row for row in store.users()}
    if options.verb == "list" and options.json:
        listed = [
            {"name": row.name, "role": row.role, "disabled": row.disabled, "can_sign_in": bool(row.password)}
            for _, row in sorted(users.items())
        ]
        print_answer("users", {"users": listed})
        return
    if options.verb == "list":
        for _, row in sorted(users.items()):
            state = "  disabled" if row.disabled else "" if row.password else "  cannot sign in"
            print(f"{row.name:<32}  {row.role}{state}")
        return
    known = users.get(options.name.lower())
    if options.verb == "add":
        rows: list[PeopleRow] = [_new_user(options, known)]
    elif known is None:
        raise _Refused(f"there is no user {options.name}")
    else:
        changed = _changed(options, known)
        _keep_a_manager(users, known, changed)
        ended = [row for row in store.sessions() if row.user.lower() == known.name.lower()]
        rows = [changed, *(SessionEnded(row.digest) for row in ended)]
    store.submit(Batch(people=tuple(rows)), lambda _: None)
    store.flush()


def _new_user(options: argparse.Namespace, known: "UserRow | None") -> "UserRow":
    from croupier.server.people import NOT_FOR_USERS
    from croupier.server.wire import is_user_name
    from croupier.store.base import UserRow

    if not is_user_name(options.name):
        raise _Refused("a name begins with a letter and has at most 32 letters, digits, dots, hyphens and underscores")
    if known is not None or options.name.lower() in NOT_FOR_USERS:
        raise _Refused(f"the name {options.name} is taken")
    return UserRow(options.name, options.role, _password(options), time.time_ns() // 1_000)


def _changed(options: argparse.Namespace, known: "UserRow") -> "UserRow":
    match options.verb:
        case "password":
            return replace(known, password=_password(options))
        case "role":
            return replace(known, role=options.role)
        case _:
            return replace(known, disabled=True)


def _keep_a_manager(users: "dict[str, UserRow]", known: "UserRow", changed: "UserRow") -> None:
    after = {**users, known.name.lower(): changed}.values()
    manages = [row for row in after if row.role == SHIFT_MANAGER and not row.disabled]
    if known.role == SHIFT_MANAGER and not known.disabled and not manages:
        raise _Refused(f"{known.name} is the last shift manager; make another one first")


def _password(options: argparse.Namespace) -> str:
    from croupier.server.passwords import hashed

    if options.password_stdin:
        given = sys.stdin.readline().rstrip("\r\n")
    else:
        given = getpass.getpass(f"Password for {options.name}: ")
        if given != getpass.getpass("Once more: "):
            raise _Refused("the two are not the same")
    if not SHORTEST <= len(given) <= LONGEST:
        raise _Refused(f"a password has {SHORTEST} to {LONGEST} characters")
    return hashed(given)


def _say(why: str, status: int) -> int:
    print(f"croupier users: {why}", file=sys.stderr)
    return status
