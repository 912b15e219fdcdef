"""Hands that the tests of hand histories share, and short ways to write more of them."""

import json
from pathlib import Path

from croupier.rounds.histories.hand import Hand
from croupier.rounds.histories.phh import PhhEntry, read_phh

DATA = Path(__file__).parents[1] / "data" / "phh"
PLURIBUS = DATA / "pluribus.phhs"
SINGLE_HANDS = sorted(DATA.rglob("*.phh"))

HALF_RAISES = ["4440", "4822", "5115", "5480", "6359", "6920", "8401"]
"""Hands of Pluribus in which half a raise comes back to a player who has acted."""

HAND = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AcAd",
  "d dh p2 KcKd",
  "d dh p3 7c2d",
  "p3 f",
  "p1 cbr 6",
  "p2 f",
]
finishing_stacks = [102, 98, 100]
"""


def only(text: str) -> PhhEntry:
    (entry,) = read_phh(text)
    return entry


def hand(text: str) -> Hand:
    entry = only(text)
    assert entry.hand is not None, entry.problem
    return entry.hand


def round_file(actions: str, shoe: str = "", **more: str) -> str:
    """A table of Ann, Ben, Cho and Dev with 200 each, blinds 1 and 2, the button on seat 4."""
    table = {"small-blind": '"1"', "button": "4", "rake-percent": '"0"', "seats": "9"}
    table |= {
        key.replace("_", "-"): value for key, value in more.items() if key not in ("rulebook", "dealing", "seated")
    }
    seated = more.get("seated", '1 = ["Ann", "200"]\n2 = ["Ben", "200"]\n3 = ["Cho", "200"]\n4 = ["Dev", "200"]')
    listed = json.dumps(["start", *(action.strip() for action in actions.split(",") if action)])
    return "\n".join(
        [
            f'rulebook = "{more.get("rulebook", "poker@7")}"',
            f'dealing = "{more.get("dealing", "shoe")}"',
            f'shoe = "{shoe}"',
            f"actions = {listed}",
            "[table]",
            *(f"{key} = {value}" for key, value in table.items()),
            "[seats]",
            seated,
        ]
    )
