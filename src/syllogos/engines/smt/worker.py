"""The program of a worker: problems in, one a line, and what Z3 says of them out.

What it is given is made by :mod:`syllogos.logic.languages.smtlib` with numbered names; nobody else's text
gets here.
"""

from itertools import product
from typing import Any

from syllogos.engines.guard.serving import serve

Names = dict[str, Any]
"""What Z3 calls sorts and symbols, by name."""
FEW = 50_000
"""Steps of the first try, which follows long chains and may follow endless ones."""
MOST_CELLS = 20_000
"""Places of a table that are read from a model."""


DEEP = {"qi.eager_threshold": 200.0, "qi.lazy_threshold": 400.0}
"""How far instances of instances are followed: as it is set up, Z3 gives up a chain of twenty rules."""


def main() -> None:
    """Answer until the input ends."""
    import z3  # noqa: PLC0415  (its place is an argument of the worker)

    serve(lambda asked: answer(z3, asked), z3.Z3Exception)


def answer(z3: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """What Z3 says of each check: ``sat`` with a model, ``unsat`` with a core, ``unknown`` with why."""
    context = z3.Context()
    sorts = {name: z3.DeclareSort(name, context) for name in asked["sorts"]}
    kinds = {**sorts, "Bool": z3.BoolSort(context)}
    declared = {
        name: z3.Function(name, *(sorts[a] for a in arguments), kinds[value])
        for name, arguments, value in asked["symbols"]
    }
    text = asked["script"] + "".join(f"(assert {formula})\n" for formula in asked["formulas"])
    formulas = z3.parse_smt2_string(text, ctx=context)
    said = []
    for check in asked["checks"]:
        tracked = [(f"a{n}", formulas[n] if is_so else z3.Not(formulas[n])) for n, is_so in check["formulas"]]
        for thresholds, steps in ((DEEP, min(FEW, asked["steps"])), ({}, asked["steps"])):
            solver = z3.Solver(ctx=context)
            solver.set(rlimit=steps, **thresholds)
            for name, formula in tracked:
                solver.assert_and_track(formula, name)
            found = checked(z3, solver, sorts, declared, asked, check["model"])
            if found["result"] != "unknown":
                break
        said.append(found)
    return {"checks": said}


def checked(
    z3: Any, solver: Any, sorts: Names, declared: Names, asked: dict[str, Any], model: bool
) -> dict[str, Any]:
    """One check of a solver."""
    result = solver.check()
    if result == z3.unsat:
        return {"result": "unsat", "core": sorted(int(str(name)[1:]) for name in solver.unsat_core())}
    if result == z3.unknown:
        return {"result": "unknown", "why": solver.reason_unknown()}
    return {"result": "sat", "model": tables(z3, solver.model(), sorts, declared, asked) if model else None}


def tables(
    z3: Any, model: Any, sorts: Names, declared: Names, asked: dict[str, Any]
) -> dict[str, Any] | None:
    """A model as tables over its elements by number, or None where it has no finite domain or is large."""
    elements = {}
    for name, sort in sorts.items():
        wanted = asked["elements"].get(name)
        if wanted is None:
            universe = model.get_universe(sort)
            elements[name] = (
                list(universe) if universe is not None else [model.eval(z3.Const("any", sort), True)]
            )
        else:
            elements[name] = list(
                {str(e): e for e in (model.eval(declared[one](), True) for one in wanted)}.values()
            )
    numbers = {name: {str(e): n for n, e in enumerate(ones)} for name, ones in elements.items()}
    read, cells = {}, 0
    for name, arguments, value in asked["symbols"]:
        places = list(product(*(range(len(elements[a])) for a in arguments)))
        cells += len(places)
        if cells > MOST_CELLS:
            return None
        row = []
        for place in places:
            chosen = [elements[a][n] for a, n in zip(arguments, place, strict=False)]
            got = model.eval(declared[name](*chosen), True)
            row.append(numbers[value].get(str(got)) if value in numbers else int(z3.is_true(got)))
        read[name] = row
    return {"sizes": {name: len(ones) for name, ones in elements.items()}, "tables": read}
