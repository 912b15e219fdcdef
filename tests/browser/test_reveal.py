"""The reveal: words, figures, colours and what a screen reader hears come with the cards, never before them."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opening, Visiting
from tests.browser.house_states import QUEEN_HIGH, STRAIGHT, dealt
from tests.browser.houses import FLOOR, LINK, House
from tests.browser.lines import Line
from tests.browser.page_modules import answered
from tests.browser.test_house_two_worlds import HEX
from tests.browser.visits import Visit

# --- The timeline, to the millisecond -----------------------------------------------------------------------------

MASKED = """({ steps, mask }, asked) => asked.map(({ before, after, reduced, hurried }) => {
  const all = steps(before, after, { reduced, hurried });
  return { steps: all, shown: all.map((_, done) => mask(after, before, all.slice(done), after)) };
})"""


def asked(*questions: dict[str, Any]) -> list[dict[str, Any]]:
    told = [{"reduced": False, "hurried": False, **each} for each in questions]
    return list(answered("src/table/house/reveal.ts", MASKED, told))


def view(number: int, phase: str, boxes: dict[str, Any], dealer: dict[str, Any], **more: Any) -> dict[str, Any]:
    clock = {"stopped": False, "asked": [{"for": "next", "left": 6000, "bank": 0}] if phase == "settled" else []}
    told = {
        "number": 1,
        "status": "open",
        "phase": phase,
        "boxes": boxes,
        "dealer": dealer,
        "waiting": [],
        "incidents": [],
    }
    board = {"board": more.pop("board")} if "board" in more else {}
    return {
        "version": number,
        "state": "open",
        "said": None,
        "happened": [],
        "clock": clock,
        "round": told | board,
        "players": {},
        "you": {"name": "Ann", "places": [more.pop("own", 3)], "may": [], "notices": []},
        **more,
    }


def box(hand: str, result: str = "", staked: str = "50.00", **more: Any) -> dict[str, Any]:
    bet: dict[str, Any] = {"staked": staked}
    if result:
        back = {"win": ("50.00", "50.00"), "lose": ("0.00", "0.00"), "push": ("50.00", "0.00")}[result]
        bet |= {"result": result, "returned": back[0], "paid": back[1], "cites": [], "arithmetic": []}
        more = {"net": {"win": "50.00", "lose": "-50.00", "push": "0.00"}[result], "awards": [], **more}
    shared = {"player": "Ann", "looked": True, "standing": "in-play", "decisions": ["play"], "hand": hand}
    return shared | {"bets": {"ante": bet}} | more


def settles(results: dict[str, str], before: str, after: str, own: int = 3, **more: Any) -> dict[str, Any]:
    """The question for a settlement of these boxes, the dealer's hand from backs to faces."""
    hidden = {number: box("9h 8s 7d" if int(number) == own else "?? ?? ??") for number in results}
    open_ = {number: box("9h 8s 7d", result) for number, result in results.items()}
    dealer = {"hand": before} if before else {}
    return {
        "before": view(1, "deciding", hidden, dealer, own=own, **more),
        "after": view(2, "settled", open_, {"hand": after, "makes": {"text": "Queen high"}}, own=own, **more),
    }


def times(answer: dict[str, Any]) -> dict[str, int]:
    """When what happens, by what it does and to whom."""
    found = {}
    for step in answer["steps"]:
        about = (step["does"], step.get("of"), step.get("card"), step.get("box"))
        found[" ".join(str(part) for part in about if part is not None)] = step["at"]
    return found


THREE = {"1": "lose", "3": "win", "5": "win"}
BACKS, FACES = "?? ?? ??", "Qd 9c 4s"


def test_the_timeline_of_three_card_poker() -> None:
    (told,) = asked(settles(THREE, BACKS, FACES))
    assert times(told) == {
        "call": 0,
        "turn dealer 0": 200,
        "turn dealer 1": 620,
        "breath dealer 2": 940,
        "turn dealer 2": 1360,
        "verdict": 1700,
        "open 1": 1850,
        "open 5": 1940,
        "take 1": 2200,
        "pay 3": 2600,
        "land 3": 3020,
        "result": 3020,
        "pay 5": 3100,
        "land 5": 3520,
        "home 3": 3620,
        "home 5": 3700,
        "home 1": 4500,
        "over": 4500,
    }


def test_later_rows_move_along_with_the_number_of_backs() -> None:
    """Each back more or less is one beat of 420 ms: five backs 840 later, two 420 earlier. One card of Casino Stud lies
    open from the deal, so four turn."""
    three, five, stud, two = asked(
        settles(THREE, BACKS, FACES),
        settles(THREE, "?? ?? ?? ?? ??", "Jc 9h 7s 2d 4h"),
        settles(THREE, "?? ?? ?? ?? 4h", "Jc 9h 7s 2d 4h"),
        settles(THREE, "?? ??", "Ks 3d"),
    )
    verdict = times(three)["verdict"]
    assert [times(each)["verdict"] - verdict for each in (five, stud, two)] == [840, 420, -420]
    for each in (three, five, stud, two):
        at = times(each)
        last = max(when for what, when in at.items() if what.startswith("turn dealer"))
        breath = next(when for what, when in at.items() if what.startswith("breath"))
        assert last - breath == 420  # the same in every round
        assert at["take 1"] - at["verdict"] == 500


def test_holdem_turns_the_river_and_deals_the_dealers_cards_first() -> None:
    question = settles(THREE, "", "Ks 3d")
    question["before"]["round"]["board"] = "9s Ad 7d 2h"
    question["after"]["round"]["board"] = "9s Ad 7d 2h Kd"
    at = times(asked(question)[0])
    assert (at["street"], at["turn board 4"], at["name"], at["dealer"], at["call"]) == (0, 260, 580, 580, 930)
    assert at["verdict"] == at["call"] + 1280


@pytest.mark.parametrize("own", [1, 4, 7])
def test_seven_boxes_fit_into_the_pause(own: int) -> None:
    """Six seconds less one; own cards, breath, verdict and own payment are never shortened."""
    question = settles(dict.fromkeys("1234567", "win"), BACKS, FACES, own=own)
    told, hurried = asked(question, {**question, "hurried": True})
    at, quick = times(told), times(hurried)
    assert at["over"] <= 5000
    others = [at[f"pay {number}"] for number in range(1, 8) if number != own]
    assert others == sorted(others)
    for each in (at, quick):
        assert each["verdict"] == 1700
        assert (each[f"land {own}"] - each[f"pay {own}"], each[f"home {own}"] - each[f"land {own}"]) == (420, 600)
    assert quick["over"] <= at["over"]


@pytest.mark.parametrize("loses", [1, 4, 7])
def test_no_box_has_its_result_before_its_own_cards_are_open(loses: int) -> None:
    """A card shows its face in the middle of its turn of 320 ms; Ann's own cards, on box 8, lie open already."""
    results = dict.fromkeys("12345678", "win") | {str(loses): "lose"}
    at = times(asked(settles(results, BACKS, FACES, own=8))[0])
    for number in range(1, 8):
        told = at[f"take {number}" if number == loses else f"land {number}"]
        assert told >= at[f"open {number}"] + 160, number


def test_reduced_motion_keeps_the_order() -> None:
    question = settles(THREE, BACKS, FACES)
    moving, still = asked(question, {**question, "reduced": True})
    at = times(still)
    assert at["verdict"] - at["turn dealer 2"] == 300
    assert at["land 3"] - at["verdict"] == 300
    facts = ("turn", "verdict", "take", "land", "over")
    order = [[step["does"] for step in told["steps"] if step["does"] in facts] for told in (moving, still)]
    assert order[0] == order[1]


def test_a_look_and_the_deal() -> None:
    backs, none = {"3": box(BACKS), "5": box(BACKS)}, {"3": box(""), "5": box("")}
    for each in none.values():
        del each["hand"]
    deal, look = asked(
        {"before": view(1, "betting", none, {}), "after": view(2, "deciding", backs, {"hand": BACKS})},
        {
            "before": view(1, "deciding", backs, {"hand": BACKS}),
            "after": view(
                2, "deciding", {"3": box(STRAIGHT, makes={"text": "Straight"}), "5": box(BACKS)}, {"hand": BACKS}
            ),
        },
    )
    at = times(deal)
    assert (at["close"], at["deal"], at["lie"], at["dealt"]) == (0, 300, 300 + 6 * 90 + 260, 300 + 8 * 90 + 260)
    assert times(look) == {"turn box 0 3": 0, "turn box 1 3": 110, "turn box 2 3": 220, "hand 3": 540}


def test_a_masked_view_has_nothing_that_is_still_to_be_shown() -> None:
    """Two worlds that differ in the dealer's last card, and so in everything that follows: the same until it turns."""
    one = settles({"1": "lose", "3": "win", "5": "win"}, BACKS, "Qd 9c 4s")
    other = settles({"1": "win", "3": "lose", "5": "push"}, BACKS, "Qd 9c Qs")
    for number, told in enumerate(asked(one, other)):
        until = next(
            place for place, step in enumerate(told["steps"]) if step.get("card") == 2 and step["does"] == "turn"
        )
        assert until > 3
        seen = [json.dumps(each, sort_keys=True) for each in told["shown"][: until + 1]]
        assert not any("net" in each or "win" in each or "Queen high" in each for each in seen)
        if number == 0:
            first = seen
    assert seen == first


# --- What a page shows, frame by frame ------------------------------------------------------------------------------

RECORDS = """
window.frames_ = [];
const PARTS = { stage: "main.stage", bar: ".top", rail: "footer.rail", side: "aside", live: "[aria-live=assertive]" };
const text = (from) => {
  const found = [];
  const walk = document.createTreeWalker(from, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.nodeType === 3) { if (node.data.trim()) found.push(node.data.trim()); continue; }
    for (const name of ["class", "aria-label", "title", "alt", "aria-describedby"]) {
      const value = node.getAttribute(name);
      if (value) found.push(`${name}=${value}`);
    }
    if (node.matches(".spot .shape, .tag, .tile b, .bal b")) {
      const { color, borderColor, borderStyle } = getComputedStyle(node);
      found.push(color, borderColor, borderStyle);
    }
  }
  return found;
};
const frame = () => {
  const dealer = document.querySelector("[data-dealer] [role=img]")?.getAttribute("aria-label") ?? "";
  const parts = Object.fromEntries(
    Object.entries(PARTS).map(([name, where]) => [name, document.querySelector(where)])
      .filter(([, at]) => at).map(([name, at]) => [name, text(at)]));
  const said = document.querySelector("[aria-live=polite]")?.textContent ?? "";
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  const cursor = document.querySelector("[data-cursor]")?.dataset.cursor;
  const now = { dealer, cursor, title: document.title, said, stored, ...parts };
  const key = JSON.stringify(now);
  if (key !== window.last_) window.frames_.push(now);
  window.last_ = key;
  requestAnimationFrame(frame);
};
"""
RECORD = f"() => {{ {RECORDS} frame(); }}"
BACK = "face-down card"
RESULT = re.compile(r"Queen high|qualifies|\bwin|\bwon\b|(?<!\w)[+−-]\d")


def recorded(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate("window.frames_"))


def seven(house: House, dealer: str = QUEEN_HIGH) -> None:
    """Seven boxes at tcp-1, Ann's is box 4; only the last decision is missing."""
    hands = ("Jc 6h 2s", "Th 6d 2d", "Kc Jd 6s", STRAIGHT, "5h 5c 9d", "Ah 8d 4c", "Ad 9s 3s")
    house.stack("tcp-1", dealt(*hands, dealer, burn="2c"))
    house.act("Ann", "tcp-1", "4 sits Ann 1000")
    for number in (1, 2, 3, 5, 6, 7):
        house.act("Ben", "tcp-1", f"{number} sits Ben {1000 if number == 1 else 0}")
        house.act("Ben", "tcp-1", f"{number} ante 25")
    for bet in ("4 ante 50", "4 pair-plus 25", "4 jackpot 5"):
        house.act("Ann", "tcp-1", bet)
    house.advance(20_000)
    house.act("Ann", "tcp-1", "4 look")
    house.act("Ann", "tcp-1", "4 play")
    for number in (1, 2, 3, 5, 6):
        house.act("Ben", "tcp-1", f"{number} {'fold' if number == 1 else 'play'}")


LAST = "7 play"


def opened(visit: Visit, where: Page | None = None) -> Page:
    page = where or visit.page
    page.goto("/table/tcp-1")
    expect(page.locator(".says")).to_be_visible()
    expect(page.get_by_text("Straight, Nine high").first).to_be_visible()
    expect(page.locator("[data-cursor=runs]")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    page.evaluate(RECORD)
    return page


def shown_to_the_end(page: Page) -> None:
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    expect(page.locator("[data-cursor=runs], [data-cursor=cards]")).to_have_count(0)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


# --- Casino Stud and Progressive Hold'em, in two worlds --------------------------------------------------------------


@dataclass(frozen=True)
class Film:
    """A round at `table` up to the last decision. Two worlds differ in the dealer's last card, and in what follows."""

    table: str
    shoe: str
    worlds: tuple[str, str]
    bets: tuple[str, ...]
    acts: tuple[tuple[str, str], ...]
    last: str
    verdicts: tuple[str, str]

    def played(self, house: House, world: int) -> None:
        """Ann has box 4, Ben box 2 and Cy box 5; only Cy's last decision is missing."""
        house.stack(self.table, self.shoe.replace("DEALER", self.worlds[world]))
        for who, number in (("Ann", 4), ("Ben", 2), ("Cy", 5)):
            house.act(who, self.table, f"{number} sits {who} 1000")
            for bet in self.bets if who == "Ann" else ("ante 25",):
                house.act(who, self.table, f"{number} {bet}")
        house.advance(20_000)
        for who, do in self.acts:
            house.act(who, self.table, do)

    def shown(self, visit: Visit, house: House) -> list[dict[str, Any]]:
        """The frames from the last decision to the end."""
        page = visit.go(f"/table/{self.table}")
        expect(page.locator(".says")).to_be_visible()
        visit.still()
        page.evaluate("document.fonts.ready")
        page.evaluate(RECORD)
        house.act("Cy", self.table, self.last)
        shown_to_the_end(page)
        return recorded(page)


FILMS = {
    "stud": Film(
        table="cs-1",
        shoe=dealt("2h 4s 6c 8h Ts", "Qh Qs 8d 5c 5d", "Ah Kd 9c 3c 3h", "Jc 9h 7s DEALER 4h"),
        worlds=("Jd", "2d"),
        bets=("ante 50", "jackpot 5"),
        acts=(("Ann", "4 look"), ("Ann", "4 bet"), ("Ben", "2 fold")),
        last="5 bet",
        verdicts=("The dealer plays: Pair of Jacks", "The dealer does not play"),
    ),
    "holdem": Film(
        table="pth-1",
        shoe="2c 8h Td Ah 8d Th Kh 3c Kc 9c Ad 4c Jh 5c 2h 7d DEALER",
        worlds=("7c", "As"),
        bets=("ante 50", "bonus 10", "jackpot 5"),
        acts=(
            ("Ann", "4 look"),
            ("Ann", "4 flop"),
            ("Ben", "2 fold"),
            ("Cy", "5 flop"),
            ("Ann", "4 turn"),
            ("Cy", "5 check"),
            ("Ann", "4 check"),
        ),
        last="5 check",
        verdicts=("The dealer has Pair of Sevens", "The dealer has Pair of Aces"),
    ),
}


def until_the_last_card(frames: list[dict[str, Any]]) -> dict[str, set[str]]:
    """Everything that each part of the page has shown while the dealer's last card was a back or had not come."""
    last = max(number for number, frame in enumerate(frames) if BACK in frame["dealer"])
    seen: dict[str, set[str]] = {}
    for frame in frames[: last + 1]:
        for part, told in frame.items():
            texts = (
                told if isinstance(told, list) else HEX.sub("#", told or "").split(". ")
            )  # announced together or not
            seen.setdefault(part, set()).update(text.strip(".") for text in texts if text)
    assert sum(BACK in frame["dealer"] for frame in frames) >= 2, "the cards were not turned one by one"
    return seen


def first(frames: list[dict[str, Any]], words: str) -> int:
    """The number of the first frame whose stage has these words."""
    return next(number for number, frame in enumerate(frames) if any(words in text for text in frame["stage"]))


@pytest.mark.parametrize("size", ["S", "L"])
@pytest.mark.parametrize("game", FILMS)
def test_two_worlds_are_one_until_the_dealers_last_card(
    worlds: tuple[House, House], visiting: Visiting, game: str, size: str
) -> None:
    film, seen = FILMS[game], []
    for world, house in enumerate(worlds):
        film.played(house, world)
        frames = film.shown(visiting(house, who="Ann", size=size), house)
        seen.append(until_the_last_card(frames))
        net = house.view(film.table, "Ann")["round"]["boxes"]["4"]["net"].replace("-", "−")
        told = [first(frames, text) for text in (film.verdicts[world], net)]
        assert told == sorted(told)
        assert BACK not in frames[told[0]]["dealer"]
    assert seen[0] == seen[1]


STALL = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (keyframes, options) {
  const made = animate.call(this, keyframes, options);
  const turns = this.closest("[data-dealer]") && JSON.stringify(keyframes).includes("rotateY(90deg)");
  for (const until = performance.now() + (turns ? 600 : 0); performance.now() < until;);
  return made;
};
"""
"""Whenever a card of the dealer's begins to turn, the page is busy for 600 ms: past the moment of the verdict."""


@pytest.mark.parametrize("game", FILMS)
def test_a_page_that_stalls_still_shows_the_card_first(opening: Opening, visiting: Visiting, game: str) -> None:
    house, film = opening(), FILMS[game]
    film.played(house, 0)
    visit = visiting(house, who="Ann", size="S")
    visit.context.add_init_script(STALL)
    frames = film.shown(visit, house)
    assert any(frame["cursor"] == "runs" for frame in frames)
    assert BACK not in frames[first(frames, film.verdicts[0])]["dealer"]


def told_early(frames: list[dict[str, Any]]) -> list[str]:
    """What differs from the frame before the reveal while a card of the dealer's is a back, but for the rows of the
    timeline: the line, the rail's sentence, the dealer's own cards, and the last decision."""
    before, found = frames[0], list[str]()
    hidden = [each for each in frames if each["cursor"] == "runs" and BACK in each["dealer"]]
    assert len(hidden) >= 3, "the cards were not turned one by one"
    stood = {text for part in ("stage", "side", "bar", "rail") for text in before.get(part, [])}
    for each in hidden:
        found += [f"{part}: {each[part]}" for part in ("title", "stored", "bar", "live") if each[part] != before[part]]
        if each["rail"] != hidden[0]["rail"]:
            found.append(f"rail: {each['rail']}")
        found += [f"stage: {text}" for text in set(each["stage"]) ^ set(before["stage"]) if not is_allowed(text)]
        told = {*each["stage"], *each.get("side", []), *each["rail"], each["said"]} - stood
        found += [f"told: {text}" for text in told if RESULT.search(text)]
    return found


def is_allowed(text: str) -> bool:
    """A card of the dealer's and its name, the line, the last decision, and what chips on their way are made of."""
    drawn = ("class=card", "class=flying", "class=stack", "class=svelte", "aria-label=The dealer’s cards")
    decided = {"Q", "9", "4", "The dealer’s hand", "“No more Bets”", "plays", "thinking", "25", "50"}
    return text in decided or text.startswith(drawn) or "Box 7" in text


@pytest.mark.parametrize("size", ["S", "L"])
def test_nothing_tells_the_result_before_the_last_card_is_open(opening: Opening, visiting: Visiting, size: str) -> None:
    house = opening()
    seven(house)
    visit = visiting(house, who="Ann", size=size)
    page = opened(visit)
    other = opened(visit, visit.context.new_page())  # a second tab of the same person
    house.act("Ben", "tcp-1", LAST)
    for each in (page, other):
        shown_to_the_end(each)
        expect(each.locator(".bal b")).to_have_text("1,285.00")
        frames = recorded(each)
        assert told_early(frames) == []
        order = [next(n for n, frame in enumerate(frames) if told(frame)) for told in FACTS]
        assert order == sorted(order), "facts are out of order"
    assert house.view("tcp-1", "Ann")["players"]["Ann"]["stack"] == "1285.00"


FACTS: tuple[Callable[[dict[str, Any]], bool], ...] = (
    lambda frame: "Queen of diamonds" in frame["dealer"],
    lambda frame: "Nine of clubs" in frame["dealer"],
    lambda frame: "Four of spades" in frame["dealer"],
    lambda frame: any("The dealer plays" in text for text in frame["stage"]),
    lambda frame: "−25" in frame["stage"],
    lambda frame: any("+285" in text for text in frame["stage"]),
    lambda frame: "1,285.00" in frame["bar"],
    lambda frame: frame["cursor"] == "end" and any("1,285.00" in text for text in frame["bar"]),
)

LEAKS = {
    "title": "document.title = `net ${net}`",
    "aria": "document.querySelector('[data-own]').setAttribute('aria-label', `box 4 ${net}`)",
    "class": "document.querySelector('[data-spot=\"4 ante\"]').classList.add('won')",
    "purse": "document.querySelector('.bal b').textContent = stack",
    "storage": "localStorage.setItem('last', net)",
    "colour": "document.querySelector('[data-spot=\"4 ante\"] .shape').style.setProperty('border-color', 'green')",
}
LISTENS = """
const Real = window.WebSocket;
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const { table } = JSON.parse(data);
      if (table?.round?.phase !== "settled" || !document.querySelector("[data-own]")) return;
      const { net } = table.round.boxes["4"], { stack } = table.players.Ann;
      setTimeout(() => { LEAK; }, LATER);
    });
  }
};
"""


@pytest.mark.parametrize("later", ["0", "500"])
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(opening: Opening, visiting: Visiting, leak: str, later: str) -> None:
    house = opening()
    seven(house)
    visit = visiting(house, who="Ann", size="S")
    visit.context.add_init_script(LISTENS.replace("LEAK", LEAKS[leak]).replace("LATER", later))
    page = opened(visit)
    house.act("Ben", "tcp-1", LAST)
    shown_to_the_end(page)
    assert told_early(recorded(page))


def test_reduced_motion_has_the_same_order_of_facts(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seven(house)
    page = opened(visiting(house, who="Ann", reduced_motion="reduce"))
    house.act("Ben", "tcp-1", LAST)
    shown_to_the_end(page)
    frames = recorded(page)
    first = [next(n for n, frame in enumerate(frames) if told(frame)) for told in FACTS]
    assert first == sorted(first)
    verdict = next(frame for frame in frames if FACTS[3](frame))
    assert BACK not in verdict["dealer"]
    assert not FACTS[5](verdict)


def test_a_tap_opens_the_cards_and_a_second_one_ends_it(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seven(house)
    page = opened(visiting(house, who="Ann", size="S"))
    house.act("Ben", "tcp-1", LAST)
    expect(page.locator("[data-cursor=runs]")).to_have_count(1)
    page.evaluate("addEventListener('click', () => { window.deaf_ = performance.now() + 250; })")
    page.locator("[data-dealer]").click()
    expect(page.locator("[data-cursor=cards]")).to_have_count(1)
    expect(page.locator(".says")).to_contain_text("The dealer plays: Queen high")
    page.wait_for_function("() => performance.now() > deaf_")  # so soon, a tap could hit what has just appeared
    page.locator("[data-dealer]").click()
    expect(page.locator("[data-cursor=end]")).to_have_count(1)
    expect(page.locator("[data-own='4']").get_by_text("+285.00")).to_be_visible()
    frames = recorded(page)
    cards = next(n for n, frame in enumerate(frames) if frame["cursor"] == "cards")
    assert not any(FACTS[5](frame) for frame in frames[:cards])


@pytest.mark.parametrize("how", ["lost", "hidden"])
def test_a_page_that_was_away_shows_the_state(opening: Opening, visiting: Visiting, how: str) -> None:
    house = opening()
    seven(house)
    visit = visiting(house, who="Ann")
    line = Line(visit.page)
    page = opened(visit)
    house.act("Ben", "tcp-1", LAST)
    expect(page.locator("[data-cursor=runs]")).to_have_count(1)
    if how == "lost":
        line.cut()
        line.mend()
    else:
        page.evaluate(
            """Object.defineProperty(document, "visibilityState", { value: "hidden" });
            document.dispatchEvent(new Event("visibilitychange"))"""
        )
    expect(page.locator("[data-cursor=jumped]")).to_have_count(1)
    expect(page.locator("[data-own='4']").get_by_text("+285.00")).to_be_visible()
    expect(page.get_by_text("1,285.00").first).to_be_visible()


def test_my_rounds_and_the_panel_wait_for_the_end(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seven(house)
    page = opened(visiting(house, who="Ann"))
    page.get_by_role("tab", name="My rounds").click()
    expect(page.get_by_text("You have not played a round here yet.")).to_be_visible()
    house.act("Ben", "tcp-1", LAST)
    shown_to_the_end(page)
    expect(page.locator("[data-payment='ante']")).to_be_visible()
    for frame in recorded(page):
        if frame["cursor"] == "runs":
            assert not any("+285" in text or text == "Round 1" for text in frame["side"])


def test_what_is_heard_comes_with_its_step(opening: Opening, visiting: Visiting) -> None:
    house = opening()
    seven(house)
    visit = visiting(house, who="Ann")
    visit.listen()
    page = opened(visit)
    house.act("Ben", "tcp-1", LAST)
    shown_to_the_end(page)
    visit.page.wait_for_function("() => spoken.join(' ').includes('you win 285')")
    spoken = visit.spoken()
    assert spoken.index("The dealer turns up") < spoken.index("Box 4: you win 285")
    assert spoken.count("you win 285") == 1


VERIFIED = FLOOR.replace(LINK, f'{LINK}verify-above = "10000.00"\n')
FLUSH = replace(
    FILMS["stud"],
    shoe=dealt("2h 4s 6d 8h Ts", "Qc Jc Tc 9c 8c", "Ah Kd 9d 3c 3h", "Jd 9h 7s DEALER 4h"),
    worlds=("Js", "2d"),
)
"""A straight flush, which wins a tenth of the meter."""


def test_an_award_waits_for_the_end_even_if_it_is_paid_before(opening: Opening, visiting: Visiting) -> None:
    """The pit pays while the cards still turn: meter, purse, panel and rail show none of it before the result."""
    house = opening(VERIFIED)
    FLUSH.played(house, 0)
    visit = visiting(house, who="Ann")
    page = visit.go(f"/table/{FLUSH.table}")
    expect(page.locator(".says")).to_be_visible()
    visit.still()
    meter = page.locator("aside").get_by_text("125,003.00").first
    expect(meter).to_be_visible()
    page.evaluate(RECORD)
    house.act("Cy", FLUSH.table, FLUSH.last)
    assert house.view(FLUSH.table)["round"]["phase"] == "awarding"
    expect(page.locator("[data-cursor=runs]")).to_have_count(1)
    paid = {"id": "paid-at-once", "reason": "cards and coin on the layout"}
    status, told = house.ask("POST", "/v1/links/grand/awards/1/verification", paid, who="pia")
    assert status == 200, told
    assert house.view(FLUSH.table)["round"]["phase"] == "settled"
    shown_to_the_end(page)
    stack = float(house.view(FLUSH.table, "Ann")["players"]["Ann"]["stack"])
    expect(page.locator(".bal b")).to_have_text(f"{stack:,.2f}")
    expect(meter).to_have_count(0)
    frames = recorded(page)
    for frame in frames:
        if frame["cursor"] == "runs" and BACK in frame["dealer"]:
            assert "125,003.00" in frame["side"]
            assert frame["bar"] == frames[0]["bar"]
            assert not any("12,500" in text for part in ("stage", "side", "rail", "live") for text in frame[part])
        if frame["cursor"] == "runs":
            assert not any("112,50" in text for text in frame["side"]), "the meter fell before the round was over"


@pytest.mark.parametrize("game", FILMS)
def test_who_comes_to_a_settled_table_finds_no_chips_on_its_spots(
    opening: Opening, visiting: Visiting, game: str
) -> None:
    house, film = opening(), FILMS[game]
    film.played(house, 0)
    house.act("Cy", film.table, film.last)
    page = visiting(house, who="Ann").go(f"/table/{film.table}")
    net = house.view(film.table, "Ann")["round"]["boxes"]["4"]["net"]
    expect(page.locator("[data-own='4']").get_by_text(net).first).to_be_visible()
    expect(page.locator("[data-lies] .amt")).to_have_count(0)
    page.keyboard.press("e")
    expect(page.get_by_text(" beats ").first).to_be_visible()


STOPS = """
window.stopped_ = "";
const frame_ = window.requestAnimationFrame.bind(window), held_ = [], past_ = new Set();
const moments_ = {
  breath: () => document.querySelectorAll("[data-dealer] [data-deal]").length === 3
    && [...document.querySelectorAll("[data-dealer] [data-deal]")][2].getAnimations().length > 0,
  paid: () => document.querySelector("[data-own] .chips.paid"),
};
window.requestAnimationFrame = (call) => frame_((now) => {
  if (!stopped_) for (const [name, is] of Object.entries(moments_))
    if (!past_.has(name) && document.querySelector("[data-cursor=runs]") && is()) { stopped_ = name; past_.add(name); }
  if (stopped_) held_.push(call); else call(now);
});
window.goOn_ = () => { stopped_ = ""; for (const call of held_.splice(0)) requestAnimationFrame(call); };
"""
"""The cursor goes on with the frames: a page that gets none stands where it is."""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("size", ["S", "L"])
def test_breath_and_paid_can_be_used_by_everybody(opening: Opening, visiting: Visiting, size: str, locale: str) -> None:
    """The page stands still in the breath, and again when the payments lie beside their stakes."""
    house = opening()
    seven(house)
    visit = visiting(house, who="Ann", size=size, locale=locale)
    visit.context.add_init_script(STOPS)
    page = visit.go("/table/tcp-1")
    expect(page.locator(".says")).to_be_visible()
    house.act("Ben", "tcp-1", LAST)
    for moment in ("breath", "paid"):
        page.wait_for_function(f"() => stopped_ === '{moment}'", polling=50)  # frames are held
        assert visit.serious_now() == []
        visit.shot(f"{moment}-{size}-{locale}")
        page.evaluate("goOn_()")
    expect(page.locator("[data-cursor=end]")).to_have_count(1)
