"""Game programs and typed facts: reading, printing, completing, comparing; the replays on rows of our own."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gama_pages import NAMES, expected, needs_prolog, task
from syllogos.engines.solvers.swipl import make as swipl
from syllogos.errors import InputError
from syllogos.formalization.analysis import analysis
from syllogos.formalization.comparison import match
from syllogos.formalization.facts import GameFacts, facts_of, parse_facts, print_facts
from syllogos.formalization.program import Wanted, validate, validate_facts
from syllogos.formalization.replays import _gama_independent as independent
from syllogos.formalization.replays.descriptions import replay as replay_descriptions
from syllogos.formalization.replays.gama import replay as replay_gama
from syllogos.formalization.replays.strategies import replay as replay_strategies
from syllogos.formalization.situation import cleaned, completed, print_situation
from syllogos.formalization.task import parse_task
from syllogos.gametheory.catalog import GAMES, bimatrix
from syllogos.gametheory.normal_form import NormalForm
from syllogos.match.engine import run_now
from syllogos.text.source import Source

CODES = ("pd", "hd", "sh", "bs", "mp")


@pytest.mark.parametrize("name", NAMES)
def test_facts_are_read_as_they_are_printed(name: str) -> None:
    assert parse_facts(print_facts(expected(name))) == expected(name)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"players": []}, "'players' is a list"),
        ({"order": "sometimes"}, "'order' is simultaneous, sequential"),
        ({"order": [["Lea"]]}, "every player moves in exactly one stage"),
        ({"order": [["Lea", "Tim"]]}, "unknown player 'Tim'"),
        ({"default_move": "fly"}, "'fly' is nobody's action"),
        ({"payoffs": {"yield,yield": [0, 0]}}, "no payoffs for"),
        ({"payoffs": [{"moves": ["yield", "yield"], "payoffs": [0, 0]}] * 2}, "'yield,yield' is given twice"),
        ({"payoffs": [{"moves": ["yield", "yield"]}]}, "has 'moves' (a list) and 'payoffs'"),
        ({"wages": 3}, "unknown key 'wages'"),
    ],
)
def test_facts_that_are_no_game_are_refused_with_the_mend(change: dict[str, object], says: str) -> None:
    data = {**json.loads(print_facts(expected("narrow_bridge"))), **change}
    with pytest.raises(InputError) as error:
        parse_facts(json.dumps(data, indent=1), "g.json")
    assert says in str(error.value) and str(error.value).startswith("g.json:")


def test_the_line_of_a_complaint_is_the_line_of_what_is_wrong() -> None:
    text = print_facts(expected("narrow_bridge")).replace('"insist,insist"', '"insist,insit"')
    with pytest.raises(InputError, match=r"g\.json:\d+: ") as error:
        parse_facts(text, "g.json")
    assert "insist" in str(error.value)


def test_a_page_without_a_description_is_refused() -> None:
    with pytest.raises(InputError, match="no description"):
        parse_task(Source("p.md", "# Title\n\nClass: pd\n"))
    with pytest.raises(InputError, match=r"p\.md:7"):
        parse_task(Source("p.md", "# T\n\nText.\n\n```json\n{\n```\n"))
    assert parse_task(Source("p.txt", "# not a heading")).description == "# not a heading"


@pytest.mark.parametrize(
    ("text", "kept", "removed"),
    [
        ("a(1).\n", "a(1).\n", ()),
        ("```prolog\na(1).\n```\n", "\na(1).\n\n", ("Markdown fences",)),
        ("Sure!\n```\na(1).\n```\nBye.", "\n\na(1).\n\n\n", ("text around the program", "Markdown fences")),
        ("a(1).\n```\n", "a(1).\n\n", ("Markdown fences",)),
        ("// one\na(1).\n  # two\n", "% one\na(1).\n  % two\n", ("comments marked //", "comments marked #")),
        ("p :- X #= 1.\n#= x\n", "p :- X #= 1.\n#= x\n", ()),
    ],
)
def test_fences_and_foreign_comments_are_removed_and_lines_keep_their_numbers(
    text: str, kept: str, removed: tuple[str, ...]
) -> None:
    found = cleaned(text)
    assert (found.text, found.removed) == (kept, removed)
    assert found.text.count("\n") >= text.rstrip("\n").count("\n")


def test_a_wrong_cell_is_told_and_only_shared_renamings_count() -> None:
    target = facts_of(GAMES["pd"])
    other = {"cooperate": "x", "defect": "y"}
    same = NormalForm(
        ("p", "q"), (("y", "x"),) * 2, {(other[a], other[b]): v for (a, b), v in GAMES["pd"].payoffs.items()}
    )
    assert match(same, target).status == "exact"
    crossed = {(a, {"x": "y", "y": "x"}[b]): row for (a, b), row in same.payoffs.items()}
    found = match(NormalForm(("p", "q"), (("x", "y"),) * 2, crossed), target)
    assert (found.status, bool(found.differences)) == ("unanchored", True)
    one = {**same.payoffs, ("x", "x"): (Fraction(-3), Fraction(3))}
    wrong = match(NormalForm(("p", "q"), same.actions, one), target)
    assert [str(d) for d in wrong.differences] == ["at (x, x) p gets -3, and should get 3: the sign is wrong"]


def test_the_targets_default_move_anchors_the_renaming() -> None:
    target = replace(facts_of(GAMES["pd"]), default="cooperate")
    assert match(GAMES["pd"], target, default="cooperate").status == "exact"
    assert match(GAMES["pd"], target, default="defect").status != "exact"


def test_seats_may_be_swapped_and_the_order_of_moves_counts() -> None:
    target = facts_of(GAMES["mp"])
    swapped = NormalForm(
        ("a", "b"), GAMES["mp"].actions, {p: row[::-1] for p, row in GAMES["mp"].payoffs.items()}
    )
    assert match(swapped, target).status == "exact"
    assert match(GAMES["mp"], target, order=((0,), (1,))).status == "other shape"
    assert match(GAMES["rps"], target).why.startswith("2 players with 3, 3 actions")


PAY = st.integers(-3, 3)


@st.composite
def squares(draw: st.DrawFn) -> NormalForm:
    cells = {pair: (draw(PAY), draw(PAY)) for pair in product("ab", "ab")}
    return bimatrix(("a", "b"), ("a", "b"), cells)


@given(squares(), squares())
def test_the_independent_check_agrees_on_targets(one: NormalForm, other: NormalForm) -> None:
    exact = match(one, facts_of(other)).status == "exact"
    matrices = [independent.from_letters(form.payoffs) for form in (one, other)]
    assert independent.same(*matrices) == exact


@given(squares())
def test_the_independent_check_agrees_on_classes(form: NormalForm) -> None:
    for code in CODES:
        found = validate_facts(facts_of(form), Wanted(None, code))
        assert independent.belongs(code, independent.from_letters(form.payoffs)) == found.semantic


def test_the_independent_check_reads_payoff_facts_only() -> None:
    assert independent.read(print_situation(facts_of(GAMES["pd"]))) is not None
    assert independent.read("payoff(a, b, 1, 2).") is None
    assert independent.read(print_situation(facts_of(GAMES["rps"]))) is None


def test_analysis_names_class_dominance_and_equilibria() -> None:
    facts = expected("advertising")
    said = analysis(facts.tree, facts.form.players, facts.form)
    assert said.classes == ("pd",) and said.name == "prisoner's dilemma"
    assert said.dominant == (
        "advertise strictly dominates for Oven",
        "advertise strictly dominates for Crumb",
    )
    assert [e.play for e in said.equilibria] == ["(advertise, advertise)"]
    turns = expected("new_cafe")
    perfect = [
        e for e in analysis(turns.tree, turns.form.players, None).equilibria if e.kind == "subgame-perfect"
    ]
    assert all("newcomer open" in e.play and e.payoffs == (3, 3) for e in perfect) and perfect
    four = expected("public_goods")
    assert [e.kind for e in analysis(four.tree, four.form.players, four.form).equilibria] == ["pure"]


@needs_prolog
def test_programs_are_validated_in_a_warm_worker() -> None:
    async def tried():
        prolog = swipl("sealed", workers=1)
        try:
            found = []
            for name in NAMES:
                facts = expected(name)
                wanted = Wanted(facts, task(name).game_class, named=True)
                found.append(await validate(print_situation(facts), prolog, wanted))
            return found
        finally:
            prolog.close()

    for name, found in zip(NAMES, run_now(tried()), strict=True):
        assert found.valid and found.facts is not None, (name, found.faults)
        assert (found.facts.form, found.facts.order) == (expected(name).form, expected(name).order)


def test_completing_adds_only_what_is_missing() -> None:
    assert completed("a.", ()) == "a."
    assert completed("a.", ("effect/3",)).count("effect(") == 1


@needs_prolog
def test_replay_of_rows_of_our_own(tmp_path) -> None:
    whole = print_situation(facts_of(GAMES["pd"], "cooperate")).replace(
        "payoffs(U1, U2)", "outcome(row, M1, U1, column, M2, U2)"
    )
    whole = whole.replace("finally(payoffs(U1, _), S)", "finally(outcome(row, _, U1, _, _, _), S)").replace(
        "finally(payoffs(_, U2), S)", "finally(outcome(_, _, _, _, _, U2), S)"
    )
    short = "\n".join(
        line for line in whole.splitlines() if not line.startswith("legal(") and "final" not in line
    )
    row = {"experiment": "exp1", "model": "m", "game": "pd", "numeric": True, "description_id": "d"}
    sequences = [[3, 0, 1, 5], [1, 5, 3, 0]]
    rows = [
        {**row, "id": "good", "program": whole, "recorded_status": "correct", "orig_semantic": True},
        {**row, "id": "fenced", "program": f"```\n{whole}```", "recorded_status": "syntactic_error", "orig_semantic": False},
        {**row, "id": "wrong", "program": whole.replace("5", "6"), "recorded_status": "correct", "orig_semantic": False},
        {**row, "id": "clone", "program": whole, "recorded_status": "correct", "orig_semantic": True, "is_clone": True},
        {**row, "id": "short", "program": short.split("payoff(M1")[0].rsplit("\n", 1)[0], "recorded_status": "runtime_error",
         "orig_semantic": False},
        {**row, "id": "class", "program": whole.replace("5", "6"), "recorded_status": "correct", "orig_semantic": True,
         "experiment": "exp2", "numeric": False},
    ]  # fmt: skip
    path = tmp_path / "programs.jsonl"
    path.write_text(
        "".join(
            json.dumps({**r, "target_payoff_sequences": sequences if r["numeric"] else None}) + "\n"
            for r in rows
        )
    )
    found = replay_gama(path)
    assert found["programs"] == 5 and found["wrong_accepted"] == 0
    assert found["differs"] == []
    first, second = found["rates"]
    assert first["strict"]["semantic"] == 0.25 and first["completed"]["semantic"] == 0.75
    assert second["completed"]["semantic"] == 1.0
    assert set(found["completed_predicates"]) == {"legal/2", "final/1", "finally/2"}


@needs_prolog
def test_replay_of_strategies_of_our_own(tmp_path) -> None:
    game = print_situation(facts_of(GAMES["pd"], "cooperate"))
    rows = [
        {"id": "a", "kind": "generated", "strategy": "default_move", "game_program": game, "target_total_payoff": 3,
         "program": "select(P, _, S, M) :- holds(default_move(P, M), S).", "orig_semantic": True},
        {"id": "b", "kind": "generated", "strategy": "anti-default-move", "game_program": game, "target_total_payoff": 20,
         "program": "select(P, _, S, M) :- holds(default_move(P, M), S).", "orig_semantic": True},
        {"id": "c", "kind": "generated", "strategy": "random", "recorded_status": "syntactic_error", "program": "select(a"},
    ]  # fmt: skip
    path = tmp_path / "strategies.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in rows))
    found = replay_strategies(path)
    assert (found["n"], found["agrees_with_recorded"]) == (3, 2)
    assert "the target is 20" in found["differs"][0]["why"]


def test_replay_of_descriptions_of_our_own(tmp_path) -> None:
    page = task("advertising")
    letters = {"CC": [6, 6], "CD": [1, 8], "DC": [8, 1], "DD": [3, 3]}
    rows = [
        {"id": "a", "text": page.description, "target_payoffs": letters},
        {"id": "b", "text": "Bake.", "numeric": False},
    ]
    path = tmp_path / "d.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in rows))
    found = replay_descriptions(path)
    assert found["numeric"] == {"right": 1} and found["non_numeric"] == {"no game": 1}


def test_a_row_that_is_none_is_refused_with_its_line(tmp_path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"id": 1}\n')
    with pytest.raises(InputError, match=r"p\.jsonl:1: "):
        replay_descriptions(path)


def test_order_and_roles_are_held() -> None:
    with pytest.raises(ValueError, match="exactly one stage"):
        GameFacts(GAMES["pd"], ((0,),), ("r", "c"))
    with pytest.raises(ValueError, match="roles: 1 for 2"):
        GameFacts(GAMES["pd"], ((0, 1),), ("r",))


PLAIN = {"x,x": [1, 1], "x,y": [0, 2], "y,x": [2, 0], "y,y": [0, 0]}


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("order", [[["a"]], ["b"]], "a list of stages"),
        ("order", [[None], ["b"]], "a list of stages"),
        ("order", [["a"], ["b", ""]], "player"),
        ("order", {"a": 1}, "a list of stages"),
        ("roles", {"zed": "row"}, "zed"),
    ],
)
def test_odd_facts_are_refused_in_one_line(field: str, value: object, says: str) -> None:
    data = {"players": ["a", "b"], "actions": ["x", "y"], "payoffs": PLAIN, field: value}
    with pytest.raises(InputError, match=says):
        parse_facts(json.dumps(data), "g.json")


def test_an_outcome_that_is_paid_twice_is_refused() -> None:
    text = json.dumps({"players": ["a", "b"], "actions": ["x", "y"], "payoffs": PLAIN})
    with pytest.raises(InputError, match="'x,x' is given twice"):
        parse_facts(text.replace('"x,x": [1, 1]', '"x,x": [1, 1], "x,x": [5, 5]'), "g.json")
