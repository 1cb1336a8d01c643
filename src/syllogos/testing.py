"""Checks for games, agents, solvers and models, ours and anybody's.

Each check takes the plugin (a name, ``path.py:Name`` or the object itself), uses it as the
engine would, and raises ``AssertionError`` that says what the contract asks.

    from syllogos.testing import check_game
    check_game("my_game.py:make", rounds=3)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from random import Random
from typing import TYPE_CHECKING, Any, get_args

from syllogos import plugins
from syllogos.contract import (
    Attempt,
    Decision,
    Embedding,
    Fault,
    Finish,
    Game,
    Log,
    Menu,
    Message,
    Model,
    Reply,
    Review,
    Sampling,
    Schema,
    Seat,
    Solver,
    Trace,
    View,
    seen_by,
)
from syllogos.engines.solver_plan import ask_again, close
from syllogos.experiment.experiment import single
from syllogos.experiment.naming import game_named
from syllogos.match.engine import play_match, run_now
from syllogos.match.record import event_to_json
from syllogos.models.client.spec import open_embedding, open_model, parse, parse_embedding
from syllogos.store.store import memory_store
from syllogos.text.plain import canonical, plain
from syllogos.text.replies import read_object
from syllogos.verdict import Status, Verdict

if TYPE_CHECKING:
    from syllogos.contract import Vectors

MOST_STEPS = 10_000
MISSING = 0.1
"""Share of turns at which a seat gives no move, so that the game's own rule is met."""

TEXTS = ("A cat sat on the mat.", "Stocks fell on Monday.", "a", "", "Zwölf Boxkämpfer jagen Viktor.")

Propose = Callable[[View[Any], Random], Any]
SecretTexts = Mapping[str, Iterable[int]]
"""Texts -> the seats that may see them."""


def check_game(
    game: str | object,
    *,
    games: int = 20,
    propose: Propose | None = None,
    secrets: SecretTexts | Callable[[Any], SecretTexts] | None = None,
    **config: object,
) -> None:
    """Play random games and hold each of them to the contract.

    Args:
        game: the plugin.
        games: how many random games.
        propose: gives a move for a view; needed when the game asks for a form.
        secrets: texts -> the seats that may see them, or a function of a state that gives them (what
            was dealt is not known before); no other seat's prompt, menu or log may contain them.
        config: the game's settings.
    """
    for seed in range(games):
        built: Game[Any, Any] = plugins.build("games", *game_named(game, config))
        known = secrets if callable(secrets) else lambda _state, held=secrets or {}: held
        logs = [_walk(built, Random(seed), propose or _any_option, known) for _ in range(2)]
        first, second = (canonical([event_to_json(e) for e in log]) for log in logs)
        _hold(first == second, f"seed {seed}: the same seed and moves gave two different logs")


def check_agent(
    agent: str | object,
    game: str | object = "pd",
    *,
    models: Sequence[str] = (),
    settings: Mapping[str, object] | None = None,
    **config: object,
) -> None:
    """Seat the agent everywhere in ``game``, with good, bad and silent models.

    ``settings`` configure the agent, ``config`` the game.  Every game must finish, equal seeds
    must give equal records, and a replay of the journal must give the same record without a
    single new call.
    """
    roles = plugins.find("agents", agent).embeddings(settings or {})
    vectors = dict.fromkeys(roles, "hashed")
    names = models or [f"scripted/{n}" for n in ("first", "random", "prose", "empty", "refuse", "cutoff")]
    seats = plugins.build("games", *game_named(game, config)).seats
    for model in names:
        for seed in range(3):
            match = single(
                game,
                [agent] * seats,
                [model],
                seed=seed,
                config=config,
                settings=settings,
                embeddings=vectors,
            )
            store, other = memory_store(), memory_store()
            play_match(match, store, patience=1.0)
            calls, record = store.spent().calls, store.record(match.key)
            store.reopen(match.key)
            play_match(match, store, patience=1.0)
            _hold(store.spent().calls == calls, f"{model}: a replayed game made new calls")
            _hold(store.record(match.key) == record, f"{model}: a replayed game has another record")
            play_match(match, other, patience=1.0)
            _hold(other.record(match.key) == record, f"{model}: equal seeds gave different records")


def check_solver(
    solver: str | object, queries: Iterable[object], *, steps: int = 1_000_000, **settings: object
) -> None:
    """Ask each query twice, and once with hardly any steps, and hold the verdicts to the contract.

    ``settings`` configure the solver.  A verdict that says it is not stable need not repeat, but an
    ``again`` must give it back as it was.
    """
    run_now(_asked(plugins.build("solvers", solver, settings), queries, steps))


def check_model(model: str | object) -> None:
    """Ask for free text, for a choice by JSON schema, and hold the replies to the contract."""
    built: Model = open_model(parse(model)) if isinstance(model, str) else model  # type: ignore[assignment]
    sampling = Sampling(temperature=0.0, max_tokens=64, seed=1)
    talk = [Message("system", "You answer briefly."), Message("user", "Choose red or blue.")]
    enum = {"type": "string", "enum": ["red", "blue"]}
    schema = {
        "type": "object", "properties": {"move": enum}, "required": ["move"], "additionalProperties": False,
    }  # fmt: skip
    for wanted in (None, schema):
        reply: object = run_now(_ask(built, talk, sampling, wanted))
        _hold(
            isinstance(reply, Reply | Fault), f"complete returned {type(reply).__name__}, not Reply or Fault"
        )
        if isinstance(reply, Reply):
            _hold(bool(reply.text.strip()), 'an empty reply must be Fault("empty", ...)')
            _hold(min(reply.tokens_in or 0, reply.tokens_out or 0) >= 0, "token counts are never negative")
            _hold(
                reply.finish in (None, *get_args(Finish)),
                f"finish is {reply.finish!r}, no word of the contract",
            )
            if wanted:
                said = read_object(reply.text, ["move"]) or {}
                _hold(said.get("move") in ("red", "blue"), f"the reply {reply.text!r} breaks the JSON schema")


async def _asked(engine: Solver[Any, Any], queries: Iterable[object], steps: int) -> None:
    try:
        for query in queries:
            once, twice = [await engine.ask(query, steps=steps) for _ in range(2)]
            for verdict in (once, twice, await engine.ask(query, steps=1)):
                _verdict(verdict, query)
            if once.stable and twice.stable:
                _hold(plain(once) == plain(twice), f"{query!r}: asked twice, answered differently")
            again = await ask_again(engine, query, steps=steps, held=plain(once))
            _hold(plain(again) == plain(once), f"{query!r}: asked again as journalled, answered differently")
    finally:
        await close(engine)


def check_embedding(embedding: str | object, texts: Sequence[str] = TEXTS) -> None:
    """Embed ``texts`` and hold the vectors to the contract: shape, length, order, equal texts, no texts."""
    from syllogos.match.vectors import faulty  # noqa: PLC0415 (NumPy is loaded by the first embedding)

    named = isinstance(embedding, str)
    built: Embedding = open_embedding(parse_embedding(embedding)) if named else embedding  # type: ignore[assignment, arg-type]
    back, twice = list(reversed(texts)), [*texts, *texts]
    first, again, turned, doubled, none = run_now(_embedded(built, [texts, texts, back, twice, []]))
    for vectors, count in ((first, len(texts)), (doubled, 2 * len(texts)), (none, 0)):
        wrong = faulty(vectors, count)
        _hold(not wrong, f"embed: {wrong}")
    _hold(_same(first, again), "the same texts, embedded twice, have different vectors")
    _hold(_same(turned[::-1], first), "the vectors are not in the order of the texts")
    _hold(_same(doubled[: len(texts)], doubled[len(texts) :]), "equal texts have different vectors")
    alike = abs(first @ first.T) > 1 - 1e-6
    _hold(int(alike.sum()) == len(set(texts)), "different texts have one vector")


def _same(one: Vectors, two: Vectors) -> bool:
    """Whether vectors are equal; what is worked on at once may change how sums are rounded."""
    return one.shape == two.shape and bool((abs(one - two) < 1e-5).all())


async def _embedded(embedding: Embedding, asked: Sequence[Sequence[str]]) -> list[Vectors]:
    try:
        return [await embedding.embed(texts) for texts in asked]
    finally:
        if close := getattr(embedding, "aclose", None):
            await close()


async def _ask(
    model: Model, talk: Sequence[Message], sampling: Sampling, schema: Schema | None
) -> Reply | Fault:
    try:
        return await model.complete(talk, sampling=sampling, schema=schema)
    finally:
        if close := getattr(model, "aclose", None):
            await close()


def _walk(game: Game[Any, Any], rng: Random, propose: Propose, secrets: Callable[[Any], SecretTexts]) -> Log:
    """One random game; the contract is checked at every state."""
    state = game.start(rng)
    for _ in range(MOST_STEPS):
        hidden = secrets(state)
        views = [_view(game, Seat(i), state.log, hidden) for i in range(game.seats)]
        moving = game.to_move(state)
        if not moving:
            break
        _hold(all(0 <= seat < game.seats for seat in moving), f"to_move names seats {sorted(moving)}")
        turn = {seat: _trace(views[seat], rng, propose) for seat in moving}
        before, state = state.log, game.step(state, turn, rng)
        _hold(state.log[: len(before)] == before, "step changed the log's past instead of adding to it")
    else:
        raise AssertionError(f"the game did not end within {MOST_STEPS} steps")
    outcome = game.outcome(state)
    _hold(all(0 <= s < game.seats for s in outcome.scores), f"scores name seats {sorted(outcome.scores)}")
    _hold(all(map(isfinite, outcome.scores.values())), f"scores must be finite: {dict(outcome.scores)}")
    return tuple(state.log)


def _view(game: Game[Any, Any], seat: Seat, log: Log, secrets: SecretTexts) -> View[Any]:
    seen = seen_by(seat, log)
    view = View(seat, seen, game.moves(seat, seen), game.words(seat, seen))
    _hold(game.words(seat, seen) == view.text, "words must be a function of seat and seen events")
    labels = list(view.moves.options) if isinstance(view.moves, Menu) else []
    shown = "\n".join([view.text, *labels, *(canonical(event_to_json(e)) for e in seen)])
    for token, allowed in secrets.items():
        _hold(seat in set(allowed) or token not in shown, f"the secret {token!r} reached seat {seat}")
    return view


def _trace(view: View[Any], rng: Random, propose: Propose) -> Trace[Any]:
    if rng.random() < MISSING:
        fault = Fault("unparsable", "planted by the check")
        return Trace((Attempt(Decision(fault), Review(fault)),))
    return Trace((Attempt(Decision(propose(view, rng)), Review()),))


def _any_option(view: View[Any], rng: Random) -> Any:
    _hold(isinstance(view.moves, Menu), "the game asks for a form: give check_game a propose function")
    assert isinstance(view.moves, Menu)
    _hold(bool(view.moves.options), "a seat to move has no option")
    return view.moves.options[rng.choice(list(view.moves.options))]


def _verdict(verdict: object, query: object) -> None:
    _hold(isinstance(verdict, Verdict), f"{query!r}: ask returned {type(verdict).__name__}, not Verdict")
    assert isinstance(verdict, Verdict)
    _hold(bool(verdict.engine), f"{query!r}: the verdict does not name its engine")
    if verdict.status in (Status.UNKNOWN, Status.REJECTED):
        _hold(bool(verdict.reason), f"{query!r}: {verdict.status} without a reason")
    plain(verdict)


def _hold(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)
