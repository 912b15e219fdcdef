"""Records decks of real cards: who brought one to a table, who checked it, how it was shuffled, why it left."""

from croupier.base.actors import Rank
from croupier.base.errors import Refused
from croupier.base.sentences import says, word
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import words
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import Act
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, RealDeck
from croupier.floor.live.state.work import Work
from croupier.rules.games.common import Faces
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.house.commands import Incident as HouseIncident
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.games.poker.commands import Incident as PokerIncident

_TAKE_THE_DECK_OUT = frozenset(
    str(each)
    for incident in (HouseIncident, PokerIncident)
    for each in (incident.FOREIGN_CARD, incident.DECK_COUNT, incident.SHOE_SHORT, incident.UNSHUFFLED)
)
"""Incidents that take the deck out: it is foreign, short or unshuffled."""


def check_rank(who: Who, said: words.OfTheDeck) -> None:
    least = Rank.PIT_SUPERVISOR if isinstance(said, words.DeckChecked) else Rank.DEALER
    if who.rank < least:
        raise Problem(Code.FORBIDDEN, says("rank-says", rank=word("rank", least.key)))


def hear(work: Work, table: LiveTable, said: words.OfTheDeck, act: Act) -> None:
    name, by = table.name, act.who.name
    if table.sign.cards is Faces.SEALED:
        raise Refused(says("deck-sealed", table=name))
    match said:
        case words.DeckIn(deck=deck, colour=colour):
            if table.real_deck is not None:
                raise Refused(says("deck-in-already", deck=table.real_deck.deck))
            _check_no_cards_out(table)
            work.happens(name, ev.DeckCameIn(deck, colour, by, work.at))
        case words.DeckChecked():
            _deck_of(table)
            work.happens(name, ev.DeckWasChecked(by, work.at))
        case words.Shuffled(how=how):
            _deck_of(table)
            _check_no_cards_out(table)
            work.happens(name, ev.DeckShuffled(how, by, work.at, table.rounds))
        case words.DeckOut(reason=reason):
            deck_out = _deck_of(table)
            _check_no_cards_out(table)
            why = reason or act.reason
            if not why.strip():
                raise Refused(says("deck-out-reason"))
            work.happens(name, ev.DeckWentOut(deck_out.deck, why, by, work.at))


def take_out(work: Work, name: str) -> None:
    """Takes the deck out if this work has ruled that it is foreign, short or unshuffled."""
    deck = work.table(name).real_deck
    if deck is None:
        return
    for event in work.record(f"table/{name}").events:
        if isinstance(event, house_ev.IrregularityRuled | poker_ev.IrregularityRuled):
            incident = str(event.ruled.incident)
            if incident in _TAKE_THE_DECK_OUT:
                by = "" if event.ruled.by is None else event.ruled.by.name
                work.happens(name, ev.DeckWentOut(deck.deck, "", by, work.at, incident))
                return


def _deck_of(table: LiveTable) -> RealDeck:
    if table.real_deck is None:
        raise Refused(says("deck-missing", table=table.name))
    return table.real_deck


def _check_no_cards_out(table: LiveTable) -> None:
    family, game = family_of(table.book), table.game
    if family.interrupted(game) and not family.no_cards_yet(game):
        raise Refused(says("deck-in-use", table=table.name))
