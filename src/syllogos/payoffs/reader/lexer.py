"""Text to tagged tokens, lines and sentences.  Every pass is linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from syllogos.payoffs.claims import THEM
from syllogos.payoffs.reader.lexicon import Lexicon, Word
from syllogos.payoffs.reader.numerals import NUMERALS, UNITS, is_numeral

# Alternatives start with different characters and none nests a repetition: no backtracking.
TOKEN = re.compile(
    r"(?P<num>[$€£]?\.?[0-9]++(?:[./]++[0-9]++)*+)"
    r"|(?P<word>[^\W\d_]+(?:['’-][^\W\d_]+)*)"
    r"|(?P<line>\n)"
    r"|(?P<space>[^\S\n]+|\\[()\[\]])"
    r"|(?P<mark>->|=>|.)",
    re.DOTALL,
)
NUMBER = re.compile(r"(?:[0-9]{0,20}\.)?[0-9]{1,20}(?:/[0-9]{1,20})?")
"""A number is read whole or not at all: of ``1.2.3`` nothing is an amount."""
EMPHASIS = frozenset('*_`\\{}"“”‘«»$€£')
MONEY = frozenset("$€£")
ARROWS = frozenset({"->", "=>", "→", "⇒"})
AFTER_HER = frozenset({".", ",", ";", ":", "!", "?", ")", "WHILE", "BUT", "IF", "AMT", "|"})
AFTER_OTHER = frozenset({"CHOOSE", "GET", "DO", "CAN", ":", "ALSO"})
ENDS = frozenset(".!?;")
SHORT_LINE = 7
"""Lines of fewer tokens are not taken for wrapped text."""
MAX_SENTENCE = 400
"""Longest sentence, in tokens, that is read."""


class Token(NamedTuple):
    """One word, number, phrase or mark; ``value`` is its amount, player or action.

    (A named tuple, as a long text has a million of them.)
    """

    tag: str
    word: str
    start: int
    end: int
    name: str = ""
    amount: Fraction | None = None


@dataclass(frozen=True)
class TextLine:
    """A line (with its wrapped continuation): how deep it is and its sentences."""

    level: int
    bullet: bool
    sentences: tuple[tuple[Token, ...], ...]

    @property
    def heads(self) -> bool:
        """Whether the line ends with a colon and so introduces what follows."""
        return bool(self.sentences) and self.sentences[-1][-1].tag == ":"


def lines(text: str, words: Lexicon) -> Iterator[TextLine]:
    """The lines of a text, tagged; empty ones are left out."""
    for raw in _rows(text):
        level, bullet, rest = _margin(raw)
        tagged = tuple(_sentences(tag(rest, words)))
        if tagged:
            yield TextLine(level, bullet, tagged)


def _raw(text: str) -> Iterator[Token]:
    for match in TOKEN.finditer(text):
        kind, word = match.lastgroup or "", match.group()
        yield Token(kind, word.replace("’", "'") if kind == "word" else word, match.start(), match.end())


def _rows(text: str) -> Iterator[list[Token]]:
    """Tokens by line, spaces only at its start; a line that goes on in the next one is joined to it."""
    held: list[Token] = []
    row: list[Token] = []
    for token in chain(_raw(text), [Token("line", "", len(text), len(text))]):
        if token.tag == "space" and row:
            continue
        if token.tag != "line":
            row.append(token)
        elif held and _goes_on(held, row):
            held += row[1:] if row[0].tag == "space" else row
            row = []
        else:
            yield held
            held, row = row, []
    yield held


def _goes_on(held: list[Token], row: list[Token]) -> bool:
    """Whether ``row`` continues a sentence that was wrapped at the end of ``held``."""
    after = row[1:3] if row and row[0].tag == "space" else row[:2]
    before = held[-1]
    if not after or after[0].tag not in ("word", "num") or not SHORT_LINE <= len(held) <= MAX_SENTENCE * 2:
        return False
    if before.word in (".", "!", "?", ";", ":", "|", ">") or any(t.word == "|" for t in (held[0], *after)):
        return False
    if after[0].tag == "num":
        return before.tag == "word" and len(after) > 1 and after[1].word not in ".):"
    wraps = len(held) > 2 * SHORT_LINE and before.tag == "word"
    return before.word == "," or after[0].word[0].islower() or wraps


def _margin(row: list[Token]) -> tuple[int, bool, list[Token]]:
    """How deep a line is (indent, then whether it is a list item), and what is left of it."""
    at = 0
    indent = 0
    if row and row[0].tag == "space":
        indent = len(row[0].word.replace("\t", "    "))
        at = 1
    first = row[at].word if at < len(row) else ""
    then = row[at + 1] if at + 1 < len(row) else None
    if first in ("-", "*", "•", "+", "–", "·") and then is not None and then.start > row[at].end:
        return 2 * indent + 1, True, row[at + 1 :]
    if then is not None and row[at].tag == "num" and then.word in (".", ")"):
        return 2 * indent + 1, True, row[at + 2 :]
    if first == "#":
        while at < len(row) and row[at].word == "#":
            at += 1
        return -1, False, row[at:]
    return 2 * indent, False, row[at:]


def tag(row: list[Token], words: Lexicon) -> list[Token]:
    """Tokens with phrases joined and tagged; spaces and emphasis are dropped."""
    kept = [
        t for t in row if t.tag != "space" and (t.tag != "mark" or t.word not in EMPHASIS or t.word in MONEY)
    ]
    out: list[Token] = []
    at = 0
    while at < len(kept):
        token = kept[at]
        if token.tag == "num" or (
            token.tag == "word"
            and is_numeral([t.word.lower() for t in kept[max(0, at - 1) : at + 2]], min(at, 1))
        ):
            at += _number(kept, at, out)
        elif token.tag == "word":
            at += _word(kept, at, words, out)
        else:
            if token.word not in MONEY:
                mark = "->" if token.word in ARROWS else token.word
                out.append(Token(mark, token.word, token.start, token.end))
            at += 1
    return _plain(out)


def _word(kept: list[Token], at: int, words: Lexicon, out: list[Token]) -> int:
    """Tag a word or phrase: abbreviated actions (``CD``, ``stag-hare``), or by the lexicon."""
    token = kept[at]
    if token.word in words.letters and _label(kept, at):
        out.append(Token("ACT", token.word, token.start, token.end, words.letters[token.word]))
        return 1
    profile = words.profile(token.word)
    if not profile:
        return _phrase(kept, at, words, out)
    for n, (name, start, end) in enumerate(profile):
        if n:
            out.append(Token(",", ",", token.start + start, token.start + start))
        out.append(Token("ACT", token.word[start:end], token.start + start, token.start + end, name))
    return 1


def _plain(out: list[Token]) -> list[Token]:
    """Tokens without restatements (``cooperate (choose C)``); ``for her`` names the other player."""
    plain: list[Token] = []
    at = 0
    while at < len(out):
        token = out[at]
        inside = [t.tag for t in out[at : at + 4]]
        wide = 4 if inside[1:2] in (["CHOOSE"], ["CHOOSING"], ["OPTION"]) else 3
        if _restates(plain, out[at : at + wide]):
            at += wide
            continue
        after = inside[1] if len(inside) > 1 else "."
        other = token.word == "other" and token.tag == "W" and after in AFTER_OTHER
        named = other or (token.word == "her" and after in AFTER_HER)
        plain.append(token._replace(tag="THEM", name=THEM) if named else token)
        at += 1
    return plain


def _restates(plain: list[Token], aside: list[Token]) -> bool:
    """Whether an aside only says the action before it again."""
    if not plain or plain[-1].tag not in ("ACT", "DO") or len(aside) < 3 or aside[0].tag != "(":
        return False
    return [t.tag for t in aside[-2:]] == ["ACT", ")"] and aside[-2].name == plain[-1].name


def _label(kept: list[Token], at: int) -> bool:
    """A capital letter that is a label, not the pronoun ``I`` or the article ``A``."""
    if kept[at].word not in ("I", "A"):
        return True
    after = kept[at + 1] if at + 1 < len(kept) else None
    return after is None or after.tag != "word"


def _number(kept: list[Token], at: int, out: list[Token]) -> int:
    token = kept[at]
    digits = str(NUMERALS.get(token.word.lower(), token.word)).strip("$€£")
    money = digits != token.word
    if not NUMBER.fullmatch(digits):
        out.append(Token("W", token.word, token.start, token.end))
        return 1
    minus = bool(out) and out[-1].word in ("-", "−") and out[-1].end == token.start and _opens(out)
    if "/" in digits and _of_a_profile(out):
        slash = token.start + token.word.index("/")
        first, second = digits.split("/")
        if minus:
            out.pop()
        out.append(
            Token("AMT", "", token.start, slash, amount=-Fraction(first) if minus else Fraction(first))
        )
        out.append(Token("/", "/", slash, slash + 1))
        out.append(Token("AMT", "", slash + 1, token.end, amount=Fraction(second)))
        return 1
    try:
        amount = Fraction(digits if not digits.startswith(".") else "0" + digits)
    except (ValueError, ZeroDivisionError):
        out.append(Token("W", token.word, token.start, token.end))
        return 1
    end, used = token.end, 1
    after = kept[at + 1] if at + 1 < len(kept) else None
    if after is not None and after.word.lower() in UNITS and after.start - end <= 1:
        end, used, money = after.end, 2, True
    elif after is not None and after.word in ("%", "percent"):
        out.append(Token("PERCENT", token.word, token.start, after.end, amount=amount / 100))
        return 2
    if minus:
        out.pop()
    out.append(Token("AMT", "$" if money else "", token.start, end, amount=-amount if minus else amount))
    return used


def _of_a_profile(out: list[Token]) -> bool:
    """Whether ``5/0`` comes right after a profile or in a table, and so is a payoff for each player."""
    near = [t.tag for t in out[-6:]]
    return "|" in near[-2:] or (near.count("ACT") + near.count("DO") >= 2 and "AMT" not in near)


def _opens(out: list[Token]) -> bool:
    return len(out) < 2 or out[-2].end < out[-1].start or out[-2].tag in ("(", "/", ",", "|", "=", ":")


def _phrase(kept: list[Token], at: int, words: Lexicon, out: list[Token]) -> int:
    first = kept[at].word.lower()
    options = words.phrases.get(first, ())
    ahead = tuple(t.word.lower() for t in kept[at : at + len(options[0][0])]) if options else ()
    for phrase, word in options:
        if ahead[: len(phrase)] == phrase:
            last = kept[at + len(phrase) - 1]
            out.append(_token(word, " ".join(phrase), kept[at].start, last.end))
            return len(phrase)
    # "mutual cooperation's 3": the action, as "of mutual cooperation" would say it.
    stem = next((w for p, w in words.phrases.get(first.removesuffix("'s"), ()) if len(p) == 1), None)
    if stem is not None and stem.tag in ("ACT", "DO") and first.endswith("'s"):
        out.append(Token(stem.tag, first, kept[at].start, kept[at].end, stem.value))
    else:
        out.append(Token("W", first, kept[at].start, kept[at].end))
    return 1


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
        if token.tag in ENDS and not abbreviation:
            if sentence:
                yield tuple(sentence)
            sentence = []
        elif not abbreviation and token.tag != "SKIP":
            sentence.append(token)
    if sentence:
        yield tuple(sentence)
