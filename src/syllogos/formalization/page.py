"""The report of a formalization: how far to trust a game, as Markdown, as a page, as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from syllogos.formalization.analysis import Analysis, analysis
from syllogos.formalization.faults import GameFault
from syllogos.formalization.program import Validation
from syllogos.gametheory.classes import CLASSES
from syllogos.gametheory.extensive import ends
from syllogos.gametheory.normal_form import NormalForm
from syllogos.gametheory.payoff_table import PayoffTable, payoff_table, plays_table
from syllogos.reporting.html import render_page
from syllogos.text.plain import plain
from syllogos.text.visible import markdown_line, markdown_text, visible


@dataclass(frozen=True)
class Formal:
    """A description's game and what was found.

    ``status`` is VALID, INVALID, or why there is no game: DECLINED, NO_GAME, NO_PAYOFFS,
    CONTRADICTION; ``reason`` says more, ``sentence`` where.
    """

    name: str
    description: str
    status: str
    text: str = ""
    target: str = "facts"
    author: str = ""
    attempts: int = 0
    found: Validation | None = None
    reason: str = ""
    sentence: str = ""
    history: tuple[str, ...] = ()

    @cached_property
    def analysis(self) -> Analysis:
        """What can be said of the game; nothing where there is none."""
        if self.found is None or self.found.tree is None:
            return Analysis()
        return analysis(self.found.tree, self.found.players, self.form)

    @property
    def form(self) -> NormalForm | None:
        """The game in normal form, where all move at once."""
        facts = self.found.facts if self.found else None
        return facts.form if facts and not facts.sequential else None

    @property
    def faults(self) -> tuple[GameFault, ...]:
        """What is wrong with the game."""
        return self.found.faults if self.found else ()

    @property
    def limits(self) -> str:
        """How far its program was let go, and how it was confined; empty where none was run."""
        program = self.found.program if self.found else None
        return f"{program.isolation}, {program.bounds}" if program and program.bounds else ""

    @property
    def completed(self) -> tuple[str, ...]:
        """The standard predicates that the library added."""
        program = self.found.program if self.found else None
        return program.added if program else ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was tolerated."""
        program = self.found.program if self.found else None
        if program is None:
            return ()
        return (
            *(f"removed: {what}" for what in program.removed),
            *(program.game.notes if program.game else ()),
        )


def formal_json(formal: Formal, game_file: str = "") -> dict[str, Any]:
    """The keys of ``formalize --json``."""
    said = formal.analysis
    found = formal.found
    return {
        "status": formal.status,
        "reason": formal.reason,
        "sentence": formal.sentence,
        "game_file": game_file or None,
        "class": said.classes[0] if said.classes else None,
        "classes": list(said.classes),
        "ordinal_class": said.ordinal or None,
        "traits": list(said.traits),
        "dominant": list(said.dominant),
        "equilibria": [
            {"kind": e.kind, "play": e.play, "payoffs": list(map(str, e.payoffs))} for e in said.equilibria
        ],
        "equilibria_complete": said.whole,
        "completed_predicates": list(formal.completed),
        "notes": list(formal.notes),
        "syntactic": found.syntactic if found else None,
        "runtime": found.runtime if found else None,
        "semantic": found.semantic if found else None,
        "limits": formal.limits or None,
        "unanchored": found.unanchored if found else None,
        "faults": [plain(fault) for fault in formal.faults],
        "author": formal.author,
        "attempts": formal.attempts,
    }


def formal_markdown(formal: Formal) -> str:
    """The report as Markdown."""
    reason = f": {markdown_line(formal.reason)}" if formal.reason else ""
    lines = [f"# {markdown_line(formal.name)}", "", f"**{formal.status}**{reason}", ""]
    if formal.sentence:
        lines += [*_quoted(formal.sentence), ""]
    lines += ["## Description", "", *_quoted(formal.description), ""]
    for title, body in _sections(formal):
        lines += [f"## {title}", "", *(f"- {markdown_line(line)}" for line in body), ""]
    if table := _payoffs(formal):
        rules = "|" + " --- |" * len(table.heads)
        lines += ["## Payoffs", "", table.note, "", _row(table.heads), rules, *map(_row, table.rows), ""]
    if formal.text:
        mark = "prolog" if formal.target == "full" else "json"
        text = visible(formal.text).rstrip()
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        lines += ["## The game", "", f"{fence}{mark}", text, fence, ""]
    return "\n".join(lines)


def formal_html(formal: Formal) -> str:
    """The report as one self-contained page."""
    return render_page(
        "formalization/formal.html.j2",
        title=formal.name.rpartition("/")[2],
        status=formal.status,
        good=formal.status == "VALID",
        reason=formal.reason,
        sentence=formal.sentence,
        paragraphs=re.split(r"\n[^\S\n]*\n", formal.description),
        sections=list(_sections(formal)),
        payoffs=_payoffs(formal),
        game=formal.text,
    )


def _sections(formal: Formal) -> Iterator[tuple[str, list[str]]]:
    found, said = formal.found, formal.analysis
    if found is None:
        return
    semantic = "nothing to compare with" if found.semantic is None else _holds(found.semantic)
    loose = " (only when the players' actions are renamed apart)" if found.unanchored else ""
    yield (
        "Validation",
        [
            f"can be read (syntactic): {_holds(found.syntactic)}",
            f"can be played (runtime): {_holds(found.runtime)}",
            f"is the game described (semantic): {semantic}{loose}",
            f"author: {formal.author}, {formal.attempts} attempt(s)",
            *([f"run {formal.limits}"] if formal.limits else []),
        ],
    )
    if formal.faults:
        yield "Faults", [str(fault) for fault in formal.faults]
    if formal.history:
        yield "Mended on the way", list(formal.history)
    if formal.completed or formal.notes:
        added = [f"added from the library: {name}" for name in formal.completed]
        yield "Tolerated", added + list(formal.notes)
    if found.tree is None:
        return
    lines = [f"{CLASSES[code].title}: {CLASSES[code].definition}" for code in said.classes]
    lines += [f"ordinal class {said.ordinal}"] if said.ordinal else []
    lines += list(said.traits)
    lines += list(said.dominant)
    if lines:
        yield "Class", lines
    equilibria = [f"{e.kind}: {e.play}, paying {', '.join(map(str, e.payoffs))}" for e in said.equilibria]
    if not said.whole:
        equilibria.append("not all equilibria were looked for: there are too many ways to play")
    yield "Equilibria", equilibria or ["none in pure strategies"]


def _payoffs(formal: Formal) -> PayoffTable | None:
    """What the game pays; None where there is none."""
    if formal.found is None or formal.found.tree is None:
        return None
    if formal.form:
        return payoff_table(formal.form)
    return plays_table(ends(formal.found.tree), formal.found.players)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(markdown_line, cells)) + " |"


def _quoted(text: str) -> list[str]:
    return [f"> {line}".rstrip() for line in markdown_text(text).splitlines()]


def _holds(value: bool) -> str:
    return "yes" if value else "no"
