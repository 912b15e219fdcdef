"""A live table with read cards, and the round file of everything that was said at it: both come to the same."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Protocol

from croupier.base.citation import printed
from croupier.base.errors import Unreadable
from croupier.floor.live.acts.incidents import SUPPLIED_BY_WHO_DECIDES
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import Played, play
from croupier.rules.cards import DECK, Card, seeded_chance, show_cards, shuffled
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import irregularities as house_rows
from croupier.rules.games.house.commands import Incident as HouseIncident
from croupier.rules.games.irregularity import Irregularity
from croupier.rules.games.poker import irregularities as poker_rows
from croupier.rules.games.poker.commands import Incident as PokerIncident
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, game_of
from tests.as_json import as_json
from tests.unit.round_files import written

BOOKS = ("three-card-poker@3", "casino-stud@2", "progressive-holdem@6", "poker@6", "poker@7")
DECIDES = {"dealer": "dan", "pit-supervisor": "pia", "shift-manager": "sam"}
NAMES_CARDS = {"first", "second", "card"}
REASON = "as it was found"

HOUSE_SIGN: dict[str, Any] = {"boxes": 7, "ante": ["10", "1000"], "jackpot-bet": "5"}
POKER_SIGN: dict[str, Any] = {"seats": 6, "small-blind": "1", "stake": ["40", "400"], "first-orbit": True}
JACKPOT = {"meter": "125000.00", "reset": "50000.00", "contribution": "0.60"}
SEATS = {"1": "Ann", "2": "Ben", "3": "Cy", "4": "Dee"}
BOXES = {"1": "Ann", "2": "Ben", "3": "Ann"}


class Door(Protocol):
    """How people speak to the floor: in the same process, or over HTTP. Every answer comes with its status."""

    def act(self, who: str, table: str, do: str) -> tuple[int, Any]: ...

    def decide(self, who: str, incident: int, do: str) -> tuple[int, Any]: ...

    def incident(self, number: int) -> Any: ...

    def view(self, who: str, table: str) -> Any: ...


def rows(book: str) -> dict[str, Irregularity]:
    """Every kind that a rulebook knows; nobody lists them here."""
    game = HOUSE_GAMES.get(game_of(book))
    if game is not None:
        return {kind: house_rows.IRREGULARITIES[HouseIncident(kind)] for kind in sorted(game.incidents)}
    known = poker_rows.known_to(at_the_table(book, Device.SHOE))
    return {kind: poker_rows.IRREGULARITIES[PokerIncident(kind)] for kind in sorted(known)}


def is_house(book: str) -> bool:
    return game_of(book) in HOUSE_GAMES


def table_text(name: str, book: str, dealing: str, cards: str = "reader") -> str:
    sign: dict[str, Any] = {"name": name, "rulebook": book, "dealing": dealing, "run-by": "dealer", "cards": cards}
    if cards == "reader":
        sign["device"] = "dan"
    sign |= {**HOUSE_SIGN, "jackpot": JACKPOT} if is_house(book) else POKER_SIGN
    return "[[table]]\n" + written(sign)


class Refused(Exception):
    """Live and in the file alike, with these citations."""


class Beside:
    def __init__(self, door: Door, name: str, book: str, dealing: str, seed: str) -> None:
        self.door, self.name, self.book, self.dealing = door, name, book, dealing
        self._chance = seeded_chance(f"{name} {book} {seed}")
        self.deck: list[Card] = list(shuffled(DECK, self._chance))
        self.first_deck = tuple(self.deck)
        self.said: list[str] = []
        self.dealt: list[Card] = []
        """As they left the device."""
        for place, player in (BOXES if is_house(book) else SEATS).items():
            held = any(place != other and self.owner(other) == player for other in BOXES if other < place)
            self._done("dan", f"{place} sits {player} {'0' if held and is_house(book) else '300'}")

    def owner(self, place: str) -> str:
        return (BOXES if is_house(self.book) else SEATS)[place]

    # --- Live -----------------------------------------------------------------------------------------------------

    @property
    def round(self) -> Any:
        return self.door.view("una", self.name)["round"]

    @property
    def waiting(self) -> list[dict[str, Any]]:
        round_ = self.round
        return [] if round_ is None else list(round_["waiting"])

    def _done(self, who: str, do: str) -> Any:
        status, answer = self.door.act(who, self.name, do)
        assert status == 200, (do, answer)
        return answer["done"]

    def say(self, *acts: str) -> None:
        for act in acts:
            self._done("dan", act)
            self.said.append(act)
            self.feed()

    def feed(self) -> None:
        """The device reads what is due, in as many messages as it likes."""
        while (waiting := self.waiting) and waiting[0]["for"] == "cards":
            due = waiting[0]["due"]
            several = self._chance.randrange(due) + 1
            cards, self.deck = self.deck[:several], self.deck[several:]
            done = self._done("dan", f"deal {show_cards(cards)}")
            assert done["do"] == " ".join(["deal", *["??"] * several])
            self.dealt += cards

    # --- The same in a round file ---------------------------------------------------------------------------------

    def file(self, *further: str) -> Played:
        head: dict[str, Any] = {
            "rulebook": self.book,
            "dealing": self.dealing,
            "shoe": show_cards(self.first_deck),
            "actions": [*self.said, *further],
            "table": {**(HOUSE_SIGN if is_house(self.book) else POKER_SIGN), "settle": "by-hand"},
        }
        if is_house(self.book):
            head |= {"jackpot": JACKPOT, "boxes": BOXES}
        else:
            head["table"]["button"] = 1
            head["seats"] = {seat: [player, "300"] for seat, player in SEATS.items()}
        return play(read_script(written(head)))

    def same(self) -> None:
        played = self.file()
        assert played.refusal is None, played.refusal
        differences = list(different(as_json(played.rounds[-1]), self.round))
        assert not differences, (self.said, differences)

    # --- Reports --------------------------------------------------------------------------------------------------

    def report(self, text: str) -> str:
        """Told by the dealer, decided by the rank that it needs; the ruling. `Refused` where both refuse it."""
        _, kind, *details = text.split()
        row, before = rows(self.book)[kind], self.round
        try:
            tried = self.file(self._by_card(text))
        except Unreadable:
            assert self.door.act("dan", self.name, text)[0] == 400, text
            raise Refused(text) from None
        kept = [word for word in details if word.partition("=")[0] not in SUPPLIED_BY_WHO_DECIDES]
        first = text
        if row.decided_by.name != "DEALER" and not any(word.partition("=")[0] in NAMES_CARDS for word in kept):
            first = " ".join(["incident", kind, *kept])
        status, answer = self.door.act("dan", self.name, first)
        if status == 202:
            status, answer = self._decided(
                answer["waiting"], first, text, wrong_card="#" not in text and _tells_cards(tried)
            )
        if status == 409:
            assert tried.refusal is not None, (self.said, text, answer)
            if not _tells_cards(tried):
                assert answer["error"].get("cites", []) == printed(tried.refusal.cites), (self.said, text)
            assert self.round == before
            raise Refused(text)
        assert status == 200 and tried.refusal is None, (self.said, text, answer, tried.refusal)
        ruled: str = answer["done"]["ruling"]
        if ruled == "reshuffled":
            again = self._reshuffled()
            text += f' shoe="{show_cards(again)}"'
        self.said.append(self._by_card(text))
        self.feed()
        return ruled

    def _by_card(self, text: str) -> str:
        """A round file names cards where the pit names places."""
        order = (*(self.round_cards() if "#" in text else ()), *self.deck)
        return re.sub(r"#(\d+)", lambda place: order[int(place[1]) - 1], text)

    def _decided(self, waiting: dict[str, Any], first: str, text: str, *, wrong_card: bool) -> tuple[int, Any]:
        """Nobody below the rank decides it, and nothing else is heard meanwhile."""
        number, rank = waiting["incident"], waiting["rank"]
        view = self.door.view("dan", self.name)
        assert view["state"] == "suspended" and view["why"]
        assert (
            view["round"] is None or {"for": "incident", "incident": number, "rank": rank} in view["round"]["waiting"]
        )
        assert self.door.act("dan", self.name, "settle")[1]["error"]["code"] == "suspended"
        assert self.door.decide("dan", number, text)[0] == 403
        if wrong_card:
            assert rank == "shift-manager" and self.door.incident(number)["options"] == []
            assert self.door.decide("sam", number, text)[0] == 409
            assert self.door.decide("sam", number, "dismiss")[0] == 200
            return 409, {"error": {"cites": []}}
        options = {frozenset(each["do"].split()): each["ruling"] for each in self.door.incident(number)["options"]}
        chosen = frozenset(text.split())
        status, answer = self.door.decide(DECIDES[rank], number, text)
        if first != text and not any(f"{key}=" in text for key in NAMES_CARDS):
            assert (status == 200) == (chosen in options), (text, options)
        if status == 200:
            assert options.get(chosen, answer["done"]["ruling"]) == answer["done"]["ruling"]
            told = self.round["incidents"][-1]
            assert (told["by"], told["rank"], told["reason"]) == (DECIDES[rank], rank, REASON)
        else:
            assert self.door.decide(DECIDES[rank], number, "dismiss")[0] == 200
        return status, answer

    def _reshuffled(self) -> Sequence[Card]:
        """What was taken back comes again at once, the other way round: then a card has had two places."""
        out = {*self.round_cards()}
        back = [card for card in reversed(self.dealt) if card not in out]
        fresh = [card for card in self.deck if card not in back]
        self.deck = [*back, *fresh]
        return self.deck

    def round_cards(self) -> Iterator[Card]:
        """Every card that is out, as the file knows it."""
        dealer = self.file().dealer
        assert dealer.state.round is not None
        yield from dealer.state.round.dealt


def _tells_cards(tried: Played) -> bool:
    """Refused because a card that is named does not lie where it should."""
    if tried.refusal is None or not any(f"{key}=" in tried.refusal.text for key in NAMES_CARDS):
        return False
    words = ("is not one of the dealer's cards", "both dealt in this round", "one after the other", "was not dealt")
    return any(word in tried.refusal.why for word in words)


def different(told: Any, seen: Any, where: str = "") -> Iterator[str]:
    """What the file says and the auditor's view of the round does not; views tell more, and how many are burnt."""
    if isinstance(told, dict) and isinstance(seen, dict):
        for key, value in told.items():
            if key in ("waiting", "unlisted", "burnt"):
                continue
            if key == "board":  # the auditor sees what was not turned up, too
                if not seen[key].startswith(value):
                    yield f"{where}board: {value} in the file, {seen[key]} on the floor"
            elif key not in seen and value != "":
                yield f"{where}{key}: {value!r} is not told"
            elif key in seen:
                yield from different(value, seen[key], f"{where}{key}.")
    elif isinstance(told, list) and isinstance(seen, list) and len(told) == len(seen):
        for number, (one, other) in enumerate(zip(told, seen, strict=True)):
            yield from different(one, other, f"{where}{number}.")
    elif told != seen:
        yield f"{where} {told!r} in the file, {seen!r} on the floor"


# --- What can be reported ---------------------------------------------------------------------------------------------


def reports(table: Beside, kind: str) -> list[str]:
    """A kind with everything that may be said with it, in every combination."""
    row = rows(table.book)[kind]
    dealt = table.dealt
    places = {"first": ["#3", "#4"], "second": ["#2", "#5"]}
    values: dict[str, Sequence[str | None]] = {
        "box": (None, "1", "3", "2,3"),
        "seat": (None, "2", "3"),
        "cards": (None, "2"),
        "dealer": (None, "true"),
        "card": (None, dealt[3] if len(dealt) > 3 else None, "2c"),
        "street": (None, "deal", "flop", "turn", "river"),
        "policy": (None, "close", "disallow", "without-jackpot"),
        "ruling": ("void", "continue"),
        **places,
    }
    flags = (None, "true", "false")
    keys = sorted(row.keys - {"shoe"})
    said = []
    for chosen in product(*(values.get(key, flags) for key in keys)):
        given = {key: value for key, value in zip(keys, chosen, strict=True) if value is not None}
        if row.required <= given.keys():
            said.append(" ".join(["incident", kind, *(f"{key}={value}" for key, value in given.items())]))
    return list(dict.fromkeys(said))


# --- How far a round has come -----------------------------------------------------------------------------------------

HOUSE_POINTS = ("betting", "dealt", "looked", "one-decided", "decided", "pause", "settled")
POKER_POINTS = ("dealt", "looked", "acted", "flop", "flop-bet", "flop-folded", "turn", "river", "pause", "settled")


def come_to(table: Beside, point: str) -> None:
    if is_house(table.book):
        _house_comes_to(table, point)
    else:
        _poker_comes_to(table, point)


def _house_comes_to(table: Beside, point: str) -> None:
    table.say("1 ante 10", "3 ante 10", "2 ante 20", "2 jackpot 5", "1 jackpot 5")
    if point == "betting":
        return
    table.say("close")
    if point == "dealt":
        return
    table.say("1 look")
    if point == "looked":
        return
    staying = HOUSE_GAMES[game_of(table.book)].staying
    table.say(f"1 {staying[0]}")
    if point == "one-decided":
        return
    table.say("2 fold", f"3 {staying[0]}")
    if point == "decided":
        return
    while decisions := [each for each in table.waiting if each["for"] == "decision"]:
        _stay(table, decisions[0]["box"])
    if point == "settled":
        table.say("settle")


def _stay(table: Beside, box: int) -> None:
    stage = len(table.round["boxes"][str(box)]["decisions"])
    table.say(f"{box} {HOUSE_GAMES[game_of(table.book)].staying[stage]}")


def _poker_comes_to(table: Beside, point: str) -> None:
    table.say("start")
    if point == "dealt":
        return
    if point == "looked":
        table.say("2 look", "4 look")
        return
    if point == "acted":
        _call(table)
        return
    betting_round = {"flop": 2, "turn": 3, "river": 4}.get(point.partition("-")[0], 5)
    while (round_ := table.round)["status"] == "open" and round_["turn"] and round_["betting_round"] < betting_round:
        _call(table)
    if point in ("flop-bet", "flop-folded"):
        table.say(f"{table.round['turn']} bet 4")
    if point == "flop-folded":
        table.say(f"{table.round['turn']} fold")
    if point == "settled":
        table.say("settle")


def _call(table: Beside) -> None:
    waiting = table.waiting[0]
    table.say(f"{waiting['seat']} {'check' if 'check' in waiting['may'] else 'call'}")


def finish(table: Beside) -> None:
    """Boxes that may continue do, or take their bets back; nobody folds any more; the dealer pays."""
    while (round_ := table.round)["status"] == "open":
        if round_.get("phase") == "betting":
            table.say("close")
            continue
        match table.waiting[0]:
            case {"for": "choice", "box": box}:
                table.say(f"{box} {'withdraw' if box == 3 else 'continue'}")
            case {"for": "decision", "box": box}:
                _stay(table, box)
            case {"for": "decision"}:
                _call(table)
            case {"for": "settle"}:
                table.say("settle")
            case {"for": "cards"}:
                table.feed()
            case other:
                raise AssertionError((other, round_))
