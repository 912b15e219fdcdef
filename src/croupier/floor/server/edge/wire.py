"""Reads what strangers send: one JSON object of exactly the expected kind, or `unreadable` with the reason.

Python's own parser, set to refuse NaN and duplicate keys, reads the text once. Then msgspec, which is strict about
types but ignores duplicate keys, makes the message.
"""

import json
import re
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta

from croupier.base.limits import LONGEST_REASON
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.server.edge.problems import Code, Problem

DEEPEST: Final = 16
END: Final = r"$(?!\n)"
"""The end of a text: `$` alone would let a line feed pass."""

_NAME, _THING_NAME = rf"^[A-Za-z][A-Za-z0-9._-]{{0,31}}{END}", rf"^[a-z0-9][a-z0-9-]{{0,31}}{END}"
_ID, _MONEY = rf"^[A-Za-z0-9_-]{{8,64}}{END}", rf"^[0-9]{{1,13}}(\.[0-9]{{1,2}})?{END}"
_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029"
PLAIN_TEXT: Final = rf"^[^{_CONTROLS}]*{END}"
_IN_WORDS = {
    PLAIN_TEXT: "plain text, without control characters",
    _NAME: "a user's name: a letter, then at most 31 letters, digits, dots, hyphens and underscores",
    _THING_NAME: "the name of a table or link: at most 32 lower-case letters, digits and hyphens",
    _ID: "8 to 64 letters, digits, hyphens and underscores",
    _MONEY: 'dollars as a decimal string, such as "12.50", at most "9999999999999.99"',
}
"""The expected value, for the error message."""

Name = Annotated[str, Meta(pattern=_NAME, description="a user's name")]
Thing = Annotated[str, Meta(pattern=_THING_NAME, description="the name of a table or link")]
Id = Annotated[str, Meta(pattern=_ID, description="made by the client, once for each act")]
Money = Annotated[str, Meta(pattern=_MONEY, description='dollars as a decimal string: "12.50"')]
Password = Annotated[str, Meta(min_length=10, max_length=200)]
Text = Annotated[str, Meta(max_length=2000)]
"""The longest act; no game has longer sentences."""
Count = Annotated[int, Meta(ge=0, le=2**53)]


class Message(Value, forbid_unknown_fields=True, rename="kebab"):
    """A message of a client; unknown keys are refused."""


M = TypeVar("M")

_USER = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,31}")
_THING = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_CONTROL = re.compile(f"[{_CONTROLS}]")


def is_user_name(text: str) -> bool:
    return _USER.fullmatch(text) is not None


def is_thing_name(text: str) -> bool:
    return _THING.fullmatch(text) is not None


class NotJson(Problem):
    """Not even JSON: not from a client of ours."""

    def __init__(self) -> None:
        super().__init__(Code.UNREADABLE, "the message is not JSON; send one JSON object")


def read(data: bytes, kind: type[M]) -> M:
    """The message in these bytes."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Problem(Code.UNREADABLE, "the message is not UTF-8") from None
    return converted(value_of(text), kind)


def value_of(text: str) -> object:
    """The JSON value, if it is well formed, not too deep, and no key appears twice. Text is read once, here."""
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise NotJson from None
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        raise Problem(Code.UNREADABLE, f"the message is nested too deeply; at most {DEEPEST} levels are read")
    if "\\u" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            why = "the message has half of a surrogate pair, which is not a character"
            raise Problem(Code.UNREADABLE, why) from None
    return value


def converted(value: object, kind: type[M]) -> M:
    """The same as a message of this kind."""
    if not isinstance(value, dict):
        raise Problem(Code.UNREADABLE, "the message must be one JSON object")
    try:
        return msgspec.convert(value, type=kind)
    except msgspec.MsgspecError as error:
        raise Problem(Code.UNREADABLE, _plain(str(error))) from None


def reason(text: str, *, most: int = LONGEST_REASON, needed: bool = False) -> str:
    """A few sentences in plain text."""
    if len(text) > most:
        raise Problem(Code.UNREADABLE, says("reason-over-limit", given=len(text), most=most))
    if _CONTROL.search(text):
        raise Problem(Code.UNREADABLE, says("reason-not-plain"))
    if needed and not text.strip():
        raise Problem(Code.UNREADABLE, says("reason-empty"))
    return text


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Problem(Code.UNREADABLE, "a key appears twice in the message; each may appear once")
    return found


def _no_constant(name: str) -> object:
    raise Problem(Code.UNREADABLE, f"{name} is not JSON; send finite numbers, and money as text")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)


def _depth(text: str) -> int:
    deepest = depth = 0
    inside = escaped = False
    for character in text:
        if inside:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                inside = False
        elif character == '"':
            inside = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _plain(why: str) -> str:
    """msgspec's message without its jargon."""
    for pattern, words in _IN_WORDS.items():
        why = why.replace(f"`str` matching regex {pattern!r}", words)
    return _CONTROL.sub("?", why.replace("`$.", "`").replace("Object", "the message"))[:300]
