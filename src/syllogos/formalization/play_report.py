"""The worker's report of a program's play, read: a finite tree, or what is wrong with the program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

from syllogos.engines.guard.precheck import ProgramProblem
from syllogos.engines.prolog.terms import Atom, Items, Struct, Term, Var, show
from syllogos.formalization.faults import SHORT, GameFault, Level, where
from syllogos.gametheory.extensive import End, Node, Tree
from syllogos.gametheory.normal_form import Profile

MOST_FAULTS = 8
"""Faults that are listed; more of them seldom help their author."""
DEFAULT = (
    "a payoff fact for any move is read as the default: where a fact before it fits as well, that one counts"
)


@dataclass(frozen=True)
class PlayedProgram:
    """The game that a program plays.

    ``default`` and ``opposite`` are what its clauses of those names say, empty where they say
    nothing; ``pairs`` are the payoffs that ``payoff/4`` lists, in its order.
    """

    tree: Tree
    players: tuple[str, ...]
    roles: Mapping[str, str] = field(default_factory=dict)
    default: str = ""
    opposite: Mapping[str, str] = field(default_factory=dict)
    pairs: tuple[tuple[Fraction, Fraction], ...] = ()
    initial: str = ""
    notes: tuple[str, ...] = ()


class TreeReader:
    """Reads the worker's terms; collects faults on the way."""

    def __init__(self, text: str, strict: bool) -> None:
        self._text = text
        self._strict = strict
        self._players: tuple[str, ...] = ()
        self._default = False
        self.notes: list[str] = []
        self.faults: list[GameFault] = []

    def game(self, terms: Mapping[str, Term]) -> PlayedProgram | None:
        """The game, or None where faults were found."""
        self._default = said(terms["Default"]) == "yes"
        initials = terms["Initials"]
        start = terms["Start"]
        if not isinstance(start, Struct):
            say = "no initial situation: initial/1 has no solution"
            self._wrong(_error(initials) or say, "initial")
            return None
        players, roles, defaults, opposites, pairs = (self._found(t) for t in start.args)
        self._players = tuple(map(said, players))
        if not self._players:
            self._wrong("no players: initially(player(P), S) has no solution", "initially")
            return None
        if len(set(self._players)) != len(self._players):
            self._wrong("two players have the same name", "initially")
        tree = self._tree(terms["Tree"], ())
        if tree is None or self.faults:
            return None
        chosen = [said(b) for a, b in map(_pair, defaults)]
        return PlayedProgram(
            tree, self._players,
            {said(p): said(r) for p, r in map(_pair, roles)},
            chosen[0] if chosen else "",
            dict(reversed([(said(a), said(b)) for a, b in map(_pair, opposites)])),
            tuple(_numbers(*_pair(p)) for p in pairs if all(isinstance(v, Fraction) for v in _pair(p))),
            said(items(cast("Struct", initials).args[0])[0]),
            tuple(dict.fromkeys(self.notes)),
        )  # fmt: skip

    def _found(self, term: Term) -> tuple[Term, ...]:
        return items(term.args[0]) if isinstance(term, Struct) and term.name == "found" else ()

    def _tree(self, term: Term, path: tuple[str, ...]) -> Tree | None:
        name, args = (term.name, term.args) if isinstance(term, Struct) else (said(term), ())
        match name:
            case "end":
                return self._end(args[0], path)
            case "node":
                return self._node(args, path)
            case "failed":
                self._failed(term)
            case "stuck":
                say = f"nobody can move{_after(path)} and the game is not over there"
                self._wrong(f"{say} (legal/2 and final/1 both fail for {_short(args[0])})", "legal")
            case "deep":
                self._wrong("the game goes on for more than 30 moves", "final")
            case "extra":
                say = f"{said(args[0])} can move again before the others have moved"
                self._wrong(f"{say}: a move must take away control (abnormal/3)", "abnormal")
            case "missing":
                say = f"{said(args[0])} can no longer choose {said(args[1])} after another player has moved"
                self._wrong(f"{say}, although both move at once", "legal")
            case "order":
                say = "the payoffs depend on the order in which players who move at once are taken"
                self._wrong(f"{say}{_after(path)}", "finally")
            case _:
                self._wrong("the program gives no game")
        return None

    def _failed(self, term: Term) -> None:
        say = _error(term)
        unknown = re.match(r"unknown predicate (\w+)/", say)
        self._wrong(say, *([unknown[1]] if unknown else []))

    def _node(self, args: Sequence[Term], path: tuple[str, ...]) -> Node | None:
        movers = [(said(p), tuple(map(said, items(m)))) for p, m in map(_pair, items(args[0]))]
        if strange := [p for p, _ in movers if p not in self._players]:
            self._wrong(f"{strange[0]} moves and is no player", "possible")
            return None
        then: dict[Profile, Tree] = {}
        for branch in items(args[1]):
            joint, below = cast("Struct", branch).args
            chosen = tuple(said(m) for _, m in map(_pair, items(joint)))
            tree = self._tree(below, (*path, *chosen))
            if tree is not None:
                then[chosen] = tree
            elif len(self.faults) >= MOST_FAULTS:
                return None
        if self.faults:
            return None
        indices = tuple(self._players.index(p) for p, _ in movers)
        try:
            return Node(indices, tuple(own for _, own in movers), then)
        except ValueError as error:
            self._wrong(str(error), "possible")
            return None

    def _end(self, term: Term, path: tuple[str, ...]) -> End | None:
        got: dict[str, list[Term]] = {}
        for player, pay in map(_pair, items(term)):
            known = got.setdefault(said(player), [])
            if pay not in known:
                known.append(pay)
        row: list[Fraction] = []
        for who in self._players:
            values = got.get(who, [])
            if not values:
                self._wrong(f"no payoff for {who}{_after(path)}", "payoff", *path)
            elif len(values) > 1 and not (self._strict or self._default):
                several = " and ".join(sorted(map(said, values)))
                self._wrong(f"{who} has several payoffs{_after(path)}: {several}", "payoff", *path)
            elif not isinstance(values[0], Fraction):
                self._wrong(f"the payoff of {who}{_after(path)} is no number: {_short(values[0])}", "payoff")
            else:
                row.append(values[0])
            if len(values) > 1 and self._default:
                self.notes.append(DEFAULT)
        return End(tuple(row)) if len(row) == len(self._players) else None

    def _wrong(self, say: str, predicate: str = "", *args: str) -> None:
        line, clause = where(self._text, predicate, *args) if predicate else (0, "")
        if predicate and not line and args:
            line, clause = where(self._text, predicate)
        self.faults.append(GameFault("runtime", say, line, 1 if line else 0, clause))


def _error(term: Term) -> str:
    """What a caught error says."""
    for part in _parts(term):
        if isinstance(part, Struct) and part.name == "existence_error" and len(part.args) == 2:
            return f"unknown predicate {indicator(part.args[1])}: it is called and has no clauses"
    for part in _parts(term):
        if isinstance(part, Struct) and part.name == "error":
            return f"an error while it ran: {_short(part.args[0])}"
    return "an error while it ran" if isinstance(term, Struct) and term.name == "failed" else ""


def _parts(term: Term) -> Iterator[Term]:
    yield term
    if isinstance(term, Struct):
        for arg in term.args:
            yield from _parts(arg)


def indicator(term: Term) -> str:
    """``name/arity``, without a module in front."""
    if isinstance(term, Struct) and term.name == ":":
        return indicator(term.args[1])
    return "/".join(said(a) for a in term.args) if isinstance(term, Struct) else said(term)


def items(term: Term | None) -> tuple[Term, ...]:
    """The items of a list; none of anything else."""
    return term.items if isinstance(term, Items) else ()


def _numbers(a: Term, b: Term) -> tuple[Fraction, Fraction]:
    return cast("Fraction", a), cast("Fraction", b)


def _pair(term: Term) -> tuple[Term, Term]:
    return (term.args[0], term.args[1]) if isinstance(term, Struct) and len(term.args) == 2 else (term, term)


def said(term: Term) -> str:
    """A term as a name: atoms and strings by their text, anything else as it is written."""
    match term:
        case Atom(name) | Var(name):
            return name
        case Struct("$string", (Atom(text),)):
            return text
    return show(term)


def _after(path: tuple[str, ...]) -> str:
    return f" after {', '.join(path)}" if path else " at the start"


def _short(term: Term) -> str:
    text = show(term)
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


def problem_fault(problem: ProgramProblem) -> GameFault:
    """The guard's complaint about a program, as a fault of the game."""
    level: Level = "runtime" if problem.kind == "error" else "syntactic"
    say = problem.say
    if problem.kind == "syntax" and "end of file" in say:
        say += ": the last clause is open (a full stop, a bracket or a quote is missing)"
    return GameFault(level, say, problem.line, problem.column, problem.clause)
