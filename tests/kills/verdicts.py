"""How a round that a kill has interrupted must be ruled, from what clients saw of it and the act that got no answer.

A second opinion: it knows views and acts alone, and the table of RELIABILITY 2.0.
"""

from typing import Any

from tests.kills.client import Sent

CONTINUE, VOID, NOTHING = "continue", "void", "nothing to rule"
Json = dict[str, Any]
FACE_DOWN = "??"
ENDS = ("settling", "awarding", "settled", "void")
"""Phases of a round whose cards are turned up."""


def verdicts(before: Json, act: Sent | None, after: Json, *, by_hand: bool = False) -> set[str]:
    """What may be ruled. `before` is the table as staff saw it last, `act` what has been journalled since, `after` how
    the table was found; `by_hand`: its dealer turns cards up by saying what they are. One verdict, but where an act may
    have turned everything up."""
    round_ = before["round"]
    do = "" if act is None else act.do
    if do.startswith(("incident", "dismiss")):
        return {CONTINUE, VOID, NOTHING}
    if "posts" in (round_ or {}) or "seats" in before:
        return _poker(round_, do, after["round"])
    return _house(round_, do, after["round"], by_hand=by_hand)


def _house(round_: Json, do: str, after: Json, *, by_hand: bool) -> set[str]:
    if round_["status"] != "open":
        return {NOTHING}
    verb = do.split()[1] if do[:1].isdigit() else do.partition(" ")[0]
    match round_["phase"]:
        case "betting":
            lies = {(box, spot) for box, each in round_["boxes"].items() for spot in each["bets"]}
            if verb in ("ante", "pair-plus", "bonus", "jackpot", "close"):
                return {VOID}
            if verb == "leaves":
                lies = {each for each in lies if each[0] != do.split(maxsplit=1)[0]}
                return {VOID if lies else NOTHING}
            return {VOID if lies else NOTHING}
        case "settling":
            return {NOTHING, CONTINUE} if verb == "settle" else {CONTINUE}
        case "awarding":
            return {NOTHING, CONTINUE} if "verification" in do else {CONTINUE}
    folded = any(each["standing"] == "folded" for each in round_["boxes"].values())
    asked = {str(each["box"]) for each in round_["waiting"] if each["for"] == "decision"}
    box = do.split(maxsplit=1)[0] if do else ""
    if verb in ("fold", "leaves") and box in asked:
        folded = True
    if folded:
        return {CONTINUE, NOTHING} if after["status"] != "open" else {CONTINUE}
    if by_hand and (verb == "dealer" or _turned_up(round_["dealer"])):
        return {CONTINUE}
    if verb in ("play", "bet") and asked == {box} and not by_hand:
        return {CONTINUE, NOTHING} if after["status"] == "settled" else {CONTINUE}
    turned_up = verb in ("flop", "turn", "river", "check", "deal", "hand", "dealer", "continue", "withdraw")
    if turned_up and after["phase"] in ENDS and after["status"] != "void":
        return {CONTINUE, NOTHING}
    return {VOID}


def _turned_up(dealer: Json) -> bool:
    return "hand" in dealer and FACE_DOWN not in dealer["hand"]


def _poker(round_: Json | None, do: str, after: Json | None) -> set[str]:
    if do == "start":
        return {VOID}
    if round_ is None or round_["status"] != "open" or after is None:
        return {NOTHING}
    if any(each["for"] == "settle" or ("seat" in each and each["for"] == "cards") for each in round_["waiting"]):
        return {NOTHING, CONTINUE} if do == "settle" else {CONTINUE}
    seat, _, verb = do.partition(" ")
    lost = any(each["folded"] and each["put"] != "0.00" for each in round_["players"].values())
    if verb in ("fold", "leaves") and round_["players"].get(seat, {"put": "0.00"})["put"] != "0.00":
        lost = True
    if lost:
        return {CONTINUE, NOTHING} if after["status"] != "open" else {CONTINUE}
    if verb and after["status"] != "void" and after["turn"] is None:
        return {CONTINUE, NOTHING}  # the last act of the round: hands were shown
    return {VOID}
