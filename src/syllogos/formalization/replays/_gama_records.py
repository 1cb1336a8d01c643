"""Recorded game programs and strategies, as read from JSON lines."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from syllogos.errors import InputError
from syllogos.formalization.facts import GameFacts, facts_of
from syllogos.gametheory.normal_form import NormalForm, Profile
from syllogos.text.files import json_rows


class Program(BaseModel):
    """A recorded game program; fields that nobody needs here are left out."""

    model_config = ConfigDict(frozen=True)

    id: str
    experiment: str
    model: str = ""
    description_id: str = ""
    game: str
    numeric: bool
    is_clone: bool = False
    program: str
    recorded_status: str | None = None
    target_payoff_sequences: list[list[float]] | None = None
    orig_syntactic: bool | None = None
    orig_runtime: bool | None = None
    orig_semantic: bool | None = None


class RecordedStrategy(BaseModel):
    """A recorded strategy and the game that it ran in."""

    model_config = ConfigDict(frozen=True)

    id: str
    kind: str
    strategy: str
    program: str
    game_program: str | None = None
    recorded_status: str | None = None
    recorded_total_payoff: float | None = None
    target_total_payoff: float | None = None
    orig_semantic: bool | None = None


class Description(BaseModel):
    """A recorded description with its target payoffs by row and column letter."""

    model_config = ConfigDict(frozen=True)

    id: str
    text: str = ""
    numeric: bool = True
    target_payoffs: dict[str, list[float]] | None = None


def rows(path: str | Path, shape: type[BaseModel]) -> list[Any]:
    """The rows of a file of JSON lines.

    Raises:
        InputError: the file cannot be read, or a line is no such row.
    """
    found = []
    for where, row in json_rows(Path(path)):
        try:
            found.append(shape.model_validate(row))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise InputError(f"{where}: {place}: {first['msg']}") from None
    return found


def target_of(payoffs: Mapping[str, list[float]]) -> GameFacts:
    """The target that payoffs by row and column letter stand for (``{"CD": [0, 5], ...}``)."""
    letters = tuple(dict.fromkeys(key[0] for key in payoffs))
    cells: dict[Profile, tuple[Fraction, ...]] = {
        (key[0], key[1]): (_exact(row[0]), _exact(row[1])) for key, row in payoffs.items()
    }
    return facts_of(NormalForm(("row", "column"), (letters, letters), cells))


def target_from_play(game: str, played: list[float]) -> GameFacts:
    """The target that the row player's payoffs in four recorded rounds stand for.

    The rounds are tit for tat against its opposite: both choose the default, the other departs,
    both depart, the other returns.  The column player's payoffs follow from the game's class:
    symmetric, zero-sum (``mp``), or the same with the actions exchanged (``bs``).
    """
    cc, cd, dd, dc = map(_exact, played)
    column = {"mp": (-cc, -cd, -dd, -dc), "bs": (dd, dc, cc, cd)}.get(game, (cc, dc, dd, cd))
    pairs = zip(("CC", "CD", "DD", "DC"), zip((cc, cd, dd, dc), column, strict=True), strict=True)
    return facts_of(
        NormalForm(("row", "column"), (("C", "D"), ("C", "D")), {(k[0], k[1]): v for k, v in pairs})
    )


def _exact(value: float) -> Fraction:
    return Fraction(str(value))
