"""Asking a model, outside of any game, what a text claims."""

from __future__ import annotations

from collections.abc import Sequence

from syllogos.contract import Fault, Message, Model, Reply, Schema
from syllogos.gametheory.normal_form import NormalForm
from syllogos.match.access import Access
from syllogos.match.engine import run_now
from syllogos.models.client.spec import open_model, parse
from syllogos.payoffs.by_model import translate
from syllogos.payoffs.claims import Reading
from syllogos.prompts import fill, prompt_text


def translated(text: str, form: NormalForm, me: int, model: str | Model, patience: float) -> Reading:
    """What ``model`` makes of a text that player ``me`` wrote, waiting ``patience`` seconds for it.

    Raises:
        SyllogosError: the model cannot be used, or does not answer.
    """
    return run_now(_translated(text, form, me, model, patience))


async def _translated(text: str, form: NormalForm, me: int, model: str | Model, patience: float) -> Reading:
    access = Access(spec := parse(model), open_model(spec), patience=patience)

    async def ask(messages: Sequence[Message], schema: Schema) -> Reply | Fault:
        return (await access.complete(messages, schema=schema, seed=0, draw="check"))[0]

    def prompt(name: str, **fields: object) -> str:
        return fill(name, prompt_text(name), fields)

    try:
        return await translate(text, form, me, ask, prompt)
    finally:
        await access.aclose()
