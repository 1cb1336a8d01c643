"""Scripts of SMT-LIB with definitions, let, ite and annotations: what they mean, and what is refused."""

import pytest

from syllogos.logic.formulas import Applied, Connected, Quantified, Related, Variable
from syllogos.logic.languages import fol, smtlib

HEAD = """(declare-sort A 0) (declare-sort B 0)
(declare-fun f (A) A) (declare-fun p (A) Bool) (declare-fun q () Bool) (declare-const a A) (declare-const b B)
"""


def formula(text):
    read = smtlib.read(f"{HEAD}(assert {text})(check-sat)")
    assert read.theory, read.problems
    return read.theory.premises[0].formula


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("(let ((x a)) (p x))", "(p a)"),
        ("(let ((x a) (y (f a))) (let ((x y) (y x)) (and (p x) (p y))))", "(and (p (f a)) (p a))"),
        ("(let ((x q)) (not x))", "(not q)"),
        ("(! (p a) :named here)", "(p a)"),
        ("(ite q (p a) q)", "(and (=> q (p a)) (=> (not q) q))"),
        ("(p (ite q a (f a)))", "(or (and q (p a)) (and (not q) (p (f a))))"),
        ("(p (f (ite q a (f a))))", "(or (and q (p (f a))) (and (not q) (p (f (f a)))))"),
        ("(=> q q (p a))", "(=> q (=> q (p a)))"),
    ],
)
def test_ways_of_writing_one_formula(text, same):
    assert formula(text) == formula(same)


def test_what_let_stands_for_is_not_caught_by_a_variable_of_its_name():
    found = formula("(exists ((x A)) (let ((y x)) (forall ((x A)) (= x y))))")
    inner = found.body
    assert isinstance(inner, Quantified) and inner.variables != found.variables
    assert inner.body.right == found.variables[0] == Variable("x", "A")


def test_a_variable_that_only_hides_another_one_keeps_its_name():
    found = formula("(exists ((x A)) (forall ((x A)) (p x)))")
    assert found.variables == found.body.variables == (Variable("x", "A"),)


def test_a_definition_is_put_in_where_it_is_used():
    text = "(define-fun both ((x A) (r Bool)) Bool (and (p x) r)) (define-const c A (f a))"
    read = smtlib.read(f"{HEAD}{text}(assert (both c q))(check-sat)").theory
    assert read.premises[0].formula == Connected(
        "and", (Related("p", (Applied("f", (Applied("a"),)),)), Related("q"))
    )
    assert ("both", 2) not in read.signature.predicates


def test_assumptions_of_a_check_are_premises():
    read = smtlib.read(f"{HEAD}(assert (p a))(check-sat-assuming (q (not (p a))))").theory
    assert [(p.name, p.role) for p in read.premises][1:] == [
        ("assumption_1", "assumption"),
        ("assumption_2", "assumption"),
    ]


def test_names_of_assertions_are_told_wherever_their_annotation_stands():
    read = smtlib.read(f"{HEAD}(assert (! (p a) :weight 3 :named rule))(check-sat)").theory
    assert read.premises[0].name == "rule" and fol.printed_formula(read.premises[0].formula) == "p(a)"


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("(assert (> a a))", "undeclared", "‘>’ is arithmetic, which is not read"),
        ("(declare-const n Int)", "undeclared", "arithmetic is not read"),
        ("(set-logic QF_LIA)", "refused", "the logic ‘QF_LIA’ is refused: UF, QF_UF, ALL"),
        ("(push 1)", "refused", "one check-sat decides one set of assertions"),
        ("(pop)", "refused", "one check-sat decides"),
        ("(reset)", "refused", "one check-sat decides"),
        ("(declare-sort Set 1)", "refused", "sorts of sorts"),
        ('(set-option :diagnostic-output-channel "x")', "refused", "set-option"),
        ("(declare-datatypes ((T 0)) (((c))))", "refused", "declare-datatypes"),
        ("(define-fun g ((x A)) A (g x))", "undeclared", "‘g’ is no declared name"),
        ("(define-fun g ((x A)) Bool x)", "sort", "is of Bool, its body is not"),
        ("(define-fun g ((x A)) A q)", "sort", "is of A, its body is not"),
        ("(define-fun g ((x A) (x A)) A x)", "duplicate", "two parameters"),
        ("(define-fun p ((x A)) Bool q)", "duplicate", "has a meaning already"),
        ("(define-fun g ((x C)) Bool q)", "undeclared", "the sort ‘C’"),
        ("(define-fun g ((x A)) Bool q) (assert (g b))", "sort", "‘g’ takes A here"),
        ("(define-fun g ((x A)) Bool q) (assert (g))", "sort", "‘g’ takes 1 arguments, not 0"),
        ("(assert (let ((x a) (x a)) (p x)))", "duplicate", "bound twice"),
        ("(assert (let ((x a)) x))", "sort", "a formula is expected, and this is of A"),
        ("(assert (forall ((x A) (x A)) (p x)))", "duplicate", "bound twice"),
        ("(assert (let ((x)) q))", "syntax", "with what it stands for"),
        ("(assert (let x q))", "syntax", "what they stand for"),
        ("(assert (p (ite q a b)))", "sort", "both branches of ite"),
        ("(assert (ite q a q))", "sort", "both branches of ite"),
        ("(assert (ite a q q))", "sort", "a formula is expected"),
        ("(assert (= a q))", "sort", "one sort"),
        ("(assert ((_ f 1) a))", "syntax", "a name is expected"),
        ("(assert ())", "syntax", "a name is expected"),
        ("(check-sat-assuming (q)) (assert q)", "refused", "one check-sat ends a script"),
    ],
)
def test_a_script_is_refused_by_its_fault(text, kind, says):
    problem = smtlib.read(f"{HEAD}{text}(check-sat)").problems[0]
    assert (problem.kind, says in problem.say) == (kind, True), problem


def lets(count, doubled):
    names = "".join(f"(let ((x{n + 1} {doubled.format(n=n)})) " for n in range(count))
    return f"(assert (let ((x0 a)) {names}(p x{count})" + ")" * (count + 2)


BOMBS = {
    "let": "(assert (let ((x0 q)) "
    + "".join(f"(let ((x{n + 1} (and x{n} x{n}))) " for n in range(40))
    + "x40"
    + ")" * 42,
    "definitions": "(define-fun d0 () Bool q)"
    + "".join(f"(define-fun d{n + 1} () Bool (and d{n} d{n}))" for n in range(40))
    + "(assert d40)",
    "conditions": lets(40, "(ite q x{n} (f x{n}))"),
    "cases of one atom": "(declare-fun r (A A A A A A A) Bool) (assert (r " + "(ite q a (f a)) " * 7 + "))",
    "a chain of definitions": "(define-fun d0 ((x A)) A (f x))"
    + "".join(f"(define-fun d{n + 1} ((x A)) A (f (d{n} x)))" for n in range(1_000))
    + "(assert (p (d1000 a)))",
    "deep terms": lets(40, "(f (f (f (f (f (f (f x{n})))))))"),
    "distinct": "(assert (distinct " + "a " * 5_000 + "))",
}


@pytest.mark.parametrize("name", BOMBS)
def test_what_grows_with_every_line_meets_a_limit(name):
    found = smtlib.read(f"{HEAD}{BOMBS[name]}(check-sat)")
    assert found.theory is None and found.problems[0].kind == "limit", found.problems
