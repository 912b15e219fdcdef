"""Reading PHH: a hand in a file (`.phh`), or a collection of them in numbered sections (`.phhs`).

Every fault is found here, with its line and what would be accepted; a faulty hand does not spoil its neighbours.
"""

import datetime
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

from croupier.base.toml_text import check_dotted_keys, no_toml
from croupier.base.values import Value
from croupier.rounds.histories.hand import VARIANTS, Action, Chips, Hand, parse_action, required

Check = Callable[[object, int], Any]
"""Takes the value and the number of players; answers with the value as we keep it, or raises ValueError."""

MOST = 10**15
INFINITE = (Decimal("inf"), Decimal("-inf"))


class PhhEntry(Value):
    """One hand of a file, or what is wrong with it."""

    name: str
    """The section's name in a collection, and nothing in a file of one hand."""
    line: int
    """Where it begins."""
    hand: Hand | None = None
    problem: str = ""
    remarks: tuple[str, ...] = ()
    """What the standard does not know, and the reader passed over."""
    text: str = ""
    """As in the file."""

    def line_of(self, number: int) -> int:
        """Where an action stands, counted from 1."""
        found = _toml(self.text)
        data = found if isinstance(found, str) or not self.name else found[self.name]
        if isinstance(data, str):
            return self.line  # what looked like a section stood inside a value
        place = start = _key_in(self.text, "actions")
        for action in data["actions"][:number]:
            place = max(start, self.text.find(action, start))
            start = place + len(action)
        return self.line + self.text.count("\n", 0, place)


def read_phh(text: str) -> Iterator[PhhEntry]:
    sections = list(_sections(text))
    if not sections:
        yield PhhEntry("", 1, problem="line 1: no hand; a hand begins with variant, a collection with [1]")
        return
    if sections[0].name is None:
        yield _entry(sections[0], sections[0].parse())
        return
    seen: dict[str, int] = {}
    whole: dict[str, Any] | str | None = None
    for section in sections:
        name = section.name or ""
        if name in seen:
            again = f"line {section.line}: hand [{name}] stands at line {seen[name]} already; number them differently"
            yield PhhEntry(name, section.line, problem=again)
            continue
        found = section.parse()
        if isinstance(found, str) and whole is None:
            whole = _toml(text)
        if isinstance(found, str) and isinstance(whole, dict):
            # What looked like the head of a section stood inside a value: the whole file knows better.
            by_name = {section.name: section for section in sections}
            yield from [_entry(by_name[key], whole) for key in whole if key in by_name and key not in seen]
            return
        seen[name] = section.line
        yield _entry(section, found)


class _Section(Value):
    name: str | None
    line: int
    text: str

    def parse(self) -> dict[str, Any] | str:
        """The fields, or what is wrong."""
        if self.name is not None and (plain := _plain(self.text)) is not None:
            return {self.name: plain}
        found = _toml(self.text)
        return _at(found, self.line) if isinstance(found, str) else found


_HEAD = re.compile(r"""^[ \t]*\[[ \t]*(?:([\w-]+)|"([^"\\\n]*)"|'([^'\n]*)')[ \t]*\][ \t]*(?:\#.*)?\r?$""", re.A | re.M)
_BLANK = re.compile(r"(?:[ \t]*(?:#.*)?(?:\r?\n|\Z))*")


def _sections(text: str) -> Iterator[_Section]:
    """Split before parsing, so that a fault stays in its hand and line numbers are known."""
    heads = list(_HEAD.finditer(text))
    blank = _BLANK.match(text)
    start = blank.end() if blank else 0
    if start == len(text):
        return
    if not heads or heads[0].start() > start:
        yield _Section(None, 1, text)
        return
    line = text.count("\n", 0, start) + 1
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        end = len(text) if following is None else following.start()
        name = next(group for group in head.groups() if group is not None)
        yield _Section(name, line, text[head.start() : end])
        line += text.count("\n", head.start(), end)


def _plain(text: str) -> dict[str, Any] | None:
    """A section of one `key = value` a line, as collections of thousands are written; five times as fast as TOML.

    Anything else is left to tomllib.
    """
    data: dict[str, Any] = {}
    for line in text.split("\n")[1:]:
        if not line:
            continue
        key, equals, value = line.partition(" = ")
        if not equals or key in data or not key.isidentifier() or not key.isascii():
            return None
        if value.startswith("['") and value.endswith("']"):
            strings = value[2:-2].split("', '")
            if value.count("'") != 2 * len(strings) or not value.isprintable():
                return None
            data[key] = strings
            continue
        try:
            data[key] = _line(line)
        except (ValueError, RecursionError):
            return None
    return data


@lru_cache(maxsize=4096)
def _line(line: str) -> Any:
    """Cached: most lines of a collection are in every hand."""
    check_dotted_keys(line)
    (value,) = tomllib.loads(line, parse_float=_decimal).values()
    return value


def _toml(text: str) -> dict[str, Any] | str:
    """What the text holds, or why it is not TOML; absurdly large numbers are refused too."""
    try:
        check_dotted_keys(text)
        return tomllib.loads(text, parse_float=_decimal)
    except ValueError as error:
        return no_toml(text, error)
    except RecursionError:
        return "not TOML: a value is nested too deeply"


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{text} is out of range") from None


def _at(message: str, first: int) -> str:
    """tomllib counts lines from the beginning of what it was given."""
    return re.sub(r"^line (\d+):", lambda match: f"line {int(match[1]) + first - 1}:", message)


def _entry(section: _Section, found: dict[str, Any] | str) -> PhhEntry:
    name = section.name or ""
    if isinstance(found, str):
        return PhhEntry(name, section.line, problem=found)
    data = found if section.name is None else found[section.name]
    try:
        hand = hand_of(data)
    except _Wrong as wrong:
        line = section.line + wrong.line_in(section.text)
        return PhhEntry(name, section.line, problem=f"line {line}: {wrong}")
    unknown = [key for key in hand.own if not key.startswith("_")]
    remarks = tuple(f"{key} is not a field of the standard; custom fields begin with _" for key in unknown)
    return PhhEntry(name, section.line, hand, remarks=remarks, text=section.text)


def _key_in(text: str, key: str) -> int:
    """The position of a field in the text of a section."""
    match = re.search(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", text, re.M)
    return match.start() if match else 0


class _Wrong(Exception):
    """A field or an action that breaks the standard."""

    def __init__(self, message: str, key: str, action: str | None = None) -> None:
        super().__init__(message)
        self.key = key
        self.action = action

    def line_in(self, text: str) -> int:
        """How many lines below the beginning of the section the fault stands."""
        start = _key_in(text, self.key)
        if self.action is not None:
            start = max(start, text.find(self.action, start))
        return text.count("\n", 0, start)


def hand_of(data: Mapping[str, Any]) -> Hand:
    """Check every field against the standard."""
    variant = data.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        said = "is missing" if variant is None else f"{variant!r} is unknown"
        raise _Wrong(f"variant {said}; known: {', '.join(VARIANTS)}", "variant")
    wanted = required(variant)
    for key in wanted:
        if key not in data:
            raise _Wrong(f"{key} is missing; a hand of {variant} has {', '.join(wanted)}", "variant")
    stacks = data["starting_stacks"]
    players = len(stacks) if isinstance(stacks, list) else 0
    if players < 2:
        raise _Wrong("starting_stacks: expected an array with the stacks of two or more players", "starting_stacks")
    checked: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for key, value in data.items():
        if key in ("variant", "actions"):
            continue
        check = REQUIRED.get(key) or OPTIONAL.get(key)
        if check is None:
            own[key] = value
            continue
        try:
            kept = check(value, players)
        except ValueError as error:
            raise _Wrong(f"{key}: {error}", key) from None
        (checked if key in REQUIRED else facts)[key] = kept
    actions = tuple(_actions(data["actions"], players))
    return Hand(variant=variant, actions=actions, facts=facts, own=own, **checked)


def _actions(value: object, players: int) -> Iterator[Action]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise _Wrong("actions: expected an array of strings", "actions")
    for number, text in enumerate(value, 1):
        try:
            yield parse_action(text, players)
        except ValueError as error:
            raise _Wrong(f"action {number} {text!r}: {error}", "actions", text) from None


# --- What a field may hold ---------------------------------------------------------------------------------------


def _text(value: object, _: int) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a string, got {_written(value)}")
    return value


def _whole_number(value: object, _: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"expected a whole number, got {_written(value)}")
    return value


def _name_or_number(value: object, players: int) -> str | int:
    return value if isinstance(value, str) else _whole_number(value, players)


def _flag(value: object, _: int) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, got {_written(value)}")
    return value


def _time(value: object, _: int) -> datetime.time:
    if not isinstance(value, datetime.time):
        raise ValueError(f"expected a local time such as 20:15:00, got {_written(value)}")
    return value


def _number(value: object, _: int) -> Chips:
    if not isinstance(value, int | Decimal) or isinstance(value, bool) or value != value:  # noqa: PLR0124 (nan)
        raise ValueError(f"expected a number, got {_written(value)}")
    if not -MOST < value < MOST and value not in INFINITE:
        raise ValueError(f"expected a number below {MOST:,}, got {_written(value)}")
    return value


def _finite(value: object, players: int) -> Chips:
    number = _number(value, players)
    if isinstance(number, Decimal) and not number.is_finite():
        raise ValueError(f"expected a finite number, got {number}")
    return number


def _not_negative(value: object, players: int) -> Chips:
    number = _finite(value, players)
    if number < 0:
        raise ValueError(f"expected 0 or more, got {number}")
    return number


def _positive(value: object, players: int) -> Chips:
    number = _finite(value, players)
    if number <= 0:
        raise ValueError(f"expected more than 0, got {number}")
    return number


def _stack(value: object, players: int) -> Chips:
    number = _number(value, players)
    if number <= 0:
        raise ValueError(f"a stack is more than nothing, or inf where it is unknown, not {number}")
    return number


def _each(check: Check) -> Check:
    """An array with a value for every player."""

    def checked(value: object, players: int) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ValueError(f"expected an array, got {_written(value)}")
        if len(value) != players:
            raise ValueError(f"expected a value for each of the {players} players, got {len(value)}")
        return tuple(check(item, players) for item in value)

    return checked


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, Decimal) else repr(value)


REQUIRED: Mapping[str, Check] = {
    "antes": _each(_not_negative),
    "blinds_or_straddles": _each(_finite),
    "bring_in": _positive,
    "small_bet": _positive,
    "big_bet": _positive,
    "min_bet": _positive,
    "starting_stacks": _each(_stack),
}
OPTIONAL: Mapping[str, Check] = {
    **dict.fromkeys(("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"), _text),
    **dict.fromkeys(("time_zone", "time_zone_abbreviation", "currency", "currency_symbol"), _text),
    **dict.fromkeys(("day", "month", "year", "level", "seat_count"), _whole_number),
    "time": _time,
    "hand": _name_or_number,
    "table": _name_or_number,
    "seats": _each(_whole_number),
    "players": _each(_text),
    "finishing_stacks": _each(_not_negative),
    "winnings": _each(_not_negative),
    "ante_trimming_status": _flag,
    "time_limit": _number,
    "time_banks": _each(_number),
}
