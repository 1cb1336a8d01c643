"""Theories of Isabelle: what is read, and every fault at its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulas import formulas, theory
from syllogos.logic.formulas import Connected, Variable, free_variables
from syllogos.logic.languages import isabelle
from syllogos.logic.theories import Signature, inferred

GOOD = """theory squirrels
imports Main
begin

typedecl entity
typedecl event

consts
  Squirrel :: "entity ⇒ bool"
  Nut :: "entity ⇒ bool"
  Eat :: "event ⇒ bool"
  Agent :: "event ⇒ entity ⇒ bool"
  Patient :: "event ⇒ entity ⇒ bool"
  home :: "entity ⇒ entity"

(* What eats a nut (any nut) is a squirrel. *)
axiomatization where
  rule: "∀x y e. Eat e ∧ Agent e x ∧ Patient e y ∧ Nut y ⟶ Squirrel x"

theorem word:
  assumes fact: "Eat e ∧ Agent e c ∧ Patient e n ∧ Nut n"
  shows "Squirrel c"
  sledgehammer
  using fact rule by blast

end
"""


def first(text):
    return isabelle.read(text).problems[0]


def test_a_theory_is_read_with_the_sorts_of_its_variables_and_unknowns():
    read = isabelle.read(GOOD)
    assert read.problems == () and read.theory.signature.sorts == ("entity", "event")
    rule, fact = read.theory.premises
    assert (rule.role, fact.role) == ("axiom", "assumption")
    assert rule.formula.variables == (Variable("x"), Variable("y"), Variable("e", "event"))
    assert read.theory.signature.functions["e", 0] == ((), "event")
    assert len(read.notes) == 3 and "e is not declared" in str(read.notes[0])
    assert free_variables(fact.formula) == ()


ASCII = (
    GOOD.replace("∀", "\\<forall>").replace("∧", "&").replace("⟶", "-->").replace("⇒", "=>").replace("¬", "~")
)


def test_ascii_and_names_of_signs_are_the_same_theory():
    assert isabelle.read(ASCII).theory == isabelle.read(GOOD).theory


@pytest.mark.parametrize(
    ("kind", "old", "new", "line", "says"),
    [
        ("syntax", "axiomatization", "axiomatisation", 17, "did you mean axiomatization?"),
        ("sort", "Agent e x ∧ Pat", "Agent x e ∧ Pat", 18, "‘e’ is of type event, not entity"),
        ("syntax", "∀x y e. Eat", "∀x y e. (Eat", 18, "‘)’"),
        (
            "syntax",
            "Eat e ∧ Agent e x ∧ Patient",
            "Eat e ∧ ∧ Agent e x ∧ Patient",
            18,
            "a formula is expected",
        ),
        ("undeclared", "⟶ Squirrel x", "⟶ Squirel x", 18, "did you mean Squirrel?"),
        ("undeclared", "Nut y ⟶", "Nut z ⟶", 18, "‘z’ is not declared"),
        ("duplicate", "Patient :: ", "Agent :: ", 13, "declared twice"),
        ("syntax", 'Squirrel x"', "Squirrel x", 18, "never closed"),
        ("syntax", "nut) is a squirrel. *)", "nut) is a squirrel.", 16, "comment"),
        ("syntax", "begin\n", "", 4, "begin is expected"),
        ("syntax", "\nend\n", "\n", 26, "end is expected"),
        ("syntax", "⟶", "→", 18, "write ⟶ or -->"),
        ("refused", "typedecl event", 'ML ‹writeln "x"›\ntypedecl event', 6, "ML"),
        ("refused", "typedecl event", "declare [[smt_oracle]]\ntypedecl event", 6, "declare"),
        ("syntax", "imports Main", 'imports "/etc/passwd"', 2, "begin is expected"),
        ("sort", "Agent e x ∧ Pat", "Agent e ∧ Pat", 18, "takes 2 arguments"),
        ("sort", "Nut y ⟶", "home y ⟶", 18, "a thing"),
        ("undeclared", '"entity ⇒ entity"', '"entity ⇒ entety"', 14, "entety"),
        ("no conclusion", GOOD[GOOD.index("theorem") : GOOD.index("end\n")], "", 21, "no theorem"),
    ],
)
def test_each_fault_is_told_at_its_place(kind, old, new, line, says):
    assert old in GOOD
    found = first(GOOD.replace(old, new))
    assert (found.kind, found.line, says in found.say) == (kind, line, True), found


def test_greek_names_and_equations_between_formulas():
    text = (
        GOOD.replace("∀x y e. Eat e", "∀α y e. Eat e")
        .replace("Agent e x", "Agent e α")
        .replace("Squirrel x", "(Squirrel α = True)")
    )
    rule = isabelle.read(text).theory.premises[0].formula
    assert rule.variables[0].name == "α"
    assert rule.body.parts[1].connective == "iff"


def test_a_variable_that_only_equations_use_has_the_sort_of_the_other_side():
    text = GOOD.replace("∀x y e. Eat e", "∀x y e. ∃k. k = e ∧ Eat k")
    rule = isabelle.read(text).theory.premises[0].formula
    assert isinstance(rule.body.body, Connected) and rule.body.variables == (Variable("k", "event"),)


@pytest.mark.parametrize("deep", ["(" * 10_000 + "Nut y" + ")" * 10_000, "¬" * 10_000 + "Nut y"])
def test_nesting_of_10000_is_a_limit_and_no_crash(deep):
    found = first(GOOD.replace("Nut y ⟶", f"{deep} ⟶"))
    assert (found.kind, found.line) == ("limit", 18)


def test_the_printed_theory_is_read_back_as_it_was():
    read = isabelle.read(GOOD).theory
    assert isabelle.read(isabelle.printed(read)).theory == read


WORDS = {"predicates": ("P", "Likes", "狗"), "constants": ("a", "rex"), "functions": ("f", "g")}
SIGNATURE = Signature(
    ("entity",),
    {
        **{(c, 0): ((), "entity") for c in ("a", "rex")},
        **{(f, 1): (("entity",), "entity") for f in ("f", "g")},
    },
    {(p, 1): ("entity",) for p in ("P", "Likes", "狗")},
)


def _unary(tree):
    """Whether every name has as many arguments as it is declared with."""
    used = inferred([tree])
    return set(used.functions) <= set(SIGNATURE.functions) and set(used.predicates) <= set(
        SIGNATURE.predicates
    )


@given(
    st.lists(formulas(**WORDS, numbers=False, order=False).filter(_unary), max_size=2),
    formulas(**WORDS, numbers=False, order=False).filter(_unary),
)
def test_any_printed_theory_is_read_back_as_it_was(premises, goal):
    whole = theory(*premises, conclusion=goal, signature=SIGNATURE)
    assert isabelle.read(isabelle.printed(whole)).theory == whole


def test_a_variable_called_like_a_constant_gets_another_name_when_printed():
    text = isabelle.printed(
        isabelle.read(GOOD.replace('shows "Squirrel c"', 'shows "∃x. Squirrel x ∧ Nut c"')).theory
    )
    assert isabelle.read(text.replace("∃(x::entity)", "∃(c::entity)")).problems == ()


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text):
    isabelle.read(text)
    isabelle.read(GOOD.replace("Nut y ⟶", text))
