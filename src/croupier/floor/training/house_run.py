"""A run at a house-banked table: the bots bet, look and decide; the planted errors are in bets, cards and behaviour."""

from collections.abc import Iterator

from croupier.base.actors import Viewer
from croupier.base.citation import Citation
from croupier.base.errors import Refused
from croupier.base.json_answers import JsonObject
from croupier.base.sentences import Sentence, says, word
from croupier.floor.live.answers.drills import DrillTable
from croupier.floor.training.layouts import FEEDS, METERS, RESET
from croupier.floor.training.questions import cited
from croupier.floor.training.running import Planted, Run, ruled_on
from croupier.floor.training.settings import JACKPOT_BET, NAMES, SMALL_TABLE, names
from croupier.floor.training.table_view import face_up, table
from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.following import FloorEvent, jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.players.house import BOLD, CAUTIOUS, act, bets
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rounds.roundfile.house_script import read_incident
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.commands import (
    Choice,
    Choose,
    CloseBets,
    FreeBox,
    Look,
    MakeDecision,
    OpenRound,
    PlaceBet,
    Settle,
    TakeBox,
    WalkAway,
    WithdrawBet,
)
from croupier.rules.games.house.decisions import undecided
from croupier.rules.games.house.irregularities import IRREGULARITIES
from croupier.rules.games.house.options import options
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState, HouseTable, Limits, Phase
from croupier.rules.games.house.view import view
from croupier.rules.games.irregularity import verdict
from croupier.rules.money import Cents, cents, dollars
from croupier.rules.rulebook.model import Device, game_of
from croupier.rulings_desk.desk import answer

DEALER = 0
"""Stands for the dealer's hand in place of a box number."""
BETS, DEALT, PAUSE = "bets", "dealt", "pause"
TOO_LATE = "bets-open-later"
LIMITS = (Limits(cents("10"), cents("500")), Limits(cents("25"), cents("1000")))
BOTS = (4, 4, 5)
"""Boxes with players; one player has two of them."""


class HouseRun(Run):
    reportable = frozenset(
        {
            *("over-limit", "below-minimum", "jackpot-without-ante", "late-bet", "wrong-size", "walked-away"),
            *("exposed", "face-up", "misdealt", "no-burn", "dealing-error", "player-count", "dealer-count"),
            *("community-count", "extra-look", "jackpot-down", "foreign-card", "deck-count"),
        }
    )
    at_a_place = frozenset(
        {
            *("over-limit", "below-minimum", "jackpot-without-ante", "late-bet", "wrong-size", "walked-away"),
            *("exposed", "player-count", "extra-look"),
        }
    )

    def __init__(self, book: str, device: Device, seed: str) -> None:
        self.game = HOUSE_GAMES[game_of(book)]
        self.moments = (BETS, DEALT, *(stage[0] for stage in self.game.stages[:-1]), PAUSE)
        super().__init__(book, device, seed)
        most = min(SMALL_TABLE, self.game.most_boxes[device])
        boxes = sorted(self.chance.sample(range(1, most + 1), self.chance.choice(BOTS)))
        people = list(names(self.chance, len(boxes) - 1))
        owners = [*people, people[self.chance.randrange(len(people))]]
        self.limits = self.chance.choice(LIMITS)
        table = HouseTable(
            device=device,
            limits={spot: self.limits for spot in self.game.bets_in(self.book) if spot is not Spot.JACKPOT},
            players=dict(zip(boxes, self.chance.sample(owners, len(owners)), strict=True)),
            jackpot_bet=JACKPOT_BET,
            places=most,
            settles_by_hand=True,
        )
        jackpot = jackpot_at(displayed=self.chance.choice(METERS), reset=RESET, contribution=FEEDS)
        self.dealer = HouseDealer(self.game, self.book, table, jackpot, ShuffledDecks(self.chance))
        self._rounds_opened = 0

    # --- The bots -------------------------------------------------------------------------------------------------

    @property
    def round_over(self) -> bool:
        return self.dealer.round.over

    @property
    def state(self) -> HouseState:
        return self.dealer.state

    def places(self) -> list[int]:
        return [DEALER, *self.dealer.round.boxes]

    def named(self, place: int) -> Sentence:
        return word("role", "dealer") if place == DEALER else says("box", box=place)

    def open_round(self) -> None:
        if self._rounds_opened:
            if not self.dealer.round.over:
                self._finish()
            self._guests_change()
            self.dealer.act(OpenRound())
        self._rounds_opened += 1

    def _guests_change(self) -> None:
        """Somebody else takes the boxes of a player who has walked away, and a failed jackpot works again."""
        table = self.dealer.state.table
        left = [box for box, player in table.players.items() if player in table.departed]
        fresh = [name for name in NAMES if name not in table.players.values() and name not in table.departed]
        for box, name in zip(left, fresh, strict=False):
            self.dealer.act(FreeBox(box))
            self.dealer.act(TakeBox(box, name))
        if self.dealer.state.failure is not None:
            self._reported("jackpot-up")

    def _finish(self) -> None:
        while not self.dealer.round.over:
            round_ = self.dealer.round
            if round_.phase is Phase.BETTING:
                self.dealer.act(CloseBets())
            elif round_.phase is Phase.SETTLING:
                self.dealer.act(Settle())
            else:
                self._decide_all()

    def play_to(self, moment: str) -> None:
        if moment == BETS:
            for box in self.dealer.round.boxes:
                manner = BOLD if self.chance.randrange(2) else CAUTIOUS
                for bet in bets(view(self.dealer.round, Viewer()), box, manner, self.chance):
                    self.dealer.act(bet)
        elif moment == DEALT:
            self.dealer.act(CloseBets())
            self.voice += list(self._some_look())
        else:
            self.voice += self._decide_all(only_one_stage=moment != PAUSE)

    def leads_on(self, moment: str) -> bool:
        return moment == PAUSE or self.dealer.round.phase in (Phase.BETTING, Phase.DECIDING)

    def _some_look(self) -> Iterator[Sentence]:
        if self.chance.randrange(2):
            return
        for box in undecided(self.dealer.round)[: self.chance.randrange(1, 3)]:
            if Look(box.number) in options(self.game.decide, self.book, self.dealer.round, box.player):
                self.dealer.act(Look(box.number))
                yield says("drill.looks", player=box.player, box=box.number)

    def _decide_all(self, *, only_one_stage: bool = False) -> list[Sentence]:
        stage = self.dealer.round.stage
        told = []
        while self.dealer.round.phase is Phase.DECIDING and (not only_one_stage or self.dealer.round.stage == stage):
            box = undecided(self.dealer.round)[0]
            may = options(self.game.decide, self.book, self.dealer.round, box.player)
            command = act(self.game, view(self.dealer.round, Viewer(box.player)), box.number, BOLD, may)
            assert command is not None, box
            self.dealer.act(command)
            if isinstance(command, MakeDecision):
                told.append(says("drill.box-decides", box=box.number, decision=word("decision", command.decision)))
        return told

    # --- What can be wrong ----------------------------------------------------------------------------------------

    def plantable(self, moment: str) -> list[Planted]:
        found = [*self._in_bets()] if moment == BETS else [*self._in_cards(moment), *self._in_behaviour(moment)]
        return [each for each in found if each.kind not in _REPORTS or each.kind in self.game.incidents]

    def _in_bets(self) -> Iterator[Planted]:
        for box in self.dealer.round.boxes.values():
            if Spot.ANTE not in box.bets:
                continue
            over, under = Cents(self.limits.high + 2 * self.limits.low), Cents(self.limits.low // 2)
            above = says("drill.ante-above", box=box.number, amount=_short(over))
            below = says("drill.ante-below", box=box.number, amount=_short(under))
            for kind, wrong in (("over-limit", above), ("below-minimum", below)):
                yield Planted(kind, box.number, wrong, f"{kind} case=noticed", f"{kind} case=unnoticed", "bets-open")
            if Spot.JACKPOT in box.bets:
                yield Planted(
                    "jackpot-without-ante",
                    box.number,
                    says("drill.jackpot-alone", box=box.number),
                    "jackpot-without-ante",
                    "jackpot-without-ante",
                    "bets-open",
                )

    def _in_cards(self, moment: str) -> Iterator[Planted]:
        round_ = self.dealer.round
        for box in round_.in_play():
            if not box.cards:
                continue
            if moment == DEALT:
                words = says("drill.card-turned-box", box=box.number)
                yield Planted("exposed", box.number, words, f"exposed box={box.number}", "exposed box=1", TOO_LATE)
            words = says("drill.count-box", box=box.number)
            report = f"player-count box={box.number} reconstructable=false"
            late = "player-count box=1 reconstructable=false"
            yield Planted("player-count", box.number, words, report, late, TOO_LATE)
        if moment == DEALT and round_.dealer:
            words, report = says("drill.card-turned-dealer"), "exposed dealer=true"
            yield Planted("exposed", DEALER, words, report, report, TOO_LATE)
        if moment == DEALT and round_.burnt:
            words, report = says("drill.no-burn"), "no-burn reconstructable=false"
            yield Planted("no-burn", None, words, report, report, TOO_LATE)
        if round_.dealer:
            report = "dealer-count reconstructable=false"
            yield Planted("dealer-count", None, says("drill.dealer-count"), report, report, TOO_LATE)
        if round_.board:
            report = "community-count reconstructable=false"
            words = says("drill.community-count")
            yield Planted("community-count", None, words, report, report, TOO_LATE)
        if moment == PAUSE and round_.dealer_shown and round_.in_play():
            words = says("drill.card-twice")
            yield Planted("foreign-card", None, words, "foreign-card", "foreign-card", "settled", ("deck-count",))

    def _in_behaviour(self, moment: str) -> Iterator[Planted]:
        round_ = self.dealer.round
        undecided_now = undecided(round_) if round_.phase is Phase.DECIDING else []
        for box in undecided_now:
            others = [each for each in undecided_now if each.player == box.player and each is not box]
            if box.looked and others:
                second = others[0].number
                voice = says("drill.looks-too", player=box.player, box=second)
                report = f"extra-look box={second} intentional=true"
                late = "extra-look box=4 intentional=true"
                yield Planted(
                    "extra-look",
                    second,
                    says("drill.looked-beside", box=second, other=box.number),
                    report,
                    late,
                    TOO_LATE,
                    voice=voice,
                )
            if not others:
                voice = says("drill.walks", player=box.player, box=box.number)
                yield Planted(
                    "walked-away",
                    box.number,
                    says("drill.left-open", box=box.number),
                    "walked-away",
                    "walked-away",
                    "dealt",
                    voice=voice,
                )
        if moment == DEALT:
            for box in round_.in_play():
                voice = says("drill.adds", player=box.player, amount=_short(self.limits.low), box=box.number)
                words = says("drill.chips-added", box=box.number)
                yield Planted(
                    "late-bet", box.number, words, "late-bet case=added", "late-bet case=added", "settled", voice=voice
                )
            voice = says("drill.display-dark")
            report = "jackpot-down policy=without-jackpot"
            yield Planted("jackpot-down", None, says("drill.jackpot-failed"), report, report, "settled", voice=voice)
        if moment == PAUSE:
            for box in round_.in_play():
                if spot := self._decided_bet(box.number):
                    staked = box.bets[spot].amount
                    half, due = _short(Cents(staked // 2)), _short(staked)
                    words = says("drill.half-bet", box=box.number, spot=spot.words, amount=half, due=due)
                    report = "wrong-size case=smaller"
                    yield Planted("wrong-size", box.number, words, report, report, "dealt")

    def _decided_bet(self, number: int) -> Spot | None:
        spots = {move.spot for move in self.game.decisions.values() if move.spot is not None}
        return next((spot for spot in self.dealer.round.boxes[number].bets if spot in spots), None)

    # --- What becomes of it ---------------------------------------------------------------------------------------

    def rule_on(self, planted: Planted) -> tuple[Sentence, tuple[Citation, ...]]:
        if planted.kind not in _REPORTS:
            phase = "bets-open" if self.dealer.round.phase is Phase.BETTING else "dealt"
            said = answer(self.key, self.device, phase, planted.report)
            self._after(planted, noticed=True)
            return ruled_on(self.book, said), cited(said)
        try:
            events = self._reported(planted.report)
        except Refused as refused:
            return says("drill.refused", why=refused.says), refused.cites
        while self.dealer.round.choosing:
            self.dealer.act(Choose(min(self.dealer.round.choosing), Choice.CONTINUE))
        ruled = [event.ruled for event in events if isinstance(event, ev.IrregularityRuled)]
        return verdict(ruled[0].ruling), tuple(dict.fromkeys(cite for each in ruled for cite in each.cites))

    def _reported(self, report: str) -> tuple[FloorEvent, ...]:
        kind, *details = report.split()
        return self.dealer.act(read_incident(self.game, self.dealer.round.table.players, kind, details, IN_CHARGE))

    def let_pass(self, planted: Planted) -> None:
        if planted.kind not in _REPORTS:
            self._after(planted, noticed=False)

    def _after(self, planted: Planted, *, noticed: bool) -> None:
        """Changes the layout accordingly: bets, and who has left."""
        box, round_ = planted.place, self.dealer.round
        assert box is not None
        if planted.kind in ("over-limit", "below-minimum"):
            low, high = self.limits.low, self.limits.high
            right, wrong = (high, Cents(high + 2 * low)) if planted.kind == "over-limit" else (low, Cents(low // 2))
            self.dealer.act(WithdrawBet(box, Spot.ANTE))
            self.dealer.act(PlaceBet(box, Spot.ANTE, right if noticed else wrong, unnoticed=not noticed))
        elif planted.kind == "jackpot-without-ante":
            self.dealer.act(WithdrawBet(box, Spot.ANTE))
        elif planted.kind == "walked-away" and round_.phase is Phase.DECIDING:
            self.dealer.act(WalkAway(box))

    # --- What is drawn --------------------------------------------------------------------------------------------

    def drawn(self) -> DrillTable:
        told = table(self.key, self.device, self.dealer.state)
        told.jackpot = {"meter": dollars(self.dealer.displayed or Cents(0))}
        if self.planted is not None:
            self._draw(told.round, self.planted)
        return told

    def _draw(self, drawn: JsonObject, planted: Planted) -> None:
        round_, low = self.dealer.round, self.limits.low
        box = None if planted.place in (None, DEALER) else drawn["boxes"][str(planted.place)]
        match planted.kind:
            case "over-limit":
                _staked(box, Spot.ANTE, Cents(self.limits.high + 2 * low))
            case "below-minimum":
                _staked(box, Spot.ANTE, Cents(low // 2))
            case "jackpot-without-ante":
                assert box is not None
                del box["bets"][Spot.ANTE]
            case "late-bet":
                assert planted.place is not None
                stake = round_.boxes[planted.place].bets.get(Spot.ANTE)
                _staked(box, Spot.ANTE, Cents((stake.amount if stake else 0) + low))
            case "wrong-size":
                assert planted.place is not None
                spot = self._decided_bet(planted.place)
                assert spot is not None
                _staked(box, spot, Cents(round_.boxes[planted.place].bets[spot].amount // 2))
            case "exposed" if planted.place == DEALER:
                drawn["dealer"]["hand"] = face_up(drawn["dealer"]["hand"], 0, round_.dealer[0])
            case "exposed":
                assert box is not None and planted.place is not None
                box["hand"] = face_up(box["hand"], 1, round_.boxes[planted.place].cards[1])
            case "player-count":
                assert box is not None and planted.place is not None
                box["hand"] = _miscounted(box["hand"], planted.place)
            case "dealer-count":
                drawn["dealer"]["hand"] = _miscounted(drawn["dealer"]["hand"], self.round)
            case "community-count":
                drawn["board"] = " ".join([*drawn["board"].split(), FACE_DOWN])
            case "no-burn":
                drawn["burnt"] = 0
            case "foreign-card":
                whose = round_.in_play()[0]
                hand = drawn["boxes"][str(whose.number)]["hand"].split()
                drawn["boxes"][str(whose.number)]["hand"] = " ".join([round_.dealer[0], *hand[1:]])
            case "extra-look":
                assert box is not None
                box["looked"] = True


_REPORTS = frozenset(map(str, IRREGULARITIES))
"""Kinds that are reported to the table; the others are things a player did."""


def _staked(box: JsonObject | None, spot: Spot, amount: Cents) -> None:
    assert box is not None
    box["bets"][str(spot)] = {"staked": dollars(amount)}


def _miscounted(hand: str, number: int) -> str:
    cards = hand.split()
    return " ".join([*cards, FACE_DOWN] if number % 2 else cards[:-1])


def _short(amount: Cents) -> str:
    return dollars(amount).removesuffix(".00")
