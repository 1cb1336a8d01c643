"""Finding plugins by name: the only place where code is imported dynamically.

A plugin of a kind is a callable ``make``.  It is found, in this order, as

* ``path.py:Name`` (a file of your own),
* a file ``syllogos/<kind>/<name>.py`` with a ``make`` in it,
* an entry point ``<name>`` of the group ``syllogos.<kind>`` of an installed package.

Its keyword parameters are its configuration; their annotations are checked.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, get_type_hints

from pydantic import TypeAdapter, ValidationError

from syllogos.errors import InputError, unknown

KINDS = ("games", "agents", "models", "solvers", "judges", "datasets", "embeddings")
INSIDE = ("cli", "replays")
"""Folders of the package's own commands and replays, found in the same way."""

Make = Callable[..., Any]
F = TypeVar("F", bound=Callable[..., Any])
ENTRY = {"replays": "replay"}
"""What the modules of a kind call their callable; ``make`` where nothing is said."""


def names(kind: str) -> tuple[str, ...]:
    """All names of a kind, sorted; built-in ones and those of installed packages."""
    return tuple(sorted({*_files(kind), *_entries(kind)}))


def summary(kind: str, name: str) -> str:
    """The first line of a plugin's documentation, read without importing it."""
    if path := _files(kind).get(name):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        return text.partition("\n")[0]
    return str(_entries(kind)[name].value)


def label(name: str | object) -> str:
    """How a name or an object is called in reports."""
    if isinstance(name, str):
        return name
    named = name if callable(name) else type(name)
    return str(getattr(named, "__qualname__", type(name).__qualname__))


def load(kind: str, name: str | object) -> Make:
    """The ``make`` of a plugin; an object stands for itself, a callable is its own ``make``.

    Raises:
        InputError: nobody knows the name, or its file or package cannot be imported.
    """
    if not isinstance(name, str):
        return name if callable(name) else lambda *_given, **_config: name
    if ".py:" in name:
        return _from_file(name)
    module = name.replace("-", "_")
    if module in _files(kind):
        return _make_of(_import(f"syllogos.{kind}.{module}", name), name, ENTRY.get(kind, "make"))
    entries = _entries(kind)
    if name in entries:
        return _callable(entries[name].load(), name)
    raise unknown(kind.removesuffix("s"), name, names(kind))


def build(kind: str, name: str | object, config: Mapping[str, object], *given: object) -> Any:
    """What a plugin makes of ``given`` (desk, seat) and its checked configuration."""
    make = load(kind, name)
    return make(*given, **configure(make, config, given=len(given)))


def needs_extra(name: str, extra: str) -> InputError:
    """The error for a plugin whose optional packages are not installed."""
    return InputError(f"{name} needs optional packages: pip install 'syllogos[{extra}]'")


def configure(make: Make, config: Mapping[str, object], *, given: int = 0) -> dict[str, object]:
    """``config`` checked and converted against the annotations of ``make``.

    Args:
        make: the plugin.
        config: keyword arguments, as read from a file.
        given: how many leading parameters the caller supplies itself (desk, seat).

    Raises:
        InputError: an unknown key (the nearest ones are offered), a missing one, a wrong type.
    """
    parameters = list(inspect.signature(make).parameters.values())[given:]
    known = {p.name: p for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}
    if extra := next((key for key in config if key not in known), None):
        if any(p.kind is p.VAR_KEYWORD for p in parameters):
            return dict(config)
        raise unknown("setting", extra, known)
    for name, parameter in known.items():
        if parameter.default is parameter.empty and name not in config:
            raise InputError(f"the setting {name!r} is missing")
    hints = get_type_hints(make.__init__ if inspect.isclass(make) else make)
    return {key: _convert(key, value, hints.get(key, Any)) for key, value in config.items()}


def uses(
    *,
    prompts: Iterable[str] | Callable[[Mapping[str, Any]], Iterable[str]] = (),
    roles: Iterable[str] = (),
    games: Iterable[str] = (),
) -> Callable[[F], F]:
    """Declare what an agent or a judge cannot do without; what is missing is refused before a game.

    Args:
        prompts: the templates it fills, whose texts are part of a game's key; a wrapper around
            another agent gives a function of its configuration.
        roles: the model roles it asks.
        games: the game plugins it plays; none named is any.
    """

    def declare(make: F) -> F:
        declared = (("prompts", prompts), ("roles", tuple(roles)), ("games", tuple(games)))
        for name, value in declared:
            setattr(make, name, value)
        return make

    return declare


def prompts_of(kind: str, name: str | object, config: Mapping[str, Any]) -> tuple[str, ...]:
    """The prompt templates that an agent or a judge declares with :func:`uses`."""
    declared = getattr(load(kind, name), "prompts", ())
    return tuple(declared(config) if callable(declared) else declared)


def roles_of(kind: str, name: str | object) -> tuple[str, ...]:
    """The model roles that an agent or a judge declares with :func:`uses`."""
    return tuple(getattr(load(kind, name), "roles", ()))


def games_of(kind: str, name: str | object) -> tuple[str, ...]:
    """The game plugins that an agent or a judge declares with :func:`uses`; empty for any."""
    return tuple(getattr(load(kind, name), "games", ()))


def fingerprint(name: str | object) -> str:
    """A hash of a ``path.py:Name`` plugin's file, or the empty string for other names."""
    path, mark, _ = name.rpartition(":") if isinstance(name, str) else ("", "", "")
    return sha256(Path(path).read_bytes()).hexdigest() if mark and path.endswith(".py") else ""


def _convert(key: str, value: object, hint: Any) -> object:
    try:
        return TypeAdapter(hint).validate_python(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join([key, *map(str, first["loc"])])
        raise InputError(f"{place} = {first['input']!r}: {first['msg']}") from None


def _files(kind: str) -> dict[str, Path]:
    if kind not in (*KINDS, *INSIDE):
        raise unknown("kind", kind, KINDS)
    folder = Path(__file__).parent / kind
    return {p.stem: p for p in folder.glob("*.py") if not p.name.startswith("_")}


def _entries(kind: str) -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group=f"syllogos.{kind}")}


def _import(module: str, name: str) -> ModuleType:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise InputError(f"{name} needs the package {error.name!r}, which is not installed") from error


def _make_of(module: ModuleType, name: str, entry: str) -> Make:
    return _callable(getattr(module, entry, None), name)


def _callable(found: object, name: str) -> Make:
    if not callable(found):
        raise InputError(f"{name}: no callable there (a plugin is a function or class called make)")
    return found


def _from_file(name: str) -> Make:
    place, _, attribute = name.rpartition(":")
    path = Path(place)
    if not path.is_file():
        raise InputError(f"{place}: no such file (wanted for {name!r})")
    # One module object per file content, so that two plugins of one file share their classes.
    module_name = f"syllogos_file_{sha256(str(path.resolve()).encode() + path.read_bytes()).hexdigest()[:16]}"
    module = sys.modules.get(module_name) or _execute(path, module_name)
    if not hasattr(module, attribute):
        raise unknown(f"name in {place}", attribute, [n for n in vars(module) if not n.startswith("_")])
    return _callable(getattr(module, attribute), name)


def _execute(path: Path, module_name: str) -> ModuleType:
    spec = spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: cannot be imported as Python")
    module = module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except (SyntaxError, ImportError, NameError) as error:
        del sys.modules[module_name]
        line = getattr(error, "lineno", None)
        raise InputError(f"{path}{f':{line}' if line else ''}: {error}") from error
    return module
