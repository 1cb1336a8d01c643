"""Finite structures as a table that a person can read: a row an element, a column a predicate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from syllogos.logic.evidence import element_names
from syllogos.logic.narrate.length import cut, listed
from syllogos.logic.structures import ElementNumbers, FiniteStructure
from syllogos.logic.theories import Signature

MOST_ROWS = 12
"""Elements of a sort that have a row."""
MOST_NAME = 18
"""Characters of a name in a table."""
WIDTH = 74
"""Characters of a line of a table."""

ElementNames = Mapping[tuple[str, int], str]


def structure_table(structure: FiniteStructure, signature: Signature) -> Sequence[str]:
    """The lines of the table, then what holds of several elements and what functions give.

    Names to which the structure gives no meaning are left out.

    >>> dog, cat = ("Dog", 1), ("Cat", 1)
    >>> one = ("entity",)
    >>> signature = Signature(functions={("rex", 0): ((), "entity")}, predicates={dog: one, cat: one})
    >>> held = {dog: frozenset({(0,)}), cat: frozenset()}
    >>> of_rex = FiniteStructure({"entity": 1}, {("rex", 0): {(): 0}}, held)
    >>> print("\\n".join(structure_table(of_rex, signature)))
         Dog  Cat
    rex  yes  no
    """
    signature = Signature(
        signature.sorts,
        {symbol: sorts for symbol, sorts in signature.functions.items() if symbol in structure.functions},
        {symbol: sorts for symbol, sorts in signature.predicates.items() if symbol in structure.predicates},
    )
    names = element_names(structure, signature)
    lines: list[str] = []
    for sort, size in structure.sizes.items():
        lines += _of_sort(sort, size, structure, signature, names)
    for (name, count), arguments in signature.predicates.items():
        true = structure.predicates[name, count]
        if count == 0:
            lines.append(f"{name}: {'yes' if true else 'no'}")
        elif count > 1:
            pairs = [f"({_place(place, arguments, names)})" for place in sorted(true)]
            lines.append(f"{name}: {listed(pairs) or 'of none'}")
    lines += _values(structure, signature, names)
    first = signature.sorts[0]
    if structure.orders:
        lines.append(listed([f"{names[first, a]} < {names[first, b]}" for a, b in sorted(structure.orders)]))
    return lines


def _of_sort(
    sort: str, size: int, structure: FiniteStructure, signature: Signature, names: ElementNames
) -> Iterator[str]:
    """The elements of one sort and what holds of each, in as many blocks as the columns need."""
    head = "" if len(structure.sizes) == 1 else sort
    rows = [cut(names[sort, n], MOST_NAME) for n in range(min(size, MOST_ROWS))]
    columns: Sequence[tuple[str, frozenset[ElementNumbers]]] = [
        (cut(name, MOST_NAME), structure.predicates[name, 1])
        for (name, count), arguments in signature.predicates.items()
        if count == 1 and arguments == (sort,)
    ]
    left = max(map(len, (head, *rows)))
    if not columns:
        yield f"{head or 'elements'}: {listed(rows, MOST_ROWS)}"
    while columns:
        block, columns = _fitting(columns, left)
        yield "  ".join([head.ljust(left), *(name.ljust(3) for name, _ in block)]).rstrip()
        for n, row in enumerate(rows):
            cells = [("yes" if (n,) in true else "no").ljust(max(3, len(name))) for name, true in block]
            yield "  ".join([row.ljust(left), *cells]).rstrip()
    if size > MOST_ROWS:
        yield f"and {size - MOST_ROWS} more"


def _fitting(
    columns: Sequence[tuple[str, frozenset[ElementNumbers]]], left: int
) -> tuple[Sequence[tuple[str, frozenset[ElementNumbers]]], Sequence[tuple[str, frozenset[ElementNumbers]]]]:
    """The columns that fit beside the names (one at least), and the rest."""
    room = WIDTH - left
    for number, (name, _) in enumerate(columns):
        room -= max(3, len(name)) + 2
        if room < 0 and number:
            return columns[:number], columns[number:]
    return columns, ()


def _values(structure: FiniteStructure, signature: Signature, names: ElementNames) -> Iterator[str]:
    """What functions give; of constants only those that name an element which has another name."""
    for (name, count), (arguments, sort) in signature.functions.items():
        equal = []
        for place in product(*(range(structure.sizes[a]) for a in arguments)):
            value = names[sort, structure.functions[name, count][place]]
            called = f"{name}({_place(place, arguments, names)})" if place else name
            if called != value:
                equal.append(f"{called} = {value}")
        if equal:
            yield listed(equal)


def _place(place: ElementNumbers, sorts: Sequence[str], names: ElementNames) -> str:
    return ", ".join(names[sort, n] for sort, n in zip(sorts, place, strict=True))
