"""Reads a store on a PostgreSQL server for the audit, even while a house uses it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .reading import Cannot, Source, need, source_from, typed

if TYPE_CHECKING:
    import psycopg

FORMAT = 1
"""The newest store format that this audit understands."""
ROWS = 1_000


class Place(NamedTuple):
    """The position of an entry in the order of commits."""

    number: int
    epoch: int
    stream: str
    seq: int


def is_server(store: str) -> bool:
    return store.startswith(("postgresql://", "postgres://"))


def server_source(address: str) -> Source:
    try:
        import psycopg
    except ImportError:
        raise Cannot(2, "to audit a store on a PostgreSQL server, install croupier[postgres]") from None
    try:
        connection = psycopg.connect(address, connect_timeout=5)
    except psycopg.Error as error:
        raise _cannot(error) from None
    try:
        return _read(connection)
    except psycopg.Error as error:
        connection.close()
        raise _cannot(error) from None
    except BaseException:
        connection.close()
        raise


def _read(connection: "psycopg.Connection[Any]") -> Source:
    """Reads in one transaction, so later commits are left out. Names sort by bytes, as everywhere here."""
    from psycopg import Error

    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    _check_format(connection)

    def rows(columns: str, table: str, *kinds: type, of: str = "", order: str = "1, 2, 3") -> Iterator[Any]:
        one = "WHERE stream = %s" if of else ""
        query = f"SELECT {columns} FROM croupier.{table} {one} ORDER BY {order}"

        def read() -> Iterator[tuple[Any, ...]]:
            try:
                with connection.cursor(f"audit_{next(numbers)}") as cursor:
                    cursor.itersize = ROWS
                    cursor.execute(query.encode(), (of,) if of else ())
                    yield from cursor
            except Error as error:
                raise _cannot(error) from None

        return typed(read(), *kinds)

    numbers = iter(range(10**9))
    source = source_from(rows)
    order = map(Place._make, rows("number, epoch, stream, seq", "entry", int, int, str, int, order="1"))
    check_order(order, whole=(source.meta or {}).get("archived", "{}") == "{}")
    return source._replace(close=connection.close)


def check_order(order: Iterator[Place], *, whole: bool) -> None:
    """Checks that commit numbers have no gap (unless entries were archived) and that epochs never fall: a process that
    lost the lease wrote nothing more."""
    number = epoch = 0
    for place in order:
        at = place.stream, place.seq
        need(not whole or place.number == number + 1, at, "gap", f"it is number {place.number}, after {number}")
        why = f"written under epoch {place.epoch}, after another process had begun epoch {epoch}"
        need(place.epoch >= epoch, at, "chain", why)
        number, epoch = place.number, place.epoch


def _check_format(connection: "psycopg.Connection[Any]") -> None:
    query = "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'croupier'"
    row = connection.execute(query).fetchone()
    name, _, found = str(row[0] if row is not None else "").rpartition(" ")
    if name != "croupier store, format" or not found.isdigit():
        raise Cannot(2, "this database is not a store: it has no schema croupier of ours")
    if int(found) > FORMAT:
        raise Cannot(3, f"the store has format {found}; formats up to {FORMAT} are read here")
    planted = connection.execute(
        """SELECT relname FROM pg_class WHERE relnamespace = 'croupier'::regnamespace AND (relkind IN ('v', 'm') OR
           EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = pg_class.oid AND NOT tgisinternal) OR
           EXISTS (SELECT 1 FROM pg_rewrite WHERE ev_class = pg_class.oid))"""
    ).fetchone()
    need(planted is None, ("", 0), "format", f"the database has a trigger, a rule or a view of its own: {planted}")


def _cannot(error: Exception) -> Cannot:
    return Cannot(3, f"the server cannot be read: {' '.join(str(error).split())}")
