"""Where a server is when only the environment says so: ``OPENAI_BASE_URL`` and ``OLLAMA_HOST``.

An address in a ``[models.x]`` table (or ``--base-url``) counts before the environment, and that
before the provider's own.  An address of the environment is part of a game's key like any other.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from syllogos.errors import InputError

VARIABLES: Mapping[str, str] = {"openai": "OPENAI_BASE_URL", "ollama": "OLLAMA_HOST"}
"""The variable that says where a provider is."""
OLLAMA_PORT = 11434
PORTS: Mapping[str, int] = {"http": 80, "https": 443}
"""Ports of an ``OLLAMA_HOST`` that names a scheme and none, as Ollama's own client takes them."""
EVERYWHERE = ("", "0.0.0.0", "::")  # what a server listens on; asked on this machine


def address_set(provider: object) -> str | None:
    """The address that the environment gives a provider, None where it gives none.

    Raises:
        InputError: the variable is no address.
    """
    variable = VARIABLES.get(provider) if isinstance(provider, str) else None
    value = os.environ.get(variable, "").strip() if variable else ""
    if not value:
        return None
    return ollama_address(value) if variable == "OLLAMA_HOST" else _whole(value)


def _whole(value: str) -> str:
    if not value.startswith(("http://", "https://")):
        raise InputError("OPENAI_BASE_URL is no address: write it as http://localhost:8000/v1, or unset it")
    return value.rstrip("/")


def ollama_address(host: str) -> str:
    """The address of the OpenAI-compatible interface that an ``OLLAMA_HOST`` means.

    Raises:
        InputError: it is no host.

    >>> ollama_address("0.0.0.0:11500"), ollama_address("https://gpu.example.org")
    ('http://127.0.0.1:11500/v1', 'https://gpu.example.org:443/v1')
    """
    scheme, mark, _ = host.partition("://")
    try:
        parts = urlsplit(host if mark else f"http://{host}")
        port = parts.port or (PORTS.get(scheme, OLLAMA_PORT) if mark else OLLAMA_PORT)
        name = parts.hostname or ""
    except ValueError:
        raise InputError(
            "OLLAMA_HOST is no host: write it as localhost:11434 or http://host:11434, or unset it"
        ) from None
    if parts.scheme not in PORTS:
        raise InputError(
            f"OLLAMA_HOST: {parts.scheme}:// is no scheme of a server; write http:// or https://"
        )
    name = "127.0.0.1" if name in EVERYWHERE else f"[{name}]" if ":" in name else name
    who = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"{parts.scheme}://{who}{name}:{port}{parts.path.rstrip('/')}/v1"
