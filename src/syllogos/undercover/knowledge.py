"""What a player says and what rules make of it, as a theory of events (appendices B.1.1, B.2 and B.3).

Facts are a player's descriptions of the one thing ``c`` that its word names; rules are a model's links from
such facts to a word.  Both become formulas over entities and events: nouns are said of entities, verbs of
events, roles join an event to an entity (Parsons 1990).  The theorem is ``Word c``: that the described thing
is what the word names, never that there is some such thing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from syllogos.contract import Fault
from syllogos.logic.formulas import ENTITY, Applied, Formula, Related
from syllogos.logic.languages import isabelle
from syllogos.logic.sorting import UnfitError, fitted
from syllogos.logic.theories import Signature, Statement, Theory
from syllogos.logic.trees import SCHEMA as TREES
from syllogos.logic.trees import TreeError, formula_from_tree
from syllogos.text.replies import read_object
from syllogos.text.visible import one_line

EVENT = "event"
THING = "c"
MOST_RULES = 4
"""Rules about one player that are kept."""
MOST_NAMES = 60
"""Nouns, verbs or roles of one theory."""
LONGEST_RULE = 300
PREDICATE_NAME = re.compile(r"[^\W\d_][\w']*")

RULES: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "rules": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MOST_RULES}
    },
    "required": ["rules"],
    "additionalProperties": False,
}
"""What a model says of the links from facts to a word."""


def read_rules(reply: str) -> tuple[str, ...] | Fault:
    """The rules of a reply, or what is wrong with it."""
    found = read_object(reply, ["rules"])
    rules = found.get("rules") if found else None
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        return Fault("unparsable", 'a JSON object with "rules", a list of sentences, is wanted')
    kept = tuple(dict.fromkeys(one_line(rule)[:LONGEST_RULE] for rule in rules if rule.strip()))[:MOST_RULES]
    return kept or Fault("empty", "at least one rule is wanted")


def knowledge_schema(facts: int, rules: int) -> Mapping[str, Any]:
    """What a formalizer writes of so many facts and rules."""
    names = {"type": "array", "items": {"type": "string"}, "maxItems": MOST_NAMES}
    formula = {"$ref": "#/$defs/formula"}

    def trees(count: int) -> dict[str, object]:
        return {"type": "array", "items": formula, "minItems": count, "maxItems": count}

    properties = {
        "nouns": names,
        "verbs": names,
        "roles": names,
        "facts": trees(facts),
        "rules": trees(rules),
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        "$defs": TREES["$defs"],
    }


def word_predicate(word: str) -> str:
    """The predicate of a word: its letters and digits, each part with a capital.

    >>> word_predicate("ice cream"), word_predicate("3D printer")
    ('IceCream', 'W3dPrinter')
    """
    parts = re.findall(r"\w+", word.replace("_", " "))
    name = "".join(part.capitalize() for part in parts) or "Word"
    return name if PREDICATE_NAME.fullmatch(name) else f"W{name}"


def read_knowledge(reply: str, facts: int, rules: int, word: str) -> Theory | Fault:
    """The theory that a formalizer wrote for facts and rules about ``word``, or what is wrong with it.

    Every name is declared by the reply as a noun, a verb or a role, so that each has one meaning; variables
    take the sorts of the places in which they stand.
    """
    found = read_object(reply, ["facts", "rules"])
    if not found:
        return Fault(
            "unparsable", 'a JSON object with "nouns", "verbs", "roles", "facts" and "rules" is wanted'
        )
    signature = _signature(found, word)
    if isinstance(signature, Fault):
        return signature
    statements: list[Statement] = []
    for kind, count in (("facts", facts), ("rules", rules)):
        trees = found.get(kind)
        if not isinstance(trees, list) or len(trees) != count:
            return Fault(
                "illegal", f"{kind}: a list of {count} formulas is wanted, one for each in their order"
            )
        for number, tree in enumerate(trees, 1):
            name = f"{kind[:-1]}_{number}"
            try:
                formula: Formula = fitted(formula_from_tree(tree), signature)
            except TreeError as error:
                return Fault("unparsable", f"{name}: {error}")
            except UnfitError as error:
                return Fault("illegal", f"{name}: {error}")
            statements.append(Statement(name, formula))
    goal = Related(word_predicate(word), (Applied(THING),))
    theory = Theory(tuple(statements), goal, signature, "player")
    try:
        isabelle.printed(theory)
    except ValueError as error:
        return Fault("illegal", f"{error}; take another name")
    return theory


def _signature(found: Mapping[str, Any], word: str) -> Signature | Fault:
    predicates: dict[tuple[str, int], tuple[str, ...]] = {(word_predicate(word), 1): (ENTITY,)}
    for kind, sorts in (("nouns", (ENTITY,)), ("verbs", (EVENT,)), ("roles", (EVENT, ENTITY))):
        names = found.get(kind)
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            return Fault("illegal", f"{kind}: a list of names is wanted")
        if len(names) > MOST_NAMES:
            return Fault("limit", f"{kind}: {len(names)} names are too many (at most {MOST_NAMES})")
        for name in names:
            if not PREDICATE_NAME.fullmatch(name) or name == THING:
                return Fault(
                    "illegal",
                    f"{kind}: {one_line(name)[:40]!r} is no name: letters and digits, first a letter",
                )
            if predicates.setdefault((name, len(sorts)), sorts) != sorts:
                return Fault("illegal", f"{name} is both a noun and a verb; one of them needs another name")
    return Signature((ENTITY, EVENT), {(THING, 0): ((), ENTITY)}, predicates)
