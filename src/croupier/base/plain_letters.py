"""Plain letters for terminals that cannot print the signs we use, such as one that speaks ASCII only."""

SIGNS = {
    **{"♠": "s", "♥": "h", "♦": "d", "♣": "c", "▒": "#", "█": "#", "─": "-", "‖": "|", "·": "|", "…": "..."},
    **{"–": "-", "−": "-", "×": "x", "±": "+/-", "→": "->", "√": "sqrt "},
}
PLAIN = str.maketrans(SIGNS)


def plain_or_escaped(error: UnicodeError) -> tuple[str, int]:
    """For `codecs.register_error`: a sign as plain letters, anything else, such as a name, as its escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wrong = error.object[error.start : error.end]
    escaped = (SIGNS.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in wrong)
    return "".join(escaped), error.end
