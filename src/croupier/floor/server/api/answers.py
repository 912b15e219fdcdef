"""The types that each route answers with and the socket sends; source of OpenAPI and the pages' TypeScript."""

from croupier.floor.live.answers import (
    coaching,
    drills,
    events,
    history,
    house,
    incidents,
    inspecting,
    links,
    money,
    people,
    rounds,
    rules,
    said,
    searching,
    socket,
    tables,
    waits,
)

__all__ = [
    "FROM_SERVER",
    "ROUNDS",
    "coaching",
    "drills",
    "events",
    "history",
    "house",
    "incidents",
    "inspecting",
    "links",
    "money",
    "people",
    "rounds",
    "rules",
    "said",
    "searching",
    "socket",
    "tables",
    "waits",
]

FROM_SERVER = (
    socket.Hello,
    tables.Sign,
    tables.Table,
    links.Link,
    socket.Pit,
    tables.Lobby,
    said.Done,
    said.Waiting,
    said.PlayerAsked,
    said.Error,
    socket.Pong,
    socket.Bye,
)

ROUNDS = rounds.KINDS
"""The types of `round` in a view or a history, by the game of the table."""
