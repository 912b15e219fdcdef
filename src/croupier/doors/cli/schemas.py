"""The records that `--json` prints, by schema name. Commands build them; JSON Schema is generated from them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from croupier.base.json_answers import SCHEMA_VERSION, JsonObject, UnreadableFile
from croupier.doors.cli.advise import Advice
from croupier.doors.cli.cache import Caches
from croupier.doors.cli.entry_lines import ShownEntry
from croupier.doors.cli.fuzz import FuzzAnswer
from croupier.doors.cli.lookup import FoundWords, RulingAnswer
from croupier.doors.cli.phh import Replayed
from croupier.doors.cli.rule import RuleList
from croupier.doors.cli.rules_check import CheckedBooks
from croupier.doors.cli.rules_coverage import BookCoverage
from croupier.doors.cli.rules_json import BookMarkdown, Books, Diff, InForce, Part, WholeBook
from croupier.doors.cli.simulate_answer import SimulateAnswer
from croupier.doors.cli.simulate_poker import SimulatePokerAnswer
from croupier.doors.cli.users import Users
from croupier.doors.cli.verify import Certified, Proved
from croupier.floor.audit.result import EvidenceSound, ShiftSound, Sound, Unsound
from croupier.floor.live.answers.money import ShiftReport
from croupier.numbers.reports.answers import ODDS, Equity, Sweep
from croupier.rounds.roundfile.answers import HouseRun, LinkedRun, PokerRun
from croupier.rulings_desk.misdeal import DealAnswer
from croupier.rulings_desk.show import Ruled


class Shape(NamedTuple):
    records: tuple[Any, ...]
    words: str
    signed: bool = True
    """Whether the object also names the croupier and the schema."""


SCHEMAS: Mapping[str, Shape] = {
    "run": Shape(
        (HouseRun, PokerRun, LinkedRun, UnreadableFile),
        "croupier run --json: docs/round-files.md tells the keys",
        signed=False,
    ),
    "rules-books": Shape((Books,), "croupier rules --json"),
    "rules-book": Shape((WholeBook,), "croupier rules BOOK --json"),
    "rules-part": Shape((Part,), "croupier rules BOOK PARAGRAPH --json"),
    "rules-diff": Shape((Diff,), "croupier rules diff OLD NEW --json"),
    "rules-in-force": Shape((InForce,), "croupier rules --at DATE --json"),
    "rules-ruling": Shape((RulingAnswer,), "croupier rules R-17 --json"),
    "rules-search": Shape((FoundWords,), "croupier rules search WORDS --json"),
    "rules-check": Shape((CheckedBooks,), "croupier rules check DIR --json"),
    "rules-coverage": Shape((dict[str, BookCoverage],), "croupier rules coverage --json"),
    "markdown": Shape(
        (BookMarkdown,), "croupier rules sheet BOOK --json; croupier rule BOOK --manual or --commands --json"
    ),
    "rule": Shape((Ruled, DealAnswer), "croupier rule BOOK --found or --dealt --json"),
    "rule-list": Shape((RuleList,), "croupier rule BOOK --list --json"),
    "odds": Shape(ODDS, "croupier odds GAME --json"),
    "sweep": Shape((Sweep,), "croupier odds GAME --set NAME=4..8 --json"),
    "equity": Shape((Equity,), "croupier odds poker HANDS --json"),
    "advise": Shape((Advice,), "croupier advise GAME --json"),
    "simulate": Shape((SimulateAnswer,), "croupier simulate GAME --json, croupier simulate merge DIR --json"),
    "simulate-poker": Shape((SimulatePokerAnswer,), "croupier simulate poker --json"),
    "phh-replay": Shape((Replayed,), "croupier phh replay --json, one a file"),
    "fuzz": Shape((FuzzAnswer,), "croupier fuzz GAME --json"),
    "users": Shape((Users,), "croupier users list STORE --json"),
    "cache": Shape((Caches,), "croupier cache --json"),
    "verify": Shape((Proved, Certified, UnreadableFile), "croupier verify FILE --json", signed=False),
    "audit": Shape((Sound, EvidenceSound, ShiftSound, Unsound), "croupier audit STORE --json", signed=False),
    "report": Shape((ShiftReport,), "croupier report STORE --shift N", signed=False),
    "journal": Shape((ShownEntry,), "croupier journal show STORE --json, one an entry", signed=False),
}


def json_schema(name: str) -> JsonObject:
    """The JSON Schema of what is printed under that name."""
    records, words, signed = SCHEMAS[name]
    found, parts = msgspec.json.schema_components(records, ref_template="#/$defs/{name}")
    shapes = [_with_signature(shape, parts) for shape in found] if signed else list(found)
    text = msgspec.json.encode([shapes, parts]).decode()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **(shapes[0] if len(shapes) == 1 else {"anyOf": shapes}),
        "title": f"{name}/{SCHEMA_VERSION}",
        "description": words,
        "$defs": {part: each for part, each in parts.items() if f'"#/$defs/{part}"' in text},
    }


def _with_signature(shape: JsonObject, parts: Mapping[str, JsonObject]) -> JsonObject:
    """The schema with the two keys that `json_answers.signed` adds in front."""
    whole = parts[shape["$ref"].removeprefix("#/$defs/")] if "$ref" in shape else shape
    text = {"type": "string"}
    return {
        **whole,
        "properties": {"croupier": text, "schema": text, **whole.get("properties", {})},
        "required": ["croupier", "schema", *whole.get("required", ())],
    }
