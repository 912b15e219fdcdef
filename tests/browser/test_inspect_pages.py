"""What inspectors look at: a figure leads to its entries, and from there to paragraph, hash and evidence."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.doors.cli import main
from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import STAFFED, House
from tests.browser.test_pit_pages import calm, fold


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(STAFFED)


def test_a_figure_is_a_door_to_its_entries(house: House, visiting: Visiting) -> None:
    fold(house, 3)
    pia = visiting(house, who="pia")
    page = pia.go("/pit/floor")
    row = page.get_by_role("row").filter(has_text="tcp-1")
    row.get_by_role("link", name="+90", exact=True).click()
    expect(page.get_by_role("heading", name="Where does 90.00 come from?")).to_be_visible()
    entries = page.get_by_role("region", name="The entries").get_by_role("row")
    expect(entries).to_have_count(4)
    expect(entries.nth(1)).to_contain_text("30.00")
    expect(page.get_by_text("Shift managers and auditors export evidence.")).to_be_visible()
    expect(page.get_by_role("link", name="Make the PDF")).to_have_count(0)
    page.get_by_role("button", name="Paragraph 3.12.1").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("3.12.1")
    page.keyboard.press("Escape")
    entries.nth(1).get_by_role("link").click()
    page.wait_for_url("**/pit/journal/tcp-1/3")
    page.go_back()
    expect(entries).to_have_count(4)
    calm(pia, "evidence-pia")


@pytest.mark.parametrize(("size", "german"), [("L", False), ("M", True), ("S", False), ("S", True)])
def test_evidence_is_checked_here_and_by_the_audit(
    house: House, visiting: Visiting, tmp_path: Path, size: Any, german: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    fold(house, 2)
    una = visiting(house, who="una", size=size, locale="de-DE" if german else "en-GB")
    page = una.go("/pit/evidence")
    expect(page.get_by_role("link", name="Zum Saal" if german else "See the floor")).to_be_visible()
    una.go("/pit/evidence?figure=handle&table=tcp-1")
    page.get_by_role("button", name="In diesem Browser prüfen" if german else "Check it in this browser").click()
    expect(page.get_by_role("status").filter(has_text="passen" if german else "entries fit")).to_be_visible()
    expect(page.get_by_text("ist unterschrieben" if german else "is signed")).to_be_visible()
    calm(una, f"evidence-{size}{'-de' if german else ''}")
    with page.expect_download() as begun:
        page.get_by_role("link", name="PDF erstellen" if german else "Make the PDF").click()
    file = tmp_path / begun.value.suggested_filename
    begun.value.save_as(file)
    assert file.name.startswith("evidence-handle-tcp-1-") and file.suffix == ".pdf"
    assert main(["audit", str(file)]) == 0
    said = capsys.readouterr().out
    assert "Sound: handle of tcp-1 is 60.00, as 2 of " in said
    assert "is signed with " in said


@pytest.mark.parametrize(("size", "german"), [("L", False), ("M", False), ("S", True)])
def test_departures_voids_and_pairs(house: House, visiting: Visiting, size: Any, german: bool) -> None:
    fold(house, 1)
    for do in ("1 ante 30", "close", "dealt"):
        house.act("dan", "tcp-1", do)
    told = house.act("Ann", "tcp-1", "incident exposed box=1 cards=2", reason="two of mine were up")
    number = told["waiting"]["incident"]
    decision = {"id": "decides-0001", "do": "incident other ruling=continue", "reason": "nobody saw them"}
    assert house.ask("POST", f"/v1/incidents/{number}/decision", decision, who="sam")[0] == 200
    house.act("sam", "tcp-1", "incident other ruling=void", reason="the shoe fell")
    una = visiting(house, who="una", size=size, locale="de-DE" if german else "en-GB")
    page = una.go("/pit/departures")
    row = page.get_by_role("row").filter(has_text="nobody saw them")
    expect(row).to_contain_text("two of mine were up")
    expect(row).to_contain_text("Die Runde ist ungültig" if german else "The round is void")
    expect(row).to_contain_text("−30,00 an Spieler" if german else "−30.00 to players")
    expect(page.get_by_text("kein Fehler" if german else "not an error")).to_be_visible()
    calm(una, f"departures-{size}{'-de' if german else ''}")
    page.get_by_role("button", name="Ungültige Runden 1" if german else "Voids 1").click()
    void = page.get_by_role("row").filter(has_text="the shoe fell")
    expect(void).to_contain_text("30,00" if german else "30.00")
    calm(una, f"voids-{size}")
    page.get_by_role("button", name="Paare 0" if german else "Pairs 0").click()
    expect(page.get_by_text("In diesem Zeitraum keine." if german else "None in this period.")).to_be_visible()
    page.get_by_role("button", name="Abweichungen 1" if german else "Departures 1").click()
    row.get_by_role("link").click()
    page.wait_for_url("**/pit/journal/tcp-1/2")


SHOE = "2c 9h Qd 8s 4s 7d 3c"
"""Burnt, then Ann's 9-8-7 and the dealer's Q-4-3 in turn."""
STRAIGHT = f"""
[[table]]
name = "straight"
rulebook = "three-card-poker@3"
ante = ["10", "100"]
pair-plus = ["5", "100"]
run-by = "dealer"
shoe = "{SHOE}"
"""


@pytest.mark.parametrize(("size", "german"), [("L", False), ("M", True), ("S", False)])
def test_what_another_book_would_have_paid(opening: Opening, visiting: Visiting, size: Any, german: bool) -> None:
    house = opening(STRAIGHT)
    house.act("Ann", "straight", "1 sits Ann 500")
    for do in ("1 ante 50", "1 pair-plus 25", "close", "1 play", "settle"):
        house.act("dan", "straight", do)
    una = visiting(house, who="una", size=size, locale="de-DE" if german else "en-GB")
    page = una.go("/pit/compare")
    page.get_by_label("geänderten Zahlen" if german else "changed figures").fill("pair-plus.straight=6")
    page.get_by_role("button", name="Noch einmal spielen" if german else "Play them again").click()
    row = page.get_by_role("row").filter(has_text="Ann")
    expect(row).to_contain_text("Pair Plus")
    expect(row).to_contain_text("150,00" if german else "150.00")
    expect(row).to_contain_text("175,00" if german else "175.00")
    expect(row).to_contain_text("+25,00" if german else "+25.00")
    expect(page.get_by_text("Pair Plus, Hausvorteil" if german else "Pair Plus, house edge")).to_be_visible(
        timeout=60_000
    )
    calm(una, f"compare-{size}{'-de' if german else ''}")


def test_departures_are_for_those_who_read_the_journal(house: House, visiting: Visiting) -> None:
    page = visiting(house, who="pia").go("/pit/departures")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    expect(page.get_by_role("link", name="Inspect")).to_have_count(0)


def test_a_changed_entry_is_shown(house: House, visiting: Visiting) -> None:
    fold(house, 1)
    una = visiting(house, who="una")
    page = una.page

    def changed(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("1 fold", "1 play", 1))

    page.route("**/v1/figures/evidence*", changed)
    una.go("/pit/evidence?figure=rounds&table=tcp-1")
    page.get_by_role("button", name="Check it in this browser").click()
    expect(page.get_by_role("status").filter(has_text="of table/tcp-1 does not fit")).to_be_visible()
