"""``syllogos doctor``: what this machine can do, and how to get what is missing; no secret is told."""

import json
import shutil

import pytest

from syllogos import plugins
from syllogos.api import environment
from syllogos.version import VERSION


def parts(command):
    status, out, err = command("doctor", "--json")
    found = json.loads(out)
    assert (status, err) == (0, "") and found["version"] == VERSION
    return {part["name"]: part for part in found["parts"]}


def test_every_part_says_what_it_is_for_and_how_to_get_it_when_it_is_missing(command):
    for part in parts(command).values():
        assert set(part) == {"name", "there", "use", "mend"} and part["use"]
        assert part["there"] or part["mend"], part


@pytest.mark.parametrize("there", [True, False])
def test_a_program_is_looked_for_where_programs_are(command, monkeypatch, there):
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if there else None)
    assert parts(command)["SWI-Prolog"]["there"] is there


@pytest.mark.parametrize("there", [True, False])
def test_a_package_is_looked_for_and_never_imported(command, monkeypatch, there):
    monkeypatch.setattr(environment, "find_spec", lambda name: object() if there else None)
    found = parts(command)
    assert {found[name]["there"] for name, *_ in environment.EXTRAS} == {there}


def test_every_provider_with_a_key_is_told_with_its_variable():
    known = environment.key_variables()
    assert known["GROQ_API_KEY"] == "groq" and known["ANTHROPIC_API_KEY"] == "anthropic"
    assert set(known.values()) <= set(plugins.names("models")) and len(known) >= 8
    assert not {"ollama", "local", "scripted"} & set(known.values())


def test_a_key_is_there_or_not_and_never_shown(command, monkeypatch):
    for name in environment.key_variables():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "qz-hidden-zq")
    found = parts(command)
    assert [found[name]["there"] for name in environment.key_variables()] == [
        name == "OPENAI_API_KEY" for name in environment.key_variables()
    ]
    assert "qz-hidden-zq" not in "".join(command("doctor")[1:]) + str(found)


@pytest.mark.parametrize(("kind", "there"), [("sealed", True), ("guarded", False)])
def test_whether_workers_can_be_sealed_is_asked_of_the_guard(command, monkeypatch, kind, there):
    monkeypatch.setattr(environment.isolation, "available", lambda: (kind, "" if there else "no Landlock"))
    part = parts(command)["sealed workers"]
    assert part["there"] is there and (there or part["mend"] == "no Landlock")


def test_the_table_says_yes_and_no_and_mends_only_what_is_missing(command, monkeypatch):
    made = (
        environment.Part("here", True, "this", "never shown"),
        environment.Part("gone", False, "that", "get it"),
    )
    monkeypatch.setattr(environment, "machine", lambda: made)
    status, out, _ = command("doctor")
    assert status == 0 and f"syllogos {VERSION}" in out
    here, gone = (next(line for line in out.splitlines() if word in line) for word in ("here", "gone"))
    assert "yes" in here and "never shown" not in here and " no " in gone and "get it" in gone
