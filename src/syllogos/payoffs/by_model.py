"""English payoff talk to claims, by a model: JSON against the claim schema; Prolog is tolerated.

The original's translator (LELMA, section 3.3) writes Prolog queries, one per statement; a
model that does so here is read too.  Whatever a model writes is only data: it is parsed into
the closed vocabulary of claims or set aside with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence

from syllogos.contract import Fault, Message, Reply, Schema
from syllogos.errors import InputError
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.claim_json import parse_claim, schema
from syllogos.payoffs.claim_prolog import parse_claims
from syllogos.payoffs.claims import Found, Reading, Unread
from syllogos.text.replies import read_object, split_thoughts

MOST = 200
"""Claims of one text that are read; a translator that writes more has lost its way."""
LONGEST = 200_000
"""Characters of a translator's reply that are read."""


AskModel = Callable[[Sequence[Message], Schema], Awaitable[Reply | Fault]]
"""Put a conversation to the translator's model, with the JSON schema of its reply."""


async def translate(
    text: str, game: NormalForm, me: int, ask: AskModel, prompt: Callable[..., str]
) -> Reading:
    """The claims that a model reads in ``text``.

    Args:
        text: what player ``me`` wrote.
        game: the game it is about.
        me: the index of the writer.
        ask: the model.
        prompt: fills the template ``claims``.
    """
    actions = ", ".join(dict.fromkeys(a for own in game.actions for a in own))
    words = prompt("claims", game=payoff_lines(game, me), actions=actions, text=text[:LONGEST])
    reply = await ask([Message("user", words)], schema())
    if isinstance(reply, Fault):
        return _nothing(text, f"the translator gave no reply ({reply.kind}: {reply.say})")
    return read_reply(reply.text, text)


def payoff_lines(game: NormalForm, me: int) -> str:
    """The game's cells, one a line, from the side of player ``me``."""
    names = [
        "you" if i == me else "them" if len(game.players) == 2 else p for i, p in enumerate(game.players)
    ]
    order = [me, *(i for i in range(len(names)) if i != me)]
    lines = []
    for profile in game.profiles:
        chosen = ", ".join(f"{names[i]}: {profile[i]}" for i in order)
        got = ", ".join(f"{names[i]}: {game.payoff(i, profile)}" for i in order)
        lines.append(f"- actions {chosen} -> payoffs {got}")
    return "\n".join(lines)


def read_reply(reply: str, text: str) -> Reading:
    """The claims in a translator's ``reply`` about ``text``, each at its sentence's place.

    A claim whose sentence is not in the text stands for the whole text.  What cannot be read
    is listed with the reason; a reply without any claim in it is one unread whole.
    """
    if len(reply) > LONGEST:
        return _nothing(text, f"the translator's reply is longer than {LONGEST} characters")
    found = read_object(reply, ["claims"])
    items = found.get("claims") if found else None
    if isinstance(items, list):
        return _joined([_from_json(item, text) for item in items[:MOST]], len(items), text)
    lines = [line.strip().removeprefix("?-").strip() for line in split_thoughts(reply).said.splitlines()]
    queries = [line for line in lines if line.endswith((".", ")")) and "(" in line]
    if not queries:
        return _nothing(text, "the translator answered with something else than claims")
    return _joined([_from_prolog(query, text) for query in queries[:MOST]], len(queries), text)


def _from_json(item: object, text: str) -> Reading:
    if not isinstance(item, dict) or "claim" not in item:
        return _nothing(text, "the translator wrote an entry without a claim")
    start, end = _place(str(item.get("sentence", "")), text)
    try:
        claim = parse_claim(json.dumps(item["claim"]))
    except InputError as error:
        return Reading((), (Unread(start, end, text[start:end], f"the translator's claim: {error}"),))
    return Reading((Found(claim, start, end, text[start:end]),))


def _from_prolog(query: str, text: str) -> Reading:
    try:
        claims = parse_claims(query)
    except InputError as error:
        return _nothing(text, f"the translator's query {query[:80]}: {error}")
    return Reading(tuple(Found(claim, 0, len(text), text) for claim in claims))


def _joined(readings: Sequence[Reading], written: int, text: str) -> Reading:
    found = dict.fromkeys(f for r in readings for f in r.found)
    unread = dict.fromkeys(u for r in readings for u in r.unread)
    if written > MOST:
        unread[_all(text, f"the translator wrote {written} claims; {MOST} were read")] = None
    return Reading(tuple(found), tuple(unread))


def _place(sentence: str, text: str) -> tuple[int, int]:
    """Where ``sentence`` stands in ``text``, blanks and case aside; the whole text when nowhere."""
    start = text.find(sentence) if sentence else -1
    if start < 0 and sentence:
        squeezed, places = _squeezed(text)
        wanted, _ = _squeezed(sentence)
        at = squeezed.find(wanted) if wanted else -1
        if at >= 0:
            return places[at], places[at + len(wanted) - 1] + 1
    return (start, start + len(sentence)) if start >= 0 else (0, len(text))


def _squeezed(text: str) -> tuple[str, list[int]]:
    kept = [(c.lower()[:1], i) for i, c in enumerate(text) if not c.isspace()]
    return "".join(c for c, _ in kept), [i for _, i in kept]


def _nothing(text: str, reason: str) -> Reading:
    return Reading((), (_all(text, reason),))


def _all(text: str, reason: str) -> Unread:
    return Unread(0, len(text), text, reason)
