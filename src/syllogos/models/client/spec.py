"""Which model, and how: what an experiment says of a model, as a value."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import sha256
from inspect import isclass, signature
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar, get_type_hints

from pydantic import Field, TypeAdapter, ValidationError

from syllogos import plugins
from syllogos.contract import Embedding, Model, Sampling
from syllogos.errors import InputError, under, unknown
from syllogos.models.client.address import public, secrets_in
from syllogos.models.client.environment import address_set
from syllogos.models.client.secrets import Secret, Secrets, together

FREE = ("local", "scripted", "ollama", "lmstudio")
"""Providers that run on the user's own machine: a call costs no money."""
PRICES = Path(__file__).with_name("prices.toml")
NO_MATTER = ("key_env", "timeout", "retries", "log")
"""Settings that change no reply."""
_CALLED_KEY = re.compile(
    r"(?:^|[-_.]|api)(?:key|token|secret|passw(?:or)?d|pwd|authorization|credentials?)$", re.I
)
_LIKE_KEY = re.compile(r"^(?:Bearer |Basic )?(?=\S*[0-9])(?=\S*[A-Za-z])[\w.~+/=-]{16,}$", re.ASCII)
Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, lt=2**31, strict=True)]
Seed = Annotated[int, Field(ge=-(2**63), lt=2**63)]
T = TypeVar("T")


@dataclass(frozen=True)
class Price:
    """US dollars per million tokens."""

    input: Dollars
    output: Dollars


@dataclass(frozen=True)
class ModelSpec:
    """A model as an experiment names it.

    Attributes:
        provider: the name of a plugin of the kind ``models``, the plugin found in a file of one's
            own, or the model itself.
        name: the provider's name for the model; the ``Name`` of ``path.py:Name``.
        config: keyword arguments of the provider's ``make``.
        sampling: how replies are drawn.
        concurrency: how many calls may be under way at once.
        price: None when nobody knows.
        send_seed: whether each call carries a seed of its own (:func:`sampling_for`).
    """

    kind: ClassVar[str] = "models"
    provider: str | object
    name: str
    config: Mapping[str, object] = field(default_factory=dict, repr=False)
    sampling: Sampling = field(default_factory=Sampling)
    concurrency: int = 8
    price: Price | None = None
    send_seed: bool = True

    def __str__(self) -> str:
        return _shown(self)


@dataclass(frozen=True)
class EmbeddingSpec:
    """An embedding as an experiment names it.

    Attributes:
        provider: the name of a plugin of the kind ``embeddings``, the plugin found in a file of
            one's own, or the embedding itself.
        name: the provider's name for it, empty where it has but one.
        config: keyword arguments of the provider's ``make``.
        concurrency: how many calls may be under way at once.
        price: US dollars per million tokens; None when nobody knows.
    """

    kind: ClassVar[str] = "embeddings"
    provider: str | object
    name: str = ""
    config: Mapping[str, object] = field(default_factory=dict, repr=False)
    concurrency: int = 8
    price: float | None = None

    def __str__(self) -> str:
        return _shown(self)


Spec = ModelSpec | EmbeddingSpec


def _shown(spec: Spec) -> str:
    provider = plugins.label(spec.provider)
    bare = ".py:" in provider or not isinstance(spec.provider, str) or not spec.name
    return provider if bare else f"{provider}/{spec.name}"


@dataclass(frozen=True)
class _Table:
    """The keys of a ``[models.x]`` table that are not the provider's own."""

    model: str
    temperature: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 1.0
    max_tokens: Count = 1024
    seed: Seed | None = None
    extra: dict[str, object] = field(default_factory=dict)
    concurrency: Count = 8
    price: Price | None = None
    send_seed: bool = True


@dataclass(frozen=True)
class _EmbeddingTable:
    """The keys of an ``[embeddings.x]`` table that are not the provider's own."""

    embedding: str
    concurrency: Count = 8
    price: Dollars | None = None


_KEYS = tuple(f.name for f in fields(_Table))
_EMBEDDING_KEYS = tuple(f.name for f in fields(_EmbeddingTable))


def parse(given: str | Mapping[str, object] | Model) -> ModelSpec:
    """The model that a text (``provider/name`` or ``path.py:Name``) or a ``[models.x]`` table means.

    A model object stands for itself.

    A table has a ``model`` (such a text), and as it likes ``temperature``, ``max_tokens``,
    ``seed``, ``extra`` (sent to the server as it stands), ``concurrency``, ``price`` (a table of
    ``input`` and ``output`` in dollars per million tokens), ``send_seed``, and the settings of
    the provider, such as ``base_url``, ``key_env`` and ``context``.

    Every call has a seed of its own, which follows from the game and the draw.  A table's ``seed``
    is mixed into it: another ``seed`` gives other replies, from a model that takes seeds.  With
    ``send_seed = false`` calls have none of their own, and ``seed`` is sent as it stands.

    Raises:
        InputError: an unknown provider, file or key (the nearest ones are offered), a wrong type,
            a value out of its range.
    """
    if not isinstance(given, str | Mapping):
        plugins.find(ModelSpec.kind, given)  # refuses what can be no model
        return ModelSpec(given, plugins.label(given))
    table = {"model": given} if isinstance(given, str) else dict(given)
    common = _checked({key: value for key, value in table.items() if key in _KEYS})
    with under("model"):
        provider, name = _found(common.model)
    own = _placed(provider, {key: value for key, value in table.items() if key not in _KEYS})
    config = _config(ModelSpec.kind, provider, own, _KEYS)
    return ModelSpec(
        provider,
        name,
        config,
        Sampling(common.temperature, common.max_tokens, common.seed, common.extra),
        common.concurrency,
        common.price or _list_price(provider, name, config),
        common.send_seed,
    )


def parse_embedding(given: str | Mapping[str, object] | Embedding) -> EmbeddingSpec:
    """The embedding that a text or an ``[embeddings.x]`` table means; an object stands for itself.

    A text is ``hashed``, ``use``, ``openai/NAME`` or ``path.py:Name``.  A table has an
    ``embedding`` (such a text), and as it likes ``concurrency``, ``price`` (dollars per million
    tokens) and the settings of the provider.

    Raises:
        InputError: an unknown provider, file or key, a wrong type, a value out of its range.

    >>> str(parse_embedding("hashed")), str(parse_embedding("openai/text-embedding-3-small"))
    ('hashed', 'openai/text-embedding-3-small')
    """
    if not isinstance(given, str | Mapping):
        return EmbeddingSpec(given, plugins.label(given))
    table = {"embedding": given} if isinstance(given, str) else dict(given)
    if "embedding" not in table:
        raise InputError('an embeddings table needs  embedding = "hashed", "use" or "provider/name"')
    common = _validated(_EmbeddingTable, {k: v for k, v in table.items() if k in _EMBEDDING_KEYS})
    own = {key: value for key, value in table.items() if key not in _EMBEDDING_KEYS}
    with under("embedding"):
        provider, name = _found_embedding(common.embedding)
    config = _config(EmbeddingSpec.kind, provider, _placed(provider, own), _EMBEDDING_KEYS)
    return EmbeddingSpec(provider, name, config, common.concurrency, common.price)


def _placed(provider: object, config: Mapping[str, object]) -> Mapping[str, object]:
    """Settings with the address that the environment gives, where they have none of their own."""
    if "base_url" in config or (address := address_set(provider)) is None:
        return config
    return {**config, "base_url": address}


def _found_embedding(embedding: str) -> tuple[str | plugins.Plugin, str]:
    """Provider and name of an embedding."""
    if ".py:" in embedding:
        return plugins.find(EmbeddingSpec.kind, embedding), embedding.rpartition(":")[2]
    provider, _, name = embedding.partition("/")
    known = plugins.names(EmbeddingSpec.kind)
    if provider.replace("-", "_") not in known and provider not in known:
        raise unknown("embedding", provider, known)
    return provider, name


def open_embedding(spec: EmbeddingSpec) -> Embedding:
    """The embedding itself; close it with its ``aclose`` where it has one.

    Raises:
        InputError: the provider does not know the name, or lacks a package.
        ModelError: the key is missing.
    """
    embedding: Embedding = plugins.load(spec.kind, spec.provider)(spec.name, **spec.config)
    return embedding


def open_model(spec: ModelSpec) -> Model:
    """The model itself; close it with its ``aclose`` where it has one.

    Raises:
        InputError: the provider does not know the name, or lacks a package.
        ModelError: the key is missing.
    """
    model: Model = plugins.load("models", spec.provider)(spec.name, **spec.config)
    return model


def sampling_for(spec: ModelSpec, call_seed: int) -> Sampling:
    """How the reply of one call is drawn: ``spec.sampling`` with the seed that is sent.

    That is ``call_seed`` itself; or, with a seed in the sampling, a hash of both; or, without
    ``send_seed``, the seed of the sampling as it stands.  One outside of 31 bits, which is all
    that some servers take, stands for another within them, always the same.
    """
    if not spec.send_seed:
        seed = spec.sampling.seed
        return spec.sampling if seed is None else replace(spec.sampling, seed=_in_31_bits(seed))
    if spec.sampling.seed is None:
        return replace(spec.sampling, seed=call_seed)
    mixed = sha256(f"{spec.sampling.seed} {call_seed}".encode()).digest()
    return replace(spec.sampling, seed=int.from_bytes(mixed[:4], "big") >> 1)


def _in_31_bits(seed: int) -> int:
    if 0 <= seed < 2**31:
        return seed
    return int.from_bytes(sha256(str(seed).encode()).digest()[:4], "big") >> 1


def identity(spec: ModelSpec) -> dict[str, object]:
    """What decides which replies the model gives, as JSON: part of the key of a game and of a cache.

    Concurrency, price, keys, patience, the seed of a single call and the folder of a
    ``path.py:Name`` are no part of it; what that file says is.
    """
    return {**_identity(spec), "sampling": asdict(spec.sampling), "send_seed": spec.send_seed}


def embedding_identity(spec: EmbeddingSpec) -> dict[str, object]:
    """What decides which vectors an embedding gives, as JSON: part of the key of a game."""
    return _identity(spec)


def _identity(spec: Spec) -> dict[str, object]:
    config = {key: value for key, value in sorted(spec.config.items()) if key not in NO_MATTER}
    return {
        "provider": plugins.label(spec.provider),
        "name": spec.name,
        "code": plugins.fingerprint(spec.provider),
        "base_url": public(url) if isinstance(url := config.pop("base_url", None), str) else url,
        "config": config,
    }


def secrets_of(specs: Iterable[Spec]) -> Secrets:
    """What must not be shown of models: the keys that they name, and what is secret in their addresses."""
    return together(_secrets(spec) for spec in {id(spec): spec for spec in specs}.values())


def _secrets(spec: Spec) -> Secrets:
    key_env = spec.config.get("key_env", _key_env(spec.kind, spec.provider))
    key = os.environ.get(key_env, "").strip() if isinstance(key_env, str) else ""
    parts = [secrets_in(value) for value in spec.config.values() if isinstance(value, str) and "://" in value]
    named = {key: value for key, value in spec.config.items() if key != "key_env"}
    extra = spec.sampling.extra if isinstance(spec, ModelSpec) else {}
    keys = [key, *_keys_in(named), *_keys_in(extra)]
    return together([Secrets(tuple(Secret(key) for key in keys if key)), *parts])


def _keys_in(value: object, name: str = "") -> Iterator[str]:
    """The keys that stand in settings themselves: what is called one, and looks like one."""
    if isinstance(value, Mapping):
        for inner, part in value.items():
            yield from _keys_in(part, str(inner))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _keys_in(part, name)
    elif isinstance(value, str) and _CALLED_KEY.search(name) and _LIKE_KEY.search(value):
        yield value.removeprefix("Bearer ").removeprefix("Basic ")


def _key_env(kind: str, provider: str | object) -> object:
    """The variable that a provider takes its key from when no other is named."""
    if not isinstance(provider, str | plugins.Plugin):
        return None
    parameter = signature(plugins.load(kind, provider)).parameters.get("key_env")
    return parameter.default if parameter else None


def cost(spec: ModelSpec, tokens_in: int | None, tokens_out: int | None) -> float | None:
    """The price of a call in US dollars; None, unknown, when the price or a count that has one is.

    >>> free, paid = parse("scripted/first"), parse("openai/gpt-4o-mini")
    >>> cost(free, None, None), cost(paid, None, 7), cost(paid, 0, 0)
    (0.0, None, 0.0)
    """
    if spec.price is None:
        return None
    parts = ((tokens_in, spec.price.input), (tokens_out, spec.price.output))
    if any(tokens is None and price for tokens, price in parts):
        return None
    return sum((tokens or 0) * price for tokens, price in parts) / 1e6


def embedding_cost(spec: EmbeddingSpec, tokens: int | None) -> float | None:
    """The price of a call in US dollars, None when the price or the tokens are unknown.

    >>> embedding_cost(parse_embedding("hashed"), 0), embedding_cost(EmbeddingSpec("x"), 7)
    (0.0, None)
    """
    if tokens == 0 or spec.price == 0:
        return 0.0
    return None if tokens is None or spec.price is None else tokens * spec.price / 1e6


def _found(model: str) -> tuple[str | plugins.Plugin, str]:
    """Provider and name; a file of one's own is read here and once, so that one run is of one text."""
    if ".py:" in model:
        return plugins.find("models", model), model.rpartition(":")[2]
    provider, slash, name = model.partition("/")
    if not slash or not name:
        raise InputError(f"{model!r} is no model: write provider/name, such as ollama/llama3.1")
    known = plugins.names("models")
    if provider.replace("-", "_") not in known and provider not in known:
        raise unknown("provider", provider, known)
    return provider, name


def _checked(common: Mapping[str, object]) -> _Table:
    if "model" not in common:
        raise InputError('a model table needs  model = "provider/name"')
    return _validated(_Table, common)


def _validated(shape: type[T], common: Mapping[str, object]) -> T:
    try:
        return TypeAdapter(shape).validate_python(common)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", key=first["loc"]) from None


def _config(
    kind: str, provider: str | plugins.Plugin, config: Mapping[str, object], keys: tuple[str, ...]
) -> dict[str, object]:
    if not config:  # so that a plain name costs no import of the provider's packages
        return {}
    make = plugins.load(kind, provider)
    parameters = list(signature(make).parameters.values())[1:]
    own = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
    if not any(p.kind is p.VAR_KEYWORD for p in parameters):
        for key in config:
            if key not in own:
                raise unknown("setting", key, (*own, *keys), key=(key,))
    known = plugins.configure(make, config, given=1)
    hints = get_type_hints(make.__init__ if isclass(make) else make, include_extras=True)
    return {key: _within(key, value, hints.get(key, Any)) for key, value in known.items()}


def _within(key: str, value: object, hint: Any) -> object:
    """A value within the range that the annotation of its parameter gives."""
    try:
        return TypeAdapter(hint).validate_python(value)
    except ValidationError as error:
        raise InputError(f"{key} = {value!r}: {error.errors()[0]['msg']}", key=(key,)) from None


def _list_price(provider: str | plugins.Plugin, name: str, config: Mapping[str, object]) -> Price | None:
    if provider in FREE:
        return Price(0.0, 0.0)
    row = tomllib.loads(PRICES.read_text(encoding="utf-8")).get(f"{provider}/{name}")
    return Price(**row) if row and "base_url" not in config else None
