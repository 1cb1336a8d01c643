"""A text with a name: what a file holds, read at the edge and handed to pure code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256


@dataclass(frozen=True)
class Source:
    """A file's name, as errors show it, and its text."""

    name: str
    text: str

    @cached_property
    def sha256(self) -> str:
        """Hash of the text; what identifies a source in a game's key."""
        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()
