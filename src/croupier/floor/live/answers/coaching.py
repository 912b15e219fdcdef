"""What the coach says."""

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Money
from croupier.floor.live.answers.said import Said


class CoachOption(Said):
    """`value` is money: what the box has at the end on average, with all its bets."""

    do: str
    word: str
    value: str
    best: bool


class CoachPrice(Said, rename={"from_": "from"}):
    """A call costs `call` and can win `wins`; it breaks even at this winning share, in per cent."""

    call: Money
    wins: Money
    from_: str


class CoachPot(Said):
    """`share`: equity in whole per cent against `others` random hands."""

    amount: Money
    others: int
    share: str


class CoachTold(Said):
    """`options` at a house-banked table, `price` and `pots` at poker."""

    place: int
    moment: str
    exact: bool
    price: CoachPrice | UnsetType | None = UNSET
    pots: list[CoachPot] | UnsetType = UNSET
    options: list[CoachOption] | UnsetType = UNSET


class CoachSays(Said):
    coach: CoachTold
