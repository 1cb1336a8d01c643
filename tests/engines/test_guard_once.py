"""One-shot programs: what they answer, what they die of, and that nothing of them is left."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from syllogos.engines.guard.isolation import WorkerLimits, available, confined
from syllogos.engines.guard.once import once
from syllogos.engines.guard.precheck import ProgramProblem
from syllogos.engines.guard.worker import Death

pytestmark = pytest.mark.skipif(available()[0] == "none", reason="one-shot programs need POSIX")
PYTHON = str(Path(sys.executable).resolve())
READABLE = (sys.prefix, sys.base_prefix, str(Path(PYTHON).parent.parent))
MEMORY = 500_000_000
ECHO = "import sys; sys.stdout.write(sys.stdin.read().upper())"


def program(code: str, kind: str = "") -> tuple[str, ...]:
    return confined(
        [PYTHON, "-I", "-S", "-c", code],
        isolation=kind or available()[0],  # type: ignore[arg-type]
        read=READABLE,
        limits=WorkerLimits(MEMORY, 20),
    )


async def ran(code: str, request: bytes = b"", *, wall: float = 30, **more: object) -> bytes | Death:
    kind = str(more.pop("kind", ""))
    return await once(program(code, kind), request, wall=wall, memory=MEMORY, **more)  # type: ignore[arg-type]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("size", [0, 10, 3_000_000])
async def test_what_a_program_writes_comes_back_whole(size: int) -> None:
    assert await ran(ECHO, b"a" * size) == b"A" * size


@pytest.mark.parametrize(
    ("code", "cause", "say"),
    [
        ("while True: pass", "clock", "stopped by the clock after 0.5 s"),
        ("import sys; sys.exit(3)", "died", "the program died (status 3)"),
        ("raise ValueError('no theory')", "died", "the program died (status 1): ValueError: no theory"),
        ("import os; os.abort()", "died", "the program died (signal 6)"),
        ("bytearray(10 ** 9)", "memory", "out of memory (the program may take 500 MB)"),
        ("while True: print('x' * 100000)", "reply", "the reply is longer than 1000 bytes"),
    ],
)
async def test_a_death_has_a_cause(code: str, cause: str, say: str) -> None:
    wall = 0.5 if cause == "clock" else 30
    assert await ran(code, wall=wall, most=1000) == Death(cause, say)  # type: ignore[arg-type]


async def test_an_end_that_means_something_is_no_death() -> None:
    code = "import sys; print('satisfiable'); sys.exit(1)"
    assert await ran(code, ends=(0, 1)) == b"satisfiable\n"


async def test_a_program_that_reads_nothing_and_one_that_complains_at_length_end_as_they_want() -> None:
    assert await ran("print('done')", b"x" * 1_000_000) == b"done\n"
    assert await ran("import sys; sys.stderr.write('x' * 1000000); print('done')") == b"done\n"


async def test_what_the_language_refuses_is_never_started() -> None:
    def check(request: bytes) -> tuple[ProgramProblem, ...]:
        return (
            (ProgramProblem("refused", "include is not allowed"), ProgramProblem("syntax", "?"))
            if request
            else ()
        )

    started = await once(["/no/such/program"], b"include('x').", wall=1, memory=MEMORY, check=check)
    assert started == Death("refused", "include is not allowed (and 1 more)")
    assert await ran("print(1)", check=check) == b"1\n"


async def test_it_starts_with_an_empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "hidden")
    code = "import os; print(sorted(set(os.environ) - {'LC_ALL', 'LC_CTYPE'}))"
    assert await ran(code) == b"[]\n"
    # Also what gives up its powers starts without one.
    assert await once([PYTHON, "-I", "-S", "-c", code], b"", wall=30, memory=MEMORY) == b"[]\n"


@pytest.mark.skipif(available()[0] != "sealed", reason="this machine cannot seal")
async def test_it_is_sealed_as_a_worker_is(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hidden")
    tried = await ran(f"print(open('{tmp_path}/secret').read())")
    assert isinstance(tried, Death) and "PermissionError" in tried.say


TOKEN = "one_shot_family_" + str(os.getpid())
FAMILY = f"""
import os, time  # {TOKEN}
if os.fork() == 0:
    time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc/self").exists() or os.getuid() != 0, reason="limits let only root fork")
@pytest.mark.parametrize(
    ("last", "wall", "end"),
    [("time.sleep(1)", 60, b""), ("time.sleep(60)", 4, Death("clock", "stopped by the clock after 4 s"))],
)
async def test_the_whole_group_is_gone_when_it_ends_and_when_it_is_stopped(
    last: str, wall: float, end: bytes | Death
) -> None:
    running = asyncio.create_task(ran(FAMILY + last, kind="guarded", wall=wall))
    while len(family()) < 2 and not running.done():
        await asyncio.sleep(0.01)
    assert len(family()) == 2
    assert await running == end
    for _ in range(200):  # a killed process is gone when the kernel comes to it
        if not family():
            return
        await asyncio.sleep(0.01)
    pytest.fail("a process of the group is left")


def family() -> list[str]:
    """The living processes whose command holds the token."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            named = TOKEN.encode() in (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if named and alive(int(folder.name)):
            found.append(folder.name)
    return found


def children() -> list[str]:
    """The processes that this one has started and that still run or wait to be collected."""
    return Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()


async def test_who_is_cancelled_leaves_nothing_behind() -> None:
    before = children()
    task = asyncio.create_task(ran("import time; time.sleep(60)"))
    for _ in range(500):
        await asyncio.sleep(0.01)
        if len(children()) > len(before):
            break
    assert len(children()) == len(before) + 1
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert children() == before


async def test_many_at_once_do_not_disturb_each_other() -> None:
    replies = await asyncio.gather(*(ran(ECHO, f"n{i}".encode() * 20_000) for i in range(8)))
    assert replies == [f"N{i}".encode() * 20_000 for i in range(8)]
