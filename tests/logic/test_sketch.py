"""Sketches of proofs: how they are read over a theory, and what is wrong with them by place."""

from dataclasses import replace

import pytest

from syllogos.logic.formulas import Variable
from syllogos.logic.languages import fol, isabelle, sketch
from syllogos.logic.trees import tree_of

DOGS = fol.read(
    "Premises:\n∀x (Dog(x) → Mammal(x))\nDog(rex)\nLikes(rex, tom)\nConclusion:\nMammal(rex)\n"
).theory
EVENTS = isabelle.read("""theory t imports Main begin typedecl entity typedecl event
consts Cat :: "entity ⇒ bool" Run :: "event ⇒ bool" Agent :: "event ⇒ entity ⇒ bool"
axiomatization where rule_1: "∀e x. Run e ∧ Agent e x ⟶ Cat x"
theorem assumes asm: "Run e ∧ Agent e x" shows "∃y. Cat y" oops end""").theory


def test_steps_with_numbers_and_what_they_follow_from():
    found = sketch.read("1. Dog(rex)  from premise_2; 2. Mammal(rex) from 1, premise_1", DOGS).sketch
    assert [(s.name, s.uses) for s in found.steps] == [("1", ("premise_2",)), ("2", ("1", "premise_1"))]
    assert found.steps[1].formula == DOGS.conclusion


@pytest.mark.parametrize(
    "text",
    [
        "Dog(rex)\nMammal(rex)",
        "1) Dog(rex)\n2) Mammal(rex)",
        "step 1: Dog(rex) ::: from nothing\n\n  step 2: Mammal(rex)",
        "01. Dog(rex);;2. Mammal(rex);",
    ],
)
def test_ways_to_write_the_same_steps(text):
    found = sketch.read(text, DOGS).sketch
    assert [(s.name, s.uses) for s in found.steps] == [("1", ()), ("2", ())]
    assert found.steps[1].formula == DOGS.conclusion


def test_what_is_cited_may_be_joined_by_and_and_called_a_step():
    (*_, last) = sketch.read("1. Dog(rex)\n2. Mammal(rex) from step 1 and premise_1.", DOGS).sketch.steps
    assert last.uses == ("1", "premise_1")


@pytest.mark.parametrize(
    ("text", "line", "column", "say"),
    [
        ("1. Dog(rex)\n2. Mammal(rex) from 3", 2, 21, "‘3’ is no premise and no earlier step"),
        ("1. Dog(rex) from 1", 1, 18, "‘1’ is no premise and no earlier step"),
        ("1. Dog(rex) from premise2", 1, 18, "did you mean premise_2?"),
        ("1. Dog(rex) from premise_2 premise_1", 1, 18, "is expected after from"),
        ("1. Dog(rex) from premise_2,", 1, 28, "is expected after from"),
        ("1. Dog(rex); 1. Dog(rex)", 1, 13, "there are two steps 1"),
        ("1. Dgo(rex)", 1, 4, "the theory has no predicate ‘Dgo’; did you mean Dog?"),
        ("1. Dog(rxe)", 1, 4, "the theory has no constant ‘rxe’; did you mean rex?"),
        ("1. Dog(rex, tom)", 1, 4, "‘Dog’ takes 1 arguments in the theory, not 2"),
        ("1. Dоg(rex)", 1, 4, "looks like ‘Dog’"),
        ("1. Dog(rex) ∧ ∧ Dog(rex)", 1, 15, "a formula is expected"),
        ("1. Dog(rex)\n2.", 2, 3, "a formula is expected"),
        ("1. from premise_2", 1, 9, "a connective or the end"),
        ("", 1, 1, "there is no step"),
        ("Dog(rex)\n" * 201, 201, 1, "more than 200 steps"),
        ("P" * 200_001, 1, 1, "at most 200000"),
    ],
)
def test_what_cannot_be_read_has_its_place(text, line, column, say):
    found = sketch.read(text, DOGS)
    assert found.sketch is None
    (problem,) = found.problems
    assert say in problem.say and (problem.line, problem.column) == (line, column), problem


def test_a_name_in_quotation_marks_may_hold_what_divides_steps():
    odd = fol.read('Premises:\n"a; from b"(c)\nConclusion:\n"a; from b"(c)\n').theory
    (step,) = sketch.read('"a; from b"(c) from premise_1', odd).sketch.steps
    assert step.formula == odd.conclusion and step.uses == ("premise_1",)


def test_what_is_free_is_meant_for_all_values_unless_the_theory_has_such_a_constant():
    found = sketch.read("Dog(x) → Mammal(x)", DOGS)
    assert found.sketch.steps[0].formula == DOGS.premises[0].formula and "meant for all" in str(
        found.repairs[0]
    )
    (step,) = sketch.read("Cat(x) from rule_1, asm", EVENTS).sketch.steps
    assert fol.printed_formula(step.formula) == 'Cat("x")'


def test_variables_take_the_sorts_of_the_theory_from_their_places():
    (step,) = sketch.read("∃e ∃y (e = e ∧ Agent(e, y) ∧ Run(e))", EVENTS).sketch.steps
    assert step.formula.variables == (Variable("e", "event"),)
    assert step.formula.body.variables == (Variable("y", "entity"),)
    (step,) = sketch.read("∃x, y (x = y ∧ Run(y))", EVENTS).sketch.steps
    assert step.formula.variables == (Variable("x", "event"), Variable("y", "event"))
    found = sketch.read("∃e (Run(e) ∧ Cat(e))", EVENTS)
    assert found.problems[0].kind == "sort" and "‘e’ is of the sort event, and entity is wanted" in str(
        found.problems[0]
    )


def test_no_step_is_called_like_a_premise():
    numbered = replace(DOGS, premises=tuple(replace(p, name=str(n)) for n, p in enumerate(DOGS.premises, 1)))
    assert "a premise is called 1, so no step can be" in str(
        sketch.read("1. Dog(rex) from 2", numbered).problems[0]
    )
    assert sketch.read("4. Dog(rex) from 2", numbered).sketch


def test_a_sketch_of_trees():
    mammal = tree_of(DOGS.conclusion)
    found = sketch.read_tree(
        {
            "steps": [
                {"formula": mammal, "from": ["premise_1", "premise_2"]},
                {"formula": mammal, "from": [1]},
            ]
        },
        DOGS,
    )
    assert [s.uses for s in found.sketch.steps] == [("premise_1", "premise_2"), ("1",)]
    for wrong, say in [
        ([], 'a sketch is {"steps": [...]}'),
        ({"steps": []}, "there is no step"),
        ({"steps": [{"formula": mammal, "because": []}]}, 'step 1 is {"formula"'),
        ({"steps": [{"formula": {"nott": mammal}}]}, "step 1: nott: there is no 'nott'"),
        ({"steps": [{"formula": mammal, "from": "premise_1"}]}, "from is a list"),
        ({"steps": [{"formula": mammal, "from": [2]}]}, "‘2’ is no premise"),
    ]:
        assert say in str(sketch.read_tree(wrong, DOGS).problems[0])
