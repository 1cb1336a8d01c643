"""Pages by templates: no text of a stranger is ever markup, and nothing in the package can forget it."""

import ast
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import TemplateNotFound, UndefinedError

import syllogos
from made import Made, store
from syllogos import api, plugins
from syllogos.clue.events import Suggested, Thought
from syllogos.clue.view import view
from syllogos.contract import Event
from syllogos.formalization.page import Formal, formal_html
from syllogos.payoffs.page import checked_html
from syllogos.reporting.build import replay_page, write_report
from syllogos.reporting.drawing import Dot, Figure
from syllogos.reporting.html import render_part, render_text
from syllogos.text.source import Source
from syllogos.text.visible import UNSEEN

ROOT = Path(syllogos.__file__).parent
FACE = ROOT / "reporting" / "html.py"
TEMPLATES = sorted(ROOT.glob("**/*.j2"))
HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>\u202egnp.exe\x1b[2J\x00{{ 7*7 }}"


MAKERS = {"jinja2", "markupsafe", "html"}


def markup_of(path):
    """Where a module declares text to be markup, or escapes by itself; a type annotation does neither."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typed = [n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    annotations = {id(inner) for node in typed for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in annotations:
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MAKERS:
            yield f"{path.name}:{node.lineno} imports {node.module}"
        elif isinstance(node, ast.Import) and {a.name.split(".")[0] for a in node.names} & MAKERS - {"html"}:
            yield f"{path.name}:{node.lineno} imports {ast.unparse(node)}"
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called == "html.escape" or called.rpartition(".")[2] in ("Markup", "html_text", "_markup"):
                yield f"{path.name}:{node.lineno} calls {called}"
        elif isinstance(node, ast.FunctionDef) and node.name == "__html__":
            yield f"{path.name}:{node.lineno} has __html__"


def test_text_is_declared_to_be_markup_in_one_file_only():
    own = {FACE, ROOT / "reporting" / "drawing.py", ROOT / "text" / "visible.py"}
    found = [line for path in ROOT.rglob("*.py") if path not in own for line in markup_of(path)]
    assert not found
    assert any("calls Markup" in line for line in markup_of(FACE))
    drawing = list(markup_of(ROOT / "reporting" / "drawing.py"))
    assert drawing and all("calls html_text" in line for line in drawing)


def test_no_template_undoes_the_escaping_and_every_attribute_is_quoted():
    assert len(TEMPLATES) >= 7
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\bsafe\b|autoescape|Markup|__", text), path
        assert not re.search(r"=\s*\{[{%]", text), path
        assert not re.search(r"\son\w+=|javascript:|style=|src=", text), path
        assert not re.search(r'href="(?!#)', text), path


def test_no_module_writes_elements_by_hand_but_the_drawings():
    element = re.compile(r"</(?:p|td|tr|li|div|span|table|details|section|html|body)>")
    for path in ROOT.rglob("*.py"):
        strings = [
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        assert not any(element.search(text) for text in strings), path


WAYS = (
    "{{ a }}", "{{ [a, '<b>'|e]|join }}", "{{ '<b>'|e ~ a }}", "{% set x %}{{ a }}{% endset %}{{ x ~ a }}",
    '<i title="{{ a }}"></i>', "{{ a|upper }}", "{{ a|long }}", "{{ ('%s' % a)|e }}", "{{ a|e|e }}",
    "{% macro m(x) %}{{ x }}{% endmacro %}{{ m(a) }}", "{{ a|replace('z', '<') }}", "{{ {a: a}|string }}",
)  # fmt: skip


@given(st.text(st.characters()), st.sampled_from(WAYS))
def test_whatever_way_a_text_takes_it_is_no_markup_and_steers_nothing(text, way):
    html = render_text(way, a=text + HOSTILE)
    assert not UNSEEN.search(html)
    assert not re.search(r"<(?!i title|/i)", html.lower())
    assert html.count("</i>") == way.count("</i>")


def test_text_is_never_a_template():
    assert "49" not in render_text("{{ a }}", a="{{ 7*7 }}")


def test_a_name_that_is_not_there_and_a_filter_that_undoes_are_refused():
    for source in ("{{ nobody }}", "{{ a.nothing }}", "{{ a|safe }}", "{% if %}"):
        with pytest.raises(ValueError, match="template: "):
            render_text(source, a=1)
    with pytest.raises(UndefinedError):
        render_part("clue/view.html.j2")
    with pytest.raises(TemplateNotFound):
        render_part("reporting/../page.css")


def test_only_a_drawing_is_drawn():
    figure = Figure("f", HOSTILE, 10, 10, (Dot(1, 1, tip=HOSTILE),))
    html = render_text("{{ drawing(figure) }}", figure=figure)
    assert html.startswith("<svg") and "<circle" in html and "<script" not in html
    with pytest.raises(TypeError, match="str is no drawing"):
        render_text("{{ drawing(figure) }}", figure="<svg onload=alert(1)>")


def shown_safely(html):
    assert html.count("<script") == 1 and "<img" not in html and not UNSEEN.search(html)
    assert "alert(1)" in html and "49" not in html.partition("<main>")[2].partition("<script>")[0]


def test_hostile_text_is_shown_on_the_pages_of_wings():
    text = f"If I defect and they cooperate, I get 3. {HOSTILE}"
    shown_safely(checked_html(Source(f"r {HOSTILE.replace('/', '')}", text), api.check(text, "pd")))
    shown_safely(formal_html(Formal(HOSTILE, HOSTILE, "INVALID", HOSTILE, reason=HOSTILE, sentence=HOSTILE)))


def test_a_clue_record_is_drawn_with_what_was_said_as_text():
    record = api.play("clue", ["clue_possible"] * 3, seed=1, players=3)
    begins = next(i for i, event in enumerate(record.log) if isinstance(event.what, Suggested))
    suggested = record.log[begins].what
    thought = Event(Thought(turn=1, round=1, seat=suggested.seat, text=HOSTILE), frozenset())
    record = replace(record, log=(*record.log[:begins], thought, *record.log[begins:]))
    html = view(record)
    assert html.count('<table class="matrix">') == html.count(" deals left") > 3
    assert 'class="yes truth"' in html and "<svg" in html and "Knowledge by round" in html
    assert "thinks</summary>" in html and "&lt;script&gt;alert(1)" in html
    assert "<script" not in html and "<img" not in html and not UNSEEN.search(html)


@pytest.mark.parametrize(("drawn", "says"), [("<b>text</b>", "&lt;b&gt;text"), (7, ">7<")])
def test_a_view_that_is_no_markup_is_shown_as_text(tmp_path, monkeypatch, drawn, says):
    monkeypatch.setattr(plugins.load("games", "normal_form"), "view", lambda record: drawn, raising=False)
    kept = store(tmp_path, [Made(key="k")])
    for html in (write_report(kept, tmp_path).html.read_text(encoding="utf-8"), replay_page(kept, "k")[1]):
        assert f'<div class="view">{says.strip("<>")}' in html and "<b>text" not in html


def test_a_view_whose_template_asks_for_what_is_not_there_is_named(tmp_path, monkeypatch):
    fails = lambda record: render_text("{{ nothing }}")  # noqa: E731
    monkeypatch.setattr(plugins.load("games", "normal_form"), "view", fails, raising=False)
    report = write_report(store(tmp_path, [Made(says=("it was said",))]), tmp_path)
    assert "could not draw it (ValueError" in report.problems[0] and "nothing" in report.problems[0]
    assert "it was said" in report.html.read_text(encoding="utf-8")


LOG = "me Ada: Plum, Hall, Knife\nplayers Ada 3, Ben 3, Cleo 3, Dan 3, Eve 3, Fay 3\n"
LOADED = (
    "import sys\nfrom syllogos.cli._main import main\ntry: main()\nfinally: print('jinja2' in sys.modules)"
)


@pytest.mark.parametrize(
    ("words", "loads"),
    [
        (["check", "r.txt", "--game", "pd"], False),
        (["deduce", "log.txt"], False),
        (["list", "games"], False),
        (["check", "r.txt", "--game", "pd", "--html", "r.html"], True),
    ],
    ids=["check", "deduce", "list", "check --html"],
)
def test_a_command_that_writes_no_page_loads_no_templates(tmp_path, words, loads):
    (tmp_path / "r.txt").write_text("If we both defect, I get 1.")
    (tmp_path / "log.txt").write_text("me Ada: Plum, Rope, Hall\nplayers Ada 3, Ben 3, Cleo 3")
    run = [sys.executable, "-c", LOADED, *words]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, str(loads)), done.stderr
