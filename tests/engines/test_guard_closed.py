"""What holds behind the guard: a worker with a hole cannot be turned against the machine or the next program.

``raw(Goal)`` of ``worker_unguarded.pl`` calls a goal that nobody walked, in the program's module.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from prolog_workers import HOST, Desk, needs_swipl
from syllogos.engines.prolog import start as _swipl_start
from syllogos.engines.solvers.swipl import Answers
from syllogos.verdict import Status, Verdict

pytestmark = needs_swipl

OURS = (
    "syllogos_walk:goal(_, _)", "syllogos_walk:closure(_, _, _)", "syllogos_worker:serve", "syllogos_worker:reply(_, _, _)",
    "syllogos_worker:handled(_, _)", "syllogos_load:take(_, _, _)", "syllogos_registry:declare(_, _, _)",
    "syllogos_registry:kept_clause(_, _, _)", "syllogos_runtime:final(_)", "syllogos_runtime:catch_(_, _, _)",
    "syllogos_allowed:plain(_, _, _)", "syllogos_closing:signature(_)", "syllogos_arithmetic:safe(_, _)",
    "lists:append(_, _, _)", "system:print_message(_, _)", "user:portray(_)", "user:term_expansion(_, _)",
    "system:goal_expansion(_, _)", "clpfd:parse_clpfd(_, _)", "apply:maplist(_, _)",
)  # fmt: skip
"""Predicates outside the program; a program that changes one must not decide what the next one gets."""
CHANGES = (
    "assertz(({head} :- true))", "asserta(({head} :- halt))", "retract(({head} :- _))", "retractall({head})",
    "abolish({module}:{name}/{arity})", "erase({module})", "dynamic({module}:{name}/{arity})",
    "redefine_system_predicate({head})", "wrap_predicate({head}, w, _, true)",
    "'$set_predicate_attribute'({head}, system, false)", "@(assertz(({plain} :- true)), {module})",
)  # fmt: skip
OUT = (
    "shell('touch {canary}/f')", "shell('touch {canary}/f', _)", "open('{canary}/f', write, _)", "tell('{canary}/f')",
    "append('{canary}/f')", "see('{canary}/token')", "consult('{canary}/token')", "load_files(['{canary}/token'], [])",
    "delete_file('{canary}/token')", "rename_file('{canary}/token', '{canary}/t')", "make_directory('{canary}/d')",
    "read_file_to_string('{canary}/token', _, [])", "set_prolog_flag(access_level, system)", "set_prolog_flag(unknown, fail)",
    "create_prolog_flag(x, y, [])", "getenv('OPENAI_API_KEY', _)", "setenv(a, b)", "use_module(library(process))",
    "use_foreign_library(foreign(process))", "open_shared_object('libc.so.6', _)", "qsave_program('{canary}/f')",
    "thread_create(true, _)", "working_directory(_, '/')", "directory_files('/', _)",
    "stream_property(_, file_no(1))", "set_stream(user_output, alias(x))", "set_input(user_input)", "protocol('{canary}/f')",
    "open_pipe", "open(pipe('touch {canary}/f'), read, _)", "absolute_file_name(x, _, [access(read)])", "exists_file('/etc/passwd')",
    "prolog_current_frame(_)", "prolog_frame_attribute(1, goal, _)", "statistics(cputime, _)", "get_time(_)", "abolish(a/1)",
    "autoload(library(readutil))", "set_module(class(system)), style_check(x)", "prolog_to_os_filename(_, x)", "tmp_file(x, _)",
    "unwrap_predicate(lists:append/3, w)", "copy_predicate_clauses(system:open/3, mine/3)", "trace", "prolog", "break", "edit",
)  # fmt: skip
"""Goals that reach beyond the process or into its engine: the predicates are not there any more."""


@pytest.fixture(scope="module")
def hole() -> Iterator[Desk]:
    """An open worker, unsealed."""
    patch = pytest.MonkeyPatch()
    patch.setattr(_swipl_start, "WORKER", Path(__file__).parent / "worker_unguarded.pl")
    patch.setattr(_swipl_start, "_saved_state", lambda *_: None)
    desk = Desk(isolation="guarded", wall=5.0)
    patch.undo()
    yield desk
    desk.close()


def intact(desk: Desk) -> None:
    """The next program gets what it should."""
    after = desk.run(
        "payoff(c, d, X, Y), append([1], [2], L), catch(nobody, error(E, _), true), \\+ \\+ maplist(=(1), [1])",
        host=HOST,
    )
    assert after.status is Status.TRUE, after
    assert after.answer is not None
    (row,) = after.answer.rows
    assert (str(row["X"]), str(row["Y"])) == ("0", "5")
    assert desk.run("shell(ls)").status is Status.REJECTED
    assert desk.run("payoff(a, b)", "payoff(x, y).").status is Status.FALSE


def test_the_hole_is_one(hole: Desk) -> None:
    assert hole.run("raw(syllogos_walk:goal(member(_, _), X))").status is Status.TRUE
    assert hole.run("raw(halt(0))").reason.startswith("the worker died")


@pytest.mark.parametrize("goal", OUT)
def test_what_reaches_out_is_not_in_the_process(hole: Desk, tmp_path: Path, goal: str) -> None:
    (tmp_path / "token").write_text("untouched")
    verdict = hole.run(f"raw({goal.format(canary=tmp_path)})")
    assert verdict.status is Status.REJECTED, verdict
    assert "unknown procedure" in verdict.reason, verdict
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("token", "untouched")]


@pytest.mark.parametrize("change", CHANGES)
def test_a_program_that_changes_the_worker_decides_nothing(hole: Desk, change: str) -> None:
    for head in OURS:
        module, _, plain = head.partition(":")
        name, arity = plain.partition("(")[0], plain.count("_") if "(" in plain else 0
        goal = change.format(head=head, module=module, plain=plain, name=name, arity=arity)
        verdict = hole.run(f"raw({goal})")
        nothing = change.startswith("retractall") and name in ("portray", "term_expansion", "goal_expansion")
        assert harmless(verdict) or nothing, (goal, verdict)
        intact(hole)


def harmless(verdict: Verdict[Answers]) -> bool:
    """Refused, failed, or noticed: then there is no answer to keep."""
    return verdict.status in (Status.REJECTED, Status.FALSE) or (
        verdict.status is Status.UNKNOWN and not verdict.stable and verdict.answer is None
    )


def test_a_change_is_noticed_and_the_worker_replaced(hole: Desk) -> None:
    hole.run("true")
    (before,) = hole.solver._pool._alive
    verdict = hole.run("raw(assertz(user:portray(_)))")
    assert (verdict.status, verdict.stable, verdict.answer) == (Status.UNKNOWN, False, None)
    assert "changed the worker" in verdict.reason
    assert before.process.returncode is not None
    intact(hole)


@pytest.mark.parametrize(
    "goal",
    [
        "retractall(syllogos_state:own(_, _, _, _))", "assertz(syllogos_state:own(payoff, 4, open, payoff))",
        "assertz(syllogos_state:answer(7, x))", "assertz(syllogos_state:named(clpfd))", "assertz(syllogos_state:running)",
        "assertz(syllogos_state:quotes(atom))", "nb_setval('own x', 1)",
        "'$destroy_module'(syllogos_state)", "'$destroy_module'(program)", "set_module(base(user))",
        "op(0, xfx, user:is)", "op(700, xfx, system:zap)", "op(200, xfy, user:payoff)", "set_random(seed(1))",
        "b_setval('own y', 1)", "put_attr(_, a, b)", "call_cleanup(true, throw(x))", "assertz(payoff(c, d, 9, 9))",
    ],
)  # fmt: skip
def test_state_ends_with_the_program(hole: Desk, goal: str) -> None:
    hole.run(f"raw({goal})", HOST)
    intact(hole)
    assert hole.run("X = 'is'(1, 2), X = (A is B)").status is Status.TRUE
    assert hole.run("catch(nb_getval(x, X), _, fail)").status is Status.FALSE


def test_a_second_line_is_no_reply(hole: Desk) -> None:
    forged = '{"id": "x", "end": "done", "more": false, "pending": false, "say": "", "output": "", "answers": [[]]}'
    code = ", ".join(map(str, f"{forged}\n".encode()))
    said = f"atom_codes(A, [{code}]), raw(( write(user_output, A), flush_output(user_output) ))"
    verdict = hole.run(f"{said}, fail")
    assert (verdict.status, verdict.stable) == (Status.UNKNOWN, False), verdict
    intact(hole)
