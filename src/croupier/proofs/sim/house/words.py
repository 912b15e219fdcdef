"""The acts of round files, as the referee reads them: words in, plain data out."""

from dataclasses import dataclass, field, replace

BETS = frozenset({"ante", "pair-plus", "bonus", "jackpot"})
DECISIONS = frozenset({"fold", "play", "bet", "flop", "turn", "river", "check"})


@dataclass(frozen=True, slots=True)
class Act:
    verb: str
    """bet, take-back, close, look, decide, leaves, hides, continue, withdraw, settle, next, incident"""
    box: int = 0
    spot: str | None = None
    """The bet, or the decision, or the kind of incident."""
    amount: int | None = None
    unnoticed: bool = False
    details: dict[str, str] = field(default_factory=dict)
    by: str = "shift manager"
    """Who says it, where the rank counts: dealer, pit supervisor, pit manager or shift manager."""

    def flag(self, key: str) -> bool:
        return self.details.get(key) == "true"

    def boxes(self) -> list[int]:
        return [int(number) for number in self.details["box"].split(",")] if "box" in self.details else []


def read(words: str) -> Act:
    words, _, by = words.partition(" (")
    act = _read(words)
    return replace(act, by=by.rstrip(")")) if by else act


def _read(words: str) -> Act:
    first, *rest = words.split()
    if first in ("close", "next", "settle"):
        return Act(first)
    if first == "incident":
        return Act("incident", spot=rest[0], details=dict(detail.split("=", 1) for detail in rest[1:]))
    box, verb, more = int(first), rest[0], rest[1:]
    if verb in BETS:
        return Act("bet", box, verb, cents(more[0]), more[1:] == ["unnoticed"])
    if verb in DECISIONS:
        return Act("decide", box, verb, cents(more[0]) if more else None)
    if verb == "withdraw" and more:
        return Act("take-back", box, more[0])
    return Act(verb, box)


def cents(amount: str) -> int:
    whole, _, part = amount.partition(".")
    return 100 * int(whole) + int(part.ljust(2, "0"))


def dollars(amount: int) -> str:
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"
