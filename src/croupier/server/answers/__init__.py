"""Every message that the server sends, as types by subject; the OpenAPI document and the pages' TypeScript come of it.

Answers are written by those who know them; tests compare what is written with these types.
"""

from msgspec import Struct

from croupier.server.answers import (
    coaching,
    drills,
    history,
    house,
    incidents,
    links,
    money,
    people,
    rounds,
    rules,
    said,
    socket,
    tables,
)

GIVEN: dict[str, tuple[type[Struct], ...]] = {
    "done": (said.Done,),
    "answered": (said.Done, said.Waiting, said.PlayerAsked),
    "asked-of-me": (said.AskedOfMe,),
    "health": (house.Health,),
    "house": (house.House,),
    "document": (house.Document,),
    "tables": (tables.Tables,),
    "links": (links.Links,),
    "link": (links.Link,),
    "table": (tables.Table,),
    "sign": (tables.Sign,),
    "session": (people.SessionBegun,),
    "user": (people.User,),
    "user-or-change": (people.User, links.ChangeAsked),
    "done-or-change": (said.Done, links.ChangeAsked),
    "users": (people.Users,),
    "house-changes": (people.HouseChanges,),
    "sessions": (people.Sessions,),
    "second-factor": (people.SecondFactorOffered, people.SecondFactorOn),
    "me": (people.Me,),
    "ended": (people.Ended,),
    "rounds": (history.Rounds,),
    "round": (history.Round,),
    "steps": (history.Steps,),
    "own-rounds": (history.OwnRounds,),
    "rulebook": (rules.RulebookTold,),
    "rulings": (rules.Rulings,),
    "coach": (coaching.CoachSays,),
    "proof": (history.Proof,),
    "deck": (history.Proof,),
    "incidents": (incidents.Incidents,),
    "incident": (incidents.IncidentTold,),
    "incident-kinds": (incidents.IncidentKinds,),
    "preview": (incidents.Preview,),
    "account": (money.Account,),
    "change": (links.ChangeAsked,),
    "reconciliation": (links.Reconciliation,),
    "changes": (links.Changes,),
    "award": (links.OneAward,),
    "figures": (money.Figures,),
    "entries": (house.Entries,),
    "ledger": (money.Ledger,),
    "checkpoints": (house.Checkpoints,),
    "now": (house.Now,),
    "stacked": (tables.Stacked,),
    "player": (people.PlayerAdded,),
    "training": (drills.Training,),
    "drill": (drills.Drill,),
    "marked": (drills.Marked,),
}
"""The schemas of good answers, by the word in the matrix; `live` and `metrics` are not JSON."""

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
"""What a view or a history has as its `round`, by the game of the table."""
