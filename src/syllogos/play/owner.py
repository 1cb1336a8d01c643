"""Who holds a lease: this process, told apart from any other that ever had its number."""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path


def me() -> str:
    """This process as ``machine/pid/start``."""
    return _name(os.getpid())


def gone(owner: str) -> bool:
    """Whether the process is known to be dead; of another machine's nothing is known."""
    machine, pid, started = owner.rsplit("/", 2)
    return machine == _machine() and _started(int(pid)) != started


@cache
def _name(pid: int) -> str:
    return f"{_machine()}/{pid}/{_started(pid)}"


@cache
def _machine() -> str:
    # Containers may share a host name but not a process-number space.
    space = Path("/proc/self/ns/pid")
    return f"{platform.node()}:{space.readlink() if space.is_symlink() else ''}"


def _started(pid: int) -> str:
    """When the process started, in clock ticks since boot; "" when there is none."""
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] == "Z" else fields[19]
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return "alive"
