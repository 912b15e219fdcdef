"""What must hold after every commit, worked out from what is durable and from nothing that the floor says of itself."""

import re
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from croupier.base.actors import Rank
from croupier.floor.journal.entry import Body, Entry, decode_body
from croupier.floor.live.floor import Floor
from croupier.floor.live.recovery import RoundRecovered
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import house_events as house_ev
from croupier.floor.live.state.fold import HOUSE_CODEC, LINK_CODEC, TableFold
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.ports import Keys
from croupier.floor.live.state.problems import read_answer
from croupier.floor.live.state.table import LiveTable
from croupier.floor.store.simulated import SimulatedDisk, SimulatedStore
from croupier.rules.games.common import Faces
from croupier.rules.games.house.events import SettlementUndone
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot import events as link_ev
from croupier.rules.jackpot.evolve import evolve as evolve_link
from croupier.rules.jackpot.link import Link
from croupier.rules.jackpot.reconciliation import reconciliation
from croupier.rules.money import cents
from tests.as_json import as_json
from tests.floor_sim import secrecy
from tests.floor_sim.verdict import cell, verdict

UNAFFORDABLE = ("not-enough-in-wallet", "not-enough-chips", "account-too-large")
NEGATIVE = ("cage", "house", "tray")
HEARD_WHILE_SUSPENDED = ("incident", "resume", "suspend", "dismiss", "(")
CARD = re.compile(rb"(?<![A-Za-z0-9#])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
_json = msgspec.json.Encoder(order="sorted").encode


VERSION_7 = 1_681_862_400_000_000
"""2023-04-19 at eight in the morning in Singapore."""


class Violation(Exception):
    """Something that must hold does not."""

    def __init__(self, invariant: str, why: str) -> None:
        super().__init__(f"{invariant}: {why}")
        self.invariant = invariant


def must(holds: bool, invariant: str, why: str) -> None:
    if not holds:
        raise Violation(invariant, why)


class Referee:
    def __init__(self, disk: SimulatedDisk, keys: Keys, players: Collection[str]) -> None:
        self._disk = disk
        self.players = players
        self._keys = keys
        self._reading = SimulatedStore(disk)
        self._heads: dict[str, Entry] = {}
        self._decks = 0
        self._asked = 0
        self.folds: dict[str, TableFold] = {}
        self.links: dict[str, Link] = {}
        self.balances: dict[str, int] = defaultdict(int)
        self.acknowledged: dict[tuple[str, str], tuple[int, Any]] = {}
        self.nets: dict[tuple[str, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
        """By table and round, what each player has won or lost in it so far."""
        self.left: dict[str, set[str]] = defaultdict(set)
        """By table: who has left and not sat down again."""
        self.dealt_once: set[tuple[str, str, int]] = set()
        self.paid: Counter[tuple[str, int]] = Counter()
        self.owed: Counter[str] = Counter()
        self._written_off_by: dict[int, str] = {}
        self._refused: set[tuple[str, str]] = set()
        """Who was refused, and why, in some entry."""
        self._refusals: set[tuple[str, ...]] = set()
        self.moments: dict[str, tuple[str, str]] = {}
        self.reached: Counter[str] = Counter()
        self.entries = 0
        self.last: dict[str, Body] = {}
        self.places: dict[tuple[str, int], str] = {}
        """Who had a box last."""

    # --- Every commit ---------------------------------------------------------------------------------------------

    def committed(self, floor: Floor | None) -> list[tuple[Entry, Body]]:
        """One batch more is durable; `floor` is None where nobody was told."""
        new = self._new_entries()
        before = {stream: self._table(stream) for stream, _ in self._streams(new)}
        moved: set[str] = set()
        for entry, body in new:
            self._entry(entry, body)
            for posting in body.post:
                self.balances[posting.account] += posting.amount
                moved.add(posting.account)
        must(sum(self.balances.values()) == 0, "I1", "all accounts together are not nothing")
        for player, owed in self.owed.items():
            held = self.balances[f"owed/{player}"]
            must(held == owed, "R-108", f"{player} owes {owed}, and {held} stands in the ledger")
        for account in moved:
            negative = account.partition("/")[0] in NEGATIVE
            must(negative or self.balances[account] >= 0, "I2", f"{account} holds {self.balances[account]}")
        for entry, body in new:
            kind, _, name = entry.stream.partition("/")
            if kind == "link":
                self._link(name, body)
        for entry, body in new:
            kind, _, name = entry.stream.partition("/")
            if kind == "table":
                self._at_a_table(name, entry, body, before[entry.stream])
        self._check_decks()
        self._check_snapshots()
        self._check_rows(new)
        for name, link in self.links.items():
            self._check_link(name, link)
        if floor is not None:
            told = {each["player"]: cents(each["owed"]) for each in as_json(floor.debts.all())}
            must(told == +self.owed, "R-108", f"the floor says {told}, but {+self.owed} is owed")
            self._check_shown(floor, {stream for stream, _ in self._streams(new)}, moved)
        return new

    def _streams(self, new: list[tuple[Entry, Body]]) -> list[tuple[str, Entry]]:
        return [(entry.stream, entry) for entry, _ in new]

    def _table(self, stream: str) -> LiveTable | None:
        fold = self.folds.get(stream.removeprefix("table/"))
        return None if fold is None else fold.table

    def _new_entries(self) -> list[tuple[Entry, Body]]:
        new = []
        for stream, entries in self._disk.entries.items():
            last = self._heads.get(stream)
            for entry in entries[0 if last is None else last.seq :]:
                self._check_chain(stream, entry)
                self._heads[stream] = entry
                new.append((entry, decode_body(entry.body)))
        self.entries += len(new)
        return new

    def _check_chain(self, stream: str, entry: Entry) -> None:
        last = self._heads.get(stream)
        seq, before, epoch = (0, bytes(32), 0) if last is None else (last.seq, last.hash, last.epoch)
        must(entry.stream == stream and entry.seq == seq + 1, "I11", f"{stream} {entry.seq} follows {seq}")
        must(last is None or entry.at >= last.at, "contract 23", f"{stream} {entry.seq}: time goes back")
        must(entry.epoch >= epoch and entry.epoch == self._disk.epoch, "I11", f"{stream} {entry.seq}: {entry.epoch}")
        text = f"{stream}\n{entry.seq}\n{entry.at}\n{entry.epoch}\n".encode()
        must(sha256(before + text + entry.body).digest() == entry.hash, "I12", f"{stream} {entry.seq}: wrong hash")

    def _entry(self, entry: Entry, body: Body) -> None:
        where = f"{entry.stream} {entry.seq}"
        must(sum(posting.amount for posting in body.post) == 0, "I1", f"{where}: unbalanced {body.post}")
        if body.refused:
            must(
                not body.post and bytes(body.then) == b"[]" and not body.decks, "refusal", f"{where} changes something"
            )
        if entry.stream == "house":
            for event in HOUSE_CODEC.decode(body.v, body.then):
                self._debts(where, event, body.by)
        if entry.stream.startswith("table/"):
            name = entry.stream.removeprefix("table/")
            fold = self.folds.get(name)
            if fold is None:
                fold = self.folds[name] = TableFold(self._reading, self._keys, entry.stream)
            fold.add(entry)

    # --- A table --------------------------------------------------------------------------------------------------

    def _at_a_table(self, name: str, entry: Entry, body: Body, before: LiveTable | None) -> None:
        table = self.folds[name].table
        assert table is not None
        where = f"{name} {entry.seq} {body.do!r} by {body.by}"
        secrecy.check_entry(where, table, body)
        self._check_once(name, body)
        if body.refused:
            must(before is None or before == table, "refusal", f"{where} changed the table")
            self._check_refusal(where, table, entry, body)
            return
        if before is not None:
            self._check_undoing(where, before, table, body)
            self._check_rights(where, before, body)
            self._check_moment(where, before, table)
            self._check_round_begins(where, entry, before, table)
        must(body.by not in table.silences, "R-41", f"{where}: who speaks is counted as silent")
        self._count(name, table, body)
        self._check_leavers(where, name, table, body)
        if isinstance(table.game, HouseState):
            self._check_house_round(where, name, table, table.game)
        else:
            self._check_poker_round(where, name, table, table.game)

    def _debts(self, where: str, event: object, by: str) -> None:
        match event:
            case house_ev.ChipsOwed(player=player, amount=amount):
                self.owed[player] += amount
                self.nets[event.table, event.round][player] -= amount  # the House has laid it out
                self.reached["a debt"] += 1
            case house_ev.DebtPaid(player=player, amount=amount):
                self.owed[player] -= amount
                self.reached["a debt is paid"] += 1
            case house_ev.WriteOffAsked(number=number):
                self._written_off_by[number] = by
            case house_ev.DebtWrittenOff(number=number, player=player, amount=amount):
                self.owed[player] -= amount
                must(self._written_off_by[number] != by, "R-108", f"{where}: {by} has asked for it, too")
                self.reached["a debt is written off"] += 1
            case _:
                pass

    def _check_undoing(self, where: str, before: LiveTable, table: LiveTable, body: Body) -> None:
        """Nobody undoes a settlement on their own report, or it is marked (R-107)."""
        events = self.folds[table.name].events
        if not any(isinstance(event, SettlementUndone) for event in events):
            return
        decided = next((event for event in events if isinstance(event, ev.IncidentDecided)), None)
        if decided is None and not body.do.startswith("incident "):
            return
        reporter = body.by if decided is None else before.incidents[decided.number].reported.by
        own = reporter == body.by
        must(not own or body.rank == Rank.SHIFT_MANAGER, "R-107", f"{where}: {reporter} has reported it")
        assert isinstance(table.game, HouseState)
        must(table.game.round.incidents[-1].alone == own, "R-107", f"{where}: alone is marked wrongly")

    def _check_refusal(self, where: str, table: LiveTable, entry: Entry, body: Body) -> None:
        """Players fill no disk with what they cannot pay, nor with one mistake in one round (contract 21)."""
        who = body.by.partition(" for ")[0]
        code = _refused_for(msgspec.json.decode(body.answer)[1])
        self._refused.add((who, code))
        self.reached[f"refused: {code}"] += 1
        if who in self.players:
            must(code not in UNAFFORDABLE, "contract 21", f"{where}: no rule refused it")
            same = (who, table.name, str(entry.epoch), str(table.rounds), body.do, code)
            must(same not in self._refusals, "contract 21", f"{where}: refused before for {code}")
            self._refusals.add(same)

    def _check_once(self, name: str, body: Body) -> None:
        """An interruption is ruled on once, however often recovery itself is interrupted."""
        if body.id.startswith("recovery/") and body.do.startswith("incident"):
            must(not self._ruled_on(name), "I5", f"{name}: ruled on twice")
        if body.do != "(award)":
            self.last[name] = body

    def _ruled_on(self, name: str) -> bool:
        """Since that nothing was said at the table, though an award may have been paid."""
        last = self.last.get(name)
        return last is not None and last.id.startswith(f"recovery/{name}/")

    def _check_rights(self, where: str, before: LiveTable, body: Body) -> None:
        word, *rest = body.do.split()
        if before.game.suspended is not None:
            must(body.do.startswith(HEARD_WHILE_SUSPENDED), "suspended", f"{where} is heard at a suspended table")
        if body.by not in self.players:
            return
        must(word not in ("close", "settle", "next", "start", "deal", "suspend", "resume"), "rights", where)
        if word.isdigit():
            place = int(word)
            game = before.game
            if rest[0] == "sits":
                must(rest[1] == body.by, "rights", where)
            elif isinstance(game, HouseState):
                box = game.round.boxes.get(place)
                holder = game.table.players.get(place) or (box.player if box is not None else None)
                must(holder == body.by, "rights", f"{where}: box {place} is of {holder}")
            else:
                must(game.seats[place].player == body.by, "rights", where)

    def _check_moment(self, where: str, before: LiveTable, after: LiveTable) -> None:
        """The word for what is asked changes with it, and not otherwise."""
        asked, asks = _asked(before), _asked(after)
        same = before.moment == after.moment
        must(same == (asked == asks), "moment", f"{where}: {before.moment} {asked}, then {after.moment} {asks}")

    def _check_round_begins(self, where: str, entry: Entry, before: LiveTable, after: LiveTable) -> None:
        """By the rulebook in force, and by no other one before the next round begins."""
        begins = after.rounds > before.rounds
        if before.book != after.book:
            must(begins, "rulebook", f"{where}: {after.book} in the middle of a round")
            self.reached["a rulebook changes at its hour"] += 1
        if not begins:
            return
        if after.sign.rulebook == "poker":
            in_force = "poker@7" if entry.at >= VERSION_7 else "poker@6"
            must(after.book == in_force, "rulebook", f"{where}: {after.book}, and {in_force} is in force")
        if after.sign.link is not None:
            held = [each for each in self.links[after.sign.link].awards.values() if str(each.state) == "held"]
            must(all(each.table != after.name for each in held), "R-13", f"{where}: an award of {after.name} is held")

    def _count(self, name: str, table: LiveTable, body: Body) -> None:
        net = self.nets[name, table.rounds]
        for posting in body.post:
            kind, _, owner = posting.account.partition("/")
            if kind == "wallet":
                net[owner] += posting.amount
            elif kind == "stack":
                net[owner.partition("/")[2]] += posting.amount

    def _check_leavers(self, where: str, name: str, table: LiveTable, body: Body) -> None:
        words = body.do.split()
        if words[1:2] == ["leaves"]:
            self.left[name].add(_whose(body) if " for " in body.by else self._at_place(name, int(words[0]), body))
        elif words[1:2] == ["sits"]:
            self.left[name].discard(words[2])
        game = table.game
        if game.suspended is not None:
            return
        for player in self.left[name]:
            if isinstance(game, HouseState):
                plays = any(box.bets for box in game.round.boxes.values() if box.player == player)
                if game.round.over or (str(game.round.phase) == "betting" and not plays):
                    must(player not in game.table.players.values(), "leaver", f"{where}: {player} keeps a box")
                    must(not self.balances[f"stack/{name}/{player}"], "leaver", f"{where}: chips of {player} stay")
            elif not game.playing:
                must(all(seat.player != player for seat in game.seats.values()), "leaver", f"{where}: {player}")
                must(not self.balances[f"stack/{name}/{player}"], "leaver", f"{where}: chips of {player} stay")

    def _at_place(self, name: str, place: int, body: Body) -> str:
        return self.places.get((name, place), body.by) if body.by == "system" else body.by

    def _check_house_round(self, where: str, name: str, table: LiveTable, state: HouseState) -> None:
        round_ = state.round
        self.places.update({(name, box.number): box.player for box in round_.boxes.values()})
        cards = [card for card in round_.dealt if not card.startswith("#")]
        if not round_.named_again and not any(each.incident == "simultaneous" for each in round_.incidents):
            must(len(set(cards)) == len(cards), "I7", f"{where}: a card twice among {cards}")
        lying = self.balances[f"layout/{name}"]
        if round_.over:
            must(lying == 0, "I6", f"{where}: {lying} on the layout of a round that is over")
            for player, net in self._nets_by_lines(round_, void=str(round_.phase) == "void").items():
                found = self.nets[name, table.rounds].get(player, 0)
                must(found == net, "I6", f"{where}: {player} has {found} of this round, and should have {net}")
        elif str(round_.phase) != "awarding":
            staked = sum(
                stake.amount
                for box in round_.boxes.values()
                for stake in box.bets.values()
                if not stake.returned and str(box.standing) != "returned"
            )
            must(lying == staked, "I6", f"{where}: {lying} on the layout, {staked} bet")

    def _nets_by_lines(self, round_: Any, *, void: bool) -> dict[str, int]:
        nets: dict[str, int] = defaultdict(int)
        for box in round_.boxes.values():
            nets[box.player] += 0
            if not void:
                nets[box.player] += sum(line.returned + line.paid - line.staked for line in box.lines)
                nets[box.player] += sum(award.paid for award in box.awards)
        return nets

    def _check_poker_round(self, where: str, name: str, table: LiveTable, state: PokerState) -> None:
        for seat in state.seats.values():
            held = self.balances[f"stack/{name}/{seat.player}"]
            must(held == seat.stack, "I9", f"{where}: {seat.player} has {seat.stack}, and in the ledger {held}")
        round_ = state.round
        if round_ is None:
            return
        out = round_.dealt[round_.deck_from :]
        must(len(set(out)) == len(out), "I7", f"{where}: a card twice among {out}")
        nets = self.nets[name, table.rounds]
        if str(round_.phase) == "void":
            must(not any(nets.values()), "I6", f"{where}: after the void {dict(nets)}")
        elif round_.over:
            rake = sum(pot.rake for pot in round_.pots)
            total = sum(pot.amount for pot in round_.pots)
            must(sum(nets.values()) == -rake, "I6", f"{where}: {dict(nets)} and {rake} of rake")
            must(rake * 10_000 <= total * state.table.rake_basis_points, "I16", f"{where}: {rake} of {total}")
            for pot in round_.pots:
                must(bool(pot.eligible), "I15", f"{where}: a pot that nobody can win")
                must(sum(pot.won.values()) + pot.rake == pot.amount, "I16", f"{where}: {pot}")
        elif str(round_.phase) == "betting":
            self._check_asked(where, state)
        if round_.over:
            must(self.balances[f"layout/{name}"] == 0, "I6", f"{where}: chips in the pot of a round that is over")

    def _check_asked(self, where: str, state: PokerState) -> None:
        round_ = state.round
        assert round_ is not None and round_.turn is not None
        turn = round_.turn
        must(turn not in round_.folded and state.seats[turn].stack > 0, "I15", f"{where}: seat {turn} is asked")
        if round_.bets.get(turn, 0) >= round_.price:
            others = [seat for seat in round_.order if seat != turn and seat not in round_.folded]
            must(any(state.seats[seat].stack for seat in others), "I15", f"{where}: nobody can call seat {turn}")

    def _check_decks(self) -> None:
        """Every new deck has all its cards once, and is the one whose root was told."""
        count = sum(len(decks) for decks in self._disk.decks.values())
        if count == self._decks:
            return
        self._decks = count
        for (stream, number), rows in self._disk.decks.items():
            table = self._table(stream)
            if table is None or number < table.rounds:
                continue
            for row in rows.values():
                drawn = self._keys.open_deck(row)
                must(len(set(drawn.cards.cards)) == 52, "I7", f"{stream} {number}: not 52 cards")
            if table.decks and table.decks[-1].round == number:
                newest = rows[max(rows)]
                must(table.decks[-1].root == newest.root.hex(), "I7", f"{stream} {number}: another deck than was told")
            must(len(rows) == 1 or "(shoe)" in self.last[table.name].do, "I7", f"{stream} {number} was drawn again")

    def _check_snapshots(self) -> None:
        """Between rounds only, so that what follows one holds the whole open round."""
        for stream, row in self._disk.snapshots.items():
            table = self._table(stream)
            if table is not None and row.seq == self._heads[stream].seq:
                must(verdict(table.game) is None, "snapshot", f"{stream} {row.seq}: in the middle of a round")

    def _check_rows(self, new: list[tuple[Entry, Body]]) -> None:
        """The journal describes the rows outside it: digests of snapshots, what a retry asked."""
        for entry, body in new:
            where, row = f"{entry.stream} {entry.seq}", self._disk.snapshots.get(entry.stream)
            if row is not None and row.seq == entry.seq:
                must(body.snapshot == sha256(row.body).hexdigest(), "snapshot", f"{where}: another digest")
            if body.asked:
                self._asked += 1
                kept = self._disk.answers.get((body.by.partition(" for ")[0], body.id))
                same = kept is not None and (kept.stream, kept.seq) == (entry.stream, entry.seq)
                must(same and kept is not None and b64encode(kept.digest).decode() == body.asked, "answers", where)
        must(self._asked == len(self._disk.answers), "answers", "an answer is kept that no entry tells of")

    # --- Links ----------------------------------------------------------------------------------------------------

    def _link(self, name: str, body: Body) -> None:
        for event in LINK_CODEC.decode(body.v, body.then):
            before = self.links.get(name)
            self._check_link_event(name, before, event)
            self.links[name] = evolve_link(before, event)

    def _check_link_event(self, name: str, link: Link | None, event: link_ev.LinkEvent) -> None:
        match event:
            case link_ev.HandsDealt(table=table, round=number, contributions=contributions):
                assert link is not None
                key = (name, table, number)
                must(key not in self.dealt_once, "PJ-04", f"{table} {number} contributes twice")
                self.dealt_once.add(key)
                self._check_contributions(table, number, link, contributions)
            case link_ev.AwardLocked(award=number, value=value):
                assert link is not None
                must(value == link.displayed, "I10", f"award {number} is locked at another value than was shown")
                award = link.awards[number]
                must(str(award.state) == "held", "I10", f"award {number} is locked twice")
                for table, deal in link.deals.items():
                    earlier = deal.number is not None and deal.number < award.deal and table != award.table
                    must(not (earlier and deal.playing), "I10", f"award {number} before the open hands of {table}")
                self._check_locked(link, event)
                queue = [(each.deal, each.box) for each in link.awards.values() if str(each.state) == "held"]
                must((award.deal, award.box) == min(queue), "I10", f"award {number} out of order")
                self.reached["an award is locked"] += 1
                if award.waited:
                    self.reached["an award was held"] += 1
            case link_ev.AwardPaid(award=number):
                assert link is not None
                award = link.awards[number]
                self.paid[name, number] += 1
                must(str(award.state) in ("locked", "verified"), "I10", f"award {number} is paid when {award.state}")
                must(not award.verify or str(award.state) == "verified", "PJ-10", f"award {number} was not verified")
                self.reached["an award is paid"] += 1
            case link_ev.HandsVoided(table=table):
                assert link is not None
                must(not link.deals[table].contributions, "PJ-07", f"the void bets of {table} stay in the meter")
            case link_ev.ParametersChanged() | link_ev.MeterCorrected() | link_ev.TableLinked():
                assert link is not None
                must(not link.playing, "PJ-18", f"{name} is changed while a hand with a jackpot bet is open")
                self.reached["a link is changed"] += 1
            case link_ev.LinkSuspended():
                self.reached["a link is suspended"] += 1
            case _:
                pass

    def _check_locked(self, link: Link, event: link_ev.AwardLocked) -> None:
        """A whole award leaves the reset value, a share what it leaves, and not less than that."""
        reset, whole = link.parameters.reset, event.numerator == event.denominator
        amount = event.value * event.numerator // event.denominator
        stays = reset if whole else max(reset, event.value - amount)
        must(event.amount == amount, "PJ-11", f"award {event.award} of {event.amount}, not {amount}")
        must(event.value - event.from_meter == stays, "PJ-11", f"award {event.award} does not leave {stays}")

    def _check_contributions(self, table: str, number: int, link: Link, contributions: Any) -> None:
        live = self.folds[table].table
        assert live is not None and isinstance(live.game, HouseState)
        must(live.game.number == number, "PJ-04", f"{table}: contributions of round {number} in {live.game.number}")
        bets = {
            box.number: stake.amount
            for box in live.game.round.boxes.values()
            for spot, stake in box.bets.items()
            if str(spot) == "jackpot"
        }
        for box, given in contributions.items():
            must(box in bets, "PJ-04", f"{table} {number}: box {box} contributes without a bet")
            must(
                given.meter + given.overflow == link.parameters.contribution * given.bet,
                "PJ-04",
                f"{table} {number}: box {box} contributes {given}",
            )
        returned = {
            box.number
            for box in live.game.round.boxes.values()
            if any(str(spot) == "jackpot" and stake.returned for spot, stake in box.bets.items())
        }
        wanted = set(bets) - returned
        if live.game.failure is None and str(live.game.round.phase) != "void":
            must(set(contributions) >= wanted, "PJ-04", f"{table} {number}: {wanted - set(contributions)} add nothing")

    def _check_link(self, name: str, link: Link) -> None:
        held = self.balances[f"meter/{name}"]
        must(link.displayed == held, "I9", f"{name} shows {link.displayed}, and its account holds {held}")
        must(reconciliation(link).sound, "I9", f"{name} does not reconcile")
        owed = self.balances[f"award/{name}"]
        must(link.locked == owed, "I9", f"{name} has locked {link.locked}, and its account holds {owed}")
        for where, deal in link.deals.items():
            live = self._table(f"table/{where}")
            if (
                deal.playing
                and live is not None
                and isinstance(live.game, HouseState)
                and live.game.number == deal.round
            ):
                hidden = {box.number for box in live.game.round.boxes.values() if not box.shown}
                must(hidden.isdisjoint(deal.live), "R-113", f"{where}: hidden hands {hidden} hold up {deal.live}")

    # --- What the floor shows -------------------------------------------------------------------------------------

    def _check_shown(self, floor: Floor, streams: set[str], accounts: set[str]) -> None:
        shown = floor.books.shown
        for stream in streams:
            kind, _, name = stream.partition("/")
            if kind == "table":
                must(shown.tables.get(name) == self.folds[name].table, "I4", f"{name} is shown otherwise than durable")
            elif kind == "link":
                must(shown.links.get(name) == self.links[name], "I4", f"{name} is shown otherwise than durable")
        for account in accounts:
            must(shown.balances.get(account) == self.balances[account], "I4", f"{account} is shown otherwise")  # type: ignore[call-overload]

    def loaded(self, floor: Floor) -> dict[str, str]:
        """Everything is there again; by table, what its interruption must lead to."""
        books = floor.books
        for now in (books.shown, books.decided):
            must(set(now.tables) == set(self.folds), "I4", "tables are missing after a restart")
            for name, fold in self.folds.items():
                must(now.tables[name] == fold.table, "I4", f"{name} came back otherwise")
            must(now.links == self.links, "I4", "links came back otherwise")
            held = {account: amount for account, amount in now.balances.items() if amount}
            mine = {account: amount for account, amount in self.balances.items() if amount}
            must(held == mine, "I4", "balances came back otherwise")
        for name, table in books.decided.tables.items():
            drawn = books.decks.get(name, {}).get(table.rounds)
            rows = self._disk.decks.get((f"table/{name}", table.rounds))
            if table.sign.cards is Faces.SEALED and rows:
                row = rows[max(rows)]
                same = drawn is not None and drawn.cards.cards == self._keys.open_deck(row).cards.cards
                must(same, "I7", f"{name} has another deck after the restart")
        due = {}
        for name, fold in self.folds.items():
            assert fold.table is not None
            wanted = verdict(fold.table.game)
            if wanted is not None and not self._ruled_on(name) and not fold.table.game.closed:
                due[name] = wanted
                found = cell(fold.table.game)
                self.reached[f"verdict {fold.table.book.partition('@')[0]}: {found}: {wanted}"] += 1
        return due

    def recovered(self, due: dict[str, str], ruled: tuple[RoundRecovered, ...]) -> None:
        found = {each.table: "continue" if each.ruling in ("", "none") else each.ruling for each in ruled}
        must(found == due, "I5", f"ruled {found}, and should be {due}")

    # --- Answers --------------------------------------------------------------------------------------------------

    def answered(self, who: Who, id_: str, status: int, answer: Any, rests_on: Mapping[str, int]) -> None:
        """Somebody reads this answer: it must be durable, with all that was decided before it, and never change."""
        told = _without_again(answer)
        for stream, seq in rests_on.items():
            must(len(self._disk.entries[stream]) >= seq, "I3", f"{id_} of {who.name} tells of {stream} {seq}")
        row = self._disk.answers.get((who.name, id_))
        if row is None and status == 409 and self._is_no_news(who, told):
            return
        must(row is not None, "I3", f"{id_} of {who.name} is answered and not durable")
        assert row is not None
        body = decode_body(self._disk.entries[row.stream][row.seq - 1].body)
        same = read_answer(body.answer) == (status, told)
        must(same, "I3", f"{id_} of {who.name} is answered {told}, and durable is {bytes(body.answer)!r}")
        known = self.acknowledged.setdefault((who.name, id_), (status, told))
        must(known == (status, told), "I3", f"{id_} of {who.name} was answered otherwise before")

    def _is_no_news(self, who: Who, told: Any) -> bool:
        """A refusal is an entry only if a rule decided it, and not every time."""
        code = _refused_for(told)
        return code in UNAFFORDABLE or (who.name, code) in self._refused

    def check_acknowledged(self) -> None:
        for (name, id_), (status, told) in self.acknowledged.items():
            row = self._disk.answers.get((name, id_))
            must(row is not None, "I3", f"{id_} of {name} is lost")
            assert row is not None
            body = decode_body(self._disk.entries[row.stream][row.seq - 1].body)
            must(read_answer(body.answer) == (status, told), "I3", f"{id_} of {name} has another answer now")

    def saw(self, who: Who | None, view: dict[str, Any]) -> None:
        table = self.folds[view["name"]].table
        assert table is not None
        must(view["version"] == table.version, "I3", f"{table.name} is shown as it is not durable")
        secrecy.check_view(who, table, view)


def _asked(table: LiveTable) -> tuple[Any, ...]:
    game = table.game
    if isinstance(game, HouseState):
        choosing = len(game.round.incidents) if game.round.choosing else None
        return table.rounds, game.round.phase, game.round.stage, choosing
    if game.round is None:
        return (table.rounds,)
    return table.rounds, game.round.phase, game.round.betting_round, game.round.turn


def _refused_for(told: Any) -> str:
    code: str = told["error"].get("says", {}).get("code", "")
    return code


def _whose(body: Body) -> str:
    return body.by.partition(" for ")[2]


def _without_again(answer: Any) -> Any:
    return {
        key: {word: told for word, told in value.items() if word != "again"} if isinstance(value, dict) else value
        for key, value in answer.items()
        if key != "again"
    }
