"""Formulas as JSON trees, which models fill in more surely than they write concrete syntax.

A node has one key: ``{"forall": ["x"], "body": ...}`` and ``exists`` have two.  Terms are names (variables
where a quantifier around them lists them, else constants), numbers, or ``{"function": name, "of": [terms]}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from syllogos.logic.formulas import (
    MAX_DEPTH,
    Applied,
    Connected,
    Connective,
    Equation,
    Formula,
    LogicTerm,
    Negated,
    Numeral,
    Ordering,
    Quantified,
    Related,
    Truth,
    Variable,
)

MANY = ("and", "or")
TWO = ("xor", "implies", "iff")
QUANTIFIERS = ("forall", "exists")
COMPARED = ("equal", "less", "at_most")

_TERM = {"$ref": "#/$defs/term"}
_FORMULA = {"$ref": "#/$defs/formula"}


def _object(**properties: object) -> dict[str, object]:
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _list(items: object, least: int, most: int | None = None) -> dict[str, object]:
    bounds = {"minItems": least} | ({} if most is None else {"maxItems": most})
    return {"type": "array", "items": items, **bounds}


_NAME = {"type": "string", "minLength": 1}
SCHEMA: Mapping[str, Any] = {
    "$ref": "#/$defs/formula",
    "$defs": {
        "term": {
            "anyOf": [_NAME, {"type": "number", "minimum": 0}, _object(function=_NAME, of=_list(_TERM, 1))],
        },
        "formula": {
            "anyOf": [
                {"type": "boolean"},
                _object(predicate=_NAME, of=_list(_TERM, 0)),
                *(_object(**{word: _list(_TERM, 2, 2)}) for word in COMPARED),
                {**_object(**{"not": _FORMULA})},
                *(_object(**{word: _list(_FORMULA, 2)}) for word in MANY),
                *(_object(**{word: _list(_FORMULA, 2, 2)}) for word in TWO),
                *(_object(**{word: _list(_NAME, 1), "body": _FORMULA}) for word in QUANTIFIERS),
            ]
        },
    },
}
"""The JSON schema of a tree."""


class TreeError(ValueError):
    """A tree that is no formula; the message begins with the place, such as ``and[1].of[0]``."""

    def __init__(self, place: str, say: str) -> None:
        super().__init__(f"{place or 'the formula'}: {say}")
        self.place, self.say = place, say


def formula_from_tree(tree: object) -> Formula:
    """The formula of a tree.

    Raises:
        TreeError: the place and what is wrong there.

    >>> formula_from_tree({"forall": ["x"], "body": {"predicate": "Dog", "of": ["x", "rex"]}}).body.arguments
    (Variable(name='x', sort='entity'), Applied(name='rex', arguments=()))
    >>> formula_from_tree({"and": [True, {"predicate": "Dog", "of": [None]}]})
    Traceback (most recent call last):
    syllogos.logic.trees.TreeError: and[1].of[0]: a term is a name, a number or {"function", "of"}, not null
    """
    return _formula(tree, "", frozenset(), 1)


def _formula(tree: object, place: str, bound: frozenset[str], depth: int) -> Formula:
    if depth > MAX_DEPTH:
        raise TreeError(place[:80], f"nested deeper than {MAX_DEPTH}")
    if isinstance(tree, bool):
        return Truth(tree)
    if not isinstance(tree, dict):
        raise TreeError(place, f"a formula is an object or true or false, not {_kind(tree)}")
    keys = set(tree)
    if keys == {"predicate", "of"}:
        terms = _terms(tree["of"], f"{place}.of", bound, 0, depth)
        return Related(_name(tree["predicate"], f"{place}.predicate"), terms)
    if len(keys) == 2 and "body" in keys and (word := (keys - {"body"}).pop()) in QUANTIFIERS:
        names = [
            _name(n, f"{place}.{word}[{i}]") for i, n in enumerate(_listed(tree[word], f"{place}.{word}", 1))
        ]
        body = _formula(tree["body"], f"{place}.body".lstrip("."), bound | set(names), depth + 1)
        return Quantified("forall" if word == "forall" else "exists", tuple(map(Variable, names)), body)
    if len(keys) != 1:
        raise TreeError(
            place, f"a node has one of these keys: {', '.join(_keys())}, not {', '.join(map(str, keys))}"
        )
    word = next(iter(keys))
    return _node(word, tree[word], f"{place}.{word}".lstrip("."), bound, depth)


def _node(word: str, inner: object, place: str, bound: frozenset[str], depth: int) -> Formula:
    if word == "not":
        return Negated(_formula(inner, place, bound, depth + 1))
    if word in COMPARED:
        left, right = _terms(inner, place, bound, 2, depth, exactly=True)
        return (
            Equation(left, right)
            if word == "equal"
            else Ordering("<" if word == "less" else "<=", left, right)
        )
    if word not in (*MANY, *TWO):
        raise TreeError(place, f"there is no {word!r}; there are {', '.join(_keys())}")
    parts = _listed(inner, place, 2, exactly=word in TWO)
    connective: Connective = word  # type: ignore[assignment]
    return Connected(
        connective, tuple([_formula(p, f"{place}[{n}]", bound, depth + 1) for n, p in enumerate(parts)])
    )


def _keys() -> tuple[str, ...]:
    return ("predicate", *COMPARED, "not", *MANY, *TWO, *QUANTIFIERS)


def _listed(inner: object, place: str, least: int, *, exactly: bool = False) -> list[object]:
    if not isinstance(inner, list) or len(inner) < least or (exactly and len(inner) != least):
        raise TreeError(
            place.lstrip("."), f"a list of {'exactly' if exactly else 'at least'} {least} is wanted"
        )
    return inner


def _terms(
    inner: object, place: str, bound: frozenset[str], least: int, depth: int, *, exactly: bool = False
) -> tuple[LogicTerm, ...]:
    listed = _listed(inner, place, least, exactly=exactly)
    return tuple([_term(t, f"{place}[{n}]".lstrip("."), bound, depth + 1) for n, t in enumerate(listed)])


def _term(tree: object, place: str, bound: frozenset[str], depth: int) -> LogicTerm:
    if depth > MAX_DEPTH:
        raise TreeError(place[:80], f"nested deeper than {MAX_DEPTH}")
    if isinstance(tree, str) and tree:
        return Variable(tree) if tree in bound else Applied(tree)
    if isinstance(tree, int | float) and not isinstance(tree, bool) and 0 <= tree < 1e15:
        return Numeral(f"{tree:.6f}".rstrip("0").rstrip("."))
    if isinstance(tree, dict) and set(tree) == {"function", "of"}:
        return Applied(
            _name(tree["function"], f"{place}.function"), _terms(tree["of"], f"{place}.of", bound, 1, depth)
        )
    raise TreeError(place, f'a term is a name, a number or {{"function", "of"}}, not {_kind(tree)}')


def _name(said: object, place: str) -> str:
    if not isinstance(said, str) or not said:
        raise TreeError(place.lstrip("."), f"a name is wanted, not {_kind(said)}")
    return said


def _kind(said: object) -> str:
    return "null" if said is None else type(said).__name__


def tree_of(formula: Formula) -> Any:
    """The tree of a closed formula of one sort, which :func:`formula_from_tree` reads back.

    Raises:
        ValueError: an element of a domain, which has no name.
    """
    match formula:
        case Truth(value):
            return value
        case Related(name, arguments):
            return {"predicate": name, "of": [_term_tree(a) for a in arguments]}
        case Equation(left, right):
            return {"equal": [_term_tree(left), _term_tree(right)]}
        case Ordering(order, left, right):
            return {"less" if order == "<" else "at_most": [_term_tree(left), _term_tree(right)]}
        case Negated(body):
            return {"not": tree_of(body)}
        case Connected(connective, parts):
            return {connective: [tree_of(part) for part in parts]}
        case Quantified(quantifier, variables, body):
            return {quantifier: [v.name for v in variables], "body": tree_of(body)}


def _term_tree(term: LogicTerm) -> Any:
    match term:
        case Variable(name) | Applied(name, ()):
            return name
        case Numeral(digits):
            return float(digits) if "." in digits else int(digits)
        case Applied(name, arguments):
            return {"function": name, "of": [_term_tree(a) for a in arguments]}
    raise ValueError("an element of a domain has no name")
