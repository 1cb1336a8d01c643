"""The program of a worker: answer set programs in, one a line, and what clingo says of them out."""

from typing import Any

from syllogos.engines.guard.serving import serve

MOST_MESSAGES = 20
"""Messages of clingo on one program that are kept."""


def main() -> None:
    """Answer until the input ends."""
    import clingo  # noqa: PLC0415  (its place is an argument of the worker)

    serve(lambda asked, _: answer(clingo, asked), ValueError)


def answer(clingo: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """What clingo says of each check of a program, or why it cannot be read."""
    messages: list[str] = []
    control = clingo.Control(
        ["--warn=none"], logger=lambda _, text: messages.append(text), message_limit=MOST_MESSAGES
    )
    try:
        control.add("base", [], asked["program"])
        control.ground([("base", [])])
    except RuntimeError as error:
        return {"refused": (messages or [str(error)])[0].strip()[:500]}
    control.configuration.solve.solve_limit = str(asked["steps"])
    return {"checks": [checked(clingo, control, check, asked) for check in asked["checks"]]}


def checked(clingo: Any, control: Any, check: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
    """One check: models in which what is assumed holds; ``minimal``: else which of it cannot be together."""
    assumed = [(clingo.parse_term(atom), holds) for atom, holds in check["assumed"]]
    found = solved(control, assumed, check["models"], asked["atoms"])
    if found["result"] != "unsat" or not check["minimal"]:
        return found
    kept = list(range(len(assumed)))
    for number in tuple(kept):
        fewer = [n for n in kept if n != number]
        again = solved(control, [assumed[n] for n in fewer], 1, asked["atoms"])
        if again["result"] == "unknown":
            return again
        if again["result"] == "unsat":
            kept = fewer
    return {"result": "unsat", "core": kept}


def solved(control: Any, assumed: list[tuple[Any, bool]], models: int, most: int) -> dict[str, Any]:
    """The models of a ground program under assumptions: at most so many, of so many characters together."""
    control.configuration.solve.models = str(models)
    kept: list[list[str]] = []
    with control.solve(assumptions=assumed, yield_=True) as handle:
        for model in handle:
            atoms = sorted(map(str, model.symbols(shown=True)))
            most -= sum(map(len, atoms))
            if most < 0:
                return {"result": "unknown", "why": "the models are too large"}
            kept.append(atoms)
        result = handle.get()
    if result.unsatisfiable:
        return {"result": "unsat", "core": []}
    if not kept:
        return {"result": "unknown", "why": "the limit of conflicts"}
    return {"result": "sat", "models": kept, "complete": bool(result.exhausted)}
