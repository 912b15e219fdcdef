"""What a player may do, what it costs and why they were paid, in the words of the rulebook."""

from collections.abc import Iterable, Mapping, Sequence

from croupier.base.citation import Citation
from croupier.base.errors import Refused
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.playing.screen import Screen
from croupier.rounds.telling.words import award_words, gain, line_words, listed, money, net
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.table import Decision, HouseTable
from croupier.rules.games.house.view import BoxView
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers import house_rulings as standing

BOXED = cmd.PlaceBet | cmd.WithdrawBet | cmd.Look | cmd.MakeDecision | cmd.HideHand

HOW_TO_TYPE = (
    "Several bets go on one line (ante 50 jackpot), an amount alone is the Ante, the number of a box comes first"
    " (4 ante 20), words may be cut short. ? 4.2 tells a paragraph, why the last payments, why 1 those of box 1,"
    " hint what each"
    " decision is worth, buy 100 buys chips before the deal, q leaves."
)


def verb(command: cmd.RoundCommand) -> str:
    """The word by which it is typed."""
    match command:
        case cmd.PlaceBet(spot=spot):
            return spot
        case cmd.MakeDecision(decision=decision):
            return decision
        case cmd.WithdrawBet():
            return "withdraw"
        case cmd.CloseBets():
            return "deal"
        case cmd.Look():
            return "look"
        case cmd.HideHand():
            return "hide"
        case cmd.WalkAway():
            return "q"
        case _:
            return ""


def act_words(dealer: HouseDealer, command: cmd.RoundCommand) -> str:
    """The act as it is typed, with the amount that goes with it."""
    price = cost(dealer, command)
    return f"{verb(command)} {money(price)}" if price else verb(command)


def cost(dealer: HouseDealer, command: cmd.RoundCommand) -> Cents:
    """The chips that go down with an act; nothing for one that is not allowed."""
    if isinstance(command, cmd.PlaceBet):
        return command.amount
    return next((made.amount for made in _decisions(dealer, command)), Cents(0))


def named(dealer: HouseDealer, may: Sequence[cmd.RoundCommand]) -> dict[str, cmd.RoundCommand]:
    """Acts by what is typed for them, fold last; with the box where several have something to decide."""
    boxes = {each.box for each in may if isinstance(each, cmd.MakeDecision)}
    acts: dict[str, cmd.RoundCommand] = {}
    for each in sorted(may, key=_place):
        box = f"{each.box} " if len(boxes) > 1 and isinstance(each, BOXED) else ""
        acts.setdefault(f"{box}{act_words(dealer, each)}", each)
    return acts


def in_short(dealer: HouseDealer, may: Sequence[cmd.RoundCommand]) -> str:
    """The acts that a player would think of, for a line of text."""
    usual = [each for each in may if not isinstance(each, cmd.HideHand | cmd.WalkAway)]
    return listed(list(named(dealer, usual)) or ["wait"], "or")


def options(screen: Screen, dealer: HouseDealer, may: Sequence[cmd.RoundCommand]) -> None:
    """Each act that is open to the player, with what the rulebook says of it the first time it is named."""
    told: set[Citation] = set()
    for words, command in named(dealer, [each for each in may if not isinstance(each, cmd.WalkAway)]).items():
        cites = _cites(dealer, command)
        screen.say(f"{words}{_more(dealer, command)}", tuple(cite for cite in cites if cite in told))
        _tell(screen, dealer.book, [cite for cite in cites if cite not in told])
        told |= set(cites)
    screen.say(HOW_TO_TYPE, hang=0)


def payments(screen: Screen, book: Rulebook, boxes: Iterable[BoxView], answers: Mapping[int, ev.JackpotPaid]) -> None:
    """Line by line: the arithmetic, and each paragraph behind it the first time it is named."""
    told: set[Citation] = set()
    for box in boxes:
        lines = [(line_words(book, line, answers.get(box.number)), line.cites) for line in box.lines]
        lines += [(award_words(award), award.cites) for award in box.awards]
        if lines:
            screen.result(f"Box {box.number}, {box.player}", gain(net(box.lines, box.awards)))
        for words, cites in lines:
            screen.say(words, cites, indent=2)
            _tell(screen, book, [cite for cite in dict.fromkeys(cites) if cite not in told])
            told |= set(cites)
    if not told:
        screen.say("There was no bet to settle.")


def paragraph(screen: Screen, book: Rulebook, number: str) -> None:
    if number.upper().startswith("R-"):
        screen.say(f"{number.upper()}  {standing.told(number.upper())}", hang=len(number) + 2)
    elif number in book.paragraphs:
        screen.say(f"{number}  {book.paragraphs[number]}", hang=len(number) + 2)
    else:
        screen.say(f"{book.key} has no paragraph {number}.")


def _tell(screen: Screen, book: Rulebook, cites: Iterable[Citation]) -> None:
    for cite in cites:
        says = book.paragraphs.get(cite) or standing.told(cite)
        screen.say(f"{cite:<10}{says}", indent=4, hang=10)


def _place(command: cmd.RoundCommand) -> tuple[int, bool]:
    box = command.box if isinstance(command, BOXED) else 99
    return box, isinstance(command, cmd.MakeDecision) and command.decision is Decision.FOLD


def _decisions(dealer: HouseDealer, command: cmd.RoundCommand) -> list[ev.DecisionMade]:
    """What the rules make of a decision, without making it."""
    if not isinstance(command, cmd.MakeDecision):
        return []
    try:
        events = dealer.game.decide(dealer.book, dealer.round, command)
    except Refused:
        return []
    return [event for event in events if isinstance(event, ev.DecisionMade)]


def _more(dealer: HouseDealer, command: cmd.RoundCommand) -> str:
    limits = dealer.round.table.limits
    if isinstance(command, cmd.PlaceBet) and command.spot in limits:
        return f" (to {money(limits[command.spot].high)} in all)"
    return ""


def _cites(dealer: HouseDealer, command: cmd.RoundCommand) -> tuple[Citation, ...]:
    clauses: tuple[str, ...]
    match command:
        case cmd.PlaceBet(spot=spot):
            clauses = dealer.game.told_by(spot)
        case cmd.WithdrawBet():
            clauses = ("late-bets-refused",)
        case cmd.CloseBets():
            clauses = ("betting-closes",)
        case cmd.Look():
            clauses = ("other-hands-unseen",)
        case cmd.HideHand():
            clauses = ("hand-not-shown",)
        case cmd.WalkAway():
            clauses = ("walked-away-undecided",)
        case _:
            return tuple(cite for made in _decisions(dealer, command) for cite in made.cites)
    return tuple(dealer.book.cite(clause) for clause in clauses if clause in dealer.book.cited)


def bets_words(bets: Sequence[cmd.PlaceBet], usual: int) -> str:
    """Names the box if it is not the usual one."""
    return ", ".join(
        f"{bet.spot.words} {money(bet.amount)}{'' if bet.box == usual else f' on box {bet.box}'}" for bet in bets
    )


def offered(table: HouseTable) -> str:
    """The bets of the sign, as they are typed."""
    bets = [f"{spot} {money(limits.low)} to {money(limits.high)}" for spot, limits in table.limits.items()]
    return ", ".join(bets if table.jackpot_bet is None else [*bets, f"jackpot {money(table.jackpot_bet)}"])
