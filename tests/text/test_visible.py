"""One sanitizer for every way out: a terminal, a page, Markdown, CSV."""

import csv
import io
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from syllogos.formalization.page import Formal, formal_markdown
from syllogos.metrics.intervals import mean
from syllogos.metrics.table import Table
from syllogos.reporting.text import csv_text, markdown
from syllogos.text.visible import FORMULA, UNSEEN, cell_text, markdown_line, markdown_text, visible

STEERS = "\x1b[2J\u202e\u200b\x00"
MARKUP = (
    "# a", "- a", "+ a", "* a", "1. a", "12) a", "> a", "===", "---", "~~~", "```", "| a | b |", "<b>a</b>", "<!-- a",
    "[a](b)", "![a](b)", "*a*", "__a__", "~~a~~", "`a`", "&lt;", "a\\", "<http://a>", "$a$", "[a]: b", "a\n===", "a\n- b",
)  # fmt: skip
TEXTS = (
    st.text(st.characters()) | st.sampled_from(MARKUP) | st.text(st.sampled_from("#-+*1.)>=~`|<&![](_\\ \n"))
)


@given(TEXTS)
@example("1.5 and -3")
def test_a_line_of_markdown_is_the_text_and_nothing_else(text):
    shown = " ".join(visible(text).split())
    line = markdown_line(text)
    blocks = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(line)
    assert "\n" not in line and not UNSEEN.search(line)
    assert [block.type for block in blocks] == (
        ["paragraph_open", "inline", "paragraph_close"] if shown else []
    )
    for inline in blocks[1:2]:
        assert {part.type for part in inline.children} <= {"text"}
        assert "".join(part.content for part in inline.children) == shown


@given(st.lists(TEXTS, max_size=4))
def test_lines_of_markdown_open_nothing(lines):
    blocks = (
        MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown_text("\n".join(lines)))
    )
    # A line that is indented far is code, which reads no markup either.
    assert {block.type for block in blocks} <= {"paragraph_open", "inline", "paragraph_close", "code_block"}
    parts = {part.type for block in blocks for part in block.children or ()}
    assert parts <= {"text", "softbreak", "hardbreak"}


def test_markdown_leaves_numbers_and_plain_words_alone():
    for text in ("13.00", "-1.75", "1,169.00", "2.5 points", "Ada, Ben: 3 (of 4)", "100.0 %"):
        assert markdown_line(text) == text


@given(TEXTS, st.sampled_from(FORMULA), st.sampled_from(["", " ", "\u00a0 "]))
def test_no_cell_of_csv_is_a_formula(text, begins, space):
    table = Table("t", "T", (f"{begins}h", "n"), ((f"{space}{begins}{text}", -3), (text, mean([1.0, 2.0]))))
    rows = list(csv.reader(io.StringIO(csv_text(table))))
    strings = [cell for row in rows for cell in row if not re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", cell)]
    assert not any(cell.lstrip().startswith(FORMULA) for cell in strings)
    assert not any(UNSEEN.search(cell) for cell in strings)
    assert all(len(row) == len(rows[0]) for row in rows)


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\n", "\uff1d"])
def test_what_a_spreadsheet_would_run_is_text_to_it(begins):
    assert cell_text(f"{begins}1+1") == f"'{begins}1+1"
    assert cell_text(f"a{begins}") == f"a{begins}"


def test_reports_in_markdown_and_csv_show_what_steers():
    table = Table("t", STEERS, (f"a{STEERS}", "b"), ((f"x{STEERS}", 1),), note=f"# {STEERS}")
    report = formal_markdown(
        Formal(STEERS, f"d\n{STEERS}", "NO_GAME", f"g{STEERS}", reason=STEERS, sentence=STEERS)
    )
    for text in (markdown(table), csv_text(table), report):
        assert not UNSEEN.search(text) and "\N{REPLACEMENT CHARACTER}[2J" in text.replace("\\", "")
