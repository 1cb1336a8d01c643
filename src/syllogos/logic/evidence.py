"""What backs a verdict on a theory, as values: the premises that are needed, or a structure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from syllogos.logic.formulas import Formula, Negated
from syllogos.logic.proofs import Proof
from syllogos.logic.structures import ElementNumbers, FiniteStructure, TooManyCasesError, holds
from syllogos.logic.theories import Signature, Theory, background

MOST_SHOWN = 40
"""Facts of a structure that are told."""


@dataclass(frozen=True)
class NeededPremises:
    """The premises from which it follows, by name; others are not needed (these may still be too many).

    ``conclusion`` is False where these premises contradict each other by themselves.
    """

    premises: tuple[str, ...]
    conclusion: bool = True

    def __str__(self) -> str:
        return ", ".join(self.premises) or "no premise is needed"


@dataclass(frozen=True)
class Countermodel:
    """A finite structure in which all premises hold and the conclusion does not: checked to be one.

    ``says`` is the structure in words, short enough for a prompt.
    """

    structure: FiniteStructure
    says: str

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True)
class LogicEvidence:
    """What backs a verdict on a theory.

    Attributes:
        consistency: whether the premises can be true together: TRUE, FALSE or UNKNOWN.
        needed: for TRUE and FALSE, and for INCONSISTENT.
        countermodel: for OPEN, where a finite one was found.
        proof: for TRUE, FALSE and INCONSISTENT, where the prover writes one.
    """

    consistency: str
    needed: NeededPremises | None = None
    countermodel: Countermodel | None = None
    proof: Proof | None = None


def countermodel(theory: Theory, goal: Formula, structure: FiniteStructure) -> Countermodel | None:
    """A structure as a countermodel: None unless all premises, and what numbers and order mean, are true in
    it and ``goal`` is false."""
    premises = (p.formula for p in theory.premises)
    try:
        if not all(holds(f, structure) for f in chain(background(theory), premises, (Negated(goal),))):
            return None
    except (KeyError, TooManyCasesError):
        return None
    return Countermodel(structure, told(structure, theory.signature))


def told(structure: FiniteStructure, signature: Signature) -> str:
    """A structure in a line or two: its elements by the constants that name them, and what holds of them.

    >>> dog, cat = ("Dog", 1), ("Cat", 1)
    >>> one = ("entity",)
    >>> signature = Signature(functions={("a", 0): ((), "entity")}, predicates={dog: one, cat: one})
    >>> of_a = FiniteStructure({"entity": 1}, {("a", 0): {(): 0}}, {dog: frozenset({(0,)}), cat: frozenset()})
    >>> told(of_a, signature)
    'a: Dog(a), not Cat(a)'
    """
    names = element_names(structure, signature)
    groups = [
        ", ".join(names[sort, n] for n in range(size)) + (f" ({sort})" if len(structure.sizes) > 1 else "")
        for sort, size in structure.sizes.items()
    ]
    facts = [*_values(structure, signature, names), *_holding(structure, signature, names)]
    more = f", and {len(facts) - MOST_SHOWN} more" if len(facts) > MOST_SHOWN else ""
    return f"{'; '.join(groups)}: {', '.join(facts[:MOST_SHOWN]) or 'nothing holds'}{more}"


def element_names(structure: FiniteStructure, signature: Signature) -> dict[tuple[str, int], str]:
    """Each element by the first constant (or numeral) that stands for it, else by a letter and its number."""
    names: dict[tuple[str, int], str] = {}
    for (name, count), (_, sort) in signature.functions.items():
        if count == 0:
            names.setdefault((sort, structure.functions[name, 0][()]), name)
    for digits, index in (structure.numerals or {}).items():
        names.setdefault((signature.sorts[0], index), digits)
    letters = [sort[:1] for sort in structure.sizes]
    for sort, size in structure.sizes.items():
        stem = sort if letters.count(sort[:1]) > 1 else sort[:1]
        for n in range(size):
            names.setdefault((sort, n), f"{stem}{n + 1}")
    return names


def _values(
    structure: FiniteStructure, signature: Signature, names: Mapping[tuple[str, int], str]
) -> Iterator[str]:
    """What functions give, and constants that name an element that has a name already."""
    for (name, count), (arguments, sort) in signature.functions.items():
        for place, value in structure.functions[name, count].items():
            called = _called(name, place, arguments, names)
            if called != names[sort, value]:
                yield f"{called} = {names[sort, value]}"


def _holding(
    structure: FiniteStructure, signature: Signature, names: Mapping[tuple[str, int], str]
) -> Iterator[str]:
    """What holds; for predicates of at most one argument also what does not."""
    for (name, count), arguments in signature.predicates.items():
        true = structure.predicates[name, count]
        for place in product(*(range(structure.sizes[a]) for a in arguments)):
            if place in true or count <= 1:
                yield f"{'' if place in true else 'not '}{_called(name, place, arguments, names)}"
    first = signature.sorts[0]
    for a, b in sorted(structure.orders):
        yield f"{names[first, a]} < {names[first, b]}"


def _called(
    name: str, place: ElementNumbers, arguments: Sequence[str], names: Mapping[tuple[str, int], str]
) -> str:
    listed = ", ".join(names[sort, n] for sort, n in zip(arguments, place, strict=True))
    return f"{name}({listed})" if place else name
