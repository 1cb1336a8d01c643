"""Workers: replies, deaths, replacement, and an event loop that goes on."""

from __future__ import annotations

import asyncio
import gc
import os
import sys

import pytest

from syllogos.engines.guard.pool import Pool
from syllogos.engines.guard.worker import Death, Worker
from syllogos.errors import InputError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="workers need POSIX pipes")

SERVER = """
import os, signal, sys, time
print("ready", flush=True)
for line in sys.stdin:
    what, _, much = line.strip().partition(" ")
    if what == "sleep": time.sleep(float(much))
    if what == "exit": sys.exit(int(much))
    if what == "abort": print("could not allocate memory", file=sys.stderr, flush=True); os.abort()
    if what == "twice": print("one\\ntwo", flush=True); continue
    if what == "late":
        print(os.getpid(), 0, flush=True)
        if os.fork() == 0: time.sleep(0.2); print("more", flush=True); os._exit(0)
        continue
    if what == "flood":
        while True: print("x" * 100000, end="", flush=True)
    print(os.getpid(), len(line), flush=True)
"""


def pool(**more: int) -> Pool:
    return Pool(lambda: Worker([sys.executable, "-I", "-S", "-c", SERVER], 5_000_000), **{"size": 1, **more})


async def pid(workers: Pool) -> int:
    reply = await workers.ask(b"hello\n", 20)
    assert isinstance(reply, bytes)
    return int(reply.split()[0])


async def test_a_worker_is_reused() -> None:
    workers = pool()
    assert await pid(workers) == await pid(workers)
    workers.close()


async def test_a_long_request_passes_a_small_pipe() -> None:
    workers = pool()
    reply = await workers.ask(b"y" * 3_000_000 + b"\n", 20)
    assert isinstance(reply, bytes)
    assert reply.split()[1] == b"3000001"
    workers.close()


@pytest.mark.parametrize(
    ("request_", "cause", "say"),
    [
        (b"sleep 60\n", "clock", "stopped by the clock after 0.3 s"),
        (b"exit 0\n", "died", "the worker died (status 0)"),
        (b"abort\n", "memory", "out of memory (the worker may take 5 MB)"),
    ],
)
async def test_a_death_has_a_cause_and_the_next_request_a_new_worker(
    request_: bytes, cause: str, say: str
) -> None:
    workers = pool()
    first = await pid(workers)
    death = await workers.ask(request_, 0.3 if cause == "clock" else 20)
    assert death == Death(cause, say)  # type: ignore[arg-type]
    assert await pid(workers) != first
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    workers.close()


async def test_a_flood_of_output_ends() -> None:
    workers = pool()
    death = await workers.ask(b"flood\n", 60)
    assert isinstance(death, Death) and death.cause == "reply"
    workers.close()


async def test_a_reply_of_two_lines_is_none() -> None:
    workers = pool()
    first = await pid(workers)
    death = await workers.ask(b"twice\n", 20)
    assert isinstance(death, Death) and death.cause == "reply"
    assert await pid(workers) != first
    workers.close()


async def test_a_cancelled_request_leaves_no_worker_in_an_unknown_state() -> None:
    workers = pool()
    first = await pid(workers)
    task = asyncio.create_task(workers.ask(b"sleep 60\n", 60))
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await pid(workers) != first
    workers.close()


async def test_a_cancelled_request_passes_its_turn_on() -> None:
    workers = pool()
    first = asyncio.create_task(workers.ask(b"sleep 0.2\n", 20))
    await asyncio.sleep(0.05)
    second, third = (asyncio.create_task(workers.ask(b"hello\n", 20)) for _ in range(2))
    first.add_done_callback(lambda _done: second.cancel())
    assert isinstance(await third, bytes)
    workers.close()


async def test_workers_are_replaced_by_count() -> None:
    workers = pool(life=3)
    assert len({await pid(workers) for _ in range(9)}) == 3
    workers.close()


async def test_no_more_workers_than_the_size_and_the_loop_goes_on() -> None:
    workers = pool(size=2)
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    clock = asyncio.create_task(tick())
    replies = await asyncio.gather(*(workers.ask(b"sleep 0.1\n", 20) for _ in range(6)))
    clock.cancel()
    assert len({bytes(r).split()[0] for r in replies if isinstance(r, bytes)}) <= 2
    assert len(replies) == 6
    assert ticks > 5
    workers.close()


async def test_a_worker_that_does_not_start_is_an_error_for_people() -> None:
    workers = Pool(lambda: Worker([sys.executable, "-c", "raise SystemExit('no engine here')"], 1), 1)
    with pytest.raises(InputError, match="no engine here"):
        await workers.ask(b"hello\n", 20)


async def test_a_pool_that_nobody_holds_ends_its_workers() -> None:
    workers = pool()
    process = await pid(workers)
    del workers
    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_an_idle_worker_that_died_or_spoke_is_replaced() -> None:
    workers = pool()
    first = await pid(workers)
    os.kill(first, 9)
    while next(iter(workers._alive)).process.poll() is None:
        await asyncio.sleep(0.01)
    second = await pid(workers)
    assert second != first
    late = await workers.ask(b"late\n", 20)
    assert isinstance(late, bytes)
    while next(iter(workers._alive)).quiet:
        await asyncio.sleep(0.01)
    assert await pid(workers) not in (first, second)
    workers.close()
