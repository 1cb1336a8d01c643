"""Chaining of rules: what follows, in an open and in a closed world, and that each derivation holds."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syllogos.engines.chainer import chain
from syllogos.engines.solvers.rules import decide
from syllogos.logic.derivations import Derivation, DerivationStep, Fixpoint, OpposedDerivations, faulty_step
from syllogos.logic.languages.rules import parse
from syllogos.logic.narrate.derivations import MOST_LINES, narrate
from syllogos.logic.rules import HornRule, RuleProgram, RuleQuestion, RuleVariable, SignedAtom
from syllogos.verdict import Status

TERMS = [RuleVariable("x"), RuleVariable("y"), "a", "b", "c"]
SIZES = {"P": 0, "Q": 1, "R": 1, "S": 1, "T": 2}


@st.composite
def atoms(draw, terms=("a", "b", "c")):
    predicate = draw(st.sampled_from(sorted(SIZES)))
    chosen = tuple(draw(st.sampled_from(terms)) for _ in range(SIZES[predicate]))
    return SignedAtom(predicate, chosen, draw(st.booleans()))


RULES = st.builds(HornRule, st.lists(atoms(TERMS), max_size=3).map(tuple), atoms(TERMS))
PROGRAMS = st.builds(
    RuleProgram, st.lists(atoms(), max_size=5).map(tuple), st.lists(RULES, max_size=6).map(tuple), atoms()
)


def verdict(text, world="open", steps=100_000):
    program = parse(text).program
    assert program
    return decide(RuleQuestion(program, world), steps=steps)


def everything(program):
    """All that follows in an open world, by trying every rule with all things until nothing is new."""
    things, known = program.things, set(program.facts)
    while True:
        new = set(known)
        for rule in program.rules:
            names = sorted(frozenset().union(*(a.variables for a in (*rule.conditions, rule.conclusion))))
            for chosen in product(things, repeat=len(names)):
                bound = dict(zip(names, chosen, strict=True))

                def case(atom, bound=bound):
                    terms = (bound[t.name] if isinstance(t, RuleVariable) else t for t in atom.arguments)
                    return replace(atom, arguments=tuple(terms))

                if all(case(c) in known for c in rule.conditions):
                    new.add(case(rule.conclusion))
        if new == known:
            return known
        known = new


@given(PROGRAMS)
def test_an_open_world_has_exactly_what_every_rule_gives(program):
    chained, expected = chain(program), everything(program)
    if chained.end == "opposed":
        shown = chained.opposed.one.shown, chained.opposed.other.shown
        assert set(shown) <= expected and shown[0] == shown[1].opposite
    else:
        assert chained.end == "fixpoint" and set(chained.fixpoint.facts) == expected
        assert not any(fact.opposite in expected for fact in expected)


def as_asp(program, closed):
    """The program for clingo: an atom and its opposite are two predicates."""

    def term(t):
        return t.name.upper() if isinstance(t, RuleVariable) else t

    def atom(a, sign):
        return f"{a.predicate.lower()}_{sign}({','.join(map(term, a.arguments))})"

    def condition(a):
        return f"not {atom(a, 'yes')}" if closed and not a.holds else atom(a, "yes" if a.holds else "no")

    lines = [f"thing({name})." for name in program.things]
    for rule in (*(HornRule((), fact) for fact in program.facts), *program.rules):
        free = frozenset().union(*(a.variables for a in (*rule.conditions, rule.conclusion)))
        body = [*map(condition, rule.conditions), *(f"thing({name.upper()})" for name in sorted(free))]
        head = atom(rule.conclusion, "yes" if rule.conclusion.holds else "no")
        lines.append(f"{head}{' :- ' if body else ''}{', '.join(body)}.")
    return "\n".join(lines)


def stable_models(text):
    clingo = pytest.importorskip("clingo", reason="the oracle of closed worlds")
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda model: found.append({str(s) for s in model.symbols(atoms=True)}))
    return found


def symbol(fact):
    things = f"({','.join(fact.arguments)})" if fact.arguments else ""
    return f"{fact.predicate.lower()}_{'yes' if fact.holds else 'no'}{things}"


@pytest.mark.parametrize("world", ["open", "closed"])
@given(program=PROGRAMS)
def test_clingo_derives_the_same(world, program):
    chained = chain(program, world=world)
    if chained.end == "circle":
        return
    (model,) = stable_models(as_asp(program, world == "closed"))
    facts = {s for s in model if not s.startswith("thing")}
    if chained.end == "opposed":
        assert {symbol(chained.opposed.one.shown), symbol(chained.opposed.other.shown)} <= facts
    else:
        assert {symbol(fact) for fact in chained.fixpoint.facts} == facts


@given(PROGRAMS, st.sampled_from(["open", "closed"]))
def test_every_derivation_holds_by_itself(program, world):
    chained = chain(program, world=world)
    derivable = set(chained.fixpoint.facts) if world == "closed" else None
    shown = [chained.derivation(fact) for fact in chained.fixpoint.facts]
    if chained.opposed:
        shown += [chained.opposed.one, chained.opposed.other]
    for derivation in shown:
        assert faulty_step(derivation, program, derivable) == ""


CHAIN = "Facts:\nA(bob)\nB(bob)\nRules:\nA($x) && B($x) >>> C($x)\nC($x) >>> D($x)\nQuery:\nD(bob)"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda d: replace(d, steps=(DerivationStep(d.shown, "given"),)), "not given"),
        (lambda d: replace(d, steps=d.steps[1:]), "earlier step"),
        (lambda d: replace(d, steps=(*d.steps[:-1], replace(d.steps[-1], uses=(0,)))), "no case of"),
        (lambda d: replace(d, steps=(*d.steps[:-1], replace(d.steps[-1], rule=None))), "rule is not given"),
        (lambda d: replace(d, steps=(DerivationStep(d.shown.opposite, "closed world"),)), "world is open"),
    ],
)
def test_a_derivation_with_a_wrong_step_is_refused(change, why):
    program = parse(CHAIN).program
    derivation = chain(program).derivation(program.query)
    assert faulty_step(derivation, program) == ""
    assert why in faulty_step(change(derivation), program)


def test_a_step_from_the_closed_world_needs_that_nothing_derives_the_opposite():
    program = parse("Facts:\nA(bob)\nQuery:\nA(bob)").program
    wrong = Derivation((DerivationStep(SignedAtom("A", ("bob",), False), "closed world"),))
    assert faulty_step(wrong, program, set(program.facts))


@pytest.mark.parametrize(
    ("query", "opened", "closed"),
    [
        ("D(bob)", Status.TRUE, Status.TRUE),
        ("not D(bob)", Status.FALSE, Status.FALSE),
        ("E(bob)", Status.OPEN, Status.FALSE),
        ("not E(bob)", Status.OPEN, Status.TRUE),
    ],
)
def test_what_is_not_said_is_open_or_does_not_hold(query, opened, closed):
    text = CHAIN.replace("Query:\nD(bob)", f"Query:\n{query}")
    assert (verdict(text).status, verdict(text, "closed").status) == (opened, closed)


def test_a_negative_condition_wants_a_derivation_or_its_absence():
    text = "Facts:\nA(bob)\nRules:\nA($x) && not B($x) >>> C($x)\nQuery:\nC(bob)"
    assert verdict(text).status is Status.OPEN
    assert verdict(text, "closed").status is Status.TRUE
    assert verdict(text.replace("A(bob)", "A(bob)\nnot B(bob)")).status is Status.TRUE


def test_a_contradiction_shows_both_sides():
    said = verdict("Facts:\nA(bob)\nRules:\nA($x) >>> B($x)\nA($x) >>> not B($x)\nQuery:\nC(bob)")
    assert said.status is Status.INCONSISTENT and isinstance(said.evidence, OpposedDerivations)
    text = narrate(said.evidence)
    assert "contradict" in text and "Why B(bob):" in text and "Why not B(bob):" in text


def test_an_atom_that_rests_on_its_own_absence_is_refused_in_a_closed_world_only():
    text = "Facts:\nA(bob)\nRules:\nA($x) && not C($x) >>> B($x)\nB($x) >>> C($x)\nQuery:\nB(bob)"
    said = verdict(text, "closed")
    assert said.status is Status.REJECTED and {"B", "C"} <= set(said.reason.replace(":", " ").split())
    assert verdict(text).status is Status.OPEN


def test_steps_stop_it_and_the_same_steps_again_at_the_same_place():
    text = "Facts:\nA(a)\nA(b)\nA(c)\nRules:\nA($x) && A($y) && A($z) >>> B($x, $y)\nQuery:\nB(c, c)"
    needed = chain(parse(text).program).steps
    assert verdict(text, steps=needed).status is Status.TRUE
    said = verdict(text, steps=needed - 1)
    assert said.status is Status.UNKNOWN and str(needed - 1) in said.reason


def test_a_variable_of_the_conclusion_alone_is_everything_that_is_named():
    program = parse("Facts:\nA(bob)\nB(amy)\nRules:\nA(bob) >>> C($x)\nQuery:\nC(amy)").program
    assert SignedAtom("C", ("amy",)) in chain(program).fixpoint.facts


def test_a_derivation_is_told_in_a_few_lines():
    assert narrate(verdict(CHAIN).evidence) == (
        "Given: A(bob), B(bob).\n"
        "So C(bob), since A(bob) and B(bob) (rule: if A($x) and B($x) then C($x)).\n"
        "So D(bob), since C(bob) (rule: if C($x) then D($x))."
    )
    text = "\n".join(f"P{n}($x) >>> P{n + 1}($x)" for n in range(60))
    long = narrate(verdict(f"Facts:\nP0(a)\nRules:\n{text}\nQuery:\nP60(a)").evidence)
    assert len(long.splitlines()) == MOST_LINES and "more steps" in long


def test_what_cannot_be_derived_is_told_with_what_can():
    said = verdict(CHAIN.replace("Query:\nD(bob)", "Query:\nD(amy)"))
    assert isinstance(said.evidence, Fixpoint)
    told = narrate(said.evidence, SignedAtom("D", ("amy",)))
    assert told == "Neither D(amy) nor not D(amy) can be derived. All that follows about D: D(bob)."


def test_a_closed_world_step_is_told():
    said = verdict("Facts:\nA(bob)\nRules:\nA($x) && not B($x) >>> C($x)\nQuery:\nC(bob)", "closed")
    assert "not B(bob), since nothing says otherwise" in narrate(said.evidence)
