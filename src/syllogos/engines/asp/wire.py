"""What goes to a worker of clingo and what comes back: a program with checks, and models."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from syllogos.logic.languages.asp import AspLiteral

MOST_CONFLICTS = 2**31 - 1
"""The largest limit that clingo takes."""
MOST_ATOMS = 400_000
"""Characters of the models of one check."""
ATOM = re.compile(r"([a-z]+\d*)(?:\(([\d,]+)\))?")


@dataclass(frozen=True)
class AspCheck:
    """One question: whether a program has a stable model in which what is assumed holds.

    Attributes:
        assumed: what has to hold, and what must not.
        models: how many models are wanted; 0 for all.
        minimal: whether, when there is none, it is asked which assumptions are needed for that.
    """

    assumed: tuple[AspLiteral, ...] = ()
    models: int = 1
    minimal: bool = False


@dataclass(frozen=True)
class AspResult:
    """The reply to a check.

    Attributes:
        models: the atoms of each, as text.
        complete: whether there are no other models.
        core: for ``unsat`` the places of assumptions of which none can be left out.
        why: for ``unknown`` the limit.
    """

    result: Literal["sat", "unsat", "unknown"]
    models: tuple[tuple[str, ...], ...] = ()
    complete: bool = True
    core: tuple[int, ...] = ()
    why: str = ""


class RefusedError(Exception):
    """A program that clingo cannot read or ground."""


def request(program: str, checks: Sequence[AspCheck], steps: int, ticket: str) -> bytes:
    """The line of a worker; ``steps`` are conflicts."""
    asked = {
        "id": ticket,
        "program": program,
        "steps": min(steps, MOST_CONFLICTS),
        "atoms": MOST_ATOMS,
        "checks": [
            {
                "assumed": [[str(literal.atom), literal.holds] for literal in check.assumed],
                "models": check.models,
                "minimal": check.minimal,
            }
            for check in checks
        ],
    }
    return (json.dumps(asked) + "\n").encode()


def results(line: bytes, ticket: str) -> tuple[AspResult, ...]:
    """What a worker's reply says.

    Raises:
        RefusedError: the program is none.
        ValueError: it cannot be read, or is not that of this ``ticket``.
    """
    try:
        said = json.loads(line)
        if said["id"] != ticket or "error" in said:
            raise ValueError(said.get("error", "a reply to another question"))
        if "refused" in said:
            raise RefusedError(str(said["refused"]))
        return tuple(_result(one) for one in said["checks"])
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"the worker's reply cannot be read ({type(error).__name__})") from error


def _result(said: Mapping[str, Any]) -> AspResult:
    match said["result"]:
        case "unsat":
            return AspResult("unsat", core=tuple(said["core"]))
        case "sat":
            return AspResult("sat", tuple(map(tuple, said["models"])), said["complete"])
    return AspResult("unknown", why=str(said["why"])[:200])


def atoms(model: Sequence[str]) -> list[tuple[str, tuple[int, ...]]]:
    """The atoms of a model of one of our programs, whose arguments are numbers."""
    matches = (ATOM.fullmatch(atom) for atom in model)
    return [(m[1], tuple(map(int, (m[2] or "").split(","))) if m[2] else ()) for m in matches if m]
