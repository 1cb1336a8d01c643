"""Problems of the kinds that the documentation of TPTP and the text of SMT-LIB show, in our own words.

Each with its known status: of TPTP that of the conclusion, of SMT-LIB ``sat`` or ``unsat``.
"""

from syllogos.verdict import Status

ANIMALS = """
tff(cat_type, type, cat: $tType).  tff(dog_type, type, (dog: $tType)).
tff(keeper_type, type, person: $tType).
tff(chases_type, type, chases: (dog * cat) > $o).
tff(of_cat, type, cat_owner: cat > person).  tff(of_dog, type, dog_owner: (dog > person)).
tff(odd_type, type, rex: dog).  tff(even_type, type, tom: cat).  tff(p, type, angry: (person * person) > $o).
tff(rule, axiom, ! [D: dog, C: cat] : (chases(D, C) => angry(cat_owner(C), dog_owner(D)))).
tff(fact, axiom, chases(rex, tom)).
"""
PROBLEMS = {
    "connectives": ("""
        fof(a, axiom, (p ~& q) & (p ~| r) & (s <~> p) & (t <= s)).
        fof(b, conjecture, ~ p & ~ r & s & t).""", Status.TRUE),
    "truth values": ("fof(a, axiom, $true => (p | $false)). fof(b, conjecture, p).", Status.TRUE),
    "quoted names": ("""
        fof('a name', axiom, 'A predicate'('A constant') & 'it\\'s \\\\ so').
        fof(b, conjecture, ? [X] : 'A predicate'(X) & 'it\\'s \\\\ so').""", Status.TRUE),
    "a quoted name is the same as without": ("fof(1, axiom, 'p'(a)). fof(2, conjecture, p('a')).", Status.TRUE),
    "distinct objects": ("""
        fof(a, axiom, ! [X] : (X = "An Apple" | X = "A \\"Microsoft\\"")).
        fof(b, axiom, c != "An Apple").
        fof(d, conjecture, c = "A \\"Microsoft\\"" & "An Apple" != "A \\"Microsoft\\"").""", Status.TRUE),
    "numbers": ("fof(a, conjecture, 12 != 13).", Status.TRUE),
    "constants may be the same": ("fof(a, conjecture, apple != microsoft).", Status.OPEN),
    "roles": ("""
        fof(a, definition, ! [X] : f(d) = f(X)). fof(b, assumption, p(f(a))). fof(c, lemma, p(l)).
        fof(d, theorem, q(t)). fof(e, corollary, r). fof(g, plain, s). fof(h, hypothesis, u).
        fof(i, conjecture, p(f(d)) & r & s & u).""", Status.TRUE),
    "comments and annotations": ("""% a line
        /* a block
           of two lines * / */
        fof(a, axiom, ! [X] : p(X), unknown).
        fof(b, axiom, p(a), file('some file.p', a), [simple, prolog(like, Data, [nested, 12.2]), -3/4, "x"]).
        fof(c, axiom, q, inference(magic, [status(thm)], [theory(equality), a:[bind(X, $fot(a))]])).
        fof(d, conjecture, ! [Y] : (p(Y) & q), introduced(assumption, [from, the, world])).""", Status.TRUE),
    "clauses": ("""
        cnf(a, axiom, p(X) | ~ q(X, a) | r(X, f(Y), g(X, f(Y), Z))). cnf(b, axiom, (q(Y, a))).
        cnf(c, axiom, ~ r(X, Y, Z)). cnf(d, negated_conjecture, ~ p(h)).""", Status.TRUE),
    "clauses with equality": ("""
        cnf(a, axiom, f(X) = X | f(X) != a). cnf(b, hypothesis, f(b) = a).
        cnf(c, negated_conjecture, f(b) != b).""", Status.TRUE),
    "clauses that deny two things": ("""
        cnf(a, axiom, p | q). cnf(b, negated_conjecture, ~ p). cnf(c, negated_conjecture, ~ q).""", Status.TRUE),
    "clauses without a conjecture": ("cnf(a, axiom, p | q). cnf(b, axiom, ~ p). cnf(c, axiom, ~ q).",
                                     Status.INCONSISTENT),
    "clauses that can be true": ("cnf(a, axiom, p(X) | q(X)). cnf(b, axiom, ~ p(a)).", Status.OPEN),
    "axioms that contradict each other": ("""
        cnf(a, axiom, p). cnf(b, axiom, ~ p). cnf(c, negated_conjecture, q).""", Status.INCONSISTENT),
    "the owner of a dog": (ANIMALS + "tff(b, conjecture, ? [P: person, Q: person] : angry(P, Q)).", Status.TRUE),
    "the owner of every dog": (
        ANIMALS + "tff(b, conjecture, ! [D: dog] : ? [Q: person] : angry(Q, dog_owner(D))).", Status.OPEN),
    "distinct constants": (
        "tff(t, type, s: $tType). tff(a, type, a: s). tff(b, type, b: s). tff(p, type, p: s > $o)."
        "tff(x, axiom, $distinct(a, b)). tff(z, axiom, p(a) & p(b)). tff(y, conjecture, ? [X: s, Y: s] : X != Y).", Status.TRUE),
    "individuals": ("tff(a, axiom, ! [X: $i] : p(X)). tff(b, conjecture, ! [X] : p(X)).", Status.TRUE),
}  # fmt: skip

SORTED = """(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic UF)
(set-info :status {status})
(declare-sort A 0) (declare-sort B 0)
(declare-fun f (A) B) (declare-fun g (B) A) (declare-const a A) (declare-const b A)
(declare-fun p (A) Bool) (declare-fun q () Bool) (declare-fun r () Bool)
{body}
(check-sat)
(get-model)
(exit)
"""
SCRIPTS = {
    "implication joins to the right": ("(assert (not (= (=> q r q) (=> q (=> r q)))))", "unsat"),
    "implication does not join to the left": ("(assert (not (= (=> q r q) (=> (=> q r) q))))", "sat"),
    "equality is a chain": ("(declare-const c A) (assert (= a b c)) (assert (not (= a c)))", "unsat"),
    "distinct is of all pairs": (
        "(declare-const c A) (assert (distinct a b c)) (assert (forall ((x A)) (or (= x a) (= x b))))", "unsat"),
    "three truth values": ("(assert (distinct q r (not q)))", "unsat"),
    "exclusive or joins to the left": ("(assert (not (= (xor q r q) (xor (xor q r) q))))", "unsat"),
    "let binds all names at once": (
        "(assert (let ((a b) (b a)) (and (p a) (not (p b))))) (assert (p a))", "unsat"),
    "let within a quantifier": (
        "(assert (forall ((x A)) (let ((y (g (f x)))) (and (p y) (= y x))))) (assert (not (p a)))", "unsat"),
    "what let stands for is not caught": (
        "(assert (exists ((x A)) (let ((y x)) (forall ((x A)) (= x y))))) (assert (distinct a b))", "unsat"),
    "what let stands for is not the inner variable": (
        "(assert (exists ((x A)) (let ((y x)) (exists ((x A)) (distinct x y)))))", "sat"),
    "a definition": (
        "(define-fun both ((x A) (y A)) Bool (and (p x) (p y))) (assert (both a b)) (assert (not (p b)))", "unsat"),
    "a definition of a thing": (
        "(define-fun h ((x A)) A (g (f x))) (define-const c A (h a)) (assert (distinct c (g (f a))))", "unsat"),
    "an argument of a definition is not caught": (
        "(define-fun alone ((y A)) Bool (forall ((x A)) (= x y)))"
        "(assert (exists ((x A)) (alone x))) (assert (distinct a b))", "unsat"),
    "a condition between formulas": ("(assert (ite q (not q) q))", "unsat"),
    "a condition between things": (
        "(assert (p (ite q a b))) (assert (not (p a))) (assert (not (p b)))", "unsat"),
    "a condition within a function": (
        "(assert (= (f (ite q a b)) (f a))) (assert (distinct (f a) (f b))) (assert (not q))", "unsat"),
    "one of two by a condition": ("(assert (p (ite q a b))) (assert (not (p a)))", "sat"),
    "a condition that let names": (
        "(assert (let ((y (ite q a b))) (distinct y y)))", "unsat"),
    "named assertions": (
        "(assert (! (p a) :named one)) (assert (! (not (p a)) :named two))", "unsat"),
    "patterns": (
        "(assert (forall ((x A)) (! (p x) :pattern ((p x)) :qid all))) (assert (not (p a)))", "unsat"),
    "sorts are not empty": ("(assert (forall ((x B)) (not (= x x))))", "unsat"),
    "two sorts are not compared": ("(assert (forall ((x A) (y A)) (= x y))) (assert (exists ((x B) (y B)) "
                                   "(distinct x y)))", "sat"),
    "one and onto": ("(assert (forall ((x A)) (= (g (f x)) x))) (assert (= (f a) (f b))) (assert (distinct a b))",
                     "unsat"),
    "a quoted symbol": ("(assert (|p| |a|)) (assert (not (p a)))", "unsat"),
}  # fmt: skip


def script(name: str) -> str:
    """A script by the name of what it shows."""
    body, status = SCRIPTS[name]
    return SORTED.format(body=body, status=status)
