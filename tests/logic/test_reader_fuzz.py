"""Good texts of every language changed by chance: no reader raises, places lie inside, printing gives it back.

The changes come from a seed, so that a failure repeats.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syllogos.logic.languages import csp, fol, isabelle, rules, sat, smtlib, tptp
from syllogos.logic.theories import ReadTheory, Theory

TEXTS = {
    "fol": "Premises:\n∀x (Dog(x) → Mammal(x) ∧ ¬Cat(x))\nDog(rex) ∨ p ⊕ q\n∃y (likes(y, f(y)) ↔ y = rex)\n3 < age(rex) ::: said\nConclusion:\nMammal(rex)\n",
    "tptp": "% said\nfof(mortal, axiom, ! [X, Y] : (man(X) => mortal(X)), file('a.p', mortal)).\nfof('m n', hypothesis, man(socrates) & ~ (a != f(b, 'c d')) | $true).\nfof(goal, conjecture, ? [X] : (mortal(X) <~> p)).\n",
    "smtlib": "(set-logic UF)\n(declare-sort entity 0)\n(declare-fun dog (entity) Bool) (declare-const rex entity) (declare-const |a b| Bool)\n(declare-fun f (entity entity) entity)\n(assert (! (forall ((x entity)) (=> (dog x) |a b|)) :named rule))\n(assert (and (dog rex) (not |a b|) (distinct rex (f rex rex)) (xor true |a b|)))\n(check-sat)\n(exit)\n",
    "isabelle": 'theory birds\nimports Main\nbegin\ntypedecl entity\ntypedecl event\nconsts\n  Bird :: "entity ⇒ bool"\n  Eat :: "event ⇒ bool"\n  Agent :: "event ⇒ entity ⇒ bool"\n  home :: "entity ⇒ entity"\n(* a (any one) *)\naxiomatization where\n  rule: "∀x e. Eat e ∧ Agent e x ⟶ Bird (home x)" and\n  two: "∃k. k ≠ home k --> ¬ True"\ntheorem word:\n  assumes fact: "Eat e ∧ Agent e c"\n  shows "Bird c"\n  using fact rule by blast\nend\n',
    "rules": "Predicates:\nCold($x, bool) ::: Is x cold?\nFacts:\nCold(Bob, True) ::: said\nEats(bald eagle, Cat)\nRules:\nCold($x, True) && Kind($x, False) >>> Rough($x, True)\n!(P($x) && Q($x)) || R(something) >>> S($x)\nQuery:\nRough(Bob, False)\n",
    "csp": "Domain:\n1: leftmost\n3: rightmost\nVariables:\nowl [IN] [1, 2, 3]\ncrow [IN] [1, 2, 3]\nConstraints:\nowl < crow ::: said\nAllDifferentConstraint([owl, crow])\nQuery:\nA) owl == 1\nB) crow == leftmost + 1\n",
    "sat": "# Declarations\npeople = EnumSort([Ann, Ben])\ndays = EnumSort([Monday, Tuesday])\nworks = Function([people] -> [days])\nn = Function([people] -> [int])\nb = Function([people, days] -> [bool])\n# Constraints\nForAll([p:people], And(1 <= n(p), n(p) <= 3))\nworks(Ann) < works(Ben)\nCount([p:people], works(p) == Monday) == 1\nIf(b(Ann, Monday), n(Ann) + 2 * 1 % 3 - 1, 0) >= 1\nDistinct([n(Ann), n(Ben)])\n# Options\nis_valid(works(Ann) == Monday)\nis_exception(is_sat(Exists([d:days], b(Ben, d))))\n",
}  # fmt: skip
STRANGE = "()[]{}\"'|\\,.:;=<>!~&*-+%$#?@ \n\t\r\0é²½Ⅷａаıſ\u2028\u00a0\ud800xX1_09"
PIECE = re.compile(r"\w+|\s+|.", re.DOTALL)
CHANGES = 400


@dataclass(frozen=True)
class Place:
    line: int
    column: int


def theory(read: Callable[[str], ReadTheory], printed: Callable[[Theory], str]) -> Callable[[str], bool]:
    def check(text: str) -> bool:
        found = read(text)
        inside(text, (*found.problems, *found.repairs, *found.notes))
        assert (found.theory is None) == bool(found.problems)
        if found.theory is None or (again := printable(printed, found.theory)) is None:
            return False
        back = read(again)
        assert back.theory, (again, back.problems)
        assert printed(back.theory) == again
        return True

    return check


def program(parse, printed, value: str) -> Callable[[str], bool]:
    def check(text: str) -> bool:
        found = parse(text)
        inside(text, (*found.repairs, *found.complaints))
        assert (getattr(found, value) is None) == bool(found.complaints)
        if found.complaints or (again := printable(printed, getattr(found, value))) is None:
            return False
        assert getattr(parse(again), value) == getattr(found, value), again
        return True

    return check


def printable(printed, value) -> str | None:
    """The printed value, without what says the names of assertions; None where the language cannot say it."""
    try:
        return printed(value)
    except ValueError:
        return None


def script(value: Theory) -> str:
    return re.sub(r" ;[^\n]*", "", smtlib.printed(value))


CHECKS = {
    "fol": theory(fol.read, fol.printed),
    "tptp": theory(tptp.read, tptp.printed),
    "smtlib": theory(smtlib.read, script),
    "isabelle": theory(isabelle.read, isabelle.printed),
    "rules": program(rules.parse, rules.print_rules, "program"),
    "csp": program(csp.parse, csp.print_csp, "problem"),
    "sat": program(sat.parse, sat.print_sat, "problem"),
}


def inside(text: str, said: Iterable[Place]) -> None:
    lines = text.split("\n")
    for place in said:
        assert 1 <= place.line <= len(lines), place
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1, place
        assert "\n" not in str(place)


def changed(text: str, other: str, rng: random.Random) -> str:
    """Something dropped, doubled, moved, put in, exchanged, or another text from somewhere on."""
    start = rng.randrange(len(text))
    end = min(len(text), start + rng.choice((1, 1, 2, 5, 20)))
    pieces = PIECE.findall(text)
    one, two = rng.randrange(len(pieces)), rng.randrange(len(pieces))
    match rng.randrange(6):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:end] + text[start:]
        case 2:
            return text[:start] + rng.choice(STRANGE) + text[start:]
        case 3:
            return text[:start] + other[rng.randrange(len(other)) :]
        case 4:
            pieces[one], pieces[two] = pieces[two], pieces[one]
        case _:
            pieces[one] = pieces[two]
    return "".join(pieces)


@pytest.mark.parametrize("language", CHECKS)
def test_a_changed_text_is_read_and_printed_back_or_refused_inside_of_it(language: str) -> None:
    rng, pool, read = random.Random(language), [TEXTS[language]], 0
    assert CHECKS[language](TEXTS[language])
    for _ in range(CHANGES):
        text = changed(rng.choice(pool), TEXTS[rng.choice(tuple(TEXTS))], rng)
        if text and CHECKS[language](text):
            read += 1
            pool.append(text)
    assert CHANGES > read > CHANGES // 40


@pytest.mark.parametrize("language", CHECKS)
@given(data=st.data())
def test_any_text_in_the_middle_of_a_good_one_is_read_or_refused(language: str, data: st.DataObject) -> None:
    good = TEXTS[language]
    at = data.draw(st.integers(0, len(good)))
    CHECKS[language](good[:at] + data.draw(st.text(max_size=20)) + good[at:])


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("isabelle", "assumes fact:", "assumes fact[simp:"),
        ("isabelle", "using fact rule by blast\nend", "text"),
        ("csp", "([owl, crow])", "(["),
        ("smtlib", "(f rex rex)) (", "(f rex rex)" + " rex" * 5_000 + ") ("),
    ],
)
def test_a_text_that_once_crashed_its_reader_is_refused(language: str, old: str, new: str) -> None:
    assert old in TEXTS[language]
    assert not CHECKS[language](TEXTS[language].replace(old, new))
