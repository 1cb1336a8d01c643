"""Running the solver half of a system again on recorded output."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from syllogos import plugins
from syllogos.errors import InputError
from syllogos.text.arguments import PATH, check_argument


def replay(
    kind: str, *files: str | Path, watch: Callable[[int, int], None] | None = None, **options: object
) -> dict[str, Any]:
    """What the solvers say of recorded output, no model asked.

    Args:
        kind: what was recorded, such as ``lelma`` or ``clue``.
        files: recorded output, JSON lines.
        watch: told how many rows are done and of how many, by replays that take long.
        options: options of that replay, such as ``translator="rules"``.

    Returns:
        The figures; of several files those of each, by its name.

    Raises:
        SyllogosError: an unknown kind or option, or a file that cannot be read.
    """
    check_argument("kind", kind, str)
    if not files:
        raise InputError(f"replay {kind}: name at least one file of recorded output")
    for file in files:
        check_argument("files", file, *PATH)
    figures = plugins.load("replays", kind)
    known = inspect.signature(figures).parameters
    if strange := [name for name in options if name not in known]:
        raise InputError(f"replay {kind} takes no --{strange[0]}")
    checked = plugins.configure(figures, options, given=1)
    if "watch" in known:
        checked |= {"watch": watch}
    results: dict[str, Any] = {str(file): figures(Path(file), **checked) for file in files}
    if len(results) == 1:
        one: dict[str, Any] = next(iter(results.values()))
        return one
    return results
