"""Accounts and sessions: the rows of the store are what the entries of the house made of them."""

from typing import Any

from .reading import Body, Entry, Source, need

HOUSE = "house"


class People:
    """From the entry on that takes all accounts on record. A role that somebody wrote into the file is found here."""

    def __init__(self, source: Source) -> None:
        self._users, self._sessions = source.users, source.sessions
        self._roles: dict[str, tuple[str, bool]] = {}
        self._open: dict[int, str] = {}
        self._since: int | None = None
        """The number of the entry; None in journals that are older than it."""
        self._before = 0

    def entry(self, entry: Entry, body: Body) -> None:
        if entry.stream != HOUSE:
            return
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
        kept = {name.lower(): (role, bool(disabled)) for name, role, disabled in self._users}
        at = (HOUSE, self._since)
        for name in sorted(kept.keys() | self._roles.keys()):
            found, made = kept.get(name), self._roles.get(name)
            need(
                found == made,
                at,
                "users",
                f"the account {name} is kept as {_told(found)}; its entries say {_told(made)}",
            )
        for number, user in self._sessions or ():
            is_known = number <= self._before or self._open.get(number) == user.lower()
            need(is_known, at, "users", f"no entry says that {user} signed in to session {number}")


def _told(account: tuple[str, bool] | None) -> str:
    return "nothing" if account is None else f"{account[0]}{', disabled' if account[1] else ''}"
