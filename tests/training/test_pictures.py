"""No picture contradicts its question: whatever the sentences say, the table shows or leaves open."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.floor.training.paragraphs import RULING, all_paragraphs
from croupier.floor.training.pictures import Picture, picture
from croupier.floor.training.places import place_of
from croupier.floor.training.questions import DrillQuestion, every_case
from croupier.floor.training.remedies import makes_sense
from croupier.floor.training.rulings import RulingQuestion, made
from croupier.floor.training.settings import setting
from croupier.floor.training.telling import Told, told, who_has_looked
from croupier.rules.cards import seeded_chance
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rulings_desk.settings import HouseSetting, Setting

Json = dict[str, Any]
HIDDEN = "??"
LOOKS_ON_ITS_OWN = frozenset({"extra-look", "walked-away-decided"})
"""Findings in which somebody has looked, whatever the phase says."""
OWN_TABLES = frozenset({"all-in", "joins", "absent", "returns", "gone"})
"""Findings of poker with a table of their own: who has looked is neither told nor decides anything."""


def cards_of(round_: Json) -> list[str]:
    """Every card that lies face up."""
    hands = [*round_.get("boxes", {}).values(), *round_.get("players", {}).values(), round_.get("dealer") or {}]
    texts = [each.get("hand") or "" for each in hands] + [round_.get("board") or ""]
    return [card for text in texts for card in text.split() if card != HIDDEN]


def contradictions(asked: DrillQuestion, there: Setting, drawn: Picture, story: Told) -> Iterator[str]:
    round_ = drawn.table.round
    if not round_:
        return
    places = round_.get("boxes") or round_.get("players") or {}
    replies = " ".join(reply.text for reply in (*asked.case, *asked.so)).split()
    key = asked.finding.key
    twice = [card for card, many in Counter(cards_of(round_)).items() if many > 1]
    if twice:
        yield f"{twice} lie there twice"
    here: Json = {} if story.place is None else places.get(str(story.place), {})
    if story.place is not None and story.player is not None and here.get("player", story.player) != story.player:
        yield f"{here['player']} sits where the question says {story.player}"
    looked = {int(place) for place, each in places.items() if each.get("looked")}
    if "looked=no" in replies and looked and key not in LOOKS_ON_ITS_OWN:
        yield f"nobody has looked, and {looked} are marked"
    if "looked=yes" in replies and who_has_looked(there) not in looked and key not in OWN_TABLES:
        yield "somebody has looked, and the place is not marked"
    if isinstance(there, HouseSetting):
        yield from house_contradictions(asked, there, round_, replies, drawn)
    if not drawn.act or not here.get("hand"):
        return
    hand = here["hand"].split()
    usual = Counter(len(each["hand"].split()) for each in places.values() if each.get("hand")).most_common(1)[0][0]
    if key == "player-count" and len(places) > 2 and len(hand) == usual:
        yield "the hand to count has the usual number of cards"
    if key == "exposed" and sum(card != HIDDEN for card in hand) < (2 if "cards=2" in replies else 1):
        yield "no card is face up"
    if key == "hand-shown" and HIDDEN in hand:
        yield "the hand is not shown"
    if key == "extra-look" and not here["looked"]:
        yield "the hand that is looked at is not marked"
    if key == "not-shown" and set(hand) != {HIDDEN}:
        yield "the hand that is kept face down lies open"


def house_contradictions(
    asked: DrillQuestion, there: HouseSetting, round_: Json, replies: list[str], drawn: Picture
) -> Iterator[str]:
    boxes, key = round_["boxes"], asked.finding.key
    place = str(place_of(asked, there))
    gone = {box for box, each in boxes.items() if each.get("gone")}
    if gone and gone != {place}:
        yield f"{gone} have gone, and the question is about {place}"
    if key in ("walked-away", "walked-away-decided") and place not in gone:
        yield "the player who goes is still there"
    folded = {box for box, each in boxes.items() if "fold" in each.get("decisions", [])}
    if "folded=no" in replies and folded and "second=folded" not in replies:
        yield f"no box has folded, and {folded} have"
    if "folded=yes" in replies and str(there.folds) not in folded:
        yield "a box has folded, and it is still in play"
    if round_["phase"] == "betting" and cards_of(round_):
        yield "cards lie there before the deal"
    for box, each in boxes.items():
        for spot, bet in each["bets"].items():
            if not re.fullmatch(r"\d+\.\d\d", bet["staked"]):
                yield f"box {box}, {spot}: {bet}"
    if drawn.bet is not None and drawn.bet[0] not in boxes[place]["bets"]:
        yield f"the bet on {drawn.bet[0]} does not lie there"


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_no_picture_contradicts_its_question(book: str) -> None:
    """Cases of every finding in every phase, at tables of many seeds."""
    seen: Counter[str] = Counter()
    for device in load(book).procedure.devices:
        by_kind: dict[tuple[str, str], list[DrillQuestion]] = {}
        for asked in every_case(book, device):
            by_kind.setdefault((asked.finding.key, asked.phase.key), []).append(asked)
        chance = seeded_chance(f"pictures {book} {device}")
        for (finding, _), cases in by_kind.items():
            for asked in chance.sample(cases, min(3, len(cases))):
                there = setting(load(book), device, chance)
                if not makes_sense(asked.answer(there)):
                    continue
                drawn = picture(asked, there, chance)
                found = list(contradictions(asked, there, drawn, told(asked, there, drawn)))
                assert not found, (device, asked.phase.key, asked.report, found)
                seen[finding] += 1
    assert sum(seen.values()) > 300 and min(seen.values()) >= 1, seen


@pytest.mark.parametrize("book", BOOKS)
def test_no_drill_contradicts_itself(book: str) -> None:
    """Questions as trainees get them, about paragraphs that chance draws."""
    chance = seeded_chance(f"drills {book}")
    device = load(book).procedure.devices[0]
    asked_about = chance.sample(all_paragraphs(book, RULING), 10)
    questions = [found for about in asked_about if (found := made(book, device, about, chance, 200)) is not None]
    assert len(questions) >= 5
    for each in questions:
        assert isinstance(each, RulingQuestion)
        story = told(each.asked, each.setting, each.picture)
        wrong = list(contradictions(each.asked, each.setting, each.picture, story))
        assert not wrong, (each.asked.phase.key, each.asked.report, wrong)
