"""What follows from a log of Clue: who holds what, how likely, why, and what to ask next."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from syllogos import api
from syllogos.api import Draft, Mode, ShowModel
from syllogos.cli._console import PlainConsole, console
from syllogos.cli._exits import LOG, FailOn, fail, failing
from syllogos.cli._matrix import advice, matrix
from syllogos.cli._options import Json, print_json
from syllogos.errors import InputError
from syllogos.text.files import read_input
from syllogos.text.visible import one_line

if TYPE_CHECKING:
    from syllogos.clue.belief import Belief
    from syllogos.clue.deduction.reasons import Reason

MOST_ADVICE = 5
LONGEST_LINE = 10_000
"""Bytes of a line that is entered."""
HELP = """players Ada 3, Ben 3, ...     who plays, in seat order, and with how many cards
me Ada: Plum, Rope, Hall      your hand; public Rope, ... for cards that lie face up
Ada: Plum, Rope, Hall; pass Ben; show Cleo [Rope]     a suggestion (or: ...; nobody)
Ada accuses Plum, Rope, Hall: wrong
undo | why CARD HOLDER | suggest | quit"""


def make(
    log: Annotated[str | None, typer.Argument(help="A log as JSON or text, or - for standard input")] = None,
    why: Annotated[
        tuple[str, str] | None, typer.Option(metavar="CARD HOLDER", help="The events that decide a cell")
    ] = None,
    suggest: Annotated[bool, typer.Option("--suggest", help="The suggestions that teach most")] = False,
    interactive: Annotated[bool, typer.Option("--interactive", help="Enter a log line by line")] = False,
    item: Annotated[str, typer.Option(help="Which log of a .jsonl file: its id or number from 0")] = "",
    mode: Annotated[Mode, typer.Option(help="How far to reason")] = "full",
    show_model: Annotated[ShowModel, typer.Option(help="How deals are weighted")] = "uniform",
    fail_on: FailOn = "",
    json: Json = False,
) -> None:
    """What follows from a log of Clue: who holds what, how likely, why, and what to ask next.

    Events are numbered from 0. HOLDER is a player or envelope.

    Examples:

        syllogos deduce game.txt --why Rope envelope

        syllogos deduce --interactive
    """
    wrong = failing(fail_on, LOG)
    if interactive:
        _table_talk(console(), log, mode, show_model)
        return
    if log is None:
        raise InputError("give a log, or --interactive to enter one")
    read = api.parse_log(read_input(log), item)
    belief = api.deduce(read, mode=mode, show_model=show_model)
    reason = api.reason_of(read, *why) if why and not belief.contradiction else None
    found = api.suggestions(belief, MOST_ADVICE) if suggest and not belief.contradiction else ()
    if json:
        asked = {"why": _why_json(reason)} if why else {}
        print_json({**api.belief_json(belief), **asked, **({"suggestions": found} if suggest else {})})
    else:
        terminal = console()
        terminal.print(matrix(belief))
        if why and not belief.contradiction:
            terminal.print(reason.say if reason else f"{why[0]}, {why[1]} is open.")
        if found:
            terminal.print(advice(found))
    fail(_status(belief), wrong)


def _status(belief: Belief) -> str:
    if belief.contradiction:
        return "INCONSISTENT"
    return "READY" if belief.ready else "OPEN"


def _table_talk(terminal: PlainConsole, log: str | None, mode: Mode, show_model: ShowModel) -> None:
    """Enter lines, see the matrix after each; a wrong line is said and changes nothing."""
    terminal.print(HELP)
    draft = Draft()
    for line in chain(read_input(log).text.splitlines() if log else (), _lines(terminal)):
        try:
            draft = _entered(terminal, draft, line.strip(), mode, show_model)
        except InputError as error:
            terminal.print(one_line(str(error)), style="red")


def _entered(terminal: PlainConsole, draft: Draft, line: str, mode: Mode, show_model: ShowModel) -> Draft:
    word, _, rest = line.partition(" ")
    if word == "why":
        card, _, holder = rest.rpartition(" ")
        reason = api.reason_of(draft.log, card, holder)
        terminal.print(reason.say if reason else "That is open.")
    elif line == "suggest":
        terminal.print(advice(api.suggestions(_belief(draft, mode, show_model), MOST_ADVICE)))
    elif line in ("help", "?"):
        terminal.print(HELP)
    else:
        after = api.write(draft, line)
        if after.sizes and (after.events != draft.events or word == "me"):
            terminal.print(matrix(_belief(after, mode, show_model)))
        return after
    return draft


def _lines(terminal: PlainConsole) -> Iterator[str]:
    while True:
        try:
            line = terminal.input("> ") if sys.stdin.isatty() else _line()
        except EOFError:
            return
        if line.strip() in ("quit", "exit"):
            return
        yield line


def _belief(draft: Draft, mode: Mode, show_model: ShowModel) -> Belief:
    return api.deduce(draft.log, mode=mode, show_model=show_model)


def _why_json(reason: Reason | None) -> dict[str, Any] | None:
    if reason is None:
        return None
    return {
        "card": reason.card,
        "holder": reason.holder,
        "mark": reason.mark,
        "events": reason.events,
        "say": reason.say,
    }


def _line() -> str:
    """The next line of the standard input; the end of it ends the talk."""
    line = sys.stdin.buffer.readline(LONGEST_LINE + 1)
    if not line:
        raise EOFError
    if len(line) > LONGEST_LINE:
        raise InputError(f"standard input: a line longer than {LONGEST_LINE:,} bytes; give shorter ones")
    return line.decode("utf-8", "replace")
