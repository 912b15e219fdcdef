"""Incidents at a live table: who reports, who decides, and what waits for the decision.

The speaker's rank counts, never a key of the report. No answer reveals where a hidden card is.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.base import sentences
from croupier.base.actors import Actor, Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused, Unreadable
from croupier.base.sentences import Sentence, says
from croupier.base.typed_fields import texts_of
from croupier.floor.journal.places import MARK
from croupier.floor.live.acts import late_entries
from croupier.floor.live.acts.late_entries import late_round
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.card_reader import check_dealt
from croupier.floor.live.state.card_reader import name as name_cards
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.family import GameEvent
from croupier.floor.live.state.people import ROLE_OF_RANK, SYSTEM, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.state.words import INCIDENT, Report, reported
from croupier.floor.live.state.work import Work
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.house import irregularities as house_rows
from croupier.rules.games.house import reports as house_reports
from croupier.rules.games.house.commands import CorrectEntry, RecordPayment, ReportIrregularity
from croupier.rules.games.house.corrections import CORRECTIONS
from croupier.rules.games.irregularity import DECIDES_LATE_ENTRIES, Irregularity
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.games.poker import irregularities as poker_rows
from croupier.rules.games.poker import ranks as poker_ranks
from croupier.rules.games.poker.commands import CorrectEntry as CorrectPokerEntry
from croupier.rules.games.poker.commands import RecordPayment as RecordPokerPayment
from croupier.rules.games.poker.commands import ReportIrregularity as ReportPokerIrregularity
from croupier.rules.games.poker.corrections import CORRECTIONS as POKER_CORRECTIONS
from croupier.rules.games.sealed import check_heard, check_said
from croupier.rules.rulebook.model import Rulebook

SUPPLIED_BY_WHO_DECIDES = frozenset({"reconstructable", "intentional", "first", "second", "policy", "ruling", "again"})
DRAWN_TOGETHER = ("first", "second")
DISMISS = "dismiss"
OTHER = "other"
"""The kind of an incident that no paragraph names."""
Correction = CorrectEntry | RecordPayment | CorrectPokerEntry | RecordPokerPayment
Reported = ReportIrregularity | ReportPokerIrregularity | Correction
"""A report as a command of the rules."""
_WORKED_OUT = ("due=", "round=")
"""Keys of a report that the system adds; people need not repeat them."""


def supplied_by_who_decides(word: str) -> bool:
    return word.partition("=")[0] in SUPPLIED_BY_WHO_DECIDES


class Waits(Exception):
    """Raised when the reporter's rank is too low: the report waits for this rank."""

    def __init__(self, rank: Rank, cites: Sequence[Citation], *, only_above: bool = False, stops: bool = True) -> None:
        super().__init__(rank.words)
        self.stops = stops
        """Whether the table waits until the decision."""
        self.rank = rank
        self.cites = tuple(cites)
        self.only_above = only_above


def report(work: Work, table: LiveTable, said: Report, who: Who, reason: str | None) -> tuple[GameEvent, ...]:
    """Rules at once if the reporter's rank suffices; otherwise raises `Waits`. `reason` is None in previews, which need
    no reason."""
    book = work.book(table)
    row = row_of(book, said.kind)
    if table.sign.cards is Faces.SEALED:
        check_said(said.kind, said.details)
    if late_round(table, said) is not None:
        raise Waits(DECIDES_LATE_ENTRIES, (book.cite(row.clause), *row.beside), stops=False)
    command = _read(table, said, who.actor, row, book)
    if command is None:  # the decider supplies the rest
        raise Waits(*whose(table, book, row))
    if who.rank is Rank.SHIFT_MANAGER and who is not SYSTEM and hasattr(command, "alone"):
        command = replace(command, alone=True)
    events = _ruled(work, table, command, row, reason or "")
    if _undoes(events):
        if who.rank < Rank.SHIFT_MANAGER:
            raise Waits(Rank.PIT_SUPERVISOR, (book.cite(row.clause), ruling(107)))  # nobody confirms their own report
        if reason is not None and not reason.strip():
            raise Refused(says("reason-needed"), (book.cite(row.clause), ruling(107)))
    return events


def _undoes(events: Sequence[GameEvent]) -> bool:
    """Whether a settlement was made again or voided."""
    return any(isinstance(event, house_ev.SettlementUndone | poker_ev.PotsGivenOutAgain) for event in events)


def by_places(table: LiveTable, said: Report) -> str:
    """The report as stored and shown: names of face-down cards become places (`#07`), which reports may use too."""
    state = house_state(table)
    if table.sign.cards is not Faces.READER or state is None:
        return str(said)
    down = {card: place for place, card in enumerate(state.round.dealt, 1)}
    for card in family_of(table.book).public_cards(table.game):
        down.pop(card, None)
    pairs = [(word, word.partition("=")) for word in said.words]
    return " ".join(
        f"{key}={MARK}{down[Card(card)]}" if key in DRAWN_TOGETHER and card in down else word
        for word, (key, _, card) in pairs
    )


def _ruled(work: Work, table: LiveTable, command: Reported, row: Irregularity, reason: str) -> tuple[GameEvent, ...]:
    if reason:
        command = replace(command, reason=reason)
    if isinstance(command, Correction):
        return _corrected(work, table, command)
    if table.sign.cards is Faces.SEALED:
        check_heard(command.incident, command)
    elif getattr(command, "shoe", ()):
        raise Refused(says("reshuffled-cards-are-read"), (ruling(40),))
    if row.of_dealt_cards:
        check_dealt(work.book(table), table)
    try:
        return work.play(table.name, command)
    except Refused as refused:
        if refused.left_to is not None and command.by.rank < refused.left_to:
            if command.by.rank >= Rank.DEALER:  # a player's report stops no table, so its answer reveals nothing
                _check_lies_there(work, table, command)
            raise Waits(refused.left_to, refused.cites) from None
        if refused.tells_cards and table.sign.cards is not Faces.SEALED:
            raise _lies_elsewhere(command, refused) from None
        raise


def _corrected(work: Work, table: LiveTable, command: Correction) -> tuple[GameEvent, ...]:
    """Refuses impossible corrections at once, whatever rank would decide them."""
    try:
        if isinstance(command, CorrectEntry | CorrectPokerEntry):
            return tuple(name_cards(work, table, command))
        return work.play(table.name, command)
    except Refused as refused:
        if refused.left_to is None or command.by.rank >= refused.left_to:
            raise
        if command.by.rank >= Rank.DEALER:  # a player must not learn cards by asking
            _check_can_be(work, table, command)
        raise Waits(refused.left_to, refused.cites) from None


def _check_can_be(work: Work, table: LiveTable, command: Correction) -> None:
    """Refuses what the decider would be refused, except where the refusal would reveal a face-down card."""
    refused = _refused_to_decider(work, table, command)
    if refused is not None and not refused.tells_cards:
        raise refused


def _check_lies_there(work: Work, table: LiveTable, command: Reported) -> None:
    """Checks that the named cards are where the report says, before anybody decides."""
    if any(texts_of(command, Card)):
        refused = _refused_to_decider(work, table, command)
        if refused is not None and refused.tells_cards:
            raise _lies_elsewhere(command, refused)


def _refused_to_decider(work: Work, table: LiveTable, command: Reported) -> Refused | None:
    """The refusal that a Shift Manager with the same words would get; nothing happens at the table."""
    deciding = replace(command, by=Actor(Rank.SHIFT_MANAGER, command.by.name))
    try:
        family_of(table.book).advance(work.book(table), table.game, deciding)
    except Refused as refused:
        return refused
    return None


def _lies_elsewhere(command: Reported, refused: Refused) -> Exception:
    """The refusal in words that reveal no hidden card. Places are public."""
    if all(card.startswith(MARK) for card in texts_of(command, Card)):
        return Refused(says("places-not-one-after-the-other"), refused.cites)
    return Waits(Rank.SHIFT_MANAGER, refused.cites, only_above=True)


def _read(table: LiveTable, said: Report, actor: Actor, row: Irregularity, book: Rulebook) -> Reported | None:
    given = {word.partition("=")[0] for word in said.details}
    missing = row.required - given
    if missing and missing <= SUPPLIED_BY_WHO_DECIDES and actor.rank < row.decided_by:
        _check_keys(said, row)
        return None
    return _as_command(table, book, said, actor)


def _as_command(table: LiveTable, book: Rulebook, said: Report, actor: Actor) -> Reported:
    command = family_of(table.book).read(table, book, said.words, actor)
    assert isinstance(command, Reported), said
    return command


def _check_keys(said: Report, row: Irregularity) -> None:
    for word in said.details:
        key, equals, _ = word.partition("=")
        if not equals or key not in row.keys:
            raise Unreadable(f"unknown key {word!r} in this report; expected: {', '.join(sorted(row.keys))}")


def rows_of(book: Rulebook) -> dict[str, Irregularity]:
    """This rulebook's irregularities by kind, in the order of the paragraphs."""
    game = HOUSE_GAMES.get(book.game)
    if game is not None:
        known = {str(kind): row for kind, row in house_rows.IRREGULARITIES.items() if kind in game.incidents}
        return {**known, **CORRECTIONS}
    heard = poker_rows.known_to(book)
    known = {str(kind): row for kind, row in poker_rows.IRREGULARITIES.items() if kind in heard}
    return {**known, **POKER_CORRECTIONS}


def whose(table: LiveTable, book: Rulebook, row: Irregularity) -> tuple[Rank, tuple[Citation, ...]]:
    """Who decides such a report now, and by which paragraphs, as far as the kind alone decides that."""
    state, cites = house_state(table), (book.cite(row.clause), *row.beside)
    if state is None:
        return row.decided_by, (*cites, poker_ranks.on_ranks(poker_game(table).round))
    undoes = row.undoes_settlement and state.round.settlement_made
    least = Rank.PIT_SUPERVISOR if undoes else Rank.DEALER
    return max(row.decided_by, least), (*cites, house_reports.on_ranks(state.round))


def row_of(book: Rulebook, kind: str) -> Irregularity:
    """This rulebook's row of a kind."""
    rows = rows_of(book)
    if kind in rows:
        return rows[kind]
    raise Unreadable(f"incident {kind[:40]!r} is unknown to {book.key}; known: {', '.join(sorted(rows))}")


def wait(
    work: Work, table: LiveTable, number: int, do: str, who: Who, waits: Waits, reason: str = ""
) -> ev.IncidentWaits:
    """Keeps a report waiting. A player's report goes to the pit and stops nothing."""
    waiting = ev.IncidentWaits(
        number=number,
        do=do,
        kind=do.split()[1],
        by=who.name,
        rank=waits.rank,
        cites=waits.cites,
        round=table.rounds,
        at=work.at,
        suspends=who.staff and waits.stops,
        only_above=waits.only_above,
        reason=reason,
    )
    work.happens(table.name, waiting)
    _keep_waiting(work, table.name)
    return waiting


def _keep_waiting(work: Work, name: str) -> None:
    """Keeps the table suspended while an incident waits that must be decided first."""
    table = work.table(name)
    first = next((each for each in table.waiting if each.suspends), None)
    if first is not None and table.game.suspended is None and not table.game.closed:
        work.play(name, family_of(table.book).suspend(why_suspended(first)))


def _go_on(work: Work, table: LiveTable, waiting: ev.IncidentWaits) -> None:
    if table.game.suspended == why_suspended(waiting):
        work.play(table.name, family_of(table.book).resume())


def why_suspended(waiting: ev.IncidentWaits) -> Sentence:
    rank = sentences.word("role", role_that_decides(waiting.rank))
    return says("incident-waits-for", incident=waiting.number, rank=rank)


def _signs_in_as(rank: Rank) -> Rank:
    return Rank.PIT_SUPERVISOR if rank is Rank.PIT_MANAGER else rank


def role_that_decides(rank: Rank) -> str:
    return ROLE_OF_RANK[_signs_in_as(rank)]


def decide(
    work: Work, table: LiveTable, waiting: ev.IncidentWaits, ruled: Report | None, who: Who, reason: str
) -> ev.IncidentDecided:
    """Decides an incident; `ruled` is None for a dismissal. Raises `Waits` again if a named card is not there."""
    events: tuple[GameEvent, ...] = ()
    own = waiting.by == who.name
    _go_on(work, table, waiting)
    if ruled is not None:
        _check_decision(waiting, ruled, who)
        report = reported(waiting.do)
        if report.value_of("due") is not None:
            return _decide_later(work, table, waiting, report, who, reason)
        book = work.book(work.table(table.name))
        row = row_of(book, ruled.kind)
        if not can_be_decided(table, waiting, row):
            why = says("reported-earlier", round=waiting.round, now=table.rounds)
            raise Refused(why, (ruling(50),))
        command = _as_command(table, book, ruled, who.actor)
        if hasattr(command, "alone"):
            command = replace(command, alone=own)
        try:
            events = _ruled(work, work.table(table.name), command, row, reason)
        except Waits as waits:
            if waits.only_above:
                raise
            raise Refused(says("rank-decides", rank=sentences.word("rank", waits.rank.key)), waits.cites) from None
        if own and who.rank < Rank.SHIFT_MANAGER and _undoes(events):
            raise Problem(
                Code.SECOND_PERSON, says("own-report", incident=waiting.number), (ruling(107),), _about(waiting)
            )
    followed = family_of(table.book).what_followed(events)
    decided = ev.IncidentDecided(
        waiting.number,
        DISMISS if ruled is None else by_places(table, ruled),
        who.name,
        who.rank,
        reason,
        work.at,
        followed.ruling,
        followed.cites,
        alone=own and _undoes(events),
        round=table.rounds,
    )
    work.happens(table.name, decided)
    _keep_waiting(work, table.name)
    return decided


def departs(report: ev.IncidentWaits, decided: ev.IncidentDecided) -> bool:
    """Whether the Shift Manager ruled by discretion where a paragraph says what is ruled."""
    return decided.do.startswith(INCIDENT) and OTHER == reported(decided.do).kind != report.kind


def _about(waiting: ev.IncidentWaits) -> dict[str, int]:
    return {"incident": waiting.number}


def _decide_later(
    work: Work, table: LiveTable, waiting: ev.IncidentWaits, report: Report, who: Who, reason: str
) -> ev.IncidentDecided:
    """Posts the correction of a payment in an earlier round. It takes two people (R-110)."""
    if waiting.by == who.name:
        raise Problem(Code.SECOND_PERSON, says("own-report", incident=waiting.number), (ruling(110),), _about(waiting))
    late_entries.post(work, table, report, waiting.cites)
    decided = ev.IncidentDecided(
        waiting.number, waiting.do, who.name, who.rank, reason, work.at, "corrected", waiting.cites, round=table.rounds
    )
    work.happens(table.name, decided)
    return decided


def can_be_decided(table: LiveTable, waiting: ev.IncidentWaits, row: Irregularity) -> bool:
    """Whether a decision is still in time: a player's report stops no table, so the next round may have begun."""
    return waiting.round == table.rounds or row.of_the_jackpot


def wait_for_above(work: Work, table: LiveTable, waiting: ev.IncidentWaits, waits: Waits) -> ev.IncidentWaits:
    """The decision named a card that is not there: from now on only the Shift Manager can decide it."""
    again = replace(waiting, rank=waits.rank, cites=waits.cites, suspends=True, only_above=True)
    _go_on(work, table, waiting)
    work.happens(table.name, again)
    _keep_waiting(work, table.name)
    return again


def _check_decision(waiting: ev.IncidentWaits, ruled: Report, who: Who) -> None:
    report = reported(waiting.do)
    if ruled.kind == OTHER and who.rank >= Rank.SHIFT_MANAGER:
        return
    if waiting.only_above:
        raise Refused(says("dismiss-or-rule"))
    if ruled.kind != report.kind:
        raise Refused(says("decision-begins-with", report=f"{INCIDENT} {report.kind}"))
    found = [word for word in report.details if not supplied_by_who_decides(word) and not word.startswith(_WORKED_OUT)]
    if missing := [word for word in found if word not in ruled.details]:
        raise Refused(says("decision-keeps-report", report=" ".join(missing)))
