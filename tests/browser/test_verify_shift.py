"""A whole shift, checked by the browser: every check passes on a random evening, and finds what is planted for it."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.doors.cli import main
from croupier.floor.live.state import commands as cmd
from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import STAFFED, House
from tests.browser.page_modules import answered
from tests.browser.test_pit_pages import calm, fold
from tests.live import houses
from tests.live.test_evidence import house as evening
from tests.live.test_evidence import shift

__all__ = ["evening"]
PROGRAM = "({ checkedShift }, files) => Promise.all(files.map(checkedShift))"
Lines = list[dict[str, Any]]


def checks(*files: str) -> list[dict[str, Any]]:
    return [each["checks"] for each in answered("src/pages/pit/shift_checks.ts", PROGRAM, list(files))]


def rewritten(lines: Lines) -> str:
    """With hashes that fit again: somebody rewrote the journal from there on. Their checkpoints are not at hand."""
    last: dict[str, str] = {}
    for line in lines:
        if "body" in line:
            named = f"{line['stream']}\n{line['seq']}\n{line['at']}\n{line['epoch']}\n{line['body']}".encode()
            line["hash"] = sha256(bytes.fromhex(last.get(line["stream"], "00" * 32)) + named).hexdigest()
            last[line["stream"]] = line["hash"]
    kept = [line for line in lines if "checkpoint" not in line]
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in kept)


def _in_bodies(change: Callable[[dict[str, Any]], bool]) -> Callable[[Lines], None]:
    """Changes the first body that it can."""

    def planted(lines: Lines) -> None:
        for line in lines:
            if "body" in line and change(body := json.loads(line["body"])):
                line["body"] = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
                return
        raise AssertionError("the evening has no such entry")

    return planted


def _event(body: dict[str, Any], kind: str) -> dict[str, Any] | None:
    return next((event for event in body.get("then", ()) if event["type"] == kind), None)


def _another_payment(body: dict[str, Any]) -> bool:
    settled = _event(body, "round-settled")
    lines = [line for box in settled["boxes"].values() for line in box["lines"]] if settled else []
    for line in lines[:1]:
        line["paid"] += 100
    return bool(lines)


def _more_chips(body: dict[str, Any]) -> bool:
    for post in body["post"][:1]:
        post[1] += 1
    return bool(body["post"])


def _the_same_card(body: dict[str, Any]) -> bool:
    opened = body.get("opened", ())
    if len(opened) < 2:
        return False
    opened[1][2] = opened[0][2]
    return True


def _settled_twice(body: dict[str, Any]) -> bool:
    settled = _event(body, "round-settled")
    if settled is not None:
        body["then"].append(settled)
    return settled is not None


def _closed_by_one(body: dict[str, Any]) -> bool:
    closed = _event(body, "shift-closed")
    if closed is not None:
        closed["second"] = closed["by"]
    return closed is not None


PLANTED: dict[str, Callable[[dict[str, Any]], bool]] = {
    "payments": _another_payment,
    "ledger": _more_chips,
    "decks": _the_same_card,
    "rounds": _settled_twice,
    "people": _closed_by_one,
}


def test_every_check_passes_and_each_can_fail(evening: houses.House) -> None:
    for who in (houses.PIA, houses.SAM):
        evening.floor.perform(who, f"closes-{who.name}", cmd.CloseShift(1), "end of day", at="house")
    evening.store.flush()
    sound = shift(evening).decode()
    files = []
    for change in PLANTED.values():
        lines = [json.loads(line) for line in sound.splitlines()]
        _in_bodies(change)(lines)
        files.append(rewritten(lines))
    unsigned = sound.replace('"signature":"', '"signature":"00', 1)
    broken = sound.replace('"body":"{\\"v\\":', '"body":"{\\"v\\": ', 1)
    first, *planted, no_report, no_chain = checks(sound, *files, unsigned, broken)
    assert all(each["fits"] for each in first.values()), first
    assert first["chain"]["count"] == evening.store.count() and first["checkpoints"]["count"] == 1
    assert min(first[name]["count"] for name in ("decks", "rounds", "payments", "people")) > 5
    for name, found in zip(PLANTED, planted, strict=True):
        assert found["chain"]["fits"] and found["checkpoints"]["fits"] is None
        assert found[name]["fits"] is False and found[name]["at"], (name, found)
    assert no_report["report"]["fits"] is False
    assert no_chain["chain"]["fits"] is False


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(STAFFED)


@pytest.mark.parametrize(("size", "german"), [("L", False), ("M", False), ("S", True)])
def test_a_shift_is_verified_on_its_page_and_by_the_audit(
    house: House, visiting: Visiting, tmp_path: Path, size: str, german: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    shifts = {"id": "opens-the-shift", "name": "day"}
    assert house.ask("POST", "/v1/shifts", shifts, who="sam")[0] == 201
    house.act("dan", "tcp-1", "takes-over")
    fold(house, 2)
    for who in ("sam", "pia"):
        closing = {"id": f"closes-{who}-0001", "reason": "end of day"}
        assert house.ask("POST", "/v1/shifts/1/close", closing, who=who)[0] in (200, 202)
    una = visiting(house, who="una", size=size, locale="de-DE" if german else "en-GB")
    page = una.go("/pit/shifts")
    page.get_by_role("button", name="Diese Schicht prüfen" if german else "Verify this shift").click()
    expect(page.get_by_text("alle Prüfungen bestanden" if german else "all checks pass")).to_be_visible()
    rows = page.get_by_role("list", name="Zehn Prüfungen" if german else "Ten checks").get_by_role("listitem")
    expect(rows).to_have_count(10)
    expect(rows.nth(3)).to_contain_text("2")
    calm(una, f"shift-verified-{size}")
    with page.expect_download() as begun:
        page.get_by_role("link", name="Als Beweis ausgeben" if german else "Export as evidence").click()
    file = tmp_path / begun.value.suggested_filename
    begun.value.save_as(file)
    assert main(["audit", str(file)]) == 0
    assert "Sound: shift 1 (day)" in capsys.readouterr().out
