"""The command line, called in this process in an empty folder; and a small experiment for it."""

import sys

import pytest

from syllogos.cli._main import main

EXPERIMENT = """
name = "small"
repetitions = 2
[game]
kind = "pd"
rounds = 2
[[condition]]
name = "a"
agents = ["tit_for_tat", "random"]
[[condition]]
name = "prose"
agents = ["direct", "default_move"]
models = ["scripted/prose"]
"""


@pytest.fixture
def command(monkeypatch, capsys, tmp_path):
    """Runs a command line in an empty folder: its status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["syllogos", *map(str, words)])
        try:
            main()
            status = 0
        except SystemExit as stop:
            status = stop.code or 0
        said = capsys.readouterr()
        return status, said.out, said.err

    return call
