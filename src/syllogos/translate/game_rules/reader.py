"""Two-player, two-action games in English, read by rules; what is not sure is declined.

Three forms of description are read: symmetric games (both, both, one and the other), games of
matching (the same, different), and coordination with preferences (both this, both that,
different).  Nouns are tied to actions and players by their word families; where a noun cannot be
tied, the reader declines and says which.
"""

from __future__ import annotations

import re

from syllogos.formats.game_facts import GameFacts
from syllogos.translate.game_rules.coordination import coordination
from syllogos.translate.game_rules.matching import matching
from syllogos.translate.game_rules.scenes import IF as CONDITION
from syllogos.translate.game_rules.scenes import Act, Scene, act, scenes, tells_outcome
from syllogos.translate.game_rules.symmetric import symmetric
from syllogos.translate.game_rules.unread import refuse_unread
from syllogos.translate.game_rules.verdicts import GameReading, Stop
from syllogos.translate.game_rules.words import clean, sentences

LONGEST = 20_000
"""Characters of a description that are read."""
LONGEST_SCENE = 800
"""Characters of a sentence that are read as a condition and its outcome."""

CHOICE = re.compile(
    r"\b(?:choos\w*|choice|chose|decid\w*|decision|either|whether|opt\w*|strateg\w*|simultaneous\w*|negotiat\w*|prefers?"
    r"|compet\w*|cooperat\w*|defect\w*|play(?:s|ers?)?|opponents?|proposes?|offers?|accepts?|rejects?|bids?|or)\b",
    re.IGNORECASE,
)
STAKES = re.compile(
    r"\b(?:payoffs?|points?|gain\w*|earn\w*|wins?|winner|lose[rs]?|losing|rewards?|benefits?|profits?|utility|fine[ds]?"
    r"|costs?|worth|better\s+off|worse\s+off|prison|sentences?|gets?|receives?)\b",
    re.IGNORECASE,
)
MANY = re.compile(
    r"^(?:the\s+)?(?:three|four|five|six|seven|eight|nine|ten|several|[3-9]|\d\d+)\s+(?:[\w-]+\s+){0,3}?\w+s\b"
    r"|\b(?:if|when)\s+(?:they\s+)?all\b|\ball\s+(?:three|four|five|players)\b",
    re.IGNORECASE,
)
TURNS = re.compile(
    r"\b(?:moves?|chooses?|decides?|goes|plays?|acts?)\s+(?:first|second|next|after)\b|\bafter\s+(?:seeing|observing|hearing)\b"
    r"|\b(?:then|afterwards|in\s+response)\s+(?:\w+\s+){0,3}(?:decides?|chooses?|responds?|accepts?|rejects?)\b|\bin\s+turn\b"
    r"|\b(?:observes?|sees|seeing|learns?)\s+(?:the|his|her|their|this|that|what)\b",
    re.IGNORECASE,
)
EITHER = re.compile(
    r"\b(?:(?:either|whether|choos(?:es?|ing)|picks?)\s(?:to\s)?(?P<a>[^,.;]{1,200}?)\sor"
    r"|between\s(?P<c>[^,.;]{1,200}?)\s(?:and|or))\s(?P<b>[^,.;]+)",
    re.IGNORECASE,
)


def read(description: str) -> GameReading:
    """Read a description.

    Returns:
        ``read`` with the game, or: ``declined`` (not sure), ``no game`` (nobody chooses anything),
        ``no payoffs`` (a game without numbers), ``contradiction`` (one outcome paid twice).
    """
    if len(description) > LONGEST:
        return GameReading("declined", None, f"{len(description)} characters are too many")
    parts = sentences(clean(description))
    if long := next((part for part in parts if len(part) > LONGEST_SCENE and tells_outcome(part)), ""):
        say = f"a sentence of {len(long)} characters is too long (at most {LONGEST_SCENE})"
        return GameReading("declined", None, say, f"{long[:80]} ...")
    found = scenes(parts)
    try:
        return GameReading("read", _game(found, parts))
    except Stop as stop:
        return stop.reading


def _game(found: tuple[Scene, ...], parts: tuple[str, ...]) -> GameFacts:
    if not found:
        whole = " ".join(parts)
        if not (CHOICE.search(whole) and STAKES.search(whole)):
            raise Stop("no game", "nobody chooses anything here that pays: no players, actions and outcomes")
        refuse_unread(found, parts)
        raise Stop("declined", "no sentence says what follows if the players act in some way")
    if all(amount.spelled for scene in found for amount in scene.amounts):
        if odd := next((scene for scene in found if re.search(r"\d", scene.sentence)), None):
            raise Stop("declined", "it is not clear whose the numbers are", odd.sentence)
        raise Stop("no payoffs", "the outcomes have no numbers", found[0].sentence)
    for scene in found:
        if doubtful := next((a for a in scene.amounts if a.doubt), None):
            raise Stop("declined", f"what number is meant by {doubtful.doubt}?", scene.sentence)
    if many := next((part for part in parts if MANY.search(part)), ""):
        raise Stop("declined", "the rules read games of two players", many)
    if turns := next((part for part in parts if TURNS.search(part)), ""):
        raise Stop("declined", "the rules read games in which both choose at once", turns)
    refuse_unread(found, parts)
    kinds = {scene.kind for scene in found}
    options = _options(parts)
    if "mixed" in kinds and "both" in kinds:
        return symmetric(found, options)
    if kinds >= {"both", "different"}:
        return coordination(found, parts)
    if kinds == {"same", "different"}:
        return matching(found, options)
    raise Stop("declined", f"the outcomes told are only: {', '.join(sorted(kinds))}")


def _options(parts: tuple[str, ...]) -> tuple[Act, ...]:
    for part in parts:
        if not CONDITION.match(part) and (found := EITHER.search(part)):
            return act(found["a"] or found["c"]), act(found["b"])
    return ()
