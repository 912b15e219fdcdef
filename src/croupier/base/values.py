"""Immutable values. They cannot form cycles, so the garbage collector may skip them."""

from typing import dataclass_transform

from msgspec import Struct, field


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, gc=False):
    """The base of every command, event, state, view and figure."""
