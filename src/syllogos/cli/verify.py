"""Whether the conclusion of a theory follows from its premises, with a proof's premises or a countermodel."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from syllogos import api
from syllogos.cli._console import console
from syllogos.cli._exits import THEORY, FailOn, fail, failing
from syllogos.cli._options import Json, print_json
from syllogos.cli._progress import counted
from syllogos.cli._say import tell

if TYPE_CHECKING:
    from syllogos.api.verifying import VerifiedTheory


def make(
    files: Annotated[list[Path], typer.Argument(help="Theories: .thy .p .smt2 .fol")],
    engine: Annotated[str, typer.Option(help="z3, cvc5, eprover, ...; portfolio; all")] = "z3",
    steps: Annotated[int, typer.Option(min=1, help="Engine steps for each check")] = api.STEPS,
    fail_on: FailOn = "",
    sketch: Annotated[Path | None, typer.Option(help="A proof in steps, to be checked one by one")] = None,
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

        syllogos verify theory.fol --sketch steps.txt

        syllogos verify theory.fol --engine all

        syllogos verify theories/*.fol --plot times.svg --plot times.csv
    """
    named = failing(fail_on, THEORY)
    if sketch is not None and len(files) > 1:
        raise typer.BadParameter("a sketch is of one theory; give one file")
    found: tuple[VerifiedTheory, ...]
    for path in plot or ():
        api.refuse_ending(path)
    if sketch is not None:
        found = (api.verify(files[0], engine, steps=steps, sketch=sketch),)
    else:
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
            _show_engines(one)
    for one in found:
        fail(one.status.value, named)


def _show(found: VerifiedTheory) -> None:
    tell(f"{found.name}: {found.status}")
    mended = (*found.repaired, *found.notes, *(found.sketch.read.repairs if found.sketch else ()))
    for line in (*api.told(found).split("\n"), *found.errors[1:], *mended):
        tell(_wrapped(f"  {line}"))


def _wrapped(line: str) -> str:
    """A line for a terminal, whose rest stands below its beginning."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return fill(line, max(40, console().width), subsequent_indent=indent, break_long_words=False)


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
