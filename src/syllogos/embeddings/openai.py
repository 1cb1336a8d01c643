"""OpenAI's embeddings, and any server with a compatible ``/embeddings`` (give its ``base_url``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from syllogos.contract import Fault, total
from syllogos.errors import InputError, ModelError
from syllogos.models.client.address import KeyEnv, filled, key_of
from syllogos.models.client.chat import OPENAI, BaseUrl, PositiveCount, Retries, Seconds, address_of
from syllogos.models.client.complaints import Complaint, unusable
from syllogos.models.client.exchange import Endpoint, Exchange
from syllogos.models.client.reading import count

if TYPE_CHECKING:
    from syllogos.contract import Vectors

BATCH = 64
"""Texts in one request."""
NO_TEXT = "(no text)"
"""Stands for an empty text, which servers refuse."""
VectorRows = list[list[float]]


class Endpointed(Exchange):
    """An :class:`~syllogos.contract.Embedding` of a server; close it with :meth:`aclose`."""

    def __init__(self, endpoint: Endpoint, dimensions: int | None) -> None:
        super().__init__(endpoint)
        self._dimensions = dimensions

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text; see :class:`~syllogos.contract.Embedding`."""
        vectors, _ = await self.embed_counted(texts)
        if isinstance(vectors, Fault):
            raise ModelError(f"{self.endpoint.model}: {vectors.say}")
        return vectors

    async def embed_counted(self, texts: Sequence[str]) -> tuple[Vectors | Fault, int | None]:
        """The vectors, and the tokens that they took; None where the server does not say.

        A text that comes twice is sent once: servers round one text differently in different company.
        A text that the server refuses, or that is too long for it, is a fault of the whole.
        """
        once = list(dict.fromkeys(text if text.strip() else NO_TEXT for text in texts))
        parts: list[tuple[VectorRows, int | None]] = []
        for i in range(0, len(once), BATCH):
            asked = await self._asked(once[i : i + BATCH])
            if isinstance(asked, Fault):
                return asked, total(tokens for _, tokens in parts)
            parts.append(asked)
        rows = [row for part, _ in parts for row in part]
        if not rows:
            return np.zeros((0, self._dimensions or 0), np.float32), 0
        found = np.asarray(rows, np.float64)
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        if not np.all(lengths > 0):
            raise ModelError(f"{self.endpoint.model} gives a vector of length 0: it is no embedding")
        place = {text: i for i, text in enumerate(once)}
        order = [place[text if text.strip() else NO_TEXT] for text in texts]
        return (found / lengths)[order].astype(np.float32), total(tokens for _, tokens in parts)

    async def _asked(self, texts: list[str]) -> tuple[VectorRows, int | None] | Fault:
        body: dict[str, object] = {"model": self.endpoint.model, "input": texts}
        if self._dimensions is not None:
            body["dimensions"] = self._dimensions
        said = await self.post(
            "/embeddings", body, lambda answer: read(answer, len(texts)), "list of embeddings"
        )
        if not isinstance(said, Complaint):
            return said
        if said.fault is not None:
            return said.fault
        names = await self.offered() if said.names_model else ()
        raise unusable(said, self.endpoint.model, self.endpoint.base_url, body, names)


def read(body: object, texts: int) -> tuple[VectorRows, int | None] | None:
    """The vectors in an answer, in the order of the request, and its tokens; None when it has not all.

    >>> read({"data": [{"index": 1, "embedding": [0, 1]}, {"index": 0, "embedding": [1, 0]}]}, 2)
    ([[1.0, 0.0], [0.0, 1.0]], None)
    """
    rows = body.get("data") if isinstance(body, Mapping) else None
    if not isinstance(body, Mapping) or not isinstance(rows, list) or len(rows) != texts:
        return None
    found: dict[int, list[float]] = {}
    for n, row in enumerate(rows):
        vector = row.get("embedding") if isinstance(row, Mapping) else None
        if not isinstance(vector, list) or not vector or not all(map(_number, vector)):
            return None
        index = row.get("index", n)
        found[index if type(index) is int else -1] = [float(value) for value in vector]
    if set(found) != set(range(texts)) or len({len(vector) for vector in found.values()}) != 1:
        return None
    return [found[n] for n in range(texts)], count(body.get("usage"), "prompt_tokens") or None


def _number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 1e30


def make(
    name: str,
    *,
    base_url: BaseUrl = address_of(OPENAI),  # noqa: B008 (a value)
    key_env: KeyEnv = "OPENAI_API_KEY",
    dimensions: PositiveCount | None = None,
    timeout: Seconds = 300.0,
    retries: Retries = 2,
) -> Endpointed:
    """An embedding of this server.

    Args:
        name: the server's name for it, such as ``text-embedding-3-small``.
        base_url: the address, up to and without ``/embeddings``.
        key_env: the environment variable that holds the key; empty for none.
        dimensions: asked of the server when given; not every one takes it.
        timeout: seconds that one exchange may take.
        retries: how often a failed exchange is repeated at once, before it is an outage.

    Raises:
        InputError: no name, or ``base_url`` is no address.
        ModelError: the key is missing and the address is not on this machine, or it cannot be sent.
    """
    if not name:
        raise InputError("openai: which embedding? write openai/NAME, such as openai/text-embedding-3-small")
    address = filled(address_of(base_url))
    key = key_of(key_env, address)
    return Endpointed(Endpoint(name, address, key_env, key, None, "text", timeout, retries), dimensions)


make.example = {"name": "text-embedding-3-small"}  # type: ignore[attr-defined]
