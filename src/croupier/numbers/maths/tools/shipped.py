"""Counts that ship with the package, so that the approved games are solved without counting anything.

They are what is counted for the approved books and no pay table touches, or only one that changes decisions:
`counts/<name>.json`, plain numbers. Other counts are computed on demand. A test counts these again.

    python -m croupier.numbers.maths.count_again      writes the files again
"""

from collections.abc import Callable
from functools import cache, lru_cache, wraps
from importlib.resources import files
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

T = TypeVar("T")
P = ParamSpec("P")

FOLDER = files("croupier") / "numbers" / "maths" / "counts"


@cache
def _file(name: str) -> dict[str, Any]:
    try:
        content = (FOLDER / f"{name}.json").read_bytes()
    except FileNotFoundError:  # while it is counted for the first time
        return {}
    return cast("dict[str, Any]", msgspec.json.decode(content))


def shipped(file: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """For a function that counts, and answers with numbers in lists: the counts that ship, where they were asked for.

    Arguments are numbers or tuples of numbers; the result depends on nothing else, and nobody writes into it.
    """

    def looking_up(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=64)
        @wraps(make)
        def found(*given: P.args, **named: P.kwargs) -> T:
            assert not named, "given by place: they name the counts"
            known = _file(file).get(key_of(make.__name__, given))
            return make(*given, **named) if known is None else cast("T", known)

        return cast("Callable[P, T]", found)

    return looking_up


def key_of(name: str, given: tuple[Any, ...]) -> str:
    return f"{name}{given!r}" if given else name
