"""A round at a house-banked table, as one person sees it."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import cast

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.base.actors import Viewer
from croupier.base.citation import printed
from croupier.base.sentences import capital
from croupier.floor.live.answers.rounds import (
    BetTold,
    BoxAward,
    BoxTold,
    DealerTold,
    DueTold,
    HousePhase,
    HouseRound,
    Outcome,
    RoundJackpot,
    RuledTold,
    Status,
    Stood,
    WaitsFor,
)
from croupier.floor.live.answers.said import PLAIN, Parts
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.state.people import ROLE_OF_RANK
from croupier.floor.live.state.table import LiveTable, house_game
from croupier.floor.live.views.made_hands import makes
from croupier.floor.live.views.settlement_order import house_decided, house_order
from croupier.rounds.dealing.following import award_of
from croupier.rounds.telling.arithmetic import BoxArithmetic, FromTheMeter, awarded
from croupier.rounds.telling.words import net
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES, HouseGame
from croupier.rules.games.common import FACE_DOWN, Ruled
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.due import awaited, due
from croupier.rules.games.house.lines import AwardPaid, LineSettled
from croupier.rules.games.house.table import Box, HouseState, Phase, Standing
from croupier.rules.games.house.table import HouseRound as Round
from croupier.rules.games.house.view import Waiting, sees
from croupier.rules.games.irregularity import finding
from croupier.rules.jackpot.link import AwardState, Link
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import Rulebook

_STANDING: Mapping[Standing, Stood] = {
    Standing.IN_PLAY: "in-play",
    Standing.FOLDED: "folded",
    Standing.RETURNED: "returned",
}


def house_round(
    table: LiveTable,
    book: Rulebook,
    viewer: Viewer,
    link: Link | None,
    *,
    answers: Mapping[int, FromTheMeter] | None = None,
    also: frozenset[Card] = frozenset(),
    parts: Parts = PLAIN,
) -> HouseRound:
    """`answers`: the meter's, once the link has forgotten them; `also`: cards that the viewer has seen since; `parts`:
    parts of this table at this moment that others see alike."""
    state = house_game(table)
    round_, game = state.round, HOUSE_GAMES[book.game]
    seen = sees(round_, viewer) | also
    if answers is None:
        answers = _answers(table, state, link)
    lying = _lying(book, round_, seen)
    over = round_.over
    return HouseRound(
        number=state.number,
        status=cast(Status, round_.phase) if over else "open",
        phase=cast(HousePhase, round_.phase),
        void_cites=printed(round_.void) if round_.phase is Phase.VOID else UNSET,
        boxes=_boxes(table, book, round_.boxes.values(), seen, lying, answers, parts),
        dealer=parts.part(("dealer", lying[0]), lambda: _dealer(game, book, round_, seen), lying),
        board=cards_seen(round_.board if over else round_.community, seen) if game.board else UNSET,
        burnt=len(round_.burnt),
        jackpot=_jackpot(table, round_, link),
        waiting=parts.part("waiting", lambda: waiting(table, book, game, state, link)),
        incidents=[incident(ruled) for ruled in round_.incidents],
        due=_due(game, book, round_, viewer) if viewer.staff and round_.phase is Phase.SETTLING else UNSET,
        order=parts.part("order", lambda: house_order(round_), round_) if house_decided(round_) else UNSET,
    )


def with_hands(
    everybodys: HouseRound,
    table: LiveTable,
    book: Rulebook,
    link: Link | None,
    more: frozenset[Card],
    seen: frozenset[Card],
    parts: Parts,
) -> HouseRound:
    """Everybody's round, with the hands of which a player sees `more`; `seen` are all cards that the player sees."""
    state = house_game(table)
    own = [box for box in state.round.boxes.values() if not more.isdisjoint(box.cards)]
    lying = _lying(book, state.round, seen)
    told = _boxes(table, book, own, seen, lying, _answers(table, state, link), parts)
    return replace(everybodys, boxes=everybodys.boxes | told)


_Lying = tuple[frozenset[Card], *tuple[object, ...]]


def _lying(book: Rulebook, round_: Round, seen: frozenset[Card]) -> _Lying:
    """What a hand is told beside: which open cards are seen, and the round itself once payments are told, because their
    arithmetic reads all of it."""
    board, dealer, up = round_.board, round_.dealer, round_.up
    settled = round_ if round_.over or round_.settlement_made else None
    return seen.intersection((*board, *dealer, up)), book, board, dealer, round_.dealer_shown, up, settled


def _boxes(
    table: LiveTable,
    book: Rulebook,
    boxes: Iterable[Box],
    seen: frozenset[Card],
    lying: _Lying,
    answers: Mapping[int, FromTheMeter],
    parts: Parts,
) -> dict[str, BoxTold]:
    round_, game = house_game(table).round, HOUSE_GAMES[book.game]
    ready = table.ready if round_.phase is Phase.BETTING else ()
    pushed, told = round_.pushed, {}
    for box in boxes:
        number = box.number
        answer, is_ready = answers.get(number), number in ready
        make = partial(_box, game, book, round_, box, seen, answer, ready=is_ready)
        rests_on = box, answer, is_ready, pushed.get(number), lying
        told[str(number)] = parts.part((number, seen.intersection(box.cards), lying[0]), make, rests_on)
    return told


def cards_seen(cards: tuple[Card, ...], seen: frozenset[Card]) -> str:
    return " ".join(card if card in seen else FACE_DOWN for card in cards)


def incident(ruled: Ruled) -> RuledTold:
    found = finding(ruled.incident)
    told = RuledTold(ruled.incident, ruled.ruling, capital(str(found)), SentenceTold.of(found), printed(ruled.cites))
    if ruled.box is not None:
        told.box = ruled.box
    if ruled.by is not None:
        system = ruled.by.name == "system"
        told.by = ruled.by.name
        told.rank = "system" if system else ROLE_OF_RANK.get(ruled.by.rank, "pit-supervisor")
        told.reason = ruled.reason
    if ruled.alone:
        told.alone = True
    return told


def _jackpot(table: LiveTable, round_: Round, link: Link | None) -> RoundJackpot | UnsetType:
    if link is None or table.meter_before is None:
        return UNSET
    over = round_.over and table.meter_after is not None
    return RoundJackpot(link.name, dollars(table.meter_before), dollars(table.meter_after or 0) if over else UNSET)


def _answers(table: LiveTable, state: HouseState, link: Link | None) -> dict[int, FromTheMeter]:
    """The link's answers for a round that it still knows."""
    if link is None or not state.round.settlement_made:
        return {}
    found = {box: award_of(link, table.name, state.number, box) for box in state.round.boxes}
    told = {box: None if award is None else awarded(award) for box, award in found.items()}
    return {box: answer for box, answer in told.items() if answer is not None}


def _box(
    game: HouseGame,
    book: Rulebook,
    round_: Round,
    box: Box,
    seen: frozenset[Card],
    answer: FromTheMeter | None,
    *,
    ready: bool,
) -> BoxTold:
    told = BoxTold(
        player=box.player,
        looked=box.looked,
        standing=_STANDING[box.standing],
        decisions=list(box.decisions),
        bets={spot: BetTold(dollars(stake.amount)) for spot, stake in box.bets.items()},
    )
    if box.cards:
        told.hand = cards_seen(box.cards, seen)
        board = tuple(card for card in round_.board if card in seen)
        told.makes = makes(game, box.cards, board, seen, dealer=round_.dealer) or UNSET
    settled = {line.spot: line for line in box.lines} if round_.settlement_made or round_.over else {}
    if settled:
        sums = BoxArithmetic(game, book, round_, box, answer)
        told.bets |= {spot: _line(line, sums) for spot, line in settled.items()}
    if round_.over:
        told.awards = [_award(award, sums) for award in box.awards] if settled else []
        told.net = dollars(net(box.lines, box.awards))
    if (pushed := round_.pushed.get(box.number)) is not None:
        told.pushed = dollars(pushed)
    if ready:
        told.ready = True
    return told


def _line(line: LineSettled, sums: BoxArithmetic) -> BetTold:
    return BetTold(
        staked=dollars(line.staked),
        returned=dollars(line.returned),
        paid=dollars(line.paid),
        result=cast(Outcome, line.result),
        cites=printed(line.cites),
        arithmetic=sums.line(line),
    )


def _award(award: AwardPaid, sums: BoxArithmetic) -> BoxAward:
    return BoxAward(
        award=award.award,
        from_=UNSET if award.source is None else award.source,
        paid=dollars(award.paid),
        cites=printed(award.cites),
        arithmetic=sums.award(award),
    )


def _dealer(game: HouseGame, book: Rulebook, round_: Round, seen: frozenset[Card]) -> DealerTold:
    told = DealerTold()
    if round_.dealer:
        told.hand = cards_seen(round_.dealer, seen)
    if round_.up is not None and round_.up in seen:
        told.up = round_.up
    if round_.dealer and seen.issuperset(round_.dealer):
        board = tuple(card for card in round_.board if card in seen)
        told.makes = makes(game, round_.dealer, board, seen) or UNSET
        if round_.dealer_shown and game.qualifies is not None:
            told.qualifies = game.qualifies(book, round_.dealer)
    return told


def _due(game: HouseGame, book: Rulebook, round_: Round, viewer: Viewer) -> dict[str, DueTold]:
    """By box: what `settle` would do now with the open hands."""
    now = due(game.decide, game.places, book, round_, viewer)
    return {
        str(number): _settled(box, BoxArithmetic(game, book, round_, round_.boxes[number]))
        for number, box in now.boxes.items()
    }


def _settled(box: ev.BoxSettled, sums: BoxArithmetic) -> DueTold:
    return DueTold(
        bets={line.spot: _line(line, sums) for line in box.lines},
        awards=[_award(award, sums) for award in box.awards],
        net=dollars(net(box.lines, box.awards)),
    )


def waiting(table: LiveTable, book: Rulebook, game: HouseGame, state: HouseState, link: Link | None) -> list[WaitsFor]:
    if incidents := incidents_waited_for(table):
        return incidents
    if state.closed:
        return []
    if state.round.over:
        return [] if table.closing else [WaitsFor(for_="next")]
    return [_waiting(table, state, each, link) for each in awaited(game.faces_due, game.places, book, state.round)]


def incidents_waited_for(table: LiveTable) -> list[WaitsFor]:
    """What the table waits for; players' reports are not among it."""
    return [
        WaitsFor(for_="incident", incident=each.number, rank=ROLE_OF_RANK.get(each.rank, "pit-supervisor"))
        for each in table.waiting
        if each.suspends
    ]


def _waiting(table: LiveTable, state: HouseState, each: Waiting, link: Link | None) -> WaitsFor:
    told = WaitsFor(for_=each.reason)
    if each.box is not None:
        told.box = each.box
    if each.of is not None:
        told.of = each.of
    if each.due is not None:
        told.due = each.due - (len(table.held) if each.of is None and each.box is None else 0)
    if each.reason == "jackpot" and link is not None and each.box is not None:
        award = award_of(link, table.name, state.number, each.box)
        told.award = "held" if award is None or award.state is AwardState.HELD else "verifying"
    return told
