"""Games in normal form: any number of players and actions, played once or repeatedly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from syllogos.contract import INSTEAD, Event, Fault, Log, Menu, OnInvalid, Outcome, Seat, Trace
from syllogos.counts import check_counts
from syllogos.errors import InputError, under
from syllogos.gametheory.files import form_of
from syllogos.gametheory.normal_form import NormalForm, Profile
from syllogos.gametheory.payoff_table import PayoffTable, payoff_table
from syllogos.text.source import Source


@dataclass(frozen=True)
class Described:
    """The game as announced to everyone: payoffs, number of rounds, the default action."""

    form: NormalForm
    rounds: int
    default: str

    @classmethod
    def from_plain(cls, what: Mapping[str, Any]) -> Described:
        """The event as a record holds it."""
        return cls(NormalForm.from_plain(what["form"]), what["rounds"], what["default"])

    def __str__(self) -> str:
        actions = " / ".join(", ".join(own) for own in self.form.actions)
        return f"{len(self.form.players)} players, {self.rounds} round(s), actions {actions}"


@dataclass(frozen=True)
class Played:
    """A round: the profile chosen and what each player got."""

    round: int
    profile: Profile
    payoffs: tuple[Fraction, ...]

    def __str__(self) -> str:
        return f"round {self.round}: {', '.join(self.profile)} -> {', '.join(map(str, self.payoffs))}"


@dataclass(frozen=True)
class NoAction:
    """A seat gave no legal move; ``rule`` says what stood in: forced, abstain or forfeit."""

    recorded_as: ClassVar = "NoMove"
    round: int
    seat: Seat
    rule: OnInvalid
    fault: str

    def __str__(self) -> str:
        return f"round {self.round}: seat {self.seat} gave no legal move ({self.fault}): {INSTEAD[self.rule]}"


@dataclass(frozen=True)
class Position:
    """The events so far, the rounds begun, and whether the game is over."""

    log: Log
    round: int = 0
    end: str = ""


@dataclass(frozen=True)
class NormalFormGame:
    """All players move at once, ``rounds`` times; scores are total payoffs.

    ``on_invalid``: without a legal move a seat's action is drawn at random (``forced``), the
    round is void and pays nobody (``abstain``), or the game ends there (``forfeit``).
    """

    form: NormalForm
    rounds: int = 1
    attempts: int = 3
    on_invalid: OnInvalid = "forced"
    default: str = ""

    @property
    def seats(self) -> int:
        """One seat per player."""
        return len(self.form.players)

    def most_turns(self, seat: int) -> int:
        """One a round."""
        return self.rounds

    def start(self, rng: Random) -> Position:
        """Announce the game."""
        default = self.default or self.form.actions[0][0]
        return Position((Event(Described(self.form, self.rounds, default)),))

    def to_move(self, state: Position) -> frozenset[Seat]:
        """Everyone, until the rounds are played."""
        over = state.end or state.round >= self.rounds
        return frozenset() if over else frozenset(map(Seat, range(self.seats)))

    def moves(self, seat: Seat, seen: Log) -> Menu[str]:
        """The player's actions, by their names."""
        return Menu({action: action for action in self.form.actions[seat]})

    def words(self, seat: Seat, seen: Log) -> str:
        """Rules, payoffs from the player's side, and the rounds so far."""
        others = [s for s in range(self.seats) if s != seat]
        lines = [_opening(len(others), self.rounds), "", "Payoffs:"]
        lines += [_cell(self.form, seat, profile) for profile in _own_order(self.form, seat)]
        played = [e.what for e in seen if isinstance(e.what, Played | NoAction)]
        if self.rounds > 1:
            lines += ["", f"This is round {_begun(played) + 1} of {self.rounds}."]
            lines += [_told(what, seat, self.seats) for what in played]
        return "\n".join(lines)

    def step(self, state: Position, turn: Mapping[Seat, Trace[str]], rng: Random) -> Position:
        """Play a round; missing moves are dealt with as ``on_invalid`` says."""
        number = state.round + 1
        missing = {s: trace.last for s, trace in sorted(turn.items()) if trace.move is None}
        noted = [NoAction(number, s, self.on_invalid, _why(last.review.fault)) for s, last in missing.items()]
        log = state.log + tuple(map(Event, noted))
        if missing and self.on_invalid != "forced":
            end = "forfeit" if self.on_invalid == "forfeit" else ""
            return replace(state, log=log, round=number, end=end)
        profile = tuple(
            trace.move if trace.move is not None else rng.choice(self.form.actions[seat])
            for seat, trace in sorted(turn.items())
        )
        return Position((*log, Event(Played(number, profile, self.form.payoffs[profile]))), number)

    def outcome(self, state: Position) -> Outcome:
        """Total payoffs over the rounds."""
        rounds = [e.what.payoffs for e in state.log if isinstance(e.what, Played)]
        totals = {Seat(i): float(sum(row[i] for row in rounds)) for i in range(self.seats)}
        return Outcome(state.end or "rounds played", totals)


def make(
    payoffs: str | dict[str, Any] | Source = "pd",
    rounds: int = 1,
    attempts: int = 3,
    on_invalid: OnInvalid = "forced",
    labels: dict[str, str] | None = None,
    default_move: str = "",
) -> NormalFormGame:
    """A game by name (pd hd sh bs mp rps), ``.json`` file, or table of payoffs.

    ``labels`` renames actions, so that a model cannot tell a game by its words.

    Raises:
        InputError: the game cannot be read, or a label or the default names no action.
    """
    with under("payoffs"):
        form = form_of(payoffs)
    check_counts(rounds, attempts)
    form = _renamed(form, labels or {})
    if default_move and any(default_move not in own for own in form.actions):
        raise InputError(
            f"default_move {default_move!r} is not an action of every player", key=("default_move",)
        )
    return NormalFormGame(form, rounds, attempts, on_invalid, default_move)


def payoffs(log: Log) -> PayoffTable | None:
    """What a played game pays, for reports and replays; None where it was not announced."""
    form = next((event.what.form for event in log if isinstance(event.what, Described)), None)
    return payoff_table(form) if form else None


make.example = {"payoffs": "hd", "rounds": 2}  # type: ignore[attr-defined]
make.events = (Described, Played, NoAction)  # type: ignore[attr-defined]
make.payoff_table = payoffs  # type: ignore[attr-defined]


def _renamed(form: NormalForm, labels: Mapping[str, str]) -> NormalForm:
    known = {action for own in form.actions for action in own}
    if strange := sorted(set(labels) - known):
        said = f"labels: {strange[0]!r} is no action (actions: {', '.join(sorted(known))})"
        raise InputError(said, key=("labels", strange[0]))
    new = {action: labels.get(action, action) for action in known}
    try:
        return NormalForm(
            form.players,
            tuple(tuple(new[a] for a in own) for own in form.actions),
            {tuple(new[a] for a in profile): row for profile, row in form.payoffs.items()},
        )
    except ValueError as error:
        raise InputError(f"labels: {error}", key=("labels",)) from None


def _opening(others: int, rounds: int) -> str:
    who = "one other player" if others == 1 else f"{others} other players"
    how = "" if rounds == 1 else f" It is played {rounds} times, and your payoffs add up."
    return f"You play a game with {who}. All choose at the same time, without seeing the others' choice.{how}"


def _own_order(form: NormalForm, seat: int) -> list[Profile]:
    return sorted(form.profiles, key=lambda p: form.actions[seat].index(p[seat]))


def _cell(form: NormalForm, seat: int, profile: Profile) -> str:
    others = [s for s in range(len(form.players)) if s != seat]
    chosen = ", ".join(f"{_name(s, seat, len(form.players))} chooses {profile[s]}" for s in others)
    got = ", ".join(f"{_name(s, seat, len(form.players))} gets {form.payoff(s, profile)}" for s in others)
    when = f"you choose {profile[seat]}" + (f" and {chosen}" if others else "")
    return f"- If {when}, you get {form.payoff(seat, profile)}" + (f" and {got}." if others else ".")


def _told(what: Played | NoAction, seat: int, seats: int) -> str:
    if isinstance(what, NoAction):
        return f"Round {what.round}: {_name(what.seat, seat, seats)} gave no legal move ({what.rule})."
    chosen = [f"{_name(s, seat, seats)} chose {what.profile[s]}" for s in range(seats)]
    got = [f"{_name(s, seat, seats)} got {what.payoffs[s]}" for s in range(seats)]
    return f"Round {what.round}: {', '.join(chosen)}; {', '.join(got)}."


def _name(seat: int, me: int, seats: int) -> str:
    if seat == me:
        return "you"
    return "the other player" if seats == 2 else f"player {seat + 1}"


def _begun(played: list[Played | NoAction]) -> int:
    return max((what.round for what in played), default=0)


def _why(fault: Fault | None) -> str:
    return fault.kind if fault else ""
