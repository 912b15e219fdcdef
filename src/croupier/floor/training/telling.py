"""Says in two sentences what a dealer would notice at the table of a question, as far as the picture does not show
it."""

from croupier.base.sentences import Sentence, says, word
from croupier.base.values import Value
from croupier.floor.training.pictures import Picture
from croupier.floor.training.places import place_of
from croupier.floor.training.questions import DrillQuestion
from croupier.rules.money import dollars
from croupier.rulings_desk.example_tables import FIRST_TO_ACT
from croupier.rulings_desk.model import Reply
from croupier.rulings_desk.settings import HouseSetting, Setting, said_there


class Told(Value):
    what: Sentence
    """What a dealer would notice, and what no picture can show of it. It names no rule."""
    so: Sentence
    """How far the round has come, and what happened before."""
    place: int | None
    """The box or seat that it is about, if any."""
    player: str | None


def told(asked: DrillQuestion, setting: Setting, drawn: Picture) -> Told:
    place = place_of(asked, setting)
    player = None if place is None else _player(place, setting)
    untold = [reply.says for reply in asked.case if not (drawn.act and _is_drawn(asked, reply))]
    facts = [said_there(FACTS.get(each.code, each), setting) for each in untold]
    what = _noticed(asked, drawn)
    if facts:
        what = says("drill.found", found=what, facts=tuple(facts))
    if place is not None and player is not None:
        whose = says("told.seat-of", seat=place, player=player)
        if isinstance(setting, HouseSetting):
            whose = says("drill.box-of", box=place, player=player)
        what = says("drill.whose", found=what, whose=whose)
    so = PHASES.get(asked.phase.says.code, asked.phase.says)
    for reply in asked.so:
        if not reply.text.startswith(SEEN):
            so = says("drill.so", phase=so, so=said_there(reply.says, setting))
    return Told(what, so, place, player)


SEEN = ("looked=", "folded=")
"""Circumstances that every picture shows."""
PHASES = {
    **dict.fromkeys(("phase.dealt", "phase.looked", "phase.folded-unseen", "phase.folded"), word("scene", "dealt")),
    **dict.fromkeys(("phase.poker-dealt", "phase.poker-looked"), word("scene", "hole-cards-dealt")),
}
"""Phases that differ only in who has looked or folded."""
FACTS = {
    "found.repair.yes": word("scene", "repair-known"),
    "found.repair.no": word("scene", "repair-unknown"),
    "found.noticed.yes": word("scene", "seen-in-time"),
    "found.noticed.no": word("scene", "seen-by-nobody"),
    "found.exposed.boxes": word("scene", "several-cards"),
    "found.exposed.several": word("scene", "several-cards"),
}
"""Facts that the desk asks for in the words of the rules, as a dealer would say them."""
SHOWN_WHOLE = frozenset({"late-bet", "wrong-size", "not-shown", "early-card", "other"})
"""Findings whose facts are all in the picture, or would tell the answer."""


def _is_drawn(asked: DrillQuestion, reply: Reply) -> bool:
    match asked.finding.key:
        case "exposed":
            return "earlier=" not in reply.text and reply.text.startswith(("box=", "seat=", "dealer=", "cards=2 "))
        case "player-count" | "extra-look":
            return reply.text.startswith(("box=", "seat="))
        case "too-many":
            return reply.text.startswith("street=")
        case _:
            return asked.finding.key in SHOWN_WHOLE


def _noticed(asked: DrillQuestion, drawn: Picture) -> Sentence:
    if drawn.bet is None:
        return word("scene", asked.finding.key)
    spot, chips = drawn.bet
    amount = dollars(chips).removesuffix(".00")
    if asked.finding.key == "late-bet":
        return says("drill.adds-late", amount=amount, spot=spot.words)
    return says("drill.put", amount=amount, spot=spot.words)


def who_has_looked(setting: Setting) -> int:
    """The place that `looked=yes` is about."""
    return setting.looks if isinstance(setting, HouseSetting) else setting.places[FIRST_TO_ACT]


def is_about(reply: Reply, setting: Setting) -> int | None:
    """The place where one could have seen it."""
    match reply.text:
        case "looked=yes":
            return who_has_looked(setting)
        case "folded=yes":
            return setting.folds if isinstance(setting, HouseSetting) else setting.places[3]
        case _:
            return None


def _player(place: int, setting: Setting) -> str | None:
    if isinstance(setting, HouseSetting):
        return setting.players.get(place)
    usual = next(seat for seat, there in setting.places.items() if there == place)
    return setting.names[usual]
