"""Everything that a live table hears: words of players and staff, reports, and commands of queue and pit.

`words` and `command` hold the whole vocabulary; each case calls the module of its subject.
"""

from collections.abc import Callable, Mapping

from croupier.base.actors import RunBy
from croupier.base.citation import Citation, printed, ruling
from croupier.base.errors import Forbidden, Refused
from croupier.base.json_answers import JsonObject, as_object
from croupier.base.sentences import says
from croupier.floor.ledger.postings import poker_moved_back
from croupier.floor.live.acts import dealers, incidents, must_move, pit_acts, real_decks, table_float
from croupier.floor.live.acts.incident_decisions import IncidentActs
from croupier.floor.live.people import house_acts
from croupier.floor.live.people.debts import check_owes_nothing, lay_out_missing
from croupier.floor.live.people.register import Register
from croupier.floor.live.state import card_reader, relocation, waiting_list, words
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.demands import check_can_deal, counted, seats_of_the_barred
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.family import Followed, GameCommand
from croupier.floor.live.state.floor_file import TableFile
from croupier.floor.live.state.floor_state import Act, FloorState
from croupier.floor.live.state.given import ChangedSign, Given, ShoeOrder, TableKeys
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, poker_game
from croupier.floor.live.state.times import moment_of
from croupier.floor.live.state.words import Spoken
from croupier.floor.live.state.work import Work
from croupier.rules.cards import Card
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import applying, at_the_table
from croupier.rules.rulebook.model import document_of

_MOSTLY = (house_cmd.PlaceBet, house_cmd.MakeDecision, house_cmd.Look, poker_cmd.TakeAction)
"""Most of what is said at a table. The game alone hears it."""
_COME_BEFORE_THE_COUNT = (words.Sits, words.TopsUp, house_cmd.PlaceBet, poker_cmd.SitDown, poker_cmd.TopUp)
"""A closing table that waits for its last count hears none of these."""
_NOT_FOR_THE_BARRED = (*_COME_BEFORE_THE_COUNT, poker_cmd.ComeBack, poker_cmd.MoveSeat)
_NAME_CARDS = (house_cmd.NameCards, poker_cmd.NameCards)
_OF_THE_DECK = (words.DeckIn, words.DeckChecked, words.Shuffled, words.DeckOut)
_HEARD_WHILE_SUSPENDED = (words.Report, words.Resumes, words.Suspends, words.TakesOver, *_OF_THE_DECK)


class AtTable:
    def __init__(self, books: FloorState, players: Mapping[str, bool], register: Register) -> None:
        """`players` says of each player whether they walked in and have no password."""
        self._books = books
        self._register = register
        self._players = players
        self.incidents = IncidentActs()
        self.demo = False
        self.draining = False
        """The house is closing: open rounds finish, no new ones begin."""
        self.shoes: dict[str, tuple[tuple[Card, ...], ...]] = {}
        """Deck orders that a demo's floor file lists for the first rounds of a table."""

    # --- What it hears --------------------------------------------------------------------------------------------

    def words(self, work: Work, table: LiveTable, command: Spoken, act: Act) -> Followed:
        """Does the floor's own acts, reports and the game's commands. Returns what the answer says in addition to the
        act."""
        name, family = table.name, family_of(table.book)
        if table.closing and isinstance(command, _COME_BEFORE_THE_COUNT) and not family.interrupted(table.game):
            raise Refused(says("table-closing", table=name))
        if self._register.barred and isinstance(command, _NOT_FOR_THE_BARRED):
            self._register.check_not_barred(holder_of(table, command) or "")
        if isinstance(command, _MOSTLY):
            return family.what_followed(work.play(name, command))
        match command:
            case words.Sits(box=box, player=player):
                self._check_player(player, table, act.who)
                _seat(work, table, player, box, lambda: house_acts.sits(work, name, command))
            case words.Frees(box=box):
                work.play(name, house_cmd.FreeBox(box))
            case words.TopsUp():
                house_acts.tops_up(work, name, command, holder_of(table, command) or "")
            case words.Leaves(box=box):
                house_acts.leaves(work, name, box, holder_of(table, command) or "")
            case words.Ready(box=box):
                house_acts.ready(work, name, box)
            case words.Suspends():
                work.play(name, family.suspend(act.reason or says("suspended-by", by=act.by)))
            case words.Resumes():
                if waiting := [each for each in table.waiting if each.suspends]:
                    raise Refused(says("incident-waits", incident=waiting[0].number))
                work.play(name, family.resume())
            case words.EndsDay():
                work.play(name, family.end_day())
            case words.DeckIn() | words.DeckChecked() | words.Shuffled() | words.DeckOut():
                real_decks.hear(work, table, command, act)
            case words.TakesBack():
                return _taken_back(work, table)
            case words.MovesOn():
                return Followed(must_move.move_on(work, table))
            case words.TakesOver():
                dealers.take_over(work, table, act.who)
            case house_cmd.CloseBets():
                check_can_deal(table, self._register.demands)
                return family.what_followed(work.play(name, command))
            case words.Deals(cards=cards):
                card_reader.deal(work, table, cards)
            case words.Report():
                return family.what_followed(incidents.report(work, table, command, act.who, act.reason))
            case house_cmd.NameCards() | house_cmd.NameHands() | poker_cmd.NameCards():
                return family.what_followed(card_reader.name(work, table, command))
            case house_cmd.OpenRound() | poker_cmd.StartRound():
                self._next_round(work, name, command)
            case poker_cmd.SitDown(player=player, seat=seat):
                self._check_player(player, table, act.who)
                check_owes_nothing(work, player)
                if not command.relocated:
                    must_move.check_joins_here(work, table, player)
                _seat(work, table, player, seat, lambda: work.play(name, command))
                return Followed(relocation.check(work, table, command) if command.relocated else ())
            case poker_cmd.MoveSeat(to=to):
                waiting_list.check_place(table, holder_of(table, command) or "", to)
                return family.what_followed(work.play(name, command))
            case poker_cmd.TopUp():
                check_owes_nothing(work, holder_of(table, command) or "")
                return family.what_followed(work.play(name, command))
            case _:
                return family.what_followed(work.play(name, command))
        return Followed()

    def command(self, work: Work, name: str, act: Act, command: cmd.Command, given: Given | None) -> Outcome:
        """Does a command of the queue, the pit or the system."""
        if isinstance(command, cmd.OpenTable):
            now = self._books.ports.clock.now()
            assert isinstance(given, TableKeys | TableFile), given
            if isinstance(given, TableKeys):
                given = pit_acts.table_asked_for(given.keys, now, demo=self.demo)
            return pit_acts.open_table(work, act, given, now)
        table = self.known(name)
        match command:
            case cmd.ChangeSign():
                assert isinstance(given, TableKeys | ChangedSign), given
                return pit_acts.change_sign(work, table, act, given)
            case cmd.CloseTable():
                return pit_acts.close_table(work, table, act)
            case cmd.StackShoe():
                assert isinstance(given, ShoeOrder), given
                return pit_acts.stack_shoe(work, table, pit_acts.shoe_asked_for(given.cards))
            case cmd.JoinWaitingList(place=place):
                self._check_open(table)
                self._register.check_not_barred(act.who.name)
                must_move.check_joins_here(work, table, act.who.name)
                waiting_list.join(work, name, act.who.name, place)
                place_in_line = len(table.queue) + 1
                told = {"id": act.id, "table": name, "do": act.do, "version": 0, "waits": place_in_line, "cites": []}
                return Outcome({"done": told})
            case cmd.LeaveWaitingList():
                self._check_open(table)
                if any(each.player == act.who.name for each in table.queue):
                    waiting_list.leave(work, name, act.who.name)
                return done(act, table=name)
            case cmd.PassPlace():
                self._check_open(table)
                waiting_list.goes_last(work, name, act.who.name, ran_out=False)
                return done(act, table=name)
            case cmd.OfferRanOut(player=player):
                waiting_list.goes_last(work, name, player, ran_out=True)
                return done(act, table=name)
            case cmd.PassOffer(player=player):
                waiting_list.leave(work, name, player)
                return done(act, table=name)
            case cmd.DecideIncident():
                return self.incidents.decide(work, table, act, command)
            case cmd.UnderstandRuling(incident=number):
                return self.incidents.understand(work, table, act, number)
            case cmd.AssignDealer():
                self._check_open(table)
                return dealers.assign(self._register, work, table, act, command)
            case cmd.AskChips() | cmd.ApproveChips() | cmd.AcknowledgeChips():
                self._check_open(table)
                return table_float.hear(self._register, work, table, act, command)
            case cmd.ReportReadCard(device=device):
                return self.incidents.read_card(work, table, act, device)
            case _:
                raise AssertionError(f"a table does not hear {type(command).__name__}")

    # --- Reading, rights ------------------------------------------------------------------------------------------

    def known(self, name: str) -> LiveTable:
        table = self._books.decided.tables.get(name)
        if table is None:
            raise Problem(Code.NOT_FOUND, says("no-such-table", table=name))
        return table

    def _check_open(self, table: LiveTable) -> None:
        if table.game.closed:
            raise Problem(Code.CLOSED, says("closed", table=table.name))

    def of_incident(self, incident: int) -> LiveTable:
        found = next((each for each in self._books.decided.tables.values() if incident in each.incidents), None)
        if found is None:
            raise Problem(Code.NOT_FOUND, says("no-such-incident", incident=incident))
        return found

    def read(self, table: LiveTable, said: list[str], who: Who) -> Spoken:
        family = family_of(table.book)
        own = words.read_floor_act(said, house_banked=family.house_banked, places=family.places(table.game))
        if own is not None:
            return own
        book = at_the_table(table.book, table.sign.dealing)
        if (report := words.read_report(said)) is not None:
            incidents.row_of(book, report.kind)
            return report
        actor = who.actor if who.role is not Role.AUDITOR else None
        if actor is None:
            raise Problem(Code.FORBIDDEN, says("auditor-acts-not"))
        return family.read(table, book, said, actor)

    def check_allowed(self, who: Who, table: LiveTable, command: Spoken, id_: str) -> None:
        if who.role is Role.AUDITOR:
            raise Problem(Code.FORBIDDEN, says("auditor-acts-not"), more={"id": id_})
        if isinstance(command, words.Report):  # everybody may report; the paragraph says who decides
            return
        try:
            dealers.check(self._register, who, table, command)
            if isinstance(command, _OF_THE_DECK):
                real_decks.check_rank(who, command)
        except Problem as problem:
            problem.more = {"id": id_, **problem.more}
            raise
        asked = _in_the_rules_words(table, command) if isinstance(command, words.OfTheFloor) else command
        if asked is None:
            return
        try:
            family_of(table.book).check_allowed(who.actor, table.game, asked, table.sign.device)
        except Forbidden as error:
            book = at_the_table(table.book, table.sign.dealing)
            cites = () if error.clause is None else (book.cite(error.clause),)
            raise Problem(Code.FORBIDDEN, error.says, cites, {"id": id_}) from None

    def check_heard(self, who: Who, table: LiveTable, command: Spoken, moment: str | None, id_: str) -> None:
        if table.game.suspended is not None and not isinstance(command, _HEARD_WHILE_SUSPENDED):
            why = says("suspended", table=table.name, why=table.game.suspended)
            raise Problem(Code.SUSPENDED, why, more={"id": id_})
        answers = family_of(table.book).answers(command)
        if moment is None and answers and who.role is Role.PLAYER:
            why = says("moment-missing")
            raise Problem(Code.UNREADABLE, why, more={"id": id_})
        if moment is not None and moment != table.moment:
            why = says("stale", given=moment[:40], moment=table.moment)
            raise Problem(Code.STALE, why, more={"id": id_, "moment": table.moment})

    # --- What follows ---------------------------------------------------------------------------------------------

    def _next_round(self, work: Work, name: str, command: house_cmd.OpenRound | poker_cmd.StartRound) -> None:
        table = work.table(name)
        if self.draining:
            raise Problem(Code.UNAVAILABLE, says("house-stopping"))
        if table.closing:
            raise Refused(says("table-closing", table=name))
        work.check_not_held(name)
        if not table.sign.names_its_version:
            now = applying(document_of(table.book), moment_of(work.at)).key
            if now != table.book:
                work.happens(name, ev.RulebookChanged(now))
        if isinstance(command, poker_cmd.StartRound):
            check_can_deal(table, self._register.demands)
            for seat in seats_of_the_barred(poker_game(work.table(name)), self._register.demands):
                work.play(name, poker_cmd.GoAway(seat))
        first = family_of(table.book).before_first_round(table.game)
        if first is not None and table.sign.button is None:
            work.play(name, first)
        work.play(name, command)

    def clear_up(self, work: Work) -> None:
        """Does what follows every act: pays out players who have left, closes a closing table, seals the next deck."""
        for name in list(work.tables):
            self._clear_up(work, name)

    def _clear_up(self, work: Work, name: str) -> None:
        real_decks.take_out(work, name)
        table = work.table(name)
        family, game = family_of(table.book), table.game
        if family.house_banked:
            house_acts.clear_up(work, name)
        else:
            lay_out_missing(work, name)
            closing = table.closing and not family.interrupted(game) and game.suspended is None and not game.closed
            if closing and counted(table):
                work.play(name, family.close())
        if work.needs_a_deck(name):
            number = work.next_deal(work.table(name))
            work.seal_next_deck(name, self.listed(name, number))
        work.note_meter(name)
        if not family.house_banked:
            must_move.follow(work, name)
        waiting_list.offer(work, name)

    def _check_player(self, player: str, table: LiveTable, who: Who) -> None:
        if player not in self._players:
            raise Refused(says("no-such-player-to-seat", player=player))
        if self._players[player] and who.staff and table.game.table.run_by is RunBy.SYSTEM:
            raise Refused(says("walk-in-needs-a-dealer", player=player, table=table.name))

    def listed(self, table: str, round_: int) -> tuple[Card, ...]:
        orders = self.shoes.get(table, ())
        return orders[round_ - 1] if round_ <= len(orders) else ()


def told(table: LiveTable, act: Act, followed: Followed, cites: tuple[Citation, ...] = ()) -> Outcome:
    """The answer to words: the act as understood, what followed, and the paragraphs."""
    cited = (*cites, *followed.cites)
    told: JsonObject = {"id": act.id, "table": table.name, "do": act.do, "version": 0, "cites": printed(cited)}
    if followed.excess:
        told["excess"] = followed.excess
    if followed.ruling:
        told["ruling"] = followed.ruling
    if followed.still is not None:
        told["still"] = as_object(followed.still)
    return Outcome({"done": told}, cites=cited)


def by_whom(who: Who, table: LiveTable, command: Spoken) -> str:
    """Who acts. Staff who act for a player are named together with the player."""
    if not who.staff:
        return who.name
    holder = holder_of(table, command)
    return who.name if holder is None or holder == who.name else f"{who.name} for {holder}"


def on_request(who: Who, table: LiveTable, command: Spoken) -> tuple[Citation, ...]:
    """The paragraph by which staff enter what a player does with bets; the entry names both."""
    if who.role is Role.PLAYER:
        return ()
    clause = family_of(table.book).on_request(who.actor, command)
    return () if clause is None else (at_the_table(table.book, table.sign.dealing).cite(clause),)


def _seat(work: Work, table: LiveTable, player: str, place: int, sit: Callable[[], object]) -> None:
    """Seats a player and ends their waiting. A place offered to a waiting player is refused to others."""
    waiting_list.check_place(table, player, place)
    try:
        sit()
    except Refused as refused:
        if not waiting_list.full(table, player, place):
            raise
        raise Refused(says("table-full", table=table.name), refused.cites) from None
    waiting_list.sat_down(work, table.name, player)


def _taken_back(work: Work, table: LiveTable) -> Followed:
    """The chips go back where they were before the entry."""
    cites = (ruling(139),)
    if table.before_entry is None:
        raise Refused(says("nothing-to-take-back"), cites)
    work.happens(table.name, ev.EntryTakenBack())
    work.post(f"table/{table.name}", poker_moved_back(table.name, poker_game(table), table.before_entry))
    return Followed(cites)


def holder_of(table: LiveTable, command: Spoken) -> str | None:
    """The player whose place an act is about."""
    if isinstance(command, words.Sits):
        return command.player
    if isinstance(command, _NAME_CARDS):
        return None  # what the dealer says about cards is not a player's act
    return family_of(table.book).holder_of(table.game, command)


def _in_the_rules_words(table: LiveTable, command: words.OfTheFloor) -> GameCommand | None:
    """The command of the rules whose right an act of the floor needs."""
    family = family_of(table.book)
    match command:
        case words.Sits(box=box, player=player):
            return house_cmd.TakeBox(box, player)
        case words.Frees(box=box) | words.TopsUp(box=box) | words.Leaves(box=box):
            return house_cmd.FreeBox(box)
        case words.Ready(box=box):
            return house_cmd.WithdrawBet(box, Spot.ANTE)
        case words.Suspends():
            return family.suspend("asked")
        case words.Resumes():
            return family.resume()
        case words.EndsDay():
            return family.end_day()
        case words.Deals(cards=cards):
            return family.deal(cards)
        case words.TakesBack():
            return poker_cmd.StartRound()
        case words.MovesOn():
            return poker_cmd.SitDown(0, "", Cents(0), relocated=True)
        case _:
            return None
