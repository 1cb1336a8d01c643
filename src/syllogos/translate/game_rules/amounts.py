"""Payoffs in the consequence of a condition: whose they are, and how much, with the sign.

"the demanding partner gets 80 units (gaining 2 points), while the agreeable one loses 2 points"
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

EVERYBODY = "everybody"
LONGEST_NAME = 8
"""Words of a subject that are kept."""
WINDOW = 300
"""Characters around a number in which what it is, and its sign, are told."""

NUMBER = re.compile(
    r"(?<![\w.])(?P<minus>-\s?|minus |negative )?(?P<value>\d{1,9}(?:\.\d{1,6})?)"
    r"(?P<unit>\s{0,2}%|\s{0,2}-?\s{0,2}[A-Za-z]+)?"
    r"|\b(?P<word>zero|nothing)\b(?!-)(?P<after>\s{0,2}[A-Za-z]+)?",
    re.IGNORECASE,
)
POINTS = re.compile(r"^\s{0,2}-?\s{0,2}(?:payoffs?|points?|utility|utils?)", re.IGNORECASE)
PAYOFF_OF = re.compile(r"(?:payoffs?|points?|utility|score)\s+(?:of|is|=|:)\s*$", re.IGNORECASE)
YEARS = re.compile(r"^\s{0,2}-?\s{0,2}(?:years?|months?)", re.IGNORECASE)
VAGUE = re.compile(
    r"\b(?:(?:more|less|fewer|higher|lower|better|worse)\s+than\b|twice|double|triple|times\s+as|half\s+(?:of|as)"
    r"|between\s+\d|up\s+to\s+\d|at\s+(?:least|most)\s+\d|(?:about|around|roughly|approximately|nearly|almost)\s+\d"
    r"|\d\s+(?:to|or)\s+\d|probab\w*|chance|on\s+average|per\s+(?:day|week|month|year|round)|respectively)",
    re.IGNORECASE,
)
"""What makes a number no payoff: comparisons, ranges, chances, rates."""
GAIN = (
    r"gain\w*|gets?|getting|got|receiv\w*|wins?|winning|won|earn\w*|scor\w*|collect\w*|obtain\w*|yield\w*|result\w*"
    r"|payoffs?|worth|captur\w*|secur\w*|benefit\w*|reward\w*|enjoy\w*|rais\w*"
)
LOSS = (
    r"lose[sd]?|losing|lost|loss|losses|pays?|paying|forfeit\w*|cost\w*|fine[ds]|penalt\w*|suffer\w*|incur\w*"
    r"|sacrific\w*"
)
VERB = re.compile(rf"\b(?:(?P<gain>{GAIN})|(?P<loss>{LOSS}))\b", re.IGNORECASE)
ALL = re.compile(r"\b(?:each|both|they|them|everyone|everybody|all|neither|nobody|no one)\b", re.IGNORECASE)
TRAILING = re.compile(r"^[^,;.]{0,24}?\b(?:each|apiece|both)\b", re.IGNORECASE)
START = r"(?:^|[,;(]\s{0,2}(?:and|while|whereas|but|with|so|then)?\s{0,2}|\b(?:and|while|whereas|but)\s+)"
SUBJECT = re.compile(
    START + r"(?=(?P<name>(?:the|a|an|one|its|their|his|her)\s+(?:[\w'&\"-]+\s*){1,8}"
    r"|(?:one|[A-Z][\w-]*(?:\s[A-Z][\w-]*)*)\b))",
)
NOUN_END = re.compile(
    rf"\b(?:{GAIN}|{LOSS}|likely|then|feels?|faces?|saves?|risks?|is|are|has|have|will|would|can|may|attracts?|goes|"
    r"takes?|falls?|finds?|keeps?|makes?|becomes?|remains?|ends?|was|were|due|because|as|since|struggles?|dominates?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Amount:
    """A payoff: its subject's words (or ``EVERYBODY``), its value, and how surely it is a payoff.

    ``rank`` is 2 for points and payoffs, 1 for other units; ``doubt`` says why its sign is unclear;
    ``spelled`` that it is a word, such as nothing.
    """

    subject: str
    value: Fraction
    rank: int
    doubt: str = ""
    spelled: bool = False


def amounts(text: str) -> tuple[Amount, ...]:
    """The payoffs of a consequence, in order; of several for one subject, the surest."""
    subjects = _subjects(text)
    found = [amount for m in NUMBER.finditer(text) if (amount := _amount(m, text, subjects))]
    best: dict[str, int] = {}
    for amount in found:
        best[amount.subject] = max(best.get(amount.subject, 0), amount.rank)
    kept = [a for a in found if a.rank == best[a.subject]]
    return tuple({(a.subject, a.value): a for a in kept}.values())


def _subjects(text: str) -> list[tuple[int, str]]:
    """Where each subject starts to hold; an apposition joins the subject it follows."""
    marks = [(m.start(), EVERYBODY) for m in ALL.finditer(text)]
    names = []
    for m in SUBJECT.finditer(text):
        # The first word after the article belongs to the name: "the yielding driver" names, "yields" tells.
        noun = re.match(r"\S+\s+\S+", m["name"])
        end = NOUN_END.search(m["name"], noun.end() if noun else 0)
        words = m["name"][: end.start() if end else None].split()
        name = " ".join(words[:LONGEST_NAME]).strip(' "')
        if name.lower() not in ("the", "a", "an", "") and not ALL.fullmatch(name):
            names.append((m.start("name"), name, m.start("name") + len(m["name"].rstrip())))
    merged: list[tuple[int, str]] = []
    for at, name, _ in names:
        if merged and text[merged[-1][0] + len(merged[-1][1]) : at].strip() == ",":
            first, before = merged[-1]
            merged[-1] = (first, f"{before} , {name}")
        else:
            merged.append((at, name))
    return sorted([*marks, *merged])


def _amount(found: re.Match[str], text: str, subjects: Sequence[tuple[int, str]]) -> Amount | None:
    before = text[max(0, found.start() - WINDOW) : found.start()]
    after = text[found.end() : found.end() + WINDOW]
    unit = found["unit"] or found["after"] or ""
    pointed = bool(POINTS.match(unit) or PAYOFF_OF.search(before))
    if found["word"] and not (pointed or VERB.search(before[-24:])):
        return None
    if not found["word"] and not pointed and not unit.strip() and not VERB.search(before[-40:]):
        return None
    subject = next((name for at, name in reversed(subjects) if at < found.start()), "")
    if TRAILING.match(unit + after):
        subject = EVERYBODY
    if not subject:
        return None
    value = Fraction(found["value"] or 0)
    near = VAGUE.search(text, max(0, found.start() - 40), found.end() + 40)
    doubt = f'"{near[0]}"' if near else ""
    amount = Amount(subject, value, 2 if pointed else 1, doubt, bool(found["word"]))
    if found["minus"]:
        return replace(amount, value=-value)
    return _signed(amount, before, unit)


def _signed(amount: Amount, before: str, unit: str) -> Amount:
    clause = re.split(r"[,;(]|\bwhile\b|\bwhereas\b", before)[-1]
    verbs = list(VERB.finditer(clause))
    if YEARS.match(unit):
        return replace(amount, value=-amount.value)
    if not verbs or not amount.value:
        return amount
    last = verbs[-1]
    loss = [v for v in verbs if v["loss"]]
    if last["gain"] and last[0].lower() == "worth" and loss:
        return replace(amount, doubt=f'"{" ".join(clause.split())[-60:]} {amount.value}"')
    if last["loss"] or (loss and re.search(r"\b(?:loss|cost|penalty)\s+of\s*$", clause)):
        return replace(amount, value=-amount.value)
    return amount
