"""What an inspector asks: the entries behind a figure, and what people decided apart from the rules."""

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, Money, Time
from croupier.floor.live.answers.said import Said


class FigureEntry(Said):
    """An entry that a figure comes from. `hash` binds it to every entry before it in its stream."""

    stream: str
    seq: int
    at: Time
    by: str
    do: str
    rulebook: str
    round: int
    cites: Cites
    hash: str
    amount: Money | UnsetType = UNSET
    """Its share of the figure; left out where rounds are counted."""


class FigureEntries(Said):
    """A figure of some tables and a period, and the entries that make it up, newest first.

    The amounts of all pages add up to `sum`. With `rounds`, `entries` is the figure.
    """

    figure: str
    tables: list[str]
    since: Time
    until: Time
    entries: int
    items: list[FigureEntry]
    cites: Cites
    """The paragraphs that these items cite, each once."""
    before: int | None
    sum: Money | UnsetType = UNSET
