"""Whether the conclusion of a theory follows from its premises, with a proof's premises or a countermodel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syllogos import api
from syllogos.cli._options import Json, print_json
from syllogos.cli._progress import counted
from syllogos.cli._say import tell

if TYPE_CHECKING:
    from syllogos.api.verifying import VerifiedTheory


def make(
    files: Annotated[list[Path], typer.Argument(help="Theories: .thy .p .smt2 .fol")],
    engine: Annotated[str, typer.Option(help="The engine, such as z3")] = "z3",
    steps: Annotated[int, typer.Option(min=1, help="Engine steps for each check")] = api.STEPS,
    fail_on: Annotated[str, typer.Option(help="Statuses with exit status 1, divided by commas")] = "",
    plot: Annotated[
        list[Path] | None,
        typer.Option(help="Time against axioms, a dot a file: .svg .pdf, .csv for its table"),
    ] = None,
    json: Json = False,
) -> None:
    """Whether the conclusion of a theory follows from its premises.

    TRUE: it follows. FALSE: its negation does. OPEN: neither, with a countermodel. INCONSISTENT: the
    premises contradict each other. UNKNOWN: a limit was met. REJECTED: the text is not understood.

    Examples:

        syllogos verify theory.thy

        syllogos verify one.fol two.p --json

        syllogos verify theories/*.fol --plot times.svg --plot times.csv
    """
    for path in plot or ():
        api.refuse_ending(path)
    with counted("verifying", shown=len(files) > 1) as watch:
        found = api.verify_all(list(files), engine, steps=steps, watch=watch)
    for path in plot or ():
        api.write_timings(found, path)
    if json:
        shown = [api.verified_json(one) for one in found]
        print_json(shown[0] if len(shown) == 1 else {"theories": shown})
    else:
        for one in found:
            _show(one)
    if {one.status.value for one in found} & set(fail_on.upper().replace(" ", "").split(",")):
        raise typer.Exit(1)


def _show(found: VerifiedTheory) -> None:
    tell(f"{found.name}: {found.status}{f' ({found.verdict.reason})' if found.verdict.reason else ''}")
    said = api.verified_json(found)["evidence"]
    if said and said.get("countermodel"):
        tell(f"  countermodel: {said['says']}")
    elif said and said.get("needed") is not None:
        tell(f"  needed: {said['says']}")
    for line in (*found.errors, *found.repaired, *found.notes):
        tell(f"  {line}")
