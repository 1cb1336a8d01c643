"""What the folders promise: plugins of a kind know nothing of each other, and the map shows every place."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import syllogos
from syllogos import contract, verdict
from syllogos.match import record
from syllogos.payoffs import claims
from syllogos.plugins.folders import INSIDE, KINDS, files

ROOT = Path(syllogos.__file__).parent
HOME = Path(__file__).parent.parent
PAGES = [*HOME.glob("*.md"), *sorted((HOME / "docs").rglob("*.md"))]
MAP = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", [*KINDS, *INSIDE])
def test_a_plugin_imports_no_sibling_but_what_the_folder_shares(kind):
    plugins = {".".join(path.relative_to(ROOT.parent).with_suffix("").parts) for path in files(kind).values()}
    for path in files(kind).values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
                beside = ".".join(path.relative_to(ROOT.parent).parent.parts)
                siblings = {name for name in plugins & names if name.rpartition(".")[0] == beside}
                assert not siblings, f"{path.name} imports {siblings}"


def test_the_map_has_every_folder_and_every_file_at_the_top():
    for path in ROOT.iterdir():
        if path.suffix == ".py" and not path.name.startswith("_"):
            assert f"`{path.name}`" in MAP, path.name
        if (path / "__init__.py").exists():
            assert f"`{path.name}/`" in MAP, path.name


def test_the_words_in_capitals_are_types():
    words = MAP.partition("## Words")[2].partition("\n## ")[0]
    named = re.findall(r"^\| (.+?) \|", words, re.MULTILINE)
    types = [name for row in named for name in re.findall(r"`([A-Z]\w+)`", row)]
    assert len(types) > 10
    assert not [
        t for t in types if not any(hasattr(place, t) for place in (contract, verdict, record, claims))
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_test_that_a_document_names_is_there(page):
    named = re.findall(r"`((?:tests|bench)/[\w/]+\.(?:py|pl))`", page.read_text(encoding="utf-8"))
    assert not [name for name in named if not (HOME / name).exists()]


def test_no_two_test_files_have_one_name():
    names = Counter(path.name for path in (HOME / "tests").rglob("*.py"))
    assert not [name for name, times in names.items() if times > 1]
