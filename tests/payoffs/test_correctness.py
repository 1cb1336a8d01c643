"""A model as a judge: TRUE where it finds no error, FALSE with the error it names, and never in the way."""

import json

import pytest

from fake_server import FakeServer, fails, says
from syllogos import api
from syllogos.payoffs.judges.correctness import read_judgement
from syllogos.store.store import open_store
from syllogos.verdict import Status

RIGHT = json.dumps({"error": "", "correct": True})
WRONG = json.dumps({"error": "defecting pays 5, not 4", "correct": False})
REASONED = json.dumps({"reasoning": "If I defect I get 4.", "move": "defect"})


def test_correct_is_true_and_an_error_is_false():
    right, wrong = read_judgement(RIGHT), read_judgement(WRONG)
    assert (right.status, right.reason) == (Status.TRUE, "")
    assert (wrong.status, wrong.reason) == (Status.FALSE, "defecting pays 5, not 4")
    assert right.engine == wrong.engine == "judge correctness"
    assert right.evidence == wrong.evidence == "a model's opinion"  # nothing here is a proof


def test_prose_and_thoughts_around_a_judgement_do_not_matter():
    assert read_judgement(f"<think>{WRONG}</think>My verdict:\n{RIGHT}").status is Status.TRUE
    assert read_judgement(f"```json\n{WRONG}\n```\nSo it is.").status is Status.FALSE


@pytest.mark.parametrize(
    "text",
    ["", "It is correct.", "{}", '{"correct": true}', '{"error": "", "correct": "maybe"}', RIGHT[:-1],
     '{"error": "", "correct": true, "sure": true}', f"{RIGHT} {WRONG}"],
)  # fmt: skip
def test_a_reply_that_cannot_be_read_is_no_opinion(text):
    assert read_judgement(text).status is Status.UNKNOWN and read_judgement(text).reason


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """The verdicts on one move of the prisoner's dilemma, and what the judge was asked."""
    monkeypatch.chdir(tmp_path)

    def play(player, *judge):
        with FakeServer(says(player, tokens=(2000, 5))) as one, FakeServer(*judge) as other:
            (tmp_path / "e.toml").write_text(
                'name = "j"\n[game]\nkind = "pd"\n[[condition]]\nname = "c"\nagents = ["cot", "random"]\n'
                'referee = "correctness"\nmodels = [{ main = "m", judge = "j" }]\n'
                f'[models.m]\nmodel = "openai/fake-1"\nbase_url = "{one.base_url}"\n'
                f'[models.j]\nmodel = "openai/fake-1"\nbase_url = "{other.base_url}"\n'
            )
            api.run("e.toml", "run")
            bodies = other.bodies
        store = open_store(tmp_path / "run")
        record = store.record(next(store.games())["key"])
        store.close()
        return record["turns"][0]["0"][0], bodies

    return play


@pytest.mark.parametrize(
    ("said", "status", "reason"), [(RIGHT, "TRUE", ""), (WRONG, "FALSE", "pays 5, not 4")]
)
def test_a_decision_stands_whatever_the_judge_says_of_it(judged, said, status, reason):
    attempt, bodies = judged(REASONED, says(said, tokens=(2000, 5)))
    (verdict,) = attempt["verdicts"]
    assert verdict["status"] == status and reason in verdict["reason"]
    assert attempt["move"] == "defect" and attempt["refused"] is None
    asked = bodies[0]["messages"][-1]["content"]
    assert len(bodies) == 1 and "If I defect I get 4." in asked and "5" in asked


def test_a_judge_that_refuses_has_no_opinion(judged):
    attempt, _ = judged(REASONED, says(None, refusal="I would rather not.", tokens=(2000, 5)))
    (verdict,) = attempt["verdicts"]
    assert verdict["status"] == "UNKNOWN" and "refused" in verdict["reason"] and attempt["move"] == "defect"


def test_a_move_without_reasoning_is_not_put_to_the_judge(judged):
    attempt, bodies = judged(json.dumps({"reasoning": " ", "move": "defect"}), fails(500, "never asked"))
    (verdict,) = attempt["verdicts"]
    assert verdict["status"] == "UNKNOWN" and verdict["reason"] == "there is no reasoning to judge"
    assert bodies == []
