"""Names of predicates that differ by a slip: by the size of letters, or by the ``s`` of a plural."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from syllogos.logic.formulas import Connected, Formula, Negated, Quantified, Related, subformulas
from syllogos.logic.theories import Symbol

SHORTEST = 4
"""Letters of a name that can be a slip; ``P`` and ``p`` are two names."""


def slips(formulas: Sequence[Formula], declared: Collection[str]) -> Mapping[Symbol, str]:
    """Predicates that stand in one formula only and are another one but for a slip -> that one's name.

    Of a plural only predicates of one argument are taken: ``Parents(x, y)`` may say that y is one of x.
    A name that is declared is no slip.
    """
    counts: Counter[Symbol] = Counter()
    for formula in formulas:
        for symbol in dict.fromkeys(_predicates(formula)):
            counts[symbol] += 1
    groups: dict[tuple[str, int], list[Symbol]] = {}
    for symbol in counts:
        name, count = symbol
        if count and len(name) >= SHORTEST:
            groups.setdefault((_plain(name, plural=count == 1), count), []).append(symbol)
    found: dict[Symbol, str] = {}
    for alike in groups.values():
        known = max(alike, key=lambda symbol: (symbol[0] in declared, counts[symbol]))
        found |= {s: known[0] for s in alike if s != known and counts[s] == 1 and s[0] not in declared}
    return found


def _predicates(formula: Formula) -> Iterator[Symbol]:
    return ((p.name, len(p.arguments)) for p in subformulas(formula) if isinstance(p, Related))


def _plain(name: str, *, plural: bool) -> str:
    low = name.casefold().replace("_", "")
    return low[:-1] if plural and low.endswith("s") and not low.endswith("ss") else low


def renamed(formula: Formula, names: Mapping[Symbol, str]) -> Formula:
    """The formula with other names for some predicates."""
    match formula:
        case Related(name, arguments):
            return Related(names.get((name, len(arguments)), name), arguments)
        case Negated(body):
            return Negated(renamed(body, names))
        case Connected(connective, parts):
            return Connected(connective, tuple([renamed(part, names) for part in parts]))
        case Quantified(quantifier, variables, body):
            return Quantified(quantifier, variables, renamed(body, names))
    return formula
