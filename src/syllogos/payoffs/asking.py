"""Asking a model, outside of any game, what a text claims."""

from __future__ import annotations

from collections.abc import Sequence

from syllogos.contract import Fault, Message, Reply, Schema
from syllogos.gametheory.normal_form import NormalForm
from syllogos.match.alone import ModelName, desk_alone
from syllogos.match.engine import run_now
from syllogos.payoffs.by_model import payoff_lines, translate
from syllogos.payoffs.claims import Reading
from syllogos.store.store import Store


def translated(
    text: str,
    form: NormalForm,
    me: int,
    model: ModelName,
    *,
    patience: float | None,
    store: Store | None = None,
) -> Reading:
    """What ``model`` makes of a text that player ``me`` wrote, waiting ``patience`` seconds for it.

    A ``store`` keeps what the model said, so that the same text asks it once.

    Raises:
        SyllogosError: the model cannot be used, or does not answer.
    """
    return run_now(_translated(text, form, me, model, patience, store))


async def _translated(
    text: str, form: NormalForm, me: int, model: ModelName, patience: float | None, store: Store | None
) -> Reading:
    work = ["check", text, payoff_lines(form, me)]
    async with desk_alone({"translator": model}, store, work=work, patience=patience) as desk:

        async def ask(messages: Sequence[Message], schema: Schema) -> Reply | Fault:
            return await desk.complete(messages, role="translator", schema=schema)

        return await translate(text, form, me, ask, desk.prompt)
