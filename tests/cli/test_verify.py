"""The command verify, and the function of that name: keys, places, statuses of files."""

import json

import pytest

import syllogos
from syllogos import api
from syllogos.engines.guard.isolation import available
from syllogos.errors import InputError
from syllogos.text.source import Source

pytest.importorskip("z3", reason="needs z3-solver")
pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")
KEYS = {"status", "engine", "isolation", "consistency", "evidence", "errors", "seconds"}
FOL = "Premises:\nDog(x) → Mammal(x)\nDog(rex)\nConclusion:\n{}\n"


def test_json_has_the_keys_of_the_contract(command, tmp_path):
    file = tmp_path / "dogs.fol"
    file.write_text(FOL.format("Mammal(rex)"), encoding="utf-8")
    code, out, _ = command("verify", file, "--json")
    found = json.loads(out)
    assert code == 0 and set(found) >= KEYS
    assert (found["status"], found["engine"], found["isolation"]) == ("TRUE", "z3", "sealed")
    assert found["evidence"]["needed"] == ["premise_1", "premise_2"] and found["consistency"] == "TRUE"
    assert found["notes"] == ["line 2, column 1: x is free: taken as meant for all values"]


def test_a_text_that_is_not_understood_is_rejected_with_its_place(command, tmp_path):
    file = tmp_path / "dogs.fol"
    file.write_text(FOL.format("Mammal(rex) ∧ ∧ Dog(rex)"), encoding="utf-8")
    code, out, _ = command("verify", file, "--json")
    found = json.loads(out)
    assert (code, found["status"]) == (0, "REJECTED")
    assert (found["errors"][0]["line"], found["errors"][0]["column"]) == (5, 15)


def test_several_files_and_fail_on(command, tmp_path):
    one, two = tmp_path / "one.fol", tmp_path / "two.p"
    one.write_text(FOL.format("Mammal(b)"), encoding="utf-8")
    two.write_text("fof(a, axiom, p). fof(c, conjecture, ~ p).", encoding="utf-8")
    code, out, _ = command("verify", one, two, "--json", "--fail-on", "open,unknown")
    assert code == 1
    assert [t["status"] for t in json.loads(out)["theories"]] == ["OPEN", "FALSE"]
    code, out, _ = command("verify", one, two)
    assert code == 0 and "OPEN" in out and "the conclusion is not here:" in out and "FALSE" in out


def test_a_script_is_true_when_it_is_unsatisfiable_and_open_with_a_model_else():
    script = "(declare-const p Bool)(assert p){}(check-sat)"
    assert syllogos.verify(Source("a.smt2", script.format("(assert (not p))"))).status == "TRUE"
    found = syllogos.verify(Source("a.smt2", script.format("")))
    assert found.status == "OPEN" and "p" in str(found.verdict.evidence.countermodel)


def test_another_ending_is_an_error_of_one_line():
    with pytest.raises(
        InputError, match=r"no language is known by this ending; use \.thy, \.p, \.smt2, \.fol"
    ):
        syllogos.verify(Source("a.txt", "P"))


def test_an_unknown_engine_is_named_with_those_there_are(command, tmp_path):
    file = tmp_path / "a.fol"
    file.write_text(FOL.format("P"), encoding="utf-8")
    code, _, err = command("verify", file, "--engine", "z4")
    assert code == 2 and "z3" in err


def test_a_portfolio_of_engines_is_an_engine():
    portfolio = {
        "solver": "portfolio",
        "solvers": [{"solver": "z3", "workers": 1}, {"solver": "z3", "workers": 1}],
    }
    found = api.verify(Source("a.fol", FOL.format("Mammal(rex)")), portfolio)
    assert found.status == "TRUE" and found.verdict.engine == "portfolio"


def test_times_against_axioms_are_plotted_with_a_dot_a_file_and_a_table_beside(command, tmp_path):
    files = []
    for count in (1, 4, 9):
        file = tmp_path / f"chain{count}.fol"
        rules = [f"∀x (P{n}(x) → P{n + 1}(x))" for n in range(count)]
        file.write_text("Premises:\n" + "\n".join(rules) + "\nConclusion:\nP0(a)\n", encoding="utf-8")
        files.append(file)
    broken = tmp_path / "broken.fol"
    broken.write_text(FOL.format("∧"), encoding="utf-8")
    plot, table = tmp_path / "times.svg", tmp_path / "times.csv"
    code, out, err = command("verify", *files, broken, "--plot", plot, "--plot", table)
    assert code == 0 and "verifying" not in out + err  # the bar is for terminals
    drawn = plot.read_text(encoding="utf-8")
    assert drawn.count("z3: OPEN") == 3 and ">axioms<" in drawn and ">milliseconds<" in drawn
    header, *rows = table.read_text(encoding="utf-8").splitlines()
    assert header == "file,engine,status,axioms,milliseconds"
    assert [row.split(",")[2:4] for row in rows] == [
        ["OPEN", "1"],
        ["OPEN", "4"],
        ["OPEN", "9"],
        ["REJECTED", ""],
    ]


def test_a_plot_of_another_ending_is_refused_before_anything_is_decided(command, tmp_path):
    file = tmp_path / "a.fol"
    file.write_text(FOL.format("P"), encoding="utf-8")
    code, out, err = command("verify", file, "--plot", tmp_path / "times.png")
    assert (code, out) == (2, "") and "a plot is .svg or .pdf, its table .csv" in err


def test_whoever_watches_is_told_of_every_theory():
    sources = [Source(f"{name}.fol", FOL.format("Mammal(rex)")) for name in "abc"]
    told = []
    api.verify_all(sources, watch=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]
