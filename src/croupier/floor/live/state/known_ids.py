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

    def may_have(self, by: str, id_: str) -> bool:
        if by not in self._of:
            self._read(by)
        known = self._of[by]
        return known is None or hash(id_) in known

    def add(self, by: str, id_: str) -> None:
        """Notes the id of an act that is now durable."""
        known = self._of.get(by)
        if known is None:
            return
        known.add(hash(id_))
        self._count += 1
        if len(known) > MOST_OF_ONE:
            self._of[by] = None
            self._count -= len(known)

    def _read(self, by: str) -> None:
        if self._count > MOST:
            self._of.clear()
            self._count = 0
        used = self._store.ids(by, MOST_OF_ONE + 1)
        self._of[by] = set(map(hash, used)) if len(used) <= MOST_OF_ONE else None
        self._count += len(used) if len(used) <= MOST_OF_ONE else 0
