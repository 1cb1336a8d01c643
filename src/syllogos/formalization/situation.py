"""Games as Prolog programs for the situation calculus: what such a program has, and printing one.

A program gives ``initial/1``, ``initially/2``, ``possible/2``, ``legal/2``, ``effect/3``,
``abnormal/3``, ``final/1`` and ``finally/2`` (GAMA paper, section 3.5); the rules that hold in
every game can come from here instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from syllogos.engines.prolog.terms import Atom, Struct, show
from syllogos.formalization.facts import GameFacts

REQUIRED = ("initially/2", "possible/2")
"""What only the program's author can say, beside the payoffs."""

COMPLETIONS: Mapping[str, str] = {
    "initial/1": "initial(S) :- once((initially(player(_), S), ground(S))).",
    "legal/2": "legal(move(P, M), S) :- possible(move(P, M), S), holds(control(P), S).",
    "effect/3": "effect(did(P, M), move(P, M), _).",
    "abnormal/3": "abnormal(control(P), move(P, _), _).",
    "final/1": "final(do(M, S)) :- \\+ holds(control(_), do(M, S)).",
    "finally/2": """\
finally(outcome(P1, M1, U1, P2, M2, U2), S) :-
    final(S),
    'first and second'(P1, P2, S),
    holds(did(P1, M1), S), holds(did(P2, M2), S),
    payoff(M1, M2, U1, U2).
finally(goal(P, U), S) :-
    finally(outcome(P1, _, U1, P2, _, U2), S),
    ( P = P1, U = U1 ; P = P2, U = U2 ).
'first and second'(P1, P2, S) :- holds(role(P1, row), S), holds(role(P2, col), S), P1 \\== P2, !.
'first and second'(P1, P2, S) :- findall(P, holds(player(P), S), Ps), list_to_set(Ps, [P1, P2]).""",
}
"""What every game of one move each has, by predicate: our own wording of the standard rules."""

GOAL = "'game report'(Known, Default, Initials, Start, Tree)"
"""What the trusted library ``games`` is asked of a program: its whole game as one term."""


@dataclass(frozen=True)
class Cleaned:
    """A program without what is around it; lines keep their numbers.  ``removed`` says what was."""

    text: str
    removed: tuple[str, ...] = ()


FENCE = re.compile(r"^\s*(```|~~~)")
FOREIGN = re.compile(r"^(\s*)(//|#(?!\s*[<>=\\]))(.*)$")
START = re.compile(r"^\s*(%|/\*|:-|'|[a-z]\w*\s*(\(|:-|-->|\.))")


def cleaned(text: str) -> Cleaned:
    """``text`` without Markdown fences, with the comment marks of other languages made Prolog's.

    Where there are fences, only what is inside is the program.
    """
    removed: dict[str, None] = {}
    fenced = sum(1 for line in text.splitlines() if FENCE.match(line)) >= 1
    inside = not (fenced and _opens_later(text))
    lines = []
    for line in text.splitlines():
        if FENCE.match(line):
            removed["Markdown fences"] = None
            inside = not inside
            lines.append("")
        elif fenced and not inside:
            if line.strip():
                removed["text around the program"] = None
            lines.append("")
        elif found := FOREIGN.match(line):
            removed[f"comments marked {found[2]}"] = None
            lines.append(f"{found[1]}%{found[3]}")
        else:
            lines.append(line)
    if not removed:
        return Cleaned(text)
    return Cleaned("\n".join(lines) + "\n", tuple(removed))


def _opens_later(text: str) -> bool:
    """Whether the first fence opens the program: nothing before it looks like a clause."""
    for line in text.splitlines():
        if FENCE.match(line):
            return True
        if START.match(line) and not FOREIGN.match(line):
            return False
    return False


def completed(program: str, missing: Iterable[str]) -> str:
    """``program`` with the standard rules of the predicates ``missing`` added at its end."""
    added = "\n".join(COMPLETIONS[name] for name in missing)
    return f"{program}\n{added}\n" if added else program


def print_situation(facts: GameFacts) -> str:
    """A whole program for the situation calculus that plays as ``facts`` says."""
    form, players = facts.form, [_atom(p) for p in facts.form.players]
    numbers = range(1, len(players) + 1)
    moves = [f"M{i}" for i in numbers]
    pays = [f"U{i}" for i in numbers]
    lines = ["initial(s0).", ""]
    lines += [f"initially(player({p}), s0)." for p in players]
    lines += [f"initially(role({p}, {_atom(r)}), s0)." for p, r in zip(players, facts.roles, strict=True)]
    lines += [f"initially(control({players[i]}), s0)." for i in facts.order[0]]
    for i, own in enumerate(form.actions):
        default = facts.default if facts.default in own else own[0]
        lines.append(f"initially(default_move({players[i]}, {_atom(default)}), s0).")
    lines.append("")
    for player, own in zip(players, form.actions, strict=True):
        lines += [f"possible(move({player}, {_atom(a)}), _)." for a in own]
    lines += ["", *(_text(name) for name in ("legal/2", "effect/3", "abnormal/3")), *_passing(facts, players)]
    lines += ["", _text("final/1"), ""]
    for profile, row in form.payoffs.items():
        lines.append(f"payoff({', '.join(map(_atom, profile))}, {', '.join(map(_number, row))}).")
    did = ", ".join(f"holds(did({p}, {m}), S)" for p, m in zip(players, moves, strict=True))
    lines += ["", f"finally(payoffs({', '.join(pays)}), S) :-", f"    final(S), {did},"]
    lines += [f"    payoff({', '.join((*moves, *pays))})."]
    for player, pay in zip(players, pays, strict=True):
        some = ", ".join(u if u == pay else "_" for u in pays)
        lines.append(f"finally(goal({player}, {pay}), S) :- finally(payoffs({some}), S).")
    if len({frozenset(own) for own in form.actions}) == 1 and len(form.actions[0]) == 2:
        a, b = map(_atom, form.actions[0])
        lines += ["", f"opposite_move({a}, {b}).", f"opposite_move({b}, {a})."]
    return "\n".join(lines) + "\n"


def _passing(facts: GameFacts, players: list[str]) -> list[str]:
    """Control goes to the next stage when the last of this one has moved."""
    rules = []
    for here, after in zip(facts.order, facts.order[1:], strict=False):
        for i in here:
            others = [f"\\+ holds(control({players[j]}), S)" for j in here if j != i]
            body = f" :- {', '.join(others)}" if others else ""
            rules += [f"effect(control({players[n]}), move({players[i]}, _), S){body}." for n in after]
    return [rule if ":-" in rule else rule.replace(", S).", ", _).") for rule in rules]


def _text(name: str) -> str:
    return COMPLETIONS[name]


def _atom(name: str) -> str:
    return show(Atom(name))


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    return show(Struct("/", (Fraction(value.numerator), Fraction(value.denominator)))).replace("'/'", "/")
