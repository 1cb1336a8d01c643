"""A model's answer to a choice or a form: JSON, or one marked line; nothing is guessed.

Read, in this order, after Unicode normalisation (NFKC):

1. a JSON object with a ``move``, alone or in a code fence;
2. lines ``MOVE: x`` (also ``ANSWER:``, ``CHOICE:``, ``VOTE:``), which must agree;
3. a last line that is ``{x}`` or ``[x]`` or a whole reply that is ``x``.

``x`` is a label as shown (case, quotes and bold marks do not matter) or its number in the
list as shown.  A label that is merely mentioned is no answer: the reply is unparsable and is
asked for again.  A readable answer that names no option is illegal, which is another fault.
A reply without an answer that opens by declining is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any
from unicodedata import normalize

from pydantic import TypeAdapter, ValidationError

from syllogos.contract import Decision, Fault, Form, M, Menu

LONGEST = 200_000
"""Characters of a reply that are read; a longer one is unparsable."""
MOST_DIGITS = 300
"""Digits of an integer that is read; with more it would be no number for the arithmetic of a game."""
DEEPEST = 100
"""Lists and objects within each other that are read."""
MARKED = re.compile(
    r"[ \t*_#>`-]*(?:final[ \t]+)?(?:move|answer|choice|vote)[ \t*_`]*:(.*)", re.IGNORECASE | re.DOTALL
)
COUNT = re.compile(r"0{0,9}[0-9]{1,9}")
"""A number in the list of options."""
FENCE = "```"
REFUSAL = re.compile(
    r"\s*(?:i[’']?m\s+sorry|i\s+am\s+sorry|sorry,|i\s+(?:can(?:no|['’])t|can\s+not|won['’]t|will\s+not)\b|as\s+an\s+ai\b)",
    re.IGNORECASE,
)
TRIM = " \t\r\n\"'`*_.,;:!()[]{}<>“”‘’"


def read_answer(text: str, moves: Menu[M] | Form[M]) -> Decision[M]:
    """The move in ``text`` and the reasoning given with it; a ``Fault`` where there is none."""
    if not text.strip():
        return Decision(Fault("empty", "the reply was empty"))
    if len(text) > LONGEST:
        return Decision(Fault("unparsable", f"the reply is longer than {LONGEST} characters"))
    found = read_object(text)
    because = str((found or {}).get("reasoning", "")) or ("" if found else text.strip())
    if isinstance(moves, Menu):
        return Decision(_choice(normalize("NFKC", text), found, moves.options), because)
    if found is None or "move" not in found:
        return Decision(_unread(text, 'answer with a JSON object that has a "move"'), because)
    filled: M | Fault = _filled(found["move"], moves.shape)
    return Decision(filled, because)


def read_object(text: str) -> dict[str, Any] | None:
    """The JSON object that ``text`` is, or that its only code fence holds; None if there is none."""
    parts = text.split(FENCE)
    fenced = parts[1].partition("\n")[2] if len(parts) == 3 else ""
    for candidate in (text, fenced):
        try:
            value = json.loads(
                candidate,
                object_pairs_hook=_once,
                parse_int=_integer,
                parse_float=_finite,
                parse_constant=_finite,
            )
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and _shallow(value):
            return value
    return None


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError("an integer of too many digits")
    return int(digits)


def _finite(number: str) -> float:
    if not isfinite(value := float(number)):
        raise ValueError("no finite number")
    return value


def _shallow(value: object) -> bool:
    """Whether a value is nested no deeper than what comes after this can walk through."""
    level = [value]
    for _ in range(DEEPEST):
        level = [part for one in level for part in _parts(one)]
    return not level


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys each stand once; of two answers none is taken."""
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def resolve(said: str, labels: Sequence[str]) -> str | None:
    """The label that ``said`` names, by its spelling or by its number in the list as shown.

    >>> resolve("**Cooperate**.", ["cooperate", "defect"])
    'cooperate'
    >>> resolve("2", ["cooperate", "defect"])
    'defect'
    """
    if said in labels:
        return said
    bare = _bare(said)
    same = [label for label in labels if _bare(label) == bare]
    if len(same) == 1:
        return same[0]
    # Labels that are numbers themselves are never counted through: "2" is then a label or nothing.
    # More digits than the list has options number none of them, and could be more than ``int`` takes.
    counted = COUNT.fullmatch(bare) and not any(_bare(label).isdecimal() for label in labels)
    return labels[int(bare) - 1] if counted and 1 <= int(bare) <= len(labels) else None


def _choice(text: str, found: Mapping[str, Any] | None, options: Mapping[str, M]) -> M | Fault:
    labels = list(options)
    if found is not None and "move" in found:
        move = found["move"]
        if isinstance(move, bool) or not isinstance(move, str | int):
            return Fault("unparsable", f"the move must be one of the options: {', '.join(labels)}")
        said = {str(move)}
    else:
        marked = (MARKED.fullmatch(line) for line in text.splitlines())
        said = {match[1].strip() for match in marked if match} or _whole(text, labels)
    if not said:
        return _unread(text, "no choice could be read in the reply")
    named = {resolve(normalize("NFKC", one), labels) for one in said}
    if len(named) > 1:
        return Fault("unparsable", f"the reply names several choices: {', '.join(sorted(said))}")
    label = named.pop()
    if label is None:
        return Fault("illegal", f"{_short(said.pop())} is none of the options: {', '.join(labels)}")
    return options[label]


def _unread(text: str, say: str) -> Fault:
    return (
        Fault("refused", "the reply declines to answer") if REFUSAL.match(text) else Fault("unparsable", say)
    )


def _whole(text: str, labels: Sequence[str]) -> set[str]:
    """The answer of a reply that is one label, or whose last line is one in braces."""
    if resolve(text.strip(), labels) is not None:
        return {text.strip()}
    last = text.strip().splitlines()[-1].strip() if text.strip() else ""
    braced = re.fullmatch(r"\{([^{}]*)\}|\[([^\[\]]*)\]", last)
    # An object with fields that could not be read is no label in braces.
    return {braced[1] or braced[2] or ""} if braced and '":' not in last else set()


def _filled(value: object, shape: TypeAdapter[M]) -> M | Fault:
    try:
        move = shape.validate_python(value)
        json.dumps(shape.dump_python(move), allow_nan=False, default=str)
        return move
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(["move", *map(str, first["loc"])])
        return Fault("unparsable", f"{place}: {first['msg']}")
    except ValueError:  # a text may stand for a number, "1e999" too, and for one that no file takes back
        return Fault("unparsable", "move: a finite number of reasonable size is wanted")


def _bare(text: str) -> str:
    return normalize("NFKC", text).strip(TRIM).casefold()


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
