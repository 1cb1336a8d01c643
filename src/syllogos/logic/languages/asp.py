"""Answer set programs as values, printed for an engine; atoms are of numbers alone, so no text gets in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

AspComparison = Literal["=", "<", "<="]


@dataclass(frozen=True)
class AspAtom:
    """A predicate of numbers and variables; its name is lower-case letters and digits, a variable's upper."""

    name: str
    arguments: tuple[int | str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(str, self.arguments))})" if self.arguments else self.name


@dataclass(frozen=True)
class AspLiteral:
    """An atom that holds, or of which nothing says that it does."""

    atom: AspAtom
    holds: bool = True

    def __str__(self) -> str:
        return f"{'' if self.holds else 'not '}{self.atom}"

    @property
    def opposite(self) -> AspLiteral:
        """The literal with the other sign."""
        return AspLiteral(self.atom, not self.holds)


@dataclass(frozen=True)
class AspSum:
    """The sum of the weights of the literals that hold, compared with a number."""

    parts: tuple[tuple[int, AspLiteral], ...]
    comparison: AspComparison
    bound: int

    def __str__(self) -> str:
        parts = "; ".join(f"{weight},{n}: {literal}" for n, (weight, literal) in enumerate(self.parts))
        return f"#sum{{{parts}}} {self.comparison} {self.bound}"


@dataclass(frozen=True)
class AspRule:
    """The head holds where the whole body does; without a head the body never holds."""

    head: AspAtom | None
    body: tuple[AspLiteral | AspSum, ...] = ()

    def __str__(self) -> str:
        body = ", ".join(map(str, self.body)) or ("" if self.head else "#true")
        return f"{self.head or ''}{f' :- {body}' if body else ''}."


@dataclass(frozen=True)
class AspChoice:
    """Exactly one of the atoms holds."""

    atoms: tuple[AspAtom, ...]

    def __str__(self) -> str:
        return f"1 {{{'; '.join(map(str, self.atoms))}}} 1."


AspStatement = AspRule | AspChoice


def printed(statements: Sequence[AspStatement]) -> str:
    """A program, a statement a line.

    >>> one, other = AspAtom("v", (0,)), AspAtom("v", (1,))
    >>> print(printed([AspChoice((one, other)), AspRule(None, (AspLiteral(one),))]))
    1 {v(0); v(1)} 1.
    :- v(0).
    """
    return "\n".join(map(str, statements))
