"""A poker table full of people who act over HTTP, so that whoever looks at the page meets the state they came for."""

from tests.browser.houses import House

PASSWORD = "correct horse battery"
FLOOR = """
[house]
name = "Test House"
[limits]
sign-in-address = 1000
sign-in-name = 1000
[[table]]
name = "nl-6"
rulebook = "poker@6"
seats = {seats}
small-blind = "5"
stake = ["10", "1000000"]
rake-percent = "5"
rake-cap = "25"
[table.clock]
decision = "25s"
bank = "60s"
pause = "6s"
[[table]]
name = "nl-7"
rulebook = "poker@7"
dealing = "shuffler"
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
KNOWN = ("Ann", "Ben", "Cy", "Dee")


def floor(seats: int = 9) -> str:
    return FLOOR.format(seats=seats)


class Poker:
    """One table of a house. Players are made when they first sit down."""

    def __init__(self, house: House, table: str = "nl-7") -> None:
        self.house, self.table = house, table
        self.seats: dict[int, str] = {}

    def sit(self, seat: int, name: str, chips: str) -> None:
        if name not in KNOWN and name not in self.house._tokens:
            status, told = self.house.ask(
                "POST", "/v1/users", {"name": name, "role": "player", "password": PASSWORD}, who="sam"
            )
            assert status == 201, told
            status, told = self.house.ask("POST", "/v1/sessions", {"name": name, "password": PASSWORD})
            assert status == 201, told
            self.house._tokens[name] = told["token"]
        wallet = float(self.house.ask("GET", "/v1/me", who=name)[1]["wallet"])
        if wallet < float(chips):
            body = {
                "id": f"deposit-{name}-{chips}".replace(".", "-")[:60],
                "amount": f"{float(chips):.2f}",
                "reason": "a test",
            }
            status, told = self.house.ask("POST", f"/v1/players/{name}/deposits", body, who="pia")
            assert status == 200, told
        self.house.act(name, self.table, f"{seat} sits {name} {chips}")
        self.seats[seat] = name

    def start(self, cards: str = "") -> None:
        """The next round, with these cards first."""
        if cards:
            self.house.stack(self.table, cards)
        self.house.advance(PAUSE)

    def say(self, *acts: str) -> None:
        """`"3 call"`: whoever sits there says it."""
        for act in acts:
            self.house.act(self.seats[int(act.split()[0])], self.table, act)

    @property
    def round(self) -> dict[str, object]:
        found: dict[str, object] = self.house.view(self.table)["round"]
        return found
