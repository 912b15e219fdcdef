"""Finds all citations, or all cards, in a value by the types of its fields.

Text cannot tell them apart (a player may be called `As`), so the types of the fields do, read once for each class.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from croupier.base.sentences import Sentence

S = TypeVar("S", bound=Struct)
Change = Callable[[str], str]
Changer = Callable[[Any, Change], Any]


def texts_of(value: Struct, kind: Any) -> Iterator[str]:
    """Every text in the value whose type says `kind`, a NewType, in the order of the fields."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    with_texts(value, kind, note)
    return iter(found)


def with_texts(value: S, kind: Any, change: Change) -> S:
    """The value with another text in the place of every one whose type says `kind`."""
    fields = _fields(type(value), kind)
    if not fields:
        return value
    return replace(value, **{name: changer(getattr(value, name), change) for name, changer in fields})


@cache
def holds(struct: type[Struct], kind: Any) -> bool:
    """Whether a value of this class can hold such a text at all."""
    return bool(_fields(struct, kind))


@cache
def _fields(struct: type[Struct], kind: Any) -> tuple[tuple[str, Changer], ...]:
    hints = get_type_hints(struct)
    changers = ((name, _changer(hints[name], kind)) for name in struct.__struct_fields__)
    return tuple((name, changer) for name, changer in changers if changer is not None)


def _changer(hint: Any, kind: Any) -> Changer | None:
    """A function that changes such a field; None if it cannot hold this kind."""
    if hint is kind:
        return _text
    if hint is Sentence:
        return None  # its values are plain texts and sentences
    if isinstance(hint, type) and issubclass(hint, Struct):
        return lambda struct, change: with_texts(struct, kind, change)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Union or origin is UnionType:
        return _one_of([arm for arm in arguments if arm is not type(None)], kind)
    if origin is tuple or origin in (list, frozenset):
        arms = [arm for arm in arguments if arm is not Ellipsis]
        return _each(_text if arms == [kind] else _one_of(arms, kind))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys, values = (_changer(argument, kind) for argument in arguments)
        return _items(keys, values)
    return None


def _one_of(arms: list[Any], kind: Any) -> Changer | None:
    """A field of several types holds structs of this or that class, or nothing: each is read as what it is."""
    changers = [_changer(arm, kind) for arm in arms]
    if not any(changers):
        return None
    (first, *others) = [changer for changer in changers if changer is not None]
    if not others and len(arms) == 1:
        return lambda value, change: None if value is None else first(value, change)
    texts = kind in arms

    def changer(value: Any, change: Change) -> Any:
        if isinstance(value, Struct):
            return with_texts(value, kind, change)
        if isinstance(value, str) and texts:
            return change(value)
        assert value is None or not isinstance(value, str | tuple | Mapping), f"{arms}: {value!r} cannot be told"
        return value

    return changer


def _text(text: str, change: Change) -> str:
    return change(text)


def _each(changer: Changer | None) -> Changer | None:
    if changer is None:
        return None
    if changer is _text:
        return lambda values, change: type(values)(map(change, values))
    return lambda values, change: type(values)([changer(value, change) for value in values])


def _items(keys: Changer | None, values: Changer | None) -> Changer | None:
    if keys is None and values is None:
        return None

    def changer(mapping: Mapping[Any, Any], change: Change) -> dict[Any, Any]:
        return {
            key if keys is None else keys(key, change): value if values is None else values(value, change)
            for key, value in mapping.items()
        }

    return changer
