"""Nothing that a person typed is ever markup."""

from playwright.sync_api import expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import FLOOR

EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script><b>bold</b>"


def test_what_people_typed_is_text(opening: Opening, visiting: Visiting) -> None:
    """The house's name, a reason: whatever stands in them is shown as it was typed."""
    house = opening(FLOOR.replace('"Test House"', f"'{EVIL}'"))
    body = {"id": "suspend-01", "do": "suspend", "reason": EVIL}
    assert house.ask("POST", "/v1/tables/tcp-1/acts", body, who="pia")[0] == 200
    for who, path in [("", "/"), ("Ann", "/"), ("Ann", "/table/tcp-1"), ("pia", "/pit"), ("una", "/pit")]:
        visit = visiting(house, who=who)
        page = visit.go(path)
        expect(page.get_by_role("banner").first).to_be_visible()
        expect(page.locator("#room")).not_to_be_empty()
        page.wait_for_load_state("networkidle")
        assert page.locator("img, #room script, iframe").count() == 0
        assert page.evaluate("[...document.querySelectorAll('b')].every((each) => each.textContent !== 'bold')")


def test_the_policy_holds_in_the_browser(opening: Opening, visiting: Visiting) -> None:
    """Even where somebody had slipped markup into a page, the browser would run nothing of it."""
    visit = visiting(opening(), who="Ann")
    page = visit.go("/")
    expect(page.get_by_role("article").first).to_be_visible()
    made = page.evaluate(
        """() => {
          const tried = {};
          try { document.body.innerHTML += "<p>markup</p>"; tried.markup = true; } catch { tried.markup = false; }
          const script = document.createElement("script");
          try { script.text = "window.ran = true"; document.head.append(script); } catch { tried.thrown = true; }
          tried.ran = window.ran === true;
          return tried;
        }"""
    )
    assert (made["markup"], made["ran"]) == (False, False)
    assert visit.complaints
    assert all("requires 'Trusted" in each or "Content Security Policy" in each for each in visit.complaints)
    visit.complaints.clear()
