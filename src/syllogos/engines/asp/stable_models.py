"""The stable models of an answer-set program of somebody else: looked at, then run in a sealed process."""

from __future__ import annotations

import json
import os
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from syllogos.engines.asp.precheck import precheck
from syllogos.engines.guard.isolation import WorkerLimits, confined
from syllogos.engines.guard.once import once
from syllogos.engines.guard.worker import Death
from syllogos.errors import InputError
from syllogos.verdict import Bounds, Isolation, Status, Verdict

RUN = Path(__file__).parent / "run.py"
ENGINE = "clingo"
MOST_MODELS = 1_000
"""Models that are told; a program with more is stopped."""
LIMITS = WorkerLimits(memory=500_000_000, seconds=20)

StableModels = tuple[tuple[str, ...], ...]
"""The models, each the atoms that it shows."""


async def stable_models(
    text: str,
    *,
    conflicts: int,
    most: int = MOST_MODELS,
    isolation: Isolation = "sealed",
    wall: float = 10.0,
    limits: WorkerLimits = LIMITS,
) -> Verdict[StableModels]:
    """``TRUE`` with every model, ``INCONSISTENT`` where there is none, ``UNKNOWN`` at a limit.

    Args:
        text: the program.
        conflicts: engine steps of the search; grounding has none and is ended by memory and ``wall``.
        most: models; with one more the verdict is ``UNKNOWN``.
        isolation: how the process is shut in.
        wall: seconds after which it is killed.
        limits: what it may take.

    Raises:
        InputError: clingo is missing.
    """
    if problems := precheck(text):
        return Verdict(Status.REJECTED, reason=str(problems[0]), engine=ENGINE)
    start = _command(isolation, limits, conflicts, most)
    reply = await once(start, text.encode(), wall=wall, memory=limits.memory)
    status, models, reason = _read(reply, most)
    bounds, stable = Bounds(conflicts, wall), not isinstance(reply, Death)
    return Verdict(status, models, None, reason, ENGINE, isolation, stable, bounds)


def _read(reply: bytes | Death, most: int) -> tuple[Status, StableModels | None, str]:
    """What a process came to: a status, the models and a reason."""
    if isinstance(reply, Death):
        return Status.UNKNOWN, None, reply.say
    try:
        said = json.loads(reply)
        if "error" in said:
            return Status.REJECTED, None, str(said["error"])
        models = tuple(tuple(map(str, model)) for model in said["models"])
        ended = bool(said["ended"])
    except (ValueError, LookupError, TypeError) as error:
        return Status.UNKNOWN, None, f"the reply cannot be read ({type(error).__name__})"
    if len(models) > most:
        return Status.UNKNOWN, None, f"stopped after {most} models"
    if not ended:
        return Status.UNKNOWN, None, "stopped by the limit of conflicts"
    if not models:
        return Status.INCONSISTENT, (), "there is no stable model"
    return Status.TRUE, models, ""


def packages() -> Path:
    """The folder that clingo's package lies in.

    Raises:
        InputError: clingo is missing.
    """
    spec = find_spec("clingo")
    if spec is None or spec.origin is None:
        raise InputError("clingo is missing; pip install clingo")
    return Path(spec.origin).parents[1]


def _command(isolation: Isolation, limits: WorkerLimits, conflicts: int, most: int) -> tuple[str, ...]:
    """The confined command of the process.

    Raises:
        InputError: clingo is missing.
    """
    folder = str(packages())
    named = (sysconfig.get_path(name) for name in ("stdlib", "platstdlib"))
    base = {
        str(Path(sys.base_prefix) / Path(p).relative_to(sys.prefix))
        for p in named
        if p.startswith(sys.prefix)
    }
    paths = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), *base}
    library = sysconfig.get_config_var("LIBDIR") or ""
    # The seal takes from Python the call with which it opens a program, so the text itself is an argument.
    text = RUN.read_text(encoding="utf-8")
    python = os.path.realpath(sys.executable)
    whole = (python, "-I", "-S", "-c", text, folder, str(conflicts), str(most))
    return confined(
        whole, isolation=isolation, read=(folder, *sorted({*paths, library} - {""})), limits=limits
    )
