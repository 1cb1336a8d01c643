"""Whether a text contains a word: its inflections, compounds with it, and other spellings of it.

English inflection by rule (plural, possessive, -s, -ing, -ed) and by a list of irregular words.  Case,
accents, wide letters, letters of other scripts that look Latin, what has no width, digits in place of
letters, and blanks and hyphens inside do not hide a word; an emoji counts as its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from unicodedata import category, name, normalize

from syllogos.logic.lookalikes import seen_as
from syllogos.text.visible import UNSEEN

IRREGULAR: tuple[tuple[str, ...], ...] = tuple(
    tuple(group.split())
    for group in (
        "man men", "woman women", "child children", "foot feet", "tooth teeth", "goose geese", "mouse mice",
        "louse lice", "ox oxen", "person people", "die dice", "cactus cacti", "penny pence",
        "fungus fungi", "nucleus nuclei", "radius radii", "axis axes", "crisis crises", "oasis oases",
        "phenomenon phenomena", "criterion criteria", "bacterium bacteria", "medium media",
        "be is are was were been being am", "have has had having", "do does did done doing",
        "go goes went gone going", "bake baked", "eat ate eaten", "drink drank drunk", "swim swam swum",
        "run ran", "fly flies flew flown", "ride rode ridden", "drive drove driven", "write wrote written",
        "sing sang sung", "ring rang rung", "sleep slept", "dream dreamt", "draw drew drawn", "wear wore worn",
        "build built", "buy bought", "sell sold", "teach taught", "catch caught", "throw threw thrown",
        "grow grew grown", "know knew known", "see saw seen", "take took taken", "give gave given",
        "speak spoke spoken", "break broke broken", "steal stole stolen", "freeze froze frozen",
        "shoot shot", "fight fought", "think thought", "bring brought", "leave left", "lose lost", "win won",
        "sit sat", "stand stood", "fall fell fallen", "feel felt", "find found", "hold held", "hide hid hidden",
        "lead led", "light lit", "meet met", "pay paid", "read", "say said", "send sent", "shine shone",
        "spin spun", "spread", "sweep swept", "swing swung", "tell told", "weave wove woven", "bite bit bitten",
        "blow blew blown", "choose chose chosen", "dig dug", "forget forgot forgotten", "hear heard",
        "hang hung", "keep kept", "make made", "rise rose risen", "shake shook shaken", "strike struck",
    )
)  # fmt: skip
COMPOUND_PARTS = frozenset(
    """ache air back bag bake ball band bar bath beach bean bed bell belt berry bird board boat body bone book
    boot bottle bow bowl box boy bread brush bug bush butter cake can cap car card care case cat chain chair
    chest child chip clip cloth club coat cook corn course court cow cup cut cutter day desk dish dock doctor
    dog door down dress drop drum dust ear egg end eye face fall farm father field fight fighter finger fire
    fish fishing fly flower foot fruit game garden girl glass grass green ground guard gun hair half hall hand
    hat head heart high hill holder hole home honey hook horn horse house ice jacket jar juice keeper kettle
    key kitchen knife lace lamp land landing laid lid life light like line load lock long lord low made maid mail
    maker making man mark master mate meal meat men milk mill mob moon more mother mouse mouth nail neck net
    news night nose nut oil out over pack pad paint pan paper park path piece pin pine pipe pit place plane plant
    plate play player point pole pool port post pot powder print proof race rack rail rain rider ring river
    road rock roll room root rope sack sail salt sand scape scraper screen sea seat seed shade shake shape shell
    ship shirt shoe shop shore shot show side sick silver sister skin skirt sky smith smoke snow soap sock
    sole song soup spoon spot spring stage stair stand star station steak stick stone stool storm story strap
    straw stream street string style suit sun super sweet sword table tail tea teller thumb tie tight time tin
    tip toe tooth top towel tower town trap tree trip trunk tub under up wagon walk walker wall wander ward ware
    wash watch water wave way wear weed week wheel wheeler white wide wife wild wind window wine wing wood work
    worker works worm worthy yard year""".split()
)
"""What makes a compound with a word before or behind it; of a long word any other rest does as well."""
NEVER_BASES = frozenset(
    "a all an any as at be but by can do even ever for go had has have he her his i if in is it me my new no "
    "not of off on or our out own see she so some than that the their them then they this thing to too us was "
    "way we what when who why will with you your".split()
)
"""Words of every sentence, which are not taken for what an -ing or an -s was put to ("even", "evening")."""
CONTRACTIONS = re.compile(r"(?<=\w)['’ʼ＇](?:s|t|re|ve|ll|d|m)\b", re.IGNORECASE)
LETTERS = re.compile(r"[^\W\d_]+")
MIXED = re.compile(r"(?=\w*\d)(?=\w*[^\W\d_])\w{3,40}")
DIGITS: Mapping[int, str] = str.maketrans("01345789", "oleastbg")
LATIN = re.compile(r"[a-z]+")
VOWELS = "aeiouy"
LONG_BEFORE, LONG_BEHIND, LONG_REST = 5, 6, 3
"""Letters from which a word at the beginning (or the end) of a longer one makes it a compound, and of the rest."""


def plain_letters(text: str) -> str:
    """``text`` in lower case without accents, lookalikes, wide forms and what is not seen.

    >>> plain_letters("Ｐé​anut")
    'peanut'
    """
    shown = UNSEEN.sub("", seen_as("".join(map(_spelled_out, text))))
    return "".join(letter for letter in normalize("NFKD", shown.casefold()) if category(letter) != "Mn")


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
    ['cities', 'citied', 'city', 'citying']
    """
    irregular = [group for group in IRREGULAR if word == group[0]]
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
    if MIXED.search(plain):
        yield LETTERS.findall(MIXED.sub(lambda mixed: mixed[0].translate(DIGITS), plain))
        ones = str.maketrans("1", "i")
        yield LETTERS.findall(
            MIXED.sub(lambda mixed: mixed[0].translate(ones).translate(DIGITS), plain)
        )


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
    for word in words:
        for form in forms:
            rest = ""
            if len(form) >= LONG_REST and word.startswith(form):
                rest, long = word[len(form) :], LONG_BEFORE
            elif len(form) >= LONG_REST and word.endswith(form):
                rest, long = word[: -len(form)], LONG_BEHIND
            if rest and (
                rest in COMPOUND_PARTS
                or rest.removesuffix("s") in COMPOUND_PARTS
                or (len(form) >= long and len(rest) >= LONG_REST)
            ):
                yield word


def _bases(word: str) -> Iterator[str]:
    """Words of which ``word`` is a form."""
    yield from (group[0] for group in IRREGULAR if word in group)
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
            fits = len(base) > 2 and any(vowel in base for vowel in VOWELS) and base not in NEVER_BASES
            if fits and word in inflections(base):
                yield base


def _with_s(word: str) -> set[str]:
    if word.endswith("z"):
        return {word + "es", word + "zes"}
    if word.endswith(("s", "x", "ch", "sh")):
        return {word + "es"}
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return {word[:-1] + "ies"}
    if word.endswith(("f", "fe")) and not word.endswith("ff"):
        return {word + "s", word.removesuffix("e").removesuffix("f") + "ves"}
    return {word + "s", word + "es"} if word.endswith("o") else {word + "s"}


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
