"""Connects to a PostgreSQL server. Refuses settings that can lose a commit, poolers, and databases that are no store.

It reads the settings in our own connection, because a role or a database can have settings of its own.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Any

import psycopg
from psycopg.types.numeric import Int8BinaryDumper
from psycopg.types.string import StrBinaryDumper

from croupier.floor.store.addresses import ServerAddress
from croupier.floor.store.base import StoreUnusable

Connection = psycopg.Connection[tuple[Any, ...]]

OLDEST_SERVER = 140_000
CONNECT_SECONDS = 5
DEAD_AFTER = 15_000
"""Milliseconds without an acknowledgement after which TCP gives up a connection."""
COMMIT_MILLISECONDS = 15_000
READ_MILLISECONDS = 120_000

NEEDED = {"fsync": ("on",), "full_page_writes": ("on",), "synchronous_commit": ("on", "remote_apply")}
"""The settings with which PostgreSQL keeps what it has committed, and their accepted values."""

AWAY = ("08", "53", "57")
"""Classes of errors after which the server may come back: connection, resources such as a full disk, shutdown."""
READ_ONLY = "25006"
"""After a failover a connection can lead to a standby."""
FENCED, HEAD_MOVED = "CR001", "CR002"
"""Raised by our own function `append`."""
LOCK_TIMEOUT = "55P03"

SCHEMA = "croupier"
SCRIPTS = tuple(
    script.read_text("utf-8")
    for script in sorted(
        files("croupier.floor.store").joinpath("schema", "postgres").iterdir(), key=lambda script: script.name
    )
)
FORMAT = len(SCRIPTS)
TABLES_LOCK = 0x43727570
"""The advisory lock of the process that makes the tables: "Crup"."""
OWNER_LOCK, WRITER_LOCK = TABLES_LOCK + 1, TABLES_LOCK + 2
"""With an epoch: the advisory locks of the session that keeps the lease, and of the one that writes."""


def is_away(error: Exception) -> bool:
    """Whether the server may come back, so that the same statement can be sent again."""
    if not isinstance(error, psycopg.Error):
        return isinstance(error, OSError)
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return error.sqlstate[:2] in AWAY or error.sqlstate == READ_ONLY


def words_of(error: Exception) -> str:
    """The error on one line; libpq writes several, one for each address of a host."""
    return " ".join(str(error).split())


def connect(address: ServerAddress, name: str, *, milliseconds: int, writes: bool = False) -> Connection:
    """Opens a connection in which every statement is a transaction of its own. `name` is how the server lists it;
    `milliseconds` is how long a statement may take."""
    connection: Connection = psycopg.connect(
        address.url,
        autocommit=True,
        client_encoding="UTF8",
        application_name=name,
        connect_timeout=CONNECT_SECONDS,
        tcp_user_timeout=DEAD_AFTER,
        keepalives_idle=5,
        keepalives_interval=2,
        keepalives_count=3,
        target_session_attrs="read-write" if writes else "any",
        prepare_threshold=5,
    )
    try:
        connection.adapters.register_dumper(int, Int8BinaryDumper)  # one type each, so that statements stay prepared
        connection.adapters.register_dumper(str, StrBinaryDumper)
        connection.execute(
            """SELECT set_config('search_path', 'croupier', false), set_config('statement_timeout', %s, false),
                      set_config('lock_timeout', '2000', false),
                      set_config('idle_in_transaction_session_timeout', '0', false)""",
            (str(milliseconds),),
        )
    except BaseException:
        connection.close()
        raise
    return connection


def check_server(connection: Connection, where: str, *, may_lose_replicas: bool) -> None:
    """Raises StoreUnusable, with the name of the setting, if this server can lose what it has committed."""
    version = connection.info.server_version
    if version < OLDEST_SERVER:
        oldest, found = OLDEST_SERVER // 10_000, version // 10_000
        raise StoreUnusable("unsafe", f"{where} is PostgreSQL {found}; version {oldest} or later is needed")
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    if row is None or row[0] != connection.info.backend_pid:
        raise StoreUnusable("unsafe", f"{where} leads through a connection pooler; name the server itself")
    if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
        raise StoreUnusable("unsafe", f"{where} has server_encoding {encoding}; make the database with UTF8")
    for setting, accepted in NEEDED.items():
        value = _setting(connection, setting)
        if value not in accepted:
            why = f"{where} has {setting} {value}, with which it can lose commits; set it to {accepted[0]}"
            raise StoreUnusable("unsafe", why)
    if _setting(connection, "transaction_read_only") == "on":
        raise StoreUnusable("unsafe", f"{where} has transaction_read_only on: it is a standby; name the primary")
    if not may_lose_replicas and _streams_asynchronously(connection):
        raise StoreUnusable(
            "unsafe",
            f"{where} has a standby and an empty synchronous_standby_names: a failover would lose commits; "
            'name the standby there, or write replicas = "may lose" under [store]',
        )


def _setting(connection: Connection, name: str) -> str:
    row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    return "" if row is None else str(row[0])


def _streams_asynchronously(connection: Connection) -> bool:
    if _setting(connection, "synchronous_standby_names"):
        return False
    query = "SELECT 1 FROM pg_stat_replication WHERE state IS NULL OR state <> 'backup' LIMIT 1"
    return connection.execute(query).fetchone() is not None


# --- The tables -------------------------------------------------------------------------------------------------------


def check_format(connection: Connection, where: str) -> int:
    """The format of the store; 0 if there is none. Refuses a newer one, and one whose tables or functions were
    changed."""
    there = connection.execute(
        "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s", (SCHEMA,)
    ).fetchone()
    if there is None:
        return 0
    said = re.fullmatch(r"croupier store, format ([0-9]{1,4})", there[0] or "")
    if said is None:
        why = f"{where} has a schema {SCHEMA} of another program; name a database of its own"
        raise StoreUnusable("unsafe", why)
    found = int(said[1])
    if found > FORMAT:
        raise StoreUnusable(
            "newer", f"{where} has format {found}, written by a newer croupier; this one reads formats 1 to {FORMAT}"
        )
    wanted, shape = _wanted(), _shape(connection)
    if shape != wanted:
        which = ", ".join(sorted(key for key in {*wanted, *shape} if wanted.get(key) != shape.get(key)))
        raise StoreUnusable("damaged", f"{where} lacks tables of format {found}, or has others: {which}")
    return found


def make_tables(connection: Connection, where: str) -> None:
    """Makes the tables if there are none, in one transaction, under a lock: of several processes that start together
    one makes them."""
    if check_format(connection, where):
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (TABLES_LOCK,))
        if check_format(connection, where):
            return
        for script in SCRIPTS:
            connection.execute(script.encode())
        connection.execute(f"COMMENT ON SCHEMA {SCHEMA} IS 'croupier store, format {FORMAT}'".encode())


@cache
def _wanted() -> dict[str, str]:
    """Tables with their columns and functions with their text, as the scripts make them."""
    text = "\n".join(SCRIPTS)
    found = {}
    for name, body in re.findall(r'^CREATE TABLE "?(\w+)"? \(\n(.*?)^\)', text, re.MULTILINE | re.DOTALL):
        found[f"table {name}"] = ",".join(re.findall(r'^    "?([a-z]+)"? (?:text|bigint|bytea|integer)', body, re.M))
    for name, _, body in re.findall(r"^CREATE FUNCTION (\w+)\(.*?AS \$(\w+)\$(.*?)\$\2\$", text, re.M | re.DOTALL):
        found[f"function {name}"] = body
    return found


def _shape(connection: Connection) -> dict[str, str]:
    """The same of the database; also triggers, rules and views, which none of our scripts makes and which would act
    with our own writes."""
    query = """
        SELECT 'table ' || relname, (SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = made.oid AND attnum > 0 AND NOT attisdropped)
        FROM pg_class AS made WHERE relnamespace = 'croupier'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
        UNION ALL SELECT 'function ' || proname, prosrc FROM pg_proc WHERE pronamespace = 'croupier'::regnamespace
        UNION ALL SELECT 'trigger ' || tgname, '' FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
            WHERE relnamespace = 'croupier'::regnamespace AND NOT tgisinternal
        UNION ALL SELECT 'rule ' || rulename, '' FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class
            WHERE relnamespace = 'croupier'::regnamespace"""
    return {str(what): str(text) for what, text in connection.execute(query)}
