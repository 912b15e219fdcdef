"""Events and snapshots as JSON, by the family of their stream: each family has a union of its own."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from types import GenericAlias
from typing import Any, Generic, TypeVar

import msgspec

from croupier.base.values import Value
from croupier.floor.journal.entry import NOTHING
from croupier.floor.journal.upcast import VERSION, check_version, upcast
from croupier.rules.games.house.commands import HouseCommand
from croupier.rules.games.house.events import HouseEvent
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.commands import PokerCommand
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.commands import LinkCommand
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.link import Link

E = TypeVar("E")
S = TypeVar("S")


class Family(StrEnum):
    HOUSE = "house"
    POKER = "poker"
    LINK = "link"


class Words(Value):
    """The types that a stream of one family can hold."""

    commands: Any
    events: Any
    state: Any


WORDS = {
    Family.HOUSE: Words(HouseCommand, HouseEvent, HouseState),
    Family.POKER: Words(PokerCommand, PokerEvent, PokerState),
    Family.LINK: Words(LinkCommand, LinkEvent, Link),
}


class WrittenState(Value):
    """A state, with the version of the journal's language and the shape of the states of the program that wrote it."""

    v: int
    shape: str
    then: msgspec.Raw


class EventCodec(Generic[E]):
    """Events of one union as JSON. A module that adds events to a family makes a codec of the larger union."""

    def __init__(self, union: Any) -> None:
        self._decoder: msgspec.json.Decoder[tuple[E, ...]] = msgspec.json.Decoder(GenericAlias(tuple, (union, ...)))

    def encode(self, events: Sequence[E]) -> msgspec.Raw:
        """The events as a body stores them."""
        return msgspec.Raw(_ENCODER.encode(events)) if events else NOTHING

    def decode(self, v: object, then: bytes | msgspec.Raw) -> tuple[E, ...]:
        """The events in today's form, from version `v` of the journal's language."""
        if check_version(v) == VERSION:
            return self._decoder.decode(then)
        now = upcast(v, msgspec.json.decode(then))
        return self._decoder.decode(_ENCODER.encode(now))


class StateCodec(Generic[S]):
    """States of one type as JSON, for snapshots. A snapshot is a cache: a program with another shape of states, or
    another version of the language, folds the stream from its beginning. Otherwise a newly added field would have its
    default instead of its folded value."""

    def __init__(self, state: type[S]) -> None:
        self._state = state
        self._decoder: msgspec.json.Decoder[S] = msgspec.json.Decoder(state)

    def encode(self, state: S) -> bytes:
        return _ENCODER.encode(WrittenState(VERSION, self.shape, msgspec.Raw(_ENCODER.encode(state))))

    def decode(self, body: bytes) -> S | None:
        try:
            written = _WRITTEN.decode(body)
        except msgspec.ValidationError:
            return None
        return self._decoder.decode(written.then) if (written.v, written.shape) == (VERSION, self.shape) else None

    @cached_property
    def shape(self) -> str:
        """A digest of the names and types of everything that a state may hold."""
        told = _ENCODER.encode(_without_words(msgspec.json.schema(self._state)))
        return blake2b(told, digest_size=8).hexdigest()


def _without_words(schema: Any) -> Any:
    """Docstrings are not part of the shape."""
    if isinstance(schema, dict):
        return {key: _without_words(value) for key, value in sorted(schema.items()) if key != "description"}
    return [_without_words(each) for each in schema] if isinstance(schema, list) else schema


_ENCODER = msgspec.json.Encoder()
_WRITTEN = msgspec.json.Decoder(WrittenState)
