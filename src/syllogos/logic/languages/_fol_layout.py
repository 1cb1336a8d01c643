"""Where the formulas of a ``.fol`` text stand: headings, fences, bullets, numbers, and what wraps a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from syllogos.logic.languages._precedence import UnreadableError

Span = tuple[int, int]
"""Where a part of a text starts and ends."""
FENCE = re.compile(r"^[ \t]*```[^\n]*\n(.*?)(?:^[ \t]*```|\Z)", re.MULTILINE | re.DOTALL)
PARTS = {
    "premises": (
        *("premise", "premises", "axiom", "axioms", "assumption", "assumptions", "hypothesis", "hypotheses"),
        *("fact", "facts", "rule", "rules", "given", "前提"),
    ),
    "conclusions": (
        *("conclusion", "conclusions", "goal", "conjecture", "query", "theorem", "to prove", "prove", "show"),
        "结论",
    ),
    "": ("predicate", "predicates", "constants", "variables", "functions", "symbols"),
}
"""The parts of a text and the headings that begin them; what declares names is not read."""
HEADINGS = frozenset(word for words in PARTS.values() for word in words)
_HEAD = "|".join(sorted(HEADINGS, key=lambda word: (-len(word), word)))
HEADING = re.compile(
    rf"[ \t#*_]*(?P<word>{_HEAD})(?:[ \t]*\d{{1,3}}(?=[ \t*_]*[:：]))?[ \t*_]*(?:[:：][ \t*_]*|(?=\n|\Z))",
    re.IGNORECASE,
)
DECLARED = re.compile(r'[ \t]*(?:[-*•][ \t]+)?"?([^\W\d]\w*)"?[ \t]*\(')
PIECES = re.compile(
    r""""(?:[^"\\\n]|\\["\\])*"|\w[\w'’]*|'[^'\n]+'|\\.|(?P<comment>:::|(?<!\S)(?://|\#|%))|(?P<cut>;)""",
    re.VERBOSE,
)
MARK = re.compile(
    r"(?:\d{1,3}[.)]|\(\d{1,3}\)|\[\d{1,3}\]|[A-Za-z]{0,10}[ _]?\d{1,3}[:.]|[A-Z]:|[*–—‣▪●◦])[ \t]+|•[ \t]*"
)
"""Numbers, labels and bullets before a formula."""
SIGN = r"(?:[→∧∨⊕↔⇒⇔&|]|[-=]>)"
UNFINISHED = re.compile(rf"(?:{SIGN}|\()[ \t\r]*\Z")
CONTINUING = re.compile(rf"[ \t]*{SIGN}")
FORMULA = re.compile(r"[∀∃→∧∨⊕↔⇒⇔¬]|\\(?:forall|exists)|[-=]>")
"""Signs by which a formula is known that stands where none is read."""
RULED_LINE = re.compile(r"[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t\r]*")
DASH = re.compile(r"[ \t]*(-[ \t]+)")
THEREFORE = re.compile(
    r"(?:[∴⊢⊨]|\|[-=](?![>|])|\\(?:therefore|vdash|models)(?![A-Za-z])"
    r"|(?:therefore|hence|thus),?(?=[ \t]))[ \t]*",
    re.IGNORECASE,
)
WRAPPERS = (("$$", "$$"), ("$", "$"), ("`", "`"), ("\\(", "\\)"), ("\\[", "\\]"), ("**", "**"))


@dataclass(frozen=True)
class Layout:
    """Where the premises and the conclusions stand, and the names that are declared."""

    premises: tuple[Span, ...]
    conclusions: tuple[Span, ...]
    declared: frozenset[str]


def laid_out(text: str) -> Layout:
    """The parts of a text.

    Raises:
        UnreadableError: a dash before a line that may be a bullet or ``not``.
    """
    at, end = _fenced(text)
    spans: dict[str, list[Span]] = {"premises": [], "conclusions": []}
    declared, current = set(), None
    for line in text[at:end].split("\n"):
        start, stop = at, at + len(line)
        at = stop + 1
        if heading := HEADING.match(text, start, stop):
            word = heading["word"].lower()
            current = next(part for part, words in PARTS.items() if word in words)
            start = heading.end()
        if RULED_LINE.fullmatch(text, start, stop):
            continue
        if current:
            _add(text, spans[current], _statements(text, start, stop))
        elif current is None and FORMULA.search(text, start, stop):
            raise UnreadableError("a formula stands before the first heading (Premises:, Conclusion:)", start)
        elif name := DECLARED.match(text, start, stop):
            declared.add(name[1])
    premises, conclusions = _without_dashes(text, spans["premises"], spans["conclusions"])
    return Layout(tuple(premises), tuple(conclusions), frozenset(declared))


def _fenced(text: str) -> Span:
    """The inside of the first fence with a heading, or all of the text."""
    for fence in FENCE.finditer(text):
        lines = fence[1].split("\n")
        if any(HEADING.match(line) for line in lines):
            return fence.span(1)
    return 0, len(text)


def _add(text: str, spans: list[Span], more: Sequence[Span]) -> None:
    """Add the statements of a line, of which the first may go on with the last one of the line before."""
    if spans and more:
        (start, end), (other, stop) = spans[-1], more[0]
        between = text[end:other]
        open_ended = UNFINISHED.search(text[start:end]) or CONTINUING.match(text, other, stop)
        if open_ended and not between.strip() and not THEREFORE.match(text[other:stop].lstrip()):
            spans[-1] = (start, stop)
            more = more[1:]
    spans += more


def _statements(text: str, start: int, stop: int) -> list[Span]:
    """The parts of a line between semicolons, without its comment, that are not empty."""
    cuts, end = [start - 1], stop
    for piece in PIECES.finditer(text, start, stop):
        if piece["comment"]:
            end = piece.start()
            break
        if piece["cut"]:
            cuts.append(piece.start())
    spans = [(cut + 1, after) for cut, after in zip(cuts, [*cuts[1:], end], strict=True)]
    return [span for span in spans if text[slice(*span)].strip()]


def _without_dashes(
    text: str, premises: Sequence[Span], conclusions: Sequence[Span]
) -> tuple[Sequence[Span], Sequence[Span]]:
    """The spans without bullets that are dashes: those that stand before every one of several premises."""
    dashed = [span for span in premises if DASH.match(text, *span)]
    if not dashed:
        return premises, conclusions
    if len(dashed) < max(2, len(premises)):
        say = "‘- ’ may be ‘not’ or a bullet here: write ¬, or put no bullet"
        raise UnreadableError(say, DASH.match(text, *dashed[0]).start(1))  # type: ignore[union-attr]

    def bare(span: Span) -> Span:
        dash = DASH.match(text, *span)
        return (dash.end(), span[1]) if dash else span

    return [bare(span) for span in premises], [bare(span) for span in conclusions]


def narrowed(text: str, start: int, end: int) -> tuple[Span, list[str]]:
    """A formula's place without the marks before it and what wraps it, and those marks."""
    marks = []
    while True:
        start += len(text[start:end]) - len(text[start:end].lstrip())
        end = start + len(text[start:end].rstrip())
        if mark := MARK.match(text, start, end):
            marks.append(mark.group().strip())
            start = mark.end()
        elif pair := next((p for p in WRAPPERS if _wraps(text[start:end], *p)), None):
            start, end = start + len(pair[0]), end - len(pair[1])
        else:
            return (start, end), marks


def _wraps(part: str, before: str, behind: str) -> bool:
    return len(part) > len(before + behind) and part.startswith(before) and part.endswith(behind)


def concluded(text: str, span: Span) -> Span:
    """A conclusion's place without the sign that says that it is one."""
    (start, end), _ = narrowed(text, *span)
    sign = THEREFORE.match(text, start, end)
    return (sign.end(), end) if sign else span
