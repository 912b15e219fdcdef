"""Rounds that were played: found, replayed step by step, downloaded."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import House
from tests.browser.played import an_evening, three_card_round
from tests.browser.visits import SIZES


@pytest.fixture(scope="module")
def played(house: House) -> House:
    an_evening(house)
    return house


def step(page: Page) -> str:
    return page.get_by_text("Step ", exact=False).first.inner_text()


@pytest.mark.parametrize("size", SIZES)
def test_my_rounds(played: House, visiting: Visiting, size: str) -> None:
    visit = visiting(played, who="Ann", size=size)
    page = visit.go("/history")
    rounds = page.get_by_role("region", name="Rounds")
    expect(rounds.get_by_role("listitem")).to_have_count(3)
    expect(rounds.get_by_role("listitem").first).to_contain_text("Poker 2 / 4")
    expect(rounds).to_contain_text("3 rounds · staked 152.00")
    expect(rounds.get_by_role("listitem").last).to_contain_text("Straight against Queen high")
    expect(rounds.get_by_role("listitem").last).to_contain_text("+285.00")
    rounds.get_by_label("Game").select_option(label="Casino Stud")
    expect(rounds.get_by_role("listitem")).to_have_count(1)
    expect(rounds).to_contain_text("Folded")
    rounds.get_by_label("Game").select_option(label="All games")
    if size != "M":
        rounds.get_by_label("Result").select_option(label="Won")
        expect(rounds.get_by_role("listitem")).to_have_count(1)
        rounds.get_by_label("Result").select_option(label="Void")
        expect(rounds).to_contain_text("No round fits.")
    assert visit.serious() == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.shot(f"history-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_a_round_is_replayed_with_keys(played: House, visiting: Visiting, size: str) -> None:
    visit = visiting(played, who="Ann", size=size)
    page = visit.go("/history")
    page.get_by_role("link", name="Straight against Queen high").click()
    page.wait_for_url("**/history/tcp-1/1")
    expect(page.get_by_text("Step 12 of 12")).to_be_visible()
    steps = page.get_by_role("region", name="What was said and done")
    expect(steps.get_by_role("listitem").filter(has_text="Straight, Nine high, +285.00")).to_be_visible()
    assert visit.serious() == []
    visit.shot(f"replay-{size}")
    page.keyboard.press("Home")
    expect(page.get_by_text("Step 1 of 12")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 4 of 12")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Step 3 of 12")).to_be_visible()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("button", name="Deal", exact=True)).to_have_attribute("aria-current", "step")
    stage = page.locator(".rp .stage")
    expect(stage.get_by_label("The dealer’s cards: 3 face-down cards")).to_be_attached()
    page.keyboard.press("End")
    expect(stage).to_contain_text("The dealer plays: Queen high")
    expect(page.get_by_role("button", name="One step on")).to_be_disabled()


def test_a_round_plays_by_itself(played: House, visiting: Visiting) -> None:
    page = visiting(played, who="Ann").go("/history/tcp-1/1")
    expect(page.get_by_text("Step 12 of 12")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_text("Step 3 of 12")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_poker_is_replayed_street_by_street(played: House, visiting: Visiting, size: str) -> None:
    visit = visiting(played, who="Ann", size=size)
    page = visit.go("/history/poker-7/1")
    stage = page.locator(".rp .stage")
    expect(stage.locator("svg[aria-label='King of spades'], .pod svg.card").first).to_be_attached()
    assert visit.serious() == []
    visit.shot(f"replay-poker-{size}")
    for street in ("Deal", "Flop", "Turn", "River", "Showdown"):
        mark = page.get_by_role("button", name=street, exact=True)
        mark.click()
        expect(mark).to_have_attribute("aria-current", "step")
    steps = page.get_by_role("region", name="What was said and done")
    expect(steps).to_contain_text("Ben shows")
    steps.get_by_role("button", name="Paragraph 4.4").click()
    expect(page.get_by_role("dialog")).to_contain_text("4.4")


def test_downloads(played: House, visiting: Visiting) -> None:
    visit = visiting(played, who="Ann")
    page = visit.go("/history/poker-7/1")
    for name, file, holds in (
        ("PHH", "poker-7-1.phh", "NT"),
        ("Round file", "poker-7-1.round.toml", "poker@7"),
        ("JSON", "poker-7-1.json", '"round"'),
    ):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == file
        path = download.value.path()
        assert holds in path.read_text()
    page = visit.go("/history/tcp-1/1")
    expect(page.get_by_role("link", name="Round file")).to_be_visible()
    expect(page.get_by_role("link", name="PHH")).to_have_count(0)


def test_a_spectator_replays_the_public_part(played: House, visiting: Visiting) -> None:
    page = visiting(played).go("/history/tcp-1/1")
    expect(page.get_by_role("region", name="Rounds")).to_contain_text("Rounds of table tcp-1")
    expect(page.get_by_text("Step 12 of 12")).to_be_visible()
    steps = page.get_by_role("region", name="What was said and done")
    expect(steps).to_contain_text("Ann")
    expect(steps).not_to_contain_text("You look")
    page = visiting(played, who="dan").go("/history/tcp-1")
    expect(page.get_by_role("region", name="Rounds").get_by_role("listitem")).to_have_count(2)
    lost = visiting(played, who="Ann")
    page = lost.go("/history/tcp-1/99")
    expect(page.get_by_role("heading", name="This round is not here.")).to_be_visible()
    lost.complaints = [each for each in lost.complaints if "404" not in each]


def test_from_the_replayer_to_the_proof_in_german(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    three_card_round(house)
    visit = visiting(house, who="Ann", locale="de-DE")
    page = visit.go("/history/tcp-1/1")
    expect(page.get_by_role("region", name="Was gesagt und getan wurde")).to_contain_text("§3.12.2")
    expect(page.get_by_text("Schritt 12 von 12")).to_be_visible()
    page.get_by_role("link", name="Karten prüfen").click()
    page.wait_for_url("**/verify/tcp-1/1")
    expect(page.get_by_role("heading", name="Ihre Karten standen fest, bevor Sie setzten.")).to_be_visible()
    visit.shot("verify-de")
