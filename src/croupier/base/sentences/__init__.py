"""Every sentence that croupier says to people: a code that never changes, named values, and the English made of both.

Code that refuses or reports something names the code and gives the values. The English is made when somebody reads it;
pages in other languages make their own sentence of the same code and values.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from croupier.base.sentences.at_the_table import AT_THE_TABLE
from croupier.base.sentences.of_events import OF_EVENTS
from croupier.base.sentences.of_jackpots import OF_JACKPOTS
from croupier.base.sentences.of_poker import OF_POKER
from croupier.base.sentences.of_rulings import OF_RULINGS
from croupier.base.sentences.of_the_desk import OF_THE_DESK
from croupier.base.sentences.of_the_floor import OF_THE_FLOOR
from croupier.base.sentences.of_the_server import OF_THE_SERVER
from croupier.base.sentences.of_training import OF_TRAINING
from croupier.base.sentences.of_what_happened import OF_WHAT_HAPPENED
from croupier.base.sentences.of_what_is_typed import OF_WHAT_IS_TYPED
from croupier.base.sentences.single_words import SINGLE_WORDS
from croupier.base.values import Value

ENGLISH: Mapping[str, str] = {
    **SINGLE_WORDS,
    **AT_THE_TABLE,
    **OF_POKER,
    **OF_JACKPOTS,
    **OF_RULINGS,
    **OF_THE_DESK,
    **OF_TRAINING,
    **OF_EVENTS,
    **OF_THE_FLOOR,
    **OF_THE_SERVER,
    **OF_WHAT_HAPPENED,
    **OF_WHAT_IS_TYPED,
}


class Sentence(Value):
    """Amounts are given as text with two places, lists as tuples."""

    code: str
    values: Mapping[str, "Part"] = {}

    def __str__(self) -> str:
        values = {name: part if type(part) is str else _english(part) for name, part in self.values.items()}
        return ENGLISH[self.code].format_map(values)

    def __hash__(self) -> int:
        return hash(self.code)

    def told(self) -> dict[str, Any]:
        """As it is sent."""
        if not self.values:
            return {"code": self.code}
        return {"code": self.code, "values": {name: _sent(part) for name, part in self.values.items()}}


Part = str | int | Sentence | tuple[str | int | Sentence, ...]

Why = str | Sentence
"""A reason as it is journalled: somebody's own words, or a code of ours. Never the English that a code makes."""


def says(code: str, /, **values: Part) -> Sentence:
    return Sentence(code, values)


def word(kind: str, which: str) -> Sentence:
    """A bet, an act, a rank …: a word that each language has its own for."""
    return Sentence(f"{kind}.{which}")


def words(kind: str, which: Iterable[str]) -> Part:
    return listed(word(kind, each) for each in which)


def listed(some: Iterable[str | int | Sentence]) -> Part:
    """ "1, 2", or that there is none."""
    return tuple(some) or says("none")


def either(kind: str, which: Sequence[str]) -> Sentence:
    """ "call or raise or fold"."""
    first, *others = which
    return says("or", first=word(kind, first), then=either(kind, others)) if others else word(kind, first)


def joined(some: Sequence[str | int | Sentence]) -> Part:
    """ "1", "1 and 2", "1, 2 and 5"."""
    *others, last = some
    return says("and", first=tuple(others), last=last) if others else last


def capital(text: str) -> str:
    """The first letter large: a sentence of the catalogue may stand inside another one."""
    return f"{text[:1].upper()}{text[1:]}"


def sentence(said: Sentence) -> str:
    """In English, as it stands by itself."""
    text = capital(str(said))
    return text if text.endswith(".") else f"{text}."


def worded(said: Sentence) -> dict[str, Any]:
    """What an answer has of a sentence: the English, and what pages in other languages make theirs of."""
    return {"text": capital(str(said)), "says": said.told()}


def _english(part: Part) -> str:
    return ", ".join(map(str, part)) if isinstance(part, tuple) else str(part)


def _sent(part: Part) -> Any:
    if isinstance(part, tuple):
        return [_sent(each) for each in part]
    return part.told() if isinstance(part, Sentence) else part


def english(sent: Any) -> str:
    """The English of what `told` has sent; its code alone where a later release has no words for it any more."""
    sentence = msgspec.convert(sent, Sentence)
    return str(sentence) if sentence.code in ENGLISH else sentence.code
