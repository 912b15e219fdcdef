"""The parts of a printed sheet, in any output format."""

from croupier.base.values import Value


class Heading(Value):
    words: str
    new_page: bool = False


class Words(Value):
    words: str
    warning: bool = False


class Figures(Value):
    """Large figures at the top: name, figure, what is below it."""

    cells: tuple[tuple[str, str, str], ...]


SHORT = 14


class DocumentTable(Value):
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    title: str = ""
    total: bool = False
    """The last row is the sum of the others."""

    @property
    def short(self) -> bool:
        """Better not broken between pages."""
        return len(self.rows) <= SHORT


class Beside(Value):
    """Small tables, two in a row if there is room."""

    tables: tuple[DocumentTable, ...]


class Picture(Value):
    svg: str
    caption: str


class Signatures(Value):
    names: tuple[str, ...]


Block = Heading | Words | Figures | DocumentTable | Beside | Picture | Signatures


class Attached(Value):
    """A file inside the PDF."""

    name: str
    text: str
    words: str


class Document(Value):
    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    footer: str
    """On every page: which book it is about, and what it was made by."""
    kind: str = "PAR sheet"
    attached: tuple[Attached, ...] = ()
    """Only a PDF can carry them."""
