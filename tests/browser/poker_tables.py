"""Poker tables full of people who act over HTTP, so that a page can be opened in any state."""

from collections.abc import Iterator
from itertools import count

from tests.browser.houses import HOUSE, House

PASSWORD = "correct horse battery"
TABLE = """
[[table]]
name = "{name}"
rulebook = "{book}"
dealing = "{dealing}"
seats = {seats}
small-blind = "5"
stake = ["10", "1000000"]
rake-percent = "5"
rake-cap = "25"
[table.clock]
decision = "25s"
bank = "60s"
pause = "6s"
"""
PAUSE = 6_000
DECISION, BANK = 25_000, 60_000
KNOWN = ("Ann", "Ben", "Cy", "Dee")


def floor(seats: int = 9) -> str:
    """`nl-6` of version 6 from the shoe, and `nl-7` of version 7 from the shuffler."""
    shoe = TABLE.format(name="nl-6", book="poker@6", dealing="shoe", seats=seats)
    return HOUSE + shoe + TABLE.format(name="nl-7", book="poker@7", dealing="shuffler", seats=seats)


def shoe(hands: str, board: str = "", burnt: str = "") -> str:
    """Cards as they leave the shoe of version 6. `hands` are those of the seats in the order of the deal, from the left
    of the button, separated by commas; `burnt` those before flop, turn and river."""
    dealt = [hand.split() for hand in hands.split(",")]
    cards = [hand[turn] for turn in (0, 1) for hand in dealt]
    turned, burns = board.split(), burnt.split()
    if turned:
        streets = (turned[:3], turned[3:4], turned[4:5])
        cards += [card for burn, street in zip(burns, streets, strict=True) for card in (burn, *street)]
    return " ".join(cards)


class Poker:
    """One table of a house. Players are made when they first sit down."""

    ids: Iterator[int] = count(1)

    def __init__(self, house: House, table: str = "nl-7") -> None:
        self.house, self.table = house, table
        self.seats: dict[int, str] = {}

    def sit(self, seat: int, name: str, chips: int) -> None:
        self._make(name)
        if float(self.house.ask("GET", "/v1/me", who=name)[1]["wallet"]) < chips:
            body = {"id": f"deposit-{next(self.ids):06}", "amount": f"{chips}.00", "reason": "a test"}
            status, told = self.house.ask("POST", f"/v1/players/{name}/deposits", body, who="pia")
            assert status == 200, told
        self.house.act(name, self.table, f"{seat} sits {name} {chips}")
        self.seats[seat] = name

    def _make(self, name: str) -> None:
        if name in KNOWN or name in self.house.known:
            return
        user = {"name": name, "role": "player", "password": PASSWORD}
        status, told = self.house.ask("POST", "/v1/users", user, who="sam")
        assert status == 201, told
        self.house.known[name] = PASSWORD

    def start(self, cards: str = "") -> None:
        """The next round, with these cards first."""
        if cards:
            self.house.stack(self.table, cards)
        self.house.advance(PAUSE)

    def say(self, *acts: str) -> None:
        """`"3 call"`: the player at seat 3 says it."""
        for act in acts:
            self.house.act(self.seats[int(act.split()[0])], self.table, act)

    @property
    def turn(self) -> int | None:
        seat: int | None = self.house.view(self.table)["round"]["turn"]
        return seat

    def stack(self, seat: int) -> str:
        chips: str = self.house.view(self.table)["seats"][str(seat)]["stack"]
        return chips
