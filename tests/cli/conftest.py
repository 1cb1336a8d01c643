"""What tests of the command line share."""

import sys

import pytest

from syllogos.cli._main import main


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
