"""``import syllogos`` is the shop window: all is there, and nothing is imported before it is used."""

import subprocess
import sys

import pytest

import syllogos
from syllogos import api
from syllogos.cli._main import main
from syllogos.errors import InputError

HEAVY = ("pydantic", "numpy", "openai", "asyncio", "sqlite3", "rich", "typer")


def loaded(code):
    """Which heavy packages a process has loaded after ``code``."""
    asked = f"import sys\n{code}\nprint('loaded', *(name for name in {HEAVY} if name in sys.modules))"
    out = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    return out.splitlines()[-1].split()[1:]


@pytest.mark.parametrize("name", sorted({*syllogos.__all__} - {"__version__"}))
def test_the_window_and_the_api_have_the_same_functions(name):
    assert callable(getattr(syllogos, name)) and getattr(syllogos, name) is getattr(api, name)


def test_every_name_of_the_api_has_a_home_and_no_module_takes_its_place():
    assert sorted(api.__all__) == sorted(name for names in api.HOMES.values() for name in names)
    modules = {sys.modules[f"syllogos.{home}"] for home in api.HOMES if getattr(api, api.HOMES[home][0])}
    assert not any(getattr(api, name) in modules for name in api.__all__ if name != "MOST_REPLAYS")


def test_what_is_not_there_is_said_as_python_says_it():
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        syllogos.chekc  # noqa: B018
    assert not hasattr(api, "chekc") and syllogos.testing.check_game


def test_a_check_by_rules_imports_nothing_heavy():
    assert loaded("import syllogos") == []
    assert loaded("import syllogos; syllogos.check('If we both cooperate I get 3.', 'pd')") == []


def test_the_command_to_check_imports_no_pydantic(tmp_path):
    (tmp_path / "t.txt").write_text("If we both cooperate I get 3.")
    words = ["syllogos", "check", str(tmp_path / "t.txt"), "--game", "pd"]
    assert loaded(f"from syllogos.cli._main import main; sys.argv = {words}; main()") == ["typer"]


def test_a_command_that_has_another_name_now_says_it(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["syllogos", "replay-html", "runs", "k"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "syllogos: syllogos replay-html is now `syllogos show`\n"


def test_a_replay_refuses_an_option_it_does_not_take():
    with pytest.raises(InputError, match="takes no --translator"):
        syllogos.replay("clue", "cases.jsonl", translator="rules")
