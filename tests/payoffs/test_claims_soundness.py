"""How VERIFIED is earned and FALSE avoided: every amount is read, and an ambiguous clause read charitably."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

from syllogos.gametheory.catalog import GAMES
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import claims as c
from syllogos.payoffs.check import judge
from syllogos.payoffs.narrate import amount
from syllogos.payoffs.reader import read
from syllogos.payoffs.solvers.claims import evaluate, label

TEMPLATES = (
    "If I choose {a} and they choose {b}, I get {x} and they get {y}.",
    "I get {x} and they get {y} when I choose {a} and they choose {b}.",
    "I get {x} if I choose {a} and they choose {b} and they get {y}.",
    "({a}, {b}) = ({x}, {y})",
    "{a}/{b} -> {x}/{y}",
    "{a} vs {b}: {x} for me, {y} for them.",
    "{a} against {b} gives me {x} and them {y}.",
    "When the other driver picks {b}, I end up with {x} by picking {a}, and they end up with {y}.",
    "If they go for {b}, {a} gives me {x} and gives them {y}.",
    "| | they: {b} |\n|---|---|\n| me: {a} | {x}, {y} |",
)


def status(text: str, game: str | NormalForm) -> str:
    form = GAMES[game] if isinstance(game, str) else game
    return judge(read(text, form), form).status


def verdicts(text: str, game: str) -> str:
    """The first letters of the verdicts in the order of the text; U is untranslated."""
    return "".join(x.verdict[0] for x in judge(read(text, GAMES[game]), GAMES[game]).claims)


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("name", ["pd", "hd", "sh", "bs", "mp", "rps"])
def test_a_right_cell_is_verified_and_a_wrong_amount_never(template: str, name: str) -> None:
    game = GAMES[name]
    for a, b in product(*game.actions):
        x, y = game.payoffs[a, b]
        right = {"a": a, "b": b, "x": amount(x), "y": amount(y)}
        assert status(template.format(**right), name) == "VERIFIED"
        for wrong in ("x", "y"):
            assert status(template.format(**right | {wrong: "9"}), name) in ("REFUTED", "PARTIAL")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("pd", "I get 3 if we cooperate and they get 8."),
        ("pd", "We each collect three points, but if they cheat while I cooperate I leave with nothing."),
        ("pd", "If both defect I get 1, twice as much as they do."),
        ("pd", "If both defect I get 1, and Carol gets 4."),
        ("pd", "Both cooperating gives me 3. It is the most profitable outcome of all."),
        ("pd", "If I defect and they cooperate I get 5, otherwise I get 2."),
        ("hd", "Dove against hawk pays me 1. There is a 90% chance that I win 5."),
        ("sh", "If both hunt stag I get 5. Hare is the dominant strategy."),
        ("sh", "I get 5 if both hunt stag, 4 for my cousin."),
        ("bs", "If we both choose opera I get 2, one of us gets 7."),
    ],
)
def test_what_was_not_read_is_never_verified(game: str, text: str) -> None:
    assert status(text, game) in ("PARTIAL", "REFUTED")


def test_the_unread_part_of_a_sentence_is_named() -> None:
    unread = read("If both defect I get 1, and Carol gets 4.", GAMES["pd"]).unread
    assert [u.text for u in unread] == ["Carol gets 4"]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("pd", "5 beats 3."),
        ("pd", "5 outweighs 1 and 3 exceeds 1."),
        ("pd", "Whatever they do, I am better off defecting."),
        ("pd", "I am better off defecting whatever they do."),
    ],
)
def test_comparisons_without_a_condition_are_read(game: str, text: str) -> None:
    assert status(text, game) == "VERIFIED"


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("When both of us pick opera I earn 2 and they earn 1; football earns me 1 and them 2.", "VERIFIED"),
        ("If both of us pick opera I get 2 and they get 1, football gives me 1 and them 2.", "VERIFIED"),
        ("If both of us pick opera I get 2 and they get 1, football gives me 2 and them 1.", "REFUTED"),
        ("If both of us pick opera I get 2, football gives me 0 if they stay with opera.", "VERIFIED"),
        ("If both of us pick opera I get 2, football gives me 4.", "REFUTED"),
    ],
)
def test_a_move_of_both_is_not_forced_on_the_next_action(text: str, want: str) -> None:
    assert status(text, "bs") == want


def test_we_may_be_both_or_just_the_speaker() -> None:
    assert verdicts("If we cooperate we get 3.", "pd") == "TT"
    assert verdicts("If we cooperate we get 0.", "pd") == "T"
    assert set(verdicts("If we cooperate we get 5.", "pd")) == {"F"}


def test_a_superlative_may_be_about_the_case_that_is_spoken_of() -> None:
    assert verdicts("If they defect, the most I get is 1.", "pd") == "T"
    assert verdicts("If they defect, I get 1 at most, the highest payoff.", "pd")[0] != "F"
    assert "F" in verdicts("If they defect, I get 1, the highest possible payoff.", "pd")


def test_each_fact_is_read_and_corrected_once() -> None:
    text = "Joint defection yields 2 each, which is worse than mutual cooperation's 3 each."
    found = [f.claim for f in read(text, GAMES["pd"]).found]
    assert len(found) == len(set(found))
    both = tuple(c.PlayerAction(p, "cooperate") for p in ("you", "them"))
    assert c.Payoff("you", F(3), both) in found and c.Numbers(F(2), "<", F(3)) in found
    checked = judge(read(text, GAMES["pd"]), GAMES["pd"])
    assert [x.verdict for x in checked.claims].count("FALSE") == 2
    assert len(set(checked.corrections)) == len(checked.corrections) == 2


@pytest.mark.parametrize(
    ("game", "text", "want"),
    [
        ("pd", "(C, C): 3, 3; (C, D): 0, 5; (D, C): 5, 0; (D, D): 1, 1", "TTTTTTTT"),
        ("pd", "CC 3,3 and DD 1,1", "TTTT"),
        ("pd", "cooperate-defect = 0/5", "TT"),
        ("sh", "Call stag S and hare H. If I play S and they play H, I get 0.", "T"),
        ("pd", "Say cooperate (R) and defect (B). With R against B I get 0.", "T"),
        ("pd", "If I cooperate (choose C) and my neighbour defects (chooses D), I get 0.", "T"),
        ("hd", "Dove never leaves me with less than 1.", "T"),
        ("hd", "Hawk never pays me less than 1.", "F"),
        ("pd", "Cooperating can't get me more than 3.", "T"),
        ("mp", "If both show tails I gain 1 and my opponent loses 1.", "TT"),
        (
            "sh",
            "With a 50% chance that they hunt stag, stag has an expected 2.5 and hare 2.",
            "TT",
        ),
        ("sh", "With a 50% chance that they hunt stag, stag has an expected 2.5 and hare 4.", "TF"),
        (
            "pd",
            "One of us defects and the other cooperates: the defector gets 5 and the other gets 0.",
            "TTTT",
        ),
        ("pd", "If I defect and they cooperate, I get 5 and they get 0, or vice versa.", "TTTT"),
        ("bs", "If I pick opera and they pick opera, I get 2 and they get 1, or vice versa.", "TTFF"),
        ("pd", "Unless they defect, cooperating gives me 3.", "T"),
        ("pd", "Unless they defect, cooperating gives me 0.", "F"),
        ("sh", "Hare pays 3 if they hunt stag and 1 otherwise.", "TT"),
        ("sh", "Hare pays 3 if they hunt stag and 2 otherwise.", "TF"),
        ("hd", "Hawk vs dove leaves me with 5.", "T"),
        ("hd", "When a hawk meets a dove, the hawk takes 5.", "T"),
        ("rps", "Rock beats scissors.", "U"),
    ],
)
def test_more_ways_to_say_it(game: str, text: str, want: str) -> None:
    assert verdicts(text, game) == want


def test_arithmetic_of_an_expected_payoff_is_read_only_if_it_comes_to_it() -> None:
    odds = "With a 50% chance of stag, the expected payoff of choosing stag is "
    assert status(odds + "0.5 * 5 + 0.5 * 0 = 2.5.", "sh") == "VERIFIED"
    assert status(odds + "0.5 * 5 + 0.5 * 3 = 2.5.", "sh") == "PARTIAL"


@pytest.mark.parametrize("unit", ["I get 5 ", "if they cooperate ", "a ", "5 and ", "(", "either or "])
def test_an_endless_sentence_is_unread_with_the_reason(unit: str) -> None:
    reading = read(unit * 3_000, GAMES["pd"])
    assert not reading.found
    assert unit in ("a ",) or "sentence of more than" in reading.unread[0].reason


def test_a_megabyte_is_read_to_the_limit_and_the_rest_reported() -> None:
    reading = read("If both defect, I get 1. " * 40_000, GAMES["pd"])
    assert "characters are read" in reading.unread[-1].reason
    assert {label(evaluate(f.claim, GAMES["pd"])) for f in reading.found[:3]} == {"TRUE"}


TEN_WRITERS = (
    (
        "pd",
        "If we both keep quiet (cooperate) it's 3 apiece, and if I rat while he cooperates I pocket 5 and he's "
        "left with nothing. So ratting beats cooperating no matter what, right?",
        "UNCHECKED",
        "UU",
    ),
    (
        "pd",
        "Payoffs as (me, them): CC 3,3; CD 0,5; DC 5,0; DD 1,1. Defecting strictly dominates cooperating.",
        "VERIFIED",
        "TTTTTTTTT",
    ),
    (
        "pd",
        "Cooperating can't get me more than 3, and it may leave me with zero. Defecting never leaves me below 2.",
        "REFUTED",
        "TTF",
    ),
    (
        "hd",
        "Dove never gives me less than 1, while hawk can leave me with 0. Hence dove has the higher guaranteed "
        "payoff.",
        "PARTIAL",
        "TUT",
    ),
    (
        "hd",
        "When two drivers meet and both go hawk, each gets 0. If I play hawk and the other driver plays dove, I "
        "take 5 and they get 2.",
        "REFUTED",
        "TTTF",
    ),
    (
        "sh",
        "I'd say there is a 60% chance the other hunter goes for the stag. Then stag has an expected 3 and hare "
        "2.2.",
        "VERIFIED",
        "TT",
    ),
    (
        "sh",
        "Hare pays 3 if they hunt stag and 1 otherwise; stag pays 5 if they hunt stag and 0 otherwise. (stag, "
        "stag) is a Nash equilibrium.",
        "VERIFIED",
        "TTTTT",
    ),
    (
        "bs",
        "If both of us go to the opera I get 2 and she gets 1, football gives me 1 and her 2. Apart, nobody is "
        "happy: nothing for either of us.",
        "PARTIAL",
        "TTTTU",
    ),
    (
        "mp",
        "| me \\ them | heads | tails |\n|---|---|---|\n| heads | 1/-1 | -1/1 |\n| tails | -1/1 | 1/-1 |",
        "VERIFIED",
        "TTTTTTTT",
    ),
    (
        "rps",
        "Rock against scissors wins me 1. Paper vs rock: 1 for me, -1 for them. Scissors against rock gives me 0.",
        "REFUTED",
        "TTTF",
    ),
)
"""As ten people write.  Missed (docs/reading.md): slang for an action, a case told after "while", "apart"."""


@pytest.mark.parametrize(("game", "text", "overall", "each"), TEN_WRITERS)
def test_ten_writers(game: str, text: str, overall: str, each: str) -> None:
    assert (status(text, game), verdicts(text, game)) == (overall, each)


@pytest.mark.parametrize(
    ("game", "text", "want"),
    [
        ("pd", "Both cooperating is a Nash equilibrium.", "F"),
        ("sh", "(stag, stag) is a Nash equilibrium.", "T"),
        ("pd", "If I want to avoid getting 0, I should cooperate.", "F"),
        ("pd", "If I want to avoid getting 0, I should defect.", "T"),
        ("pd", "They will also cooperate because it gives them a higher payoff in both cases.", "F"),
        ("hd", "Hawk against dove gets 5 and hawk against hawk gets 0.", "TT"),
    ],
)
def test_reasons_are_read(game: str, text: str, want: str) -> None:
    assert verdicts(text, game) == want


def test_verbs_that_the_text_explains_stand_for_its_actions() -> None:
    game = NormalForm(
        ("you", "them"),
        (("R", "B"),) * 2,
        {(a, b): GAMES["pd"].payoffs[NAMED[a], NAMED[b]] for a in "RB" for b in "RB"},
    )
    text = "If they cooperate (choose B), defecting (picking R) gives me 5. If they defect, defecting gives me 2."
    assert [label(evaluate(f.claim, game)) for f in read(text, game).found] == ["TRUE", "FALSE"]


NAMED = {"R": "defect", "B": "cooperate"}
