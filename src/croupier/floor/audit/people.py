"""Accounts and sessions: the rows of the store are what the entries of the house made of them."""

from hashlib import sha256
from typing import Any

from .reading import Body, Entry, Ring, Source, need

HOUSE = "house"


class People:
    """From the entry on that takes all accounts on record. A role that somebody wrote into the file is found here."""

    def __init__(self, source: Source, ring: Ring | None) -> None:
        self._users, self._sessions = source.users, source.sessions
        self._training, self._meta, self._ring = source.training, source.meta, ring
        self._kept: dict[str, str] = {}
        self._settings: dict[str, str] = {}
        self._roles: dict[str, tuple[str, bool]] = {}
        self._open: dict[int, str] = {}
        self._since: int | None = None
        """The number of the entry; None in journals that are older than it."""
        self._before = 0

    def entry(self, entry: Entry, body: Body) -> None:
        if entry.stream != HOUSE:
            return
        self._kept.update(body.kept)
        for event in body.then:
            self._add(entry, event)

    def _add(self, entry: Entry, event: dict[str, Any]) -> None:
        match event["type"]:
            case "users-entered":
                self._since, self._before = entry.seq, event.get("sessions", 0)
                for each in event["users"]:
                    self._roles[each["user"].lower()] = each["role"], each.get("disabled", False)
            case "player-added":
                self._roles.setdefault(event["player"].lower(), ("player", False))
            case "user-made" | "role-given":
                self._roles[event["user"].lower()] = event["role"], event.get("disabled", False)
            case "user-forgotten":
                self._roles.pop(event["user"].lower(), None)
            case "settings-noted":
                self._settings = event["settings"]
            case "signed-in":
                name = event["user"].lower()
                need(name in self._roles, entry[:2], "users", f"{event['user']} signed in and has no account")
                self._open[event["session"]] = name
                for number in event.get("over", ()):
                    self._open.pop(number, None)
            case "sessions-ended":
                for number in event["sessions"]:
                    self._open.pop(number, None)

    def finish(self) -> None:
        if self._users is None or self._since is None:
            return
        kept = {name.lower(): (role, bool(disabled)) for name, role, _, _, disabled in self._users}
        at = (HOUSE, self._since)
        for name in sorted(kept.keys() | self._roles.keys()):
            found, made = kept.get(name), self._roles.get(name)
            need(
                found == made,
                at,
                "users",
                f"the account {name} is kept as {_told(found)}; its entries say {_told(made)}",
            )
        for row in self._users:
            self._compare(f"user/{row[0].lower()}", row)
        for number, user, token, began, until in self._sessions or ():
            self._compare(f"session/{number}", (token.hex(), user, began, until))
            before = number <= self._before and f"session/{number}" in self._kept
            is_known = before or self._open.get(number) == user.lower()
            need(is_known, at, "users", f"no entry says that {user} signed in to session {number}")
        self._check_beside()

    def _compare(self, name: str, row: tuple[object, ...]) -> None:
        told = "\n".join(map(str, ("croupier/row/1", name, *row)))
        digest = sha256(told.encode()).hexdigest()
        same = self._kept.get(name, digest) == digest  # older releases told no digest
        need(same, (HOUSE, self._since or 0), "users", f"the row of {name} is not the one that was kept with its entry")

    def _check_beside(self) -> None:
        """Rows that no entry describes carry a digest that only the key ring makes; entries name the demo's hooks."""
        at, meta = (HOUSE, self._since or 0), self._meta or {}
        forgotten = {*self._settings.get("unsafe", "").split(",")} - {*meta.get("unsafe", "").split(","), ""}
        need(not forgotten, at, "meta", f"the store has forgotten what is unsafe: {', '.join(sorted(forgotten))}")
        if self._ring is None or "rows.sealed" not in self._settings:
            return
        number, _, digest = meta.get("checkpoint", "").partition(" ")
        right = digest == self._ring.digest(f"checkpoint\n{number}".encode()).hex()
        need(right, at, "meta", "the number of the last checkpoint is not the one that was kept")
        for kind, user, number_, body in self._training:
            name = f"{kind}\n{user}\n{number_}"
            right = body[:32] == self._ring.digest(name.encode() + b"\n" + body[32:]).hex().encode()
            need(right, at, "training", f"{kind} {number_} of {user} was not kept by this house")


def _told(account: tuple[str, bool] | None) -> str:
    return "nothing" if account is None else f"{account[0]}{', disabled' if account[1] else ''}"
