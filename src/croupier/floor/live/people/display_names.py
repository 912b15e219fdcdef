"""Names and pictures that players of a demo choose for others to see.

An account keeps its own name in the journal, in the ledger and in every act. Pages show the chosen name instead; no
decision depends on it. A chosen name must not look like an account, like another player's chosen name, or like somebody
who works here.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from croupier.base.sentences import says
from croupier.floor.live.answers.people import Called
from croupier.floor.live.people.register import Register
from croupier.floor.live.state import house_events as ev
from croupier.floor.live.state.floor_state import Change, FloorState
from croupier.floor.live.state.people import CONSOLE, SYSTEM
from croupier.floor.live.state.problems import Code, Problem

LONGEST = 32
PICTURES = 12
_LATIN = "A-Za-zÀ-ÖØ-öø-ɏ"
_FORM = re.compile(rf"[{_LATIN}](?:[ .'_-]?[{_LATIN}0-9])+")
_OF_THE_HOUSE = ("dealer", "croupier", "supervisor", "manager", "auditor", "inspector", "cashier", SYSTEM.name)
"""A name that contains one of these could be taken for staff."""
_OTHER_WORDS = (CONSOLE.name, "house", "casino", "staff", "you", "sie")
"""A name must not be one of these as a whole."""
_ALIKE = str.maketrans("013i", "olel")
_NUMBERED = re.compile("guest[ole0-9]*")
"""The names of guests' accounts; a later guest may get any of them."""


def looks(name: str) -> str:
    """The same text for names that a hurried reader confuses: `Sam`, `s.a.m`, `Sám`."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(each for each in plain if each.isalnum()).translate(_ALIKE)


def check_free(register: Register, user: str, name: str) -> None:
    """Refuses a name that is not well formed, or that would be taken for somebody else."""
    if len(name) > LONGEST or _FORM.fullmatch(unicodedata.normalize("NFC", name)) is None:
        raise Problem(Code.REFUSED, says("display-name-form", most=LONGEST))
    look = looks(name)
    if any(looks(word) in look for word in _OF_THE_HOUSE) or look in map(looks, _OTHER_WORDS):
        raise Problem(Code.REFUSED, says("display-name-of-the-house", name=name))
    if _NUMBERED.fullmatch(look) or look in _taken(register, user):
        raise Problem(Code.REFUSED, says("name-taken", player=name))


def is_chosen(register: Register, name: str) -> bool:
    """Whether somebody is shown under a name that looks like this one."""
    return looks(name) in {looks(each.called) for each in register.people.values() if each.called}


def _taken(register: Register, user: str) -> Iterator[str]:
    """How everybody else's names look."""
    for each in register.people.values():
        if each.name != user:
            yield looks(each.name)
            if each.called:
                yield looks(each.called)


class DisplayNames:
    """Durable chosen names, by account."""

    def __init__(self, books: FloorState) -> None:
        self.shown: Mapping[str, Called] = {}
        """A new mapping after each change."""
        books.listeners.append(self._committed)

    def load(self, event: ev.HouseStreamEvent) -> None:
        match event:
            case ev.NameChosen(user=user, called=called, picture=picture):
                self.shown = {**self.shown, user: Called(called, picture)}
            case ev.UserForgotten(user=user) if user in self.shown:
                self.shown = {name: each for name, each in self.shown.items() if name != user}
            case _:
                pass

    def _committed(self, change: Change) -> None:
        for event in change.house:
            self.load(event)
