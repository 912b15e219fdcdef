"""Play a round file from beginning to end, or to the action that the rules refuse."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, overload

from msgspec import UNSET, Struct

from croupier.base.actors import Rank
from croupier.base.citation import Citation, printed
from croupier.base.errors import Refused, Unreadable
from croupier.base.sentences import Why
from croupier.base.typed_fields import texts_of
from croupier.base.values import Value
from croupier.rounds.dealing import linked
from croupier.rounds.dealing.following import FloorEvent
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.dealing.linked import Happened
from croupier.rounds.roundfile.answers import (
    Digests,
    Error,
    HouseRound,
    LinkedAward,
    LinkedRun,
    LinkedTable,
    OnRequest,
    PokerRound,
    Run,
)
from croupier.rounds.roundfile.at_the_table import at_the_table, check_house_speaker
from croupier.rounds.roundfile.decks import Decks
from croupier.rounds.roundfile.house_report import round_report
from croupier.rounds.roundfile.house_script import read_linked_script
from croupier.rounds.roundfile.lines import with_its_line
from croupier.rounds.roundfile.read import Script, shown
from croupier.rounds.roundfile.read_tables import AnyScript, LinkedScript
from croupier.rounds.roundfile.told_act import Told, on_request, with_script
from croupier.rules.cards import Card
from croupier.rules.games.house.commands import OpenRound
from croupier.rules.games.house.events import JackpotPaid, RoundSettled, RoundVoided
from croupier.rules.games.house.table import HouseState
from croupier.rules.jackpot.events import AwardLocked, AwardPaid, AwardUndone
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.load import digest
from croupier.rules.rulebook.model import Rulebook
from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.rounds.dealing.poker_dealer import PokerDealer


class Refusal(Value):
    action: int
    text: str
    why: str
    cites: tuple[Citation, ...]
    table: str | None = None
    """Where it was refused, among several tables."""
    left_to: Rank | None = None
    """Who may say it, where the rank was too low."""
    says: Why = ""


class Played(Value):
    script: Script
    rounds: list[HouseRound] | list[PokerRound]
    story: list[Told]
    dealer: "HouseDealer | PokerDealer"
    refusal: Refusal | None = None
    seed: int | None = None
    """Given with --seed; None where the file's own text is the seed."""

    def cited(self) -> tuple[Citation, ...]:
        """Everything that deciding and settling cited on the way; what tells about it afterwards adds nothing."""
        requested = (cite for told in self.story for cite in told.on_request)
        return _cited((event for told in self.story for event in told.events), requested, self.refusal)


class ToldOfTables(Value):
    """One action at one of several tables, and what came of it there and elsewhere."""

    number: int
    text: str
    table: str
    happened: tuple[Happened, ...]
    starts_round: bool = False
    unlisted: tuple[Card, ...] = ()
    on_request: tuple[Citation, ...] = ()


class PlayedTables(Value):
    """A file of several linked tables that has been played."""

    script: LinkedScript
    rounds: Mapping[str, list[HouseRound]]
    awards: list[LinkedAward]
    """Shares of the meter that were paid and not undone since, in the order of payment."""
    opening: Mapping[str, tuple[FloorEvent, ...]]
    """Of each table and the link."""
    story: list[ToldOfTables]
    refusal: Refusal | None = None
    seed: int | None = None

    def at(self, table: str) -> Rulebook:
        return self.script.tables[table].book

    def cited(self, key: str | None = None) -> tuple[Citation, ...]:
        """What the tables of one rulebook cited: paragraphs of another have other meanings. Else, the first table's."""
        key = self.script.book.key if key is None else key
        events = (
            event
            for told in self.story
            for one in told.happened
            if self.at(one.table).key == key
            for event in one.events
        )
        requested = (cite for told in self.story if self.at(told.table).key == key for cite in told.on_request)
        refusal = self.refusal
        if refusal is not None and refusal.table is not None and self.at(refusal.table).key != key:
            refusal = None
        return _cited(events, requested, refusal)


def _cited(events: Iterable[Struct], requested: Iterable[Citation], refusal: Refusal | None) -> tuple[Citation, ...]:
    produced = (Citation(cite) for event in events for cite in texts_of(event, Citation))
    return tuple(dict.fromkeys([*produced, *requested, *(refusal.cites if refusal else ())]))


@overload
def play(script: Script, seed: int | None = None) -> Played: ...
@overload
def play(script: LinkedScript, seed: int | None = None) -> PlayedTables: ...
def play(script: AnyScript, seed: int | None = None) -> Played | PlayedTables:
    """The same script gives the same result everywhere; a seed gives it another order of unlisted cards (R-99)."""
    try:
        return _play_tables(script, seed) if isinstance(script, LinkedScript) else _play(script, seed)
    except Unreadable as error:
        raise with_its_line(script.text, error) from None


def _play(script: Script, seed: int | None) -> Played:
    table = at_the_table(script, seed)
    refusal = None
    for number, (text, action) in enumerate(zip(script.actions, table.actions, strict=True), 1):
        try:
            table.act(text, action)  # type: ignore[arg-type]  # the table has read its own actions
        except Refused as refused:
            refusal = Refusal(number, text, refused.why, refused.cites, left_to=refused.left_to, says=refused.says)
            break
        except Unreadable as error:
            raise Unreadable(f"action {number} {shown(text)}: {error}", ("actions", number - 1)) from None
    return Played(script, table.rounds, table.story, table.dealer, refusal, seed)


def _play_tables(script: LinkedScript, seed: int | None) -> PlayedTables:
    house = read_linked_script(script)
    signs = {name: (one.game, script.tables[name].book, one.table) for name, one in house.tables.items()}
    opened, link_opened, now = linked.opened(signs, house.jackpot)
    scripted = {
        name: _ScriptedTable(Decks(one, seed, name, house.tables[name].placed), now.link.displayed)
        for name, one in script.tables.items()
    }
    rounds: dict[str, list[HouseRound]] = {name: [] for name in script.tables}
    story: list[ToldOfTables] = []
    refusal = None

    def cards(name: str, state: HouseState, due: int) -> tuple[Card, ...]:
        table, drawn = house.tables[name], len(state.round.dealt)
        places = table.game.places(script.tables[name].book, state.round)
        return scripted[name].decks.arranged(drawn, places).next_cards(drawn, due)

    for number, (text, (name, action)) in enumerate(zip(script.actions, house.actions, strict=True), 1):
        before = now
        try:
            cites = check_house_speaker(script.tables[name].book, now.tables[name].state, action, text)
            happened, now = linked.act(now, name, action, cards)
        except Refused as refused:
            refusal = Refusal(number, text, refused.why, refused.cites, name, refused.left_to)
            break
        starts = isinstance(action, OpenRound)
        if starts:
            rounds[name].append(scripted[name].report(before, name))
            scripted[name].next_round(now.link.displayed)
        for one in happened:
            scripted[one.table].follow(one.events, now.link.displayed)
        newly = scripted[name].decks.newly_unlisted(len(now.tables[name].state.round.dealt))
        story.append(ToldOfTables(number, text, name, happened, starts, newly, cites))
        scripted[name].requests += on_request(number, text, cites)
    for name, played in rounds.items():
        played.append(scripted[name].report(now, name))
    opening = {one.table: (*one.events, *link_opened) for one in opened}
    return PlayedTables(script, rounds, _awards(story), opening, story, refusal, seed)


_ENDS = (RoundSettled, JackpotPaid, RoundVoided)


class _ScriptedTable:
    """One of several tables: its decks, and what the meter showed when its round began and when it was over."""

    def __init__(self, decks: Decks, displayed: Cents) -> None:
        self.decks = decks
        self.next_round(displayed)

    def next_round(self, displayed: Cents) -> None:
        self.decks.next_deck()
        self.requests: list[OnRequest] = []
        self.before = self.after = displayed

    def follow(self, events: Iterable[FloorEvent], displayed: Cents) -> None:
        """Other tables move the meter on; what a round has come to stays with it."""
        if any(isinstance(event, _ENDS) for event in events):
            self.after = displayed

    def report(self, now: linked.Linked, name: str) -> HouseRound:
        table = now.tables[name]
        round_ = table.state.round
        after = self.after if round_.over else now.link.displayed
        told = round_report(table.game, table.book, round_, self.before, after)
        return with_script(told, self.decks.unlisted(len(round_.dealt)), self.requests)


def _awards(story: Iterable[ToldOfTables]) -> list[LinkedAward]:
    locked: dict[int, LinkedAward] = {}
    paid: dict[int, LinkedAward] = {}
    for told in story:
        for event in (event for one in told.happened for event in one.events):
            match event:
                case AwardLocked():
                    locked[event.award] = LinkedAward(
                        table=event.table,
                        round=event.round,
                        box=event.box,
                        share=str(Fraction(event.numerator, event.denominator)),
                        value=dollars(event.value),
                        amount=dollars(event.amount),
                    )
                case AwardPaid(award=award):
                    paid[award] = locked[award]
                case AwardUndone(award=award):
                    paid.pop(award, None)
                case _:
                    pass
    return list(paid.values())


def report(file: str, played: Played | PlayedTables) -> Run[HouseRound | PokerRound] | LinkedRun:
    """The object that `--json` prints."""
    seed = UNSET if played.seed is None else played.seed
    error = UNSET if played.refusal is None else _error(played.refusal)
    digests = digests_of(played)
    if isinstance(played, PlayedTables):
        return LinkedRun(
            file=file,
            croupier=__version__,
            digests=digests,
            seed=seed,
            tables={name: LinkedTable(played.at(name).key, rounds) for name, rounds in played.rounds.items()},
            awards=played.awards,
            error=error,
        )
    return Run(
        file=file,
        rulebook=played.script.book.key,
        croupier=__version__,
        digests=digests,
        seed=seed,
        rounds=[*played.rounds],
        error=error,
    )


def _error(refusal: Refusal) -> Error:
    left_to = UNSET if refusal.left_to is None else refusal.left_to.key
    return Error(refusal.action, refusal.text, refusal.why, printed(refusal.cites), left_to)


def digests_of(played: Played | PlayedTables) -> Digests:
    """Of the file and its rulebook. Linked tables may be of several rulebooks: then by their keys."""
    file = sha256(played.script.text.encode()).hexdigest()
    if isinstance(played, PlayedTables):
        keys = sorted({table.book.key for table in played.script.tables.values()})
        return Digests(rulebooks={key: digest(key) for key in keys}, file=file)
    return Digests(rulebook=digest(played.script.book.key), file=file)
