"""An act at a table: who may say it, whether it answers what is being asked, and what comes of it."""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.actors import RunBy
from croupier.cards import Card
from croupier.citation import Citation, printed
from croupier.errors import Forbidden, Refused, Unreadable, told_by
from croupier.games.house import commands as house_cmd
from croupier.games.house.spots import Spot
from croupier.games.house.table import HouseState
from croupier.games.poker import commands as poker_cmd
from croupier.games.poker.table import PokerState
from croupier.live import commands as cmd
from croupier.live import events as ev
from croupier.live import house_acts, incidents, late_entries, reading, relocation, waiting_list, words
from croupier.live.answers.said import Ask
from croupier.live.books import Act, Books, Ticket, digest_of
from croupier.live.clocks import Timers
from croupier.live.debts import check_owes_nothing, lay_out_missing
from croupier.live.families import family_of
from croupier.live.fold import HOUSE_STREAM
from croupier.live.incidents import Waits
from croupier.live.people import ROLE_OF_RANK, SYSTEM, Role, Who
from croupier.live.problems import Code, Problem
from croupier.live.register import Register
from croupier.live.table import ASK_WAITS, LiveTable
from croupier.live.times import moment_of, printed_time
from croupier.live.views.told import told_ask
from croupier.live.work import Unaffordable, Work
from croupier.money import NOTHING, Cents
from croupier.rulebook.load import applying, at_the_table
from croupier.rulebook.model import game_of
from croupier.sentences import says, word

_HEARD_WHILE_SUSPENDED = (words.Resumes, words.Suspends)


class Acts:
    def __init__(self, books: Books, timers: Timers, players: Mapping[str, bool], register: Register) -> None:
        """Of each player, whether they walked in and have no password."""
        self._books = books
        self._register = register
        self.timers = timers
        self._players = players
        self.incidents_counted = 0
        self.ended: late_entries.Ended | None = None
        """How earlier rounds ended; nobody asks where a journal is decided again, for reports say what is due."""
        self.draining = False
        """The house stops: open rounds may finish, and no other begins."""
        self.shoes: dict[str, tuple[tuple[Card, ...], ...]] = {}
        """Orders that a demo's floor file lists for the first rounds of a table."""

    def listed(self, table: str, round_: int) -> tuple[Card, ...]:
        orders = self.shoes.get(table, ())
        return orders[round_ - 1] if round_ <= len(orders) else ()

    def act(self, who: Who, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> Ticket:
        digest = self._books.digest("act", table, do, reason)
        if (again := self._books.answered(who.name, id_, digest)) is not None:
            return again
        now = self._books.decided.tables.get(table)
        if now is None:
            raise Problem(Code.NOT_FOUND, says("no-such-table", table=table), more={"id": id_})
        try:
            said = words.split(do)
            command = self._read(now, said, who)
        except Unreadable as error:
            raise Problem(Code.UNREADABLE, told_by(error), more={"id": id_}) from None
        if now.game.closed:
            raise Problem(Code.CLOSED, says("closed", table=table), more={"id": id_})
        self._check_rights(who, now, command, id_)
        self._check_heard(who, now, command, moment, id_)
        if isinstance(command, list) and self.ended is not None:
            try:
                command = said = late_entries.with_what_is_due(self.ended, now, said)
            except Unreadable as error:
                raise Problem(Code.UNREADABLE, told_by(error), more={"id": id_}) from None
            except Refused as refused:
                raise Problem(Code.REFUSED, refused.says, refused.cites, {"id": id_}) from None
        written = reading.echoed(command.cards) if isinstance(command, words.Deals) else words.written(said)
        act = Act(who, id_, written, by=self._by(who, now, command), reason=reason, digest=digest)
        if (player := self._whose_wallet(who, now, command)) is not None:
            return self._ask(now, said, command, act, player)
        charged = self.timers.charge(now, who.name) if who.role is Role.PLAYER else ()
        ticket = self._perform(now, said, command, act, (), charged)
        if charged and ticket.status < 400:
            self.timers.charged(table, who.name)
        return ticket

    # --- Asking players -------------------------------------------------------------------------------------------

    def _whose_wallet(self, who: Who, table: LiveTable, command: Any) -> str | None:
        """The player whose chips staff want to bring to the table, where that player can be asked."""
        if not who.staff or not brought(command):
            return None
        holder = _holder(table, command)
        person = None if holder is None else self._register.find(holder)
        return None if person is None or not person.has_password else holder

    def _ask(self, table: LiveTable, said: list[str], command: Any, act: Act, player: str) -> Ticket:
        """Nothing happens yet; what could not be done is refused at once."""
        try:
            tried = Work(self._books)
            self._do(tried, table, said, command, act)
            tried.check_funds()
        except Refused as refused:
            return self._refuse(table, act, refused)
        work = Work(self._books)
        number = max((each.asks_counted for each in self._books.decided.tables.values()), default=0) + 1
        until = work.at + ASK_WAITS
        work.happens(table.name, ev.PlayerAsked(number, player, act.do, act.who.name, act.who.rank, until))
        told = {"asked": number, "id": act.id, "player": player, "until": printed_time(until)}
        return self._books.enter(work, act, f"table/{table.name}", 202, told)

    def asked(self, player: str) -> list[Ask]:
        """What waits for this player's yes."""
        at = self._books.now()
        asks = [(table.name, each) for table in self._books.shown.tables.values() for each in table.asks.values()]
        return [told_ask(table, each) for table, each in asks if each.player == player and each.until > at]

    def answer(self, who: Who, number: int, id_: str, *, yes: bool) -> Ticket:
        """With yes the act happens as staff have said it, if it still can; otherwise nothing does."""
        digest = digest_of("asked", str(number), str(yes))
        if (again := self._books.answered(who.name, id_, digest)) is not None:
            return again
        found = [table for table in self._books.decided.tables.values() if number in table.asks]
        if not found or found[0].asks[number].player != who.name:
            raise Problem(Code.NOT_FOUND, says("nothing-asked", asked=number), more={"id": id_})
        table, work = found[0], Work(self._books)
        ask = table.asks[number]
        if work.at >= ask.until:
            raise Problem(Code.REFUSED, says("asked-too-long-ago", by=ask.by), more={"id": id_})
        act = Act(who, id_, cmd.AnswerAsked(number, yes), digest=digest)
        work.happens(table.name, ev.PlayerAnswered(number, yes))
        record = work.record(f"table/{table.name}")
        record.said, record.by = f"(declines {number})", who.name
        if yes:
            record.said, record.by = ask.do, f"{ask.by} for {who.name}"
            self._do_as_asked(work, table, ask, act)
        told = {"id": id_, "asked": number, "table": table.name}
        return self._books.enter(work, act, HOUSE_STREAM, 200, {"done": told})

    def _do_as_asked(self, work: Work, table: LiveTable, ask: ev.PlayerAsked, act: Act) -> None:
        staff, said = Who(ask.by, ROLE_OF_RANK[ask.rank]), words.split(ask.do)
        command = self._read(table, said, staff)
        self._check_rights(staff, table, command, act.id)
        self._check_heard(staff, table, command, None, act.id)
        try:
            self._do(work, table, said, command, Act(staff, act.id, ask.do))
            self.clear_up(work)
            work.check_funds()
        except Refused as refused:
            raise Problem(Code.REFUSED, refused.says, refused.cites, {"id": act.id}) from None

    def say(
        self, table: str, do: str, cites: tuple[Citation, ...] = (), happened: tuple[ev.LiveEvent, ...] = ()
    ) -> Ticket | Refused:
        """The system acts by itself: a deadline has passed, or it runs the table. What is refused leaves no trace."""
        now = self._books.decided.tables[table]
        said = words.split(do)
        command = self._read(now, said, SYSTEM)
        head = self._books.decided.heads[f"table/{table}"]
        act = Act(SYSTEM, f"system/{table}/{head.seq + 1}", words.written(said))
        try:
            work, answer = self._worked_out(now, said, command, act, happened)
        except Refused as refused:
            return refused
        return self._enter(work, now, act, cites, answer)

    # --- Reading, rights ------------------------------------------------------------------------------------------

    def _read(self, table: LiveTable, said: list[str], who: Who) -> Any:
        house_banked = isinstance(table.game, HouseState)
        places = table.game.table.places if isinstance(table.game, HouseState) else table.game.table.seats
        own = words.read_floor_act(said, house_banked=house_banked, places=places)
        if own is not None:
            return own
        book = at_the_table(table.book, table.sign.dealing)
        if said[0] == "incident":
            incidents.row_of(book, said)
            return said
        actor = who.actor if who.role is not Role.AUDITOR else None
        if actor is None:
            raise Problem(Code.FORBIDDEN, says("auditor-acts-not"))
        return family_of(table.book).read(table, book, said, actor)

    def _check_rights(self, who: Who, table: LiveTable, command: Any, id_: str) -> None:
        if who.role is Role.AUDITOR:
            raise Problem(Code.FORBIDDEN, says("auditor-acts-not"), more={"id": id_})
        if isinstance(command, list):  # a report: everybody may, and the paragraph says whose decision it is
            return
        asked = _SAID_AS[type(command)](table, command) if type(command) in _SAID_AS else command
        try:
            family_of(table.book).check_allowed(who.actor, table.game, asked, table.sign.device)
        except Forbidden as error:
            book = at_the_table(table.book, table.sign.dealing)
            cites = () if error.clause is None else (book.cite(error.clause),)
            raise Problem(Code.FORBIDDEN, error.says, cites, {"id": id_}) from None

    def _check_heard(self, who: Who, table: LiveTable, command: Any, moment: str | None, id_: str) -> None:
        if table.game.suspended is not None and not isinstance(command, (list, *_HEARD_WHILE_SUSPENDED)):
            why = says("suspended", table=table.name, why=table.game.suspended)
            raise Problem(Code.SUSPENDED, why, more={"id": id_})
        answers = family_of(table.book).answers(command)
        if moment is None and answers and who.role is Role.PLAYER:
            why = says("moment-missing")
            raise Problem(Code.UNREADABLE, why, more={"id": id_})
        if moment is not None and moment != table.moment:
            why = says("stale", given=moment[:40], moment=table.moment)
            raise Problem(Code.STALE, why, more={"id": id_, "moment": table.moment})

    def _by(self, who: Who, table: LiveTable, command: Any) -> str:
        """Staff who enter what a player does are named with the player."""
        if not who.staff:
            return who.name
        holder = _holder(table, command)
        return who.name if holder is None or holder == who.name else f"{who.name} for {holder}"

    # --- Doing ----------------------------------------------------------------------------------------------------

    def _perform(
        self,
        table: LiveTable,
        said: list[str],
        command: Any,
        act: Act,
        cites: tuple[Citation, ...] = (),
        happened: tuple[ev.LiveEvent, ...] = (),
    ) -> Ticket:
        try:
            work, answer = self._worked_out(table, said, command, act, happened)
        except Waits as waits:
            if act.who.staff and not waits.only_above:  # what a player names is nobody's knowledge: they learn nothing
                act.say(incidents.by_places(table, said))
            return self._wait(table, act, waits)
        except Unreadable as unreadable:  # of a report, whose keys are read when it is known who decides it
            raise Problem(Code.UNREADABLE, told_by(unreadable), more={"id": act.id}) from None
        except Refused as refused:
            if isinstance(refused, reading.OutAlready):
                self.report_card(table, act.who)
            return self._refuse(table, act, refused)
        if isinstance(command, list) and act.who.staff:
            act.say(incidents.by_places(table, said))
        return self._enter(work, table, act, cites, answer)

    def _refuse(self, table: LiveTable, act: Act, refused: Refused) -> Ticket:
        error = Problem(Code.REFUSED, refused.says, refused.cites, {"id": act.id})
        by_rule = not isinstance(refused, Unaffordable)
        return self._books.refuse(act, f"table/{table.name}", error, by_rule=by_rule, round_=table.rounds)

    def _worked_out(
        self, table: LiveTable, said: list[str], command: Any, act: Act, happened: tuple[ev.LiveEvent, ...]
    ) -> tuple[Work, dict[str, Any]]:
        """Everything that follows, and nothing of it done yet."""
        work = Work(self._books)
        for event in happened:
            work.happens(table.name, event)
        answer = self._do(work, table, said, command, act)
        self.clear_up(work)
        work.check_funds()
        return work, answer

    def _enter(
        self, work: Work, table: LiveTable, act: Act, cites: tuple[Citation, ...], answer: dict[str, Any]
    ) -> Ticket:
        cited = (*cites, *answer.get("cites", ()))
        told = {"id": act.id, "table": table.name, "do": act.do, "version": 0, "cites": (), **answer}
        told["cites"] = printed(cited)
        return self._books.enter(work, act, f"table/{table.name}", 200, {"done": told}, cited)

    def _do(self, work: Work, table: LiveTable, said: list[str], command: Any, act: Act) -> dict[str, Any]:
        """What the answer tells beside the act."""
        if type(command) in _SAID_AS:
            self._do_on_the_floor(work, table, command, act)
            return {}
        name, family = table.name, family_of(table.book)
        match command:
            case house_cmd.NameCards() | house_cmd.NameHands() | poker_cmd.NameCards():
                return family.what_followed(reading.name(work, table, command))
            case list():
                return family.what_followed(incidents.report(work, table, said, act.who, act.reason))
            case house_cmd.OpenRound() | poker_cmd.StartRound():
                self._next_round(work, name, command)
                return {}
            case poker_cmd.MoveSeat(to=to):
                waiting_list.check_place(table, _holder(table, command) or "", to)
                return family.what_followed(work.play(name, command))
            case poker_cmd.SitDown(player=player, seat=seat):
                self._check_player(player, table, act.who)
                check_owes_nothing(work, player)
                self._seat(work, table, player, seat, lambda: work.play(name, command))
                return {"cites": relocation.check(work, table, command)} if command.relocated else {}
            case poker_cmd.DeemGone():
                (gone,) = work.play(name, command)
                return {"cites": gone.cites}
            case _:
                if isinstance(command, poker_cmd.TopUp):
                    check_owes_nothing(work, _holder(table, command) or "")
                return family.what_followed(work.play(name, command))

    def _seat(self, work: Work, table: LiveTable, player: str, place: int, sit: Callable[[], object]) -> None:
        """A place that is on offer to somebody is nobody else's; whoever has one waits for none any more."""
        waiting_list.check_place(table, player, place)
        try:
            sit()
        except Refused as refused:
            if not waiting_list.full(table, player, place):
                raise
            raise Refused(says("table-full", table=table.name), refused.cites) from None
        waiting_list.sat_down(work, table.name, player)

    def _do_on_the_floor(self, work: Work, table: LiveTable, command: Any, act: Act) -> None:
        """What the round files have no words for."""
        name, family = table.name, family_of(table.book)
        match command:
            case words.Sits(box=box, player=player):
                self._check_player(player, table, act.who)
                self._seat(work, table, player, box, lambda: house_acts.sits(work, name, command))
            case words.Frees(box=box):
                work.play(name, house_cmd.FreeBox(box))
            case words.TopsUp():
                house_acts.tops_up(work, name, command, _holder(table, command) or "")
            case words.Leaves(box=box):
                house_acts.leaves(work, name, box, _holder(table, command) or "")
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
            case words.Deals(cards=cards):
                reading.deal(work, table, cards)

    def _next_round(self, work: Work, name: str, command: Any) -> None:
        table = work.table(name)
        if self.draining:
            raise Problem(Code.UNAVAILABLE, says("house-stopping"))
        if table.closing:
            raise Refused(says("table-closing", table=name))
        work.check_not_held(name)
        if not table.sign.names_its_version:
            now = applying(game_of(table.book), moment_of(work.at)).key
            if now != table.book:
                work.happens(name, ev.RulebookChanged(now))
        chosen = table.sign.button is not None
        if isinstance(table.game, PokerState) and not table.game.started and table.game.seats and not chosen:
            lowest = min(table.game.seats)
            if table.game.button != lowest:
                work.play(name, poker_cmd.PlaceButton(lowest))
        work.play(name, command)

    def clear_up(self, work: Work) -> None:
        """What follows every act: chips of those who have left, a closing table, the next deck."""
        for name in list(work.tables):
            self._clear_up(work, name)

    def _clear_up(self, work: Work, name: str) -> None:
        table = work.table(name)
        if isinstance(table.game, HouseState):
            house_acts.clear_up(work, name)
        else:
            lay_out_missing(work, name)
            if table.closing and not table.game.playing and table.game.suspended is None and not table.game.closed:
                work.play(name, poker_cmd.CloseTable())
        if work.needs_a_deck(name):
            number = work.next_deal(work.table(name))
            work.seal_next_deck(name, self.listed(name, number))
        work.note_meter(name)
        waiting_list.offer(work, name)

    def _check_player(self, player: str, table: LiveTable, who: Who) -> None:
        if player not in self._players:
            raise Refused(says("no-such-player-to-seat", player=player))
        if self._players[player] and who.staff and table.game.table.run_by is RunBy.SYSTEM:
            raise Refused(says("walk-in-needs-a-dealer", player=player, table=table.name))

    # --- Waiting for a place --------------------------------------------------------------------------------------

    def wait(self, who: Who, table: str, id_: str, place: int | None) -> Ticket:
        books = self._books
        digest = digest_of("waiting", table, str(place))
        if (again := books.answered(who.name, id_, digest)) is not None:
            return again
        now = self._waited_for(table, id_)
        act = Act(who, id_, cmd.JoinWaitingList(place), digest=digest)
        work = Work(books)
        try:
            waiting_list.join(work, table, who.name, place)
        except Refused as refused:
            return self._refuse(now, act, refused)
        self.clear_up(work)
        return self._enter(work, now, act, (), {"waits": len(now.queue) + 1})

    def wait_no_more(self, who: Who, table: str) -> Ticket:
        """Somebody leaves the queue, or the system takes somebody out of it who has let an offer pass."""
        now = self._waited_for(table, "")
        if not any(each.player == who.name for each in now.queue):
            ticket = Ticket(200, {"done": {"id": "", "table": table}})
            ticket.resolve()
            return ticket
        return self._out_of_the_queue(now, Act(who, "", cmd.LeaveWaitingList()), who.name)

    def offer_passed(self, table: str, player: str) -> None:
        head = self._books.decided.heads[f"table/{table}"]
        act = Act(SYSTEM, f"system/{table}/{head.seq + 1}", cmd.PassOffer(player))
        self._out_of_the_queue(self._books.decided.tables[table], act, player)

    def _out_of_the_queue(self, table: LiveTable, act: Act, player: str) -> Ticket:
        work = Work(self._books)
        waiting_list.leave(work, table.name, player)
        self.clear_up(work)
        return self._books.enter(work, act, f"table/{table.name}", 200, {"done": {"id": act.id, "table": table.name}})

    def _waited_for(self, name: str, id_: str) -> LiveTable:
        table = self._books.decided.tables.get(name)
        if table is None:
            raise Problem(Code.NOT_FOUND, says("no-such-table", table=name), more={"id": id_})
        if table.game.closed:
            raise Problem(Code.CLOSED, says("closed", table=name), more={"id": id_})
        return table

    # --- Incidents ------------------------------------------------------------------------------------------------

    def _wait(self, table: LiveTable, act: Act, waits: Waits) -> Ticket:
        books = self._books
        work = Work(books)
        self.incidents_counted += 1
        waiting = incidents.wait(work, table, self.incidents_counted, act.do, act.who, waits, act.reason)
        waiting_list.offer(work, table.name)
        return self._enter_waiting(work, table, act, waiting)

    def _enter_waiting(self, work: Work, table: LiveTable, act: Act, waiting: ev.IncidentWaits) -> Ticket:
        told = {
            "id": act.id,
            "incident": waiting.number,
            "table": table.name,
            "incident_kind": waiting.kind,
            "rank": incidents.role_that_decides(waiting.rank),
            "cites": printed(waiting.cites),
        }
        return self._books.enter(work, act, f"table/{table.name}", 202, {"waiting": told}, waiting.cites)

    def report_card(self, table: LiveTable, device: Who) -> None:
        """A card came out of the device that cannot: the table waits until the dealer has looked."""
        books, said = self._books, ["incident", "foreign-card"]
        work = Work(books)
        book = work.book(table)
        row = incidents.row_of(book, said)
        head = books.decided.heads[f"table/{table.name}"]
        act = Act(SYSTEM, f"system/{table.name}/{head.seq + 1}", cmd.ReportReadCard(device.name))
        self.incidents_counted += 1
        waits = Waits(*incidents.whose(table, book, row))
        waiting = incidents.wait(work, table, self.incidents_counted, act.do, device, waits)
        waiting_list.offer(work, table.name)
        books.enter(work, act, f"table/{table.name}", 200, None, waiting.cites)

    def decide(self, who: Who, number: int, id_: str, do: str, reason: str) -> Ticket:
        """A person of rank decides what waits for them."""
        books = self._books
        digest = self._books.digest("decision", str(number), do, reason)
        if (again := books.answered(who.name, id_, digest)) is not None:
            return again
        found = next((table for table in books.decided.tables.values() if number in table.incidents), None)
        if found is None:
            raise Problem(Code.NOT_FOUND, says("no-such-incident", incident=number), more={"id": id_})
        incident = found.incidents[number]
        waiting = incident.reported
        if not who.staff or who.rank < waiting.rank:
            needed = word("rank", waiting.rank.key)
            raise Problem(Code.FORBIDDEN, says("rank-decides", rank=needed), more={"id": id_})
        try:
            said = words.split(do)
            if said != [incidents.DISMISS]:
                if said[0] != "incident":
                    raise Unreadable("a decision is incident KIND …, or dismiss")
                incidents.row_of(at_the_table(found.book, found.sign.dealing), said)
        except Unreadable as error:
            raise Problem(Code.UNREADABLE, told_by(error), more={"id": id_}) from None
        if not reason.strip():
            raise Problem(Code.UNREADABLE, says("reason-needed"), more={"id": id_})
        stream = f"table/{found.name}"
        act = Act(who, id_, cmd.DecideIncident(number, words.written(said)), reason=reason, digest=digest)
        work = Work(books)
        try:
            if incident.decided is not None:
                raise Refused(says("incident-decided", incident=number, by=incident.decided.by))
            ruled = incidents.decide(work, found, waiting, said, who, reason)
            self.clear_up(work)
            work.check_funds()
        except Waits as waits:
            work = Work(books)
            return self._enter_waiting(work, found, act, incidents.wait_for_above(work, found, waiting, waits))
        except Unreadable as error:
            raise Problem(Code.UNREADABLE, told_by(error), more={"id": id_}) from None
        except Problem as problem:
            problem.more |= {"id": id_, "incident": number}
            raise
        except Refused as refused:
            error_ = Problem(Code.REFUSED, refused.says, refused.cites, {"id": id_, "incident": number})
            return books.enter(Work(books), act, stream, 409, error_.told(), refused.cites, refused=True)
        act.say(cmd.DecideIncident(number, incidents.by_places(found, said)))
        done: dict[str, Any] = {"id": id_, "incident": number, "table": found.name, "do": act.do, "version": 0}
        if ruled.ruling:
            done |= {"ruling": ruled.ruling, "cites": printed(ruled.cites)}
        if ruled.alone:
            done["alone"] = True
        return books.enter(work, act, stream, 200, {"done": done}, ruled.cites)


def brought(command: Any) -> Cents:
    """What an act brings from the player's wallet to the table. A relocation is the pit's decision (Poker 5.4.1)."""
    match command:
        case words.Sits(amount=amount) | words.TopsUp(amount=amount) | poker_cmd.TopUp(amount=amount):
            return amount
        case poker_cmd.SitDown(stake=stake, relocated=False):
            return stake
        case _:
            return NOTHING


def _holder(table: LiveTable, command: Any) -> str | None:
    """Whose place an act is about."""
    if isinstance(command, words.Sits):
        return command.player
    if isinstance(command, house_cmd.NameCards | poker_cmd.NameCards):
        return None  # what the dealer says of cards is nobody's wish
    game = table.game
    if isinstance(game, HouseState):
        box = getattr(command, "box", None)
        if box is None:
            return None
        here = game.round.boxes.get(box)
        return game.table.players.get(box) or (here.player if here is not None else None)
    if isinstance(command, poker_cmd.SitDown):
        return command.player
    seat = game.seats.get(getattr(command, "seat", 0))
    return None if seat is None else seat.player


_SAID_AS: Mapping[type, Callable[[LiveTable, Any], Any]] = {
    words.Sits: lambda _, act: house_cmd.TakeBox(act.box, act.player),
    words.Frees: lambda _, act: house_cmd.FreeBox(act.box),
    words.TopsUp: lambda _, act: house_cmd.FreeBox(act.box),
    words.Leaves: lambda _, act: house_cmd.FreeBox(act.box),
    words.Ready: lambda _, act: house_cmd.WithdrawBet(act.box, Spot.ANTE),
    words.Suspends: lambda table, _: family_of(table.book).suspend("asked"),
    words.Resumes: lambda table, _: family_of(table.book).resume(),
    words.EndsDay: lambda table, _: family_of(table.book).end_day(),
    words.Deals: lambda table, act: family_of(table.book).deal(act.cards),
}
"""The command of the rules whose right the act of the floor asks for."""
