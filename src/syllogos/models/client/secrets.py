"""Keys, passwords and tokens: shown to nobody, and taken out of whatever a stranger echoes."""

from __future__ import annotations

import html
import re
from array import array
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from syllogos.text.visible import STEERS

MASK = "***"
"""What stands in the place of a secret."""
FEWEST = 4
"""A secret of fewer characters keeps nobody out, and to look for it would change innocent words."""
ENCODED = 8
"""From so many characters on a secret is also looked for in other cases and encodings."""
PLACEHOLDERS = frozenset(("none", "empty", "ollama", "lm-studio", "not-needed", "sk-no-key-required"))
"""What manuals tell people to set where no key is needed."""
ROUNDS = 3
"""How many encodings around each other are undone."""
_GAPS = re.compile(f"[\\s\u034f\ufe00-\ufe0f{STEERS}]+")
_ASCII_GAPS = bytes(code for code in range(128) if _GAPS.match(chr(code)))
_WRITTEN_GAPS = ("\\n", "\\r", "\\t", "\\f", "\\v", "\\")
_CODE = (
    r"\\{1,16}u00([0-7][0-9a-f])|\\{1,16}x([0-7][0-9a-f])|%(?:25){0,8}([0-7][0-9a-f])"
    r"|&(?:amp;){0,8}#x0*([0-7]?[0-9a-f])(?:;|(?![0-9a-f;]))"
    r"|&(?:amp;){0,8}#0*([0-9]{1,3})(?:;|(?![0-9;]))"
    r"|&(?:amp;){0,8}([a-z]{2,10});"
    r"|\\{1,16}u(?:00ad|00a0|20[0-2][0-9a-f]|20[56][0-9a-f]|3000|feff)"
    r"|%(?:25){0,8}e2%(?:25){0,8}80%(?:25){0,8}8[b-f]|&(?:amp;){0,8}#(?:820[3-7]|8288|65279|x200[b-f]);"
)
_SIGNS = ("%", "&", "\\u", "\\x")
"""A text without any of these has no code to look for."""
_CODES = re.compile(_CODE, re.IGNORECASE)
_ESCAPES = re.compile(rf"{_CODE}|\\+[nrtfv]?", re.IGNORECASE)
_BACKSLASHES = re.compile(r"\\+(.)?", re.DOTALL)
_LOWER = {upper: upper + 32 for upper in range(65, 91)}
T = TypeVar("T")
S = TypeVar("S", "str", "_Placed")
Meaning = Callable[[re.Match[str]], str]


class Secret(str):
    """A text as it may be shown; what it stands for is in :meth:`bare`, for the transport alone."""

    _bare: str

    def __new__(cls, bare: str, shown: str = MASK) -> Secret:
        """A secret that shows itself as ``shown``; an empty one hides nothing."""
        self = super().__new__(cls, shown if bare else "")
        self._bare = bare
        return self

    def bare(self) -> str:
        """The secret itself."""
        return self._bare


@dataclass(frozen=True)
class Secrets:
    """The secrets of one or more models, and the one place where they are taken out of a text.

    A secret of at least :data:`ENCODED` characters is found in upper and lower case, in JSON,
    URL and HTML escapes, in hexadecimal, in base64, and split by white space; a shorter one as
    a word by itself, exactly as it is.  Nothing else is changed.
    """

    known: tuple[Secret, ...] = ()

    def hide(self, text: str) -> str:
        """``text`` with a mask in the place of each known secret."""
        if self._words is not None:
            text = self._words.sub(MASK, text)
        if not self._forms:
            return text
        if not any(self._in(said) for said in _quick_readings(text)):
            return text
        readings = _readings(_placed(text), _Placed.undone)
        spans = sorted(span for said in readings for span in said.spans(self._forms))
        kept: list[str] = []
        end = 0
        for start, stop in spans:
            if start >= end:
                kept += [text[end:start], MASK]
            end = max(end, stop)
        return "".join([*kept, text[end:]])

    def hidden(self, value: T) -> T:
        """A value of plain parts and dataclasses with each of its texts hidden."""
        return self._hidden(value) if self.known else value

    def _hidden(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, Mapping):
            return {self._hidden(key): self._hidden(part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self._hidden(part) for part in value)
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{f.name: self._hidden(getattr(value, f.name)) for f in fields(value)})
        return value

    def _in(self, said: str) -> bool:
        lower = _lower(said)
        return any(form in lower for form in self._forms)

    @cached_property
    def _words(self) -> re.Pattern[str] | None:
        short = [s.bare() for s in self.known if FEWEST <= len(s.bare()) < ENCODED and _real(s)]
        if not short:
            return None
        return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, short))})(?![A-Za-z0-9])")

    @cached_property
    def _forms(self) -> tuple[str, ...]:
        long = (s.bare() for s in self.known if len(s.bare()) >= ENCODED and _real(s))
        return tuple(dict.fromkeys(form for bare in long for form in _forms_of(bare)))


def together(parts: Iterable[Secrets]) -> Secrets:
    """The secrets of all ``parts``."""
    return Secrets(tuple({secret.bare(): secret for part in parts for secret in part.known}.values()))


def _real(secret: Secret) -> bool:
    return secret.bare().lower() not in PLACEHOLDERS


def _lower(text: str) -> str:
    """A text with its ASCII letters in lower case: its length stays, which not all of Unicode grants."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


def _forms_of(bare: str) -> Iterator[str]:
    """What a reading in lower case holds when it holds the secret in some encoding."""
    yield _plainest(bare)
    for way in (bare, bare.lower(), bare.upper()):
        data = way.encode("utf-8", "surrogatepass")
        yield from (data.hex(between) if between else data.hex() for between in ("", ":"))
        for offset in range(3):  # what stands before it in the encoded text shifts its bits
            coded = b64encode(bytes(offset) + data).decode()
            core = coded[-(-offset * 8 // 6) : (offset + len(data)) * 8 // 6].lower()
            yield from (core, core.translate({43: "-", 47: "_"}))


def _plainest(text: str) -> str:
    return _lower(_GAPS.sub("", text))


def _readings(first: S, undo: Callable[[S, re.Pattern[str], Meaning], S]) -> Iterator[S]:
    """The ways to read a text: without its gaps, without its backslashes, with its escapes undone."""
    said = undo(first, _GAPS, _nothing)
    yield said
    yield undo(said, _BACKSLASHES, _after)
    for _ in range(ROUNDS):
        before, said = said, undo(said, _ESCAPES, _meaning)
        if said == before:
            return
        yield said


def _quick_readings(text: str) -> Iterator[str]:
    """The same readings, faster where a text has nothing but white space and backslashes to undo."""
    said = text.encode().translate(None, _ASCII_GAPS).decode() if text.isascii() else _GAPS.sub("", text)
    bare = said
    for gap in _WRITTEN_GAPS if "\\" in said else ():
        bare = bare.replace(gap, "")
    if any(sign in _lower(way) for way in (said, bare) for sign in _SIGNS) and (
        _CODES.search(said) or _CODES.search(bare)
    ):
        yield from _readings(text, _undone)
        return
    yield said
    if "\\" in said:
        yield said.replace("\\", "")
        yield bare


def _undone(text: str, pattern: re.Pattern[str], meaning: Meaning) -> str:
    return pattern.sub(meaning, text)


def _nothing(_match: re.Match[str]) -> str:
    return ""


def _after(match: re.Match[str]) -> str:
    return match[1] or ""


def _meaning(escape: re.Match[str]) -> str:
    """The character that an escape stands for; nothing for white space."""
    code = escape[1] or escape[2] or escape[3] or escape[4]
    if code:
        said = chr(int(code, 16))
    elif escape[5]:
        said = chr(int(escape[5]))
    elif escape[6]:
        said = html.unescape(f"&{escape[6]};")
    else:
        return ""
    return "" if _GAPS.fullmatch(said) else said


@dataclass(frozen=True)
class _Placed:
    """A reading, and for each of its characters from where to where it stands in the text."""

    said: str
    starts: array[int]
    ends: array[int]

    def undone(self, pattern: re.Pattern[str], meaning: Meaning) -> _Placed:
        """The reading with what ``pattern`` finds replaced by its meaning."""
        said, starts, ends, at = [], array("L"), array("L"), 0
        for match in pattern.finditer(self.said):
            start, stop = match.span()
            new = meaning(match)
            said += [self.said[at:start], new]
            starts += self.starts[at:start] + array("L", [self.starts[start]] * len(new))
            ends += self.ends[at:start] + array("L", [self.ends[stop - 1]] * len(new))
            at = stop
        return _Placed("".join([*said, self.said[at:]]), starts + self.starts[at:], ends + self.ends[at:])

    def spans(self, forms: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Where in the text the forms stand."""
        said = _lower(self.said)
        for form in forms:
            at = said.find(form)
            while at >= 0:
                yield self.starts[at], self.ends[at + len(form) - 1]
                at = said.find(form, at + 1)


def _placed(text: str) -> _Placed:
    return _Placed(text, array("L", range(len(text))), array("L", range(1, len(text) + 1)))
