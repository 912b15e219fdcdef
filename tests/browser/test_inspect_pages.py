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
