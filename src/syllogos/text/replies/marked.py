"""Answers that are no JSON: a marked line, a choice in braces, a reply that is a label and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from syllogos.text.replies.labels import MOST_HEARD, WORDS, mentions, plainly, resolve
from syllogos.text.replies.standing import introduced, is_mark
from syllogos.text.replies.words import COURTESIES, DOUBTS

MARKED = re.compile(
    r"[ \t*_#`]{0,40}(?:(?:so|therefore|thus|hence),?[ ]{1,3})?(?:(?:my|the)[ ]{1,3})?"
    r"(?:(?:final|chosen|selected)[ ]{1,3})?"
    r"(?:move|answer|choice|vote|decision|action)(?:[ ]{1,3}is)?[ \t*_`]{0,40}:(.*)",
    re.IGNORECASE | re.DOTALL,
)
ANSWER_TAG = re.compile(r"<(?:final_)?(?:answer|move|choice|vote|decision|action)>", re.IGNORECASE)
ANSWER_TAG_END = re.compile(r"</(?:final_)?(?:answer|move|choice|vote|decision|action)>", re.IGNORECASE)
BRACED = re.compile(r"(?:\{([^{}\[\]]{1,200})\}|\[([^{}\[\]]{1,200})\])[ .*_`$]{0,20}")
BOXED = re.compile(r"\\boxed\{(?:\\text\{([^{}]{1,200})\}|([^{}\\]{1,200}))\}[ .*_`$\])\\]{0,20}")
QUESTION = re.compile(r"[^.!?;:]{1,200}\?{1,3}")


@dataclass(frozen=True)
class Marked:
    """What is said to be the answer.

    ``last`` where nothing is stated after it, and the words before it make it the writer's.
    """

    said: str
    last: bool
    start: int


def marked(said: str, labels: Sequence[str]) -> list[Marked]:
    """The marked lines of a reply in their order, each with what it says the answer is."""
    text = ANSWER_TAG_END.sub("\n", ANSWER_TAG.sub("\nANSWER: ", said))
    lines = [(start, line) for start, line in _lines(text) if not is_mark(line)]
    stated = [n for n, (_, line) in enumerate(lines) if not _courteous(line, labels)]
    last = stated[-1] if stated else -1
    found = []
    for n, (start, line) in enumerate(lines):
        match = MARKED.fullmatch(plainly(line[:MOST_HEARD]))
        content = match[1].strip() if match else ""
        if match and not content.strip("*_`"):
            # A heading: the answer is the next line, when nothing follows that one.
            content, n = _next_line(lines, n)
        if boxed := BOXED.fullmatch(content.lstrip("*_`$ ")):
            content = boxed[1] or boxed[2]
        if match and content.strip("*_`"):
            found.append(Marked(content, n == last, start))
    if found and found[-1].last:
        own = introduced(text, found[-1].start, _named(found[-1].said, labels))
        found[-1] = replace(found[-1], last=own)
    return found


def _next_line(lines: Sequence[tuple[int, str]], n: int) -> tuple[str, int]:
    """The last line, where it follows line ``n`` and is neither marked nor a quote nor an entry of a list."""
    line = lines[-1][1].strip() if n + 2 == len(lines) else ""
    other = line.startswith((">", "-", "•")) or MARKED.fullmatch(plainly(line[:MOST_HEARD]))
    return ("", n) if other else (line, n + 1)


def ending(said: str, labels: Sequence[str]) -> str | None:
    """The label that is all of a reply, or stands in braces at the end of it; None where there is none."""
    bare = said.strip()
    if not bare.startswith((">", "-")) and "\n" not in bare and resolve(bare, labels) is not None:
        return resolve(bare, labels)
    lines = [(start, line) for start, line in _lines(said) if not is_mark(line) or _braced(line)]
    if not lines:
        return None
    start, line = lines[-1]
    found = _braced(line)
    named = _named(found[1] or found[2], labels) if found else []
    return named[0] if found and named and introduced(said, start + found.start(), named) else None


def _named(said: str, labels: Sequence[str]) -> list[str]:
    """The label that is named, where one is."""
    label = resolve(said.strip(), labels)
    return [] if label is None else [label]


def _braced(line: str) -> re.Match[str] | None:
    """Braces, brackets or a box at the end of a line."""
    at = line.rfind("\\boxed{")
    if at >= 0:
        return BOXED.fullmatch(line, at)
    at = max(line.rfind("{"), line.rfind("["))
    return BRACED.fullmatch(line, at) if at >= 0 else None


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines of a text, each with its place."""
    at, lines = 0, []
    for line in text.split("\n"):
        lines.append((at, line))
        at += len(line) + 1
    return lines


def _courteous(line: str, labels: Sequence[str]) -> bool:
    """Whether a line states nothing: a question to others that names no option, or a courtesy."""
    if len(line) > MOST_HEARD:
        return False
    bare = plainly(line).strip(" \t\r*_`")
    words = WORDS.findall(bare.casefold())
    if " ".join(words) in COURTESIES:
        return True
    return bool(QUESTION.fullmatch(bare)) and not DOUBTS & set(words) and not mentions(bare, labels)
