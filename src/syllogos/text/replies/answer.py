"""A model's answer to a choice or a form: one structured answer, else one marked line; nothing is guessed.

Thoughts are split off first.  Of what the reply says, JSON objects with a ``move`` are the answer; they
must agree.  Where there is none, the last statement may be a line ``MOVE: x``, a choice ``{x}`` or all of
the reply.  ``x`` is a label as shown (case, quotes and bold marks do not matter), its number in the list
as shown, or both.  A label that is merely mentioned is no answer: the reply is unparsable and is asked
for again.  A readable answer that names no option is illegal, which is another fault.  A reply without
an answer that opens by declining is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from pydantic import TypeAdapter, ValidationError

from syllogos.contract import Decision, Fault, Form, M, Menu
from syllogos.text.plain import canonical
from syllogos.text.replies.labels import mentions, resolve
from syllogos.text.replies.marked import ending, marked
from syllogos.text.replies.structured import Structure, StructuredAnswer, structure
from syllogos.text.replies.thoughts import joined, split_thoughts

LONGEST = 200_000
"""Characters of a reply that are read; a longer one is unparsable."""
REFUSAL = re.compile(
    r"\s*+(?:i[’']?m\s+sorry|i\s+am\s+sorry|sorry,|i\s+(?:can(?:no|['’])t|can\s+not|won['’]t|will\s+not)\b"
    r"|i(?:[’']m|\s+am)\s+(?:unable|not\s+able)\b|i\s+(?:must\s+|have\s+to\s+)?(?:decline|refuse)\b|as\s+an\s+ai\b)",
    re.IGNORECASE,
)
RETRACTS = re.compile(
    r"(?:^|[.!?\n(—–-])[ \t*_\"“(]{0,9}(?:no[,.!: ]|wait\b|actually\b|scratch that|correction\b|disregard"
    r"|(?:i[’'']?m )?(?:just )?(?:kidding|joking)\b|never ?mind|oops|hmm|but (?:wait|no|actually)\b"
    r"|ignore (?:that|the above)|sorry\b|on (?:second thoughts?|reflection)"
    r"|i (?:have )?changed? my (?:mind|answer|move|choice))",
    re.IGNORECASE,
)
"""How a text takes back what stands before it."""
FORM = 'answer with a JSON object that has a "move"'
ALONE = 'answer with the JSON object alone: {"move": ...}'


def read_answer(text: str, moves: Menu[M] | Form[M]) -> Decision[M]:
    """The move in ``text`` and the reasoning given with it, thoughts last; else a ``Fault``."""
    if not text.strip():
        return Decision(Fault("empty", "the reply was empty"))
    if len(text) > LONGEST:
        return Decision(Fault("unparsable", f"the reply is longer than {LONGEST} characters"))
    parts = split_thoughts(text)
    if not parts.said.strip():
        say = "the reply has no answer after its thoughts" if parts.thoughts else "the reply has no answer"
        return Decision(Fault("unparsable", f"{say}: {ALONE}"), parts.thoughts)
    labels = list(moves.options) if isinstance(moves, Menu) else []
    found = structure(parts.said, labels)
    answer = _structured(parts.said, found, labels)
    move: M | Fault
    if isinstance(answer, Fault):
        move = answer
    elif isinstance(moves, Menu):
        move = _of_menu(parts.said, found, answer, moves)
    elif answer is None:
        move = _unread(parts.said, found, FORM)
    else:
        filled: M | Fault = _filled(answer.move, moves.shape)
        move = filled
    return Decision(move, joined(found.reasoning if answer else parts.said, parts.thoughts))


def _of_menu(said: str, found: Structure, answer: StructuredAnswer | None, moves: Menu[M]) -> M | Fault:
    if answer is not None:
        return _chosen(answer.move, moves)
    move = _unstructured(said, found, moves)
    alone = _barred(said, moves) if isinstance(move, Fault) and move.kind == "unparsable" else ""
    return Fault("illegal", alone) if alone else move


def _structured(said: str, found: Structure, labels: Sequence[str]) -> StructuredAnswer | Fault | None:
    """The one move that is given in JSON, the fault of several or none, or None where no JSON answers."""
    if found.broken:
        one = found.broken[-1]
        return Fault("unparsable", f"the JSON cannot be read near {_short(one.near)}: {one.why}")
    named = {_name(answer.move, labels): answer.move for answer in found.answers}
    if len(named) > 1:
        shown = ", ".join(sorted(_short(_text(move)) for move in named.values()))
        return Fault("unparsable", f"the reply names several choices: {shown}")
    own = [answer for answer in found.answers if answer.own]
    if not own:
        return None
    after = said[own[-1].end :]
    if labels and any(_name(one.said, labels) not in named for one in marked(after, labels)):
        return Fault("unparsable", f"the reply names another choice after the JSON object; {ALONE}")
    if RETRACTS.search(after):
        return Fault("unparsable", f"the reply takes back what it says before; {ALONE}")
    return own[-1]


def _unstructured(said: str, found: Structure, moves: Menu[M]) -> M | Fault:
    """The option that is named without JSON."""
    labels = list(moves.options)
    lines = marked(said, labels)
    named = {_name(one.said, labels) for one in lines} | {_name(one.move, labels) for one in found.answers}
    if len(named) > 1:
        several = dict.fromkeys(_short(one.said) for one in lines)
        return Fault("unparsable", f"the reply names several choices: {', '.join(several)}")
    if lines and lines[-1].last:
        return _chosen(lines[-1].said, moves)
    if lines:
        return Fault("unparsable", f"the marked line must be the last thing that the reply says; or {ALONE}")
    label = ending(said, labels)
    if label is None or not named <= {_name(label, labels)}:
        return _unread(said, found, "no choice could be read in the reply")
    return moves.options[label]


def _unread(said: str, found: Structure, say: str) -> Fault:
    if found.answers:
        return Fault("unparsable", f"the JSON object stands within other words; {ALONE}")
    if found.reports:
        return Fault("unparsable", f"the JSON object tells of a move instead of making one; {ALONE}")
    return (
        Fault("refused", "the reply declines to answer") if REFUSAL.match(said) else Fault("unparsable", say)
    )


def _name(move: object, labels: Sequence[str]) -> str:
    """What makes two answers the same: the option that both name, else what they say."""
    if labels and isinstance(move, str | int) and not isinstance(move, bool):
        label = resolve(str(move), labels)
        return f"={label}" if label is not None else f"?{str(move).casefold()}"
    return canonical(move)


def _chosen(move: object, moves: Menu[M]) -> M | Fault:
    labels = list(moves.options)
    if isinstance(move, bool) or not isinstance(move, str | int):
        return Fault("unparsable", f"the move must be one of the options: {', '.join(labels)}")
    said = str(move)
    label = resolve(said, labels)
    if label is not None:
        return moves.options[label]
    if why := _barred(said, moves):
        return Fault("illegal", why)
    if mentions(said, labels):
        say = f"{_short(said)} is more than an option; give one alone, as it is spelled: {', '.join(labels)}"
        return Fault("unparsable", say)
    return Fault("illegal", f"{_short(said)} is none of the options: {', '.join(labels)}")


def _barred(said: str, moves: Menu[M]) -> str:
    """Why what is named is no option now; empty where it is none that is barred."""
    return next((why for label, why in moves.barred.items() if resolve(said, [label])), "")


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


def _text(move: object) -> str:
    return move if isinstance(move, str) else canonical(move)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
