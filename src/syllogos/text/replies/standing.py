"""Whether what stands at a place of a reply is the writer's own answer, by the words before it.

An answer begins its line, or stands after words that only introduce an answer ("So my final answer
is:").  Words that say anything else ("Bob said:", "if I answered") make it a report or a thought.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from syllogos.text.replies.labels import WORDS, plainly
from syllogos.text.replies.words import CONDITIONS, INTRODUCING, OPEN_ENDS

REACH = 300
"""Characters before an answer, on its line or on the one before, that are read."""
IN_FORM = re.compile(
    r"\bin (?:[a-z]{1,12} ){0,4}(?:format|form)\b"
    r"|\b(?:that |which |as )?you (?:have )?(?:asked(?: for)?|requested|wanted|want|need)\b"
)
"""How an answer is given or wanted, which a bare "format:" does not say."""
ENTRY_NAME = re.compile(r"\b(?:option|choice|answer|move|case|plan) [a-z0-9]$")
"""A heading of one of several."""
SENTENCE_END = re.compile(r"[.!?][\"'”’)*_]{0,3}(?=\s|$)")
CLAUSE_END = re.compile(r"[,;:–—]|\s-\s")
KNOWN_TAG = re.compile(
    r"</?[ ]?(?:answer|final|final_answer|move|choice|vote|decision|action|output|response|result|json"
    r"|solution|tool_call|tool_calls|function_call|function|function=\w{1,40}|tool_use|invoke)>"
    r"|\[TOOL_CALLS\]|\[ARGS\]",
    re.IGNORECASE,
)
MARKS = " \t\r`*_#[]()\"'“”‘’~$"
QUOTES = " \t\r\"'\u201c\u201d"
FENCE_LINE = re.compile(r"[ \t]{0,40}(?:```|~~~)[ \t]{0,5}[\w+-]{0,20}[ \t]{0,40}")
NAMED_TOOL = re.compile(r"[a-z_]{1,40}(?=\[ARGS\])", re.IGNORECASE)


def introduced(text: str, at: int, labels: Sequence[str] = ()) -> bool:
    """Whether the words before ``at`` let an answer stand there."""
    start = text.rfind("\n", 0, at) + 1
    if at - start > REACH and not SENTENCE_END.search(text, at - REACH, at):
        return False
    before = text[max(start, at - REACH) : at]
    if before.lstrip().startswith((">", "-", "•", "+", "~~")) or _entry(before):
        return False
    own = _words_before(before)
    return _introduces(own, labels) if own else _heading_allows(text, start, labels)


def ended(text: str, at: int) -> bool:
    """Whether what stands before ``at`` ends there: its line does, or a new sentence begins."""
    end = text.find("\n", at)
    after = text[at : min(end if end >= 0 else len(text), at + REACH)]
    rest = KNOWN_TAG.sub("", after).lstrip(MARKS + ".,;|}")
    return not rest or (rest[0].isupper() and after[:1] in ' `*.")')


def is_mark(line: str) -> bool:
    """Whether a line says nothing: blank, a rule, a fence, brackets alone."""
    return not line.strip(MARKS + "-=.,;{}<>/") or FENCE_LINE.fullmatch(line) is not None


def _entry(before: str) -> bool:
    """Whether a line begins as an entry of a list."""
    head = before.lstrip()[:6]
    digits = head.rstrip(" \t`*_{[(\"'")
    return head.startswith("* ") or (digits[:-1].isdecimal() and digits[-1:] in ".)")


def _words_before(before: str) -> str:
    """The last sentence of what stands before an answer; empty where that is only marks."""
    bare = KNOWN_TAG.sub(" ", NAMED_TOOL.sub(" ", before)).strip(MARKS)
    ends = [end.end() for end in SENTENCE_END.finditer(bare)]
    return (bare[ends[-1] :] if ends else bare).strip(MARKS)


def _introduces(sentence: str, labels: Sequence[str]) -> bool:
    """Whether a sentence says no more than that an answer comes."""
    bare = plainly(sentence).casefold().rstrip(MARKS + ":,")
    if CONDITIONS & set(WORDS.findall(bare)):
        return False
    if ENTRY_NAME.search(bare):
        return False
    clause = IN_FORM.sub(" ", CLAUSE_END.split(bare)[-1])
    own = {word for label in labels for word in WORDS.findall(plainly(label).casefold())}
    return all(word in INTRODUCING or word in own for word in WORDS.findall(clause))


def _heading_allows(text: str, start: int, labels: Sequence[str]) -> bool:
    """Whether the line before the one at ``start`` does not make what follows somebody else's."""
    end, blank = start - 1, False
    while end > 0:
        begin = text.rfind("\n", 0, end) + 1
        line = text[max(begin, end - REACH) : end]
        if line.strip() and not line.strip(QUOTES):
            return False
        if not is_mark(line):
            break
        blank = blank or not line.strip()
        end = begin - 1
    else:
        return True
    bare = line.rstrip(MARKS)
    if bare.endswith((":", "：")):
        return not _entry(line) and _introduces(_words_before(bare[:-1]), labels)
    words = WORDS.findall(plainly(bare).casefold())
    finished = blank or bare.endswith((".", "!", "?")) or not (words and words[-1] in OPEN_ENDS)
    return finished or _introduces(_words_before(bare), labels)
