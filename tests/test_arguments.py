"""Whatever is given to the window, what comes back is a result or one line in its words."""

from pathlib import Path

import pytest

import syllogos
from syllogos.contract import Reply
from syllogos.errors import InputError
from syllogos.testing import check_model

PAIR = ["random", "random"]
CONTRIBUTING = Path(__file__).parent.parent / "CONTRIBUTING.md"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: syllogos.check(None, "pd"), "text: a text is wanted, not None"),
        (lambda: syllogos.check(b"I get 3.", "pd"), "text: a text is wanted"),
        (lambda: syllogos.check("x", 3), "game: a text or a table is wanted, not 3"),
        (lambda: syllogos.check("x", "pd", None), "translator: a text"),
        (lambda: syllogos.check("x", "pd", player="1"), "player: a whole number is wanted, not '1'"),
        (lambda: syllogos.check("x", "pd", player=True), "player: a whole number"),
        (lambda: syllogos.check("x", "pd", "model", 5), "5 is no model"),
        (lambda: syllogos.check("x", "pd", patience="x"), "patience: a number"),
        (lambda: syllogos.deduce(None), "log: a text or a TableLog|log: a text"),
        (lambda: syllogos.deduce("x", mode="L9"), "unknown mode 'L9'"),
        (lambda: syllogos.formalize(None), "description: a text"),
        (lambda: syllogos.formalize("x", None), "author: a text"),
        (lambda: syllogos.formalize("x", steps="3"), "steps: a whole number"),
        (lambda: syllogos.formalize("x", atempts=3), "unknown setting 'atempts': did you mean attempts"),
        (lambda: syllogos.play(None, PAIR), "None is no game"),
        (lambda: syllogos.play(3, PAIR), "3 is no game"),
        (lambda: syllogos.play("pd", "random"), "agents: a list with one for each seat"),
        (lambda: syllogos.play("pd", None), "agents: a list"),
        (lambda: syllogos.play("pd", [None, "random"]), "an agent is a name"),
        (lambda: syllogos.play("pd", [3, "random"]), "3 is no agent"),
        (lambda: syllogos.play("pd", [{"translator": "rules"}, "random"]), "the table of an agent names it"),
        (lambda: syllogos.play("pd", PAIR, seed="x"), "seed: a whole number"),
        (lambda: syllogos.play("pd", PAIR, patience=-1), "patience: at least 0"),
        (lambda: syllogos.play("pd", PAIR, settings=3), "settings: a table"),
        (lambda: syllogos.play("pd", PAIR, out=3), "out: a text or a path or None|out: "),
        (lambda: syllogos.play("pd", ["direct", "random"], model=3), "3 is no model"),
        (lambda: syllogos.run(None, "o"), "experiment: "),
        (lambda: syllogos.load(3), "folder: "),
        (lambda: syllogos.report("r", most="x"), "most: a whole number"),
        (lambda: syllogos.status(None), "folder: "),
        (lambda: syllogos.show("r", None), "key: a text"),
        (lambda: syllogos.merge("r", "o"), "folders: a list is wanted, such as"),
        (lambda: syllogos.export("r", None), "format: a text"),
        (lambda: syllogos.replay("lelma"), "name at least one file"),
        (lambda: syllogos.replay(None, "x"), "kind: a text"),
    ],
)
def test_a_wrong_argument_is_one_line(call, said):
    with pytest.raises(InputError, match=said) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_an_empty_text_has_no_claims_and_no_model_is_none():
    assert syllogos.check("", "pd").status == "UNCHECKED"
    assert syllogos.play("pd", PAIR, model=None).status == "finished"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "import os\nx = 1 / 0\n",
            "own.py:2: it raises ZeroDivisionError when it is imported: division by zero",
        ),
        ("def f():\n    raise ValueError\n\nf()\n", "own.py:2: it raises ValueError when it is imported"),
        ("def f(:\n", "own.py:1: "),
        ("import nowhere_at_all\n", "own.py:1: No module named 'nowhere_at_all'"),
    ],
)
def test_a_plugin_that_raises_at_its_import_is_one_line_with_its_place(command, code, said):
    Path("own.py").write_text(code)
    status, out, err = command("play", "pd", "--agents", "own.py:Own,random")
    assert (status, out) == (2, "") and err.startswith(f"syllogos: {said}") and err.count("\n") == 1


def test_the_model_that_contributing_shows_passes_the_check(tmp_path, monkeypatch):
    text = CONTRIBUTING.read_text("utf-8").partition("## A model\n")[2]
    monkeypatch.chdir(tmp_path)
    Path("steady.py").write_text(text.partition("```python\n")[2].partition("```")[0])
    check_model("steady.py:Steady")
    assert Reply
