"""What is told in plain English: exact, whole, and never longer than it may be."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulas import theory
from syllogos.logic.derivations import Derivation, DerivationStep, Fixpoint
from syllogos.logic.evidence import LogicEvidence, NeededPremises, countermodel
from syllogos.logic.formulas import (
    Applied,
    Connected,
    Equation,
    Negated,
    Ordering,
    Quantified,
    Related,
    Variable,
    closed,
)
from syllogos.logic.languages import fol
from syllogos.logic.narrate.formulas import in_words
from syllogos.logic.narrate.length import limited
from syllogos.logic.narrate.proofs import MOST_LINES
from syllogos.logic.narrate.structures import structure_table
from syllogos.logic.narrate.verdicts import narrate
from syllogos.logic.proofs import Proof, ProofStep
from syllogos.logic.rules import RuleProgram, SignedAtom
from syllogos.logic.sketches import CheckedSketch, CheckedStep, ProofSketch, SketchStep
from syllogos.logic.structures import FiniteStructure
from syllogos.logic.theories import Signature
from syllogos.verdict import Status, Verdict

X, Y = Variable("x"), Variable("y")


def formula(text):
    return fol.parse(text).formula


DOGS = fol.read("Premises:\n∀x (Dog(x) → Mammal(x))\nDog(rex)\nCat(tom)\nConclusion:\nMammal(rex)\n").theory


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("Dog(rex)", "rex is a Dog"),
        ("¬Animal(rex)", "rex is not an Animal"),
        ("Likes(rex, tom)", "Likes(rex, tom)"),
        ("Runs(rex)", "Runs(rex)"),
        ("∀x (Dog(x) → ¬Cat(x))", "no x that is a Dog is a Cat"),
        ("∃x (Dog(x) ∧ Cat(x))", "some x that is a Dog is a Cat"),
        ("∃x (Dog(x) ∧ ¬Cat(x))", "some x that is a Dog is not a Cat"),
        ("∀x (Dog(rex) → Mammal(x))", "for every x: if rex is a Dog, then x is a Mammal"),
        ("¬∃x Likes(x, rex)", "for no x: Likes(x, rex)"),
        ("∀x ∀y (Likes(x, y) ∧ Dog(x) → Likes(y, x))", "for every x: for every y: if Likes(x, y) and x is a Dog, then Likes(y, x)"),
        ("Dog(a) ∨ Cat(a)", "a is a Dog or a is a Cat (or both)"),
        ("p ∨ q ∨ r", "p or q or r (or several)"),
        ("Dog(a) ⊕ Cat(a)", "either a is a Dog or a is a Cat but not both"),
        ("p ↔ ¬q", "p exactly when not q"),
        ("a = b", "a is the same as b"),
        ("f(a) < 9", "f(a) is less than 9"),
        ("¬(a ≤ 9)", "a is not at most 9"),
        ("(p → q) → r", "(p → q) → r"),
        ("p → (q → r)", "p → (q → r)"),
        ("(p ∧ q) ∨ r", "(p ∧ q) ∨ r"),
        ("¬(p ∧ q)", "¬(p ∧ q)"),
        ("∀x ((∃y Likes(x, y)) → Dog(x))", "∀x ((∃y (Likes(x, y))) → Dog(x))"),
        ('∀rex (Dog(rex) → Cat("rex"))', '∀rex (Dog(rex) → Cat("rex"))'),
        ('"and"(a)', '"and"(a)'),
    ],
)  # fmt: skip
def test_a_formula_is_told_in_words_or_as_it_is_written(written, words):
    assert in_words(formula(written)) == words


def test_variables_of_a_sort_are_told_with_it():
    run = Quantified(
        "exists",
        (Variable("e", "event"), Variable("c", "cat")),
        Related("Agent", (Variable("e", "event"), Variable("c", "cat"))),
    )
    assert in_words(run) == "for some event e and cat c: Agent(e, c)"


LITERAL = st.one_of(
    st.builds(lambda n, a: Related(n, (a,)), st.sampled_from(("Dog", "Animal", "Runs")), st.sampled_from((X, Y, Applied("rex")))),
    st.builds(lambda a, b: Related("Likes", (a, b)), st.sampled_from((X, Y)), st.sampled_from((X, Applied("f", (Y,))))),
    st.builds(Equation, st.just(X), st.sampled_from((Y, Applied("rex")))),
    st.builds(Ordering, st.sampled_from(("<", "<=")), st.just(X), st.just(Y)),
)  # fmt: skip


def _larger(inner):
    two = st.tuples(inner, inner)
    return st.one_of(
        inner.map(Negated),
        st.builds(
            Connected, st.sampled_from(("and", "or")), st.lists(inner, min_size=2, max_size=3).map(tuple)
        ),
        st.builds(Connected, st.sampled_from(("xor", "implies", "iff")), two),
        st.builds(
            Quantified, st.sampled_from(("forall", "exists")), st.sampled_from(((X,), (Y,), (X, Y))), inner
        ),
    )


def read_words(words):
    """The formula that words say, by a reader of their own."""
    if kind := re.fullmatch(r"(every|no|some) (\w) that is an? (\w+) is (not )?an? (\w+)", words):
        word, x, one, no, other = kind.groups()
        a, b = Related(one, (Variable(x),)), Related(other, (Variable(x),))
        connective, quantifier = ("and", "exists") if word == "some" else ("implies", "forall")
        return Quantified(
            quantifier, (Variable(x),), Connected(connective, (a, Negated(b) if no or word == "no" else b))
        )
    if prefix := re.match(r"for (every|some|no) (\w)(?: and (\w))?: ", words):
        word, *names = prefix.groups()
        variables = tuple(Variable(n) for n in names if n)
        inner = Quantified(
            "forall" if word == "every" else "exists", variables, read_words(words[prefix.end() :])
        )
        return Negated(inner) if word == "no" else inner
    if words.startswith("if "):
        condition, then = words[3:].split(", then ", 1)
        return Connected("implies", (read_words(condition), read_words(then)))
    if " exactly when " in words:
        return Connected("iff", tuple(map(read_words, words.split(" exactly when "))))
    if words.startswith("either "):
        return Connected("xor", tuple(map(read_words, words[7:].removesuffix(" but not both").split(" or "))))
    if words.endswith((" (or both)", " (or several)")):
        return Connected("or", tuple(map(read_words, words.rpartition(" (")[0].split(" or "))))
    if " and " in words:
        return Connected("and", tuple(map(read_words, words.split(" and "))))
    return _read_literal(words)


def _read_literal(words):
    if found := re.fullmatch(r"(.+) is (not )?(the same as|less than|at most|an?) (.+)", words):
        left, no, what, right = found.groups()
        sign = {"the same as": "=", "less than": "<", "at most": "≤"}.get(what)
        atom = formula(f"{left} {sign} {right}" if sign else f"{right}({left})")
        return Negated(atom) if no else atom
    return Negated(formula(words[4:])) if words.startswith("not ") else formula(words)


@given(st.recursive(LITERAL, _larger, max_leaves=6).map(closed))
def test_words_say_what_the_formula_says(written):
    words = in_words(written)
    if words != fol.printed_formula(written):
        assert fol.parse(fol.printed_formula(read_words(words))) == fol.parse(fol.printed_formula(written))


def test_the_premises_that_are_needed_are_told_in_words():
    verdict = Verdict(Status.TRUE, evidence=LogicEvidence("TRUE", NeededPremises(("premise_1", "premise_2"))))
    assert narrate(verdict, DOGS) == (
        "It follows: rex is a Mammal.\nFrom these two premises:\n"
        "  premise_1: every x that is a Dog is a Mammal\n  premise_2: rex is a Dog"
    )
    assert "premise_1\n  premise_2" in narrate(verdict)
    unsure = Verdict(Status.TRUE, evidence=LogicEvidence("UNKNOWN", NeededPremises(())))
    assert narrate(unsure, DOGS).endswith(
        "No premise is needed.\nWhether the premises can be true together is not known."
    )
    false = Verdict(Status.FALSE, evidence=LogicEvidence("TRUE", NeededPremises(("premise_2",))))
    assert narrate(false, DOGS).startswith(
        "It is false, since its negation follows: rex is a Mammal.\nFrom this premise:"
    )


@pytest.mark.parametrize(
    ("count", "say"),
    [
        (1, "This premise cannot be true:"),
        (3, "These three premises cannot be true together:"),
        (11, "These 11 premises"),
    ],
)
def test_premises_that_contradict_each_other_are_told(count, say):
    whole = theory(*[formula("p ∧ q")] * count, conclusion=formula("q"))
    names = tuple(p.name for p in whole.premises)
    verdict = Verdict(
        Status.INCONSISTENT, evidence=LogicEvidence("FALSE", NeededPremises(names, False)), reason="they do"
    )
    assert narrate(verdict, whole).startswith(f"{say}") and "they do" not in narrate(verdict, whole)
    assert narrate(verdict, whole).count("p and q") == count


def test_a_countermodel_is_told_as_a_table_or_in_a_sentence():
    whole = fol.read("Premises:\nDog(a)\nLikes(a, b)\nConclusion:\nDog(b)\n").theory
    structure = FiniteStructure(
        {"entity": 2},
        {("a", 0): {(): 0}, ("b", 0): {(): 1}},
        {("Dog", 1): frozenset({(0,)}), ("Likes", 2): frozenset({(0, 1)})},
    )
    model = countermodel(whole, whole.conclusion, structure)
    verdict = Verdict(Status.OPEN, evidence=LogicEvidence("TRUE", None, model))
    assert narrate(verdict, whole) == (
        "It is open, neither it nor its negation follows: b is a Dog.\n"
        "The premises are true and the conclusion is not here:\n"
        "     Dog\n  a  yes\n  b  no\n  Likes: (a, b)"
    )
    assert narrate(verdict, whole, table=False).endswith("here:\n  a, b: Dog(a), not Dog(b), Likes(a, b)")


def test_what_is_open_without_a_structure_says_why_there_is_none():
    verdict = Verdict(Status.OPEN, evidence=LogicEvidence("TRUE"), reason="no countermodel was found")
    assert narrate(verdict, DOGS).endswith("rex is a Mammal.\nNo countermodel was found.")


def test_a_table_has_a_block_where_columns_do_not_fit_and_a_table_for_each_sort():
    signature = Signature(
        ("person", "place"), {("ann", 0): ((), "person"), ("home", 1): (("person",), "place")},
        {**{(f"Predicate{n}", 1): ("person",) for n in range(12)}, ("Raining", 0): (), ("In", 2): ("person", "place")},
    )  # fmt: skip
    held = {symbol: frozenset() for symbol in signature.predicates} | {
        ("Raining", 0): frozenset({()}),
        ("Predicate3", 1): frozenset({(0,)}),
    }
    structure = FiniteStructure(
        {"person": 1, "place": 20}, {("ann", 0): {(): 0}, ("home", 1): {(0,): 1}}, held
    )
    lines = structure_table(structure, signature)
    assert all(len(line) <= 74 for line in lines if not line.startswith("place:"))
    assert (
        sum(line.startswith("person") for line in lines) == 3
        and sum(line.startswith("ann ") for line in lines) == 3
    )
    heads = " ".join(line for line in lines if line.startswith("person"))
    assert all(f"Predicate{n}" in heads for n in range(12))
    assert {"and 8 more", "Raining: yes", "In: of none", "home(ann) = place2"} <= set(lines)
    (row,) = (line for line in lines if line.startswith("ann ") and "yes" in line)
    (head,) = (line for line in lines if "Predicate3" in line)
    assert row.index("yes") == head.index("Predicate3")


def test_a_proof_is_told_step_by_step_and_the_middle_of_a_long_one_is_counted():
    steps = (
        ProofStep("Dog(rex)", "premise", (), "premise_2"),
        ProofStep("¬Mammal(rex)", "negated conclusion"),
        ProofStep("⊥", "rw", (0, 1)),
    )
    evidence = LogicEvidence("TRUE", NeededPremises(("premise_2",)), proof=Proof(steps))
    said = narrate(Verdict(Status.TRUE, evidence=evidence), DOGS)
    assert said.endswith(
        "Proof:\n  1. Dog(rex) (premise_2)\n  2. Suppose ¬Mammal(rex) (the contrary of what is to be shown)\n"
        "  3. a contradiction, by 1, 2 (rw)"
    )
    long = Proof(tuple(ProofStep(f"P{n}", "rw", (n - 1,) if n else ()) for n in range(60)))
    lines = narrate(Verdict(Status.TRUE, evidence=long)).split("\n")
    assert (
        len(lines) == MOST_LINES
        and "... 47 more steps ..." in lines
        and lines[-1].startswith("60. P59, by 59")
    )


def sketch_of(*verdicts, ending=None):
    steps = tuple(SketchStep(str(n), formula("Dog(rex)"), ("premise_2",)) for n, _ in enumerate(verdicts, 1))
    checked = tuple(CheckedStep(s, s.uses, v) for s, v in zip(steps, verdicts, strict=True))
    return CheckedSketch(ProofSketch(steps), checked, ending)


HELD = Verdict(Status.TRUE)


@pytest.mark.parametrize(
    ("sketch", "say"),
    [
        (sketch_of(HELD), "The sketch proves it: its one step holds."),
        (sketch_of(HELD, HELD), "The sketch proves it: all 2 steps hold."),
        (
            sketch_of(HELD, ending=Verdict(Status.OPEN)),
            "the last one does not give the conclusion: rex is a Dog.",
        ),
        (
            sketch_of(HELD, Verdict(Status.OPEN)),
            "Step 2 (rex is a Dog) does not follow from premise_2.\nThe step before it holds.",
        ),
        (
            sketch_of(Verdict(Status.FALSE)),
            "Step 1 (rex is a Dog) is false: its negation follows from premise_2.",
        ),
        (sketch_of(Verdict(Status.INCONSISTENT)), "shows nothing: premise_2 cannot be true."),
        (
            sketch_of(Verdict(Status.UNKNOWN, reason="3 steps")),
            "is not known to follow from premise_2: 3 steps.",
        ),
    ],
)
def test_a_sketch_is_told_by_its_first_failing_step(sketch, say):
    assert say in narrate(Verdict(Status.OPEN, evidence=sketch), DOGS)


def test_rules_and_options_are_told_by_the_same_function():
    dog = SignedAtom("Dog", ("rex",))
    derived = Verdict(Status.TRUE, evidence=Derivation((DerivationStep(dog, "given"),)))
    assert narrate(derived) == f"Given: {dog}."
    program = RuleProgram((dog,), (), SignedAtom("Cat", ("rex",)))
    assert "Neither Cat(rex" in narrate(Verdict(Status.OPEN, evidence=Fixpoint((dog,))), program)


@pytest.mark.parametrize("status", list(Status))
@pytest.mark.parametrize("evidence", [None, LogicEvidence("UNKNOWN"), "something else"])
def test_every_verdict_is_told_in_some_words(status, evidence):
    assert narrate(Verdict(status, evidence=evidence, reason="so it is"), DOGS).strip()


@given(st.lists(st.text("ab c", max_size=400), min_size=1, max_size=20), st.integers(40, 2000))
def test_what_is_told_is_never_longer_than_it_may_be(lines, most):
    told = limited(lines, most)
    assert len(told) <= most
    kept = told.split("\n")
    if kept[-1].startswith("... and "):
        more = int(kept[-1].split()[2])
        assert len(kept) - 1 + more == len(lines)


def test_a_long_theory_is_told_within_the_limit():
    whole = theory(*[formula(f"Dog(rex{n})") for n in range(300)], conclusion=formula("Dog(rex1)"))
    evidence = LogicEvidence("TRUE", NeededPremises(tuple(p.name for p in whole.premises)))
    said = narrate(Verdict(Status.TRUE, evidence=evidence), whole)
    assert len(said) <= 1500 and "and 288 more" in said
    assert len(narrate(Verdict(Status.TRUE, evidence=evidence), whole, most=200)) <= 200
    long = replace(whole, conclusion=formula(" ∧ ".join(f"Dog(rex{n})" for n in range(500))))
    assert len(narrate(Verdict(Status.TRUE, evidence=evidence), long)) <= 1500
