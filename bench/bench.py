"""Every measure of the project, one JSON line each: every other file of this folder is run by itself.

A new measure is a new file here that prints its lines with ``_measure.emit``.  A file that fails
gives an error line, and the rest goes on; names given as arguments choose files.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BY_NAME = ("mutants",)
"""Files that take long, and run only when they are named."""
LONGEST = 900.0
"""Seconds after which a file is given up."""


def main(wanted: list[str]) -> int:
    """Run the files; the exit status says whether all of them ran, not whether budgets were kept."""
    files = sorted(p for p in HERE.glob("*.py") if not p.name.startswith("_") and p.name != "bench.py")
    chosen = [path for path in files if (path.stem in wanted if wanted else path.stem not in BY_NAME)]
    return sum([_run(path) for path in chosen]) and 1


def _run(path: Path) -> int:
    try:
        done = subprocess.run(
            [sys.executable, str(path)],
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        printed, error = done.stdout, done.stderr.strip() if done.returncode else ""
    except subprocess.TimeoutExpired:
        printed, error = "", f"not done within {LONGEST:.0f} s"
    sys.stdout.write(printed)
    if error:
        line = {"name": path.stem, "verdict": "error", "error": error.splitlines()[-1]}
        sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()
    return int(bool(error))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
