"""TOML that people write: what would take its reader for ever is refused before it is read; and what we write."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from croupier.base.errors import Unreadable
from croupier.base.limits import FILE_BYTES, PARTS_OF_A_KEY

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{PARTS_OF_A_KEY}}}")


def read_toml(text: str) -> dict[str, Any]:
    """Reads the text. Raises TOMLDecodeError if it is not TOML, another ValueError if no person would write it."""
    if len(text) > FILE_BYTES or len(text.encode("utf-8", "surrogatepass")) > FILE_BYTES:
        raise ValueError(f"it has more than {FILE_BYTES:,} bytes")
    check_dotted_keys(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise ValueError("a number has thousands of digits") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


_WHERE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def no_toml(text: str, error: ValueError) -> str:
    """What was wrong with a text, with the line in front like everything else that is said about a file."""
    found = _WHERE.search(str(error))
    if found is None:
        return f"not TOML: {error}"
    why = str(error)[: found.start()]
    if found[1] is None:
        return f"line {text.rstrip().count(chr(10)) + 1}: not TOML: {why}, and the file ends there"
    return f"line {found[1]}: not TOML: {why} (column {found[2]})"


def check_dotted_keys(text: str) -> None:
    if (found := _LONG_KEY.search(text)) is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise ValueError(f"the dotted key in line {line} has more than {PARTS_OF_A_KEY} parts")


def toml_string(text: str) -> str:
    """The text as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_section(name: str, pairs: Mapping[str, Any]) -> list[str]:
    return ["", f"[{name}]", *toml_pairs(pairs)]


def toml_pairs(pairs: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(key, value)}" for key, value in pairs.items()]


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else toml_string(key)


def _value(key: str, value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return toml_string(value)
        case tuple() | list():
            return f"[{', '.join(_value(key, each) for each in value)}]"
        case _:
            raise Unreadable(f"{key}: expected a text, a whole number, a flag or several of them, got {value!r}")
