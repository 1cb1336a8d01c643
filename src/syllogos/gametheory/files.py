"""Finite games as JSON, and the built-in ones by name.

{"players": ["you", "them"], "actions": [["B", "R"], ["B", "R"]],
 "payoffs": {"B,B": [3, 3], "B,R": [0, 5], "R,B": ["5.0", 0], "R,R": ["2/2", 1]}}
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from syllogos.errors import InputError, unknown
from syllogos.gametheory.catalog import GAMES, TITLES
from syllogos.gametheory.normal_form import NormalForm, Profile
from syllogos.text.plain import canonical
from syllogos.text.source import Source
from syllogos.text.spelling import meant

MAX_TEXT = 1_000_000
"""Characters of a game that are read."""
MAX_DIGITS = 40
MAX_NAME = 200
"""Characters of a name."""
MOST_PLAYERS = 12
MOST_CELLS = 10_000
"""Outcomes of a game: what every analysis of it takes a second at most for."""
NUMERAL = frozenset("0123456789+-./eE")
FIELDS = ("players", "actions", "payoffs")


def builtin(name: str) -> NormalForm:
    """A game of :mod:`syllogos.gametheory.catalog` by name, or by what it is called.

    Raises:
        InputError: nobody knows the name.
    """
    if (known := meant("game", name, GAMES, TITLES)) is None:
        raise unknown("game", name, GAMES)
    return GAMES[known]


def parse_game(text: str, source: str = "game") -> NormalForm:
    """A game from JSON; ``players`` may be missing when there are two (they are you and them).

    Args:
        text: the JSON object.
        source: what errors call the text, such as its file name.

    Raises:
        InputError: what is wrong, with source, line and mend.
    """
    place = _Place(text, source)
    fields = _fields(_json(text, place), place)
    try:
        shape = _Shape.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = [str(part) for part in first["loc"]]
        say = first["msg"].removeprefix("Value error, ")
        raise place.error(f"{'.'.join(where)}: {say}", key=where[1:2] or where[:1]) from None
    if say := size_fault([len(own) for own in shape.actions]):
        raise place.error(say, key=["actions"])
    payoffs = _payoffs(shape, place)
    players = shape.players or _players(len(shape.actions), place)
    try:
        return NormalForm(players, shape.actions, payoffs)
    except ValueError as error:
        raise place.error(f"{error}", key=_suspects(str(error), fields)) from None


def size_fault(actions: Sequence[int]) -> str:
    """Why a game with so many actions a player is too large; empty when it is not.

    >>> size_fault([2, 2]), size_fault([200, 200])
    ('', 'a game of 40000 outcomes is too large (at most 10000)')
    """
    if len(actions) > MOST_PLAYERS:
        return f"a game of {len(actions)} players is too large (at most {MOST_PLAYERS})"
    if (cells := prod(actions)) > MOST_CELLS:
        return f"a game of {cells} outcomes is too large (at most {MOST_CELLS})"
    return ""


def form_of(payoffs: object) -> NormalForm:
    """The game that a configuration's ``payoffs`` mean: a built-in name, a file, or a table.

    Raises:
        InputError: an unknown name, or a file or table that is no game.
    """
    match payoffs:
        case Source(name, text):
            return parse_game(text, name)
        case str():
            return builtin(payoffs)
    return parse_game(canonical(payoffs), "payoffs")


def print_game(game: NormalForm) -> str:
    """The JSON of a game, one profile a line; :func:`parse_game` reads it back."""
    keys = {p: json.dumps(",".join(p), ensure_ascii=False) for p in game.profiles}
    rows = ",\n".join(
        f"    {keys[p]}: {json.dumps([_plain(v) for v in game.payoffs[p]])}" for p in game.profiles
    )
    head = {"players": list(game.players), "actions": [list(a) for a in game.actions]}
    lines = [f'  "{key}": {json.dumps(value, ensure_ascii=False)},' for key, value in head.items()]
    return "\n".join(["{", *lines, '  "payoffs": {', rows, "  }", "}"]) + "\n"


def _plain(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


@dataclass(frozen=True)
class _Place:
    """Names the lines of a text in errors."""

    text: str
    source: str

    def error(self, say: str, *, key: list[str] | tuple[str, ...] = (), nth: int = 1) -> InputError:
        line = next((n for k in key if (n := self.line(k, nth))), 1)
        return InputError(f"{self.source}:{line}: {say}")

    def line(self, key: str, nth: int = 1) -> int:
        """The line of the ``nth`` time that a key is written, or 0."""
        quoted, at = json.dumps(key, ensure_ascii=False), -1
        while nth and (at := self.text.find(quoted, at + 1)) >= 0:
            after = at + len(quoted)
            nth -= self.text[after : after + 20].lstrip().startswith(":")
        return self.text.count("\n", 0, at) + 1 if at >= 0 else 0


class _Object(dict[str, Any]):
    """A JSON object that remembers the keys written twice."""

    twice: tuple[str, ...] = ()


def _pairs(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object(pairs)
    made.twice = tuple(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
    return made


def _json(text: str, place: _Place) -> object:
    if len(text) > MAX_TEXT:
        raise place.error(f"a game of {len(text)} characters is too large (at most {MAX_TEXT})")
    try:
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_pairs)
    except json.JSONDecodeError as error:
        raise InputError(f"{place.source}:{error.lineno}: column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise place.error("nested too deep") from None


def _fields(data: object, place: _Place) -> Mapping[str, Any]:
    if not isinstance(data, _Object):
        raise place.error(f"a game is an object with {', '.join(FIELDS)}")
    for part in (data, data.get("payoffs")):
        if isinstance(part, _Object) and part.twice:
            key = part.twice[0]
            raise place.error(f"{key!r} is given twice: keep one of them", key=[key], nth=2)
    if extra := next((key for key in data if key not in FIELDS), None):
        raise place.error(str(unknown("key", extra, FIELDS)), key=[extra])
    if missing := [key for key in FIELDS[1:] if key not in data]:
        raise place.error(f"{missing[0]!r} is missing")
    return data


def _number(value: object) -> Fraction:
    """A number, a decimal or ``"p/q"``; numbers arrive as the digits that were written."""
    if isinstance(value, Fraction):
        return value
    if not isinstance(value, str) or not 0 < len(value) <= MAX_DIGITS:
        raise ValueError("a payoff is a number, a decimal or 'p/q'")
    plain = value.replace(" ", "")
    exponent = plain.lower().partition("e")[2].lstrip("+-")
    if exponent.isdecimal() and int(exponent) > MAX_DIGITS:
        raise ValueError(f"{value} is too large or too small for a payoff")
    try:
        return Fraction(plain if NUMERAL.issuperset(plain) else "")
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{value!r} is not a payoff: write a number, a decimal or 'p/q'") from None


def _label(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or "," in value:
        raise ValueError(f"{repr(value)[:MAX_NAME]} is not a name: write a text without commas")
    if len(value) > MAX_NAME:
        raise ValueError(f"a name of {len(value)} characters is too long (at most {MAX_NAME})")
    return value.strip()


LabelText = Annotated[str, BeforeValidator(_label)]


class _Shape(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    players: tuple[LabelText, ...] = ()
    actions: tuple[tuple[LabelText, ...], ...]
    payoffs: dict[str, list[Annotated[Fraction, BeforeValidator(_number)]]]


def _players(count: int, place: _Place) -> tuple[str, ...]:
    if count != 2:
        raise place.error(f"name the {count} 'players'", key=["actions"])
    return ("you", "them")


def _payoffs(shape: _Shape, place: _Place) -> Mapping[Profile, tuple[Fraction, ...]]:
    payoffs: dict[Profile, tuple[Fraction, ...]] = {}
    for key, row in shape.payoffs.items():
        profile = _profile(key, len(shape.actions), place)
        if profile in payoffs:
            raise place.error(f"{key!r} is given twice: keep one of them", key=[key])
        payoffs[profile] = tuple(row)
    return payoffs


def _profile(key: str, players: int, place: _Place) -> Profile:
    profile = tuple(part.strip() for part in key.split(","))
    if len(profile) != players:
        say = f"{key!r} names {len(profile)} actions for {players} players: write one each, with commas"
        raise place.error(say, key=[key])
    return profile


def _suspects(message: str, fields: Mapping[str, Any]) -> list[str]:
    """The keys a complaint about a game may be about, most telling first."""
    rows = [key for key in fields["payoffs"] if key.replace(" ", "") in message]
    return [*sorted(rows, key=len, reverse=True), *(k for k in FIELDS if k in message), "payoffs"]
