"""The small example that a plugin declares beside its ``make``, as the tests use it.

``make.example``: settings (of a game, agent, model, judge, data set); of a replay its files, the
first one the one to read: rows, or text.  A game may also have ``make.replies`` (moves for its forms)
and ``make.secrets`` (planted text -> the seats that may see it); a solver has ``make.queries``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from syllogos import plugins
from syllogos.contract import Form, Menu, View
from syllogos.models.client.schema import instance


def example(kind: str, name: str) -> dict[str, Any]:
    """The settings of a plugin's example; empty where it needs none."""
    return dict(getattr(plugins.load(kind, name), "example", {}))


def games_of(agent: str, kind: str = "agents") -> tuple[str, ...]:
    """The games that an agent or a judge plays: those that it names, else two of different kinds."""
    return plugins.find(kind, agent).games or ("normal_form", "question")


def proposer(game: str) -> Any:
    """A function (view, rng) -> move that plays any game: an option, or what its form takes."""
    replies = getattr(plugins.load("games", game), "replies", ())

    def propose(view: View[Any], rng: Random) -> Any:
        if isinstance(view.moves, Menu):
            return view.moves.options[rng.choice(list(view.moves.options))]
        return rng.choice(replies) if replies else filled(view.moves, rng)

    return propose


def filled(form: Form[Any], rng: Random) -> Any:
    """Something that a form's shape takes, by chance."""
    schema = form.shape.json_schema()
    return form.shape.validate_python(instance(schema, lambda values: rng.choice(list(values))))


def written(kind: str, folder: Path) -> Path:
    """The example of a replay as files in a folder; the one to read."""
    files: Mapping[str, Any] = plugins.load("replays", kind).example  # type: ignore[attr-defined]
    for name, content in files.items():
        text = content if isinstance(content, str) else "".join(json.dumps(row) + "\n" for row in content)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / next(iter(files))
