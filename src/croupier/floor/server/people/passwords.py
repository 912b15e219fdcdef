"""Passwords, hashed with argon2id: a quarter of a second and 64 MiB each, so one at a time and a short queue."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from croupier.base.sentences import says
from croupier.floor.server.edge.problems import Code, Later

QUEUE = 8
T = TypeVar("T")
_HASHER = PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=1)
_QUICK = PasswordHasher(time_cost=1, memory_cost=1_024, parallelism=1)

NOBODYS = "$argon2id$v=19$m=65536,t=3,p=1$OtcFutFe4OrW3WTQITz1BQ$edoSpbQuUaCG+6cNNqar3wpDDEmsCIHFVXRU2Q565YU"
"""The hash of a password that nobody knows."""


def hashed(password: str) -> str:
    return _HASHER.hash(password)


def hashed_quickly(password: str) -> str:
    """For random passwords only: 96 bits cannot be guessed, however cheap a guess is."""
    return _QUICK.hash(password)


def matches(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except (Argon2Error, InvalidHashError):
        return False


_WORDS = {
    *(
        "password",
        "passwort",
        "passwordpassword",
        "mypassword",
        "letmein",
        "welcome",
        "iloveyou",
        "admin",
        "adminadmin",
    ),
    *("administrator", "changeme", "changemenow", "football", "baseball", "basketball", "princess", "sunshine"),
    *("superman", "dragon", "michael", "jordan", "liverpool", "chocolate", "secret", "test", "testtest", "monkey"),
    *("croupier", "casino", "poker", "jackpot", "blackjack", "dealer", "manager", "shiftmanager", "auditor"),
}
_ROWS = ("1234567890", "0987654321", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz")
_AS_LETTERS = str.maketrans("@$03", "asoe")


def is_common(password: str, name: str = "") -> bool:
    """Whether an attacker would try it early: a well-known word or the user's name with digits, a row of keys, or
    hardly more than one character."""
    plain = password.lower()
    word = plain.strip("0123456789!._-")
    as_word = plain.rstrip("0123456789!._-").translate(_AS_LETTERS)
    if len(set(plain)) < 4 or word in _WORDS or as_word in _WORDS or (name and word == name.lower()):
        return True
    is_row = [len(word) > 4 and word in row for row in _ROWS]
    return any(is_row) or (not word and any(plain in row + row for row in _ROWS))


class Passwords:
    """Hashes in a pool. Requests beyond the queue are asked to come back."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._waiting = 0

    @property
    def waiting(self) -> int:
        return self._waiting

    async def hashed(self, password: str) -> str:
        return await self._run(hashed, password)

    async def matches(self, kept: str, password: str) -> bool:
        """Compares. Without a stored hash it takes as long and fails, so that timing reveals no names."""
        right = await self._run(matches, kept or NOBODYS, password)
        return right and bool(kept)

    async def _run(self, work: Callable[..., T], *texts: str) -> T:
        if self._waiting > QUEUE:  # one is being computed
            raise Later(Code.UNAVAILABLE, says("too-many-sign-in"), 3)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *texts)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
