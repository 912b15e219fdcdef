"""The house that is played in: tables of all five rulebooks, run and dealt in every way, three of them linked."""

from collections.abc import Mapping

from tests.floors import HOLDEM, STUD, THREE_CARD, Setting, house_table, jackpot_link, poker_table

LINKED = {"jackpot_bet": "5", "link": "grand"}
DEALER = {"run_by": "dealer"}
PAIR_PLUS = {"pair_plus": ("5", "500")}
ROYAL = "2c As Qd Ks 7c Qs 2h Js 5d Ts Kh"
"""From the shoe, for one box of Casino Stud."""


def _table(name: str, rulebook: str, *more: Mapping[str, Setting]) -> str:
    return house_table(name, rulebook, boxes=5, **{key: value for each in more for key, value in each.items()})


def _poker(name: str, rulebook: str, **more: Setting) -> str:
    return poker_table(name, rulebook, seats=4, chip="1", rake_cap="5", **more)


BY_HAND = {"cs-2", "p6-h"}
READ = {"pth-1"}
FLOOR = "".join(
    [
        _table("tcp-1", THREE_CARD, PAIR_PLUS, LINKED, DEALER),
        _table("tcp-2", THREE_CARD, PAIR_PLUS),
        _table("cs-1", STUD, LINKED, DEALER, {"shoe": (ROYAL, ROYAL)}),
        _table("cs-2", STUD, DEALER, {"cards": "by-hand"}),
        _table("pth-1", HOLDEM, LINKED, DEALER, {"bonus": ("5", "500"), "cards": "reader", "device": "dan"}),
        _table("pth-2", HOLDEM),
        _poker("p6", "poker@6", run_by="dealer"),
        _poker("p7", "poker@7", dealing="shuffler"),
        _poker("p7-d", "poker@7", run_by="dealer"),
        _poker("p6-h", "poker@6", run_by="dealer", cards="by-hand"),
        jackpot_link(limit="1000000.00", verify_above="10000.00"),
        """
[limits]
acts = 100000
acts-burst = 100000
sign-in-name = 1000
sign-in-address = 1000
""",
    ]
)

EVENINGS: dict[str, tuple[str, ...]] = {
    "3 Card Poker": ("tcp-1", "tcp-2"),
    "Casino Stud": ("cs-1", "cs-2"),
    "Progressive Hold'em": ("pth-1", "pth-2"),
    "linked": ("cs-1", "tcp-1", "pth-1"),
    "Poker 6": ("p6", "p6-h"),
    "Poker 7": ("p7", "p7-d"),
}
"""Which tables are played; everybody may be at several."""
SYSTEM_RUN = {"tcp-2", "pth-2", "p7"}
POKER = {"p6", "p7", "p7-d", "p6-h"}
RULEBOOKS = {
    "tcp": "three-card-poker@3",
    "cs": "casino-stud@2",
    "pth": "progressive-holdem@6",
    "p6": "poker@6",
    "p7": "poker@7",
}


def rulebook_of(table: str) -> str:
    return RULEBOOKS[table.partition("-")[0]]
