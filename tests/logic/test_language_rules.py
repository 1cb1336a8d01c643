"""Logic programs as models write them: what is read, what is mended, what is refused and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syllogos.logic.languages import _rule_lines
from syllogos.logic.languages.rules import DEEPEST, parse, print_rules
from syllogos.logic.rules import HornRule, RuleProgram, RuleVariable, SignedAtom

X = RuleVariable("x")


def program(text):
    reading = parse(text)
    assert reading.program, [str(c) for c in reading.complaints]
    return reading.program


def fact(line):
    return program(f"Facts:\n{line}\nQuery:\nQ(a, True)").facts[0]


def rules(line):
    return program(f"Facts:\nRules:\n{line}\nQuery:\nQ(abe, True)").rules


def complaint(text):
    reading = parse(text)
    assert reading.program is None
    return reading.complaints[0]


def test_facts_rules_and_query_are_read():
    read = program(
        "Predicates:\nCold($x, bool) ::: Is x cold?\nFacts:\nCold(Bob, True) ::: Bob is cold.\n"
        "Rules:\nCold($x, True) && Kind($x, False) >>> Rough($x, True)\nQuery:\nRough(Bob, False)"
    )
    rule = HornRule((SignedAtom("Cold", (X,)), SignedAtom("Kind", (X,), False)), SignedAtom("Rough", (X,)))
    asked = SignedAtom("Rough", ("Bob",), False)
    assert read == RuleProgram((SignedAtom("Cold", ("Bob",)),), (rule,), asked)


@pytest.mark.parametrize(
    "line",
    ["Cold(Bob, False)", "not Cold(Bob, True)", "Not(Cold(Bob, True))", "Not(Cold(Bob), True)", "¬Cold(Bob)",
     "!Cold(Bob, True)", "~Cold(Bob)", "Cold(Bob) = False", "!(Cold(Bob, True))", "not not not Cold(Bob)",
     "  - Cold(Bob, false).", "Cold（Bob，False）"],
)  # fmt: skip
def test_every_sign_of_negation_is_one(line):
    assert fact(line) == SignedAtom("Cold", ("Bob",), False)


def test_a_missing_truth_value_means_that_it_holds():
    assert fact("Eats(cat, squirrel)") == SignedAtom("Eats", ("cat", "squirrel"))


def test_names_may_hold_spaces_and_letters_of_any_script():
    assert fact("Needs(bald eagle, the big dog)").arguments == ("bald eagle", "the big dog")
    assert fact("是学生(小明, True)") == SignedAtom("是学生", ("小明",))


def test_a_predicate_without_things_may_stand():
    assert fact("Rain(True)") == SignedAtom("Rain", ())


def test_a_query_may_have_two_things():
    read = program("Facts:\nEats(cat, dog)\nQuery:\nEats(dog, cat, False)")
    assert read.query == SignedAtom("Eats", ("dog", "cat"), False)


def test_brackets_and_alternatives_of_conditions_become_rules_of_their_own():
    assert [str(r) for r in rules("(P($x) && (Q($x) || R($x))) >>> S($x)")] == [
        "if P($x) and Q($x) then S($x)", "if P($x) and R($x) then S($x)",
    ]  # fmt: skip
    assert [str(r) for r in rules("!(P($x) && Q($x)) >>> S($x)")] == [
        "if not P($x) then S($x)", "if not Q($x) then S($x)",
    ]  # fmt: skip


def test_a_conclusion_of_several_atoms_is_several_rules():
    assert [str(r) for r in rules("P($x) >>> Q($x) && not R($x)")] == [
        "if P($x) then Q($x)", "if P($x) then not R($x)",
    ]  # fmt: skip


def test_an_arrow_back_turns_the_rule():
    assert rules("Q($x) <<< P($x)") == rules("P($x) >>> Q($x)")


@pytest.mark.parametrize("word", ["something", "Someone", "x"])
def test_words_for_a_variable_are_one_and_it_is_said(word):
    reading = parse(f"Rules:\nEats({word}, mouse) >>> Big({word}, True)\nQuery:\nBig(mouse)")
    assert reading.program and reading.program.rules[0].conclusion.variables == {word.casefold()}
    assert any("variable" in str(repair) for repair in reading.repairs)


def test_a_letter_that_names_a_thing_stays_one():
    read = program("Facts:\nBig(x)\nRules:\nBig(x) >>> Old(x)\nQuery:\nOld(x)")
    assert read.rules[0].conclusion == SignedAtom("Old", ("x",))


def test_spellings_of_one_name_are_one_and_it_is_said():
    reading = parse("Facts:\nSees(BaldEagle, cat)\nsees(bald eagle, Cat)\nQuery:\nSees(the bald_eagle, cat)")
    assert reading.program and reading.program.facts == (SignedAtom("Sees", ("BaldEagle", "cat")),)
    assert reading.program.query == reading.program.facts[0]
    assert {"line 3, column 6: 'bald eagle': taken as 'BaldEagle'"} <= set(map(str, reading.repairs))


def test_letters_of_two_cases_are_two_things():
    assert program("Facts:\nP(a)\nP(A)\nQuery:\nP(a)").things == ("a", "A")


def test_an_inflected_name_is_the_declared_one():
    declared = "Predicates:\nWumpus($x, bool)\nFacts:\nWumpuses(Max)\nQuery:\nWumpus(Max)"
    assert program(declared).facts == (SignedAtom("Wumpus", ("Max",)),)
    both = declared.replace("Facts", "Wumpuses($x, bool)\nFacts")
    assert program(both).facts == (SignedAtom("Wumpuses", ("Max",)),)


def test_a_name_that_only_looks_like_another_is_refused():
    said = complaint("Facts:\nRed(Bob)\nQuery:\nR\N{CYRILLIC SMALL LETTER IE}d(Bob)")
    assert (said.line, said.column) == (4, 1) and "cyrillic small letter ie" in said.found


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("Facts:\nErin is round.\nQuery:\nRound(Erin)", 2, 14),
        ("Facts:\nRound(Erin\nQuery:\nRound(Erin)", 2, 11),
        ("Facts:\nRound($x, True)\nQuery:\nRound(Erin)", 2, 1),
        ("Facts:\nRound(Erin) || Red(Erin)\nQuery:\nRound(Erin)", 2, 1),
        ("Rules:\nRound($x) >>> Red($x) || Big($x)\nQuery:\nRound(Erin)", 2, 1),
        ("Facts:\nRound(Erin)\nQuery:\nRound(Erin, Unknown)", 4, 13),
        ("Facts:\nRound(Erin)\nQuery:\nRound($x)", 4, 1),
        ("Facts:\nRound(Erin)\nQuery:\nRound(Erin)\nRed(Erin)", 5, 1),
        ("Facts:\nRound(Erin)", 1, 1),
        ("Facts:\nEats(a, b)\nQuery:\nEats(a)", 4, 1),
        ("Round(Erin)\nQuery:\nRound(Erin)", 1, 1),
        ("Facts:\n__import__('os').system('x')\nQuery:\nRound(Erin)", 2, 18),
        ("", 1, 1),
    ],
)
def test_what_cannot_be_read_is_named_at_its_place(text, line, column):
    said = complaint(text)
    assert (said.line, said.column) == (line, column) and said.expected


def test_deep_brackets_are_refused_by_their_limit():
    deep = "(" * 10_000 + "P(a)" + ")" * 10_000
    assert f"at most {DEEPEST} levels" in str(complaint(f"Facts:\n{deep}\nQuery:\nP(a)"))


def test_too_many_alternatives_and_too_long_texts_are_refused():
    many = " && ".join(f"(A{n}($x) || B{n}($x))" for n in range(40))
    assert "too many alternatives" in str(complaint(f"Rules:\n{many} >>> C($x)\nQuery:\nC(a)"))
    assert "at most" in str(complaint("Facts:\n" + "P(a)\n" * 300_000))


NAMES = st.one_of(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=6),
    st.sampled_from(
        ["True", "not", "x", "the cat", "cat", "something", "a b", "ab", "bool", ",", '"', ":::"]
    ),
).filter(lambda name: name == name.strip())
"""Names of any letters; a lookalike of another name is refused, so those are left out below."""


@st.composite
def programs(draw):
    names = draw(st.lists(NAMES, min_size=2, max_size=6, unique=True))
    sizes = {name: draw(st.integers(0, 2)) for name in names}

    def atom(variables):
        predicate = draw(st.sampled_from(names))
        terms = [st.sampled_from([*names, *variables]) for _ in range(sizes[predicate])]
        return SignedAtom(predicate, tuple(draw(t) for t in terms), draw(st.booleans()))

    free = [X, RuleVariable("y")]
    facts = dict.fromkeys(atom([]) for _ in range(draw(st.integers(0, 4))))
    chosen = dict.fromkeys(
        HornRule(tuple(atom(free) for _ in range(draw(st.integers(0, 3)))), atom(free))
        for _ in range(draw(st.integers(0, 3)))
    )
    return RuleProgram(tuple(facts), tuple(chosen), atom([]))


@given(programs())
def test_a_printed_program_is_read_back_as_it_was(given_program):
    reading = parse(print_rules(given_program))
    if any("only looks like" in c.found for c in reading.complaints):
        return
    assert reading == type(reading)(given_program), print_rules(given_program)


@given(st.text(max_size=200) | st.text(alphabet='PQ(a$x,)&|!>< =\nTrueFactsQury:"\\', max_size=200))
def test_no_text_makes_the_parser_raise(text):
    reading = parse(text)
    assert (reading.program is None) == bool(reading.complaints)


PIECES = [
    "Cold(Bob, True)", "Cold($x,  False)", "Sees( Bob ,$y, True)", "not(Bob, True)", "Cold(Bob)", " && ", " >>> ",
    "&&", "True(True, True)", "Cold(and, True)", "Cold(?, True)", " ::: said", "Cold(x y, True)",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
def test_a_line_of_the_usual_form_is_read_as_by_the_parser(text):
    quick = _rule_lines._simple_line(text, 3, 5)
    if quick is not None:
        parser = _rule_lines._Parser(_rule_lines._tokens(text, 5), 3, 5 + len(text))
        assert quick == parser.line()


def test_the_usual_form_needs_no_parser():
    assert _rule_lines._simple_line("Cold($x, True) && Kind($x, False) >>> Rough($x, True) ::: x", 1, 1)


def test_many_blanks_before_a_fault_take_no_time():
    said = complaint("Facts:\nCold(Bob)" + " " * 90_000 + "^\nQuery:\nCold(Bob)")
    assert (said.line, said.column) == (2, 90_010)
