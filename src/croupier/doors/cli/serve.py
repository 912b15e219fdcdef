"""`croupier serve`: the real thing, from a configuration file."""

import argparse
import os
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.base.errors import Unreadable
from croupier.doors.cli import opening
from croupier.doors.cli.open import port, read_text

if TYPE_CHECKING:
    from croupier.floor.live.state.floor_file import FloorFile
    from croupier.floor.server.run import Plan
    from croupier.floor.store.addresses import Address

SECTIONS = frozenset({"server", "store", "sessions"})
METRICS = {"metrics-token", "metrics-token-file"}
SERVER = {"host", "port", "origins", "trusted-proxies", "drain", "cluster-secret-file", "feed", "lease", *METRICS}
STORE = {"url", "key", "checkpoints", "replicas"}
MAY_LOSE = "may lose"
SESSIONS = {"idle", "absolute", "second-factor"}
ROLES = ("player", "dealer", "pit-supervisor", "shift-manager", "auditor")
SECRET_CHARACTERS = 32
SHORTEST_LEASE, LONGEST_LEASE = 2_000, 60_000
"""Milliseconds. A shorter lease would be lost to a hiccup of the machine."""
_ORIGIN = re.compile(r"https?://[a-z0-9.\[\]:-]+")


def arguments() -> opening.Options:
    parser = opening.Options(
        prog="croupier serve",
        description="Run a floor from its configuration.",
        epilog="Exit status: 0 stopped; 2 arguments or the configuration cannot be read; 3 the store cannot be used; "
        "4 the journal is damaged; 5 the store failed while serving.",
    )
    given = os.environ.get("CROUPIER_CONFIG")
    parser.add_argument("--config", metavar="FILE", default=given, required=given is None, help="TOML")
    parser.add_argument("--process", metavar="NAME", default="a", help="the name of this process (default: a)")
    parser.add_argument(
        "--store", metavar="STORE", help="use this store instead of the configuration's: a folder or an address"
    )
    parser.add_argument("--port", type=port, metavar="N", help="use this port instead of the configuration's")
    parser.add_argument("--new-checkpoints", action="store_true", help=opening.NEW_CHECKPOINTS)
    parser.add_argument("--json", action="store_true", help="JSON lines for programs")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.read(argv)
    return opening.run("serve", lambda: _plan(options), as_json=options.json)


def _plan(options: argparse.Namespace) -> "Plan":
    from croupier.base.toml_text import no_toml, read_toml
    from croupier.floor.live.state.floor_file import duration, read_floor
    from croupier.floor.server.edge.addresses import read_proxies
    from croupier.floor.server.run import Plan
    from croupier.floor.store.checkpoint_file import book_of
    from croupier.rounds.roundfile.lines import with_its_line
    from croupier.rounds.roundfile.read import check_keys, section

    if os.environ.get("CROUPIER_FAULT"):
        raise Unreadable("CROUPIER_FAULT is for the demo")
    if re.fullmatch(r"[A-Za-z0-9-]{1,32}", options.process) is None:
        raise Unreadable("--process: letters, digits and hyphens, at most 32")
    path = Path(options.config)
    text = read_text(path)
    try:
        data = read_toml(text)
    except ValueError as error:
        raise Unreadable(f"{path}: {no_toml(text, error)}") from None
    try:
        floor = read_floor(data, datetime.now(UTC), more=SECTIONS, beside=path.parent)
    except Unreadable as error:
        raise with_its_line(text, error) from None
    _check_no_demo(floor)
    server, store, sessions = section(data, "server"), section(data, "store"), section(data, "sessions")
    for name, found, known in [("server", server, SERVER), ("store", store, STORE), ("sessions", sessions, SESSIONS)]:
        check_keys(f"[{name}]", found, known)
    secret = b""
    if "cluster-secret-file" in server:
        secret = _secret(_beside(path, _text("[server] cluster-secret-file", server["cluster-secret-file"], "")))
    if server.keys() >= METRICS:
        raise Unreadable("[server] metrics-token-file: metrics-token names a token already; keep one of the two")
    address = _address(path, store, options.store)
    files = address if isinstance(address, Path) else _beside(path, address.database)
    key = os.environ.get("CROUPIER_KEY") or _text("[store] key", store.get("key"), f"{files}.key")
    book = _text("[store] checkpoints", store.get("checkpoints"), str(book_of(files)))
    if store.get("replicas", MAY_LOSE) != MAY_LOSE:
        raise Unreadable(f'[store] replicas: expected "{MAY_LOSE}", or leave it out')

    def milliseconds(where: str, value: object, default: str) -> int:
        found = duration(where, default if value is None else value)
        if not found:
            raise Unreadable(f'{where}: expected a duration such as "{default}"')
        return found

    return Plan(
        store=address,
        files=files,
        key=_beside(path, key),
        book=_beside(path, book),
        floor=floor,
        is_demo=False,
        process=options.process,
        host=_text("[server] host", server.get("host"), "127.0.0.1"),
        port=options.port if options.port is not None else _port(server.get("port", 0)),
        origins=_origins(server.get("origins", [])),
        drain=milliseconds("[server] drain", server.get("drain"), "10s") / 1000,
        idle=milliseconds("[sessions] idle", sessions.get("idle"), "30m") * 1000,
        absolute=milliseconds("[sessions] absolute", sessions.get("absolute"), "12h") * 1000,
        metrics_token=_metrics_token(path, server),
        trusted_proxies=read_proxies(server.get("trusted-proxies", [])),
        second_factor=_roles(sessions.get("second-factor", [])),
        key_command=os.environ.get("CROUPIER_KEY_COMMAND", ""),
        new_checkpoints=options.new_checkpoints,
        may_lose_replicas="replicas" in store,
        feed=_feed(_text("[server] feed", server.get("feed"), ":0")),
        cluster_secret=secret,
        lease=_lease(milliseconds("[server] lease", server.get("lease"), "6s")),
    )


def _check_no_demo(floor: "FloorFile") -> None:
    for table in floor.tables:
        if table.shoes:
            raise Unreadable(f"[[table]] {table.sign.name}: shoe is for the demo")
        if table.sign.simulated:
            raise Unreadable(f"[[table]] {table.sign.name}: simulated-shoe is for the demo")
        if table.sign.bots:
            raise Unreadable(f"[[table]] {table.sign.name}: bots are for the demo")


def _secret(path: Path) -> bytes:
    where = f"[server] cluster-secret-file {path}"
    try:
        if path.stat().st_mode & 0o077:
            raise Unreadable(f"{where} is open to others; only its owner may read it (mode 0600)")
        secret = path.read_text().strip()
    except (OSError, UnicodeDecodeError):
        raise Unreadable(f"{where} cannot be read") from None
    if len(secret) < SECRET_CHARACTERS:
        raise Unreadable(f"{where} has {len(secret)} characters; expected {SECRET_CHARACTERS} or more")
    return secret.encode()


def _feed(text: str) -> tuple[str, int]:
    host, _, number = text.rpartition(":")
    if re.fullmatch(r"[0-9]{1,5}", number) is None or int(number) > 65_535:
        raise Unreadable('[server] feed: expected an address of this machine and a port, such as "10.0.0.5:7117"')
    return host.strip("[]"), int(number)


def _lease(milliseconds: int) -> int:
    if not SHORTEST_LEASE <= milliseconds <= LONGEST_LEASE:
        raise Unreadable('[server] lease: expected a duration from "2s" to "60s"')
    return milliseconds


def _metrics_token(config: Path, server: Mapping[str, Any]) -> str:
    """In the configuration itself, or in a file of its own that Prometheus reads too."""
    if "metrics-token-file" not in server:
        return _text("[server] metrics-token", server.get("metrics-token"), "")
    path = _beside(config, _text("[server] metrics-token-file", server["metrics-token-file"], ""))
    if not (token := read_text(path).strip()):
        raise Unreadable(f"[server] metrics-token-file {path} is empty; write the token into it")
    return token


def _address(config: Path, store: Mapping[str, Any], option: str | None) -> "Address":
    from croupier.floor.store.addresses import read_address

    if option:
        given = read_address(option)
        return given.absolute() if isinstance(given, Path) else given
    url = os.environ.get("CROUPIER_STORE") or store.get("url")
    if not isinstance(url, str) or not url:
        raise Unreadable("[store] url is missing: the folder of the store, or postgresql://USER@HOST/DATABASE")
    address = read_address(url)
    return _beside(config, url) if isinstance(address, Path) else address


def _beside(config: Path, text: str) -> Path:
    """Paths in a file are meant from where the file is."""
    return (config.absolute().parent / text).absolute()


def _text(where: str, value: object, default: str) -> str:
    if value is None:
        return default
    if not isinstance(value, str) or not value:
        raise Unreadable(f"{where}: expected a string")
    return value


def _port(value: object) -> int:
    if type(value) is not int or not 0 <= value <= 65_535:
        raise Unreadable("[server] port: expected a number from 0 to 65535")
    return value


def _roles(value: object) -> frozenset[str]:
    if not isinstance(value, list) or any(each not in ROLES for each in value):
        raise Unreadable(f'[sessions] second-factor: expected a list of roles, such as ["auditor"]; {", ".join(ROLES)}')
    return frozenset(value)


def _origins(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) and _ORIGIN.fullmatch(each) for each in value):
        raise Unreadable('[server] origins: expected a list such as ["https://floor.example"]')
    return tuple(value)
