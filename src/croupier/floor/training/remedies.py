"""What a dealer does now, in one sentence for each answer of the desk."""

from croupier.base.sentences import Sentence, says, word
from croupier.rules.games.irregularity import verdict
from croupier.rulings_desk.model import Answer

BETWEEN_ROUNDS = frozenset({"posts", "free", "waits", "passed over", "gone"})
"""Rulings on a seat between two rounds; the consequences follow below them."""
BY_A_RULE = frozenset(
    {
        *("over-limit-accepted", "over-limit-cut", "below-minimum-accepted", "jackpot-without-ante-returned"),
        *("wrong-size-accepted", "hand-shown-folded", "out-of-turn-retracted"),
    }
)
"""Finding and ruling where the desk has only the paragraph's words for what follows."""
AFTER_A_REFUSAL = frozenset(
    {
        *("below-minimum", "bets-closed", "round-over-wait-for-bets", "boxes-choose-first", "nothing-left-to-decide"),
        *("box-may-be-looked-at", "exposed-too-late", "no-more-cards-come", "too-many-acted", "too-many-found-late"),
    }
)
"""Refusals of the table after which a dealer has something to do."""
SAYS_IT_ITSELF = frozenset({"playing-sit-after", "playing-back-after", "not-missed-twice"})
"""Refusals whose own words are what the dealer tells the player."""


def makes_sense(said: Answer) -> bool:
    """Whether it can have happened at this table: other refusals say only that it cannot."""
    return said.refused is None or getattr(said.refused.says, "code", "") in AFTER_A_REFUSAL | SAYS_IT_ITSELF


def remedy(said: Answer) -> Sentence:
    if said.refused is not None:
        code = getattr(said.refused.says, "code", "")
        return word("remedy", code) if code in AFTER_A_REFUSAL else says("drill.refused", why=said.refused.says)
    if said.incident == "other":
        return word("remedy", "other")
    if said.ruling in BETWEEN_ROUNDS:
        return verdict(said.ruling)
    own = [each for each in said.does if each.code != "rule"]
    key = f"{said.incident}-{said.ruling}"
    if key == "wrong-size-accepted" and "case=smaller" in said.found.split():
        key = "below-minimum-accepted"  # too small a bet is settled alike
    if key in BY_A_RULE:
        return word("remedy", key)
    if not own:
        return verdict(said.ruling)
    first, *others = own
    if first.code.startswith("follows.") and others:
        first = says("remedy.and", first=first, then=others[0])
    return says("remedy.void", does=first) if said.ruling == "void" else first
