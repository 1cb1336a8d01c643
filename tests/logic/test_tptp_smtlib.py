"""TPTP and SMT-LIB: a subset is read, what is beyond it refused by name, what is printed read back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulas import formulas, nameless, theory
from syllogos.logic.formulas import Negated
from syllogos.logic.languages import fol, smtlib, tptp
from syllogos.logic.theories import Theory

SOCRATES = """% the oldest one
fof(mortal, axiom, ! [X] : (man(X) => mortal(X)), file('a.p', mortal)).
fof(man, hypothesis, man(socrates)).
fof(goal, conjecture, mortal(socrates)).
"""


def test_a_tptp_problem_is_read():
    read = tptp.read(SOCRATES).theory
    assert [(p.name, p.role) for p in read.premises] == [("mortal", "axiom"), ("man", "assumption")]
    assert fol.printed_formula(read.conclusion) == "mortal(socrates)"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("p <= q", "q => p"),
        ("p <~> q", "~ (p <=> q)"),
        ("! [X] : p(X) => q", "(! [X] : p(X)) => q"),
        ("a != b", "~ (a = b)"),
        ("'p'", "p"),
    ],
)
def test_ways_of_writing_one_formula(text, same):
    one, other = (tptp.read(f"fof(a, conjecture, {t}).").theory.conclusion for t in (text, same))
    if "<~>" in text:
        assert (one.connective, other.body.connective, one.parts) == ("xor", "iff", other.body.parts)
    else:
        assert one == other


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("include('/etc/passwd').", "refused"),
        ("thf(a, axiom, p).", "refused"),
        ("tcf(a, axiom, p).", "refused"),
        ("fof(a, axiom, p(X)).", "free variable"),
        ("fof(a, axiom, p", "syntax"),
        ("fof(a, conjecture, p). fof(b, conjecture, q).", "syntax"),
        ("fof(a, axiom, " + "~(" * 10_000 + "p" + ")" * 10_000 + ").", "limit"),
        ("", "no conclusion"),
    ],
)
def test_a_tptp_problem_is_refused_by_its_fault(text, kind):
    assert tptp.read(text).problems[0].kind == kind


@given(formulas(numbers=False, order=False), formulas(numbers=False, order=False))
def test_what_is_printed_as_tptp_is_read_back(premise, goal):
    text = tptp.printed(theory(premise, conclusion=goal))
    read = tptp.read(text)
    assert read.problems == () and tptp.printed(read.theory) == text


SCRIPT = """(set-logic UF)
(declare-sort entity 0)
(declare-fun dog (entity) Bool) (declare-const rex entity) (declare-const |a b| Bool)
(assert (! (forall ((x entity)) (=> (dog x) |a b|)) :named rule))
(assert (and (dog rex) (not |a b|)))
(check-sat)
(exit)
"""


def test_a_script_is_read_with_the_names_of_its_assertions():
    read = smtlib.read(SCRIPT).theory
    assert [p.name for p in read.premises] == ["rule", "assertion_2"] and read.conclusion is None


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("(exit)", "(exit)(assert false)", "refused"),
        ("(exit)", "(assert false)", "refused"),
        ("(check-sat)", "(exit)(check-sat)", "refused"),
        ("(set-logic UF)", '(set-option :trace_file_name "/tmp/x")', "refused"),
        ("(set-logic UF)", '(include "/etc/passwd")', "refused"),
        ("(set-logic UF)", "(set-logic QF_BV)", "refused"),
        ("(set-logic UF)", "(push 1)", "refused"),
        ("(set-logic UF)", "(define-fun-rec f () Bool true)", "refused"),
        ("(set-logic UF)", "(pop 1)", "refused"),
        ("(declare-sort entity 0)", "(declare-const x (_ BitVec 60000))", "syntax"),
        ("(dog rex)", "(cat rex)", "undeclared"),
        ("(dog rex)", "(dog dog)", "sort"),
        ("(dog rex)", "(= rex |a b|)", "sort"),
        ("(dog rex)", "(< 1 2)", "undeclared"),
        ("rex entity", "rex Int", "undeclared"),
        ("(check-sat)", "", "no conclusion"),
        ("(dog rex)", "(not " * 10_000 + "(dog rex)" + ")" * 10_000, "limit"),
        ("(exit)", "(", "syntax"),
    ],
)
def test_a_script_is_refused_by_its_fault(old, new, kind):
    assert smtlib.read(SCRIPT.replace(old, new)).problems[0].kind == kind


@given(st.lists(formulas(numbers=False, order=False), max_size=2), formulas(numbers=False, order=False))
def test_what_is_printed_as_a_script_is_read_back(premises, goal):
    text = smtlib.printed(theory(*premises, conclusion=goal))
    read = smtlib.read(text)
    assert read.problems == (), text
    assert len(read.theory.premises) == len(premises) + 1
    assert isinstance(read.theory.premises[-1].formula, Negated)
    again = smtlib.read(smtlib.printed(Theory(read.theory.premises, None, read.theory.signature)))
    first, second = ([nameless(p.formula) for p in one.theory.premises] for one in (read, again))
    assert first == second
    shapes = [skeleton(nameless(f)) for f in (*premises, Negated(goal))]
    assert [skeleton(one) for one in first] == shapes


def skeleton(formula):
    """A formula whose names are gone, since a script may have others: how it is built."""
    return re.sub(r"name='[^']*'|Applied\('[^']*'|Related\('[^']*'", "name", repr(formula))


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text):
    tptp.read(text)
    tptp.read(f"fof(a, axiom, {text}).")
    smtlib.read(text)
    smtlib.read(SCRIPT.replace("(dog rex)", text))
