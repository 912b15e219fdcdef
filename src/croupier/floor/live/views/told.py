"""What a document has the dealer announce, tell a player or display, with its paragraph."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec.structs import replace

from croupier.base.citation import Citation, printed, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import Sentence, listed, says, word
from croupier.floor.live.answers.said import Ask
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.answers.tables import Notice
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.state.times import printed_time
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.life import refused_next
from croupier.rules.games.house.table import HouseState, Phase
from croupier.rules.games.irregularity import verdict
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.opening import start
from croupier.rules.games.poker.out_of_turn import binding
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.load import at_the_table, versions
from croupier.rules.rulebook.model import Rulebook

A_DAY = timedelta(days=1)


def notice(sentence: Sentence, *cites: Citation) -> Notice:
    return Notice(str(sentence), SentenceTold.of(sentence), printed(cites))


def said(table: LiveTable, book: Rulebook) -> Notice | None:
    """The last announcement."""
    if (state := house_state(table)) is not None:
        if state.round.phase is Phase.BETTING:
            return notice(says("call.bets"), book.cite(House.BETTING_OPENS))
        return notice(says("call.no-more-bets"), book.cite(House.BETTING_CLOSES))
    if table.game.round is None:
        return None
    return notice(says("call.blinds"), book.cite(Poker.BUTTON_MOVES_CLOCKWISE))


def debt_notice(owed: int) -> Iterator[Notice]:
    if owed:
        yield notice(says("you-owe", amount=dollars(owed)), ruling(108))


def notices_for(table: LiveTable, book: Rulebook, who: Who) -> list[Notice]:
    reports = list(_of_their_reports(table, who.name)) if table.incidents else []
    if who.role is not Role.PLAYER:
        return reports
    if (state := house_state(table)) is not None:
        return [*reports, *_at_the_layout(state, book, who.name)]
    return [*reports, *_at_the_seat(poker_game(table), book, who.name)]


def _of_their_reports(table: LiveTable, reporter: str) -> Iterator[Notice]:
    """What became of the incidents that somebody reported, until the next round begins."""
    for incident in table.incidents.values():
        decided = incident.decided
        if decided is None or incident.reported.by != reporter or decided.round != table.rounds:
            continue
        told = says(
            "notice.report-decided",
            incident=decided.number,
            ruling=verdict(decided.ruling or "dismissed"),
            by=decided.by,
            reason=says("own-words", text=decided.reason),
            now=_what_to_do(table, decided.ruling),
        )
        arrived = notice(told, *decided.cites)
        arrived.incident = decided.number
        if incident.understood is not None:
            arrived.understood = printed_time(incident.understood.at)
        yield arrived


def _what_to_do(table: LiveTable, ruling: str) -> Sentence:
    game = table.game
    if game.suspended is not None:
        return says("now.wait")
    if ruling == "void":
        return says("now.bets-back")
    if (state := house_state(table)) is not None:
        if state.round.choosing:
            return says("now.boxes-choose", boxes=listed(sorted(state.round.choosing)))
        if state.round.over:
            return says("now.pay-again") if state.round.undone else says("now.next-round")
    return says("now.go-on")


def _at_the_layout(state: HouseState, book: Rulebook, player: str) -> Iterator[Notice]:
    round_ = state.round
    own = [box for box in round_.boxes.values() if box.player == player]
    if len(own) > 1:
        yield notice(says("notice.one-hand-only"), book.cite(House.OTHER_HANDS_UNSEEN))
    if round_.phase is not Phase.BETTING:
        return
    for box in own:
        for spot, stake in box.bets.items():
            limits = round_.table.limits.get(spot)
            if limits is not None and stake.amount < limits.low:
                bet, low = dollars(stake.amount), dollars(limits.low)
                lies = says("notice.below-minimum", spot=word("spot", spot), amount=bet, box=box.number, least=low)
                yield notice(lies, book.cite(House.BELOW_MINIMUM))


def _at_the_seat(state: PokerState, book: Rulebook, player: str) -> Iterator[Notice]:
    """What joining or coming back costs in the next round."""
    found = next(((number, seat) for number, seat in state.seats.items() if seat.player == player), None)
    if found is None:
        return
    number, seat = found
    if state.playing:
        yield from _out_of_turn(state, book, number)
        return
    if not (seat.newcomer or seat.missed or seat.waits):
        return
    if seat.away:  # as if they came back now
        state = replace(state, seats={**state.seats, number: replace(seat, away=False)})
    try:
        started, posts = start(book, state)
    except Refused:
        return  # they cannot be dealt in yet
    reasons = started.reasons.get(number, ())
    post = next((each for each in posts if each.seat == number), None)
    if number not in started.order:
        text = says("notice.back-and-wait") if seat.away else says("notice.you-wait")
    elif post is not None and number not in (started.big_blind, started.small_blind):
        text, reasons = _to_pay(dollars(post.live + post.dead), post.dead, away=seat.away), (*reasons, *post.cites)
    else:
        text = says("notice.back-and-pay-nothing") if seat.away else says("notice.you-pay-nothing")
    rule = book.cite(Poker.MISSED_BLINDS_BOTH_PAID if seat.missed else Poker.NEW_PLAYER_POSTS)
    yield notice(text, *dict.fromkeys((*reasons, rule)))


def _out_of_turn(state: PokerState, book: Rulebook, seat: int) -> Iterator[Notice]:
    """From the attempt until the player's turn comes (5.12)."""
    assert state.round is not None
    if seat in state.round.out_of_turn:
        yield notice(says("notice.out-of-turn"), *binding(book, state, seat))


def _to_pay(amount: str, dead: Cents, *, away: bool) -> Sentence:
    if not dead:
        return says("notice.back-and-pay", amount=amount) if away else says("notice.you-pay", amount=amount)
    if away:
        return says("notice.back-and-pay-dead", amount=amount, dead=dollars(dead))
    return says("notice.you-pay-dead", amount=amount, dead=dollars(dead))


def on_the_sign(table: LiveTable, now: datetime) -> Iterator[Notice]:
    if (state := house_state(table)) is not None:
        yield from _not_taken(state, at_the_table(table.book, table.sign.dealing))
    if not table.sign.names_its_version:
        for book in versions(table.sign.rulebook):
            if now < book.effective <= now + A_DAY and book.key != table.book:
                hour = book.effective.strftime("%d %B %Y, %H%M")
                yield notice(says("notice.next-version", hour=hour, book=book.key))


def _not_taken(state: HouseState, book: Rulebook) -> Iterator[Notice]:
    """While the jackpot system is down: in this round, or in the next one once this one is over (5.17.2, 5.18.2)."""
    sign = state.round.table
    jackpot, boxes = sign.jackpot_refused, sign.boxes_refused
    if state.round.over:
        try:
            jackpot, boxes = refused_next(book, state)
        except Refused as refused:
            yield notice(says("notice.no-bets", why=refused.says), *refused.cites)
            return
    if jackpot:
        yield notice(says("notice.no-jackpot-bets"), *jackpot)
    for box, cites in boxes.items():
        yield notice(says("notice.no-bets-on-box", box=box), *cites)


def told_ask(table: str, ask: ev.PlayerAsked) -> Ask:
    """The question as the player sees it."""
    return Ask(ask.number, table, ask.do, ask.by, printed_time(ask.until))
