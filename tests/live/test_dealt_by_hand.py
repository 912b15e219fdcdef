"""Real cards on the floor: dealt by hand and named as the view asks for them, or read and lying otherwise."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.state.problems import Code, Problem
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rounds.roundfile.house_report import house_round
from croupier.rounds.roundfile.house_script import read_house_script
from croupier.rounds.roundfile.live_words import read_live_action
from croupier.rounds.roundfile.read import read_script
from croupier.rules.cards import DECK, Card, Deck, seeded_chance, show_cards, shuffled
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.irregularities import IRREGULARITIES
from croupier.rules.games.house.table import HouseRound
from tests.as_json import as_json
from tests.floors import poker_table
from tests.live.houses import ANN, BEN, DAN, SAM, House

GAMES = {
    "three-card-poker": "three-card-poker@3",
    "casino-stud": "casino-stud@2",
    "progressive-holdem": "progressive-holdem@6",
}
SIGN = """
rulebook = "{key}"
dealing = "shoe"
{floor}
boxes = 7
ante = ["10", "1000"]
jackpot-bet = "5"
"""
FLOOR = """
[[link]]
name = "grand"
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
limit = "1000000.00"
"""
VALUES = {"box": "1", "first": "#3", "second": "#2", "ruling": "continue"}


def floor(cards: str) -> str:
    text = ""
    for name, key in GAMES.items():
        device = '\ndevice = "dan"' if cards == "reader" else ""
        own = f'name = "{name}"\nlink = "grand"\nrun-by = "dealer"\ncards = "{cards}"{device}'
        text += "[[table]]" + SIGN.format(key=key, floor=own)
    return text + FLOOR


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", floor("by-hand"))
    yield house
    house.store.close()


class Beside:
    """A live table dealt by hand, and the same acts as a round file has them, whose cards are known."""

    def __init__(self, house: House, name: str, deck: Sequence[Card]) -> None:
        self.house, self.name = house, name
        head = SIGN.format(key=GAMES[name], floor="[table]") + '[jackpot]\nmeter = "125000"\nreset = "50000"\n'
        head += 'contribution = "0.60"\n[boxes]\n1 = "Ann"\n2 = "Ben"\n3 = "Ann"\n'
        script = read_script(head.replace("boxes = 7", 'settle = "by-hand"\nboxes = 7'))
        told = read_house_script(script)
        self._deck = Deck(tuple(deck))
        self.game, self.table = told.game, told.table
        self.known = HouseDealer(told.game, script.book, told.table, told.jackpot, self)

    def next_deck(self) -> Deck:
        return self._deck

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        raise AssertionError

    @property
    def round(self) -> HouseRound:
        return self.known.round

    def say(self, *acts: str) -> None:
        for words in acts:
            self.known.act(read_live_action(self.game, self.table.players, words.split(), IN_CHARGE))
            assert "done" in self.live(words)
            while (further := self.asked_for()) is not None:
                assert "done" in self.live(further)

    def live(self, words: str) -> dict[str, Any]:
        return self.house.act(SAM, self.name, words, reason="as it was found")

    @property
    def view(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.house.view(self.name)["round"]
        return seen

    def asked_for(self) -> str | None:
        """What the dealer says next, as `waiting` asks for it."""
        match self.view["waiting"]:
            case [{"for": "cards", "of": "dealer", "due": 1}, *_]:
                return f"up {self.round.up}"
            case [{"for": "cards", "of": "dealer"}, *_]:
                return f"dealer {show_cards(self.round.dealer)}"
            case [{"for": "cards", "of": "board", "due": due}]:
                turned = len(self.view["board"].split()) - self.view["board"].split().count("??")
                return f"board {show_cards(self.round.community[turned : turned + due])}"
            case [{"for": "cards", "box": box}, *_]:
                return f"{box} hand {show_cards(self.round.boxes[box].cards)}"
            case [{"for": "cards"}]:
                return "dealt"
            case _:
                return None

    def finish(self) -> None:
        for box in sorted(self.round.choosing):
            self.say(f"{box} continue")
        while not self.round.over and (boxes := undecided(self.round)):
            self.say(f"{boxes[0].number} {self.game.staying[self.round.stage - 1]}")
        if not self.round.over:
            self.say("settle")

    def same(self) -> None:
        told, seen = as_json(house_round(self.known)), self.view
        assert {number: box["net"] for number, box in seen["boxes"].items()} == {
            number: box["net"] for number, box in told["boxes"].items()
        }
        kinds = ("incident", "ruling", "cites")
        assert [[each[key] for key in kinds] for each in seen["incidents"]] == [
            [each[key] for key in kinds] for each in told["incidents"]
        ]
        for number, box in seen["boxes"].items():
            lines = {
                spot: {key: line[key] for key in told["boxes"][number]["bets"][spot]}
                for spot, line in box["bets"].items()
            }
            assert lines == told["boxes"][number]["bets"]


def report_of(kind: str) -> str:
    required = sorted(IRREGULARITIES[kind].required)  # type: ignore[index]
    values = VALUES | ({"box": "3"} if kind == "extra-look" else {})
    return " ".join(["incident", kind, *(f"{key}={values[key]}" for key in required)])


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_irregularity_is_ruled_as_in_a_round_file(house: House, name: str) -> None:
    for act, who in (("1 sits Ann 5000", ANN), ("3 sits Ann 0", ANN), ("2 sits Ben 5000", BEN)):
        assert "done" in house.act(who, name, act)
    heard = []
    for phase in ("dealt", "looked", "pause"):
        for kind in sorted(HOUSE_GAMES[name].incidents):
            deck = shuffled(DECK, seeded_chance(f"{name} {kind} {phase}"))
            beside = Beside(house, name, deck)
            beside.say("1 ante 10", "3 ante 10", "2 ante 20", "2 jackpot 5", "close")
            if phase != "dealt":
                beside.say("1 look")
            if phase == "pause":
                beside.say("2 fold")
                while boxes := undecided(beside.round):
                    beside.say(f"{boxes[0].number} {beside.game.staying[beside.round.stage - 1]}")
            before = beside.view
            answer = house.act(SAM, name, report_of(kind), reason="as it was found")
            if "done" in answer:
                heard.append(kind)
                beside.known.act(
                    read_live_action(beside.game, beside.table.players, report_of(kind).split(), IN_CHARGE)
                )
                while (further := beside.asked_for()) is not None:
                    beside.live(further)
            else:
                assert beside.view == before
            beside.finish()
            beside.same()
            if kind == "jackpot-down":
                beside.live("incident jackpot-up")
            assert "done" in beside.live("next")
    assert {*heard} == {*HOUSE_GAMES[name].incidents}


def test_a_kill_between_the_cards_loses_none_that_was_named(house: House) -> None:
    for act, who in (("1 sits Ann 1000", ANN), ("2 sits Ben 1000", BEN), ("1 ante 50", ANN), ("2 ante 50", BEN)):
        house.act(who, "casino-stud", act)
    for act in ("close", "dealt", "up Kd", "2 fold", "1 bet", "1 hand 2h 4h 8h Th Qh"):
        assert "done" in house.act(DAN, "casino-stud", act)
    before = house.view("casino-stud")["round"]
    (ruled,) = house.restart()
    assert (ruled.ruling, ruled.cites) == ("continue", ("5.7.1", "R-6"))
    after = house.view("casino-stud")["round"]
    assert after["boxes"] == before["boxes"] and after["waiting"] == [{"for": "cards", "of": "dealer", "due": 4}]
    assert house.act(DAN, "casino-stud", "dealer Qh 9h 8c 7d")["error"]["cites"] == ["2.2.1"]
    assert "done" in house.act(DAN, "casino-stud", "dealer Ad 9h 8c 7d")
    assert "done" in house.act(DAN, "casino-stud", "settle")


def test_only_staff_deal_by_hand_and_foreign_text_is_no_card(house: House) -> None:
    house.act(ANN, "three-card-poker", "1 sits Ann 1000")
    house.act(ANN, "three-card-poker", "1 ante 50")
    house.act(DAN, "three-card-poker", "close")
    for who, act, code in ((ANN, "dealt", Code.FORBIDDEN), (DAN, "dealer Qd 7c 2x", Code.UNREADABLE)):
        with pytest.raises(Problem) as problem:
            house.act(who, "three-card-poker", act)
        assert problem.value.code is code


def test_corrected_cards_count_and_survive_a_restart(tmp_path: Path) -> None:
    house, name = House(tmp_path / "store", floor("reader")), "three-card-poker"
    for act, who in (("1 sits Ann 1000", ANN), ("2 sits Ben 1000", BEN), ("1 ante 50", ANN), ("2 ante 50", BEN)):
        house.act(who, name, act)
    said = ("close", "deal 2c As 4h Qd Ks 5h 7c Qs 9c 2h", "incident dealing-error", "1 continue", "2 continue")
    for act in (*said, "1 play", "2 play"):
        assert "done" in house.act(DAN, name, act), act
    assert house.act(DAN, name, "1 hand As Ks 4h")["error"]["cites"] == ["5.10.1", "2.2.1"]
    assert house.act(DAN, name, "1 hand As Kd Qc")["done"]["cites"] == ["5.10.1", "R-110"]
    house.restart()
    assert house.view(name)["round"]["boxes"]["1"]["hand"] == "As Kd Qc"
    assert "done" in house.act(DAN, name, "settle")
    house.restart()
    assert house.view(name)["round"]["boxes"]["1"]["hand"] == "As Kd Qc"
    house.store.close()


POKER_BY_READER = poker_table(
    "p7-r", seats=6, stake=("50", "1000"), chip="1", run_by="dealer", cards="reader", device="dan"
)


@pytest.mark.parametrize("read", [0, 3])
def test_who_is_left_alone_while_cards_are_read_has_won(tmp_path: Path, read: int) -> None:
    """A player who leaves then as well takes the pot along (R-66, R-93)."""
    house = House(tmp_path / "alone", POKER_BY_READER)
    for who, seat in ((ANN, 1), (BEN, 2)):
        assert "done" in house.act(who, "p7-r", f"{seat} sits {who.name} 100")
    house.act(DAN, "p7-r", "start")
    if read:
        house.act(DAN, "p7-r", "deal As Kd 2c")
    house.act(ANN, "p7-r", "1 leaves")
    assert house.view("p7-r")["round"]["waiting"] == [{"for": "settle"}]
    house.act(BEN, "p7-r", "2 leaves")
    assert "done" in house.act(DAN, "p7-r", "settle")
    assert house.view("p7-r")["round"]["status"] == "settled"
    assert sum(house.balance(f"wallet/{who.name}") for who in (ANN, BEN)) == 2_000_000
    house.store.close()
