"""Twelve questions of our own: syllogisms, chained conditions, orderings; answers with reasons known."""

from __future__ import annotations

from syllogos.questions.problem import Problem

TRUTH = ("A) True", "B) False", "C) Uncertain")

ROWS = (
    ("barbara", "All otters are mammals. All mammals breathe air.", "Otters breathe air.", "A"),
    ("celarent", "No reptile has feathers. Every gecko is a reptile.", "Some gecko has feathers.", "B"),
    ("undistributed", "All poets read. Mira reads.", "Mira is a poet.", "C"),
    ("modus-tollens", "If it rained, the path is wet. The path is not wet.", "It rained.", "B"),
    ("affirming", "If the lamp is on, someone is home. Someone is home.", "The lamp is on.", "C"),
    ("chain", "Whoever trains wins. Whoever wins celebrates. Ilse trains.", "Ilse celebrates.", "A"),
    ("disjunction", "Tom or Eva has the key. Tom does not have the key.", "Eva has the key.", "A"),
    (
        "exclusive",
        "Exactly one of the two doors is open. The left door is open.",
        "The right door is open.",
        "B",
    ),
    ("some", "Some bakers sing. Every singer practises.", "Some bakers practise.", "A"),
    ("converse", "Every square is a rectangle.", "Every rectangle is a square.", "C"),
)

ORDERS = (
    (
        "race",
        "Ada finished before Ben. Cleo finished after Ben. Dan finished first.",
        "Who finished third?",
        ("A) Ada", "B) Ben", "C) Cleo", "D) Dan"),
        "B",
    ),
    (
        "shelf",
        "Four books stand in a row. The atlas is left of the novel. The poems are right of the novel. "
        "The diary is at the far left.",
        "Which book is at the far right?",
        ("A) atlas", "B) novel", "C) poems", "D) diary"),
        "C",
    ),
)


def make() -> tuple[Problem, ...]:
    """The questions, each with its answer's label."""
    statements = [
        Problem(f"Is this true, false, or uncertain? {said}", TRUTH, context, answer, name)
        for name, context, said, answer in ROWS
    ]
    orders = [
        Problem(question, options, context, answer, name)
        for name, context, question, options, answer in ORDERS
    ]
    return (*statements, *orders)
