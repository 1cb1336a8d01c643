"""The program of a worker: problems in, one a line, and what cvc5 says of them out.

What it is given is made by :mod:`syllogos.logic.languages.smtlib` with numbered names; nobody else's text
gets here.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

from syllogos.engines.guard.serving import serve

Cvc5Names = dict[str, Any]
"""What cvc5 calls sorts and symbols, by name."""
STEPS_OF_A_UNIT = 40
"""cvc5's resource units are so much larger than Z3's that the same steps are about the same work."""
FEW = 80_000
"""Steps of the first two tries: most questions need no more, by one or the other."""
MOST_CELLS = 20_000
"""Places of a table that are read from a model."""

MODELS = {"finite-model-find": "true"}
"""Reynolds, Tinelli, Goel and Krstić, "Finite model finding in SMT", 2013: finds models, and proofs too."""
BOTH = {**MODELS, "e-matching": "true"}
"""The same, with instances by matching terms."""
PROOFS = {"full-saturate-quant": "true"}
"""Instances by matching terms, then of everything: finds proofs where there is no finite model."""


def main() -> None:
    """Answer until the input ends."""
    import cvc5  # noqa: PLC0415  (its place is an argument of the worker)

    serve(lambda asked, _: answer(cvc5, asked), RuntimeError)


def answer(cvc5: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """What cvc5 says of each check: ``sat`` with a model, ``unsat`` with a core, ``unknown`` with why."""
    manager = cvc5.TermManager()
    sorts, declared, formulas = read(cvc5, manager, asked)
    said = []
    for check in asked["checks"]:
        terms = [(n, formulas[n] if is_so else formulas[n].notTerm()) for n, is_so in check["formulas"]]
        few = min(FEW, asked["steps"])
        for options, steps in (
            (MODELS, few),
            (PROOFS, few),
            (BOTH, asked["steps"]),
            (PROOFS, asked["steps"]),
        ):
            solver = prepared(cvc5, manager, options, steps)
            for _, term in terms:
                solver.assertFormula(term)
            found = checked(solver, terms)
            if found["result"] != "unknown":
                break
        if found["result"] == "sat" and check["model"]:
            found["model"] = tables(cvc5, manager, solver, sorts, declared, asked)
        said.append(found)
    return {"checks": said}


def read(cvc5: Any, manager: Any, asked: dict[str, Any]) -> tuple[Cvc5Names, Cvc5Names, list[Any]]:
    """The sorts and symbols by name, and the formulas by number."""
    solver = cvc5.Solver(manager)
    solver.setLogic("UF")
    parser = cvc5.InputParser(solver)
    symbols = parser.getSymbolManager()
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, asked["script"], "script")
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, symbols)
    sorts = {str(sort): sort for sort in symbols.getDeclaredSorts()}
    declared = {str(term): term for term in symbols.getDeclaredTerms()}
    formulas = []
    for formula in asked["formulas"]:
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, formula, "formula")
        formulas.append(parser.nextTerm())
    return sorts, declared, formulas


def prepared(cvc5: Any, manager: Any, options: dict[str, str], steps: int) -> Any:
    """A solver with its limits."""
    solver = cvc5.Solver(manager)
    units = str(max(1, steps // STEPS_OF_A_UNIT))
    wanted = {"produce-models": "true", "produce-unsat-cores": "true", "rlimit-per": units, "seed": "1"}
    for name, value in {**wanted, **options}.items():
        solver.setOption(name, value)
    solver.setLogic("UF")
    return solver


def checked(solver: Any, terms: Sequence[tuple[int, Any]]) -> dict[str, Any]:
    """One check of a solver."""
    result = solver.checkSat()
    if result.isUnsat():
        core = set(solver.getUnsatCore())
        return {"result": "unsat", "core": sorted(n for n, term in terms if term in core)}
    if result.isSat():
        return {"result": "sat", "model": None}
    why = str(result.getUnknownExplanation()).rpartition(".")[2].lower().replace("_", " ")
    return {"result": "unknown", "why": why}


def tables(
    cvc5: Any, manager: Any, solver: Any, sorts: Cvc5Names, declared: Cvc5Names, asked: dict[str, Any]
) -> dict[str, Any] | None:
    """A model as tables over its elements by number, or None where it is large or open."""
    elements = {}
    for name, sort in sorts.items():
        wanted = asked["elements"].get(name)
        found = (
            solver.getModelDomainElements(sort)
            if wanted is None
            else [solver.getValue(declared[one]) for one in wanted]
        )
        elements[name] = list({str(one): one for one in found}.values())
    numbers = {name: {str(e): n for n, e in enumerate(ones)} for name, ones in elements.items()}
    rows, cells = {}, 0
    for name, arguments, value in asked["symbols"]:
        places = list(product(*(elements[a] for a in arguments)))
        cells += len(places)
        if cells > MOST_CELLS:
            return None
        row = []
        for place in places:
            term = manager.mkTerm(cvc5.Kind.APPLY_UF, declared[name], *place) if place else declared[name]
            got = solver.getValue(term)
            row.append(numbers[value].get(str(got)) if value in numbers else int(got.getBooleanValue()))
        rows[name] = row
    return {"sizes": {name: len(ones) for name, ones in elements.items()}, "tables": rows}
