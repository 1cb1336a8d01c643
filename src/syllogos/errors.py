"""Errors raised for people: one base class, one line each.

A fault of a *model* is a value (``rules.Fault``) and feeds refinement.  What is
here is raised: a file that cannot be read, a name nobody knows, a server that
does not answer.  The command line prints the message and exits with status 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

_ADDRESS = re.compile(r"://[^\s'\"<>]++")


def without_credentials(text: str) -> str:
    """A text whose addresses have lost their user info and their queries.

    >>> without_credentials("cannot reach https://me:secret@host/v1?key=1 now")
    'cannot reach https://***@host/v1?*** now'
    """
    return _ADDRESS.sub(lambda found: _bare(found[0]), text)


def _bare(address: str) -> str:
    _, at, rest = address.rpartition("@")
    head, mark, query = (f"://***@{rest}" if at else address).partition("?")
    kept = query.rstrip(":;,.)")  # what follows an address in a sentence
    return f"{head}?***{query[len(kept) :]}" if kept else f"{head}{mark}{query}"


Key = tuple[str | int, ...]
"""Where in a structured file something stands: names of tables and keys, places in arrays from 0."""


class SyllogosError(Exception):
    """Something the user can mend; the message names the place and the mend, and no credentials.

    Args:
        message: what is wrong.
        file: the file it stands in, as the user named it.
        line: its line there, from 1.
        mend: what to do about it.
        key: the key it stands under, for the reader of the file, who knows its line.
    """

    def __init__(
        self, message: str = "", *, file: str = "", line: int | None = None, mend: str = "", key: Key = ()
    ) -> None:
        self.file, self.line, self.mend, self.key = file, line, mend, key
        place = f"{file}:{line}: " if line else f"{file}: " if file else ""
        super().__init__(without_credentials(f"{place}{message}{f'; {mend}' if mend else ''}"))


class InputError(SyllogosError):
    """A file, an argument or a name is wrong."""


class StoreError(SyllogosError):
    """A run's store cannot be read or written; nothing stored was lost."""


class GameCrashed(SyllogosError):
    """A game ended by an exception of an agent, a referee or the game itself, whose ``traceback`` is here."""

    def __init__(self, message: str, traceback: str) -> None:
        super().__init__(message)
        self.traceback = traceback


class LeaseLost(StoreError):
    """Another process plays a game that this one had begun; nothing more is written to it."""


class BudgetReached(SyllogosError):
    """A budget of the experiment is used up; the games that stop here go on when it is raised."""


class ModelError(SyllogosError):
    """A model cannot be used as configured (key, name, address); waiting will not help."""


class Outage(SyllogosError):
    """A model does not answer for now; the same call may succeed later.

    ``after`` is how many seconds the server asks to wait before that, when it says so; a ``final``
    one took so long that it is not worth repeating at once.
    """

    def __init__(self, message: str = "", after: float | None = None, *, final: bool = False) -> None:
        super().__init__(message)
        self.after, self.final = after, final


@contextmanager
def under(*key: str | int, what: str = "") -> Iterator[None]:
    """Put ``key`` before the key of an input error in the block, and ``what`` before its message.

    >>> try:
    ...     with under("game", what="game pd"):
    ...         raise InputError("a number is wanted", key=("rounds",))
    ... except InputError as error:
    ...     print(error, error.key)
    game pd: a number is wanted ('game', 'rounds')
    """
    try:
        yield
    except InputError as error:
        whole = (*key, *error.key)
        if what:
            raise InputError(f"{what}: {error}", key=whole) from None
        error.key = whole
        raise


def unknown(kind: str, name: str, known: Iterable[str], *, key: Key = ()) -> InputError:
    """An ``InputError`` for an unknown name that offers the nearest known ones.

    >>> str(unknown("game", "normal-fom", ["normal_form", "question"]))
    "unknown game 'normal-fom': did you mean normal_form? (known: normal_form, question)"
    """
    names, name = sorted(known), name[:200]
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    return InputError(f"unknown {kind} {name!r}: {hint}(known: {', '.join(names) or 'none'})", key=key)
