"""Draws the table of a question before anybody has ruled, with the error or the player's act on it."""

import random

from croupier.base.json_answers import JsonObject
from croupier.base.values import Value
from croupier.floor.live.answers.drills import DrillTable
from croupier.floor.live.state.families import family_of
from croupier.floor.training.places import case_named, place_of
from croupier.floor.training.questions import DrillQuestion
from croupier.floor.training.table_view import face_up, table
from croupier.rules.cards import DECK
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import Cents, cents, dollars
from croupier.rulings_desk import all_ins, seats
from croupier.rulings_desk.desk import brought_about, case_of
from croupier.rulings_desk.example_tables import HouseExample
from croupier.rulings_desk.house_acts import house_acts
from croupier.rulings_desk.settings import PokerSetting, Setting

LIES_BEFORE_THE_CLOSE = ("over-limit", "below-minimum", "jackpot-without-ante")
"""Acts of players that the table accepts until the bets are closed. They are played, and the picture is the table after
them."""


class Picture(Value):
    table: DrillTable
    act: bool = False
    """Whether what was found or done can be seen in it."""
    bet: tuple[Spot, Cents] | None = None
    """The bet as it is on the layout; of a late bet, the added amount."""


def picture(asked: DrillQuestion, setting: Setting, chance: random.Random) -> Picture:
    state, bet = _before_it(asked, setting)
    drawn = table(asked.book, asked.device, state)
    if not drawn.round:
        return Picture(drawn, act=asked.finding.key == "other")
    if isinstance(state, HouseState) and asked.finding.deed:
        return Picture(drawn, *_with_the_deed(drawn.round, asked, setting, bet))
    act = asked.finding.key == "other" or _with_what_lies_wrong(drawn.round, state, asked, setting, chance)
    return Picture(drawn, act)


def _before_it(asked: DrillQuestion, setting: Setting) -> tuple[HouseState | PokerState, tuple[Spot, Cents] | None]:
    """The table when it is found, or just before it is done; with the bet that a player makes, if it is about one."""
    finding, example, details = brought_about(asked.book, asked.device, asked.phase.key, asked.report, setting)
    kind = finding.key
    case = case_of(finding, asked.phase.key, asked.device, details) if finding.deed else {}
    if isinstance(example, HouseExample):
        if kind == "not-shown":
            example.with_dealer(qualifying=case.get("dealer") != "low")
        return _with_a_bet(example, kind, case_named(asked)) if finding.deed else (example.dealer.state, None)
    assert isinstance(setting, PokerSetting)
    if kind in ("joins", "absent", "returns", "gone"):
        return seats.before_it(example.book, asked.device, kind, case["case"], setting), None
    if kind == "all-in":
        return all_ins.before_it(example.book, asked.device, asked.phase.key, case["case"], setting), None
    if kind == "out-of-turn" and case["case"] == "posted-checks":
        return example.with_a_post().state, None
    return example.dealer.state, None


def _with_a_bet(example: HouseExample, kind: str, case: str) -> tuple[HouseState, tuple[Spot, Cents] | None]:
    box, acts = house_acts(example, kind, case)
    words = [act.split() for act in acts]
    figures = [(Spot(word[1]), cents(word[2])) for word in words if len(word) > 2 and word[2][0].isdigit()]
    if kind in LIES_BEFORE_THE_CLOSE:
        laid = [act for act in acts if act != "close" and not act.endswith("leaves")]
        example.play([act if "withdraw" in act or "unnoticed" in act else f"{act} unnoticed" for act in laid])
        spot = Spot.JACKPOT if kind == "jackpot-without-ante" else Spot.ANTE
        state = example.dealer.state
        return state, (spot, state.round.boxes[box].bets[spot].amount)
    if kind == "walked-away-decided":
        example.play(acts[:1])
    return example.dealer.state, figures[0] if figures else None


def _with_the_deed(
    drawn: JsonObject, asked: DrillQuestion, setting: Setting, bet: tuple[Spot, Cents] | None
) -> tuple[bool, tuple[Spot, Cents] | None]:
    """Draws what a player did with chips or cards. Returns whether it can be seen."""
    place = place_of(asked, setting)
    box = drawn["boxes"][str(place)]
    match asked.finding.key, case_named(asked):
        case "late-bet", "withdrawn":
            box["bets"].pop(Spot.ANTE, None)
        case "late-bet" | "wrong-size", _:
            assert bet is not None
            spot, amount = bet
            lies = cents(box["bets"].get(spot, {"staked": "0"})["staked"])
            box["bets"][spot] = {"staked": dollars(Cents(lies + amount))}
            if asked.finding.key == "wrong-size":
                return True, (spot, Cents(lies + amount))
        case "walked-away" | "walked-away-decided", _:
            box["gone"] = True
        case "below-minimum", "left":
            box["gone"] = True
        case "not-shown", _:
            box["hand"] = " ".join(FACE_DOWN for _ in (box.get("hand") or "").split())
    return True, bet


def _with_what_lies_wrong(
    drawn: JsonObject, state: HouseState | PokerState, asked: DrillQuestion, setting: Setting, chance: random.Random
) -> bool:
    """Draws cards that are exposed, missing, too many or looked at. Returns whether there was something to draw."""
    replies = " ".join(reply.text for reply in asked.case).split()
    place = place_of(asked, setting)
    family = family_of(asked.book)
    hands = drawn["boxes" if family.house_banked else "players"]
    hand = None if place is None else hands.get(str(place))
    lying = () if place is None else family.hands(state).get(place, ())
    dealers = state.round.dealer if isinstance(state, HouseState) else ()
    match asked.finding.key:
        case "exposed" if dealers and "dealer=true" in replies:
            hidden = FACE_DOWN in drawn["dealer"]["hand"]
            for number in range(2 if "cards=2" in replies else 1):
                drawn["dealer"]["hand"] = face_up(drawn["dealer"]["hand"], number, dealers[number])
            return hidden
        case "exposed" if hand and hand.get("hand") and lying:
            hidden = FACE_DOWN in hand["hand"]
            number = chance.randrange(len(lying))
            for each in {number, (number + 1) % len(lying)} if "cards=2" in replies else {number}:
                hand["hand"] = face_up(hand["hand"], each, lying[each])
            return hidden
        case "hand-shown" if hand and lying:
            hand["hand"] = " ".join(map(str, lying))
        case "player-count" if hand and hand.get("hand"):
            hand["hand"] = _miscounted(hand["hand"], chance)
        case "dealer-count" if dealers:
            drawn["dealer"]["hand"] = _miscounted(drawn["dealer"]["hand"], chance)
        case "community-count" if drawn.get("board"):
            drawn["board"] = _miscounted(drawn["board"], chance)
        case "extra-look" if hand:
            hand["looked"] = True
        case "no-burn" if drawn.get("burnt"):
            drawn["burnt"] -= 1
        case "early-card" | "too-many" if asked.finding.key == "early-card" or _street(drawn) in replies:
            dealt = [str(card) for each in family.hands(state).values() for card in each]
            drawn["board"] = _with_more(drawn.get("board") or "", dealt, asked.finding.key == "early-card", chance)
        case _:
            return False
    return True


def _street(drawn: JsonObject) -> str:
    """The last street on the board, as a report names it."""
    return {3: "street=flop", 4: "street=turn", 5: "street=river"}.get(len((drawn.get("board") or "").split()), "")


def _with_more(board: str, dealt: list[str], whole_street: bool, chance: random.Random) -> str:
    """The board with the next street on it, or with one card too many, none of them from a hand."""
    lie = board.split()
    free = [str(card) for card in DECK if str(card) not in (*lie, *dealt)]
    return " ".join([*lie, *chance.sample(free, 3 if whole_street and not lie else 1)])


def _miscounted(hand: str, chance: random.Random) -> str:
    cards = hand.split()
    return " ".join([*cards, FACE_DOWN] if chance.randrange(2) else cards[:-1])
