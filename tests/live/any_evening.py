"""Random evenings of a whole house: all five rulebooks, cards sealed, read and dealt by hand, everything that people do
and much that they should not, from one seed."""

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from croupier.base.actors import RunBy
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.given import TableKeys
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Problem
from croupier.floor.live.state.table import LiveTable
from croupier.rules.cards import DECK, Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces, faces
from croupier.rules.games.house.irregularities import IRREGULARITIES as OF_THE_HOUSE
from croupier.rules.games.house.table import HouseState, Phase
from croupier.rules.games.poker.irregularities import IRREGULARITIES as OF_POKER
from croupier.rules.games.poker.irregularities import known_to
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import Cents, cents, dollars
from croupier.rules.rulebook.load import at_the_table
from tests.as_json import as_json
from tests.live.houses import DAN, PIA, PLAYERS, SAM, House

BEFORE_THE_HOUR = 1_681_862_100_000_000
"""2023-04-18, 2355 in UTC: five minutes before the next version of Poker is in force."""
GUESTS = tuple(Who(f"guest-{number}", Role.PLAYER) for number in range(1, 5))
EVERYBODY = (*PLAYERS, *GUESTS)
DECISIONS = [[decision] for game in HOUSE_GAMES.values() for decision in game.decisions]


class EveningHouse(House):
    begins: int | None = None

    def start(self) -> Any:
        if self.begins is not None:
            self.clock.time, self.begins = self.begins, None
        return super().start()


def floor_text(chance: random.Random) -> str:
    """A table of each kind; devices, signs and who runs it differ from evening to evening."""
    return "".join(_tables(chance)) + _LINK


_LINK = """
[[link]]
name = "grand"
meter = "1000.00"
reset = "500.00"
contribution = "0.333"
limit = "1010.00"
"""
_HOUSE = {
    "three-card-poker@3": 'ante = ["10", "100"]\npair-plus = ["5", "50"]\n',
    "casino-stud@2": 'ante = ["10", "100"]\n',
    "progressive-holdem@6": 'ante = ["10", "100"]\nbonus = ["5", "50"]\n',
}


def _tables(chance: random.Random) -> Iterator[str]:
    for short, book in (("tcp", "three-card-poker@3"), ("cs", "casino-stud@2"), ("pth", "progressive-holdem@6")):
        for cards in ("sealed", "reader", "by-hand"):
            run_by = chance.choice(("system", "dealer")) if cards == "sealed" else "dealer"
            yield f'[[table]]\nname = "{short}-{cards}"\nrulebook = "{book}"\nboxes = {chance.randint(3, 6)}\n'
            yield f'dealing = "{chance.choice(("shoe", "shuffler"))}"\nrun-by = "{run_by}"\ncards = "{cards}"\n'
            yield _HOUSE[book]
            match chance.randrange(3):
                case 0:
                    yield 'jackpot-bet = "5"\nlink = "grand"\n'
                case 1:
                    contribution = chance.choice(("0.60", "0.333"))
                    yield 'jackpot-bet = "5"\n[table.jackpot]\nmeter = "700.00"\nreset = "100.00"\n'
                    yield f'contribution = "{contribution}"\n'
                case _:
                    pass
    for name, book, cards in (
        ("nl-6", "poker@6", "sealed"),
        ("nl-7", "poker@7", "sealed"),
        ("nl", "poker", "sealed"),
        ("nl-reader", chance.choice(("poker@6", "poker@7")), "reader"),
        ("nl-by-hand", chance.choice(("poker@6", "poker@7")), "by-hand"),
    ):
        shuffler = book == "poker@7" and chance.random() < 0.5
        run_by = chance.choice(("system", "dealer")) if cards == "sealed" else "dealer"
        yield f'[[table]]\nname = "{name}"\nrulebook = "{book}"\nseats = {chance.randint(4, 9)}\nsmall-blind = "1"\n'
        yield f'stake = ["40", "200"]\nrun-by = "{run_by}"\ncards = "{cards}"\n'
        yield f'dealing = "{"shuffler" if shuffler else "shoe"}"\n'
        yield f"first-orbit = {str(chance.random() < 0.7).lower()}\n"


class Evening:
    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        text = floor_text(self.chance)
        EveningHouse.begins = BEFORE_THE_HOUR
        self.house = EveningHouse(folder, text, seed)
        for who in GUESTS:
            self.house.floor.perform(SAM, f"player-{who.name}", cmd.AddPlayer(who.name, chips=Cents(1_000_000)))
        self.tables = sorted(self.house.floor.books.tables)
        self.incidents = 0.015
        self.acts = 0

    def play(self, steps: int) -> None:
        """Most of the time at one table after the other, so that rounds come to an end."""
        for _ in range(steps):
            name = self.chance.choice(self.tables)
            for _ in range(self.chance.randint(20, 150)):
                self.step(name)
        for name in self.tables:
            self.end(name)

    def table(self, name: str) -> LiveTable:
        return self.house.floor.books.tables[name]

    def say(self, who: Who, name: str, do: str, reason: str = "") -> bool:
        self.acts += 1
        try:
            return "done" in self.house.act(who, name, do, reason=reason)
        except Problem:
            return False

    # --- One step -------------------------------------------------------------------------------------------------

    def step(self, name: str) -> None:
        table, roll = self.table(name), self.chance.random()
        if table.waiting and (table.game.suspended is not None or roll < 0.2):
            self.decide(table)
        elif table.game.suspended is not None:
            self.say(PIA, name, "resume")
        elif roll < self.incidents:
            self.report(table)
        elif roll < self.incidents + 0.002:
            self.house.restart()
        elif roll < self.incidents + 0.004:
            self.change_sign(table)
        elif roll < self.incidents + 0.006:
            self.say(SAM, name, self.chance.choice(("day-ends", "suspend")))
        elif roll < self.incidents + 0.1:
            self.house.turn(self.chance.choice((500, 7_000, 30_000)))
        elif not self.cards(table):
            self.people(table)

    def people(self, table: LiveTable) -> None:
        seated = (
            {*table.game.table.players.values()}
            if isinstance(table.game, HouseState)
            else {seat.player for seat in table.game.seats.values()}
        )
        there = [who for who in EVERYBODY if who.name in seated]
        others = EVERYBODY if len(there) < 3 or self.chance.random() < 0.1 else there
        who = self.chance.choice((*there, *others, DAN, DAN, PIA))
        if isinstance(table.game, HouseState) and table.game.round.phase is Phase.BETTING:
            waits = any(each.bets for each in table.game.round.boxes.values()) and self.chance.random() < 0.2
            if waits and table.game.table.run_by is RunBy.SYSTEM:
                self.house.turn(21_000)
            elif waits:
                who = DAN
        offered = self.house.view(table.name, who)["you"]["may"]
        may = [each for each in offered if each["do"] != "takes-over"]  # always offered, and seldom news
        told = [self.written(each, who) for each in may]
        rare = ("suspend", "leaves", "withdraw", "away", "frees", "gone", "day-ends", "hides", "tops-up")
        common = [do for do in told if not any(word in do.split() for word in rare)]
        chosen = told if self.chance.random() < 0.02 else common
        onward = [
            do for do in told if do in ("close", "settle", "next", "start", "dealt") or do.split()[1:] in DECISIONS
        ]
        if onward and self.chance.random() < 0.5:
            chosen = onward
        if who is DAN and self.chance.random() < 0.02:
            seats = range(1, 10)
            act = self.chance.choice(("check", "call", "fold", "bet 6", "raise 12", "raise 30"))
            self.say(DAN, table.name, f"{self.chance.choice(seats)} out-of-turn {act}")
        elif chosen:
            self.say(who, table.name, self.chance.choice(chosen))

    def written(self, option: dict[str, Any], who: Who) -> str:
        do: str = option["do"]
        if "from" in option:
            low, high = cents(option["from"]), cents(option["to"])
            if low == 1 or "sits" in do.split():
                low = min(high, Cents(max(low, self.chance.choice((10_000, 50_000)))))
            whole = self.chance.randint(low // 100, min(high, low * 4) // 100) * 100
            do += f" {dollars(Cents(max(low, whole)))}"
            if who is DAN and self.chance.random() < 0.05:
                do = f"{do.rpartition(' ')[0]} {self.chance.choice((3, 500))} unnoticed"
        return do

    def change_sign(self, table: LiveTable) -> None:
        low = self.chance.choice((10, 20))
        sign: dict[str, Any] = {"ante": [str(low), "100"]}
        if not isinstance(table.game, HouseState):
            sign = {"small-blind": str(low // 10), "stake": ["40", "400"], "rake-cap": "3"}
        self.acts += 1
        self.house.answered(
            self.house.floor.perform(
                PIA,
                f"sign-{self.acts:08d}",
                cmd.ChangeSign(table.name),
                at=f"table/{table.name}",
                given=TableKeys(sign),
            )
        )

    # --- Cards ----------------------------------------------------------------------------------------------------

    def cards(self, table: LiveTable) -> bool:
        """What a device or a dealer brings; whether anything was due."""
        if table.sign.cards is Faces.SEALED or self.chance.random() < 0.1:
            return False
        view = self.house.view(table.name)["round"]
        waiting = [] if view is None else view["waiting"]
        due = [each for each in waiting if each["for"] == "cards"]
        if due:
            self.bring(table, self.chance.choice(due) if "seat" in due[0] else due[0])
        elif table.before_entry is not None and self.chance.random() < 0.05:
            self.say(DAN, table.name, "take-back")
        elif isinstance(table.game, PokerState) and self.chance.random() < 0.05:
            self.name_again(table, table.game)
        elif (
            isinstance(table.game, HouseState)
            and table.game.round.phase is Phase.SETTLING
            and self.chance.random() < 0.3
        ):
            self.name_a_hand(table, table.game)
            return True
        return bool(due)

    def name_a_hand(self, table: LiveTable, game: HouseState) -> None:
        """The card that is there, or the one that somebody thinks is there."""
        box = self.chance.choice([*game.round.boxes])
        held = game.round.boxes[box].cards
        cards = self.chance.sample([*self.left(table, len(held)), *held], len(held))
        self.say(DAN, table.name, f"{box} hand {' '.join(cards)}")

    def name_again(self, table: LiveTable, game: PokerState) -> None:
        """The board or a hand, as somebody thinks that they lie there."""
        if game.round is None:
            return
        lying = {"board": game.round.board, **{f"{seat} hand": hand for seat, hand in game.round.hands.items()}}
        whose, cards = self.chance.choice([*lying.items()])
        named = self.chance.sample([*self.left(table, len(cards)), *faces(cards)], len(cards))
        self.say(DAN, table.name, f"{whose} {' '.join(named)}")

    def bring(self, table: LiveTable, due: dict[str, Any]) -> None:
        cards = " ".join(self.left(table, due["due"]))
        if table.sign.cards is Faces.READER:
            some = self.chance.randint(1, due["due"]) if self.chance.random() < 0.3 else due["due"]
            self.say(DAN, table.name, f"deal {' '.join(cards.split()[:some])}")
        elif "box" in due:
            self.say(DAN, table.name, f"{due['box']} hand {cards}")
        elif "seat" in due:
            mucks = "mucks" in due["may"] and self.chance.random() < 0.5
            self.say(DAN, table.name, f"{due['seat']} {'mucks' if mucks else f'shows {cards}'}")
        elif due.get("of") == "dealer":
            self.say(DAN, table.name, f"{'up' if due['due'] == 1 else 'dealer'} {cards}")
        elif due.get("of") == "board":
            self.say(DAN, table.name, f"board {cards}")
        else:
            self.say(DAN, table.name, "dealt")

    def left(self, table: LiveTable, number: int) -> list[Card]:
        round_ = table.game.round
        out = {*table.held}
        if round_ is not None:
            out |= {*round_.dealt}
        return self.chance.sample([card for card in DECK if card not in out], number)

    # --- Incidents ------------------------------------------------------------------------------------------------

    def report(self, table: LiveTable) -> None:
        who = self.chance.choice((DAN, DAN, PIA, SAM))
        self.say(who, table.name, self.incident(table), "seen")

    def incident(self, table: LiveTable) -> str:
        book, chance = at_the_table(table.book, table.sign.dealing), self.chance
        game = HOUSE_GAMES.get(book.game)
        if game is not None:
            kind = chance.choice(sorted(game.incidents))
            row = OF_THE_HOUSE[kind]
        else:
            which = chance.choice(sorted(known_to(book)))
            kind, row = which, OF_POKER[which]  # type: ignore[assignment]
        if table.sign.cards is Faces.SEALED:
            sealed = (
                ["interruption", "other"] if game is None else ["interruption", "other", "jackpot-down", "jackpot-up"]
            )
            kind = chance.choice(sealed)  # type: ignore[assignment]
            row = (OF_POKER if game is None else OF_THE_HOUSE)[kind]  # type: ignore[index]
        keys = [key for key in sorted(row.keys) if key in row.required or chance.random() < 0.5]
        words = [f"{key}={value}" for key in keys if (value := self.value(table, key)) is not None]
        if kind == "simultaneous" and table.game.round is not None and len(table.game.round.dealt) > 1:
            place = chance.randrange(len(table.game.round.dealt) - 1)
            pair = [table.game.round.dealt[place], table.game.round.dealt[place + 1]]
            chance.shuffle(pair)
            words = [f"first={pair[0]}", f"second={pair[1]}"]
        return " ".join(["incident", kind, *words])

    def value(self, table: LiveTable, key: str) -> str | None:
        chance, round_ = self.chance, table.game.round
        dealt = () if round_ is None else round_.dealt
        match key:
            case "box":
                return str(chance.randint(1, 6))
            case "seat":
                return str(chance.randint(1, 9))
            case "cards":
                return str(chance.randint(1, 3))
            case "card" | "first" | "second":
                return chance.choice((*dealt, *self.left(table, 2))) if dealt else "As"
            case "street":
                return chance.choice(("deal", "flop", "turn", "river"))
            case "policy":
                return chance.choice(("disallow", "without-jackpot", "without-jackpot"))
            case "ruling":
                return chance.choice(("void", "continue"))
            case "shoe" | "dealer":
                return None if key == "shoe" else "true"
            case _:
                return chance.choice(("true", "false"))

    def decide(self, table: LiveTable) -> None:
        waiting = table.waiting[0]
        options = [each["do"] for each in as_json(self.house.floor.pit.incident(waiting.number))["options"]]
        ruled = f"incident other ruling={self.chance.choice(('void', 'continue'))}"
        do = self.chance.choice([*options, *options, "dismiss", ruled])
        self.acts += 1
        with suppress(Problem):
            id_ = f"decide-{self.acts:08d}"
            self.house.answered(
                self.house.floor.perform(SAM, id_, cmd.DecideIncident(waiting.number, do), "seen on camera")
            )

    # --- The end --------------------------------------------------------------------------------------------------

    def end(self, name: str) -> None:
        """No round stays open."""
        for _ in range(50):
            table = self.table(name)
            if not table.waiting and table.game.suspended is None and not family_of(table.book).interrupted(table.game):
                return
            if table.waiting:
                self.decide(table)
            elif table.game.suspended is not None:
                self.say(PIA, name, "resume")
            else:
                self.say(SAM, name, "incident other ruling=void", "the evening is over")
        raise AssertionError(f"{name} does not come to an end: {self.table(name).game.round}")
