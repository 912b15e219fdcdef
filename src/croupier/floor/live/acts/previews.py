"""Incidents before anybody reports or decides them: the kinds that are possible now, and how each would be ruled.

Everything comes from the rules, on a copy of the table (`floor/live/acts/dry_run`). A report that names a card gets no
preview.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import asdict

from croupier.base.actors import Rank
from croupier.base.citation import Citation, printed
from croupier.base.errors import Refused, Unreadable
from croupier.base.sentences import Sentence, capital, says, word
from croupier.floor.journal.places import MARK
from croupier.floor.live.acts.dry_run import Branch, Tried
from croupier.floor.live.acts.incidents import (
    SUPPLIED_BY_WHO_DECIDES,
    Waits,
    role_that_decides,
    row_of,
    rows_of,
    supplied_by_who_decides,
    whose,
)
from croupier.floor.live.answers.incidents import (
    FollowsTold,
    IncidentKinds,
    KeyTold,
    KindTold,
    OptionTold,
    Preview,
    PreviewTold,
)
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.people import SYSTEM, Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.state.words import Report, read_report, split
from croupier.floor.live.telling import would_follow
from croupier.floor.live.telling.would_follow import cited, follows, rulings
from croupier.rounds.roundfile.details import ANSWERS
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house.card_corrections import decided_against
from croupier.rules.games.house.commands import Incident
from croupier.rules.games.house.corrections import CORRECTIONS, ENTRY, PAYMENT
from croupier.rules.games.house.table import Phase
from croupier.rules.games.irregularity import Irregularity, finding, verdict
from croupier.rules.games.poker.corrections import CORRECTIONS as POKER_CORRECTIONS
from croupier.rules.games.poker.table import PokerRound
from croupier.rules.games.sealed import HEARD, NAME_CARDS, check_said
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Rulebook

_YES_NO = ("true", "false")
_FLAGS = frozenset({"dealer", "reconstructable", "hands-movable", "other-cards-exposed", "intentional", "again"})
_PLACES = frozenset({"box", "seat"})
_DRAWN_TOGETHER = {"first": f"{MARK}1", "second": f"{MARK}2"}
_STAFF = (Role.DEALER, Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER)
_WITHOUT_POLICY = ""
"""Says nothing about the rounds to come, which is a valid answer."""


# --- How a report would be ruled ------------------------------------------------------------------------------


def preview(books: FloorState, table: LiveTable, do: str, who: Who) -> Preview:
    """What the report would be answered now and what would follow. Nothing happens."""
    if table.game.closed:
        raise Problem(Code.CLOSED, says("closed", table=table.name))
    book = at_the_table(table.book, table.sign.dealing)
    try:
        words = split(do)
        report = read_report(words)
        if report is None:
            raise Unreadable(f"expected incident KIND …, got {words[0][:40]!r}")
        row = row_of(book, report.kind)
        if table.sign.cards is Faces.SEALED:
            check_said(report.kind, report.details)
        return Preview(_previewed(books, table, book, row, report, who))
    except Unreadable as unreadable:
        raise Problem(Code.UNREADABLE, str(unreadable)) from None
    except Refused as refused:
        raise Problem(Code.REFUSED, refused.says, refused.cites) from None


def _previewed(
    books: FloorState, table: LiveTable, book: Rulebook, row: Irregularity, report: Report, who: Who
) -> PreviewTold:
    if _names_a_card(report):  # a preview would reveal whether the card is where the report says
        return _waiting(report, *whose(table, book, row), says("follows.card-named"))
    branch = Branch(books, table)
    for role in _STAFF:
        asked = who if role is who.role else Who(who.name, role)
        if asked.rank > who.rank:
            break
        try:
            tried = branch.tried(report, asked)
        except Waits as waits:
            least, cites = waits.rank, waits.cites
        else:
            return PreviewTold(rank=role, waits=False, **asdict(_ruled(report, tried)))
    why = says("follows.waits", rank=word("role", role_that_decides(least)))
    return _waiting(report, least, cites, why, list(options(branch, book, report)))


def _waiting(
    report: Report, rank: Rank, cites: Iterable[Citation], why: Sentence, options: Sequence[OptionTold] = ()
) -> PreviewTold:
    return PreviewTold(
        do=str(report),
        rank=role_that_decides(rank),
        waits=True,
        ruling=None,
        text=capital(str(why)),
        says=SentenceTold.of(why),
        cites=printed(tuple(cites)),
        follows=[],
        moves={},
        options=list(options),
    )


def _ruled(report: Report, tried: Tried) -> OptionTold:
    found = rulings(tried.events)
    said = verdict(" and ".join(found or ["none"]))
    return OptionTold(
        do=str(report),
        ruling=found[0] if found else "none",
        text=capital(str(said)),
        says=SentenceTold.of(said),
        cites=printed(cited(tried.events)),
        follows=_follows(tried),
        moves=None if tried.moves is None else dict(tried.moves),
        meters=dict(tried.meters),
    )


def _follows(tried: Tried) -> list[FollowsTold]:
    """What would follow. Stops before any payout that depends on a hidden card."""
    told = follows(tried.events)
    if tried.moves is None:
        told = [each for each in told if each.event not in ("round-settled", "pots-given-out")]
        told.append(would_follow.told("hangs-on-cards", says("follows.hidden-cards"), []))
    return told


def _names_a_card(report: Report) -> bool:
    """Whether the report names a card. Places are public."""
    for each in report.details:
        key, _, value = each.partition("=")
        if key in NAME_CARDS and not value.startswith(MARK):
            return True
    return False


# --- What may be decided of one that waits --------------------------------------------------------------------


def options(branch: Branch, book: Rulebook, report: Report) -> Iterator[OptionTold]:
    """The answers that name no card, each tried on the rules."""
    row = row_of(book, report.kind)
    given = {word.partition("=")[0] for word in report.details}
    if (row.required | given) & NAME_CARDS:
        return  # only a decision, never a preview, reveals whether a named card is there
    told = [word for word in report.details if not supplied_by_who_decides(word)]  # the decider supplies the rest
    decides = (row.keys & SUPPLIED_BY_WHO_DECIDES) - NAME_CARDS
    if _settled(branch.table):
        decides -= {"again"}  # payments cannot be decided again
    for answers in _combinations(sorted(decides)):
        decision = Report(report.kind, (*told, *answers))
        if report.kind == ENTRY and _may_tell_cards(branch.table):
            yield _untried(decision, row)
            continue
        tried = _tried(branch, decision)
        if tried is not None:
            yield _ruled(decision, tried)


def _may_tell_cards(table: LiveTable) -> bool:
    """Whether an answer about a named card would depend on face-down cards."""
    return table.sign.cards is Faces.READER and not (family_of(table.book).house_banked and _settled(table))


def _untried(decision: Report, row: Irregularity) -> OptionTold:
    why = says("follows.entry-untried", ruling=verdict("corrected"))
    return OptionTold(str(decision), "corrected", capital(str(why)), SentenceTold.of(why), printed(row.beside), [])


def _combinations(keys: list[str]) -> list[list[str]]:
    combined: list[list[str]] = [[]]
    for key in keys:
        known = _YES_NO if key in _FLAGS else ANSWERS[key]
        said = [_WITHOUT_POLICY, *known] if key == "policy" else known
        answers = [[f"{key}={answer}"] if answer else [] for answer in said]
        combined = [[*words, *answer] for words in combined for answer in answers]
    return combined


def _tried(branch: Branch, report: Report) -> Tried | None:
    """Tries it with every right; None if refused."""
    try:
        return branch.tried(report, SYSTEM)
    except (Refused, Unreadable, Waits):
        return None


# --- What may be reported now ---------------------------------------------------------------------------------


def kinds(books: FloorState, table: LiveTable) -> IncidentKinds:
    """Every kind that at least one report is possible for now, with the possible values of its keys."""
    if table.game.closed:
        raise Problem(Code.CLOSED, says("closed", table=table.name))
    book = at_the_table(table.book, table.sign.dealing)
    rows = rows_of(book)
    if table.sign.cards is Faces.SEALED:
        rows = {kind: row for kind, row in rows.items() if kind in HEARD}
    if (state := house_state(table)) is not None and state.failure is None:
        rows.pop(Incident.JACKPOT_UP, None)  # a jackpot that works cannot work again
    branch = Branch(books, table)
    found = (_Asking(branch, kind, row).told(book) for kind, row in rows.items() if kind not in CORRECTIONS)
    items = [item for item in found if item is not None]
    return IncidentKinds([*items, *_corrections(table, book)], table.moment)


def _settled(table: LiveTable) -> bool:
    return family_of(table.book).settled(table.game)


def _corrections(table: LiveTable, book: Rulebook) -> Iterator[KindTold]:
    """Corrections of wrong entries and wrong payments, at tables with real cards."""
    if table.sign.cards is Faces.SEALED:
        return
    if (state := house_state(table)) is None:
        yield from _poker_corrections(table, book, poker_game(table).round)
        return
    decided = decided_against(state.round) and state.round.phase in (Phase.DECIDING, Phase.SETTLING)
    for kind, row in CORRECTIONS.items():
        if not _settled(table) and not (kind == ENTRY and decided):
            continue
        names = ["box", "paid"] if kind == PAYMENT else ["box", "hand", "dealer"] if _settled(table) else []
        if kind == ENTRY:
            names += ["board"] if HOUSE_GAMES[book.game].board else []
            names += ["up"] if state.round.up is not None else []
            if not names:
                continue  # no open card of this game could have been entered wrongly
            names += [] if _settled(table) else ["again"]
        yield _correction(table, book, kind, row, names)


def _poker_corrections(table: LiveTable, book: Rulebook, round_: PokerRound | None) -> Iterator[KindTold]:
    paid = _settled(table)
    decided = round_ is not None and not round_.over and round_.decided_on > 0
    if paid or decided:
        names = ["seat", "hand", "board"] if paid else ["board", "again"]
        yield _correction(table, book, ENTRY, POKER_CORRECTIONS[ENTRY], names)
    if paid:
        yield _correction(table, book, PAYMENT, POKER_CORRECTIONS[PAYMENT], ["seat", "paid"])


def _correction(table: LiveTable, book: Rulebook, kind: str, row: Irregularity, names: list[str]) -> KindTold:
    keys = [_correction_key(table, row, name) for name in names]
    return _kind(kind, (book.cite(row.clause), *row.beside), row.decided_by, keys, late=False)


def _kind(kind: str, cites: Iterable[Citation], decided_by: Rank, keys: list[KeyTold], *, late: bool) -> KindTold:
    found, rank = finding(kind), role_that_decides(decided_by)
    return KindTold(kind, capital(str(found)), SentenceTold.of(found), printed(tuple(cites)), rank, keys, late)


def _correction_key(table: LiveTable, row: Irregularity, name: str) -> KeyTold:
    takes = {"box": "place", "seat": "place", "paid": "amount", "again": "yes-no"}.get(name, "cards")
    told = _key(row, name, takes)
    if name in _PLACES:
        told.from_ = [*_taken(table)]
    return told


def _key(row: Irregularity, name: str, takes: str) -> KeyTold:
    return KeyTold(name, takes, name in row.required, decides=name in SUPPLIED_BY_WHO_DECIDES)


class _Asking:
    """Finds the reports of one kind that are not refused."""

    def __init__(self, branch: Branch, kind: str, row: Irregularity) -> None:
        self._branch = branch
        self._kind, self._row = kind, row
        self._changes = False
        """Whether some report of this kind does more than leave a record."""
        self._known: dict[tuple[str, ...], bool] = {}
        self._filled = list(self._fillings())
        """Values for the required keys with which a report is not refused."""

    def told(self, book: Rulebook) -> KindTold | None:
        if not self._filled:
            return None
        row = self._row
        rank, cites = whose(self._branch.table, book, row)
        keys = [key for name in sorted(row.keys, key=_by_use) if (key := self._key(name)) is not None]
        return _kind(self._kind, cites, rank, keys, late=not self._changes)

    def _heard(self, details: dict[str, str]) -> bool:
        said = tuple(sorted(f"{key}={value}" for key, value in details.items()))
        if said not in self._known:
            tried = _tried(self._branch, Report(self._kind, said))
            self._known[said] = tried is not None
            self._changes |= tried is not None and (rulings(tried.events) != ["none"] or bool(follows(tried.events)))
        return self._known[said]

    def _fillings(self) -> Iterator[dict[str, str]]:
        """Every combination of required values that is not refused; without required keys, single optional ones."""
        row = self._row
        combined: list[dict[str, str]] = [{}]
        for key in sorted(row.required):
            combined = [{**details, key: value} for details in combined for value in self._values(key)]
        tried = (
            combined
            if row.required
            else [{}, *({key: value} for key in _ALONE & row.keys for value in self._values(key))]
        )
        for details in tried:
            if self._heard(details):
                yield details

    def _fits(self, name: str, value: str) -> bool:
        """Whether the value works, alone or with another key."""
        return any(self._heard({**filled, name: value}) for filled in self._filled)

    def _values(self, key: str) -> tuple[str, ...]:
        if key in _PLACES:
            return tuple(map(str, _taken(self._branch.table)))
        if key in _DRAWN_TOGETHER:
            return (_DRAWN_TOGETHER[key],)
        if key == "cards":
            return tuple(map(str, range(1, _LARGEST_HAND + 1)))
        return _YES_NO if key in _FLAGS else ANSWERS.get(key, ())

    def _key(self, name: str) -> KeyTold | None:
        """The key's choices; None if no value of it ever works."""
        told = _key(self._row, name, _takes(name))
        if name == "shoe" or (name in NAME_CARDS and self._branch.table.sign.cards is Faces.SEALED):
            return None
        if name in NAME_CARDS:
            return told
        heard = [value for value in self._values(name) if self._fits(name, value)]
        if name in _FLAGS:
            return told if "true" in heard else None
        if not heard:
            return None
        told.from_ = [int(value) if name in _PLACES or name == "cards" else value for value in heard]
        return told


_ALONE = frozenset({"street", "seat", "box", "dealer", "cards"})
_LARGEST_HAND = 5
_USE = ("box", "seat", "dealer", "cards", "street", "card", "first", "second")


def _by_use(key: str) -> tuple[int, str]:
    """Sorts keys: where it happened first, what is decided last."""
    return (_USE.index(key) if key in _USE else len(_USE), key)


def _takes(key: str) -> str:
    if key in _PLACES:
        return "place"
    if key in NAME_CARDS:
        return "card"
    if key in _FLAGS:
        return "yes-no"
    return "number" if key == "cards" else "one-of"


def _taken(table: LiveTable) -> list[int]:
    return family_of(table.book).dealt_in(table.game)
