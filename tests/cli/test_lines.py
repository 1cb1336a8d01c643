"""What is no terminal gets whole lines: no table is cut at 80 columns, no text wrapped."""

import json
from pathlib import Path

import pytest

from commands import EXPERIMENT

LONG = "a condition whose name is very long, so that its table is wider than most terminals are, " * 2


@pytest.fixture
def narrow(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    return command


def test_a_table_is_not_cut(narrow):
    Path("e.toml").write_text(EXPERIMENT.replace('name = "a"', f'name = "{LONG}"'))
    out = narrow("run", "e.toml", "--out", "r")[1]
    assert LONG.strip() in out and "tit_for_tat" in next(
        line for line in out.splitlines() if LONG.strip() in line
    )
    assert "\N{HORIZONTAL ELLIPSIS}" not in out


def test_lists_have_one_line_a_name(narrow):
    named = json.loads(narrow("list", "agents", "--json")[1])["agents"]
    lines = narrow("list", "agents")[1].splitlines()
    assert [line.split()[0] for line in lines] == [row["name"] for row in named]
    assert all(row["about"] in line for row, line in zip(named, lines, strict=True))


def test_reasoning_and_events_stay_on_their_lines(narrow):
    out = narrow("play", "pd", "--agents", "cot,random", "--model", "scripted/first")[1]
    assert "• 2 players, 1 round(s), actions cooperate, defect / cooperate, defect" in out.splitlines()


def test_a_formal_report_is_its_markdown(narrow):
    text = (
        "Two cooks choose salt or herbs. If their choices match, the older cook wins 1 point and the younger "
        "cook loses 1 point. If their choices differ, the younger cook wins 1 point and the older cook loses 1 "
        "point."
    )
    Path("d.txt").write_text(text)
    out = narrow("formalize", "d.txt")[1]
    assert out.splitlines()[0] == "# d.txt" and f"> {text}" in out.splitlines()


def test_no_colour_is_written_where_none_is_wanted(narrow, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = narrow("play", "pd", "--agents", "random,random")[1]
    monkeypatch.delenv("FORCE_COLOR")
    monkeypatch.setenv("NO_COLOR", "1")
    plain = narrow("play", "pd", "--agents", "random,random")[1]
    assert "\x1b[" in coloured and "\x1b[" not in plain
