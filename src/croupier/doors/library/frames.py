"""Rounds, journals and simulations as polars data frames, for notebooks and Parquet."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.doors.library.files import Round
from croupier.doors.library.tables import Table

if TYPE_CHECKING:
    import polars


def rounds_frame(played: Table | Round | Sequence[Mapping[str, Any]]) -> "polars.DataFrame":
    """One row for each bet of each box; at poker for each seat. Amounts are exact decimals, in dollars.

    `played` is a table, a round file that was played, or a list of rounds as `croupier run --json` has them.
    """
    import polars

    rounds = played if not isinstance(played, Table | Round) else played.report()["rounds"]
    money = polars.Decimal(18, 2)
    house = {"round": polars.Int64, "status": polars.String, "box": polars.Int64, "player": polars.String}
    house |= {"hand": polars.String, "decisions": polars.List(polars.String), "bet": polars.String}
    house |= {"staked": money, "returned": money, "paid": money, "result": polars.String}
    house |= {"cites": polars.List(polars.String), "net": money}
    poker = {"round": polars.Int64, "status": polars.String, "seat": polars.Int64, "hand": polars.String}
    poker |= {"board": polars.String, "posted": money, "stack": money}
    if any("stacks" in each for each in rounds):
        return polars.DataFrame(list(_seats(rounds)), schema=poker)
    return polars.DataFrame(list(_bets(rounds)), schema=house)


def _bets(rounds: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for number, each in enumerate(rounds, 1):
        for box, found in each.get("boxes", {}).items():
            row = {"round": number, "status": each["status"], "box": int(box), "player": found.get("player")}
            row |= {
                "hand": found.get("hand"),
                "decisions": list(found.get("decisions", ())),
                "net": _money(found, "net"),
            }
            for bet, line in found.get("bets", {}).items():
                amounts = {name: _money(line, name) for name in ("staked", "returned", "paid")}
                yield {**row, **amounts, "bet": bet, "result": line.get("result"), "cites": list(line.get("cites", ()))}


def _seats(rounds: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for number, each in enumerate(rounds, 1):
        for seat in each["stacks"]:
            yield {
                "round": number,
                "status": each["status"],
                "seat": int(seat),
                "hand": each.get("hands", {}).get(seat),
                "board": each.get("board"),
                "posted": _money(each.get("posts", {}), seat),
                "stack": _money(each["stacks"], seat),
            }


def _money(found: Mapping[str, Any], name: str) -> Decimal | None:
    return Decimal(found[name].replace("+", "")) if found.get(name) is not None else None


def journal_frame(store: str) -> "polars.DataFrame":
    """One row for each entry of a store or of an exported journal; `body` is its JSON, as it is stored."""
    import polars

    from croupier.floor.journal.entry import decode_body
    from croupier.floor.store.addresses import read_address
    from croupier.floor.store.export import read_export
    from croupier.floor.store.opening import read_store

    def rows(entries: Any) -> list[tuple[Any, ...]]:
        found = []
        for entry in entries:
            body = decode_body(entry.body)
            found.append(
                (entry.stream, entry.seq, entry.at, body.round or None, body.by, body.do, bytes(entry.body).decode())
            )
        return found

    address = read_address(store)
    if isinstance(address, Path) and not address.is_dir():
        found = rows(read_export(address))
    else:
        with read_store(address) as reader:
            found = rows(entry for _, entry in reader.every_entry())
    names = {"stream": polars.String, "seq": polars.Int64, "at": polars.Datetime("us", "UTC"), "round": polars.Int64}
    names |= {"by": polars.String, "do": polars.String, "body": polars.String}
    return polars.DataFrame(found, schema=names, orient="row")


def simulation_frames(folder: str) -> "dict[str, polars.DataFrame]":
    """A run of `croupier simulate --out`: "classes", "course", "shifts", "sessions", "claims" and "meter"."""
    import polars

    from croupier.numbers.simulation.batches import merged, tables_of
    from croupier.numbers.simulation.meters import over_time
    from croupier.numbers.simulation.runs import Folder

    plan, parts = Folder(Path(folder)).parts()
    found = list(parts)
    total, tables = merged(part for _, part in found), tables_of(plan)
    classes = [
        (box, *kind.row, times, int(tables.nets[box - 1, number]) / 100)
        for box, counts in enumerate(total.counts, 1)
        for number, times in sorted(counts.items())
        if (kind := tables.classes[number]) is not None
    ]
    course = [
        (batch, box, part.rounds, sum(times * int(tables.nets[box - 1, kind]) for kind, times in counts.items()) / 100)
        for batch, part in found
        for box, counts in enumerate(part.counts, 1)
    ]
    moving = plan.over_time is not None
    path = over_time(plan, total, ()).path if moving else ()
    claims = [(number, box + 1, kind.row[2]) for number, box, each in total.claims if (kind := tables.classes[each])]
    rows: dict[str, tuple[list[str], list[Any]]] = {
        "classes": (["box", "decision", "outcome", "hand", "rounds", "net"], classes),
        "course": (["batch", "box", "rounds", "net"], course),
        "shifts": (["hold", "shifts"], [(-net / 100, times) for net, times in sorted(total.shifts.items())]),
        "sessions": (
            ["box", "net", "sessions"],
            [
                (box, net / 100, many)
                for box, each in enumerate(total.sessions, 1)
                for net, many in sorted(each.items())
            ],
        ),
        "claims": (["round", "box", "hand"], claims),
        "meter": (["round", "meter"], [(number, meter / 100) for number, meter in path]),
    }
    return {name: polars.DataFrame(cells, schema=head, orient="row") for name, (head, cells) in rows.items()}
