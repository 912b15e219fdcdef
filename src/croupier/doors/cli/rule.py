"""`croupier rule RULEBOOK`: what is ruled when something has gone wrong."""

import argparse
import os
import shlex
import sys
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from croupier.base.actors import Rank
from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer, Record
from croupier.doors.cli.arguments import add_dealing
from croupier.doors.cli.json_output import print_answer
from croupier.doors.cli.rules_json import BookMarkdown
from croupier.doors.library.books import book_for
from croupier.rounds.playing.screen import Screen
from croupier.rounds.roundfile.read import shown
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rules.rulebook.readers.weave import title_of
from croupier.rulings_desk.desk import answers
from croupier.rulings_desk.dialogue import Dialogue
from croupier.rulings_desk.findings import groups
from croupier.rulings_desk.heard import heard
from croupier.rulings_desk.manual import manual
from croupier.rulings_desk.misdeal import STREETS, Deal, DealAnswer, conclusion, deal_as_json, deal_lines, read_deal
from croupier.rulings_desk.model import Fact
from croupier.rulings_desk.phases import phases
from croupier.rulings_desk.show import as_json, show, show_others

RULED, REFUSED, UNREADABLE = 0, 1, 2
RANKS = {rank.name.lower().replace("_", "-"): rank for rank in Rank}

USAGE = """croupier rule BOOK                                       asks, and answers
       croupier rule BOOK --phase PHASE --found KIND [FACT …]   answers at once
       croupier rule BOOK --dealt "burn 1 2 dealer …"           can the cards be put back?
       croupier rule BOOK --list                                the phases and the kinds of incident
       croupier rule BOOK --manual                              every answer there is, as Markdown
       croupier rule BOOK --commands                            what may be said in which phase, as Markdown"""

EXAMPLES = """examples:
  croupier rule three-card-poker@3 --phase dealt --found exposed cards=2 box=1
  croupier rule poker@7 --phase flop-bet --found no-burn street=flop reconstructable=false --json
  croupier rule casino-stud@2 --dealt "burn 1 4 2 d 1 4 2 d 1 4 2 d 1 4 2 d 1 4 2 d!"

Exit status: 0 ruled, 1 the report is refused, 2 not understood."""


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier rule",
        usage=USAGE,
        description="The rulings desk: given the phase and what was found, the paragraph, the ruling, what follows,\n"
        "who may decide, and what each player may choose. It asks a real table.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("book", metavar="BOOK", help="three-card-poker@3, or a game: the version in force")
    add_dealing(parser, default=None)
    parser.add_argument("--phase", metavar="PHASE", help="the phase of the round; --list shows the phases")
    parser.add_argument("--found", nargs="+", metavar="…", help="what was found, as round files write incidents")
    parser.add_argument("--as", dest="rank", choices=[*RANKS], default="shift-manager", help="who reports and decides")
    parser.add_argument(
        "--dealt", metavar="PLACES", help="where the cards went, in order; add ! to a card that was seen"
    )
    parser.add_argument(
        "--places", metavar="1,2,4", help="the boxes with bets, or the seats from the left of the button"
    )
    parser.add_argument("--street", choices=STREETS, help="the last street of --dealt (default: deal)")
    parser.add_argument("--json", action="store_true", help="one object on one line")
    whole = parser.add_mutually_exclusive_group()
    whole.add_argument("--list", action="store_true", help="the phases and the kinds of incident")
    whole.add_argument("--manual", action="store_true", help="every report in every phase, as Markdown")
    whole.add_argument("--commands", action="store_true", help="which commands each phase accepts, as Markdown")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_intermixed_args(argv)
    if bool(options.phase) != bool(options.found):
        parser.error("--phase and --found go together")
    if options.json and not (options.found or options.dealt or options.list or options.manual or options.commands):
        parser.error("--json goes with --found, --dealt, --list, --manual or --commands")
    if options.dealt is None and (options.places is not None or options.street is not None):
        parser.error("--places and --street go with --dealt")
    screen = Screen(sys.stdin, sys.stdout, os.environ)
    try:
        book = book_for(options.book)
        device = Device(options.dealing) if options.dealing else None
        if device is not None:
            at_the_table(book.key, device)
        if options.manual or options.commands:
            text = manual(book.key) if options.manual else heard(book.key)
            if options.json:
                print_answer(BookMarkdown(book.key, text))
            else:
                sys.stdout.write(text)
            return RULED
        if options.list:
            if options.json:
                print_answer(listing_as_json(book))
            else:
                print("\n".join(listing(book)))
            return RULED
        if not options.found and options.dealt is None:
            Dialogue(screen, book.key, device).run()
            return RULED
        dealt_from = device or Device.SHOE
        deal = None
        if options.dealt is not None:
            places = _numbers(options.places or "")
            deal = read_deal(book.key, dealt_from, options.dealt, places, options.street or STREETS[0])
        return tell(
            screen, book, dealt_from, options.phase, options.found or [], deal, RANKS[options.rank], options.json
        )
    except Unreadable as error:
        print(f"croupier rule: {error}", file=sys.stderr)
        return UNREADABLE


def tell(
    screen: Screen,
    book: Rulebook,
    device: Device,
    phase: str | None,
    found: Sequence[str],
    deal: Deal | None,
    rank: Rank,
    json: bool,
) -> int:
    """Prints the deal, if given, and then the ruling, if something was reported."""
    if deal is not None and not json:
        for line in [*deal_lines(deal, place_of(book)), *conclusion(deal, place_of(book))]:
            screen.say(line)
    dealt, status = None if deal is None else deal_as_json(deal), RULED
    if phase is not None:
        report = [*found]
        fact = deal.fact(found[0]) if deal is not None else None
        if fact is not None and not any(given.startswith(f"{fact.partition('=')[0]}=") for given in found):
            report.append(fact)
        said, *others = answers(book.key, device, phase, shlex.join(report), rank)
        status = RULED if said.refused is None else REFUSED
        if json:
            print_answer(as_json(said, others, UNSET if dealt is None else dealt))
        else:
            show(screen, said)
            show_others(screen, others)
    elif json and dealt is not None:
        print_answer(DealAnswer(dealt))
    return status


def _numbers(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
        raise Unreadable(f"--places: expected numbers such as 1,2,4, got {shown(text)}")
    return [int(word) for word in words]


def place_of(book: Rulebook) -> str:
    return "box" if book.game in HOUSE_GAMES else "seat"


def listing(book: Rulebook) -> Iterator[str]:
    yield f"{title_of(book)} ({book.key}), dealt from the {' or the '.join(book.procedure.devices)}"
    yield from ("", "Phases")
    known = phases(book.game)
    keys = [phase.key for phase in known]
    width = max(map(len, keys))
    for phase in known:
        yield f"  {phase.key:<{width}}  {phase.words}"
        for fact in phase.circumstances:
            yield f"  {'':<{width}}    {' · '.join(reply.text for reply in fact.replies)}"
    every = groups(book)
    width = max(len(finding.key) for group in every for finding in group.findings)
    for group in every:
        yield from ("", group.words)
        for finding in group.findings:
            yield f"  {finding.key:<{width}}  {finding.words}"
            if finding.phases:
                yield f"  {'':<{width}}    in the phases {', '.join(each for each in finding.phases if each in keys)}"
            for fact in finding.facts:
                replies = " · ".join(reply.text or "(nothing)" for reply in fact.replies)
                yield f"  {'':<{width}}    {replies}"


class ListedPhase(Record):
    phase: str
    words: str
    circumstances: list[list[str]]


class ListedFinding(Record):
    found: str
    words: str
    group: str
    phases: list[str]
    facts: list[list[str]]


class RuleList(Answer):
    SCHEMA = "rule-list"
    rulebook: str
    phases: list[ListedPhase]
    findings: list[ListedFinding]


def listing_as_json(book: Rulebook) -> RuleList:
    known = phases(book.game)
    keys = {phase.key for phase in known}
    return RuleList(
        rulebook=book.key,
        phases=[ListedPhase(one.key, one.words, [_replies(fact) for fact in one.circumstances]) for one in known],
        findings=[
            ListedFinding(
                found=one.key,
                words=one.words,
                group=group.words,
                phases=[phase for phase in one.phases if phase in keys],
                facts=[_replies(fact) for fact in one.facts],
            )
            for group in groups(book)
            for one in group.findings
        ],
    )


def _replies(fact: Fact) -> list[str]:
    return [reply.text for reply in fact.replies]
