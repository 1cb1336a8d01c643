"""Theories as models and people write them, each with the status that a reader of it would give."""

import asyncio

import pytest

from syllogos.engines.guard.isolation import available
from syllogos.engines.solvers.z3 import make
from syllogos.logic.languages import fol

pytest.importorskip("z3", reason="needs z3-solver")
pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")

TEXTS = {
    "unicode": ("TRUE", "Premises:\n∀x (Robin(x) → Bird(x))\nRobin(pip)\nConclusion:\nBird(pip)"),
    "dotted quantifiers": ("TRUE", "Premises:\n∀x. Robin(x) → Bird(x)\nRobin(pip)\nConclusion:\nBird(pip)"),
    "variables in a list": (
        "TRUE", "Premises:\n∀x,y (Parent(x,y) → Older(x,y))\nParent(eva,leo)\nConclusion:\nOlder(eva,leo)",
    ),
    "ascii": ("TRUE", "Premises:\nforall x. (Robin(x) -> Bird(x))\nRobin(pip)\nConclusion:\nBird(pip)"),
    "english words": (
        "TRUE", "Premises:\nfor all x, Robin(x) implies Bird(x)\nRobin(pip)\nConclusion:\nBird(pip)",
    ),
    "for every": ("TRUE", "Premises:\nFor every x, Robin(x) -> Bird(x)\nRobin(pip)\nConclusion:\nBird(pip)"),
    "there exists": (
        "TRUE", "Premises:\nRobin(pip) and Small(pip)\nConclusion:\nthere exists x such that Robin(x) and Small(x)",
    ),
    "if then": ("TRUE", "Premises:\nif Rain then Wet\nRain\nConclusion:\nWet"),
    "if then under a quantifier": (
        "TRUE", "Premises:\nforall x: if Robin(x) then Bird(x)\nRobin(pip)\nConclusion:\nBird(pip)",
    ),
    "either or": ("TRUE", "Premises:\nRed(box) xor Blue(box)\nnot Red(box)\nConclusion:\nBlue(box)"),
    "and not": ("FALSE", "Premises:\nRain and not Wind\nConclusion:\nWind"),
    "capital words": ("TRUE", "Premises:\nFORALL x (Robin(x) IMPLIES Bird(x))\nRobin(pip)\nConclusion:\nBird(pip)"),
    "double arrows": ("TRUE", "Premises:\n∀x (Robin(x) ⇒ Bird(x))\nRobin(pip)\nConclusion:\nBird(pip)"),
    "equals arrow": ("TRUE", "Premises:\nall x (Robin(x) => Bird(x))\nRobin(pip)\nConclusion:\nBird(pip)"),
    "if and only if": (
        "FALSE", "Premises:\n∀x (Even(x) ↔ ¬Odd(x))\nEven(two)\nConclusion:\nOdd(two)",
    ),
    "iff in words": (
        "FALSE", "Premises:\nforall x (Even(x) if and only if not Odd(x))\nEven(two)\nConclusion:\nOdd(two)",
    ),
    "latex": (
        "TRUE",
        "Premises:\n\\forall x (Robin(x) \\rightarrow Bird(x))\nRobin(pip) \\land Small(pip)\n"
        "Conclusion:\n\\exists x (Bird(x) \\wedge Small(x))",
    ),
    "latex in dollars": (
        "FALSE",
        "Premises:\n$\\forall x (Robin(x) \\to Bird(x))$\n$\\neg Bird(pip)$\nConclusion:\n$Robin(pip)$",
    ),
    "latex with spacing": (
        "TRUE",
        "Premises:\n$\\forall x\\, (Robin(x) \\implies Bird(x))$\n$Robin(pip)$\nConclusion:\n$Bird(pip) \\lor Cat(pip)$",
    ),
    "bullets": ("TRUE", "Premises:\n- ∀x (Robin(x) → Bird(x))\n- Robin(pip)\nConclusion:\n- Bird(pip)"),
    "stars": ("TRUE", "Premises:\n* ∀x (Robin(x) → Bird(x))\n* Robin(pip)\nConclusion:\n* Bird(pip)"),
    "dots": ("TRUE", "Premises:\n• ∀x (Robin(x) → Bird(x))\n• Robin(pip)\nConclusion:\nBird(pip)"),
    "numbers": ("TRUE", "Premises:\n1. ∀x (Robin(x) → Bird(x))\n2. Robin(pip)\nConclusion:\nBird(pip)"),
    "numbers in brackets": (
        "TRUE", "Premises:\n(1) ∀x (Robin(x) → Bird(x))\n(2) Robin(pip)\nConclusion:\n(3) Bird(pip)",
    ),
    "labels": ("TRUE", "Premises:\nP1: ∀x (Robin(x) → Bird(x))\nP2: Robin(pip)\nConclusion:\nC: Bird(pip)"),
    "full stops": ("TRUE", "Premises:\n∀x (Robin(x) → Bird(x)).\nRobin(pip).\nConclusion:\nBird(pip)."),
    "semicolons": ("TRUE", "Premises:\n∀x (Robin(x) → Bird(x));\nRobin(pip);\nConclusion:\nBird(pip);"),
    "commas": ("TRUE", "Premises:\n∀x (Robin(x) → Bird(x)),\nRobin(pip),\nConclusion:\nBird(pip)"),
    "triple colons": (
        "TRUE",
        "Premises:\n∀x (Robin(x) → Bird(x)) ::: All robins are birds.\nRobin(pip) ::: Pip's a robin.\n"
        "Conclusion:\nBird(pip) ::: Pip is a bird (so?)",
    ),
    "hash comments": (
        "TRUE",
        "# robins\nPremises:\n∀x (Robin(x) → Bird(x))  # all robins are birds\n# about Pip\nRobin(pip)\n"
        "Conclusion:\nBird(pip)  # is it?",
    ),
    "slash comments": (
        "TRUE", "Premises:\n∀x (Robin(x) → Bird(x)) // robins are birds\nRobin(pip) // Pip\nConclusion:\nBird(pip)",
    ),
    "percent comments": (
        "TRUE", "Premises:\n∀x (Robin(x) → Bird(x)) % robins are birds\nRobin(pip)\nConclusion:\nBird(pip)",
    ),
    "a fence": ("TRUE", "```\nPremises:\n∀x (Robin(x) → Bird(x))\nRobin(pip)\nConclusion:\nBird(pip)\n```"),
    "a fence with a language": (
        "TRUE", "```fol\nPremises:\n∀x (Robin(x) → Bird(x))\nRobin(pip)\nConclusion:\nBird(pip)\n```\n",
    ),
    "bold headings": (
        "TRUE", "**Premises:**\n∀x (Robin(x) → Bird(x))\nRobin(pip)\n\n**Conclusion:**\nBird(pip)",
    ),
    "markdown headings": (
        "TRUE", "### Premises\n∀x (Robin(x) → Bird(x))\nRobin(pip)\n\n### Conclusion\nBird(pip)",
    ),
    "inline code": ("TRUE", "Premises:\n`∀x (Robin(x) → Bird(x))`\n`Robin(pip)`\nConclusion:\n`Bird(pip)`"),
    "words for the parts": (
        "TRUE", "Axioms:\n∀x (Robin(x) → Bird(x))\nRobin(pip)\nGoal:\nBird(pip)",
    ),
    "facts and rules": (
        "TRUE", "Facts:\nRobin(pip)\nRules:\n∀x (Robin(x) → Bird(x))\nConclusion:\nBird(pip)",
    ),
    "a conclusion with therefore": (
        "TRUE", "Premises:\n∀x (Robin(x) → Bird(x))\nRobin(pip)\nConclusion:\n∴ Bird(pip)",
    ),
    "a turnstile": ("TRUE", "Premises:\n∀x (Robin(x) → Bird(x))\nRobin(pip)\nConclusion:\n⊢ Bird(pip)"),
    "capital constants": (
        "TRUE", "Premises:\n∀x (Robin(x) → Bird(x))\nRobin(Pip)\nConclusion:\nBird(Pip)",
    ),
    "small predicates": ("TRUE", "Premises:\n∀x (robin(x) → bird(x))\nrobin(pip)\nConclusion:\nbird(pip)"),
    "capital variables": (
        "TRUE", "Premises:\n∀X (robin(X) → bird(X))\nrobin(pip)\nConclusion:\nbird(pip)",
    ),
    "long variables": (
        "TRUE", "Premises:\n∀person (Student(person) → Reads(person))\nStudent(mia)\nConclusion:\nReads(mia)",
    ),
    "underscores": (
        "OPEN", "Premises:\n∀x (is_robin(x) → can_fly(x))\ncan_fly(pip)\nConclusion:\nis_robin(pip)",
    ),
    "Chinese": ("TRUE", "Premises:\n∀x (猫(x) → 动物(x))\n猫(小花)\nConclusion:\n动物(小花)"),
    "accents": ("TRUE", "Premises:\n∀x (Élève(x) → Lit(x))\nÉlève(zoé)\nConclusion:\nLit(zoé)"),
    "wide brackets": ("TRUE", "Premises：\n∀x（猫（x）→ 动物（x））\n猫（小花）\nConclusion：\n动物（小花）"),
    "numerals": ("TRUE", "Premises:\nAge(ben, 7)\n∀x ∀y (Age(x, y) ∧ y < 10 → Child(x))\nConclusion:\nChild(ben)"),
    "equality": ("TRUE", "Premises:\ncapital(france) = paris\nLarge(paris)\nConclusion:\nLarge(capital(france))"),
    "inequality": ("OPEN", "Premises:\nRobin(pip)\nRobin(tip)\nConclusion:\npip ≠ tip"),
    "functions": (
        "TRUE", "Premises:\n∀x (Human(x) → Human(mother(x)))\nHuman(eva)\nConclusion:\nHuman(mother(mother(eva)))",
    ),
    "square brackets": (
        "TRUE", "Premises:\n∀x [Robin(x) → (Bird(x) ∧ Small(x))]\nRobin(pip)\nConclusion:\nBird(pip)",
    ),
    "no such thing": ("FALSE", "Premises:\n¬∃x (Robin(x) ∧ Large(x))\nRobin(pip)\nConclusion:\nLarge(pip)"),
    "does not exist": ("FALSE", "Premises:\n∄x (Robin(x) ∧ Large(x))\nRobin(pip)\nConclusion:\nLarge(pip)"),
    "unbracketed scope": (
        "TRUE", "Premises:\n∀x Robin(x) → Bird(x)\nRobin(pip)\nConclusion:\nBird(pip)",
    ),
    "a contradiction": ("INCONSISTENT", "Premises:\nRobin(pip)\n¬Robin(pip)\nConclusion:\nBird(pip)"),
    "a tilde": ("FALSE", "Premises:\n~Rain & Wind\nConclusion:\nRain | ~Wind"),
    "single letters": ("TRUE", "Premises:\np v q\n~p\nConclusion:\nq"),
    "several on a line": (
        "TRUE", "Premises: ∀x (Robin(x) → Bird(x)); Robin(pip)\nConclusion: Bird(pip)",
    ),
    "talk before": (
        "TRUE",
        "Here is the translation into first-order logic:\n\nPremises:\n∀x (Robin(x) → Bird(x))\nRobin(pip)\n\n"
        "Conclusion:\nBird(pip)",
    ),
    "talk after": (
        "REJECTED",
        "Premises:\n∀x (Robin(x) → Bird(x))\nRobin(pip)\n\nConclusion:\nBird(pip)\n\n"
        "The conclusion follows from the premises.",
    ),
    "talk around a fence": (
        "TRUE",
        "Here it is:\n```\nPremises:\n∀x (Robin(x) → Bird(x))\nRobin(pip)\nConclusion:\nBird(pip)\n```\n"
        "The conclusion follows from the premises.",
    ),
    "a dash that is no bullet for sure": ("REJECTED", "Premises:\n- Rain\nWind\nConclusion:\nRain"),
    "dashes that are not": ("FALSE", "Premises:\n-Rain\n-Wind\nConclusion:\nRain"),
    "functions of formulas": (
        "TRUE", "Premises:\nForAll(x, Implies(Robin(x), And(Bird(x), Not(Large(x)))))\nRobin(pip)\n"
        "Conclusion:\nExists([x], Or(Bird(x), Fish(x)))",
    ),
    "one variable alone in brackets": (
        "TRUE", "Premises:\n(∀x)(Robin(x) → (∃y)(Egg(y) ∧ Lays(x, y)))\nRobin(pip)\nConclusion:\n(∃y)(Lays(pip, y))",
    ),
    "premises with numbers for headings": (
        "TRUE", "Premise 1: Robin(pip)\nPremise 2: ∀x (Robin(x) → Bird(x))\nConclusion: Bird(pip)",
    ),
    "no heading": ("REJECTED", "Robin(pip)\n∀x (Robin(x) → Bird(x))\n⊢ Bird(pip)"),
    "a formula before the headings": ("REJECTED", "∀x (Robin(x) → Bird(x))\nPremises:\nRobin(pip)\nConclusion:\nBird(pip)"),
    "a formula over two lines": (
        "TRUE", "Premises:\n∀x (Robin(x) →\n    Bird(x))\nRobin(pip)\n  ∧ Small(pip)\nConclusion:\nBird(pip)\n  ∧ Small(pip)",
    ),
    "equal to true": ("FALSE", "Premises:\nRobin(pip) = True\nBird(pip) == False\nConclusion:\nBird(pip)"),
    "curly quotes": ("TRUE", "Premises:\nRobin(“Pip”)\nConclusion:\nRobin(\"Pip\")"),
    "rules between the parts": ("TRUE", "Premises:\nRobin(pip)\n\n---\n\nConclusion:\nRobin(pip)\n***\n"),
    "given and prove": ("TRUE", "Given:\n- Rain\n- Rain -> Wet\n\nProve:\n- Wet"),
    "a bounded quantifier": (
        "REJECTED", "Premises:\n∀x ∈ Robins: Bird(x)\nConclusion:\nBird(pip)",
    ),
    "a quantifier within an argument": (
        "REJECTED", "Premises:\nLikes(mia, ∃x Robin(x))\nConclusion:\nBird(pip)",
    ),
    "left out": ("REJECTED", "Premises:\nBird(a) ∧ ... ∧ Bird(z9)\nConclusion:\nBird(b)"),
    "a caret": ("REJECTED", "Premises:\nRain ^ Wind\nConclusion:\nRain"),
    "arithmetic": ("REJECTED", "Premises:\nage(ben) + 1 = 8\nConclusion:\nage(ben) = 7"),
    "a list": ("TRUE", "Premises:\nSymptoms(flu, [fever, cough])\nConclusion:\n∃x Symptoms(flu, x)"),
    "names with plus": ("TRUE", "Premises:\nWritten(app, c++)\n∀x (Written(x, c++) → Fast(x))\nConclusion:\nFast(app)"),
    "a slip of one letter's size": (
        "TRUE", "Premises:\n∀x (RacingCar(x) → Fast(x))\nRacingcar(zip)\nConclusion:\nFast(zip)",
    ),
    "a bracket too many": (
        "TRUE", "Premises:\nRain ∧ Wind) → Storm\nRain\nWind\nConclusion:\nStorm",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def ask():
    with asyncio.Runner() as runner:
        solver = make(workers=1)
        yield lambda theory: runner.run(solver.ask(theory, steps=1_000_000)).status.value
        solver.close()


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_has_the_status_that_its_writer_means(name, ask):
    status, text = TEXTS[name]
    read = fol.read(text)
    assert (ask(read.theory) if read.theory else "REJECTED") == status, (read.problems, read.repairs)
