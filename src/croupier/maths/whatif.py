"""What if a figure were another one: a rulebook with changed pay tables, limits, qualifier, bets or jackpot shares.

A change is a name and a value: `pair-plus.straight = 6`, `jackpot.straight-flush = 15%`, `play-multiple = 2`. Names
are those of the rulebook file; what cannot be meant is refused with a sentence.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from croupier.errors import Unreadable
from croupier.maths.paytables import CAPS, MULTIPLES, SIZES, check_paytables
from croupier.money import Cents, cents
from croupier.rulebook.model import JackpotRow, Rulebook

Changes = Mapping[str, str]


def changed(book: Rulebook, changes: Changes) -> Rulebook:
    """The book with these changes, checked; it keeps its key, for it is a variant of that book."""
    for name, value in changes.items():
        book = _changed(book, name.strip(), value.strip())
    check_paytables(book)
    return book


def changeable(book: Rulebook) -> dict[str, str]:
    """Every name that can be changed, with what the book says now."""
    game = book.key.partition("@")[0]
    found = {f"{table}.{hand}": str(odds) for table, rows in book.paytables.items() for hand, odds in rows.pays.items()}
    for hand, row in book.jackpot.rows.items() if book.jackpot else ():
        found[f"jackpot.{hand}"] = _award(row)
        if row.envy is not None:
            found[f"jackpot.{hand}.envy"] = _amount(row.envy)
    for field in _procedure_fields(game):
        value = getattr(book.procedure, field)
        found[field.replace("_", "-")] = _amount(value) if field.endswith("_cap") else str(value)
    return found


def differences(old: Rulebook, new: Rulebook) -> dict[str, tuple[str, str]]:
    """Names whose figures differ, with both."""
    before, after = changeable(old), changeable(new)
    return {name: (before.get(name, "–"), after[name]) for name in after if after[name] != before.get(name)}


def parse_change(text: str) -> tuple[str, str]:
    """Read "pair-plus.straight=6"."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise Unreadable(f"{text!r} is no change; write NAME=VALUE, such as pair-plus.straight=6")
    return name.strip(), value.strip()


def read_changes(text: str) -> dict[str, str]:
    """Read a TOML file of changes: `dealer-qualifies = "ace-high"`, or a table `[pair-plus]` with `straight = 6`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise Unreadable(f"this is no TOML: {wrong}") from None
    return dict(_flat("", data))


def _flat(prefix: str, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(f"{prefix}{key}.", value)
        elif isinstance(value, (str, int)) and not isinstance(value, bool):
            yield f"{prefix}{key}", str(value)
        else:
            raise Unreadable(f'{prefix}{key} is {value!r}; write a whole number, or a string such as "15%"')


def _procedure_fields(game: str) -> tuple[str, ...]:
    """What of the procedure the mathematics of a game depends on."""
    who_wins = "dealer_qualifies" if game in SIZES else "ante_pays_from"
    return (*MULTIPLES.get(game, ()), who_wins, *([CAPS[game]] if game in CAPS else []))


def _changed(book: Rulebook, name: str, value: str) -> Rulebook:
    if name not in changeable(book) and not _new_envy(book, name):
        raise Unreadable(_unknown(book, name))
    table, dot, hand = name.partition(".")
    if table == "jackpot":
        return _with_award(book, hand, value)
    if dot:
        rows = book.paytables[table]
        if not re.fullmatch(r"-?\d{1,6}", value):
            raise Unreadable(f"{name}: {value!r} is no payout; a whole number to 1 is wanted, such as 5")
        pays = {**rows.pays, hand: int(value)}
        return replace(book, paytables={**book.paytables, table: replace(rows, pays=pays)})
    field = name.replace("-", "_")
    return replace(book, procedure=replace(book.procedure, **{field: _figure(name, value)}))


def _figure(name: str, value: str) -> str | int:
    if name.endswith("-cap"):
        return _cents(name, value)
    if name.endswith("-multiple"):
        if not re.fullmatch(r"-?\d{1,4}", value):
            raise Unreadable(f"{name}: {value!r} is no multiple; a whole number of Antes is wanted, such as 2")
        return int(value)
    return value


def _with_award(book: Rulebook, hand: str, value: str) -> Rulebook:
    assert book.jackpot is not None, book.key
    hand, _, envy = hand.partition(".")
    row = book.jackpot.rows[hand]
    name = f"jackpot.{hand}"
    if envy:
        row = replace(row, envy=_cents(f"{name}.envy", value))
    elif value.endswith("%"):
        if not re.fullmatch(r"\d{1,4}(\.\d{1,6})?", value[:-1].strip()):
            raise Unreadable(f"{name}: {value!r} is no share of the meter; write it such as 15% or 0.5%")
        row = replace(row, share=Fraction(value[:-1].strip()) / 100, fixed=None)
    else:
        row = replace(row, share=None, fixed=_cents(name, value))
    rows = {**book.jackpot.rows, hand: row}
    return replace(book, jackpot=replace(book.jackpot, rows=rows))


def _new_envy(book: Rulebook, name: str) -> bool:
    """An Envy Bonus for a hand that has none; only games with Envy Bonuses know how to pay it."""
    rows = book.jackpot.rows if book.jackpot else {}
    table, _, rest = name.partition(".")
    hand, _, envy = rest.partition(".")
    return table == "jackpot" and envy == "envy" and hand in rows and any(row.envy is not None for row in rows.values())


def _cents(name: str, value: str) -> Cents:
    try:
        return cents(value.removeprefix("$"))
    except ValueError as wrong:
        raise Unreadable(f"{name}: {wrong}") from None


def _unknown(book: Rulebook, name: str) -> str:
    known = list(changeable(book))
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    if not near:
        near = [other for other in known if other.split(".")[0] == name.split(".", maxsplit=1)[0]]
    hint = f"did you mean {' or '.join(near[:4])}?" if near else f"there are {', '.join(known)}"
    return f"{book.key} has nothing called {name!r} to change; {hint}"


def _award(row: JackpotRow) -> str:
    if row.share is not None:
        return f"{float(row.share * 100):g}%"
    return "nothing" if row.fixed is None else _amount(row.fixed)


def _amount(amount: int | None) -> str:
    if amount is None:
        return "none"
    return str(amount // 100) if amount % 100 == 0 else f"{amount // 100}.{amount % 100:02d}"
