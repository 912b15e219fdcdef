"""A table in a program: opened, spoken to in the words of round files, looked at as anybody there would see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import randbelow
from typing import Any, Literal, overload

from msgspec.structs import replace

from croupier.base.actors import AUDITOR, PUBLIC, Viewer
from croupier.base.errors import Unreadable
from croupier.base.json_answers import as_object
from croupier.base.toml_text import toml_pairs, toml_section, toml_string
from croupier.doors.library import pictures
from croupier.doors.library.acts import house_acts, poker_acts
from croupier.doors.library.books import book_for
from croupier.rounds.dealing.following import FloorEvent
from croupier.rounds.roundfile.at_the_poker_table import PokerAtTheTable
from croupier.rounds.roundfile.at_the_table import HouseAtTheTable, at_the_table
from croupier.rounds.roundfile.read import Script, located, toml_of, versions_in
from croupier.rounds.roundfile.run import Played, report
from croupier.rounds.roundfile.transcript import transcript
from croupier.rules.games import GAMES, OfHouse, OfPoker
from croupier.rules.games.house import view as house_view
from croupier.rules.games.house.view import HouseView
from croupier.rules.games.poker import view as poker_view
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.view import PokerView
from croupier.rules.rulebook.model import Rulebook

MOST_SEEDS = 10**15
BY_HAND: Literal["by-hand"] = "by-hand"
Places = Mapping[int, str | tuple[str, str | int]]
ByPlace = Mapping[int, str] | Mapping[str, str] | Mapping[int | str, str]
"""Cards of a round: `{1: "As 9h", "dealer": "2c 2d", "board": "Kd Kh 3c"}`."""


@overload
def open_table(rulebook: OfPoker, players: Places, **table: Any) -> PokerTable: ...
@overload
def open_table(rulebook: OfHouse, players: Places, **table: Any) -> HouseTable: ...
@overload
def open_table(rulebook: str, players: Places, **table: Any) -> Table: ...
def open_table(
    rulebook: str,
    players: Places,
    *,
    dealing: str = "shoe",
    shoe: str | Sequence[str] = (),
    cards: ByPlace | Sequence[ByPlace] | Literal["by-hand"] = (),
    jackpot: Mapping[str, str] | None = None,
    seed: int | None = None,
    **table: Any,
) -> Table:
    """Open a table.

    `rulebook` is a book or a game, whose book in force today is taken. `players` are names by box; at poker by seat,
    each with the chips they sit down with: `{1: ("Ann", 200), 2: ("Ben", 200)}`. Keywords are the keys of a round
    file's [table], with underscores for dashes: `ante=("10", "1000")`, `small_blind="1"`. `shoe` lists the next cards,
    all or some of them, of one round or of several. `cards` names them by place instead: boxes or seats, `"dealer"`,
    `"board"` and `"burn"`, of one round or of several. The others come in the order of `seed`, drawn if none is given.
    `cards="by-hand"` is poker with cards that nobody knows before an act names them: `board 9h 8h 7h`, `3 shows As Kd`.
    """
    book = book_for(rulebook)
    places = "seats" if "seats" in GAMES[book.game].sections else "boxes"
    keys = {key.replace("_", "-"): value for key, value in table.items()}
    placed: ByPlace | Sequence[ByPlace] = ()
    if cards == BY_HAND:
        keys["cards"] = BY_HAND
    else:
        placed = cards
    sections = {"table": keys, places: {str(place): player for place, player in players.items()}}
    if jackpot is not None:
        sections["jackpot"] = {key.replace("_", "-"): value for key, value in jackpot.items()}
    top = {"rulebook": book.key, "dealing": dealing, "shoe": shoe if isinstance(shoe, str) else list(shoe)}
    lines = [*toml_pairs(top), *(line for each in sections.items() for line in toml_section(*each))]
    text = "\n".join([*lines, *_cards_by_place(placed)])
    (script,) = versions_in(text, toml_of(text))  # nobody wrote this text: complaints name no line of it
    if seed is not None and not 0 <= seed < MOST_SEEDS:
        raise Unreadable(f"seed: expected a whole number from 0 and below {MOST_SEEDS:,}, got {seed!r}")
    kind = PokerTable if places == "seats" else HouseTable
    return kind(script, randbelow(MOST_SEEDS) if seed is None else seed)


class Table:
    """A table and everything that has been said at it."""

    def __init__(self, script: Script, seed: int | None) -> None:
        self._script = script
        self.seed = seed
        self._at: HouseAtTheTable | PokerAtTheTable = at_the_table(replace(script, actions=()), seed)

    @property
    def book(self) -> Rulebook:
        return self._at.book

    def say(self, *acts: str) -> tuple[FloorEvent | PokerEvent, ...]:
        """Say acts, one after the other, and get what came of them.

        `croupier.Refused` says which paragraph forbids one (`cites`), `croupier.Unreadable` that it is none; nothing of
        it happens then, and those before it stand.
        """
        happened: list[FloorEvent | PokerEvent] = []
        for text in acts:
            action = located(len(self._at.story) + 1, text, self._at.read)
            happened += self._at.act(text, action).events  # type: ignore[arg-type]  # the table has read it itself
        return tuple(happened)

    def may(self, who: str | None = None) -> tuple[str, ...]:
        """What this player may say now, bets at their smallest; None asks for the dealer."""
        if isinstance(self._at, HouseAtTheTable):
            return tuple(house_acts(self.book, self._at.dealer.state, who))
        return tuple(poker_acts(self.book, self._at.dealer.state, who))

    def view(self, who: str | None = None) -> HouseView | PokerView:
        """What this player sees; None is an onlooker. Cards that they must not see are None."""
        viewer = PUBLIC if who is None else Viewer(who)
        if isinstance(self._at, HouseAtTheTable):
            return house_view.view(self._at.dealer.round, viewer)
        return poker_view.view(self._at.dealer.state, viewer, self._at.happened_in_this_round())

    @property
    def acts(self) -> tuple[str, ...]:
        """Everything that was said."""
        return tuple(told.text for told in self._at.story)

    @property
    def events(self) -> tuple[FloorEvent | PokerEvent, ...]:
        """Everything that has happened since the table was opened."""
        return tuple(event for told in self._at.story for event in told.events)

    @property
    def rounds(self) -> list[dict[str, Any]]:
        """Each round as `croupier run --json` gives it, the last one as it stands; nothing is hidden."""
        return [as_object(each) for each in self._at.rounds]

    def report(self) -> dict[str, Any]:
        """The object that `croupier run --json` prints."""
        return as_object(report("table", self._played))

    def transcript(self) -> str:
        """The story, with the paragraph behind every line."""
        return "\n".join(transcript(f"A table of {self.book.key}", self._played))

    def round_file(self) -> str:
        """A round file that `croupier run --seed` plays to the same rounds; its first line says with which seed."""
        first = f"# croupier run --seed {self.seed} FILE"
        actions = ["actions = [", *(f"    {toml_string(act)}," for act in self.acts), "]"]
        head, _, sections = self._script.text.partition("\n[")
        return "\n".join([first, head, *actions, "", f"[{sections}", ""])

    @property
    def _played(self) -> Played:
        script = replace(self._script, actions=self.acts)
        return Played(script, self._at.rounds, self._at.story, self._at.dealer, None, self.seed)

    def __repr__(self) -> str:
        rounds = self._at.rounds
        state = "no round yet" if not rounds else f"round {len(rounds)} {rounds[-1].status}"
        return f"<table of {self.book.key}: {state}, {len(self.acts)} acts>"

    def picture(self, who: str | None = None) -> pictures.Picture:
        """The table as somebody sees it, with their own cards; without a name, as an onlooker does."""
        whose = "an onlooker" if who is None else who
        return pictures.Picture(f"{self.book.key} as {whose} sees it", pictures.table(self.book, self.view(who)))

    def _repr_svg_(self) -> str:
        return pictures.table(self.book, self._seen_by_all())

    def _seen_by_all(self) -> HouseView | PokerView:
        if isinstance(self._at, HouseAtTheTable):
            return house_view.view(self._at.dealer.round, AUDITOR)
        return poker_view.view(self._at.dealer.state, AUDITOR)


class HouseTable(Table):
    """A table of a game against the House."""

    def view(self, who: str | None = None) -> HouseView:
        seen = super().view(who)
        assert isinstance(seen, HouseView)
        return seen


class PokerTable(Table):
    def view(self, who: str | None = None) -> PokerView:
        seen = super().view(who)
        assert isinstance(seen, PokerView)
        return seen


def _cards_by_place(cards: ByPlace | Sequence[ByPlace]) -> list[str]:
    """Those of one round are a table, those of several a list of tables."""
    rounds, name = ([cards], "cards") if isinstance(cards, Mapping) else (list(cards), "[cards]")
    if not all(isinstance(each, Mapping) for each in rounds):
        example = 'such as {1: "As 9h", "dealer": "2c"}'
        raise Unreadable(f"cards: expected cards by place, {example}, or a list of these, got {cards!r}")
    by_place = ({str(place): named for place, named in each.items()} for each in rounds if each or len(rounds) > 1)
    return [line for each in by_place for line in toml_section(name, each)]
