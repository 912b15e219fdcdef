"""What players did at a poker table: the desk plays it at an example table and reads the citations."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rules.games.poker import events as pev
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.commands import Act, TakeAction
from croupier.rulings_desk.all_ins import all_in
from croupier.rulings_desk.example_tables import BUTTON, PokerExample
from croupier.rulings_desk.house_acts import in_words
from croupier.rulings_desk.model import Answer, Refusal
from croupier.rulings_desk.out_of_turn import out_of_turn, retracted_and_left
from croupier.rulings_desk.remedies import poker_decisions
from croupier.rulings_desk.seats import between_rounds, deemed_gone


def of_poker(blank: Answer, example: PokerExample, kind: str, case: Mapping[str, str], by: Actor) -> Answer:
    blank = replace(blank, decided_by=Rank.DEALER)
    dealer = example.dealer
    try:
        match kind:
            case "out-of-turn":
                return out_of_turn(blank, example, case)
            case "all-in":
                return all_in(blank, dealer.book, case["case"], example.setting)
            case "gone":
                return deemed_gone(blank, dealer.book, case["case"], by, example.setting)
            case "joins" | "absent" | "returns":
                return between_rounds(blank, dealer.book, kind, case["case"], example.setting)
            case "leaves" if case["case"] == "out-of-turn":
                return retracted_and_left(blank, dealer)
            case "leaves":
                return _left(blank, example, case["case"])
            case _:
                assert kind == "hand-shown", kind
                return _shown(blank, example)
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.says, refused.cites))


def _shown(blank: Answer, example: PokerExample) -> Answer:
    events = example.play(example.dealer, [f"{BUTTON} shows"])
    (cites,) = (event.cites for event in events if isinstance(event, pev.FoldedByRule))
    following = tuple(poker_decisions(example.dealer))
    return replace(blank, ruling="folded", cites=cites, does=in_words(example.book, cites), next=following)


def _left(blank: Answer, example: PokerExample, case: str) -> Answer:
    events = list(example.play(example.dealer, [f"{BUTTON} {case}"]))
    while not any(isinstance(event, pev.FoldedByRule) for event in events):
        events += _somebody_goes_along(example.dealer)
    folded = next(event for event in events if isinstance(event, pev.FoldedByRule))
    told = says("does.folded-at-once", seat=folded.seat)
    if case != "leaves":
        told = says("does.folded-on-turn", seat=folded.seat)
    return replace(blank, ruling="folded", cites=folded.cites, does=(told, says("does.bets-stay")))


def _somebody_goes_along(dealer: PokerDealer) -> tuple[pev.PokerEvent, ...]:
    round_ = dealer.state.round
    assert round_ is not None and round_.turn is not None
    passive = Act.CALL if options(dealer.state, round_.turn).call is not None else Act.CHECK
    return dealer.act(TakeAction(round_.turn, passive))
