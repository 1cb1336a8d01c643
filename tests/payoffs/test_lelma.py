"""LELMA's loop: false claims come back corrected, and the last attempt stands."""

import json
import sys

import pytest

from fake_server import FakeServer, says
from syllogos import api
from syllogos.cli._main import main
from syllogos.contract import Reply
from syllogos.gametheory.catalog import GAMES
from syllogos.payoffs import reader as claims_rules
from syllogos.payoffs.by_model import MOST, payoff_lines, read_reply
from syllogos.payoffs.check import judge, merged
from syllogos.payoffs.original import judge_as_original
from syllogos.payoffs.page import checked_html, checked_json
from syllogos.store.store import open_store
from syllogos.testing import check_agent
from syllogos.text.source import Source

FALSE = "If I defect and they cooperate, I get 4."
TRUE = "If I defect and they cooperate, I get 5."


def reply(reasoning, move="defect"):
    return json.dumps({"reasoning": reasoning, "move": move})


@pytest.fixture
def served(tmp_path, monkeypatch):
    """Plays the prisoner's dilemma with LELMA in seat 0 against scripted replies: record and prompts."""
    monkeypatch.chdir(tmp_path)

    def play(*replies, **settings):
        with FakeServer(*[says(r, tokens=(2000, 5)) for r in replies]) as server:
            entry = {"kind": "lelma", **settings}
            agents = "[{ " + ", ".join(f"{k} = {json.dumps(v)}" for k, v in entry.items()) + ' }, "random"]'
            (tmp_path / "e.toml").write_text(
                f'name = "l"\n[game]\nkind = "pd"\n[[condition]]\nname = "c"\nagents = {agents}\n'
                f'models = [{{ main = "m", translator = "m" }}]\n[models.m]\nmodel = "openai/fake-1"\n'
                f'base_url = "{server.base_url}"\n'
            )
            api.run("e.toml", "run")
            bodies = server.bodies
        store = open_store(tmp_path / "run")
        record = store.record(next(store.games())["key"])
        store.close()
        return record["turns"][0]["0"][0], bodies

    return play


def test_a_false_claim_is_corrected_on_the_second_attempt(served):
    attempt, bodies = served(reply(FALSE), reply(TRUE))
    first, second = attempt["tried"]
    assert first["refused"]["kind"] == "refuted" and first["verdicts"][0]["status"] == "FALSE"
    assert second["refused"] is None and second["verdicts"][0]["status"] == "TRUE"
    assert attempt["move"] == "defect" and attempt["because"] == TRUE
    # What stood in the end is on the record with its verdicts, where reports and frames read them.
    assert [v["status"] for v in attempt["verdicts"]] == ["TRUE"]
    assert "I get 4" in first["verdicts"][0]["reason"] and "you get 5" in first["verdicts"][0]["reason"]
    asked = bodies[1]["messages"][-1]["content"]
    assert (
        "If you choose defect and they choose cooperate, you get 5." in asked and "keep your choice" in asked
    )


@pytest.mark.parametrize(
    "said",
    [
        f'{FALSE}\n\n{{"move": "defect"}}',
        f'<think>{FALSE}</think>{{"reasoning": "It pays.", "move": "defect"}}',
        f"{FALSE}\n\nMOVE: defect",
    ],
)
def test_a_false_claim_outside_the_json_is_corrected(served, said):
    """What a reply says around its answer, or thinks before it, is checked as well."""
    attempt, _ = served(said, reply(TRUE))
    assert [one["refused"] and one["refused"]["kind"] for one in attempt["tried"]] == ["refuted", None]


class Thinking:
    """A model whose server gives its thoughts apart, and which thinks better the second time."""

    async def complete(self, messages, *, sampling, schema=None):
        return Reply(reply("It pays."), TRUE if len(messages) > 1 else FALSE)


def test_the_thoughts_of_a_server_are_checked_beside_the_reasoning():
    record = api.play("pd", ["lelma", "random"], Thinking()).to_json()
    first, second = record["turns"][0]["0"][0]["tried"]
    assert first["because"] == f"It pays.\n\n{FALSE}"
    assert (first["refused"]["kind"], second["refused"]) == ("refuted", None)


def test_five_failures_return_the_fifth_attempt(served):
    attempt, bodies = served(*[reply(f"{FALSE} Attempt {n}.") for n in range(1, 9)])
    assert len(attempt["tried"]) == len(bodies) == 5
    assert (
        attempt["because"].endswith("Attempt 5.") and attempt["move"] == "defect" and not attempt["refused"]
    )


def test_attempts_is_a_setting_and_a_reply_without_claims_stands_at_once(served):
    attempt, bodies = served(reply(FALSE), attempts=1)
    assert len(bodies) == 1 and attempt["move"] == "defect"


def test_no_claims_is_no_verdict(served):
    attempt, bodies = served(reply("I simply like it."))
    assert len(bodies) == 1 and attempt["tried"][0]["verdicts"] == []


def test_a_model_translates_what_the_rules_cannot_read(served):
    claim = {"kind": "payoff", "player": "you", "amount": 4,
             "moves": [{"player": "you", "action": "defect"}, {"player": "them", "action": "cooperate"}]}  # fmt: skip
    said = json.dumps({"claims": [{"sentence": "my reward swells to four", "claim": claim}]})
    text = "Should they be kind while I am not, my reward swells to four"
    attempt, bodies = served(reply(text), said, reply(TRUE), "prose", translator="model", attempts=2)
    assert [a["refused"] and a["refused"]["kind"] for a in attempt["tried"]] == ["refuted", None]
    assert "cooperate" in bodies[1]["messages"][0]["content"] and len(bodies) == 4


def test_lelma_keeps_the_contract():
    check_agent("lelma", "pd")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("If we both cooperate I get 3.", "VERIFIED"),
        (f"If we both cooperate I get 3. {FALSE}", "REFUTED"),
        ("I like defecting.", "UNCHECKED"),
        ("", "UNCHECKED"),
    ],
)
def test_what_a_text_amounts_to(text, status):
    assert api.check(text, "pd").status == status


def test_a_text_that_is_only_partly_read_is_not_verified():
    reading = claims_rules.read("If we both cooperate I get 3.", GAMES["pd"], 0)
    prose = read_reply("I cannot do that.", "something else")
    assert judge(merged(reading, prose), GAMES["pd"]).status == "VERIFIED"  # nothing was left to read
    both = type(reading)(reading.found, prose.unread)
    assert judge(both, GAMES["pd"]).status == "PARTIAL"


def test_the_other_player_may_speak():
    assert api.check("If I play opera and they play football, I get 0.", "bs", player=2).status == "VERIFIED"
    assert api.check("If we both play opera, I get 2.", "bs", player=1).status == "VERIFIED"
    assert api.check("If we both play opera, I get 2.", "bs", player=2).status == "REFUTED"


@pytest.mark.parametrize(
    "said",
    ["", "prose", "{}", '{"claims": 3}', '{"claims": [7]}', '{"claims": [{"claim": {"kind": "x"}}]}', "higher(3",
     "x" * 300_000, "(" * 50_000 + ")."],
)  # fmt: skip
def test_a_translator_that_answers_something_else_is_untranslated_with_the_reason(said):
    reading = read_reply(said, "I get 5.")
    assert not reading.found and reading.unread and all(u.reason for u in reading.unread)
    assert judge(reading, GAMES["pd"]).status == "UNCHECKED"


def test_ten_thousand_queries_are_read_up_to_a_bound_and_said_so():
    reading = read_reply("\n".join(f"higher({n + 1}, {n})." for n in range(10_000)), "text")
    assert len(reading.found) == MOST and "10000 claims" in reading.unread[-1].reason


def test_the_prolog_form_is_tolerated():
    reading = read_reply("?- finally(outcome(you,defect,5,them,cooperate,_),S).\nhigher(5, 3).", "the text")
    assert judge(reading, GAMES["pd"]).status == "VERIFIED" and len(reading.found) >= 2


def test_a_sentence_is_found_in_the_text_whatever_its_blanks_and_case():
    text = "Well.  If I\n defect, I get at least 1. Fine."
    claim = {"kind": "payoff", "player": "you", "amount": 1, "relation": ">=",
             "moves": [{"player": "you", "action": "defect"}]}  # fmt: skip
    (found,) = read_reply(
        json.dumps({"claims": [{"sentence": "if I defect, I get at least 1.", "claim": claim}]}), text
    ).found
    assert text[found.start : found.end] == "If I\n defect, I get at least 1."


def test_the_page_marks_each_claim_in_place_and_lets_nothing_in():
    text = f"<script>alert(1)</script> {FALSE} If we both cooperate I get 3."
    checked = api.check(text, "pd")
    page = checked_html(Source("r.txt", text), checked)
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
    assert 'class="wrong" id="c0"' in page and 'class="good" id="c1"' in page
    assert page.count("you get 5") == 2  # at the place and in the list
    rows = checked_json(checked)["claims"]
    assert all(text[r["start"] : r["end"]] == r["text"] for r in rows) and {r["verdict"] for r in rows} == {
        "TRUE",
        "FALSE",
    }


def test_check_on_the_command_line(tmp_path, monkeypatch, capsys):
    (tmp_path / "r.txt").write_text(FALSE)
    for words, status, said in (
        (["check", "r.txt", "--game", "pd", "--json"], 0, '"REFUTED"'),
        (["check", "r.txt", "--game", "pd", "--html", "r.html"], 0, "you get 5"),
        (["check", "r.txt", "--game", "pdd"], 2, "did you mean pd"),
        (["check", "no.txt", "--game", "pd"], 2, "no.txt"),
        (["check", "r.txt", "--game", "pd", "--player", "3"], 2, "player 3 is not in this game"),
        (["check", "r.txt", "--game", "pd", "--translator", "both"], 2, "needs a model"),
        (["check", "r.txt", "--game", "pd", "--translator", "ruels"], 2, "did you mean rules"),
    ):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["syllogos", *words])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code or 0
        shown = capsys.readouterr()
        assert code == status and said in shown.out + shown.err
    (tmp_path / "latin.txt").write_bytes("café: I get 5".encode("latin-1"))
    monkeypatch.setattr(sys, "argv", ["syllogos", "check", "latin.txt", "--game", "pd"])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "not UTF-8 at byte 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    ["Если мы оба сотрудничаем, я получаю 3.", "我们都合作，我得3分。", "I get 5 " * 130_000, "\0" * 1000],
)
def test_other_languages_and_a_megabyte_are_read_in_bounded_time_or_left(text):
    assert api.check(text, "pd").status in ("UNCHECKED", "PARTIAL", "VERIFIED", "REFUTED")


def test_a_game_with_one_action_and_a_player_who_is_not_there():
    game = {"players": ["a", "b"], "actions": [["x"], ["y"]], "payoffs": {"x,y": [1, 2]}}
    assert api.check("If I choose x and they choose y, I get 1.", game).status == "VERIFIED"
    assert payoff_lines(GAMES["pd"], 0).count("\n") == 3


def test_the_original_discards_what_it_cannot_read_and_frees_strange_constants():
    claim = {"kind": "payoff", "player": "you", "amount": 5,
             "moves": [{"player": "you", "action": "X"}, {"player": "them", "action": "cooperate"}]}  # fmt: skip
    said = json.dumps(
        {"claims": [{"sentence": "s", "claim": claim}, {"sentence": "t", "claim": {"kind": "?"}}]}
    )
    reading = read_reply(said, "s and t")
    ours, original = judge(reading, GAMES["pd"]), judge_as_original(reading, GAMES["pd"])
    assert {c.verdict for c in ours.claims} == {"ILL_POSED", "UNTRANSLATED"} and ours.status == "UNCHECKED"
    assert [c.verdict for c in original.claims] == ["TRUE"] and original.status == "VERIFIED"
    claim["amount"] = 4
    wrong = read_reply(json.dumps({"claims": [{"sentence": "s", "claim": claim}]}), "s")
    assert judge_as_original(wrong, GAMES["pd"]).status == "REFUTED"
