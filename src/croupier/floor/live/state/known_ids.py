"""Caches act ids per user, so that `FloorState.answered` can skip the database for an id it has never seen."""

from croupier.floor.store.base import Journal

MOST_OF_ONE = 5_000
"""A user with more ids than this is looked up in the database each time."""
MOST = 500_000
"""Ids of all users. When it is reached, the cache starts again: ids are read when their users next act."""


class KnownIds:
    """Ids of durable acts, as hashes. A collision costs one needless lookup; the answer is never wrong."""

    def __init__(self, store: Journal) -> None:
        self._store = store
        self._of: dict[str, set[int] | None] = {}
        self._count = 0
        self._being_read: dict[str, set[int]] = {}
        """For users whose ids a thread is reading: ids that became durable meanwhile."""

    def may_have(self, by: str, id_: str) -> bool:
        if by not in self._of:
            self._read(by)
        known = self._of[by]
        return known is None or hash(id_) in known

    def is_unsure(self, by: str, id_: str) -> bool:
        """Whether `may_have` would have to read the store, or say yes."""
        known = self._of.get(by)
        return known is None or hash(id_) in known

    def begin_reading(self, by: str) -> bool:
        """Whether a thread has to read this user's ids. From now on, ids that it may miss are noted."""
        if by in self._of:
            return False
        self._being_read.setdefault(by, set())
        return True

    def end_reading(self, by: str, used: list[str]) -> None:
        """Takes the ids that a thread has read. Another thread may have been faster."""
        meanwhile = self._being_read.pop(by, None)
        if meanwhile is not None and by not in self._of:
            self._take(by, used, meanwhile)

    def add(self, by: str, id_: str) -> None:
        """Notes the id of an act that is now durable."""
        if by in self._being_read:
            self._being_read[by].add(hash(id_))
        known = self._of.get(by)
        if known is None:
            return
        known.add(hash(id_))
        self._count += 1
        if len(known) > MOST_OF_ONE:
            self._of[by] = None
            self._count -= len(known)

    def _read(self, by: str) -> None:
        self._take(by, self._store.ids(by, MOST_OF_ONE + 1), set())

    def _take(self, by: str, used: list[str], more: set[int]) -> None:
        if self._count > MOST:
            self._of.clear()
            self._count = 0
        found = {*map(hash, used), *more}
        self._of[by] = found if len(used) <= MOST_OF_ONE else None
        self._count += len(found) if len(used) <= MOST_OF_ONE else 0
