"""Rounds of poker told to a person. The goldens are what a dealer or a player in dispute would read."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import croupier
from croupier.doors.cli import main
from croupier.rounds.roundfile.read import read_script, read_versions
from croupier.rounds.roundfile.run import Played, play
from croupier.rounds.roundfile.transcript import WIDTH, tell
from croupier.rules.cards import DECK
from croupier.rules.games.poker import events as ev
from tests.as_json import as_json

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios" / "poker").rglob("*.round.toml"))


def table(
    *stacks: int,
    button: int,
    small: str = "1",
    first_orbit: bool = False,
    rake: str = "5",
    cap: str = "12",
    by_hand: bool = False,
) -> str:
    names = ("Ann", "Ben", "Cho", "Dev", "Eve", "Fay")
    seats = "\n".join(f'{seat} = ["{names[seat - 1]}", "{stack}"]' for seat, stack in enumerate(stacks, 1))
    settle = '\nsettle = "by-hand"' if by_hand else ""
    return f"""
[table]
seats = 9
small-blind = "{small}"
stake = ["40", "400"]
rake-percent = "{rake}"
rake-cap = "{cap}"
button = {button}
first-orbit = {str(first_orbit).lower()}{settle}
[seats]
{seats}
"""


ROUNDS = {
    # Three stacks all-in: a main pot, two side pots, and a rake that ends in the second.
    "poker-side-pots": f"""
rulebook = "poker@7"
shoe     = "2c  Ks Qs As Js  Kd Qd Ad Jd  2d  7h 8c 2s  2h  Td  3c  3d"
actions  = ["start", "3 allin", "4 raise 160", "1 call", "2 allin", "4 call"]
{table(100, 200, 50, 200, button=4)}""",
    # Two equal hands, an odd chip, a rake in whole chips, and a third hand that is thrown away unseen.
    "poker-split-with-odd-chip": f"""
rulebook = "poker@6"
shoe     = "As 9s Ad  Kh 9d Kc  2c Qh Jc 7d  2d 3h  2h 4c"
actions  = [
  "start", "3 call", "1 call", "2 check", "1 check", "2 bet 20", "3 call", "1 raise 43", "2 fold", "3 call",
  "1 check", "3 check", "1 check", "3 check",
]
{table(200, 200, 200, button=3)}""",
    # The first orbit ends, blinds are missed, the button lies on an empty seat, and what is owed is paid.
    "poker-missed-blinds": f"""
rulebook = "poker@7"
actions  = [
  "3 away", "start", "1 fold", "2 fold",
  "start", "2 fold", "4 fold",
  "6 sits Fay 40", "start", "2 fold", "4 fold", "6 fold",
  "3 back", "start", "3 fold", "4 fold", "6 fold", "1 fold",
  "2 away", "5 sits Eve 40", "start", "4 fold", "5 raise 6", "6 fold", "1 fold", "3 fold",
  "1 tops-up 1", "start", "5 fold", "6 leaves", "1 fold", "3 fold",
  "2 back", "start", "1 fold", "2 fold", "3 raise 6", "4 fold", "5 allin", "3 call",
]
{table(200, 200, 200, 200, button=1, first_orbit=True)}""",
    # From the shuffler; a half raise reopens the betting, and less than half of one does not.
    "poker-shuffler": f"""
rulebook = "poker@7"
dealing  = "shuffler"
shoe     = "7s 8d 2c 9c Jd  Qc Qs  Kd Kh  As Ad  6h 6d"
actions  = [
  "start", "3 raise 12", "4 allin", "1 allin", "2 call", "3 call", "2 bet 20", "3 call", "2 check", "3 check",
  "2 check", "3 check",
]
{table(23, 200, 200, 18, button=4, rake="2.5")}""",
    # A void round gives everything back, the next one is played as if it had not been dealt.
    "poker-void": f"""
rulebook = "poker@6"
actions  = [
  "2 away", "start", "4 raise 6", "incident foreign-card", "2 back",
  "start", "incident exposed cards=2", "start", "incident interruption", "incident deck-count",
]
{table(200, 200, 200, 200, button=1, rake="0")}""",
    # A bet out of turn stands after a fold, and is dead money when its player folds too.
    "poker-out-of-turn": f"""
rulebook = "poker@7"
shoe     = "4h  Qc Kd As  Qs Kh Ad  2s  4c 5h 5c  Qd 2c  3d 3s"
actions  = [
  "start", "3 call", "1 call", "2 check", "3 out-of-turn bet 20", "2 out-of-turn check", "1 fold", "2 check", "3 fold",
]
{table(200, 200, 200, button=3)}""",
    # A card exposed in the deal, a flop exposed early, a burn left out, a hand exposed too soon.
    "poker-incidents": f"""
rulebook = "poker@7"
shoe     = "2c  Ks Qs As Js  Kd Qd Ad Jd  2d  7h 8c 2s"
actions  = [
  "start", "incident exposed seat=2 card=Qd", "incident face-up", "3 look", "3 call", "4 call",
  "incident early-card street=flop shoe='3c 9h 9d 4s 5c'", "1 call", "2 check", "1 bet 10", "2 call", "3 raise 30",
  "incident no-burn street=flop shoe='3h 9h 8d 4s'", "1 check", "2 shows", "3 bet 10", "4 call", "1 fold",
  "incident other ruling=continue", "3 check", "4 check", "3 check", "4 check", "incident unshuffled",
]
{table(200, 200, 200, 200, button=4)}""",
    # A table that waits for its dealer: what happens between the showdown and the payments.
    "poker-pause": f"""
rulebook = "poker@7"
shoe     = [
  "2c  Ks Qs As  Kd Qd Ad  2d  7h 8c 2s  2h  Td  3c  3d  9h 4s",
  "2c  Ks Qs As  Kd Qd Ad  2d  7h 8c 2s  2h  Td  3c  3d  9h 4s",
]
actions  = [
  "start", "3 call", "1 call", "2 check", "1 check", "2 bet 6", "3 call", "1 call", "1 check", "2 check", "3 check",
  "1 check", "2 bet 10", "3 call", "1 fold", "incident interruption", "2 away", "3 leaves",
  "incident player-count seat=1 reconstructable=true", "settle", "2 back",
  "start", "1 fold", "2 shows", "incident hand-left-out",
]
{table(200, 200, 200, button=3, by_hand=True)}""",
    "poker-refusal": f"""
rulebook = "poker@6"
actions  = ["start", "2 raise 10", "1 call", "1 bet 20", "2 raise 39"]
{table(200, 200, button=2)}""",
    # The transcript shows nobody what Ann has seen.
    "poker-open-round": f"""
rulebook = "poker@7"
shoe     = "2c  Ks Qs As  Kd Qd Ad  2d  7h 8c 2s"
actions  = ["start", "3 look", "3 raise 6", "1 look", "1 call", "2 fold", "1 check", "3 bet 8", "2 away"]
{table(200, 200, 200, button=3)}""",
}


def played(text: str) -> Played:
    return play(read_script(text))


@pytest.mark.parametrize("name", ROUNDS)
def test_transcripts(name: str, golden: Callable[[str, str], None]) -> None:
    lines = list(tell(f"{name}.round.toml", played(ROUNDS[name])))
    golden(f"transcripts/{name}.txt", "\n".join(lines) + "\n")


def files() -> Iterator[tuple[str, Played]]:
    """Every round told here, and every scenario of poker."""
    yield from ((name, played(text)) for name, text in ROUNDS.items())
    for file in SCENARIOS:
        yield from ((file.name, play(script)) for script in read_versions(file.read_text(encoding="utf-8")))


def test_fits_the_page() -> None:
    for name, result in files():
        for line in tell("file", result):
            assert len(line) <= WIDTH, name
            assert line == line.rstrip(), name
            assert line.isascii() or name not in ROUNDS


def test_the_transcript_names_only_cards_that_json_prints() -> None:
    """A hand that nobody was obliged to show is in no transcript, but for cards that the script did not list (R-99)."""
    for name, result in files():
        told: list[set[str]] = []
        for line in tell("file", result):
            if line.startswith("action "):
                break  # a refusal repeats what the script says
            if re.fullmatch(r"Round \d+", line):
                told.append(set())
            elif told and "Incident (" not in line and "Back into the shoe" not in line:
                told[-1] |= set(DECK) & set(re.findall(r"\b[2-9TJQKA][cdhs]\b", line))
        for cards, printed in zip(told, as_json(result.rounds), strict=True):
            lying = [printed["board"], printed["burnt"], printed["discarded"], printed.get("unlisted", "")]
            open_ = " ".join([*lying, *printed["hands"].values()])
            unknown = cards - set(open_.split())
            named_again = any(isinstance(event, ev.CardsLie) for act in result.story for event in act.events)
            reshuffled = "reshuffled" in {each["ruling"] for each in printed["incidents"]}
            assert not unknown or reshuffled or named_again, name


def test_the_transcript_prints_stacks_unchanged() -> None:
    """The story follows the table by itself; its stacks are those of the desk, in every round that is over."""
    for name, result in files():
        text = "\n".join(tell("file", result)).replace(",", "")
        text = re.sub(r"\n  (?=[A-Z])", " ", text)
        told = [re.findall(r" (\d+\.\d\d)", line) for line in re.findall(r"^Round \d+ is \w+\. Stacks:.*", text, re.M)]
        over = [each for each in as_json(result.rounds) if each["status"] != "open"]
        for amounts, printed in zip(told, over, strict=True):
            assert amounts == list(printed["stacks"].values()), name


def test_every_line_of_a_pot_adds_up() -> None:
    """What is left of a pot after the rake is what its winners get."""
    for name, result in files():
        for printed in as_json(result.rounds):
            for pot in printed["pots"]:
                won = sum(round(float(each) * 100) for each in pot["won"].values())
                assert won == round(float(pot["amount"]) * 100) - round(float(pot["rake"]) * 100), name


def test_run_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "refused.round.toml"
    file.write_text(ROUNDS["poker-refusal"], encoding="utf-8")
    assert main(["run", str(file)]) == 1
    told = capsys.readouterr().out
    assert "action 5 '2 raise 39': refused: a raise must be to at least 40.00" in told
    assert "\x1b" not in told


def test_rake_of_fractions_of_a_cent() -> None:
    told = "\n".join(tell("file", played(ROUNDS["poker-refusal"].replace('"2 raise 39"', '"2 fold"'))))
    assert "Rake: 5 % of 20.00 is 1.00. Ann wins 19.00" in told
    odd = ROUNDS["poker-refusal"].replace('rake-percent = "5"', 'rake-percent = "1.23"\nchip = "0.01"')
    told = "\n".join(tell("file", played(odd.replace('"2 raise 39"', '"2 fold"').replace("10", "10.01"))))
    assert "Rake: 1.23 % of 20.02 is 0.246246, in whole chips 0.24. Ann wins 19.78" in told


def test_blinds_that_no_chips_make_are_remarked_upon() -> None:
    table = croupier.open_table("poker", {1: ("Ann", 200), 2: ("Ben", 200)}, small_blind="1", chip="3")
    assert "These blinds cannot be made of whole chips" in table.transcript() and "R-84" in table.transcript()
    table = croupier.open_table("poker", {1: ("Ann", 200), 2: ("Ben", 200)}, small_blind="3", chip="3")
    assert "whole chips" not in table.transcript()
