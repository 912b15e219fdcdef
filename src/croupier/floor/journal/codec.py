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
    """What may stand in a stream of one family, as types."""

    commands: Any
    events: Any
    state: Any


WORDS = {
    Family.HOUSE: Words(HouseCommand, HouseEvent, HouseState),
    Family.POKER: Words(PokerCommand, PokerEvent, PokerState),
    Family.LINK: Words(LinkCommand, LinkEvent, Link),
}


class WrittenState(Value):
    """A state, and the program that it was written by: the number of its language and the shape of its states."""

    v: int
    shape: str
    then: msgspec.Raw


class EventCodec(Generic[E]):
    """Events of one union as JSON. Who adds words to a family's own makes one of the greater union."""

    def __init__(self, union: Any) -> None:
        self._decoder: msgspec.json.Decoder[tuple[E, ...]] = msgspec.json.Decoder(GenericAlias(tuple, (union, ...)))

    def encode(self, events: Sequence[E]) -> msgspec.Raw:
        """As they stand in a body."""
        return msgspec.Raw(_ENCODER.encode(events)) if events else NOTHING

    def decode(self, v: object, then: bytes | msgspec.Raw) -> tuple[E, ...]:
        """What has happened, in today's words, from those of the number `v`."""
        if check_version(v) == VERSION:
            return self._decoder.decode(then)
        now = upcast(v, msgspec.json.decode(then))
        return self._decoder.decode(_ENCODER.encode(now))


class StateCodec(Generic[S]):
    """States of one type as JSON, for snapshots. A snapshot is a cache: who has states of another shape, or speaks
    another language, folds the stream from its beginning. A field that was added would stand there with its default,
    and not as folding gives it."""

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
        """A digest of everything that a state may hold, by names and types."""
        told = _ENCODER.encode(_without_words(msgspec.json.schema(self._state)))
        return blake2b(told, digest_size=8).hexdigest()


def _without_words(schema: Any) -> Any:
    """Docstrings say nothing about the shape."""
    if isinstance(schema, dict):
        return {key: _without_words(value) for key, value in sorted(schema.items()) if key != "description"}
    return [_without_words(each) for each in schema] if isinstance(schema, list) else schema


_ENCODER = msgspec.json.Encoder()
_WRITTEN = msgspec.json.Decoder(WrittenState)
