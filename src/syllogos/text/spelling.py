"""Names as people write them: case, blanks and marks aside, and by their display names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from syllogos.errors import InputError

_MARKS = re.compile(r"[\W_]+")


def meant(kind: str, said: str, names: Iterable[str], titles: Mapping[str, str] | None = None) -> str | None:
    """The name that ``said`` stands for, None when it stands for none.

    Args:
        kind: what is named, in the singular, for the error.
        said: what somebody wrote.
        names: the names there are; one that is written exactly counts before all others.
        titles: what names are called beside that.

    Raises:
        InputError: it stands for several.

    >>> meant("agent", "Tit-for-Tat", ["tit_for_tat", "random"])
    'tit_for_tat'
    >>> meant("game", "The Prisoner's Dilemma", ["pd"], {"pd": "prisoner's dilemma"})
    'pd'
    """
    names = tuple(names)
    if said in names:
        return said
    wanted = _bare(said)
    called = (*((name, name) for name in names), *((titles or {}).items()))
    found = sorted({name for name, title in called if wanted and _bare(title) == wanted})
    if len(found) > 1:
        raise InputError(f"{kind} {said[:200]!r} may be {' or '.join(found)}: write one of them")
    return found[0] if found else None


def _bare(name: str) -> str:
    bare = _MARKS.sub("", name.casefold())
    return bare.removeprefix("the") if name.casefold().startswith("the ") else bare
