"""What a sealed process cannot do, tried without any guard in between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from syllogos.engines.guard import isolation, seal
from syllogos.engines.guard.isolation import WorkerLimits, available, confined, require
from syllogos.errors import InputError

sealed = pytest.mark.skipif(available()[0] != "sealed", reason=f"this machine cannot seal: {available()[1]}")
PYTHON = str(Path(sys.executable).resolve())
READABLE = (sys.prefix, sys.base_prefix, str(Path(PYTHON).parent.parent))


def tried(code: str, *, kind: str = "sealed", memory: int = 1_000_000_000) -> str:
    """What a confined Python prints when it runs ``code``; ``no`` stands for a refusal."""
    script = f"import os, socket\ntry:\n    {code}\nexcept (OSError, MemoryError) as error:\n    print('no')"
    command = confined(
        [PYTHON, "-I", "-S", "-c", script],
        isolation=kind,
        read=READABLE,
        limits=WorkerLimits(memory, 20),  # type: ignore[arg-type]
    )
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return (done.stdout or done.stderr).strip()


@sealed
def test_a_sealed_process_runs() -> None:
    assert tried("print(6 * 7)") == "42"


@sealed
@pytest.mark.parametrize(
    "code",
    [
        "open('{tmp}/new', 'w')",
        "print(open('{tmp}/secret').read())",
        "print(open('/etc/passwd').read())",
        "print(os.listdir('/'))",
        "os.unlink('{tmp}/secret')",
        "os.rename('{tmp}/secret', '{tmp}/moved')",
        "os.truncate('{tmp}/secret', 0)",
        "os.mkdir('{tmp}/folder')",
        "os.symlink('/etc', '{tmp}/link')",
        "os.chmod('{tmp}/secret', 0o777)",
        "os.execv('/bin/true', ['true'])",
        "os.execv({python!r}, ['python', '-c', ''])",
        "os.posix_spawn('/bin/true', ['true'], {{}})",
        "os.fork()",
        "socket.socket()",
        "socket.socket(socket.AF_UNIX)",
        "os.kill({parent}, 0)",
        "os.kill(1, 9)",
        "os.setpriority(os.PRIO_PROCESS, 0, 5)",
        "os.memfd_create('x')",
        "print(open('/proc/{parent}/environ').read())",
        "print(open('/proc/{parent}/cmdline').read())",
        "open('/proc/{parent}/mem', 'rb')",
        "print(os.listdir('/proc/{parent}/fd'))",
        "print(os.readlink('/proc/{parent}/cwd'))",
        "print(open('/proc/self/environ').read())",
        "print(open('/proc/' + str(os.getppid()) + '/environ').read())",
    ],
)
def test_a_sealed_process_cannot(code: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hidden")
    said = tried(code.format(tmp=tmp_path, python=PYTHON, parent=os.getpid()))
    assert said == "no"
    assert [p.name for p in tmp_path.iterdir()] == ["secret"]
    assert (tmp_path / "secret").read_text() == "hidden"


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's parent-death signal is Linux's")
@pytest.mark.parametrize("kind", sorted({"guarded", available()[0]}))
def test_a_worker_dies_with_its_parent_even_while_it_computes(kind: str) -> None:
    endless = "print('up', flush=True)\nwhile True: pass"
    command = confined(
        [PYTHON, "-I", "-S", "-c", endless], isolation=kind, read=READABLE, limits=WorkerLimits()
    )  # type: ignore[arg-type]
    parent_code = (
        "import sys, subprocess\n"
        f"worker = subprocess.Popen({list(command)!r}, stdout=subprocess.PIPE, start_new_session=True)\n"
        "print(worker.pid, worker.stdout.readline(), flush=True)\nsys.stdin.read()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", parent_code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline().split()[0])
    assert alive(pid)
    parent.kill()
    parent.communicate()
    for _ in range(500):
        if not alive(pid):
            return
        time.sleep(0.02)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("the worker computes on without its parent")


def alive(pid: int) -> bool:
    """Whether the process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@sealed
def test_a_sealed_process_sees_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "hidden")
    assert tried("print(sorted(set(os.environ) - {'LC_ALL', 'LC_CTYPE'}))") == "[]"


@pytest.mark.skipif(available()[0] == "none", reason="no POSIX limits here")
def test_a_guarded_process_has_limits_and_no_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "hidden")
    assert tried("print('OPENAI_API_KEY' in os.environ)", kind="guarded") == "False"
    assert tried("bytearray(10 ** 9)", kind="guarded", memory=500_000_000) == "no"
    code = f"f = os.open('{tmp_path}/f', os.O_WRONLY | os.O_CREAT); os.write(f, b'x')"
    assert tried(code, kind="guarded") == "no"


def test_the_filter_allows_by_number_and_denies_the_rest() -> None:
    for machine in seal.ARCHITECTURES:
        program = seal.filter_program(machine, 0x1234_5678_9ABC, 77)
        assert run_filter(program, machine, seal.CALLS["read"]) == seal.ALLOW
        assert run_filter(program, machine, (41, 198)) == seal.DENY  # socket
        assert run_filter(program, machine, seal.EXECVE, (0x1234_5678_9ABC, 0, 0)) == seal.ALLOW
        assert run_filter(program, machine, seal.EXECVE, (0x9ABC, 0, 0)) == seal.DENY
        assert run_filter(program, machine, seal.PRLIMIT, (0, 7, 0)) == seal.ALLOW
        assert run_filter(program, machine, seal.PRLIMIT, (0, 7, 1)) == seal.DENY
        assert run_filter(program, "other", seal.CALLS["read"]) == seal.KILL
    intel = seal.filter_program("x86_64", 1, 1)
    assert run_filter(intel, "x86_64", (seal.X32, 0)) == seal.DENY


def run_filter(
    program: list[tuple[int, int, int, int]],
    machine: str,
    number: tuple[int, int],
    arguments: tuple[int, int, int] = (0, 0, 0),
) -> int:
    """A small interpreter of classic BPF, as an oracle for the filter."""
    audit, column = seal.ARCHITECTURES.get(machine, (0, 0))
    data = {0: number[column], 4: audit}
    for i, value in enumerate(arguments):
        data |= {16 + 8 * i: value & 0xFFFFFFFF, 20 + 8 * i: value >> 32}
    at = value = 0
    while True:
        code, yes, no, k = program[at]
        at += 1
        if code == seal.RET:
            return k
        if code == seal.LD:
            value = data[k]
        else:
            at += yes if (value == k if code == seal.JEQ else value >= k) else no


def test_isolation_is_refused_with_the_reason_and_the_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "available", lambda: ("guarded", "no Landlock"))
    require("guarded")
    with pytest.raises(InputError, match="no Landlock; isolation 'guarded'"):
        require("sealed")


@pytest.mark.parametrize(
    ("platform", "machine", "landlock", "filters", "kind"),
    [
        ("linux", "x86_64", 4, True, "sealed"), ("linux", "x86_64", 0, True, "guarded"),
        ("linux", "x86_64", 4, False, "guarded"), ("linux", "riscv64", 4, True, "guarded"),
        ("darwin", "arm64", 0, False, "guarded"), ("win32", "AMD64", 0, False, "none"),
    ],
)  # fmt: skip
def test_a_machine_says_what_it_gives_and_why_not_more(
    monkeypatch: pytest.MonkeyPatch, platform: str, machine: str, landlock: int, filters: bool, kind: str
) -> None:
    monkeypatch.setattr(isolation.sys, "platform", platform)
    monkeypatch.setattr(isolation.platform, "machine", lambda: machine)
    monkeypatch.setattr(seal, "landlock_version", lambda: landlock)
    monkeypatch.setattr(seal, "has_filters", lambda: filters)
    best, why = available()
    assert best == kind
    assert (why == "") is (kind == "sealed")


def test_a_policy_that_names_no_program_ends_with_a_message() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", seal.__file__, "guarded", "1000000000", "5", "", "", "/no/such/program"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr.strip()) == (1, "/no/such/program: No such file or directory")
