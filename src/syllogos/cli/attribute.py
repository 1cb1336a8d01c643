"""What people most likely intend, and what follows from that, checked by a prover."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syllogos import api
from syllogos.cli._exits import THEORY, FailOn, fail, failing
from syllogos.cli._models import BaseUrlOption, ModelSet, chosen_model
from syllogos.cli._options import Json, Patience, print_json
from syllogos.cli._say import say, tell
from syllogos.text.files import read_source


def make(
    premises: Annotated[Path, typer.Argument(help='{"premises": [..], "hypotheses": {"A": [..]}}')],
    model: Annotated[str | None, typer.Option(help="The model that selects and concludes")] = None,
    base_url: BaseUrlOption = None,
    model_set: ModelSet = None,
    formalizer: Annotated[str | None, typer.Option(help="The model that writes formulas")] = None,
    embedding: Annotated[str, typer.Option(help="Without a model: what compares words")] = "hashed",
    engine: Annotated[str, typer.Option(help="The solver of theories")] = "z3",
    attempts: Annotated[int, typer.Option(min=1, max=1_000, help="How often a reply may be tried")] = 3,
    steps: Annotated[int, typer.Option(min=1, help="Engine steps for each check")] = 2_000_000,
    patience: Patience = None,
    fail_on: FailOn = "",
    json: Json = False,
) -> None:
    """What each agent most likely intends, and what follows from that.

    A model weighs the hypotheses of each agent and draws a conclusion; a prover says whether it follows
    (TRUE, FALSE, OPEN, INCONSISTENT, UNKNOWN), and where it does not, the model concludes again.
    Without a model words are compared, which is no reasoning.

    Examples:

        syllogos attribute premises.json --model openai/gpt-4o-mini

        syllogos attribute premises.json --json
    """
    named = failing(fail_on, THEORY)
    found = api.attribute(
        api.parse_question(read_source(premises)), model=chosen_model(model, base_url, model_set),
        formalizer=formalizer, embedding=embedding, engine=engine, attempts=attempts, steps=steps,
        patience=patience,
    )  # fmt: skip
    if found.by == "likeness" and json:
        say(api.LIKENESS)
    if json:
        print_json(api.attribution_json(found))
    else:
        for line in api.attribution_lines(found):
            tell(line)
    if found.conclusion and found.conclusion.verdict:
        fail(found.conclusion.verdict.status.value, named)
