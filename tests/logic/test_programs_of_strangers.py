"""Programs as people and models write them who know the languages from an example; answers by hand."""

import pytest

from syllogos.engines.solvers import finite
from syllogos.engines.solvers.rules import decide
from syllogos.logic.answers import answered
from syllogos.logic.languages import csp, rules, sat
from syllogos.logic.rules import RuleQuestion

RULES = {
    "plain": ("A", """
        Facts:
        Cold(Bob, True)
        Rules:
        Cold($x, True) >>> Rough($x, True)
        Query:
        Rough(Bob, True)"""),
    "fence, headings in Markdown and bullets": ("B", """
        ```prolog
        ## Facts
        - Cold(Bob, True)
        - Kind(Anne, True)

        ## Rules
        - Kind($x, True) >>> Cold($x, False)

        ## Query
        Cold(Anne, True)
        ```"""),
    "numbers, bold headings, blank lines": ("A", """
        **Facts:**

        1. Young(Erin, True)
        2. Big(Erin, True)

        **Rules:**

        1. Young($x, True) && Big($x, True) >>> Furry($x, True)

        **Query:**

        Furry(Erin, True)"""),
    "tabs and Windows line ends": ("A", "Facts:\r\n\tRed(Car, True)\r\nRules:\r\n\tRed($x, True) >>> Fast($x, True)\r\nQuery:\r\n\tFast(Car, True)\r\n"),
    "headings in capitals, words for signs": ("A", """
        FACTS:
        Red(Car)
        RULES:
        Red($x) AND NOT Slow($x) >>> Fast($x)
        NOT Slow(Car)
        QUERY:
        Fast(Car)"""),
    "signs of logic": ("A", """
        Facts:
        Red(Car)
        ¬Slow(Car)
        Rules:
        Red($x) ∧ ¬Slow($x) → Fast($x)
        Query:
        Fast(Car)"""),
    "single quotes": ("A", """
        Facts:
        Likes('the cat', 'the dog', True)
        Rules:
        Likes($x, 'the dog', True) >>> Happy($x, True)
        Query:
        Happy('the cat', True)"""),
    "curly quotes": ("A", """
        Facts:
        Likes(“Tom”, “Ann”, True)
        Rules:
        Likes($x, $y, True) >>> Likes($y, $x, True)
        Query:
        Likes(“Ann”, “Tom”, True)"""),
    "names in Chinese, wide signs": ("A", """
        Facts:
        喜欢（小明，小红，True）
        Rules:
        喜欢（$x，$y，True） >>> 快乐（$y，True）
        Query:
        快乐（小红，True）"""),
    "comments of three kinds": ("C", """
        # what we know
        Facts:
        Cold(Bob, True) ::: Bob is cold.
        // a comment
        Rules:
        Cold($x, True) >>> Rough($x, True) # cold things are rough
        Query:
        Nice(Bob, True)  % is it nice?"""),
    "trailing commas and full stops": ("A", """
        Facts:
        Cold(Bob, True),
        Big(Bob, True),
        Rules:
        Cold($x, True), Big($x, True) >>> Rough($x, True).
        Query:
        Rough(Bob, True)."""),
    "rules in words": ("A", """
        Facts:
        Cold(Bob)
        Rules:
        If Cold($x) then Rough($x)
        Query:
        Rough(Bob)"""),
    "variables with a question mark": ("A", """
        Facts:
        Cold(Bob, True)
        Rules:
        Cold(?x, True) >>> Rough(?x, True)
        Query:
        Rough(Bob, True)"""),
    "rules as in Prolog": ("A", """
        Facts:
        cold(bob).
        Rules:
        rough(X) :- cold(X).
        Query:
        rough(bob)."""),
    "an or in the conditions": ("A", """
        Facts:
        Cat(Tom, True)
        Rules:
        Dog($x, True) or Cat($x, True) >>> Pet($x, True)
        Query:
        Pet(Tom, True)"""),
    "a query with a question mark": ("B", """
        Facts:
        Cat(Tom, True)
        Rules:
        Cat($x, True) => Dog($x, False)
        Query:
        Dog(Tom, True)?"""),
    "signs in small letters and with a space before the bracket": ("A", """
        Facts:
        Cat (Tom, true)
        Rules:
        Cat ($x, true) >>> Pet ($x, true)
        Query:
        Pet (Tom, true)"""),
    "an explanation around the program": ("rejected", """
        Here is the program:
        Facts:
        Cat(Tom, True)
        Query:
        Cat(Tom, True)"""),
    "no query": ("rejected", """
        Facts:
        Cat(Tom, True)
        Rules:
        Cat($x, True) >>> Pet($x, True)"""),
    "a contradiction": ("inconsistent", """
        Facts:
        Cat(Tom, True)
        Cat(Tom, False)
        Query:
        Cat(Tom, True)"""),
}  # fmt: skip

ORDERS = {
    "plain": ("B", """
        Domain:
        1: leftmost
        3: rightmost
        Variables:
        red [IN] [1, 2, 3]
        green [IN] [1, 2, 3]
        blue [IN] [1, 2, 3]
        Constraints:
        red > green
        blue == 1
        AllDifferentConstraint([red, green, blue])
        Query:
        A) red == 2
        B) green == 2
        C) blue == 2"""),
    "fence and bullets": ("A", """
        ```
        Variables:
        - red [IN] [1, 2]
        - green [IN] [1, 2]

        Constraints:
        - red < green

        Query:
        - A) red == 1
        - B) green == 1
        ```"""),
    "headings in Markdown": ("A", """
        ## Variables
        red [IN] [1, 2]
        green [IN] [1, 2]
        ## Constraints
        red < green
        ## Query
        A) red == 1
        B) green == 1"""),
    "in, braces, spans": ("C", """
        Variables:
        a in {1, 2, 3}
        b in 1..3
        c in range(1, 4)
        Constraints:
        AllDifferent(a, b, c)
        a < b
        b < c
        Query:
        (A) a == 2
        (B) b == 1
        (C) c == 3"""),
    "dots for numbers left out": ("A", """
        Variables:
        a [IN] [1, 2, ..., 5]
        b [IN] [1, …, 5]
        Constraints:
        a - b == 4
        Query:
        A. a == 5
        B. b == 5"""),
    "signs of mathematics": ("B", """
        Variables:
        a ∈ {1, 2}
        b ∈ {1, 2}
        Constraints:
        a ≠ b
        a ≥ b
        Query:
        A) a = 1
        B) b = 1"""),
    "numbered constraints": ("A", """
        Variables:
        a [IN] [1, 2, 3]
        b [IN] [1, 2, 3]
        Constraints:
        1. a < b
        2. b != 3
        Query:
        A) a == 1
        B) b == 1"""),
    "names of several words and hyphens": ("A", """
        Variables:
        old-crow [IN] [1, 2]
        the red book [IN] [1, 2]
        Constraints:
        old-crow < the red book
        Query:
        A) old-crow == 1
        B) the red book == 1"""),
    "names in quotes": ("A", """
        Variables:
        "red book" [IN] [1, 2]
        'blue book' [IN] [1, 2]
        Constraints:
        "red book" < 'blue book'
        Query:
        A) "red book" == 1
        B) 'blue book' == 1"""),
    "names in Chinese": ("B", """
        变量：
        小明 [IN] [1, 2]
        小红 [IN] [1, 2]
        约束：
        小红 < 小明
        选项：
        A) 小明 == 1
        B) 小红 == 1"""),
    "words in capitals": ("A", """
        VARIABLES:
        a [in] [1, 2, 3]
        b [in] [1, 2, 3]
        CONSTRAINTS:
        NOT a == 3 AND NOT (a == 2 OR b == 9)
        b == 2
        QUERY:
        A) a == 1
        B) b == 1"""),
    "trailing commas": ("A", """
        Variables:
        a [IN] [1, 2,],
        b [IN] [1, 2,],
        Constraints:
        a < b,
        Query:
        A) a == 1,
        B) b == 1,"""),
    "tabs, comments, Windows": ("A", "Variables:\r\n\ta [IN] [1, 2]\t# first\r\n\tb [IN] [1, 2]\r\nConstraints:\r\n\ta < b ::: a first\r\nQuery:\r\n\tA) a == 1\r\n\tB) b == 1\r\n"),
    "letters in small": ("B", """
        Variables:
        a [IN] [1, 2]
        b [IN] [1, 2]
        Constraints:
        b < a
        Query:
        a) a == 1
        b) b == 1"""),
    "words of the domain": ("A", """
        Domain:
        1: newest
        3: oldest
        Variables:
        van [IN] [1, 2, 3]
        bus [IN] [1, 2, 3]
        car [IN] [1, 2, 3]
        Constraints:
        van == newest
        bus == oldest
        AllDifferentConstraint([van, bus, car])
        Query:
        A) car == 2
        B) car == oldest"""),
    "next to, by its difference": ("A", """
        Variables:
        a [IN] [1, 2, 3]
        b [IN] [1, 2, 3]
        Constraints:
        abs(a - b) == 2
        a > b
        Query:
        A) a == 3
        B) b == 2"""),
    "a chain": ("C", """
        Variables:
        a, b, c [IN] [1, 2, 3]
        Constraints:
        a < b < c
        Query:
        A) a == 3
        B) b == 3
        C) c == 3"""),
    "an implication": ("A", """
        Variables:
        a [IN] [1, 2]
        b [IN] [1, 2]
        Constraints:
        a == 1 -> b == 2
        a == 1
        Query:
        A) b == 2
        B) b == 1"""),
    "options that all can be": ("none", """
        Variables:
        a [IN] [1, 2]
        Constraints:
        a >= 1
        Query:
        A) a == 1
        B) a == 2"""),
    "what cannot be": ("inconsistent", """
        Variables:
        a [IN] [1, 2]
        Constraints:
        a > 2
        Query:
        A) a == 1
        B) a == 2"""),
}  # fmt: skip

TRIP = "# Declarations\npeople = EnumSort([Ann, Ben, Cal])\ndays = EnumSort([Mon, Tue, Wed])\non = Function([people] -> [days])\n"

PUZZLES = {
    "plain": ("A", TRIP + """
        # Constraints
        Distinct([p:people], on(p))
        on(Ann) < on(Ben)
        on(Ben) < on(Cal)
        # Options
        Question ::: Who is first?
        is_valid(on(Ann) == Mon)
        is_valid(on(Ben) == Mon)"""),
    "fence and colons": ("B", """
        ```python
        # Declarations:
        people = EnumSort([Ann, Ben])
        days = EnumSort([Mon, Tue])
        on = Function([people] -> [days])

        # Constraints:
        on(Ann) > on(Ben)

        # Options:
        is_valid(on(Ann) == Mon)
        is_valid(on(Ben) == Mon)
        ```"""),
    "names in quotes, arrow of another kind": ("A", """
        # Declarations
        people = EnumSort(['Ann', 'Ben'])
        days = EnumSort(["Mon", "Tue"])
        on = Function([people] → [days])
        # Constraints
        on('Ann') == "Mon"
        # Options
        (A) is_valid(on('Ann') == 'Mon')
        (B) is_valid(on('Ann') == 'Tue')"""),
    "as in the library for Python": ("A", """
        # Declarations
        people = EnumSort('people', ['Ann', 'Ben'])
        days = EnumSort('days', ('Mon', 'Tue'))
        on = Function('on', people, days)
        # Constraints
        And([on(p) != Tue for p in people])
        # Options
        is_valid(on(Ben) == Mon)
        is_valid(on(Ben) == Tue)"""),
    "statements over several lines": ("A", """
        # Declarations
        people = EnumSort([
            Ann,   # the first
            Ben,
        ])
        days = EnumSort([Mon, Tue])
        on = Function([people] -> [days])
        # Constraints
        ForAll([p:people],
            Implies(
                p != Ann,
                on(p) == Tue
            )
        )
        # Options
        is_valid(on(Ben) == Tue)
        is_valid(on(Ann) == Tue)"""),
    "bullets and numbers": ("B", TRIP + """
        # Constraints
        - on(Ann) == Tue
        - on(Ben) == on(Ann)
        # Options
        1. is_valid(on(Ben) == Mon)
        2. is_valid(on(Ben) == Tue)"""),
    "signs of logic": ("A", TRIP + """
        # Constraints
        on(Ann) = Mon ∧ on(Ben) ≠ Mon
        on(Ann) = Mon → on(Cal) ∈ {Tue, Wed}
        on(Cal) ≠ Tue
        # Options
        is_valid(on(Cal) = Wed)
        is_valid(on(Cal) = Tue)"""),
    "names in Chinese": ("A", """
        # 声明
        人 = EnumSort([小明, 小红])
        天 = EnumSort([周一, 周二])
        值班 = Function([人] -> [天])
        # 约束
        值班(小明) ≠ 值班(小红)
        值班(小红) == 周二
        # 选项
        is_valid(值班(小明) == 周一)
        is_valid(值班(小明) == 周二)"""),
    "tabs and Windows line ends": ("A", (TRIP + "# Constraints\n\ton(Ann) == Mon\n# Options\n\tis_valid(on(Ann) == Mon)\n\tis_valid(on(Ann) == Tue)\n").replace("\n", "\r\n")),
    "at least, at most, exactly": ("B", TRIP + """
        # Constraints
        AtLeast(2, [p:people], on(p) == Mon)
        AtMost(1, [p:people], on(p) == Tue)
        Exactly(1, [p:people], on(p) == Wed)
        # Options
        is_sat(on(Ann) == Tue)
        is_sat(on(Ann) == Mon)"""),
    "two numbers of a row": ("A", """
        # Declarations
        talks = EnumSort([t1, t2])
        rooms = EnumSort([red, blue])
        hours = EnumSort([9, 10])
        at = Function([talks] -> [rooms, hours])
        # Constraints
        at(t1) == (red, 9)
        at(t2)[0] == blue
        at(t2)[1] > at(t1)[1]
        # Options
        is_valid(at(t2) == (blue, 10))
        is_valid(at(t2) == (blue, 9))"""),
    "something, by a line": ("A", """
        # Declarations
        people = EnumSort([Ann, Ben])
        days = EnumSort([Mon, Tue])
        works = Function([people, days] -> [bool])
        # Constraints
        Not(works(Ann, _))
        ForAll([d:days], works(_, d))
        # Options
        is_valid(works(Ben, Mon))
        is_valid(works(Ann, Mon))"""),
    "how many may": ("B", TRIP + """
        # Constraints
        on(Ann) != Mon
        Distinct([p:people], on(p))
        # Options
        is_valid(Count([p:people], is_sat(on(p) == Mon)) == 1)
        is_valid(Count([p:people], is_sat(on(p) == Mon)) == 2)
        is_valid(Count([p:people], is_sat(on(p) == Mon)) == 3)"""),
    "a complete list": ("C", TRIP + """
        # Constraints
        on(Ann) != Mon
        # Options
        is_accurate_list([on(Ann) == Tue])
        is_accurate_list([on(Ann) == Tue, on(Ann) == Mon])
        is_accurate_list([on(Ann) == Tue, on(Ann) == Wed])
        is_accurate_list([on(Ann) == Mon, on(Ann) == Tue, on(Ann) == Wed])"""),
    "the same effect": ("B", TRIP + """
        # Constraints
        on(Ann) == Mon
        on(Ben) == Tue
        # Options
        is_equivalent(on(Ben) == Tue, on(Ben) != Mon)
        is_equivalent(on(Ben) == Tue, And(on(Ben) != on(Ann), on(Ben) != Wed))
        is_equivalent(on(Ben) == Tue, on(Cal) == Mon)"""),
    "all except": ("C", TRIP + """
        # Constraints
        on(Ann) != Mon
        # Options
        is_exception(is_sat(on(Ann) == Tue))
        is_exception(is_sat(on(Ben) == Mon))
        is_exception(is_sat(on(Ann) == Mon))"""),
    "several tests in one option": ("A", TRIP + """
        # Constraints
        on(Ann) != Mon
        # Options
        And(is_sat(on(Ann) == Tue), is_sat(on(Ann) == Wed))
        is_sat(on(Ann) == Mon) and is_sat(on(Ben) == Mon)
        Or(is_valid(on(Ann) == Tue), is_unsat(on(Ben) == Mon))"""),
    "plain lists and sums": ("B", """
        # Declarations
        shops = [north, south]
        goods = Function([shops] -> [int])
        # Constraints
        ForAll([s:shops], And(0 <= goods(s), goods(s) <= 3))
        Sum([s in shops], goods(s)) == 5
        Sum([goods(s) for s in shops]) == goods(north) + 3
        # Options
        is_valid(goods(north) == 3)
        is_valid(goods(north) == 2)"""),
    "a name that nothing declares": ("rejected", TRIP + """
        # Constraints
        on(Dan) == Mon
        # Options
        is_valid(on(Ann) == Mon)"""),
    "an option without a test": ("rejected", TRIP + """
        # Constraints
        on(Ann) == Mon
        # Options
        on(Ann) == Mon
        on(Ann) == Tue"""),
}  # fmt: skip


def cases(table):
    return [pytest.param(expected, text, id=name) for name, (expected, text) in table.items()]


def text_of(text):
    lines = text.split("\n")
    return "\n".join(line.removeprefix(" " * 8) for line in lines)


@pytest.mark.parametrize(("expected", "text"), cases(RULES))
def test_rules(expected, text):
    reading = rules.parse(text_of(text))
    if reading.program is None:
        assert expected == "rejected", list(map(str, reading.complaints))
        return
    assert answered("LP", decide(RuleQuestion(reading.program), steps=10_000)) == expected


@pytest.mark.parametrize(("expected", "text"), cases(ORDERS))
def test_orders(expected, text):
    chosen("CSP", csp.parse(text_of(text)), expected)


@pytest.mark.parametrize(("expected", "text"), cases(PUZZLES))
def test_puzzles(expected, text):
    chosen("SAT", sat.parse(text_of(text)), expected)


def chosen(language, reading, expected):
    if reading.problem is None:
        assert expected == "rejected", list(map(str, reading.complaints))
        return
    assert answered(language, finite.decide(reading.problem, steps=100_000)) == expected
