"""Checking a text against a game by its name: the rules need no more than what is imported here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, get_args

from syllogos.errors import InputError, unknown
from syllogos.gametheory.catalog import GAMES
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import reader as claims_rules
from syllogos.payoffs.check import CheckedText, judge, merged
from syllogos.payoffs.claims import Reading
from syllogos.text.arguments import check_argument

if TYPE_CHECKING:
    from syllogos.contract import Model
    from syllogos.store.store import Store

Translator = Literal["rules", "model", "both"]


def check(
    text: str,
    game: str | NormalForm | Mapping[str, object],
    translator: str = "rules",
    model: str | Mapping[str, object] | Model | None = None,
    *,
    player: int = 1,
    patience: float | None = None,
    original: bool = False,
    store: Store | None = None,
) -> CheckedText:
    """Check what ``text`` claims about the payoffs of ``game``.

    Args:
        text: what somebody wrote.
        game: a name (``"pd"``), a ``.json`` file, a table of payoffs, or a ``NormalForm``.
        translator: ``"rules"`` (no model), ``"model"``, or ``"both"`` (rules first).
        model: the model that translates, ``"provider/name"``.
        player: which player says "I", counted from 1.
        patience: seconds to wait for a model that does not answer; left out, 5 while it is away, and
            as long as it takes (the setting ``timeout``) while it is there.
        original: judge with the original system's two filters, for comparison.
        store: keeps what the model said, so that the same check asks it once.

    Raises:
        SyllogosError: an unknown game, translator or player, or a model that cannot be used.

    >>> checked = check("If I defect and they cooperate, I get 4.", "pd")
    >>> checked.status, checked.claims[0].correction
    ('REFUTED', 'If you choose defect and they choose cooperate, you get 5.')
    """
    check_argument("text", text, str)
    check_argument("translator", translator, str)
    check_argument("player", player, int)
    check_argument("patience", patience, float, type(None), least=0)
    form = _form(game)
    if not 1 <= player <= len(form.players):
        raise InputError(f"player {player} is not in this game: it has players 1 to {len(form.players)}")
    if translator not in get_args(Translator):
        raise unknown("translator", translator, get_args(Translator))
    if translator != "rules" and model is None:
        raise InputError(f"the translator {translator!r} needs a model: --model provider/name")
    rules = Reading() if translator == "model" else claims_rules.read(text, form, player - 1)
    reading = rules
    if model is not None and (translator == "model" or (translator == "both" and rules.unread)):
        from syllogos.payoffs.asking import translated  # noqa: PLC0415 (first use)

        said = translated(text, form, player - 1, model, patience=patience, store=store)
        reading = said if translator == "model" else merged(rules, said)
    if not original:
        return judge(reading, form, player - 1)
    from syllogos.payoffs.original import judge_as_original  # noqa: PLC0415 (first use)

    return judge_as_original(reading, form, player - 1)


def _form(game: str | NormalForm | Mapping[str, object]) -> NormalForm:
    """The game; one of the literature is there without looking at plugins and files."""
    if isinstance(game, NormalForm):
        return game
    check_argument("game", game, str, Mapping)
    if isinstance(game, str) and game in GAMES:
        return GAMES[game]
    from syllogos.experiment.naming import normal_form_named  # noqa: PLC0415 (first use)

    return normal_form_named(game)
