"""Where a server is: an address without its secrets, and the keys that go with it."""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import PlainValidator

from syllogos.errors import InputError, ModelError
from syllogos.models.client.secrets import MASK, Secret, Secrets

LONG_NAME = 24
"""So long a name of a variable is in capitals; what is not is a key in the wrong place."""
LONG_VALUE = 16
"""A value of an address's query is a secret from so many characters on, whatever it is called."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_FILLED = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_SECRET_NAMES = re.compile(r"key|token|secret|sig|pass|pwd|auth|cred|code", re.IGNORECASE)


class Address(Secret):
    """An ``http`` address, which shows itself without user info and without the values of its query."""


def public(url: str) -> str:
    """An address as it is stored and shown; one without user info and query stays as it is."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    if "@" not in parts.netloc and not parts.query and not parts.fragment:
        return url
    host = parts.netloc.rpartition("@")[2]
    names = "&".join(f"{piece.partition('=')[0]}={MASK}" for piece in parts.query.split("&") if "=" in piece)
    query = names or (MASK if parts.query else "")
    return parts._replace(netloc=host, path=parts.path.rstrip("/"), query=query, fragment="").geturl()


def filled(address: Address) -> Address:
    """The address with each ``${NAME}`` replaced by the environment's variable.

    Raises:
        ModelError: it is not set.
    """
    return Address(_FILLED.sub(lambda m: _variable(m[1]), address.bare()), str(address))


def secrets_in(address: str) -> Secrets:
    """The secrets of an address: password, values of the query, and what ``${NAME}`` stands for."""
    bare = address.bare() if isinstance(address, Secret) else address
    values = [os.environ.get(name, "").strip() for name in _FILLED.findall(bare)]
    for name in _FILLED.findall(bare):
        bare = bare.replace(f"${{{name}}}", os.environ.get(name, "").strip())
    try:
        parts = urlsplit(bare)
    except ValueError:
        return Secrets()
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    values += [unquote(password)] if password else []
    values += [unquote(user)] if user and (not password or len(user) >= LONG_VALUE) else []
    for name, value in parse_qsl(parts.query):
        values += [value] if _SECRET_NAMES.search(name) or len(value) >= LONG_VALUE else []
    return Secrets(tuple(Secret(value) for value in values if value))


def variable_of(name: object) -> str:
    """The name of an environment variable.

    Raises:
        InputError: it cannot be one; the key itself may stand there, so it is not shown.
    """
    if not isinstance(name, str) or (name and not _is_name(name)):
        raise InputError(
            "key_env is the name of the environment variable that holds the key, such as OPENAI_API_KEY, "
            "never the key itself"
        )
    return name


def _is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and (len(name) < LONG_NAME or name.isupper())


def key_of(key_env: str, address: Address) -> Secret:
    """The key in the environment variable ``key_env``; empty when none is needed.

    Raises:
        ModelError: it is not set, and the server is not on this machine; or it cannot be sent.
    """
    variable_of(key_env)
    if key_env and not os.environ.get(key_env, "").strip() and not on_loopback(address):
        host = urlsplit(address).hostname
        raise ModelError(f"{host} needs a key: set it with  export {key_env}=...  (or name another key_env)")
    key = _variable(key_env, needed=False) if key_env else ""
    if " " in key:  # a server that is told "Bearer Bearer KEY" quotes KEY alone
        raise ModelError(
            f"the key in {key_env} holds a space: copy the key alone, with nothing such as Bearer before it"
        )
    return Secret(key)


def _variable(name: str, *, needed: bool = True) -> str:
    value = os.environ.get(name, "").strip()
    if not value and needed:
        raise ModelError(f"base_url needs the environment variable {name}: set it with  export {name}=...")
    if not (value.isascii() and value.isprintable()):
        raise ModelError(
            f"the key in {name} holds a line break, a control character or a letter outside ASCII: "
            f"copy it anew, export {name}=..."
        )
    return value


def on_loopback(address: str) -> bool:
    """Whether an address is on this machine.

    >>> on_loopback("http://127.0.0.1:8000/v1"), on_loopback("https://127.0.0.1.example.org/v1")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


KeyEnv = Annotated[str, PlainValidator(variable_of)]
