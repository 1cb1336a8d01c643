"""Whether the conclusion of a theory follows from its premises, with a proof's premises or a countermodel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syllogos import api
from syllogos.cli._options import Json, print_json
from syllogos.cli._say import tell

if TYPE_CHECKING:
    from syllogos.api.verifying import VerifiedTheory


def make(
    files: Annotated[list[Path], typer.Argument(help="Theories: .thy .p .smt2 .fol")],
    engine: Annotated[str, typer.Option(help="z3, cvc5, eprover, ...; portfolio; all")] = "z3",
    steps: Annotated[int, typer.Option(min=1, help="Engine steps for each check")] = api.STEPS,
    fail_on: Annotated[str, typer.Option(help="Statuses with exit status 1, divided by commas")] = "",
    json: Json = False,
) -> None:
    """Whether the conclusion of a theory follows from its premises.

    TRUE: it follows. FALSE: its negation does. OPEN: neither, with a countermodel. INCONSISTENT: the
    premises contradict each other. UNKNOWN: a limit was met. REJECTED: the text is not understood.

    Examples:

        syllogos verify theory.thy

        syllogos verify one.fol two.p --json

        syllogos verify theory.fol --engine all
    """
    found = api.verify_all(list(files), engine, steps=steps)
    if json:
        shown = [api.verified_json(one) for one in found]
        print_json(shown[0] if len(shown) == 1 else {"theories": shown})
    else:
        for one in found:
            _show(one)
            _show_engines(one)
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


def _show_engines(found: VerifiedTheory) -> None:
    """Every engine with its status, its time and what it rests on, where several were asked."""
    if found.disagreement:
        tell(f"  DISAGREEMENT: {found.disagreement}; one of them is wrong, please report this theory")
    width = max((len(one.verdict.engine) for one in found.engines), default=0)
    for one in found.engines:
        tell(
            f"  {one.verdict.engine:{width}}  {one.status:12}  {one.seconds:7.3f} s"
            f"  {api.shown_evidence(one)}".rstrip()
        )
    for why in found.absent:
        tell(f"  not here: {why}")
