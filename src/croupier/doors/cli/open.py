"""`croupier open`: the demo, a whole floor for play chips on this machine."""

import argparse
import os
import re
import secrets
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.doors.cli import opening

if TYPE_CHECKING:
    from croupier.floor.live.state.floor_file import FloorFile
    from croupier.floor.server.run import Plan

LOOPBACK = "127.0.0.1"


def arguments() -> opening.Options:
    parser = opening.Options(
        prog="croupier open",
        description="Open a demo floor for play chips on this machine.",
        epilog="Exit status: 0 stopped; 2 arguments or the floor file cannot be read; 3 the store cannot be used; "
        "4 the journal is damaged; 5 the store failed while serving.",
    )
    parser.add_argument(
        "--store", metavar="STORE", help="a folder, or postgresql://USER@HOST/DATABASE (default: a folder for the demo)"
    )
    parser.add_argument("--host", default=LOOPBACK, help=f"default: {LOOPBACK}")
    parser.add_argument(
        "--lan", action="store_true", help="for friends on this network: prints an invitation; tables are private"
    )
    parser.add_argument("--port", type=port, default=0, metavar="N", help="default: any free port")
    parser.add_argument("--floor", metavar="FILE", help="a floor file (default: the demo floor)")
    parser.add_argument("--no-bots", action="store_true", help="open the tables without bots")
    parser.add_argument("--seed", metavar="N", help="deal repeatable decks")
    parser.add_argument("--clock", type=_clock, default="real", metavar="CLOCK", help="real, manual or manual:TIME")
    parser.add_argument("--new-checkpoints", action="store_true", help=opening.NEW_CHECKPOINTS)
    parser.add_argument("--json", action="store_true", help="JSON lines for programs")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.read(argv)
    return opening.run("open", lambda: _plan(options), as_json=options.json)


def _plan(options: argparse.Namespace) -> "Plan":
    from croupier.floor.live.state.floor_file import read_floor_file
    from croupier.floor.live.state.times import read_time
    from croupier.floor.server import demo
    from croupier.floor.server.run import plan_for
    from croupier.floor.store.addresses import read_address
    from croupier.floor.store.faults import parse_fault

    named = options.store or os.environ.get("CROUPIER_STORE")
    store = read_address(named) if named else data_folder() / "demo"
    files = None if isinstance(store, Path) else data_folder() / store.database
    if files is not None:
        files.parent.mkdir(parents=True, exist_ok=True)
    fault = os.environ.get("CROUPIER_FAULT")
    clock, _, moment = options.clock.partition(":")
    try:
        starts = read_time(moment) if moment else None
    except ValueError as error:
        raise Unreadable(f"--clock: {error}") from None
    opens = None if clock == "manual" else datetime.now(UTC)
    if options.lan and options.host != LOOPBACK:
        raise Unreadable("--lan listens on all addresses of this machine; leave --host out")
    file = Path(options.floor) if options.floor else demo.AMONG_FRIENDS if options.lan else demo.FLOOR
    floor = read_floor_file(read_text(file), opens, beside=file.parent)
    return plan_for(
        store,
        among_friends(floor) if options.lan else floor,
        os.environ,
        files=files,
        is_demo=True,
        bots=not options.no_bots,
        host="0.0.0.0" if options.lan else options.host,
        invitation=secrets.token_urlsafe(9) if options.lan else "",
        port=options.port,
        seed=options.seed,
        is_manual=clock == "manual",
        manual_from=starts,
        fault=parse_fault(fault) if fault else None,
        new_checkpoints=options.new_checkpoints,
    )


def among_friends(floor: "FloorFile") -> "FloorFile":
    """Nobody watches without an invitation."""
    tables = tuple(replace(table, sign=replace(table.sign, spectators=False)) for table in floor.tables)
    return replace(floor, tables=tables)


def data_folder() -> Path:
    """Where programs keep their data for this user."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "croupier"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home)) / "croupier"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "croupier"


def read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(1_000_001)
        if len(data) > 1_000_000:
            raise Unreadable(f"{path} is too large for a floor file: at most 1000000 bytes are read")
        return data.decode()
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not UTF-8") from None


def port(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,5}", text) is None or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; write a number from 0 to 65535")
    return int(text)


def _clock(text: str) -> str:
    if re.fullmatch(r"real|manual(:.+)?", text) is None:
        raise argparse.ArgumentTypeError("write real, manual, or manual:2026-01-01T00:00:00.000Z")
    return text
