"""The same acts at a table whose dealer deals by hand: a deck that only the dealer sees, named as it is turned up."""

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.base.errors import Refused
from croupier.base.typed_fields import with_texts
from croupier.rounds.dealing.following import FloorEvent
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import Card, Deck
from croupier.rules.games.common import Faces, is_place, place_of
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.by_hand import FacesDue, faceless
from croupier.rules.games.house.table import HouseRound, Phase
from tests.properties.rounds import Setup


class ByHand:
    """A dealer with real cards, who names at once whatever is due."""

    def __init__(self, setup: Setup) -> None:
        self._supply = iter(setup.supply())
        self.setup = setup
        table = replace(setup.table, cards=Faces.BY_HAND)
        self.dealer = HouseDealer(setup.game, setup.book, table, setup.jackpot, self)
        self.log: list[FloorEvent] = [*self.dealer.opening]
        self.commands: list[cmd.HouseCommand] = []

    def next_deck(self) -> Deck:
        return next(self._supply)

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        raise AssertionError("no house game reshuffles within a round")

    @property
    def round(self) -> HouseRound:
        return self.dealer.round

    def do(self, command: cmd.HouseCommand) -> Refused | None:
        """One act, and all that the dealer turns up and says after it."""
        try:
            self._act(command)
        except Refused as refused:
            return refused
        while (further := self.next_word()) is not None:
            self._act(further)
        return None

    def _act(self, command: cmd.HouseCommand) -> None:
        self.log += self.dealer.act(command)
        self.commands.append(command)

    def next_word(self) -> cmd.RoundCommand | None:
        round_ = self.round
        if round_.phase is Phase.DEALING and not round_.dealt and not round_.choosing:
            return cmd.DealFaceDown()
        due = self.setup.game.faces_due(self.setup.book, round_)
        if not due or round_.choosing:
            return None
        each = due[-1]  # in whatever order
        return cmd.NameCards(each.of, self.turned_up(each), each.box)

    def turned_up(self, due: FacesDue) -> tuple[Card, ...]:
        round_ = self.round
        match due.of:
            case cmd.Of.UP:
                assert round_.up is not None
                return (self.face(round_.up),)
            case cmd.Of.DEALER:
                return self.dealers_cards()
            case cmd.Of.BOARD:
                down = faceless(round_.board)
                lying = down or round_.community[round_.turned :] or self.next_board(due.due)
                return tuple(self.face(card) for card in lying[: due.due])
            case cmd.Of.HAND:
                assert due.box is not None
                return tuple(self.face(card) for card in round_.boxes[due.box].cards)

    def next_board(self, number: int) -> tuple[Card, ...]:
        """From the shoe, behind the burn."""
        places = self.setup.game.places(self.setup.book, self.round)
        dealt = len(self.round.dealt)
        street = [place_of(dealt + nth) for nth, place in enumerate(places, 1) if place == "community"]
        assert len(street) == number
        return tuple(street)

    def out(self) -> tuple[Card, ...]:
        return self.dealer.deck.cards[: len(self.round.dealt)]

    def dealers_cards(self) -> tuple[Card, ...]:
        """What no box, burn or board has: a card that came up by accident is named, and nobody says where it lay."""
        others = {*self.round.burnt, *self.round.community}
        others.update(card for box in self.round.boxes.values() for card in box.cards)
        faces = {self.face(card) for card in others}
        return tuple(card for card in self.out() if card not in faces) if self.round.dealer else ()

    def face(self, card: Card) -> Card:
        """What a place was, or a card that has been named."""
        return self.dealer.deck.cards[int(card[1:]) - 1] if is_place(card) else card

    def as_if_sealed(self) -> HouseRound:
        """The round with every face."""
        dealer, out = self.dealers_cards(), self.out()
        rest = with_texts(replace(self.round, dealer=(), dealt=()), Card, lambda card: self.face(Card(card)))
        return in_no_order(replace(rest, table=replace(rest.table, cards=Faces.SEALED), dealer=dealer, dealt=out))


def in_no_order(round_: HouseRound) -> HouseRound:
    """Without the order in which the dealer's cards came, which nobody enters.

    While boxes choose nothing else is heard; dealt by hand, a card that has changed places is named after that.
    """
    if round_.choosing and round_.phase is Phase.SETTLING:
        round_ = replace(round_, phase=Phase.DECIDING)
    shown = round_.dealer_shown and not round_.choosing
    dealer, dealt = tuple(sorted(round_.dealer)), tuple(sorted(round_.dealt))
    return replace(round_, dealer=dealer, dealt=dealt, dealer_shown=shown)
