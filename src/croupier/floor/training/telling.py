"""What happened at the table of a question, in two sentences."""

from collections.abc import Iterator

from croupier.base.sentences import Sentence, says
from croupier.base.values import Value
from croupier.floor.training.questions import DrillQuestion
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import dollars
from croupier.rulings_desk.desk import brought_about
from croupier.rulings_desk.example_tables import BUTTON, FIRST_TO_ACT, HouseExample
from croupier.rulings_desk.house_acts import house_acts
from croupier.rulings_desk.model import Reply
from croupier.rulings_desk.seats import GONE, SCENES
from croupier.rulings_desk.settings import HouseSetting, PokerSetting, Setting, renumbered, said_there


class Told(Value):
    what: Sentence
    """What was found, with its details."""
    so: Sentence
    """How far the round is, and under which circumstances."""
    place: int | None
    """The box or seat that it is about, if any."""
    player: str | None


def told(asked: DrillQuestion, setting: Setting) -> Told:
    place = place_of(asked, setting)
    player = None if place is None else _player(place, setting)
    facts = [*_figure(asked, setting), *(said_there(reply.says, setting) for reply in asked.case)]
    what = asked.finding.says
    if facts:
        what = says("drill.found", found=what, facts=tuple(facts))
    if place is not None and player is not None:
        whose = says("told.seat-of", seat=place, player=player)
        if isinstance(setting, HouseSetting):
            whose = says("drill.box-of", box=place, player=player)
        what = says("drill.whose", found=what, whose=whose)
    so = asked.phase.says
    for reply in asked.so:
        so = says("drill.so", phase=so, so=said_there(reply.says, setting))
    return Told(what, so, place, player)


def place_of(asked: DrillQuestion, setting: Setting) -> int | None:
    """The place named by the report, or of the player who did it."""
    for reply in asked.case:
        named = renumbered(reply.text, setting).split()
        if number := next((word[4:] for word in named if word.startswith("box=")), None):
            return int(number)
        if number := next((word[5:] for word in named if word.startswith("seat=")), None):
            return int(number)
    if not asked.finding.deed:
        return None
    kind, case = asked.finding.key, _case(asked)
    if isinstance(setting, HouseSetting):
        return setting.folds if kind == "walked-away" or case == "folded" else setting.looks
    if kind in SCENES or kind == "gone":
        return setting.places[(GONE if kind == "gone" else SCENES[kind])[case].seat]
    if kind == "hand-shown" or (kind == "leaves" and case != "out-of-turn"):
        return setting.places[BUTTON]
    return None


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


def _case(asked: DrillQuestion) -> str:
    texts = [reply.text for reply in asked.case if reply.text.startswith("case=")]
    return texts[0].removeprefix("case=") if texts else ""


def _player(place: int, setting: Setting) -> str | None:
    if isinstance(setting, HouseSetting):
        return setting.players.get(place)
    usual = next(seat for seat, there in setting.places.items() if there == place)
    return setting.names[usual]


def _figure(asked: DrillQuestion, setting: Setting) -> Iterator[Sentence]:
    """What was put down, and where, if the case is about that."""
    if not asked.finding.deed or isinstance(setting, PokerSetting):
        return
    _, example, _ = brought_about(asked.book, asked.device, asked.phase.key, asked.report, setting)
    assert isinstance(example, HouseExample)
    _, acts = house_acts(example, asked.finding.key, _case(asked))
    for act in acts:
        match act.split():
            case [_, spot, amount, *_] if amount[0].isdigit():
                yield _put(amount, Spot(spot))
                return
    if asked.finding.key == "jackpot-without-ante":
        yield _put(dollars(setting.stakes[setting.looks][Spot.JACKPOT]), Spot.JACKPOT)


def _put(amount: str, spot: Spot) -> Sentence:
    return says("drill.put", amount=amount.removesuffix(".00"), spot=spot.words)
