"""Orders and puzzles as models write them: what is read, what is mended, what is refused and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syllogos.logic.constraints import (
    AppliedFunction,
    ChoiceOption,
    FiniteFunction,
    FiniteProblem,
    Known,
    Operation,
    Ranged,
    Ranging,
    written,
)
from syllogos.logic.languages import csp, sat

CSP = "Domain:\n1: leftmost\n3: rightmost\nVariables:\nowl [IN] [1, 2, 3]\nold crow [IN] [1, 2, 3]\n"
SAT = (
    "# Declarations\npeople = EnumSort([Ann, Ben])\ndays = EnumSort([Monday, Tuesday])\n"
    "ranks = EnumSort([1, 2, 3])\nworks = Function([people] -> [days])\nbusy = Function([people, days] -> [bool])\n"
    "rank = Function([people] -> [ranks])\n"
)


def order(line, option="A) owl == 1"):
    reading = csp.parse(f"{CSP}Constraints:\n{line}\nQuery:\n{option}")
    assert reading.problem, list(map(str, reading.complaints))
    return [written(one) for one in reading.problem.constraints]


def puzzle(line):
    reading = sat.parse(f"{SAT}# Constraints\n{line}\n# Options\nis_valid(busy(Ann, Monday))")
    assert reading.problem, list(map(str, reading.complaints))
    (said,) = map(written, reading.problem.constraints)
    return said


def complaint(reading):
    assert reading.problem is None
    return reading.complaints[0]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("owl > old crow ::: The owl is older.", "(old crow < owl)"),
        ("owl != 2", "Not((owl == 2))"),
        ("owl == old crow + 1", "(owl == (old crow + 1))"),
        ("owl == 7-3", "(owl == (7 - 3))"),
        ("owl == leftmost", "(owl == 1)"),
        ("1 <= owl < old crow", "And((1 <= owl), (owl < old crow))"),
        (
            "owl == 1 or owl == 2 and not old crow == 3",
            "Or((owl == 1), And((owl == 2), Not((old crow == 3))))",
        ),
        ("AllDifferentConstraint([owl, old crow])", "AllDifferent([owl, old crow])"),
        ("owl in [1, 3]", "Or((owl == 1), (owl == 3))"),
        ("abs(owl - old crow) == 1", "(Abs((owl - old crow)) == 1)"),
    ],
)
def test_lines_of_an_order(line, read):
    assert order(line) == [read]


def test_options_follow_and_their_letters_are_kept():
    problem = csp.parse(f"{CSP}Query:\nA) owl == 1\nC) old crow == rightmost").problem
    assert problem.options == (
        ChoiceOption("A", "follows", Operation("==", (AppliedFunction("owl"), Known(1)))),
        ChoiceOption("C", "follows", Operation("==", (AppliedFunction("old crow"), Known(3)))),
    )


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("ForAll([p:people], Exists([d:days], works(p) == d))", "ForAll([p:people], Exists([d:days], (works(p) == d)))"),
        ("Count([p:people], busy(p, Monday)) >= 1", "(1 <= Count([p:people], busy(p, Monday)))"),
        ("Distinct([p:people], rank(p))", "Distinct([p:people], rank(p))"),
        ("Implies(busy(Ann, Monday), Not(busy(Ben, Monday)))", "Or(Not(busy(Ann, Monday)), Not(busy(Ben, Monday)))"),
        ("If(busy(Ann, Monday), busy(Ben, Monday))", "Or(Not(busy(Ann, Monday)), busy(Ben, Monday))"),
        ("works(Ann) == Monday Or works(Ben) == Monday", "Or((works(Ann) == Monday), (works(Ben) == Monday))"),
        ("rank(Ann) % 2 == 1", "((rank(Ann) % 2) == 1)"),
        ("rank(Ann) == rank(Ben) + 4 mod 3", "(rank(Ann) == (rank(Ben) + (4 % 3)))"),
        ("works(Ann) not in [Monday]", "Not(Or((works(Ann) == Monday)))"),
        ("Xor(busy(Ann, Monday), busy(Ann, Tuesday)) # one of them", "Not(Iff(busy(Ann, Monday), busy(Ann, Tuesday)))"),
        ("Sum([p:people], rank(p)) <= 4", "(Sum([p:people], rank(p)) <= 4)"),
    ],
)  # fmt: skip
def test_lines_of_a_puzzle(line, read):
    assert puzzle(line) == read


def test_a_constraint_under_declarations_counts():
    problem = sat.parse(
        f"{SAT}works(Ann) == Monday\n# Constraints\n# Options\nis_sat(busy(Ann, Monday))"
    ).problem
    assert [written(one) for one in problem.constraints] == ["(works(Ann) == Monday)"]


@pytest.mark.parametrize(
    ("option", "test", "wanted"),
    [
        ("is_valid(busy(Ann, Monday))", "follows", True),
        ("is_sat(busy(Ann, Monday))", "agrees", True),
        ("is_unsat(busy(Ann, Monday))", "agrees", False),
        ("is_exception(is_sat(busy(Ann, Monday)))", "agrees", False),
        ("is_exception(is_valid(busy(Ann, Monday)))", "follows", False),
        ("A) is_exception(is_unsat(busy(Ann, Monday)))", "agrees", True),
    ],
)
def test_what_an_option_asks(option, test, wanted):
    (read,) = sat.parse(f"{SAT}# Options\nQuestion\n{option}").problem.options
    assert (read.label, read.test, read.wanted) == ("A", test, wanted)


def test_whole_numbers_are_ended_by_the_constraints():
    text = "# Declarations\np = EnumSort([a, b])\nf = Function([p] -> [int])\n# Constraints\n{}\n# Options\nis_sat(f(a) == 1)"
    bounds = [
        ("ForAll([x:p], And(1 <= f(x), f(x) < 5))", (1, 2, 3, 4)),
        ("ForAll([x:p], f(x) in [2, 4])", (2, 3, 4)),
        ("f(a) == 3\nAnd(f(b) > 0, 2 >= f(b))", (1, 2, 3)),
    ]
    for line, values in bounds:
        assert sat.parse(text.format(line)).problem.functions[0].values == values
    said = complaint(sat.parse(text.format("f(a) >= 1")))
    assert said.line == 3 and "without a least and a greatest number" in said.found


def test_a_number_beside_a_named_thing_is_its_place_and_that_is_said():
    reading = sat.parse(
        f"{SAT}ForAll([p:people], And(1 <= works(p), works(p) <= 2))\n# Options\nis_sat(busy(Ann, Monday))"
    )
    assert "the thing 'Tuesday'" in str(reading.repairs[1])
    assert complaint(sat.parse(f"{SAT}works(Ann) == 3\n# Options\nis_sat(busy(Ann, Monday))"))


@pytest.mark.parametrize(
    ("line", "column", "found"),
    [
        ("works(Cleo) == Monday", 7, "'Cleo', which nothing declares"),
        ("works(Ann) == Ben", 12, "a thing of days and a thing of people"),
        ("works(Monday) == Monday", 7, "a thing of days"),
        ("works(Ann, Ben) == Monday", 1, "'works' of 2 things"),
        ("works(Ann)", 1, "a thing of days"),
        ("ForAll([p:persons], busy(p, Monday))", 11, "'persons'"),
        ("busy(Ann, Monday", 17, "the end of the line"),
        ("Maximum(rank(Ann)) == 1", 1, "'Maximum', which nothing declares"),
        ("__import__('os').system('x')", 1, "'__import__', which nothing declares"),
        ("busy(Ann, Monday) busy(Ann, Tuesday)", 19, "'busy'"),
        ("busy(\N{CYRILLIC CAPITAL LETTER A}nn, Monday)", 6, "cyrillic capital letter a"),
    ],
)
def test_what_cannot_be_read_is_named_at_its_place(line, column, found):
    said = complaint(sat.parse(f"{SAT}{line}\n# Options\nis_valid(busy(Ann, Monday))"))
    assert (said.line, said.column) == (8, column) and found in said.found


@pytest.mark.parametrize(
    "option", ["is_max(rank(Ann))", "busy(Ann, Monday)", "is_minimal(busy(Ann, Monday))"]
)
def test_an_option_of_no_known_test_is_refused(option):
    assert "is_valid, is_sat, is_unsat" in complaint(sat.parse(f"{SAT}# Options\n{option}")).expected


@pytest.mark.parametrize("parse", [csp.parse, sat.parse])
def test_deep_long_and_empty_texts_are_refused(parse):
    deep = "(" * 10_000 + "1 == 1" + ")" * 10_000
    assert "levels" in complaint(parse(f"# Declarations\nConstraints:\n{deep}")).expected
    assert "at most" in complaint(parse(f"# Declarations\nConstraints:\n{'1 + ' * 10_000} 1 == 1")).expected
    assert "at most" in complaint(parse("x" * 1_000_001)).expected
    assert complaint(parse(""))
    assert complaint(parse("# Constraints\nConstraints:\n1 == 1")).found == "no options"


@pytest.mark.parametrize("parse", [csp.parse, sat.parse])
@given(
    st.text(max_size=200) | st.text(alphabet='ab(=1,)[]:#|!<> \nConstraintsQueryDeclOpV-+%"', max_size=200)
)
def test_no_text_makes_a_parser_raise(parse, text):
    reading = parse(text)
    assert (reading.problem is None) == bool(reading.complaints)


NAMES = ["owl", "old crow", "True", "and", "in", "x y", "a:b", 'q"', "1st", "Ann", "小明"]


def comparisons(terms):
    pairs = st.tuples(terms, terms)
    return st.builds(Operation, st.sampled_from(["==", "<", "<="]), pairs)


def conditions(terms):
    return st.recursive(
        comparisons(terms) | st.builds(Operation, st.just("different"), st.tuples(terms, terms)),
        lambda inner: st.one_of(
            st.builds(
                Operation, st.sampled_from(["and", "or"]), st.lists(inner, min_size=1, max_size=3).map(tuple)
            ),
            st.builds(Operation, st.just("not"), st.tuples(inner)),
            st.builds(Operation, st.just("iff"), st.tuples(inner, inner)),
            st.builds(Operation, st.just("if"), st.tuples(inner, inner, inner)),
        ),
        max_leaves=5,
    )


def arithmetic(leaves):
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(Operation, st.sampled_from(["+", "-", "*", "mod"]), st.tuples(inner, inner)),
            st.builds(Operation, st.sampled_from(["min", "max"]), st.tuples(inner, inner)),
            st.builds(Operation, st.just("abs"), st.tuples(inner)),
        ),
        max_leaves=4,
    )


@st.composite
def orders(draw):
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
    terms = arithmetic(st.sampled_from([*map(AppliedFunction, names), Known(2), Known(-3)]))
    functions = tuple(FiniteFunction(name, (), (1, 2, -3)) for name in names)
    constraints = draw(st.lists(conditions(terms), max_size=3))
    options = [ChoiceOption(label, "follows", draw(conditions(terms))) for label in "AB"]
    return FiniteProblem({}, functions, tuple(constraints), tuple(options))


@given(orders())
def test_a_printed_order_is_read_back_as_it_was(problem):
    assert csp.parse(csp.print_csp(problem)) == csp.FiniteReading(problem), csp.print_csp(problem)


@st.composite
def puzzles(draw):
    names = draw(st.permutations(NAMES))
    sort, things, functions = names[0], names[1:3], names[3:5]
    x = Ranged("v")
    named = st.sampled_from([x, *map(Known, things)])
    terms = st.one_of(
        named, st.builds(lambda f, a: AppliedFunction(f, (a,)), st.sampled_from(functions), named)
    )
    body = conditions(terms)

    def closed():
        kind = draw(st.sampled_from(["all", "some"]))
        ranging = Ranging(kind, (("v", sort),), draw(body))
        counted = Operation("<=", (Known(1), Ranging("count", (("v", sort),), draw(body))))
        return draw(st.sampled_from([ranging, counted]))

    options = tuple(
        ChoiceOption(label, draw(st.sampled_from(["follows", "agrees"])), closed(), draw(st.booleans()))
        for label in "ABC"
    )
    declared = tuple(FiniteFunction(name, (sort,), tuple(things)) for name in functions)
    return FiniteProblem({sort: tuple(things)}, declared, (closed(), closed()), options)


@given(puzzles())
def test_a_printed_puzzle_is_read_back_as_it_was(problem):
    assert sat.parse(sat.print_sat(problem)) == sat.FiniteReading(problem), sat.print_sat(problem)


def test_an_implication_of_three_parts_is_read_in_both_ways():
    line = "Implies(busy(Ann, Monday), busy(Ben, Monday), busy(Cleo, Monday))".replace("Cleo", "Ann")
    reading = sat.parse(f"{SAT}{line}\n# Options\nis_valid(busy(Ann, Monday))")
    (one,), (other,) = reading.problem.constraints, reading.second.constraints
    assert written(one) == "Or(Not(busy(Ann, Monday)), And(busy(Ben, Monday), busy(Ann, Monday)))"
    assert written(other) == "Or(Not(And(busy(Ann, Monday), busy(Ben, Monday))), busy(Ann, Monday))"
    assert "both ways" in str(reading.repairs[0])
    assert sat.parse(f"{SAT}# Options\nis_valid(busy(Ann, Monday))").second is None


def test_a_count_of_numbers_is_their_sum_and_that_is_said():
    reading = sat.parse(f"{SAT}Count([p:people], rank(p)) == 4\n# Options\nis_valid(busy(Ann, Monday))")
    assert written(reading.problem.constraints[0]) == "(Sum([p:people], rank(p)) == 4)"
    assert "their sum" in str(reading.repairs[0])


def test_sorts_that_another_joins_are_one_family():
    text = "# Declarations\nboys = EnumSort([Al, Bo])\ngirls = EnumSort([Cy])\nrooms = EnumSort([1, 2])\n"
    text += (
        "room = Function([boys + girls] -> [rooms])\n# Constraints\nForAll([c:boys + girls], room(c) == 1)\n"
    )
    problem = sat.parse(text + "# Options\nis_valid(room(Cy) == 1)").problem
    assert problem.sorts["boys + girls"] == ("Al", "Bo", "Cy")
    assert [place for _, place in problem.places().values()] == [0, 1, 2]
    assert len({family for family, _ in problem.places().values()}) == 1


@pytest.mark.parametrize(
    "line", ["people = EnumSort([" * 60_000, "a" + " " * 300_000 + "b", " " * 300_000 + "=", "[" * 300_000]
)
@pytest.mark.parametrize("parse", [csp.parse, sat.parse])
def test_a_line_that_is_hard_to_look_through_is_refused_at_once(parse, line):
    assert complaint(parse(f"# Declarations\nConstraints:\n{line}\n# Options\nA) is_valid(1 == 1)"))
