"""The original system's two filters, for comparison with it (LELMA, section 3.3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.check import CheckedClaim, CheckedText, judge
from syllogos.payoffs.claim_json import parse_claim, plain
from syllogos.payoffs.claims import Claim, Reading, text_status
from syllogos.payoffs.narrate import correction
from syllogos.payoffs.solvers.claims import evaluate, label
from syllogos.verdict import Status

ACTIONS = ("action", "other")


def judge_as_original(reading: Reading, game: NormalForm, me: int = 0) -> CheckedText:
    """Decide a reading as the original does.

    What could not be read is discarded, so such a text can still pass; an action that the game
    does not have becomes a variable, so that a claim holds if some action makes it true.
    """
    judged = judge(Reading(reading.found), game, me)
    kept = [c for c in (_relaxed(claim, game, me) for claim in judged.claims) if c]
    return CheckedText(tuple(kept), text_status([c.verdict for c in kept]), game, me)


def _relaxed(checked: CheckedClaim, game: NormalForm, me: int) -> CheckedClaim | None:
    """An ill-posed claim with its strange actions free; None when it stays ill-posed."""
    if checked.verdict != "ILL_POSED" or checked.claim is None:
        return checked
    ways = list(_ways(checked.claim, game))
    tried = [
        verdict for claim in ways if (verdict := evaluate(claim, game, me)).status is not Status.REJECTED
    ]
    if not tried:
        return None
    holds = [verdict for verdict in tried if verdict.status is Status.TRUE]
    verdict = (holds or tried)[0]
    return replace(checked, judged=verdict, verdict=label(verdict), correction=correction(verdict))


def _ways(claim: Claim, game: NormalForm) -> Iterator[Claim]:
    """The claim with each strange action replaced by each action of the game."""
    data = plain(claim)
    known = {a for own in game.actions for a in own}
    strange = sorted({name for name in _names(data) if name not in known})
    actions = list(dict.fromkeys(a for own in game.actions for a in own))
    for chosen in product(actions, repeat=len(strange)):
        yield parse_claim(json.dumps(_replaced(data, dict(zip(strange, chosen, strict=True)))))


def _names(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ACTIONS and isinstance(value, str):
                yield value
            else:
                yield from _names(value)
    elif isinstance(data, list):
        for item in data:
            yield from _names(item)


def _replaced(data: Any, new: dict[str, str]) -> Any:
    if isinstance(data, dict):
        return {
            k: new.get(v, v) if k in ACTIONS and isinstance(v, str) else _replaced(v, new)
            for k, v in data.items()
        }
    return [_replaced(item, new) for item in data] if isinstance(data, list) else data
