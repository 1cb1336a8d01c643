"""The page of a game of Undercover: what was said and voted, beliefs, theories, and nothing that is markup."""

import re

import pytest

import syllogos
from syllogos.engines.guard.isolation import available
from undercover_model import UndercoverModel

pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")


def page_of(tmp_path, agents, model, **settings):
    out = tmp_path / "run"
    syllogos.play("undercover", agents, model=model, out=out, players=len(agents), **settings)
    return syllogos.report(out).html.read_text(encoding="utf-8")


WORDS = {"words": ["squirrel", "chipmunk"]}


def test_a_page_shows_rounds_votes_beliefs_guesses_and_theories(tmp_path):
    model = UndercoverModel(identity="spy", linked=(), guesses=["hamster", "mouse"], vote=1)
    page = page_of(tmp_path, ["neuro_symbolic", *["nli"] * 4], model, spy=4, rounds=3, **WORDS)
    for part in (
        "The citizens hold <b>squirrel</b>", "votes received", "It is thing number 1.", "is out",
        "what the players believed", "50%", "takes itself for", "guess and prover", "“hamster” becomes “mouse”",
        "what Ben says implies “squirrel”: invalid", "theorem conclusion", "must change", "Reconstructed",
    ):  # fmt: skip
        assert part in page, part


def test_a_game_without_models_has_its_rounds_and_no_beliefs(tmp_path):
    page = page_of(tmp_path, ["embedding"] * 4, None, spy=0, rounds=2, **WORDS)
    assert "votes received" in page and "what the players believed" not in page


class Marked(UndercoverModel):
    def move(self, fields):
        said = super().move(fields)
        return (
            said if "enum" in fields["move"] else said | {"move": f"It is <b>red</b> {self.moves} &amp; so."}
        )


def test_what_players_say_is_text_and_no_markup(tmp_path):
    page = page_of(tmp_path, ["nli"] * 4, Marked(), spy=0, rounds=1, **WORDS)
    assert "<b>red</b>" not in page and "&lt;b&gt;red&lt;/b&gt;" in page


def test_what_nobody_did_is_marked(tmp_path):
    page = page_of(tmp_path, ["nli"] * 4, "scripted/prose", spy=0, rounds=1, **WORDS)
    assert re.search(r"no description of its own \(\w+\)", page)
