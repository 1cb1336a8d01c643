"""A server that speaks the protocol of an Isabelle server on loopback, for tests; what it finds is scripted.

>>> with FakeIsabelle() as server:
...     server.address.startswith("127.0.0.1:")
True
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

PASSWORD = "open sesame"
Message = tuple[str, str]
Judge = Callable[[str], Sequence[Message]]
"""The text of a theory -> the messages (kind and text) of its node."""
DONE = {
    "ok": True, "failed": 0, "canceled": False, "consolidated": True, "unprocessed": 0, "running": 0,
    "finished": 5, "total": 5, "warned": 0, "percentage": 100,
}  # fmt: skip


def finds(proofs: Mapping[str, str], counterexamples: Sequence[str] = (), oracles: str = "oracles:") -> Judge:
    """A judge that knows of theories by what they show.

    ``proofs``: a part of the formula shown -> the proof that Sledgehammer suggests; ``counterexamples``:
    parts of the formulas that Nitpick refutes; ``oracles``: what ``thm_oracles`` says of a finished proof.
    """

    def judged(text: str) -> Sequence[Message]:
        shown = text.partition('shows "')[2].partition('"')[0]
        if "thm_oracles" in text:
            return [("writeln", "theorem conclusion"), ("writeln", oracles)]
        said = [("writeln", "Sledgehammering...")]
        said += [("writeln", f"e: Try this: {p} (0.4 ms)") for part, p in proofs.items() if part == shown]
        found = shown in counterexamples
        said.append(
            ("writeln", f"Nitpick found {'a' if found else 'no'} counterexample{':' if found else ''}")
        )
        return said

    return judged


@dataclass(frozen=True)
class Trouble:
    """What goes wrong with one message of the server, counted from 0 over all connections.

    ``share`` of its bytes are sent, then the connection is cut; ``instead`` is sent in its place;
    ``pause`` seconds pass before it.
    """

    at: int
    share: float | None = None
    instead: bytes | None = None
    pause: float = 0.0


class FakeIsabelle:
    """Takes commands one after the other on each connection, any number of connections at once."""

    def __init__(
        self,
        judge: Judge = finds({}),  # noqa: B008
        *,
        trouble: Trouble | None = None,
        status: Mapping[str, Any] = DONE,
        drip: bool = False,
    ) -> None:
        self.judge, self.trouble, self.status, self.drip = judge, trouble, status, drip
        self.commands: list[tuple[str, Any]] = []
        self.sent = 0
        self.texts: list[str] = []
        self.folder = ""
        self.address = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._open: set[asyncio.Task[None]] = set()

    @property
    def asked(self) -> list[str]:
        """The names of all commands so far."""
        return [name for name, _ in self.commands]

    def __enter__(self) -> FakeIsabelle:
        self._temporary = tempfile.TemporaryDirectory()
        self.folder = self._temporary.name
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._connection, "127.0.0.1", 0))
        host, port = self._server.sockets[0].getsockname()
        self.address = f"{host}:{port}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._temporary.cleanup()

    def _run(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _close(self) -> None:
        self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._open.add(task)
        try:
            with suppress(OSError, asyncio.CancelledError):
                if (await reader.readline()).decode().rstrip("\n") == PASSWORD:
                    await self._say(writer, "OK", {"isabelle_id": "fake", "isabelle_name": "none"})
                    while line := (await reader.readline()).decode().strip():
                        name, _, rest = line.partition(" ")
                        self.commands.append((name, json.loads(rest)))
                        await self._answer(writer, name, json.loads(rest))
        finally:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(1):
                    left = (await reader.read()).decode()  # what was sent before the end, as a cancel is
                    self.commands += [(line.partition(" ")[0], None) for line in left.splitlines()]
            self._open.discard(task)
            writer.close()

    async def _answer(self, writer: asyncio.StreamWriter, name: str, argument: Any) -> None:
        if name == "purge_theories":
            await self._say(writer, "OK", {"purged": [], "retained": []})
            return
        if name == "cancel":
            await self._say(writer, "OK", None)
            return
        task = f"task {len(self.commands)}"
        await self._say(writer, "OK", {"task": task})
        await self._say(writer, "NOTE", {"kind": "writeln", "message": "working\n" * 20, "task": task})
        if name == "session_start":
            found: dict[str, Any] = {"session_id": "s1", "tmp_dir": self.folder}
        elif name == "session_stop":
            found = {"ok": True, "return_code": 0}
        else:
            nodes = [self._node(argument["master_dir"], theory) for theory in argument["theories"]]
            found = {"ok": True, "errors": [], "nodes": nodes}
        await self._say(writer, "FINISHED", {**found, "task": task})

    def _node(self, folder: str, theory: str) -> dict[str, Any]:
        text = (Path(folder) / f"{theory}.thy").read_text("ascii")
        self.texts.append(text)
        messages = [{"kind": kind, "message": said, "pos": {}} for kind, said in self.judge(text)]
        return {
            "theory_name": f"Draft.{theory}", "node_name": f"{folder}/{theory}.thy", "status": self.status,
            "messages": messages, "exports": [],
        }  # fmt: skip

    async def _say(self, writer: asyncio.StreamWriter, kind: str, body: object) -> None:
        line = f"{kind} {json.dumps(body)}".encode() if body is not None else kind.encode()
        whole = line + b"\n"
        if len(line) > 100:  # as the server does: a longer message has its length before it
            whole = b"%d\n" % len(whole) + whole
        trouble = self.trouble if self.trouble and self.trouble.at == self.sent else None
        self.sent += 1
        if trouble:
            await asyncio.sleep(trouble.pause)
            whole = trouble.instead if trouble.instead is not None else whole
            if trouble.share is not None:
                writer.write(whole[: int(len(whole) * trouble.share)])
                await writer.drain()
                writer.close()
                raise OSError("cut")
        pieces = [whole[n : n + 7] for n in range(0, len(whole), 7)] if self.drip else [whole]
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)
