"""Play a round file from beginning to end, or to the action that the rules refuse."""

import random
from collections.abc import Iterator
from typing import Any

from croupier.cards import CardSource, os_chance
from croupier.citation import Citation, printed
from croupier.errors import Refused, Unreadable
from croupier.floor.house_desk import HouseDesk
from croupier.floor.poker_desk import PokerDesk
from croupier.games import HOUSE_GAMES
from croupier.games.house.events import HouseEvent
from croupier.games.poker.commands import StartRound
from croupier.games.poker.events import PokerEvent
from croupier.roundfile.house_report import house_round
from croupier.roundfile.house_script import NextRound, read_house_script
from croupier.roundfile.poker_report import poker_round
from croupier.roundfile.poker_script import read_poker_script
from croupier.roundfile.read import Script, shown
from croupier.values import Value


class Told(Value):
    """One action of the script and what came of it."""

    number: int
    text: str
    events: tuple[HouseEvent, ...] | tuple[PokerEvent, ...] = ()
    starts_round: bool = False


class Refusal(Value):
    action: int
    text: str
    why: str
    cites: tuple[Citation, ...]


class Played(Value):
    script: Script
    rounds: list[dict[str, Any]]
    story: list[Told]
    desk: HouseDesk | PokerDesk
    refusal: Refusal | None = None


def play(script: Script, chance: random.Random | None = None) -> Played:
    decks = _decks(script, chance or os_chance())
    return _play_house(script, decks) if script.game in HOUSE_GAMES else _play_poker(script, decks)


def _play_house(script: Script, decks: Iterator[CardSource]) -> Played:
    house = read_house_script(script)
    desk = HouseDesk(house.game, script.book, house.table, house.meter, lambda: next(decks))
    rounds: list[dict[str, Any]] = []
    story: list[Told] = []
    refusal = None
    for number, (text, action) in enumerate(zip(script.actions, house.actions, strict=True), 1):
        try:
            if isinstance(action, NextRound):
                finished = house_round(desk)
                desk.next_round()
                rounds.append(finished)
                story.append(Told(number, text, starts_round=True))
            else:
                story.append(Told(number, text, desk.act(action)))
        except Refused as refused:
            refusal = Refusal(number, text, refused.why, refused.cites)
            break
    return Played(script, [*rounds, house_round(desk)], story, desk, refusal)


def _play_poker(script: Script, decks: Iterator[CardSource]) -> Played:
    poker = read_poker_script(script)
    desk = PokerDesk(script.book, poker.state, lambda: next(decks))
    rounds: list[dict[str, Any]] = []
    story: list[Told] = []
    refusal = None
    for number, (text, action) in enumerate(zip(script.actions, poker.actions, strict=True), 1):
        starts = isinstance(action, StartRound)
        try:
            finished = [poker_round(desk)] if starts and desk.state.round is not None else []
            story.append(Told(number, text, desk.act(action), starts_round=starts))
            rounds += finished
        except Refused as refused:
            refusal = Refusal(number, text, refused.why, refused.cites)
            break
        except Unreadable as error:
            raise Unreadable(f"action {number} {shown(text)}: {error}") from None
    if desk.state.round is not None:
        rounds.append(poker_round(desk))
    return Played(script, rounds, story, desk, refusal)


def _decks(script: Script, chance: random.Random) -> Iterator[CardSource]:
    """A deck for each round: as listed, and shuffled beyond the list."""
    for order in script.shoes:
        yield CardSource.from_order(order, chance)
    while True:
        yield CardSource.from_order((), chance)


def report(file: str, played: Played) -> dict[str, Any]:
    """The object that `--json` prints."""
    told: dict[str, Any] = {"file": file, "rulebook": played.script.book.key, "rounds": played.rounds}
    if played.refusal is not None:
        refusal = played.refusal
        told["error"] = {
            "action": refusal.action,
            "text": refusal.text,
            "why": refusal.why,
            "cites": printed(refusal.cites),
        }
    return told
