"""The entries behind a figure, and the same as evidence: a file that `croupier audit` checks without the house.

The file has the newest signed checkpoint and every entry of the streams concerned, beginning with the one before the
period, so nobody can leave one out. Cards in it are places, as in the journal, until the rules turn them up.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec import UNSET
from msgspec.json import encode

from croupier.base.citation import Citation, printed
from croupier.base.sentences import says
from croupier.base.typed_fields import texts_of
from croupier.base.values import Value
from croupier.floor.journal.entry import Body, Entry, decode_body
from croupier.floor.live.answers.inspecting import FigureEntries, FigureEntry
from croupier.floor.live.history.figures import FIGURES, Figures, Share
from croupier.floor.live.people.register import Register
from croupier.floor.live.queries import Queries
from croupier.floor.live.state.entry_times import first_since
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.telling.recent_acts import said_in
from croupier.floor.store.export import CheckpointLine, EntryLine
from croupier.numbers.reports.document import Attached, Block, Document, DocumentTable, Heading, Words
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.readers.house_rulings import standing_rulings

FORMAT = 1
MOST = 20_000
"""Entries in one file: some megabytes, some seconds of work."""
LISTED = 400
"""Entries that the PDF prints; the file inside has all of them."""
NAMED = {"rounds": "Rounds", "drop": "Drop", "handle": "Handle", "hold": "Win", "rake": "Rake"}


class FigureAsked(Value):
    """A figure of one table, of all, or (`banked`) of those with games against the House."""

    figure: str
    table: str = ""
    banked: bool = False
    since: str | None = None
    until: str | None = None


class EvidenceOpening(Value):
    """The first line of the file: what it is evidence of. Times in microseconds; the value in cents, or rounds."""

    croupier: str
    format: int
    house: str
    figure: str
    tables: Sequence[str]
    since: int
    until: int
    value: int
    made: int
    by: str
    key: str
    """The public key that signs checkpoints; empty if the house names none."""


class Before(Value):
    stream: str
    seq: int
    hash: str


class BeforeLine(Value):
    """The entry in front of a stream's first one in the file."""

    before: Before


class Made(Value):
    """Evidence: the file, and how it is printed."""

    name: str
    file: bytes
    document: Document


class Evidence:
    def __init__(self, books: FloorState, figures: Figures, register: Register, ask: Queries) -> None:
        self._books = books
        self._register = register
        self._ask = ask
        self._figures = figures

    # --- The entries ----------------------------------------------------------------------------------------------

    def entries(self, asked: FigureAsked, limit: int, before: int | None) -> FigureEntries:
        """A page of entries. `before` counts from the oldest one, so a page stays the same while new entries come."""
        tables, begin, until, shares = self._found(asked)
        last = len(shares) if before is None else min(before - 1, len(shares))
        first = max(0, last - limit)
        items = [self._told(asked.figure, share) for share in reversed(shares[first:last])]
        return FigureEntries(
            figure=asked.figure,
            tables=tables,
            since=printed_time(begin),
            until=printed_time(until),
            entries=len(shares),
            items=items,
            cites=list(dict.fromkeys(cite for item in items for cite in item.cites)),
            before=first + 1 if first else None,
            sum=UNSET if asked.figure == "rounds" else dollars(sum(share.amount for share in shares)),
        )

    def _found(self, asked: FigureAsked) -> tuple[list[str], int, int, list[Share]]:
        if asked.figure not in FIGURES:
            raise Problem(Code.UNREADABLE, f"figure is one of {', '.join(FIGURES)}")
        if asked.table and asked.table not in self._books.shown.tables:
            raise Problem(Code.NOT_FOUND, says("no-such-table-here"))
        begin, until = self._figures.period(asked.since, asked.until)
        tables = sorted(self._books.shown.tables)
        if asked.table:
            tables = [asked.table]
        elif asked.banked:
            tables = self._figures.banked()
        return tables, begin, until, self._figures.behind(asked.figure, tables, begin, until)

    def _told(self, figure: str, share: Share) -> FigureEntry:
        (entry,) = self._books.store.entries(share.place.stream, share.place.seq, 1)
        body = decode_body(entry.body)
        return FigureEntry(
            stream=entry.stream,
            seq=entry.seq,
            at=printed_time(entry.at),
            by=body.by,
            do=said_in(body, entry.at, ()).do,
            rulebook=body.book,
            round=body.round,
            cites=_cited(entry, body),
            hash=entry.hash.hex(),
            amount=UNSET if figure == "rounds" else dollars(share.amount),
        )

    # --- The file -------------------------------------------------------------------------------------------------

    def made(self, asked: FigureAsked, by: str, checkpoint: bytes | None) -> Made:
        """Raises 409 for a period with too many entries. `checkpoint` is the newest line of the checkpoint log."""
        tables, begin, until, shares = self._found(asked)
        value, now = sum(share.amount for share in shares), self._books.now()
        key = self._register.settings.get("keys.signing", "")
        opening = EvidenceOpening(
            "evidence", FORMAT, self._ask.house.name, asked.figure, tables, begin, until, value, now, by, key
        )
        links = {stream for stream in self._books.shown.heads if stream.startswith("link/")}  # links pay through trays
        streams = sorted({f"table/{name}" for name in tables} | (links if asked.figure == "hold" else set()))
        firsts = {stream: self._first(stream, begin) for stream in streams}
        count = sum(self._books.shown.heads[stream].seq - first + 1 for stream, first in firsts.items())
        if count > MOST:
            raise Problem(Code.REFUSED, says("evidence-too-long", entries=count, most=MOST))
        spans = {stream: (first, self._books.shown.heads[stream].seq) for stream, first in firsts.items()}
        lines = [encode(opening), *entry_lines(self._books, spans)]
        if checkpoint is not None and key:
            lines.append(encode(CheckpointLine(checkpoint.decode())))
        file = b"".join(line + b"\n" for line in lines)
        name = f"evidence-{asked.figure}-{asked.table or 'house'}-{printed_time(until)[:16].replace(':', '')}"
        told = [self._told(asked.figure, share) for share in shares[-LISTED:]]
        attached = Attached(f"{name}.jsonl", file.decode(), "The entries, for croupier audit")
        return Made(name, file, _document(opening, told, len(shares), count, attached))

    def _first(self, stream: str, begin: int) -> int:
        """The number of the stream's first entry in the file: the one before the period, or the first that is left."""
        base, _ = self._books.archived.get(stream, (None, ""))
        return max(1 if base is None else base.seq + 1, first_since(self._books, stream, begin) - 1)


def entry_lines(books: FloorState, spans: Mapping[str, tuple[int, int]]) -> Iterator[bytes]:
    """The entries from first to last, by stream, and in front of each stream a line about the entry before them."""
    for stream, (first, last) in spans.items():
        base, _ = books.archived.get(stream, (None, ""))
        if base is not None and first == base.seq + 1:
            yield encode(BeforeLine(Before(stream, base.seq, base.hash)))
        elif first > 1:
            (entry,) = books.store.entries(stream, first - 1, 1)
            yield encode(BeforeLine(Before(stream, entry.seq, entry.hash.hex())))
        for entry in books.store.entries(stream, first, last - first + 1):
            yield encode(EntryLine(stream, entry.seq, entry.at, entry.epoch, entry.hash.hex(), entry.body.decode()))


def _cited(entry: Entry, body: Body) -> list[str]:
    """The citations of the act, then those of its consequences."""
    found: list[Citation] = list(body.cites)
    if entry.stream.startswith("table/") and body.then != b"[]":
        for event in family_of(body.book).codec.decode(body.v, body.then):
            found += [Citation(cite) for cite in texts_of(event, Citation)]
    return printed(tuple(dict.fromkeys(found)))


# --- On paper -----------------------------------------------------------------------------------------------------


def _document(
    opening: EvidenceOpening, told: Sequence[FigureEntry], shares: int, entries: int, file: Attached
) -> Document:
    figure, tables = NAMED[opening.figure], ", ".join(opening.tables)
    value = str(opening.value) if opening.figure == "rounds" else dollars(opening.value)
    digest = sha256(file.text.encode()).hexdigest()
    left_out = f" The newest {len(told)} are printed; the file inside has all." if shares > len(told) else ""
    blocks: list[Block] = [
        DocumentTable(
            ("", ""),
            (
                ("Figure", f"{figure} of {tables}"),
                ("Value", value),
                ("From", printed_time(opening.since)),
                ("To", printed_time(opening.until)),
                ("Entries behind it", str(shares)),
                ("Made", f"{printed_time(opening.made)} by {opening.by}"),
                ("File inside", f"{file.name}, {entries} entries"),
                ("SHA-256 of it", digest),
            ),
        ),
        Words(
            "To check it without the house: croupier audit FILE, with this PDF or the file inside. It recomputes every "
            "hash and the figure from the entries. Compare the signing key with the one you know: "
            f"{opening.key or 'none'}."
        ),
        Words(
            "Cards that the rules have not turned up are left out: the journal names their places in the sealed deck. "
            "Nothing here shows whether the cards entered at a table dealt by hand were the cards on the felt."
        ),
        Heading("The entries"),
        Words(f"Each adds its amount to the figure.{left_out}"),
        DocumentTable(
            ("Entry", "Time", "By", "Act", "Amount", "Hash"),
            tuple(
                (
                    f"{each.stream} {each.seq}",
                    each.at[11:19],
                    each.by,
                    each.do,
                    "1" if each.amount is UNSET else each.amount,
                    f"{each.hash[:8]} … {each.hash[-8:]}",
                )
                for each in told
            ),
            right=(4,),
        ),
        Heading("The paragraphs"),
        *_paragraphs(told),
    ]
    footer = f"{file.name} · SHA-256 {digest}"
    return Document(f"Evidence: {figure} {value}", opening.house, tuple(blocks), footer, "evidence", (file,))


def _paragraphs(told: Sequence[FigureEntry]) -> Iterator[Block]:
    """The cited paragraphs, book by book, then the House's standing rulings."""
    by_book: dict[str, dict[str, None]] = {}
    for each in told:
        by_book.setdefault(each.rulebook, {}).update(dict.fromkeys(each.cites))
    rulings = standing_rulings()
    for book in sorted(filter(None, by_book)):
        paragraphs = load(book).paragraphs
        rows = tuple((cite, paragraphs[cite]) for cite in paragraphs if cite in by_book[book])
        if rows:
            yield DocumentTable(("Paragraph", "In short"), rows, title=book)
    cited = {cite for cites in by_book.values() for cite in cites}
    ruled = tuple((each.number, each.title or each.text) for each in rulings.values() if each.number in cited)
    if ruled:
        yield DocumentTable(("Ruling", "In short"), ruled, title="Standing rulings of the House")
