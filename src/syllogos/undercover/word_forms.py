"""Whether a text contains a word: its inflections, compounds with it, and other spellings of it.

English inflection by rule (plural, possessive, -s, -ing, -ed) and by a list of irregular words.  Case,
accents, wide letters, letters of other scripts that look Latin, what has no width, digits in place of
letters, and blanks and hyphens inside do not hide a word; an emoji counts as its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from tomllib import loads
from unicodedata import category, name, normalize

from syllogos.logic.lookalikes import seen_as
from syllogos.text.visible import UNSEEN

CONTRACTIONS = re.compile(r"(?<=\w)['’ʼ＇](?:s|t|re|ve|ll|d|m)\b", re.IGNORECASE)
LETTERS = re.compile(r"[^\W\d_]+")
RUNS = re.compile(r"\w+")
DIGITS = str.maketrans("0345789", "oeastbg")
LATIN = re.compile(r"[a-z]+")
VOWELS = "aeiouy"
LONG_BEFORE, LONG_BEHIND, LONG_REST = 5, 6, 3
"""Letters of a word at the beginning, or the end, of a longer one that make a compound, and of the rest."""


@dataclass(frozen=True)
class English:
    """The words that rules do not cover.

    Attributes:
        irregular: groups of forms, the base form first.
        compound_parts: what makes a compound with a word before or behind it.
        never_bases: words of every sentence, never taken for what an -ing or an -s was put to.
    """

    irregular: tuple[tuple[str, ...], ...]
    compound_parts: frozenset[str]
    never_bases: frozenset[str]


@cache
def english() -> English:
    """The lists of the package."""
    held = loads(files("syllogos.undercover").joinpath("english.toml").read_text(encoding="utf-8"))
    groups = tuple(tuple(group.split()) for group in held["irregular"].split(";"))
    parts, never = (frozenset(held[name].split()) for name in ("compound_parts", "never_bases"))
    return English(groups, parts, never)


@lru_cache(maxsize=2048)
def plain_letters(text: str) -> str:
    """``text`` in lower case without accents, lookalikes, wide forms and what is not seen.

    >>> plain_letters("Ｐé​anut")
    'peanut'
    """
    if text.isascii():
        return UNSEEN.sub("", text).lower()
    shown = UNSEEN.sub("", seen_as("".join(map(_spelled_out, text))))
    return "".join(letter for letter in normalize("NFKD", shown.casefold()) if category(letter) != "Mn")


@lru_cache(maxsize=2048)
def squeezed(text: str) -> str:
    """The letters and digits of ``text`` alone: what two texts share that differ in case and marks only.

    >>> squeezed("It's  RED!") == squeezed("its red")
    True
    """
    return "".join(letter for letter in plain_letters(text) if letter.isalnum())


def word_in(text: str, word: str) -> str:
    """The part of ``text`` that is ``word`` in some form, as plain letters; empty where none is.

    >>> word_in("People roast pea-nuts.", "peanut"), word_in("A teapot.", "tea"), word_in("A team.", "tea")
    ('peanuts', 'teapot', '')
    """
    parts = LETTERS.findall(plain_letters(word))
    if not parts or squeezed(word) != "".join(parts) or not all(map(LATIN.fullmatch, parts)):
        return squeezed(word) if squeezed(word) in squeezed(text) else ""
    forms = _forms_of_phrase(tuple(parts))
    for words in _readings(text):
        if hit := next(chain(_joined(words, forms), _compounds(words, forms)), ""):
            return hit
    return ""


def same_word(one: str, two: str) -> bool:
    """Whether two words are forms of one another.

    >>> same_word("Cars", "car"), same_word("car", "cart")
    (True, False)
    """
    parts, others = (tuple(LETTERS.findall(plain_letters(word))) for word in (one, two))
    alike = bool(parts and others) and not _forms_of_phrase(parts).isdisjoint(_forms_of_phrase(others))
    return alike or squeezed(one) == squeezed(two)


@lru_cache(maxsize=4096)
def inflections(word: str) -> frozenset[str]:
    """The forms of an English word that is given in its base form, itself among them.

    >>> sorted(inflections("city"))
    ['citied', 'cities', 'city', 'citying', 'citys']
    """
    irregular = [group for group in english().irregular if word == group[0]]
    forms = {word, *chain.from_iterable(irregular), *_with_s(word)}
    if not irregular or len(irregular[0]) == 1:
        forms |= _with_ed(word)
    return frozenset(forms | _with_ing(word))


@lru_cache(maxsize=1024)
def all_forms(word: str) -> frozenset[str]:
    """The forms of a word in whatever form it is given: those of each base that it may come from."""
    return inflections(word).union(*(inflections(base) for base in _bases(word)))


def _spelled_out(letter: str) -> str:
    if category(letter) in ("So", "Sk") and letter > "\u2190":
        return f" {name(letter, '').lower()} "
    return letter


def _readings(text: str) -> Iterator[list[str]]:
    """The words of a text; and with digits read as letters, where a word has both."""
    plain = CONTRACTIONS.sub("", plain_letters(text))
    yield LETTERS.findall(plain)
    if any(map(_has_both, RUNS.findall(plain))):
        yield LETTERS.findall(RUNS.sub(lambda run: _as_letters(run[0], "l"), plain))
        yield LETTERS.findall(RUNS.sub(lambda run: _as_letters(run[0], "i"), plain))


def _has_both(run: str) -> bool:
    return any(map(str.isdigit, run)) and any(map(str.isalpha, run))


def _as_letters(run: str, one: str) -> str:
    """A run of letters and digits with the digits as the letters they stand for; ``one`` is that of 1."""
    return run.replace("1", one).translate(DIGITS) if _has_both(run) else run


@lru_cache(maxsize=1024)
def _forms_of_phrase(parts: tuple[str, ...]) -> frozenset[str]:
    """The forms of a word or of several as one string each: any of its parts may be inflected alone."""
    forms = {"".join(parts)}
    for at, part in enumerate(parts):
        forms |= {"".join((*parts[:at], form, *parts[at + 1 :])) for form in all_forms(part)}
    return frozenset(forms)


def _joined(words: list[str], forms: frozenset[str]) -> Iterator[str]:
    """Forms that stand in a text as one word, or as several with blanks and marks between them."""
    longest = max(map(len, forms))
    for start in range(len(words)):
        joined = ""
        for word in words[start:]:
            joined += word
            if len(joined) > longest:
                break
            if joined in forms:
                yield joined


def _compounds(words: list[str], forms: frozenset[str]) -> Iterator[str]:
    """Words that begin or end with a form and go on with another word."""
    shortest = min(map(len, forms))
    for word in words:
        for form in forms:
            rest = ""
            if len(form) >= LONG_REST and word.startswith(form):
                rest, long = word[len(form) :], LONG_BEFORE
            elif len(form) >= LONG_REST and word.endswith(form):
                rest, long = word[: -len(form)], LONG_BEHIND
            if rest and (
                rest in english().compound_parts
                or rest.removesuffix("s") in english().compound_parts
                or (shortest >= long and len(rest) >= LONG_REST)
            ):
                yield word


def _bases(word: str) -> Iterator[str]:
    """Words of which ``word`` is a form."""
    yield from (group[0] for group in english().irregular if word in group)
    stems = {
        "s": ("",), "es": ("", "e"), "ies": ("y", "ie"), "ves": ("f", "fe", "ve"),
        "ing": ("", "e", "ie"), "ying": ("ie",), "ed": ("", "e"), "d": ("e",), "ied": ("y", "ie"),
    }  # fmt: skip
    for suffix, ends in stems.items():
        if not word.endswith(suffix):
            continue
        stem = word[: -len(suffix)]
        undoubled = (stem[:-1],) if len(stem) > 3 and stem[-1:] == stem[-2:-1] else ()
        for base in (*(stem + end for end in ends), *undoubled):
            fits = (
                len(base) > 2 and any(vowel in base for vowel in VOWELS) and base not in english().never_bases
            )
            if fits and word in inflections(base):
                yield base


def _with_s(word: str) -> set[str]:
    """Plurals and the like, and the plain -s that some write instead."""
    return {word + "s", *_regular_s(word)}


def _regular_s(word: str) -> set[str]:
    if word.endswith("z"):
        return {word + "es", word + "zes"}
    if word.endswith(("s", "x", "ch", "sh")):
        return {word + "es"}
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return {word[:-1] + "ies"}
    if word.endswith(("f", "fe")) and not word.endswith("ff"):
        return {word.removesuffix("e").removesuffix("f") + "ves"}
    return {word + "es"} if word.endswith("o") else set()


def _with_ing(word: str) -> set[str]:
    if word.endswith("ie"):
        return {word[:-2] + "ying"}
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
        return {word[:-1] + "ing"}
    return {stem + "ing" for stem in _doubled(word)}


def _with_ed(word: str) -> set[str]:
    if word.endswith("e"):
        return {word + "d"}
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return {word[:-1] + "ied"}
    return {stem + "ed" for stem in _doubled(word)}


def _doubled(word: str) -> set[str]:
    """The stems of a word before -ing and -ed: its last consonant is doubled after one short vowel."""
    short = re.search(r"(?:^|[^aeiou])[aeiouy][bcdfgklmnprtvz]$", word)
    if not short:
        return {word}
    twice = word + word[-1]
    return {twice} if len(re.findall(r"[aeiouy]+", word)) == 1 else {word, twice}
