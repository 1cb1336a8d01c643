"""Giving up powers, then becoming another program.

Run as ``python -I -S seal.py KIND MEMORY SECONDS READ EXECUTE COMMAND...``: ``sealed`` or ``guarded``, bytes,
seconds, and two lists of paths, a line each.  A sealed process has no new privileges, reads
only the listed paths, writes nowhere, opens no socket, starts no process and signals nobody
(Landlock and seccomp, Linux); in any case its memory, its files and its time are limited.
This file imports the standard library only, and few of its modules: it runs before every worker.
"""

from __future__ import annotations

import ctypes
import os
import resource
import stat
import struct
import sys

PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 1, 38, 22, 2
SIGKILL = 9  # the module that names it takes a third of the time to import all of these
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446
EXECUTE, READ_FILE, READ_DIR = 1, 1 << 2, 1 << 3
FILE_RIGHTS = EXECUTE | READ_FILE

ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""Machine -> (audit number, column of ``CALLS``)."""

CALLS = {
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "close": (3, 57), "fstat": (5, 80), "lseek": (8, 62), "mmap": (9, 222), "mprotect": (10, 226),
    "munmap": (11, 215), "mremap": (25, 216), "brk": (12, 214), "madvise": (28, 233),
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132), "restart_syscall": (219, 128), "futex": (202, 98), "rseq": (334, 293),
    "set_tid_address": (218, 96), "set_robust_list": (273, 99), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "getpid": (39, 172), "gettid": (186, 178), "getuid": (102, 174),
    "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177), "uname": (63, 160),
    "sysinfo": (99, 179), "getrusage": (98, 165), "times": (100, 153), "clock_gettime": (228, 113),
    "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "nanosleep": (35, 101),
    "gettimeofday": (96, 169), "getrandom": (318, 278), "getcwd": (79, 17), "openat": (257, 56),
    "newfstatat": (262, 79), "statx": (332, 291), "readlinkat": (267, 78), "faccessat": (269, 48),
    "faccessat2": (439, 439), "getdents64": (217, 61), "exit": (60, 93), "exit_group": (231, 94),
    "fcntl": (72, 25), "dup": (32, 23), "ppoll": (271, 73), "pselect6": (270, 72),
}  # fmt: skip
"""System calls that a worker may use, as (x86_64, aarch64) numbers."""

OLD_CALLS = {
    "stat": 4, "lstat": 6, "access": 21, "open": 2, "readlink": 89, "poll": 7, "select": 23, "time": 201,
    "arch_prctl": 158,
}  # fmt: skip
"""The same on x86_64 only."""

EXECVE, TGKILL, PRLIMIT = (59, 221), (234, 131), (302, 261)
"""Allowed with one argument only: the address of our command, our process, no new limit."""

LD, JEQ, JGE, RET = 0x20, 0x15, 0x35, 0x06
ALLOW, KILL, DENY = 0x7FFF0000, 0x80000000, 0x00050001
X32 = 0x40000000
"""Numbers from here on are a second way into x86_64's system calls."""


def landlock_version() -> int:
    """The kernel's Landlock version; 0 where there is none."""
    return max(0, int(ctypes.CDLL(None).syscall(LANDLOCK_CREATE, 0, 0, 1)))


def has_filters() -> bool:
    """Whether the kernel takes seccomp filters: it complains of the missing one, not of the mode."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, None, 0, 0)
    return ctypes.get_errno() == 14  # EFAULT


def limit(memory: int, seconds: int) -> None:
    """Bounds on address space (bytes), processor time and files."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if os.getuid():
        # A limit on processes binds everybody but root.
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


def die_with_parent() -> None:
    """Linux: a worker that computes is killed when what started it is gone; an idle one ends by itself.

    The kernel means the thread that started it, so a pool looks whether an idle worker still lives.
    """
    parent = os.getppid()
    if sys.platform == "linux":
        _checked(ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0))
    if os.getppid() != parent:
        sys.exit("the parent is gone")


def restrict_files(read: list[str], execute: list[str]) -> None:
    """Landlock: nothing but reading ``read`` and starting ``execute``; no TCP, no signals to others."""
    libc = ctypes.CDLL(None, use_errno=True)
    version = landlock_version()
    rights = (1 << (13 if version == 1 else 14 if version == 2 else 15 if version < 5 else 16)) - 1
    rules = struct.pack("=QQQ", rights, 3, 3)[: 8 if version < 4 else 16 if version < 6 else 24]
    ruleset = _checked(libc.syscall(LANDLOCK_CREATE, rules, len(rules), 0))
    for path, right in [(p, READ_FILE | READ_DIR) for p in read] + [(p, FILE_RIGHTS) for p in execute]:
        try:
            handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue  # not every system has every library folder
        allowed = right if stat.S_ISDIR(os.fstat(handle).st_mode) else right & FILE_RIGHTS
        _checked(libc.syscall(LANDLOCK_ADD, ruleset, 1, struct.pack("=Qi", allowed, handle), 0))
        os.close(handle)
    _checked(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _checked(libc.syscall(LANDLOCK_RESTRICT, ruleset, 0))


def restrict_calls(command: int) -> None:
    """Seccomp: the calls of ``CALLS`` and no others; ``execve`` only of the text at address ``command``."""
    program = filter_program(os.uname().machine, command, os.getpid())
    code = b"".join(struct.pack("=HBBI", *line) for line in program)
    buffer = ctypes.create_string_buffer(code)
    header = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(buffer)))
    libc = ctypes.CDLL(None, use_errno=True)
    _checked(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _checked(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0))


def filter_program(machine: str, command: int, pid: int) -> list[tuple[int, int, int, int]]:
    """The filter as (code, jump if true, jump if false, operand) lines of classic BPF."""
    audit, column = ARCHITECTURES[machine]
    numbers = [numbers[column] for numbers in CALLS.values()]
    numbers += [] if column else list(OLD_CALLS.values())
    lines = [(LD, 0, 0, 4), (JEQ, 1, 0, audit), (RET, 0, 0, KILL), (LD, 0, 0, 0)]
    lines += [] if column else [(JGE, 0, 1, X32), (RET, 0, 0, DENY)]
    for number in numbers:
        lines += [(JEQ, 0, 1, number), (RET, 0, 0, ALLOW)]
    for calls, argument, value in ((EXECVE, 0, command), (TGKILL, 0, pid), (PRLIMIT, 2, 0)):
        place = 16 + 8 * argument  # the lower half of an argument comes first on both machines
        lines += [(JEQ, 0, 6, calls[column]), (LD, 0, 0, place), (JEQ, 0, 3, value & 0xFFFFFFFF)]
        lines += [(LD, 0, 0, place + 4), (JEQ, 0, 1, value >> 32), (RET, 0, 0, ALLOW), (RET, 0, 0, DENY)]
    return [*lines, (RET, 0, 0, DENY)]


def main(kind: str, memory: str, seconds: str, read: str, execute: str, *command: str) -> None:
    """Give up what the kind and the limits say, then become the command with an empty environment."""
    limit(int(memory), int(seconds))
    die_with_parent()
    libc = ctypes.CDLL(None, use_errno=True)
    path = ctypes.create_string_buffer(os.fsencode(command[0]))
    words = (ctypes.c_char_p * (len(command) + 1))(*map(os.fsencode, command), None)
    environment = (ctypes.c_char_p * 2)(b"LC_ALL=C.UTF-8", None)
    if kind == "sealed":
        restrict_files(read.split("\n"), execute.split("\n"))
        restrict_calls(ctypes.addressof(path))
    libc.execve(path, words, environment)
    sys.exit(f"{command[0]}: {os.strerror(ctypes.get_errno())}")


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


if __name__ == "__main__":
    main(*sys.argv[1:])
