"""A round file is a proof: what it does not list comes in an order that depends on its text alone (R-99)."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import __version__
from croupier.doors.cli import main
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.cards import DECK, ChanceOfText, parse_cards, show_cards, shuffled_deck
from tests.unit.round_files import GAMES, HOLDEM, POKER, STUD, THREE_CARD, changed, written

HEADS_UP = """
rulebook = "poker@7"
shoe     = "{shoe}"
actions  = [{actions}]
[table]
small-blind = "1"
[seats]
1 = ["Ann", "200"]
2 = ["Ben", "200"]
"""
CHECKED_DOWN = '"start", "1 call", "2 check"' + ', "2 check", "1 check"' * 3

Told = Callable[..., dict[str, Any]]


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    def run(text: str | bytes, *options: str, name: str = "a.round.toml") -> dict[str, Any]:
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        main(["run", "--json", *options, str(file)])
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    return run


def unlisted(text: str, seed: int | None = None) -> list[str]:
    return [round_.unlisted or "" for round_ in play(read_script(text), seed).rounds]


# --- The order --------------------------------------------------------------------------------------------------


def order_by_hand(seed: str, listed: str) -> list[str]:
    """What docs/round-files.md says, written a second time: fifty-two cards, the listed ones first."""
    stream = b"".join(sha256(f"{seed} block {block}".encode()).digest() for block in range(20))
    rest = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if rank + suit not in listed]
    order = listed.split()
    while rest:
        if bits := (len(rest) - 1).bit_length():
            chosen, stream = stream[0] >> (8 - bits), stream[1:]
            if chosen >= len(rest):
                continue
        else:
            chosen = 0
        order.append(rest[chosen])
        rest[chosen] = rest[0]
        del rest[0]
    return order


@given(st.text(st.characters(codec="utf-8"), max_size=30), st.lists(st.sampled_from(DECK), unique=True))
def test_the_order_is_the_documented_one(seed: str, listed: list[str]) -> None:
    deck = shuffled_deck(ChanceOfText(seed), parse_cards(" ".join(listed)))
    assert list(deck.cards) == order_by_hand(seed, " ".join(listed))


def test_an_order_stays_for_ever() -> None:
    """Not what some release of Python or of croupier makes of it: a file once settled stays settled."""
    assert unlisted(HEADS_UP.format(shoe="As Ks Qs", actions=CHECKED_DOWN)) == ["8s 4s 2s Ad Jh 5s Kc 5c 5d Js"]
    assert unlisted(HEADS_UP.format(shoe="", actions='"start"'), seed=7) == ["2h 8d 2c 8s Kc"]


def test_seeds_are_made_of_text_and_round() -> None:
    text = HEADS_UP.format(shoe="As Ks", actions='"start", "1 fold", "start"')
    seed = sha256(text.encode()).hexdigest()
    assert unlisted(text) == [
        " ".join(order_by_hand(f"{seed} round 1", "As Ks")[2:5]),
        " ".join(order_by_hand(f"{seed} round 2", "")[:5]),
    ]
    assert unlisted(text, 12) == [
        " ".join(order_by_hand("12 round 1", "As Ks")[2:5]),
        " ".join(order_by_hand("12 round 2", "")[:5]),
    ]


@pytest.mark.parametrize("size", [1, 3, 8, 9, 64])
def test_all_bits_come_up(size: int) -> None:
    chance = ChanceOfText("bits")
    drawn = [chance.getrandbits(size) for _ in range(400)]
    assert max(drawn) < 2**size
    for bit in range(size):
        assert 140 < sum(number >> bit & 1 for number in drawn) < 260


# --- The same everywhere ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_same_file_gives_the_same_result(told: Told, game: str) -> None:
    text = written(changed(GAMES[game], "shoe", []) if "shoe" in GAMES[game] else GAMES[game])
    first, second = told(text), told(text, name="under another name.round.toml")
    assert first.pop("file") != second.pop("file")
    assert first == second
    assert all(round_["unlisted"] for round_ in first["rounds"])


@pytest.mark.parametrize("game", GAMES)
def test_another_seed_gives_another_order(told: Told, game: str) -> None:
    text = written(changed(GAMES[game], "shoe", []) if "shoe" in GAMES[game] else GAMES[game])
    orders = [told(text, *seed)["rounds"][0]["unlisted"] for seed in ((), ("--seed", "1"), ("--seed", "2"))]
    assert len(set(orders)) == 3
    assert told(text, "--seed", "2")["rounds"][0]["unlisted"] == orders[2]


def test_line_ends_change_the_digest_but_no_card(told: Told) -> None:
    text = HEADS_UP.format(shoe="", actions=CHECKED_DOWN)
    unix, dos = told(text), told(text.replace("\n", "\r\n"))
    assert unix["rounds"] == dos["rounds"]
    assert unix["digests"]["rulebook"] == dos["digests"]["rulebook"]
    assert unix["digests"]["file"] != dos["digests"]["file"]


def test_hashing_of_strings_plays_no_part(tmp_path: Path) -> None:
    file = tmp_path / "a.round.toml"
    file.write_text(written(changed(HOLDEM, "shoe", [])), encoding="utf-8")
    command = [sys.executable, "-m", "croupier", "run", "--json", str(file)]
    here = os.environ | {"PYTHONPATH": str(Path(croupier.__file__).parents[1])}
    answers = {
        subprocess.run(command, capture_output=True, check=True, env={**here, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


# --- Naming them ------------------------------------------------------------------------------------------------


def test_nothing_is_said_where_all_cards_are_listed(told: Told) -> None:
    text = HEADS_UP.format(shoe="2c As Ks Ad Kd 3c 7h 8h 9h 4c Jc 5c 2d", actions=CHECKED_DOWN)
    assert "unlisted" not in told(text)["rounds"][0]
    assert (
        unlisted(HEADS_UP.format(shoe="2c As Ks Ad Kd 3c 7h 8h 9h 4c Jc 5c", actions=CHECKED_DOWN))[0].count(" ") == 0
    )


def test_burnt_and_unseen_cards_are_named_in_the_order_in_which_they_left_the_shoe(told: Told) -> None:
    (round_,) = told(HEADS_UP.format(shoe="", actions=CHECKED_DOWN))["rounds"]
    names = round_["unlisted"].split()
    assert [names[place] for place in (0, 5, 9, 11)] == round_["burnt"].split()
    assert [*names[6:9], names[10], names[12]] == round_["board"].split()
    (open_,) = told(HEADS_UP.format(shoe="", actions='"start"'))["rounds"]
    assert (len(open_["unlisted"].split()), open_["hands"]) == (5, {})


@pytest.mark.parametrize(("file", "cards"), [(THREE_CARD, 10), (STUD, 10), (HOLDEM, 13)])
def test_house_games(told: Told, file: dict[str, Any], cards: int) -> None:
    rounds = told(written(changed(file, "shoe", [])))["rounds"]
    assert len(rounds[0]["unlisted"].split()) == cards
    first = rounds[0]
    lying = [first["dealer"]["hand"], first.get("burnt", ""), first.get("board", "")]
    dealt = {card for cards in (*lying, *(box["hand"] for box in first["boxes"].values())) for card in cards.split()}
    assert dealt == set(first["unlisted"].split())


def test_a_round_that_deals_nothing_names_nothing(told: Told) -> None:
    assert "unlisted" not in told(written(changed(THREE_CARD, "actions", ["1 ante 50"])))["rounds"][0]


def test_rounds_beyond_the_list(told: Told) -> None:
    actions = '"start", "1 fold", "start", "2 fold", "start", "1 fold"'
    rounds = told(HEADS_UP.format(shoe="2c As Ks Ad Kd", actions=actions))["rounds"]
    assert "unlisted" not in rounds[0]
    assert [len(set(round_["unlisted"].split())) for round_ in rounds[1:]] == [5, 5]
    assert rounds[1]["unlisted"] != rounds[2]["unlisted"]


EARLY_FLOP = '"start", "1 call", "incident early-card street=flop{more}", "2 check"'


@pytest.mark.parametrize("more", ["", ' shoe=\\"4c\\"'])
def test_after_a_reshuffle(told: Told, more: str) -> None:
    """The cards of the flop that came too early are named, and those that took their place."""
    text = HEADS_UP.format(shoe="2c As Ks Ad Kd 3c", actions=EARLY_FLOP.format(more=more))
    (round_,) = told(text)["rounds"]
    lying = (round_["burnt"] + " " + round_["board"]).split()[1:]
    named = round_["unlisted"].split()
    assert named[-len([card for card in lying if card != "4c"]) :] == [card for card in lying if card != "4c"]
    assert told(text)["rounds"] == told(text)["rounds"]
    assert not {"As", "Ks", "Ad", "Kd", "2c"} & set(named)


def test_cards_that_were_taken_back_stay_named(told: Told) -> None:
    actions = '"start", "1 call", "2 check", "incident too-many street=flop", "2 check"'
    text = HEADS_UP.format(shoe="2c As Ks Ad Kd", actions=actions)
    (before,) = told(text.replace(', "incident too-many street=flop", "2 check"', ""), "--seed", "4")["rounds"]
    (after,) = told(text, "--seed", "4")["rounds"]
    first = [before["burnt"].split()[1], *before["board"].split()]
    second = [after["burnt"].split()[1], *after["board"].split()]
    assert after["incidents"][0]["ruling"] == "reshuffled"
    assert (before["unlisted"].split(), after["unlisted"].split()) == (first, first + second)


def test_a_refusal_draws_nothing(told: Told) -> None:
    text = HEADS_UP.format(shoe="2c As Ks Ad Kd", actions='"start", "2 check"')
    answer = told(text)
    assert "error" in answer
    assert "unlisted" not in answer["rounds"][0]


# --- Provenance -------------------------------------------------------------------------------------------------


def test_what_it_takes_to_check_a_result(told: Told) -> None:
    text = written(POKER)
    answer = told(text, "--seed", "5")
    book = (files("croupier") / "rules" / "rulebooks" / "poker" / "v7.toml").read_bytes()
    assert list(answer) == ["file", "rulebook", "croupier", "digests", "seed", "rounds"]
    assert answer["croupier"] == __version__
    assert answer["digests"] == {
        "rulebook": sha256(book).hexdigest(),
        "file": sha256(text.encode()).hexdigest(),
    }
    assert answer["seed"] == 5
    assert "seed" not in told(text)


def test_the_digest_is_of_the_bytes(told: Told) -> None:
    data = b"# \xc3\xa9\r\n" + written(POKER).encode()
    assert told(data)["digests"]["file"] == sha256(data).hexdigest()


def test_an_unreadable_file_has_no_digest(told: Told) -> None:
    assert set(told("rulebook = 1", "--seed", "5")) == {"file", "unreadable"}


def test_the_transcript_names_the_cards_and_ends_with_the_same(
    told: Told, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HEADS_UP.format(shoe="2c As Ks Ad Kd 3c", actions=CHECKED_DOWN)
    answer = told(text, "--seed", "5")
    main(["run", "--seed", "5", str(tmp_path / "a.round.toml")])
    lines = capsys.readouterr().out.splitlines()
    marked = [line.split(":")[1].split() for line in lines if "Not listed in the file" in line]
    assert [cites for *_, cites in marked] == ["R-99"] * 3
    assert [card for *cards, _ in marked for card in cards] == answer["rounds"][0]["unlisted"].split()
    assert lines[-4:] == [
        f"croupier  {__version__}",
        f"rulebook  {answer['digests']['rulebook']} (SHA-256)",
        f"file      {answer['digests']['file']} (SHA-256)",
        "seed      5",
    ]
    main(["run", str(tmp_path / "a.round.toml")])
    assert capsys.readouterr().out.splitlines()[-1].startswith("file      ")


@pytest.mark.parametrize("seed", ["-1", "1.5", "x", "", "1_000", "9" * 16, "٣", " 5"])
def test_seeds_that_are_none(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["run", f"--seed={seed}", "a.round.toml"])
    assert stopped.value.code == 2
    assert "expected a whole number from 0 with at most 15 digits" in capsys.readouterr().err


# --- Checking ---------------------------------------------------------------------------------------------------


def checked(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, *options: str) -> tuple[int, list[str]]:
    file = tmp_path / "a.round.toml"
    file.write_text(text, encoding="utf-8")
    status = main(["run", "--check", *options, str(file)])
    out, err = capsys.readouterr()
    assert err == ""
    return status, [line.removeprefix(f"{file}: ") for line in out.splitlines()]


def test_a_check_warns_of_unlisted_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = HEADS_UP.format(shoe="2c As Ks Ad", actions='"start", "1 fold"') + '[expect]\nstatus = "settled"'
    status, (warning, last) = checked(tmp_path, capsys, text)
    (card,) = unlisted(text)
    assert (status, last) == (0, "1 passed, 0 failed")
    assert warning == (
        f"warning: cards that the file does not list (R-99): round 1: {card}; with --seed 1 to 5 it passes 5 of 5 times"
    )


def test_a_check_says_how_much_is_luck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = HEADS_UP.format(shoe="2c As Ks", actions='"start", "1 look"')
    held = {seed: play(read_script(text), seed).rounds[0].unlisted for seed in range(1, 6)}
    status, lines = checked(tmp_path, capsys, text + f'[expect]\nunlisted = "{held[3]}"', "--seed", "3")
    assert status == 0
    assert lines[0].endswith("with --seed 1 to 5 it passes 1 of 5 times")
    status, lines = checked(tmp_path, capsys, text + f'[expect]\nunlisted = "{held[3]}"')
    assert (status, lines[-1]) == (1, "0 passed, 1 failed")
    assert lines[0].startswith("round 1 unlisted: ")


def test_a_check_is_silent_about_files_that_list_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = HEADS_UP.format(shoe="2c As Ks Ad Kd", actions='"start", "1 fold"') + '[expect]\nstatus = "settled"'
    assert checked(tmp_path, capsys, text) == (0, ["1 passed, 0 failed"])


def test_cards_are_shown_as_one_string() -> None:
    (names,) = unlisted(HEADS_UP.format(shoe="", actions='"start"'))
    assert show_cards(parse_cards(names)) == names
