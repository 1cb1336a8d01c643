"""Attributional inference: which intention explains best what an agent said and did, and what follows then.

Two stages (Undercover-V, section 2.2): for each agent the hypothesis is selected that best explains the
premises (abduction), then a conclusion is drawn from the premises and the selected hypotheses
(deduction).  Here are the values and the reading of replies; who is asked is elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from syllogos.contract import Fault
from syllogos.errors import InputError
from syllogos.logic.formulas import Formula
from syllogos.logic.theories import Statement, Theory, inferred
from syllogos.logic.trees import SCHEMA as TREES
from syllogos.logic.trees import TreeError, formula_from_tree
from syllogos.text.replies import read_object
from syllogos.text.source import Source
from syllogos.verdict import Verdict

MOST = 100
"""Premises, agents, and hypotheses of one agent, of each at most so many."""
LONGEST = 2_000
"""Characters of a premise or a hypothesis."""
WHOLE = 1_000_000
"""Characters of a file."""
TIE = 1e-9
"""Shares that differ by less are alike."""

Means = Literal["model", "likeness"]


@dataclass(frozen=True)
class AttributionQuestion:
    """What was seen, and what each agent may intend.

    Attributes:
        premises: sentences that are taken for true.
        hypotheses: agent -> what may be its intention, two at least.
    """

    premises: tuple[str, ...]
    hypotheses: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        if not self.premises or not self.hypotheses:
            missing = "premises" if not self.premises else "hypotheses"
            raise InputError(f"{missing}: at least one is wanted")
        counted = (len(self.premises), len(self.hypotheses), *map(len, self.hypotheses.values()))
        if max(counted) > MOST:
            raise InputError(f"{max(counted)} premises, agents or hypotheses of one are too many ({MOST})")
        for agent, choices in self.hypotheses.items():
            if len(set(choices)) < 2 or len(set(choices)) < len(choices):
                raise InputError(f"hypotheses.{agent}: two or more are wanted, each another text")
        for text in (*self.premises, *self.hypotheses, *(h for c in self.hypotheses.values() for h in c)):
            if not text.strip() or len(text) > LONGEST:
                raise InputError(f"a text of {len(text.strip())} characters (1 to {LONGEST} are read)")


def parse_question(source: Source) -> AttributionQuestion:
    """A question from JSON: ``{"premises": [...], "hypotheses": {"A": [...]}}``.

    Raises:
        InputError: it is something else; the message names the place.

    >>> parse_question(Source("q.json", '{"premises": ["It rains."], "hypotheses": {"A": ["wait", "go"]}}'))
    AttributionQuestion(premises=('It rains.',), hypotheses={'A': ('wait', 'go')})
    """
    if len(source.text) > WHOLE:
        raise InputError(f"{len(source.text)} characters are too many (at most {WHOLE})", file=source.name)
    try:
        found = json.loads(source.text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        said = getattr(error, "msg", "nested too deep")
        raise InputError(f"no JSON: {said}", file=source.name, line=line) from None
    if not isinstance(found, dict) or not {"premises", "hypotheses"} <= found.keys():
        raise InputError("an object with premises and hypotheses is wanted", file=source.name)
    hypotheses = found["hypotheses"]
    if not isinstance(hypotheses, dict):
        raise InputError("hypotheses: an object of agents is wanted", file=source.name)
    try:
        return AttributionQuestion(
            _texts("premises", found["premises"]),
            {agent: _texts(f"hypotheses.{agent}", own) for agent, own in hypotheses.items()},
        )
    except InputError as error:
        raise InputError(str(error), file=source.name) from None


def _texts(place: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise InputError(f"{place}: a list of texts is wanted")
    return tuple(value)


@dataclass(frozen=True)
class SelectedHypothesis:
    """What an agent most likely intends.

    Attributes:
        agent: whose intention.
        hypothesis: the likeliest; None where two are alike, or nobody could tell.
        plausibility: hypothesis -> its share; they sum to 1 unless there are none.
        because: why, in the words of who selected.
        fault: why there is no selection.
    """

    agent: str
    hypothesis: str | None
    plausibility: Mapping[str, float]
    because: str = ""
    fault: Fault | None = None


@dataclass(frozen=True)
class DrawnConclusion:
    """A conclusion, what a solver says of it, and how often it was drawn anew."""

    text: str
    because: str = ""
    theory: Theory | None = None
    verdict: Verdict[Any] | None = None
    attempts: int = 1
    fault: Fault | None = None


@dataclass(frozen=True)
class Attribution:
    """Both stages together; ``by`` says whether a model reasoned or only words were compared."""

    question: AttributionQuestion
    selections: tuple[SelectedHypothesis, ...]
    conclusion: DrawnConclusion | None
    by: Means
    tokens: int | None = 0

    @property
    def selected(self) -> Mapping[str, str | None]:
        """Agent -> its likeliest hypothesis."""
        return {one.agent: one.hypothesis for one in self.selections}


def selection(
    agent: str, choices: Sequence[str], weights: Sequence[float], because: str = ""
) -> SelectedHypothesis:
    """The likeliest of ``choices`` by weights that are not negative.

    >>> selection("A", ["wait", "sell"], [1, 3])
    SelectedHypothesis(agent='A', hypothesis='sell', plausibility={'wait': 0.25, 'sell': 0.75}, because='', \
fault=None)
    """
    total = sum(weights)
    if total <= 0:
        return SelectedHypothesis(agent, None, {}, because, Fault("refused", "nothing is plausible at all"))
    shares = {choice: weight / total for choice, weight in zip(choices, weights, strict=True)}
    best = max(shares.values())
    leading = [choice for choice, share in shares.items() if best - share < TIE]
    return SelectedHypothesis(agent, leading[0] if len(leading) == 1 else None, shares, because)


PLAUSIBILITY: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "why": {"type": "string"},
        "plausibility": {"type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1}},
    },
    "required": ["why", "plausibility"],
    "additionalProperties": False,
}
"""What a model says of the hypotheses of one agent, in their order."""
CONCLUSION: Mapping[str, Any] = {
    "type": "object",
    "properties": {"why": {"type": "string"}, "conclusion": {"type": "string"}},
    "required": ["why", "conclusion"],
    "additionalProperties": False,
}
"""What a model concludes."""


def read_selection(reply: str, agent: str, choices: Sequence[str]) -> SelectedHypothesis | Fault:
    """What a model's reply says of the hypotheses of an agent, or what is wrong with it.

    >>> read_selection('{"why": "", "plausibility": [0.2, 7]}', "A", ["wait", "sell"]).say
    'plausibility: numbers from 0 to 1 are wanted, not 7'
    """
    found = read_object(reply, ["plausibility"])
    weights = found.get("plausibility") if found else None
    if not isinstance(weights, list):
        return Fault("unparsable", 'a JSON object with "why" and "plausibility", a list, is wanted')
    if len(weights) != len(choices):
        say = f"plausibility: {len(choices)} numbers are wanted, one a hypothesis, not {len(weights)}"
        return Fault("illegal", say)
    for weight in weights:
        number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not number or not isfinite(weight) or not 0 <= weight <= 1:
            shown = json.dumps(weight)[:40]
            return Fault("illegal", f"plausibility: numbers from 0 to 1 are wanted, not {shown}")
    if not any(weights):
        return Fault("illegal", "plausibility: at least one hypothesis must be plausible")
    return selection(agent, choices, weights, str((found or {}).get("why", "")))


def read_conclusion(reply: str) -> tuple[str, str] | Fault:
    """A conclusion and why, from a model's reply, or what is wrong with it."""
    found = read_object(reply, ["conclusion"])
    said = found.get("conclusion") if found else None
    if not isinstance(said, str) or not said.strip():
        return Fault("unparsable", 'a JSON object with "why" and "conclusion", a sentence, is wanted')
    if len(said) > LONGEST:
        return Fault("illegal", f"a conclusion of {len(said)} characters; at most {LONGEST} are read")
    return said.strip(), str((found or {}).get("why", ""))


def theory_schema(statements: int) -> Mapping[str, Any]:
    """What a formalizer writes: a tree for each of ``statements``, and one for the conclusion."""
    formula = {"$ref": "#/$defs/formula"}
    return {
        "type": "object",
        "properties": {
            "statements": {"type": "array", "items": formula, "minItems": statements, "maxItems": statements},
            "conclusion": formula,
        },
        "required": ["statements", "conclusion"],
        "additionalProperties": False,
        "$defs": TREES["$defs"],
    }


def read_theory(reply: str, names: Sequence[str]) -> Theory | Fault:
    """The theory that a formalizer wrote for statements of these names, or what is wrong with it.

    A name has one number of terms: where it has two it means two things to a prover, and most often one
    to whoever wrote it, so that what follows could not be proved.
    """
    found = read_object(reply, ["statements", "conclusion"])
    trees = found.get("statements") if found else None
    if not found or not isinstance(trees, list) or "conclusion" not in found:
        return Fault("unparsable", 'a JSON object with "statements", a list, and "conclusion" is wanted')
    if len(trees) != len(names):
        return Fault("illegal", f"statements: {len(names)} are wanted, not {len(trees)}")
    formulas: list[Formula] = []
    for place, tree in (*zip(names, trees, strict=True), ("conclusion", found["conclusion"])):
        try:
            formulas.append(formula_from_tree(tree))
        except TreeError as error:
            return Fault("unparsable", f"{place}: {error}")
    signature = inferred(formulas)
    for symbols in (signature.predicates, signature.functions):
        counts: dict[str, int] = {}
        for name, count in symbols:
            if counts.setdefault(name, count) != count:
                say = f"{name} has {counts[name]} terms in one place and {count} in another: two things"
                return Fault("illegal", say)
    premises = tuple(Statement(name, f) for name, f in zip(names, formulas, strict=False))
    return Theory(premises, formulas[-1], signature, "attribution")
