"""Small theories that textbooks of logic and algebra decide, in the notation of ``.fol``.

A name -> premises, conclusion, and what is known.  Those that are open have a countermodel of at most four
elements, those of ``INFINITE`` have only models or countermodels that are infinite, or larger ones.
"""

from syllogos.verdict import Status

IDENTITY = ("∀x ∀y ∀z m(m(x, y), z) = m(x, m(y, z))", "∀x m(e, x) = x")
GROUP = (*IDENTITY, "∀x m(i(x), x) = e")
ORDER = ("∀x ¬Less(x, x)", "∀x ∀y ∀z ((Less(x, y) ∧ Less(y, z)) → Less(x, z))")
LATTICE = ("∀x ∀y j(x, m(x, y)) = x", "∀x ∀y m(x, j(x, y)) = x")
BARBER = "∀x (Man(x) → (Shaves(barber, x) ↔ ¬Shaves(x, x)))"
SYMMETRIC = "∀x ∀y (R(x, y) → R(y, x))"
TRANSITIVE = "∀x ∀y ∀z ((R(x, y) ∧ R(y, z)) → R(x, z))"
REFLEXIVE = "∀x R(x, x)"

TEXTBOOK = {
    "left inverses are right inverses": (GROUP, "∀x m(x, i(x)) = e", Status.TRUE),
    "a left identity is a right one": (GROUP, "∀x m(x, e) = x", Status.TRUE),
    "identities are the same": (("∀x m(e, x) = x", "∀x m(x, d) = x"), "e = d", Status.TRUE),
    "two identities": (("∀x m(e, x) = x", "∀x m(x, d) = x"), "e ≠ d", Status.FALSE),
    "strict orders are asymmetric": (ORDER, "∀x ∀y (Less(x, y) → ¬Less(y, x))", Status.TRUE),
    "a loop of two in a strict order": (ORDER, "∃x ∃y (Less(x, y) ∧ Less(y, x))", Status.FALSE),
    "a loop of three in a strict order": (
        (*ORDER, "Less(a, b)", "Less(b, c)", "Less(c, a)"), "Less(a, c)", Status.INCONSISTENT,
    ),
    "strict orders need not be total": (ORDER, "∀x ∀y (Less(x, y) ∨ Less(y, x) ∨ x = y)", Status.OPEN),
    "reflexive and Euclidean is symmetric": (
        (REFLEXIVE, "∀x ∀y ∀z ((R(x, y) ∧ R(x, z)) → R(y, z))"), SYMMETRIC, Status.TRUE,
    ),
    "symmetric and transitive is not reflexive": ((SYMMETRIC, TRANSITIVE), REFLEXIVE, Status.OPEN),
    "with a successor of each it is": ((SYMMETRIC, TRANSITIVE, "∀x ∃y R(x, y)"), REFLEXIVE, Status.TRUE),
    "reflexive and symmetric is not transitive": ((REFLEXIVE, SYMMETRIC), TRANSITIVE, Status.OPEN),
    "a relation need not be symmetric": ((REFLEXIVE, TRANSITIVE), SYMMETRIC, Status.OPEN),
    "absorption gives idempotence": (LATTICE, "∀x j(x, x) = x", Status.TRUE),
    "absorption alone does not commute": (LATTICE, "∀x ∀y j(x, y) = j(y, x)", Status.OPEN),
    "a semigroup need not commute": (IDENTITY[:1], "∀x ∀y m(x, y) = m(y, x)", Status.OPEN),
    "an involution may have no fixed point": (("∀x f(f(x)) = x",), "∃x f(x) = x", Status.OPEN),
    "an involution is one to one": (("∀x f(f(x)) = x",), "∀x ∀y (f(x) = f(y) → x = y)", Status.TRUE),
    "the barber is no man": ((BARBER,), "¬Man(barber)", Status.TRUE),
    "the barber as a man": ((BARBER, "Man(barber)"), "Shaves(barber, barber)", Status.INCONSISTENT),
    "Russell's set": (("∃y ∀x (In(x, y) ↔ ¬In(x, x))",), "∃x In(x, x)", Status.INCONSISTENT),
    "the drinker": ((), "∃x (Drinks(x) → ∀y Drinks(y))", Status.TRUE),
    "the liar": (("P ↔ ¬P",), "Q", Status.INCONSISTENT),
    "Barbara": (("∀x (M(x) → P(x))", "∀x (S(x) → M(x))"), "∀x (S(x) → P(x))", Status.TRUE),
    "Darapti": (("∀x (M(x) → P(x))", "∀x (M(x) → S(x))"), "∃x (S(x) ∧ P(x))", Status.OPEN),
    "Darapti of something": (
        ("∀x (M(x) → P(x))", "∀x (M(x) → S(x))", "∃x M(x)"), "∃x (S(x) ∧ P(x))", Status.TRUE,
    ),
    "affirming the consequent": (("Rain → Wet", "Wet"), "Rain", Status.OPEN),
    "denying the consequent": (("Rain → Wet", "¬Wet"), "Rain", Status.FALSE),
    "everybody loves somebody": (("∀x ∃y Loves(x, y)",), "∃y ∀x Loves(x, y)", Status.OPEN),
    "a knight and a knave": (
        ("∀x (Knight(x) ↔ ¬Knave(x))", "Knight(a) ↔ (Knave(a) ∨ Knave(b))"), "Knight(a) ∧ Knave(b)", Status.TRUE,
    ),
    "wolves and goats": (
        ("∀x ∀y ((Wolf(x) ∧ Goat(y)) → Eats(x, y))", "∀x ∀y (Eats(x, y) → Larger(x, y))",
         "∀x ∀y (Larger(x, y) → ¬Larger(y, x))", "Wolf(isegrim)", "Goat(heidrun)"),
        "Eats(heidrun, isegrim)",
        Status.FALSE,
    ),
    "three pigeons in two holes": (
        ("∀x (x = a ∨ x = b)", "c ≠ d ∧ d ≠ e ∧ c ≠ e"), "a = b", Status.INCONSISTENT,
    ),
    "at most one": (("∀x ∀y (P(x) ∧ P(y) → x = y)", "P(a)"), "∀x (P(x) ↔ x = a)", Status.TRUE),
}  # fmt: skip
INFINITE = {
    "successors need not differ from what they follow": (
        ("∀x ∀y (s(x) = s(y) → x = y)", "∀x s(x) ≠ zero"), "∀x s(x) ≠ x",
    ),
    "an order without end": ((*ORDER, "∀x ∃y Less(x, y)"), "∃x ∀y ¬Less(y, x)"),
    "a group need not commute": (GROUP, "∀x ∀y m(x, y) = m(y, x)"),
}  # fmt: skip
