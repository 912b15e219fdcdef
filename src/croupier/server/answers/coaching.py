"""What the coach says."""

from croupier.server.answers.said import Said
from croupier.server.sent import Money


class CoachOption(Said):
    """`value` is money: what the box ends up with on average, all its bets counted."""

    do: str
    word: str
    value: str
    best: bool


class CoachPrice(Said, rename={"from_": "from"}):
    """A call costs `call` and can win `wins`; it pays for itself from a share of so many per cent."""

    call: Money
    wins: Money
    from_: str


class CoachPot(Said):
    """`share` is in whole per cent, against so many others that may hold anything."""

    amount: Money
    others: int
    share: str


class CoachTold(Said):
    """`options` at a house-banked table, `price` and `pots` at poker."""

    place: int
    moment: str
    exact: bool
    options: list[CoachOption] = []
    price: CoachPrice | None = None
    pots: list[CoachPot] = []


class CoachSays(Said):
    coach: CoachTold
