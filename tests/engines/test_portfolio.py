"""Several solvers on one question: rules, early stops, replays, and who is left running."""

from __future__ import annotations

import asyncio
import os
from itertools import product
from pathlib import Path

import pytest

from prolog_workers import ISOLATION, needs_swipl
from syllogos import api
from syllogos.contract import Attempt, Decision, Review
from syllogos.engines.portfolio import DECIDED, Opinion, Opinions, combined, settled
from syllogos.engines.solvers.portfolio import make
from syllogos.engines.solvers.swipl import PrologQuery
from syllogos.errors import InputError
from syllogos.experiment.experiment import single
from syllogos.logic.languages import fol
from syllogos.match.engine import play_match
from syllogos.plugins import uses
from syllogos.store.store import memory_store
from syllogos.testing import check_solver
from syllogos.text.plain import plain
from syllogos.verdict import Bounds, Status, Verdict

LETTERS = {"T": Status.TRUE, "F": Status.FALSE, "O": Status.OPEN, "I": Status.INCONSISTENT,
           "U": Status.UNKNOWN, "R": Status.REJECTED}  # fmt: skip


class Fixed:
    """Says one status; when ``late``, only once it is let go."""

    def __init__(self, letter="T", *, late=False, clock=False):
        self.letter, self.late, self.clock = letter, late, clock
        self.steps, self.stopped, self.closed, self.asked = None, 0, 0, 0

    async def ask(self, query, *, steps):
        self.steps, self.asked = steps, self.asked + 1
        try:
            await asyncio.sleep(3600 if self.late else 0)
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        status = LETTERS[self.letter]
        why = "limit" if self.letter in "UR" else ""
        return Verdict(status, f"by {id(self)}", reason=why, engine="fixed", stable=not self.clock)

    async def aclose(self):
        self.closed += 1


def said(letters: str, rule: str) -> Verdict:
    """What verdicts come to; ``.`` was stopped."""
    opinions = tuple(
        Opinion(f"s{i}", None if x == "." else Verdict(LETTERS[x], i, reason="why", engine=x))
        for i, x in enumerate(letters)
    )
    return combined(Opinions(rule, opinions), steps=5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("letters", "rule", "status", "answer"),
    [
        ("TTT", "agreement", "TRUE", 0), ("UTT", "agreement", "TRUE", 1), ("RTU", "agreement", "TRUE", 1),
        ("TF", "agreement", "UNKNOWN", None), ("TO", "agreement", "UNKNOWN", None),
        ("TI", "agreement", "UNKNOWN", None), ("II", "agreement", "INCONSISTENT", 0),
        ("UU", "agreement", "UNKNOWN", None), ("RU", "agreement", "UNKNOWN", None),
        ("RR", "agreement", "REJECTED", None),
        ("TTF", "majority", "TRUE", 0), ("FTT", "majority", "TRUE", 1), ("TTI", "majority", "TRUE", 0),
        ("TFU", "majority", "UNKNOWN", None), ("TUU", "majority", "UNKNOWN", None),
        ("TRR", "majority", "UNKNOWN", None), ("TTFF", "majority", "UNKNOWN", None),
        ("UUU", "majority", "UNKNOWN", None), ("RRR", "majority", "REJECTED", None),
        ("IIT", "majority", "INCONSISTENT", 0), ("UUTTT", "majority", "TRUE", 2),
        ("TT...", "twice", "TRUE", 0), ("TFT..", "twice", "TRUE", 0), ("FTT..", "twice", "TRUE", 1),
        ("UTUT.", "twice", "TRUE", 1), ("TFOIU", "twice", "UNKNOWN", None), ("TUUUU", "twice", "UNKNOWN", None),
        ("UUUUU", "twice", "UNKNOWN", None), ("RRRRR", "twice", "REJECTED", None),
        ("IUI..", "twice", "INCONSISTENT", 0), ("ITT..", "twice", "TRUE", 1), ("TFFTT", "twice", "FALSE", 1),
        (".F.", "first", "FALSE", 1), ("U.T", "first", "TRUE", 2), ("UU", "first", "UNKNOWN", None),
        ("RR", "first", "REJECTED", None), ("I.", "first", "INCONSISTENT", 0),
    ],
)  # fmt: skip
def test_what_verdicts_come_to(letters, rule, status, answer):
    verdict = said(letters, rule)
    assert (verdict.status, verdict.answer) == (Status(status), answer)
    assert verdict.stable is ("." not in letters or rule == "twice")
    assert verdict.engine == "portfolio" and verdict.bounds == Bounds(5)
    for i, letter in enumerate(letters):
        if letter != "." or rule != "twice":
            assert f"s{i} {'was stopped' if letter == '.' else LETTERS[letter]}" in verdict.reason


@pytest.mark.parametrize("rule", ["agreement", "majority", "first"])
def test_no_verdict_is_ever_turned_into_another(rule):
    for letters in map("".join, product("TFOIUR", repeat=3)):
        verdict = said(letters, rule)
        if verdict.status in DECIDED:
            mine = [x for x in letters if LETTERS[x] == verdict.status]
            others = {LETTERS[x] for x in letters if x not in "UR"} - {verdict.status}
            assert mine
            assert rule != "agreement" or not others
            assert rule != "majority" or len(mine) >= 2
        if verdict.status is Status.REJECTED:
            assert letters == "RRR"


def test_a_majority_is_settled_as_soon_as_nothing_can_change_it():
    for letters in map("".join, product("TFOIUR.", repeat=3)):
        opinions = said(letters, "majority").evidence
        if settled(opinions):
            for rest in map("".join, product("TFOIUR", repeat=letters.count("."))):
                filled, left = "", iter(rest)
                for letter in letters:
                    filled += next(left) if letter == "." else letter
                assert said(filled, "majority").status == said(letters, "majority").status


@pytest.mark.parametrize("rule", ["majority", "first"])
async def test_those_nobody_waits_for_are_stopped(rule):
    late, quick = Fixed("F", late=True), (Fixed("T"), Fixed("T"))
    portfolio = make(solvers=(late, *quick), rule=rule)
    verdict = await asyncio.wait_for(portfolio.ask("?", steps=9), 20)
    assert verdict.status is Status.TRUE and not verdict.stable
    assert late.stopped == 1
    assert "Fixed was stopped" in verdict.reason


async def test_agreement_hears_everybody_and_a_failure_stops_the_others():
    class Broken(Fixed):
        async def ask(self, query, *, steps):
            raise ZeroDivisionError

    late = Fixed(late=True)
    with pytest.raises(ZeroDivisionError):
        await asyncio.wait_for(make(solvers=(late, Broken())).ask("?", steps=1), 20)
    assert late.stopped == 1


async def test_members_have_their_own_settings_and_steps_and_names():
    opened = []

    class Kept(Fixed):
        def __init__(self, letter: str = "T"):
            super().__init__(letter)
            opened.append(self)

    portfolio = make(solvers=({"solver": Kept, "letter": "F", "steps": 3}, Kept, Kept))
    verdict = await portfolio.ask("?", steps=9)
    assert [(k.letter, k.steps) for k in opened] == [("F", 3), ("T", 9), ("T", 9)]
    names = [opinion.solver.rpartition(".")[2] for opinion in verdict.evidence.members]
    assert names == ["Kept", "Kept 2", "Kept 3"]
    await portfolio.aclose()
    assert [k.closed for k in opened] == [1, 1, 1]


async def test_what_was_handed_in_or_never_opened_is_not_closed():
    mine = Fixed()
    portfolio = make(solvers=(mine, Fixed))
    await portfolio.aclose()
    assert mine.closed == 0


@pytest.mark.parametrize(
    ("solvers", "words"),
    [((Fixed(),), "at least 2"), ((Fixed(), "nobody"), "unknown solver"), (({}, {}), "write solver"),
     ((Fixed(), 7), "the name of a solver"), ((Fixed(), {"solver": "swipl", "wal": 1}), "did you mean wall")],
)  # fmt: skip
def test_a_portfolio_that_cannot_be_is_refused(solvers, words):
    with pytest.raises(InputError, match=words):
        make(solvers=solvers)


@pytest.mark.parametrize("rule", ["agreement", "majority", "first"])
def test_a_portfolio_keeps_the_contract_of_solvers(rule):
    check_solver("portfolio", ["?"], solvers=[Fixed("T"), Fixed("T"), Fixed("U", clock=True)], rule=rule)
    check_solver("portfolio", ["?"], solvers=[Fixed("F", late=True), Fixed("T"), Fixed("T")], rule="majority")
    check_solver("portfolio", ["?"], solvers=[Fixed("R"), Fixed("R")], rule=rule)


@uses(solvers=["vote"])
class Asker:
    """Asks for a vote and shows it."""

    def __init__(self, desk, seat):
        self.desk = desk

    async def act(self, view, fault):
        verdict = await self.desk.ask("vote", "?")
        shown = Attempt(Decision("cooperate"), Review(None, (verdict,)))
        return Decision("cooperate" if verdict.answer else "defect", tried=(shown,))


def test_a_vote_that_a_clock_had_part_in_is_replayed_as_it_was():
    late, quick, other = Fixed("F", late=True), Fixed("T"), Fixed("T")
    vote = {"solver": "portfolio", "solvers": [late, quick, other], "rule": "majority"}
    match = single("pd", [Asker, "default_move"], solvers={"vote": vote})
    store = memory_store()
    play_match(match, store, patience=1)
    record = store.record(match.key)
    late.late = False  # now it would answer, and say something else
    quick.late = False
    store.reopen(match.key)
    play_match(match, store, patience=1)
    assert store.record(match.key) == record
    assert late.asked == 1 and quick.asked == 2


async def test_whoever_was_heard_is_heard_again_however_long_it_takes():
    class Slower(Fixed):
        async def ask(self, query, *, steps):
            await asyncio.sleep(0.1 if self.asked else 0)
            return await super().ask(query, steps=steps)

    portfolio = make(solvers=(Slower("F"), Fixed("T"), Fixed("O", late=True)), rule="first")
    first = await portfolio.ask("?", steps=1)
    heard = [opinion.verdict is not None for opinion in first.evidence.members]
    again = await portfolio.again("?", steps=1, held=plain(first))
    assert heard == [opinion.verdict is not None for opinion in again.evidence.members]
    assert plain(again) == plain(first)


ENDLESS = PrologQuery("loop", "loop :- loop.")
QUICK = PrologQuery("member(X, [a, b])", "")


@needs_swipl
@pytest.mark.skipif(ISOLATION == "none", reason="workers need POSIX")
@pytest.mark.parametrize("starting", [True, False])
async def test_engines_that_are_stopped_are_killed(starting):
    class Patient(Fixed):
        async def ask(self, query, *, steps):
            while not (starting or busy()):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0 if starting else 0.5)
            return await super().ask(query, steps=steps)

    member = {"solver": "swipl", "isolation": ISOLATION, "wall": 60.0, "workers": 1}
    portfolio = make(solvers=(member, Patient("T")), rule="first")
    verdict = await asyncio.wait_for(portfolio.ask(ENDLESS, steps=10**15), 30)
    assert verdict.status is Status.TRUE and "swipl was stopped" in verdict.reason
    assert busy() == []
    await portfolio.aclose()


@needs_swipl
@pytest.mark.skipif(ISOLATION == "none", reason="workers need POSIX")
def test_two_engines_with_settings_agree_and_the_record_tells_their_limits():
    long = {"solver": "swipl", "isolation": ISOLATION, "wall": 20.0}
    short = {"solver": "swipl", "isolation": "guarded", "steps": 1000, "wall": 10.0}
    check_solver("portfolio", [QUICK], solvers=[long, short])

    @uses(solvers=["vote"])
    class Prover(Asker):
        async def act(self, view, fault):
            verdict = await self.desk.ask("vote", ENDLESS if view.seat else QUICK, 100_000)
            shown = Attempt(Decision("cooperate"), Review(None, (verdict,)))
            return Decision("cooperate", tried=(shown,))

    record = api.play(
        "pd", [Prover, Prover], solvers={"vote": {"solver": "portfolio", "solvers": [long, short]}}
    )
    good, limited = (record.to_json()["turns"][0][seat][0]["verdicts"][0] for seat in "01")
    assert (good["status"], limited["status"]) == ("TRUE", "UNKNOWN")
    assert good["isolation"] == "guarded"  # the weaker of the two
    bounds = [member["verdict"]["bounds"] for member in good["evidence"]["members"]]
    assert bounds == [{"steps": 100_000, "wall": 20.0}, {"steps": 1000, "wall": 10.0}]
    assert "swipl UNKNOWN" in limited["reason"] and "swipl 2 UNKNOWN" in limited["reason"]
    assert busy() == []


def busy() -> list[str]:
    """The workers of this process that still run."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [pid for pid in children if b"swipl" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_the_evidence_has_a_plain_form():
    assert plain(said("T.", "first"))["evidence"]["members"][1] == {"solver": "s1", "verdict": None}


class Turning(Fixed):
    """Says one status after the other, and keeps what it was asked."""

    def __init__(self, letters):
        super().__init__()
        self.letters, self.queries = list(letters), []

    async def ask(self, query, *, steps):
        self.queries.append(query)
        self.letter = self.letters.pop(0)
        return await super().ask(query, steps=steps)


@pytest.mark.parametrize(
    ("one", "other", "status", "asked"),
    [
        ("T", "T", "TRUE", (1, 1)),
        ("TT", "F", "TRUE", (2, 1)),
        ("UU", "TT", "TRUE", (2, 2)),
        ("TOI", "FU", "UNKNOWN", (3, 2)),
        ("TFF", "OI", "FALSE", (3, 2)),
    ],
)
async def test_in_turn_they_are_asked_until_one_outcome_came_twice_at_most_five_times(
    one, other, status, asked
):
    first, second = Turning(one), Turning(other)
    verdict = await make(solvers=(first, second), rule="twice").ask("?", steps=9)
    assert (verdict.status, (first.asked, second.asked)) == (Status(status), asked)
    assert verdict.stable
    assert status != "UNKNOWN" or verdict.reason.startswith("no majority: ")


async def test_another_run_of_the_same_solver_has_the_premises_in_another_order():
    whole = fol.read("Premises:\nP(a)\nP(b)\nP(c)\nConclusion:\nP(d)\n").theory
    first, second = Turning("UUU"), Turning("UU")
    verdict = await make(solvers=(first, second), rule="twice").ask(whole, steps=9)
    orders = ["".join(p.name[-1] for p in query.premises) for query in (*first.queries, *second.queries)]
    assert orders == ["123", "231", "312", "123", "231"]
    assert len({opinion.solver for opinion in verdict.evidence.members}) == 5


async def test_a_vote_in_turn_that_a_clock_had_part_in_is_told_again_as_it_was():
    portfolio = make(solvers=(Fixed("U", clock=True), Fixed("T")), rule="twice")
    first = await portfolio.ask("?", steps=9)
    assert (first.status, first.stable) == (Status.TRUE, False)
    assert plain(await portfolio.again("?", steps=9, held=plain(first))) == plain(first)
