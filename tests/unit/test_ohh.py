"""Our rounds as Open Hand History: the fields of the specification, and money that adds up."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli import main
from croupier.rounds.histories.ohh import Place, write_ohh
from croupier.rounds.histories.rounds import Recorded, recorded_rounds
from croupier.rounds.roundfile.read import read_script, read_versions
from croupier.rounds.roundfile.run import play

FIELDS = {
    *("spec_version", "site_name", "network_name", "internal_version", "tournament", "game_number", "start_date_utc"),
    *("table_name", "game_type", "bet_limit", "table_size", "currency", "dealer_seat", "small_blind_amount"),
    *("big_blind_amount", "ante_amount", "hero_player_id", "flags", "players", "rounds", "pots"),
}
"""What the specification requires of a hand of a cash game."""

ACTIONS = {
    *("Mucks Cards", "Shows Cards", "Post SB", "Post BB", "Post Dead", "Post Extra Blind"),
    *("Fold", "Check", "Bet", "Raise", "Call"),
}

SHOE = "2c Ac Kc 3d 4d Ad Kd 8h 9h 2d 5s 6s 7s 2h Jh 2s Qh"
"""Ann AcAd, Ben KcKd, Cho 3d8h, Dev 4d9h; burns are deuces."""

TABLE = """
[table]
seats = 9
small-blind = "1"
stake = ["1", "1000"]
rake-percent = "{rake}"
button = {button}
[seats]
1 = ["Ann", "{ann}"]
2 = ["Ben", "200"]
3 = ["Cho", "200"]
4 = ["Dev", "200"]
"""


def rounds(actions: str, *, rake: str = "0", button: int = 4, ann: str = "200", more: str = "") -> list[Recorded]:
    listed = json.dumps(["start", *(action.strip() for action in actions.split(","))])
    text = f'rulebook = "poker@7"\nshoe = "{SHOE}"\nactions = {listed}\n'
    played = play(read_script(text + TABLE.format(rake=rake, button=button, ann=ann) + more), 7)
    assert played.refusal is None, played.refusal
    return recorded_rounds(played)


def told(recorded: Recorded) -> dict[str, Any]:
    hand = json.loads(write_ohh([recorded], Place()), parse_float=Decimal)
    assert hand.keys() == {"ohh"}
    check(hand["ohh"], recorded)
    return dict(hand["ohh"])


def check(hand: dict[str, Any], recorded: Recorded) -> None:
    """What holds of every hand."""
    assert FIELDS - hand.keys() == set()
    assert all(key.startswith("_") for key in hand.keys() - FIELDS)
    assert [one["id"] for one in hand["rounds"]] == list(range(len(hand["rounds"])))
    players = {player["id"] for player in hand["players"]}
    for one in hand["rounds"]:
        assert [act["action_number"] for act in one["actions"]] == list(range(1, len(one["actions"]) + 1))
        for act in one["actions"]:
            assert act["action"] in ACTIONS
            assert act["player_id"] in players
            assert (one["street"], act["action"]) != ("Preflop", "Bet")
    uncalled = sum(recorded.round.uncalled.values())
    put = sum(act["amount"] for act in acts(hand))
    assert 100 * sum(pot["amount"] for pot in hand["pots"]) == (100 * put - uncalled if hand["pots"] else 0)
    for pot in hand["pots"]:
        assert pot["amount"] == pot["rake"] + sum(win["win_amount"] for win in pot["player_wins"])
    if recorded.settled:
        for seat in recorded.round.order:
            assert finishing(hand, recorded, seat) == recorded.finishing(seat)


def acts(hand: dict[str, Any]) -> list[dict[str, Any]]:
    return [act for one in hand["rounds"] for act in one["actions"]]


def finishing(hand: dict[str, Any], recorded: Recorded, seat: int) -> Decimal:
    """In cents: what the hand alone says, with the uncalled bet that it has no word for."""
    start = next(player["starting_stack"] for player in hand["players"] if player["id"] == seat)
    put = sum(act["amount"] for act in acts(hand) if act["player_id"] == seat)
    wins = [win for pot in hand["pots"] for win in pot["player_wins"] if win["player_id"] == seat]
    return Decimal(100 * (start - put + sum(win["win_amount"] for win in wins))) + recorded.round.uncalled.get(seat, 0)


def said(hand: dict[str, Any]) -> list[str]:
    return [
        f"{one['street']}: {act['player_id']} {act['action']} {act['amount']}"
        for one in hand["rounds"]
        for act in one["actions"]
    ]


def test_a_hand_with_a_showdown() -> None:
    (recorded,) = rounds("3 fold, 4 call, 1 raise 10, 2 call, 4 fold, 1 bet 10, 2 call" + ", 1 check, 2 check" * 2)
    hand = told(recorded)
    assert said(hand) == [
        *["Preflop: 1 Post SB 1.00", "Preflop: 2 Post BB 2.00", "Preflop: 3 Fold 0.00", "Preflop: 4 Call 2.00"],
        *["Preflop: 1 Raise 9.00", "Preflop: 2 Call 8.00", "Preflop: 4 Fold 0.00"],
        *["Flop: 1 Bet 10.00", "Flop: 2 Call 10.00", "Turn: 1 Check 0.00", "Turn: 2 Check 0.00"],
        *["River: 1 Check 0.00", "River: 2 Check 0.00", "Showdown: 1 Shows Cards 0.00", "Showdown: 2 Mucks Cards 0.00"],
    ]
    assert [one["cards"] for one in hand["rounds"]] == [[], ["5s", "6s", "7s"], ["Jh"], ["Qh"], []]
    assert hand["rounds"][-1]["actions"][0]["cards"] == ["Ac", "Ad"]
    assert (hand["spec_version"], hand["game_type"], hand["dealer_seat"]) == ("1.4.7", "Holdem", 4)
    assert hand["bet_limit"] == {"bet_type": "NL", "bet_cap": 0}
    assert hand["players"][0] == {"id": 1, "seat": 1, "name": "Ann", "starting_stack": 200}
    assert (hand["_rulebook"], hand["_paragraphs"][0]) == ("poker@7", "3.7")
    assert (hand["hero_player_id"], hand["flags"]) == (None, ["Observed"])


def test_a_hand_that_nobody_had_to_show_is_nowhere() -> None:
    """R-45: Ben's kings were beaten and thrown away; folded hands and burnt cards are not told either."""
    (recorded,) = rounds("3 fold, 4 fold, 1 call, 2 check" + ", 1 check, 2 check" * 3)
    text = write_ohh([recorded], Place())
    assert [card for card in SHOE.split() if f'"{card}"' in text] == ["Ac", "Ad", "5s", "6s", "7s", "Jh", "Qh"]


def test_amounts_are_numbers_with_two_places() -> None:
    text = write_ohh(rounds("3 raise 12, 4 fold, 1 fold, 2 fold"), Place())
    assert '"starting_stack":200.00' in text
    assert '"action":"Raise","amount":12.00,' in text


def test_the_rake_of_each_pot() -> None:
    (recorded,) = rounds("3 raise 100, 4 fold, 1 allin, 2 call" + ", 2 check, 3 check" * 3, rake="5", ann="50")
    hand = told(recorded)
    assert [(pot["number"], pot["amount"], pot["rake"]) for pot in hand["pots"]] == [(0, 150, 7), (1, 100, 5)]
    assert hand["pots"][0]["player_wins"] == [{"player_id": 1, "win_amount": 143}]
    assert "4.6.1" in hand["pots"][0]["_paragraphs"]
    assert [act["player_id"] for act in acts(hand) if act["is_allin"]] == [1]


def test_an_uncalled_bet_is_not_in_the_pot() -> None:
    (recorded,) = rounds("3 raise 12, 4 fold, 1 fold, 2 fold")
    assert [pot["amount"] for pot in told(recorded)["pots"]] == [5]


def test_posts_of_all_kinds_and_who_sits_out() -> None:
    """5.4.2: Cho misses both blinds and pays them when she is back, one of them dead."""
    actions = (
        "3 fold, 4 fold, 5 fold, 1 fold, 3 away, start, 5 fold, 1 fold, 2 fold, start, 1 fold, 2 fold, 4 fold, "
        "start, 2 fold, 4 fold, 5 fold, 3 back, "
        "start, 3 check, 4 fold, 5 fold, 1 fold, 2 check, 2 check, 3 bet 2, 2 fold"
    )
    every = [told(recorded) for recorded in rounds(actions, button=5, more='5 = ["Eve", "200"]')]
    sitting_out = [[player["id"] for player in hand["players"] if "is_sitting_out" in player] for hand in every]
    assert sitting_out == [[], [3], [3], [3], []]
    assert said(every[-1])[:4] == [
        *["Preflop: 1 Post SB 1.00", "Preflop: 2 Post BB 2.00"],
        *["Preflop: 3 Post Dead 1.00", "Preflop: 3 Post Extra Blind 2.00"],
    ]
    assert every[-1]["_dead"] == {"3": 1}


def test_a_void_round_has_no_pots() -> None:
    (recorded,) = rounds("3 call, incident foreign-card")
    hand = told(recorded)
    assert hand["pots"] == []
    assert hand["_void"][-1] == "R-7"
    assert hand["_incidents"][0]["incident"] == "foreign-card"


def test_a_hand_turned_up_by_choice() -> None:
    (recorded,) = rounds("3 fold, 4 fold, 1 raise 10, 2 fold, 1 shows")
    assert told(recorded)["rounds"][-1] == {
        "id": 1,
        "street": "Showdown",
        "cards": [],
        "actions": [
            {
                "action_number": 1,
                "player_id": 1,
                "action": "Shows Cards",
                "amount": 0,
                "is_allin": False,
                "cards": ["Ac", "Ad"],
            }
        ],
    }


def test_a_bet_out_of_turn_that_is_forfeited() -> None:
    (recorded,) = rounds("4 out-of-turn raise 10, 3 fold, 4 fold, 1 call, 2 check, 1 bet 4, 2 fold")
    hand = told(recorded)
    assert "Preflop: 4 Post Dead 10.00" in said(hand)
    assert hand["_dead"] == {"4": 10}


def test_a_street_taken_back() -> None:
    again = "1 check, 2 check, 4 check"
    first = "3 call, 4 call, 1 call, 2 check, 1 bet 10, 2 call, 3 fold, incident no-burn street=flop"
    (recorded,) = rounds(f"{first}, {again}, {again}, {again}")
    hand = told(recorded)
    assert [one["street"] for one in hand["rounds"]] == ["Preflop", "Flop", "Turn", "River", "Showdown"]
    assert "Flop: 1 Bet 10.00" not in said(hand)
    assert "Flop: 3 Fold 0.00" in said(hand)


@pytest.mark.parametrize("book", ["poker@6", "poker@7"])
def test_every_scenario_can_be_exported(book: str) -> None:
    files = sorted((Path(__file__).parents[1] / "scenarios" / "poker").rglob("*.round.toml"))
    read = [script for file in files for script in read_versions(file.read_text(encoding="utf-8"))]
    found = [script for script in read if script.book.key == book]
    assert found
    for script in found:
        for recorded in recorded_rounds(play(script)):
            told(recorded)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "evening.round.toml"
    actions = json.dumps(["start", "3 fold", "4 fold", "1 fold", "start"])
    file.write_text(
        f'rulebook = "poker@7"\nactions = {actions}\n{TABLE.format(rake=5, button=4, ann=200)}', encoding="utf-8"
    )
    where = ["--venue", "Here", "--table", "Table 4", "--start", "2023-05-01T20:15"]
    assert main(["phh", "export", "--format", "ohh", *where, str(file)]) == 0
    first, second = capsys.readouterr().out.split("\n\n")
    hand = json.loads(first)["ohh"]
    assert (hand["site_name"], hand["table_name"], hand["currency"]) == ("Here", "Table 4", "SGD")
    assert (hand["game_number"], hand["start_date_utc"]) == ("Table 4-1", "2023-05-01T12:15:00Z")
    assert json.loads(second)["ohh"]["game_number"] == "Table 4-2"
