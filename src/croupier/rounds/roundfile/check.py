"""Compare what was played with what the file expects."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from croupier.base.citation import printed
from croupier.base.errors import Unreadable
from croupier.base.json_answers import as_object
from croupier.rounds.roundfile.answers import HouseRound, PokerRound
from croupier.rounds.roundfile.read import shown
from croupier.rounds.roundfile.read_tables import AnyScript
from croupier.rounds.roundfile.run import Played, PlayedTables, play
from croupier.rules.rulebook.model import Rulebook


def differences(played: Played | PlayedTables) -> list[str]:
    """A sentence for each difference; none means that the file passes."""
    if isinstance(played, PlayedTables):
        return [*_refusal(played), *_tables(played), *_awards(played), *_absent_at_tables(played)]
    script = played.script
    return [*_refusal(played), *_rounds(script.book, script.expect, played.rounds), *_absent(played)]


OTHER_ORDERS = range(1, 6)


def warning(played: Played | PlayedTables) -> str | None:
    """Cards that the file does not list (R-99): they fail nothing, but a reader should know whether they matter."""
    at_tables: Mapping[str, Sequence[HouseRound | PokerRound]]
    at_tables = played.rounds if isinstance(played, PlayedTables) else {"": played.rounds}
    unlisted = [
        f"{name} round {number}: {round_.unlisted}".lstrip()
        for name, rounds in at_tables.items()
        for number, round_ in enumerate(rounds, 1)
        if round_.unlisted is not UNSET
    ]
    if not unlisted:
        return None
    passed = sum(_passes(played.script, seed) for seed in OTHER_ORDERS)
    first, last, tried = OTHER_ORDERS[0], OTHER_ORDERS[-1], len(OTHER_ORDERS)
    others = f"with --seed {first} to {last} it passes {passed} of {tried} times"
    return f"warning: cards that the file does not list (R-99): {'; '.join(unlisted)}; {others}"


def _passes(script: AnyScript, seed: int) -> bool:
    try:
        return not differences(play(script, seed))
    except Unreadable:  # an order after a reshuffle may name a card that another order has dealt
        return False


def _refusal(played: Played | PlayedTables) -> Iterator[str]:
    expected, refusal = played.script.refused, played.refusal
    if expected is None:
        if refusal is not None:
            cites = ", ".join(printed(refusal.cites))
            yield f"action {refusal.action} {refusal.text!r} was refused ({cites}): {refusal.why}"
        return
    if refusal is None:
        yield f"action {expected.action} was to be refused and was not"
        return
    if refusal.action != expected.action:
        yield f"action {expected.action} was to be refused, but action {refusal.action} was: {refusal.why}"
        return
    left_to = None if refusal.left_to is None else refusal.left_to.key
    if expected.left_to is not None and left_to != expected.left_to:
        yield f"the refusal leaves it to {left_to or 'nobody'}, not to {expected.left_to}"
    given = printed(refusal.cites)
    book = played.script.book
    if isinstance(played, PlayedTables) and refusal.table is not None:
        book = played.at(refusal.table)
    for cite in expected.cites:
        if not cited(book, cite, given):
            yield f"the refusal cites {', '.join(given) or 'nothing'}, not {cite}"
    if expected.cites_any and not any(cited(book, cite, given) for cite in expected.cites_any):
        yield f"the refusal cites {', '.join(given) or 'nothing'}, none of {', '.join(expected.cites_any)}"


_Round = Mapping[str, Any]


def _rounds(
    book: Rulebook, expected: Sequence[_Round], rounds: Sequence[HouseRound | PokerRound], where: str = ""
) -> Iterator[str]:
    if len(expected) > len(rounds):
        yield f"{where}expected {len(expected)} rounds, {len(rounds)} were played"
        return
    for number, (wanted, got) in enumerate(zip(expected, rounds, strict=False), 1):
        yield from _compare(book, f"{where}round {number}", wanted, as_object(got))


def _tables(played: PlayedTables) -> Iterator[str]:
    for name, expected in played.script.expect.items():
        yield from _rounds(played.at(name), expected, played.rounds[name], f"{name} ")


def _awards(played: PlayedTables) -> Iterator[str]:
    """All of them, in the order of payment; an empty list says that none was paid."""
    if (expected := played.script.awards) is None:
        return
    if len(expected) != len(played.awards):
        paid = ", ".join(f"{each.amount} at {each.table}" for each in played.awards) or "none"
        yield f"expected {len(expected)} awards, paid were {paid}"
        return
    for number, (wanted, got) in enumerate(zip(expected, played.awards, strict=True), 1):
        yield from _compare(played.script.book, f"award {number}", wanted, as_object(got))


def _absent_at_tables(played: PlayedTables) -> Iterator[str]:
    for book in {table.book.key: table.book for table in played.script.tables.values()}.values():
        given = printed(played.cited(book.key)) if played.script.absent else []
        yield from (
            f"{cite} was to be cited nowhere and was" for cite in played.script.absent if cited(book, cite, given)
        )


def _absent(played: Played) -> Iterator[str]:
    if played.script.absent:
        given = printed(played.cited())
        for cite in played.script.absent:
            if cited(played.script.book, cite, given):
                yield f"{cite} was to be cited nowhere and was"


def _compare(book: Rulebook, where: str, wanted: Any, got: Any) -> Iterator[str]:
    """Keys that are named must match; everything not named is free."""
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        for key, value in wanted.items():
            if key not in got:
                yield f"{where}: there is no {key}"
            elif key in ("cites", "void_cites"):
                yield from _citations(book, f"{where}: {key}", value, got[key])
            else:
                yield from _compare(book, f"{where} {key}", value, got[key])
    elif isinstance(wanted, list) and isinstance(got, list) and any(isinstance(item, Mapping) for item in wanted):
        if len(wanted) != len(got):
            yield f"{where}: expected {len(wanted)}, got {len(got)}"
        for number, (item, other) in enumerate(zip(wanted, got, strict=False), 1):
            yield from _compare(book, f"{where} {number}", item, other)
    elif wanted != got:
        yield f"{where}: expected {shown(wanted)}, got {shown(got)}"


def _citations(book: Rulebook, where: str, wanted: Any, got: list[str]) -> Iterator[str]:
    if not isinstance(wanted, list) or not all(isinstance(cite, str) for cite in wanted):
        yield f"{where}: expected a list of paragraphs, got {shown(wanted)}"
        return
    for cite in wanted:
        if not cited(book, cite, got):
            yield f"{where} are {', '.join(got) or 'none'}, not {cite}"


def cited(book: Rulebook, cite: str, given: list[str]) -> bool:
    """By paragraph number, ruling, or the name of a clause."""
    number = book.cited.get(cite, cite)
    return number in given
