"""The schema of everything that is journalled: fields are only ever added, with defaults; tags are never renamed.

`tests/golden/schema` holds what has been promised. What breaks a promise fails also with --update: a journal of last
year must open. If a meaning has to change, the number of the journal rises, `floor/journal/upcast` gets a step, and the
file of the words that changed is deleted and written again.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from croupier.floor.journal.codec import WORDS, Family
from croupier.floor.journal.entry import Body
from croupier.floor.live.state.events import LiveEvent
from croupier.floor.live.state.house_events import HouseStreamEvent
from croupier.floor.live.state.table import LiveTable
from tests.conftest import GOLDEN

Schema = Mapping[str, Any]


def body() -> type[msgspec.Struct]:
    """The body of an entry. Of a raw part msgspec cannot write the default, so it is decoded here."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(Body):
        raw = field.type is msgspec.Raw
        default = msgspec.json.decode(field.default) if raw else field.default
        fields.append((field.name, Any if raw else field.type) + (() if field.required else (default,)))
    return msgspec.defstruct("Body", fields)


KINDS = ("commands", "events", "state")
HELD = {f"{family}-{kind}": getattr(WORDS[family], kind) for family in Family for kind in KINDS} | {
    "body": body(),
    "floor-events": LiveEvent,
    "floor-state": LiveTable,
    "house-stream-events": HouseStreamEvent,
}
FILES = [*HELD]


def schema(name: str) -> dict[str, Any]:
    """Tags, and what each of their words holds; states and bodies have no tags and stand under their own name."""
    (top,), components = msgspec.json.schema_components([HELD[name]], ref_template="{name}")
    tags = top.get("discriminator", {}).get("mapping", {})
    words = {key: _plain(value) for key, value in sorted(components.items())}
    found: dict[str, Any] = json.loads(json.dumps({"tags": dict(sorted(tags.items())), "words": words}))
    return found


def _plain(value: Any) -> Any:
    """Without what people read: words and titles may change. A field may be called like that, too."""
    if isinstance(value, Mapping):
        return {
            key: {field: _plain(each) for field, each in inner.items()} if key == "properties" else _plain(inner)
            for key, inner in value.items()
            if key not in ("title", "description")
        }
    return [_plain(each) for each in value] if isinstance(value, list) else value


def promised(name: str) -> dict[str, Any] | None:
    file = GOLDEN / "schema" / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def broken(before: Schema, now: Schema) -> Iterator[str]:
    """What a journal written before can hold, and what is not read any more, or read as something else."""
    for tag, word in before["tags"].items():
        if tag not in now["tags"]:
            yield f"the tag {tag!r} is gone; a tag is never renamed or removed"
        elif now["tags"][tag] != word and now["words"].get(word) == before["words"][word]:
            yield f"the tag {tag!r} now means {now['tags'][tag]}; a tag is never used for something else"
    names = {word: now["tags"].get(tag, word) for tag, word in before["tags"].items()}
    for word, old in before["words"].items():
        new = now["words"].get(names.get(word, word))
        if new is not None:  # gone without a tag: nothing that is still read refers to it
            yield from _broken_word(word, old, new)
        elif any(f'"$ref": "{word}"' in json.dumps(other) for other in now["words"].values()):
            yield f"{word} is referred to and not described"


def _broken_word(word: str, old: Schema, new: Schema) -> Iterator[str]:
    if "enum" in old and "properties" not in old:
        for value in old["enum"]:
            if value not in new.get("enum", ()):
                yield f"{word} has lost the value {value!r}"
        return
    if "properties" not in old:
        if old != new:
            yield f"{word} is something else now"
        return
    fields = new.get("properties", {})
    for field, kind in old["properties"].items():
        if field not in fields:
            yield f"{word}.{field} is gone; a field is never renamed or removed"
        elif not _reads(_type(kind), _type(fields[field])):
            yield f"{word}.{field} was {_type(kind)} and is {_type(fields[field])}; a field keeps its type"
        elif field not in old.get("required", ()) and field in new.get("required", ()):
            yield f"{word}.{field} had a default and has none now"
        elif "default" in kind and "default" in fields[field] and kind["default"] != fields[field]["default"]:
            yield f"{word}.{field} has another default: what was left out would mean something else"
    for field in fields:
        if field not in old["properties"] and field in new.get("required", ()):
            yield f"{word}.{field} is new and has no default: older entries lack it"


def _type(kind: Schema) -> dict[str, Any]:
    return {key: value for key, value in kind.items() if key != "default"}


def _reads(old: Any, new: Any) -> bool:
    """Whether everything that was of the old type is of the new one: more may be allowed, never less."""
    return old == new or all(any(_reads_one(one, other) for other in _one_of(new)) for one in _one_of(old))


def _reads_one(old: Any, new: Any) -> bool:
    if old == new:
        return True
    if isinstance(old, Mapping) and isinstance(new, Mapping) and old.get("type") == new.get("type") == "array":
        return _reads(old.get("items", {}), new.get("items", {}))
    return False


def _one_of(kind: Schema) -> list[Any]:
    return list(kind["anyOf"]) if "anyOf" in kind else [kind]


@pytest.mark.parametrize("name", FILES)
def test_no_promise_is_broken(name: str) -> None:
    before = promised(name)
    if before is not None and (faults := list(broken(before, schema(name)))):
        pytest.fail("\n".join([f"tests/golden/schema/{name}.json:", *faults]), pytrace=False)


@pytest.mark.parametrize("name", FILES)
def test_what_is_journalled_is_promised(
    name: str, golden: Callable[[str, str], None], request: pytest.FixtureRequest
) -> None:
    now, before = schema(name), promised(name)
    if before is not None and list(broken(before, now)):
        pytest.fail("a promise is broken, so that nothing is written; see test_no_promise_is_broken", pytrace=False)
    golden(f"schema/{name}.json", json.dumps(now, indent=1, ensure_ascii=False) + "\n")


def test_tags_are_unique_over_all_families() -> None:
    seen: dict[str, str] = {}
    for name in FILES:
        for tag in schema(name)["tags"]:
            assert tag not in seen, f"{tag!r} is a tag of {seen[tag]} and of {name}"
            seen[tag] = name
    assert len(seen) > 100


@pytest.mark.parametrize("name", FILES)
def test_numbers_are_whole(name: str) -> None:
    """No fraction, and no float: msgspec knows no Fraction, and calls a float a number."""
    assert '"type": "number"' not in json.dumps(schema(name))
    with pytest.raises(TypeError):
        msgspec.json.schema_components([Fraction])


EXAMPLE: dict[str, Any] = {
    "tags": {"bet-placed": "BetPlaced"},
    "words": {
        "BetPlaced": {
            "type": "object",
            "properties": {
                "type": {"enum": ["bet-placed"]},
                "box": {"type": "integer"},
                "cites": {"type": "array", "items": {"type": "string"}, "default": []},
            },
            "required": ["type", "box"],
        },
        "Spot": {"enum": ["ante", "play"]},
    },
}


def changed(*path: str, to: Any) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(EXAMPLE))
    *way, last = path
    inner = copy
    for step in way:
        inner = inner[step]
    if to is None:
        del inner[last]
    else:
        inner[last] = to
    return copy


FIELDS = ("words", "BetPlaced", "properties")


@pytest.mark.parametrize(
    ("now", "fault"),
    [
        (EXAMPLE, None),
        (changed(*FIELDS, "unnoticed", to={"type": "boolean", "default": False}), None),
        (changed("words", "Spot", to={"enum": ["ante", "bonus", "play"]}), None),
        (changed(*FIELDS, "box", to={"anyOf": [{"type": "integer"}, {"type": "null"}]}), None),
        (changed("tags", "bet-returned", to="BetReturned"), None),
        (changed("tags", "bet-placed", to=None), "the tag 'bet-placed' is gone"),
        (changed("tags", "bet-placed", to="Spot"), "now means Spot"),
        (changed(*FIELDS, "box", to=None), "BetPlaced.box is gone"),
        (changed(*FIELDS, "box", to={"type": "string"}), "a field keeps its type"),
        (changed("words", "BetPlaced", "required", to=["type", "box", "cites"]), "had a default and has none now"),
        (changed(*FIELDS, "cites", "default", to=["3.1"]), "has another default"),
        (changed(*FIELDS, "cites", "items", to={"type": "integer"}), "a field keeps its type"),
        (changed("words", "Spot", to={"enum": ["ante"]}), "Spot has lost the value 'play'"),
    ],
)
def test_a_broken_promise_is_found(now: Schema, fault: str | None) -> None:
    found = list(broken(EXAMPLE, now))
    if fault is None:
        assert not found
    else:
        assert any(fault in each for each in found), found


def test_a_new_field_without_a_default_is_found() -> None:
    now = changed(*FIELDS, "spot", to={"$ref": "Spot"})
    now["words"]["BetPlaced"]["required"].append("spot")
    assert list(broken(EXAMPLE, now)) == ["BetPlaced.spot is new and has no default: older entries lack it"]
