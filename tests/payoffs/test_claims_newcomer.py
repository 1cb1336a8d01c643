"""Plain talk that is true of a game is never called false: who is who, and what an amount counts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from syllogos.gametheory.catalog import GAMES, bimatrix
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.check import judge
from syllogos.payoffs.claims import Payoff, PlayerAction
from syllogos.payoffs.reader import read
from syllogos.payoffs.solvers.claims import evaluate


def verdicts(text: str, game: str | NormalForm = "pd", me: int = 0) -> str:
    """The first letters of the verdicts in the order of the text; U is untranslated."""
    form = GAMES[game] if isinstance(game, str) else game
    return "".join(x.verdict[0] for x in judge(read(text, form, me), form, me).claims)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("If I cooperate and you defect, I get 0.", "T"),
        ("If I cooperate and you defect, I get 5.", "F"),
        ("I defect and you cooperate: I get 5, you get 0.", "TT"),
        ("You get 5 if you defect and I cooperate.", "T"),
        ("If you defect:\n- I get 0 if I cooperate.", "T"),
        ("I cooperate. Then you get 5 by defecting.", "T"),
        ("| | You: cooperate | You: defect |\n|-|-|-|\n| Me: defect | 5, 0 | 1, 1 |", "TTTT"),
    ],
)
def test_you_is_the_other_player_where_the_speaker_is_i(text: str, want: str) -> None:
    assert verdicts(text) == want


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("If you cooperate and they defect, you get 0.", "T"),
        ("I think you get 5 if you defect and they cooperate.", "T"),
        ("As you can see, I get 5 if I defect and they cooperate.", "T"),
    ],
)
def test_you_is_the_speaker_in_advice(text: str, want: str) -> None:
    assert verdicts(text) == want


def test_you_beside_i_and_they_is_unread() -> None:
    reading = read("If I cooperate and they defect, you get 5.", GAMES["pd"])
    assert not reading.found and "'you'" in reading.unread[0].reason


@pytest.mark.parametrize(
    "text",
    [
        "I gain 2 if I switch from cooperate to defect while they cooperate.",
        "Switching from cooperation to defection gains me 2 when they cooperate.",
        "I lose 3 if they switch from cooperating to defecting while I cooperate.",
        "I lose 3 if they defect while I cooperate.",
        "I gain 2 by defecting instead of cooperating when they cooperate.",
        "I get 2 more by switching.",
        "I earn an extra 2 if I defect and they cooperate.",
        "If they cooperate, defecting is 2 better than cooperating.",
        "If they cooperate, defecting increases my payoff by 2.",
        "If they cooperate, the difference between defecting and cooperating is 2.",
        "Defecting costs them 3 if I cooperate.",
        "If both cooperate, the total is 6.",
        "If both cooperate we get 6 in total.",
        "If we both cooperate over 10 rounds I get 30.",
        "Over 10 rounds:\n- If both cooperate I get 30.",
        "I expect to get 2.5 on average against a random opponent.",
        "If I cooperate against a random opponent I get 1.5.",
    ],
)
def test_differences_totals_and_averages_are_unread(text: str) -> None:
    assert set(verdicts(text)) == {"U"}


def test_a_gain_without_a_switch_is_a_payoff() -> None:
    assert verdicts("I gain 5 if I defect and they cooperate.") == "T"
    assert verdicts("I gain 2 if I defect and they cooperate.") == "F"


def test_in_a_text_about_rounds_a_payoff_is_true_or_unread() -> None:
    assert verdicts("We play 10 rounds. If both cooperate I get 30. If both defect I get 1.") == "UUT"


@pytest.mark.parametrize(
    "players", [("me", "you"), ("you", "me"), ("they", "I"), ("you", "them"), ("row", "col")]
)
@pytest.mark.parametrize("me", [0, 1])
def test_pronouns_go_by_role_whatever_the_players_are_called(players: tuple[str, str], me: int) -> None:
    game = NormalForm(players, GAMES["bs"].actions, GAMES["bs"].payoffs)
    mine, theirs = (2, 1) if me == 0 else (1, 2)
    for you, they in (("I", "they"), ("I", "you"), ("you", "they")):
        text = f"If {you} choose opera and {they} choose opera, {you} get {mine} and {they} get {theirs}."
        assert verdicts(text, game, me) == "TT"


def test_they_cannot_do_two_things() -> None:
    twice = Payoff("you", Fraction(3), (PlayerAction("them", "cooperate"), PlayerAction("them", "defect")))
    assert "they cannot do both" in evaluate(twice, GAMES["pd"]).reason


@pytest.mark.parametrize(
    "text", ["Up and left gives me 1.", "Left and up gives me 1.", "(up, left) gives me 1."]
)
def test_an_action_that_one_player_has_is_that_players(text: str) -> None:
    rows = {
        ("up", "left"): (1, 2),
        ("up", "right"): (0, 3),
        ("down", "left"): (4, 0),
        ("down", "right"): (2, 1),
    }
    game = bimatrix(("up", "down"), ("left", "right"), rows)
    assert verdicts(text, game) == "T"
    claim = read(text, game).found[0].claim
    assert isinstance(claim, Payoff) and len(claim.moves) == 2


def test_an_unread_profile_is_not_cut_at_its_comma() -> None:
    text = "If both hunt stag, (stag, stag) is a Nash equilibrium."
    assert [u.text for u in read(text, GAMES["sh"]).unread] == ["(stag, stag) is a Nash equilibrium"]
