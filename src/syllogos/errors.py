"""Errors raised for people: one base class, one line each.

A fault of a *model* is a value (``rules.Fault``) and feeds refinement.  What is
here is raised: a file that cannot be read, a name nobody knows, a server that
does not answer.  The command line prints the message and exits with status 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class SyllogosError(Exception):
    """Something the user can mend; the message names the place and the mend."""


class InputError(SyllogosError):
    """A file, an argument or a name is wrong."""


class StoreError(SyllogosError):
    """A run's store cannot be read or written; nothing stored was lost."""


class LeaseLost(StoreError):
    """Another process plays a game that this one had begun; nothing more is written to it."""


class BudgetReached(SyllogosError):
    """A budget of the experiment is used up; the games that stop here go on when it is raised."""


class ModelError(SyllogosError):
    """A model cannot be used as configured (key, name, address); waiting will not help."""


class Outage(SyllogosError):
    """A model does not answer for now; the same call may succeed later."""


def unknown(kind: str, name: str, known: Iterable[str]) -> InputError:
    """An ``InputError`` for an unknown name that offers the nearest known ones.

    >>> str(unknown("game", "normal-fom", ["normal_form", "question"]))
    "unknown game 'normal-fom': did you mean normal_form? (known: normal_form, question)"
    """
    names, name = sorted(known), name[:200]
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    return InputError(f"unknown {kind} {name!r}: {hint}(known: {', '.join(names) or 'none'})")
