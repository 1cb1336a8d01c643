"""What the folders promise: plugins of a kind know nothing of each other."""

import ast
from pathlib import Path

import pytest

import syllogos
from syllogos.plugins.folders import INSIDE, KINDS

ROOT = Path(syllogos.__file__).parent


@pytest.mark.parametrize("kind", [*KINDS, *INSIDE])
def test_a_plugin_imports_no_sibling_but_what_the_folder_shares(kind):
    siblings = {p.stem for p in (ROOT / kind).glob("*.py") if not p.name.startswith("_")}
    for path in (ROOT / kind).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                found = [n for n in names if n.removeprefix(f"syllogos.{kind}.") in siblings and kind in n]
                assert not found, f"{path.name} imports {found}"
