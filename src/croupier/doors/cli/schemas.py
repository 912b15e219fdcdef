"""The shapes of the `--json` output, as records. JSON Schema is generated from them, and tests read real output with
them.

Each is closed, so that no undocumented key is printed; except the coverage, whose keys are the books.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from croupier.base.json_answers import SCHEMA_VERSION
from croupier.doors.cli.odds_schema import ODDS, Equity, Sweep
from croupier.doors.cli.run_schema import HouseRun, LinkedRun, PokerRun, UnreadableFile

Cites = list[str]


class Answer(Struct, forbid_unknown_fields=True):
    """Every answer says which croupier gave it, and by which schema."""

    croupier: str
    schema: str


class Open(Struct):
    """Further keys may follow."""

    croupier: str
    schema: str


class Book(Struct, forbid_unknown_fields=True):
    book: str
    game: str
    title: str
    in_force_from: str
    dealing: list[str]
    paragraph_count: int


class Site(Struct, forbid_unknown_fields=True):
    where: str
    lines: list[int]


class Clause(Struct, forbid_unknown_fields=True):
    clause: str
    cited_by: list[Site] | UnsetType = UNSET
    proved_by: list[str] | UnsetType | None = UNSET
    cited_in: list[str] | UnsetType | None = UNSET
    absent_in: list[str] | UnsetType | None = UNSET


class Paragraph(Struct, forbid_unknown_fields=True):
    paragraph: str
    text: str
    part_of: str | None
    parts: list[str]
    explained: str | None
    clauses: list[Clause]
    live: list[Literal["enforced", "told", "recorded", "nothing"]] | None


class PayTable(Struct, forbid_unknown_fields=True):
    table: str
    paragraph: str
    rows: dict[str, str]


class Books(Answer, forbid_unknown_fields=True):
    books: list[Book]


class WholeBook(Answer, forbid_unknown_fields=True):
    book: str
    game: str
    title: str
    in_force_from: str
    dealing: list[str]
    paragraph_count: int
    procedure: dict[str, str]
    pay_tables: list[PayTable]
    paragraphs: list[Paragraph]


class Part(Answer, forbid_unknown_fields=True):
    book: str
    paragraphs: list[Paragraph]


class Pair(Struct, forbid_unknown_fields=True):
    old: str
    new: str
    old_text: str | UnsetType = UNSET
    new_text: str | UnsetType = UNSET


class Figure(Struct, forbid_unknown_fields=True):
    name: str
    old: str | None
    new: str | None


class Diff(Answer, forbid_unknown_fields=True):
    old: Book
    new: Book
    changed: list[Pair]
    moved: list[Pair]
    added: dict[str, str]
    removed: dict[str, str]
    unchanged: list[str]
    clauses_added: list[str]
    clauses_removed: list[str]
    procedure: list[Figure]
    pay_tables: list[Figure]


class Applies(Struct, forbid_unknown_fields=True):
    book: str | None
    until: str | None
    since: str | None = field(name="from")


class InForce(Answer, forbid_unknown_fields=True):
    at: str
    games: dict[str, Applies]


class Ruling(Answer, forbid_unknown_fields=True):
    ruling: str
    chapter: str
    text: str
    cited_by: list[dict[str, Any]]
    told_by: list[dict[str, Any]]
    proved_by: list[str] | None
    acted_out_in: list[str] | None
    cited_in: list[str] | None


class FoundParagraph(Struct, forbid_unknown_fields=True):
    book: str
    paragraph: str
    text: str
    clauses: list[str]


class FoundRuling(Struct, forbid_unknown_fields=True):
    ruling: str
    text: str


class Search(Answer, forbid_unknown_fields=True):
    paragraphs: list[FoundParagraph]
    rulings: list[FoundRuling]


class Coverage(Open):
    """In addition to these two keys, one for each book: paragraphs, explained, cited, proved, open, live."""


class Markdown(Answer, forbid_unknown_fields=True):
    book: str
    markdown: str


class Refused(Struct, forbid_unknown_fields=True):
    why: str
    cites: Cites


class Ruled(Struct, forbid_unknown_fields=True):
    rulebook: str
    dealing: Literal["shoe", "shuffler"]
    phase: str
    when: str | None
    found: str
    incident: str
    ruling: str | None
    cites: Cites
    remedies: list[str]
    decided_by: str
    discretion: Cites
    choices: dict[str, dict[str, Cites]]
    next: dict[str, dict[str, Cites]]
    refused: Refused | None
    paragraphs: dict[str, str]
    otherwise: list["Ruled"]


class RuleAnswer(Ruled, forbid_unknown_fields=True, kw_only=True):
    croupier: str
    schema: str
    deal: dict[str, Any] | UnsetType = UNSET


class DealAnswer(Answer, forbid_unknown_fields=True):
    deal: dict[str, Any]


class Phase(Struct, forbid_unknown_fields=True):
    phase: str
    words: str
    circumstances: list[list[str]]


class Finding(Struct, forbid_unknown_fields=True):
    found: str
    words: str
    group: str
    phases: list[str]
    facts: list[list[str]]


class RuleList(Answer, forbid_unknown_fields=True):
    rulebook: str
    phases: list[Phase]
    findings: list[Finding]


class Option(Struct, forbid_unknown_fields=True):
    antes: str
    dollars: str
    cost_antes: str
    cost_dollars: str
    parts: dict[str, str]


class Advice(Answer, forbid_unknown_fields=True):
    game: str
    book: str
    hand: str | None
    spot: str
    best: str
    options: dict[str, Option]


class Replayed(Answer, forbid_unknown_fields=True):
    file: str
    hands: int
    replayed: int
    agreed: int
    played: int
    explained: int
    differs: int
    left_out: int
    skipped: int
    differences: list[dict[str, Any]]
    reasons: list[dict[str, Any]]
    unreadable: list[dict[str, str]]
    remarks: list[dict[str, str]]


class User(Struct, forbid_unknown_fields=True):
    name: str
    role: str
    disabled: bool
    can_sign_in: bool


class Users(Answer, forbid_unknown_fields=True):
    users: list[User]


class Fault(Struct, forbid_unknown_fields=True):
    seed: str
    what: str
    file: str


class Fuzzed(Answer, forbid_unknown_fields=True):
    game: str
    rounds: int
    seconds: float
    covered: dict[str, int]
    never: list[str]
    fault: Fault | None


class Cached(Struct, forbid_unknown_fields=True):
    name: str
    files: int
    bytes: int


class Caches(Answer, forbid_unknown_fields=True):
    folder: str
    cleared: bool
    caches: list[Cached]


class Proved(Struct, forbid_unknown_fields=True):
    holds: bool
    table: str
    round: int
    deck: int
    root: str
    cards: int
    promised: dict[str, Any] | UnsetType = UNSET
    why: str | UnsetType = UNSET


class Sound(Struct, forbid_unknown_fields=True):
    sound: Literal[True]
    entries: int
    streams: int
    rounds: int
    checks: list[str]
    unpaid: list[dict[str, Any]]


class Discrepancy(Struct, forbid_unknown_fields=True):
    stream: str
    seq: int
    kind: str
    why: str


class Unsound(Struct, forbid_unknown_fields=True):
    sound: Literal[False]
    first: Discrepancy


class Entry(Struct, forbid_unknown_fields=True):
    stream: str
    seq: int
    at: int
    epoch: int
    hash: str
    body: dict[str, Any]


SCHEMAS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "run": ((HouseRun, PokerRun, LinkedRun, UnreadableFile), "croupier run --json: docs/round-files.md tells the keys"),
    "rules-books": ((Books,), "croupier rules --json"),
    "rules-book": ((WholeBook,), "croupier rules BOOK --json"),
    "rules-part": ((Part,), "croupier rules BOOK PARAGRAPH --json"),
    "rules-diff": ((Diff,), "croupier rules diff OLD NEW --json"),
    "rules-in-force": ((InForce,), "croupier rules --at DATE --json"),
    "rules-ruling": ((Ruling,), "croupier rules R-17 --json"),
    "rules-search": ((Search,), "croupier rules search WORDS --json"),
    "rules-coverage": ((Coverage,), "croupier rules coverage --json"),
    "markdown": ((Markdown,), "croupier rules sheet BOOK --json; croupier rule BOOK --manual or --commands --json"),
    "rule": ((RuleAnswer, DealAnswer), "croupier rule BOOK --found or --dealt --json"),
    "rule-list": ((RuleList,), "croupier rule BOOK --list --json"),
    "odds": (ODDS, "croupier odds GAME --json"),
    "sweep": ((Sweep,), "croupier odds GAME --set NAME=4..8 --json"),
    "equity": ((Equity,), "croupier odds poker HANDS --json"),
    "advise": ((Advice,), "croupier advise GAME --json"),
    "phh-replay": ((Replayed,), "croupier phh replay --json, one a file"),
    "fuzz": ((Fuzzed,), "croupier fuzz GAME --json"),
    "users": ((Users,), "croupier users list STORE --json"),
    "cache": ((Caches,), "croupier cache --json"),
    "verify": ((Proved, UnreadableFile), "croupier verify PROOF --json"),
    "audit": ((Sound, Unsound), "croupier audit STORE --json"),
    "journal": ((Entry,), "croupier journal show STORE --json, one an entry"),
}


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of what is printed under that name."""
    types, words = SCHEMAS[name]
    found, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    shape = next(iter(found)) if len(types) == 1 else {"anyOf": list(found)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{name}/{SCHEMA_VERSION}",
        "description": words,
        **shape,
        "$defs": parts,
    }
