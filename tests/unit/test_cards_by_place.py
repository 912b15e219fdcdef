"""Cards by place instead of by the order in which they leave the shoe; and round files to begin with."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.base.errors import Refused, Unreadable
from croupier.doors.cli import main
from croupier.doors.library.files import read_round_file
from croupier.rounds.roundfile.run import play
from croupier.rounds.roundfile.template import template
from croupier.rules.games import GAMES, HOUSE_GAMES
from croupier.rules.games.poker.irregularities import known_to
from croupier.rules.rulebook.load import BOOKS, at_the_table, load
from croupier.rules.rulebook.model import Device

HOLDEM = """
rulebook = "progressive-holdem@6"
dealing = "{dealing}"
actions = ["1 ante 50", "2 ante 50", "close", "1 flop", "2 flop", "1 check", "2 check", "1 river", "2 check"]
[table]
ante = ["10", "1000"]
[boxes]
1 = "Ann"
2 = "Ben"
[cards]
2 = "As 9h"
dealer = "2c 2d"
board = "Kd Kh 3c 4c 5c"
"""
POKER = """
rulebook = "poker@7"
dealing = "{dealing}"
actions = ["start", "1 call", "2 check", {more} "2 check", "1 check", "2 check", "1 check", "2 check", "1 check"]
[table]
small-blind = "1"
[seats]
1 = ["Ann", "200"]
2 = ["Ben", "200"]
[cards]
1 = "As 9h"
board = "Kd Kh 3c 4c 5c"
{burn}
"""


def rounds(text: str, seed: int | None = None) -> list[dict[str, Any]]:
    (round_,) = read_round_file("a.round.toml", text).play_all(seed)
    assert round_.refusal is None, round_.refusal
    found: list[dict[str, Any]] = round_.report()["rounds"]
    return found


@pytest.mark.parametrize("dealing", Device)
def test_a_hand_a_board_and_the_dealer(dealing: str) -> None:
    text = HOLDEM.format(dealing=dealing) + ('burn = "7h 7d"\n' if dealing == "shoe" else "")
    (told,) = rounds(text)
    assert told["boxes"]["2"]["hand"] == "As 9h"
    assert (told["dealer"]["hand"], told["board"]) == ("2c 2d", "Kd Kh 3c 4c 5c")
    others = [told["boxes"]["1"]["hand"]]
    if dealing == "shoe":
        assert told["burnt"].startswith("7h 7d ")
        others.append(told["burnt"].removeprefix("7h 7d "))
    assert told["unlisted"] == " ".join(others)


@pytest.mark.parametrize("dealing", Device)
def test_at_a_poker_table(dealing: str) -> None:
    burn = 'burn = "7h 7d 8d"' if dealing == "shoe" else ""
    (told,) = rounds(POKER.format(dealing=dealing, more="", burn=burn))
    assert told["board"] == "Kd Kh 3c 4c 5c" and told["hands"]["2"] in told["unlisted"]
    assert told["burnt"].startswith("7h 7d 8d" if dealing == "shoe" else "")


@pytest.mark.parametrize("text", [HOLDEM.format(dealing="shoe"), POKER.format(dealing="shoe", more="", burn="")])
def test_in_the_order_of_the_deal_it_is_the_same_round(text: str) -> None:
    """What the places came to, written as a shoe, plays to the same amounts."""
    script = read_round_file("a", text).scripts[0]
    played = play(script)
    dealer: Any = played.dealer  # type: ignore[union-attr]
    order = " ".join(dealer.round.dealt if hasattr(dealer, "round") else dealer.state.round.dealt)
    shoe = text.partition("[cards]")[0].replace("actions", f'shoe = "{order}"\nactions', 1)
    (told,), (again,) = rounds(text), rounds(shoe)
    assert told.pop("unlisted") and "unlisted" not in again
    assert told == again


def test_a_part_of_a_hand_and_rounds_of_their_own() -> None:
    head, _, _ = HOLDEM.format(dealing="shoe").partition("[cards]")
    acts = ', "next", "1 ante 50", "2 ante 50", "close", "1 fold", "2 fold"]'
    text = head.replace('"2 check"]', f'"2 check"{acts}') + '[[cards]]\n1 = "As"\n[[cards]]\n2 = "As Ks"\n'
    first, second = rounds(text)
    assert first["boxes"]["1"]["hand"].startswith("As ")
    assert second["boxes"]["2"]["hand"] == "As Ks"


def test_what_is_not_named_depends_on_the_seed_alone() -> None:
    text = HOLDEM.format(dealing="shoe")
    assert rounds(text, 1) == rounds(f"{text}# changed\n", 1) != rounds(text, 2)


def test_after_a_reshuffle_the_incident_has_the_cards() -> None:
    more = "\"incident too-many street=flop shoe='6h 6d 6c 6s 5h'\","
    (told,) = rounds(POKER.format(dealing="shoe", more=more, burn=""))
    assert told["board"].startswith("6d 6c 6s ") or told["board"].startswith("6d 6c 6s")


def test_a_card_that_is_set_aside_is_nobodys() -> None:
    """The face-up card goes to no place, so that every place still gets what is named for it."""
    (told,) = rounds(POKER.format(dealing="shoe", more='"incident face-up",', burn='burn = "7h 7d"'))
    assert told["discarded"] and told["board"] == "Kd Kh 3c 4c 5c"


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ('[cards]\n1 = "As 9h 2c"', "line 11: [cards] 1: expected at most 2 cards, got 3"),
        ('[cards]\n1 = "As 9h"\ndealer = "9h 2c"', "line 12: [cards] dealer: 9h is named for 1 already"),
        ('[cards]\n1 = "As As"', "line 11: [cards] 1: As appears twice"),
        ("[cards]\n1 = 5", "line 11: [cards] 1: cards are written as a string"),
        ('[cards]\n5 = "As"', "line 11: [cards] 5: '5' is not a place for cards at this table; known: 1, 2, dealer"),
        ('[cards]\n1 = """\nAs\nKx"""', "line 13: [cards] 1: 'Kx' is not a card"),
        ('[cards]\nburn = "2c 3c 4c 5c 6c"', "line 11: [cards] burn: expected at most 4 cards, got 5"),
        ('[[cards]]\n[[cards]]\nhole = "2c"', "line 12: [cards] hole: 'hole' is not a place"),
        ('[cards]\n1 = "As"\n[extra]', "the file has an unknown key 'extra'"),
        ("cards = 5", "cards: expected a table, [cards]"),
    ],
)
def test_contradictions(cards: str, why: str) -> None:
    head, _, _ = HOLDEM.format(dealing="shoe").partition("[cards]")
    text = f"{cards}\n{head}" if "=" in cards.partition("\n")[0] else head + cards
    with pytest.raises(Unreadable) as wrong:
        rounds(text)
    assert why in str(wrong.value)


def test_either_in_order_or_by_place() -> None:
    with pytest.raises(Unreadable, match=r"line 11: \[cards\]: shoe lists this round's cards in their order"):
        rounds(HOLDEM.format(dealing="shoe").replace("actions", 'shoe = "As"\nactions', 1))


def test_an_empty_shoe_next_to_cards_by_place() -> None:
    with pytest.raises(Unreadable, match=r"line 2: shoe: it is empty, and .* leave shoe out"):
        rounds('\nshoe = " "' + HOLDEM.format(dealing="shoe"))


def test_a_first_burn_in_brackets_is_for_the_versions_that_have_it() -> None:
    text = POKER.format(dealing="shoe", more="", burn='burn = "(7h) 7d 8d 9d"')
    for version, burnt in (("poker@7", "7h 7d 8d 9d"), ("poker@6", "7d 8d 9d")):
        (told,) = rounds(text.replace("poker@7", version))
        assert told["burnt"] == burnt


def test_with_the_shuffler_nothing_is_burnt() -> None:
    with pytest.raises(Unreadable, match="'burn' is not a place"):
        rounds(HOLDEM.format(dealing="shuffler") + 'burn = "2h"\n')


def test_linked_tables() -> None:
    text = """
actions = ["a 1 ante 50", "b 1 ante 50", "a close", "b close", "a 1 play", "b 1 bet"]
[jackpot]
meter = "1000"
reset = "500"
contribution = "0.5"
[[tables]]
name = "a"
rulebook = "three-card-poker@3"
table = { ante = ["10", "100"], jackpot-bet = "5" }
boxes = { 1 = "Ann" }
cards = { 1 = "As Ks Qd", dealer = "2c 3c 4d" }
[[tables]]
name = "b"
rulebook = "casino-stud@2"
dealing = "shuffler"
table = { ante = ["10", "100"], jackpot-bet = "5" }
boxes = { 1 = "Ben" }
cards = { 1 = "As Ks Qs Js 9d" }
"""
    (round_,) = read_round_file("a", text).play_all()
    tables = round_.report()["tables"]
    assert tables["a"]["rounds"][0]["dealer"]["hand"] == "2c 3c 4d"
    assert tables["b"]["rounds"][0]["boxes"]["1"]["hand"] == "As Ks Qs Js 9d"


# --- croupier new --------------------------------------------------------------------------------------------------


def books() -> Iterator[tuple[str, Device]]:
    for key in BOOKS:
        yield from ((key, device) for device in Device if device in load(key).procedure.devices)


@pytest.mark.parametrize(("key", "device"), list(books()))
def test_a_new_file_is_played_as_it_stands(key: str, device: Device) -> None:
    (told,) = rounds(template(at_the_table(key, device), device))
    assert told["status"] == "settled" and "unlisted" not in told


@pytest.mark.parametrize(("key", "device"), list(books()))
def test_a_new_file_with_any_incident(key: str, device: Device) -> None:
    book = at_the_table(key, device)
    kinds = HOUSE_GAMES[book.game].incidents if book.game in HOUSE_GAMES else known_to(book)
    for kind in sorted(map(str, kinds)):
        try:
            text = template(book, device, kind)
        except Refused as refused:
            assert device is Device.SHUFFLER, refused.why
            continue
        told = [one for round_ in rounds(text) for one in round_["incidents"]]
        assert [one["incident"] for one in told] == [kind]
        unlisted = [round_["unlisted"] for round_ in rounds(text) if "unlisted" in round_]
        assert not unlisted or (kind == "face-up" and len(unlisted[0].split()) == 1), "but for a card set aside"


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in GAMES:
        file = str(tmp_path / f"{game}.round.toml")
        assert main(["new", game, "--dealing", "shuffler", "-o", file]) == 0
        assert main(["run", file]) == 0
        with pytest.raises(SystemExit):
            main(["new", game, "-o", file])
        assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["bridge"], "there is no rulebook or game 'bridge'"),
        (["casino-stud", "--incident", "fire"], "incident 'fire' is unknown to this game; known: dealer-count"),
        (["poker@6", "--dealing", "shuffler"], "poker@6 has no dealing from the shuffler"),
        (["poker", "-o", "/no/such/folder/file"], "cannot be written"),
    ],
)
def test_what_new_cannot_do(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["new", *arguments])
    assert ended.value.code == 2 and why in capsys.readouterr().err
