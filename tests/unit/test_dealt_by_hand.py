"""Cards dealt by hand, as a dealer says it: what is waited for, what is named, what is refused, what counts."""

from collections.abc import Sequence

import pytest

from croupier.base import limits
from croupier.base.actors import AUDITOR, DEALER, Actor, Rank, RunBy, Viewer
from croupier.base.citation import printed
from croupier.base.errors import Refused, Unreadable
from croupier.rounds.dealing.following import FloorEvent, jackpot_at
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile.house_script import read_action
from croupier.rounds.roundfile.live_words import read_live_action
from croupier.rules.cards import Card, Deck, parse_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.due import awaited, due
from croupier.rules.games.house.lines import Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseTable, Limits
from croupier.rules.games.house.view import view
from croupier.rules.money import Cents, fraction
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, game_of

CHIEF = Actor(Rank.SHIFT_MANAGER, "Sue")
ANN = Viewer("Ann")
THREE, STUD, HOLDEM = "three-card-poker@3", "casino-stud@2", "progressive-holdem@6"


class Table:
    """A table with two boxes and a jackpot, spoken to in words."""

    def __init__(self, key: str, cards: Faces = Faces.BY_HAND, device: Device = Device.SHOE) -> None:
        self.game, self.book = HOUSE_GAMES[game_of(key)], at_the_table(key, device)
        sides = {Spot.ANTE, Spot.PAIR_PLUS, Spot.BONUS} & {*self.game.spots}
        table = HouseTable(
            device=device,
            limits=dict.fromkeys(sorted(sides), Limits(Cents(5_00), Cents(500_00))),
            players={1: "Ann", 2: "Ben"},
            jackpot_bet=Cents(5_00),
            settles_by_hand=True,
            cards=cards,
        )
        jackpot = jackpot_at(displayed=Cents(60_000_00), reset=Cents(50_000_00), contribution=fraction("0.60"))
        self.dealer = HouseDealer(self.game, self.book, table, jackpot, self)

    def next_deck(self) -> Deck:
        return Deck(())

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        raise AssertionError

    def say(self, *acts: str) -> tuple[FloorEvent, ...]:
        happened: tuple[FloorEvent, ...] = ()
        for act in acts:
            command = read_live_action(self.game, self.dealer.state.table.players, act.split(), CHIEF)
            happened += self.dealer.act(command)
        return happened

    def refuses(self, act: str) -> list[str]:
        """Why; nothing has changed."""
        before = self.dealer.state
        with pytest.raises(Refused) as refusal:
            self.say(act)
        assert self.dealer.state is before
        return printed(refusal.value.cites)

    @property
    def waits(self) -> list[str]:
        """As `waiting` is shown."""
        found = awaited(self.game.faces_due, self.game.places, self.book, self.dealer.round)
        return [" ".join(str(part) for part in (w.box, w.of, w.reason, w.due) if part is not None) for w in found]

    def results(self, box: int) -> dict[str, str]:
        return {line.spot: line.result for line in self.dealer.round.boxes[box].lines}

    def hand(self, box: int, viewer: Viewer = ANN) -> tuple[Card | None, ...]:
        return view(self.dealer.round, viewer).boxes[box].cards


def test_three_card_poker() -> None:
    table = Table(THREE)
    assert table.waits == ["close"]
    table.say("1 ante 50", "1 jackpot 5", "2 ante 10", "close")
    assert table.waits == ["cards 10"]
    table.say("dealt")
    assert table.waits == ["1 decision", "2 decision"]
    assert table.dealer.round.boxes[1].cards == ("#02", "#05", "#08")
    table.say("1 look", "1 play", "2 fold")
    assert table.waits == ["dealer cards 3", "1 cards 3"]
    assert table.hand(1) == (None,) * 3
    assert "R-93" in table.refuses("settle")
    table.say("dealer Qd 7c 2h")
    assert table.waits == ["1 cards 3"]
    assert view(table.dealer.round, ANN).dealer == parse_cards("Qd 7c 2h")
    table.say("1 hand As Ks Qs")
    assert table.waits == ["settle"]
    assert table.hand(1, Viewer("Ben")) == parse_cards("As Ks Qs")
    assert table.hand(2, AUDITOR) == (None,) * 3
    assert list(due(table.game.decide, table.game.places, table.book, table.dealer.round, DEALER).boxes) == [1]
    table.say("settle")
    assert table.results(1) == {"ante": "win", "play": "win", "jackpot": "win"}
    assert table.results(2) == {"ante": "lose"}
    assert table.hand(2, AUDITOR) == (None,) * 3


def test_casino_stud() -> None:
    table = Table(STUD, device=Device.SHUFFLER)
    table.say("1 ante 50", "1 jackpot 5", "2 ante 10", "2 jackpot 5", "close", "dealt")
    assert table.waits == ["dealer cards 1"]
    assert table.refuses("1 bet") == ["3.11.2", "R-22"]
    table.say("1 look", "up Kd")
    assert table.waits == ["1 decision", "2 decision"]
    assert view(table.dealer.round, ANN).dealer == (None, None, None, None, "Kd")
    table.say("1 bet", "2 fold")
    assert table.waits == ["dealer cards 4", "1 cards 5", "2 cards 5"]
    table.say("2 hand 2h 4h 8h Th Qh", "1 hand As Ah 3d 4s 9c", "dealer Ad 9h 8c 7d")
    assert table.waits == ["settle"]
    assert view(table.dealer.round, ANN).dealer == parse_cards("Ad 9h 8c 7d Kd")
    table.say("settle")
    assert table.results(1) == {"ante": "win", "bet": "win", "jackpot": "lose"}
    assert table.results(2) == {"ante": "lose", "jackpot": "win"}, "a folded flush wins the jackpot (R-23)"


def test_the_whole_hand_of_the_dealer_may_be_said() -> None:
    table = Table(STUD)
    table.say("1 ante 50", "close", "dealt", "up Kd", "1 bet", "dealer Kd 9h 8c 7d 2s")
    assert sorted(table.dealer.round.dealer) == sorted(parse_cards("Kd 9h 8c 7d 2s"))
    assert table.dealer.round.up == "Kd"


def test_one_card_of_the_dealers_is_the_one_that_is_due() -> None:
    table = Table(STUD)
    table.say("1 ante 50", "close", "dealt")
    assert table.refuses("dealer Kd 9h 8c 7d 2s") == ["3.10"]
    table.say("dealer Kd")
    assert table.dealer.round.up == "Kd"
    assert table.waits == ["1 decision"]


def test_progressive_holdem_from_the_shoe() -> None:
    table = Table(HOLDEM)
    table.say("1 ante 50", "1 bonus 10", "2 ante 10", "2 jackpot 5", "close")
    assert table.waits == ["cards 5"]
    table.say("dealt", "1 flop", "2 fold")
    assert table.waits == ["board cards 3"]
    table.say("board 9h 8h 7h")
    assert (table.dealer.round.burnt, table.dealer.round.community) == (("#01", "#06"), parse_cards("9h 8h 7h"))
    table.say("1 check", "board 2c", "1 check")
    assert table.waits == ["board cards 1"]
    assert table.refuses("board 9h") == ["2.2.1"]
    table.say("board 3d")
    assert table.waits == ["dealer cards 2", "1 cards 2"], "a folded hand plays for the board alone (R-27)"
    table.say("1 hand Jh Th", "dealer As Ad", "settle")
    assert table.results(1) == {"ante": "win", "flop": "win", "bonus": "lose"}
    assert table.results(2) == {"ante": "lose", "jackpot": "lose"}


def test_progressive_holdem_from_the_shuffler() -> None:
    table = Table(HOLDEM, device=Device.SHUFFLER)
    table.say("1 ante 50", "close", "dealt", "1 flop")
    assert view(table.dealer.round, ANN).board == (None,) * 5
    assert table.waits == ["board cards 3"]
    table.refuses("board 9h")
    table.say("board 9h 8h 7h")
    assert view(table.dealer.round, ANN).board == (*parse_cards("9h 8h 7h"), None, None)
    table.say("1 check", "board 2c", "1 check", "board 3d", "1 hides", "dealer As Ad")
    assert table.waits == ["settle"]
    table.say("settle")
    assert table.results(1) == {"ante": "lose", "flop": "lose"}


def test_the_board_may_be_dealt_before_it_is_turned_up() -> None:
    """So that something can be reported of it while it lies face down."""
    table = Table(HOLDEM)
    table.say("1 ante 50", "close", "dealt", "1 flop", "dealt")
    assert table.waits == ["board cards 3"]
    table.say("incident community-count reconstructable=true")
    assert table.waits == ["1 choice"]
    assert table.refuses("board 9h 8h 7h") == ["5.10"]
    table.say("1 continue", "board 9h 8h 7h")
    assert table.waits == ["1 decision"]


def test_a_live_jackpot_bet_is_neither_forgotten_nor_guessed() -> None:
    """A folded hand is entered, or hidden by its player (R-91); a hand without such a bet need not be."""
    table = Table(STUD)
    table.say("1 ante 50", "1 jackpot 5", "2 ante 50", "close", "dealt", "up Kd", "1 fold", "2 fold")
    assert table.waits == ["1 cards 5"]
    assert "R-93" in table.refuses("settle")
    table.refuses("2 hand 2h 4h 8h Th Qh")
    table.refuses("dealer Ad 9h 8c 7d 2s")
    table.say("1 hides")
    assert table.waits == ["settle"]
    table.say("settle")
    assert table.results(1) == {"ante": "lose", "jackpot": "lose"}
    assert table.hand(1, AUDITOR) == (None,) * 5


def test_who_has_left_is_asked_for_their_hand_only_where_it_counts() -> None:
    table = Table(STUD)
    table.say("1 ante 50", "1 jackpot 5", "2 ante 50", "close", "dealt", "1 leaves", "2 leaves")
    assert table.waits == ["1 cards 5"], "folded, and its jackpot bet lives (5.5, R-23)"
    table.say("1 hand 2h 4h 8h Th Qh", "settle")
    assert table.results(1) == {"ante": "lose", "jackpot": "win"}


def test_a_pair_plus_alone_is_turned_up_too() -> None:
    table = Table(THREE)
    table.say("1 pair-plus 10", "close", "dealt")
    assert table.waits == ["dealer cards 3", "1 cards 3"]
    table.say("1 hand As Ah 2c", "dealer Qd 7c 2h", "settle")
    assert table.results(1) == {"pair-plus": "win"}


@pytest.mark.parametrize(
    ("act", "cites"),
    [
        ("dealt", ["3.10"]),
        ("1 hand As Ks Qs Js", ["3.10"]),
        ("1 hand As Ks", ["3.10"]),
        ("1 hand As As Qs", ["2.2.1"]),
        ("1 hand Qd Ks As", ["2.2.1"]),
        ("2 hand As Ks Qs", ["3.10"]),
        ("dealer Qd 7c 2h", ["3.10"]),
        ("up As", ["3.10"]),
        ("hands 1 As Ks Qs", ["3.10", "R-93"]),
        ("hands 1 As Ks Qs 1 Ah Kh Qh", ["3.10"]),
    ],
)
def test_what_is_refused(act: str, cites: list[str]) -> None:
    table = Table(THREE)
    table.say("1 ante 50", "2 ante 50", "close", "dealt", "1 play", "2 fold", "dealer Qd 7c 2h")
    assert table.refuses(act) == cites


def test_what_is_named_is_a_card_of_the_deck_once_and_of_a_hand_that_was_dealt() -> None:
    table = Table(THREE)
    table.say("1 ante 50", "close", "dealt", "1 play", "dealer Qd 7c 2h")
    for cards, cited in ((("As", "Ks", "XX"), "5.8.1"), (("As", "As", "Ks"), "2.2.1")):
        with pytest.raises(Refused) as refusal:
            table.dealer.act(cmd.NameCards(cmd.Of.HAND, tuple(map(Card, cards)), 1))
        assert printed(refusal.value.cites) == [cited]
    with pytest.raises(Refused, match="box 2 has no hand"):
        table.say("2 hand As Ks Qs")
    with pytest.raises(Refused, match="name each hand once"):
        table.dealer.act(cmd.NameHands(()))


def test_two_hands_named_again_cannot_share_a_card() -> None:
    table = Table(THREE)
    table.say("1 ante 50", "2 ante 50", "close", "dealt", "1 play", "2 play", "dealer Qd 7c 2h")
    table.say("2 hand As Ks Qs", "1 hand 4h 5h 9c")
    assert table.refuses("hands 1 4h 5h Jd 2 As Ks Jd") == ["2.2.1"]


def test_nothing_is_named_before_its_time() -> None:
    """A hand that lies open would be seen by those who have still to decide."""
    table = Table(THREE)
    for act in ("dealt", "dealer Qd 7c 2h", "1 hand As Ks Qs"):
        table.refuses(act)
    table.say("1 ante 50", "2 ante 50", "close")
    table.refuses("dealer Qd 7c 2h")
    table.say("dealt", "1 play")
    for act in ("dealer Qd 7c 2h", "1 hand As Ks Qs"):
        assert table.refuses(act) == ["3.10"]
    command = cmd.DealCards(parse_cards("As Ks Qs Js Ts 9s 8s 7s 6s 5s"))
    other = Table(THREE)
    other.say("1 ante 50", "2 ante 50", "close")
    with pytest.raises(Refused, match="by hand"):
        other.dealer.act(command)


@pytest.mark.parametrize(
    "text", ["1 hand", "1 hand 10s", "1 hand as ks qs", "dealer Zz", "up", "hands As 1", "board As"]
)
def test_foreign_text_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        Table(THREE).say(text)


@pytest.mark.parametrize(
    "text", ["dealt", "up Kd", "board 9h 8h 7h", "dealer Qd 7c 2h", "1 hand As Ks Qs", "hands 1 As"]
)
def test_a_round_file_knows_nothing_of_it(text: str) -> None:
    table = Table(HOLDEM)
    with pytest.raises(Unreadable):
        read_action(table.game, table.dealer.state.table.players, text.split(), CHIEF)


def test_a_round_file_names_no_places() -> None:
    table = Table(THREE)
    with pytest.raises(Unreadable, match="not a card"):
        read_action(
            table.game, table.dealer.state.table.players, ["incident", "simultaneous", "first=#2", "second=#3"], CHIEF
        )


@pytest.mark.parametrize("text", ["#0", "#53", "#x", "#", "##1", "#-1", "#1.0", "#001"])
def test_places_go_from_one_to_fifty_two(text: str) -> None:
    with pytest.raises(Unreadable):
        Table(THREE).say(f"incident simultaneous first={text} second=#2")


# --- Said again -----------------------------------------------------------------------------------------------


def test_a_card_named_wrongly_is_named_again_before_the_payments() -> None:
    table = Table(THREE)
    table.say("1 ante 50", "2 ante 50", "close", "dealt", "1 play", "2 play")
    table.say("dealer Qd 7c 2h", "1 hand As Ks Qs", "2 hand 4h 5h 9c")
    assert table.refuses("1 hand As Qs Ks") == ["3.10"], "so it was said"
    happened = table.say("1 hand As Ks Js", "dealer Jd 7c 2h")
    named = [event for event in happened if isinstance(event, ev.CardsNamed)]
    assert [(event.before, event.cards) for event in named] == [(("Qs",), ("Js",)), (("Qd",), ("Jd",))]
    assert table.waits == ["settle"]
    assert isinstance(happened[-2], ev.DealerRevealed), "with a Jack the dealer does not qualify"
    table.say("settle")
    assert [line.result for line in table.dealer.round.boxes[2].lines] == [Result.WIN, Result.RETURNED]
    assert table.refuses("1 hand As Ks Qs") == ["3.10", "R-93", "R-110"]


def test_hands_that_were_entered_for_each_other_are_exchanged() -> None:
    table = Table(THREE)
    table.say("1 ante 50", "2 ante 50", "close", "dealt", "1 play", "2 play", "dealer Qd 7c 2h")
    table.say("2 hand As Ks Qs", "1 hand 4h 5h 9c")
    assert table.refuses("1 hand As Ks Qs") == ["2.2.1"]
    table.say("hands 1 As Ks Qs 2 4h 5h 9c", "settle")
    assert table.results(1) == {"ante": "win", "play": "win"}
    assert table.results(2) == {"ante": "lose", "play": "lose"}


def test_a_wrong_face_up_card_is_put_right_with_the_dealers_hand() -> None:
    table = Table(STUD)
    table.say("1 ante 50", "close", "dealt", "up Kd", "1 bet")
    assert table.refuses("1 hand Kd As Ah 3c 4c") == ["2.2.1"]
    table.say("dealer 9h 8c 7d 2s Kh", "1 hand Kd As Ah 3c 4c")
    assert table.waits == ["settle"]
    assert table.dealer.round.up == "Kh"


def test_a_wrong_board_is_put_right_until_somebody_has_decided_against_it() -> None:
    table = Table(HOLDEM)
    table.say("1 ante 50", "close", "dealt", "1 flop", "board 9h 8h 7h", "board 9h 8h 6h", "1 check")
    table.say("board 2c")
    assert table.refuses("board 9h 8h 5h 2c") == ["R-111"]
    table.say("board 9h 8h 6h 2d", "1 check")
    table.refuses("board 9h 8h 6h 2d 3d")
    table.say("board 3d")
    assert table.refuses("board 9h 8h 6h 2s 3d") == ["R-111"]
    table.say("board 9h 8h 6h 2d 4d")
    assert table.dealer.round.board == parse_cards("9h 8h 6h 2d 4d")
    assert table.waits == ["dealer cards 2", "1 cards 2"]


def test_corrections_in_a_round_are_limited() -> None:
    table = Table(THREE)
    table.say("1 ante 50", "close", "dealt", "1 play", "dealer Qd 7c 2h", "1 hand As Ks Qs")
    for number in range(limits.NAMED_AGAIN):
        table.say("1 hand As Ks Qs" if number % 2 else "1 hand As Ks Js")
    assert table.refuses("1 hand As Ks Js") == []
    table.say("settle")


# --- Irregularities -------------------------------------------------------------------------------------------


def test_an_exposed_card_of_the_dealers_is_named_with_its_report() -> None:
    """It is the face-up card from then on (R-92)."""
    table = Table(STUD)
    table.say("1 ante 50", "close", "dealt", "up Kd", "incident exposed dealer=true card=7c")
    assert table.dealer.round.up == "7c"
    table.say("1 bet")
    assert table.waits == ["dealer cards 3", "1 cards 5"]
    table.say("dealer Kd 7c 2h 3h 4s", "1 hand As Ah 3d 4c 9c")
    assert table.waits == ["settle"]


def test_an_exposed_card_of_the_dealers_may_be_named_afterwards() -> None:
    table = Table(STUD)
    table.say("1 ante 50", "close", "dealt", "up Kd", "incident exposed dealer=true")
    assert table.waits == ["dealer cards 1"]
    table.refuses("1 bet")
    table.say("up 7c", "1 bet")
    assert table.dealer.round.up == "7c"
    assert table.waits == ["dealer cards 3", "1 cards 5"]


def test_two_cards_drawn_at_once_are_named_by_their_places() -> None:
    table = Table(THREE)
    table.say("1 ante 50", "2 ante 50", "close", "dealt")
    table.refuses("incident simultaneous first=#2 second=#5")
    table.say("incident simultaneous first=#03 second=#2")
    hands = [box.cards for box in table.dealer.round.boxes.values()]
    assert hands == [("#03", "#05", "#08"), ("#02", "#06", "#09")]
    table.say("1 continue", "2 withdraw", "1 play", "dealer Qd 7c 2h", "1 hand As Ks Qs", "settle")
    assert table.results(1) == {"ante": "win", "play": "win"}
    assert table.results(2) == {"ante": "returned"}


def test_the_boxes_decide_in_sight_of_the_whole_board() -> None:
    """The burnt card and the first of the flop were drawn at once: the one that lies on the board is not known yet."""
    table = Table(HOLDEM)
    table.say("1 ante 50", "close", "dealt", "1 flop", "board 9h 8h 7h")
    table.say("incident simultaneous first=#5 second=#4", "1 continue")
    assert table.waits == ["board cards 1"]
    with pytest.raises(Refused, match="enter the missing board card"):
        table.say("1 check")
    table.say("board Td", "1 check")
    assert table.dealer.round.board == parse_cards("Td 8h 7h")


def test_two_read_face_down_cards_are_named_by_their_places() -> None:
    table = Table(THREE, Faces.READER)
    table.say("1 ante 50", "2 ante 50", "close")
    table.dealer.act(cmd.DealCards(parse_cards("2c As 4h Qd Ks 5h 7c Qs 9c 2h")))
    table.say("incident simultaneous first=#3 second=#2")
    assert table.dealer.round.boxes[1].cards == parse_cards("4h Ks Qs")


# --- Read cards that lie otherwise (5.10.1) -------------------------------------------------------------------


def read_and_gone_on(*said: str) -> Table:
    table = Table(THREE, Faces.READER)
    table.say("1 ante 50", "2 ante 50", "close")
    assert table.waits == ["cards 10"]
    table.dealer.act(cmd.DealCards(parse_cards("2c As 4h Qd Ks 5h 7c Qs 9c 2h")))
    table.say(*said, "1 play", "2 play")
    assert table.waits == ["settle"]
    return table


GOES_ON = ("incident dealing-error", "1 continue", "2 continue")


def test_the_cards_in_front_of_a_box_count_when_hands_go_on_as_dealt() -> None:
    table = read_and_gone_on(*GOES_ON)
    (lie, *_) = table.say("1 hand As Kd Qc")
    assert isinstance(lie, ev.CardsLie)
    assert (lie.read, lie.cards, printed(lie.cites)) == (
        parse_cards("As Ks Qs"),
        parse_cards("As Kd Qc"),
        ["5.10.1", "R-110"],
    )
    assert table.waits == ["settle"]
    assert table.hand(1, Viewer("Ben")) == parse_cards("As Kd Qc")
    table.say("settle")
    assert table.results(1) == {"ante": "win", "play": "win"}
    seen = view(table.dealer.round, AUDITOR)
    assert {"Ks", "Qs"} <= {*seen.dealt} and {"Kd", "Qc"}.isdisjoint(seen.dealt), "both are on record"
    assert seen.boxes[1].cards == parse_cards("As Kd Qc")


@pytest.mark.parametrize("act", ["1 hand As Ks 4h", "1 hand As Ks Qd", "1 hand As Ks 2h"])
def test_a_card_that_is_elsewhere_on_the_table_is_refused(act: str) -> None:
    assert read_and_gone_on(*GOES_ON).refuses(act) == ["5.10.1", "2.2.1"]


def test_read_hands_that_were_exchanged_are_named_together() -> None:
    table = read_and_gone_on(*GOES_ON)
    table.say("hands 1 4h 5h 9c 2 As Ks Qs", "settle")
    assert table.results(2) == {"ante": "win", "play": "win"}
    assert table.results(1) == {"ante": "lose", "play": "lose"}


def test_the_dealers_hand_can_be_corrected_too() -> None:
    table = read_and_gone_on(*GOES_ON)
    table.say("dealer Jd 8c 2h", "settle")
    assert table.results(2) == {"ante": "win", "play": "returned"}


def test_what_was_read_is_put_right_until_the_payments() -> None:
    read_and_gone_on().say("1 hand As Kd Qc")
    table = read_and_gone_on(*GOES_ON)
    for act in ("1 hand As Kd", "1 hand As Ks Qs"):
        table.refuses(act)
    assert table.refuses("up Kd") == ["R-111"], "all have decided"
    table.say("settle")
    assert table.refuses("1 hand As Kd Qc") == ["5.10.1", "R-93", "R-110"]


def test_nobody_names_a_sealed_card() -> None:
    table = Table(THREE, Faces.SEALED)
    for act in ("dealt", "dealer Qd 7c 2h", "1 hand As Ks Qs", "hands 1 As Ks Qs", "up Kd"):
        assert table.refuses(act) == ["3.10", "R-96"]


@pytest.mark.parametrize("cards", [Faces.READER, Faces.BY_HAND])
def test_such_a_table_needs_a_dealer(cards: Faces) -> None:
    table = HouseTable(Device.SHOE, {}, {}, cards=cards, run_by=RunBy.SYSTEM)
    with pytest.raises(Refused, match="dealer"):
        HOUSE_GAMES["casino-stud"].run(at_the_table(STUD, Device.SHOE), None, cmd.OpenTable(table))
