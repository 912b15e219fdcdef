"""Our rounds as PHH: written, read back by us and by PokerKit, and replayed to the stacks they ended with."""

import io
import json
import random
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from croupier.base.errors import Refused, Unreadable
from croupier.rounds.dealing.poker_dealer import PokerDealer
from croupier.rounds.histories import export
from croupier.rounds.histories.hand import Hand, action_text
from croupier.rounds.histories.replay import ReplayResult, Result, replay
from croupier.rounds.histories.rounds import Recorded, recorded_rounds
from croupier.rounds.histories.write import write_hand
from croupier.rounds.roundfile.by_whom import IN_CHARGE
from croupier.rounds.roundfile.poker_script import read_action, read_poker_script
from croupier.rounds.roundfile.read import read_script, read_versions
from croupier.rounds.roundfile.run import play
from croupier.rules.cards import DECK, Card, Deck
from croupier.rules.games.poker.betting import options
from croupier.rules.money import dollars
from tests.unit.phh_hands import only, round_file


def rounds(text: str) -> list[Recorded]:
    played = play(read_script(text), 7)
    assert played.refusal is None, played.refusal
    return recorded_rounds(played)


def exported(text: str) -> Hand:
    (recorded,) = rounds(text)
    return read_back(recorded)


def read_back(recorded: Recorded) -> Hand:
    """What is written reads back, by us and by PokerKit, which warns of nothing."""
    found = export.hand_of(recorded)
    written = write_hand(found)
    assert only(written).hand == found
    theirs = HandHistory.load(io.BytesIO(written.encode()))
    assert theirs.user_defined_fields.keys() == found.own.keys()
    return found


def told(found: Hand) -> list[str]:
    return [action_text(action) for action in found.actions]


SHOE = "2c Ac Kc 3d 4d Ad Kd 8h 9h 2d 5s 6s 7s 2h Jh 2s Qh"
"""Ann AcAd, Ben KcKd, Cho 3d8h, Dev 4d9h; burns are deuces."""


def test_a_round_with_a_showdown() -> None:
    text = round_file("3 fold, 4 fold, 1 raise 10, 2 call, 1 bet 10, 2 call, 1 check, 2 check, 1 check, 2 check", SHOE)
    found = exported(text)
    assert told(found) == [
        "d dh p1 AcAd",
        "d dh p2 ????",
        "d dh p3 ????",
        "d dh p4 ????",
        *["p3 f", "p4 f", "p1 cbr 10", "p2 cc"],
        *["d db 5s6s7s", "p1 cbr 10", "p2 cc"],
        *["d db Jh", "p1 cc", "p2 cc"],
        *["d db Qh", "p1 cc", "p2 cc"],
        "p1 sm AcAd",
        "p2 sm",
    ]
    assert found.facts["seats"] == (1, 2, 3, 4)
    assert found.facts["players"] == ("Ann", "Ben", "Cho", "Dev")
    assert found.finishing_stacks == (220, 180, 200, 200)
    assert found.facts["winnings"] == (40, 0, 0, 0)
    assert found.own["_rulebook"] == "poker@7"
    assert found.own["_button"] == 4
    assert found.own["_paragraphs"][:2] == ["3.7", "3.8"]
    assert "_dead" not in found.own and "_void" not in found.own
    assert replay(found).outcome is ReplayResult.AGREED
    *_, last = HandHistory.loads(write_hand(found))
    assert last.stacks == [220, 180, 200, 200]


def test_a_hand_that_nobody_had_to_show_is_nowhere() -> None:
    """R-45: Ben's kings were beaten and thrown away; folded hands and burnt cards are not told either."""
    (recorded,) = rounds(round_file("3 fold, 4 fold, 1 call, 2 check" + ", 1 check, 2 check" * 3, SHOE))
    written = write_hand(export.hand_of(recorded))
    for card in ("Kc", "Kd", "3d", "8h", "4d", "9h", "2c", "2d", "2h", "2s"):
        assert card not in written
    assert "AcAd" in written


def test_a_hand_turned_up_by_choice_is_exported() -> None:
    found = exported(round_file("3 fold, 4 fold, 1 raise 10, 2 fold, 1 shows", SHOE))
    assert told(found)[0] == "d dh p1 AcAd"
    assert told(found)[-1] == "# p1 turns up AcAd"
    assert replay(found).outcome is ReplayResult.AGREED
    list(HandHistory.loads(write_hand(found)))


def test_all_in_before_the_flop() -> None:
    """The hands are shown before the board, where other programs expect them; the rake comes from each pot."""
    seated = '1 = ["Ann", "50"]\n2 = ["Ben", "100"]\n3 = ["Cho", "200"]'
    text = round_file("3 raise 100, 1 allin, 2 allin", SHOE, seated=seated, button="3", rake_percent='"5"')
    found = exported(text)
    shown = ["p3 sm KcAd", "p1 sm Ac3d", "p2 sm 4dKd"]
    assert [line.split()[:2] for line in told(found)[3:]] == [
        *[["p3", "cbr"], ["p1", "cc"], ["p2", "cc"]],
        *[line.split()[:2] for line in shown],
        *[["d", "db"]] * 3,
    ]
    assert [pot["amount"] for pot in found.own["_pots"]] == [150, 100]
    assert found.own["_rake"] == [7, 5]
    assert replay(found).outcome is ReplayResult.AGREED  # with the same rake: our own fields say which


FIVE = "\n".join(f'{seat} = ["{name}", "200"]' for seat, name in enumerate(["Ann", "Ben", "Cho", "Dev", "Eve"], 1))


def test_dead_money_stands_among_the_antes() -> None:
    """5.4.2: Cho missed both blinds and comes back when the button is past: three chips, one of them dead."""
    actions = (
        "3 fold, 4 fold, 5 fold, 1 fold, 3 away, start, 5 fold, 1 fold, 2 fold, start, 1 fold, 2 fold, 4 fold, "
        "start, 2 fold, 4 fold, 5 fold, 3 back, "
        "start, 3 check, 4 fold, 5 fold, 1 fold, 2 check, 2 check, 3 bet 2, 2 fold"
    )
    *earlier, last = map(read_back, rounds(round_file(actions, seated=FIVE, button="5")))
    assert [found.players for found in earlier] == [5, 4, 4, 4]
    assert last.blinds_or_straddles == (1, 2, -2, 0, 0)
    assert last.antes == (0, 0, 1, 0, 0)
    assert last.own["_dead"] == [0, 0, 1, 0, 0]
    assert last.finishing_stacks == (199, 198, 203, 200, 200)
    assert replay(last).outcome is ReplayResult.AGREED
    *_, theirs = HandHistory.loads(write_hand(last))
    assert theirs.stacks == [199, 198, 203, 200, 200]


def test_a_new_player_posts_a_live_blind() -> None:
    """5.4, R-36; and the button lies on an empty seat when nobody has the small blind (5.5)."""
    actions = "4 fold, 5 fold, 1 fold, 2 fold, 6 sits Fay 200, start, 5 fold, 6 check, 1 fold, 2 fold, 3 fold"
    _, second = rounds(round_file(f"{actions}, 4 check, 4 check, 6 bet 4, 4 fold", seated=FIVE, button="1"))
    found = read_back(second)
    assert found.facts["seats"] == (3, 4, 5, 6, 1, 2)
    assert found.blinds_or_straddles == (1, 2, 0, -2, 0, 0)
    assert replay(found).outcome is ReplayResult.AGREED


def test_nobody_in_the_small_blind() -> None:
    actions = "4 fold, 5 fold, 1 fold, 2 fold, 3 away, start, 5 fold, 1 fold, 2 fold, start, 1 fold, 2 fold, 4 fold"
    _, second, third = map(read_back, rounds(round_file(actions, seated=FIVE, button="1")))
    assert (second.facts["seats"], second.blinds_or_straddles) == ((4, 5, 1, 2), (2, 0, 0, 0))
    assert (third.own["_button"], third.facts["seats"]) == (3, (4, 5, 1, 2))
    assert replay(second).outcome is replay(third).outcome is ReplayResult.AGREED


def test_two_players() -> None:
    seated = '1 = ["Ann", "200"]\n2 = ["Ben", "200"]'
    found = exported(round_file("2 call, 1 check, 1 bet 10, 2 fold", seated=seated, button="2"))
    assert found.facts["players"] == ("Ann", "Ben")
    assert found.blinds_or_straddles == (1, 2)
    assert [line for line in told(found) if line.endswith("cc")] == ["p2 cc", "p1 cc"]
    assert replay(found).outcome is ReplayResult.AGREED
    *_, last = HandHistory.loads(write_hand(found))
    assert last.stacks == [202, 198]


def test_a_void_round() -> None:
    found = exported(round_file("3 call, incident foreign-card"))
    assert found.own["_incidents"] == [{"incident": "foreign-card", "ruling": "void", "cites": found.own["_void"][:-2]}]
    assert found.own["_void"][-1] == "R-7"
    assert found.finishing_stacks == (200, 200, 200, 200)
    assert told(found)[-1].startswith("# the round is void (")
    assert replay(found) == Result(ReplayResult.SKIPPED, reason="the round was void")


def test_an_open_round_is_a_partial_history() -> None:
    found = exported(round_file("3 call, 4 fold"))
    assert found.finishing_stacks is None
    assert told(found)[-2:] == ["p3 cc", "p4 f"]
    assert replay(found) == Result(ReplayResult.PLAYED)


def test_a_street_that_was_taken_back_is_left_out_and_its_folds_stay() -> None:
    """5.8.2: the burn before the flop was left out; the bets on it go back, Cho's fold stands."""
    first = "3 call, 4 call, 1 call, 2 check, 1 bet 10, 2 call, 3 fold"
    again = "1 check, 2 check, 4 check"
    found = exported(round_file(f"{first}, incident no-burn street=flop, {again}, {again}, {again}", SHOE))
    lines = told(found)[4:]
    assert lines[:4] == ["p3 cc", "p4 cc", "p1 cc", "p2 cc"]
    assert lines[4].startswith("# incident no-burn: reshuffled (")
    assert lines[5].startswith("d db ")
    assert lines[6:10] == ["p1 cc", "p2 cc", "p3 f", "p4 cc"]
    assert [line.split()[1] for line in lines[10:18]] == ["db", "cc", "cc", "cc"] * 2
    assert replay(found).outcome is ReplayResult.AGREED


def test_a_player_who_leaves_before_their_turn_folds_on_it() -> None:
    """R-66: Dev is folded at once; a reader of the notation expects it where Dev would have been asked."""
    found = exported(round_file("4 leaves, 3 call, 1 call, 2 check, 1 check, 2 bet 10, 3 fold, 1 fold", SHOE))
    assert told(found)[4:] == [
        *["p3 cc", "p4 f # folded by rule (R-66)", "p1 cc", "p2 cc"],
        *["d db 5s6s7s", "p1 cc", "p2 cbr 10", "p3 f", "p1 f"],
    ]
    assert found.finishing_stacks == (198, 204, 198, 200)
    assert replay(found).outcome is ReplayResult.AGREED
    *_, last = HandHistory.loads(write_hand(found))
    assert last.stacks == [198, 204, 198, 200]


def test_what_the_notation_has_no_place_for_is_marked() -> None:
    """R-73: Ann is all-in and shows her hand too early; she is folded, and no history can ask her any more."""
    seated = '1 = ["Ann", "50"]\n2 = ["Ben", "200"]\n3 = ["Cho", "200"]\n4 = ["Dev", "200"]'
    actions = "3 call, 4 fold, 1 allin, 2 call, 1 shows, 3 call" + ", 2 check, 3 check" * 3
    found = exported(round_file(actions, SHOE, seated=seated))
    assert found.own["_out_of_order"] is True
    assert "# p1 turns up AcAd" in told(found)
    reason = "something happened by rule for which the notation has no place"
    assert replay(found) == Result(ReplayResult.SKIPPED, reason=reason)


def test_a_bet_out_of_turn_that_is_forfeited_is_dead_money() -> None:
    """5.12.4: Dev bets before Cho, who folds; Dev folds too and leaves the bet."""
    found = exported(round_file("4 out-of-turn raise 10, 3 fold, 4 fold, 1 call, 2 check, 1 bet 4, 2 fold", SHOE))
    assert found.own["_dead"] == [0, 0, 0, 10]
    assert found.antes == (0, 0, 0, 10)
    assert replay(found).outcome is ReplayResult.AGREED


# --- Random rounds, and all scenarios ------------------------------------------------------------------------------


def random_round_file(seed: int, *, orderly: bool) -> str:
    """Some rounds at a random table; unless they are orderly people leave, act out of turn and cards go astray."""
    chance = random.Random(seed)
    seats = sorted(chance.sample(range(1, 10), chance.choice([2, 3, 4, 6])))
    book = chance.choice(["poker@6", "poker@7"])
    shuffler = book == "poker@7" and chance.random() < 0.3
    stacks = [3, 5, 7, 12, 25, 60, 100, 200, 500, 1000]
    head = round_file(
        "",
        rulebook=book,
        dealing="shuffler" if shuffler else "shoe",
        small_blind='"5"',
        stake='["1", "100000"]',
        chip=json.dumps(chance.choice(["1", "0.5", "5"])),
        rake_percent=json.dumps(chance.choice(["0", "5"])),
        button=str(chance.choice(seats)),
        first_orbit=chance.choice(["true", "false"]),
        seated="\n".join(f'{seat} = ["P{seat}", "{chance.choice(stacks)}"]' for seat in seats),
    )
    decks = [" ".join(chance.sample(DECK, 52)) for _ in range(4)]
    head = head.replace('shoe = ""', f"shoe = {json.dumps(decks)}").replace('actions = ["start"]', "actions = []")
    script = read_script(head)
    supply = iter(script.shoes)
    dealer = PokerDealer(script.book, read_poker_script(script).state, InTurn(supply))
    done: list[str] = []

    def attempt(action: str) -> bool:
        try:
            dealer.act(read_action(script.book, 9, shlex.split(action), IN_CHARGE))
        except (Refused, Unreadable):
            return False
        done.append(action)
        return True

    for _ in decks:
        if not attempt("start"):
            break
        for _ in range(60):
            round_ = dealer.state.round
            if not dealer.state.playing or round_ is None or round_.turn is None:
                break
            if not orderly and chance.random() < 0.1:
                attempt(disorder(chance, chance.choice(seats)))
            else:
                attempt(act_in_turn(chance, dealer, round_.turn))
        if dealer.state.playing:
            break
        for seat in seats if not orderly else []:
            attempt(f"{seat} {chance.choice(['shows', 'away', 'back', 'tops-up 100', 'leaves', f'sits Q{seat} 200'])}")
    return head.replace("actions = []", f"actions = {json.dumps(done)}")


class InTurn:
    """The decks of a list; reshuffled shoes keep their order."""

    def __init__(self, decks: Iterator[tuple[Card, ...]]) -> None:
        self._decks = decks

    def next_deck(self) -> Deck:
        return Deck(next(self._decks))

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        return Deck((*listed, *(card for card in rest if card not in listed)))


def disorder(chance: random.Random, seat: int) -> str:
    acts = ["leaves", "away", "shows", "out-of-turn bet 20", "out-of-turn call", "out-of-turn allin"]
    incidents = ["exposed seat={seat}", "face-up", "interruption", "foreign-card", "other ruling=continue"]
    return chance.choice(
        [f"{seat} {act}" for act in acts] + [f"incident {kind.format(seat=seat)}" for kind in incidents]
    )


def act_in_turn(chance: random.Random, dealer: PokerDealer, seat: int) -> str:
    allowed = options(dealer.state, seat)
    passive = f"{seat} {'check' if 'check' in allowed.may else 'call'}"
    least = allowed.bet or allowed.raise_to
    if least is None or chance.random() < 0.5:
        return chance.choice([f"{seat} fold", passive, passive, f"{seat} allin"])
    total = min(allowed.all_in, least + 500 * chance.choice([0, 0, 1, 2, 5]))
    return f"{seat} {'bet' if allowed.bet else 'raise'} {dollars(total)}"


@pytest.mark.parametrize("book", ["poker@6", "poker@7"])
def test_every_scenario_can_be_exported(book: str) -> None:
    """Whatever the rules can make happen is written, reads back, and replays or says why not."""
    files = sorted((Path(__file__).parents[1] / "scenarios" / "poker").rglob("*.round.toml"))
    read = [(file.name, script) for file in files for script in read_versions(file.read_text(encoding="utf-8"))]
    found = [(name, script) for name, script in read if script.book.key == book]
    assert found
    for name, script in found:
        for recorded in recorded_rounds(play(script)):
            result = replay(read_back(recorded))
            assert result.outcome in (ReplayResult.AGREED, ReplayResult.PLAYED, ReplayResult.SKIPPED), (name, result)


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_orderly_rounds_replay_to_their_own_stacks(seed: int) -> None:
    for recorded in rounds(random_round_file(seed, orderly=True)):
        found = read_back(recorded)
        assert replay(found).outcome in (ReplayResult.AGREED, ReplayResult.PLAYED)


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_disorderly_rounds_replay_too_or_say_why_not(seed: int) -> None:
    for recorded in rounds(random_round_file(seed, orderly=False)):
        result = replay(read_back(recorded))
        assert result.outcome in (ReplayResult.AGREED, ReplayResult.PLAYED, ReplayResult.SKIPPED), result
        if result.outcome is ReplayResult.SKIPPED:
            assert result.reason in (
                "the round was void",
                "something happened by rule for which the notation has no place",
                "a hand at the showdown is unknown",
            )


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_no_export_tells_a_hand_that_was_not_shown(seed: int) -> None:
    for recorded in rounds(random_round_file(seed, orderly=False)):
        last = recorded.steps[-1].after.round
        assert last is not None
        shown = {card for seat in (*last.shown, *last.turned_up) for card in last.hands[seat]}
        hidden = set(DECK) - shown - set(last.board)
        found = export.hand_of(recorded)
        assert not hidden & {card for action in found.actions for card in action.cards}
        comments = " ".join(action.comment or "" for action in found.actions)
        assert not [card for card in hidden if card in comments]
