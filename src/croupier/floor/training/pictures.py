"""The table of a question before anybody has ruled, with what is wrong on it."""

import random
from typing import Any

from croupier.floor.live.state.families import family_of
from croupier.floor.training.questions import DrillQuestion
from croupier.floor.training.table_view import face_up, table
from croupier.floor.training.telling import place_of
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState
from croupier.rulings_desk import all_ins, seats
from croupier.rulings_desk.desk import brought_about, case_of
from croupier.rulings_desk.example_tables import HouseExample
from croupier.rulings_desk.settings import PokerSetting, Setting

Json = dict[str, Any]


def picture(asked: DrillQuestion, setting: Setting, chance: random.Random) -> Json:
    state = _before_it(asked, setting)
    drawn = table(asked.book, asked.device, state)
    if drawn["round"]:
        _with_what_lies_wrong(drawn["round"], state, asked, setting, chance)
    return drawn


def _before_it(asked: DrillQuestion, setting: Setting) -> HouseState | PokerState:
    """The table when the error is found, or just before it is made."""
    finding, example, details = brought_about(asked.book, asked.device, asked.phase.key, asked.report, setting)
    kind = finding.key
    case = case_of(finding, asked.phase.key, asked.device, details) if finding.deed else {}
    if isinstance(example, HouseExample):
        if kind == "not-shown":
            example.with_dealer(qualifying=case.get("dealer") != "low")
        return example.dealer.state
    assert isinstance(setting, PokerSetting)
    if kind in ("joins", "absent", "returns", "gone"):
        return seats.before_it(example.book, asked.device, kind, case["case"], setting)
    if kind == "all-in":
        return all_ins.before_it(example.book, asked.device, asked.phase.key, case["case"], setting)
    if kind == "out-of-turn" and case["case"] == "posted-checks":
        return example.with_a_post().state
    return example.dealer.state


def _with_what_lies_wrong(
    drawn: Json, state: HouseState | PokerState, asked: DrillQuestion, setting: Setting, chance: random.Random
) -> None:
    """Turns exposed cards over, and shows the wrong number of cards in a hand that has it."""
    replies = " ".join(reply.text for reply in asked.case).split()
    place = place_of(asked, setting)
    family = family_of(asked.book)
    hands = drawn["boxes" if family.house_banked else "players"]
    cards = {} if place is None else {str(place): family.hands(state).get(place, ())}
    dealers = state.round.dealer if isinstance(state, HouseState) else ()
    match asked.finding.key:
        case "exposed" if dealers and "dealer=true" in replies:
            for number in range(2 if "cards=2" in replies else 1):
                drawn["dealer"]["hand"] = face_up(drawn["dealer"]["hand"], number, dealers[number])
        case "exposed":
            for where, lying in cards.items():
                number = chance.randrange(len(lying)) if lying else 0
                for each in {number, (number + 1) % len(lying)} if "cards=2" in replies and lying else {number}:
                    if hands[where].get("hand"):
                        hands[where]["hand"] = face_up(hands[where]["hand"], each, lying[each])
        case "player-count":
            for where in cards:
                if hands[where].get("hand"):
                    hands[where]["hand"] = _miscounted(hands[where]["hand"], chance)
        case "dealer-count" if dealers:
            drawn["dealer"]["hand"] = _miscounted(drawn["dealer"]["hand"], chance)
        case "community-count" if drawn.get("board"):
            drawn["board"] = _miscounted(drawn["board"], chance)


def _miscounted(hand: str, chance: random.Random) -> str:
    cards = hand.split()
    return " ".join([*cards, FACE_DOWN] if chance.randrange(2) else cards[:-1])
