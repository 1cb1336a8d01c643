"""Small things that readers and narrators must not confuse."""

from fractions import Fraction

import pytest

from syllogos.api import check
from syllogos.payoffs import claims as c
from syllogos.payoffs.narrate import say


@pytest.mark.parametrize(
    "text",
    [
        "If I defect and they don't cooperate, I get 1.",
        "The other player's choice: if it's defect and I cooperate, I'll get 0.",
        "If I'm to cooperate and they cooperate, I'd get 4.",
    ],
)
def test_a_curly_apostrophe_is_an_apostrophe(text):
    plain, curly = check(text, "pd"), check(text.replace("'", "’"), "pd")
    assert [(x.verdict, x.claim, x.start, x.end) for x in plain.claims] == [
        (x.verdict, x.claim, x.start, x.end) for x in curly.claims
    ]
    assert plain.claims


@pytest.mark.parametrize(
    ("share", "told"),
    [((1, 2), "50%"), ((1, 4), "25%"), ((1, 8), "12.5%"), ((1, 3), "1/3"), ((2, 7), "2/7"), ((1, 1), "100%")],
)
def test_odds_are_percent_where_percent_are_exact(share, told):
    odds = (c.Chance("them", "cooperate", Fraction(*share)),)
    words = say([c.Expected("you", "defect", Fraction(3), odds)])
    assert words.startswith(f"With a {told} chance that they choose cooperate, your expected payoff")
