"""Writing PHH: required fields first, one action on a line."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal

from croupier.base.toml_text import toml_string
from croupier.rounds.histories.hand import Hand, action_text

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_hand(hand: Hand) -> str:
    """A file of one hand (`.phh`)."""
    return "".join(f"{line}\n" for line in _lines(hand))


def write_hands(hands: Iterable[Hand]) -> str:
    """A collection (`.phhs`): sections [1], [2] …"""
    return "\n".join(f"[{number}]\n{write_hand(hand)}" for number, hand in enumerate(hands, 1))


def _lines(hand: Hand) -> Iterable[str]:
    facts = dict(hand.facts)
    yield f"variant = {_value(hand.variant)}"
    if "ante_trimming_status" in facts:
        yield f"ante_trimming_status = {_value(facts.pop('ante_trimming_status'))}"
    for key in ("antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet", "starting_stacks"):
        value = getattr(hand, key)
        if value is not None:
            yield f"{key} = {_value(value)}"
    yield "actions = ["
    for action in hand.actions:
        yield f"  {_value(action_text(action))},"
    yield "]"
    for key, value in (*facts.items(), *hand.own.items()):
        yield f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_string(key)


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case Decimal():
            return _decimal(value)
        case str():
            return toml_string(value)
        case datetime() | date() | time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            pairs = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
        case _:
            raise TypeError(f"{value!r} cannot be written as TOML")


def _decimal(number: Decimal) -> str:
    if number.is_nan():
        return "nan"
    if number.is_infinite():
        return "inf" if number > 0 else "-inf"
    text = str(number)
    return text if "." in text or "E" in text else f"{text}.0"
