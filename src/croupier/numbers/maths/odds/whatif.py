"""What if a figure were different: a rulebook with changed pay tables, limits, qualifier, bets or jackpot shares.

A change is a name and a value: `pair-plus.straight = 6`, `jackpot.straight-flush = 15%`, `play-multiple = 2`; or a
whole table, `pair-plus = 40-30-6-4-1`, best hand first. A payout of `0` loses the stake, `push` returns it. Names are
those of the rulebook file, whose tables can be copied and changed; what cannot be meant is refused with a sentence.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.base.toml_text import no_toml, read_toml
from croupier.base.values import Value
from croupier.numbers.maths.odds.sanity import MOST_CENTS, check_paytables
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.model import MULTIPLE, PAYOUT_CAP, JackpotRow, Procedure, Rulebook
from croupier.rules.rulebook.payouts import PUSH, read_payout

JACKPOT = "jackpot"


class NewRow(Value, forbid_unknown_fields=True):
    """One row of a table that is given whole, as a rulebook file writes it."""

    hand: str
    pays: int | str
    envy: int | str | None = None


Rows = tuple[NewRow, ...]
Changes = Mapping[str, str | Rows]
"""A value, or all rows of a table."""


def changed(book: Rulebook, changes: Changes) -> Rulebook:
    """The book with these changes, checked; it keeps its key, for it is a variant of that book."""
    for name, value in changes.items():
        if isinstance(value, tuple):
            book = _with_table(book, name.strip(), value)
        elif name.strip() in _tables(book):
            book = _with_table(book, name.strip(), _rows_in_order(book, name.strip(), value))
        else:
            book = _changed(book, name.strip(), value.strip())
    check_paytables(book)
    return book


def _tables(book: Rulebook) -> dict[str, list[str]]:
    """Each table with its hands, the best first."""
    found = {name: list(table.pays) for name, table in book.paytables.items()}
    return found if book.jackpot is None else {**found, JACKPOT: list(book.jackpot.rows)}


def _rows_in_order(book: Rulebook, name: str, text: str) -> Rows:
    """Read "40-30-6-4-1", or with commas or spaces between."""
    hands = _tables(book)[name]
    values = re.split(r"\s*[,;/]\s*|\s+" if re.search(r"[,;/\s]", text.strip()) else "-", text.strip())
    if len(values) != len(hands):
        rows = "1 row" if len(hands) == 1 else f"{len(hands)} rows"
        given = "1 value" if len(values) == 1 else f"{len(values)} values"
        raise Unreadable(f"{name}: {text!r} has {given}, the table has {rows}: {', '.join(hands)}")
    old = book.jackpot.rows if name == JACKPOT and book.jackpot else {}
    envies = [None if hand not in old or old[hand].envy is None else _amount(old[hand].envy) for hand in hands]
    return tuple(map(NewRow, hands, values, envies))


def _with_table(book: Rulebook, name: str, rows: Rows) -> Rulebook:
    """The book with a table given whole; whether it is whole is for `check_paytables` to see."""
    tables = _tables(book)
    if name not in tables:
        near = get_close_matches(name, tables, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(tables)}"
        raise Unreadable(f"{book.key} has no pay table {name!r}; {hint}")
    for row in rows:
        if sum(other.hand == row.hand for other in rows) > 1:
            raise Unreadable(f"pay table {name}: the row {row.hand} appears twice")
    if name != JACKPOT:
        if extra := next((row.hand for row in rows if row.envy is not None), None):
            raise Unreadable(f"pay table {name}: {extra} has an Envy Bonus; only the jackpot table has any")
        pays = {row.hand: read_payout(name, row.hand, row.pays) for row in rows}
        return replace(book, paytables={**book.paytables, name: replace(book.paytables[name], pays=pays)})
    assert book.jackpot is not None, book.key
    known = any(row.envy is not None for row in book.jackpot.rows.values())
    awards = {}
    for row in rows:
        approved = book.jackpot.rows.get(row.hand)
        award = _with_pays(JackpotRow(row.hand, condition=approved.condition if approved else ""), str(row.pays))
        if row.envy is not None:
            if not known:
                raise Unreadable(f"{book.key} has no Envy Bonuses, so {row.hand} cannot have one")
            award = replace(award, envy=_cents(f"jackpot.{row.hand}.envy", str(row.envy)))
        awards[row.hand] = award
    return replace(book, jackpot=replace(book.jackpot, rows=awards))


def changeable(book: Rulebook) -> dict[str, str]:
    """Every name that can be changed, with what the book says now."""
    found = {f"{table}.{hand}": str(odds) for table, rows in book.paytables.items() for hand, odds in rows.pays.items()}
    for hand, row in book.jackpot.rows.items() if book.jackpot else ():
        found[f"jackpot.{hand}"] = _award(row)
        if row.envy is not None:
            found[f"jackpot.{hand}.envy"] = _amount(row.envy)
    procedure = book.procedure
    if book.game not in HOUSE_GAMES:
        return found
    found |= {f"{spot}{MULTIPLE}": str(antes) for spot, antes in procedure.multiples.items()}
    found |= {name: value for name, value in _who_wins(procedure).items() if value}
    found |= {f"{spot}{PAYOUT_CAP}": _amount(cap) for spot, cap in procedure.payout_caps.items()}
    return found


def _who_wins(procedure: Procedure) -> dict[str, str]:
    return {"dealer-qualifies": procedure.dealer_qualifies, "ante-pays-from": procedure.ante_pays_from}


def differences(old: Rulebook, new: Rulebook) -> dict[str, tuple[str, str]]:
    """Names whose figures differ, with both; "–" for a missing one."""
    before, after = changeable(old), changeable(new)
    both = {name: (before.get(name, "–"), after.get(name, "–")) for name in {**before, **after}}
    return {name: (was, now) for name, (was, now) in both.items() if was != now}


def parse_change(text: str) -> tuple[str, str]:
    """Read "pair-plus.straight=6"."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise Unreadable(f"{text!r} is not a change; write NAME=VALUE, such as pair-plus.straight=6")
    return name.strip(), value.strip()


def read_changes(text: str) -> dict[str, str | Rows]:
    """Read a TOML file of changes: `dealer-qualifies = "ace-high"`, or a table `[pair-plus]` with `straight = 6`.

    A table of a rulebook file, `[paytables.pair-plus]` with its `rows`, replaces the whole table; so does a list,
    `pair-plus = [40, 30, 6, 4, 1]`.
    """
    try:
        data = read_toml(text)
    except ValueError as wrong:
        raise Unreadable(no_toml(text, wrong)) from None
    tables = data.pop("paytables", {})
    if not isinstance(tables, Mapping):
        raise Unreadable("paytables is not a table; write [paytables.pair-plus] and its rows")
    found: dict[str, str | Rows] = {}
    for name, value in _flat("", data):
        if name in found:
            raise Unreadable(f"{name} appears twice in the file; give it once")
        found[name] = value
    for name, table in tables.items():
        if beside := next((other for other in found if other == name or other.startswith(f"{name}.")), None):
            raise Unreadable(
                f"[paytables.{name}] and {beside} are both given; give the whole table or its rows, not both"
            )
        found[name] = _whole_table(name, table)
    return found


def _whole_table(name: str, table: object) -> Rows:
    rows = table.get("rows") if isinstance(table, Mapping) else None
    if not isinstance(rows, list):
        raise Unreadable(f'[paytables.{name}] needs all its rows, such as rows = [{{ hand = "pair", pays = 1 }}]')
    try:
        return tuple(msgspec.convert(row, NewRow) for row in rows)
    except msgspec.ValidationError as wrong:
        raise Unreadable(
            f"[paytables.{name}]: {wrong}; a row has a hand and what it pays, a whole number or text such as 15%"
        ) from None


def _flat(prefix: str, data: Mapping[str, Any]) -> Iterator[tuple[str, str | Rows]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(f"{prefix}{key}.", value)
        elif isinstance(value, list) and all(isinstance(each, (str, int)) for each in value):
            yield f"{prefix}{key}", " ".join(map(str, value))
        elif isinstance(value, (str, int)) and not isinstance(value, bool):
            yield f"{prefix}{key}", str(value)
        else:
            raise Unreadable(f'{prefix}{key} is {_shown(value)}; write a whole number, or a string such as "15%"')


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _changed(book: Rulebook, name: str, value: str) -> Rulebook:
    if name not in changeable(book) and not _new_envy(book, name):
        raise Unreadable(_unknown(book, name))
    table, dot, hand = name.partition(".")
    if table == JACKPOT:
        return _with_award(book, hand, value)
    if dot:
        rows = book.paytables[table]
        pays = {**rows.pays, hand: read_payout(table, hand, value)}
        return replace(book, paytables={**book.paytables, table: replace(rows, pays=pays)})
    return replace(book, procedure=_with_figure(book.procedure, name, value))


def _with_figure(procedure: Procedure, name: str, value: str) -> Procedure:
    if name.endswith(PAYOUT_CAP):
        caps = {**procedure.payout_caps, name.removesuffix(PAYOUT_CAP): _cents(name, value)}
        return replace(procedure, payout_caps=caps)
    if name.endswith(MULTIPLE):
        if not re.fullmatch(r"-?[0-9]{1,9}", value):
            raise Unreadable(f"{name}: {value!r} is not a multiple; expected a whole number of Antes, such as 2")
        return replace(procedure, multiples={**procedure.multiples, name.removesuffix(MULTIPLE): int(value)})
    return replace(procedure, **{name.replace("-", "_"): value})


def _with_award(book: Rulebook, hand: str, value: str) -> Rulebook:
    assert book.jackpot is not None, book.key
    hand, _, envy = hand.partition(".")
    row = book.jackpot.rows[hand]
    name = f"jackpot.{hand}"
    row = replace(row, envy=_cents(f"{name}.envy", value)) if envy else _with_pays(row, value)
    rows = {**book.jackpot.rows, hand: row}
    return replace(book, jackpot=replace(book.jackpot, rows=rows))


def _with_pays(row: JackpotRow, value: str) -> JackpotRow:
    """A share of the meter, such as 15%, or an amount."""
    name = f"{JACKPOT}.{row.hand}"
    if value == PUSH:
        raise Unreadable(f"{name}: the stake of a jackpot bet never comes back; expected an amount, 0 or such as 15%")
    if not value.endswith("%"):
        return replace(row, share=None, fixed=_cents(name, value))
    share = value[:-1].strip()
    if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,6})?", share):
        raise Unreadable(f"{name}: {value!r} is not a share of the meter; write it such as 15% or 0.5%")
    return replace(row, share=Fraction(share) / 100, fixed=None)


def _new_envy(book: Rulebook, name: str) -> bool:
    """An Envy Bonus for a hand that has none; only games with Envy Bonuses know how to pay it."""
    rows = book.jackpot.rows if book.jackpot else {}
    table, _, rest = name.partition(".")
    hand, _, envy = rest.partition(".")
    return table == JACKPOT and envy == "envy" and hand in rows and any(row.envy is not None for row in rows.values())


def _cents(name: str, value: str) -> Cents:
    try:
        found = cents(value.removeprefix("$"))
    except ValueError as wrong:
        raise Unreadable(f"{name}: {wrong}") from None
    if found > MOST_CENTS:
        raise Unreadable(f"{name}: {value} dollars is too much to count; the limit is {MOST_CENTS // 100:,}")
    return found


def _unknown(book: Rulebook, name: str) -> str:
    known = list(changeable(book))
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    if not near:
        near = [other for other in known if other.split(".")[0] == name.split(".", maxsplit=1)[0]]
    hint = f"did you mean {' or '.join(near[:4])}?" if near else f"there are {', '.join(known)}"
    return f"{book.key} has nothing called {name!r} to change; {hint}"


def _award(row: JackpotRow) -> str:
    if row.share is not None:
        return f"{_decimal(row.share * 100)}%"
    return "nothing" if row.fixed is None else _amount(row.fixed)


def _decimal(value: Fraction) -> str:
    """Exact if it has few decimals, like shares that people write; otherwise a fraction."""
    for places in range(9):
        if (scaled := value * 10**places).denominator == 1:
            whole, part = divmod(scaled.numerator, 10**places)
            return f"{whole}.{part:0{places}d}" if places else str(whole)
    return str(value)


def _amount(amount: int | None) -> str:
    if amount is None:
        return "none"
    return str(amount // 100) if amount % 100 == 0 else f"{amount // 100}.{amount % 100:02d}"
