"""Text to tagged tokens, lines and sentences.  Every pass is linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from syllogos.logic.claims import THEM
from syllogos.translate.claims_rules.lexicon import Lexicon, Word

# Alternatives start with different characters and none nests a repetition: no backtracking.
TOKEN = re.compile(
    r"(?P<num>[$€£]?\.?[0-9]{1,20}(?:\.[0-9]{1,20})?(?:/[0-9]{1,20}(?![0-9]))?)"
    r"|(?P<word>[^\W\d_]+(?:['’-][^\W\d_]+)*)"
    r"|(?P<line>\n)"
    r"|(?P<space>[^\S\n]+|\\[()\[\]])"
    r"|(?P<mark>.)",
    re.DOTALL,
)
UNITS = frozenset({"$", "€", "£", "dollar", "dollars", "point", "points", "unit", "units", "euro", "euros"})
EMPHASIS = frozenset('*_`\\{}"“”‘«»$€£')
ENDS = frozenset(".!?;")
SHORT_LINE = 12
"""Lines of fewer tokens are not taken for wrapped text."""
MAX_SENTENCE = 160
"""Longest sentence, in tokens, that is read; longer ones are cut."""


@dataclass(frozen=True)
class Token:
    """One word, number, phrase or mark; ``value`` is its amount, player or action."""

    tag: str
    word: str
    start: int
    end: int
    name: str = ""
    amount: Fraction | None = None


@dataclass(frozen=True)
class Line:
    """A line (with its wrapped continuation): how deep it is and its sentences."""

    level: int
    bullet: bool
    blank_before: bool
    sentences: tuple[tuple[Token, ...], ...]

    @property
    def heads(self) -> bool:
        """Whether the line ends with a colon and so introduces what follows."""
        return bool(self.sentences) and self.sentences[-1][-1].tag == ":"


def lines(text: str, words: Lexicon) -> Iterator[Line]:
    """The lines of a text, tagged; empty ones are left out."""
    blank = True
    for raw in _rows(text):
        level, bullet, rest = _margin(raw)
        tagged = tuple(_sentences(_phrases(rest, words)))
        if tagged:
            yield Line(level, bullet, blank, tagged)
        blank = not tagged


def _raw(text: str) -> Iterator[Token]:
    for match in TOKEN.finditer(text):
        kind, word = match.lastgroup or "", match.group()
        if kind == "num":
            yield Token("num", word, match.start(), match.end())
        elif kind == "word":
            yield Token("word", word.replace("’", "'"), match.start(), match.end())
        else:
            yield Token(kind, word, match.start(), match.end())


def _rows(text: str) -> Iterator[list[Token]]:
    """Tokens by line; a line that goes on in the next one is joined to it."""
    held: list[Token] = []
    row: list[Token] = []
    for token in chain(_raw(text), [Token("line", "", len(text), len(text))]):
        if token.tag != "line":
            row.append(token)
        elif held and _goes_on(held, row):
            held, row = held + row, []
        else:
            yield held
            held, row = row, []
    yield held


def _goes_on(held: list[Token], row: list[Token]) -> bool:
    """Whether ``row`` continues a sentence that was wrapped at the end of ``held``."""
    before = [t for t in held if t.tag != "space"]
    after = [t for t in row if t.tag != "space"]
    if not before or not after or after[0].tag not in ("word", "num") or len(held) < SHORT_LINE:
        return False
    table = any(t.word == "|" for t in (before[0], *after[:2]))
    if table or before[-1].word in ".!?;:|>" or len(held) > MAX_SENTENCE * 4:
        return False
    if after[0].tag == "num":
        return before[-1].tag == "word" and len(after) > 1 and after[1].word not in ".):"
    wraps = len(held) > 2 * SHORT_LINE and before[-1].tag == "word"
    return before[-1].word == "," or after[0].word[0].islower() or wraps


def _margin(row: list[Token]) -> tuple[int, bool, list[Token]]:
    """How deep a line is (indent, then whether it is a list item), and what is left of it."""
    at = 0
    indent = 0
    if row and row[0].tag == "space":
        indent = len(row[0].word.replace("\t", "    "))
        at = 1
    first = row[at].word if at < len(row) else ""
    then = row[at + 1].word if at + 1 < len(row) else ""
    if first in ("-", "*", "•", "+", "–", "·") and then[:1].isspace():
        return 2 * indent + 1, True, row[at + 1 :]
    if row[at:] and row[at].tag == "num" and then in (".", ")"):
        return 2 * indent + 1, True, row[at + 2 :]
    if first == "#":
        while at < len(row) and row[at].word == "#":
            at += 1
        return -1, False, row[at:]
    return 2 * indent, False, row[at:]


def _phrases(row: list[Token], words: Lexicon) -> list[Token]:
    """Tokens with phrases joined and tagged; spaces and emphasis are dropped."""
    kept = [t for t in row if t.tag != "space" and (t.tag != "mark" or t.word not in EMPHASIS or _money(t))]
    out: list[Token] = []
    at = 0
    while at < len(kept):
        token = kept[at]
        if token.tag == "num":
            at += _number(kept, at, out)
        elif token.tag == "word" and token.word in words.letters and _label(kept, at):
            out.append(Token("ACT", token.word, token.start, token.end, token.word))
            at += 1
        elif token.tag == "word":
            at += _phrase(kept, at, words, out)
        elif token.word in ("$", "€", "£"):
            at += 1
        else:
            out.append(Token(token.word, token.word, token.start, token.end))
            at += 1
    return [_other(out, k) for k in range(len(out))]


def _other(row: list[Token], k: int) -> Token:
    """``other picks`` names the other player, ``other outcomes`` does not."""
    token = row[k]
    after = row[k + 1].tag if k + 1 < len(row) else ""
    if token.word != "other" or token.tag != "W" or after not in ("CHOOSE", "GET", "DO", "CAN", ":", "ALSO"):
        return token
    return Token("THEM", token.word, token.start, token.end, THEM)


def _money(token: Token) -> bool:
    return token.word in ("$", "€", "£")


def _label(kept: list[Token], at: int) -> bool:
    """A capital letter that is a label, not the pronoun ``I`` or the article ``A``."""
    if kept[at].word not in ("I", "A"):
        return True
    after = kept[at + 1] if at + 1 < len(kept) else None
    return after is None or after.tag != "word"


def _number(kept: list[Token], at: int, out: list[Token]) -> int:
    token = kept[at]
    digits = token.word.strip("$€£")
    money = digits != token.word
    minus = bool(out) and out[-1].tag == "-" and out[-1].end == token.start and _opens(out)
    try:
        amount = Fraction(digits if not digits.startswith(".") else "0" + digits)
    except ZeroDivisionError:
        out.append(Token("W", token.word, token.start, token.end))
        return 1
    end, used = token.end, 1
    after = kept[at + 1] if at + 1 < len(kept) else None
    if after is not None and after.word.lower() in UNITS and after.start - end <= 1:
        end, used, money = after.end, 2, True
    elif after is not None and after.word == "%":
        out.append(Token("PERCENT", token.word, token.start, after.end, amount=amount / 100))
        return 2
    if minus:
        out.pop()
    out.append(Token("AMT", "$" if money else "", token.start, end, amount=-amount if minus else amount))
    return used


def _opens(out: list[Token]) -> bool:
    return len(out) < 2 or out[-2].end < out[-1].start or out[-2].tag == "("


def _phrase(kept: list[Token], at: int, words: Lexicon, out: list[Token]) -> int:
    first = kept[at].word.lower()
    for phrase, word in words.phrases.get(first, ()):
        if len(phrase) == 1 or _matches(kept, at, phrase):
            last = kept[at + len(phrase) - 1]
            out.append(_token(word, " ".join(phrase), kept[at].start, last.end))
            return len(phrase)
    out.append(Token("W", first, kept[at].start, kept[at].end))
    return 1


def _matches(kept: list[Token], at: int, phrase: tuple[str, ...]) -> bool:
    return len(kept) >= at + len(phrase) and all(
        kept[at + k].word.lower() == part for k, part in enumerate(phrase)
    )


def _token(word: Word, text: str, start: int, end: int) -> Token:
    if word.tag == "ZERO":
        return Token("AMT", "nothing", start, end, amount=Fraction(0))
    return Token(word.tag, text, start, end, word.value)


def _sentences(row: list[Token]) -> Iterator[tuple[Token, ...]]:
    sentence: list[Token] = []
    for token in row:
        abbreviation = (
            token.tag == "." and bool(sentence) and sentence[-1].word in ("vs", "versus", "e", "g", "i")
        )
        if (token.tag in ENDS and not abbreviation) or len(sentence) >= MAX_SENTENCE:
            if sentence:
                yield tuple(sentence)
            sentence = []
        elif not abbreviation and token.tag != "SKIP":
            sentence.append(token)
    if sentence:
        yield tuple(sentence)
