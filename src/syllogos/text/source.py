"""A text with a name: what a file holds, read at the edge and handed to pure code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """A file's name, as errors show it, and its text."""

    name: str
    text: str

    @cached_property
    def sha256(self) -> str:
        """Hash of the text; what identifies a source in a game's key."""
        from hashlib import sha256  # noqa: PLC0415 (a text is read more often than it is identified)

        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()
