"""Values that a JSON schema allows: the parts of a schema that this project's own forms use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor
from typing import Any

from syllogos.contract import Schema

Choose = Callable[[Sequence[Any]], Any]
DEEP = 6
"""Below this depth optional properties are left out and branches that lead back are avoided."""


def instance(schema: Schema, choose: Choose, text: str = "ok") -> object:
    """A small value that ``schema`` allows.

    Args:
        schema: a JSON schema; ``$ref`` may point into its own ``$defs``.
        choose: picks one of the values of each enumeration, range or list of branches.
        text: what stands where any text will do.
    """
    return _value(schema, schema, choose, text, 0)


def has_choice(schema: object) -> bool:
    """Whether a schema has an enumeration anywhere."""
    if isinstance(schema, Mapping):
        return "enum" in schema or any(has_choice(part) for part in schema.values())
    return isinstance(schema, list) and any(has_choice(part) for part in schema)


def _value(node: Schema, root: Schema, choose: Choose, text: str, depth: int) -> object:
    node = _resolved(node, root)
    if "const" in node:
        return node["const"]
    if isinstance(values := node.get("enum"), Sequence):
        return choose(values)
    for word in ("anyOf", "oneOf", "allOf"):
        if isinstance(branches := node.get(word), list):
            open_ones = branches if depth < DEEP else _shallowest(branches, root)
            return _value(choose(open_ones), root, choose, text, depth + 1)
    kind = node.get("type", "object" if "properties" in node else "string")
    match choose(kind) if isinstance(kind, list) else kind:
        case "object":
            return _object(node, root, choose, text, depth)
        case "array":
            least: Any = node.get("minItems", 0)
            items: Any = node.get("items", {})
            return [_value(items, root, choose, text, depth + 1) for _ in range(least)]
        case "string":
            return _text(node, text)
        case "integer" | "number":
            return _number(node, choose)
        case "boolean":
            return choose((False, True))
    return None


def _shallowest(branches: list[Schema], root: Schema) -> list[Schema]:
    heights = [_height(branch, root, DEEP) for branch in branches]
    return [branch for branch, height in zip(branches, heights, strict=True) if height == min(heights)]


def _height(node: Any, root: Schema, limit: int) -> int:
    """How deep the flattest value of a schema is; ``limit`` stands for that and anything deeper."""
    if limit <= 0:
        return 0
    node = _resolved(node, root)
    for word in ("anyOf", "oneOf", "allOf"):
        if word in node:
            return 1 + min(_height(branch, root, limit - 1) for branch in node[word])
    properties = node.get("properties", {})
    below = [properties[name] for name in node.get("required", ()) if name in properties]
    if node.get("minItems", 0):
        below.append(node.get("items", {}))
    return 1 + max((_height(part, root, limit - 1) for part in below), default=0)


def _resolved(node: Schema, root: Schema) -> Schema:
    while isinstance(reference := node.get("$ref"), str):
        found: Any = root
        for step in reference.removeprefix("#").strip("/").split("/"):
            found = found[step] if step else found
        node = found
    return node


def _object(node: Schema, root: Schema, choose: Choose, text: str, depth: int) -> dict[str, object]:
    properties: Any = node.get("properties", {})
    required: Any = node.get("required", ())
    kept = [name for name in properties if depth < DEEP or name in required]
    return {name: _value(properties[name], root, choose, text, depth + 1) for name in kept}


def _text(node: Schema, text: str) -> str:
    least: Any = node.get("minLength", 0)
    most: Any = node.get("maxLength", max(least, len(text)))
    return text.ljust(least, ".")[:most]


def _number(node: Schema, choose: Choose) -> int | float:
    low: Any = node["exclusiveMinimum"] + 1 if "exclusiveMinimum" in node else node.get("minimum")  # type: ignore[operator]
    high: Any = node["exclusiveMaximum"] - 1 if "exclusiveMaximum" in node else node.get("maximum")  # type: ignore[operator]
    low = min(0, high if high is not None else 0) if low is None else low
    high = low if high is None else high
    if node.get("type") == "number":
        value: float = choose((low, high))
        return value
    return int(choose(range(ceil(low), floor(high) + 1)))
