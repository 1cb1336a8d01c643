"""``replay logic``: what is counted, what is listed, and how rows that no program answers are guessed."""

import json

import pytest

from syllogos.engines.replays import logic
from syllogos.errors import InputError
from syllogos.logic.answers import ANSWERS, answered
from syllogos.verdict import Status, Verdict

LP = "Facts:\nCold(Bob, True)\nRules:\nCold($x, True) >>> Wet($x, True)\nQuery:\n{}"
CSP = "Variables:\nowl [IN] [1, 2]\ncrow [IN] [1, 2]\nConstraints:\n{}\nQuery:\nA) owl == 1\nB) crow == 1"


def row(name, dataset, language, program, expected):
    return {
        "problem_id": name, "dataset": dataset, "language": language, "model": "m", "program": program,
        "expected_answer": expected,
    }  # fmt: skip


def replayed(tmp_path, rows, problems=(), **options):
    path = tmp_path / "programs_x.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    if problems:
        (tmp_path / "problems_x.jsonl").write_text("\n".join(map(json.dumps, problems)), encoding="utf-8")
    return logic.replay(path, **options)


def test_right_wrong_and_unread_programs_are_counted(tmp_path):
    rows = [
        row("right", "ProofWriter", "LP", LP.format("Wet(Bob, True)"), "A"),
        row("wrong", "ProofWriter", "LP", LP.format("Wet(Bob, False)"), "C"),
        row("unread", "ProofWriter", "LP", LP.format("Bob is wet"), "A"),
        row(
            "opposed",
            "ProofWriter",
            "LP",
            LP.format("Wet(Bob)").replace("Facts:", "Facts:\nnot Wet(Bob)"),
            "A",
        ),
    ]
    result = replayed(tmp_path, rows, explain=True)
    (figures,) = result["models"]
    assert (figures["n"], figures["executable"], figures["accuracy_on_executed"]) == (4, 0.5, 0.5)
    assert figures["overall"] == 0.25 and figures["overall_with_backup"] == pytest.approx((1 + 2 / 3) / 4)
    assert (figures["rejected"], figures["inconsistent"], result["disagreements"]) == (1, 1, [])
    assert [(d["id"], d["got"]) for d in result["differs"]] == [
        ("wrong", "B"), ("unread", "rejected"), ("opposed", "inconsistent"),
    ]  # fmt: skip
    assert "line 6" in result["differs"][1]["why"]


def test_what_cannot_be_derived_is_false_in_a_closed_world_only(tmp_path):
    rows = [row(name, name, "LP", LP.format("Kind(Bob, True)"), "B") for name in ("ProntoQA", "ProofWriter")]
    shares = {figures["dataset"]: figures["overall"] for figures in replayed(tmp_path, rows)["models"]}
    assert shares == {"ProntoQA": 1.0, "ProofWriter": 0.0}


def test_a_guess_is_among_the_options_of_the_problem_where_its_file_lies_beside(tmp_path):
    rows = [row("birds", "LogicalDeduction", "CSP", CSP.format("owl == 1\nowl == 2"), "A")]
    without = replayed(tmp_path, rows)["models"][0]
    assert (without["inconsistent"], without["executable"], without["overall_with_backup"]) == (1, 0.0, 0.5)
    problems = [{"id": "birds", "options": ["A) ..."] * 5}]
    assert replayed(tmp_path, rows, problems)["models"][0]["overall_with_backup"] == pytest.approx(0.2)


def test_many_rows_are_worked_on_by_two_processes_and_counted_as_they_are_done(tmp_path):
    rows = [row(f"r{n}", "ProofWriter", "LP", LP.format("Wet(Bob)"), "A") for n in range(logic.FEW + 1)]
    told = []
    (figures,) = replayed(tmp_path, rows, watch=lambda done, total: told.append((done, total)))["models"]
    assert figures["overall"] == 1.0 and told == [(n, len(rows)) for n in range(1, len(rows) + 1)]


@pytest.mark.parametrize("change", [{"language": "COBOL"}, {"dataset": "Riddles"}, {"program": None}])
def test_a_row_of_no_known_kind_is_named_with_its_line(tmp_path, change):
    rows = [row("a", "ProofWriter", "LP", LP, "A"), row("b", "ProofWriter", "LP", LP, "A") | change]
    with pytest.raises(InputError, match=r"programs_x.jsonl:2: .*"):
        replayed(tmp_path, rows)


@pytest.mark.parametrize("language", sorted(ANSWERS))
def test_every_language_answers_for_every_status(language):
    for status in Status:
        assert answered(language, Verdict(status, ("D",)))


def test_a_truth_language_answers_by_its_status_and_a_choice_by_its_option():
    assert [answered("LP", Verdict(status)) for status in (Status.TRUE, Status.FALSE, Status.OPEN)] == [
        "A",
        "B",
        "C",
    ]
    assert answered("SAT", Verdict(Status.TRUE, ("D",))) == "D"
    assert [answered("CSP", Verdict(s, ("A", "B"))) for s in (Status.FALSE, Status.OPEN)] == [
        "none",
        "several",
    ]
