"""What goes to a worker of a prover and what comes back: theories as numbered names, models as structures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from syllogos.logic.formulas import Element, Formula, Ordering, subformulas
from syllogos.logic.grounding import MOST_PARTS, grounded, grounded_size
from syllogos.logic.languages.smtlib import SmtNames, declared, element, shown
from syllogos.logic.proofs import Proof
from syllogos.logic.structures import ElementNumbers, FiniteStructure
from syllogos.logic.theories import Theory, numerals

MOST_CLOSURE = 5_000
"""Places of functions that a finite domain is closed under."""
BOOL = "Bool"


@dataclass(frozen=True)
class ProverCheck:
    """One question to a prover: whether numbered formulas, some of them negated, can be true together.

    ``model``: whether a structure in which they are is wanted, which takes longer than the question;
    ``glance``: whether one is welcome that is at hand and small.
    """

    formulas: tuple[tuple[int, bool], ...]
    model: bool = False
    glance: bool = False


@dataclass(frozen=True)
class CheckResult:
    """A prover's reply to a check: for ``unsat`` the numbers of a core, and a proof where it writes one; for
    ``sat`` a structure if one is read."""

    result: Literal["sat", "unsat", "unknown"]
    core: tuple[int, ...] = ()
    structure: FiniteStructure | None = None
    why: str = ""
    proof: Proof | None = None


@dataclass(frozen=True)
class SmtProblem:
    """A theory as a prover gets it: its formulas by number, and what its names are called there.

    ``elements`` are the sizes of the domains where they are fixed.
    """

    theory: Theory
    formulas: tuple[Formula, ...]
    names: SmtNames
    ordered: bool
    elements: Mapping[str, int]

    @classmethod
    def of(cls, theory: Theory, formulas: Sequence[Formula]) -> SmtProblem:
        """Formulas of a theory over any domain."""
        names = SmtNames.numbered(theory.signature, numerals(theory))
        ordered = any(isinstance(p, Ordering) for f in formulas for p in subformulas(f))
        return cls(theory, tuple(formulas), names, ordered, {})

    def over(self, size: int) -> SmtProblem | None:
        """The same formulas over domains of at most ``size`` elements; None where that is too much."""
        sizes = dict.fromkeys(self.theory.signature.sorts, size)
        functions = self.theory.signature.functions
        closure = sum(size ** len(arguments) for arguments, _ in functions.values())
        if closure > MOST_CLOSURE or sum(grounded_size(f, sizes) for f in self.formulas) > MOST_PARTS:
            return None
        formulas = tuple(grounded(f, sizes) for f in self.formulas)
        return SmtProblem(self.theory, formulas, self.names, self.ordered, sizes)

    @property
    def symbols(self) -> list[tuple[str, list[str], str]]:
        """All names that the prover gets, with the sorts of their arguments and of their value."""
        names, signature = self.names, self.theory.signature
        first = names.sorts[signature.sorts[0]]
        found = [
            (names.functions[key], [names.sorts[a] for a in arguments], names.sorts[value])
            for key, (arguments, value) in signature.functions.items()
        ]
        found += [
            (names.predicates[key], [names.sorts[a] for a in arguments], BOOL)
            for key, arguments in signature.predicates.items()
        ]
        found += [(name, [], first) for name in names.numerals.values()]
        found += [(names.before, [first, first], BOOL)] if self.ordered else []
        for sort, size in self.elements.items():
            found += [(element(names.sorts[sort], n), [], names.sorts[sort]) for n in range(size)]
        return found

    def request(self, checks: Sequence[ProverCheck], steps: int, ticket: str) -> bytes:
        """The line of a worker."""
        names = self.names
        script = declared(self.theory.signature, names, ordered=self.ordered)
        for sort, size in self.elements.items():
            name = names.sorts[sort]
            script += [f"(declare-fun {element(name, n)} () {name})" for n in range(size)]
        elements = {
            names.sorts[sort]: [element(names.sorts[sort], n) for n in range(size)]
            for sort, size in self.elements.items()
        }
        formulas = [shown(f, names) for f in self.formulas] + self._closure()
        closing = [(n, True) for n in range(len(self.formulas), len(formulas))]
        asked = {
            "id": ticket,
            "sorts": list(names.sorts.values()),
            "symbols": self.symbols,
            "script": "\n".join(script),
            "formulas": formulas,
            "checks": [
                {"formulas": [*check.formulas, *closing], "model": check.model, "glance": check.glance}
                for check in checks
            ],
            "elements": elements,
            "steps": steps,
        }
        return (json.dumps(asked) + "\n").encode()

    def _closure(self) -> list[str]:
        """That functions, constants and numerals give one of the elements."""
        signature, names = self.theory.signature, self.names
        found = []
        for key, (arguments, value) in signature.functions.items():
            if value not in self.elements:
                continue
            for chosen in product(*(range(self.elements[a]) for a in arguments)):
                inner = tuple(Element(a, n) for a, n in zip(arguments, chosen, strict=True))
                found.append(self._one_of(shown_call(names, key, inner), value))
        if self.elements:
            found += [self._one_of(name, signature.sorts[0]) for name in names.numerals.values()]
        return found

    def _one_of(self, term: str, sort: str) -> str:
        name = self.names.sorts[sort]
        choices = [f"(= {term} {element(name, n)})" for n in range(self.elements[sort])]
        return choices[0] if len(choices) == 1 else f"(or {' '.join(choices)})"

    def results(self, line: bytes, ticket: str) -> tuple[CheckResult, ...]:
        """What a worker's reply says.

        Raises:
            ValueError: it cannot be read, or is not that of this ``ticket``.
        """
        try:
            said = json.loads(line)
            if said["id"] != ticket or "error" in said:
                raise ValueError(said.get("error", "a reply to another question"))
            return tuple(self._result(one) for one in said["checks"])
        except (LookupError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"the worker's reply cannot be read ({type(error).__name__})") from error

    def _result(self, said: Mapping[str, Any]) -> CheckResult:
        match said["result"]:
            case "unsat":
                return CheckResult("unsat", core=tuple(n for n in said["core"] if n < len(self.formulas)))
            case "sat":
                return CheckResult("sat", structure=self._structure(said["model"]))
        return CheckResult("unknown", why=str(said["why"])[:200])

    def _structure(self, model: Mapping[str, Any] | None) -> FiniteStructure | None:
        """A model as a structure; None where the prover's has no finite domain."""
        if model is None:
            return None
        names, signature, tables = self.names, self.theory.signature, model["tables"]
        sizes = {sort: int(model["sizes"][name]) for sort, name in names.sorts.items()}
        functions: dict[tuple[str, int], dict[ElementNumbers, int]] = {}
        for key, (arguments, _) in signature.functions.items():
            functions[key] = _table(tables[names.functions[key]], [sizes[a] for a in arguments])
        predicates = {
            key: _true(tables[names.predicates[key]], [sizes[a] for a in arguments])
            for key, arguments in signature.predicates.items()
        }
        first = sizes[signature.sorts[0]]
        orders = _true(tables[names.before], [first, first]) if self.ordered else frozenset()
        digits = {number: tables[name][0] for number, name in names.numerals.items()}
        known = [value for table in functions.values() for value in table.values()]
        if None in known or None in digits.values():
            return None
        return FiniteStructure(sizes, functions, predicates, orders, digits)


def shown_call(names: SmtNames, key: tuple[str, int], arguments: Sequence[Element]) -> str:
    """A function applied to elements, as the prover gets it."""
    inner = " ".join(element(names.sorts[a.sort], a.index) for a in arguments)
    return f"({names.functions[key]} {inner})" if inner else names.functions[key]


def _places(sizes: Sequence[int]) -> list[ElementNumbers]:
    return list(product(*map(range, sizes)))


def _table(row: Sequence[int], sizes: Sequence[int]) -> dict[ElementNumbers, int]:
    return dict(zip(_places(sizes), row, strict=True))


def _true(row: Sequence[int], sizes: Sequence[int]) -> frozenset[ElementNumbers]:
    return frozenset(place for place, value in zip(_places(sizes), row, strict=True) if value)
