"""A seat at the poker table in the terminal."""

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.actors import Viewer
from croupier.base.typed_fields import texts_of
from croupier.doors.cli import main
from croupier.rounds.playing.poker import PokerEvening, sit_down
from croupier.rounds.playing.screen import WIDTH, Screen
from croupier.rules.cards import Card, seeded_chance
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import PokerCommand
from croupier.rules.games.poker.view import sees
from croupier.rules.money import cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device


class Utf8(StringIO):
    encoding = "utf-8"


class Teletype(Utf8):
    def isatty(self) -> bool:
        return True


def evening(
    *lines: str,
    seed: str = "1",
    version: int = 7,
    seats: int = 6,
    stake: str = "200",
    small_blind: str = "1",
    device: Device = Device.SHOE,
    out: StringIO | None = None,
    environ: dict[str, str] | None = None,
) -> tuple[PokerEvening, str]:
    """Played until nothing more is typed: the seat, and all that was printed."""
    out = Utf8() if out is None else out
    seat = sit_down(
        at_the_table(f"poker@{version}", device),
        device,
        Screen(StringIO("".join(f"{line}\n" for line in lines)), out, environ or {}),
        name="Ann",
        seats=seats,
        small_blind=cents(small_blind),
        stake=cents(stake),
        of_cards=seeded_chance(f"{seed}: cards"),
        of_others=seeded_chance(f"{seed}: others"),
    )
    seat.play()
    return seat, out.getvalue()


TYPED = (
    *("?", "", "", "?", "raise 3", "raise 8", "", "bet 10", "call", "check", "", "", "fold", "why", "table", "? 4.1"),
    *("away", "", "", "back", "", "", "check", "call", "allin", "call", "", "why", "top-up 20", "top-up 100", "", "q"),
)
EVENINGS = {
    "poker-evening-shoe": (7, Device.SHOE, 6),
    "poker-evening-shuffler": (7, Device.SHUFFLER, 3),
    "poker-evening-version-6": (6, Device.SHOE, 2),
}


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening(name: str, golden: Callable[[str, str], None]) -> None:
    version, device, seats = EVENINGS[name]
    _, printed = evening(*TYPED, seed="9", version=version, device=device, seats=seats)
    golden(f"transcripts/{name}.txt", printed)


@pytest.mark.parametrize("name", EVENINGS)
def test_it_ends_cleanly_wherever_the_input_ends(name: str) -> None:
    version, device, seats = EVENINGS[name]
    for length in range(len(TYPED) + 1):
        seat, printed = evening(*TYPED[:length], version=version, device=device, seats=seats)
        assert "Good night, Ann." in printed
        assert f"leave with {seat.stack // 100:,}.{seat.stack % 100:02d}:" in printed.replace("\n", " ")
        assert max(map(len, printed.splitlines())) <= WIDTH
        assert "\x1b" not in printed
        assert not seat.playing
        assert "Ann" not in [each.player for each in seat.dealer.state.seats.values()]


def random_typing(chance: random.Random) -> Iterator[str]:
    words = ["", "", "", "", "look", "check", "check", "call", "call", "fold", "allin", "all-in", "show", "why", "?"]
    words += [
        "bet 2",
        "bet 10",
        "raise 4",
        "raise to 12",
        "30",
        "7.50",
        "b 4",
        "r 20",
        "c",
        "f",
        "a",
        "s",
        "x",
        "table",
    ]
    words += ["top-up 40", "top-up 1", "top-up 9999", "t 60", "take-off 10", "away", "back", "back", "? 3.5", "? r-8"]
    words += ["raise", "call 5", "bet -5", "bet 1.234", "top-up", "0", "bet 0", "help", "? 9.9", "raise 10 20"]
    while True:
        yield chance.choice(words)


@given(
    st.sampled_from([(6, Device.SHOE), (7, Device.SHOE), (7, Device.SHUFFLER)]),
    st.integers(2, 10),
    st.sampled_from(["200", "40", "5", "1"]),
    st.integers(0, 10**6),
)
def test_whatever_is_typed_the_chips_add_up(book: tuple[int, Device], seats: int, stake: str, seed: int) -> None:
    version, device = book
    typing = random_typing(random.Random(seed))
    lines = [next(typing) for _ in range(60)]
    raked, bought, left = 0, 0, 0

    seat = sit_down(
        at_the_table(f"poker@{version}", device),
        device,
        Screen(StringIO("".join(f"{line}\n" for line in lines)), out := Utf8(), {}),
        name="Ann",
        seats=seats,
        small_blind=cents("1"),
        stake=cents(stake),
        of_cards=seeded_chance(f"{seed}: cards"),
        of_others=seeded_chance(f"{seed}: others"),
    )
    act = seat.dealer.act

    def counted(command: PokerCommand) -> tuple[ev.PokerEvent, ...]:
        nonlocal raked, bought, left
        events = act(command)
        for event in events:
            match event:
                case ev.PotsGivenOut(pots=pots):
                    raked += sum(pot.rake for pot in pots)
                case ev.StakeIncreased(amount=amount):
                    bought += amount
                case ev.PlayerLeft(stack=stack):
                    left += stack
                case _:
                    pass
        return events

    seat.dealer.act = counted  # type: ignore[method-assign]
    seat.play()
    printed = out.getvalue()
    on_the_table = sum(each.stack for each in seat.dealer.state.seats.values())
    assert seats * cents(stake) + bought == on_the_table + raked + left
    assert seat.stack == left
    results = re.findall(r"^You have [\d,.]+ after round \d+\. +([-+]?[\d,]+\.\d\d)$", printed, re.MULTILINE)
    assert seat.stack - seat.bought == sum(round(float(each.replace(",", "")) * 100) for each in results)
    assert len(results) == seat.rounds
    assert max(map(len, printed.splitlines())) <= WIDTH


def test_hidden_cards_are_not_printed() -> None:
    """Before the showdown no card but the board's and the player's own."""
    _, printed = evening("", "", seed="4")
    until_the_question = printed.partition("Ann leaves")[0]
    assert re.findall("[2-9TJQKA][♠♥♦♣]", until_the_question.partition("Your hand")[0]) == []
    assert len(re.findall("[2-9TJQKA][♠♥♦♣]", until_the_question)) == 2


def test_what_an_evening_remembers_holds_no_hidden_card() -> None:
    seat, _ = evening("", "", "call", "call", "check", "check", "check", seed="4")
    dealt = [card for event in seat.happened for card in texts_of(event, Card)]
    assert FACE_DOWN in dealt
    assert {*dealt} - {FACE_DOWN} <= sees(seat.dealer.state, Viewer("Ann"))


def test_a_seed_repeats_an_evening() -> None:
    typed = ["", "", "call", "check", "fold"] * 5
    assert evening(*typed, seed="5")[1] == evening(*typed, seed="5")[1]
    assert evening(*typed, seed="5")[1] != evening(*typed, seed="6")[1]


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("top-up 50", ["Refused: seat 3 can add at most 0.00.", "3.6.1, 3.6, R-65", "You may: away or quit."]),
        ("top-up 1.50", ["Refused: 1.50 is not a multiple of the 1.00 chip.", "R-73"]),
        ("take-off 50", ["Refused: chips stay on the table until their player leaves.", "3.6.2"]),
        ("back", ["Refused: seat 3 is not away."]),
        ("show", ["Refused: seat 3 has no hand to show."]),
        ("sh", ["Not understood: show is typed in full."]),
        ("call", ["Refused: no round is being played; start one first."]),
        ("raise", ["Not understood: raise to how much? such as raise 40."]),
        ("call 5", ["Not understood: call stands alone."]),
        ("bet 1.234", ["Not understood: '1.234' is not an amount"]),
        ("-5", ["Not understood: '-5' is not an amount"]),
        ("dance", ["Not understood: this table does not know 'dance'"]),
        ("why", ["No pot has been given out yet."]),
        ("? 9.9", ["poker@7 has no paragraph 9.9."]),
        ("? r-8", ["R-8  Two boxes, one player."]),
    ],
)
def test_mistakes_between_rounds(typed: str, answers: list[str]) -> None:
    _, printed = evening(typed, "", "", "fold")
    for answer in answers:
        assert answer in printed
    assert "Your hand" in printed


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("raise 3", ["Refused: a raise must be to at least 4.00.", "3.5, 3.13, R-29", "You may: check, raise to 4.00"]),
        ("raise 4.50", ["Refused: 4.50 is not a multiple of the 1.00 chip; only an all-in may be.", "R-73"]),
        ("raise 500", ["has 200.00 in all and can raise at most that.", "1.2"]),
        ("call", ["Refused: seat 3 may check or raise or fold now, not call.", "3.9.2(a), 3.9.2(b)"]),
        ("bet 5", ["Refused: seat 3 may check or raise or fold now, not bet."]),
        ("top-up 2", ["Refused: the table stake can be increased only between rounds.", "3.6.1"]),
        ("take-off 2", ["Refused: chips stay on the table until their player leaves.", "3.6.2"]),
        ("back", ["Refused: seat 3 is not away."]),
        ("show", ["Shown now, your hand would be folded; show it after the round.", "5.13"]),
        ("a", ["Not understood: allin is typed in full."]),
        ("3", ["Refused: a raise must be to at least 4.00."]),
    ],
)
def test_mistakes_in_a_round(typed: str, answers: list[str]) -> None:
    """The player has the big blind and may check."""
    seat, printed = evening("", "", typed, "check", "fold", seed="29")
    for answer in answers:
        assert answer in printed
    assert "You check." in printed
    assert seat.rounds == 1


def test_enter_never_pays_and_never_folds() -> None:
    said = 0
    for seed in range(20):
        _, printed = evening(*[""] * 30, seats=4, seed=str(seed))
        assert "You fold" not in printed
        assert "You call" not in printed
        said += "Enter alone does nothing here. You may: call" in printed
    assert said


def test_away_and_back() -> None:
    _, printed = evening("away", *[""] * 8, "back", "", "", seats=4, seed="2")
    assert "You are away; what comes due on your seat is missed." in printed
    assert "You are back and have missed" in printed
    assert re.search(r"  3 You +198.00|  3 You +197.00|You post 3.00|You wait until", printed)


def test_away_at_his_turn_folds() -> None:
    seat, printed = evening("", "", "away", seed="29")
    assert "You go away." in printed
    assert "You fold by rule." in printed
    assert seat.stack == cents("198")


def test_two_seats_and_one_away() -> None:
    _, printed = evening("away", "", "back", "", seats=2)
    assert "Refused: a round needs two players with chips at the table." in printed
    assert "Round 1" in printed


def test_broke_and_bought_in_again() -> None:
    for seed in range(40):
        seat, printed = evening("", "", "allin", "", "top-up 10", "top-up 40", "q", stake="40", seed=str(seed))
        if "You have no chips; top-up 40.00 or more buys you in." in printed:
            assert "Refused: a player without chips must top up with at least 40.00." in printed
            assert "You add 40.00 and have 40.00." in printed
            assert seat.bought == cents("80")
            assert seat.stack == cents("40")
            return
    pytest.fail("nobody ever loses")


def test_a_stake_in_broken_chips(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "poker", "--stake", "100.50"])
    assert ended.value.code == 2
    assert "a stake of 100.50 is not a multiple of the 1.00 chip" in capsys.readouterr().err


def test_small_chips() -> None:
    seat, printed = evening("", "", "raise 0.75", "check", small_blind="0.25", stake="50", seed="29")
    assert "Blinds 0.25 and 0.50, table stake 10.00 to 50.00, lowest chip 0.25" in printed
    assert "Refused: a raise must be to at least 1.00." in printed
    assert seat.rounds == 1


def test_colour_is_for_people_who_want_it() -> None:
    assert "\x1b[31m" in evening("", "", "fold", seed="1", out=Teletype())[1]
    assert "\x1b" not in evening("", "", "fold", out=Teletype(), environ={"NO_COLOR": "1"})[1]


def test_a_terminal_without_suits() -> None:
    _, printed = evening("", "", "fold", out=StringIO())
    assert printed.isascii()
    assert re.search(r"Your hand  [2-9TJQKA][cdhs] ", printed)


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["poker", "--version", "6", "--device", "shuffler"], "poker@6 has no dealing from the shuffler"),
        (["poker", "--seats", "11"], "a table has 2 to 10 seats"),
        (["poker", "--seats", "1"], "a table has 2 to 10 seats"),
        (["poker", "--small-blind", "0"], "--small-blind"),
        (["poker", "--version", "5"], "--version"),
        (["casino-stud", "--seats", "3"], "--seats is for poker"),
        (["casino-stud", "--small-blind", "3"], "--small-blind is for poker"),
    ],
)
def test_bad_arguments(arguments: list[str], answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", *arguments])
    assert ended.value.code == 2
    assert answer in capsys.readouterr().err


def test_from_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("\n\nfold\n"))
    arguments = ["--seed", "3", "--version", "6", "--seats", "4", "--stake", "80", "--small-blind", "2"]
    assert main(["play", "poker", *arguments, "--name", "Max"]) == 0
    printed = capsys.readouterr().out
    assert "poker@6" in printed
    assert "Blinds 2.00 and 4.00" in printed
    assert "Max II" in printed  # another guest has that name
    assert "Good night, Max." in printed


@pytest.mark.parametrize(("typed", "prompt"), [("", "table> "), ("\n\n", "you> ")])
def test_interrupt(typed: str, prompt: str) -> None:
    """Ctrl-C ends the evening with a summary, wherever it comes."""
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from croupier.doors.cli import main; sys.exit(main(['play', 'poker', '--seed', '1']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(typed)
        process.stdin.flush()
        printed = ""
        while not printed.endswith(prompt) or printed.count(prompt) < max(1, len(typed)):
            letter = process.stdout.read(1)
            assert letter, printed
            printed += letter
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=60)
    assert process.returncode == 0
    assert complaints == ""
    assert "Good night, Ann." in rest
    assert ("Ann leaves the table; the hand is folded." in rest) == (prompt == "you> ")
