"""What the pit does: opens tables, changes signs, closes tables. In a demo it also stacks shoes."""

from collections.abc import Mapping

from croupier.base.errors import Refused, Unreadable, told_by
from croupier.base.sentences import says
from croupier.floor.live.acts import sign_change
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.family import GameCommand
from croupier.floor.live.state.floor_file import TableFile, read_table
from croupier.floor.live.state.floor_state import Act
from croupier.floor.live.state.given import ChangedSign, TableKeys
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.times import moment_of
from croupier.floor.live.state.work import Work
from croupier.rules.cards import Card, parse_cards
from croupier.rules.games.common import Faces
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house.table import HouseTable
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.jackpot import commands as link_cmd
from croupier.rules.rulebook.load import applying
from croupier.rules.rulebook.model import document_of


def table_asked_for(given: Mapping[str, object], at: int, *, demo: bool) -> TableFile:
    file = read_table(given, moment_of(at))
    if not demo and (file.shoes or file.sign.bots or file.sign.simulated):
        raise Unreadable("shoe, simulated-shoe and bots are for the demo")
    return file


def open_table(work: Work, act: Act, file: TableFile, at: int) -> Outcome:
    sign = file.sign
    name, key = sign.name, sign.rulebook
    if name in work.all_tables():
        raise Refused(says("table-there-already", table=name))
    if act.who is not SYSTEM and sign.link is not None and file.jackpot is None:
        raise Refused(says("link-by-change"))
    if not sign.names_its_version:
        key = applying(document_of(key), moment_of(at)).key
    command: GameCommand
    if isinstance(file.table, PokerTable):
        command = poker_cmd.OpenTable(file.table, {}, sign.button or 1, file.first_orbit)
    else:
        command = house_cmd.OpenTable(file.table)
    work.open_table(ev.FloorTableOpened(sign, key), command)
    if file.jackpot is not None:
        assert isinstance(file.table, HouseTable) and file.table.jackpot_bet is not None
        bets = {name: file.table.jackpot_bet}
        work.move_link(name, link_cmd.OpenLink(name, file.jackpot.start, file.jackpot.parameters, bets), None)
    return Outcome(status=201) if act.who is SYSTEM else done(act, 201, table=name, version=0)


def change_sign(work: Work, table: LiveTable, act: Act, given: TableKeys | ChangedSign) -> Outcome:
    """Changes limits, blinds and clocks from the next round on."""
    changed = given if isinstance(given, ChangedSign) else sign_change.changed(table, given.keys)
    if changed.command is not None:
        work.play(table.name, changed.command)
    work.happens(table.name, ev.FloorSignChanged(changed.sign))
    return done(act, table=table.name, version=0)


def close_table(work: Work, table: LiveTable, act: Act) -> Outcome:
    """Starts no more rounds. After the last one everybody takes their chips and the table closes."""
    if table.game.closed:
        raise Refused(says("closed-already", table=table.name))
    if table.closing:
        raise Refused(says("closing-already", table=table.name))
    work.happens(table.name, ev.ClosingBegun())
    return done(act, table=table.name, version=0)


def stack_shoe(work: Work, table: LiveTable, cards: tuple[Card, ...]) -> Outcome:
    """Sets the order of the next deal; unlisted cards follow shuffled."""
    if table.sign.cards is not Faces.SEALED:
        raise Problem(Code.REFUSED, says("real-shoe", table=table.name))
    if family_of(table.book).interrupted(table.game):
        raise Problem(Code.REFUSED, says("shoe-stacked-between-rounds"))
    work.seal_next_deck(table.name, cards)
    return Outcome({"done": {"table": table.name}})


def shoe_asked_for(text: str) -> tuple[Card, ...]:
    try:
        listed = parse_cards(text)
    except ValueError as error:
        raise Unreadable(told_by(error)) from None
    if len(set(listed)) != len(listed):
        raise Unreadable("a card appears twice; each is in the deck once")
    return tuple(listed)
