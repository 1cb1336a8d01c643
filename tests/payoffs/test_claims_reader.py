"""The rule reader of English payoff talk, on texts of our own."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claims_strategies import questions
from syllogos.gametheory.catalog import GAMES, bimatrix
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import claims as c
from syllogos.payoffs.claim_prolog import print_claim
from syllogos.payoffs.narrate import sentence
from syllogos.payoffs.reader import read
from syllogos.payoffs.solvers.claims import evaluate, label

LETTERS = bimatrix(
    ("X", "Y"), ("X", "Y"), {("X", "X"): (4, 4), ("X", "Y"): (1, 6), ("Y", "X"): (6, 1), ("Y", "Y"): (2, 2)}
)
"""A prisoner's dilemma with single letters: Y is the safe and the dominant action."""
PD, HD, SH = GAMES["pd"], GAMES["hd"], GAMES["sh"]


def cells(text: str, game: NormalForm = LETTERS) -> set[str]:
    """The cell claims of a text: player, amount, my action and theirs."""
    found = [f.claim for f in read(text, game).found]
    return {
        f"{p.player} {p.amount} {''.join(m.action for m in p.moves)}"
        for p in found
        if isinstance(p, c.Payoff) and len(p.moves) == 2
    }


def queries(text: str, game: NormalForm = LETTERS) -> list[str]:
    return [print_claim(f.claim) for f in read(text, game).found]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("If I choose X and they choose Y, I get 1$ and they get 6$.", "you 1 XY, them 6 XY"),
        ("I would receive $6 if I picked Y while my opponent picked X.", "you 6 YX"),
        ("If they pick X, I earn 4 by picking X and 6 by picking Y.", "you 4 XX, you 6 YX"),
        ("If I play X, I get 4 if they play X, and 1 if they play Y.", "you 4 XX, you 1 XY"),
        ("When both choose Y, each of us gets 2.", "you 2 YY, them 2 YY"),
        ("(Y, X): I get 6, they get 1.", "you 6 YX, them 1 YX"),
        ("If we both choose X: (4, 4)", "you 4 XX, them 4 XX"),
        (
            "- If I choose Y:\n  - If they choose X: I get 6.\n  - If they choose Y: 2 for both.",
            "you 6 YX, you 2 YY, them 2 YY",
        ),
        (
            "1. **I pick X**:\n   * They pick Y: my payoff is 1$\n"
            "2. **I pick Y**:\n   * They pick Y: my payoff is 2$",
            "you 1 XY, you 2 YY",
        ),
        ("If they choose Y, I get 2 with Y, which is more than the 1 I would get if I chose X.", "you 1 XY"),
        ("Suppose they choose X. In that case, choosing Y gives me 6.", "you 6 YX"),
        ("If I choose X and they choose Y, I get nothing.", "you 0 XY"),
        ("If they also choose Y, I get 2$.", "you 2 YY"),
        ("If the other player thinks I will pick X, they get 6 by picking Y.", "them 6 XY"),
        ("They get 6 by choosing Y if I choose X, or by choosing X if I choose Y.", "them 6 XY, them 6 YX"),
        ("If they do the same as me when I choose Y, I get 2.", ""),
    ],
)
def test_cells(text: str, want: str) -> None:
    assert set(filter(None, want.split(", "))) <= cells(text)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("| | They: X | They: Y |\n|---|---|---|\n| Me: X | 4, 4 | 1, 6 |\n| Me: Y | 6, 1 | 2, 2 |", 8),
        ("| X | Y |\n| X | 4 | 1 |\n| Y | 6 | 2 |", 4),
        ("| My choice | Their choice | My payoff |\n|---|---|---|\n| X | Y | 1 |\n| Y | Y | 2 |", 2),
    ],
)
def test_tables(text: str, want: int) -> None:
    found = read(text, LETTERS).found
    assert len(found) == want
    assert {label(evaluate(f.claim, LETTERS)) for f in found} == {"TRUE"}


def test_a_table_with_its_sides_exchanged_is_not_judged() -> None:
    reading = read("| | X | Y |\n| X | 4, 4 | 6, 1 |\n| Y | 1, 6 | 2, 2 |", LETTERS)
    assert not reading.found
    assert "which side" in reading.unread[0].reason


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Y is the safer choice.", "higher_guaranteed_payoff('Y', 'X')."),
        ("Choosing X is riskier than choosing Y.", "lower_guaranteed_payoff('X', 'Y')."),
        ("The safest option is to choose Y.", "highest_guaranteed_payoff_choice('Y')."),
        ("Choosing Y avoids the worst outcome.", "payoff(you, 1, [choice(you, 'Y')], '>', false)."),
        ("I choose Y to avoid getting 1$.", "payoff(you, 1, [choice(you, 'Y')], '>', false)."),
        ("Choosing Y guarantees me at least 2$.", "payoff(you, 2, [choice(you, 'Y')], '>=', false)."),
        ("Y gives me the highest guaranteed payoff.", "highest_guaranteed_payoff_choice('Y')."),
        ("Choosing X gives me a lower guaranteed payoff than Y.", "lower_guaranteed_payoff('X', 'Y')."),
        ("If they choose X, my best response is Y.", "best_response(you, 'Y', [choice(them, 'X')])."),
        ("The best response to X is Y.", "best_response(you, 'Y', [choice(them, 'X')])."),
        ("If I choose Y, they would prefer to pick Y.", "best_response(them, 'Y', [choice(you, 'Y')])."),
        (
            "If they choose X, choosing Y pays more than X.",
            "comparison(you, 'Y', '>', 'X', [choice(them, 'X')]).",
        ),
        ("Regardless of what they do, Y gives me a higher payoff.", "comparison(you, 'Y', '>', 'X', [])."),
        ("Y strictly dominates X.", "dominance(you, 'Y', 'X', true)."),
        ("My highest possible payoff is 6$.", "highest_possible_individual_payoff(6)."),
        ("The lowest payoff for choosing Y is 2$.", "lowest_individual_payoff_for_choice(2, 'Y')."),
        ("6$ is better than 4$.", "higher(6, 4)."),
        ("Both choosing X gives the highest mutual payoff.", "highest_mutual_payoff('X', 'X')."),
        (
            "With a 50% chance of each, the expected payoff of choosing X is 2.5.",
            "expected(you, 'X', 5r2, [chance(them, 'X', 1r2), chance(them, 'Y', 1r2)], '=').",
        ),
        ("My expected payoff of X is higher than that of Y.", "expected_comparison(you, 'X', '>', 'Y', [])."),
    ],
)
def test_other_claims(text: str, query: str) -> None:
    assert query in queries(text)


@pytest.mark.parametrize(
    "text",
    [
        "I should choose X.",
        "Y is a dominant strategy.",
        "I do not get 5$ if I choose X and they choose X.",
        "One of us gets 6$ while the other gets 1$.",
        "If one player picks X and the other picks Y, one gets 1 and the other 6, or vice versa.",
        "I would rather have 6$ than 4$.",
        "Choose X!",
        "I am risk-averse.",
        "",
    ],
)
def test_what_makes_no_claim_is_left_alone(text: str) -> None:
    assert [
        label(evaluate(f.claim, LETTERS))
        for f in read(text, LETTERS).found
        if not isinstance(f.claim, c.Numbers)
    ] == []


def test_a_list_number_is_not_part_of_an_amount() -> None:
    assert cells("1. If both choose X, I get 4$\n2. If both choose Y, I get 2$") == {"you 4 XX", "you 2 YY"}


def test_on_the_other_hand_is_nobody() -> None:
    assert cells("On the other hand, if I choose X and they choose X, I get 4.") == {"you 4 XX"}


def test_payoff_talk_that_is_not_understood_is_reported() -> None:
    reading = read("It pays 3$ more than one would think.", LETTERS)
    assert not reading.found and len(reading.unread) == 1
    assert reading.unread[0].text == "It pays 3$ more than one would think"


def test_spans_are_places_in_the_text() -> None:
    text = "Hello. **If both choose X**, I get 4$. So be it."
    for found in read(text, LETTERS).found:
        assert text[found.start : found.end] == found.text
        assert found.text.startswith("If both choose X")


def test_long_labels_and_verbs() -> None:
    text = (
        "If we both defect, I get 1. If I cooperate and my partner defects, I end up with 0 and they earn 5."
    )
    want = {"you 1 defectdefect", "you 0 cooperatedefect", "them 5 cooperatedefect"}
    assert cells(text, PD) == want


def test_the_second_player_speaks_of_itself() -> None:
    game = GAMES["bs"]
    found = read("If we both choose opera, I get 1 and they get 2.", game, me=1).found
    assert len(found) == 2
    assert {label(evaluate(f.claim, game, 1)) for f in found} == {"TRUE"}


def test_three_players_are_named() -> None:
    actions = (("in", "out"),) * 3
    cells_of = {p: tuple(F(sum(a == "in" for a in p)) for _ in p) for p in PROFILES}
    game = NormalForm(("ann", "bob", "cyd"), actions, cells_of)
    found = read("If I choose in, bob chooses in and cyd chooses out, I get 2.", game).found
    assert [label(evaluate(f.claim, game)) for f in found] == ["TRUE"]


PROFILES = [(a, b, d) for a in ("in", "out") for b in ("in", "out") for d in ("in", "out")]

TEN = (
    (PD, "If we both cooperate we each walk away with 3. Defecting is safer than cooperating.", "TTT"),
    (PD, "whatever my partner does, cooperating pays more than defecting.", "F"),
    (HD, "Against hawk my best response is dove, and hawk would leave me with 0 if they play hawk.", "TT"),
    (
        HD,
        "| | they: dove | they: hawk |\n|-|-|-|\n| me: dove | 3, 3 | 1, 5 |\n| me: hawk | 5, 1 | 1, 1 |",
        "TTTTTTFF",
    ),
    (
        SH,
        "Stag is risky: if they pick hare I get nothing from stag, while hare guarantees at least 1.",
        "TTT",
    ),
    (SH, "Hare strictly dominates stag. Both of us choosing stag is the highest mutual payoff.", "FT"),
    (PD, "Suppose they defect. Then I receive 1 if I defect and 0 if I cooperate.", "TT"),
    (PD, "The maximum payoff for cooperating is 5. The minimum I can get by defecting is 1.", "FT"),
    (HD, "Wenn ich Falke spiele, bekomme ich 5.", ""),
    (
        SH,
        "With odds of 50% each, the expected payoff of stag is 2.5 and the expected payoff of hare is 3.",
        "TF",
    ),
)


@pytest.mark.parametrize(("game", "text", "want"), TEN)
def test_ten_texts(game: NormalForm, text: str, want: str) -> None:
    got = "".join(label(evaluate(f.claim, game))[0] for f in read(text, game).found)
    assert got == want


@given(questions())
@settings(max_examples=200)
def test_corrections_read_again_are_true(question: tuple[c.Claim, NormalForm, int]) -> None:
    claim, game, me = question
    if len(game.players) != 2:
        return
    game = renamed(game)
    for fact in evaluate(rename(claim), game, me).answer or ():
        for found in read(sentence(fact), game, me).found:
            assert label(evaluate(found.claim, game, me)) == "TRUE", (sentence(fact), found.claim)


EXPECTED = c.Expected | c.ExpectedComparison
"""Of these the reader may miss the odds (it reads percentages); it then does not judge them."""
NEW = {"a": "Left", "b": "Middle", "c": "Right"}


def renamed(game: NormalForm) -> NormalForm:
    """The same game with labels that are not also English articles."""
    actions = tuple(tuple(NEW[a] for a in own) for own in game.actions)
    return NormalForm(
        game.players, actions, {tuple(NEW[a] for a in p): row for p, row in game.payoffs.items()}
    )


def rename(claim: c.Claim) -> c.Claim:
    def swap(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(swap(item) for item in value)
        if isinstance(value, c.PlayerAction):
            return c.PlayerAction(value.player, NEW[value.action])
        if isinstance(value, c.Chance):
            return c.Chance(value.player, NEW[value.action], value.share)
        return NEW.get(value, value) if isinstance(value, str) else value

    return type(claim)(**{name: swap(value) for name, value in vars(claim).items()})


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    reading = read(text, LETTERS)
    assert all(text[f.start : f.end] == f.text for f in reading.found)


HEAP = (
    *[
        "if",
        "I",
        "they",
        "choose",
        "get",
        "X",
        "Y",
        "4$",
        "6",
        ",",
        ".",
        ":",
        "(",
        ")",
        "|",
        "-",
        "both",
        "or",
        "than",
        "regardless",
        "best",
        "risk",
    ],
    "\n",
)


@given(st.lists(st.sampled_from(HEAP), max_size=40))
def test_no_heap_of_payoff_words_breaks_the_reader(words: list[str]) -> None:
    for found in read(" ".join(words), LETTERS).found:
        evaluate(found.claim, LETTERS)


@pytest.mark.parametrize(
    "unit", ["If I choose X and they choose Y, I get 1. ", "((((", "| X | 4 |\n", "5 and 5, ", "если X "]
)
def test_a_long_text_is_read_to_its_end(unit: str) -> None:
    text = unit * (19_900 // len(unit)) + "\n\nIf both choose X, I get 4."
    assert "you 4 XX" in cells(text)


@pytest.mark.parametrize(
    "number", [".0.0.0", "1.5/2", "1/2/3", "5..6", "5/.5.5", "1.2.3/4", "$.5.5", "00.1.1/1"]
)
def test_what_looks_like_a_number_and_is_none_is_no_amount(number):
    reading = read(f"If we both cooperate, I get {number} points. I get {number}.", GAMES["pd"], 0)
    assert not reading.found
