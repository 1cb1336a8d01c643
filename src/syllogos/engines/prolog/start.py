"""The command that starts a Prolog worker: from a saved state where one can be kept, else from source."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from syllogos.engines.guard.isolation import WorkerLimits, confined
from syllogos.errors import InputError
from syllogos.verdict import Isolation

PROLOG = Path(__file__).parent
WORKER = PROLOG / "worker.pl"
PLAIN = ("-q", "-f", "none", "-F", "none", "--no-packs")
GOAL = ("--no-tty", "--no-signals", "--no-threads", "-g", "syllogos_worker:main", "-t", "halt")
STACKS = 4
"""Prolog's stacks may take one part in this many of a worker's memory."""


def command(isolation: Isolation, limits: WorkerLimits) -> tuple[str, ...]:
    """The confined command of a worker.

    Raises:
        InputError: SWI-Prolog is missing, or does not run.
    """
    found = shutil.which("swipl")
    if found is None:
        raise InputError("SWI-Prolog is missing (apt-get install swi-prolog-nox, or swi-prolog.org)")
    variables = _variables(found)
    home, swipl = variables["PLBASE"], str(Path(found).resolve())
    state = _saved_state(swipl, variables)
    start = ("-x", str(state)) if state else ()
    source = () if state else (str(WORKER),)
    stacks = str(limits.memory // STACKS)  # an argument of ours: a saved state overrides the option
    whole = (swipl, *start, *PLAIN, *GOAL, f"--home={home}", *source, "--", stacks)
    shared = str(Path(variables.get("PLLIBSWIPL") or home).parent)
    read = (home, shared, str(PROLOG), *start[1:])
    return confined(whole, isolation=isolation, read=read, limits=limits)


def _variables(swipl: str) -> Mapping[str, str]:
    """What SWI-Prolog says of itself: home, version, architecture."""
    try:
        said = subprocess.run(
            [swipl, "--dump-runtime-variables"], capture_output=True, text=True, check=True, timeout=60
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError(f"{swipl} does not run: {error}") from error
    pairs = (line.rstrip(";").partition("=") for line in said.splitlines())
    return {name: value.strip('"') for name, _, value in pairs}


def _saved_state(swipl: str, variables: Mapping[str, str]) -> Path | None:
    """A compiled worker in the user's cache, made if need be; None where none can be written.

    It halves the time of a start.  Its name holds a hash of our sources and of SWI-Prolog's
    version, so it is never stale.
    """
    sources = [path.read_bytes() for path in sorted(PROLOG.rglob("*.pl"))]
    key = sha256(repr((swipl, sorted(variables.items()), sources)).encode()).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "syllogos"
    state = folder / f"worker-{key}.prc"
    if state.exists():
        return state
    draft = folder / f"{state.name}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [swipl, *PLAIN, "-o", str(draft), "-c", str(WORKER)],
            capture_output=True, check=True, timeout=120,
        )  # fmt: skip
        draft.replace(state)
    except (OSError, RuntimeError, subprocess.SubprocessError):
        return None
    return state
