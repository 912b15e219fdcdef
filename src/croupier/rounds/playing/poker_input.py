"""What a player types at a poker table, read as commands. Whether they are allowed is for the desk to say."""

from collections.abc import Callable, Collection, Mapping

from croupier.rounds.playing.house_input import NotUnderstood, amount, completed
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.commands import Act

ACTS = [str(act) for act in Act]
VERBS = [*ACTS, "look", "show", "top-up", "take-off", "away", "back"]
ALIASES = {"all-in": "allin", "all": "allin", "topup": "top-up", "buy": "top-up", "shows": "show"}
WHOLE_WORDS = ("allin", "show")
"""What cannot be taken back is not to be typed by accident."""


def read_line(line: str, seat: int, now: Collection[str]) -> cmd.PokerCommand:
    """ "call", "raise 30", "raise to 30", "30", "top-up 100"; `now` are the words that make sense now."""
    first, *rest = (word for word in line.lower().split() if word != "to")
    if first[0].isdigit() or first[0] in "+-.$":
        first, rest = "bet" if "bet" in now else "raise", [first, *rest]
    known = completed(ALIASES.get(first, first), VERBS, now)
    if known in WHOLE_WORDS and first not in (known, *ALIASES):
        raise NotUnderstood(f"{known} is typed in full")
    if known in ("bet", "raise", "top-up", "take-off"):
        if len(rest) != 1:
            raise NotUnderstood(f"{known} {'to how much' if known == 'raise' else 'how much'}? such as {known} 40")
        chips = amount(rest[0])
        if known == "top-up":
            return cmd.TopUp(seat, chips)
        return cmd.TakeOff(seat, chips) if known == "take-off" else cmd.TakeAction(seat, Act(known), chips)
    if rest:
        raise NotUnderstood(f"{known} stands alone")
    if known in ACTS:
        return cmd.TakeAction(seat, Act(known))
    return _PLAIN[known](seat)


_PLAIN: Mapping[str, Callable[[int], cmd.PokerCommand]] = {
    "look": cmd.LookAtCards,
    "show": cmd.ShowHand,
    "away": cmd.GoAway,
    "back": cmd.ComeBack,
}
