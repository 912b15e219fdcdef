"""Which box or seat a question is about."""

from croupier.floor.training.questions import DrillQuestion
from croupier.rulings_desk.example_tables import BUTTON
from croupier.rulings_desk.seats import GONE, SCENES
from croupier.rulings_desk.settings import HouseSetting, Setting, renumbered


def place_of(asked: DrillQuestion, setting: Setting) -> int | None:
    """The place that the report names, or that of the player who did it."""
    for reply in asked.case:
        named = renumbered(reply.text, setting).split()
        if number := next((word[4:] for word in named if word.startswith("box=")), None):
            return int(number)
        if number := next((word[5:] for word in named if word.startswith("seat=")), None):
            return int(number)
    if not asked.finding.deed:
        return None
    kind, case = asked.finding.key, case_named(asked)
    if isinstance(setting, HouseSetting):
        return setting.folds if kind == "walked-away" or case == "folded" else setting.looks
    if kind in SCENES or kind == "gone":
        return setting.places[(GONE if kind == "gone" else SCENES[kind])[case].seat]
    if kind == "hand-shown" or (kind == "leaves" and case != "out-of-turn"):
        return setting.places[BUTTON]
    return None


def case_named(asked: DrillQuestion) -> str:
    """Which variant of an act of a player it is; empty if there is only one."""
    texts = [reply.text for reply in asked.case if reply.text.startswith("case=")]
    return texts[0].removeprefix("case=") if texts else ""
