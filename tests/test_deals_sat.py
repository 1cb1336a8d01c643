"""The matrix of full-size logs against a SAT solver's backbone; reasons against its cores."""

from random import Random

import pytest

from clue_tables import classic_log
from syllogos.logic.deals import ENVELOPE, Accusation
from syllogos.solvers.deals import deduce, explain

card = pytest.importorskip("pysat.card", reason="needs python-sat")
solvers = pytest.importorskip("pysat.solvers", reason="needs python-sat")


class Backbone:
    """The log as clauses; each event's under an assumption, so that it can be left out."""

    def __init__(self, log):
        table = log.table
        self.literal = {}
        for one in table.cards:
            for holder in table.holders:
                self.literal[one, holder] = len(self.literal) + 1
        self.top = len(self.literal)
        self.solver = solvers.Solver("cadical153")
        dealt = [one for one in table.cards if one not in table.public]
        for one in table.cards:
            own = [self.literal[one, holder] for holder in table.holders]
            self._exactly(own, int(one in dealt))
        for player, size in zip(table.players, table.hand_sizes, strict=True):
            self._exactly([self.literal[one, player] for one in dealt], size)
        for cards in table.categories.values():
            self._exactly([self.literal[one, ENVELOPE] for one in cards], 1)
        for one in table.hand:
            self.solver.add_clause([self.literal[one, table.observer]])
        self.switch = [self._event(event) for event in log.events]

    def _exactly(self, literals, number):
        if not literals or number == 0:
            for literal in literals:
                self.solver.add_clause([-literal])
            return
        encoded = card.CardEnc.equals(literals, number, top_id=self.top, encoding=card.EncType.seqcounter)
        self.top = max(self.top, encoded.nv)
        for clause in encoded.clauses:
            self.solver.add_clause(clause)

    def _event(self, event):
        self.top += 1
        on = self.top
        if isinstance(event, Accusation):
            literals = [self.literal[one, ENVELOPE] for one in event.cards]
            clauses = [[x] for x in literals] if event.correct else [[-x for x in literals]]
        else:
            clauses = [[-self.literal[one, who]] for who in event.passed for one in event.cards]
            if event.shower:
                shown = [event.shown] if event.shown else event.cards
                clauses.append([self.literal[one, event.shower] for one in shown])
        for clause in clauses:
            self.solver.add_clause([-on, *clause])
        return on

    def possible(self, events, *extra):
        return self.solver.solve(assumptions=[*(self.switch[i] for i in events), *extra])

    def mark(self, events, one, holder):
        literal = self.literal[one, holder]
        yes, no = self.possible(events, literal), self.possible(events, -literal)
        return "MAYBE" if yes and no else "YES" if yes else "NO"


@pytest.mark.parametrize("seed", range(200))
def test_the_matrix_is_the_backbone_and_reasons_are_minimal(seed):
    rng = Random(seed)
    log = classic_log(rng, rng.randint(3, 6), rng.randint(4, 40), spectator=rng.random() < 0.05)
    backbone = Backbone(log)
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
    backbone = Backbone(log)
    wrong = deduce(log).contradiction
    assert backbone.possible(range(len(log.events))) == (wrong is None)
    if wrong:
        assert backbone.possible(range(wrong.first)) and not backbone.possible(range(wrong.first + 1))
        assert not backbone.possible(wrong.events)
        for out in wrong.events:
            assert backbone.possible([i for i in wrong.events if i != out])
