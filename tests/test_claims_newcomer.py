"""Plain talk that is true of a game is never called false: who is who, and what an amount counts."""

from __future__ import annotations

import pytest

from syllogos.checking.claims import judge
from syllogos.logic.catalog import GAMES
from syllogos.logic.normal_form import NormalForm
from syllogos.translate.claims_rules import read


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
