"""What is said of a text before an engine reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syllogos.engines.guard.precheck import MAX_NESTING, MAX_TEXT, ProgramProblem, located, position, precheck


def test_an_ordinary_program_passes() -> None:
    assert precheck("% wahr: (\nzug('Kö\\'nig', \"([\", 0'(, `((`). /* ((( */\ngo(X) :- f([X|{a}]).\n") == ()


@pytest.mark.parametrize(
    ("text", "kind", "line", "column"),
    [
        ("a.\nb\x00.", "refused", 2, 2),
        ("a. % \u202e", "refused", 1, 6),
        ("a.\x1b", "refused", 1, 3),
        ("a.\ud800", "refused", 1, 3),
        ("f" + "(" * 300, "limit", 1, MAX_NESTING + 2),
        ("a" * (MAX_TEXT + 1), "limit", 0, 0),
    ],
)
def test_what_cannot_be_sent_on_is_named_with_its_place(text: str, kind: str, line: int, column: int) -> None:
    (problem,) = precheck(text)
    assert (problem.kind, problem.line, problem.column) == (kind, line, column)


def test_brackets_in_quotes_and_comments_do_not_nest() -> None:
    assert precheck("a('" + "(" * 500 + "'). % " + "[" * 500) == ()


def test_a_problem_is_shown_where_its_clause_starts_or_its_syntax_breaks() -> None:
    text = "a.\n\n% why\n/* so */ b :- c.\nd(]."
    refused = located(text, "refused", 2, 26, "c/0 is not allowed", "program")
    assert str(refused) == "program line 4, column 10: c/0 is not allowed, in: b :- c."
    broken = located(text, "syntax", 26, 29, "illegal start", "program")
    assert (broken.line, broken.column, broken.clause) == (5, 3, "d(].")


def test_a_problem_without_a_place_is_just_its_words() -> None:
    assert str(ProgramProblem("error", "arithmetic: undefined")) == "arithmetic: undefined"


@given(st.text(max_size=200), st.data())
def test_a_position_points_at_its_character(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    line, column = position(text, at)
    assert sum(len(part) + 1 for part in text.split("\n")[: line - 1]) + column - 1 == at


@given(st.text())
def test_any_text_is_checked_without_an_error(text: str) -> None:
    assert all(isinstance(p, ProgramProblem) for p in precheck(text))
