"""Scenarios acted out at live tables, and which paragraphs came up there: as an answer or a result, told, or on record.

A scenario is played twice at once: as the round file that it is, which knows the cards, and by a dealer at a table
whose reader is given the same cards. Whatever the file's players do the dealer says for them; what waits for somebody
of rank is decided by the shift manager. Of one that a live table cannot go through with, that which came before counts;
it is listed with the reason (`tests/golden/acted_out`).
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct

from croupier.base.citation import Citation, printed
from croupier.base.errors import Refused, Unreadable
from croupier.base.typed_fields import texts_of
from croupier.floor.journal.entry import decode_body
from croupier.floor.live.apply_floor_file import set_up
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.events import LiveEvent
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_file import FloorFile, LinkFile, read_table
from croupier.floor.live.state.fold import LINK_CODEC
from croupier.floor.live.state.people import ROLE_OF_RANK, Role, Who
from croupier.floor.live.state.problems import Problem
from croupier.proofs.traceability.scenarios import Scenario
from croupier.rounds.roundfile.at_the_table import at_the_table
from croupier.rounds.roundfile.by_whom import said_by, speaker
from croupier.rounds.roundfile.decks import Decks
from croupier.rounds.roundfile.house_script import read_linked_script
from croupier.rounds.roundfile.poker_script import ANY_STAKE
from croupier.rounds.roundfile.read import Script, split
from croupier.rounds.roundfile.read_tables import LinkedScript
from croupier.rules.cards import Card, Deck, show_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.coverage import Live
from tests.as_json import as_json
from tests.live.houses import PIA, SAM, UNA, House

DEALER = Who("dealer", Role.DEALER)
STAFF = {Role.DEALER: DEALER, Role.PIT_SUPERVISOR: PIA, Role.SHIFT_MANAGER: SAM}
REASON = "as it was found"
CHIPS, HOUSE_CHIPS = Cents(100_000_000_00), "100000"
_SHOE = re.compile(r' shoe="[^"]*"')
"""Cards after a reshuffle, which the reader reads."""
OF_ROUND_FILES = ("settle", "cards", "deal")
"""What a round file says of its table and a floor file says in other words."""


class Stuck(Exception):
    """A live table does not go on as the file does."""


class Seen:
    """What of one book came up, by how it did."""

    def __init__(self) -> None:
        self.by: dict[Live, set[str]] = {live: set() for live in Live}

    def note(self, live: Live, cites: Iterable[str]) -> None:
        self.by[live].update(cites)

    def lives(self, number: str) -> tuple[Live, ...]:
        both = tuple(live for live in (Live.ENFORCED, Live.TOLD) if number in self.by[live])
        return both or ((Live.RECORDED,) if number in self.by[Live.RECORDED] else ())


def seen_live(folder: Path, book: Rulebook, scenarios: Iterable[Scenario]) -> tuple[dict[str, str], dict[str, str]]:
    """What live tables do about the paragraphs of a book, but for those about which they do nothing; and why which
    scenarios are not acted out to their end."""
    house, seen = House(folder, ""), Seen()
    stuck: dict[str, str] = {}
    for number, one in enumerate(scenarios, 1):
        script, name = one.script, f"table-{number}"
        if script.book.key != book.key:
            continue
        try:
            if isinstance(script, LinkedScript):
                act_out_linked(house, seen, name, script)
            else:
                act_out(house, seen, name, script)
        except Stuck as reason:
            stuck[one.name] = str(reason)
        for table in sorted(house.floor.books.shown.tables):
            if table.startswith(name) and house.floor.books.shown.tables[table].book == book.key:
                read_journal(house, seen, table)
    house.store.close()
    return {number: ", ".join(lives) for number in book.paragraphs if (lives := seen.lives(number))}, stuck


HEAD = """# What live tables do about each paragraph: enforced, told, or else recorded; nothing where it is not listed.
# Under acted-out, of each book: how many scenarios were acted out, and how many of them not to their end.
# Made by acting out the scenarios: python -m pytest tests/live/test_acted_out.py --update
"""


def written(books: Mapping[str, Mapping[str, Any]]) -> str:
    """`rulebooks/live.toml`."""
    parts = (
        [f'["{key}"]', *(f'"{name}" = {json.dumps(value)}' for name, value in found.items())]
        for key, found in books.items()
    )
    return "\n".join([HEAD, "\n\n".join("\n".join(part) for part in parts), ""])


def not_to_the_end(stuck: Mapping[str, str], scenarios: int) -> str:
    """A page of a golden file."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in sorted(stuck.items()):
        by_reason.setdefault(reason, []).append(name)
    lines = [f"{len(stuck)} of {scenarios} scenarios are not acted out to their end at a table with a card reader"]
    for reason, names in sorted(by_reason.items()):
        lines += ["", f"{reason} ({len(names)})", *(f"  {name}" for name in names)]
    return "\n".join(lines) + "\n"


def act_out(house: House, seen: Seen, name: str, script: Script) -> None:
    file = at_the_table(script)

    def lie() -> tuple[Card, ...]:
        assert file.dealer.state.round is not None
        return (*file.dealer.state.round.dealt, *file.dealer.deck.cards)

    open_tables(house, {name: script})
    table = LiveTable(house, seen, name, script, lie)
    for text, action in zip(script.actions, file.actions, strict=True):
        refused = False
        try:
            file.act(text, action)  # type: ignore[arg-type]  # the table has read its own actions
        except Refused:
            refused = True
        table.act(text, refused=refused)
        if refused:
            return


def act_out_linked(house: House, seen: Seen, name: str, script: LinkedScript) -> None:
    """All tables have one jackpot; what a table of another book cites is not noted."""
    jackpot = read_linked_script(script).jackpot
    link = LinkFile(name, jackpot.start, jackpot.parameters)
    open_tables(house, {f"{name}-{table}": one for table, one in script.tables.items()}, link)
    decks = {table: Decks(one, None, table) for table, one in script.tables.items()}
    now = {table: each.next_deck() for table, each in decks.items()}
    tables = {}
    for table, one in script.tables.items():
        own = seen if one.book.key == script.book.key else Seen()
        tables[table] = LiveTable(house, own, f"{name}-{table}", one, partial(_cards_of, now, table))
    refused = None if script.refused is None else script.refused.action
    for number, text in enumerate(script.actions, 1):
        table, _, do = text.partition(" ")
        if do == "next":
            now[table] = decks[table].next_deck()
        tables[table].act(do, refused=number == refused)
        if number == refused:
            return


def _cards_of(now: Mapping[str, Deck], table: str) -> tuple[Card, ...]:
    return now[table].cards


def open_tables(house: House, scripts: Mapping[str, Script], link: LinkFile | None = None) -> None:
    try:
        tables = tuple(read_table(_sign(name, script, link)) for name, script in scripts.items())
        set_up(house.floor, FloorFile(tables, () if link is None else (link,)))
        house.store.flush()
    except Unreadable as error:
        raise Stuck(str(error)) from None


def _sign(name: str, script: Script, link: LinkFile | None) -> dict[str, Any]:
    sign: dict[str, Any] = {"name": name, "rulebook": script.book.key, "dealing": script.device}
    sign |= {"run-by": "dealer", "cards": script.table.get("cards", "reader"), "device": DEALER.name}
    sign |= {key: value for key, value in script.table.items() if key not in OF_ROUND_FILES}
    if script.game not in HOUSE_GAMES:
        return {"first-orbit": False, **sign, "stake": _stakes(script)}
    if link is not None:
        sign["link"] = link.name
    elif "jackpot" in script.sections:
        sign["jackpot"] = script.sections["jackpot"]
    return sign


def _stakes(script: Script) -> list[str]:
    """Of the sign; in a file somebody may have come to have less or more in front of them."""
    low, high = script.table.get("stake", ANY_STAKE)
    held = [Decimal(stake) for _, stake, *_ in script.sections["seats"].values()]
    return [str(min(Decimal(low), *held)), str(max(Decimal(high), *held))]


class LiveTable:
    def __init__(self, house: House, seen: Seen, name: str, script: Script, lie: Callable[[], Iterable[Card]]) -> None:
        """`lie` says how the cards lie that this round has dealt and will deal."""
        self.house, self.seen, self.name, self.script, self._lie = house, seen, name, script, lie
        self.named = script.table.get("cards") == "by-hand"
        self.by_hand = script.table.get("settle") == "by-hand" or self.named
        self._acts = 0
        self._why = ""
        self._players: dict[str, None] = {}
        sign = as_json(house.floor.ask.sign(name))["sign"]
        self.seen.note(Live.TOLD, [*cites_in(sign), *chain.from_iterable(sign["displays"].values())])
        self._sit_down()

    def _sit_down(self) -> None:
        if self.script.game in HOUSE_GAMES:
            places = {box: (player, HOUSE_CHIPS) for box, player in self.script.sections.get("boxes", {}).items()}
        else:
            places = {seat: (player, stake) for seat, (player, stake, *_) in self.script.sections["seats"].items()}
        for place, (player, chips) in places.items():
            self._know(player)
            self._say(DEALER, f"{place} sits {player} {chips}")

    def _know(self, player: str) -> None:
        self._players[player] = None
        if player not in self.house.floor.players:
            self.house.floor.perform(SAM, f"player-{player}", cmd.AddPlayer(player))
        self.house.floor.perform(SAM, f"chips-{player}", cmd.Deposit(player, CHIPS), "for many tables")  # once

    # --- Acting ---------------------------------------------------------------------------------------------------

    def act(self, text: str, *, refused: bool) -> None:
        words, by = speaker(split(text))
        if "sits" in words or "relocated" in words:
            self._know(words[2])
        do = _SHOE.sub("", text if by is None else text[: text.rindex("(")]).rstrip()
        done = self._say_by_whoever_may(self._speaker(text), do)
        if refused:
            return
        if not done:
            raise Stuck(f"{do}: {self._why}")
        self._feed()
        if not self.by_hand and self._waits_for("settle"):
            self._say(DEALER, "settle")
            self._feed()

    def _speaker(self, text: str) -> tuple[Who, ...]:
        by = said_by(text)
        if by is None:
            return DEALER, SAM
        role = ROLE_OF_RANK.get(by.rank, Role.PIT_SUPERVISOR)
        return (STAFF.get(role) or Who(by.name, Role.PLAYER),)

    def _say_by_whoever_may(self, people: Sequence[Who], do: str) -> bool:
        for who in people:
            answer = self._said(who, do)
            if "waiting" in answer:
                answer = self._decided(answer["waiting"]["incident"], do)
            if "done" in answer:
                return True
        return False

    def _decided(self, number: int, do: str) -> dict[str, Any]:
        self._acts += 1
        id_ = f"decision-{self.name}-{self._acts}"
        try:
            ticket = self.house.floor.perform(SAM, id_, cmd.DecideIncident(number, do), REASON)
            return self._answered(self.house.answered(ticket))
        except Problem as problem:
            return self._answered(problem.told())

    def _say(self, who: Who, do: str) -> None:
        answer = self._said(who, do)
        if "done" not in answer:
            raise Stuck(f"{do}: {self._why or answer}")

    def _said(self, who: Who, do: str) -> dict[str, Any]:
        try:
            reason = REASON if do.startswith("incident") else ""
            return self._answered(self.house.act(who, self.name, do, reason=reason))
        except Problem as problem:
            return self._answered(problem.told())

    def _answered(self, answer: dict[str, Any]) -> dict[str, Any]:
        self.seen.note(Live.ENFORCED, cites_in(answer))
        self._why = answer.get("error", {}).get("why", "")
        self.look_on()
        return answer

    def _feed(self) -> None:
        """The reader reads the cards that are due, in the order of the file; dealt by hand the file's own acts name
        them."""
        if self.named:
            return
        while due := self._waits_for("cards"):
            game = self.house.floor.books.decided.tables[self.name].game
            assert game.round is not None
            cards = [card for card in dict.fromkeys(self._lie()) if card not in game.round.dealt][: due["due"]]
            self._say(DEALER, f"deal {show_cards(cards)}")

    def _waits_for(self, what: str) -> dict[str, Any] | None:
        round_ = self.house.view(self.name, UNA)["round"] or {}
        return next((each for each in round_.get("waiting", ()) if each["for"] == what), None)

    # --- Looking on -----------------------------------------------------------------------------------------------

    def look_on(self) -> None:
        """Everybody's view tells something; what became of the round is a result beside."""
        for who in (DEALER, UNA, *(Who(player, Role.PLAYER) for player in self._players)):
            view = self.house.view(self.name, who)
            self.seen.note(Live.ENFORCED, cites_in(view["round"]))
            self.seen.note(Live.TOLD, cites_in(view))


def read_journal(house: House, seen: Seen, table: str) -> None:
    """What the rules did is done at the table; what the floor notes in addition is only on record."""
    for entry in house.store.entries(f"table/{table}"):
        body = decode_body(entry.body)
        seen.note(Live.RECORDED, body.cites)
        for event in family_of(body.book).codec.decode(body.v, body.then):
            seen.note(Live.RECORDED if isinstance(event, LiveEvent) else Live.ENFORCED, cited(event))
    for entry in house.store.entries(f"link/{table}"):
        body = decode_body(entry.body)
        for change in LINK_CODEC.decode(body.v, body.then):
            seen.note(Live.ENFORCED, cited(change))


def cited(event: Struct) -> list[str]:
    return printed(map(Citation, texts_of(event, Citation)))


def cites_in(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        for key, value in told.items():
            if key in ("cites", "void_cites"):
                yield from map(str, value)
            else:
                yield from cites_in(value)
    elif isinstance(told, list | tuple):
        for item in told:
            yield from cites_in(item)
