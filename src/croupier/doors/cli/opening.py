"""What `open` and `serve` share: the ready line, the stop line and the errors of the start."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any, NoReturn

from croupier.base.errors import Unreadable
from croupier.doors.cli.json_output import print_json
from croupier.floor.store.base import StoreUnusable

if TYPE_CHECKING:
    from croupier.floor.server.run import Plan

UNREADABLE = 2
NEW_CHECKPOINTS = "start a new checkpoint log if the old one is missing, outdated or truncated; this is recorded"


class Options(argparse.ArgumentParser):
    """Options that cannot be read are an error before the ready line, like any other."""

    as_json = False

    def read(self, argv: Sequence[str]) -> argparse.Namespace:
        self.as_json = "--json" in argv
        return self.parse_args(argv)

    def error(self, message: str) -> NoReturn:
        sys.exit(
            _failed(self.prog, "config", f"{message}; {self.prog} --help lists the options", UNREADABLE, self.as_json)
        )


def _failed(
    prog: str, code: str, why: str, status: int, as_json: bool, where: Mapping[str, str | int] | None = None
) -> int:
    print(f"{prog}: {why}", file=sys.stderr)
    if as_json:
        print_json({"ready": False, "code": code, **(where or {}), "why": why})
        sys.stdout.flush()
    return status


def run(command: str, plan: "Callable[[], Plan]", *, as_json: bool) -> int:
    """Serves until the end; the exit status."""
    from croupier.floor.server.run import Running, exit_code

    def fail(code: str, why: str, status: int, where: Mapping[str, str | int] | None = None) -> int:
        return _failed(f"croupier {command}", code, why, status, as_json, where)

    try:
        running = Running(plan())
    except Unreadable as error:
        return fail("config", " ".join(str(error).split()), UNREADABLE)
    except StoreUnusable as error:
        place: Mapping[str, str | int] = {"stream": error.stream, "seq": error.seq, "round": error.round}
        where = f" ({error.stream} {error.seq})" if error.seq else ""
        known = {key: value for key, value in place.items() if value}
        return fail(error.code, f"{error.why}{where}", exit_code(error.code), known)
    except OSError as error:
        return fail("config", f"cannot listen there: {error.strerror or error}", UNREADABLE)
    return running.serve(_as_json if as_json else _told)


def _as_json(line: Mapping[str, Any]) -> None:
    print_json(line)
    sys.stdout.flush()


def _draw(link: str) -> None:
    """As a QR code, if the terminal can print its blocks."""
    import segno

    drawn = StringIO()
    segno.make(link, micro=False).terminal(drawn, compact=True)
    if "\N{UPPER HALF BLOCK}".encode(sys.stdout.encoding or "ascii", "ignore"):
        print(drawn.getvalue(), end="")


def _told(line: Mapping[str, Any]) -> None:
    """Prints the ready line or the stop line as text."""
    if "stopped" in line:
        print("Stopped.", flush=True)
        return
    print(f"croupier {line['version']} listens on {line['address']}")
    if line["mode"] == "demo":
        print("THIS IS A DEMO: play chips only.")
    if "pages" in line:
        print(f"Only a plain page is shown; the others are missing: {line['pages']['missing']}")
    if "new_checkpoints" in line:
        print(f"THE CHECKPOINT LOG IS {line['new_checkpoints'].upper()}: a new one begins, and the journal records it.")
    if line["unsafe"]:
        print(f"Unsafe: {', '.join(line['unsafe'])}")
    print(f"Store: {line['store']}; key ring: {line['key']}; checkpoints: {line['checkpoints']}")
    for number, link in enumerate(line.get("invitations", ())):
        if number == 0:
            print("Friends on this network open this link, or point a phone's camera at it:")
            _draw(link)
        print(f"  {link}")
    for user in line.get("users", ()):
        print(f"  {user['name']:<4} {user['role']:<15} {user['password']}")
    if "setup" in line:
        print(f"No users yet: the set-up code is {line['setup']['code']}")
    for ruled in line["recovered"]["rounds"]:
        cites = ", ".join(ruled["cites"])
        print(f"Recovered: {ruled['table']} round {ruled['round']}: {ruled['ruling']} ({cites})")
    print("Stop it with Ctrl-C.", flush=True)
