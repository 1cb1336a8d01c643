"""From a description to its game: scripted replies, planted faults, refinement, the command."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from gama_pages import FOLDER, NAMES, expected, needs_prolog, task
from plain_play import play
from syllogos.cli._main import app
from syllogos.errors import InputError
from syllogos.formalization.facts import GameFacts, facts_of, parse_facts, print_facts
from syllogos.formalization.formalizing import by_hand, by_model, by_rules
from syllogos.formalization.page import Formal, formal_html, formal_json, formal_markdown
from syllogos.formalization.program import Wanted
from syllogos.formalization.situation import print_situation
from syllogos.formalization.task import GameTask
from syllogos.gametheory.catalog import GAMES
from syllogos.testing import check_game
from syllogos.text.source import Source

PLANTED = Fraction(7777)


def reply(facts: GameFacts, **changes: object) -> str:
    """What a model answers when it is asked for typed facts."""
    form = facts.form
    said: dict[str, object] = {
        "players": form.players,
        "roles": facts.roles,
        "actions": form.actions,
        "order": [[form.players[i] for i in stage] for stage in facts.order],
        "default_move": facts.default,
        "payoffs": [{"moves": p, "payoffs": [str(v) for v in row]} for p, row in form.payoffs.items()],
    }
    return json.dumps({**said, **changes})


def asked(name: str, replies: Sequence[str], target: str = "facts", **how: object) -> Formal:
    page = task(name)
    model = {"model": "scripted/replies", "replies": list(replies)}
    wanted = Wanted(page.target, page.game_class, named=True)
    return by_model(page, wanted, target, model, **how)  # type: ignore[arg-type]


def rows(facts: GameFacts) -> list[dict[str, object]]:
    return [{"moves": p, "payoffs": [str(v) for v in row]} for p, row in facts.form.payoffs.items()]


@pytest.mark.parametrize("name", NAMES)
def test_a_scripted_reply_becomes_exactly_the_expected_game(name: str) -> None:
    formal = asked(name, [f"```json\n{reply(expected(name))}\n```"])
    assert (formal.status, formal.attempts) == ("VALID", 1)
    assert formal.found is not None and formal.found.facts == expected(name)
    assert parse_facts(formal.text) == expected(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_payoff_in_facts_is_named_and_mended(name: str) -> None:
    facts, first = expected(name), rows(expected(name))
    first[0]["payoffs"] = [str(PLANTED), *list(first[0]["payoffs"])[1:]]  # type: ignore[call-overload]
    formal = asked(name, [reply(facts, payoffs=first), reply(facts)])
    assert (formal.status, formal.attempts) == ("VALID", 2)
    profile = ", ".join(facts.form.profiles[0])
    assert f"at ({profile}) {facts.form.players[0]} gets 7777" in formal.history[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_row_and_an_open_object_in_facts_are_named_and_mended(name: str) -> None:
    facts = expected(name)
    missing = asked(name, [reply(facts, payoffs=rows(facts)[1:]), reply(facts)])
    assert (missing.status, missing.attempts) == ("VALID", 2)
    assert f"no payoffs for {','.join(sorted(facts.form.profiles)[0])}" in missing.history[0] or (
        f"no payoffs for {','.join(facts.form.profiles[0])}" in missing.history[0]
    )
    cut = asked(name, [reply(facts)[:-20], reply(facts)])
    assert (cut.status, cut.attempts) == ("VALID", 2)
    assert "no JSON object (line 1:" in cut.history[0]


Plant = Callable[[str], str]


def wrong_payoff(program: str) -> str:
    lines = program.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("payoff("))
    head, _, _ = lines[at].rpartition(",")
    lines[at] = f"{head}, 7777).\n"
    return "".join(lines)


def missing_clause(program: str) -> str:
    lines = program.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("payoff("))
    return "".join(lines[:at] + lines[at + 1 :])


def open_clause(program: str) -> str:
    return program.rstrip().removesuffix(".") + "\n"


@needs_prolog
@pytest.mark.parametrize("name", NAMES)
def test_a_program_becomes_exactly_the_expected_game(name: str) -> None:
    program = print_situation(expected(name))
    formal = asked(name, [f"Here it is:\n```prolog\n{program}```\nGood luck!"], "full")
    assert (formal.status, formal.attempts) == ("VALID", 1)
    assert formal.found is not None and formal.found.facts is not None
    found, wanted = formal.found.facts, expected(name)
    assert (found.form, found.order, found.roles) == (wanted.form, wanted.order, wanted.roles)
    assert "removed: Markdown fences" in formal.notes


@needs_prolog
@pytest.mark.parametrize("plant", [wrong_payoff, missing_clause, open_clause])
@pytest.mark.parametrize("name", NAMES)
def test_a_planted_fault_is_named_at_its_place_and_mended(name: str, plant: Plant) -> None:
    program = print_situation(expected(name))
    broken = plant(program)
    formal = asked(name, [broken, program], "full")
    assert (formal.status, formal.attempts) == ("VALID", 2), formal.faults
    said = formal.history[0]
    lines = broken.splitlines()
    at = 1 + next(i for i, line in enumerate(lines) if line.startswith("payoff("))
    profile = expected(name).form.profiles[0]
    if plant is wrong_payoff:
        assert f"semantic: line {at}: at ({', '.join(profile)})" in said and "gets 7777" in said
    elif plant is missing_clause:
        assert f"runtime: line {at}: no payoff for" in said and f"after {', '.join(profile)}" in said
    else:
        assert "syntactic: line" in said and lines[-1].strip() in said


@needs_prolog
def test_missing_standard_rules_are_completed_and_listed_unless_strict() -> None:
    program = "".join(
        line + "\n"
        for line in print_situation(expected("narrow_bridge")).splitlines()
        if not line.startswith(("legal(", "effect(", "abnormal(", "final("))
    )
    page = task("narrow_bridge")
    wanted = Wanted(page.target, page.game_class, named=True)
    formal = by_hand(page, Source("mine.pl", program), wanted, "sealed")
    assert formal.status == "VALID"
    assert formal.completed == ("legal/2", "effect/3", "abnormal/3", "final/1")
    strict = by_hand(page, Source("mine.pl", program), wanted, "sealed", strict=True)
    assert strict.status == "INVALID" and strict.completed == ()
    assert "unknown predicate final/1" in str(strict.faults[0])


@needs_prolog
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda p: p.replace("abnormal(control(P), move(P, _), _).", "abnormal(none, none, _)."),
            "can move again",
        ),
        (lambda p: p.replace("final(do", "final(S) :- final(S).\nfinal(do", 1), "does not end"),
        (lambda p: p + "holds(_, _).\n", "holds/2 is given and cannot be defined again"),
        (lambda p: p + "p :- shell('true').\n", "shell/1 is not allowed"),
        (lambda p: p.replace("initial(s0).", "initial(s0) :- fail."), "no initial situation"),
        (
            lambda p: p.replace("payoff(yield, yield, 0, 0).", "payoff(yield, yield, 0, zero)."),
            "is no number",
        ),
        (lambda p: p + "payoff(yield, yield, 5, 5).\n", "several payoffs after yield, yield: 0 and 5"),
        (lambda p: p.replace("initially(control('Tom'), s0).", ""), "no payoff for"),
    ],
)
def test_what_is_wrong_with_a_program_is_said(change: Plant, says: str) -> None:
    program = change(print_situation(expected("narrow_bridge")))
    formal = by_hand(task("narrow_bridge"), Source("mine.pl", program), Wanted(), "sealed")
    assert formal.status == "INVALID"
    assert any(says in str(fault) for fault in formal.faults), formal.faults


def test_a_class_with_another_number_of_players_is_named() -> None:
    page = task("public_goods")
    formal = by_hand(
        page, Source("g.json", print_facts(expected("public_goods"))), Wanted(None, "pd"), "sealed"
    )
    assert formal.status == "INVALID"
    assert "game of two players with two actions each; this one has 4 players" in str(formal.faults[0])


def test_a_sign_error_is_named() -> None:
    facts = expected("narrow_bridge")
    payoffs = {
        p: tuple(-v for v in row) if p == ("insist", "insist") else row
        for p, row in facts.form.payoffs.items()
    }
    other = GameFacts(
        type(facts.form)(facts.form.players, facts.form.actions, payoffs), facts.order, facts.roles
    )
    page = task("narrow_bridge")
    formal = by_hand(page, Source("g.json", print_facts(other)), Wanted(facts, named=True), "sealed")
    assert "gets 9, and should get -9: the sign is wrong" in str(formal.faults[0])


def test_feedback_up_to_a_level_lets_the_rest_pass_and_says_so() -> None:
    facts, first = expected("advertising"), rows(expected("advertising"))
    first[0]["payoffs"] = ["7777", "6"]
    formal = asked("advertising", [reply(facts, payoffs=first), reply(facts)], feedback="runtime")
    assert (formal.status, formal.attempts) == ("INVALID", 1)


def test_what_is_no_game_gets_its_own_verdict() -> None:
    recipe = GameTask(
        "r", "Beat two eggs. If the dough is too dry, add a spoon of water. Bake it for 30 minutes."
    )
    assert by_rules(recipe, Wanted(), "facts", "sealed").status == "NO_GAME"
    twice = GameTask(
        "t",
        "Two shops choose a high or a low price. If both choose high, each gets 5 points. If both choose high, "
        "each gets 6 points. If both choose low, each gets 1 point. If one chooses high and the other low, the "
        "high shop gets 0 points and the low shop gets 7 points.",
    )
    formal = by_rules(twice, Wanted(), "facts", "sealed")
    assert formal.status == "CONTRADICTION" and "each gets 6" in formal.sentence


def test_a_model_that_never_makes_a_game_is_a_result_with_its_last_fault() -> None:
    page = task("advertising")
    formal = by_model(page, Wanted(), "facts", "scripted/prose", attempts=3)
    assert (formal.status, formal.attempts, formal.found) == ("INVALID", 3, None)
    assert "no JSON object" in formal.reason


def test_the_report_tells_the_payoffs_the_class_and_the_equilibria() -> None:
    page = task("goalkeeper")
    formal = by_rules(page, Wanted(page.target, page.game_class), "facts", "sealed")
    text, html = formal_markdown(formal), formal_html(formal)
    for part in ("matching pennies", "mixed: (1/2 left + 1/2 right", "| left | 1, -1 | -1, 1 |", "zero-sum"):
        assert part in text
    assert "<td>1, -1</td>" in html and html.count("<script") == 1  # the page's own
    said = formal_json(formal, "g.json")
    assert {"status", "game_file", "class", "equilibria", "completed_predicates", "syntactic", "runtime",
            "semantic", "faults"} <= set(said)  # fmt: skip
    assert said["class"] == "mp" and said["semantic"] is True


def test_a_page_is_escaped() -> None:
    page = GameTask("<b>", "<script>alert(1)</script>")
    facts = facts_of(GAMES["pd"])
    html = formal_html(by_hand(page, Source("g.json", print_facts(facts)), Wanted(), "sealed"))
    assert "<script>alert" not in html and "&lt;script&gt;alert" in html


def test_the_command_writes_a_game_that_can_be_played(tmp_path) -> None:
    text = tmp_path / "bakeries.txt"
    text.write_text(task("advertising").description, "utf-8")
    done = CliRunner().invoke(app, ["formalize", str(text), "--class", "pd", "--json"])
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    assert said["status"] == "VALID" and said["semantic"] is True
    record = play(said["game_file"], ["tit_for_tat", "anti_default_move"], rounds=2)
    assert record["outcome"]["scores"] == {"0": 4.0, "1": 11.0}


@needs_prolog
def test_the_command_never_overwrites_the_authors_file(tmp_path) -> None:
    text, program = tmp_path / "g.txt", tmp_path / "g.pl"
    text.write_text("Two cyclists meet.", "utf-8")
    own = print_situation(expected("narrow_bridge")).replace("effect(did(P, M), move(P, M), _).\n", "")
    program.write_text(own, "utf-8")
    done = CliRunner().invoke(
        app, ["formalize", str(text), "--author", str(program), "--class", "hd", "--json"]
    )
    said = json.loads(done.stdout)
    assert said["status"] == "VALID" and said["completed_predicates"] == ["effect/3"]
    assert program.read_text("utf-8") == own and said["game_file"].endswith("g.game.pl")
    assert play(said["game_file"], ["default_move", "default_move"])["outcome"]["scores"] == {
        "0": 0.0,
        "1": 0.0,
    }


@needs_prolog
def test_a_program_that_is_no_game_cannot_be_played_and_says_where(tmp_path) -> None:
    path = tmp_path / "g.pl"
    path.write_text(open_clause(print_situation(expected("advertising"))), "utf-8")
    with pytest.raises(InputError, match=r"g\.pl:\d+: "):
        play(str(path), ["random", "random"])


def test_the_command_complains_in_one_line(tmp_path) -> None:
    text = tmp_path / "d.txt"
    text.write_text("Two shops compete.", "utf-8")
    for arguments, says in (
        (["--class", "pdd"], "unknown class 'pdd'"),
        (["--author", "model"], "--model provider/name"),
        (["--author", "nobody"], "unknown author"),
        (["--target", "half"], "unknown target"),
    ):
        done = CliRunner().invoke(app, ["formalize", str(text), *arguments])
        assert isinstance(done.exception, InputError) and says in str(done.exception)


def test_the_command_writes_over_nothing_but_its_own_files(tmp_path) -> None:
    text, other = tmp_path / "shop.txt", tmp_path / "shop.json"
    text.write_text(task("advertising").description, "utf-8")
    other.write_text('{"prices": 3}', "utf-8")

    def made(*more: str) -> str:
        done = CliRunner().invoke(app, ["formalize", str(text), "--json", *more])
        assert done.exit_code == 0, done.output
        return str(json.loads(done.stdout)["game_file"]).rpartition("/")[2]

    assert (made(), made()) == ("shop.game.json", "shop.game.json")
    text.write_text(task("narrow_bridge").description, "utf-8")
    assert made() == "shop.game.json" and "-9" in (tmp_path / "shop.game.json").read_text("utf-8")
    (tmp_path / "shop.game.json").write_text("mine", "utf-8")
    (tmp_path / "shop.report.md").write_text("mine too", "utf-8")
    assert made() == "shop.game2.json"
    assert other.read_text("utf-8") == '{"prices": 3}'
    assert (tmp_path / "shop.report.md").read_text("utf-8") == "mine too"
    assert text.read_text("utf-8") == task("narrow_bridge").description


def test_the_pages_own_example_is_valid(tmp_path) -> None:
    done = CliRunner().invoke(
        app, ["formalize", str(FOLDER / "two_rowers.md"), "--out", str(tmp_path), "--json"]
    )
    assert json.loads(done.stdout)["status"] == "VALID"


def test_payoffs_beside_the_text_are_kept(tmp_path) -> None:
    text, payoffs = tmp_path / "shop.txt", tmp_path / "shop.json"
    text.write_text(task("advertising").description, "utf-8")
    payoffs.write_text(print_facts(expected("advertising")), "utf-8")
    before = payoffs.read_text("utf-8")
    done = CliRunner().invoke(app, ["formalize", str(text), "--payoffs", str(payoffs), "--json"])
    assert done.exit_code == 0 and payoffs.read_text("utf-8") == before


def test_a_folder_that_cannot_be_written_and_facts_that_are_none_are_one_line(tmp_path) -> None:
    text, facts = tmp_path / "d.txt", tmp_path / "g.json"
    text.write_text("Two shops compete.", "utf-8")
    facts.write_text("[1, 2]", "utf-8")
    for arguments, says in (
        (["--out", str(text)], "d.txt: File exists"),
        (["--out", str(text / "sub")], "Not a directory"),
        (["--author", str(facts)], "an object"),
    ):
        done = CliRunner().invoke(app, ["formalize", str(text), *arguments])
        assert isinstance(done.exception, InputError) and says in str(done.exception)


def test_hostile_text_steers_neither_terminal_nor_report(tmp_path) -> None:
    text = tmp_path / "d.txt"
    hostile = "# Owned\n\x1b[2J<script>x</script> [link](http://x) \u202e```\n- item"
    text.write_text(hostile, "utf-8")
    done = CliRunner().invoke(app, ["formalize", str(text)])
    assert done.exit_code == 0 and "\x1b[2J" not in done.output
    for kind in ("md", "html"):
        page = (tmp_path / f"d.report.{kind}").read_text("utf-8")
        assert not {"\x1b", "\u202e"} & set(page) and "<script>x" not in page.replace("\\<script", "")
    assert "> \\# Owned" in (tmp_path / "d.report.md").read_text("utf-8")
    fenced = formal_markdown(Formal("n", "d", "VALID", "a\n```\n# b"))
    assert "\n````json\n" in fenced and fenced.rstrip().endswith("\n````")


def test_a_checked_text_steers_no_terminal(tmp_path) -> None:
    text, page, none = tmp_path / "r.txt", tmp_path / "r.html", tmp_path / "no" / "r.html"
    text.write_bytes(b"\x1b]0;owned\x07Hm.\r\nIf we both defect, I get 1 point. \xe2\x80\xae\x08")
    done = CliRunner().invoke(app, ["check", str(text), "--game", "pd", "--html", str(page)])
    assert done.exit_code == 0, done.output
    assert not {"\x1b", "\x07", "\x08", "\u202e"} & set(done.output + page.read_text("utf-8"))
    done = CliRunner().invoke(app, ["check", str(text), "--game", "pd", "--html", str(none)])
    assert isinstance(done.exception, InputError) and "r.html: No such file" in str(done.exception)


@pytest.mark.parametrize("name", ["ultimatum", "public_goods", "sequential_dilemma", "new_cafe"])
def test_games_of_the_pages_keep_the_contract(name: str, tmp_path) -> None:
    path = tmp_path / "g.json"
    path.write_text(print_facts(expected(name)), "utf-8")
    for rule in ("forced", "abstain", "forfeit"):
        check_game(str(path), games=5, rounds=3, on_invalid=rule)


@needs_prolog
@pytest.mark.parametrize("name", ["ultimatum", "meeting_of_three"])
def test_a_program_and_its_facts_are_the_same_game(name: str, tmp_path) -> None:
    facts = expected(name)
    (tmp_path / "g.json").write_text(print_facts(facts), "utf-8")
    (tmp_path / "g.pl").write_text(print_situation(facts), "utf-8")
    agents = ["default_move"] * len(facts.form.players)
    logs = [play(str(tmp_path / f"g.{kind}"), agents, rounds=4)["log"] for kind in ("json", "pl")]
    assert [event["say"] for event in logs[0]] == [event["say"] for event in logs[1]]


def test_a_strategy_sees_the_move_before_its_own_only_as_the_last_round() -> None:
    facts = expected("sequential_dilemma")
    record = play(
        Game := "prolog_game", ["anti_default_move", "tit_for_tat"], rounds=2, program=print_facts(facts)
    )
    assert Game and record["outcome"]["scores"] == {"0": 5.0 + 1.0, "1": 0.0 + 1.0}


def test_formalization_is_a_game_of_the_loop(tmp_path) -> None:
    check_game("formalization", games=2, propose=lambda view, rng: reply(expected("advertising")),
               task=Source("advertising.md", (FOLDER / "advertising.md").read_text("utf-8")))  # fmt: skip
