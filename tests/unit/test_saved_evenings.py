"""An evening saved as a round file is played to the same amounts by `croupier run`; chips can be bought on the way."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli import main
from croupier.doors.library.files import read_round_file
from croupier.doors.library.saved import round_file
from croupier.rounds.playing import house, poker
from croupier.rounds.playing.screen import Screen
from croupier.rules.cards import seeded_chance
from croupier.rules.money import cents, dollars
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device


def rounds(text: str) -> list[dict[str, Any]]:
    (played,) = read_round_file("evening", text).play_all()
    assert played.refusal is None, played.refusal
    found: list[dict[str, Any]] = played.report()["rounds"]
    return found


def at_the_layout(
    key: str, device: Device, seed: int, *typed: str, stake: str = "500"
) -> tuple[house.HouseEvening, str]:
    out = StringIO()
    evening = house.sit_down(
        at_the_table(key, device),
        device,
        Screen(StringIO("\n".join(typed) + "\n"), out, {}),
        name="Ann",
        stake=cents(stake),
        of_cards=seeded_chance(f"{seed}: cards"),
        of_others=seeded_chance(f"{seed}: others"),
    )
    evening.play()
    return evening, out.getvalue()


@pytest.mark.parametrize("device", Device)
@pytest.mark.parametrize(
    ("key", "typed"),
    [
        (
            "three-card-poker@3",
            ("ante 20 pair-plus 5 jackpot", "", "", "play", "", "", "fold", "4 ante 10 ante 10", "", "q"),
        ),
        ("casino-stud@2", ("50 jackpot", "", "", "bet", "", "", "fold", "", "", "bet 30")),
        (
            "progressive-holdem@6",
            ("ante 20 bonus 5", "", "", "flop", "turn", "river", "", "", "fold", "", "look", "flop"),
        ),
    ],
)
def test_a_house_evening_is_played_again(key: str, typed: tuple[str, ...], device: Device) -> None:
    for seed in range(3):
        evening, _ = at_the_layout(key, device, seed, *typed)
        again = rounds(round_file(evening))
        own = [box for each in again for box in each["boxes"].values() if box["player"] == "Ann" and "net" in box]
        assert dollars(
            sum(cents(box["net"].lstrip("-")) * (-1 if box["net"][0] == "-" else 1) for box in own)
        ) == dollars(evening.stack - evening.bought)
        assert again[-1]["jackpot"]["after"] == dollars(evening.jackpot or 0)
        assert not any("unlisted" in each for each in again if each["status"] == "settled")


@pytest.mark.parametrize(
    ("key", "device"), [("poker@6", Device.SHOE), ("poker@7", Device.SHOE), ("poker@7", Device.SHUFFLER)]
)
def test_a_poker_evening_is_played_again(key: str, device: Device) -> None:
    for seed in range(3):
        typed = [
            "",
            "look",
            "call",
            "check",
            "check",
            "check",
            "",
            "",
            "",
            "fold",
            "buy 20",
            "",
            "allin",
            "fold",
            "",
        ] * 2
        screen = Screen(StringIO("\n".join(typed) + "\n"), StringIO(), {})
        chances = {"of_cards": seeded_chance(f"{seed}: cards"), "of_others": seeded_chance(f"{seed}: others")}
        numbers = {"seats": 4, "small_blind": cents("1"), "stake": cents("100")}
        evening = poker.sit_down(at_the_table(key, device), device, screen, name="Ann", **numbers, **chances)  # type: ignore[arg-type]
        evening.play()
        (*_, last) = rounds(round_file(evening))
        left = {str(seat): dollars(each.stack) for seat, each in evening.dealer.state.seats.items()}
        assert {seat: last["stacks"][seat] for seat in left} == left
        assert evening.rounds >= 1


def test_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2):
        monkeypatch.setattr("sys.stdin", StringIO("\n\nplay\n"))
        assert main(["play", "three-card-poker", "--seed", "5", "--save", str(tmp_path / "evenings")]) == 0
        file = tmp_path / "evenings" / f"three-card-poker-{number}.round.toml"
        assert f"Saved: {file}" in " ".join(capsys.readouterr().out.split())
        assert main(["run", str(file)]) == 0
    monkeypatch.setattr("sys.stdin", StringIO(""))
    (tmp_path / "file").touch()
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["play", "poker", "--save", str(tmp_path / "file")])
    told = capsys.readouterr()
    assert f"--save: {tmp_path / 'file'} is not a folder" in told.err and not told.out


# --- Chips ---------------------------------------------------------------------------------------------------------


def test_chips_are_bought_before_the_cards() -> None:
    evening, told = at_the_layout(
        "casino-stud@2", Device.SHOE, 1, "buy 100", "buy", "buy x", "buy 0", "", "buy 5", "fold"
    )
    assert "You buy 100.00 and have 600.00" in told and "You buy 500.00 and have 1,100.00" in told
    assert "Not understood: 'x' is not an amount" in " ".join(told.split()) and "Say how much" in told
    assert "Chips are bought before the cards are dealt." in told
    assert evening.bought == cents("1100") and evening.stack == cents("1090")


def test_a_bet_that_cannot_be_dealt_is_not_offered_to_be() -> None:
    """A player whose last chips are below the minimum may take them back or buy more."""
    typed = ("ante 20", "", "fold", "ante 5", "ante 5", "buy 20", "ante 5", "", "fold")
    _, told = at_the_layout("three-card-poker@3", Device.SHOE, 1, *typed, stake="25")
    flat = " ".join(told.split())
    assert "You have down Ante 5.00: " in flat
    offered = flat.partition("You have down Ante 5.00: ")[2].partition("bets>")[0]
    assert "You may: withdraw, or buy chips." in offered and "Enter: deal" not in offered
    assert "You buy 20.00 and have 20.00" in flat and "You have down Ante 10.00. Enter: deal." in flat
