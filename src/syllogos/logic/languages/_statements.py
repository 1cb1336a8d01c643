"""Texts of finite problems as statements: sections, bullets, comments, and lines that go on in the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from syllogos.logic.languages._expression_tokens import read_number, unescaped
from syllogos.logic.reading import Repair, SyntaxComplaint, Unreadable

SECTIONS: Mapping[str, str] = {
    "declaration": "declaration", "declare": "declaration", "sort": "declaration", "function": "declaration",
    "domain": "domain", "variable": "variable", "constraint": "constraint", "condition": "constraint",
    "rule": "constraint", "option": "option", "query": "option", "querie": "option", "question": "option",
    "choice": "option", "answer choice": "option",
    "声明": "declaration", "域": "domain", "变量": "variable", "约束": "constraint", "约束条件": "constraint",
    "选项": "option", "查询": "option",
}  # fmt: skip
"""Words of headings -> the section that they begin."""
HEADING = re.compile(
    rf"[#*=\s]*+(?:\d+[.)]\s*)?(?P<word>{'|'.join(sorted(SECTIONS, key=len, reverse=True))})s?"
    r"\s*+\**\s*+(?P<colon>[:：])?[*=]*[ \t]*+",
    re.IGNORECASE,
)
SKIPPED = re.compile(
    r"\s*(?:```.*|~~~.*|#.*|//.*|:::.*|-{3,}|(?:question|问题)\b(?!.*\bis_).*)?$", re.IGNORECASE
)
BULLET = re.compile(r"\s*(?:[-*•–]\s+|\d+[.)]\s+)")
LABEL = re.compile(r"\s*(?:[-*•]\s+)?(?:option\s+)?\(?([A-Z])[).:、．：]\s*(?=\S)", re.IGNORECASE)
STRINGS_AND_COMMENTS = re.compile(
    r"""("(?:[^"\\]|\\[\s\S])*+(?:"|\\?\Z)|“[^”]*+(?:”|\Z)|(?<!\w)'[^'\n]*')|(?::::|\#)[^\n]*"""
)
LONGEST_LINE, WIDEST_GAP = 50_000, 200
"""Characters of a statement, and blanks in a row within it, that are read."""
LONGEST_STATEMENT = 60
"""Lines that one statement goes on for."""


@dataclass(frozen=True)
class ProgramStatement:
    """One statement with the place where it starts; its text may go over several lines."""

    number: int
    column: int
    section: str
    text: str

    def check(self) -> None:
        """Refuse what would take long to look through.

        Raises:
            Unreadable: the statement is too long, or has too many blanks in a row.
        """
        if len(self.text) > LONGEST_LINE:
            found = f"a statement of {len(self.text)} characters"
            raise Unreadable(self.column, found, f"at most {LONGEST_LINE}")
        if gap := re.search(rf"\s{{{WIDEST_GAP}}}", self.text):
            column = self.column + gap.start()
            raise Unreadable(column, "too many blanks in a row", f"fewer than {WIDEST_GAP}")

    def place(self, column: int) -> tuple[int, int]:
        """The line and the column of a character, which was counted as if the text were one line."""
        before = self.text[: max(column - self.column, 0)]
        if "\n" not in before:
            return self.number, column
        return self.number + before.count("\n"), len(before) - before.rfind("\n")

    def complaint(self, problem: Unreadable) -> SyntaxComplaint:
        """What cannot be read, at its place."""
        line, column = self.place(problem.column)
        return SyntaxComplaint(line, column, problem.found, problem.expected)

    def placed(self, repair: Repair) -> Repair:
        """A repair at its place."""
        return Repair(*self.place(repair.column), repair.what, repair.became)

    @property
    def bare(self) -> str:
        """The text without comments."""
        return STRINGS_AND_COMMENTS.sub(lambda match: match[1] or "", self.text)


def statements(text: str, *, inline: bool) -> Iterator[ProgramStatement]:
    """The statements of a text; ``inline``: a heading with a colon may be followed by one."""
    section, lines, at = "", text.split("\n"), 0
    while at < len(lines):
        line, number, column = lines[at].rstrip("\r"), at + 1, 1
        at += 1
        if (heading := HEADING.match(line)) and _is_heading(heading, line, inline):
            section = SECTIONS[heading["word"].casefold()]
            line, column = line[heading.end() :], heading.end() + 1
        if SKIPPED.fullmatch(line):
            continue
        if (bullet := BULLET.match(line)) and section != "domain":
            line, column = line[bullet.end() :], column + bullet.end()
        more = _lines_more(line, lines[at : at + LONGEST_STATEMENT])
        whole = "\n".join([line, *(one.rstrip("\r") for one in lines[at : at + more])])
        at += more
        yield ProgramStatement(number, column, section, whole)


def _is_heading(heading: re.Match[str], line: str, inline: bool) -> bool:
    rest = line[heading.end() :]
    if not rest.strip() or re.fullmatch(r"\s*#.*", rest):
        return True
    return inline and heading["colon"] is not None


def _lines_more(line: str, following: list[str]) -> int:
    """How many lines a statement with open brackets goes on; 0 where they are never closed."""
    open_ = _open(line)
    for count, one in enumerate(following, 1):
        if open_ <= 0:
            return count - 1
        if HEADING.fullmatch(one) or re.match(r"\s*(?:\(?[A-Z][).:]\s+)?is_\w+\s*\(", one):
            return 0
        open_ += _open(one)
    return len(following) if open_ <= 0 else 0


def _open(line: str) -> int:
    """How many more brackets a line opens than it closes."""
    bare = re.sub(r'"(?:[^"\\]|\\[\s\S])*+(?:"|\\?\Z)|(?::::|#).*', "", line)
    return sum(bare.count(sign) for sign in "([{（") - sum(bare.count(sign) for sign in ")]}）")


def listed(text: str) -> list[tuple[str, bool]]:
    """The items between commas, each with whether it is quoted; spans (``1, ..., 5``, ``1..5``) in full."""
    items: list[tuple[str, bool]] = []
    gap = False
    ended = 0
    for found in ITEM.finditer(text):
        if found.start() > ended:
            return [*items, ("", False)]  # what stands between is no item
        ended = found.end()
        quoted = next((part for part in found.groups()[:-1] if part is not None), None)
        item = (unescaped(quoted), True) if quoted is not None else ((found[5] or "").strip(), False)
        if not item[0] and found.end() >= len(text):
            continue  # behind the last comma
        if span := SPAN.fullmatch(item[0]):
            items += [
                (str(n), False) for n in range(int(span[1]), min(int(span[2]), int(span[1]) + WIDEST) + 1)
            ]
        elif item[0] in ("...", "…", ".."):
            gap = True
        elif gap and items and _whole(items[-1][0]) is not None and _whole(item[0]) is not None:
            first, last = int(items[-1][0]) + 1, int(item[0])
            items += [(str(n), False) for n in range(first, min(last, first + WIDEST) + 1)]
            gap = False
        else:
            items.append(item)
    return [*items, ("", False)] if gap else items


ITEM = re.compile(
    r"""\s{0,50}+(?:"((?:[^"\\]|\\.){0,100})"|'([^']{0,100})'|“([^”]{0,100})”|‘([^’]{0,100})’|([^,，、"]{0,100}+))"""
    r"""\s{0,50}+(?:[,，、]|$)"""
)
SPAN = re.compile(r"(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})")
RANGE = re.compile(r"range\(\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\)", re.IGNORECASE)
WIDEST = 10_000
"""Numbers that are written out of a span."""


def _whole(item: str) -> int | None:
    number = signed_number(item)
    return number if isinstance(number, int) else None


def signed_number(item: str) -> int | Fraction | None:
    """The number that an item is, or None."""
    number = read_number(item.lstrip("-−").strip())
    return -number if number is not None and item[:1] in ("-", "−") else number


def items_of(text: str) -> list[tuple[str, bool]] | None:
    """The items of a list in any brackets or of a ``range``; None where it is neither."""
    text = text.strip()
    if span := RANGE.fullmatch(text):
        first, last = int(span[1]), int(span[2])
        return [(str(n), False) for n in range(first, min(last, first + WIDEST))]
    if len(text) > 1 and text[0] + text[-1] in ("[]", "()", "{}", "［］", "（）"):
        return listed(text[1:-1])
    return listed(text) if SPAN.fullmatch(text) else None


def top_level(text: str) -> list[str]:
    """The parts of a text between commas that stand in no bracket, without empty ones."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate([*text, ","]):
        depth += (sign in "([{") - (sign in ")]}")
        if sign in ",，" and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in (*parts, text[start:].strip()) if part]
