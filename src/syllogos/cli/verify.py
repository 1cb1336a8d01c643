"""Whether the conclusion of a theory follows from its premises, with a proof's premises or a countermodel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syllogos import api
from syllogos.cli._exits import THEORY, FailOn, fail, failing
from syllogos.cli._options import Json, print_json
from syllogos.cli._say import tell

if TYPE_CHECKING:
    from syllogos.api.verifying import VerifiedTheory


def make(
    files: Annotated[list[Path], typer.Argument(help="Theories: .thy .p .smt2 .fol")],
    engine: Annotated[str, typer.Option(help="The engine, such as z3")] = "z3",
    steps: Annotated[int, typer.Option(min=1, help="Engine steps for each check")] = api.STEPS,
    fail_on: FailOn = "",
    json: Json = False,
) -> None:
    """Whether the conclusion of a theory follows from its premises.

    TRUE: it follows. FALSE: its negation does. OPEN: neither, with a countermodel. INCONSISTENT: the
    premises contradict each other. UNKNOWN: a limit was met. REJECTED: the text is not understood.

    Examples:

        syllogos verify theory.thy

        syllogos verify one.fol two.p --json
    """
    named = failing(fail_on, THEORY)
    found = api.verify_all(list(files), engine, steps=steps)
    if json:
        shown = [api.verified_json(one) for one in found]
        print_json(shown[0] if len(shown) == 1 else {"theories": shown})
    else:
        for one in found:
            _show(one)
    for one in found:
        fail(one.status.value, named)


def _show(found: VerifiedTheory) -> None:
    tell(f"{found.name}: {found.status}{f' ({found.verdict.reason})' if found.verdict.reason else ''}")
    said = api.verified_json(found)["evidence"]
    if said and said.get("countermodel"):
        tell(f"  countermodel: {said['says']}")
    elif said and said.get("needed") is not None:
        tell(f"  needed: {said['says']}")
    for line in (*found.errors, *found.repaired, *found.notes):
        tell(f"  {line}")
