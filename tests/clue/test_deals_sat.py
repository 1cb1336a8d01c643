"""The matrix of full-size logs against a SAT solver's backbone; reasons against its cores."""

import importlib
from random import Random

import pytest

from clue_tables import classic_log
from syllogos.clue.solvers.deals import deduce, explain

pytest.importorskip("pysat", reason="needs python-sat")


def _backbone(log):
    return importlib.import_module("clue_sat").Backbone(log)


@pytest.mark.parametrize("seed", range(200))
def test_the_matrix_is_the_backbone_and_reasons_are_minimal(seed):
    rng = Random(seed)
    log = classic_log(rng, rng.randint(3, 6), rng.randint(4, 40), spectator=rng.random() < 0.05)
    backbone = _backbone(log)
    whole = tuple(range(len(log.events)))
    belief = deduce(log)
    assert belief.contradiction is None
    for one in log.table.cards:
        for holder in log.table.holders:
            assert belief.matrix[one][holder] == backbone.mark(whole, one, holder)
    decided = [(c, h) for c, row in belief.matrix.items() for h, mark in row.items() if mark != "MAYBE"]
    for one, holder in rng.sample(decided, min(3, len(decided))):
        events, mark = explain(log, one, holder).events, belief.matrix[one][holder]
        assert backbone.mark(events, one, holder) == mark
        for out in events:
            assert backbone.mark([i for i in events if i != out], one, holder) == "MAYBE"


@pytest.mark.parametrize("seed", range(40))
def test_contradictions_are_the_solvers(seed):
    rng = Random(seed)
    log = classic_log(rng, rng.randint(3, 6), 30, lie=0.04)
    backbone = _backbone(log)
    wrong = deduce(log).contradiction
    assert backbone.possible(range(len(log.events))) == (wrong is None)
    if wrong:
        assert backbone.possible(range(wrong.first)) and not backbone.possible(range(wrong.first + 1))
        assert not backbone.possible(wrong.events)
        for out in wrong.events:
            assert backbone.possible([i for i in wrong.events if i != out])
