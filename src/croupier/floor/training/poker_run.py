"""A run at a poker table: the bots play; the planted errors are in the deal, on the board and in who acts when."""

from collections.abc import Iterator, Sequence

from croupier.base.actors import Viewer
from croupier.base.citation import Citation
from croupier.base.errors import Refused
from croupier.base.json_answers import JsonObject
from croupier.base.sentences import Sentence, says, word
from croupier.floor.live.answers.drills import DrillTable
from croupier.floor.training.questions import cited
from croupier.floor.training.running import Planted, Run, ruled_on
from croupier.floor.training.settings import names
from croupier.floor.training.table_view import face_up, table
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.players.poker import caller, tight_aggressive
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rounds.roundfile.poker_script import read_incident
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.irregularity import verdict
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.commands import Act, ActOutOfTurn, Settle, ShowHand, StartRound, TakeAction, TopUp
from croupier.rules.games.poker.irregularities import IRREGULARITIES, known_to
from croupier.rules.games.poker.table import FIRST, FOURTH, SECOND, SETTLING, THIRD, PokerRound, PokerTable, open_table
from croupier.rules.games.poker.turns import on_the_left
from croupier.rules.games.poker.view import view
from croupier.rules.money import Cents, cents, dollars
from croupier.rules.rulebook.model import Device
from croupier.rulings_desk.desk import answer
from croupier.rulings_desk.example_tables import MOST_SEATS

DEALT, FLOP, TURN, RIVER, SHOWDOWN = "dealt", "flop", "turn", "river", "showdown"
STREETS = {FLOP: SECOND, TURN: THIRD, RIVER: FOURTH}
SMALL_BLIND = cents("1")
STACK = cents("200")
BOTS = (4, 5, 6)


class PokerRun(Run):
    moments = (DEALT, FLOP, TURN, RIVER, SHOWDOWN)
    reportable = frozenset(
        {
            *("exposed", "player-count", "hand-left-out", "extra-hand", "no-burn", "early-card", "too-many"),
            *("foreign-card", "deck-count", "out-of-turn", "hand-shown"),
        }
    )
    at_a_place = frozenset({"exposed", "player-count", "hand-left-out", "out-of-turn", "hand-shown"})

    def __init__(self, book: str, device: Device, seed: str) -> None:
        super().__init__(book, device, seed)
        seats = sorted(self.chance.sample(range(1, MOST_SEATS + 1), self.chance.choice(BOTS)))
        table = PokerTable(
            device, MOST_SEATS, SMALL_BLIND, Cents(40 * SMALL_BLIND), Cents(400 * SMALL_BLIND), settles_by_hand=True
        )
        people = {seat: (name, STACK) for seat, name in zip(seats, names(self.chance, len(seats)), strict=True)}
        state = open_table(table, people, self.chance.choice(seats), first_orbit=False)
        self.dealer = PokerDealer(self.book, state, ShuffledDecks(self.chance))

    # --- The bots -------------------------------------------------------------------------------------------------

    @property
    def _round(self) -> PokerRound:
        assert self.dealer.state.round is not None
        return self.dealer.state.round

    @property
    def round_over(self) -> bool:
        return self._round.over

    def places(self) -> list[int]:
        return list(range(1, MOST_SEATS + 1))

    def named(self, place: int) -> Sentence:
        return says("seat", seat=place)

    def open_round(self) -> None:
        if self.dealer.state.round is not None and not self._round.over:
            while self._round.phase is not SETTLING:
                self._bot_acts()
            self.dealer.act(Settle())
        for number, seat in self.dealer.state.seats.items():
            if seat.stack < 20 * SMALL_BLIND:
                self.dealer.act(TopUp(number, Cents(STACK - seat.stack)))
        self.dealer.act(StartRound())

    def play_to(self, moment: str) -> None:
        if moment == DEALT:
            return
        until = STREETS.get(moment)
        while self._round.phase is not SETTLING and (until is None or self._round.betting_round < until):
            self._bot_acts()

    def leads_on(self, moment: str) -> bool:
        """Whether the betting leads to this street; once all is decided the showdown is next."""
        if moment == SHOWDOWN:
            return True
        return self._round.phase is not SETTLING

    def _bot_acts(self) -> None:
        turn = self._round.turn
        assert turn is not None, self._round.phase
        seen = view(self.dealer.state, Viewer(self.dealer.state.seats[turn].player))
        bot = tight_aggressive if self.chance.randrange(3) == 0 else caller
        command = bot(seen, self.chance)
        assert command is not None
        for event in self.dealer.act(command):
            if isinstance(event, ev.ActionTaken):
                to = event.price if event.act in (Act.BET, Act.RAISE) else None
                self.voice.append(_acts(event.seat, event.act, to))

    # --- What can be wrong ----------------------------------------------------------------------------------------

    def plantable(self, moment: str) -> list[Planted]:
        from_shoe = self.device is Device.SHOE
        rows = [kind for kind in known_to(self.book) if from_shoe or not IRREGULARITIES[kind].only_with_a_shoe]
        known = {*map(str, rows), *_DEEDS}
        found = [*self._in_cards(moment), *self._in_behaviour(moment)]
        return [each for each in found if each.kind in known]

    def _in_cards(self, moment: str) -> Iterator[Planted]:
        live = self._round.live()
        if moment == DEALT:
            for seat in live:
                words = says("drill.card-turned-seat", seat=seat)
                yield Planted("exposed", seat, words, f"exposed seat={seat}", "exposed seat=3", "settled")
                report = f"player-count seat={seat} reconstructable=false"
                late = "player-count seat=3 reconstructable=false"
                yield Planted("player-count", seat, says("drill.count-seat", seat=seat), report, late, "settled")
                report = "hand-left-out reconstructable=false"
                words = says("drill.left-out", seat=seat)
                yield Planted("hand-left-out", seat, words, report, report, "settled")
            report = "extra-hand reconstructable=false"
            yield Planted("extra-hand", None, says("drill.extra-hand"), report, report, "settled")
            if self._round.burnt:
                report = "no-burn street=deal reconstructable=false"
                yield Planted("no-burn", None, says("drill.no-burn"), report, report, "settled")
        elif moment in STREETS and self._round.turn is not None:
            if self._round.burnt:
                report = f"no-burn street={moment} reconstructable=false"
                yield Planted(
                    "no-burn",
                    None,
                    says("drill.no-burn-street", before=word("before", moment)),
                    report,
                    report,
                    "settled",
                )
            report = f"too-many street={moment} reconstructable=false"
            yield Planted("too-many", None, says("drill.too-many", on=word("on", moment)), report, report, "settled")
        elif moment == SHOWDOWN and len(live) > 1:
            words = says("drill.card-twice")
            yield Planted("foreign-card", None, words, "foreign-card", "foreign-card", "settled", ("deck-count",))

    def _in_behaviour(self, moment: str) -> Iterator[Planted]:
        round_ = self._round
        if round_.turn is None:
            return
        later = self._still_to_act()
        if len(later) > 1:
            seat = later[1]
            raises = Act.RAISE if round_.price else Act.BET
            voice = _acts(seat, raises, self._indicated)
            words = says("drill.before-turn", seat=seat, turn=round_.turn)
            phase = "first-raised" if round_.betting_round is FIRST else "flop"
            case = "case=calls" if round_.betting_round is FIRST else "case=checks"
            yield Planted("out-of-turn", seat, words, f"out-of-turn {case}", f"out-of-turn {case}", phase, voice=voice)
        if moment in STREETS:
            for seat in round_.live():
                if seat != round_.turn and self.dealer.state.seats[seat].stack:
                    words = says("drill.hand-shown", seat=seat)
                    yield Planted("hand-shown", seat, words, "hand-shown", "hand-shown", "flop")

    @property
    def _indicated(self) -> Cents:
        return Cents(self._round.price + 4 * 2 * SMALL_BLIND)

    def _still_to_act(self) -> Sequence[int]:
        round_ = self._round
        assert round_.turn is not None
        around = (round_.turn, *on_the_left(round_.order, round_.turn))
        return [
            seat
            for seat in around
            if seat in round_.live()
            and seat not in round_.acted
            and self.dealer.state.seats[seat].stack > self._indicated
        ]

    # --- What becomes of it ---------------------------------------------------------------------------------------

    def rule_on(self, planted: Planted) -> tuple[Sentence, tuple[Citation, ...]]:
        if planted.kind in _DEEDS:
            said = answer(self.key, self.device, planted.late_phase, planted.report)
            self._after(planted)
            return ruled_on(self.book, said), cited(said)
        kind, *details = planted.report.split()
        try:
            events = self.dealer.act(read_incident(self.book, MOST_SEATS, kind, details, IN_CHARGE))
        except Refused as refused:
            return says("drill.refused", why=refused.says), refused.cites
        ruled = [event.ruled for event in events if isinstance(event, ev.IrregularityRuled)]
        return verdict(ruled[0].ruling), tuple(dict.fromkeys(cite for each in ruled for cite in each.cites))

    def let_pass(self, planted: Planted) -> None:
        """The cards are as they should have been dealt; an act that nobody called back stands."""

    def _after(self, planted: Planted) -> None:
        assert planted.place is not None
        if planted.kind == "hand-shown":
            self.dealer.act(ShowHand(planted.place))
        elif planted.kind == "out-of-turn":
            raises = Act.RAISE if self._round.price else Act.BET
            self.dealer.act(ActOutOfTurn(planted.place, raises, self._indicated))
            self._acts_when_the_turn_comes(planted.place)

    def _acts_when_the_turn_comes(self, seat: int) -> None:
        """The bots before this seat act, then it does what it indicated, as far as allowed."""
        while self._round.turn is not None and self._round.turn != seat and seat in self._round.out_of_turn:
            self._bot_goes_along()
        if self._round.turn == seat and seat in self._round.out_of_turn:
            self._bot_goes_along()

    def _bot_goes_along(self) -> None:
        turn = self._round.turn
        assert turn is not None
        passive = Act.CALL if options(self.dealer.state, turn).call is not None else Act.CHECK
        for act in (passive, Act.RAISE if self._round.price else Act.BET, Act.FOLD):
            amount = self._indicated_by(turn) if act in (Act.RAISE, Act.BET) else None
            try:
                self.dealer.act(TakeAction(turn, act, amount))
            except Refused:
                continue
            self.voice.append(_acts(turn, act))
            return

    def _indicated_by(self, seat: int) -> Cents:
        attempt = self._round.out_of_turn.get(seat)
        return self._indicated if attempt is None else attempt.indicated

    # --- What is drawn --------------------------------------------------------------------------------------------

    def drawn(self) -> DrillTable:
        told = table(self.key, self.device, self.dealer.state)
        if self.planted is not None:
            self._draw(told.round, self.planted)
        return told

    def _draw(self, drawn: JsonObject, planted: Planted) -> None:
        hands = drawn["players"]
        match planted.kind:
            case "exposed":
                hand = hands[str(planted.place)]
                assert planted.place is not None
                hand["hand"] = face_up(hand["hand"], 0, self._round.hands[planted.place][0])
            case "player-count":
                hand = hands[str(planted.place)]
                cards = hand["hand"].split()
                hand["hand"] = " ".join([*cards, FACE_DOWN] if self.round % 2 else cards[:-1])
            case "hand-left-out":
                hands[str(planted.place)]["hand"] = ""
            case "extra-hand":
                free = next(seat for seat in range(1, MOST_SEATS + 1) if str(seat) not in hands)
                hands[str(free)] = {
                    **next(iter(hands.values())),
                    "player": "",
                    "hand": f"{FACE_DOWN} {FACE_DOWN}",
                    "bet": "0.00",
                    "put": "0.00",
                }
            case "no-burn":
                drawn["burnt"] -= 1
            case "too-many":
                drawn["board"] = f"{drawn['board']} {self._next_card()}"
            case "hand-shown":
                assert planted.place is not None
                hands[str(planted.place)]["hand"] = " ".join(self._round.hands[planted.place])
            case "foreign-card":
                seat = self._round.live()[0]
                second = hands[str(seat)]["hand"].split()[1:]
                hands[str(seat)]["hand"] = " ".join([self._round.community[0], *second])

    def _next_card(self) -> str:
        return self.dealer.deck.cards[self.dealer.drawn]


def _acts(seat: int, act: Act, to: Cents | None = None) -> Sentence:
    if to is None:
        return says("drill.seat-acts", seat=seat, act=word("act", act))
    return says("drill.seat-acts-to", seat=seat, act=word("act", act), amount=dollars(to).removesuffix(".00"))


_DEEDS = frozenset({"out-of-turn", "hand-shown"})
"""What a player did; the other kinds are reported to the table."""
