"""Problems of F. J. Pelletier, Seventy-five problems for testing automatic theorem provers, JAR 2 (1986).

Premises and a conclusion in the notation of ``.fol``; every one is a theorem.  62 and 73 are as corrected in
JAR 4 (1988).  71 to 74 are families, here of a small size.  68, 70 and 75 are left out.
"""

from itertools import combinations

GROUP = ("∀x ∀y ∀z f(f(x, y), z) = f(x, f(y, z))", "∀x f(a, x) = x")
"""Of 63 to 65: associative, with a left identity."""
SENTENCES = (
    "∀x ∀y ((T(i(x, y)) ∧ T(x)) → T(y))",
    "∀x ∀y T(i(x, i(y, x)))",
    "∀x ∀y ∀z T(i(i(x, i(y, z)), i(i(x, y), i(x, z))))",
    "∀x ∀y T(i(i(n(x), n(y)), i(y, x)))",
)
"""Of 66 to 69: theorems (T) of implication (i) and negation (n), by detachment."""
PELLETIER = {
    "1": ((), "(P → Q) ↔ (¬Q → ¬P)"),
    "2": ((), "¬¬P ↔ P"),
    "3": ((), "¬(P → Q) → (Q → P)"),
    "4": ((), "(¬P → Q) ↔ (¬Q → P)"),
    "5": ((), "((P ∨ Q) → (P ∨ R)) → (P ∨ (Q → R))"),
    "6": ((), "P ∨ ¬P"),
    "7": ((), "P ∨ ¬¬¬P"),
    "8": ((), "((P → Q) → P) → P"),
    "9": ((), "((P ∨ Q) ∧ (¬P ∨ Q) ∧ (P ∨ ¬Q)) → ¬(¬P ∨ ¬Q)"),
    "10": (("Q → R", "R → (P ∧ Q)", "P → (Q ∨ R)"), "P ↔ Q"),
    "11": ((), "P ↔ P"),
    "12": ((), "((P ↔ Q) ↔ R) ↔ (P ↔ (Q ↔ R))"),
    "13": ((), "(P ∨ (Q ∧ R)) ↔ ((P ∨ Q) ∧ (P ∨ R))"),
    "14": ((), "(P ↔ Q) ↔ ((Q ∨ ¬P) ∧ (¬Q ∨ P))"),
    "15": ((), "(P → Q) ↔ (¬P ∨ Q)"),
    "16": ((), "(P → Q) ∨ (Q → P)"),
    "17": ((), "((P ∧ (Q → R)) → S) ↔ ((¬P ∨ Q ∨ S) ∧ (¬P ∨ ¬R ∨ S))"),
    "18": ((), "∃y ∀x (F(y) → F(x))"),
    "19": ((), "∃x ∀y ∀z ((P(y) → Q(z)) → (P(x) → Q(x)))"),
    "20": ((), "(∀x ∀y ∃z ∀w ((P(x) ∧ Q(y)) → (R(z) ∧ S(w)))) → (∃x ∃y (P(x) ∧ Q(y)) → ∃z R(z))"),
    "21": (("∃x (P → F(x))", "∃x (F(x) → P)"), "∃x (P ↔ F(x))"),
    "22": ((), "(∀x (P ↔ F(x))) → (P ↔ (∀x F(x)))"),
    "23": ((), "(∀x (P ∨ F(x))) ↔ (P ∨ (∀x F(x)))"),
    "24": (
        ("¬∃x (S(x) ∧ Q(x))", "∀x (P(x) → (Q(x) ∨ R(x)))", "(¬∃x P(x)) → (∃x Q(x))",
         "∀x ((Q(x) ∨ R(x)) → S(x))"),
        "∃x (P(x) ∧ R(x))",
    ),
    "25": (
        ("∃x P(x)", "∀x (F(x) → ¬(G(x) ∧ R(x)))", "∀x (P(x) → (G(x) ∧ F(x)))",
         "(∀x (P(x) → Q(x))) ∨ (∃x (P(x) ∧ R(x)))"),
        "∃x (Q(x) ∧ P(x))",
    ),
    "26": (
        ("(∃x P(x)) ↔ (∃x Q(x))", "∀x ∀y ((P(x) ∧ Q(y)) → (R(x) ↔ S(y)))"),
        "(∀x (P(x) → R(x))) ↔ (∀x (Q(x) → S(x)))",
    ),
    "27": (
        ("∃x (F(x) ∧ ¬G(x))", "∀x (F(x) → H(x))", "∀x ((J(x) ∧ I(x)) → F(x))",
         "(∃x (H(x) ∧ ¬G(x))) → (∀x (I(x) → ¬H(x)))"),
        "∀x (J(x) → ¬I(x))",
    ),
    "28": (
        ("∀x (P(x) → (∀y Q(y)))", "(∀x (Q(x) ∨ R(x))) → (∃x (Q(x) ∧ S(x)))", "(∃x S(x)) → (∀x (F(x) → G(x)))"),
        "∀x ((P(x) ∧ F(x)) → G(x))",
    ),
    "29": (
        ("(∃x F(x)) ∧ (∃x G(x))",),
        "((∀x (F(x) → H(x))) ∧ (∀x (G(x) → J(x)))) ↔ (∀x ∀y ((F(x) ∧ G(y)) → (H(x) ∧ J(y))))",
    ),
    "30": (("∀x ((F(x) ∨ G(x)) → ¬H(x))", "∀x ((G(x) → ¬I(x)) → (F(x) ∧ H(x)))"), "∀x I(x)"),
    "31": (
        ("¬∃x (F(x) ∧ (G(x) ∨ H(x)))", "∃x (I(x) ∧ F(x))", "∀x (¬H(x) → J(x))"),
        "∃x (I(x) ∧ J(x))",
    ),
    "32": (
        ("∀x ((F(x) ∧ (G(x) ∨ H(x))) → I(x))", "∀x ((I(x) ∧ H(x)) → J(x))", "∀x (K(x) → H(x))"),
        "∀x ((F(x) ∧ K(x)) → J(x))",
    ),
    "33": (
        (),
        "(∀x ((P(a) ∧ (P(x) → P(b))) → P(c))) ↔ (∀x ((¬P(a) ∨ P(x) ∨ P(c)) ∧ (¬P(a) ∨ ¬P(b) ∨ P(c))))",
    ),
    "35": ((), "∃x ∃y (P(x, y) → (∀x ∀y P(x, y)))"),
    "36": (
        ("∀x ∃y F(x, y)", "∀x ∃y G(x, y)",
         "∀x ∀y ((F(x, y) ∨ G(x, y)) → (∀z ((F(y, z) ∨ G(y, z)) → H(x, z))))"),
        "∀x ∃y H(x, y)",
    ),
    "39": ((), "¬∃x ∀y (F(y, x) ↔ ¬F(y, y))"),
    "40": ((), "(∃y ∀x (F(x, y) ↔ F(x, x))) → (¬∀x ∃y ∀z (F(z, y) ↔ ¬F(z, x)))"),
    "41": (("∀z ∃y ∀x (F(x, y) ↔ (F(x, z) ∧ ¬F(x, x)))",), "¬∃z ∀x F(x, z)"),
    "42": ((), "¬∃y ∀x (F(x, y) ↔ (¬∃z (F(x, z) ∧ F(z, x))))"),
    "44": (
        ("∀x (F(x) → ((∃y (G(y) ∧ H(x, y))) ∧ (∃y (G(y) ∧ ¬H(x, y)))))", "∃x (J(x) ∧ (∀y (G(y) → H(x, y))))"),
        "∃x (J(x) ∧ ¬F(x))",
    ),
    "48": (("a = b ∨ c = d", "a = c ∨ b = d"), "a = d ∨ b = c"),
    "49": (("∃x ∃y ∀z (z = x ∨ z = y)", "P(a) ∧ P(b)", "a ≠ b"), "∀x P(x)"),
    "57": (
        ("F(f(a, b), f(b, c))", "F(f(b, c), f(a, c))", "∀x ∀y ∀z ((F(x, y) ∧ F(y, z)) → F(x, z))"),
        "F(f(a, b), f(a, c))",
    ),
    "59": (("∀x (P(x) ↔ ¬P(f(x)))",), "∃x (P(x) ∧ ¬P(f(x)))"),
    "60": ((), "∀x (F(x, f(x)) ↔ (∃y ((∀z (F(z, y) → F(z, f(x)))) ∧ F(x, y))))"),
    "34": ((), "((∃x ∀y (P(x) ↔ P(y))) ↔ ((∃x Q(x)) ↔ (∀y Q(y)))) ↔ "
               "((∃x ∀y (Q(x) ↔ Q(y))) ↔ ((∃x P(x)) ↔ (∀y P(y))))"),
    "37": (
        ("∀z ∃w ∀x ∃y ((P(x, z) → P(y, w)) ∧ P(y, z) ∧ (P(y, w) → (∃u Q(u, w))))",
         "∀x ∀z (¬P(x, z) → (∃y Q(y, z)))", "(∃x ∃y Q(x, y)) → (∀x R(x, x))"),
        "∀x ∃y R(x, y)",
    ),
    "38": (
        (),
        "(∀x ((P(a) ∧ (P(x) → (∃y (P(y) ∧ R(x, y))))) → (∃z ∃w (P(z) ∧ R(x, w) ∧ R(w, z))))) ↔ "
        "(∀x ((¬P(a) ∨ P(x) ∨ (∃z ∃w (P(z) ∧ R(x, w) ∧ R(w, z)))) ∧ "
        "(¬P(a) ∨ ¬(∃y (P(y) ∧ R(x, y))) ∨ (∃z ∃w (P(z) ∧ R(x, w) ∧ R(w, z))))))",
    ),
    "43": (("∀x ∀y (Q(x, y) ↔ (∀z (F(z, x) ↔ F(z, y))))",), "∀x ∀y (Q(x, y) ↔ Q(y, x))"),
    "45": (
        ("∀x ((F(x) ∧ (∀y ((G(y) ∧ H(x, y)) → J(x, y)))) → (∀y ((G(y) ∧ H(x, y)) → K(y))))",
         "¬(∃y (L(y) ∧ K(y)))",
         "∃x (F(x) ∧ (∀y (H(x, y) → L(y))) ∧ (∀y ((G(y) ∧ H(x, y)) → J(x, y))))"),
        "∃x (F(x) ∧ ¬(∃y (G(y) ∧ H(x, y))))",
    ),
    "46": (
        ("∀x ((F(x) ∧ (∀y ((F(y) ∧ H(y, x)) → G(y)))) → G(x))",
         "(∃x (F(x) ∧ ¬G(x))) → (∃x (F(x) ∧ ¬G(x) ∧ (∀y ((F(y) ∧ ¬G(y)) → J(x, y)))))",
         "∀x ∀y ((F(x) ∧ F(y) ∧ H(x, y)) → ¬J(y, x))"),
        "∀x (F(x) → G(x))",
    ),
    "47": (
        ("∀x (Wolf(x) → Animal(x))", "∀x (Fox(x) → Animal(x))", "∀x (Bird(x) → Animal(x))",
         "∀x (Caterpillar(x) → Animal(x))", "∀x (Snail(x) → Animal(x))", "∀x (Grain(x) → Plant(x))",
         "∃x Wolf(x)", "∃x Fox(x)", "∃x Bird(x)", "∃x Caterpillar(x)", "∃x Snail(x)", "∃x Grain(x)",
         "∀x (Animal(x) → ((∀y (Plant(y) → Eats(x, y))) ∨ (∀y ((Animal(y) ∧ Smaller(y, x) ∧ "
         "(∃z (Plant(z) ∧ Eats(y, z)))) → Eats(x, y)))))",
         "∀x ∀y ((Bird(y) ∧ (Snail(x) ∨ Caterpillar(x))) → Smaller(x, y))",
         "∀x ∀y ((Bird(x) ∧ Fox(y)) → Smaller(x, y))", "∀x ∀y ((Fox(x) ∧ Wolf(y)) → Smaller(x, y))",
         "∀x ∀y ((Wolf(x) ∧ (Fox(y) ∨ Grain(y))) → ¬Eats(x, y))",
         "∀x ∀y ((Bird(x) ∧ Caterpillar(y)) → Eats(x, y))", "∀x ∀y ((Bird(x) ∧ Snail(y)) → ¬Eats(x, y))",
         "∀x ((Caterpillar(x) ∨ Snail(x)) → (∃y (Plant(y) ∧ Eats(x, y))))"),
        "∃x ∃y (Animal(x) ∧ Animal(y) ∧ (∃z (Grain(z) ∧ Eats(y, z) ∧ Eats(x, y))))",
    ),
    "50": (("∀x (F(a, x) ∨ (∀y F(x, y)))",), "∃x ∀y F(x, y)"),
    "51": (
        ("∃z ∃w ∀x ∀y (F(x, y) ↔ (x = z ∧ y = w))",),
        "∃z ∀x ((∃w ∀y (F(x, y) ↔ y = w)) ↔ x = z)",
    ),
    "52": (
        ("∃z ∃w ∀x ∀y (F(x, y) ↔ (x = z ∧ y = w))",),
        "∃w ∀y ((∃z ∀x (F(x, y) ↔ x = z)) ↔ y = w)",
    ),
    "53": (
        ("∃x ∃y (x ≠ y ∧ (∀z (z = x ∨ z = y)))",),
        "(∃z ∀x ((∃w ∀y (F(x, y) ↔ y = w)) ↔ x = z)) ↔ (∃w ∀y ((∃z ∀x (F(x, y) ↔ x = z)) ↔ y = w))",
    ),
    "54": (
        ("∀y ∃z ∀x (F(x, z) ↔ x = y)",),
        "¬∃w ∀x (F(x, w) ↔ (∀u (F(x, u) → (∃y (F(y, u) ∧ ¬∃z (F(z, u) ∧ F(z, y)))))))",
    ),
    "55": (
        ("∃x (Lives(x) ∧ Killed(x, agatha))", "Lives(agatha) ∧ Lives(butler) ∧ Lives(charles)",
         "∀x (Lives(x) → (x = agatha ∨ x = butler ∨ x = charles))",
         "∀x ∀y (Killed(x, y) → Hates(x, y))", "∀x ∀y (Killed(x, y) → ¬Richer(x, y))",
         "∀x (Hates(agatha, x) → ¬Hates(charles, x))", "∀x (x ≠ butler → Hates(agatha, x))",
         "∀x (¬Richer(x, agatha) → Hates(butler, x))", "∀x (Hates(agatha, x) → Hates(butler, x))",
         "∀x ∃y ¬Hates(x, y)", "agatha ≠ butler"),
        "Killed(agatha, agatha)",
    ),
    "56": ((), "(∀x ((∃y (F(y) ∧ x = f(y))) → F(x))) ↔ (∀x (F(x) → F(f(x))))"),
    "58": (("∀x ∀y f(x) = g(y)",), "∀x ∀y f(f(x)) = f(g(y))"),
    "61": (
        ("∀x ∀y ∀z f(x, f(y, z)) = f(f(x, y), z)",),
        "∀x ∀y ∀z ∀w f(x, f(y, f(z, w))) = f(f(f(x, y), z), w)",
    ),
    "62": (
        (),
        "(∀x ((F(a) ∧ (F(x) → F(f(x)))) → F(f(f(x))))) ↔ "
        "(∀x ((¬F(a) ∨ F(x) ∨ F(f(f(x)))) ∧ (¬F(a) ∨ ¬F(f(x)) ∨ F(f(f(x))))))",
    ),
    "63": ((*GROUP, "∀x ∃y f(y, x) = a"), "∀x ∀y ∀z (f(x, y) = f(z, y) → x = z)"),
    "64": ((*GROUP, "∀x ∃y f(y, x) = a"), "∀x ∀y (f(y, x) = a → f(x, y) = a)"),
    "65": ((*GROUP, "∀x f(x, x) = a"), "∀x ∀y f(x, y) = f(y, x)"),
    "66": (SENTENCES, "∀x T(i(x, n(n(x))))"),
    "67": (SENTENCES, "∀x T(i(n(n(x)), x))"),
    "69": (
        (*SENTENCES, "∀x ∀y T(i(b(i(x, y)), i(b(x), b(y))))", "∀x T(i(b(x), x))", "∀x (T(x) → T(b(x)))"),
        "∀x T(i(b(x), n(b(n(x)))))",
    ),
    "71": ((), "P1 ↔ (P2 ↔ (P3 ↔ (P4 ↔ (P1 ↔ (P2 ↔ (P3 ↔ P4))))))"),
    "72": (
        tuple(f"¬In{p}{h} ∨ ¬In{q}{h}" for h in range(4) for p, q in combinations(range(5), 2)),
        "¬(" + " ∧ ".join("(" + " ∨ ".join(f"In{p}{h}" for h in range(4)) + ")" for p in range(5)) + ")",
    ),
    "73": (
        (*(f"Pigeon(p{n})" for n in range(5)), *(f"Hole(h{n})" for n in range(4)),
         *(f"p{n} ≠ p{m}" for n, m in combinations(range(5), 2)),
         *(f"h{n} ≠ h{m}" for n, m in combinations(range(4), 2)),
         "∀x (Hole(x) → (x = h0 ∨ x = h1 ∨ x = h2 ∨ x = h3))",
         "∀x (Pigeon(x) → (∃y (Hole(y) ∧ In(x, y))))"),
        "∃x ∃y ∃z (Hole(x) ∧ Pigeon(y) ∧ Pigeon(z) ∧ In(y, x) ∧ In(z, x) ∧ y ≠ z)",
    ),
    "74": (
        ("(A ∨ B) ∧ (¬A ∨ ¬B)", "(D ∨ ¬E) ∧ (¬D ∨ E)",
         "(A ∨ C ∨ ¬D) ∧ (A ∨ ¬C ∨ D) ∧ (¬A ∨ C ∨ D) ∧ (¬A ∨ ¬C ∨ ¬D)"),
        "¬((B ∨ C ∨ ¬E) ∧ (B ∨ ¬C ∨ E) ∧ (¬B ∨ C ∨ E) ∧ (¬B ∨ ¬C ∨ ¬E))",
    ),
}  # fmt: skip
