"""Play a round file from beginning to end, or to the action that the rules refuse."""

from hashlib import sha256
from typing import Any

from croupier import __version__
from croupier.annotated import texts_of
from croupier.cards import Card, show_cards
from croupier.citation import Citation, printed
from croupier.errors import Refused, Unreadable
from croupier.floor.following import FloorEvent
from croupier.floor.house_dealer import HouseDealer
from croupier.floor.poker_dealer import PokerDealer
from croupier.games import HOUSE_GAMES
from croupier.games.house.commands import OpenRound
from croupier.games.poker.commands import StartRound
from croupier.games.poker.events import PokerEvent
from croupier.roundfile.decks import Decks
from croupier.roundfile.house_report import house_round
from croupier.roundfile.house_script import read_house_script
from croupier.roundfile.poker_report import poker_round
from croupier.roundfile.poker_script import read_poker_script
from croupier.roundfile.read import Script, shown
from croupier.rulebook.load import digest
from croupier.values import Value


class Told(Value):
    """One action of the script and what came of it."""

    number: int
    text: str
    events: tuple[FloorEvent, ...] | tuple[PokerEvent, ...] = ()
    starts_round: bool = False
    unlisted: tuple[Card, ...] = ()
    """Cards that left the shoe and that the file does not list (R-99)."""


class Refusal(Value):
    action: int
    text: str
    why: str
    cites: tuple[Citation, ...]


class Played(Value):
    script: Script
    rounds: list[dict[str, Any]]
    story: list[Told]
    desk: HouseDealer | PokerDealer
    refusal: Refusal | None = None
    seed: int | None = None
    """Given with --seed; None where the file's own text is the seed."""

    def cited(self) -> tuple[Citation, ...]:
        """Everything that deciding and settling cited on the way; what tells about it afterwards adds nothing."""
        produced = (cite for told in self.story for event in told.events for cite in texts_of(event, Citation))
        refused = self.refusal.cites if self.refusal else ()
        return tuple(dict.fromkeys([*map(Citation, produced), *refused]))


def play(script: Script, seed: int | None = None) -> Played:
    """The same script gives the same result everywhere; a seed gives it another order of unlisted cards (R-99)."""
    return _play_house(script, seed) if script.game in HOUSE_GAMES else _play_poker(script, seed)


def _play_house(script: Script, seed: int | None) -> Played:
    house = read_house_script(script)
    decks = Decks(script, seed)
    desk = HouseDealer(house.game, script.book, house.table, house.jackpot, decks)
    rounds: list[dict[str, Any]] = []
    story: list[Told] = []
    refusal = None
    for number, (text, action) in enumerate(zip(script.actions, house.actions, strict=True), 1):
        try:
            starts = isinstance(action, OpenRound)
            finished = [house_round(desk) | _unlisted(decks, desk)] if starts else []
            story.append(Told(number, text, desk.act(action), starts, decks.newly_unlisted(desk.drawn)))
            rounds += finished
        except Refused as refused:
            refusal = Refusal(number, text, refused.why, refused.cites)
            break
    return Played(script, [*rounds, house_round(desk) | _unlisted(decks, desk)], story, desk, refusal, seed)


def _play_poker(script: Script, seed: int | None) -> Played:
    poker = read_poker_script(script)
    decks = Decks(script, seed)
    desk = PokerDealer(script.book, poker.state, decks)
    rounds: list[dict[str, Any]] = []
    story: list[Told] = []
    refusal = None
    for number, (text, action) in enumerate(zip(script.actions, poker.actions, strict=True), 1):
        starts = isinstance(action, StartRound)
        try:
            finished = [poker_round(desk) | _unlisted(decks, desk)] if starts and desk.state.round is not None else []
            story.append(Told(number, text, desk.act(action), starts, decks.newly_unlisted(desk.drawn)))
            rounds += finished
        except Refused as refused:
            refusal = Refusal(number, text, refused.why, refused.cites)
            break
        except Unreadable as error:
            raise Unreadable(f"action {number} {shown(text)}: {error}") from None
    if desk.state.round is not None:
        rounds.append(poker_round(desk) | _unlisted(decks, desk))
    return Played(script, rounds, story, desk, refusal, seed)


def _unlisted(decks: Decks, desk: HouseDealer | PokerDealer) -> dict[str, str]:
    """Of scripts only: a table tells nobody what nobody has seen (R-45)."""
    unlisted = decks.unlisted(desk.drawn)
    return {"unlisted": show_cards(unlisted)} if unlisted else {}


def report(file: str, played: Played) -> dict[str, Any]:
    """The object that `--json` prints."""
    told: dict[str, Any] = {"file": file, **provenance(played), "rounds": played.rounds}
    if played.refusal is not None:
        refusal = played.refusal
        told["error"] = {
            "action": refusal.action,
            "text": refusal.text,
            "why": refusal.why,
            "cites": printed(refusal.cites),
        }
    return told


def provenance(played: Played) -> dict[str, Any]:
    """What decided the result: rulebook, version, the bytes of the file and, if one was given, the seed."""
    key = played.script.book.key
    digests = {"rulebook": digest(key), "file": sha256(played.script.text.encode()).hexdigest()}
    seed = {} if played.seed is None else {"seed": played.seed}
    return {"rulebook": key, "croupier": __version__, "digests": digests, **seed}
