"""The language of .fol files: what is read, what is mended and said, what is refused and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulas import formulas, theory
from syllogos.logic.formulas import (
    Applied,
    Connected,
    Equation,
    Negated,
    Ordering,
    Quantified,
    Related,
    Variable,
    free_variables,
)
from syllogos.logic.languages import fol

X, Y = Variable("x"), Variable("y")


def formula(text):
    read = fol.parse(text)
    assert isinstance(read, fol.ReadFormula), read
    return read.formula


def problem(text):
    (found,) = fol.parse(text).problems
    return found


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("¬P ∧ Q", "(¬P) ∧ Q"),
        ("P ∧ Q ∨ R", "(P ∧ Q) ∨ R"),
        ("P ∨ Q ⊕ R", "(P ∨ Q) ⊕ R"),
        ("P ⊕ Q → R", "(P ⊕ Q) → R"),
        ("P → Q ↔ R", "(P → Q) ↔ R"),
        ("P → Q → R", "P → (Q → R)"),
        ("P ⊕ Q ⊕ R", "(P ⊕ Q) ⊕ R"),
        ("P & -Q | R -> S", "P ∧ ¬Q ∨ R → S"),
        ("P && !Q || R => S", "P ∧ ¬Q ∨ R → S"),
        ("P and not Q or R implies S", "P ∧ ¬Q ∨ R → S"),
        ("P AND NOT Q iff R xor S", "P ∧ ¬Q ↔ R ⊕ S"),
        ("all x. (D(x) -> M(x))", "∀x (D(x) → M(x))"),
        ("forall x, y: L(x, y)", "∀x ∀y L(x, y)"),
        ("-exists x. D(x)", "¬∃x D(x)"),
        ("Not Exists x. D(x)", "¬∃x D(x)"),
        ("x != y", "¬(x = y)"),
        ("x > y", "y < x"),
        ("x ≥ y", "y <= x"),
    ],
)
def test_ways_of_writing_one_formula(text, same):
    def one(read):  # neighbouring quantifiers may be listed in one
        return fol.printed_formula(read).replace("∀x, y (", "∀x (∀y (").rstrip(")")

    assert one(formula(text)) == one(formula(same))


def test_a_quantifier_holds_its_neighbour_only_unless_its_variable_is_used_after_it():
    tight = formula("∀x P(x) → Q(a)")
    assert tight == Connected(
        "implies", (Quantified("forall", (X,), Related("P", (X,))), Related("Q", (Applied("a"),)))
    )
    wide = fol.parse("∀x P(x) → Q(x)")
    assert wide.formula == formula("∀x (P(x) → Q(x))")
    assert [str(r) for r in wide.repairs] == [
        "line 1, column 1: a quantifier without brackets: taken as one that holds for all that follows"
    ]
    twice = fol.parse("∀x P(x) ∧ ∀x Q(x)")
    assert twice.formula == formula("(∀x P(x)) ∧ (∀x Q(x))") and not twice.repairs


def test_a_name_may_be_a_constant_and_a_predicate():
    assert formula("platypus(platypus)") == Related("platypus", (Applied("platypus"),))


def test_a_letter_like_x_is_a_variable_and_the_same_in_quotes_is_not():
    assert free_variables(formula("P(x, y1, a, year)")) == (X, Variable("y1"))
    assert free_variables(formula('P("x")')) == ()


def test_numbers_are_numerals_and_numbers_with_letters_are_names():
    read = formula("Cost(a, 42.30) ∧ Worth(a, 42.3billion) ∧ (9 < 10)")
    assert "42.3)" in fol.printed_formula(read)
    assert read.parts[1] == Related("Worth", (Applied("a"), Applied("42.3billion")))
    assert isinstance(read.parts[2], Ordering)


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("P ∧ ∧ Q", (1, 5), "a formula is expected"),
        ("P(a", None, None),
        ("P(a) Q(b)", (1, 6), "a connective or the end"),
        ("a = b = c", (1, 7), "one comparison at a time"),
        ("P(a ∧ b)", (1, 5), "‘,’ or ‘)’"),
        ("P ^ Q", (1, 3), "no meaning"),
        ("P(x, [a, b)", (1, 11), "‘,’ or ‘]’"),
        ("P(x y)", (1, 5), "‘,’ or ‘)’"),
        ("", (1, 1), "a formula is expected"),
        ("∀ (P(x))", (1, 3), "a variable is expected"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text, place, says):
    if place is None:
        assert [r.what for r in fol.parse(text).repairs] == ["the brackets of ‘P’ are never closed"]
        return
    found = problem(text)
    assert ((found.line, found.column), says in found.say) == (place, True), found


@pytest.mark.parametrize(
    "text", ["(" * 10_000 + "P" + ")" * 10_000, "¬" * 10_000 + "P", "P → " * 10_000 + "P", "P ⊕ " * 10_000 + "P",
             "P(" + "f(" * 10_000 + "a" + ")" * 10_001, "∀x " * 10_000 + "P(x)"]
)  # fmt: skip
def test_nesting_of_10000_is_a_limit_and_no_crash(text):
    assert problem(text).kind == "limit"


def test_a_long_conjunction_is_not_deep():
    assert len(formula(" ∧ ".join(["P"] * 5_000)).parts) == 5_000


def test_a_text_of_10_mb_is_a_limit():
    (found,) = fol.read("Premises:\n" + "P(a)\n" * 2_000_000).problems
    assert found.kind == "limit"


def test_a_theory_in_sections_with_comments_and_a_note_on_what_is_free():
    read = fol.read(
        "Predicates:\nDog(x) ::: x is a dog\nPremises:\nDog(x) → Mammal(x) ::: he/she, $5 [1]\n\n"
        "Dog(rex) ::: Rex.\nConclusion:\nMammal(rex) ::: so\n"
    )
    assert [p.name for p in read.theory.premises] == ["premise_1", "premise_2"]
    assert read.theory.premises[0].formula == formula("∀x (Dog(x) → Mammal(x))")
    assert read.theory.premises[0].closed and not read.theory.premises[1].closed
    assert [str(n) for n in read.notes] == ["line 4, column 1: x is free: taken as meant for all values"]
    assert read.repairs == ()


def test_a_free_variable_of_a_conclusion_gives_both_readings_and_is_said():
    read = fol.read("Premises:\nP(a)\nConclusion:\nP(x)")
    assert read.theory.conclusion == formula("∀x P(x)") and read.theory.weaker == formula("∃x P(x)")
    assert "x is free in the conclusion" in str(read.repairs[0])


@pytest.mark.parametrize("text", ["Premises:\nP\n", "Premises:\nP\nConclusion:\nP\nQ", ""])
def test_a_theory_has_one_conclusion(text):
    assert fol.read(text).problems[0].kind == "no conclusion"


def test_a_letter_of_another_alphabet_is_said():
    (found,) = fol.read("Premises:\nCat(tom)\nConclusion:\nСat(tom)").problems
    assert (found.kind, found.line) == ("homoglyph", 4) and "cyrillic" in found.say


def test_chinese_names_are_names():
    assert formula("∀x (狗(x) → 动物(x))").body.parts[0] == Related("狗", (X,))


def test_interleaved_text_and_formulas():
    read = fol.read_interleaved("TEXT:\tA.\nFOL:\tall x. (A(x) -> B(x))\nTEXT:\tB.\nFOL:\tB(Bob)\n")
    assert read.theory.conclusion == formula("B(Bob)") and len(read.theory.premises) == 1


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("P(a) ∧ Q(b))", "P(a) ∧ Q(b)"),
        ("P(a).", "P(a)"),
        ("(P(a) ∧ Q(b)", "P(a) ∧ Q(b)"),
        ("From(x, dc universe)", "From(x, dc_universe)"),
    ],
)
def test_what_is_clear_all_the_same_is_mended(text, mended):
    assert formula(text) == formula(mended)


@given(
    formulas(
        predicates=("P", "and", "x", "if", "then", "v", "Facts", 'a "b" \\', "狗"),
        constants=("x", "all", "a b", "9", "é"),
    )
)
def test_a_printed_formula_is_read_back_as_it_was(tree):
    assert formula(fol.printed_formula(tree)) == tree


@given(st.lists(formulas(), max_size=3), formulas())
def test_a_printed_theory_is_read_back_as_it_was(premises, goal):
    whole = theory(*premises, conclusion=goal)
    read = fol.read(fol.printed(whole))
    assert read.theory == whole and read.repairs == ()


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    fol.parse(text)
    fol.read("Premises:\n" + text + "\nConclusion:\n" + text)


def test_equation_and_negated_equation():
    assert formula("a ≠ b") == Negated(Equation(Applied("a"), Applied("b")))


def predicates(*premises, goal="Done(a)", declared=""):
    text = f"Predicates:\n{declared}\nPremises:\n" + "\n".join(premises) + f"\nConclusion:\n{goal}"
    read = fol.read(text)
    return {name for name, _ in read.theory.signature.predicates} - {"Done"}, [str(r) for r in read.repairs]


def test_a_name_used_once_that_differs_by_a_slip_is_the_other_one_and_that_is_said():
    names, repairs = predicates("∀x (Meeting(x) → Busy(x))", "∀x (Lunch(x) → Meetings(x))", "Meeting(a)")
    assert names == {"Meeting", "Busy", "Lunch"}
    assert repairs == ["line 5, column 16: ‘Meetings’, which is used once: taken as ‘Meeting’"]
    assert predicates("∀x (RacingCar(x) → Fast(x))", "Racing_car(zip)")[0] == {"RacingCar", "Fast"}


@pytest.mark.parametrize(
    ("premises", "declared"),
    [
        (("Parent(a, b)", "Parents(b, a)"), ""),
        (("New(a)", "News(b)"), ""),
        (("P(a)", "p(b)"), ""),
        (("Glass(a)", "Glas(b)"), ""),
        (("Arms(a)", "Arms(b)", "Arm1(a)", "Arm1(b)"), ""),
        (("Human(a)", "Human(b)", "Humans(a)", "Humans(b)"), ""),
        (("Human(a)", "Humans(b)"), "Human(x) ::: is human\nHumans(x) ::: are humans"),
        (("Human(a)", "Humans(b, c)"), ""),
    ],
)
def test_names_that_may_be_meant_as_two_stay_two(premises, declared):
    names, repairs = predicates(*premises, declared=declared)
    assert len(names) == 2 and not repairs


def test_a_sign_of_comments_within_a_name_or_number_is_none():
    assert "no meaning" in problem("P(50%) ∧ Q(a)").say
    assert "no meaning" in problem("P(a#1)").say


def test_a_bracket_that_closes_nothing_is_refused_where_its_place_would_matter():
    assert formula("P ∧ Q) → R") == formula("(P ∧ Q) → R")
    assert "a connective or the end" in problem("P → Q) ∧ R").say
    assert "a connective or the end" in problem("A(b) ∧ ∀x P(x)) → R(x)").say


@pytest.mark.parametrize("text", ["[P(a) ∧ Q)", "P(a]", "P[a)"])
def test_a_bracket_is_closed_by_one_of_its_shape(text):
    assert fol.parse(text).problems


def test_a_comma_after_a_variable_begins_the_formula_or_another_variable():
    assert formula("∀x, P(x) → Q(x)") == formula("∀x (P(x) → Q(x))")
    assert formula("∀x, y (R(x, y))") == Quantified("forall", (X, Y), Related("R", (X, Y)))
    assert formula("∀x, ¬P(x)") == formula("∀x ¬P(x)")


def test_if_and_then_reach_as_far_as_an_implication():
    assert formula("if P then Q and R") == formula("P → (Q ∧ R)")
    assert formula("S ∧ if P, then Q → R") == formula("S ∧ (P → (Q → R))")
    assert formula("if P then Q iff R") == formula("(P → Q) ↔ R")
    assert problem("if P then Q else R")


@pytest.mark.parametrize(
    "text",
    [
        "there is exactly one x such that P(x)",
        "there exists a unique x such that P(x)",
        "there exists at least one x P(x)",
        "exists no x P(x)",
        "for all people x P(x)",
        "∃!x P(x)",
        "for all x in dogs P(x)",
        "P(a) only if Q(a)",
        "P(a) unless Q(a)",
        "P(a) if Q(a)",
        "neither P(a) nor Q(a)",
        "either P(a) or Q(a)",
        "P(a) but not Q(a)",
        "P(a), Q(b)",
        "exists x where P(x)",
        "∀x such that D(x): P(x)",
        "`P` and `Q`",
        "P(a) (1)",
    ],
)
def test_words_that_say_more_than_the_formula_are_refused(text):
    assert problem(text)


def test_names_that_look_like_slips_are_printed_with_their_declaration():
    whole = theory(Related("Human", (Applied("a"),)), conclusion=Related("Humans", (Applied("a"),)))
    assert fol.read(fol.printed(whole)).theory == whole
    fact = theory(Related("Facts"), conclusion=Related("Goal"))
    assert fol.read(fol.printed(fact)).theory == fact


def test_there_is_no_is_a_negation():
    assert formula("there is no x such that P(x)") == formula("¬∃x P(x)")
    assert formula("there exists no x P(x)") == formula("∄x P(x)") == formula("¬∃x P(x)")


def test_words_of_formulas_are_names_where_they_hold_things():
    assert formula("Exists(unicorn)") == Related("Exists", (Applied("unicorn"),))
    assert formula("And(a, b)") == Related("And", (Applied("a"), Applied("b")))
    assert formula("Not(P(a))") == Negated(Related("P", (Applied("a"),)))
    assert "implies takes 2, not 3" in problem("Implies(P(a), Q(a), R(a))").say


def test_a_comment_ends_a_line_that_would_go_on():
    found = fol.read("Premises:\nP(a) ∧ ::: and so on\nQ(a)\nConclusion:\nP(a)").problems
    assert (found[0].line, "the end" in found[0].say) == (2, True)
