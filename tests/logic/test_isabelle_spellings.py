"""Theories of Isabelle in every spelling are one theory, which is printed and read back as it was."""

import re

import pytest

from event_theories import SCENES, in_cartouches, in_greek, scene, spelled
from syllogos.logic.formulas import Connected, Quantified
from syllogos.logic.languages import isabelle, tptp


def read(text):
    found = isabelle.read(text)
    assert found.theory, (found.problems, text)
    return found.theory


def rule(axiom, **others):
    """The first axiom of a theory."""
    return read(scene({"one": axiom, **others}, '  shows "∃x. Cat x"')).premises[0].formula


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("way", [0, 1, 2])
def test_signs_by_name_and_in_ascii_are_the_same_theory(name, way):
    assert read(spelled(SCENES[name][0], way)) == read(SCENES[name][0])


@pytest.mark.parametrize("name", SCENES)
def test_cartouches_remarks_and_prose_change_nothing(name):
    text = SCENES[name][0]
    assert read(in_cartouches(text)) == read(text)
    assert read(spelled(in_cartouches(text), 0).replace("‹", "\\<open>").replace("›", "\\<close>")) == read(
        text
    )


@pytest.mark.parametrize("name", SCENES)
def test_variables_may_be_greek(name):
    text = SCENES[name][0]
    renamed = read(in_greek(text))
    assert len(renamed.premises) == len(read(text).premises)
    assert renamed == read(
        in_greek(text).replace("\\<beta>", "β").replace("\\<phi>", "φ").replace("\\<kappa>", "κ")
    )


@pytest.mark.parametrize("name", SCENES)
def test_what_is_printed_is_read_back_as_it_was(name):
    theory = read(SCENES[name][0])
    printed = isabelle.printed(theory)
    assert read(printed) == theory
    assert isabelle.printed(read(printed)) == printed


@pytest.mark.parametrize("name", SCENES)
def test_the_typed_form_of_tptp_says_the_same(name):
    theory = read(SCENES[name][0])
    again = tptp.read(tptp.printed(theory)).theory
    assert again.signature == theory.signature and tptp.printed(again) == tptp.printed(theory)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Cat c ⟹ Dog c ⟹ Bird c", "Cat c ⟶ (Dog c ⟶ Bird c)"),
        ("⟦Cat c; Dog c⟧ ⟹ Bird c", "(Cat c ∧ Dog c) ⟶ Bird c"),
        ("⟦Cat c⟧ ⟹ Bird c", "Cat c ⟶ Bird c"),
        ("⋀x. Cat x ⟹ Dog x", "∀x. Cat x ⟶ Dog x"),
        ("∄x. Cat x", "¬(∃x. Cat x)"),
        ("∃!x. Cat x", "∃x. Cat x ∧ (∀x1. Cat x1 ⟶ x1 = x)"),
        ("∀x::entity. Cat x", "∀x. Cat x"),
        ("∀(x::entity) (y). x = y", "∀x y. x = (y::entity)"),
        ("Cat c = Dog c", "Cat c ⟷ Dog c"),
        ("¬ Cat c ∨ Dog c ∧ Bird c ⟶ Fish c", "((¬(Cat c)) ∨ ((Dog c) ∧ (Bird c))) ⟶ (Fish c)"),
        ("∀x. Cat x ⟶ Dog x ∧ Bird x", "∀x. (Cat x ⟶ (Dog x ∧ Bird x))"),
        ("Cat c ⟶ (∃x. Dog x ∧ Bird x) ∨ Fish c", "Cat c ⟶ ((∃x. (Dog x ∧ Bird x)) ∨ Fish c)"),
        ("Cat c (* the one *) ∧ Dog c", "Cat c ∧ Dog c"),
    ],
)
def test_ways_of_writing_one_formula(text, same):
    one, other = (read(scene({}, f'  fixes c :: entity\n  shows "{t}"')).conclusion for t in (text, same))
    assert one == other


def test_a_quantifier_is_not_passed_over_by_the_one_before_it():
    wrong = isabelle.read(scene({"one": "∀ ∃x. Cat x"}, '  shows "∃x. Cat x"'))
    assert wrong.theory is None and wrong.problems[0].kind == "syntax"


def test_exactly_one_of_a_name_that_is_used_within_is_another_one():
    formula = rule("∃!x. Cat x ∧ (∀x1. Dog x1 ⟶ x1 ≠ x)")
    assert isinstance(formula, Quantified) and isinstance(formula.body, Connected)
    assert formula.body.parts[1].variables[0].name == "x2"


@pytest.mark.parametrize(
    ("axiom", "kind", "says"),
    [
        ("∃!x y. Cat x", "refused", "∃! is read with one variable"),
        ("∃!x. " * 40 + "Cat x", "limit", "∃! of more than"),
        ("⟦∀x. Cat x⟧", "syntax", "‘⟹’ is expected"),
        ("⟦" * 10_000 + "Cat c", "limit", "nested deeper"),
        ("⋀x. " * 10_000 + "Cat c", "limit", "nested deeper"),
        ("∀x. (Cat x ⟹ Dog x)", "syntax", "is expected, not ‘⟹’"),
        ("∀x∈A. Cat x", "syntax", "‘∈’"),
        ("λx. Cat x", "undeclared", "‘λx’"),
    ],
)
def test_what_is_no_such_formula_is_refused(axiom, kind, says):
    problem = isabelle.read(scene({"one": axiom}, '  fixes c :: entity\n  shows "∃x. Cat x"')).problems[0]
    assert (problem.kind, says in problem.say) == (kind, True), problem


@pytest.mark.parametrize(
    ("old", "new"), [("text ‹A", "text ‹‹A"), ("\\<comment> ‹what happens›", "\\<comment> ‹what happens")]
)
def test_a_cartouche_that_is_never_closed_is_told_where_it_opens(old, new):
    text = in_cartouches(SCENES["without an axiom"][0]).replace(old, new)
    problem = isabelle.read(text).problems[0]
    assert "‹ is never closed" in problem.say or problem.kind == "no conclusion", problem


RULE = "∀x e. Swim e ∧ Agent e x ⟶ Fish x"
THEOREM = '  assumes "Swim e ∧ Agent e c"\n  shows "Fish c"'


def test_a_name_that_nothing_declares_is_refused_in_an_axiom():
    problem = isabelle.read(scene({"one": RULE.replace("Agent e x", "Agent e c")}, THEOREM)).problems[0]
    assert (problem.kind, "‘c’ is not declared" in problem.say) == ("undeclared", True)
    line = scene({"one": RULE}, THEOREM)[: scene({"one": RULE}, THEOREM).index("one:")].count("\n") + 1
    assert problem.line == line


def test_a_name_that_nothing_declares_is_one_fixed_unknown_in_a_theorem_and_that_is_said():
    found = isabelle.read(scene({"one": RULE}, THEOREM))
    assert [note.what for note in found.notes] == ["e is not declared", "c is not declared"]
    assert found.theory.signature.functions["c", 0] == ((), "entity")
    assert found.theory.signature.functions["e", 0] == ((), "event")


def test_a_predicate_that_nothing_declares_is_refused_in_a_theorem_too():
    problem = isabelle.read(scene({"one": RULE}, THEOREM.replace('"Fish c"', '"Trout c"'))).problems[0]
    assert problem.kind == "undeclared" and "‘Trout’" in problem.say


@pytest.mark.parametrize("arrow", ["→", "\\<rightarrow>", "->", "=>", "⇒"])
@pytest.mark.parametrize("place", ["axiom", "theorem"])
def test_an_arrow_that_is_no_implication_is_refused_with_what_to_write(arrow, place):
    axiom = RULE.replace("⟶", arrow) if place == "axiom" else RULE
    theorem = THEOREM if place == "axiom" else f'  shows "∀x. Cat x {arrow} Fish x"'
    problem = isabelle.read(scene({"one": axiom}, theorem)).problems[0]
    assert (problem.kind, "write ⟶ or -->" in problem.say) == ("syntax", True), problem


@pytest.mark.parametrize(
    "proof",
    [
        "oops",
        "sorry",
        "by auto",
        "by (metis (no_types, lifting) one assms)",
        "sledgehammer [timeout = 5]\n  oops",
        "using assms one\n  <ATP>",
        'proof (rule ccontr)\n  assume "¬Fish c"\n  then show False using assms one by blast\nqed',
        "apply (insert one assms)\n  apply blast\n  done",
        "unfolding one[rule_format] by (smt (verit) one)",
    ],
)
def test_nothing_of_a_proof_counts(proof):
    assert read(scene({"one": RULE}, THEOREM, proof)) == read(scene({"one": RULE}, THEOREM))


def test_theories_use_all_that_is_spelled_otherwise():
    every = "".join(text for text, _ in SCENES.values())
    assert all(re.search(re.escape(sign), every) for sign in "∀∃∧∨¬⟶⟷≠⇒⋀⟹⟦⟧∄")
