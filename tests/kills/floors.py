"""The house that is played in: tables of all five rulebooks, run and dealt in every way, three of them linked."""

HOUSE_BANKED = """
[[table]]
name = "{name}"
rulebook = "{rulebook}"
boxes = 5
ante = ["10", "1000"]
{more}
"""
LINKED = 'jackpot-bet = "5"\nlink = "grand"'
DEALER = 'run-by = "dealer"'
ROYAL = "2c As Qd Ks 7c Qs 2h Js 5d Ts Kh"
"""From the shoe, for one box of Casino Stud."""


def _table(name: str, rulebook: str, *more: str) -> str:
    return HOUSE_BANKED.format(name=name, rulebook=rulebook, more="\n".join(more))


def _poker(name: str, rulebook: str, *more: str) -> str:
    keys = f'name = "{name}"\nrulebook = "{rulebook}"\nseats = 4\nsmall-blind = "1"\nstake = ["40", "400"]\nchip = "1"'
    return f"\n[[table]]\n{keys}\nrake-cap = '5'\n" + "\n".join(more) + "\n"


BY_HAND = {"cs-2"}
READ = {"pth-1"}
FLOOR = "".join(
    [
        _table("tcp-1", "three-card-poker@3", 'pair-plus = ["5", "500"]', LINKED, DEALER),
        _table("tcp-2", "three-card-poker@3", 'pair-plus = ["5", "500"]'),
        _table("cs-1", "casino-stud@2", LINKED, DEALER, f'shoe = ["{ROYAL}", "{ROYAL}"]'),
        _table("cs-2", "casino-stud@2", DEALER, 'cards = "by-hand"'),
        _table(
            "pth-1",
            "progressive-holdem@6",
            LINKED,
            'bonus = ["5", "500"]',
            DEALER,
            'cards = "reader"',
            'device = "dan"',
        ),
        _table("pth-2", "progressive-holdem@6"),
        _poker("p6", "poker@6", DEALER),
        _poker("p7", "poker@7", 'dealing = "shuffler"'),
        _poker("p7-d", "poker@7", DEALER),
        """
[[link]]
name = "grand"
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
limit = "1000000.00"
verify-above = "10000.00"
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
    "Poker 6": ("p6",),
    "Poker 7": ("p7", "p7-d"),
}
"""Which tables are played; everybody may be at several."""
SYSTEM_RUN = {"tcp-2", "pth-2", "p7"}
POKER = {"p6", "p7", "p7-d"}
RULEBOOKS = {
    "tcp": "three-card-poker@3",
    "cs": "casino-stud@2",
    "pth": "progressive-holdem@6",
    "p6": "poker@6",
    "p7": "poker@7",
}


def rulebook_of(table: str) -> str:
    return RULEBOOKS[table.partition("-")[0]]
