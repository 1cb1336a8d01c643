"""The program of a process: an answer-set program in, its stable models out, as one line of JSON.

Its text is run as ``python -I -S -c TEXT FOLDER CONFLICTS MOST``, where FOLDER holds the package ``clingo``.
"""

import json
import sys
from typing import Any


def main(folder: str, conflicts: str, most: str) -> None:
    """Ground and solve what stands on the standard input."""
    sys.path.append(folder)
    import clingo  # noqa: PLC0415  (its place is an argument)

    sys.stdout.write(json.dumps(solved(clingo, sys.stdin.read(), int(conflicts), int(most))))


def solved(clingo: Any, text: str, conflicts: int, most: int) -> dict[str, Any]:
    """The models, at most one more than ``most``; ``ended``: whether these are all; or the ``error``."""
    notes: list[str] = []
    options = ["--warn=none", f"--models={most + 1}", f"--solve-limit={conflicts}"]
    control = clingo.Control(options, logger=lambda _code, message: notes.append(message))
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as error:
        return {"error": " ".join((notes[0] if notes else str(error)).split())[:300]}
    models: list[list[str]] = []

    def take(model: Any) -> None:
        models.append(sorted(str(symbol) for symbol in model.symbols(shown=True)))

    result = control.solve(on_model=take)
    return {"models": models, "ended": bool(result.exhausted)}


if __name__ == "__main__":
    main(*sys.argv[1:])
