"""Sentences on a page: wrapped, with what belongs in the margin flush right; columns are those of a terminal."""

import unicodedata
from textwrap import wrap

from croupier.base.citation import Citation

NARROW = 60
"""Below that there is no room for deep indents."""

_PRIVATE = 0xE000
"""Private characters: one stands for each cluster while lines are broken."""


def numbers(cites: tuple[Citation, ...]) -> str:
    """Paragraph numbers in the order cited, each once: "3.15.1, 4.1"."""
    return ", ".join(dict.fromkeys(cite for cite in cites))


def columns_of(text: str) -> int:
    """How many columns a terminal gives it: 漢 takes two, a combining mark none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def padded(text: str, width: int) -> str:
    """Pads with blanks to this many columns."""
    return text + " " * (width - columns_of(text))


def lay(text: str, margin: str = "", *, width: int, indent: int = 0, hang: int = 2, first: str = "") -> list[str]:
    """Lines of at most `width`. `first` is in the indent of the first line; the others are indented further."""
    assert len(first) <= indent, first
    further = min(indent + hang, max(2, width // 4)) if width < NARROW else indent + hang
    lines = wrapped(text, width, first.ljust(min(indent, further)), " " * further)
    if not margin:
        return lines
    if lines and columns_of(lines[-1]) + 2 + len(margin) <= width:
        lines[-1] += margin.rjust(width - columns_of(lines[-1]))
        return lines
    return lines + [line.rjust(width) for line in wrap(margin, width - further, break_long_words=False)]


def wrapped(text: str, width: int, first: str = "", further: str = "") -> list[str]:
    """As `textwrap.wrap` does it, counting columns: each cluster is one sign, or two, while lines are broken."""
    plain, clusters = _as_columns(text)
    lines = wrap(
        plain,
        width,
        initial_indent=first,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [_as_text(line, clusters) for line in lines] if clusters else lines


_FILLER = chr(_PRIVATE - 1 + 0x1900)  # the last private character


def _as_columns(text: str) -> tuple[str, list[str]]:
    """A text as long as it is wide, and what its private characters stand for."""
    if columns_of(text) == len(text):
        return text, []
    clusters: list[str] = []
    plain: list[str] = []
    for sign in text:
        width = _columns(sign)
        if width == 1 and sign.isspace():
            plain.append(sign)
        elif width or not plain or plain[-1].isspace():
            clusters.append(sign)
            plain.append(chr(_PRIVATE + len(clusters) - 1) + _FILLER * (width - 1))  # a mark alone counts as one
        else:
            clusters[-1] += sign
    return "".join(plain), clusters


def _as_text(line: str, clusters: list[str]) -> str:
    return "".join(
        clusters[place] if 0 <= (place := ord(sign) - _PRIVATE) < len(clusters) else sign
        for sign in line
        if sign != _FILLER
    )
