"""How many small faults of the code the tests notice: mutants of a seeded draw, one JSON line.

Each mutant is one change in one file of a copy of the package; the tests of its folder run against
the copy, those that name the file's module first, and a mutant is killed when one of them fails or takes
many times as long as without it (a loop that does not end is noticed too).  The survivors are named, each
a place to look at: some change nothing that anybody could see.  With ``--ends`` how each one ended is
kept, and a later run of the same draw goes on from there.

    python bench/mutants.py [--mutants 60] [--seed 0] [--minutes 60] [--ends FILE] [--folders match store ...]
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "syllogos"
LONGEST = 1_800.0
"""Seconds for the tests of a folder without any change."""
FOLDERS = ("match", "store", "experiment", "engines", "payoffs")
SLOW = {
    "store": ("test_kills.py", "test_resume.py"),
    "engines": ("test_guard_blind.py", "test_guard_fuzz.py"),
}
"""Test files that take minutes and are left out: processes that are killed again and again."""
ALSO = {"match": ("experiment", "agents"), "store": ("experiment",), "experiment": ("match",)}
"""Folders whose tests are about a folder too."""
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
Change = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the number of the node as :func:`ast.walk` counts, and what is done to it."""

    path: Path
    node: int
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(PACKAGE)}:{self.line} {self.what}"


def main() -> None:
    """Draw, run as many as there is time for, print."""
    options = _options()
    mutants = draw(options.folders, options.mutants, options.seed)
    until = time.monotonic() + 60 * options.minutes
    known = _known(options.ends)
    ends = {mutant: known[str(mutant)] for mutant in mutants if str(mutant) in known}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        limits: dict[str, float] = {}
        for mutant in (mutant for mutant in mutants if mutant not in ends):
            if time.monotonic() > until:
                break
            folder = mutant.path.relative_to(PACKAGE).parts[0]
            if folder not in limits:
                limits[folder] = _limit(folder, source)
            ends[mutant] = _ended(mutant, source, limits[folder])
            line = f"{ends[mutant]:9} {mutant}\n"
            sys.stderr.write(line)
            sys.stderr.flush()
            if options.ends:
                with options.ends.open("a", encoding="utf-8") as kept:
                    kept.write(line)
    survivors = [str(mutant) for mutant, end in ends.items() if end == "survived"]
    line = {
        "name": "mutants", "value": round(1 - len(survivors) / max(len(ends), 1), 3), "unit": "share killed",
        "seed": options.seed, "mutants": len(ends), **Counter(ends.values()), "survivors": survivors,
    }  # fmt: skip
    sys.stdout.write(json.dumps(line) + "\n")


def _known(ends: Path | None) -> dict[str, str]:
    """How mutants ended in earlier runs, by what they are."""
    lines = ends.read_text(encoding="utf-8").splitlines() if ends and ends.exists() else []
    return {line[9:].strip(): line[:9].strip() for line in lines}


def draw(folders: Sequence[str], number: int, seed: int) -> list[Mutant]:
    """As many mutants of each folder, drawn without replacement, folder by folder in turn."""
    rng = Random(seed)
    drawn = []
    for place, folder in enumerate(folders):
        sites = [m for path in sorted((PACKAGE / folder).rglob("*.py")) for m in mutants_of(path)]
        wanted = number // len(folders) + (place < number % len(folders))
        drawn.append(rng.sample(sites, min(wanted, len(sites))))
    return [row[i] for i in range(max(map(len, drawn), default=0)) for row in drawn if i < len(row)]


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change that one file allows."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    quiet = _unseen(tree)
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in quiet:
            for what in _changes(node):
                yield Mutant(path, number, getattr(node, "lineno", 0), what)


def mutated(mutant: Mutant) -> str:
    """The text of the file with the change made."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    node = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.node)
    _changes(node)[mutant.what](node)
    return ast.unparse(ast.fix_missing_locations(tree))


def _changes(node: ast.AST) -> dict[str, Change]:
    """What may be done to a node, by name."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in SWAPPED:
            return {f"{ast.unparse(node)}: comparison swapped": _swap}
        case ast.Constant(value=bool()):
            return {f"{node.value}: turned": lambda n: setattr(n, "value", not n.value)}  # type: ignore[attr-defined]
        case ast.Constant(value=int() | float()):
            return {f"{node.value}: one more": lambda n: setattr(n, "value", n.value + 1)}  # type: ignore[attr-defined]
        case ast.If() | ast.IfExp() | ast.While():
            return {f"{ast.unparse(node.test)}: negated": _negate}
        case ast.BoolOp(op=operator):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            return {f"{ast.unparse(node)}: and/or": lambda n: setattr(n, "op", other)}
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            return {f"{ast.unparse(node)}: sign": _sign}
        case ast.Return(value=ast.expr()):
            return {f"{ast.unparse(node)}: None": lambda n: setattr(n, "value", ast.Constant(None))}
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body) | ast.If(body=body):
            return _deletions(body)
    return {}


def _deletions(body: Sequence[ast.stmt]) -> dict[str, Change]:
    """The statements of a body whose loss no name would miss."""

    def drop(place: int) -> Change:
        def change(node: ast.AST) -> None:
            node.body[place] = ast.Pass()  # type: ignore[attr-defined]

        return change

    return {
        f"{ast.unparse(statement)}: deleted": drop(place)
        for place, statement in enumerate(body)
        if isinstance(statement, ast.AugAssign | ast.Raise)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call | ast.Await))
        or (
            isinstance(statement, ast.Assign)
            and isinstance(statement.targets[0], ast.Attribute | ast.Subscript)
        )
    }


def _swap(node: ast.AST) -> None:
    assert isinstance(node, ast.Compare)
    node.ops = [SWAPPED[type(node.ops[0])]()]


def _negate(node: ast.AST) -> None:
    assert isinstance(node, ast.If | ast.IfExp | ast.While)
    node.test = ast.UnaryOp(ast.Not(), copy.copy(node.test))


def _sign(node: ast.AST) -> None:
    assert isinstance(node, ast.BinOp)
    node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()


def _unseen(tree: ast.Module) -> frozenset[int]:
    """Nodes that do nothing at run time: annotations, and what only a type checker reads."""
    roots: list[ast.AST | None] = []
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                roots.append(node.returns)
            case ast.arg() | ast.AnnAssign():
                roots.append(node.annotation)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                roots.append(node)
    return frozenset(id(inner) for root in roots if root for inner in ast.walk(root))


def _limit(folder: str, source: Path) -> float:
    """Seconds that the tests of a folder may take, from how long they take without any change."""
    started = time.monotonic()
    if _tested(_test_files(folder), source, LONGEST) != "survived":
        raise SystemExit(f"the tests of {folder} fail without any change")
    return 30 + 4 * (time.monotonic() - started)


def _ended(mutant: Mutant, source: Path, seconds: float) -> str:
    """``killed``, ``timeout`` or ``survived``."""
    place = mutant.path.relative_to(PACKAGE)
    module = ".".join(("syllogos", *place.with_suffix("").parts)).removesuffix(".__init__")
    files = _test_files(place.parts[0])
    named = {path: module in path.read_text(encoding="utf-8") for path in files}
    target = source / "syllogos" / place
    target.write_text(mutated(mutant), encoding="utf-8")
    try:
        return _tested(sorted(files, key=lambda path: not named[path]), source, seconds)
    finally:
        shutil.copy(mutant.path, target)


def _test_files(folder: str) -> list[Path]:
    """The tests of a folder of the package, without the slow ones."""
    return [
        path
        for name in (folder, *ALSO.get(folder, ()))
        for path in sorted((ROOT / "tests" / name).glob("test_*.py"))
        if path.name not in SLOW.get(name, ())
    ]


def _tested(files: Sequence[Path], source: Path, seconds: float) -> str:
    places = [str(path.relative_to(ROOT)) for path in files]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *places]
    env = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as tests:
        try:
            return "survived" if tests.wait(seconds) == 0 else "killed"
        except subprocess.TimeoutExpired:
            os.killpg(tests.pid, 9)
            return "timeout"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=600.0, help="after which no more are tried")
    parser.add_argument("--ends", type=Path, help="a file that keeps how each one ended")
    parser.add_argument("--folders", nargs="+", default=FOLDERS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
