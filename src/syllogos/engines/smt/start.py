"""The command that starts a worker of Z3."""

from __future__ import annotations

import os
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from syllogos.engines.guard.isolation import WorkerLimits, confined
from syllogos.errors import InputError
from syllogos.verdict import Isolation

WORKER = Path(__file__).parent / "worker.py"


def command(isolation: Isolation, limits: WorkerLimits) -> tuple[str, ...]:
    """The confined command of a worker.

    Raises:
        InputError: Z3 is missing.
    """
    spec = find_spec("z3")
    if spec is None or spec.origin is None:
        raise InputError("Z3 is missing; pip install z3-solver")
    package = Path(spec.origin).parent
    python = os.path.realpath(sys.executable)
    paths = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    library = sysconfig.get_config_var("LIBDIR") or ""
    base = {
        str(Path(sys.base_prefix) / Path(p).relative_to(sys.prefix))
        for p in paths
        if p.startswith(sys.prefix)
    }
    read = (str(package), *sorted({*paths, *base, library} - {""}))
    # The seal takes from Python the call with which it opens a program, so the text itself is an argument.
    whole = (python, "-I", "-S", "-c", WORKER.read_text(encoding="utf-8"), str(package.parent))
    return confined(whole, isolation=isolation, read=read, limits=limits)
