"""Enumerations that cost no more to name than any other word."""

from enum import Enum
from typing import TypeVar

E = TypeVar("E", bound=Enum)


def plain_members(enumeration: type[E]) -> type[E]:
    """Let the class hold its members as plain attributes.

    Python 3.11 finds a member through a property, which takes ten times as long as an attribute and made a third of
    the time of a round. From 3.12 on Python does the same by itself.
    """
    for member in enumeration:
        type.__setattr__(enumeration, member.name, member)
    return enumeration
