"""Run the solver half of a system again on recorded output."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text
from rich.tree import Tree

from syllogos import api
from syllogos.cli._console import console
from syllogos.cli._options import Json, print_json
from syllogos.cli._progress import counted
from syllogos.plugins import folders


def make(
    kind: Annotated[str, typer.Argument(help="What was recorded: " + ", ".join(folders.files("replays")))],
    files: Annotated[list[Path], typer.Argument(help="Recorded output, JSON lines")],
    translator: Annotated[str | None, typer.Option(help="lelma: record or rules")] = None,
    engine: Annotated[str | None, typer.Option(help="attacks: which engine")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="A line for each row that differs")] = False,
    json: Json = False,
) -> None:
    """Run the solver half of a system again on recorded output, no model asked.

    Examples:

        syllogos replay lelma attempts.jsonl --translator rules

        syllogos replay clue cases.jsonl --json
    """
    wanted = {"translator": translator, "engine": engine, "explain": explain or None}
    options = {name: value for name, value in wanted.items() if value is not None}
    with counted("replaying") as watch:
        figures = api.replay(kind, *files, watch=watch, **options)
    if json:
        print_json(figures)
        return
    tree = Tree(Text(f"replay {kind}", "bold"))
    _grow(tree, figures)
    console().print(tree, highlight=True)


def _grow(tree: Tree, value: Any) -> None:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if (isinstance(item, dict) and item and not all(_flat(v) for v in item.values())) or (
            isinstance(item, list) and any(isinstance(v, dict) for v in item)
        ):
            _grow(tree.add(str(key)), item)
        else:
            tree.add(f"{key}: {_text(item)}")


def _flat(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, dict):
        return "  ".join(f"{k} {_text(v)}" for k, v in value.items())
    return ", ".join(map(_text, value)) if isinstance(value, list) else str(value)
