"""A link's changes and awards as the pit reads them: who asked, who approved; what was checked, with entries."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.fold import LINK_CODEC
from croupier.floor.live.state.problems import Code, Problem
from croupier.rules.games.house import events as house_ev
from croupier.rules.jackpot import events as link_ev
from tests.as_json import as_json
from tests.live.houses import ANN, DAN, PIA, SAM, SUE
from tests.live.linked import LinkedHouse


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LinkedHouse]:
    house = LinkedHouse(tmp_path / "store")
    yield house
    house.store.close()


def changes(house: LinkedHouse, link: str = "grand") -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = as_json(house.floor.link_changes.told(link))["items"]
    return items


def award(house: LinkedHouse, number: int = 1) -> dict[str, Any]:
    told: dict[str, Any] = as_json(house.floor.award_checks.told("grand", number))["award"]
    return told


def checks(told: dict[str, Any]) -> dict[str, bool | None]:
    return {check["check"]: check["ok"] for check in told["checks"]}


# --- Changes --------------------------------------------------------------------------------------------------


def test_a_change_goes_its_way(house: LinkedHouse) -> None:
    floor = house.floor
    assert changes(house) == []
    house.answered(floor.perform(SAM, "change-1", proposed({"contribution": "0.50"}), "as agreed", at="link/grand"))
    (asked,) = changes(house)
    assert (asked["change_of"], asked["now"]) == ({"contribution": "0.50"}, {"contribution": "0.60"})
    assert (asked["by"], asked["reason"], asked["state"]) == ("sam", "as agreed", "asked")
    house.deals("cs-3")
    house.answered(floor.perform(SUE, "approve-1", cmd.ApproveChange(1), at="link/grand"))
    (waits,) = changes(house)
    assert (waits["state"], waits["approved_by"], waits["now"]) == ("waits", "sue", {"contribution": "0.60"})
    house.act(ANN, "cs-3", "1 fold")
    house.act(DAN, "cs-3", "settle")
    (made,) = changes(house)
    assert (made["state"], made["now"]) == ("in-force", {"contribution": "0.60"})
    told = as_json(house.floor.link_changes.told("grand"))
    assert told["parameters"] == {
        "reset": "50000.00",
        "contribution": "0.50",
        "reserve": "0.00",
        "limit": "1000000.00",
        "verify-above": "off",
    }
    assert told["number"] == 2 and told["tables"]["cs-1"] == "5.00"
    house.restart()
    assert changes(house) == [made]


def test_every_kind_of_change_is_listed(house: LinkedHouse) -> None:
    house.changes({"limit": "off"}, {"verify-above": "100"}, {"correction": "-12.50"}, {"link-table": "free"})
    floor = house.floor
    house.answered(floor.perform(SAM, "change-9", proposed({"unlink-table": "cs-4"}), "repair", at="link/grand"))
    house.answered(floor.perform(SAM, "withdraw-1", cmd.WithdrawChange(5), "repaired", at="link/grand"))
    told = [(each["change_of"], each["now"], each["state"]) for each in changes(house)]
    tables = "cs-1, cs-2, cs-3, cs-4, free, tcp-1, tcp-2"
    assert told == [
        ({"unlink-table": "cs-4"}, {"unlink-table": tables}, "withdrawn"),
        ({"link-table": "free"}, {"link-table": None}, "in-force"),
        ({"correction": "-12.50"}, {"correction": "125000.00"}, "in-force"),
        ({"verify-above": "100.00"}, {"verify-above": "off"}, "in-force"),
        ({"limit": "off"}, {"limit": "1000000.00"}, "in-force"),
    ]


def test_an_unknown_link_has_none(house: LinkedHouse) -> None:
    for ask in (house.floor.link_changes.told, lambda name: as_json(house.floor.award_checks.told(name, 1))):
        with pytest.raises(Problem) as unknown:
            ask("nowhere")
        assert unknown.value.code is Code.NOT_FOUND
    with pytest.raises(Problem) as unknown:
        award(house, 7)
    assert unknown.value.code is Code.NOT_FOUND


# --- Awards ---------------------------------------------------------------------------------------------------


def events_of(house: LinkedHouse, stream: str, seq: int) -> list[Any]:
    body = house.journal(stream)[seq - 1]
    codec: Any = LINK_CODEC if stream.startswith("link/") else family_of(body.book).codec
    return list(codec.decode(body.v, body.then))


def test_a_sound_award_passes_every_check(house: LinkedHouse) -> None:
    house.changes({"verify-above": "10000"})
    house.deals("cs-4")
    house.stays("cs-4")
    told = award(house)
    assert (told["state"], told["share"], told["amount"]) == ("locked", "1/10", "12500.30")
    assert (told["player"], told["hand"], told["verify"]) == ("Ann", "9s 8s 7s 6s 5s", True)
    assert checks(told) == dict.fromkeys(("coin", "hand", "seal", "order", "amount"), True)
    assert told["arithmetic"] == [
        {"step": "meter", "amount": "125003.00"},
        {"step": "share", "share": "1/10", "amount": "12500.30"},
    ]
    assert told["meter_now"] == "112502.70"
    coin, hand, seal, order, _ = told["checks"]
    (closed, dealt), (settled,), (told_root,), (locked,) = (each["entries"] for each in (coin, hand, seal, order))
    for (stream, seq), kind in (
        (closed, house_ev.BetsClosed),
        (dealt, link_ev.HandsDealt),
        (settled, house_ev.RoundSettled),
        (locked, link_ev.AwardLocked),
    ):
        assert any(isinstance(event, kind) for event in events_of(house, stream, seq)), (stream, seq)
    assert house.journal(told_root[0])[told_root[1] - 1].decks
    house.answered(house.floor.perform(PIA, "verify-1", cmd.VerifyAward(1), "cards and coin seen", at="link/grand"))
    house.restart()
    paid = award(house)
    assert paid["state"] == "paid" and checks(paid) == checks(told)


def test_a_held_award_says_what_it_waits_for(house: LinkedHouse) -> None:
    house.deals("cs-3", "cs-1")
    house.stays("cs-1")
    told = award(house)
    assert told["state"] == "held" and told["arithmetic"] == []
    assert (checks(told)["order"], checks(told)["amount"], checks(told)["hand"]) == (False, False, True)
    assert "cs-3" in next(check["text"] for check in told["checks"] if check["check"] == "order")
    house.stays("cs-3")
    assert checks(award(house))["order"] is True


def test_what_does_not_hold_is_not_called_good(house: LinkedHouse) -> None:
    """An award whose link says another box, share or amount than the table and the meter."""
    house.deals("cs-4")
    house.stays("cs-4")
    books = house.floor.books
    link = books.shown.links["grand"]
    for change, failing in (
        ({"amount": 1_250_031}, {"amount"}),
        ({"denominator": 20}, {"hand", "amount"}),
    ):
        wrong = msgspec.structs.replace(link.awards[1], **change)
        books.shown.links["grand"] = msgspec.structs.replace(link, awards={1: wrong})
        assert {name for name, good in checks(award(house)).items() if not good} == failing
    books.shown.links["grand"] = link
