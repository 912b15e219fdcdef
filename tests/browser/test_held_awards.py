"""Two tables of one link win together: the later hand is held (R-13), the pit verifies in order, the sign follows."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.houses import HOUSE, LINK, STRAIGHT_FLUSH, House

TWO_TABLES = f"""
{HOUSE}
{LINK}
verify-above = "10000.00"
{STRAIGHT_FLUSH.format(name="cs-1")}
{STRAIGHT_FLUSH.format(name="cs-2")}
"""


def deal(house: House, table: str, box: int, player: str) -> None:
    for do in (f"{box} sits {player} 500", f"{box} ante 50", f"{box} jackpot 5", "close"):
        house.act("dan", table, do)


def verify(pit: Page, amount: str, player: str) -> None:
    """From the award's page: what was looked at, then the payment."""
    pit.get_by_label("What you looked at, kept in the journal").fill("cards and coin on the layout")
    pit.get_by_role("button", name=f"Verify and pay {amount}").click()
    expect(pit.get_by_text(f"Paid to {player}")).to_be_visible()


def test_a_later_winner_is_held_until_the_hand_dealt_earlier_is_settled(opening: Opening, visiting: Visiting) -> None:
    house = opening(TWO_TABLES)
    pia, sign = visiting(house, who="pia"), visiting(house)
    pit, shown = pia.go("/pit/floor"), sign.go("/sign/jackpot/grand")
    expect(shown.get_by_role("img", name="Jackpot 125,000.00")).to_be_visible()
    deal(house, "cs-1", 4, "Dee")
    deal(house, "cs-2", 2, "Cy")
    expect(shown.get_by_role("img", name="Jackpot 125,006.00")).to_be_visible()

    # the hand dealt second is settled first: its award has no amount before the other hand is over
    for do in ("2 bet", "settle"):
        house.act("dan", "cs-2", do)
    expect(pit.get_by_text("cs-2, box 2: held, a hand dealt earlier is open")).to_be_visible()
    expect(pit.get_by_role("row", name="cs-2").get_by_text("Award held")).to_be_visible()
    assert pia.serious() == []
    pia.shot("pit-held")
    held = pia.context.new_page()
    held.goto("/pit/jackpots/grand/1")
    expect(held.get_by_text("The amount is known when its turn has come.")).to_be_visible()
    assert held.get_by_role("button", name="Verify and pay").count() == 0
    expect(shown.get_by_role("img", name="Jackpot 125,006.00")).to_be_visible()

    # now both are locked: the first from the whole meter, the second from what is left
    for do in ("4 bet", "settle"):
        house.act("dan", "cs-1", do)
    expect(held.get_by_role("button", name="Verify and pay 11,250.54")).to_be_visible()
    expect(pit.get_by_role("row", name="cs-1").get_by_text("Award to verify")).to_be_visible()
    expect(pit.get_by_role("row", name="cs-2").get_by_text("Award to verify")).to_be_visible()
    expect(shown.get_by_role("main")).to_contain_text("Being verified")
    pia.shot("pit-both")
    sign.shot("sign-both")

    first = pia.context.new_page()
    first.goto("/pit/jackpots/grand/2")
    verify(first, "12,500.60", "Dee")
    expect(pit.get_by_role("row", name="cs-1").get_by_text("Round over")).to_be_visible()
    assert house.view("cs-1")["round"]["phase"] == "settled"
    assert house.view("cs-2")["round"]["phase"] == "awarding"
    verify(held, "11,250.54", "Cy")
    expect(pit.get_by_role("row", name="cs-2").get_by_text("Round over")).to_be_visible()
    for table, player, stack in (("cs-1", "Dee", "13045.60"), ("cs-2", "Cy", "11795.54")):
        assert house.view(table)["players"][player]["stack"] == stack
        assert house.view(table)["round"]["phase"] == "settled"
    status, told = house.ask("GET", "/v1/links/grand", who="pia")
    assert (status, told["link"]["value"]) == (200, "101254.86")
    expect(shown.get_by_role("main")).to_contain_text("Paid")
    sign.shot("sign-paid")
