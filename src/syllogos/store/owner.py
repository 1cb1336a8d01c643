"""Who holds a lease, and whether it still plays: no clock is ever compared across machines.

Of this machine a process is asked whether it lives.  Of another machine, and of an earlier run
inside this very process, only the beats in the store are known: whoever plays changes its leases
several times within :data:`LEASE` seconds, and who looks measures the silence by its own clock.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal
from uuid import uuid4

LEASE = 60.0
"""Seconds of silence after which a lease of another machine is free."""
BEAT = LEASE / 6
"""Seconds between two beats."""
LOOKS = 3
"""A lease is free after so many looks at least: who was stopped itself has seen no silence."""

OwnerState = Literal["alive", "suspended", "gone", "unknown"]


@dataclass(frozen=True)
class Holder:
    """A process that games are leased to, in words, with how many they are."""

    who: str
    pid: str
    games: int
    state: OwnerState


def me(machine: str = "") -> str:
    """A new owner of leases in this process, as ``machine/pid/start/token``."""
    pid = os.getpid()
    return f"{machine or _machine()}/{pid}/{_process(pid)[0]}/{uuid4().hex[:8]}"


def process_state(owner: object, own: str) -> OwnerState:
    """What this machine knows of an owner; ``unknown`` when only its beats can tell."""
    if not isinstance(owner, str):
        return "gone"
    parts, here = owner.rsplit("/", 3), own.rsplit("/", 3)
    if len(parts) < 4 or parts[0] != here[0] or not parts[1].isdecimal():
        return "unknown"
    if parts[1:3] == here[1:3]:
        return "unknown"
    started, doing = _process(int(parts[1]))
    if started != parts[2]:
        return "gone"
    return "suspended" if doing in ("T", "t") else "alive"


def in_words(owner: object, own: str) -> tuple[str, str]:
    """An owner as people know it, and its process number."""
    parts, here = str(owner).rsplit("/", 3), own.rsplit("/", 3)
    if len(parts) < 4 or not parts[1].isdecimal():
        return "an unknown process", ""
    where = "this machine" if parts[0] == here[0] else repr(parts[0].partition(":")[0][:60])
    return f"process {parts[1][:20]} on {where}", parts[1][:20]


@dataclass
class _Seen:
    leases: tuple[tuple[object, object], ...]
    looked: float
    silent: float = 0.0
    known: OwnerState = "unknown"


class Beats:
    """What has been seen of the beats of owners whose processes cannot be asked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[str, _Seen] = {}

    def look(self, leases: Iterable[tuple[str, str, int]]) -> None:
        """Take note of all leases, as (key, owner, beat)."""
        now, by_owner = self._clock(), dict[str, list[tuple[object, object]]]()
        for key, owner, beat in leases:
            by_owner.setdefault(owner, []).append((key, beat))
        for owner, held in by_owner.items():
            rows = tuple(sorted(held, key=repr))
            before = self._seen.get(owner)
            if before is None:
                self._seen[owner] = _Seen(rows, now)
            elif before.leases != rows:
                self._seen[owner] = _Seen(rows, now, known="alive")
            else:
                before.silent += min(max(now - before.looked, 0.0), LEASE / LOOKS)
                before.looked = now
        self._seen = {owner: seen for owner, seen in self._seen.items() if owner in by_owner}

    def state(self, owner: str) -> OwnerState:
        """``alive`` after a beat was seen, ``gone`` after :data:`LEASE` seconds without one."""
        seen = self._seen.get(owner)
        if seen is None:
            return "unknown"
        return "gone" if seen.silent >= LEASE else seen.known


@cache
def _machine() -> str:
    # Containers may share a host name but not a process-number space; process numbers and start
    # times come again after a reboot.
    space = Path("/proc/self/ns/pid")
    return f"{platform.node()}:{_boot()}:{space.readlink() if space.is_symlink() else ''}"


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        # Where two processes disagree on it, they go by each other's beats, which is always safe.
        return f"{time.time() - time.monotonic():.0f}"


def _process(pid: int) -> tuple[str, str]:
    """When the process started, in clock ticks since boot, and its state; "" when there is none."""
    if Path("/proc/self/stat").exists():
        try:
            text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return "", ""
        fields = text.rpartition(")")[2].split()
        return ("", "") if fields[0] in ("Z", "X") else (fields[19], fields[0])
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return "", ""
    except PermissionError:
        pass
    return "alive", ""
