"""Conditions of a description: what the players are said to do, and what follows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from syllogos.formalization.reader.amounts import Amount, amounts
from syllogos.formalization.reader.words import content, negated

SceneKind = Literal["both", "mixed", "same", "different"]

IF = re.compile(r"^(?:(?:and|but|however|finally|conversely|similarly|in contrast|on the other hand),?\s+)?"
                r"(?:if|when|should|suppose|in case|whenever)\s+", re.IGNORECASE)  # fmt: skip
OTHERWISE = re.compile(r"^(?:otherwise|in all other cases|in any other case)\b,?\s*", re.IGNORECASE)
BREAK = re.compile(
    r",\s+(?:then\s+)?(?=(?:the|they|each|both|a|an|one|neither|it|he|she|their|his|her|this|that|there|its|all"
    r"|everyone|everybody|nobody|you|no|with|resulting|[A-Z][\w-]*)\b)"
    r"|\s(?=(?:they\s+(?:each|both)|each\s+(?:gets|earns|receives|wins|loses|has))\b)"
)
MIXED = re.compile(
    r"^(?:only\s+)?(?:one|either)\b(?:\s{1,2}of\s{1,2}(?:them|the\s{1,2}\w++))?(?P<first>.*?)"
    r"(?:,?\s{1,2}(?:and|while|whereas|but|when|as)\s{1,2}(?:the\s{1,2})?(?:other|another)\b)(?P<second>.*)",
    re.IGNORECASE,
)
NEITHER = re.compile(
    r"^(?:neither|none|nobody|no one)\b(?:\s+of\s+(?:them|the\s+\w+))?(?P<first>.*)", re.IGNORECASE
)
BOTH = re.compile(
    r"^(?:(?:they|we)\s+)?(?:both|all|each|the two|two)\b(?P<first>.*)|^(?:they|we)\b(?P<they>.*)",
    re.IGNORECASE,
)
SAME = re.compile(
    r"\b(?:same|identical|alike)\b"
    r"|\b(?:they|both|\w+s)\s+(?:match|coincide|agree)\s*(?:$|each other|one another|up\b)",
    re.IGNORECASE,
)
DIFFERENT = re.compile(
    r"\b(?:differs?|different(?:ly)?|mismatch\w*|disagree|diverge|part ways|separately)\b"
    r"|\b(?:split|separate)\s+(?:up|apart|ways|places?|venues?|events?|locations?|choices)\b"
    r"|\b(?:can't|cannot|can not|do not|don't|fail to)\s+(?:agree|match|coordinate|coincide)\b",
    re.IGNORECASE,
)
PLAYERS = re.compile(
    r"^\s+(?:of\s+them\s+)?(?:players?|companies|company|firms?|cit(?:y|ies)|countr(?:y|ies)|nations?|"
    r"siblings?|partners?|people|persons?|candidates?|shops?|teams?|farmers?|hunters?|drivers?|students?|athletes?|brands?|stores?|"
    r"neighbou?rs?|friends?|colleagues?|suspects?|prisoners?|politicians?|parties|party|sides?|generals?|artists?|"
    r"commanders?|managers?|roommates?|advertisers?|organi[sz]ations?|startups?|studios?|researchers?|scientists?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Act:
    """What somebody does: the words, their content, and whether it is the doing of not doing it."""

    text: str
    words: tuple[str, ...]
    negative: bool


@dataclass(frozen=True)
class Scene:
    """A condition with its consequence.  ``acts`` has one act (both), two (mixed) or none."""

    kind: SceneKind
    acts: tuple[Act, ...]
    amounts: tuple[Amount, ...]
    sentence: str
    consequence: str


def scenes(parts: tuple[str, ...]) -> tuple[Scene, ...]:
    """The scenes among the sentences, in order."""
    found = []
    for sentence in parts:
        if scene := _scene(sentence):
            found.append(scene)
    return tuple(found)


def tells_outcome(sentence: str) -> bool:
    """Whether a sentence begins as a condition with its outcome does."""
    return bool(OTHERWISE.match(sentence) or IF.match(sentence))


def act(text: str, *, negative: bool = False) -> Act:
    """The act that a verb phrase describes."""
    plain = PLAYERS.sub(" ", f" {text.strip()}").strip(" ,\"'")
    return Act(plain, content(plain), negated(plain) != negative)


def _scene(sentence: str) -> Scene | None:
    if found := OTHERWISE.match(sentence):
        told = sentence[found.end() :]
        return Scene("different", (), amounts(told), sentence, told)
    found = IF.match(sentence)
    if not found:
        return None
    rest = sentence[found.end() :]
    cut = BREAK.search(rest)
    if not cut:
        return None
    condition, consequence = rest[: cut.start()].replace('"', ""), rest[cut.end() :]
    shape = _shape(condition)
    return Scene(*shape, amounts(consequence), sentence, consequence) if shape else None


def _shape(condition: str) -> tuple[SceneKind, tuple[Act, ...]] | None:
    if mixed := MIXED.match(condition):
        first, second = act(mixed["first"]), act(mixed["second"])
        if not second.words and second.negative:
            second = Act(second.text, first.words, not first.negative)
        return "mixed", (first, second)
    if neither := NEITHER.match(condition):
        return "both", (act(neither["first"], negative=True),)
    if DIFFERENT.search(condition):
        return "different", ()
    if SAME.search(condition):
        return "same", ()
    # "If both, each loses": nothing is said that they do, so it is no scene.
    does = (both["first"] or both["they"] or "").strip() if (both := BOTH.match(condition)) else ""
    return ("both", (act(does),)) if does else None
