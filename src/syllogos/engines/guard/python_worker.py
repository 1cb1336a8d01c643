"""The command that starts a worker which is a module of ours around an engine's Python package."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from syllogos.engines.guard.isolation import WorkerLimits, confined
from syllogos.errors import InputError
from syllogos.verdict import Isolation

OURS = Path(__file__).parents[2]
"""The folder of our own package."""


def python_worker(
    module: str, packages: Sequence[str], missing: str, *, isolation: Isolation, limits: WorkerLimits
) -> tuple[str, ...]:
    """The confined command of a worker, which calls the ``main`` of a module of ours.

    Args:
        module: its full name.
        packages: what it imports beside the standard library, by the names of modules.
        missing: what to say where one of these is not installed.
        isolation, limits: as for any worker.

    Raises:
        InputError: a package is missing.
    """
    places = [_place(package) for package in packages]
    known = [place for place in places if place is not None]
    if len(known) < len(places):
        raise InputError(missing)
    folders = tuple(dict.fromkeys(str(place.parent) for place in (OURS, *known)))
    text = f"import sys; sys.path += sys.argv[1:]; from {module} import main; main()"
    # The seal takes from Python the call with which it opens a program, so the program is an argument.
    whole = (os.path.realpath(sys.executable), "-I", "-S", "-c", text, *folders)
    # A module is found by listing the folder that it lies in, so all of the folder can be read.
    return confined(whole, isolation=isolation, read=(*folders, *_standard_library()), limits=limits)


def _place(package: str) -> Path | None:
    """The folder of a package, or the file of a module."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    origin = Path(spec.origin)
    return origin.parent if spec.submodule_search_locations else origin


def _standard_library() -> tuple[str, ...]:
    paths = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    library = sysconfig.get_config_var("LIBDIR") or ""
    base = {
        str(Path(sys.base_prefix) / Path(p).relative_to(sys.prefix))
        for p in paths
        if p.startswith(sys.prefix)
    }
    return tuple(sorted({*paths, *base, library} - {""}))
