"""A game as typed facts: players, roles, actions, order of moves, payoffs, default move.

{"players": ["Ann", "Bob"], "roles": ["row", "column"], "actions": [["stay", "go"], ["stay", "go"]],
 "order": "simultaneous", "default_move": "stay",
 "payoffs": [{"moves": ["stay", "stay"], "payoffs": [3, 3]}, ...]}

``order`` is ``simultaneous``, ``sequential`` (in the order of players), or a list of stages, each
a list of players.  ``payoffs`` may also be a mapping as in :mod:`syllogos.gametheory.files`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from syllogos.errors import InputError, unknown
from syllogos.gametheory.extensive import Tree, staged
from syllogos.gametheory.files import MOST_PLAYERS, parse_game
from syllogos.gametheory.normal_form import NormalForm

FIELDS = ("players", "roles", "actions", "order", "payoffs", "default_move")
LONGEST = 200_000
"""Characters of a text that are read."""

Order = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class GameFacts:
    """A game in which everybody moves once, in stages.

    ``order`` lists the players (indices) of each stage; ``roles`` has one name a player;
    ``default`` is an action, or empty.

    Raises:
        ValueError: an order that does not let everybody move once, roles that do not fit, or a
            default that nobody can choose.
    """

    form: NormalForm
    order: Order
    roles: tuple[str, ...]
    default: str = ""

    def __post_init__(self) -> None:
        count = len(self.form.players)
        if sorted(i for stage in self.order for i in stage) != list(range(count)):
            raise ValueError("order: every player moves in exactly one stage")
        if len(self.roles) != count:
            raise ValueError(f"roles: {len(self.roles)} for {count} players")
        if self.default and not any(self.default in own for own in self.form.actions):
            raise ValueError(f"default_move {self.default!r} is nobody's action")

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> GameFacts:
        """The game as a record holds it."""
        order = tuple(map(tuple, plain["order"]))
        return cls(NormalForm.from_plain(plain["form"]), order, tuple(plain["roles"]), plain["default"])

    @property
    def sequential(self) -> bool:
        """Whether somebody sees a move before choosing."""
        return len(self.order) > 1

    @property
    def tree(self) -> Tree:
        """The game as a finite tree."""
        return staged(self.form, self.order)


def facts_of(form: NormalForm, default: str = "", order: Order = ()) -> GameFacts:
    """The facts of a form: at once unless ``order`` says otherwise, roles as in the literature."""
    count = len(form.players)
    roles = ("row", "col") if count == 2 else tuple(f"player{i + 1}" for i in range(count))
    return GameFacts(form, order or (tuple(range(count)),), roles, default)


def parse_facts(text: str, source: str = "facts") -> GameFacts:
    """The facts in a JSON text.

    Raises:
        InputError: what is wrong, with source, line and mend.
    """
    if len(text) > LONGEST:
        raise InputError(f"{source}: {len(text)} characters are too many (at most {LONGEST})")
    try:
        data = json.loads(text, parse_float=str, parse_int=str, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise InputError(f"{source}:{error.lineno}: column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise InputError(f"{source}:1: nested too deep") from None
    except ValueError as error:
        raise InputError(f"{source}:{_line(text, str(error))}: {error}") from None
    try:
        return _facts(data)
    except (InputError, ValueError) as error:
        say = str(error).removeprefix("payoffs:1: ")
        raise InputError(f"{source}:{_line(text, say)}: {say}") from None


def print_facts(facts: GameFacts) -> str:
    """The JSON of facts; :func:`parse_facts` reads it back."""
    form = facts.form
    stages = [[form.players[i] for i in stage] for stage in facts.order]
    head: dict[str, object] = {
        "players": form.players,
        "roles": facts.roles,
        "actions": form.actions,
        "order": stages if facts.sequential else "simultaneous",
    }
    if facts.default:
        head["default_move"] = facts.default
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    rows = ",\n".join(
        f"    {json.dumps(','.join(p), ensure_ascii=False)}: {json.dumps([_plain(str(v)) for v in row])}"
        for p, row in form.payoffs.items()
    )
    return "\n".join(["{", *lines, '  "payoffs": {', rows, "  }", "}"]) + "\n"


def is_facts(text: str) -> bool:
    """Whether a JSON text is a game with more than :mod:`syllogos.gametheory.files` reads."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and any(key in data for key in ("roles", "order", "default_move"))


def _plain(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdecimal() else text


def _facts(data: object) -> GameFacts:
    if not isinstance(data, dict):
        raise ValueError(f"the facts of a game are an object with {', '.join(FIELDS)}")
    if extra := next((key for key in data if key not in FIELDS), None):
        raise unknown("key", extra, FIELDS)
    for key in ("players", "actions", "payoffs"):
        if key not in data:
            raise ValueError(f"{key!r} is missing")
    players = data["players"]
    if not isinstance(players, list) or not 1 <= len(players) <= MOST_PLAYERS:
        raise ValueError(f"'players' is a list of 1 to {MOST_PLAYERS} names")
    actions = data["actions"]
    if isinstance(actions, list) and all(isinstance(a, str) for a in actions):
        actions = [actions] * len(players)
    game = {"players": players, "actions": actions, "payoffs": _payoffs(data["payoffs"])}
    form = parse_game(json.dumps(game), "payoffs")
    base = facts_of(form)
    roles = data.get("roles")
    return GameFacts(
        form,
        _order(data.get("order", "simultaneous"), form.players),
        base.roles if roles is None else _roles(roles, form.players),
        str(data.get("default_move") or ""),
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        raise ValueError(f"{twice[:80]!r} is given twice: keep one of them")
    return made


def _payoffs(value: object) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    if not isinstance(value, list):
        raise ValueError("'payoffs' is a list of {moves, payoffs}")
    rows: dict[str, Any] = {}
    for row in value:
        if not isinstance(row, dict) or not isinstance(row.get("moves"), list) or "payoffs" not in row:
            raise ValueError("each entry of 'payoffs' has 'moves' (a list) and 'payoffs' (a list)")
        key = ",".join(map(str, row["moves"]))
        if key in rows:
            raise ValueError(f"{key!r} is given twice: keep one of them")
        rows[key] = row["payoffs"]
    return rows


def _roles(value: object, players: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(value, dict):
        if strange := [p for p in value if p not in players]:
            raise unknown("player", strange[0], players)
        return tuple(str(value.get(p, "")) for p in players)
    if not isinstance(value, list):
        raise ValueError("'roles' is a list with one role a player")
    return tuple(map(str, value))


def _order(value: object, players: tuple[str, ...]) -> Order:
    if value == "simultaneous":
        return (tuple(range(len(players))),)
    if value == "sequential":
        return tuple((i,) for i in range(len(players)))
    if not isinstance(value, list):
        raise ValueError("'order' is simultaneous, sequential, or a list of stages of players")
    stages = [stage if isinstance(stage, list) else [stage] for stage in value]
    known = {name: i for i, name in enumerate(players)}
    if odd := [p for stage in stages for p in stage if not isinstance(p, str)]:
        raise ValueError(f"'order' is a list of stages, each a list of players, not of {str(odd[0])[:80]}")
    if strange := [p for stage in stages for p in stage if p not in known]:
        raise unknown("player", strange[0], known)
    return tuple(tuple(known[p] for p in stage) for stage in stages)


def _line(text: str, say: str) -> int:
    """The line that a complaint is about: of the first quoted name in it that the text has."""
    for part in say.split("'")[1::2]:
        if (at := text.find(f'"{part}"')) >= 0:
            return text.count("\n", 0, at) + 1
    return 1
