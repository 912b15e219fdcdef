"""The demo's floor and its users. Their passwords are made once for each store and saved next to it."""

import os
import secrets
from pathlib import Path

import msgspec

from croupier.floor.live.state.people import Role
from croupier.floor.store.base import StoreUnusable

USERS: dict[str, Role] = {
    "sam": Role.SHIFT_MANAGER,
    "pia": Role.PIT_SUPERVISOR,
    "pat": Role.PIT_SUPERVISOR,
    "dan": Role.DEALER,
    "una": Role.AUDITOR,
    "sue": Role.SHIFT_MANAGER,
    "Ann": Role.PLAYER,
    "Ben": Role.PLAYER,
    "Cy": Role.PLAYER,
    "Dee": Role.PLAYER,
}
WALLET = 1_000_000
"""Cents of play chips that each player starts with."""
FLOOR = Path(__file__).with_name("demo_floor.toml")
AMONG_FRIENDS = Path(__file__).with_name("friends_floor.toml")


def passwords_of(folder: Path) -> Path:
    """The file next to the store."""
    return folder.with_name(f"{folder.name}.passwords.json")


def passwords(folder: Path, *, is_new: bool) -> dict[str, str]:
    """The passwords of the demo's users; made for a new store."""
    file = passwords_of(folder)
    if is_new:
        made = {name: secrets.token_urlsafe(12) for name in USERS}
        file.unlink(missing_ok=True)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as kept:
            kept.write(msgspec.json.encode(made) + b"\n")
            kept.flush()
            os.fsync(kept.fileno())
        return made
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        raise StoreUnusable("key", f"the passwords of this demo are missing: put {file} back") from None
