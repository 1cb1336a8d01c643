"""A possibility matrix on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from syllogos.clue.belief import Belief
    from syllogos.clue.deduction.advice import Advice

STYLES = {"YES": "bold green", "NO": "dim", "MAYBE": "yellow"}


def matrix(belief: Belief) -> RenderableType:
    """The matrix, one row a card, and below it what it comes to."""
    if belief.contradiction or belief.matrix is None:
        return Text(belief.contradiction.say if belief.contradiction else "nothing is known", "bold red")
    table = Table(header_style="bold", show_lines=False)
    table.add_column("card")
    for holder in belief.table.holders:
        me = holder == belief.table.observer
        name = holder if holder in belief.table.players else "envelope"
        table.add_column(f"{name} (you)" if me else name, justify="right")
    for category, cards in belief.table.categories.items():
        table.add_section()
        for card in cards:
            row = belief.matrix[card]
            style = STYLES["YES"] if belief.candidates[category] == (card,) else ""
            table.add_row(Text(card, style), *(_cell(belief, card, holder) for holder in row))
    return Group(table, *_notes(belief))


def advice(found: Sequence[Advice]) -> RenderableType:
    """The best next suggestions."""
    table = Table("suggest", "expected bits", "is the envelope", header_style="bold")
    for one in found:
        table.add_row(", ".join(one.cards), f"{one.bits:.2f}", f"{one.envelope:.1%}")
    return table


def _cell(belief: Belief, card: str, holder: str) -> Text:
    mark = (belief.matrix or {})[card][holder]
    odds = belief.probabilities
    if mark != "MAYBE":
        return Text("yes" if mark == "YES" else "·", STYLES[mark])
    return Text(f"{float(odds[card][holder]):.0%}" if odds else "?", STYLES[mark])


def _notes(belief: Belief) -> list[Text]:
    notes = [f"{one.player} has at least one of {', '.join(one.cards)}" for one in belief.unresolved]
    if belief.deals is not None:
        notes.append(f"{belief.deals} deal{'' if belief.deals == 1 else 's'} left")
    lines = [Text(note) for note in notes]
    if belief.ready:
        lines.append(Text(f"The envelope holds {', '.join(belief.ready)}: accuse.", STYLES["YES"]))
    return lines
