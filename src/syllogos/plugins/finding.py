"""Finding plugins by name: the only place where code is imported dynamically.

A plugin of a kind is a callable ``make``.  It is found, in this order, as

* ``path.py:Name`` (a file of your own),
* a file ``syllogos/<kind>/<name>.py`` or ``syllogos/*/<kind>/<name>.py`` with a ``make`` in it,
* an entry point ``<name>`` of the group ``syllogos.<kind>`` of an installed package.

Its keyword parameters are its configuration; their annotations are checked.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.metadata import EntryPoint, entry_points, requires
from importlib.util import module_from_spec
from math import isfinite
from pathlib import Path
from traceback import extract_tb
from types import CodeType, ModuleType
from typing import Any, TypeVar, get_type_hints

from pydantic import TypeAdapter, ValidationError

from syllogos.errors import InputError, SyllogosError, under, unknown
from syllogos.plugins.folders import files, first_line, module
from syllogos.text.spelling import meant
from syllogos.text.visible import one_line
from syllogos.text.whole_file import read_whole

Make = Callable[..., Any]
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
ENTRY = {"replays": "replay"}
"""What the modules of a kind call their callable; ``make`` where nothing is said."""
DOES = {"games": "step", "agents": "act", "models": "complete", "judges": "review", "embeddings": "embed"}
"""What an object of a kind can do, where it is no callable that makes one."""
MOST_CODE = 2**20
"""Bytes of the file of a plugin."""


def names(kind: str) -> tuple[str, ...]:
    """All names of a kind, sorted; built-in ones and those of installed packages."""
    return tuple(sorted({*files(kind), *_entries(kind)}))


def summary(kind: str, name: str) -> str:
    """The first line of a plugin's documentation, read without importing it."""
    path = files(kind).get(name)
    return first_line(path) if path else str(_entries(kind)[name].value)


@dataclass(frozen=True)
class Plugin:
    """A plugin as it was found: later changes of its file do not reach it.

    ``label`` is its name without any folder, ``fingerprint`` the hash of its file when it is a
    ``path.py:Name``, else empty.
    """

    kind: str
    label: str
    make: Make
    fingerprint: str = ""

    def build(self, config: Mapping[str, object], *given: object) -> Any:
        """What ``make`` makes of ``given`` (desk, seat) and the checked configuration."""
        return self.make(*given, **configure(self.make, config, given=len(given)))

    def prompts(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        """The prompt templates it declares with :func:`uses`."""
        return self._declared("prompts", config)

    def roles(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        """The model roles it declares with :func:`uses`."""
        return self._declared("roles", config)

    def embeddings(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        """The roles of embeddings it declares with :func:`uses`."""
        return self._declared("embeddings", config)

    @property
    def usual_embeddings(self) -> Mapping[str, str]:
        """Role -> the embedding that stands there where an experiment names none."""
        return dict(getattr(self.make, "usual_embeddings", {}))

    def _declared(self, what: str, config: Mapping[str, Any]) -> tuple[str, ...]:
        declared = getattr(self.make, what, ())
        return tuple(declared(config) if callable(declared) else declared)

    def solvers(self, config: Mapping[str, Any]) -> tuple[str, ...]:
        """The solvers it declares with :func:`uses`, by the names it asks its desk for."""
        return self._declared("solvers", config)

    @property
    def games(self) -> tuple[str, ...]:
        """The game plugins it declares with :func:`uses`; empty for any."""
        return tuple(getattr(self.make, "games", ()))


def find(kind: str, name: str | object) -> Plugin:
    """A plugin by name; an object stands for itself, a callable is its own ``make``.

    Raises:
        InputError: nobody knows the name, or its file or package cannot be imported.
    """
    if isinstance(name, Plugin):
        return name
    if not isinstance(name, str):
        _fits(kind, name)
        return Plugin(kind, label(name), name if callable(name) else lambda *_given, **_config: name)
    if ".py:" in name:
        return _from_file(kind, name)
    entries = _entries(kind)
    own = meant(kind.removesuffix("s"), name, dict.fromkeys((*files(kind), *entries))) or ""
    if own in files(kind):
        return Plugin(kind, own, _callable(getattr(module(kind, own), ENTRY.get(kind, "make"), None), name))
    if own in entries:
        return Plugin(kind, own, _callable(_load(entries[own], name), name))
    if name.endswith(".py"):
        raise InputError(f"{name}: add the name of the {kind.removesuffix('s')} in it, such as {name}:make")
    raise unknown(kind.removesuffix("s"), name, names(kind))


def _fits(kind: str, one: object) -> None:
    """Refuse an object that can be no plugin of its kind: it makes none and does nothing of what one does."""
    does = DOES.get(kind)
    if does is None or callable(one) or hasattr(one, does):
        return
    single = kind.removesuffix("s")
    raise InputError(
        f"{one!r} is no {single}: give a name (see `syllogos list {kind}`), path.py:Name or an object"
    )


def label(name: str | object) -> str:
    """How a name or an object is called in keys and reports: without any folder."""
    if isinstance(name, Plugin):
        return name.label
    if isinstance(name, str):
        place, mark, attribute = name.rpartition(".py:")
        return f"{Path(place).name}.py:{attribute}" if mark else name.replace("-", "_")
    named = name if callable(name) else type(name)
    return str(getattr(named, "__qualname__", type(name).__qualname__))


def load(kind: str, name: str | object) -> Make:
    """The ``make`` of a plugin; see :func:`find`."""
    return find(kind, name).make


def build(kind: str, name: str | object, config: Mapping[str, object], *given: object) -> Any:
    """What a plugin makes of ``given`` (desk, seat) and its checked configuration."""
    return find(kind, name).build(config, *given)


def items(dataset: str | Mapping[str, object], wanted: type[T]) -> tuple[str, Sequence[T]]:
    """The name of a data set and its items, by its name alone or a table ``{kind: NAME, **settings}``.

    Raises:
        InputError: nobody knows the name, a setting is wrong, or its items are of another type than
            the game wants.
    """
    table = {"kind": dataset} if isinstance(dataset, str) else dict(dataset)
    if not isinstance(name := table.pop("kind", None), str):
        raise InputError('name the data set: dataset = { kind = "NAME", ... }', key=("kind",))
    plugin = find("datasets", name)
    try:
        made = plugin.build(table)
    except InputError as error:
        raise InputError(f"data set {plugin.label}: {error}", key=error.key) from error
    if strange := {type(item).__name__ for item in made if not isinstance(item, wanted)}:
        told = ", ".join(sorted(strange))
        raise InputError(f"data set {plugin.label} has items of type {told}, {wanted.__name__} is wanted")
    return plugin.label, made


def needs_extra(name: str, extra: str) -> InputError:
    """The error for a plugin whose optional packages are not installed, with their names."""
    wanted = (line.partition(";") for line in requires("syllogos") or ())
    packages = [repr(line.strip()) for line, _, when in wanted if f'extra == "{extra}"' in when]
    return InputError(f"{name} needs optional packages: pip install {' '.join(packages)}")


def configure(
    make: Make, config: Mapping[str, object], *, given: int = 0, also: Iterable[str] = ()
) -> dict[str, object]:
    """``config`` checked and converted against the annotations of ``make``.

    Args:
        make: the plugin.
        config: keyword arguments, as read from a file.
        given: how many leading parameters the caller supplies itself (desk, seat).
        also: keys that the caller has taken out itself, offered like the others for a misspelt one.

    Raises:
        InputError: an unknown key (the nearest ones are offered), a missing one, a wrong type.
    """
    takes = _takes if isinstance(make, Hashable) else _takes.__wrapped__
    parameters, hints = takes(make)
    parameters = parameters[given:]
    known = {p.name: p for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}
    if extra := next((key for key in config if key not in known), None):
        if any(p.kind is p.VAR_KEYWORD for p in parameters):
            return dict(config)
        raise unknown("setting", extra, (*known, *also), key=(extra,))
    for name, parameter in known.items():
        if parameter.default is parameter.empty and name not in config:
            raise InputError(f"the setting {name!r} is missing")
    converted: dict[str, object] = {}
    for key, value in config.items():
        with under(key):
            converted[key] = _convert(key, value, hints.get(key, ANY))
    return converted


def settings_of(make: Make, *, given: int = 0) -> dict[str, inspect.Parameter]:
    """The settings that a plugin takes, by name; ``given`` leading parameters are the caller's."""
    takes = _takes if isinstance(make, Hashable) else _takes.__wrapped__
    return {parameter.name: parameter for parameter in takes(make)[0][given:]}


def hints_of(make: Make) -> dict[str, Any]:
    """The types of a plugin's settings, by name."""
    takes = _takes if isinstance(make, Hashable) else _takes.__wrapped__
    return {name: reader.hint for name, reader in takes(make)[1].items()}


def takes(settings: Mapping[str, inspect.Parameter], key: str) -> bool:
    """Whether ``key`` is one of a plugin's settings, or whether it takes any."""
    named = [p.name for p in settings.values() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    return key in named or any(p.kind is p.VAR_KEYWORD for p in settings.values())


@lru_cache(maxsize=256)
def _takes(make: Make) -> tuple[list[inspect.Parameter], Mapping[str, _Reader]]:
    """The parameters of ``make``, and a reader of each that is annotated: the same for every game."""
    hints = get_type_hints(make.__init__ if inspect.isclass(make) else make, include_extras=True)
    readers = {name: _Reader(hint) for name, hint in hints.items()}
    return list(inspect.signature(make).parameters.values()), readers


class _Reader:
    """Reads values of one type; made ready by the first."""

    def __init__(self, hint: Any) -> None:
        self.hint = hint

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """What pydantic makes of the type."""
        return TypeAdapter(self.hint)


ANY = _Reader(Any)


Names = Iterable[str] | Callable[[Mapping[str, Any]], Iterable[str]]
"""Names that a plugin declares, or a function of its configuration that gives them."""


def uses(
    *,
    prompts: Names = (),
    roles: Names = (),
    embeddings: Names | Mapping[str, str] = (),
    games: Iterable[str] = (),
    solvers: Names = (),
) -> Callable[[F], F]:
    """Declare what an agent or a judge cannot do without; what is missing is refused before a game.

    Args:
        prompts: the templates it fills, whose texts are part of a game's key; a wrapper around
            another agent gives a function of its configuration.
        roles: the roles of the models it asks, likewise; reports name the models by them.
        embeddings: the roles of the embeddings it asks, likewise; it is given no others.  A mapping
            also says which embedding stands in a role where the experiment names none.
        games: the game plugins it plays; none named is any.
        solvers: the names it asks its desk for, whose tables are part of a game's key; a wrapper
            around another agent gives a function of its configuration.
    """

    def declare(make: F) -> F:
        declared = (("prompts", prompts), ("roles", roles), ("embeddings", embeddings), ("games", games))
        for name, value in (*declared, ("solvers", solvers)):
            setattr(make, name, value if callable(value) else tuple(value))
        if isinstance(embeddings, Mapping):
            make.usual_embeddings = dict(embeddings)  # type: ignore[attr-defined]
        return make

    return declare


def prompts_of(kind: str, name: str | object, config: Mapping[str, Any]) -> tuple[str, ...]:
    """The prompt templates that an agent or a judge declares with :func:`uses`."""
    return find(kind, name).prompts(config)


def events_of(make: object) -> tuple[type, ...]:
    """The types of a game's events that can be read back from a record: its ``make.events``."""
    return tuple(getattr(make, "events", ()))


def roles_of(kind: str, name: str | object, config: Mapping[str, Any]) -> tuple[str, ...]:
    """The model roles that an agent or a judge declares with :func:`uses`."""
    return find(kind, name).roles(config)


def embeddings_of(kind: str, name: str | object, config: Mapping[str, Any]) -> tuple[str, ...]:
    """The roles of embeddings that an agent or a judge declares with :func:`uses`."""
    return find(kind, name).embeddings(config)


def fingerprint(name: str | object) -> str:
    """A hash of a ``path.py:Name`` plugin's file, or the empty string for other names.

    Raises:
        InputError: the file cannot be read.
    """
    if isinstance(name, str) and ".py:" in name:
        return sha256(_bytes(Path(name.rpartition(":")[0]), name)).hexdigest()
    return name.fingerprint if isinstance(name, Plugin) else ""


def _convert(key: str, value: object, reader: _Reader) -> object:
    if isinstance(value, bool) and reader.hint in (int, float):
        raise InputError(f"{key} = {str(value).lower()}: a number is wanted")
    if isinstance(value, float) and not isfinite(value):
        raise InputError(f"{key} = {value}: a number is wanted")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise InputError(f"{key}: too large a number: a whole number has 64 bits")
    try:
        # What is true or false is no number, also where a number or None is wanted.
        return reader.adapter.validate_python(value, strict=isinstance(value, bool) or None)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join([key, *map(str, first["loc"])])
        raise InputError(f"{place} = {first['input']!r}: {first['msg']}") from None


@cache
def _entries(kind: str) -> Mapping[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=f"syllogos.{kind}")}


def _load(entry: EntryPoint, name: str) -> object:
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        raise InputError(f"{name} ({entry.value}) cannot be imported: {error}") from error


def _callable(found: object, name: str) -> Make:
    if not callable(found):
        raise InputError(f"{name}: no callable there (a plugin is a function or class called make)")
    return found


def _bytes(path: Path, name: str) -> bytes:
    try:
        return read_whole(path, MOST_CODE)
    except InputError as error:
        raise InputError(f"{error} (wanted for {name!r})") from None


def _from_file(kind: str, name: str) -> Plugin:
    place, _, attribute = name.rpartition(":")
    path = Path(place)
    code = _bytes(path, name)
    # One module object per file content, so that two plugins of one file share their classes.
    module_name = f"syllogos_file_{sha256(str(path.resolve()).encode() + code).hexdigest()[:16]}"
    module = sys.modules.get(module_name) or _execute(path, code, module_name)
    if not hasattr(module, attribute):
        raise unknown(f"name in {place}", attribute, [n for n in vars(module) if not n.startswith("_")])
    make = _callable(getattr(module, attribute), name)
    return Plugin(kind, label(name), make, sha256(code).hexdigest())


class _Pinned(SourceFileLoader):
    """Loads exactly the bytes that were read and hashed, whatever the file holds by then."""

    def __init__(self, name: str, path: Path, source: bytes) -> None:
        super().__init__(name, str(path))
        self._source = source

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        return self.source_to_code(self._source, self.path)


def _execute(path: Path, source: bytes, name: str) -> ModuleType:
    loader = _Pinned(name, path, source)
    module = module_from_spec(ModuleSpec(name, loader, origin=str(path)))
    sys.modules[name] = module
    whole = False
    try:
        loader.exec_module(module)
        whole = True
    except SyllogosError:
        raise
    except Exception as error:
        said = one_line(str(error)) if isinstance(error, SyntaxError | ImportError) else _raised(error)
        raise InputError(said, file=str(path), line=_line_of(error, path)) from error
    except SystemExit as error:
        raise InputError(f"{path}: it ends the program when it is imported (exit {error.code})") from error
    finally:
        if not whole:
            del sys.modules[name]
    return module


def _raised(error: Exception) -> str:
    said = one_line(str(error))
    return f"it raises {type(error).__name__} when it is imported{f': {said}' if said else ''}"


def _line_of(error: Exception, path: Path) -> int | None:
    """The line of the file at which an error arose: where it cannot be read, or the last one that ran."""
    if isinstance(error, SyntaxError):
        return error.lineno
    ran = (at.lineno for at in reversed(extract_tb(error.__traceback__)) if at.filename == str(path))
    return next(ran, None)
