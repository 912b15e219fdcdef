"""What a value holds by its annotations: all its citations, or all its cards, wherever they stand in it.

Text cannot tell them apart (a player may be called `As`), so the types of the fields do, read once for each class.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

Reader = Callable[[Any], Iterator[str]]


def texts_of(value: Struct, kind: Any) -> Iterator[str]:
    """Every text in the value whose type says `kind`, a NewType, in the order of the fields."""
    for name, read in _fields(type(value), kind):
        yield from read(getattr(value, name))


@cache
def _fields(struct: type[Struct], kind: Any) -> tuple[tuple[str, Reader], ...]:
    hints = get_type_hints(struct)
    readers = ((name, _reader(hints[name], kind)) for name in struct.__struct_fields__)
    return tuple((name, read) for name, read in readers if read is not None)


def _reader(hint: Any, kind: Any) -> Reader | None:
    """How to read such a field; None where nothing of this kind can stand in it."""
    if hint is kind:
        return lambda text: iter((text,))
    if isinstance(hint, type) and issubclass(hint, Struct):
        return lambda struct: texts_of(struct, kind)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Union or origin is UnionType:
        return _one_of([arm for arm in arguments if arm is not type(None)], kind)
    if origin is tuple or origin in (list, frozenset):
        return _each(_one_of([arm for arm in arguments if arm is not Ellipsis], kind))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys, values = (_reader(argument, kind) for argument in arguments)
        return _items(keys, values)
    return None


def _one_of(arms: list[Any], kind: Any) -> Reader | None:
    """A field of several types holds structs of this or that class, or nothing: each is read as what it is."""
    readers = [_reader(arm, kind) for arm in arms]
    if not any(readers):
        return None
    (first, *others) = [read for read in readers if read is not None]
    if not others and len(arms) == 1:
        return lambda value: iter(()) if value is None else first(value)
    texts = first if kind in arms else None

    def read(value: Any) -> Iterator[str]:
        if isinstance(value, Struct):
            yield from texts_of(value, kind)
        elif isinstance(value, str) and texts is not None:
            yield value
        else:
            assert value is None or not isinstance(value, str | tuple | Mapping), f"{arms}: {value!r} cannot be told"

    return read


def _each(read: Reader | None) -> Reader | None:
    if read is None:
        return None
    return lambda values: (text for value in values for text in read(value))


def _items(keys: Reader | None, values: Reader | None) -> Reader | None:
    if keys is None and values is None:
        return None

    def read(mapping: Mapping[Any, Any]) -> Iterator[str]:
        for key, value in mapping.items():
            if keys is not None:
                yield from keys(key)
            if values is not None:
                yield from values(value)

    return read
