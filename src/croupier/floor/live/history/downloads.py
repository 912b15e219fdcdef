"""Rounds and whole lives of tables as files: round files, which `croupier run` plays again, and PHH.

The auditor's file of a finished round has its cards and every act. Everybody else's has the acts, with the cards they
saw as comments; playing it deals other cards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from croupier.base.actors import PUBLIC, Viewer
from croupier.base.limits import ACTIONS, FILE_BYTES, ROUNDS
from croupier.base.sentences import says
from croupier.base.toml_text import toml_string
from croupier.floor.live.history.past_rounds import History
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, house_state, poker_game
from croupier.floor.live.telling.script_words import (
    DEAL,
    Dealt,
    HistoryStep,
    ScriptAct,
    dealt_at_once,
    names_cards,
    names_its_cards,
    said,
    stopped_in_the_deal,
    with_cards,
    without_taken_back,
)
from croupier.rounds.histories.export import hand_of
from croupier.rounds.histories.rounds import recorded
from croupier.rounds.histories.write import write_hand
from croupier.rounds.roundfile.told_by_hand import as_named, of_cards, scripted
from croupier.rules.cards import Card, show_cards
from croupier.rules.games.common import FACE_DOWN, Faces
from croupier.rules.games.house.table import HouseState, HouseTable
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.games.poker.view import sees as sees_poker
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table

_AFTERWARDS = ("incident", "shows", "hides")
"""Acts after a round that still belong to it; all others belong between two rounds."""


class Downloads:
    def __init__(self, books: FloorState, history: History) -> None:
        self._books = books
        self._history = history

    # --- Files ----------------------------------------------------------------------------------------------------

    def round_file(self, name: str, number: int, who: Who | None) -> str:
        table = self._history.at_its_end(name, number)
        steps = self._steps(name, number)
        if names_its_cards(table):
            return _text(_file_of(f"Round {number} of {name}.", steps, number, ()))
        if who is None or who.role is not Role.AUDITOR:
            return _text(self._public(table, steps, number, PUBLIC if who is None else who.viewer))
        if not family_of(table.book).over(table.game):
            raise Problem(Code.REFUSED, says("cards-told-when-over", round=number))
        return _text(_file_of(f"Round {number} of {name}.", steps, number, self._deck(table, number)))

    def _deck(self, table: LiveTable, number: int) -> tuple[Card, ...]:
        """The whole deck, dealt or not; empty if nobody knows it."""
        if table.sign.cards is not Faces.SEALED:
            return ()
        return self._history.deck_of(table, number)[1].cards.cards

    def rounds_file(self, name: str) -> str:
        """The whole life of a table, for the auditor."""
        now = self._history.known_table(name)
        if family_of(now.book).interrupted(now.game):
            raise Problem(Code.REFUSED, says("round-open-ask-again", table=name))
        if now.rounds > ROUNDS:
            raise Problem(Code.REFUSED, says("too-many-rounds", table=name, rounds=now.rounds, most=ROUNDS))
        text = _text(_life(name, now.rounds, self._heard(name, now.rounds, all_of_it=True)))
        if len(text.encode()) > FILE_BYTES:
            why = says("life-too-long", table=name, most=FILE_BYTES)
            raise Problem(Code.REFUSED, why)
        return text

    def phh(self, name: str, number: int, who: Who | None) -> str:
        table = self._history.at_its_end(name, number)
        if family_of(table.book).house_banked:
            raise Problem(Code.REFUSED, says("no-phh", table=name))
        steps, game = self._steps(name, number), poker_game(table)
        started = steps[0]
        assert started.before is not None and game.round is not None
        events = [event for step in steps for event in step.events if isinstance(event, PokerEvent)]
        book = at_the_table(started.after.book, table.sign.dealing)
        (round_,) = recorded(book, poker_game(started.before), events, number)
        seen = sees_poker(game, PUBLIC if who is None else who.viewer)
        hands = {seat: hand for seat, hand in game.round.hands.items() if seen.issuperset(hand)}
        return write_hand(hand_of(round_, {"table": name}, hands))

    def _public(self, table: LiveTable, steps: Sequence[HistoryStep], number: int, viewer: Viewer) -> Iterator[str]:
        """The file without a shoe. A report that names a card becomes a comment: it would not fit other cards."""
        boxes, kept = _boxes(steps)
        stopped = stopped_in_the_deal(kept)
        acts = kept if stopped else dealt_at_once(kept)
        acts = [act for act in acts if act.words and not of_cards(act.words)]
        actions = [act.words for act in acts if not names_cards(act.words)]
        yield f"# Round {number} of {table.name}, as {viewer.player or 'everybody'} may see it."
        yield "# Cards are left out: played again, the round is dealt others (R-99)."
        yield from (f"# Seen: {line}" for line in _seen(table, viewer))
        yield from (f"# Said: {_hidden(act.words)}" for act in acts if names_cards(act.words))
        yield from _script(steps[0], number, (), actions, boxes, deal_by_hand=stopped)

    def _steps(self, name: str, number: int) -> list[HistoryStep]:
        """The acts of one round, including those after its end."""
        return [step for step in self._heard(name, number) if step.after.rounds == number]

    def _heard(self, name: str, number: int, *, all_of_it: bool = False) -> Iterator[HistoryStep]:
        """What was accepted, without what the dealer entered wrongly and took back at once (R-139)."""
        last: HistoryStep | None = None
        for step in self._accepted(name, number, all_of_it=all_of_it):
            if ev.EntryTakenBack() in step.events:
                last = None
                continue
            if last is not None:
                yield last
            last = step
        if last is not None:
            yield last

    def _accepted(self, name: str, number: int, *, all_of_it: bool) -> Iterator[HistoryStep]:
        for before, body, fold in self._history.fold_through(name, number, all_of_it=all_of_it):
            assert fold.table is not None
            if not body.refused:
                yield HistoryStep(body.do, fold.events, before, fold.table)


def _of_the_round(steps: Iterable[HistoryStep]) -> list[ScriptAct]:
    """The round's acts without its opening; of the acts after its end, only those about it."""
    acts = without_taken_back(act for step in steps for act in said(step) if act.words != "next")
    return [act for act in acts if not act.afterwards or any(word in act.words.split() for word in _AFTERWARDS)]


# --- Writing --------------------------------------------------------------------------------------------------


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _file_of(title: str, steps: Sequence[HistoryStep], number: int, deck: tuple[Card, ...]) -> Iterator[str]:
    boxes, kept = _boxes(steps)
    stopped = stopped_in_the_deal(kept)
    dealt = _dealt(steps[-1].after, kept if stopped else dealt_at_once(kept))
    yield f"# {title}"
    yield from _script(steps[0], number, [deck or dealt.shoe], dealt.actions, boxes, deal_by_hand=stopped)


def _life(name: str, rounds: int, steps: Iterator[HistoryStep]) -> Iterator[str]:
    """Round by round, so that memory holds one round at a time; only words and cards stay."""
    opened = next(steps)
    told: list[Dealt] = []
    stopped = False
    for _, of_the_round in groupby(chain((opened,), steps), _round_of):
        acts = without_taken_back(act for step in of_the_round for act in said(step))
        stopped = stopped or stopped_in_the_deal(acts)
        dealt = _dealt(opened.after, acts)
        told.append(dealt)
    actions = [words for each in told for words in each.actions if stopped or words != DEAL]
    if len(actions) > ACTIONS:
        why = says("too-many-acts", table=name, most=ACTIONS)
        raise Problem(Code.REFUSED, why)
    shoes = [each.shoe for each in told[len(told) - rounds :]]
    yield f"# The life of {name}: {rounds} rounds."
    yield from _script(opened, None, shoes, actions, {}, deal_by_hand=stopped)


def _round_of(step: HistoryStep) -> int:
    return step.after.rounds


def _dealt(table: LiveTable, acts: Sequence[ScriptAct]) -> Dealt:
    if names_its_cards(table):
        return Dealt((), as_named([(act.words, act.events) for act in acts]))
    if table.sign.cards is not Faces.BY_HAND:
        return with_cards(acts)
    shoe, actions = scripted([(act.words or "dealt", act.events) for act in acts])
    return Dealt(shoe, actions)


def _script(
    opened: HistoryStep,
    number: int | None,
    shoes: Sequence[tuple[Card, ...]],
    actions: Sequence[str],
    boxes: Mapping[int, str],
    *,
    deal_by_hand: bool,
) -> Iterator[str]:
    """`number`: the round to write; None writes every round, starting from an empty table."""
    table = opened.after
    yield f"rulebook = {toml_string(table.book)}"
    yield f"dealing = {toml_string(table.sign.dealing)}"
    if names_its_cards(table):
        pass
    elif number is None:
        yield from _list("shoe", [show_cards(shoe) for shoe in shoes])
    elif shoes:
        yield f"shoe = {toml_string(show_cards(shoes[0]))}"
    by_hand = ['deal = "by-hand"'] if deal_by_hand else []
    if (state := house_state(table)) is not None:
        yield from _list("actions", actions)
        yield from _house_table(state, incidents=any(words.startswith("incident") for words in actions))
        yield from by_hand
        yield from _jackpot(opened, state.table, whole=number is None)
        yield from ["", "[boxes]", *(f"{box} = {toml_string(player)}" for box, player in sorted(boxes.items()))]
        return
    game = poker_game(table)
    if number is None or game.round is None:
        yield from _list("actions", actions)
        yield from _poker_table(game.table, game.button, first_orbit=game.orbit_from is not None)
        yield from by_hand
    else:
        seats = game.round.opening.seats
        yield from _list("actions", [*(f"{seat} away" for seat, each in seats.items() if each.away), *actions])
        yield from _poker_table(game.table, game.round.button, first_orbit=False)
        yield from by_hand
        yield from ["", "[seats]"]
        for seat, each in seats.items():
            yield f"{seat} = [{toml_string(each.player)}, {toml_string(dollars(each.stack))}]"


def _list(key: str, strings: Sequence[str]) -> Iterator[str]:
    yield from [f"{key} = [", *(f"    {toml_string(text)}," for text in strings), "]"]


def _house_table(state: HouseState, *, incidents: bool) -> Iterator[str]:
    """What earlier rounds left behind; only incidents need it, because every act in the file was accepted."""
    sign = state.round.table
    yield ""
    yield "[table]"
    yield f"boxes = {sign.places}"
    for spot, limits in sign.limits.items():
        yield f"{spot} = [{toml_string(dollars(limits.low))}, {toml_string(dollars(limits.high))}]"
    if sign.jackpot_bet is not None:
        yield f"jackpot-bet = {toml_string(dollars(sign.jackpot_bet))}"
    if sign.settles_by_hand:
        yield 'settle = "by-hand"'
    if sign.earlier_round and incidents:
        yield "earlier-round = true"
    if state.failure is not None and state.failure.policy is not None and sign.earlier_round and incidents:
        boxes = ",".join(map(str, state.failure.boxes))
        yield f"jackpot-down = {toml_string(f'{state.failure.policy} {boxes}'.strip())}"


def _jackpot(opened: HistoryStep, sign: HouseTable, *, whole: bool) -> Iterator[str]:
    """The jackpot, with its limit if the meter could reach it."""
    noted = next((event for event in opened.events if isinstance(event, ev.MeterNoted) and not event.over), None)
    if noted is None:
        return
    yield from ["", "[jackpot]"]
    yield f"meter = {toml_string(dollars(noted.value))}"
    yield f"reset = {toml_string(dollars(noted.reset))}"
    yield f"contribution = {toml_string(_decimals(noted.contribution))}"
    bets = sign.places * (sign.jackpot_bet or 0)
    if noted.limit is not None and (whole or noted.value + bets >= noted.limit):
        yield f"limit = {toml_string(dollars(noted.limit))}"
    if noted.carry:
        yield f"carry = {toml_string(_decimals(noted.carry))}"


def _decimals(parts: int) -> str:
    whole, rest = divmod(parts, PARTS)
    return f"{whole}.{rest:012d}".rstrip("0").rstrip(".")


def _poker_table(sign: PokerTable, button: int, *, first_orbit: bool) -> Iterator[str]:
    yield from ["", "[table]"]
    yield f"seats = {sign.seats}"
    yield f"small-blind = {toml_string(dollars(sign.small_blind))}"
    yield f"stake = [{toml_string(dollars(sign.stake_low))}, {toml_string(dollars(sign.stake_high))}]"
    yield f"chip = {toml_string(dollars(sign.chip))}"
    yield f"rake-percent = {toml_string(dollars(sign.rake_basis_points))}"
    if sign.rake_cap is not None:
        yield f"rake-cap = {toml_string(dollars(sign.rake_cap))}"
    yield f"button = {button}"
    if first_orbit:
        yield "first-orbit = true"
    if sign.settles_by_hand:
        yield 'settle = "by-hand"'
    if sign.dealt_by_hand:
        yield 'cards = "by-hand"'


# --- Who is there ---------------------------------------------------------------------------------------------


def _boxes(steps: Sequence[HistoryStep]) -> tuple[dict[int, str], list[ScriptAct]]:
    """The box holders, and the acts. Drops sit and free acts unless a box changed hands in the round."""
    acts, state = _of_the_round(steps), house_state(steps[0].after)
    if state is None:
        return {}, [act for act in acts if not act.of_the_table]
    there = dict(state.table.players)
    acts = [act for act in acts if not act.of_the_table or act.words.split()[1:2] in (["sits"], ["frees"])]
    acts = [act for act in acts if act.words.split()[:1] != ["sign"]]
    holders, left = dict(there), set[str]()
    for act in acts:
        words = act.words.split()
        if words[1:2] == ["leaves"]:
            left.add(holders[int(words[0])])
        elif act.of_the_table and words[1] == "sits":
            box, player = int(words[0]), words[2]
            if holders.setdefault(box, player) != player or player in left:
                return there, acts  # the box had two players, or somebody came back
    return holders, [act for act in acts if not act.of_the_table]


def _seen(table: LiveTable, viewer: Viewer) -> Iterator[str]:
    family, game = family_of(table.book), table.game
    assert game.round is not None
    seen, place = family.sees(game, viewer), "box" if family.house_banked else "seat"
    hands = {f"{place} {number}": cards for number, cards in family.hands(game).items()}
    if (state := house_state(table)) is not None:
        hands["dealer"] = state.round.dealer
    hands["board"] = game.round.community
    for whose, cards in hands.items():
        if any(card in seen for card in cards):
            yield f"{whose} {' '.join(card if card in seen else FACE_DOWN for card in cards)}"


def _hidden(words: str) -> str:
    """Replaces places of face-down cards, which only the auditor may read."""
    return " ".join(f"{word.partition('#')[0]}{FACE_DOWN}" if "=#" in word else word for word in words.split())
