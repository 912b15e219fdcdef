"""Changes somebody could make to a sound journal, its book, its export or the rows beside it; every one must be found.

    python -m tests.tamper [N] [SEED]

What cannot be found, and why it does no harm, so that no change of it is made here:
- `entry.number` and `posting.number` say in which order commits came, over all streams, and no promise depends on it.
- `snapshot`, `session`, `drill` and `trainee` rows that are removed: a snapshot is a cache, who loses a session signs
  in again, and who loses a drill does another. `session.seen` is when a session was last used.
- `meta.epoch` and `meta.clock`: entries say how far both had come at least.
- lines cut from the end of the auditor's book: it then promises less, and is the auditor's own.
- lines of an export in another order, as long as each stream is in its own.
"""

import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
import msgspec

from croupier.floor.audit.program import audited
from croupier.floor.audit.reading import Cannot, Found
from tests.journals import Written, evening, written
from tests.server.starts import house_with_people

STEPS = 250
Mutation = Callable[[random.Random, Written], str]


def _database(files: Written) -> apsw.Connection:
    """Somebody who holds the file: no constraint and no trigger stands in their way."""
    connection = apsw.Connection(str(files.store / "floor.db"))
    connection.pragma("journal_mode", "DELETE")
    connection.pragma("ignore_check_constraints", True)
    return connection


def _all(database: apsw.Connection, query: str, *values: Any) -> list[Any]:
    return database.execute(query, values).fetchall()


def _row(chance: random.Random, database: apsw.Connection, table: str, where: str = "TRUE") -> int:
    """Some row, by what SQLite calls it; a table without such a number is read in the order of its key."""
    (count,) = database.execute(f"SELECT count(*) FROM {table} WHERE {where}").fetchone() or (0,)
    query = f"SELECT rowid FROM {table} WHERE {where} LIMIT 1 OFFSET ?"
    (found,) = database.execute(query, (chance.randrange(count),)).fetchone() or (0,)
    return int(found)


def _other(chance: random.Random, value: Any) -> Any:
    """Something like it, and not it."""
    if isinstance(value, int):
        return value + chance.choice((-1, 1, chance.randrange(2, 10**6), -chance.randrange(2, 10**6)))
    text = bytearray(value.encode() if isinstance(value, str) else value)
    if not text or chance.randrange(8) == 0:
        text.append(chance.randrange(32, 127))
    elif chance.randrange(8) == 0:
        del text[chance.randrange(len(text))]
    elif isinstance(value, str):
        at = chance.randrange(len(text))
        text[at] = chance.choice([each for each in b"abcxyz019/-" if each != text[at]])
    else:
        text[chance.randrange(len(text))] ^= 1 << chance.randrange(8)
    return text.decode() if isinstance(value, str) else bytes(text)


COLUMNS = {
    "entry": ("stream", "seq", "at", "epoch", "body", "hash", "round"),
    "posting": ("stream", "seq", "line", "account", "amount"),
    "deck": ("stream", "round", "deck", "first", "root", "sealed"),
}
KEYS = {"stream": ("stream", ("stream", "seq", "hash", "epoch")), "balance": ("account", ("account", "amount"))}


def change_a_value(chance: random.Random, files: Written) -> str:
    table = chance.choice([*COLUMNS])
    column = chance.choice(COLUMNS[table])
    with _database(files) as database:
        row = _row(chance, database, table)
        (value,) = database.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone() or (0,)
        database.execute(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE rowid = ?", (_other(chance, value), row))
    return f"{table}.{column}"


def change_a_head_or_balance(chance: random.Random, files: Written) -> str:
    table = chance.choice([*KEYS])
    key, columns = KEYS[table]
    column = chance.choice(columns)
    with _database(files) as database:
        name, value = chance.choice(database.execute(f"SELECT {key}, {column} FROM {table}").fetchall())
        database.execute(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {key} = ?", (_other(chance, value), name))
    return f"{table}.{column}"


def remove_a_row(chance: random.Random, files: Written) -> str:
    table = chance.choice([*COLUMNS, *KEYS])
    with _database(files) as database:
        if table in KEYS:
            key = KEYS[table][0]
            names = database.execute(f"SELECT {key} FROM {table}").fetchall()
            database.execute(f"DELETE FROM {table} WHERE {key} = ?", chance.choice(names))
        else:
            database.execute(f"DELETE FROM {table} WHERE rowid = ?", (_row(chance, database, table),))
    return f"removed from {table}"


def add_a_row(chance: random.Random, files: Written) -> str:
    """Made like one that is there, at the end of its stream, of its round or of its entry."""
    table, moved = chance.choice((("entry", "seq"), ("posting", "line"), ("deck", "deck"), ("deck", "round")))
    columns = ", ".join(COLUMNS[table])
    copied = ", ".join(f"{moved} + 1000" if column == moved else column for column in COLUMNS[table])
    with _database(files) as database:
        row = _row(chance, database, table)
        database.execute(f"INSERT INTO {table} ({columns}) SELECT {copied} FROM {table} WHERE rowid = ?", (row,))
    return f"added to {table}"


def swap_two_rows(chance: random.Random, files: Written) -> str:
    """The same contents, in each other's places."""
    table, key = chance.choice((("entry", ("stream", "seq")), ("posting", ("stream", "seq", "line"))))
    contents = [column for column in COLUMNS[table] if column not in key]
    taken = ", ".join(contents)
    set_ = ", ".join(f"{column} = ?" for column in contents)
    with _database(files) as database:
        while True:
            first, second = _row(chance, database, table), _row(chance, database, table)
            (one, other) = (
                database.execute(f"SELECT {taken} FROM {table} WHERE rowid = ?", (row,)).fetchone() or ()
                for row in (first, second)
            )
            if one != other:
                break
        database.execute(f"UPDATE {table} SET {set_} WHERE rowid = ?", (*other, first))
        database.execute(f"UPDATE {table} SET {set_} WHERE rowid = ?", (*one, second))
    return f"swapped in {table}"


def cut_a_tail(chance: random.Random, files: Written) -> str:
    """Changes one stream, and corrects everything that depends on it."""
    with _database(files) as database:
        stream, last = chance.choice(_all(database, "SELECT stream, seq FROM stream"))
        keep = chance.randrange(last)
        for table in ("entry", "posting"):
            database.execute(f"DELETE FROM {table} WHERE stream = ? AND seq > ?", (stream, keep))
        _put_right(database, stream)
    return "tail cut"


def rewrite_a_tail(chance: random.Random, files: Written) -> str:
    """From some entry that a checkpoint has seen, with right hashes, postings, balances and head."""
    with _database(files) as database:
        stream, last = chance.choice(_all(database, "SELECT stream, seq FROM stream"))
        seq = chance.randint(1, last)
        (body,) = database.execute("SELECT body FROM entry WHERE stream = ? AND seq = ?", (stream, seq)).fetchone() or (
            b"",
        )
        told = msgspec.json.decode(body)
        told["do"] = told["do"] + "."
        _rewrite(database, stream, seq, told)
    return "tail rewritten"


def _rewrite(database: apsw.Connection, stream: str, seq: int, body: dict[str, Any]) -> None:
    """An entry, and whatever a forger can put right without the signing key."""
    text = msgspec.json.encode(body)
    where = (stream, seq)
    database.execute(
        "UPDATE entry SET body = ?, round = ? WHERE stream = ? AND seq = ?",
        (text, body.get("round", 0), *where),
    )
    database.execute("DELETE FROM posting WHERE stream = ? AND seq = ?", where)
    for line, posting in enumerate(body["post"], 1):
        columns = "INSERT INTO posting (stream, seq, line, account, amount) VALUES (?, ?, ?, ?, ?)"
        database.execute(columns, (*where, line, *posting))
    _put_right(database, stream)


def forge(files: Written, stream: str, change: Callable[[dict[str, Any]], bool]) -> tuple[str, int]:
    """Rewrite the first entry of such a stream that the change fits; where it stands."""
    with _database(files) as database:
        for name, seq, text in _all(database, "SELECT stream, seq, body FROM entry ORDER BY number"):
            body = msgspec.json.decode(text)
            if name.startswith(stream) and change(body):
                _rewrite(database, name, seq, body)
                return name, seq
    raise AssertionError("nothing in this journal can be changed so")


def _put_right(database: apsw.Connection, stream: str) -> None:
    seq, hash_, epoch = 0, bytes(32), 0
    query = "SELECT seq, at, epoch, body FROM entry WHERE stream = ? ORDER BY seq"
    for seq, at, epoch, body in _all(database, query, stream):
        hash_ = sha256(b"%b%b\n%d\n%d\n%d\n%b" % (hash_, stream.encode(), seq, at, epoch, body)).digest()
        database.execute("UPDATE entry SET hash = ? WHERE stream = ? AND seq = ?", (hash_, stream, seq))
    database.execute("DELETE FROM stream WHERE stream = ?", (stream,))
    if seq:
        database.execute("INSERT INTO stream VALUES (?, ?, ?, ?)", (stream, seq, hash_, epoch))
    database.execute("DELETE FROM balance")
    database.execute("INSERT INTO balance SELECT account, sum(amount) FROM posting GROUP BY account")


def put_an_old_copy_back(chance: random.Random, files: Written) -> str:
    """The whole house as it was after some commit."""
    with _database(files) as database:
        (last,) = database.execute("SELECT max(number) FROM entry").fetchone() or (0,)
        number = chance.randrange(1, last)
        later = "SELECT stream, seq FROM entry WHERE number > ?"
        database.execute(f"DELETE FROM posting WHERE (stream, seq) IN ({later})", (number,))
        database.execute("DELETE FROM entry WHERE number > ?", (number,))
        for (stream,) in _all(database, "SELECT stream FROM stream"):
            _put_right(database, stream)
    return "old copy"


def change_a_page(chance: random.Random, files: Written) -> str:
    """Bytes of a hash, wherever it lies in the file, without SQLite's help."""
    path = files.store / "floor.db"
    with _database(files) as database:
        (hash_,) = database.execute(
            "SELECT hash FROM entry WHERE rowid = ?", (_row(chance, database, "entry"),)
        ).fetchone() or (b"",)
    at, bit = (
        chance.randrange(32),
        1 << chance.randrange(8),
    )  # a copy may lie where nothing is kept any more: change all
    changed = hash_[:at] + bytes([hash_[at] ^ bit]) + hash_[at + 1 :]
    path.write_bytes(path.read_bytes().replace(hash_, changed))
    return "page"


def change_the_export(chance: random.Random, files: Written) -> str:
    lines = files.export.read_bytes().splitlines(keepends=True)
    at = chance.randrange(1, len(lines))
    entries = [number for number, line in enumerate(lines) if b'"body":' in line]
    match chance.randrange(4):
        case 0:
            del lines[chance.choice(entries)]
        case 1:
            lines.insert(at, lines[chance.choice(entries)])
        case 2:
            first, second = sorted(chance.sample(entries, 2))
            swapped = msgspec.json.decode(lines[first]), msgspec.json.decode(lines[second])
            swapped[0]["body"], swapped[1]["body"] = swapped[1]["body"] + " ", swapped[0]["body"]
            lines[first], lines[second] = (msgspec.json.encode(line) + b"\n" for line in swapped)
        case _:
            line = bytearray(lines[at])
            where = chance.randrange(len(line) - 1)
            line[where] = chance.choice([each for each in b'abcdef019 {}"' if each != line[where]])
            lines[at] = bytes(line)
    files.export.write_bytes(b"".join(lines))
    return "export"


def change_the_book(chance: random.Random, files: Written) -> str:
    lines = files.book.read_bytes().splitlines(keepends=True)
    at = chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            del lines[chance.randrange(len(lines) - 1)]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            other = chance.choice([number for number in range(len(lines)) if number != at])
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            line = bytearray(lines[at])
            line[chance.randrange(len(line) - 1)] ^= 1 << chance.randrange(8)
            lines[at] = bytes(line)
    files.book.write_bytes(b"".join(lines))
    return "book"


MUTATIONS: tuple[tuple[int, Mutation], ...] = (
    (8, change_a_value),
    (2, change_a_head_or_balance),
    (3, remove_a_row),
    (2, add_a_row),
    (2, swap_two_rows),
    (1, cut_a_tail),
    (1, rewrite_a_tail),
    (1, put_an_old_copy_back),
    (1, change_a_page),
    (3, change_the_export),
    (2, change_the_book),
)


ROWS: dict[str, tuple[str, ...]] = {
    "answer": ("by", "id", "stream", "seq", "digest"),
    "snapshot": ("stream", "seq", "body"),
    "user": ("name", "role", "password", "made", "disabled"),
    "session": ("digest", "number", "user", "began", "until"),
    "drill": ("user", "number", "body"),
    "trainee": ("user", "body"),
    "meta": ("value",),
}
"""Tables beside the journal, and their columns that mean something."""
REMOVED = ("answer", "user", "meta", "deck")
OURS = {"meta": "WHERE key IN ('unsafe', 'checkpoint')"}


def _some_row(chance: random.Random, database: apsw.Connection, table: str) -> tuple[str, tuple[Any, ...]]:
    """A condition that fits one row, with its values."""
    columns = [name for _, name, *_ in _all(database, f"PRAGMA table_info({table})")]
    row = chance.choice(_all(database, f"SELECT {', '.join(columns)} FROM {table} {OURS.get(table, '')}"))
    return " AND ".join(f"{column} IS ?" for column in columns), row


def change_a_row_beside(chance: random.Random, files: Written) -> str:
    table = chance.choice([*ROWS])
    column = chance.choice(ROWS[table])
    with _database(files) as database:
        where, row = _some_row(chance, database, table)
        ((value,),) = _all(database, f"SELECT {column} FROM {table} WHERE {where}", *row)
        database.execute(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {where}", (_other(chance, value), *row))
    return f"{table}.{column}"


def remove_a_row_beside(chance: random.Random, files: Written) -> str:
    table = chance.choice(REMOVED)
    with _database(files) as database:
        where, row = _some_row(chance, database, table)
        database.execute(f"DELETE FROM {table} WHERE {where}", row)
    return f"removed from {table}"


def add_a_row_beside(chance: random.Random, files: Written) -> str:
    """Made like one that is there: another's answer, account, session or drill."""
    table, key = chance.choice((("answer", "id"), ("user", "name"), ("session", "number"), ("drill", "number")))
    with _database(files) as database:
        columns = [name for _, name, *_ in _all(database, f"PRAGMA table_info({table})")]
        _, row = _some_row(chance, database, table)
        added = dict(zip(columns, row, strict=True))
        added[key] = f"{added[key]}-2" if isinstance(added[key], str) else added[key] + 1_000
        if table == "session":
            added["digest"] = bytes(32)
        database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", [*added.values()])
    return f"added to {table}"


BESIDE: tuple[tuple[int, Mutation], ...] = (
    (4, change_a_row_beside),
    (1, remove_a_row_beside),
    (1, add_a_row_beside),
)


def found(files: Written, what: str) -> str | None:
    """What the audit says of it; None where it found nothing."""
    try:
        audited(str(files.export if what == "export" else files.store), str(files.book), str(files.key))
    except Found as discrepancy:
        return str(discrepancy.args[2])
    except Cannot:
        return "cannot be read"
    return None


def tampered(
    files: Written, count: int, seed: int, weighted: tuple[tuple[int, Mutation], ...] = MUTATIONS
) -> tuple[Counter[str], list[str]]:
    """How many changes of each kind were found by which check, and those that were not."""
    told: Counter[str] = Counter()
    missed = []
    mutations = [each for weight, each in weighted for _ in range(weight)]
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            chance = random.Random(f"tamper {seed} {number}")
            copy = Written(*(Path(folder) / path.name for path in files))
            shutil.rmtree(folder)
            shutil.copytree(files.store.parent, folder)
            what = chance.choice(mutations)(chance, copy)
            if (kind := found(copy, what)) is None:
                missed.append(f"{number}: {what}")
            told[f"{what}: {kind}"] += 1
    return told, missed


def main() -> int:
    count, seed = (int(sys.argv[each]) if len(sys.argv) > each else default for each, default in ((1, 5_000), (2, 1)))
    with tempfile.TemporaryDirectory() as folder:
        files = written(Path(folder), evening(seed, STEPS))
        sound: tuple[str | None, ...] = (found(files, ""), found(files, "export"))
        told, missed = tampered(files, count, seed)
    with tempfile.TemporaryDirectory() as folder:
        house = house_with_people(Path(folder))
        sound += (found(house, ""),)
        told_beside, missed_beside = tampered(house, count // 5, seed, BESIDE)
        told, missed = told + told_beside, missed + missed_beside
    for what, times in sorted(told.items()):
        print(f"{times:6} {what}")
    print(f"{sum(told.values())} changes, {len(missed)} not found; before them: {sound}")
    for what in missed[:20]:
        print(f"  {what}")
    return 1 if missed or any(sound) else 0


if __name__ == "__main__":
    sys.exit(main())
