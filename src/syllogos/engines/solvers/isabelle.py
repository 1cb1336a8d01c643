"""Theories of first-order logic, decided by an Isabelle server that somebody has started.

``TRUE``, ``FALSE`` and ``INCONSISTENT`` rest on a proof that Sledgehammer suggests and Isabelle then accepts
without oracles; ``OPEN`` on genuine counterexamples of Nitpick, which our own evaluation does not see.
Isabelle counts no steps: its tools stop by the clock, so no verdict is stable, and ``UNKNOWN`` is usual.
It was written to the protocol and is tested against a server of our own that speaks it; it has not run
against a real Isabelle.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import Annotated

from pydantic import Field

from syllogos.engines.isabelle.connection import CommandRefused, Connection, ServerFailure, Unreachable
from syllogos.engines.isabelle.ruling import (
    AIMS,
    IsabelleFindings,
    both_readings,
    by_closing,
    formula_of,
    ruling,
)
from syllogos.engines.isabelle.theories import PlainTheory, TheoryResult, plain_theory, theory_results
from syllogos.engines.proving import Ruling
from syllogos.errors import InputError
from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.formulas import Formula, Truth
from syllogos.logic.languages import fol
from syllogos.logic.theories import Theory
from syllogos.verdict import Bounds, Status, Verdict

__all__ = ["Isabelle", "LogicEvidence", "Theory", "make"]

ENGINE = "isabelle"
SERVER = "ISABELLE_SERVER"
"""The variable that says where the server is, where no setting does."""
LEAVE = 5.0
"""Seconds in which a session has to end when nobody waits for it any more."""


@dataclass(frozen=True)
class IsabelleSettings:
    """Where the server is and how long it may take; times in seconds."""

    host: str
    port: int
    password_env: str
    session: str
    folder: str
    search: float
    wall: float
    start: float


@dataclass(frozen=True)
class Session:
    """A session of the server, and the folder that its theories are written to."""

    id: str
    folder: Path


class Isabelle:
    """The solver.  Its session starts with the first question and ends with it."""

    def __init__(self, settings: IsabelleSettings) -> None:
        self.settings = settings
        self._session: Session | None = None
        self._starting = asyncio.Lock()

    async def ask(self, query: Theory, *, steps: int) -> Verdict[None]:
        """Whether the conclusion of a theory follows; ``steps`` bound nothing here, the clock does.

        Raises:
            InputError: no server answers, or it does not take the password.
        """
        wall = self.settings.wall
        try:
            session = await self._started()
            async with asyncio.timeout(wall):
                decided = await self._decided(query, session)
        except TimeoutError:
            decided = _unknown(f"stopped by the clock after {wall:g} s")
        except ServerFailure as error:
            if isinstance(error, CommandRefused):
                self._session = None  # the server may not know it any more, as after a restart
            decided = _unknown(str(error))
        bounds = Bounds(None, wall)
        return Verdict(decided.status, None, decided.evidence, decided.reason, ENGINE, "none", False, bounds)

    async def aclose(self) -> None:
        """End the session."""
        session, self._session = self._session, None
        if session is None:
            return
        with suppress(ServerFailure, TimeoutError):
            async with asyncio.timeout(LEAVE):
                connection = await self._connected()
                try:
                    await connection.run("session_stop", {"session_id": session.id})
                finally:
                    await connection.close()

    async def _decided(self, theory: Theory, session: Session) -> Ruling:
        if theory.conclusion is None:
            return await self._answered(theory, Truth(False), session)
        first = await self._answered(theory, theory.conclusion, session)
        if by_closing(theory, first):
            loose = await self._decided(replace(theory, bare=True), session)
            say = "free variables of premises contradict the meaning of order and numbers, which is left out"
            return replace(loose, reason="; ".join(filter(None, (say, loose.reason))))
        if theory.weaker is None or first.status is Status.INCONSISTENT:
            return first
        return both_readings(first, await self._answered(theory, theory.weaker, session))

    async def _answered(self, theory: Theory, goal: Formula, session: Session) -> Ruling:
        """What the server finds of one goal: it searches first, then its proofs are tried."""
        question = plain_theory(theory, goal)
        aims = AIMS if goal != Truth(False) else AIMS[:1]
        seconds = self.settings.search
        search = f"sledgehammer [timeout = {seconds:g}]\n  nitpick [timeout = {seconds:g}]\n  oops"
        asked = {aim: (formula_of(aim, question), search) for aim in aims}
        searched = await self._results(question, asked, session)
        suggested = {
            f"{aim}_{n}": (formula_of(aim, question), f"{proof}\n\nthm_oracles conclusion")
            for aim, result in searched.items()
            for n, proof in enumerate(result.suggested)
        }
        tried = await self._results(question, suggested, session) if suggested else {}
        proofs: dict[str, str] = {}
        for label, result in tried.items():
            if result.proved:
                proofs.setdefault(label.partition("_")[0], suggested[label][1].partition("\n")[0])
        if "goal" in proofs and goal == Truth(False):
            proofs = {"falsity": proofs["goal"]}
        return ruling(question, IsabelleFindings(searched, proofs), seconds)

    async def _results(
        self, question: PlainTheory, asked: Mapping[str, tuple[Formula, str]], session: Session
    ) -> Mapping[str, TheoryResult]:
        """The result of each theory; the server forgets them afterwards."""
        prefix = f"Syllogos_{token_hex(8)}"
        names = {f"{prefix}_{label}": label for label in asked}
        files = [session.folder / f"{name}.thy" for name in names]
        try:
            for file, (name, label) in zip(files, names.items(), strict=True):
                _write(file, question.text(name, *asked[label]))
            theories = {
                "session_id": session.id, "theories": list(names), "master_dir": str(session.folder),
            }  # fmt: skip
            connection = await self._connected()
            try:
                results = theory_results(await connection.run("use_theories", theories))
                await connection.ask("purge_theories", theories)
            finally:
                await connection.close()
        finally:
            for file in files:
                file.unlink(missing_ok=True)
        if missing := set(names) - set(results):
            raise ServerFailure(f"the server gives no result of {len(missing)} of {len(names)} theories")
        return {label: results[name] for name, label in names.items()}

    async def _started(self) -> Session:
        """The session, which is started when there is none."""
        async with self._starting:
            if self._session is None:
                try:
                    async with asyncio.timeout(self.settings.start):
                        self._session = await self._start()
                except Unreachable as error:
                    mend = f"set {SERVER} and {self.settings.password_env} as `isabelle server` says"
                    raise InputError(str(error), mend=mend) from None
                except TimeoutError:
                    said = f"no session {self.settings.session} within {self.settings.start:g} s"
                    raise ServerFailure(said) from None
            return self._session

    async def _start(self) -> Session:
        connection = await self._connected()
        try:
            begun = await connection.run("session_start", {"session": self.settings.session})
        finally:
            await connection.close()
        session, folder = begun.get("session_id"), self.settings.folder or begun.get("tmp_dir")
        if not isinstance(session, str) or not isinstance(folder, str):
            raise ServerFailure("session_start: the server names no session or no folder")
        return Session(session, Path(folder))

    async def _connected(self) -> Connection:
        where = self.settings
        return await Connection.open(where.host, where.port, os.environ.get(where.password_env, ""))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="ascii")
    except OSError as error:
        mend = "set folder to one that this machine and the server both have by one path"
        raise InputError(f"cannot write a theory ({error.strerror}); {mend}", file=str(file.parent)) from None


def _unknown(reason: str) -> Ruling:
    return Ruling(Status.UNKNOWN, LogicEvidence("UNKNOWN"), reason)


def make(
    server: str = "",
    password_env: str = "ISABELLE_PASSWORD",
    session: str = "HOL",
    folder: str = "",
    search: Annotated[float, Field(gt=0)] = 20.0,
    wall: Annotated[float, Field(gt=0)] = 90.0,
    start: Annotated[float, Field(gt=0)] = 600.0,
) -> Isabelle:
    """The solver.

    Args:
        server: ``host:port`` as ``isabelle server`` says; of ``ISABELLE_SERVER`` by default.
        password_env: the variable that holds the server's password, which no record ever does.
        session: the session that theories are read in.
        folder: where theories are written, a path that this machine and the server both have; the
            session's own by default.
        search: seconds for Sledgehammer, and for Nitpick, on each theory.
        wall: seconds after which a question is given up and its task cancelled.
        start: seconds for the session to start, which may have to be built first.

    Raises:
        InputError: no server is named, or its password is not there.
    """
    named = server or os.environ.get(SERVER, "")
    host, _, port = named.rpartition(":")
    if not named:
        raise InputError(
            "no Isabelle server is named", mend=f"start `isabelle server` and set {SERVER} to its host:port"
        )
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port[:6]) < 65536:
        raise InputError(f"{named[:80]!r} is no address of an Isabelle server", mend="write host:port")
    if not os.environ.get(password_env):
        raise InputError(
            f"the password of the Isabelle server is not in {password_env}",
            mend="set it as `isabelle server` says",
        )
    return Isabelle(IsabelleSettings(host, int(port), password_env, session, folder, search, wall, start))


_EXAMPLES = ("∀x (Dog(x) → Mammal(x))\nDog(rex)", "∀x (Dog(x) → Mammal(x))", "¬Mammal(rex)")
make.queries = tuple(  # type: ignore[attr-defined]
    fol.read(f"Premises:\n{premises}\nConclusion:\nMammal(rex)").theory for premises in _EXAMPLES
)
