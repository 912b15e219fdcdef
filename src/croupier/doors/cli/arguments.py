"""What the options of a command say, read or refused; and the answer, printed."""

import argparse
import re
from collections.abc import Iterable

from croupier.base.errors import Unreadable
from croupier.rules.cards import Card, parse_cards, with_letters
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.model import Device

FOUND = 0


def show(lines: Iterable[str]) -> int:
    print("\n".join(lines))
    return FOUND


def or_else(text: str | None, otherwise: str) -> str:
    return otherwise if text is None else text


MOST = Cents(10**11)


def amount(name: str, text: str) -> Cents:
    try:
        found = cents(text.removeprefix("$").replace(",", ""))
    except ValueError as wrong:
        raise Unreadable(f"{name}: {wrong}") from None
    if found > MOST:
        raise Unreadable(f"{name}: {text} dollars is too much to count; the limit is {MOST // 100:,}")
    return found


def above_nothing(name: str, text: str) -> Cents:
    found = amount(name, text)
    if not found:
        raise Unreadable(f"{name}: expected an amount above 0")
    return found


def number(name: str, text: str, *, least: int = 0, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text) or not least <= int(text) <= most:
        raise Unreadable(f"{name}: expected a whole number from {least} to {most}, got {text!r}")
    return int(text)


def cards(name: str, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(with_letters(text))
    except ValueError as wrong:
        raise Unreadable(f"{name}: {wrong}") from None


def add_dealing(parser: argparse.ArgumentParser, default: str | None) -> None:
    """As round files call it; `--device` is how it was spelt before."""
    parser.add_argument("--dealing", choices=[str(device) for device in Device], default=default, help="default: shoe")
    parser.add_argument("--device", dest="dealing", choices=[*Device], default=default, help=argparse.SUPPRESS)
