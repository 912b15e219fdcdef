"""Every chip is somewhere: rows of postings, balances, and who may not be below zero."""

from collections import Counter

from .reading import Body, Entry, Found, Source

MAY_BE_NEGATIVE = {"cage", "house", "tray"}


class Postings:
    """What the bodies post is what the table of postings says, and each entry's sum is zero."""

    def __init__(self, source: Source) -> None:
        self._rows = source.postings
        self._next = next(self._rows, None) if self._rows else None

    def entry(self, entry: Entry, body: Body) -> None:
        at = (entry.stream, entry.seq)
        if total := sum(amount for _, amount in body.post):
            raise Found(*at, "postings", f"the entry posts {total} cents too much")
        if self._rows is None:
            return
        for line, (account, amount) in enumerate(body.post, 1):
            if self._next != (*at, line, account, amount):
                raise Found(*at, "postings", f"the entry posts {amount} to {account}; the table has {self._next}")
            self._next = next(self._rows, None)
        if self._next is not None and self._next[:2] <= at:
            self.finish()

    def finish(self) -> None:
        if self._next is not None:
            raise Found(*self._next[:2], "postings", f"no entry posts {self._next[2:]}")


class Balances:
    """Sums of what was posted. An account that one stream alone moves was at no time below zero."""

    def __init__(self, source: Source) -> None:
        self._kept = source.balances
        self.sums: Counter[str] = Counter()
        self._movers: dict[str, set[str]] = {}
        self._below: dict[str, tuple[str, int]] = {}

    def entry(self, entry: Entry, body: Body) -> None:
        for account, amount in body.post:
            self.sums[account] += amount
            self._movers.setdefault(account, set()).add(entry.stream)
        for account, _ in body.post:
            if self.sums[account] < 0 and account.partition("/")[0] not in MAY_BE_NEGATIVE:
                self._below.setdefault(account, entry[:2])

    def finish(self) -> None:
        for account, where in self._below.items():
            if self.sums[account] < 0 or len(self._movers[account]) == 1:
                raise Found(*where, "balances", f"{account} is below zero")
        for account in sorted({*(self._kept or ()), *self.sums}) if self._kept is not None else ():
            kept, posted = (self._kept or {}).get(account), self.sums.get(account)
            if kept != posted:
                raise Found("", 0, "balances", f"the balance of {account} is kept as {kept}; {posted} were posted")
