"""All-ins below a blind, a BET, a call or a raise: what players after them may do (3.12, R-30, R-31, R-67)."""

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from croupier.base.errors import Refused
from croupier.base.sentences import Sentence, says, word
from croupier.base.values import Value
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.games.poker import events as pev
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.commands import Act, TakeAction
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rulings_desk.model import Answer, Choice, May
from croupier.rulings_desk.phases import STREETS
from croupier.rulings_desk.scenes import PokerScene
from croupier.rulings_desk.settings import PokerSetting

TO_THE_FLOP = ("4 call", "1 call", "2 call", "3 check")
CHECKED = ("2 check", "3 check", "4 check", "1 check")


class AllIn(Value):
    acts: tuple[str, ...]
    """The acts of the betting round up to and including the all-in."""
    stacks: Mapping[int, str]
    """Who is short, and with how much; the blinds are 1 and 2."""


ON_A_STREET: Mapping[str, AllIn] = {
    "bet": AllIn(("2 check", "3 allin"), {3: "3"}),
    "call": AllIn(("2 bet 20", "3 allin"), {3: "12"}),
    "below-half": AllIn(("2 bet 20", "3 allin"), {3: "28"}),
    "from-half": AllIn(("2 bet 20", "3 allin"), {3: "32"}),
    "two-below-half": AllIn(("2 bet 20", "3 allin", "4 allin"), {3: "28", 4: "36"}),
}
BEFORE_THE_FLOP: Mapping[str, AllIn] = {
    "blind": AllIn((), {3: "1"}),
    "call": AllIn(("4 raise 8", "1 allin"), {1: "5"}),
    "below-half": AllIn(("4 raise 8", "1 allin"), {1: "10"}),
    "from-half": AllIn(("4 raise 8", "1 allin"), {1: "11"}),
    "two-below-half": AllIn(("4 raise 8", "1 allin", "2 allin"), {1: "10", 2: "12"}),
}


def all_in(blank: Answer, book: Rulebook, case: str, setting: PokerSetting | None = None) -> Answer:
    scene, table = _laid_out(book, blank.device, blank.phase, case, setting)
    posts = table.play(_before(blank.phase))
    acts = [event for event in table.play(scene.acts) if isinstance(event, pev.ActionTaken)]
    shorts = [event for event in acts if event.all_in]
    if shorts:
        cites = [cite for event in shorts for cite in event.cites]
        told = [_what_it_is(shorts[-1])]
    else:
        short = [table.place(seat) for seat in scene.stacks]
        (post,) = (event for event in posts if isinstance(event, pev.BlindPosted) and event.seat in short)
        cites, told = list(post.cites), [says("does.blind-short", amount=dollars(post.live))]
    assert table.dealer.state.round is not None
    told.append(says("does.over-the-line", amount=dollars(table.dealer.state.round.price)))
    choices = tuple(_asked(table.dealer, {event.seat for event in acts if not event.all_in}))
    return replace(blank, ruling="accepted", cites=tuple(dict.fromkeys(cites)), does=tuple(told), choices=choices)


def before_it(book: Rulebook, device: Device, phase: str, case: str, setting: PokerSetting | None) -> PokerState:
    """The table just before the all-in."""
    scene, table = _laid_out(book, device, phase, case, setting)
    table.play([*_before(phase), *scene.acts[:-1]])
    return table.dealer.state


def _laid_out(
    book: Rulebook, device: Device, phase: str, case: str, setting: PokerSetting | None
) -> tuple[AllIn, PokerScene]:
    scene = (ON_A_STREET if phase in STREETS else BEFORE_THE_FLOP)[case]
    stacks = {seat: scene.stacks.get(seat, "200") for seat in range(1, 5)}
    return scene, PokerScene(book, device, stacks, short=scene.stacks, setting=setting)


def _before(phase: str) -> list[str]:
    """Up to the betting round of the all-in."""
    if phase not in STREETS:
        return ["start"]
    return ["start", *TO_THE_FLOP, *CHECKED * STREETS.index(phase)]


def _what_it_is(event: pev.ActionTaken) -> Sentence:
    if event.act is Act.BET:
        return says("does.all-in-bet")
    if event.act is Act.CALL:
        return says("does.all-in-call")
    return says("does.all-in-raise") if event.reopens else says("does.all-in-no-raise")


def _asked(dealer: PokerDealer, had_acted: Collection[int]) -> Iterator[Choice]:
    """What the next player may do who has not acted yet, and the next who acted before the all-in."""
    told = set()
    while (round_ := dealer.state.round) is not None and round_.turn is not None:
        turn, before = round_.turn, round_.turn in had_acted
        if before not in told:
            told.add(before)
            yield Choice(says("who.acted-before") if before else says("who.to-act"), tuple(_may(dealer, turn)))
        passive = Act.CALL if options(dealer.state, turn).call is not None else Act.CHECK
        dealer.act(TakeAction(turn, passive))
        if dealer.state.round is None or dealer.state.round.betting_round is not round_.betting_round:
            return


def _may(dealer: PokerDealer, seat: int) -> Iterator[May]:
    allowed = options(dealer.state, seat)
    for act in allowed.may:
        amount = {Act.BET: allowed.bet, Act.RAISE: allowed.raise_to}.get(act)
        events = decide(dealer.book, dealer.state, TakeAction(seat, act, amount))
        said = word("act", act)
        if act is Act.RAISE and amount is not None:
            said = says("may.raise-to", amount=dollars(amount))
        yield May(said, next(event.cites for event in events if isinstance(event, pev.ActionTaken)))
    if Act.RAISE not in allowed.may:
        try:
            decide(dealer.book, dealer.state, TakeAction(seat, Act.RAISE, allowed.all_in))
        except Refused as refused:
            yield May(says("may.not-raise"), refused.cites)
