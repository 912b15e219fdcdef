"""The views of a round that each family builds in its own way."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from croupier.base.actors import Viewer
from croupier.floor.live.answers.rounds import AnyRound, HouseRound, PokerRound, WaitsFor
from croupier.floor.live.answers.said import PLAIN, Parts
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.table import LiveTable, house_game, poker_game
from croupier.floor.live.views import house_round, poker_round
from croupier.rounds.telling.arithmetic import FromTheMeter
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.jackpot.link import Link
from croupier.rules.rulebook.model import Rulebook


class FamilyViews(Protocol):
    def round(
        self,
        table: LiveTable,
        book: Rulebook,
        viewer: Viewer,
        link: Link | None,
        *,
        answers: Mapping[int, FromTheMeter] | None = None,
        also: frozenset[Card] = frozenset(),
        parts: Parts = PLAIN,
    ) -> AnyRound | None:
        """The round as this viewer sees it; None where no round has begun. `also` are cards that they have seen since,
        `answers` the meter's where the link has forgotten them, `parts` those that others see alike."""

    def with_hands(
        self,
        everybodys: Any,
        table: LiveTable,
        book: Rulebook,
        link: Link | None,
        more: frozenset[Card],
        seen: frozenset[Card],
        parts: Parts,
    ) -> AnyRound:
        """The round as a player sees it, made of everybody's: with the hands of which they see `more`. `seen` are all
        cards that they see."""

    def waiting(self, table: LiveTable, book: Rulebook, link: Link | None) -> list[WaitsFor]:
        """Whom the round waits for, and for what."""


class HouseViews:
    def round(
        self,
        table: LiveTable,
        book: Rulebook,
        viewer: Viewer,
        link: Link | None,
        *,
        answers: Mapping[int, FromTheMeter] | None = None,
        also: frozenset[Card] = frozenset(),
        parts: Parts = PLAIN,
    ) -> HouseRound:
        return house_round.house_round(table, book, viewer, link, answers=answers, also=also, parts=parts)

    def with_hands(
        self,
        everybodys: HouseRound,
        table: LiveTable,
        book: Rulebook,
        link: Link | None,
        more: frozenset[Card],
        seen: frozenset[Card],
        parts: Parts,
    ) -> HouseRound:
        return house_round.with_hands(everybodys, table, book, link, more, seen, parts)

    def waiting(self, table: LiveTable, book: Rulebook, link: Link | None) -> list[WaitsFor]:
        return house_round.waiting(table, book, HOUSE_GAMES[book.game], house_game(table), link)


class PokerViews:
    def round(
        self,
        table: LiveTable,
        book: Rulebook,
        viewer: Viewer,
        link: Link | None,
        *,
        answers: Mapping[int, FromTheMeter] | None = None,
        also: frozenset[Card] = frozenset(),
        parts: Parts = PLAIN,
    ) -> PokerRound | None:
        return poker_round.poker_round(table, book, viewer, also=also, parts=parts)

    def with_hands(
        self,
        everybodys: PokerRound,
        table: LiveTable,
        book: Rulebook,
        link: Link | None,
        more: frozenset[Card],
        seen: frozenset[Card],
        parts: Parts,
    ) -> PokerRound:
        return poker_round.with_hands(everybodys, table, more, seen, parts)

    def waiting(self, table: LiveTable, book: Rulebook, link: Link | None) -> list[WaitsFor]:
        game = poker_game(table)
        return [] if game.round is None else poker_round.waiting(table, book, game)


@cache
def views_of(book: str) -> FamilyViews:
    return HouseViews() if family_of(book).house_banked else PokerViews()
