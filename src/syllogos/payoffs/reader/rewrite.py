"""Sentences that stand for others: ``unless``, ``or vice versa``, ``one of us ... the other``."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.claims import THEM, YOU, Payoff, PlayerAction
from syllogos.payoffs.reader.words import Read, Tokens

SWAP = {YOU: THEM, THEM: YOU}
CLAUSE = frozenset({",", ":", "BUT", "AMT", "GET", "GIVE"})


def has_versa(tokens: Tokens) -> bool:
    """Whether the sentence also says the same with the players exchanged."""
    return any(t.word == "vice versa" for t in tokens) or is_anonymous(tokens)


def is_anonymous(tokens: Tokens) -> bool:
    """``one of us defects and the other cooperates``: said of either player, and of nobody by name."""
    tags = [t.tag for t in tokens]
    ones = [k for k, tag in enumerate(tags) if tag == "ONE" and tags[k + 1 : k + 2] in MOVES]
    return len(ones) == 1 and "THEM" in tags[ones[0] :] and not {"ME", "MY", "WE", "BOTH"} & set(tags)


_TWO = frozenset({"NOT", "BOTH", "WE", "EQUAL", "ME"})
MOVES = (["CHOOSE"], ["DO"])


def plain(tokens: Tokens, game: NormalForm) -> Tokens:
    """The sentence in plain words: ``one`` is the speaker, ``unless`` is ``if not``."""
    if is_anonymous(tokens):
        tokens = _named(tokens)
    tokens = tuple(t for t in tokens if t.word != "vice versa")
    return _without_otherwise(_without_unless(tokens, game), game)


def _named(tokens: Tokens) -> Tokens:
    """``the defector`` is whoever was said to defect."""
    first = next(k for k, t in enumerate(tokens) if t.tag == "ONE")
    own = next(t.name for t in tokens[first:] if t.tag in ("ACT", "DO"))
    named = []
    for k, token in enumerate(tokens):
        agent = (
            token.tag == "DO" and token.word.endswith(("or", "er")) and k > 0 and tokens[k - 1].word == "the"
        )
        if k == first:
            token = token._replace(tag="ME", name=YOU)
        elif agent:
            token = token._replace(
                tag="ME" if token.name == own else "THEM", name=YOU if token.name == own else THEM
            )
        named.append(token)
    return tuple(named)


def _without_unless(tokens: Tokens, game: NormalForm) -> Tokens:
    """``I get 3 unless they defect`` says what I get if they do not, where there are two actions."""
    at = next((k for k, t in enumerate(tokens) if t.tag == "UNLESS"), None)
    if at is None or any(len(set(actions)) != 2 for actions in game.actions) or len(set(game.actions)) != 1:
        return tokens
    length = len(list(takewhile(lambda t: t.tag not in CLAUSE, tokens[at + 1 :])))
    clause = tokens[at + 1 : at + 1 + length]
    first, second = game.actions[0]
    other = {first: second, second: first}
    acts = [t for t in clause if t.tag in ("ACT", "DO")]
    rest = tokens[at + 1 + length :]
    if rest and (at > 1 or rest[0].tag != ","):
        return tokens
    if len(acts) != 1 or _TWO & {t.tag for t in clause} - {"ME"}:
        return tokens
    turned = tuple(t._replace(name=other[t.name]) if t is acts[0] else t for t in clause)
    return (*tokens[:at], tokens[at]._replace(tag="IF"), *turned, *rest)


def _without_otherwise(tokens: Tokens, game: NormalForm) -> Tokens:
    """``3 if they cooperate and 0 otherwise``: otherwise they take the other of two actions."""
    at = next((k for k, t in enumerate(tokens) if t.tag == "OTHERWISE"), None)
    if at is None or any(len(set(actions)) != 2 for actions in game.actions) or len(set(game.actions)) != 1:
        return tokens
    asked = next((k for k in range(at - 1, -1, -1) if tokens[k].tag == "IF"), None)
    if asked is None:
        return tokens
    clause = tuple(takewhile(lambda t: t.tag not in (*CLAUSE, "WHILE"), tokens[asked + 1 : at]))
    acts = [t for t in clause if t.tag in ("ACT", "DO")]
    if len(acts) != 1 or not any(t.tag == "THEM" for t in clause) or _TWO & {t.tag for t in clause}:
        return tokens
    first, second = game.actions[0]
    other = acts[0]._replace(name=second if acts[0].name == first else first)
    turned = tuple(
        (other if t is acts[0] else t)._replace(start=tokens[at].start, end=tokens[at].end)
        for t in (tokens[asked], *clause)
    )
    return (*tokens[:at], *turned, *tokens[at + 1 :])


def mirrored(reads: tuple[Read, ...], game: NormalForm) -> tuple[Read, ...]:
    """The claims about payoffs with the players exchanged."""
    if len(game.players) != 2 or len(set(game.actions)) != 1:
        return ()
    return tuple(
        replace(read, claim=_mirror(read.claim), others=())
        for read in reads
        if isinstance(read.claim, Payoff)
    )


def _mirror(claim: Payoff) -> Payoff:
    moves = tuple(PlayerAction(SWAP[m.player], m.action) for m in reversed(claim.moves))
    return replace(claim, player=SWAP[claim.player], moves=moves)
