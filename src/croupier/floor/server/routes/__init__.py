"""The handlers, one for each row of the matrix: they read path and query, ask the floor, and write its answer."""

from croupier.floor.server.routes import (
    demo,
    drills,
    events,
    everybody,
    incidents,
    inspecting,
    links,
    money,
    people,
    searching,
    shifts,
    tables,
)
from croupier.floor.server.routes.registry import HANDLERS

__all__ = [
    "HANDLERS",
    "demo",
    "drills",
    "events",
    "everybody",
    "incidents",
    "inspecting",
    "links",
    "money",
    "people",
    "searching",
    "shifts",
    "tables",
]
