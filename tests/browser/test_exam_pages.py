"""An exam from the trainer who sets it to the certificate that anybody can check."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.doors.cli import main
from croupier.floor.server.learning.drills import DIGEST
from croupier.floor.store.reader import Reader
from croupier.floor.training.drills import question
from croupier.floor.training.paying import PAY, PUSH, PayQuestion
from croupier.floor.training.storage import Drill, drill_of
from tests.as_json import as_json
from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import House

CONSOLE = {"width": 1180, "height": 820}
PAPER = {"width": 794, "height": 1180}
PHONE = {"width": 390, "height": 844}


def stored(store: Path, who: str) -> Drill:
    """What only the server knows: the seed of the newest drill, and with it the answers."""
    with Reader(store) as reader:
        return drill_of(reader.drills(who)[-1].body[DIGEST:])


def answer(page: Page, drill: Drill, number: int, *, rightly: bool = True) -> None:
    asked = question(drill.spec, number)
    if isinstance(asked, PayQuestion):
        for spot in asked.spots:
            page.locator("body").press({PAY: "p", PUSH: "u"}.get(spot.entry.do, "t"))
            if spot.entry.do == PAY:
                for key in f"{spot.entry.amount // 100}.{spot.entry.amount % 100:02d}":
                    page.locator("body").press(key)
            if spot is not asked.spots[-1]:
                page.locator("body").press("Enter")
        page.get_by_role("button", name="Done").click()
        return
    marks = as_json(asked.mark("a", "dealer"))["marks"]
    decides = marks["decides"]["is"][0]
    if not rightly:
        decides = "dealer" if decides != "dealer" else "shift-manager"
    page.locator(f"label:has(input[name=follows][value={marks['follows']['is'][0]}])").click()
    page.locator(f"label:has(input[name=decides][value={decides}])").click()
    page.locator(".ft .plaque").click()


def sets_exam(house: House, visiting: Visiting) -> None:
    page = visiting(house, who="pia", viewport=CONSOLE).go("/training/class")
    page.get_by_role("checkbox", name="dan").check()
    page.get_by_role("combobox", name=re.compile("^Drill")).select_option("exam")
    page.get_by_role("button", name="Set it for 1 person").click()
    expect(page.get_by_role("status")).to_contain_text("Set for 1 person")


def test_an_exam_is_passed_and_its_certificate_holds(
    opening: Opening, visiting: Visiting, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = opening()
    sets_exam(house, visiting)
    visit = visiting(house, who="dan", viewport=CONSOLE)
    page = visit.go("/training")
    page.get_by_role("region", name="Set for you", exact=True).get_by_role("button", name="Begin").click()
    page.wait_for_selector("main .ask")
    drill = stored(tmp_path / "store", "dan")
    assert visit.serious() == []
    for number in range(1, len(drill.spec.about) + 1):
        expect(page.locator(".bar .sub")).to_contain_text(f"{number} of {len(drill.spec.about)}")
        expect(page.locator("main")).not_to_contain_text("§")
        answer(page, drill, number, rightly=number != 2)
    expect(page.get_by_role("heading", name="27 of 28 right.")).to_be_visible()
    expect(page.locator(".pill.gain")).to_have_text("passed")
    visit.shot("training-exam-result-1180")
    assert visit.serious() == []
    page.get_by_role("link", name=re.compile("^The certificate")).click()
    expect(page.get_by_role("heading", name="dan", exact=True)).to_be_visible()
    expect(page.locator(".cert")).to_contain_text(f"§{drill.spec.about[1]}")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    _, told = house.ask("GET", "/v1/house")
    assert main(["verify", str(file), "--key", told["signing_key"]]) == 0
    assert "dan passed the examination of 3 Card Poker, version 3" in capsys.readouterr().out

    for name, viewport, locale in (("paper", PAPER, "en-GB"), ("phone", PHONE, "de-DE")):
        reader = visiting(house, who="una", viewport=viewport, locale=locale)
        shown = reader.go("/training/certificate/dan-1")
        shown.locator(".cert").wait_for()
        assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
        reader.shot(f"training-certificate-{name}")
        assert reader.serious() == []
    trainer = visiting(house, who="pia", viewport=CONSOLE).go("/training/class")
    expect(trainer.get_by_role("row", name=re.compile("^dan")).get_by_role("link", name="passed")).to_be_visible()
