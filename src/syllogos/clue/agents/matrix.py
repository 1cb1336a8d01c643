"""Any agent, told at every decision what follows from the log of Clue (arXiv 2609.18736, section 3.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from syllogos import plugins
from syllogos.clue.agents._clue import asked_for, believe, named
from syllogos.clue.belief import Belief
from syllogos.clue.deduction.advice import advise
from syllogos.clue.deduction.facts import Mode
from syllogos.clue.deduction.probabilities import ShowModel
from syllogos.clue.moves import ClueMove
from syllogos.clue.solvers.deals import Query
from syllogos.clue.table import table_log
from syllogos.clue.words import words
from syllogos.contract import Agent, Decision, Desk, Fault, Menu, Message, Seat, View
from syllogos.plugins import uses
from syllogos.text.plain import canonical
from syllogos.text.replies import split_thoughts

PromptPart = Literal["candidates", "known", "unresolved", "ready", "matrix", "odds"]
PAPER: tuple[PromptPart, ...] = ("candidates", "known", "unresolved", "ready")
"""What the paper's tool puts into the prompt."""
MOST_QUOTED = 8_000
"""Characters of a model's own table that are put into its prompt."""


PROMPTS = ("clue_matrix", "clue_table", "clue_own_table")


def _prompts(config: Mapping[str, Any]) -> tuple[str, ...]:
    return (*plugins.prompts_of("agents", config.get("agent", "cot"), config.get("config") or {}), *PROMPTS)


@dataclass(frozen=True)
class Options:
    """What the tool does and tells; see :func:`make`."""

    parts: tuple[PromptPart, ...] = PAPER
    source: Literal["tool", "model"] = "tool"
    mode: Mode = "full"
    show_model: ShowModel = "uniform"
    history: bool = True
    recent: int | None = None
    thoughts: int | None = None
    accuse_when_ready: bool = False
    choose_among: int = 0


class MatrixAgent:
    """An agent around another: the belief goes before what the inner agent is asked."""

    def __init__(self, desk: Desk, seat: Seat, inner: Agent[ClueMove], options: Options) -> None:
        self._desk = desk
        self._seat = seat
        self._inner = inner
        self._options = options
        self._view: View[ClueMove] | None = None

    async def act(self, view: View[ClueMove], fault: Fault | None) -> Decision[ClueMove]:
        """The inner agent's decision with the belief in its view, or an accusation that is certain."""
        if fault is None or self._view is None:
            belief = await believe(self._desk, self._query(view))
            asked = asked_for(view.log)
            if self._options.accuse_when_ready and asked == "accuse" and belief.ready:
                return Decision(named(belief, belief.ready), "the envelope is certain")
            self._view = replace(
                view, moves=self._moves(view, asked, belief), text=await self._text(view, belief)
            )
        return await self._inner.act(self._view, fault)

    def _moves(self, view: View[ClueMove], asked: str, belief: Belief) -> Any:
        if asked != "suggest" or not self._options.choose_among:
            return view.moves
        best = advise(belief, self._options.choose_among)
        return Menu({", ".join(advice.cards): named(belief, advice.cards) for advice in best})

    def _query(self, view: View[ClueMove]) -> Query:
        # Advice needs probabilities, which only full reasoning gives.
        mode = "full" if self._options.choose_among else self._options.mode
        return Query(table_log(self._seat, view.log), mode, self._options.show_model)

    def _situation(self, view: View[ClueMove]) -> str:
        told = self._options
        if told.history and told.recent is None and told.thoughts is None:
            return view.text
        return words(self._seat, view.log, recent=told.recent, thoughts=told.thoughts, history=told.history)

    async def _text(self, view: View[ClueMove], belief: Belief) -> str:
        situation = self._situation(view)
        if self._options.source == "tool" and not self._options.parts:
            return situation
        if self._options.source == "tool":
            state = "\n".join(line for part in self._options.parts for line in TOLD[part](belief))
            return self._desk.prompt("clue_matrix", situation=situation, state=state)
        reply = await self._desk.complete(
            [Message("user", self._desk.prompt("clue_table", situation=situation))]
        )
        said = "" if isinstance(reply, Fault) else split_thoughts(reply.text).said
        table = said[:MOST_QUOTED] or "(no table)"
        return self._desk.prompt("clue_own_table", situation=situation, state=table)


@uses(prompts=_prompts, games=("clue",))
def prompts(config: Mapping[str, Any]) -> tuple[str, ...]:
    """The templates of the tool and of the agent inside."""
    inner = plugins.prompts_of("agents", config.get("agent", "cot"), config.get("config") or {})
    return ("clue_matrix", "clue_own_table", "clue_table", *inner)


def _roles(config: Mapping[str, Any]) -> tuple[str, ...]:
    inner = plugins.roles_of("agents", config.get("agent", "cot"), config.get("config") or {})
    return tuple(dict.fromkeys((*inner, "main"))) if config.get("source") == "model" else inner


def _embeddings(config: Mapping[str, Any]) -> tuple[str, ...]:
    return plugins.embeddings_of("agents", config.get("agent", "cot"), config.get("config") or {})


@plugins.uses(prompts=prompts, roles=_roles, embeddings=_embeddings, games=("clue",))
def make(
    desk: Desk,
    seat: Seat,
    agent: str = "cot",
    config: dict[str, Any] | None = None,
    parts: list[PromptPart] | None = None,
    source: Literal["tool", "model"] = "tool",
    mode: Mode = "full",
    show_model: ShowModel = "uniform",
    history: bool = True,
    recent: int | None = None,
    thoughts: int | None = None,
    accuse_when_ready: bool = False,
    choose_among: int = 0,
) -> MatrixAgent:
    """A player with the tool.

    Args:
        desk: the seat's means.
        seat: the seat.
        agent: the player that decides, by name, with its settings ``config``.
        config: see ``agent``.
        parts: what of the belief is told (``candidates``, ``known``, ``unresolved``, ``ready``,
            ``matrix``, ``odds``); by default what the paper's tool tells; nothing when empty.
        source: the belief is the ``tool``'s, or a table that the ``model`` writes for itself.
        mode: how far the tool reasons: L0, L1, L2 or full.
        show_model: how the tool weights deals.
        history: False leaves the turns and own thoughts out of the prompt, so that only rules,
            cards and the belief are left.
        recent: only so many of the last turns are told.
        thoughts: only so many of the own last thoughts are told.
        accuse_when_ready: accuse without asking the player as soon as the envelope is certain.
        choose_among: the player chooses among so many best suggestions; 0 leaves it free.
    """
    options = Options(
        tuple(parts) if parts is not None else PAPER,
        source,
        mode,
        show_model,
        history,
        recent,
        thoughts,
        accuse_when_ready,
        choose_among,
    )
    return MatrixAgent(desk, seat, plugins.build("agents", agent, config or {}, desk, seat), options)


def _candidates(belief: Belief) -> list[str]:
    left = "; ".join(f"{name}: {', '.join(cards)}" for name, cards in belief.candidates.items())
    return [f"Cards that may be in the envelope: {left}."]


def _known(belief: Belief) -> list[str]:
    held = "; ".join(f"{who}: {', '.join(cards)}" for who, cards in belief.known.items() if cards)
    return [f"Cards whose holder is certain: {held or 'none'}."]


def _unresolved(belief: Belief) -> list[str]:
    return [f"{one.player} holds at least one of {', '.join(one.cards)}." for one in belief.unresolved]


def _ready(belief: Belief) -> list[str]:
    said = ", ".join(belief.ready) if belief.ready else "no, more than one envelope is left"
    return [f"Ready to accuse: {said}."]


def _matrix(belief: Belief) -> list[str]:
    return [f"Who holds what: {canonical(belief.matrix)}"]


def _odds(belief: Belief) -> list[str]:
    odds = belief.probabilities or {}
    shares = {c: {who: round(float(p), 3) for who, p in row.items() if p} for c, row in odds.items()}
    return [f"Probabilities: {canonical(shares)}", f"Deals left: {belief.deals}."]


TOLD: Mapping[PromptPart, Callable[[Belief], list[str]]] = MappingProxyType(
    {
        "candidates": _candidates,
        "known": _known,
        "unresolved": _unresolved,
        "ready": _ready,
        "matrix": _matrix,
        "odds": _odds,
    }
)
