"""Which ids somebody has used, so that a new one is not looked for on the disk."""

from croupier.floor.store.base import Journal

MOST_OF_ONE = 5_000
"""Whoever has used more is looked up on the disk each time."""
MOST = 500_000
"""Of all together; then everybody's are read again when they next act."""


class KnownIds:
    """Of acts that are durable. What is kept are hashes: now and then an id that was not used is looked up in vain."""

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
        """It is durable now."""
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
