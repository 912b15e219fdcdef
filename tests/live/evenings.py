"""Random evenings of all five rulebooks: players do what their views say they may, staff run and report, time passes.

What is done is chosen from the views of the first house alone. Several houses can be played side by side, act by act.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.given import ShoeOrder, TableKeys
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Problem
from croupier.rules.cards import DECK, Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house.irregularities import IRREGULARITIES as HOUSE_ROWS
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.irregularities import IRREGULARITIES as POKER_ROWS
from croupier.rules.games.poker.irregularities import known_to
from croupier.rules.money import Cents, cents, dollars
from croupier.rules.rulebook.load import at_the_table
from tests.as_json import as_json
from tests.floors import house_table, jackpot_link, poker_table
from tests.live.houses import DAN, PIA, PLAYERS, SAM, SUE, House

_LINKED = 'jackpot-bet = "5"\nlink = "grand"'
_BY_DEALER = 'run-by = "dealer"'
_READER = 'run-by = "dealer"\ncards = "reader"\ndevice = "dan"'
_CLOCK = 'clock = { betting = "20s", decision = "30s", bank = "60s", pause = "5s" }'
_POKER_CLOCK = 'clock = { decision = "30s", bank = "60s", pause = "5s" }'
TABLES = {
    "tcp-1": ("three-card-poker@3", f'pair-plus = ["5", "500"]\n{_LINKED}\n{_BY_DEALER}'),
    "tcp-r": ("three-card-poker@3", f"{_LINKED}\n{_READER}"),
    "cs-1": ("casino-stud@2", f"{_LINKED}\n{_CLOCK}"),
    "cs-r": ("casino-stud@2", f"{_LINKED}\n{_READER}"),
    "pth-1": ("progressive-holdem@6", f"{_LINKED}\n{_BY_DEALER}"),
    "p6-1": ("poker@6", _POKER_CLOCK),
    "p7-1": ("poker@7", _BY_DEALER),
    "p7-r": ("poker@7", _READER),
}
LINK = jackpot_link(limit="1000000.00", verify_above="400.00")


def floor(*names: str) -> str:
    tables = []
    for name in names:
        key, more = TABLES[name]
        if key.startswith("poker"):
            table = poker_table(name, key, seats=6, stake=("50", "1000"), chip="1", rake_percent="5")
        else:
            table = house_table(name, key, boxes=5)
        tables.append(f"{table}{more}\n")
    return "".join([*tables, LINK])


FLOOR = floor(*TABLES)
STAFF = (DAN, PIA, SAM, SUE)
_VALUES = {
    "reconstructable": ("true", "false"),
    "intentional": ("true", "false"),
    "hands-movable": ("true", "false"),
    "other-cards-exposed": ("true", "false"),
    "policy": ("close", "disallow", "without-jackpot"),
    "ruling": ("void", "continue"),
    "street": ("flop", "turn", "river"),
    "dealer": ("true",),
    "first": ("#3",),
    "second": ("#2",),
}
DECIDED = {"fold", "play", "bet", "check", "call", "raise", "look", "flop", "turn", "river"}


class Evening:
    def __init__(self, houses: Sequence[House], seed: str, tables: Sequence[str] | None = None) -> None:
        self.houses = tuple(houses)
        self.chance = random.Random(seed)
        self.tables = tables or sorted(self.houses[0].floor.books.tables)
        self.count = 0
        self.shoes: dict[str, list[tuple[Card, ...]]] = {
            name: [self.shuffled() for _ in range(60)] for name in sorted(self.houses[0].floor.books.tables)
        }
        """The order of each round's deck; a house may be given another one."""
        self.orders: list[dict[str, list[tuple[Card, ...]]]] = [self.shoes for _ in self.houses]
        self.answers: list[list[Any]] = []

    def shuffled(self) -> tuple[Card, ...]:
        return tuple(self.chance.sample(DECK, len(DECK)))

    def stack(self, *, first: bool = True) -> None:
        """Before anything is bet, for the first decks are drawn with the opening of the tables; and after a restart."""
        for house, orders in zip(self.houses, self.orders, strict=True):
            for name, shoes in orders.items():
                house.floor.at_table.shoes[name] = tuple(shoes)
                if first and house.floor.books.tables[name].sign.cards is Faces.SEALED:
                    house.answered(
                        house.floor.perform(
                            SAM, "", cmd.StackShoe(name), at=f"table/{name}", given=ShoeOrder(" ".join(shoes[0]))
                        )
                    )

    def sit_down(self, table: str) -> None:
        """Three of them, and the first two boxes have an Ante."""
        poker = table.startswith("p") and not table.startswith("pth")
        for place, who in enumerate(PLAYERS[:3], 1):
            self.act(who, table, f"{place} sits {who.name} 200")
            if not poker and place < 3:
                self.act(who, table, f"{place} ante 10")

    def deal(self, table: str) -> None:
        """The round begins, and its first cards are dealt."""
        for do in ("close", "start"):
            self.act(DAN, table, do)
        if "clock" in TABLES[table][1]:  # nobody but the system says so
            for house in self.houses:
                house.turn(20_000)
        while self.read_cards(table):
            pass

    # --- In every house -------------------------------------------------------------------------------------------

    def everywhere(self, do: Callable[[House, str], Ticket]) -> dict[str, Any] | None:
        """The answer in the first house; None where nothing came of it. All are kept for comparison."""
        self.count += 1
        answers: list[Any] = []
        for house in self.houses:
            try:
                answers.append(house.answered(do(house, f"act-{self.count:08d}")))
            except Problem as problem:
                answers.append(problem.told())
        self.answers.append(answers)
        return None if "error" in answers[0] else dict(answers[0])

    def act(self, who: Who, table: str, do: str, reason: str = "") -> dict[str, Any] | None:
        moment = self.houses[0].floor.books.decided.tables[table].moment
        return self.everywhere(lambda house, id_: house.floor.act(who, table, id_, do, moment, reason))

    # --- One step -------------------------------------------------------------------------------------------------

    def step(self) -> None:
        kinds = {
            self.player_acts: 60,
            self.staff_act: 25,
            self.time_passes: 6,
            self.somebody_reports: 3,
            self.somebody_decides: 5,
            self.cage: 1,
            self.sign_changes: 0.5,
            self.link_is_changed: 1,
            self.awards_are_verified: 2,
        }
        (kind,) = self.chance.choices(list(kinds), list(kinds.values()))
        kind()

    def player_acts(self) -> None:
        who, table = self.chance.choice(PLAYERS), self.chance.choice(self.tables)
        self._does_something(who, table)

    def staff_act(self) -> None:
        table = self.chance.choice(self.tables)
        if not self.read_cards(table):
            self._does_something(DAN, table, only={"close", "settle", "next", "start", "resume"})

    def _does_something(self, who: Who, table: str, only: set[str] | None = None) -> None:
        may = [each for each in self.houses[0].view(table, who)["you"]["may"] if only is None or each["do"] in only]
        if not may:
            return
        leaving = [
            0.05 if each["do"].split()[-1] in ("leaves", "frees", "away", "tops-up", "hides") else 1 for each in may
        ]
        sits = [0.3 if " sits " in each["do"] else 1 for each in may]
        deciding = [3 if DECIDED & set(each["do"].split()) else 1 for each in may]
        weights = [one * two * three for one, two, three in zip(leaving, sits, deciding, strict=True)]
        (chosen,) = self.chance.choices(may, weights)
        self.act(who, table, self._with_amount(chosen))

    def _with_amount(self, option: dict[str, Any]) -> str:
        if "from" not in option:
            return str(option["do"])
        low, high = cents(option["from"]), cents(option["to"])
        if " sits " in option["do"]:
            low, high = max(low, Cents(10_000)), min(high, Cents(50_000))
        whole = max(
            low, min(high, Cents(self.chance.choice([low, low, low + 500, low + 1_000, high // 2]) // 100 * 100))
        )
        return f"{option['do']} {dollars(whole)}"

    def read_cards(self, name: str) -> bool:
        """The device brings the cards that are due, some or all of them."""
        house = self.houses[0]
        table = house.floor.books.decided.tables[name]
        due = next(
            (
                each["due"]
                for each in (house.view(name)["round"] or {}).get("waiting", ())
                if each.get("for") == "cards"
            ),
            0,
        )
        if not due:
            return False
        number, first = table.rounds - 1, len(table.read)
        some = self.chance.choice([due, due, self.chance.randint(1, due)])
        self.count += 1
        answers = []
        for each, orders in zip(self.houses, self.orders, strict=True):
            cards = orders[name][number][first : first + some]
            answers.append(
                each.answered(each.floor.act(DAN, name, f"act-{self.count:08d}", " ".join(["deal", *cards])))
            )
        self.answers.append(answers)
        return True

    def time_passes(self) -> None:
        milliseconds = self.chance.choice([1_000, 5_000, 20_000, 31_000, 95_000])
        for house in self.houses:
            house.turn(milliseconds)

    def restart(self) -> None:
        for house in self.houses:
            house.restart()
        self.stack(first=False)

    def somebody_reports(self) -> None:
        name = self.chance.choice(self.tables)
        self.act(self.chance.choice([*PLAYERS, *STAFF]), name, self.a_report(name))

    def a_report(self, name: str) -> str:
        table = self.houses[0].floor.books.decided.tables[name]
        book = at_the_table(table.book, table.sign.dealing)
        rows: dict[Any, Any] = (
            {kind: HOUSE_ROWS[kind] for kind in HOUSE_GAMES[book.game].incidents}
            if isinstance(table.game, HouseState)
            else {kind: POKER_ROWS[kind] for kind in known_to(book)}
        )
        kind = self.chance.choice(sorted(rows))
        row = rows[kind]
        optional = [key for key in sorted(row.keys - row.required) if self.chance.random() < 0.3 and key in _VALUES]
        words = ["incident", str(kind)]
        for key in (*sorted(row.required), *optional):
            values = _VALUES.get(key, ("1", "2", "3"))
            words.append(f"{key}={self.chance.choice(values)}")
        return " ".join(words)

    def somebody_decides(self) -> None:
        items = as_json(self.houses[0].floor.pit.incidents(open_only=True, limit=200, before=None))["items"]
        if not items:
            return
        incident = self.chance.choice(items)
        does = [*(option["do"] for option in incident["options"]), "dismiss"]
        do, who = self.chance.choice(does), self.chance.choice([PIA, SAM, SAM])
        self.everywhere(
            lambda house, id_: house.floor.perform(who, id_, cmd.DecideIncident(incident["incident"], do), "seen it")
        )

    def cage(self) -> None:
        player, amount = self.chance.choice(PLAYERS).name, Cents(self.chance.choice([5_000, 100_000, 90_000_000]))
        into = self.chance.random() < 0.5
        self.everywhere(
            lambda house, id_: house.floor.perform(
                SAM, id_, (cmd.Deposit if into else cmd.Withdraw)(player, amount), "asked"
            )
        )

    def sign_changes(self) -> None:
        name = self.chance.choice(self.tables)
        poker = name.startswith("p")
        sign = {"rake-percent": "4"} if poker and not name.startswith("pth") else {"ante": ["10", "500"]}
        self.everywhere(
            lambda house, id_: house.floor.perform(
                PIA, id_, cmd.ChangeSign(name), at=f"table/{name}", given=TableKeys(sign)
            )
        )

    def link_is_changed(self) -> None:
        link = self.houses[0].floor.books.decided.links["grand"]
        if link.suspended:
            self.everywhere(
                lambda house, id_: house.floor.perform(
                    PIA, id_, cmd.ResumeLink("grand"), "works again", at="link/grand"
                )
            )
        elif link.changes and self.chance.random() < 0.7:
            number = link.changes[0].number
            self.everywhere(
                lambda house, id_: house.floor.perform(SUE, id_, cmd.ApproveChange(number), "agreed", at="link/grand")
            )
        elif self.chance.random() < 0.7:
            change = self.chance.choice([{"contribution": "0.50"}, {"reset": "60000.00"}, {"correction": "-1.50"}])
            self.everywhere(
                lambda house, id_: house.floor.perform(SAM, id_, proposed(change), "asked", at="link/grand")
            )
        else:
            policy = self.chance.choice(["disallow", "without-jackpot"])
            self.everywhere(
                lambda house, id_: house.floor.perform(
                    SAM, id_, cmd.SuspendLink("grand", policy), "display broken", at="link/grand"
                )
            )

    def awards_are_verified(self) -> None:
        awards = as_json(self.houses[0].floor.ask.link("grand"))["link"]["awards"]
        number = next((award["award"] for award in awards if award["state"] == "locked"), 0)
        if number:
            self.everywhere(
                lambda house, id_: house.floor.perform(PIA, id_, cmd.VerifyAward(number), "seen", at="link/grand")
            )


ROLES: tuple[Who | None, ...] = (*PLAYERS, *STAFF, Who("una", Role.AUDITOR), None)
