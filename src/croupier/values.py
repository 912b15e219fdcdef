"""What a value is here: never changed once made, so nothing that refers back to itself can be built from values."""

from typing import dataclass_transform

from msgspec import Struct, field


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, gc=False):
    """The base of every command, event, state, view and figure. Garbage collection need not look for cycles in them."""
