"""What all tests share.  No test asserts timings, so Hypothesis does not either."""

import sys

import pytest
from hypothesis import settings

from syllogos.cli._main import main

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


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
