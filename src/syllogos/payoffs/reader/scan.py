"""Choices and payoffs in one sentence, in order: who does what, and who gets what."""

from __future__ import annotations

from fractions import Fraction

from syllogos.payoffs.reader.choices import choice
from syllogos.payoffs.reader.pays import pay
from syllogos.payoffs.reader.words import ChoiceOrGet, Scan, Tokens


def events(
    tokens: Tokens, everyone: tuple[str, ...], last: Fraction | None = None
) -> tuple[ChoiceOrGet, ...]:
    """The choices and payoffs of a sentence, in order, without the negated ones.

    Args:
        tokens: the sentence.
        everyone: the players, the speaker first.
        last: the amount said last, for "this payoff".
    """
    scan = Scan(tokens, everyone, last, [])
    at, limit = 0, _legible(scan)
    while at < limit:
        made = _event(scan, at)
        scan.found.extend(made)
        at = max([at + 1, *(e.end for e in made)])
    return tuple(scan.found)


def _event(scan: Scan, at: int) -> tuple[ChoiceOrGet, ...]:
    match scan.tag(at):
        case "ACT" | "DO" | "EQUAL":
            return choice(scan, at)
        case "AMT" | "PAYOFF":
            return pay(scan, at)
        case _:
            return ()


def _legible(scan: Scan) -> int:
    """Where a sentence stops saying who: ``one of us gets 3, the other 0``; nowhere with an ``unless``."""
    if any(t.tag == "UNLESS" for t in scan.tokens):
        return 0
    for k, token in enumerate(scan.tokens):
        if token.tag == "OTHERWISE":
            return next((j for j in range(k - 1, -1, -1) if scan.tag(j) in (",", "WHILE", "BUT")), k)
        far = 2 if token.word == "one" else 4
        if token.tag == "ONE" and any(scan.tag(j) in ("CHOOSE", "GET") for j in range(k + 1, k + far)):
            return k
    return len(scan.tokens)
