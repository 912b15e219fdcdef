"""Compare what was played with what the file expects."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from croupier.citation import printed
from croupier.errors import Unreadable
from croupier.roundfile.read import Script, shown
from croupier.roundfile.run import Played, play
from croupier.rulebook.model import Rulebook


def differences(played: Played) -> list[str]:
    """A sentence for each difference; none means that the file passes."""
    return [*_refusal(played), *_rounds(played), *_absent(played)]


OTHER_ORDERS = range(1, 6)


def warning(played: Played) -> str | None:
    """Cards that the file does not list (R-99): they fail nothing, but a reader should know whether they matter."""
    unlisted = [
        f"round {number}: {round_['unlisted']}"
        for number, round_ in enumerate(played.rounds, 1)
        if "unlisted" in round_
    ]
    if not unlisted:
        return None
    passed = sum(_passes(played.script, seed) for seed in OTHER_ORDERS)
    first, last, tried = OTHER_ORDERS[0], OTHER_ORDERS[-1], len(OTHER_ORDERS)
    others = f"with --seed {first} to {last} it passes {passed} of {tried} times"
    return f"warning: cards that the file does not list (R-99): {'; '.join(unlisted)}; {others}"


def _passes(script: Script, seed: int) -> bool:
    try:
        return not differences(play(script, seed))
    except Unreadable:  # an order after a reshuffle may name a card that another order has dealt
        return False


def _refusal(played: Played) -> Iterator[str]:
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
    given = printed(refusal.cites)
    book = played.script.book
    for cite in expected.cites:
        if not cited(book, cite, given):
            yield f"the refusal cites {', '.join(given) or 'nothing'}, not {cite}"
    if expected.cites_any and not any(cited(book, cite, given) for cite in expected.cites_any):
        yield f"the refusal cites {', '.join(given) or 'nothing'}, none of {', '.join(expected.cites_any)}"


def _rounds(played: Played) -> Iterator[str]:
    expected, rounds = played.script.expect, played.rounds
    if len(expected) > len(rounds):
        yield f"expected {len(expected)} rounds, {len(rounds)} were played"
        return
    for number, (wanted, got) in enumerate(zip(expected, rounds, strict=False), 1):
        yield from _compare(played.script.book, f"round {number}", wanted, msgspec.to_builtins(got))


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
