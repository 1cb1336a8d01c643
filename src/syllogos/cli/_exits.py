"""Exit statuses: what each command ends with, in one table that ``--help`` and the documents show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from syllogos.errors import InputError, unknown

DONE, FAILED, WRONG, SILENT, INTERRUPTED = 0, 1, 2, 3, 130
"""As the table below has them; 130 is what a shell says of a program that Ctrl-C has ended."""
TEXT = ("VERIFIED", "PARTIAL", "REFUTED", "UNCHECKED")
LOG = ("INCONSISTENT", "OPEN", "READY")
FORMAL = ("VALID", "PLAYABLE", "INVALID", "CONTRADICTION", "DECLINED", "NO_PAYOFFS", "NO_GAME")
THEORY = ("TRUE", "FALSE", "OPEN", "INCONSISTENT", "UNKNOWN", "REJECTED")
_NAMED = "its status is one that --fail-on names ({})"
_SILENT = "a seat made no move of its own in more than half its turns"
ENDS: Mapping[str, Mapping[int, str]] = {
    "check": {DONE: "checked, whatever the verdict", FAILED: _NAMED.format(" ".join(TEXT))},
    "formalize": {DONE: "read, whatever came of it", FAILED: _NAMED.format(" ".join(FORMAL))},
    "deduce": {DONE: "read, consistent or not", FAILED: _NAMED.format(" ".join(LOG))},
    "verify": {
        DONE: "read, whatever the verdict",
        FAILED: f"the status of a theory is one that --fail-on names ({' '.join(THEORY)})",
    },
    "attribute": {
        DONE: "read, whatever follows",
        FAILED: f"the verdict on the conclusion is one that --fail-on names ({' '.join(THEORY)})",
    },
    "play": {DONE: "played to its end", FAILED: "the game crashed", SILENT: _SILENT},
    "run": {
        DONE: "all games are played, here or by others, or a limit of the experiment is reached",
        FAILED: "games crashed; the same command plays them again",
        SILENT: _SILENT,
    },
    "replay": {DONE: "replayed, whatever differs"},
    "report": {DONE: "written, as far as the run is"},
}
"""What the statuses of a command mean beside those that are the same for all."""
OF_ALL: Mapping[int, str] = {
    DONE: "done",
    WRONG: "something is to be mended first: an input, a name, a key, a server; one line on stderr says what",
    INTERRUPTED: "interrupted (Ctrl-C)",
}
FailOn = Annotated[
    str, typer.Option("--fail-on", help="End with status 1 when it comes to one of these: REFUTED,PARTIAL")
]


def ends(command: str) -> dict[int, str]:
    """What each exit status of a command means."""
    return dict(sorted({**OF_ALL, **ENDS.get(command, {})}.items()))


def epilog(command: str) -> str:
    """The exit statuses of a command, for the end of its help."""
    return "Exit status: " + "; ".join(f"{status} {means}" for status, means in ends(command).items()) + "."


def failing(fail_on: str, known: Sequence[str]) -> frozenset[str]:
    """The statuses that ``--fail-on`` names.

    Raises:
        InputError: one that this command never has.

    >>> sorted(failing("refuted, partial", TEXT))
    ['PARTIAL', 'REFUTED']
    """
    named = [word.strip().upper().replace("-", "_").replace(" ", "_") for word in fail_on.split(",")]
    for name in named:
        if name and name not in known:
            raise InputError(f"--fail-on: {unknown('status', name, known)}")
    return frozenset(filter(None, named))


def fail(status: str, named: frozenset[str]) -> None:
    """End with status 1 when ``--fail-on`` names the status."""
    if status in named:
        raise typer.Exit(FAILED)
