"""The adapter to an Isabelle server, against one of our own that speaks its protocol."""

import asyncio
import json
from pathlib import Path

import pytest

from fake_isabelle import DONE, PASSWORD, FakeIsabelle, Trouble, finds
from syllogos.engines.isabelle.theories import TheoryResult, plain_theory, used_premises
from syllogos.engines.solvers.isabelle import make
from syllogos.errors import InputError
from syllogos.logic.languages import fol, isabelle
from syllogos.logic.theories import Theory
from syllogos.testing import check_solver
from syllogos.text.plain import plain
from syllogos.verdict import Status

DOGS = "∀x (Dog(x) → Mammal(x))"
GOAL, DENIAL, FALSITY = "p2 c1", r"\<not>(p2 c1)", "False"
BY = "by (metis a1 a2)"


def theory(*premises, goal="Mammal(rex)"):
    found = fol.read("Premises:\n" + "\n".join(premises) + f"\nConclusion:\n{goal}\n").theory
    assert isinstance(found, Theory)
    return found


@pytest.fixture(autouse=True)
def keyed(monkeypatch):
    monkeypatch.setenv("ISABELLE_PASSWORD", PASSWORD)


def asked(server, whole=None, times=1, **settings):
    """The verdicts of one solver, all asked at once."""
    whole = whole or theory(DOGS, "Dog(rex)")

    async def work():
        solver = make(server.address, **{"wall": 20.0, **settings})
        try:
            return await asyncio.gather(*(solver.ask(whole, steps=1) for _ in range(times)))
        finally:
            await solver.aclose()

    return asyncio.run(asyncio.wait_for(work(), 60))


@pytest.mark.parametrize(
    ("judge", "status", "consistency", "needed"),
    [
        (finds({GOAL: BY}), Status.TRUE, "UNKNOWN", ("premise_1", "premise_2")),
        (finds({GOAL: "by (metis a2)"}, [DENIAL]), Status.TRUE, "TRUE", ("premise_2",)),
        (finds({DENIAL: BY}), Status.FALSE, "UNKNOWN", ("premise_1", "premise_2")),
        (finds({GOAL: BY, FALSITY: "by (metis a1)"}), Status.INCONSISTENT, "FALSE", None),
        (finds({GOAL: BY, DENIAL: BY}), Status.INCONSISTENT, "FALSE", ("premise_1", "premise_2")),
        (finds({}, [GOAL, DENIAL]), Status.OPEN, "TRUE", None),
        (finds({}, [GOAL]), Status.UNKNOWN, "TRUE", None),
        (finds({}), Status.UNKNOWN, "UNKNOWN", None),
        (finds({GOAL: BY}, [GOAL]), Status.UNKNOWN, "UNKNOWN", None),
    ],
)
def test_what_the_server_finds_becomes_a_status(judge, status, consistency, needed):
    with FakeIsabelle(judge) as server:
        (verdict,) = asked(server)
        assert (verdict.status, verdict.evidence.consistency) == (status, consistency), verdict
        assert (verdict.engine, verdict.isolation, verdict.stable) == ("isabelle", "none", False)
        if needed:
            assert verdict.evidence.needed.premises == needed
        assert list(Path(server.folder).iterdir()) == [] and server.asked[-1] == "session_stop"
        assert server.asked.count("use_theories") == server.asked.count("purge_theories") > 0


@pytest.mark.parametrize(
    "judge",
    [
        finds({GOAL: BY}, oracles="oracles: skip_proof"),
        finds({GOAL: BY}, oracles="oracles:\n  holds_by_evaluation"),
        finds({GOAL: "sorry"}),
        finds({GOAL: "by sorry"}),
        finds({GOAL: 'by (tactic "all_tac")'}),
        finds({GOAL: "by eval"}),
        finds({GOAL: r"by (rule a1 [OF a2])"}),
        lambda text: (
            [("writeln", "oracles:"), ("error", "Failed to finish proof")]
            if "thm_oracles" in text
            else [("writeln", "e: Try this: by (metis a1)")]
        ),
        lambda text: [("writeln", "e: Try this: by (metis a1)"), ("error", "Failed to finish proof")],
        lambda text: (
            [("writeln", "oracles:"), ("writeln", "Skipped proof (sorry)")]
            if "thm_oracles" in text
            else [("writeln", "e: Try this: by (metis a1)")]
        ),
        lambda text: [("writeln", "theorem conclusion: by (metis a1)")],
        lambda text: [("writeln", "Nitpick found a potentially spurious counterexample:")],
        lambda text: [("writeln", "Nitpick found a quasi genuine counterexample:")],
    ],
)
def test_a_proof_that_is_none_and_a_counterexample_that_may_be_none_never_count(judge):
    with FakeIsabelle(judge) as server:
        (verdict,) = asked(server)
        assert verdict.status is Status.UNKNOWN and verdict.reason


@pytest.mark.parametrize(
    "status", [{"ok": False}, {"failed": 1}, {"canceled": True}, {"consolidated": False}, {"running": 1}]
)
def test_a_theory_that_was_not_worked_through_counts_for_nothing(status):
    with FakeIsabelle(finds({GOAL: BY}, [DENIAL]), status={**DONE, **status}) as server:
        (verdict,) = asked(server)
        assert verdict.status is Status.UNKNOWN and "server" in verdict.reason


MESSAGES = 4 + 4 + 1 + 4 + 1
"""What the server says of one question: a session, a search with its purge, proofs with theirs."""


def test_the_messages_of_one_question_are_counted():
    with FakeIsabelle(finds({GOAL: BY})) as server:
        asked(server)
        stopped = 4
        assert server.sent == MESSAGES + stopped


@pytest.mark.parametrize("share", [0.0, 0.5, 0.98])
@pytest.mark.parametrize("at", range(MESSAGES))
def test_a_connection_that_is_cut_is_unknown_with_a_reason_wherever_it_is_cut(at, share):
    with FakeIsabelle(finds({GOAL: BY}), trouble=Trouble(at, share=share)) as server:
        if at == 0:
            with pytest.raises(InputError, match="ended the connection at the password"):
                asked(server)
            return
        (verdict,) = asked(server)
        assert verdict.status is Status.UNKNOWN and "the server ended the connection" in verdict.reason
        assert "\n" not in verdict.reason and PASSWORD not in json.dumps(plain(verdict))
        assert list(Path(server.folder).iterdir()) == []


@pytest.mark.parametrize(
    ("instead", "say"),
    [
        (b"HTTP/1.1 400 Bad Request\n", "no message of an Isabelle server"),
        (b"\xff\xfe\x00\n", "no message of an Isabelle server"),
        (b"FINISHED {not json\n", "holds no JSON"),
        (b"FINISHED " + b"[" * 100_000 + b"\n", "holds no JSON"),
        (b"99999999999999\n", "at most"),
        (b"x" * 1_100_000 + b"\n", "more than 1000000 bytes"),
        (b'FINISHED {"task": "another"}\n', "another task"),
        (b'FINISHED {"task": "task 2"}\n', "lack what the protocol says"),
        (
            b'FAILED {"task": "task 2", "kind": "error", "message": "No\\nspace"}\n',
            "the server says: No space",
        ),
        (b'OK {"task": "task 2"}\n', "OK is no end of a task"),
        (b'ERROR "no session s1"\n', "ERROR is no end of a task"),
        (b'FINISHED {"task": "task 2", "errors": [], "nodes": []}\n', "no result of 3 of 3 theories"),
    ],
)
def test_what_is_no_message_is_unknown_and_said(instead, say):
    with FakeIsabelle(finds({GOAL: BY}), trouble=Trouble(7, instead=instead)) as server:
        (verdict,) = asked(server)
        assert verdict.status is Status.UNKNOWN and say in verdict.reason, verdict.reason
        assert "\n" not in verdict.reason and len(verdict.reason) < 400


def test_messages_that_come_in_small_pieces_are_put_together():
    with FakeIsabelle(finds({GOAL: BY}), drip=True) as server:
        (verdict,) = asked(server)
        assert verdict.status is Status.TRUE


@pytest.mark.parametrize("at", [5, 6, 7])
def test_a_server_that_is_too_slow_is_given_up_and_its_task_cancelled(at):
    with FakeIsabelle(finds({GOAL: BY}), trouble=Trouble(at, pause=30)) as server:
        (verdict,) = asked(server, wall=0.3)
        assert verdict.status is Status.UNKNOWN and verdict.reason == "stopped by the clock after 0.3 s"
        assert list(Path(server.folder).iterdir()) == []
    assert ("cancel" in server.asked) is (at > 5)


def test_a_session_that_does_not_start_is_given_up():
    with FakeIsabelle(trouble=Trouble(3, pause=30)) as server:
        (verdict,) = asked(server, start=0.3)
        assert verdict.status is Status.UNKNOWN and "no session HOL within 0.3 s" in verdict.reason


def test_a_session_that_the_server_no_longer_knows_is_started_again():
    with FakeIsabelle(finds({GOAL: BY}), trouble=Trouble(5, instead=b'ERROR "No session s1"\n')) as server:

        async def twice():
            solver = make(server.address)
            first = await solver.ask(theory(DOGS, "Dog(rex)"), steps=1)
            second = await solver.ask(theory(DOGS, "Dog(rex)"), steps=1)
            await solver.aclose()
            return first, second

        first, second = asyncio.run(twice())
        assert first.status is Status.UNKNOWN and "No session s1" in first.reason
        assert second.status is Status.TRUE and server.asked.count("session_start") == 2


def test_two_questions_at_once_share_a_session_and_never_a_theory():
    with FakeIsabelle(finds({GOAL: BY})) as server:
        one, two = asked(server, times=2)
        assert one.status is two.status is Status.TRUE
        used = [
            theory for name, said in server.commands if name == "use_theories" for theory in said["theories"]
        ]
        assert server.asked.count("session_start") == 1 and len(used) == len(set(used)) == 8


def test_a_wrong_password_and_an_absent_server_are_one_line_that_can_be_mended(monkeypatch):
    monkeypatch.setenv("ISABELLE_PASSWORD", "wrong")
    with FakeIsabelle() as server, pytest.raises(InputError, match="which may be a wrong one; set ISABELLE"):
        asked(server)
    with pytest.raises(InputError, match="no server answers at 127"):
        asked(server)
    monkeypatch.delenv("ISABELLE_PASSWORD")
    with pytest.raises(InputError, match="is not in ISABELLE_PASSWORD"):
        make("127.0.0.1:1")
    monkeypatch.delenv("ISABELLE_SERVER", raising=False)
    with pytest.raises(InputError, match="no Isabelle server is named"):
        make()
    for address in ("4711", "host:", "host:x", "host:0", "host:99999999"):
        with pytest.raises(InputError, match="no address of an Isabelle server"):
            make(address)


def test_a_folder_that_this_machine_lacks_is_one_line():
    with FakeIsabelle() as server, pytest.raises(InputError, match="cannot write a theory"):
        asked(server, folder="/nowhere/at/all")


def test_no_name_of_the_theory_reaches_the_server_and_what_does_is_ascii():
    strange = theory('"end ML ‹x›"(a)', "Größe(a, 9)", "a < 9", "∀x ∃y (x < y)", goal='"end ML ‹x›"(a)')
    with FakeIsabelle() as server:
        asked(server, strange)
        for text in server.texts:
            assert text.isascii() and "ML" not in text and "Gr" not in text
            assert "axiomatization" not in text


def test_what_the_server_reads_says_the_same_as_the_theory():
    whole = theory(DOGS, "∀x ∀y (R(x, y) → ∃x R(y, x))", "f(a) = b", goal="¬Dog(f(a)) ∨ (P ↔ Q)")
    question = plain_theory(whole, whole.conclusion)
    text = question.text("t", question.goal, "oops")
    for sign, symbol in (("∀", r"\<forall>"), ("¬", r"\<not>")):
        assert symbol in text and sign not in text
    back = isabelle.read(text).theory
    assert back, isabelle.read(text).problems
    assert tuple(p.formula for p in back.premises) == tuple(p.formula for p in question.assumptions)
    assert back.conclusion == question.goal
    again = plain_theory(back, back.conclusion)
    assert tuple(p.formula for p in again.assumptions) == tuple(p.formula for p in question.assumptions)


def test_variables_that_shadow_each_other_keep_apart():
    whole = theory("∀x (P(x) → ∃x ∀y (R(x, y)))", goal="P(a)")
    (statement,) = plain_theory(whole, whole.conclusion).assumptions
    assert (
        isabelle.printed_formula(statement.formula) == "∀(x1::T1). (p1 x1) ⟶ (∃(x2::T1). ∀(x3::T1). p2 x2 x3)"
    )


def test_numbers_and_order_are_given_with_what_they_mean():
    whole = theory("Rating(a, 10)", "∀x ∀y (Rating(x, y) ∧ y > 9 → Listed(x))", goal="Listed(a)")
    question = plain_theory(whole, whole.conclusion)
    at_most = plain_theory(theory(goal="a ≤ b"), theory(goal="a ≤ b").conclusion)
    assert isabelle.printed_formula(at_most.goal) == "(before c1 c2) ∨ (c1 = c2)"
    assert len(question.assumptions) > 2 and set(question.names) == {"a1", "a2"}
    assert any("before" in isabelle.printed_formula(a.formula) for a in question.assumptions)


def test_what_is_suggested_with_times_notes_and_libraries_is_read():
    said = [
        "e: Try this: by (metis a1 a2) (12 ms)",
        "Try this: using a1 by (auto simp: a2) (> 1.0 s, timed out)",
    ]
    result = TheoryResult(tuple(("writeln", text) for text in said))
    assert result.suggested == ("by (metis a1 a2)", "using a1 by (auto simp: a2)")
    names = {"a1": "one", "a2": "two", "a11": "eleven"}
    assert used_premises("by (metis a11)", names) == ("eleven",)
    assert used_premises("using assms by simp", names) == ("one", "two", "eleven")


def test_a_conclusion_with_free_variables_is_asked_both_ways():
    with FakeIsabelle(finds({r"\<exists>(x1::T1). p1 x1": "by (metis a1)"})) as server:
        (verdict,) = asked(server, theory("P(a)", goal="P(x)"))
        assert verdict.status is Status.REJECTED and "for some TRUE" in verdict.reason


def test_order_is_left_out_where_only_the_closing_of_premises_contradicts_it():
    premises = ("∀x (Popular(x) → Rating(x, y) ∧ y > 9)", "Popular(subway)")

    def judge(text):
        orders = "(before x1 x1)" in text
        return finds({FALSITY: "by (metis a1 a2)"} if orders else {"p1 c1": "by (metis a2)"})(text)

    with FakeIsabelle(judge) as server:
        (verdict,) = asked(server, theory(*premises, goal="Popular(subway)"))
        assert verdict.status is Status.TRUE and verdict.reason.startswith(
            "free variables of premises contradict"
        )


def test_it_keeps_the_contract_of_solvers():
    with FakeIsabelle(finds({GOAL: BY}, [DENIAL])) as server:
        check_solver("isabelle", make.queries, server=server.address)


def test_the_command_asks_the_server_that_the_environment_names_and_never_tells_the_password(
    command, tmp_path, monkeypatch
):
    file = tmp_path / "dogs.fol"
    file.write_text(f"Premises:\n{DOGS}\nDog(rex)\nConclusion:\nMammal(rex)\n", encoding="utf-8")
    with FakeIsabelle(finds({GOAL: BY}, [DENIAL])) as server:
        monkeypatch.setenv("ISABELLE_SERVER", server.address)
        code, out, err = command("verify", file, "--engine", "isabelle", "--json")
        assert code == 0 and (json.loads(out)["status"], json.loads(out)["engine"]) == ("TRUE", "isabelle")
        assert json.loads(out)["evidence"]["needed"] == ["premise_1", "premise_2"]
        monkeypatch.setenv("ISABELLE_PASSWORD", "hushed word")
        code, out, err = command("verify", file, "--engine", "isabelle")
        assert code == 2 and "may be a wrong one" in err and "hushed" not in out + err
