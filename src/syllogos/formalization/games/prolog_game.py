"""Games given as Prolog programs or typed facts: moves at once or in turn, any number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Literal

from syllogos import plugins
from syllogos.contract import (
    INSTEAD,
    Attempt,
    Decision,
    Event,
    Game,
    Log,
    Menu,
    OnInvalid,
    Outcome,
    Review,
    Seat,
    Trace,
)
from syllogos.counts import check_counts
from syllogos.errors import InputError
from syllogos.formalization.facts import GameFacts, is_facts, parse_facts
from syllogos.formalization.now import played
from syllogos.gametheory.extensive import End, History, Node, Payoffs, Tree, at, ends
from syllogos.gametheory.files import print_game
from syllogos.gametheory.payoff_table import PayoffTable, plays_table
from syllogos.repeated.games.normal_form import Described, Played
from syllogos.text.source import Source

MOST_TOLD = 64
"""Plays whose payoffs are told in words; a larger game is told move by move."""


@dataclass(frozen=True)
class GameOpened:
    """The game as announced to everyone: players, rounds, and what each play pays."""

    recorded_as: ClassVar = "Opened"
    players: tuple[str, ...]
    rounds: int
    plays: tuple[tuple[History, Payoffs], ...]

    def __str__(self) -> str:
        return f"{', '.join(self.players)}: {self.rounds} round(s), {len(self.plays)} plays"


@dataclass(frozen=True)
class Chosen:
    """What the movers of a stage chose."""

    round: int
    movers: tuple[int, ...]
    actions: tuple[str, ...]

    def __str__(self) -> str:
        pairs = zip(self.movers, self.actions, strict=True)
        return f"round {self.round}: {', '.join(f'player {m + 1} chose {a}' for m, a in pairs)}"


@dataclass(frozen=True)
class Missing:
    """A seat gave no legal move; ``rule`` says what stood in: forced, abstain or forfeit."""

    round: int
    seat: Seat
    rule: OnInvalid

    def __str__(self) -> str:
        return f"round {self.round}: seat {self.seat} gave no legal move: {INSTEAD[self.rule]}"


@dataclass(frozen=True)
class Over:
    """The end of a round and what each player got; nothing where the round is void."""

    round: int
    payoffs: Payoffs

    def __str__(self) -> str:
        return f"round {self.round}: {', '.join(map(str, self.payoffs)) or 'void'}"


@dataclass(frozen=True)
class TreePosition:
    """The events so far, the rounds played, the history of this one, and whether all is over.

    ``inner`` is the state of the same game in normal form, which strategies know.
    """

    log: Log
    round: int = 0
    history: History = ()
    end: str = ""
    inner: Any = None


@dataclass(frozen=True)
class TreeGame:
    """A finite tree, played ``rounds`` times; scores are total payoffs.

    ``inner`` is the game in normal form where everybody moves once: its events are told as well,
    so that strategies for repeated games can play.
    """

    tree: Node
    players: tuple[str, ...]
    rounds: int = 1
    attempts: int = 3
    on_invalid: OnInvalid = "forced"
    inner: Game[Any, str] | None = None

    @property
    def seats(self) -> int:
        """One seat per player."""
        return len(self.players)

    def start(self, rng: Random) -> TreePosition:
        """Announce the game."""
        log: Log = (Event(GameOpened(self.players, self.rounds, tuple(ends(self.tree)))),)
        inner = self.inner.start(rng) if self.inner else None
        return TreePosition(log + (inner.log if inner else ()), inner=inner)

    def to_move(self, state: TreePosition) -> frozenset[Seat]:
        """The movers of the node that has been reached."""
        if state.end or state.round >= self.rounds:
            return frozenset()
        return frozenset(map(Seat, self._node(state.history).movers))

    def moves(self, seat: Seat, seen: Log) -> Menu[str]:
        """What the player may do at the node reached; nothing when it is not to move."""
        node = self._node(_history(seen))
        if seat not in node.movers:
            return Menu({})
        return Menu({action: action for action in node.actions[node.movers.index(seat)]})

    def words(self, seat: Seat, seen: Log) -> str:
        """Rules and payoffs, the rounds so far, and what has been chosen in this one."""
        told = _rules(self.tree, self.players, seat, self.rounds)
        begun = 1 + sum(isinstance(e.what, Over) for e in seen)
        if self.rounds > 1:
            told += ["", f"This is round {begun} of {self.rounds}."]
        told += [
            _told(e.what, self.players, seat) for e in seen if isinstance(e.what, Chosen | Missing | Over)
        ]
        return "\n".join(told)

    def step(self, state: TreePosition, turn: Mapping[Seat, Trace[str]], rng: Random) -> TreePosition:
        """Play a stage; missing moves are dealt with as ``on_invalid`` says."""
        number, node = state.round + 1, self._node(state.history)
        missing = [seat for seat, trace in sorted(turn.items()) if trace.move is None]
        log = state.log + tuple(Event(Missing(number, seat, self.on_invalid)) for seat in missing)
        if missing and self.on_invalid != "forced":
            end = "forfeit" if self.on_invalid == "forfeit" else ""
            return replace(state, log=(*log, Event(Over(number, ()))), round=number, history=(), end=end)
        joint = tuple(
            _move(turn[Seat(mover)], own, rng) for mover, own in zip(node.movers, node.actions, strict=True)
        )
        log = (*log, Event(Chosen(number, node.movers, joint)))
        history = (*state.history, joint)
        below = at(self.tree, history)
        if isinstance(below, Node):
            return replace(state, log=log, history=history)
        log = (*log, Event(Over(number, below.payoffs)))
        return self._ended(replace(state, log=log, round=number, history=()), history, rng)

    def outcome(self, state: TreePosition) -> Outcome:
        """Total payoffs over the rounds."""
        rows = [e.what.payoffs for e in state.log if isinstance(e.what, Over) and e.what.payoffs]
        totals = {Seat(i): float(sum((row[i] for row in rows), Fraction(0))) for i in range(self.seats)}
        return Outcome(state.end or "rounds played", totals)

    def _node(self, history: History) -> Node:
        node = at(self.tree, history)
        assert isinstance(node, Node), "a history of a running game leads to a node"
        return node

    def _ended(self, state: TreePosition, history: History, rng: Random) -> TreePosition:
        """Tell the round as a profile too, where everybody moves once."""
        if self.inner is None:
            return state
        chosen: dict[Seat, Trace[str]] = {}
        for depth, joint in enumerate(history):
            for mover, action in zip(self._node(history[:depth]).movers, joint, strict=True):
                chosen[Seat(mover)] = Trace((Attempt(Decision(action), Review()),))
        inner = self.inner.step(state.inner, chosen, rng)
        return replace(state, log=state.log + inner.log[len(state.inner.log) :], inner=inner)


def make(
    program: str | Source = "",
    rounds: int = 1,
    attempts: int = 3,
    on_invalid: OnInvalid = "forced",
    default_move: str = "",
    isolation: Literal["sealed", "guarded"] = "sealed",
    strict: bool = False,
) -> Game[Any, str]:
    """A game from a Prolog program (``.pl``) or typed facts (``.json``).

    A program is played out once, in a sealed worker, into a finite tree; facts need no Prolog.
    Where all move at once and once, it is the same game as ``normal_form`` with these payoffs.

    Raises:
        InputError: no game, with the file and the place; or programs cannot be sealed here.
    """
    if not program:
        raise InputError("give a program: a .pl file, or a .json file of facts")
    check_counts(rounds, attempts)
    source = program if isinstance(program, Source) else Source("program", program)
    tree, players, facts = _read(source, isolation, strict)
    inner = None
    if facts:
        default = default_move or facts.default
        everyone = all(default in own for own in facts.form.actions)
        settings: dict[str, object] = {"rounds": rounds, "attempts": attempts, "on_invalid": on_invalid}
        settings |= {"default_move": default} if default and (everyone or default_move) else {}
        inner = plugins.build(
            "games", "normal_form", {"payoffs": Source(source.name, print_game(facts.form)), **settings}
        )
        if not facts.sequential:
            return inner  # type: ignore[no-any-return]
    if not isinstance(tree, Node):
        raise InputError(f"{source.name}: nobody ever moves")
    return TreeGame(tree, players, rounds, attempts, on_invalid, inner)


make.example = {  # type: ignore[attr-defined]
    "program": '{"players": ["Mira", "Jon"], "roles": ["proposer", "responder"], "order": "sequential", '
    '"actions": [["even", "uneven"], ["accept", "reject"]], '
    '"payoffs": {"even,accept": [5, 5], "even,reject": [0, 0], '
    '"uneven,accept": [8, 2], "uneven,reject": [0, 0]}}',
    "rounds": 2,
}


def _read(
    source: Source, isolation: Literal["sealed", "guarded"], strict: bool
) -> tuple[Tree, tuple[str, ...], GameFacts | None]:
    if source.text.lstrip().startswith("{"):
        facts = parse_facts(source.text, source.name)
        return facts.tree, facts.form.players, facts
    found = played(source, isolation, strict=strict)
    assert found.tree is not None, "an invalid program raises"
    return found.tree, found.players, found.facts


def _move(trace: Trace[str], own: tuple[str, ...], rng: Random) -> str:
    return trace.move if trace.move is not None else rng.choice(own)


def _history(seen: Log) -> History:
    """The choices of the current round."""
    history: History = ()
    for event in seen:
        if isinstance(event.what, Over):
            history = ()
        elif isinstance(event.what, Chosen):
            history = (*history, event.what.actions)
    return history


def _rules(tree: Node, players: tuple[str, ...], me: int, rounds: int) -> list[str]:
    plays = list(ends(tree))
    how = "" if rounds == 1 else f" It is played {rounds} times, and your payoffs add up."
    lines = [f"You are {players[me]}, one of {len(players)} players.{how}", ""]
    if len(plays) > MOST_TOLD:
        return [*lines, f"There are {len(plays)} ways to play; every choice is seen before the next one."]
    lines.append("Choices in their order, and what they pay:")
    for history, payoffs in plays:
        steps, here = [], tree
        for joint in history:
            pairs = zip(here.movers, joint, strict=True)
            steps.append(" and ".join(f"{_who(players, m, me)} chooses {a}" for m, a in pairs))
            below = here.then[joint]
            here = here if isinstance(below, End) else below
        got = ", ".join(f"{_who(players, i, me)} gets {pay}" for i, pay in enumerate(payoffs))
        lines.append(f"- {', then '.join(steps)}: {got}")
    return lines


def _who(players: tuple[str, ...], player: int, me: int) -> str:
    return f"{players[player]} (you)" if player == me else players[player]


def _told(what: Chosen | Missing | Over, players: tuple[str, ...], me: int) -> str:
    match what:
        case Chosen():
            pairs = zip(what.movers, what.actions, strict=True)
            return (
                f"Round {what.round}: "
                + ", ".join(f"{_who(players, m, me)} chose {a}" for m, a in pairs)
                + "."
            )
        case Missing():
            return f"Round {what.round}: {_who(players, what.seat, me)} gave no legal move ({what.rule})."
        case Over():
            got = ", ".join(f"{_who(players, i, me)} got {pay}" for i, pay in enumerate(what.payoffs))
            return f"Round {what.round} is over: {got or 'nobody gets anything'}."


def of_file(source: Source, config: dict[str, object]) -> tuple[str, dict[str, object]] | None:
    """The game plugin and configuration for a file of a formal game; None where it is none.

    Where all move at once it is a game in normal form, so that everybody who plays those plays it.
    """
    if not source.name.endswith(".pl") and not is_facts(source.text):
        return None
    settings: Any = {key: value for key, value in config.items() if key in ("isolation", "strict")}
    facts = (
        parse_facts(source.text, source.name) if is_facts(source.text) else played(source, **settings).facts
    )
    if facts is None or facts.sequential:
        return "prolog_game", {"program": source, **config}
    default = facts.default if all(facts.default in own for own in facts.form.actions) else ""
    known = {"default_move": default} if default else {}
    rest = {key: value for key, value in config.items() if key not in settings}
    return "normal_form", {"payoffs": Source(source.name, print_game(facts.form)), **known, **rest}


def payoffs(log: Log) -> PayoffTable | None:
    """What a played game pays, for reports and replays; None where it was not announced."""
    game = next((event.what for event in log if isinstance(event.what, GameOpened)), None)
    return plays_table(game.plays, game.players) if game else None


make.events = (Described, GameOpened, Chosen, Missing, Played, Over)  # type: ignore[attr-defined]
make.payoff_table = payoffs  # type: ignore[attr-defined]
make.of_file = of_file  # type: ignore[attr-defined]  # how the file of a game is recognised by its name
