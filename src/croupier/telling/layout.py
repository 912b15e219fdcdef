"""Sentences on a page: wrapped, with what belongs in the margin flush right."""

from textwrap import wrap

from croupier.citation import Citation


def numbers(cites: tuple[Citation, ...]) -> str:
    """Paragraph numbers in the order cited, each once: "3.15.1, 4.1"."""
    return ", ".join(dict.fromkeys(cite for cite in cites))


def lay(text: str, margin: str = "", *, width: int, indent: int = 0, hang: int = 2, first: str = "") -> list[str]:
    """Lines of at most `width`. `first` stands in the indent of the first line; the others hang further in."""
    assert len(first) <= indent, first
    further = " " * (indent + hang)
    lines = wrap(
        text,
        width,
        initial_indent=first.ljust(indent),
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )
    if not margin:
        return lines
    if lines and len(lines[-1]) + 2 + len(margin) <= width:
        lines[-1] += margin.rjust(width - len(lines[-1]))
        return lines
    return lines + [line.rjust(width) for line in wrap(margin, width - len(further), break_long_words=False)]
