"""Making a game of a description: by rules, by hand, or as a match of the loop with a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, get_args

from syllogos.contract import Fault, Model, Seat
from syllogos.engines.solver_plan import SolverPlan
from syllogos.errors import InputError, unknown
from syllogos.formalization import reader as game_rules
from syllogos.formalization.by_model import Target, facts_in
from syllogos.formalization.facts import GameFacts, facts_of, is_facts, parse_facts, print_facts
from syllogos.formalization.judges.formalization import Feedback
from syllogos.formalization.now import checked
from syllogos.formalization.page import Formal
from syllogos.formalization.program import Validation, Wanted, validate_facts
from syllogos.formalization.situation import print_situation
from syllogos.formalization.task import GameTask, parse_task
from syllogos.formalization.tree import STEPS
from syllogos.gametheory.files import form_of
from syllogos.gametheory.normal_form import NormalForm
from syllogos.match.engine import play_match
from syllogos.match.match import Match, SeatPlan
from syllogos.match.record import Record, record_from_json
from syllogos.models.client.spec import parse
from syllogos.store.store import memory_store
from syllogos.text.arguments import check_argument
from syllogos.text.source import Source

ProgramIsolation = Literal["sealed", "guarded"]
REFINEMENT = ("feedback", "attempts", "patience", "say")
"""What :func:`formalize` hands on to :func:`by_model`."""
PayoffSource = GameFacts | NormalForm | Mapping[str, object] | str | Source | None
"""A game as it is named anywhere, or None when its payoffs are not known."""


def formalize(
    description: str | Source,
    author: str | Source = "rules",
    model: str | Mapping[str, object] | Model | None = None,
    *,
    target: str = "facts",
    payoffs: PayoffSource = None,
    game_class: str = "",
    isolation: str = "sealed",
    strict: bool = False,
    steps: int = STEPS,
    **refinement: Any,
) -> Formal:
    """Make a game of a description and validate it.

    Args:
        description: the text, or a page (``.md``) with the expected game.
        author: ``"rules"``, ``"model"``, ``"both"`` (rules first), or the text of a game by hand.
        model: the model that writes, ``"provider/name"``.
        target: ``"facts"`` (typed) or ``"full"`` (a whole program).
        payoffs: what the game should pay, as a game is named anywhere.
        game_class: the class it should have: pd hd sh bs mp ...
        isolation: ``"sealed"``, or ``"guarded"`` where a machine cannot seal.
        strict: tolerate and complete nothing in a program.
        steps: inferences that a program may take; what is valid with many may not be with few.
        refinement: ``feedback attempts patience say`` of :func:`by_model`.

    Raises:
        SyllogosError: an unknown name, no description, a model or worker that cannot be used.

    >>> made = formalize("Two cooks choose salt or herbs. If their choices match, the older cook wins 1 "
    ...     "point and the younger cook loses 1 point. If their choices differ, the younger cook wins 1 "
    ...     "point and the older cook loses 1 point.", game_class="mp")
    >>> made.status, made.analysis.name
    ('VALID', 'matching pennies')
    """
    check_argument("description", description, str, Source)
    check_argument("author", author, str, Source)
    check_argument("game_class", game_class, str)
    check_argument("strict", strict, bool)
    check_argument("steps", steps, int, least=1)
    check_argument("payoffs", payoffs, str, Source, Mapping, GameFacts, NormalForm, type(None))
    for name in refinement:
        if name not in REFINEMENT:
            raise unknown("setting", name, REFINEMENT)
    check_argument("patience", refinement.get("patience"), float, type(None), least=0)
    source = description if isinstance(description, Source) else Source("description", description)
    task, wanted = task_of(source, _target(payoffs), game_class)
    confined = _one("isolation", isolation, get_args(ProgramIsolation))
    settings = {"isolation": confined, "strict": strict, "steps": steps}
    return _by(
        author, model, task, wanted, _one("target", target, get_args(Target)), {**settings, **refinement}
    )


def _by(
    author: str | Source,
    model: str | Mapping[str, object] | Model | None,
    task: GameTask,
    wanted: Wanted,
    target: Target,
    settings: Mapping[str, Any],
) -> Formal:
    _one("feedback", settings.get("feedback", "semantic"), get_args(Feedback))
    isolation: ProgramIsolation = settings["isolation"]
    steps: int = settings["steps"]
    if isinstance(author, Source):
        return by_hand(task, author, wanted, isolation, strict=settings["strict"], steps=steps)
    if author == "rules":
        return by_rules(task, wanted, target, isolation, steps)
    who = _one("author", author, ("rules", "model", "both"))
    if model is None:
        raise InputError(f"the author {author!r} needs a model: --model provider/name")
    return by_model(task, wanted, target, model, author=who, **settings)


def _one(what: str, value: str, values: tuple[str, ...]) -> Any:
    if value not in values:
        raise unknown(what, value, values)
    return value


def _target(payoffs: PayoffSource) -> GameFacts | None:
    match payoffs:
        case None | GameFacts():
            return payoffs
        case NormalForm():
            return facts_of(payoffs)
        case Source() if is_facts(payoffs.text):
            return parse_facts(payoffs.text, payoffs.name)
    return facts_of(form_of(payoffs))


def by_rules(
    task: GameTask, wanted: Wanted, target: Target, isolation: ProgramIsolation, steps: int = STEPS
) -> Formal:
    """The game that the rules read in a description, or why they read none."""
    read = game_rules.read(task.description)
    if read.facts is None:
        status = read.verdict.upper().replace(" ", "_")
        return Formal(
            task.name, task.description, status, author="rules", reason=read.reason, sentence=read.sentence
        )
    text = print_facts(read.facts) if target == "facts" else print_situation(read.facts)
    wanted = Wanted(wanted.target, wanted.game_class)
    found = _validated(text, target, wanted, isolation, strict=False, steps=steps)
    return _formal(task, text, target, "rules", 1, found)


def by_hand(
    task: GameTask,
    program: Source,
    wanted: Wanted,
    isolation: ProgramIsolation,
    *,
    strict: bool = False,
    steps: int = STEPS,
) -> Formal:
    """The game that somebody wrote: a ``.pl`` program, or facts in ``.json``."""
    by_name: dict[str, Target] = {".json": "facts", ".pl": "full"}
    start: Target = "facts" if program.text.lstrip().startswith("{") else "full"
    target = next((kind for suffix, kind in by_name.items() if program.name.endswith(suffix)), start)
    if target == "facts" and not is_facts(program.text):
        parse_facts(program.text, program.name)
    found = _validated(program.text, target, wanted, isolation, strict=strict, steps=steps, name=program.name)
    return _formal(task, program.text, target, program.name, 1, found)


def by_model(
    task: GameTask,
    wanted: Wanted,
    target: Target,
    model: str | Mapping[str, object] | Model,
    *,
    author: Literal["model", "both"] = "model",
    feedback: Feedback = "semantic",
    strict: bool = False,
    isolation: ProgramIsolation = "sealed",
    steps: int = STEPS,
    attempts: int = 5,
    patience: float | None = None,
    say: Callable[[str], None] = lambda _text: None,
) -> Formal:
    """The game that a model makes of a description, mended by what the referee finds.

    It is one match of the loop: the seat is the agent ``formalizer``, the referee ``formalization``.

    Raises:
        SyllogosError: the model cannot be used, or the match crashed.
    """
    config: dict[str, object] = {"task": Source(task.name, task.description), "target": target}
    config |= {"attempts": attempts, "game_class": wanted.game_class}
    if wanted.target:
        config["payoffs"] = Source("expected.json", print_facts(wanted.target))
    seat = SeatPlan("formalizer", {"author": author}, {"main": parse(model)})
    referee = SeatPlan("formalization", {"feedback": feedback, "strict": strict})
    solvers = {"swipl": SolverPlan("swipl", {"isolation": isolation}, steps)}
    match = Match(
        "formalization", config, (seat,), 0, referees=(referee,), solvers=solvers, condition="formalize"
    )
    match.check()
    store = memory_store()
    try:
        play_match(match, store, patience=patience, say=say)
        record = record_from_json(store.record(match.key))
    finally:
        store.close()
    return _from_record(task, record, wanted, target, isolation, strict=strict, steps=steps)


def _from_record(
    task: GameTask,
    record: Record,
    wanted: Wanted,
    target: Target,
    isolation: ProgramIsolation,
    *,
    strict: bool,
    steps: int,
) -> Formal:
    trace = record.turns[0][Seat(0)]
    attempts = trace.attempts
    faults = [a.review.fault.say for a in attempts if a.review.fault]
    mended = tuple(" ".join(say.split()) for say in faults[: len(attempts) - 1])
    move = trace.last.decision.move
    text = move if isinstance(move, str) else ""
    # What a model wrote is never an input that a person has to mend: it is no game, and its fault says why.
    if not text or (target == "facts" and isinstance(facts_in(text), Fault)):
        reason = faults[-1] if faults else "no game"
        return Formal(
            task.name,
            task.description,
            "INVALID",
            "",
            target,
            "model",
            len(attempts),
            None,
            reason,
            "",
            mended,
        )
    found = _validated(text, target, wanted, isolation, strict=strict, steps=steps)
    made = _formal(task, text, target, "model", len(attempts), found, mended)
    # What the referee refused stays refused, also where a clock did and now would not.
    return (
        replace(made, status="INVALID", reason=faults[-1])
        if trace.last.review.fault and found.valid
        else made
    )


def _validated(
    text: str,
    target: Target,
    wanted: Wanted,
    isolation: ProgramIsolation,
    *,
    strict: bool,
    steps: int,
    name: str = "program",
) -> Validation:
    if target == "full":
        return checked(Source(name, text), wanted, isolation, strict=strict, steps=steps)
    facts = facts_in(text)
    if isinstance(facts, GameFacts):
        return validate_facts(facts, wanted)
    raise InputError(f"{name}: {facts.say}")


def _formal(
    task: GameTask,
    text: str,
    target: Target,
    author: str,
    attempts: int,
    found: Validation,
    history: tuple[str, ...] = (),
) -> Formal:
    status = "VALID" if found.valid else "INVALID"
    shown = print_facts(found.facts) if target == "facts" and found.facts else text
    if target == "full" and found.program:
        shown = found.program.text
    return Formal(
        task.name, task.description, status, shown, target, author, attempts, found, history=history
    )  # fmt: skip


def task_of(source: Source, payoffs: GameFacts | None, game_class: str) -> tuple[GameTask, Wanted]:
    """The task in a text, with what is known of its game; what is given counts over what the page says.

    Raises:
        InputError: no description, or an unknown class.
    """
    task = parse_task(source)
    wanted = Wanted(payoffs or task.target, game_class or task.game_class, named=True)
    return task, wanted
