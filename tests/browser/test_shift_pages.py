"""The house's day on pages: the float of a table by slips, a count that does not agree, and a shift closed by two."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import HOUSE, House
from tests.browser.visits import Visit
from tests.floors import house_table

TWO_TABLES = HOUSE + "".join(
    house_table(name, title=f"Table {number}", run_by="dealer", float="kept")
    for number, name in ((12, "t-12"), (14, "t-14"))
)


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(TWO_TABLES)


def write(page: Page, kind: str, pieces: dict[int, int], reason: str, button: str) -> None:
    page.get_by_role("button", name=kind, exact=True).click()
    for value, count in pieces.items():
        page.get_by_label(f"Chips of {value:,}", exact=True).fill(str(count))
    page.get_by_label("Why").fill(reason)
    page.get_by_role("button", name=button).click()


def calm(visit: Visit, name: str) -> None:
    assert visit.serious() == []
    assert not visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"), name
    visit.shot(name)


@pytest.mark.parametrize("size", ["S", "M", "L"])
def test_a_table_gets_its_float_is_counted_and_the_shift_is_signed_by_two(
    house: House, visiting: Visiting, size: str
) -> None:
    dan, pia, sam = (visiting(house, who=who, size=size) for who in ("dan", "pia", "sam"))
    pit, shift = pia.go("/pit/shift"), sam.go("/pit/shift")
    pit.get_by_label("Name of the shift").fill("Evening")
    pit.get_by_role("button", name="Open the shift").click()
    expect(pit.get_by_role("heading", name="Evening")).to_be_visible()

    console = dan.go("/dealer/t-12")
    console.get_by_role("button", name="Chips", exact=True).click()
    write(console, "Opening float", {1000: 20, 100: 50}, "opening", "Ask for the opening float")
    expect(console.get_by_text("Somebody else of the pit signs it now.")).to_be_visible()
    calm(dan, f"float-asked-{size}")

    row = pit.get_by_role("row").filter(has_text="Table 12")
    expect(row).to_contain_text("1 slip waits", timeout=10_000)
    pit.get_by_role("button", name="Approve 25,000.00 as pia").click()
    console.get_by_role("button", name="Taken: 25,000.00").click(timeout=10_000)
    expect(console.get_by_role("button", name="Ask for the fill")).to_be_visible()
    calm(dan, f"float-taken-{size}")
    if size != "S":
        expect(row).to_contain_text("25,000", timeout=10_000)

    pit.get_by_role("link", name="Table 12").click()
    write(pit, "Count", {1000: 20, 100: 49}, "end of the evening", "Enter the count")
    expect(pit.get_by_text("You wrote it: somebody else signs.")).to_be_visible()
    expect(row).not_to_contain_text("24,900.00")
    shift.get_by_role("link", name="Table 12").click()
    shift.get_by_role("button", name="Confirm 24,900.00 as sam").click(timeout=10_000)
    counted = shift.get_by_role("row").filter(has_text="Table 12")
    expect(counted).to_contain_text("24,900.00")
    expect(counted).to_contain_text("−100.00")
    calm(sam, f"shift-counted-{size}")

    pit.get_by_label("Remarks for the report").fill("quiet")
    pit.get_by_role("button", name="Close the shift").click()
    expect(pit.get_by_text("You have signed.")).to_be_visible()
    shift.reload()
    shift.get_by_label("Remarks for the report").fill("agreed")
    shift.get_by_role("button", name="Close it with pia").click()
    expect(shift.get_by_text("closed by pia and sam")).to_be_visible()
    with sam.page.context.expect_page() as opened:
        shift.get_by_role("link", name="HTML").first.click()
    expect(opened.value.locator("body")).to_contain_text("Evening")
    calm(sam, f"shift-closed-{size}")
