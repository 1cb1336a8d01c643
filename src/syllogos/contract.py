"""The contract: the values and protocols that every game, agent and engine shares.

A game is a pure state machine over :class:`Event` values, each with an audience.
An agent sees only its :class:`View`, which is computed from the events addressed
to its seat and from nothing else; so a secret has no way to reach another seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Generic, Literal, NewType, Protocol, TypeVar

from syllogos.verdict import Verdict

if TYPE_CHECKING:  # NumPy and pydantic are loaded by whoever needs them, not by everybody
    from numpy import float32
    from numpy.typing import NDArray
    from pydantic import TypeAdapter

    Vectors = NDArray[float32]

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
Q_contra = TypeVar("Q_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)

Seat = NewType("Seat", int)
NOBODY: frozenset[Seat] = frozenset()
SCHEMA = 1
"""Version of :class:`syllogos.match.record.Record` as it is stored."""

FaultKind = Literal["empty", "refused", "cut off", "unparsable", "illegal", "refuted", "limit"]
Role = Literal["system", "user", "assistant"]
OnInvalid = Literal["forced", "abstain", "forfeit"]
INSTEAD: Mapping[str, str] = {
    "forced": "drawn at random",
    "abstain": "nothing stands in",
    "forfeit": "the game is forfeited",
}
"""What a game's log says of a turn without a legal move, by its :data:`OnInvalid`."""
"""What a game does where no move stood: draws a legal one, goes on without, or ends the game."""


@dataclass(frozen=True)
class Fault:
    """What was wrong with a reply or a move, in words its author can act on.

    A model's faulty reply that was paid for stays with the fault, for its text and its tokens.
    """

    kind: FaultKind
    say: str
    reply: Reply | None = None


@dataclass(frozen=True)
class Event:
    """Something that happened.  ``to`` is its audience: None everyone, NOBODY the record only."""

    what: object
    to: frozenset[Seat] | None = None

    def reaches(self, seat: Seat) -> bool:
        """Whether ``seat`` may know of this event."""
        return self.to is None or seat in self.to


Log = tuple[Event, ...]


def seen_by(seat: Seat, log: Log) -> Log:
    """The part of ``log`` that ``seat`` may know."""
    return tuple(event for event in log if event.reaches(seat))


@dataclass(frozen=True)
class Menu(Generic[M]):
    """Choose one of ``options``: label as shown -> move, in the order shown.

    ``barred``: what somebody may name that is no option now (oneself, who is out) -> why not.
    """

    options: Mapping[str, M]
    barred: Mapping[str, str] = field(default_factory=dict)


def accept(_move: object) -> Fault | None:
    """The check of a form whose shape says it all."""
    return None


@dataclass(frozen=True)
class Form(Generic[M]):
    """Fill a shape (a text, a number, a program); ``check`` names what the shape cannot."""

    shape: TypeAdapter[M]
    check: Callable[[M], Fault | None] = accept


@dataclass(frozen=True)
class View(Generic[M]):
    """All that a seat knows when it is asked to move."""

    seat: Seat
    log: Log
    moves: Menu[M] | Form[M]
    text: str


@dataclass(frozen=True)
class Decision(Generic[M_co]):
    """A move, or the fault that stands in its place, and the reasoning behind it.

    ``tried`` are the attempts of the agent's own refinement, if it has one, this decision's
    the last; so a record shows what the agent checked and mended before it spoke.
    """

    move: M_co | Fault
    because: str = ""
    tried: tuple[Attempt[M_co], ...] = ()


@dataclass(frozen=True)
class Review:
    """What a check found.  Verdicts and notes without a fault annotate and never void a move.

    ``notes`` are values of the check's own, frozen dataclasses, for the game and the record: what
    a verdict cannot say without putting it into words.
    """

    fault: Fault | None = None
    verdicts: tuple[Verdict[object], ...] = ()
    notes: tuple[object, ...] = ()


@dataclass(frozen=True)
class Attempt(Generic[M_co]):
    """One decision and what its check said."""

    decision: Decision[M_co]
    review: Review


@dataclass(frozen=True)
class Trace(Generic[M_co]):
    """The attempts of one seat at one turn, at least one, in order."""

    attempts: tuple[Attempt[M_co], ...]

    @property
    def last(self) -> Attempt[M_co]:
        """The last attempt, whether it stood or not."""
        return self.attempts[-1]

    @property
    def move(self) -> M_co | None:
        """The move that stood, or None when none did."""
        move = self.last.decision.move
        return None if self.last.review.fault or isinstance(move, Fault) else move


@dataclass(frozen=True)
class Outcome:
    """How a game ended: a word or two (``"accused"``, ``"rounds played"``) and scores by seat."""

    end: str
    scores: Mapping[Seat, float]


Ending = Literal["finished", "crashed", "abandoned"]


@dataclass(frozen=True)
class Measure:
    """One row of what a game measures of itself.

    Attributes:
        player: whose it is, as the game was told its players; empty for the game as a whole.
        name: what is measured.
        value: the number, or the numerator where it is one of ``out_of``.
        unit: ``share`` (the only one shown in percent), ``count``, ``points``, ``bits``, ``turns``, ...
        out_of: the denominator.  Rows of one player and name are pooled, game by game and over games,
            as the sum of values over the sum of these; 0 carries nothing.
    """

    player: str
    name: str
    value: float
    unit: str = "count"
    out_of: float = 1.0


class State(Protocol):
    """What every game's state carries: the events so far."""

    @property
    def log(self) -> Log:
        """The events so far, in order, each with its audience."""


S = TypeVar("S", bound=State)


class Game(Protocol[S, M]):
    """A pure state machine.  Everything a seat is told is a function of what it has seen."""

    @property
    def seats(self) -> int:
        """How many seats the game has."""

    @property
    def attempts(self) -> int:
        """How often a seat may try at one turn before the game gets no move from it."""

    def start(self, rng: Random) -> S:
        """The first state; deals and other chance moves draw from ``rng``."""

    def to_move(self, state: S) -> frozenset[Seat]:
        """Who moves now: nobody when the game is over, several when they move at once."""

    def moves(self, seat: Seat, seen: Log) -> Menu[M] | Form[M]:
        """What ``seat`` may do, given the events it has seen."""

    def words(self, seat: Seat, seen: Log) -> str:
        """The rules and the situation in words, for ``seat``, given the events it has seen."""

    def step(self, state: S, turn: Mapping[Seat, Trace[M]], rng: Random) -> S:
        """The next state.  A trace without a move is the game's to deal with, and to log."""

    def outcome(self, state: S) -> Outcome:
        """The result of a finished game."""


class Agent(Protocol[M]):
    """Plays one seat of one game; may remember."""

    async def act(self, view: View[M], fault: Fault | None) -> Decision[M]:
        """A decision; ``fault`` says what was wrong with the last one of this turn, if any."""


class Referee(Protocol):
    """A solver or a judge that reviews each legal decision: blocks it, or only annotates.

    A match may have several; all review, and a decision stands only when none blocks it.
    """

    async def review(self, log: Log, seat: Seat, decision: Decision[object]) -> Review:
        """The review of ``decision``, with the whole log in hand.

        The last attempt of a turn is reviewed even when it was no legal move, so that what it said
        is judged too; its move may then be anything, a fault as well.
        """


class Solver(Protocol[Q_contra, A_co]):
    """Answers formal queries within a number of engine steps.

    It may have an ``async aclose()``, which ends its processes: whoever opened it calls it.  One
    whose unstable verdicts hold answers has an ``async again(query, *, steps, held)`` too: the
    verdict whose journalled JSON is ``held``, whatever a clock would say now.
    """

    async def ask(self, query: Q_contra, *, steps: int) -> Verdict[A_co]:
        """The verdict; ``UNKNOWN`` when ``steps`` engine steps did not suffice."""


@dataclass(frozen=True)
class Message:
    """One message of a conversation with a model."""

    role: Role
    text: str


@dataclass(frozen=True)
class Sampling:
    """How a model draws its reply; ``extra`` goes to the server as it stands."""

    temperature: float = 1.0
    max_tokens: int = 1024
    seed: int | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


Finish = Literal["stop", "length", "filter", "tool", "other"]


@dataclass(frozen=True)
class Reply:
    """A model's reply.  Whatever the server does not say of it is None, and never guessed.

    Attributes:
        text: what it answers.
        reasoning: its own reasoning, where the server gives it.
        tokens_in: tokens of the request.
        tokens_out: tokens of the reply, those of its reasoning included.
        model: what the server says it is.
        tokens_reasoning: tokens of its reasoning.
        finish: why it ended: by itself, at its ceiling of tokens, withheld by a filter, for a tool.
        finish_said: the server's own word for that.
        altered: what of the request was otherwise than asked for, because its server takes no other.
    """

    text: str
    reasoning: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    model: str = ""
    tokens_reasoning: int | None = None
    finish: Finish | None = None
    finish_said: str = ""
    altered: str = ""

    @property
    def tokens(self) -> int | None:
        """Tokens of request and reply together, None unless both are known."""
        return total([self.tokens_in, self.tokens_out])


def total(counts: Iterable[int | None]) -> int | None:
    """A sum of counts; None, which is unknown, as soon as one of them is.

    >>> total([1, 2]), total([1, None]), total([])
    (3, None, 0)
    """
    known = tuple(counts)
    return None if None in known else sum(count for count in known if count is not None)


Schema = Mapping[str, object]
"""A JSON schema that a reply must follow."""


class Model(Protocol):
    """A language model.  Bad replies are faults; outages and misconfiguration raise."""

    async def complete(
        self, messages: Sequence[Message], *, sampling: Sampling, schema: Schema | None = None
    ) -> Reply | Fault:
        """A reply, or the fault that stands in its place.

        Raises:
            Outage: the server does not answer for now.
            ModelError: it never will as configured.
        """


class Embedding(Protocol):
    """Texts as vectors, so that likeness can be measured.

    One that a server is paid for has ``embed_counted`` beside it, which gives the vectors and the
    tokens that they took (None where the server does not say); one without takes none.
    """

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text: float32 of shape (n, d), in the order of the texts.

        Equal texts have equal vectors, an empty text has one as well, and no texts are (0, d).

        Raises:
            Outage: the server does not answer for now.
            ModelError: it never will as configured.
        """


class Desk(Protocol):
    """The means of one seat in one game; every use is journalled and replayed on resume."""

    @property
    def rng(self) -> Random:
        """This seat's own source of randomness, seeded by the game's seed."""

    def prompt(self, name: str, **fields: object) -> str:
        """The named prompt template, filled; an experiment may override the template."""

    async def complete(
        self, messages: Sequence[Message], *, role: str = "main", schema: Schema | None = None
    ) -> Reply | Fault:
        """Ask the model that the experiment assigns to ``role``."""

    async def embed(self, texts: Sequence[str], role: str = "main") -> Vectors | Fault:
        """The unit vectors of ``texts``, (n, d), by the embedding that the experiment assigns to ``role``.

        The fault is ``limit`` where the seat's budget is used up, and this embedding costs something;
        ``refused`` or ``cut off`` where its server refuses one of the texts, or has no room for it.
        """

    async def ask(self, solver: str, query: object, steps: int | None = None) -> Verdict[object]:
        """Ask a solver by name, within ``steps`` engine steps; None: as its table says, or as usual."""

    def note(self, what: object) -> None:
        """Put a value (an estimate, a belief) on the record, for nobody's eyes in the game."""
