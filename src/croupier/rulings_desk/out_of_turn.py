"""A player acts before their turn: the desk tries every act on the turn, and the engine says what is allowed (5.12)."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from croupier.base.citation import Citation, is_ruling
from croupier.base.errors import Refused
from croupier.base.sentences import Sentence, says, word
from croupier.base.values import Value
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.games.poker import events as pev
from croupier.rules.games.poker.betting import by_right
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import Act, ActOutOfTurn, LeaveTable, TakeAction
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import PokerRound
from croupier.rules.games.poker.turns import on_the_left
from croupier.rules.money import Cents, cents, dollars
from croupier.rulings_desk.example_tables import PokerExample
from croupier.rulings_desk.model import Answer, Choice, May
from croupier.rulings_desk.paragraphs import rule

INDICATED, LESS, MORE, ANOTHER = cents("20"), cents("16"), cents("40"), cents("80")
"""The player's indicated bet, in total; what others bet before the turn comes; and two other amounts tried then."""


class OutOfTurnTry(Value):
    may: tuple[May, ...]
    may_not: tuple[Sentence, ...]
    cites: tuple[Citation, ...]


def out_of_turn(blank: Answer, example: PokerExample, case: Mapping[str, str]) -> Answer:
    """`tried` is the act out of turn, `case` what the players before do."""
    dealer = example.with_a_post() if case["case"] == "posted-checks" else example.dealer
    before, player = _those_before(dealer, only_one=case["case"] == "posted-checks")
    retracted: list[Citation] = []
    for attempt in _attempts(dealer, player, case.get("tried", "bet")):
        retracted += next(event.cites for event in dealer.act(attempt) if isinstance(event, pev.ActedOutOfTurn))
    for number, seat in enumerate(before):
        dealer.act(_act_of(dealer, seat, case["case"], first=number == 0))
    tried = _tried(dealer, player)
    return replace(
        blank,
        ruling="retracted",
        cites=tuple(dict.fromkeys((*retracted, *tried.cites, *_by_the_four_rules(retracted[0], tried)))),
        does=(rule(dealer.book, retracted[0]), *tried.may_not),
        choices=(Choice(says("who.out-of-turn"), tried.may),),
    )


def _by_the_four_rules(retracted: Citation, tried: OutOfTurnTry) -> Iterator[Citation]:
    """The paragraphs that allow an act because of the one before; the four rules are below the paragraph that opens
    them."""
    for may in tried.may:
        yield from (cite for cite in may.cites if cite.startswith(f"{retracted}."))


def retracted_and_left(blank: Answer, dealer: PokerDealer) -> Answer:
    """The player bets out of turn and leaves after the one before has folded (R-87)."""
    before, player = _those_before(dealer)
    (attempt,) = _attempts(dealer, player, "bet")
    dealer.act(attempt)
    if len(before) > 1:
        dealer.act(TakeAction(before[0], Act.FOLD))
    events = dealer.act(LeaveTable(player))
    folded = next(event for event in events if isinstance(event, pev.FoldedByRule))
    forfeited = [event for event in events if isinstance(event, pev.OutOfTurnBetForfeited)]
    told = [says("does.folded-at-once", seat=player)]
    if forfeited:
        told.append(says("does.bet-stands", amount=dollars(_left(forfeited))))
    cites = [*folded.cites, *(cite for event in forfeited for cite in event.cites)]
    return replace(blank, ruling="folded", cites=tuple(dict.fromkeys(cites)), does=tuple(told))


def _those_before(dealer: PokerDealer, *, only_one: bool = False) -> tuple[Sequence[int], int]:
    """One or two players whose turn comes first, and the one who acts too early; at least one other is left."""
    round_ = dealer.state.round
    assert round_ is not None and round_.turn is not None
    waiting = _still_to_act(round_)
    *before, player = waiting[: 2 if only_one else min(3, len(round_.live()) - 1)]
    return before, player


def _still_to_act(round_: PokerRound) -> Sequence[int]:
    """In the order of their turns."""
    assert round_.turn is not None
    others = (round_.turn, *on_the_left(round_.order, round_.turn))
    return [seat for seat in others if seat in round_.live() and seat not in round_.acted]


def _attempts(dealer: PokerDealer, player: int, tried: str) -> list[ActOutOfTurn]:
    round_ = dealer.state.round
    assert round_ is not None
    bet = ActOutOfTurn(player, Act.RAISE if round_.price else Act.BET, INDICATED)
    check = ActOutOfTurn(player, Act.CHECK)
    return {
        "bet": [bet],
        "call": [ActOutOfTurn(player, Act.CALL)],
        "check": [check],
        "bet-then-check": [bet, check],
    }[tried]


def _act_of(dealer: PokerDealer, seat: int, case: str, *, first: bool) -> TakeAction:
    """The first of the players before does what the case says; the others follow it."""
    assert dealer.state.round is not None
    raises = Act.RAISE if dealer.state.round.price else Act.BET
    match case:
        case "checks" | "posted-checks":
            return TakeAction(seat, Act.CHECK)
        case "folds":
            return TakeAction(seat, Act.FOLD)
        case "bets-less" | "bets-more" if first:
            return TakeAction(seat, raises, LESS if case == "bets-less" else MORE)
        case _:
            return TakeAction(seat, Act.CALL)


def _tried(dealer: PokerDealer, player: int) -> OutOfTurnTry:
    """Tries every act on the player's turn; the engine says what the act out of turn allows and forbids."""
    round_ = dealer.state.round
    assert round_ is not None and round_.turn == player, "the turn has come"
    offered = by_right(dealer.state, player).may
    indicated = round_.out_of_turn[player].indicated
    raises = Act.RAISE if round_.price else Act.BET
    as_indicated, another = says("may.bet-indicated"), says("may.bet-another")
    if raises is Act.RAISE:
        as_indicated, another = says("may.raise-indicated"), says("may.raise-another")
    acts = {word("act", act): TakeAction(player, act) for act in (Act.CHECK, Act.CALL)}
    if indicated > round_.price:
        acts[as_indicated] = TakeAction(player, raises, indicated)
    acts[another if indicated > round_.price else word("act", raises)] = TakeAction(player, raises, ANOTHER)
    acts[word("act", Act.FOLD)] = TakeAction(player, Act.FOLD)
    may, may_not = [], []
    cites: list[Citation] = []
    for said, act in acts.items():
        if act.act not in offered:
            continue
        try:
            events = decide(dealer.book, dealer.state, act)
        except Refused as refused:
            may_not.append(said)
            cites += refused.cites
            continue
        forfeited = [event.cites for event in events if isinstance(event, pev.OutOfTurnBetForfeited)]
        if forfeited:
            may.append(May(says("may.leave-bet", act=said), forfeited[0]))
        else:
            by = next(event.cites for event in events if isinstance(event, pev.ActionTaken))
            may.append(May(said, _because_of_the_attempt(dealer, by)))
    forbidden = (says("does.not-allowed", acts=tuple(may_not)),) if may_not else ()
    return OutOfTurnTry(tuple(may), forbidden, tuple(cites))


def _because_of_the_attempt(dealer: PokerDealer, cites: Sequence[Citation]) -> tuple[Citation, ...]:
    """The paragraphs of an act that only the attempt brings in, if any."""
    opening = dealer.book.cite(Poker.OUT_OF_TURN_RETRACTED)
    own = [cite for cite in cites if cite.startswith(f"{opening}.") or is_ruling(cite)]
    return tuple(own) or tuple(cites)


def _left(forfeited: Sequence[pev.OutOfTurnBetForfeited]) -> Cents:
    return Cents(sum(event.chips for event in forfeited))
