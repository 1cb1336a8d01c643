"""The tokens of first-order formulas: signs of Unicode, ASCII and LaTeX, and words that are signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from syllogos.logic.languages._precedence import FormulaToken


def _latex(*names: str) -> str:
    return rf"\\(?:{'|'.join(names)})(?![A-Za-z])"


TOKENS = re.compile(
    rf"""(?P<skip>[ \t\r\n\u00a0\u3000]+|\\[,;:!\ ]|{_latex("left", "right", "quad", "qquad")})
    |(?P<stop>(?::::|(?<!\S)(?://|\#|%))[^\n]*)
    |(?P<name>(?:(?:\d+\.)?\d*(?!\d)\w[\w'’]*(?:-(?=[^\W_])[\w'’]+)*|0\d+)(?:\+{{1,2}}(?=[ \t]*[,)]))?)
    |(?P<number>(?:0|[1-9]\d*)(?:\.\d+)?)
    |(?P<open>[(\[{{（])|(?P<close>[)\]}}）])|(?P<comma>[,，])|(?P<dot>\.)|(?P<colon>[:：])
    |(?P<iff><->|<=>|<==>|[↔⇔⟷⟺≡]|{_latex("leftrightarrow", "Leftrightarrow", "iff", "equiv")})
    |(?P<implies>-->|->|==>|=>|[→⇒⟶⟹⊃]|{_latex("rightarrow", "Rightarrow", "to", "implies", "supset")})
    |(?P<unequal>!=|<>|≠|{_latex("neq", "ne")})|(?P<at_most><=|≤|{_latex("leq", "le")})
    |(?P<at_least>>=|≥|{_latex("geq", "ge")})|(?P<equal>==|=)|(?P<member>∈|{_latex("in")})
    |(?P<less><)|(?P<more>>)
    |(?P<and>&&|&|/\\|[∧⋀]|{_latex("land", "wedge")})
    |(?P<or>\|\||\||\\/|[∨⋁]|{_latex("lor", "vee")})
    |(?P<xor>[⊕⊻]|{_latex("oplus", "veebar")})
    |(?P<not>[¬~!]|-(?![>-])|{_latex("neg", "lnot", "sim")})
    |(?P<forall>∀|{_latex("forall")})|(?P<exists>∃|{_latex("exists")})|(?P<nothing>∄|{_latex("nexists")})
    |(?P<false>⊥|{_latex("bot")})|(?P<true>⊤|{_latex("top")})
    |(?P<quoted>"(?:[^"\\\n]|\\["\\])*"|'[^'\n]+'|“[^”"\\\n]+”)
    |(?P<styled>\\(?:text|mathrm|mathit|mathsf|operatorname)\{{[^{{}}"\\\n]+\}})
    """,
    re.VERBOSE,
)
WORDS = {
    "and": "and", "or": "or", "xor": "xor", "not": "not", "implies": "implies", "iff": "iff",
    "forall": "forall", "all": "forall", "exists": "exists", "true": "true", "false": "false",
}  # fmt: skip
"""Words that are signs, in small letters or in capitals."""
PHRASES: dict[tuple[str, ...], str] = {
    **{("for", word): "forall" for word in ("all", "every", "each", "any")},
    **{("there", word): "exists" for word in ("exists", "exist", "is")},
    **{("there", word, a): "exists" for word in ("exists", "is") for a in ("a", "an", "some")},
    **{("there", word, "no"): "nothing" for word in ("exists", "is")},
    ("if", "and", "only", "if"): "iff",
    ("such", "that"): "colon",
}
"""Words in a row that are one sign."""
BY_FIRST = {
    first: sorted((p for p in PHRASES if p[0] == first), key=len, reverse=True)
    for first in {p[0] for p in PHRASES}
}
"""The same rows by their first word, long ones first."""
CALLS = {"not": "not", "and": "and", "or": "or", "xor": "xor", "implies": "implies", "iff": "iff",
         "forall": "forall", "exists": "exists"}  # fmt: skip
"""Words that are written like functions of formulas: ``ForAll(x, Implies(P(x), Q(x)))``."""
LOOSE_VARIABLE = re.compile(r"[u-z][0-9]{0,2}'*")
STARTS = ("name", "quoted", "not", "open", "forall", "exists", "if", "true", "false")
"""What a formula can start with."""
BRACKETS = {"(": ")", "（": "）", "[": "]", "{": "}"}


def worded(tokens: Sequence[FormulaToken]) -> list[FormulaToken]:
    """The tokens up to a comment, with words and rows of words as the signs that they are."""
    whole = _joined(list(takewhile(lambda token: token.kind != "stop", tokens)))
    conditional = {t.text.lower() for t in whole} >= {"if", "then"}
    found: list[FormulaToken] = []
    for number, token in enumerate(whole):
        after = whole[number + 1].kind if number + 1 < len(whole) else "end"
        kind = _kind(token, after)
        if conditional and kind == "name" and after in STARTS and token.text.lower() in ("if", "then"):
            kind = token.text.lower()
        elif token.text == "v" and _stands_between(found, after):
            kind = "or"
        found.append(FormulaToken(kind, token.text, token.at))
    return found


def _parts(token: FormulaToken) -> list[FormulaToken]:
    """A token as the grammar knows it: ``∄`` is two, and a name in LaTeX's style is one in quotes."""
    if token.kind == "nothing":
        return [FormulaToken("not", token.text, token.at), FormulaToken("exists", token.text, token.at)]
    if token.kind == "styled":
        return [FormulaToken("quoted", f'"{token.text.partition("{")[2][:-1].strip()}"', token.at)]
    return [token]


def _joined(tokens: Sequence[FormulaToken]) -> list[FormulaToken]:
    """The tokens with rows of words that are one sign as one token."""
    found: list[FormulaToken] = []
    place = 0
    while place < len(tokens):
        first = tokens[place]
        length, sign = 1, ""
        for phrase in BY_FIRST.get(first.text.lower(), ()):
            row = tokens[place : place + len(phrase)]
            if all(t.kind == "name" for t in row) and tuple(t.text.lower() for t in row) == phrase:
                length, sign = len(phrase), PHRASES[phrase]
                break
        found += _parts(FormulaToken(sign, first.text, first.at) if sign else first)
        place += length
    return found


def _stands_between(before: Sequence[FormulaToken], after: str) -> bool:
    """Whether a letter stands between two formulas, and not in a list of variables."""
    if not before or after not in STARTS:
        return False
    lists = ("forall", "exists", "comma", "name")
    alone = len(before) < 2 or before[-2].kind not in lists
    return before[-1].kind == "close" or (before[-1].kind in ("name", "quoted") and alone)


def _kind(token: FormulaToken, after: str) -> str:
    """What a token is, given the kind of the one after it."""
    word = token.text.lower()
    if token.kind != "name" or word not in WORDS:
        return token.kind
    kind = WORDS[word]
    if kind in ("forall", "exists"):
        return kind if after == "name" else "name"
    if token.text not in (word, word.upper()):  # a predicate may be called And, but two names never meet
        return kind if kind not in ("true", "false") and after in ("name", "quoted") else "name"
    return "name" if kind in ("true", "false") and after == "open" else kind
