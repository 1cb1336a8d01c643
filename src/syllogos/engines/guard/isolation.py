"""How far a worker can be shut in on this machine, and the command that does it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from syllogos.errors import InputError
from syllogos.verdict import Isolation

if sys.platform != "win32":
    from syllogos.engines.guard import seal

LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
LOADERS = ("/lib64/ld-*.so*", "/lib/ld-*.so*", "/usr/lib64/ld-*.so*", "/lib/*/ld-*.so*")


@dataclass(frozen=True)
class WorkerLimits:
    """What a worker may take: bytes of address space, and seconds of processor time in its life."""

    memory: int = 1_000_000_000
    seconds: int = 600


def available() -> tuple[Isolation, str]:
    """The strongest isolation this machine gives, and why not more (empty when it is ``sealed``)."""
    if sys.platform == "win32":
        return "none", "workers need POSIX pipes and limits"
    if sys.platform != "linux":
        return "guarded", f"Landlock and seccomp are Linux's, this is {platform.system()}"
    if platform.machine() not in seal.ARCHITECTURES:
        return "guarded", f"the filter of system calls knows {', '.join(seal.ARCHITECTURES)} only"
    if not seal.landlock_version():
        return "guarded", "this kernel or container has no Landlock (Linux 5.13, not blocked by its sandbox)"
    if not seal.has_filters():
        return "guarded", "this kernel or container takes no seccomp filters"
    return "sealed", ""


def require(wanted: Isolation) -> None:
    """Complain when this machine cannot give the isolation that is ``wanted``.

    Raises:
        InputError: with the reason and the mend.
    """
    best, why = available()
    if best == "none" or (wanted == "sealed" and best != "sealed"):
        mend = "" if best == "none" else "; isolation 'guarded' runs without, if you say so"
        raise InputError(f"programs cannot be sealed here: {why}{mend}")


def confined(
    command: Sequence[str], *, isolation: Isolation, read: Sequence[str], limits: WorkerLimits
) -> tuple[str, ...]:
    """``command`` with its powers given up: limits always, files and system calls when sealed.

    Args:
        command: the program by its full path, and its arguments.
        isolation: ``sealed`` or ``guarded``.
        read: files and folders it must read, beside the system's libraries.
        limits: what it may take.
    """
    loaders = [str(p.resolve()) for pattern in LOADERS for p in Path("/").glob(pattern.removeprefix("/"))]
    fields = (isolation, str(limits.memory), str(limits.seconds), "\n".join([*read, *LIBRARIES]))
    return (
        sys.executable, "-I", "-S", seal.__file__, *fields, "\n".join([command[0], *loaders]), *command,
    )  # fmt: skip
