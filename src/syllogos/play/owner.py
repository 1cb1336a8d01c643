"""Who holds a lease: this process, told apart from any other that ever had its number."""

from __future__ import annotations

import os
import platform
import time
from functools import cache
from pathlib import Path
from uuid import uuid4


def me() -> str:
    """A new owner of leases in this process, as ``machine/pid/start/token``."""
    pid = os.getpid()
    return f"{_machine()}/{pid}/{_started(pid)}/{uuid4().hex[:8]}"


def gone(owner: str, until: float) -> bool:
    """Whether a lease that runs ``until`` is free.

    Of this machine a process is asked whether it lives, so a suspended one keeps its games; of
    another machine, and of an earlier run inside this very process, only the time is known.
    """
    parts = owner.rsplit("/", 3)
    if len(parts) < 4 or parts[0] != _machine() or not parts[1].isdecimal():
        return until < time.time()
    if int(parts[1]) == os.getpid():
        return until < time.time()
    return _started(int(parts[1])) != parts[2]


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
