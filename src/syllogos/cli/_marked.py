"""A checked text on a terminal, its claims in colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from syllogos.cli._console import console
from syllogos.cli._say import quoted
from syllogos.text.visible import visible

if TYPE_CHECKING:
    from syllogos.payoffs.check import CheckedText

STYLES = {"TRUE": "green", "FALSE": "bold red", "ILL_POSED": "magenta", "UNTRANSLATED": "yellow"}
LEGEND = "green true, red false, magenta ill-posed, yellow payoff talk that was not read"


def show(text: str, checked: CheckedText) -> None:
    """Print the text, what it amounts to, and each claim with what is true instead."""
    terminal = console()
    # One for one, so that the places of claims hold; rich would drop some of these characters.
    marked = Text(visible(text))
    for claim in checked.claims:
        marked.stylize(STYLES[claim.verdict], claim.start, claim.end)
    terminal.print(marked)
    legend = f" ({LEGEND})" if terminal.is_terminal and checked.claims else ""
    head = Text.assemble("\n", (checked.status, "bold"), f": {checked.means}", (legend, "dim"))
    terminal.print(head, soft_wrap=True)
    for claim in checked.claims:
        line = Text(f"  {claim.verdict}  ", STYLES[claim.verdict])
        line.append(f"“{quoted(claim.text)}”", "default")
        terminal.print(line)
        if claim.correction:
            terminal.print(Text(f"    {claim.correction}", "dim"))
