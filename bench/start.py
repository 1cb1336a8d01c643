"""How long the package takes to import, and the command line to say what it can do."""

from __future__ import annotations

import sys

from _measure import emit, process_cpu_ms, side_by_side


def main() -> None:
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
