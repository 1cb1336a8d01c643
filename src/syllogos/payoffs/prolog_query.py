"""A finite game as facts for the claims library of the Prolog engine."""

from __future__ import annotations

from fractions import Fraction

from syllogos.engines.prolog.terms import Atom, Items, Struct, Term, show
from syllogos.engines.prolog.wire import PrologQuery
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.claim_prolog import print_claim
from syllogos.payoffs.claims import Claim


def claim_query(claim: Claim, game: NormalForm, me: int = 0) -> PrologQuery:
    """The query that decides ``claim``, made by player ``me``, of ``game`` (LELMA, section 3.3).

    ``TRUE`` and ``FALSE`` mean what they say; an ill-posed claim ends in an error (``REJECTED``).
    """
    return PrologQuery(print_claim(claim), host=game_facts(game, me), libraries=("claims",), answers=1)


def game_facts(game: NormalForm, me: int) -> str:
    """Facts ``seat/2``, ``me/1``, ``may/2`` and ``cell/2``; players are numbered from 0."""
    facts = [_fact("seat", Fraction(i), Atom(name)) for i, name in enumerate(game.players)]
    facts.append(_fact("me", Fraction(me)))
    facts += [_fact("may", Fraction(i), Atom(action)) for i, own in enumerate(game.actions) for action in own]
    facts += [
        _fact("cell", Items(tuple(map(Atom, profile))), Items(tuple(game.payoffs[profile])))
        for profile in game.profiles
    ]
    return "\n".join(facts)


def _fact(name: str, *args: Term) -> str:
    return f"{show(Struct(name, args))}."
