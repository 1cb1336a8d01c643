"""Two readings of one text put together: spans that only touch are two sentences."""

from fractions import Fraction

import pytest

from syllogos.payoffs.check import merged
from syllogos.payoffs.claims import YOU, Found, Payoff, Reading, Unread

CLAIM = Payoff(YOU, Fraction(5), ((YOU, "defect"),))


def unread(start, end, reason="the rules cannot read it"):
    return Unread(start, end, "...", reason)


def found(start, end):
    return Found(CLAIM, start, end, "...")


@pytest.mark.parametrize(
    ("span", "taken"),
    [((10, 20), True), ((12, 15), True), ((0, 11), True), ((19, 30), True), ((0, 40), True),
     ((0, 10), False), ((20, 30), False), ((0, 9), False)],
)  # fmt: skip
def test_the_second_reader_is_heard_where_the_first_could_not_read(span, taken):
    one = Reading((), (unread(10, 20),))
    both = merged(one, Reading((found(*span),)))
    assert bool(both.found) is taken
    assert bool(both.unread) is not taken  # what nobody could read stays, with its reason


@pytest.mark.parametrize(("span", "reason"), [((10, 20), "nor I"), ((20, 30), "the rules cannot read it")])
def test_a_sentence_that_neither_reads_keeps_the_second_readers_reason(span, reason):
    both = merged(Reading((), (unread(10, 20),)), Reading((), (unread(*span, "nor I"),)))
    assert [u.reason for u in both.unread] == [reason]


def test_a_neighbour_that_the_first_reader_read_is_not_read_twice():
    one = Reading((found(0, 10),), (unread(10, 20),))
    both = merged(one, Reading((found(0, 10), found(10, 20))))
    assert [(f.start, f.end) for f in both.found] == [(0, 10), (10, 20)] and not both.unread
