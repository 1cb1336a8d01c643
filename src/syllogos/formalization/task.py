"""A description with what is known of the game it means: plain text, or a page in Markdown.

A page has the description as its paragraphs, and may have a line ``Class: pd`` and a JSON block
with the game as typed facts (:mod:`syllogos.formalization.facts`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from syllogos.errors import InputError
from syllogos.formalization.facts import GameFacts, parse_facts
from syllogos.text.source import Source

LONGEST = 50_000
"""Characters of a description that are read."""
BLOCK = re.compile(r"^```json[ \t]*\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
CLASS = re.compile(r"^Class:\s*(\S+)\s*$", re.MULTILINE)
EXPECTED = re.compile(r"^Expected:\s*$", re.MULTILINE)
HEADING = re.compile(r"^#.*$", re.MULTILINE)


@dataclass(frozen=True)
class GameTask:
    """A description, and the payoffs or the class that its game should have where they are known."""

    name: str
    description: str
    target: GameFacts | None = None
    game_class: str = ""


def parse_task(source: Source) -> GameTask:
    """The task in a text: only pages (``.md``) have more than the description.

    Raises:
        InputError: it is empty or too long, or its facts are no game.
    """
    text = source.text
    target, game_class = None, ""
    if source.name.endswith(".md"):
        if block := BLOCK.search(text):
            # The block keeps its place, so that a complaint about it names the line in the page.
            target = parse_facts("\n" * text.count("\n", 0, block.start(1)) + block[1], source.name)
        if found := CLASS.search(text):
            game_class = found[1]
        for pattern in (BLOCK, CLASS, EXPECTED, HEADING):
            text = pattern.sub("", text)
    description = re.sub(r"\n{3,}", "\n\n", text).strip()
    if not description:
        raise InputError(f"{source.name}: there is no description in it")
    if len(description) > LONGEST:
        raise InputError(f"{source.name}: {len(description)} characters are too many (at most {LONGEST})")
    return GameTask(source.name, description, target, game_class)
