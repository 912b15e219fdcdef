"""Every chip is somewhere: rows of postings, balances, and who may not be below zero."""

from collections import Counter, defaultdict

from .archives import Begin
from .reading import Body, Entry, Event, Source, need

MAY_BE_NEGATIVE = {"cage", "house", "tray", "variance"}


class Postings:
    """What the bodies post is what the table of postings says, and each entry's sum is zero."""

    def __init__(self, source: Source) -> None:
        self._rows, self._begins = source.postings, source.begins
        self._next = next(self._rows, None) if self._rows else None

    def entry(self, entry: Entry, body: Body) -> None:
        at = entry[:2]
        need(
            not sum(amount for _, amount in body.post), at, "postings", "what the entry posts does not come to nothing"
        )
        if self._rows is not None and entry.seq >= self._begins.get(entry.stream, 1):
            for line, (account, amount) in enumerate(body.post, 1):
                row, self._next = self._next, next(self._rows, None)
                need(row == (*at, line, account, amount), at, "postings", f"{amount} to {account} is kept as {row}")
            if self._next is not None and self._next[:2] <= at:
                self.finish()

    def finish(self) -> None:
        row = self._next or ("", 0)
        need(self._next is None, row[:2], "postings", f"no entry posts {row[2:]}")


class Balances:
    """Sums of what was posted. An account that one stream alone moves was at no time below zero."""

    def __init__(self, source: Source, begins: dict[str, Begin]) -> None:
        self._kept = source.balances
        self.sums: Counter[str] = Counter()
        self._movers: defaultdict[str, set[str]] = defaultdict(set)
        for begin in begins.values():
            self.sums.update(begin.carried)
            for account in begin.carried:
                self._movers[account] |= {begin.stream, "archived"}
        self._below: dict[str, tuple[str, int]] = {}

    def entry(self, entry: Entry, body: Body) -> None:
        for account, amount in body.post:
            self.sums[account] += amount
            self._movers[account].add(entry.stream)
        for account, _ in body.post:
            if self.sums[account] < 0 and account.partition("/")[0] not in MAY_BE_NEGATIVE:
                self._below.setdefault(account, entry[:2])

    def finish(self) -> None:
        for account, at in self._below.items():
            fine = self.sums[account] >= 0 and len(self._movers[account]) > 1
            need(fine, at, "balances", f"{account} is below zero")
        for account in sorted({*self._kept, *self._movers}) if self._kept is not None else ():
            kept, posted = (self._kept or {}).get(account), self.sums[account]
            need(kept == posted, ("", 0), "balances", f"{account} is kept as {kept}, and {posted} were posted")


class Debts:
    """What players owe: what undone settlements left open, less what was paid or written off by two people (R-108)."""

    def __init__(self, balances: Balances) -> None:
        self._balances = balances
        self._owed: Counter[str] = Counter()
        self._asked: dict[int, tuple[str, str, int]] = {}

    def entry(self, entry: Entry, body: Body) -> None:
        at = entry[:2]
        if entry.stream == "house":
            for event in body.then:
                self._hears(at, event, body.by)
        moved = {account[5:] for account, _ in body.post if account.startswith("owed/")}
        for player in moved:
            owed, due = self._balances.sums[f"owed/{player}"], self._owed[player]
            need(owed == due, at, "balances", f"owed/{player} holds {owed}, and {due} are owed")

    def _hears(self, at: tuple[str, int], event: Event, by: str) -> None:
        match event.get("type"):
            case "chips-owed":
                self._owed[event["player"]] += event["amount"]
            case "debt-paid":
                self._owed[event["player"]] -= event["amount"]
            case "write-off-asked":
                self._asked[event["number"]] = event["by"], event["player"], event["amount"]
            case "debt-written-off":
                asked = self._asked.pop(event["number"], None)
                fits = asked is not None and asked[0] != by and asked[1:] == (event["player"], event["amount"])
                need(fits, at, "balances", f"write-off {event['number']} was not asked for so by another person")
                self._owed[event["player"]] -= event["amount"]

    def finish(self) -> None:
        for player, due in self._owed.items():
            owed = self._balances.sums[f"owed/{player}"]
            need(owed == due, ("house", 0), "balances", f"owed/{player} holds {owed}, and {due} are owed")
