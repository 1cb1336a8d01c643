"""A log of Clue as clauses: the SAT backbone is an independent possibility matrix."""

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from syllogos.clue.deals import ENVELOPE, Accusation


class Backbone:
    """The log as clauses; each event's under an assumption, so that it can be left out."""

    def __init__(self, log):
        table = log.table
        self.literal = {}
        for one in table.cards:
            for holder in table.holders:
                self.literal[one, holder] = len(self.literal) + 1
        self.top = len(self.literal)
        self.solver = Solver("cadical153")
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
        encoded = CardEnc.equals(literals, number, top_id=self.top, encoding=EncType.seqcounter)
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
