"""What a description says beside its scenes: whatever may change the game makes the reader decline."""

from __future__ import annotations

import re

from syllogos.translate.game_rules.scenes import IF, Scene
from syllogos.translate.game_rules.verdicts import Stop

STAKES = re.compile(
    r"\d|\b(?:payoffs?|points?|amounts?|numbers?|figures?|(?:the|all|these)\s+values|scores?|utilit\w+|outcomes?\s+pay\w*"
    r"|profits?|costs?|fine[ds]|a\s+fine|penal\w+|subsid\w+|tax\w*|bonus\w*|refund\w*|fees?|grants?|prizes?"
    r"|doubl\w+|tripl\w+|halv\w+|twice|half|multipl\w+|additional|extra|deduct\w*|subtract\w*|minus|plus"
    r"|gets?|earn\w*|wins?|won|pay|pays|paid|receiv\w*|los(?:e|es|ing)|lost|gains?|loss|losses|rewards?"
    r"|hundred|thousand|percent|dollars?|euros?|pounds?|cents?|coins?)\b",
    re.IGNORECASE,
)
IDIOM = re.compile(
    r"\b(?:reduc\w+|lower\w*|allocation\s+of|split|divide|share)\s+(?:the\s+|their\s+)?(?:costs|profits)\b"
    r"|\b(?:at\s+a\s+penalty|penalty\s+(?:kick|shot|shoot-?out))\b"
    r"|\bget\s+(?:together|away|married|there)\b",
    re.IGNORECASE,
)
"""Talk of money that pays nobody anything: what the players do, or are about."""
NAMING = re.compile(r"^this\s+(?:scenario|situation|game|dilemma),\s+known\s+as\b", re.IGNORECASE)
NAMED = re.compile(r"\b(?:gains?|loss|losses|rewards?)\b", re.IGNORECASE)
CHANGES = re.compile(
    r"\b(?:doubl\w+|tripl\w+|halv\w+|subsid\w+|tax|taxes|taxed|bonus\w*|refund\w*|deduct\w*|subtract\w*"
    r"|fined|and\s+(?:an\s+)?(?:additional|extra|another)\s+\d|minus\s+the|less\s+the|\d\s+\w+\s+(?:less|fewer|more)|unless|except|provided"
    r"|only\s+(?:if|when)|compensat\w*|to\s+be\s+shared|hand(?:s|ing)?\s+over|fair\s+coin|"
    r"before\s+(?:costs|tax\w*))\b",
    re.IGNORECASE,
)
"""What changes an amount that stands in the same sentence."""
MORE = re.compile(r"\b(?:and\s+(?:it|there)|unless|provided)\b", re.IGNORECASE)
TAIL = re.compile(r"[a-z0-9)][.!?]\s+\W?[A-Za-z]")
"""A sentence that goes on after its end."""
JOINT = re.compile(
    r"\b(?:together|in\s+total|totals?|altogether|combined|jointly|in\s+sum|between\s+them|collectively|overall"
    r"|as\s+a\s+(?:pair|group|team|couple)|in\s+common"
    r"|(?:they|both|two|it|and|to)\s+(?:\w+ly\s+|must\s+|will\s+|can\s+|then\s+)*"
    r"(?:shar(?:e|es|ing)|split|divid(?:e|es|ing))"
    r"|(?:shar(?:es|ed|ing)|splits|splitting|divid(?:es|ed|ing))(?=\s+(?:(?:an?|the)\s+)?(?:\w+\s+of\s+)?\d))\b"
    r"(?!\D{0,120}?\b(?:each|apiece)\b\D{0,120}?(?:\d|nothing|zero))",
    re.IGNORECASE,
)
"""An amount of two; "they share the work, each gaining 6" is none."""
INSIDE = re.compile(r"(?:^|[.:;]\s+)(?:if|when)\b", re.IGNORECASE)
BLIND = re.compile(
    r"\b(?:without|not|cannot|neither|nor|before|can't|doesn't|don't|didn't)\s+"
    r"(?:(?:\w+ly|player|of\s+them|being\s+able\s+to|first|either)\s+)*"
    r"(?:see(?:s|n|ing)?|know(?:s|n|ing)?|observ(?:e|es|ed|ing)|hear(?:s|d|ing)?|learn(?:s|ed|ing)?|told|informed)\b",
    re.IGNORECASE,
)
"""Saying that nobody sees: no turns."""
SEQUENCE = re.compile(
    r"\b(?:then|afterwards?|later|subsequently|thereupon|thereafter|in\s+response|sequential\w*|leaders?|followers?"
    r"|respond\w*|replies|reply|reacts?|reacting|seen|sees|seeing|observ(?:e|es|ed|ing)|heard|knows|knowing|learns|learned"
    r"|informed|told|notices?|noticed|reveal\w*|announce[sd]?|watched|watches\s+(?:what|the\s+other)|until"
    r"|one\s+after\s+(?:the\s+other|another)|(?:only|right|just)\s+after|once\s+(?:it|he|she|they|the|this|that)"
    r"|after\s+(?:it|he|she|they|that|this|having|the\s+(?:other|first)|its|his|her|their)"
    r"|first\s+(?:moves?|choos\w+|decid\w+|picks?|acts?|plays?|goes)|takes?\s+turns|moves?\s+(?:last|later|before)"
    r"|(?:choos\w+|decid\w+|picks?|acts?|goes)\s+(?:first|last|before|second))\b",
    re.IGNORECASE,
)
CHOOSING = (
    r"(?:either|whether|choos\w+|chose|between|among|picks?|decid\w+|can|may|options?|actions?|strategies)"
)
LIST = re.compile(
    rf"\b{CHOOSING}\b[^.;]{{0,400}}?[^,.;],[^,.;]{{1,100}}?,?\s(?:or|and)\s(?!(?:the|each|both|they)\s(?:\w+\s)?decid)[^,.;]"
    rf"|\b{CHOOSING}\b[^,.;]{{0,200}}?\bor\b[^,.;]{{0,200}}?\bor\b"
    rf"|\b(?:{CHOOSING}|of|have|has|from)\s+(?:the\s+)?(?:three|four|five|six|seven|eight|nine|ten|several|many)\b"
    r"|\b\w++\s?/\s?\w++\s?/\s?\w|\bthird\b|\b(?:may|can|could)\s+also\b|\balternatively\b",
    re.IGNORECASE,
)
"""More than two things to choose from."""


def refuse_unread(found: tuple[Scene, ...], parts: tuple[str, ...]) -> None:
    """Decline a text that says more than its scenes do.

    Raises:
        Stop: with the sentence that was not read, or that says something the rules do not know.
    """
    read = {scene.sentence for scene in found}
    begun = False
    for part in parts:
        begun = begun or part in read
        if part not in read:
            _beside(part)
        if begun and part not in read and not (NAMING.match(part) or BLIND.search(part)):
            raise Stop("declined", "what is said after the first outcome was not read", part)
    for scene in found:
        condition = scene.sentence.removesuffix(scene.consequence)
        if SEQUENCE.search(BLIND.sub(" ", condition)):
            raise Stop("declined", "the rules read games in which both choose at once", scene.sentence)
        if MORE.search(condition):
            raise Stop("declined", "a condition beside what both do was not read", scene.sentence)
        if TAIL.search(scene.sentence):
            raise Stop("declined", "what follows in the same sentence was not read", scene.sentence)
        if more := CHANGES.search(scene.sentence):
            raise Stop("declined", f"what does {more[0]!r} do to the amounts?", scene.sentence)
        if joint := JOINT.search(scene.consequence):
            raise Stop("declined", f"how much of it is each player's ({joint[0]!r})?", scene.sentence)


def _beside(part: str) -> None:
    if SEQUENCE.search(BLIND.sub(" ", part)):
        raise Stop("declined", "the rules read games in which both choose at once", part)
    if IF.match(part) or INSIDE.search(part):
        raise Stop("declined", "a condition was not read", part)
    if LIST.search(part):
        raise Stop("declined", "the rules read games of two actions", part)
    plain = IDIOM.sub(" ", part)
    if stake := STAKES.search(NAMED.sub(" ", plain) if NAMING.match(plain) else plain):
        raise Stop("declined", f"{stake[0]!r} beside the outcomes may change what is paid", part)
