"""No regular expression of the package takes more than linear time, whatever the text."""

from __future__ import annotations

import re

import pytest

from patterns import Pattern, patterns, weakness


def test_no_pattern_is_slow_on_any_text() -> None:
    """Each is attacked with what its own repeats repeat; a new pattern is found by itself."""
    found = patterns()
    assert len(found) > 100
    weak = [f"{p.place}: {p.compiled.pattern[:60]!r} on {w}" for p in found if (w := weakness(p))]
    assert not weak, "\n".join(weak)


@pytest.mark.parametrize(
    ("pattern", "way"),
    [
        (r"\s+$", "search"),
        (r"(?:\s+)*x", "match"),
        (r"(\w+)\s*(\w+)\s*:", "fullmatch"),
        (r"if\b.*\bthen\b", "search"),
        (r"'(?:[^'\\]|\\.)*'", "search"),
        (r"(?m)^\s*-", "search"),
        (r"one(?P<a>.*?)\s+and", "match"),
    ],
)
def test_the_search_finds_slow_patterns(pattern: str, way: str) -> None:
    """Of each kind that the package has had."""
    assert weakness(Pattern("", re.compile(pattern), frozenset({way})))


@pytest.mark.parametrize("pattern", [r"\s", r"[a-z]\w*+", r"(?m)^[^\S\n]*+-", r"x{0,40}y", r"\bto\s+\w+"])
def test_the_search_lets_linear_patterns_pass(pattern: str) -> None:
    """Possessive, bounded and anchored ones."""
    assert not weakness(Pattern("", re.compile(pattern), frozenset({"search"})))
