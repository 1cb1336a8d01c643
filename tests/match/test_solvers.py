"""Solvers in a match: settings, steps, keys, and that every one that was opened is closed."""

from __future__ import annotations

import pytest

from syllogos import api
from syllogos.contract import Attempt, Decision, Review
from syllogos.errors import InputError, SyllogosError
from syllogos.experiment.experiment import single
from syllogos.match.desk import STEPS
from syllogos.match.engine import play_match
from syllogos.plugins import uses
from syllogos.store.store import memory_store
from syllogos.verdict import Bounds, Status, Verdict


class Oracle:
    """Says how many steps it was given; remembers its openings and its end."""

    def __init__(self, said=Status.TRUE, clock=False):
        self.said, self.clock, self.asked, self.closed = said, clock, 0, 0

    async def ask(self, query, *, steps):
        self.asked += 1
        why = f"{self.asked} times"
        return Verdict(self.said, steps, reason=why, engine="oracle", stable=not self.clock)

    async def aclose(self):
        self.closed += 1


@uses(solvers=["oracle"])
class Asker:
    """Asks the oracle and shows its verdict."""

    steps = None

    def __init__(self, desk, seat):
        self.desk = desk

    async def act(self, view, fault):
        verdict = await self.desk.ask("oracle", "what?", self.steps)
        return Decision("cooperate", tried=(_attempt(verdict),))


def _attempt(verdict):
    return Attempt(Decision("cooperate"), Review(None, (verdict,)))


class Insisting(Asker):
    """Wants 7 steps, whatever a table says."""

    steps = 7


class Silent(Asker):
    """Asks, and does not say that it does."""

    solvers = ()


def told(record):
    record = record if isinstance(record, dict) else record.to_json()
    return record["turns"][0]["0"][0]["verdicts"][0]


def played(agent=Asker, **solvers):
    return told(api.play("pd", [agent, "default_move"], solvers=solvers))


@pytest.mark.parametrize(
    ("agent", "table", "steps"),
    [(Asker, {}, STEPS), (Asker, {"steps": 99}, 99), (Insisting, {"steps": 99}, 7), (Insisting, {}, 7)],
)
def test_steps_are_the_askers_else_the_tables_else_the_usual_and_stand_in_the_verdict(agent, table, steps):
    verdict = played(agent, oracle={"solver": Oracle, **table})
    assert verdict["answer"] == steps
    assert verdict["bounds"] == {"steps": steps, "wall": None}


def test_what_an_engine_says_of_its_bounds_stays():
    class Bounded(Oracle):
        async def ask(self, query, *, steps):
            return Verdict(Status.UNKNOWN, reason="no", engine="b", bounds=Bounds(5, 2.5))

    assert played(oracle={"solver": Bounded})["bounds"] == {"steps": 5, "wall": 2.5}


def test_settings_of_a_table_reach_the_solver():
    assert played(oracle={"solver": Oracle, "said": "FALSE"})["status"] == "FALSE"


OPENED = []


class Kept(Oracle):
    """Keeps what was opened."""

    def __init__(self, said=Status.TRUE):
        super().__init__(said)
        OPENED.append(self)


class Broken(Asker):
    """Asks, then breaks."""

    async def act(self, view, fault):
        await super().act(view, fault)
        raise ZeroDivisionError


def test_a_run_closes_the_solvers_it_opened_once_also_after_errors():
    OPENED.clear()
    played(oracle={"solver": Kept})
    assert [oracle.closed for oracle in OPENED] == [1]
    with pytest.raises(SyllogosError, match="ZeroDivisionError"):
        played(Broken, oracle={"solver": Kept})
    assert [oracle.closed for oracle in OPENED] == [1, 1]


def test_a_solver_that_fails_to_close_keeps_no_other_open():
    OPENED.clear()

    @uses(solvers=["oracle", "second"])
    class Both(Asker):
        async def act(self, view, fault):
            await self.desk.ask("second", "?")
            return await super().act(view, fault)

    class Stuck(Kept):
        async def aclose(self):
            await super().aclose()
            raise OSError("stuck")

    with pytest.raises(OSError, match="stuck"):
        played(Both, oracle={"solver": Stuck}, second={"solver": Kept})
    assert [oracle.closed for oracle in OPENED] == [1, 1]


def test_a_solver_that_was_handed_in_is_used_and_left_open():
    oracle = Oracle()
    assert played(oracle=oracle)["reason"] == "1 times"
    assert (oracle.asked, oracle.closed) == (1, 0)


def test_tables_of_different_objects_are_different_solvers():
    @uses(solvers=["first", "second"])
    class Both(Asker):
        async def act(self, view, fault):
            verdicts = [await self.desk.ask(name, "?") for name in ("first", "second")]
            return Decision("cooperate", tried=tuple(map(_attempt, verdicts)))

    def vote(status):
        return {"solver": "portfolio", "solvers": [Oracle(status), Oracle(status)]}

    record = api.play(
        "pd", [Both, "default_move"], solvers={"first": vote(Status.TRUE), "second": vote(Status.FALSE)}
    )
    tried = record.to_json()["turns"][0]["0"][0]["tried"]
    assert [attempt["verdicts"][0]["status"] for attempt in tried] == ["TRUE", "FALSE"]


def test_tables_are_part_of_the_key_only_where_they_are_used():
    def key(agent, **solvers):
        return single("pd", [agent, "default_move"], solvers=solvers).key

    assert key(Asker, oracle={"solver": Oracle, "steps": 5}) != key(Asker, oracle={"solver": Oracle})
    assert key(Asker, oracle={"solver": Oracle, "clock": True}) != key(Asker, oracle={"solver": Oracle})
    with pytest.raises(InputError, match=r"\[solvers\.oracle\]: no agent or referee here asks it"):
        single("pd", ["random", "default_move"], solvers={"oracle": {"solver": Oracle}})


def test_a_table_that_is_asked_by_who_does_not_say_so_is_no_silent_difference():
    # The other seat declares it; this one asks as well, which the key covers.
    assert told(api.play("pd", [Silent, Asker], solvers={"oracle": Oracle()}))
    with pytest.raises(InputError, match="unknown solver 'oracle'"):
        api.play("pd", [Asker, "default_move"])
    match = single("pd", [Asker, "default_move"], solvers={"oracle": {"solver": Oracle}})
    quiet = type(match)(match.game, match.config, (), 0, solvers=match.solvers)
    with pytest.raises(InputError, match=r"declare it with @uses\(solvers=\['oracle'\]\)"):
        quiet.solver("oracle")


def test_what_a_clock_decided_is_replayed_with_its_bounds_and_evidence():
    oracle = Oracle(Status.UNKNOWN, clock=True)
    match = single("pd", [Asker, "default_move"], solvers={"oracle": oracle})
    store = memory_store()
    play_match(match, store, patience=1)
    record = store.record(match.key)
    store.reopen(match.key)
    play_match(match, store, patience=1)
    assert store.record(match.key) == record
    assert oracle.asked == 1
    assert told(record)["bounds"] == {"steps": STEPS, "wall": None}
