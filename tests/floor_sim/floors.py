"""Floors to be simulated: a few tables of the kinds that a house may have, with clocks short enough to be seen."""

import random
from collections.abc import Iterable

from croupier.base.values import Value

HOUSE_SIGN = """boxes = 5
ante = ["10", "500"]
jackpot-bet = "5"
link = "grand"
"""
POKER_SIGN = """seats = 6
small-blind = "1"
"""
CLOCKS = """[table.clock]
betting = "4s"
decision = "5s"
bank = "6s"
pause = "2s"
"""
LINK = """[[link]]
name = "grand"
meter = "{meter}"
reset = "500.00"
contribution = "0.60"
limit = "{limit}"
verify-above = "{verify}"
"""
ROYAL = "As Ks Qs Js Ts"


class Kind(Value):
    """A kind of table."""

    name: str
    rulebook: str
    run_by: str = "system"
    cards: str = "sealed"
    dealing: str = "shoe"

    @property
    def house_banked(self) -> bool:
        return not self.rulebook.startswith("poker")


KINDS = (
    Kind("tcp", "three-card-poker@3", dealing="shuffler"),
    Kind("cs", "casino-stud@2", dealing="shuffler"),
    Kind("pth", "progressive-holdem@6"),
    Kind("tcp-dealer", "three-card-poker@3", run_by="dealer"),
    Kind("cs-dealer", "casino-stud@2", run_by="dealer", dealing="shuffler"),
    Kind("pth-dealer", "progressive-holdem@6", run_by="dealer", dealing="shuffler"),
    Kind("tcp-reader", "three-card-poker@3", run_by="dealer", cards="reader"),
    Kind("cs-reader", "casino-stud@2", run_by="dealer", cards="reader"),
    Kind("pth-reader", "progressive-holdem@6", run_by="dealer", cards="reader"),
    Kind("tcp-hand", "three-card-poker@3", run_by="dealer", cards="by-hand"),
    Kind("cs-hand", "casino-stud@2", run_by="dealer", cards="by-hand"),
    Kind("pth-hand", "progressive-holdem@6", run_by="dealer", cards="by-hand"),
    Kind("poker-6", "poker@6"),
    Kind("poker-7", "poker@7", dealing="shuffler"),
    Kind("poker-dealer", "poker@7", run_by="dealer"),
    Kind("poker-reader", "poker@6", run_by="dealer", cards="reader"),
    Kind("poker-hand", "poker@7", run_by="dealer", cards="by-hand"),
    Kind("poker", "poker"),
)
"""All named versions, and one table that plays the version in force."""

_WEIGHTS = {"sealed": 4, "reader": 2, "by-hand": 1}


def chosen(chance: random.Random, *, lucky: bool) -> list[Kind]:
    """From one to three tables; those that deal themselves see most. Who is lucky plays for the jackpot at two."""
    if lucky:
        return chance.sample([kind for kind in KINDS if kind.house_banked and kind.cards == "sealed"], 2)
    weights = [_WEIGHTS[kind.cards] for kind in KINDS]
    found: dict[str, Kind] = {}
    for _ in range(chance.choice((1, 2, 2, 3))):
        (kind,) = chance.choices(KINDS, weights)
        found[kind.name] = kind
    return list(found.values())


def floor_text(kinds: Iterable[Kind], chance: random.Random, *, lucky: bool) -> str:
    """`lucky`: the first hands of the linked tables win the jackpot."""
    limit, verify = chance.choice(("1000000.00", "1003.00")), chance.choice(("off", "100.00"))
    text = '[house]\nempty-table = "30s"\nplaces-kept = "20s"\n'
    text += LINK.format(meter="1000.00", limit=limit, verify=verify)
    for kind in kinds:
        text += f'[[table]]\nname = "{kind.name}"\nrulebook = "{kind.rulebook}"\nrun-by = "{kind.run_by}"\n'
        text += f'cards = "{kind.cards}"\ndealing = "{kind.dealing}"\n'
        text += HOUSE_SIGN if kind.house_banked else POKER_SIGN
        if kind.rulebook.startswith("three"):
            text += 'pair-plus = ["5", "250"]\n'
        if lucky and kind.cards == "sealed":
            text += f"shoe = {_orders(kind)}\n"
        if kind.run_by == "system":
            text += CLOCKS
    return text


def _orders(kind: Kind) -> list[str]:
    """Hands that win, as far as the order of the deal lets them fall to one box."""
    match kind.rulebook.partition("@")[0]:
        case "three-card-poker":
            return ["As Ks Qs Ah Kh Qh 2c 3d 7h"] * 3
        case "casino-stud":
            return [f"{ROYAL} Ah Kh Qh Jh Th 9d 9c 4s 3c 2d"] * 3
        case "progressive-holdem":
            return ["As Ks 9d 9c 2h 3h Qs Js Ts 4c 5d", "As Ks 2c Qs Js Ts 4h 5d 7c", "2d As 7c Ks 3c Qs Js Ts 4d 9h"]
        case _:
            return ["As Ah Ac Kd Kh Kc 2d 2h 2c"]
