"""Claims in Prolog and JSON form, and in English."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims_strategies import questions
from syllogos.errors import InputError
from syllogos.gametheory.catalog import GAMES
from syllogos.payoffs import claim_json, claim_prolog
from syllogos.payoffs import claims as c
from syllogos.payoffs.claims import PlayerAction
from syllogos.payoffs.narrate import amount, correction, sentence
from syllogos.payoffs.solvers.claims import evaluate

NAMES = st.text(min_size=1, max_size=8).filter(str.strip)


@given(questions())
def test_every_claim_survives_prolog_and_json(question: tuple[c.Claim, object, int]) -> None:
    claim = question[0]
    assert claim_prolog.parse_claims(claim_prolog.print_claim(claim)) == (claim,)
    assert claim_json.parse_claim(claim_json.print_claim(claim)) == claim


@given(NAMES, NAMES, st.fractions())
def test_any_label_survives_quoting(player: str, action: str, value: F) -> None:
    claim = c.Payoff(player, value, (PlayerAction(player, action), PlayerAction("them", action)))
    assert claim_prolog.parse_claims(claim_prolog.print_claim(claim)) == (claim,)


@pytest.mark.parametrize(
    ("query", "claim"),
    [
        ("higher(2, -1.5).", c.Numbers(F(2), ">", F(-3, 2))),
        ("lower(1r3,2)", c.Numbers(F(1, 3), "<", F(2))),
        ("?- highest_guaranteed_payoff_choice('Left').", c.RankedCase("you", "highest", "worst", "Left")),
        ("safer(left, 'R')", c.CaseComparison("you", "worst", "left", ">", "R")),
        (
            "lowest_individual_payoff_for_choice(0, a)",
            c.ExtremePayoff("you", "lowest", F(0), (PlayerAction("you", "a"),)),
        ),
        (
            "finally(goal(them, 2), do(choice(them, a), do(choice(you, b), s0)))",
            c.Payoff("them", F(2), (PlayerAction("them", "a"), PlayerAction("you", "b"))),
        ),
        ("game(s0, F), finally(goal(you, 4), F).", c.Payoff("you", F(4), (), sometimes=True)),
    ],
)
def test_the_vocabulary_of_the_original(query: str, claim: c.Claim) -> None:
    assert claim_prolog.parse_claims(query) == (claim,)


def test_an_outcome_claims_what_it_states() -> None:
    moves = (PlayerAction("you", "a"), PlayerAction("them", "b"))
    situation = "do(choice(them, b), do(choice(you, a), s0))"
    one = claim_prolog.parse_claims(f"finally(outcome(you, a, 1, them, b, _), {situation})")
    two = claim_prolog.parse_claims("finally(outcome(you, a, 1, them, b, 2), S)")
    assert one == (c.Payoff("you", F(1), moves),)
    assert two == (*one, c.Payoff("them", F(2), moves))


@pytest.mark.parametrize(
    ("query", "say"),
    [
        ("higher(1, 2", "column 12"),
        ("higher(1)", "unknown claim 'higher/1'"),
        ("highest_guaranteed_payoff_choice(B).", "write 'B'"),
        ("higher(a, 2)", "expected a number"),
        ("finally(goal(you, 1), s0)", "starts from s0 and has moves"),
        ("'not closed", "not closed"),
        ("", "expected a term"),
        ("f(" * 500, "nested deeper"),
        ("higher(1r0, 2)", "denominator"),
        ("[1, 2]", "unknown claim"),
        ("game(s0, F)", "claims nothing"),
        ("higher(" + "9" * 60 + ", 1)", "at most 40 digits"),
        ("x" * 200_000, "too long"),
    ],
)
def test_what_is_no_query_is_said_to_be_none(query: str, say: str) -> None:
    with pytest.raises(InputError, match=say.replace("[", r"\[").replace("(", r"\(")):
        claim_prolog.parse_claims(query)


@given(st.text(max_size=60))
def test_no_text_breaks_the_readers(text: str) -> None:
    for parse in (claim_prolog.parse_claims, claim_json.parse_claim):
        with suppress(InputError):
            parse(text)


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ('{"kind": "numbers", "left": NaN, "relation": ">", "right": 1}', "not a number"),
        ('{"kind": "numbers", "left": 1e99, "relation": ">", "right": 1}', "too large"),
        ('{"kind": "wish"}', "claim"),
        ('{"kind": "numbers",}', "line 1"),
        ("[" * 100_000, "too deep"),
    ],
)
def test_bad_json_names_its_place(text: str, say: str) -> None:
    with pytest.raises(InputError, match=say):
        claim_json.parse_claim(text)


def test_decimals_are_exact() -> None:
    assert claim_json.parse_claim(
        '{"kind": "numbers", "left": 0.1, "relation": "=", "right": "1/10"}'
    ) == c.Numbers(F(1, 10), "=", F(1, 10))


def test_the_schema_is_self_contained() -> None:
    text = json.dumps(claim_json.schema())
    assert '"sentence"' in text and '"best_response"' in text


def test_corrections_are_said_from_the_facts() -> None:
    false = c.Payoff("you", F(4), (PlayerAction("you", "dove"), PlayerAction("them", "hawk")))
    assert correction(evaluate(false, GAMES["hd"])) == "If you choose dove and they choose hawk, you get 1."
    tie = c.RankedCase("you", "highest", "best", "dove")
    assert "hawk" in correction(evaluate(tie, GAMES["hd"]))
    assert "they tie" in correction(
        evaluate(
            c.JointPayoff("highest", (PlayerAction("you", "hawk"), PlayerAction("them", "hawk"))), GAMES["hd"]
        )
    )
    assert correction(evaluate(c.Symmetry(), GAMES["pd"])) == ""
    assert correction(evaluate(c.Numbers(F(1), ">", F(1)), GAMES["pd"])).startswith("This cannot be judged")


@given(questions())
def test_every_claim_has_a_sentence(question: tuple[c.Claim, object, int]) -> None:
    text = sentence(question[0])
    assert text.endswith(".") and not text[0].islower()


@given(st.decimals(min_value=-999, max_value=999, places=4, allow_nan=False))
def test_amounts_are_written_exactly(value: object) -> None:
    assert F(amount(F(str(value)))) == F(str(value))
