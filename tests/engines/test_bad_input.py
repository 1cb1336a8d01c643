"""Bad input in every language: its own status each, one line, and the next question is answered."""

from __future__ import annotations

import json

import pytest

import syllogos
from syllogos.engines.guard.isolation import available
from syllogos.engines.replays.logic import replay
from syllogos.logic.languages import csp, fol, isabelle, rules, sat, smtlib, tptp
from syllogos.text.source import Source

pytest.importorskip("z3", reason="needs z3-solver")
pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")

THEORIES = {".fol": fol.read, ".p": tptp.read, ".smt2": smtlib.read, ".thy": isabelle.read}
PROGRAMS = {
    "LP": (lambda text: rules.parse(text).complaints, "ProofWriter"),
    "CSP": (lambda text: csp.parse(text).complaints, "LogicalDeduction"),
    "SAT": (lambda text: sat.parse(text).complaints, "AR-LSAT"),
}
GOOD = {
    ".fol": "Premises:\nDog(x) → Mammal(x)\nDog(rex)\nConclusion:\nMammal(rex)\n",
    ".p": "fof(a, axiom, ! [X] : (dog(X) => mammal(X))).\nfof(b, axiom, dog(rex)).\nfof(c, conjecture, mammal(rex)).\n",
    ".smt2": "(declare-sort e 0)(declare-const rex e)(declare-fun dog (e) Bool)\n(assert (dog rex))\n(assert (not (dog rex)))\n(check-sat)\n",
    ".thy": "theory T imports Main begin\ntypedecl e\nconsts rex :: e Dog :: \"e ⇒ bool\" Cat :: bool\naxiomatization where a: \"∀x. Dog x\"\ntheorem t: \"Dog rex\" oops\nend\n",
    "LP": "Facts:\nCold(Bob, True)\nRules:\nCold($x, True) >>> Wet($x, True)\nQuery:\nWet(Bob, True)\n",
    "CSP": "Variables:\nowl [IN] [1, 2]\ncrow [IN] [1, 2]\nConstraints:\nowl > crow\nQuery:\nA) owl == 1\nB) crow == 1\n",
    "SAT": "# Declarations\nbirds = EnumSort([owl, crow])\nawake = Function([birds] -> [bool])\n# Constraints\nawake(owl)\n# Options\nis_valid(awake(owl))\nis_valid(awake(crow))\n",
}  # fmt: skip
CYRILLIC_O = "\N{CYRILLIC SMALL LETTER O}"
DEEP = 10_000
BAD = [
    # language, what is exchanged for what, kind (of theories), line, part of what is said
    (".p", "mammal(X)", "mammal(Y)", "free variable", 1, "not bound"),
    (".p", "mammal(rex)", "'mammal(rex)", "syntax", 3, "has no meaning"),
    (".p", "fof(a", "include('/etc/passwd').\nfof(a", "refused", 1, "include"),
    (".p", "mammal(rex)", f"d{CYRILLIC_O}g(rex)", "homoglyph", 3, "only looks like"),
    (".p", "dog(rex)", "~ (" * DEEP + "p" + ")" * DEEP, "limit", 2, "deeper"),
    (".p", "fof(c, conjecture", "fof(c, conjecture, p).\nfof(d, conjecture", "syntax", 4, "several conjectures"),
    (".smt2", "(dog rex)", "(cat rex)", "undeclared", 2, "cat"),
    (".smt2", "(dog rex)", "(dog dog)", "sort", 2, "takes 1 arguments"),
    (".smt2", "(dog rex)", "(dog |rex)", "syntax", 2, "no meaning"),
    (".smt2", "(dog rex)", '(dog "rex)', "syntax", 2, "no meaning"),
    (".smt2", "(check-sat)", "", "no conclusion", 5, "check-sat"),
    (".smt2", "(assert (dog", '(include "/etc/passwd")(assert (dog', "refused", 2, "include"),
    (".smt2", "(dog rex)", "(not " * DEEP + "true" + ")" * DEEP, "limit", 2, "deeper"),
    (".fol", "Mammal(rex)", "Mammal(rex) ∧", "syntax", 5, "a formula is expected"),
    (".fol", "Dog(rex)", '"Dog(rex)', "syntax", 3, "no meaning"),
    (".fol", "Dog(rex)", f"D{CYRILLIC_O}g(rex)", "homoglyph", 3, "only looks like"),
    (".fol", "Conclusion:\nMammal(rex)", "", "no conclusion", 5, "no conclusion"),
    (".fol", "Conclusion:", "Conclusion:\np\nConclusion:", "no conclusion", 7, "2 conclusions"),
    (".fol", "Dog(rex)", "¬" * DEEP + "p", "limit", 3, "deeper"),
    (".thy", "∀x. Dog x", "∀x. Dogg x", "undeclared", 4, "did you mean Dog?"),
    (".thy", "∀x. Dog x", "Dog y", "undeclared", 4, "not declared"),
    (".thy", "∀x. Dog x", "Dog Cat", "sort", 4, ""),
    (".thy", '"∀x. Dog x"', '"∀x. Dog x', "syntax", 4, "never closed"),
    (".thy", "typedecl e", "ML ‹1›\ntypedecl e", "refused", 2, "ML"),
    (".thy", "imports Main", 'imports "/etc/passwd"', "syntax", 1, "begin"),
    (".thy", "Cat ::", f"D{CYRILLIC_O}g ::", "homoglyph", 3, "only looks like"),
    (".thy", 'theorem t: "Dog rex" oops', "", "no conclusion", 7, "no theorem"),
    (".thy", "∀x. Dog x", "¬" * DEEP + "Cat", "limit", 4, "deeper"),
    ("LP", "Cold(Bob, True)", 'Cold("Bob, True)', "", 2, ""),
    ("LP", "Cold(Bob, True)", f"C{CYRILLIC_O}ld(Bob, True)", "", 2, "only looks like"),
    ("LP", "Wet(Bob, True)", "Wet($x, True)", "", 6, "a variable in the query"),
    ("LP", "Query:\nWet(Bob, True)", "", "", 1, "no query"),
    ("LP", "Wet(Bob, True)", "Wet(Bob)\nWet(Tim)", "", 7, "a second query"),
    ("LP", "Cold(Bob, True)", "(" * DEEP + "Cold(Bob)", "", 2, "too deep"),
    ("CSP", "owl > crow", "owl > cro", "", 5, "nothing declares"),
    ("CSP", "owl > crow", f"{CYRILLIC_O}wl > crow", "", 5, "only looks like"),
    ("CSP", "owl > crow", 'owl > "crow', "", 5, ""),
    ("CSP", "owl > crow", "owl > True and owl", "", 5, ""),
    ("CSP", "Query:\nA) owl == 1\nB) crow == 1", "", "", 1, "no options"),
    ("CSP", "owl > crow", "(" * DEEP + "owl", "", 5, "too deep"),
    ("SAT", "awake(owl)", "awake(wren)", "", 5, "nothing declares"),
    ("SAT", "awake(owl)", "asleep(owl)", "", 5, "nothing declares"),
    ("SAT", "awake(owl)", "awake(3 == 3)", "", 5, ""),
    ("SAT", "awake(owl)", 'awake("owl)', "", 5, ""),
    ("SAT", "awake(owl)", f"awake({CYRILLIC_O}wl)", "", 5, "only looks like"),
    ("SAT", "is_valid(awake(owl))\nis_valid(awake(crow))", "", "", 1, "no options"),
    ("SAT", "awake(owl)", "Not(" * DEEP + "awake(owl)", "", 5, "too deep"),
]  # fmt: skip
HUGE = [(language, "x" * 10_000_000) for language in THEORIES] + [(p, "\n" * 1_000_000) for p in PROGRAMS]


def bad(language: str, old: str, new: str) -> str:
    assert old in GOOD[language]
    return GOOD[language].replace(old, new, 1)


@pytest.mark.parametrize(("language", "old", "new", "kind", "line", "says"), BAD)
def test_each_fault_has_a_place_and_one_line(
    language: str, old: str, new: str, kind: str, line: int, says: str
) -> None:
    text = bad(language, old, new)
    if language in THEORIES:
        read = THEORIES[language](text)
        assert read.theory is None
        found = read.problems[0]
        assert found.kind == kind, found
    else:
        found = PROGRAMS[language][0](text)[0]
    assert found.line == line, found
    assert says in str(found) and "\n" not in str(found) and len(str(found)) < 300
    assert found.column <= len(text.split("\n")[line - 1]) + 1


@pytest.mark.parametrize(("language", "text"), HUGE, ids=[language for language, _ in HUGE])
def test_a_text_beyond_all_measure_is_refused_by_its_length(language: str, text: str) -> None:
    found = THEORIES[language](text).problems if language in THEORIES else PROGRAMS[language][0](text)
    assert "characters" in str(found[0])


def test_one_worker_meets_all_theories_and_still_proves_the_good_ones() -> None:
    texts = [(language, bad(language, old, new)) for language, old, new, *_ in BAD if language in THEORIES]
    theories = []
    for language, text in texts:
        theories += [Source(f"bad{language}", text), Source(f"good{language}", GOOD[language])]
    contradiction = GOOD[".fol"].replace("Conclusion", "¬Dog(rex)\nConclusion")
    theories += [
        Source("a.fol", contradiction),
        Source("b.fol", GOOD[".fol"].replace("Mammal(rex)\n", "Dog(x)\n")),
    ]
    found = syllogos.api.verify_all(theories, {"solver": "z3", "workers": 1})
    *pairs, inconsistent, free = [one.status for one in found]
    assert set(pairs[::2]) == {"REJECTED"} and set(pairs[1::2]) == {"TRUE"}
    assert (inconsistent, free) == ("INCONSISTENT", "REJECTED")


def test_the_command_tells_a_bad_theory_and_an_unreadable_file_apart(command, tmp_path) -> None:
    files = []
    for language in THEORIES:
        old, new, _ = next(row[1:4] for row in BAD if row[0] == language)
        files.append(tmp_path / f"bad{language}")
        files[-1].write_text(bad(language, old, new), encoding="utf-8")
    code, out, err = command("verify", *files, "--json", "--fail-on", "rejected")
    found = json.loads(out)["theories"]
    assert code == 1 and {one["status"] for one in found} == {"REJECTED"} and err == ""
    assert all(one["errors"][0]["line"] >= 1 for one in found)
    (tmp_path / "latin.fol").write_bytes("Premises:\nÄrzte(x)".encode("latin-1"))
    for name in ("latin.fol", "missing.thy", "strange.txt"):
        code, out, err = command("verify", tmp_path / name)
        assert code == 2 and out == "" and len(err.strip().splitlines()) == 1, err


def test_a_replay_counts_bad_programs_and_goes_on(tmp_path) -> None:
    names = {".fol": ("FOL", "FOLIO"), **{name: (name, dataset) for name, (_, dataset) in PROGRAMS.items()}}
    rows = []
    for language, (name, dataset) in names.items():
        texts = [bad(language, old, new) for one, old, new, *_ in BAD if one == language]
        for number, text in enumerate([*texts, "x" * 1_000_000, GOOD[language]]):
            row = {"problem_id": f"{name}{number}", "dataset": dataset, "language": name, "model": "m"}
            rows.append({**row, "program": text, "expected_answer": "A" if language != "CSP" else "B"})
    file = tmp_path / "programs.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    figures = replay(file, explain=True)
    for model in figures["models"]:
        assert model["rejected"] == model["n"] - 1, model
    assert len(figures["differs"]) == len(rows) - len(names)
    assert all(row["why"] and "\n" not in row["why"] for row in figures["differs"])
