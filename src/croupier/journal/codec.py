"""Events and snapshots as JSON, by the family of their stream: each family has a union of its own."""

from collections.abc import Sequence
from enum import StrEnum
from types import GenericAlias
from typing import Any, Generic, TypeVar

import msgspec

from croupier.games.house.commands import HouseCommand
from croupier.games.house.events import HouseEvent
from croupier.games.house.table import HouseState
from croupier.games.poker.commands import PokerCommand
from croupier.games.poker.events import PokerEvent
from croupier.games.poker.table import PokerState
from croupier.jackpot.commands import LinkCommand
from croupier.jackpot.events import LinkEvent
from croupier.jackpot.link import Link
from croupier.journal.entry import NOTHING
from croupier.journal.upcast import VERSION, check_version, upcast
from croupier.values import Value

Event = HouseEvent | PokerEvent | LinkEvent
State = HouseState | PokerState | Link
E = TypeVar("E")


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


class Written(Value):
    """A number and what it is the language of; the rest is not looked at before the number is."""

    v: Any
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


_ENCODER = msgspec.json.Encoder()
_WRITTEN = msgspec.json.Decoder(Written)
_EVENTS: dict[Family, EventCodec[Event]] = {family: EventCodec(words.events) for family, words in WORDS.items()}
_STATES: dict[Family, msgspec.json.Decoder[State]] = {
    family: msgspec.json.Decoder(words.state) for family, words in WORDS.items()
}


def encode_events(events: Sequence[Event]) -> bytes:
    return _encoded(events)


def decode_events(family: Family, body: bytes) -> tuple[Event, ...]:
    """What has happened, in today's words."""
    written = _WRITTEN.decode(body)
    return _EVENTS[family].decode(written.v, written.then)


def encode_state(state: State) -> bytes:
    return _encoded(state)


def decode_state(family: Family, body: bytes) -> State | None:
    """A snapshot; None for one of an older number, whose stream is folded from the beginning."""
    written = _WRITTEN.decode(body)
    return _STATES[family].decode(written.then) if check_version(written.v) == VERSION else None


def _encoded(then: object) -> bytes:
    return _ENCODER.encode(Written(VERSION, msgspec.Raw(_ENCODER.encode(then))))
