"""Who may ask for what, in one list. The server checks it, tests enumerate it, the OpenAPI document is generated from
it."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final

from msgspec import Struct

from croupier.base.sentences import says, words
from croupier.base.values import Value
from croupier.floor.live.answers import (
    coaching,
    drills,
    events,
    history,
    house,
    incidents,
    inspecting,
    links,
    money,
    people,
    rules,
    said,
    searching,
    tables,
    waits,
)
from croupier.floor.live.state.events import ChipsKind
from croupier.floor.server.api import messages
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.edge.wire import Message

ROLES: Final = ("spectator", "player", "dealer", "pit-supervisor", "shift-manager", "auditor")


class Cell(Enum):
    NO = "no"
    YES = "yes"
    OWN = "own"
    """Own data only; the handler checks."""
    SOME = "some"
    """Some tables, some parts, or some ranks; the handler checks."""


_CELLS: Final = {".": Cell.NO, "y": Cell.YES, "o": Cell.OWN, "s": Cell.SOME}
EVERYBODY, SIGNED_IN, STAFF = "yyyyyy", ".yyyyy", "..yyyy"


_ENTERED: Final = ("/v1/tables/{table}/rounds/{round}/deck", "/v1/training/drills/{drill}")
"""Questions that are put on record: who saw a deck, and since when a question of a drill is shown."""


class Route(Value):
    method: str
    path: str
    """The path, with names and numbers in braces."""
    cells: str
    """One letter for each of ROLES: `y`es, `o`wn, `s`ome, `.` no."""
    words: str
    takes: type[Message] | None = None
    status: int = 200
    """The status of a good answer, unless the floor gives another."""
    gives: str = "done"
    """The name of the schema of a good answer."""
    query: tuple[str, ...] = ()
    demo: bool = False
    more: tuple[int, ...] = ()
    """Further statuses, beyond those that every route of its kind may answer with."""

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(role for role in ROLES if self.cell(role) is not Cell.NO)

    def cell(self, role: str) -> Cell:
        return _CELLS[self.cells[ROLES.index(role)]]

    @property
    def key(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def decides(self) -> bool:
        """Whether only the deciding process can answer; all others forward the request."""
        return self.method != "GET" or self.path in _ENTERED


PAGES: Final = ("limit", "before")

GIVEN: dict[str, tuple[type[Struct], ...]] = {
    "done": (said.Done,),
    "answered": (said.Done, said.Waiting, said.PlayerAsked),
    "asked-of-me": (said.AskedOfMe,),
    "health": (house.Health,),
    "house": (house.House,),
    "document": (house.Document,),
    "tables": (tables.Tables,),
    "links": (links.Links,),
    "link": (links.Link,),
    "table": (tables.Table,),
    "sign": (tables.Sign,),
    "dealers": (tables.Dealers,),
    "float": (money.FloatTold,),
    "chips-asked": (money.ChipsAsked,),
    "session": (people.SessionBegun,),
    "user": (people.User,),
    "user-or-change": (people.User, links.ChangeAsked),
    "done-or-change": (said.Done, links.ChangeAsked),
    "users": (people.Users,),
    "people": (searching.PeopleFound,),
    "hits": (searching.Hits,),
    "house-changes": (people.HouseChanges,),
    "sessions": (people.Sessions,),
    "second-factor": (people.SecondFactorOffered, people.SecondFactorOn),
    "me": (people.Me,),
    "ended": (people.Ended,),
    "name-tried": (people.NameTried,),
    "rounds": (history.Rounds,),
    "round": (history.Round,),
    "steps": (history.Steps,),
    "own-rounds": (history.OwnRounds,),
    "rulebook": (rules.RulebookTold,),
    "rulings": (rules.Rulings,),
    "coach": (coaching.CoachSays,),
    "proof": (history.Proof,),
    "deck": (history.Proof,),
    "waits": (waits.Waits,),
    "incidents": (incidents.Incidents,),
    "incident": (incidents.IncidentTold,),
    "incident-kinds": (incidents.IncidentKinds,),
    "preview": (incidents.Preview,),
    "account": (money.Account,),
    "change": (links.ChangeAsked,),
    "reconciliation": (links.Reconciliation,),
    "changes": (links.Changes,),
    "award": (links.OneAward,),
    "figures": (money.Figures,),
    "compared": (inspecting.BooksCompared,),
    "departures": (inspecting.Departures,),
    "figure-entries": (inspecting.FigureEntries,),
    "own-figures": (money.OwnFigures,),
    "entries": (house.Entries,),
    "ledger": (money.Ledger,),
    "shift": (house.ShiftAsked,),
    "shift-or-done": (said.Done, house.ShiftAsked),
    "shifts": (house.Shifts,),
    "shift-report": (money.ShiftReport,),
    "checkpoints": (house.Checkpoints,),
    "now": (house.Now,),
    "processes": (house.Processes,),
    "stacked": (tables.Stacked,),
    "player": (people.PlayerAdded,),
    "tokens": (events.Tokens,),
    "token": (events.TokenMade,),
    "training": (drills.Training,),
    "drill": (drills.Drill,),
    "marked": (drills.Marked,),
    "class": (drills.ClassTold,),
    "assigned": (drills.AssignmentMade,),
    "certificate": (drills.CertificateTold,),
    "house-drills": (drills.HouseDrills,),
}
"""The schemas of good answers, by the word in `Route.gives`. `live`, `events`, `metrics`, `evidence` are not JSON."""

FLOAT: Final[Mapping[ChipsKind, str]] = {
    "opening": "opening",
    "fill": "fills",
    "credit": "credits",
    "drop": "drops",
    "count": "counts",
}
"""By kind of slip, the last word of its path."""
ACKNOWLEDGED: Final = ("opening", "fill", "credit")
"""Chips that come to the tray or leave it; the dealer acknowledges them."""
FLOAT_WORDS: Final[Mapping[ChipsKind, str]] = {
    "opening": "the chips that a table opens with",
    "fill": "chips for the tray",
    "credit": "chips from the tray to the cage",
    "drop": "what was in the drop box, or at poker in the rake box",
    "count": "what is in the tray; the difference to the ledger is the table's variance",
}

SHELLS: Final = {
    "/": "the lobby",
    "/signin": "sign in, or set the house up",
    "/invite/{code}": "come in as a friend of the host",
    "/name": "the name and picture that others see",
    "/account": "my sessions, password and second factor",
    "/table/{table}": "a table",
    "/dealer": "a dealer's tables",
    "/dealer/{table}": "the dealer's console",
    "/pit": "the pit console",
    "/pit/{section}": "a part of the pit console",
    "/pit/{section}/{name}": "one of its tables, links, incidents",
    "/pit/{section}/{name}/{part}": "a round, an award, a change of it",
    "/sign/{section}/{name}": "a table's sign or a jackpot display",
    "/figures": "a player's figures",
    "/history": "a player's rounds",
    "/history/{table}": "a table's rounds",
    "/history/{table}/{round}": "a round, step by step",
    "/verify": "verify your cards",
    "/verify/{table}/{round}": "the cards of a round",
    "/training": "the training room",
    "/training/{section}": "a kind of drill",
    "/training/{section}/{name}": "a drill",
}
"""Paths of pages. All get the same shell, which shows the page of that path. A test compares this list with
`web/src/lib/router.svelte.ts`."""


def _routes() -> Iterable[Route]:
    get, post = "GET", "POST"
    for path, page in SHELLS.items():
        yield Route(get, path, EVERYBODY, f"page: {page}", gives="page")
    yield Route(get, "/page/{file}", EVERYBODY, "what the pages need", gives="page")
    yield Route(get, "/manifest.webmanifest", EVERYBODY, "installs the page as an app", gives="page")
    yield Route(get, "/worker.js", EVERYBODY, "keeps the page's shell once it is installed", gives="page")
    yield Route(get, "/v1/health", EVERYBODY, "whether the floor is well", gives="health", more=(503,))
    yield Route(get, "/v1/house", EVERYBODY, "the house and its rulebooks", gives="house")
    yield Route(get, "/v1/openapi.json", EVERYBODY, "this document", gives="document")
    yield Route(get, "/v1/tables", EVERYBODY, "the tables", gives="tables")
    yield Route(get, "/v1/rulebooks/{book}", EVERYBODY, "a rulebook's paragraphs in short", gives="rulebook")
    yield Route(get, "/v1/rulings", EVERYBODY, "the House's standing rulings", gives="rulings")
    yield Route(get, "/v1/links", EVERYBODY, "the jackpot links", gives="links")
    yield Route(get, "/v1/links/{link}", EVERYBODY, "a jackpot link", gives="link")
    yield Route(get, "/v1/tables/{table}", "syyyyy", "a table, as this viewer sees it", gives="table")
    yield Route(get, "/v1/tables/{table}/sign", "syyyyy", "what a player must know before betting", gives="sign")

    yield Route(post, "/v1/sessions", EVERYBODY, "sign in", messages.SignIn, 201, "session", more=(401, 429, 503))
    yield Route(
        post, "/v1/guests", EVERYBODY, "play as a guest; a private house asks for its invitation", None, 201, "session",
        demo=True, query=("invitation",), more=(403, 429, 503),
    )  # fmt: skip
    yield Route(post, "/v1/setup", EVERYBODY, "a first manager", messages.SetUp, 201, "session", more=(429, 503))
    yield Route(get, "/v1/me", SIGNED_IN, "who I am, and my money", gives="me")
    own = (*PAGES, "table", "game", "result", "since")
    yield Route(get, "/v1/me/rounds", ".y....", "the rounds that I have played", gives="own-rounds", query=own)
    yield Route(
        get, "/v1/me/figures", ".y....", "my bets against the exact mathematics", gives="own-figures", query=("since",)
    )
    yield Route("DELETE", "/v1/sessions/current", SIGNED_IN, "sign out", gives="ended")
    yield Route("DELETE", "/v1/sessions", SIGNED_IN, "sign out everywhere", gives="ended")
    yield Route(
        get, "/v1/sessions", SIGNED_IN, "who is signed in as me, and from where; a shift manager: as anybody",
        gives="sessions", query=("user",),
    )  # fmt: skip
    yield Route("DELETE", "/v1/sessions/{session}", SIGNED_IN, "end a session of mine; a shift manager: anybody's",
                gives="ended", more=(503,))  # fmt: skip
    yield Route(
        post, "/v1/me/second-factor", SIGNED_IN, "a second factor: asked for with the password, turned on with a code",
        messages.SecondFactor, gives="second-factor", more=(409, 429, 503),
    )  # fmt: skip
    yield Route(
        get, "/v1/me/name", ".y....", "whether I may be called this", gives="name-tried", query=("name",), demo=True
    )
    yield Route(post, "/v1/me/name", ".o....", "how others see me", messages.ChosenName, demo=True, more=(409, 503))
    yield Route(get, "/v1/me/asked", ".y....", "what staff want to do with my wallet", gives="asked-of-me")
    yield Route(post, "/v1/me/asked/{asked}", ".o....", "yes or no to staff", messages.AnswerToAsked, more=(409, 503))
    yield Route(
        post, "/v1/me/password", SIGNED_IN, "a new password; ends my other sessions", messages.NewPassword,
        gives="ended", more=(409, 429, 503),
    )  # fmt: skip

    yield Route(
        post, "/v1/tables/{table}/acts", ".oyyy.", "one act", messages.Act, gives="answered", more=(202, 409, 429, 503)
    )
    yield Route(post, "/v1/tables/{table}/waiting", ".y....", "wait for a place", messages.Wait, more=(409, 503))
    yield Route("DELETE", "/v1/tables/{table}/waiting", ".y....", "wait no more", messages.WaitNoMore, more=(409, 503))
    yield Route(
        get, "/v1/tables/{table}/coach", ".o....", "what each of my decisions is worth now", gives="coach",
        query=("place",), more=(409, 503),
    )  # fmt: skip
    rounds, formats = "/v1/tables/{table}/rounds", ("format",)
    yield Route(get, rounds, "ssssss", "the table's rounds", gives="rounds", query=(*PAGES, *formats), more=(409,))
    yield Route(get, rounds + "/{round}", "ssssss", "a round and its acts", gives="round", query=formats, more=(409,))
    yield Route(get, rounds + "/{round}/steps", "ssssss", "a round, act by act, for replaying it", gives="steps")
    proof = rounds + "/{round}/proof"
    yield Route(get, proof, "ssssss", "proofs of the cards that one sees", gives="proof", more=(409,))
    yield Route(
        get, rounds + "/{round}/deck", ".....s", "every card, once the round is over", gives="deck", more=(409,)
    )

    yield Route(get, "/v1/waits", "..ssys", "what waits for a person of the house", gives="waits")
    about = ("open", "kind", "table", "departed")
    yield Route(get, "/v1/incidents", STAFF, "incidents", gives="incidents", query=(*PAGES, *about))
    yield Route(get, "/v1/incidents/{incident}", STAFF, "an incident", gives="incident")
    yield Route(
        post, "/v1/incidents/{incident}/decision", "..ssy.", "what is ruled", messages.Decision, gives="answered",
        more=(409, 503),
    )  # fmt: skip
    yield Route(
        post, "/v1/incidents/{incident}/understanding", "..ooo.", "who reported it has read the ruling",
        messages.Understood, more=(409, 503),
    )  # fmt: skip
    of_table = "/v1/tables/{table}/incidents"
    yield Route(
        get, of_table + "/kinds", "..yyy.", "which incidents may be reported now", gives="incident-kinds", more=(409,)
    )
    yield Route(
        post, of_table + "/preview", "..yyy.", "how a report would be ruled; nothing happens", messages.Report,
        gives="preview", more=(409,),
    )  # fmt: skip
    yield Route(post, "/v1/tables", "...yy.", "open a table", messages.NewTable, 201, more=(409, 503))
    yield Route(
        post, "/v1/tables/{table}/sign", "...yy.", "limits, blinds, clocks from the next round on", messages.NewSign,
        more=(409, 503),
    )  # fmt: skip
    yield Route(get, "/v1/tables/{table}/dealers", STAFF, "who deals, and who dealt before", gives="dealers")
    yield Route(post, "/v1/tables/{table}/dealer", "...yy.", "assign a dealer", messages.NewDealer, more=(409, 503))
    yield Route(get, "/v1/tables/{table}/float", STAFF, "what the tray should hold, and its slips", gives="float")
    for kind, path in FLOAT.items():
        slip = "/v1/tables/{table}/" + path
        asks = f"{FLOAT_WORDS[kind]}: a slip that waits for signatures"
        yield Route(post, slip, "..yyy.", asks, messages.TableChips, 202, "chips-asked", more=(409, 503))
        approves = "approves it: another person, of the pit"
        yield Route(post, slip + "/{slip}/approval", "...yy.", approves, messages.Approval, more=(409, 503))
        if kind in ACKNOWLEDGED:
            acknowledges = "the dealer who has the table has got the chips, or handed them out"
            dealer = slip + "/{slip}/acknowledgement"
            yield Route(post, dealer, "..y...", acknowledges, messages.Approval, more=(409, 503))
    yield Route(post, "/v1/tables/{table}/closing", "...yy.", "no further round", messages.Closing, more=(409, 503))

    account = "/v1/players/{player}"
    yield Route(get, account + "/account", ".o.yyy", "a player's money", gives="account")
    yield Route(
        post, "/v1/players", "...yy.", "a walk-in, who cannot sign in", messages.WalkIn, 201, "player", more=(409, 503)
    )
    chips = (messages.Chips, 200, "done-or-change")
    yield Route(post, account + "/deposits", "...yy.", "chips for the wallet", *chips, more=(202, 409, 503))
    yield Route(post, account + "/withdrawals", "...yy.", "chips from the wallet", *chips, more=(202, 409, 503))
    yield Route(post, account + "/debt-payments", "...yy.", "pays a debt at the cage", messages.Chips, more=(409, 503))
    yield Route(post, account + "/bar", "...yy.", "no sitting down, no betting", messages.Bar, more=(409, 503))
    yield Route("DELETE", account + "/bar", "....y.", "the player may play again", messages.Bar, more=(409, 503))
    offs = account + "/debt-write-offs"
    yield Route(post, offs, "....y.", "ask to write a debt off", messages.Chips, 202, gives="change", more=(409, 503))
    approves = "approves it: another shift manager"
    yield Route(post, offs + "/{change}/approval", "....y.", approves, messages.Approval, more=(409, 503))

    link = "/v1/links/{link}"
    yield Route(
        post, link + "/awards/{award}/verification", "...yy.", "pays an award", messages.Verification, more=(409, 503)
    )
    yield Route(post, link + "/suspension", "...yy.", "no jackpot for now", messages.Suspension, more=(409, 503))
    yield Route(post, link + "/resumption", "...yy.", "the jackpot is back", messages.Resumption, more=(409, 503))
    yield Route(
        post, link + "/changes", "....y.", "ask for a change", messages.Change, 202, gives="change", more=(409, 503)
    )
    yield Route(
        post, link + "/changes/{change}/approval", "....y.", "by another shift manager", messages.Approval,
        more=(409, 503),
    )  # fmt: skip
    yield Route(
        post, link + "/changes/{change}/withdrawal", "....y.", "it is not to be approved", messages.Withdrawal,
        more=(409, 503),
    )  # fmt: skip
    yield Route(get, link + "/changes", "...yyy", "what was asked to be changed, and by whom", gives="changes")
    yield Route(get, link + "/awards/{award}", "...yyy", "an award, and what was checked of it", gives="award")
    yield Route(get, "/v1/figures", "...yyy", "the figures of the shift", gives="figures", query=("since",))
    of_figure = ("figure", "table", "banked", "since", "until")
    yield Route(
        get, "/v1/figures/entries", "...yyy", "the entries behind a figure", gives="figure-entries",
        query=(*of_figure, *PAGES), more=(404,),
    )  # fmt: skip
    yield Route(
        get, "/v1/figures/evidence", "....yy", "a figure with its entries, as a file that the audit checks",
        gives="evidence", query=(*of_figure, "as"), more=(404, 409),
    )  # fmt: skip
    yield Route(
        get, "/v1/departures", "....yy", "rulings apart from the desk, voids, corrections, changes by pairs, looks",
        gives="departures", query=("kind", "table", "since", "until", *PAGES),
    )  # fmt: skip
    yield Route(
        get, "/v1/comparison", "....yy", "what rounds would have paid by another book, or with changed figures",
        gives="compared", query=("table", "against", "set", "since", "until"), more=(404,),
    )  # fmt: skip
    shifts = "/v1/shifts"
    yield Route(get, shifts, "...yyy", "the shifts, newest first", gives="shifts")
    yield Route(post, shifts, "...yy.", "open a shift", messages.NewShift, 201, "shift", more=(409, 503))
    yield Route(
        post, shifts + "/{shift}/close", "...yy.", "close it: waits for the same from a second person",
        messages.ShiftClosing, gives="shift-or-done", more=(202, 409, 503),
    )  # fmt: skip
    report = shifts + "/{shift}/report"
    yield Route(get, report, "...yyy", "the report: figures with their entries, signed", gives="shift-report")
    yield Route(get, report + ".csv", "...yyy", "the report's figures as CSV", gives="csv")
    yield Route(get, report + ".html", "...yyy", "the report as a page", gives="report-page")
    yield Route(get, report + ".pdf", "...yyy", "the report as a PDF", gives="pdf", more=(503,))
    yield Route(
        get, shifts + "/{shift}/evidence", "....yy", "all entries of a shift and its report, as a file for the audit",
        gives="evidence", more=(409,),
    )  # fmt: skip
    yield Route(get, link + "/reconciliation", "....yy", "the link's equation", gives="reconciliation")
    yield Route(get, link + "/journal", "....yy", "the link's entries", gives="entries", query=("from", "limit"))
    yield Route(
        get, "/v1/tables/{table}/journal", "....yy", "the table's entries", gives="entries", query=("from", "limit")
    )
    yield Route(get, "/v1/ledger", "....yy", "the balance of every account", gives="ledger")
    yield Route(get, "/v1/processes", "...yyy", "the processes of the house, and which decides", gives="processes")
    yield Route(get, "/v1/checkpoints", ".....y", "signed checkpoints", gives="checkpoints", query=PAGES)

    yield Route(
        get, "/v1/people", STAFF, "people by the first letters; dealers see who is here, and where", gives="people",
        query=("q", "group", "role", "limit"),
    )  # fmt: skip
    yield Route(
        get, "/v1/search", STAFF, "people, waits, tables, rounds, entries, paragraphs: what the role may see",
        gives="hits", query=("q", "limit"),
    )  # fmt: skip
    yield Route(get, "/v1/events", ".....y", "what happens in public, as a stream; with a session or a program's token",
                gives="events", query=("after",), more=(404, 409, 429))  # fmt: skip
    tokens = "/v1/tokens"
    yield Route(get, tokens, "....yy", "the tokens of programs that read the public events", gives="tokens")
    yield Route(post, tokens, "....y.", "make a token for a program", messages.NewToken, 201, "token", more=(409, 503))
    yield Route("DELETE", tokens + "/{token}", "....y.", "revoke a token", more=(409, 503))
    yield Route(get, "/v1/users", "....y.", "the users", gives="users", query=PAGES)
    yield Route(
        post, "/v1/users", "....y.", "a new user; staff of rank by two people", messages.NewUser, 201, "user-or-change",
        more=(202, 409, 503),
    )  # fmt: skip
    yield Route(
        "PATCH", "/v1/users/{user}", "....y.", "another role, password, or none; for staff of rank by two people",
        messages.ChangedUser, gives="user-or-change", more=(202, 409, 503),
    )  # fmt: skip
    yield Route(get, "/v1/changes", "...sy.", "accounts and chips that wait for a second person", gives="house-changes")
    yield Route(
        post, "/v1/changes/{change}/approval", "...sy.", "by a second person", messages.Approval, more=(409, 503)
    )
    yield Route(
        post, "/v1/changes/{change}/withdrawal", "...sy.", "it is not to be approved", messages.Withdrawal,
        more=(409, 503),
    )  # fmt: skip

    drills = "/v1/training/drills"
    yield Route(
        get, "/v1/training", SIGNED_IN, "what I have learnt, and what comes next", gives="training", more=(503,)
    )
    yield Route(
        post, drills, SIGNED_IN, "start a new drill", messages.NewDrill, 201, "drill", more=(404, 409, 429, 503)
    )
    yield Route(
        get, "/v1/training/class", "..oyy.", "what dealers know, by groups of paragraphs; a dealer: their own row",
        gives="class", query=("book",), more=(503,),
    )  # fmt: skip
    yield Route(
        post, "/v1/training/assignments", "...yy.", "set a drill for dealers", messages.NewAssignment, 201, "assigned",
        more=(404, 409, 503),
    )  # fmt: skip
    yield Route(
        get, "/v1/training/incidents", "...yy.", "decided incidents of the house that can be drills",
        gives="house-drills", query=("book",),
    )  # fmt: skip
    yield Route(
        get, "/v1/training/certificates/{certificate}", "..oyyy", "a certificate of an exam; a dealer: their own",
        gives="certificate",
    )  # fmt: skip
    yield Route(get, drills + "/{drill}", SIGNED_IN, "a drill of mine, with the question that is due", gives="drill")
    yield Route(
        post, drills + "/{drill}/answers", SIGNED_IN, "an answer, which is marked", messages.DrillAnswer,
        gives="marked", more=(409, 429, 503),
    )  # fmt: skip

    yield Route(get, "/v1/live", EVERYBODY, "the live socket", status=101, gives="live", more=(429, 503))
    yield Route(post, "/v1/demo/clock", "....y.", "time goes on", messages.Advance, gives="now", demo=True, more=(409,))
    yield Route(
        post, "/v1/demo/tables/{table}/shoe", "....y.", "the order of the next deal", messages.Shoe, gives="stacked",
        demo=True, more=(409, 503),
    )  # fmt: skip
    yield Route(get, "/metrics", EVERYBODY, "for Prometheus: from loopback, or with the metrics token", gives="metrics")


ROUTES: Final = tuple(_routes())
assert all(len(route.cells) == len(ROLES) for route in ROUTES)
assert len({route.key for route in ROUTES}) == len(ROUTES)


class Found(Value):
    route: Route
    parts: dict[str, str]


class Paths:
    """Finds the route of a request: 404 for an unknown path, 405 for another method."""

    def __init__(self, *, demo: bool) -> None:
        self.routes = tuple(route for route in ROUTES if demo or not route.demo)
        self._by_length: dict[int, list[tuple[tuple[str, ...], dict[str, Route]]]] = {}
        for route in self.routes:
            segments = tuple(route.path.split("/"))
            alike = self._by_length.setdefault(len(segments), [])
            for known, methods in alike:
                if known == segments:
                    methods[route.method] = route
                    break
            else:
                alike.append((segments, {route.method: route}))
        for alike in self._by_length.values():  # names before braces: sessions/current is not a session's number
            alike.sort(key=lambda entry: sum(segment.startswith("{") for segment in entry[0]))

    def find(self, method: str, path: str) -> Found:
        asked = path.split("/")
        for segments, methods in self._by_length.get(len(asked), ()):
            parts = _matched(segments, asked)
            if parts is None:
                continue
            if method in methods:
                return Found(methods[method], parts)
            allowed = ", ".join(sorted(methods))
            raise Problem(Code.METHOD, f"this path accepts {allowed}", more={"allow": sorted(methods)})
        raise Problem(Code.NOT_FOUND, says("nothing-here"))


def check(route: Route, role: str) -> None:
    """401 if nobody is signed in, 403 if the role may not."""
    if route.cell(role) is Cell.NO:
        if role == "spectator":
            raise Problem(Code.SESSION, says("sign-in-first"))
        raise Problem(Code.FORBIDDEN, says("roles-only", roles=words("role", route.roles)))


def check_complete(handlers: Mapping[str, object]) -> None:
    """Refuses to start with a route without a row, or a row without a route."""
    rows = {route.key for route in ROUTES}
    if handlers.keys() != rows:
        raise RuntimeError(f"routes and matrix differ: {sorted(handlers.keys() ^ rows)}")


def _matched(segments: tuple[str, ...], asked: list[str]) -> dict[str, str] | None:
    parts = {}
    for segment, text in zip(segments, asked, strict=True):
        if segment.startswith("{"):
            if not text:
                return None
            parts[segment[1:-1]] = text
        elif segment != text:
            return None
    return parts
