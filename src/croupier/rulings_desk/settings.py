"""Who sits at an example table, where, with what, and in which order the cards come.

Phases and findings name the usual places: boxes 1, 2 and 4, or seats 1 to 6 with the button on 1. A setting replaces
numbers, names, stakes and cards, and asks the same question at that table.
"""

import re
from collections.abc import Mapping, Sequence

from croupier.base.sentences import Sentence
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Limits
from croupier.rules.money import Cents

_PLACE = re.compile(r"\b(box|seat)([ =])(\d)\b")


class HouseSetting(Value):
    players: Mapping[int, str]
    """By box; the player of `looks` also has `second`."""
    looks: int
    folds: int
    second: int
    stakes: Mapping[int, Mapping[Spot, Cents]]
    """By box: the bets on its spots when bets close."""
    limits: Limits
    order: tuple[Card, ...]
    boxes: int
    """On the layout."""

    @property
    def places(self) -> Mapping[int, int]:
        return {1: self.looks, 2: self.folds, 4: self.second}


class PokerSetting(Value):
    places: Mapping[int, int]
    """From the usual seats 1 to 6, in the same order around the table."""
    names: Mapping[int, str]
    """By the usual seat."""
    stacks: Mapping[int, Cents]
    """By the usual seat, unless a case needs another amount."""
    order: tuple[Card, ...]


Setting = HouseSetting | PokerSetting


def renumbered(text: str, setting: Setting | None) -> str:
    """The word "box=1" with the setting's number."""
    if setting is None:
        return text
    places = setting.places
    return _PLACE.sub(lambda found: f"{found[1]}{found[2]}{places.get(int(found[3]), int(found[3]))}", text)


def said_there(sentence: Sentence, setting: Setting | None) -> Sentence:
    """A sentence that names a usual box, with the setting's number."""
    box = sentence.values.get("box")
    if setting is None or not isinstance(box, int):
        return sentence
    return Sentence(sentence.code, {**sentence.values, "box": setting.places.get(box, box)})


def acts_there(script: Sequence[str], setting: Setting | None) -> list[str]:
    """A script of the usual places, "4 raise 8", with the setting's numbers."""
    if setting is None:
        return list(script)
    places = setting.places
    told = []
    for act in script:
        first, *rest = act.split()
        number = str(places.get(int(first), int(first))) if first.isdigit() else first
        told.append(renumbered(" ".join([number, *rest]), setting))
    return told
