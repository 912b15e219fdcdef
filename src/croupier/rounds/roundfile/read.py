"""Reading a round file: everything that can be wrong with it is found here, before anything is played."""

import re
import shlex
import tomllib
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from croupier.base.actors import Rank
from croupier.base.errors import InFile, Unreadable, said_at, told_by
from croupier.base.limits import ACTIONS, LONGEST_NAME, ROUNDS
from croupier.base.sentences import Sentence, says
from croupier.base.toml_text import no_toml, read_toml
from croupier.base.values import Value
from croupier.rounds.roundfile.lines import with_its_line
from croupier.rules.cards import Card, parse_cards
from croupier.rules.games import GAMES
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.load import BOOKS, at_the_table
from croupier.rules.rulebook.model import Device, Rulebook, game_of

T = TypeVar("T")

KEYS = {"rulebook", "dealing", "shoe", "cards", "actions", "table", "expect", "refused", "absent"}
RULING = re.compile(r"R-[1-9]\d*")
REFUSED_KEYS = {"action", "cites", "cites_any", "left_to"}


class Refusal(Value):
    """What a file says will be refused."""

    action: int
    cites: tuple[str, ...] = ()
    cites_any: tuple[str, ...] = ()
    left_to: str | None = None
    """The rank that it is left to, where the file says so."""


class Script(Value):
    """What every round file has, whatever the game."""

    book: Rulebook
    device: Device
    shoes: tuple[tuple[Card, ...], ...]
    actions: tuple[str, ...]
    table: Mapping[str, Any]
    sections: Mapping[str, Mapping[str, Any]]
    """The tables that only one family of games has: boxes and jackpot, or seats."""
    expect: tuple[Mapping[str, Any], ...] = ()
    refused: Refusal | None = None
    text: str = ""
    """As in the file."""
    absent: tuple[str, ...] = ()
    """Clauses, paragraphs and rulings that the file proves by not being cited."""
    cards: Mapping[str, Any] | tuple[Mapping[str, Any], ...] = ()
    """By place: of the first round, or of each."""

    @property
    def game(self) -> str:
        return self.book.game


def read_script(text: str) -> Script:
    """A file of one table and one rulebook."""
    first, *others = read_versions(text)
    if others:
        books = ", ".join(script.book.key for script in (first, *others))
        raise wrong(("rulebook",), f"expected a file of one rulebook; it is for {books}")
    return first


def read_versions(text: str) -> tuple[Script, ...]:
    """A file of one table: a script for each rulebook that it names."""
    data = toml_of(text)
    if "tables" in data:
        raise wrong(("tables",), "expected a file of one table; this one is for several")
    try:
        return versions_in(text, data)
    except Unreadable as error:
        raise with_its_line(text, error) from None


def versions_in(text: str, data: Mapping[str, Any]) -> tuple[Script, ...]:
    books, device = rulebooks_in(data)
    return tuple(script_in(text, data, book, device) for book in books)


def toml_of(text: str) -> dict[str, Any]:
    try:
        return read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(no_toml(text, error)) from None
    except ValueError as error:
        raise Unreadable(f"the file cannot be read as TOML: {error}") from None


def script_in(text: str, data: Mapping[str, Any], book: Rulebook, device: Device) -> Script:
    own = GAMES[book.game].sections
    check_keys("the file", data, KEYS | own, ())
    sections = {name: section(data, name) for name in own if name in data}
    return Script(
        book=book,
        device=device,
        shoes=_shoes(data.get("shoe", []), burns=burns_first(book, device)),
        actions=actions_in(data),
        table=section(data, "table"),
        sections=sections,
        expect=expectations(data.get("expect", []), burns=burns_first(book, device)),
        refused=refusal_in(data),
        text=text,
        absent=absent_in(data, (book,)),
        cards=_cards_by_place(data),
    )


def _cards_by_place(data: Mapping[str, Any]) -> Mapping[str, Any] | tuple[Mapping[str, Any], ...]:
    value, shoe = data.get("cards", []), data.get("shoe")
    if value and isinstance(shoe, str) and not shoe.strip():
        raise wrong(("shoe",), "it is empty, and [cards] names cards by place; leave shoe out")
    if isinstance(value, dict):
        return value
    if isinstance(value, list) and all(isinstance(table, dict) for table in value):
        return tuple(value)
    raise wrong(("cards",), "expected a table, [cards], or one for each round: [[cards]]")


def actions_in(data: Mapping[str, Any]) -> tuple[str, ...]:
    actions = data.get("actions", [])
    if not isinstance(actions, list):
        raise wrong(("actions",), f"expected a list of strings, got {shown(actions)}")
    for number, action in enumerate(actions):
        if not isinstance(action, str):
            raise Unreadable(f"actions: expected a list of strings, got {shown(action)} in it", ("actions", number))
    if len(actions) > ACTIONS:
        raise Unreadable(f"actions: a file has at most {ACTIONS:,}, this one has {len(actions):,}")
    return tuple(actions)


Where = str | InFile
"""Words for a place, or the place in the file itself, which has words and a line."""


def wrong(where: Where, why: Exception | Sentence | str) -> Unreadable:
    said = told_by(why) if isinstance(why, Exception) else why
    if isinstance(where, str):
        return Unreadable(said_at(where, said))
    return Unreadable(said_at(_words(where), said), where)


def _words(at: InFile) -> str:
    match at:
        case [key]:
            return str(key)
        case ["shoe", int(number)]:
            return f"shoe of round {number + 1}"
        case _:
            return f"[{at[0]}] {at[-1]}"


def check_keys(where: str, data: Mapping[str, Any], known: set[str], at: InFile | None = None) -> None:
    """`at` is the place of the data in the file, () for the file itself; None if it is not known."""
    for key in data:
        if key not in known:
            why = f"{where} has an unknown key {shown(key)}; known: {', '.join(sorted(known))}"
            raise Unreadable(why, () if at is None else (*at, key))


def shown(value: object) -> str:
    """The value in the file, short enough for one line."""
    if isinstance(value, int) and abs(value) >= 10**40:
        return "a number of more than forty digits"
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"


def section(data: Mapping[str, Any], name: str, at: InFile = ()) -> Mapping[str, Any]:
    """`at` is the place of the data in the file."""
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise Unreadable(f"{name}: expected a table, [{name}]", (*at, name))
    return table


def amount(where: Where, value: object) -> Cents:
    """A decimal string or a whole number; never a float."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = shown(value)
    if not isinstance(value, str):
        raise wrong(where, 'an amount is written as a string, such as "12.50"')
    try:
        return cents(value)
    except ValueError as error:
        raise wrong(where, error) from None


def whole(where: Where, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise wrong(where, says("whole-number", least=least, most=most, given=shown(value)))
    return value


def name_of_player(value: object) -> str | None:
    """The value if it is a name: some printable characters."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > LONGEST_NAME:
        return None
    return value


def check_rounds(number: int) -> None:
    if number > ROUNDS:
        raise Unreadable(f"actions: a file has at most {ROUNDS:,} rounds, this one has {number:,}")


OF_ANY_TABLE = {"settle", "deal"}


def settles_by_hand(table: Mapping[str, Any]) -> bool:
    """Whether the table waits for `settle` before it pays (R-93)."""
    return _by_hand(table, "settle")


def deals_by_hand(table: Mapping[str, Any]) -> bool:
    """Whether cards that are due wait for `deal`, as where a person deals them."""
    return _by_hand(table, "deal")


def _by_hand(table: Mapping[str, Any], key: str) -> bool:
    value = table.get(key, "at-once")
    if value not in ("at-once", "by-hand"):
        raise wrong(("table", key), f'expected "at-once" or "by-hand", got {shown(value)}')
    return bool(value == "by-hand")


def place(where: str, text: str, most: int, at: InFile = ()) -> int:
    """A box or seat number, in an action or as a key."""
    if text not in map(str, range(1, most + 1)):
        raise Unreadable(f"{where}: {shown(text)} is not a place at this table; places are 1 to {most}", at)
    return int(text)


_QUOTING = re.compile(r"""["'\\]""")


def split(text: str) -> list[str]:
    try:
        return shlex.split(text) if _QUOTING.search(text) else text.split()
    except ValueError:
        raise Unreadable("a quotation mark or a backslash stands alone; they go around values with spaces") from None


def located(number: int, text: str, read: Callable[[list[str]], T]) -> T:
    """Read one action; what is wrong with it is said with its place in the file."""
    try:
        return read(split(text))
    except (Unreadable, ValueError) as error:
        raise Unreadable(f"action {number} {shown(text)}: {error}", ("actions", number - 1)) from None


def cards(where: Where, text: object) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise wrong(where, 'cards are written as a string, such as "As Kd"')
    try:
        return parse_cards(text)
    except ValueError as error:
        at = () if isinstance(where, str) else (*where, _first_wrong_word(text))
        raise Unreadable(told_by(wrong(where, error)), at) from None


def _first_wrong_word(text: str) -> int:
    """Which word of some cards is none or comes again: a shoe may stand on several lines."""
    words = text.split()
    for number in range(len(words)):
        try:
            parse_cards(" ".join(words[: number + 1]))
        except ValueError:
            return number
    raise AssertionError("asked only where a word is wrong")


def rulebooks_in(data: Mapping[str, Any]) -> tuple[tuple[Rulebook, ...], Device]:
    """One book, or several versions of one game, for each of which the file is played."""
    given = data.get("rulebook")
    if given is None:
        raise wrong(("rulebook",), f'none is named; write rulebook = "{list(BOOKS)[-1]}"; known: {", ".join(BOOKS)}')
    keys: list[Any] = given if isinstance(given, list) and given else [given]
    for number, key in enumerate(keys):
        if not isinstance(key, str) or key not in BOOKS:
            raise Unreadable(f"rulebook: {shown(key)} is unknown; known: {', '.join(BOOKS)}", ("rulebook", number))
        if key in keys[:number]:
            raise Unreadable(f"rulebook: {key} appears twice", ("rulebook", number))
    if len(games := dict.fromkeys(map(game_of, keys))) > 1:
        raise wrong(("rulebook",), f"one file is for one game, not for {' and '.join(games)}")
    dealing = data.get("dealing", Device.SHOE)
    if dealing not in tuple(Device):
        raise wrong(("dealing",), f"{shown(dealing)} is unknown; known: {', '.join(Device)}")
    return tuple(at_the_table(key, Device(dealing)) for key in keys), Device(dealing)


def burns_first(book: Rulebook, device: Device) -> bool:
    """Whether a card is burnt before the first hand is dealt."""
    return device is Device.SHOE and not {"deal", "hole-cards"}.isdisjoint(book.procedure.burn_before)


_IF_BURNT = re.compile(r"\s*\(([^()]*)\)(.*)", re.DOTALL)
"""A card in brackets at the top of a shoe, or of burnt cards: there if the rulebook burns one before the first hand."""


def _shoes(value: object, *, burns: bool) -> tuple[tuple[Card, ...], ...]:
    if isinstance(value, str):
        return (first_in_brackets(("shoe",), value, burns=burns),)
    if not isinstance(value, list):
        raise wrong(("shoe",), "expected a string of cards, or a list of them, one for each round")
    return tuple(first_in_brackets(("shoe", number), order, burns=burns) for number, order in enumerate(value))


def first_in_brackets(where: Where, order: object, *, burns: bool) -> tuple[Card, ...]:
    bracketed = _IF_BURNT.fullmatch(order) if isinstance(order, str) else None
    if bracketed is None:
        return cards(where, order)
    if len(cards(where, bracketed[1])) != 1:
        raise wrong(where, "in brackets stands the one card that is burnt before the first hand")
    whole = cards(where, " ".join(bracketed.groups()))
    return whole if burns else whole[1:]


def expectations(value: object, *, burns: bool) -> tuple[Mapping[str, Any], ...]:
    if isinstance(value, dict):
        return (_burnt(value, burns=burns),)
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise Unreadable("[expect] must be a table, or one for each round: [[expect]]", ("expect",))
    return tuple(_burnt(table, burns=burns) for table in value)


def _burnt(expected: Mapping[str, Any], *, burns: bool) -> Mapping[str, Any]:
    """The first burnt card may be in brackets, as in the shoe."""
    burnt = expected.get("burnt")
    bracketed = _IF_BURNT.fullmatch(burnt) if isinstance(burnt, str) else None
    if bracketed is None:
        return expected
    first, rest = (part.strip() for part in bracketed.groups())
    return {**expected, "burnt": f"{first} {rest}".strip() if burns else rest}


def refusal_in(data: Mapping[str, Any]) -> Refusal | None:
    if "refused" not in data:
        return None
    table = section(data, "refused")
    check_keys("[refused]", table, REFUSED_KEYS, ("refused",))
    cites, cites_any = (_paragraphs("refused", table, key) for key in ("cites", "cites_any"))
    left_to, ranks = table.get("left_to"), [rank.key for rank in Rank]
    if left_to is not None and left_to not in ranks:
        raise wrong(("refused", "left_to"), f"expected one of {', '.join(ranks[1:])}, got {shown(left_to)}")
    return Refusal(whole(("refused", "action"), table.get("action"), 1, 1_000_000), cites, cites_any, left_to)


def absent_in(data: Mapping[str, Any], books: Collection[Rulebook]) -> tuple[str, ...]:
    """A name that no book of the file has would be absent from every round, so it is refused here."""
    if "absent" not in data:
        return ()
    table = section(data, "absent")
    check_keys("[absent]", table, {"cites"}, ("absent",))
    cites = _paragraphs("absent", table, "cites")
    if not cites:
        raise wrong(("absent", "cites"), "name what is not to be cited")
    for number, cite in enumerate(cites):
        known = any(cite in book.cited or cite in book.paragraphs for book in books)
        if not known and not RULING.fullmatch(cite):
            keys = " or ".join(dict.fromkeys(book.key for book in books))
            why = f"[absent] cites: {shown(cite)} is not a clause, paragraph or ruling that {keys} has"
            raise Unreadable(why, ("absent", "cites", number))
    if not data.get("expect") and "refused" not in data:
        raise Unreadable("[absent] needs [expect] or [refused] too, to say what happens instead", ("absent",))
    return cites


def _paragraphs(table: str, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(cite, str) for cite in value):
        raise wrong((table, key), "expected a list of paragraphs")
    return tuple(value)
