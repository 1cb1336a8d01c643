"""The words and signs of expressions over finite domains, and what names mean there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from syllogos.logic.constraints import Value
from syllogos.logic.reading import Unreadable

PIECE = re.compile(
    r"""(?P<space>\s+)|(?P<comment>:::.*|\#.*)
    |(?P<sign><={1,8}>|<-{1,8}>|[-=]{1,8}>|>>>|==|!=|<>|<=|>=|=<|\*\*|&&|\|\||[-+*/%<>=!¬~&|()\[\]{},:.;]
        |[↔⇔≡→⇒≤≥≠∧∨∈∉−×（）［］｛｝，、：；＝＜＞])
    |"(?P<quoted>(?:[^"\\]|\\.){0,300})"|“(?P<curled>[^”\n]{0,300})”|‘(?P<single>[^’\n]{0,300})’|'(?P<plain>[^'\n]{0,300})'
    |(?P<word>\w+(?:\.\d+|:\d+)?(?:['’.]\w+)*(?:['’](?![\w'’]))?)""",
    re.VERBOSE,
)
SAME = {
    "≤": "<=", "=<": "<=", "≥": ">=", "≠": "!=", "<>": "!=", "=": "==", "＝": "==", "＜": "<", "＞": ">",
    "mod": "%", "−": "-", "×": "*", "∈": "in", "（": "(", "）": ")", "［": "[", "］": "]", "｛": "{",
    "｝": "}", "，": ",", "、": ",", "：": ":", "；": ";", "&&": "and", "&": "and", "∧": "and",
    "||": "or", "|": "or", "∨": "or", "!": "not", "¬": "not", "~": "not", "→": "->", "⇒": "->",
    ">>>": "->", "↔": "<->", "⇔": "<->", "≡": "<->",
}  # fmt: skip
ARROW = re.compile(r"(<?)[-=]{1,8}>")
"""An implication, or with its first sign an equivalence; a shorter ``<=`` is a comparison."""
KEYWORDS = frozenset(("and", "or", "not", "in", "mod"))


class ExpressionToken(NamedTuple):
    """A word or a sign with its column, from 1; ``quoted`` when it is a name to the letter."""

    text: str
    column: int
    quoted: bool = False

    @property
    def ends_operand(self) -> bool:
        """Whether an operator may follow it."""
        return (
            self.quoted or self.text in (")", "]") or bool(re.match(r"(?!(?:and|or|not|in)$)\w", self.text))
        )


Kind = str | int | tuple["Kind", ...]
"""``truth``, ``number``, the number of a family of sorts whose things are meant, or those of a row."""


@dataclass(frozen=True)
class NamesInScope:
    """What names mean.

    Attributes:
        sorts: the things of each sort.
        families: the named things -> the number of their family of sorts.
        functions: the sorts of the arguments of each function, and the kind of its values.
        numbers: words for numbers.
    """

    sorts: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    families: Mapping[str, int] = field(default_factory=dict)
    functions: Mapping[str, tuple[tuple[str, ...], Kind]] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)

    def kind_of(self, sort: str) -> str | int:
        """The kind of the things of a sort."""
        named = next((thing for thing in self.sorts[sort] if isinstance(thing, str)), None)
        return "number" if named is None else self.families[named]


def tokens(text: str, column: int = 1) -> list[ExpressionToken]:
    """The tokens of a line whose first character stands at ``column``.

    Raises:
        Unreadable: a character of no token.
    """
    found: list[ExpressionToken] = []
    at = 0
    for match in PIECE.finditer(text):
        if match.start() != at:
            break
        at = match.end()
        kind, said = match.lastgroup or "", match[match.lastgroup or 0]
        if kind in ("quoted", "curled", "single", "plain"):
            found.append(
                ExpressionToken(unescaped(said) if kind == "quoted" else said, column + match.start(), True)
            )
        elif kind not in ("space", "comment"):
            after = text[at:].lstrip()[:1]
            found += (ExpressionToken(one, column + match.start()) for one in _meant(said, found[-1:], after))
    if at < len(text):
        raise Unreadable(column + at, repr(text[at]), "a name, a number or an operator")
    return found


def _meant(said: str, before: list[ExpressionToken], after: str) -> tuple[str, ...]:
    """The word or sign that is meant by one as it is written."""
    if said == "∉":
        return "not", "in"
    said = SAME.get(said, said)
    if arrow := ARROW.fullmatch(said):
        return ("<->" if arrow[1] else "->",)
    # And, Or between two conditions and Not before one are operators; And(...) is a function.
    between = bool(before) and before[0].ends_operand
    if said.casefold() in KEYWORDS and (between or (said.casefold() == "not" and after != "(")):
        said = said.casefold()
    return (SAME.get(said, said),)


def unescaped(text: str) -> str:
    """A text without the backslashes of its quotes."""
    return re.sub(r"\\(.)", lambda e: "\n" if e[1] == "n" else e[1], text)


def read_number(word: str) -> int | Fraction | None:
    """The number that a word is, or None."""
    if re.fullmatch(r"[0-9]{1,9}", word):
        return int(word)
    return Fraction(word) if re.fullmatch(r"[0-9]{1,9}\.[0-9]{1,9}", word) else None
