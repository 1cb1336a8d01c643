"""What can be said of an answer-set program before clingo reads it: an allow-list of tokens.

Rules, choices, aggregates, optimization and constants are allowed.  What runs code (``#script``, ``@f``),
opens files (``#include``), is meant for programs around clingo (``#external``, ``#program``, ``#theory``,
``&atoms``) or is unknown is refused; so are powers, which clingo computes in 32 bits without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from syllogos.engines.guard.precheck import CONTROL, MAX_TEXT, ProblemKind, ProgramProblem, position

__all__ = ["ALLOWED", "MAX_NESTING", "precheck"]

MAX_NESTING = 100
"""Deepest nesting of brackets, and longest run of signs before a term."""
ALLOWED = frozenset(
    (
        *("#true", "#false", "#inf", "#infimum", "#sup", "#supremum"),
        *("#count", "#sum", "#sum+", "#min", "#max", "#minimize", "#minimise", "#maximize", "#maximise"),
        *("#show", "#const"),
    )
)
"""Words with ``#`` that only say something of models."""
ASP_TOKEN = re.compile(
    r"""(?P<skip>\s+|%(?!\*)[^\n]*)|(?P<comment>%\*)
    |(?P<string>"(?:[^"\\\n]|\\["\\n]){0,500}")|(?P<hash>\#[A-Za-z_]+\+?|\#)
    |(?P<name>[_']*[A-Za-z][A-Za-z0-9_']*|_)|(?P<number>(?:0|[1-9][0-9]{0,8})(?![0-9A-Za-z_]))
    |(?P<open>[(\[{])|(?P<close>[)\]}])
    |(?P<sign>:-|:~|\.\.|\.|,|;|:|\||<=|>=|!=|==|<|>|=|\*(?!\*)|[-+/\\])
    """,
    re.VERBOSE | re.ASCII,
)
LONE_RETURN = re.compile(r"\r(?!\n)")
"""What ends a line comment for some readers and for others does not."""
PAIRS = {"(": ")", "[": "]", "{": "}"}


def precheck(text: str) -> tuple[ProgramProblem, ...]:
    """The first thing that is wrong with a program, by its place; nothing where clingo may read it.

    Comments and strings may hold any printed character.
    """
    if len(text) > MAX_TEXT:
        return (_problem(text, 0, f"{len(text)} characters are too many (at most {MAX_TEXT})", "limit"),)
    if hidden := CONTROL.search(text) or LONE_RETURN.search(text):
        say = f"the control character U+{ord(hidden.group()):04X} is not allowed"
        return (_problem(text, hidden.start(), say, "refused"),)
    return next(((found,) for found in _problems(text)), ())


def _problems(text: str) -> Iterator[ProgramProblem]:
    opened: list[str] = []
    at, signs = 0, 0
    while at < len(text):
        match = ASP_TOKEN.match(text, at)
        kind = match.lastgroup if match else None
        if match is None or (kind == "hash" and match.group() not in ALLOWED):
            yield _problem(text, at, _refusal(text, at), "refused")
            return
        word, at = match.group(), match.end()
        if kind == "comment":
            at = _comment_end(text, match.start())
            if at < 0:
                yield _problem(text, match.start(), "a comment is never closed, or holds another", "syntax")
                return
        elif kind == "open":
            opened.append(PAIRS[word])
        elif kind == "close" and (not opened or opened.pop() != word):
            yield _problem(text, match.start(), f"‘{word}’ closes nothing", "syntax")
        signs = signs + 1 if word == "-" else signs if kind == "skip" else 0
        if max(len(opened), signs) > MAX_NESTING:
            yield _problem(text, match.start(), f"nested deeper than {MAX_NESTING}", "limit")
    if opened:
        yield _problem(text, len(text), f"‘{opened[-1]}’ is missing", "syntax")


def _refusal(text: str, at: int) -> str:
    """What stands at a place where no allowed token does."""
    strange = re.match(r"[#@&]?\w*", text[at : at + 40])
    word = (strange.group() if strange else "") or text[at]
    if word == '"':
        return "a quotation mark is never closed, or escapes what is no escape"
    return f"‘{word}’ is no part of the programs that are run"


def _comment_end(text: str, start: int) -> int:
    """Where a comment between ``%*`` and ``*%`` ends; -1 for nowhere, and for one within another."""
    end = text.find("*%", start + 2)
    return -1 if end < 0 or "%*" in text[start + 2 : end] else end + 2


def _problem(text: str, at: int, say: str, kind: ProblemKind) -> ProgramProblem:
    line, column = position(text, at)
    return ProgramProblem(kind, say, "program", line, column)
