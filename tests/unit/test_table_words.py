"""What a file that tells a table's whole life says beside what is played."""

import pytest

from croupier.base.errors import Unreadable
from croupier.rounds.roundfile.house_script import read_house_script
from croupier.rounds.roundfile.poker_script import read_poker_script
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from tests.as_json import as_json

HOUSE = 'rulebook = "three-card-poker@3"\nactions = [{actions}]\n[table]\nante = ["10", "100"]\n{table}\n[boxes]\n'
POKER = 'rulebook = "poker@6"\nactions = [{actions}]\n[table]\nsmall-blind = "1"\n{table}\n[seats]\n'


def text(form: str, *actions: str, table: str = "") -> str:
    return form.format(actions=", ".join(f'"{action}"' for action in actions), table=table)


def test_boxes_are_taken_and_freed_and_the_sign_changes_with_the_next_round() -> None:
    acts = (
        "1 sits Ann",
        "1 ante 50",
        "close",
        "1 fold",
        "1 frees",
        "sign ante=20,40",
        "next",
        "1 sits Ben",
        "1 ante 50",
    )
    played = play(read_script(text(HOUSE, *acts)))
    assert played.refusal is None
    assert [round_["boxes"]["1"]["player"] for round_ in as_json(played.rounds)] == ["Ann", "Ben"]
    assert as_json(played.rounds)[1]["boxes"]["1"]["bets"] == {"ante": {"staked": "40.00"}}


def test_cards_wait_for_the_word_where_the_file_says_so() -> None:
    acts = ["1 sits Ann", "1 ante 50", "close", "incident interruption"]
    played = play(read_script(text(HOUSE, *acts, table='deal = "by-hand"')))
    assert played.rounds[0].status == "void" and as_json(played.rounds)[0]["boxes"]["1"]["hand"] == ""
    refused = play(read_script(text(HOUSE, "1 sits Ann", "1 ante 50", "deal", table='deal = "by-hand"'))).refusal
    assert refused is not None and refused.why == "no cards are due"
    assert play(read_script(text(HOUSE, *acts[:3], "deal", "1 fold", table='deal = "by-hand"'))).refusal is None


def test_poker_goes_on_under_the_next_version() -> None:
    seats = (
        "1 sits Ann 100",
        "2 sits Ben 100",
        "button 2",
        "rulebook poker@7",
        "sign small-blind=2 stake=40,400 rake-percent=5",
    )
    played = play(read_script(text(POKER, *seats, "start", table="first-orbit = true")))
    assert played.refusal is None
    assert (as_json(played.rounds)[0]["button"], as_json(played.rounds)[0]["posts"]) == (2, {"1": "4.00", "2": "2.00"})


@pytest.mark.parametrize(
    ("form", "act", "table"),
    [
        (HOUSE, "sign pair-plus=5", ""),
        (HOUSE, "sign limit=5", ""),
        (HOUSE, "9 sits Ann", ""),
        (HOUSE, "2 ante 50", ""),
        (HOUSE, "close", 'jackpot-down = "close"'),
        (HOUSE, "close", 'earlier-round = "yes"'),
        (HOUSE, "close", 'deal = "later"'),
        (POKER, "sign small-blind=2", ""),
        (POKER, "rulebook casino-stud@2", ""),
        (POKER, "button 12", ""),
    ],
)
def test_what_cannot_be_meant_is_unreadable(form: str, act: str, table: str) -> None:
    script = read_script(text(form, act, table=table))
    with pytest.raises(Unreadable):
        (read_house_script if form is HOUSE else read_poker_script)(script)
