"""Everything that waits for staff, in one list: the pit's first page."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import UNSET, UnsetType

from croupier.base.sentences import Sentence, capital, says, word
from croupier.base.values import Value
from croupier.floor.live.answers.incidents import IncidentTold
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.answers.tables import WaitsBecause
from croupier.floor.live.answers.waits import Kind, WaitTold
from croupier.floor.live.links.changes import LinkChanges, change_in_words, value_now
from croupier.floor.live.people.register import Register
from croupier.floor.live.people.staff import is_for
from croupier.floor.live.queries import Queries
from croupier.floor.live.state.floor_state import Change, FloorState
from croupier.floor.live.state.house_events import UserChange
from croupier.floor.live.state.people import Role
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.state.words import reported
from croupier.rules.jackpot.link import Link, PendingChange
from croupier.rules.money import dollars

_DOWN = 0
"""The number that stands for the link itself among its changes."""
_SEES_FIGURES = _SEES_LINK_CHANGES = (Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER, Role.AUDITOR)
_THE_DEALER_ACTS = ("device", "dealer")
_TOLD_ELSEWHERE = ("incident", "stopping")
"""Left out here: an incident has a row of its own, and a stopping house waits for nobody."""


class Outside(Value):
    """A table whose win of the shift differs from the expected win by more than three standard deviations."""

    since: int
    """When the win left the band: the end of that round."""
    won: str
    expected: str


class WaitingForStaff:
    def __init__(
        self,
        books: FloorState,
        ask: Queries,
        register: Register,
        changes: LinkChanges,
        outside: Callable[[], Mapping[str, Outside]],
    ) -> None:
        self._books, self._ask = books, ask
        self._register = register
        self._changes = changes
        self._found_outside = outside
        self._since: dict[str, dict[int, int]] = {}
        """By link: since when each change waits, and since when the link is down."""
        books.listeners.append(self._committed)

    def _committed(self, change: Change) -> None:
        for name, link in change.links.items():
            waiting = {each.number for each in link.changes} | ({_DOWN} if link.suspended else set())
            known = self._since.pop(name, {})
            if waiting:
                self._since[name] = {each: known.get(each, change.at) for each in waiting}

    def told(self, role: Role, incidents: list[IncidentTold]) -> list[WaitTold]:
        """The rows that this role may see. First what holds up a table, then the oldest."""
        found = [*self._incidents(incidents), *self._awards(), *self._standing(), *self._links(role)]
        found += self._house_changes(role)
        found += self._slips()
        if role in _SEES_FIGURES:
            found += self._outside()
        if role is Role.SHIFT_MANAGER:
            found += self._write_offs()
        return sorted(found, key=lambda each: (not each.holds, each.since))

    def _incidents(self, incidents: list[IncidentTold]) -> Iterator[WaitTold]:
        tables = self._books.shown.tables
        for told in incidents:
            report = reported(told.do)
            place = report.value_of("box") or report.value_of("seat") or ""
            yield WaitTold(
                kind="incident",
                since=told.at,
                rank=told.rank,
                holds=tables[told.table].incidents[told.incident].reported.suspends,
                text=told.text,
                says=told.says,
                cites=told.cites,
                table=told.table,
                round=told.round,
                places=[int(each) for each in place.split(",") if each.isdigit()],
                number=told.incident,
                by=told.by,
                reason=told.reason,
            )

    def _awards(self) -> Iterator[WaitTold]:
        for unpaid in self._ask.unpaid_awards():
            award = unpaid.award
            yield _wait(
                "award",
                self._books.shown.at[f"link/{unpaid.link}"] if award is None else award.at,
                unpaid.why,
                table=unpaid.table,
                round_=unpaid.round,
                places=[unpaid.box],
                link=unpaid.link,
                number=UNSET if award is None else award.number,
                holds=unpaid.holds_table,
            )

    def _standing(self) -> Iterator[WaitTold]:
        """Tables that stand still, except those for which another row gives the reason."""
        known = {each.table for each in self._ask.unpaid_awards()}
        for name, table in sorted(self._books.shown.tables.items()):
            stands = self._ask.stands_of(table)
            if stands is None or stands.why in _TOLD_ELSEWHERE or (stands.why == "award" and name in known):
                continue
            yield _wait(
                "stands",
                stands.since,
                _why(table, stands.why),
                rank=Role.DEALER if stands.why in _THE_DEALER_ACTS else Role.PIT_SUPERVISOR,
                holds=True,
                table=name,
                round_=table.rounds,
                places=stands.places,
                stands=stands.why,
            )

    def _outside(self) -> Iterator[WaitTold]:
        """The last result of a thread: nothing is computed here."""
        for name, found in sorted(self._found_outside().items()):
            told = says("waits.outside", won=found.won, expected=found.expected)
            yield _wait("outside", found.since, told, table=name)

    def _links(self, role: Role) -> Iterator[WaitTold]:
        for name, link in sorted(self._books.shown.links.items()):
            if link.suspended:
                down = self._since.get(name, {}).get(_DOWN, self._books.shown.at[f"link/{name}"])
                yield _wait("link", down, says("waits.link-down"), link=name)
            if role in _SEES_LINK_CHANGES:
                yield from (self._link_change(link, each) for each in link.changes if each.approved_by is None)

    def _link_change(self, link: Link, asked: PendingChange) -> WaitTold:
        kind, value = change_in_words(asked.change)
        what, now = word("change", kind), value_now(link, asked.change)
        told = says("waits.change-to", what=what, value=_value(value))
        if now:
            told = says("waits.change", what=what, value=_value(value), now=_value(now))
        return _wait(
            "change",
            self._asked_at(link.name, asked.number),
            told,
            rank=Role.SHIFT_MANAGER,
            link=link.name,
            number=asked.number,
            by=asked.by.name,
            reason=asked.reason,
        )

    def _asked_at(self, link: str, number: int) -> int:
        known = self._since.setdefault(link, {})
        if number not in known:  # asked for before the house started: the journal knows
            known |= self._changes.asked_at(link)
        return known[number]

    def _house_changes(self, role: Role) -> Iterator[WaitTold]:
        for asked in self._register.changes.values():
            if asked.state != "asked" or not is_for(role, asked):
                continue
            change = asked.change
            if isinstance(change, UserChange):
                user = change.user
                told = says("waits.new-user", user=user) if change.makes else says("waits.user", user=user)
                yield _wait("change", asked.at, told, rank=Role.SHIFT_MANAGER, number=asked.number, by=asked.by)
            else:
                amount, player = dollars(abs(change.amount)), change.player
                if change.amount > 0:
                    told = says("waits.deposit", amount=amount, player=player)
                else:
                    told = says("waits.withdrawal", amount=amount, player=player)
                yield _wait(
                    "cash",
                    asked.at,
                    told,
                    number=asked.number,
                    by=asked.by,
                    player=change.player,
                    reason=change.reason,
                )

    def _slips(self) -> Iterator[WaitTold]:
        """Slips that wait for the pit's approval, or for the dealer."""
        for name, table in sorted(self._books.shown.tables.items()):
            for number, slip in table.slips.items():
                if slip.moved is None:
                    asked = slip.asked
                    told = says("waits.chips", kind=word("chips", asked.kind), amount=dollars(asked.amount))
                    rank = Role.PIT_SUPERVISOR if slip.approved is None else Role.DEALER
                    yield _wait(
                        "chips",
                        asked.at,
                        told,
                        rank=rank,
                        holds=asked.kind == "opening",
                        table=name,
                        number=number,
                        by=asked.by,
                        reason=asked.reason,
                    )

    def _write_offs(self) -> Iterator[WaitTold]:
        for debtor in self._ask.debts.all():
            for asked in debtor.write_offs:
                told = says("waits.write-off", amount=asked.amount, player=debtor.player)
                yield _wait(
                    "cash",
                    asked.at,
                    told,
                    rank=Role.SHIFT_MANAGER,
                    number=asked.change,
                    by=asked.by,
                    player=debtor.player,
                    reason=asked.reason,
                )


def _why(table: LiveTable, stands: WaitsBecause) -> Sentence:
    if stands == "suspended" and table.game.suspended is not None:
        return says("table-suspended", why=table.game.suspended)
    return word("waits.stands", stands)


def _value(text: str) -> Sentence | str:
    return says("none") if text == "off" else text


def _wait(
    kind: Kind,
    since: int | str,
    told: Sentence,
    *,
    rank: Role = Role.PIT_SUPERVISOR,
    holds: bool = False,
    table: str = "",
    round_: int | UnsetType = UNSET,
    places: Sequence[int] = (),
    link: str = "",
    player: str = "",
    number: int | UnsetType = UNSET,
    by: str = "",
    reason: str = "",
    stands: WaitsBecause | UnsetType = UNSET,
) -> WaitTold:
    return WaitTold(
        kind=kind,
        since=since if isinstance(since, str) else printed_time(since),
        rank=rank,
        holds=holds,
        text=capital(str(told)),
        says=SentenceTold.of(told),
        table=table,
        round=round_,
        places=list(places),
        link=link,
        player=player,
        number=number,
        by=by,
        reason=reason,
        stands=stands,
    )
