"""What goes to the Prolog worker and what comes back, as text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from syllogos.engines.guard.precheck import ProgramProblem, located, precheck
from syllogos.engines.prolog.terms import Atom, Items, Struct, Term, Var
from syllogos.errors import InputError

STRING = "$string"
"""The functor of a Prolog string, whose argument is its text as an atom."""
FLOAT = "$float"
"""The functor of a float that is no number (infinite, undefined); its argument is an atom."""
RESERVED = re.compile(r"\$+(string|float)")
"""A program's own functors of such names come back with one more ``$``."""

ENDS = ("done", "limit", "memory", "refused", "error")
"""How a goal that ran may end."""

INDICATOR = re.compile(r"[^\s,]+/[0-9]{1,2}")

Library = Literal["situation", "claims", "games"]


@dataclass(frozen=True)
class PrologQuery:
    """A goal to prove in a program that nobody trusts.

    Attributes:
        goal: one goal, such as ``game(s0, F), finally(goal(p1, 5), F)``.
        program: clauses; they may call themselves, the host, the libraries and listed built-ins.
        host: clauses that the program may call and not change.  They pass the same guard.
            What the host calls and nobody defines, the program may define.
        libraries: trusted libraries of ours, protected like the host.
        extendable: ``name/arity`` of host predicates that the program may add clauses to.
        answers: at most this many are looked for.
        seed: of random built-ins.

    Raises:
        InputError: a setting that is no program's fault.
    """

    goal: str
    program: str = ""
    host: str = ""
    libraries: tuple[Library, ...] = ()
    extendable: tuple[str, ...] = ()
    answers: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        if self.answers < 1:
            raise InputError(f"a query looks for at least 1 answer, not {self.answers}")
        if bad := [name for name in self.extendable if not INDICATOR.fullmatch(name)]:
            raise InputError(f"extendable predicates are written name/arity, not {bad[0]!r}")

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts by their names in problems."""
        return {"host": self.host, "program": self.program, "goal": self.goal}


@dataclass(frozen=True)
class Answers:
    """Answers in the order found: variable -> term.  ``complete`` when there are no others."""

    rows: tuple[Mapping[str, Term], ...]
    complete: bool = True


@dataclass(frozen=True)
class WorkerReply:
    """A worker's reply; ``unlisted`` counts problems beyond those that are listed."""

    end: Literal["done", "limit", "memory", "refused", "error", "problems"]
    say: str = ""
    rows: tuple[Mapping[str, Term], ...] = ()
    more: bool = False
    pending: bool = False
    output: str = ""
    problems: tuple[ProgramProblem, ...] = ()
    unlisted: int = 0


def complaints(query: PrologQuery) -> tuple[ProgramProblem, ...]:
    """What speaks against sending the query at all."""
    found = tuple(p for source, text in query.texts.items() for p in precheck(text, source))
    if found or query.goal.strip():
        return found
    return (ProgramProblem("syntax", "there is no goal", "goal", 1, 1),)


def encode(query: PrologQuery, steps: int, ticket: str) -> bytes:
    """The request of a query; its texts have passed :func:`complaints`.  Its reply bears the ``ticket``."""
    texts = tuple(query.texts.values())
    fields = (
        ticket, steps, query.answers, query.seed,
        ",".join(query.libraries) or "-", ",".join(query.extendable) or "-", *map(len, texts),
    )  # fmt: skip
    return (" ".join(map(str, fields)) + "\n" + "".join(texts)).encode()


def decode(line: bytes, query: PrologQuery, ticket: str) -> WorkerReply:
    """The reply of a worker to ``query``.

    Raises:
        ValueError: it is none, is not that of this ``ticket``, holds what cannot be read, or says
            that the worker is no longer itself.
    """
    try:
        said = json.loads(line)
        if said["id"] != ticket:
            raise ValueError
        changed = "changed" in said
        reply = None if changed else _decoded(said, query)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"the worker's reply cannot be read ({type(error).__name__})") from error
    if reply is None:
        raise ValueError("the program changed the worker itself, which is replaced")
    return reply


def _decoded(said: dict[str, Any], query: PrologQuery) -> WorkerReply:
    if "problems" in said:
        problems = tuple(_problem(p, query) for p in said["problems"])
        return WorkerReply("problems", problems=problems, unlisted=said["unlisted"])
    rows = tuple({name: term(tokens) for name, tokens in row} for row in said["answers"])
    if said["end"] not in ENDS:
        raise ValueError(said["end"])
    return WorkerReply(said["end"], said["say"], rows, said["more"], said["pending"], said["output"])


def term(tokens: Sequence[Any]) -> Term:
    """A term from its tokens in prefix order, without recursion.

    Floats become the decimal fraction that they are written as.  What Prolog keeps apart
    stays apart: see :data:`STRING`, :data:`FLOAT` and :data:`RESERVED`.
    """
    done: list[Term] = []
    # Read backwards, the arguments of a functor are on top of the stack, the first one uppermost.
    for token in reversed(_split(tokens)):
        match token:
            case "v", number:
                done.append(Var(f"_{number}"))
            case "n" | "f", text:
                done.append(Fraction(text) if text[-1].isdigit() else Struct(FLOAT, (Atom(text),)))
            case "s", text:
                done.append(Struct(STRING, (Atom(text),)))
            case "a", text:
                done.append(Atom(text))
            case "l", count:
                done.append(Items(_take(done, count)))
            case "c", name, count:
                escape = "$" if count == 1 and RESERVED.fullmatch(name) else ""
                done.append(Struct(escape + name, _take(done, count)))
    return done.pop()


def _split(tokens: Sequence[Any]) -> list[tuple[Any, ...]]:
    found, at = [], 0
    while at < len(tokens):
        size = 3 if tokens[at] == "c" else 2
        found.append(tuple(tokens[at : at + size]))
        at += size
    return found


def _take(done: list[Term], count: int) -> tuple[Term, ...]:
    taken = tuple(reversed(done[len(done) - count :]))
    del done[len(done) - count :]
    return taken


def _problem(said: Sequence[Any], query: PrologQuery) -> ProgramProblem:
    source, kind, start, end, say = said
    return located(query.texts.get(source, ""), kind, start, end, say, source)
