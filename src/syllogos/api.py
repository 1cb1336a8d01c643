"""The Python API: what the command line does, as functions of values.

Wherever a name is accepted, so is an object or ``path.py:Name``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from syllogos import plugins
from syllogos.clue.belief import Belief
from syllogos.clue.deals import TableLog
from syllogos.clue.deduction.facts import Mode
from syllogos.clue.log.read import parse_log
from syllogos.clue.solvers import deals
from syllogos.clue.solvers.deals import ShowModel
from syllogos.contract import Embedding, Fault, Message, Model, Reply, Schema
from syllogos.errors import InputError, SyllogosError, unknown
from syllogos.experiment.experiment import begin, read_experiment, single
from syllogos.experiment.naming import normal_form_named
from syllogos.formalization.formalizing import formalize as formalize
from syllogos.gametheory.normal_form import NormalForm
from syllogos.match.alone import desk_alone
from syllogos.match.engine import Run, Settings, play_match, run_now
from syllogos.match.record import Record, record_from_json
from syllogos.metrics.summary import Cell, summary
from syllogos.payoffs import reader as claims_rules
from syllogos.payoffs.by_model import payoff_lines, translate
from syllogos.payoffs.check import CheckedText, judge, merged
from syllogos.payoffs.claims import Reading
from syllogos.payoffs.original import judge_as_original
from syllogos.reporting.build import write_report
from syllogos.reporting.export import Frames, load_frames
from syllogos.reporting.gather import gather
from syllogos.store.store import Store, memory_store, open_store
from syllogos.text.source import Source

Translator = Literal["rules", "model", "both"]


def check(
    text: str,
    game: str | NormalForm | Mapping[str, object],
    translator: str = "rules",
    model: str | Mapping[str, object] | Model | None = None,
    *,
    player: int = 1,
    patience: float = 5.0,
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
        patience: seconds to wait for a model that does not answer.
        original: judge with the original system's two filters, for comparison.
        store: keeps what the model said, so that the same check asks it once.

    Raises:
        SyllogosError: an unknown game, translator or player, or a model that cannot be used.

    >>> checked = check("If I defect and they cooperate, I get 4.", "pd")
    >>> checked.status, checked.claims[0].correction
    ('REFUTED', 'If you choose defect and they choose cooperate, you get 5.')
    """
    form = normal_form_named(game)
    if not 1 <= player <= len(form.players):
        raise InputError(f"player {player} is not in this game: it has players 1 to {len(form.players)}")
    if translator not in get_args(Translator):
        raise unknown("translator", translator, get_args(Translator))
    if translator != "rules" and model is None:
        raise InputError(f"the translator {translator!r} needs a model: --model provider/name")
    alone = _Alone(store, patience)
    decide = judge_as_original if original else judge
    return decide(_reading(text, form, player - 1, translator, model, alone), form, player - 1)


def _reading(
    text: str,
    form: NormalForm,
    me: int,
    translator: str,
    model: str | Mapping[str, object] | Model | None,
    alone: _Alone,
) -> Reading:
    """What the chosen translator makes of a text."""
    rules = Reading() if translator == "model" else claims_rules.read(text, form, me)
    if translator == "rules" or model is None or (translator == "both" and not rules.unread):
        return rules
    said = run_now(_translated(text, form, me, model, alone))
    return said if translator == "model" else merged(rules, said)


@dataclass(frozen=True)
class _Alone:
    """How a model is asked without a match."""

    store: Store | None
    patience: float


async def _translated(
    text: str, form: NormalForm, me: int, model: str | Mapping[str, object] | Model, alone: _Alone
) -> Reading:
    work, patience = ["check", text, payoff_lines(form, me)], alone.patience
    async with desk_alone({"translator": model}, alone.store, work=work, patience=patience) as desk:

        async def ask(messages: Sequence[Message], schema: Schema) -> Reply | Fault:
            return await desk.complete(messages, role="translator", schema=schema)

        return await translate(text, form, me, ask, desk.prompt)


def deduce(
    log: str | TableLog,
    *,
    mode: Mode = "full",
    show_model: ShowModel = "uniform",
) -> Belief:
    """What follows from the log of a game of Clue: exact matrix, probabilities, number of deals.

    Args:
        log: JSON or the text notation (see ``syllogos deduce --help``), or a parsed log.
        mode: ``full`` (complete), or the literal rules ``L0``, ``L1``, ``L2`` for comparison.
        show_model: how a player with several cards to show chooses: ``uniform`` over deals, or
            ``random_card``.

    Raises:
        InputError: the log cannot be read, with the event's number or line.

    >>> log = "me Ada: Plum, Rope, Hall\\nplayers Ada 3, Ben 3, Cleo 3, Dan 3, Eve 3, Fay 3"
    >>> belief = deduce(log)
    >>> belief.matrix["Professor Plum"]["Ada"], len(belief.envelopes) > 0
    ('YES', True)
    """
    found = parse_log(Source("log", log)) if isinstance(log, str) else log
    return deals.deduce(found, mode, show_model)


def play(
    game: str | object,
    agents: Sequence[str | object],
    model: str | Model | Sequence[str | Mapping[str, str] | Model] = (),
    *,
    seed: int = 0,
    patience: float = 5.0,
    solvers: Mapping[str, object] | None = None,
    embeddings: Mapping[str, str | Embedding] | None = None,
    **config: object,
) -> Record:
    """Play one game and return its record; ``record.to_json()`` is its JSON form.

    Args:
        game: ``"pd"``, a plugin, ``"game.json"``, ``"path.py:Name"``, a table of payoffs, or an object.
        agents: one per seat, names or ``make(desk, seat)`` callables.
        model: one for all seats, or one per seat: ``"provider/name"``, a table by role, or an object.
        seed: the seed of all chance in the game.
        patience: seconds to wait for a model that does not answer.
        solvers: solvers by the names that agents ask for: a table ``{"solver": "swipl", "steps": 100_000,
            "wall": 2.0}``, a name, or an object.
        embeddings: by role, ``"hashed"``, ``"use"``, ``"openai/NAME"`` or an object.
        config: settings of the game, such as ``rounds=10``.

    Raises:
        SyllogosError: a wrong name or setting, a model that cannot be used, a crash.

    >>> record = play("pd", ["tit_for_tat", "default_move"], rounds=3)
    >>> record.outcome
    Outcome(end='rounds played', scores={0: 9.0, 1: 9.0})
    """
    models = model if isinstance(model, Sequence) and not isinstance(model, str) else (model,)
    if isinstance(game, Mapping):
        config = {"payoffs": dict(game), **config}
        game = "normal_form"
    match = single(game, agents, models, seed=seed, config=config, solvers=solvers, embeddings=embeddings)
    store = memory_store()
    play_match(match, store, patience=patience)
    held = store.record(match.key)
    store.close()
    return record_from_json(held, plugins.events_of(plugins.find("games", match.game).make))


def run(
    experiment: str | Path,
    out: str | Path,
    *,
    workers: int = 16,
    patience: float = 60.0,
    say: Callable[[str], None] = lambda _text: None,
) -> tuple[Cell, ...]:
    """Run an experiment file in the folder ``out``, or go on with it; return its results by cell.

    Raises:
        SyllogosError: see ``syllogos run``.
    """
    plan = read_experiment(Path(experiment))
    store = open_store(Path(out), create=True)
    try:
        begin(plan, store)
        settings = Settings(workers, patience, plan.limits, cache=plan.cache, say=say)
        ended = run_now(Run(plan.matches, store, settings).go())
        if ended.failed:
            raise SyllogosError(ended.reason)
        if ended.reason:
            say(ended.reason)
        return summary(gather(store).games)
    finally:
        store.close()


def load(folder: str | Path) -> Frames:
    """A run as pandas data frames: ``games seats turns calls verdicts measures`` (see ``docs/frames.md``).

    Raises:
        SyllogosError: there is no run, it is damaged, or pandas is not installed.
    """
    store = open_store(Path(folder))
    try:
        return load_frames(store)
    finally:
        store.close()


def report(folder: str | Path, out: str | Path | None = None) -> Path:
    """Write the report of a run into ``out`` (the run's own folder if left out); the path of its page.

    Raises:
        SyllogosError: there is no run, or it cannot be read or written.
    """
    store = open_store(Path(folder))
    try:
        return write_report(store, Path(out or folder)).html
    finally:
        store.close()
