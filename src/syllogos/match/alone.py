"""A desk without a match: for one piece of work that asks models, embeddings and solvers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any

from syllogos.contract import Embedding, Model, Solver
from syllogos.engines.solver_plan import SolverPlan, close, plan_solvers
from syllogos.errors import StoreError
from syllogos.match.access import AWAY_ALONE, Access, EmbeddingAccess
from syllogos.match.desk import Journal, SeatDesk
from syllogos.models.client.spec import (
    embedding_identity,
    identity,
    open_embedding,
    open_model,
    parse,
    parse_embedding,
)
from syllogos.store.rows import Planned
from syllogos.store.store import Store, memory_store
from syllogos.text.plain import canonical, digest_of_text

ModelName = str | Mapping[str, object] | Model
"""A model as it is named anywhere: a text, a table, an object."""


@asynccontextmanager
async def desk_alone(
    models: Mapping[str, ModelName],
    store: Store | None = None,
    *,
    embeddings: Mapping[str, str | Mapping[str, object] | Embedding] | None = None,
    solvers: Mapping[str, object] | None = None,
    work: object = "",
    seed: int = 0,
    patience: float | None = None,
) -> AsyncIterator[SeatDesk]:
    """A desk of one seat, whose models and solvers are closed when the block ends.

    Args:
        models: by role.
        store: keeps the journal, so that the same work over the same store pays for nothing twice.
        embeddings: by role.
        solvers: by the name that the desk is asked for, as in ``[solvers.x]``; any other name is a plugin's.
        work: what the desk is for, as plain values: another ``work`` has a journal of its own.
        seed: the seed of its random numbers and of its calls.
        patience: seconds to wait for a model that does not answer; left out, 5 while it is away, and
            as long as it takes (the setting ``timeout``) while it is there.

    Raises:
        InputError: an unknown name or setting.
        StoreError: the store holds an experiment, or another process does this very work.
    """
    specs = {role: parse(model) for role, model in models.items()}
    vectors = {role: parse_embedding(name) for role, name in (embeddings or {}).items()}
    plans = plan_solvers(solvers or {})
    planned = {name: plan.identity for name, plan in plans.items()}
    spec = canonical(
        {
            "work": work,
            "models": {role: identity(s) for role, s in specs.items()},
            "embeddings": {role: embedding_identity(s) for role, s in vectors.items()},
            "seed": seed,
            **({"solvers": planned} if planned else {}),
        }
    )
    async with AsyncExitStack() as stack:
        key, kept = digest_of_text(spec), store or memory_store()
        if store is None:
            stack.callback(kept.close)
        kept.begin({"desk": "alone"}, "", [Planned(key, "alone", {}, 0, seed, spec)])
        if kept.claim() != key:
            raise StoreError(f"{kept.place}: another process does the same work; wait for it to end")
        stack.callback(kept.release, key)
        asked = {
            role: Access(s, open_model(s), patience=patience, away=AWAY_ALONE) for role, s in specs.items()
        }
        embedded = {
            role: EmbeddingAccess(s, open_embedding(s), patience=patience, away=AWAY_ALONE)
            for role, s in vectors.items()
        }
        for end in (*(a.aclose for a in asked.values()), *(e.aclose for e in embedded.values())):
            stack.push_async_callback(end)

        @cache
        def solver(name: str) -> tuple[Solver[Any, Any], int | None]:
            plan = plans.get(name) or SolverPlan(name)
            opened = plan.open()
            if not plan.lent:
                stack.push_async_callback(close, opened)
            return opened, plan.steps

        desk = SeatDesk(
            0, seed, 0, Journal(kept, key), asked, solver, {}, _without_limit, embeddings=embedded
        )
        desk.next_turn()
        yield desk


def _without_limit() -> None:
    """A desk by itself has no run whose budget could be used up."""
