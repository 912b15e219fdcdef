"""An evening in the terminal as a round file: `croupier run` plays it to the same amounts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from croupier.base.errors import Unreadable
from croupier.base.toml_text import toml_pairs, toml_section, toml_string
from croupier.rounds.playing.house import HouseEvening
from croupier.rounds.playing.poker import PokerEvening
from croupier.rounds.roundfile.poker_script import table_keys
from croupier.rounds.roundfile.said import house_words, poker_words
from croupier.rules.cards import Card, show_cards
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import dollars


def save(evening: HouseEvening | PokerEvening, folder: Path) -> Path:
    """In a file of its own, which never replaces another."""
    text = round_file(evening)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, 100_000):
            path = folder / f"{evening.book.game}-{number}.round.toml"
            try:
                with path.open("x", encoding="utf-8", newline="\n") as file:
                    file.write(text)
            except FileExistsError:
                continue
            return path
    except OSError as error:
        raise Unreadable(f"--save: {folder} cannot be written to: {error.strerror}") from None
    raise Unreadable(f"--save: {folder} has too many evenings already")


def round_file(evening: HouseEvening | PokerEvening) -> str:
    lines = _house(evening) if isinstance(evening, HouseEvening) else _poker(evening)
    return "\n".join([*lines, ""])


def _house(evening: HouseEvening) -> Iterator[str]:
    table, link = evening.dealer.state.table, evening.dealer.link
    shoes = [*evening.record.shoes, evening.dealer.round.dealt]
    yield from _head(evening, table.device, shoes, map(house_words, evening.record.said))
    sign: dict[str, Any] = {"boxes": table.places}
    sign |= {spot: [dollars(limits.low), dollars(limits.high)] for spot, limits in table.limits.items()}
    if table.jackpot_bet is not None:
        sign["jackpot-bet"] = dollars(table.jackpot_bet)
    yield from toml_section("table", sign)
    if link is not None and evening.meter_at_first is not None:
        meter = {"meter": dollars(evening.meter_at_first), "reset": dollars(link.parameters.reset)}
        part = f"{Decimal(link.parameters.contribution) / PARTS:f}"
        yield from toml_section("jackpot", {**meter, "contribution": part})
    yield from toml_section("boxes", {str(box): name for box, name in table.players.items()})


def _poker(evening: PokerEvening) -> Iterator[str]:
    table, last = evening.dealer.state.table, evening.dealer.state.round
    shoes = [*evening.record.shoes, () if last is None else last.dealt]
    yield from _head(evening, table.device, shoes, map(poker_words, evening.record.said))
    yield from toml_section("table", {**table_keys(table), "button": 1, "first-orbit": True})
    players = {str(seat): [name, dollars(evening.stake)] for seat, name in evening.names.items()}
    yield from toml_section("seats", players)


def _head(
    evening: HouseEvening | PokerEvening, device: str, shoes: Sequence[Sequence[Card]], acts: Iterable[str]
) -> Iterator[str]:
    yield f"# An evening of {evening.name} at a table of {evening.book.title}; croupier run plays it again."
    facts: Mapping[str, Any] = {"rulebook": evening.book.key, "dealing": str(device)}
    yield from toml_pairs(facts)
    yield from ("shoe = [", *(f"    {toml_string(show_cards(tuple(shoe)))}," for shoe in shoes), "]")
    yield from ("actions = [", *(f"    {toml_string(act)}," for act in acts), "]")
