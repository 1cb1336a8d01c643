"""How long the first use takes: a whole process that checks a text or reads a log, beside one with pydantic.

And how long the package takes to import, and the command line to say what it can do.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from _measure import ROOT, emit, process_cpu_ms, side_by_side

TEXT = "If we both cooperate I get 3."
LOG = "me Ada: Plum, Rope, Hall\\nplayers Ada 3, Ben 3, Cleo 3, Dan 3, Eve 3, Fay 3"
TIMES = 15
MOST = 2.5
"""First use may take so many times as long as a process that imports pydantic."""


def main() -> None:
    """Print the measures."""
    with tempfile.TemporaryDirectory() as folder:
        # Installed packages have their bytecode; a checkout has it after the first run.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        first_use(Path(folder, "text.txt"))
        imports()


def first_use(text: Path) -> None:
    """Processor time of whole processes, each as a multiple of ``python -c "import pydantic"``."""
    text.write_text(TEXT, encoding="utf-8")
    module = (sys.executable, "-m", "syllogos")
    calls = {
        "syllogos.check": (sys.executable, "-c", f"import syllogos; syllogos.check({TEXT!r}, 'pd')"),
        "syllogos check": (*module, "check", str(text), "--game", "pd"),
        "syllogos.deduce": (sys.executable, "-c", f'import syllogos; syllogos.deduce("{LOG}")'),
        "syllogos deduce": (*module, "deduce", str(ROOT / "demo" / "clue.txt")),
    }
    commands = [(sys.executable, "-c", "import pydantic"), *calls.values()]
    for command in commands:
        process_cpu_ms(command)
    pydantic, *times = side_by_side(
        TIMES, *(lambda command=command: process_cpu_ms(command) for command in commands)
    )
    for name, ms in zip(calls, times, strict=True):
        emit(f"first use: {name}", ms, "ms", budget=MOST * pydantic, baseline=pydantic)


def imports() -> None:
    """Each beside an empty interpreter, whose time is taken off, and beside the packages it stands on."""

    def python(code: str) -> float:
        return process_cpu_ms([sys.executable, "-c", code])

    empty, package, pydantic, api, help_, typer = side_by_side(
        9,
        lambda: python("pass"),
        lambda: python("import syllogos"),
        lambda: python("import pydantic"),
        lambda: python("import syllogos.api"),
        lambda: process_cpu_ms([sys.executable, "-m", "syllogos", "--help"]),
        lambda: python("import typer, rich.table, rich.panel"),
    )
    emit("import syllogos", package - empty, "ms", budget=150, baseline=pydantic - empty)
    emit("import syllogos.api", api - empty, "ms", baseline=pydantic - empty)
    emit("syllogos --help", help_, "ms", budget=300, baseline=typer)


if __name__ == "__main__":
    main()
