"""Floor files for tests: tables and links with the limits that most tests play at; each test says what is special."""

from collections.abc import Mapping, Sequence

THREE_CARD, STUD, HOLDEM, POKER = "three-card-poker@3", "casino-stud@2", "progressive-holdem@6", "poker@7"

Setting = str | int | bool | Sequence[str] | Mapping[str, str]


def house_table(name: str, rulebook: str = THREE_CARD, *, ante: Setting = ("10", "1000"), **more: Setting) -> str:
    return _section("[[table]]", name=name, rulebook=rulebook, ante=ante, **more)


def poker_table(
    name: str,
    rulebook: str = POKER,
    *,
    small_blind: Setting = "1",
    stake: Setting = ("40", "400"),
    **more: Setting,
) -> str:
    return _section("[[table]]", name=name, rulebook=rulebook, small_blind=small_blind, stake=stake, **more)


def jackpot_link(name: str = "grand", **more: Setting) -> str:
    usual = {"meter": "125000.00", "reset": "50000.00", "contribution": "0.60"}
    return _section("[[link]]", name=name, **{**usual, **more})


def house_settings(**settings: Setting) -> str:
    return _section("[house]", **settings)


def _section(head: str, **settings: Setting) -> str:
    return "\n".join([head, *(f"{key.replace('_', '-')} = {_value(value)}" for key, value in settings.items()), ""])


def _value(value: Setting) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return f'"{value}"'
        case Mapping():
            return f"{{ {', '.join(f'{key} = {_value(each)}' for key, each in value.items())} }}"
        case _:
            return f"[{', '.join(map(_value, value))}]"
