"""Rounds told to a person. The goldens are what a dealer or a player in dispute would read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.base.citation import Citation
from croupier.doors.cli import main
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.read_tables import read_scripts
from croupier.rounds.roundfile.run import Played, play
from croupier.rounds.roundfile.transcript import WIDTH, tell
from croupier.rounds.telling import house_story, poker_story
from croupier.rounds.telling.house_story import Sentence
from croupier.rounds.telling.layout import lay
from tests.as_json import as_json

SCENARIOS = Path(__file__).parents[1] / "scenarios"

JACKPOT = """
[jackpot]
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
"""

THREE_CARD = """
[table]
ante = ["10", "1000"]
pair-plus = ["5", "500"]
jackpot-bet = "5"
"""

STUD = """
[table]
ante = ["10", "5000"]
jackpot-bet = "5"
"""

HOLDEM = """
[table]
ante = ["10", "1000"]
bonus = ["5", "500"]
jackpot-bet = "5"
"""

ROUNDS = {
    # Ann's A-K-Q of spades takes the whole meter and brings Ben and Cho an envy award; Ann's second box is played
    # unseen, and Cho's Pair Plus stands on a box of its own.
    "three-card-jackpot": f"""
rulebook = "three-card-poker@3"
shoe     = "2c  As 8h 7d Qh 3s  Ks 8d 7h Qd 6h  Qs 2h 4c 3c 9d"
actions  = [
  "1 ante 50", "1 pair-plus 10", "1 jackpot 5", "2 ante 20", "2 jackpot 5", "3 ante 10", "3 jackpot 5",
  "4 pair-plus 5", "close", "1 look", "1 play", "2 look", "2 play", "3 play",
]
{THREE_CARD}{JACKPOT}
[boxes]
1 = "Ann"
2 = "Ben"
3 = "Ann"
4 = "Cho"
""",
    # Two shares of the meter are paid one after the other, and a folded Flush shows itself for its award.
    "casino-stud-shares": f"""
rulebook = "casino-stud@2"
shoe     = "2c  9h 9d Kc As  8h 8d Tc Kh  7h 7d 6c 4d  6h 6d 3c 3h  5h 5d 2s 7s"
actions  = [
  "1 ante 5000", "1 jackpot 5", "2 ante 100", "2 jackpot 5", "3 ante 10", "close",
  "1 look", "1 bet", "2 look", "2 bet", "3 fold",
]
{STUD}{JACKPOT}
[boxes]
1 = "Ann"
2 = "Ben"
3 = "Cho"
""",
    "casino-stud-folded-flush": f"""
rulebook = "casino-stud@2"
dealing  = "shuffler"
shoe     = "Qh Jh 8h 4h 3h  Ah Ad 9c 9s 4d  As Kh 7c 5d 2s"
actions  = ["1 ante 50", "1 jackpot 5", "2 ante 50", "close", "1 look", "1 fold", "2 look", "2 bet 150"]
{STUD}{JACKPOT}
[boxes]
1 = "Ann"
2 = "Ben"
""",
    # From the shoe: burnt cards, a Bonus, a player who walks away.
    "holdem-from-the-shoe": f"""
rulebook = "progressive-holdem@6"
shoe     = "As  Ah 8s Kc  Ad 8d 2h  2c  Ac 8h 5d  3c  Jh  4c  2s  Qs 7c"
actions  = [
  "1 ante 50", "1 bonus 10", "2 ante 20", "2 ante 5", "3 ante 20", "3 jackpot 5", "close",
  "1 look", "1 flop", "2 look", "2 flop", "3 look", "3 flop", "1 turn", "2 check", "3 leaves", "1 check", "2 river",
]
{HOLDEM}{JACKPOT}
[boxes]
1 = "Ann"
2 = "Ben"
3 = "Cho"
""",
    "holdem-royal-flush-on-the-turn": f"""
rulebook = "progressive-holdem@6"
dealing  = "shuffler"
shoe     = "Qs Js 2d Ts 3h  As Ks  Kc Kd"
actions  = ["1 ante 10", "1 jackpot 5", "close", "1 look", "1 flop", "1 turn", "1 river"]
{HOLDEM}{JACKPOT.replace("125000.00", "125000.01")}
[boxes]
1 = "Ann"
""",
    # A void round gives everything back, also out of the meter; the next round is played.
    "incident-void": f"""
rulebook = "three-card-poker@3"
shoe     = ["2c 3c 4c 5c 6c 7c 8c 9c Tc Jc", "2c 3c 3d 4c 4d 5c 5h"]
actions  = [
  "1 ante 50", "1 jackpot 5", "2 ante 20", "2 pair-plus 10", "close",
  "incident exposed cards=2 box=1", "next", "1 ante 50", "incident dealing-error", "close", "1 look",
]
{THREE_CARD}{JACKPOT}
[boxes]
1 = "Ann"
2 = "Ben"
""",
    # One who walks away leaves too little on his box; the others fold, and the dealer's cards are never turned up.
    "left-below-the-minimum": f"""
rulebook = "three-card-poker@3"
shoe     = "2c  9s Qd  9d 7c  9c 2h"
actions  = ["1 ante 5", "2 ante 10", "1 leaves", "close", "2 fold", "incident player-count box=2 reconstructable=true"]
{THREE_CARD}
[boxes]
1 = "Ann"
2 = "Ben"
""",
    # One box withdraws, the other continues; after the settlement a hand is struck out, and settled again.
    "incident-options": f"""
rulebook = "three-card-poker@3"
shoe     = "2c  As 8h 7d Qh  Ks 8d 7h Qd  Qs 2h 4c 3c"
actions  = [
  "1 ante 50", "1 jackpot 5", "2 ante 20", "2 jackpot 5", "3 ante 20", "close",
  "incident simultaneous first=8h second=As", "1 continue", "2 withdraw", "3 continue", "1 look", "1 play", "3 fold",
  "incident player-count box=1",
]
{THREE_CARD}{JACKPOT}
[boxes]
1 = "Ann"
2 = "Ben"
3 = "Cho"
""",
    "refusal": f"""
rulebook = "three-card-poker@3"
actions  = ["1 ante 1500", "1 withdraw ante", "1 ante 50", "1 jackpot 5", "1 jackpot 5", "close"]
{THREE_CARD}{JACKPOT}
[boxes]
1 = "Ann"
""",
    # Nobody noticed a bet over and one under the limit; a Play of the wrong size; a hand that is not shown.
    "limits-and-hidden-hand": f"""
rulebook = "three-card-poker@3"
shoe     = "2c  As 8h 7d Qh  Kd 8d 7h Qd  9s 2h 7c 3c"
actions  = [
  "1 ante 1500 unnoticed", "2 ante 5 unnoticed", "3 ante 50", "3 pair-plus 5", "close",
  "1 play 1600", "2 play", "3 play 20", "3 hides",
]
{THREE_CARD}
[boxes]
1 = "Ann"
2 = "Ben"
3 = "Cho"
""",
    # The meter is worth less than the fixed award for the same hand.
    "meter-below-the-fixed-award": """
rulebook = "three-card-poker@3"
shoe     = "2c  As 8h  Ks 8d  Qs 2h"
actions  = ["1 ante 50", "1 jackpot 5", "close", "1 play"]
[table]
ante = ["10", "1000"]
jackpot-bet = "5"
[jackpot]
meter = "100.00"
reset = "100.00"
contribution = "0.60"
[boxes]
1 = "Ann"
""",
    "open-round": f"""
rulebook = "progressive-holdem@6"
shoe     = "As  Ah 8s  Ad 8d  2c  Ac 8h 5d"
actions  = ["1 ante 50", "2 ante 20", "close", "1 look", "1 flop", "2 flop", "2 check"]
{HOLDEM}
[boxes]
1 = "Ann"
2 = "Ben"
""",
}


def played(text: str) -> Played:
    return play(read_script(text))


@pytest.mark.parametrize("name", ROUNDS)
def test_transcripts(name: str, golden: Callable[[str, str], None]) -> None:
    lines = list(tell(f"{name}.round.toml", played(ROUNDS[name])))
    golden(f"transcripts/{name}.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", ROUNDS)
def test_fits_the_page(name: str) -> None:
    for line in tell(f"{name}.round.toml", played(ROUNDS[name])):
        assert len(line) <= WIDTH
        assert line == line.rstrip()
        assert line.isascii()


@pytest.mark.parametrize("name", [name for name, text in ROUNDS.items() if "[jackpot]" in text])
def test_the_transcript_prints_the_meter_unchanged(name: str) -> None:
    """The transcript follows the meter by itself; it ends where the desk's own does, in every round."""
    result = played(ROUNDS[name])
    told = [line for line in tell("file", result) if line.startswith("Jackpot meter: ")]
    expected = [round_["jackpot"] for round_ in as_json(result.rounds)]
    assert [line.replace(",", "") for line in told] == [
        f"Jackpot meter: {meter['before']} before the round {meter['after']} after." for meter in expected
    ]


def test_run_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "refused.round.toml"
    file.write_text(ROUNDS["refusal"], encoding="utf-8")
    assert main(["run", str(file)]) == 1
    told = capsys.readouterr().out
    assert told.startswith(str(file))
    assert "action 5 '1 jackpot 5': refused: box 1 already has its jackpot bet" in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    ("text", "margin", "lines"),
    [
        ("Ante loses", "", ["Ante loses"]),
        ("Ante loses", "3.1", ["Ante loses       3.1"]),
        ("", "3.1", ["                 3.1"]),
        ("Ante 50.00 loses", "3.1", ["Ante 50.00 loses", "                 3.1"]),
        ("Ante 50.00 loses to a Straight", "3.1", ["Ante 50.00 loses to", "  a Straight     3.1"]),
        ("Ante loses", "3.1, 4.1, 5.1, R-17, 9", ["Ante loses", "      3.1, 4.1, 5.1,", "             R-17, 9"]),
    ],
)
def test_layout(text: str, margin: str, lines: list[str]) -> None:
    assert lay(text, margin, width=20) == lines


@pytest.mark.slow
def test_there_is_a_paragraph_behind_every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever the scenarios tell, but for the rows and sums below a line."""
    bare = []

    def noted(text: str, cites: tuple[Citation, ...] = (), deeper: int = 0, **more: Any) -> Sentence:
        if not cites and not deeper:
            bare.append(text)
        return Sentence(text, cites, deeper, **more)

    for story in (house_story, poker_story):
        monkeypatch.setattr(story, "Sentence", noted)
    for file in sorted(SCENARIOS.rglob("*.round.toml")):
        for script in read_scripts(file.read_text(encoding="utf-8")):
            list(tell(file.name, play(script)))
        assert bare == [], file.name


SCENARIOS = Path(__file__).parent.parent / "scenarios"


def told_of(scenario: str) -> str:
    text = (SCENARIOS / f"{scenario}.round.toml").read_text(encoding="utf-8")
    return " ".join(" ".join(tell("file", played(text))).split())


def test_a_folded_hand_struck_out_gives_back_what_is_alive_and_no_more() -> None:
    nothing = told_of("three-card-poker/R-94--folded-hand-gives-nothing-back")
    assert "the hand is struck out; the bets that its fold lost stay lost" in nothing
    assert "its bets are returned" not in nothing and "still alive" not in nothing
    assert "the Jackpot of 5.00 is still alive and goes back" in told_of("casino-stud/R-94--jackpot-bet-still-alive")


def test_once_the_dealers_hand_is_open_no_card_of_it_is_face_down() -> None:
    assert "is face down like the others" in told_of("casino-stud/R-92--after-a-look")
    assert "is face down like the others" not in told_of("casino-stud/R-93--dealer-card-exposed-in-the-pause")
