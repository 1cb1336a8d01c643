"""Amounts that are no payoff of a cell: differences (``2 more by switching``), totals and averages."""

from __future__ import annotations

from syllogos.logic.normal_form import NormalForm
from syllogos.translate.claims_rules.words import Tokens

LOSSES = frozenset({"lose", "loses", "losing", "lost", "end up losing", "ends up losing", "loss"})
GAINS = LOSSES | {"gain", "gains", "gaining", "gained", "profit", "profits", "benefit", "benefits"}
SWITCHES = ("switch", "deviat", "chang", "swap")
MORE = frozenset(
    {"more", "less", "fewer", "extra", "additional", "higher", "lower", "better", "worse", "greater",
     "better off", "worse off"}
)  # fmt: skip
EXTRA = frozenset({"extra", "additional", "another", "further"})
DIFFERENCES = frozenset(
    {"difference", "improvement", "increase", "increases", "decrease", "decreases", "raises", "reduces",
     "improves", "costs", "cost", "gap", "drops", "rises", "margin"}
)  # fmt: skip
INSTEAD = frozenset(
    {"instead of", "rather than", "compared to", "compared with", "relative to", "over", "than"}
)
TIMES = frozenset(
    {"rounds", "games", "turns", "iterations", "periods", "repetitions", "times", "matches", "plays"}
)
TOTALS = frozenset({"altogether", "together", "cumulatively", "cumulative", "sum"})
RANDOM = frozenset(
    {"random", "randomly", "coin", "average", "on average", "in expectation", "on avg", "half"}
)


def is_relative(tokens: Tokens, game: NormalForm) -> bool:
    """Whether an amount of the sentence is a difference, a total or an average, not the payoff of a cell."""
    words = [t.word for t in tokens]
    if not any(t.tag == "AMT" for t in tokens):
        return False
    if {*TOTALS, *RANDOM} & set(words) or is_repeated(tokens) or _moves_on(tokens):
        return True
    if any(_is_step(tokens, k) for k, t in enumerate(tokens) if t.tag == "AMT"):
        return True
    near = {t.word for k, t in enumerate(tokens) if _by_amount(tokens, k)}
    if near & DIFFERENCES or (near & LOSSES and min(game.lowest) >= 0):
        return True
    return bool(near & GAINS) and (any(w.startswith(SWITCHES) for w in words) or _instead(tokens))


def _by_amount(tokens: Tokens, k: int) -> bool:
    """Whether the word at ``k`` is said of an amount: ``gains me 2``, ``a loss of 3``, ``2 is the gap``."""
    after, before = tokens[k + 1 : k + 5], tokens[max(0, k - 4) : k]
    ahead = next((n for n, t in enumerate(after) if t.tag == "AMT"), len(after))
    direct = ahead < len(after) and all(t.tag != "W" and t.tag != "GETTING" for t in after[:ahead])
    return direct or any(t.tag == "AMT" and t.amount != 0 for t in before)


def is_repeated(tokens: Tokens) -> bool:
    """``over 10 rounds``, ``across many games``, ``in total``, ``the total is 6``."""
    for k, token in enumerate(tokens):
        before = tokens[max(0, k - 3) : k]
        if token.word in TIMES and any(
            (t.tag == "AMT" and t.amount != 1) or t.word in ("over", "across", "after", "many")
            for t in before
        ):
            return True
        after = tokens[k + 1 : k + 2]
        summed = any(t.word == "of" or t.tag == "BE" for t in after) or (k and tokens[k - 1].word == "in")
        if token.word == "total" and summed:
            return True
    return False


def _moves_on(tokens: Tokens) -> bool:
    """``from R to B``."""
    acts = [t.tag in ("ACT", "DO") for t in tokens]
    for k, token in enumerate(tokens):
        if token.word == "from" and any(acts[k + 1 : k + 4]):
            ahead = range(k + 2, min(len(tokens), k + 6))
            if any(tokens[j].word.split()[-1:] == ["to"] and any(acts[j + 1 : j + 4]) for j in ahead):
                return True
    return False


def _is_step(tokens: Tokens, k: int) -> bool:
    """``2 more``, ``2 points better``, ``an extra 2``, ``better by 2``."""
    after, before = tokens[k + 1 : k + 3], tokens[max(0, k - 4) : k]
    if after and (after[0].word in MORE or (after[0].tag == "PAYOFF" and after[-1].word in MORE)):
        return True
    return any(t.word in EXTRA for t in before) or (k > 0 and tokens[k - 1].word == "by")


def _instead(tokens: Tokens) -> bool:
    """``by defecting instead of cooperating``: actions, not amounts, are compared."""
    return any(
        t.word in INSTEAD
        and any(u.tag in ("ACT", "DO") for u in tokens[k + 1 : k + 4])
        and not any(u.tag == "AMT" for u in tokens[k + 1 : k + 4])
        for k, t in enumerate(tokens)
    )
