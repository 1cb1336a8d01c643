"""The program of a worker: problems in, one a line, and what Z3 says of them out.

What it is given is made by :mod:`syllogos.logic.languages.smtlib` with numbered names; nobody else's text
gets here.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import Any

from syllogos.engines.guard.serving import serve

Z3Names = dict[str, Any]
"""What Z3 calls sorts and symbols, by name."""
FEW = 50_000
"""Steps of the first try, which follows long chains and may follow endless ones."""
MOST_CELLS = 20_000
"""Places of a table that are read from a model that is wanted."""
FEW_CELLS = 400
"""Places of a table that are read from a model that is only at hand."""

DEEP = {"qi.eager_threshold": 200.0, "qi.lazy_threshold": 400.0}
"""How far instances of instances are followed: as it is set up, Z3 gives up a chain of twenty rules."""


def main() -> None:
    """Answer until the input ends."""
    import z3  # noqa: PLC0415  (its place is an argument of the worker)

    # A new context for each request, so that none depends on those before.
    serve(lambda asked, context: answer(z3, context, asked), z3.Z3Exception, z3.Context)


def answer(z3: Any, context: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """What Z3 says of each check: ``sat`` with a model, ``unsat`` with a core, ``unknown`` with why."""
    text = asked["script"] + "".join(f"(assert {formula})\n" for formula in asked["formulas"])
    formulas = list(z3.parse_smt2_string(text, ctx=context))
    wanted = [[(n, is_so) for n, is_so in check["formulas"]] for check in asked["checks"]]
    everywhere = set(wanted[0]).intersection(*wanted)
    quick = z3.SimpleSolver(ctx=context)
    quick.set(rlimit=min(FEW, asked["steps"]), **DEEP)
    track(z3, quick, formulas, (one for one in wanted[0] if one in everywhere))
    said, models = [], []
    for chosen in wanted:
        quick.push()
        track(z3, quick, formulas, (one for one in chosen if one not in everywhere))
        found, model = checked(z3, quick)
        for thresholds, steps in ((DEEP, min(FEW, asked["steps"])), ({}, asked["steps"])):
            if found["result"] != "unknown":
                break
            # By itself, and not between others of one request, it is worked on in another way.
            solver = z3.Solver(ctx=context)
            solver.set(rlimit=steps, **thresholds)
            track(z3, solver, formulas, chosen)
            found, model = checked(z3, solver)
        quick.pop()
        said.append(found)
        models.append(model)
    proved = any(found["result"] == "unsat" for found in said)
    for check, found, model in zip(asked["checks"], said, models, strict=True):
        # Where something is proved, a model that is only at hand is of no use.
        cells = MOST_CELLS if check["model"] else FEW_CELLS if check["glance"] and not proved else 0
        if model is not None:
            found["model"] = tables(z3, model, context, asked, cells) if cells else None
    return {"checks": said}


def track(z3: Any, solver: Any, formulas: Any, chosen: Iterable[tuple[int, bool]]) -> None:
    """Assert numbered formulas, or their negations, so that a core names them."""
    for number, is_so in chosen:
        solver.assert_and_track(formulas[number] if is_so else z3.Not(formulas[number]), f"a{number}")


def checked(z3: Any, solver: Any) -> tuple[dict[str, Any], Any]:
    """One check of a solver, and its model."""
    result = solver.check()
    if result == z3.unsat:
        core = sorted(int(name.decl().name()[1:]) for name in solver.unsat_core())
        return {"result": "unsat", "core": core}, None
    if result == z3.unknown:
        return {"result": "unknown", "why": solver.reason_unknown()}, None
    return {"result": "sat"}, solver.model()


def tables(z3: Any, model: Any, context: Any, asked: dict[str, Any], most: int) -> dict[str, Any] | None:
    """A model as tables over its elements by number, or None where it has no finite domain or more places."""
    sorts: Z3Names = {name: z3.DeclareSort(name, context) for name in asked["sorts"]}
    kinds = {**sorts, "Bool": z3.BoolSort(context)}
    declared: Z3Names = {
        name: z3.Function(name, *(sorts[a] for a in arguments), kinds[value])
        for name, arguments, value in asked["symbols"]
    }
    elements = {
        name: chosen(z3, model, sort, [declared[one] for one in asked["elements"].get(name, ())])
        for name, sort in sorts.items()
    }
    sizes = {name: len(ones) for name, ones in elements.items()}
    if sum(prod(sizes[a] for a in arguments) for _, arguments, _ in asked["symbols"]) > most:
        return None
    # Z3 keeps one copy of each expression, so that its number is as good as its text, which takes long.
    numbers = {
        name: {z3.Z3_get_ast_id(context.ref(), e.as_ast()): n for n, e in enumerate(ones)}
        for name, ones in elements.items()
    }
    return {
        "sizes": sizes,
        "tables": {
            name: [
                numbers[value].get(z3.Z3_get_ast_id(context.ref(), got))
                if value in numbers
                else int(z3.Z3_get_bool_value(context.ref(), got) == z3.Z3_L_TRUE)
                for got in values(z3, model, context, declared[name], [elements[a] for a in arguments])
            ]
            for name, arguments, value in asked["symbols"]
        },
    }


def values(z3: Any, model: Any, context: Any, declared: Any, columns: list[list[Any]]) -> Iterator[Any]:
    """What a function or predicate gives for all arguments, by Z3's calls themselves: a wrapper of each
    expression would take ten times as long.  A value is good until the next one is asked for."""
    reference, got = context.ref(), (z3.Ast * 1)()
    for place in product(*([e.as_ast() for e in column] for column in columns)):
        called = z3.Z3_mk_app(reference, declared.as_func_decl(), len(place), (z3.Ast * len(place))(*place))
        if not z3.Z3_model_eval(reference, model.model, called, True, got):
            raise z3.Z3Exception("a place of a model has no value")
        yield got[0]


def chosen(z3: Any, model: Any, sort: Any, named: list[Any]) -> list[Any]:
    """The elements of a sort in a model: those with names, where some have one."""
    if named:
        return list({e.get_id(): e for e in (model.eval(one(), True) for one in named)}.values())
    universe = model.get_universe(sort)
    return list(universe) if universe is not None else [model.eval(z3.Const("any", sort), True)]
