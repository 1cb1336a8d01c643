"""Validating a game on three levels: it can be read, it can be played, it is the game described."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from syllogos.errors import unknown
from syllogos.formalization.comparison import Difference, match
from syllogos.formalization.facts import GameFacts, Order, facts_of
from syllogos.formalization.faults import GameFault, where
from syllogos.formalization.tree import STEPS, Expanded, Prolog, expand
from syllogos.gametheory.classes import CLASSES, fit
from syllogos.gametheory.extensive import Tree, one_move_each
from syllogos.gametheory.normal_form import NormalForm


@dataclass(frozen=True)
class Wanted:
    """What a game should be: its payoffs, only its class, or (with neither) anything playable.

    ``named``: actions that have the target's names keep them.
    """

    target: GameFacts | None = None
    game_class: str = ""
    named: bool = False

    def __post_init__(self) -> None:
        if self.game_class and self.game_class not in CLASSES:
            raise unknown("class", self.game_class, CLASSES)


@dataclass(frozen=True)
class Validation:
    """What holds of a game on each level; ``semantic`` is None when there is nothing to compare with.

    ``tree`` is the game's play; ``facts`` say the same where everybody moves once.
    """

    syntactic: bool
    runtime: bool
    semantic: bool | None
    unanchored: bool = False
    faults: tuple[GameFault, ...] = ()
    tree: Tree | None = None
    players: tuple[str, ...] = ()
    facts: GameFacts | None = None
    program: Expanded | None = None

    @property
    def valid(self) -> bool:
        """No fault on any level."""
        return self.syntactic and self.runtime and self.semantic is not False


async def validate(
    text: str, prolog: Prolog, wanted: Wanted | None = None, *, strict: bool = False, steps: int = STEPS
) -> Validation:
    """Validate a game program on all three levels.

    Args:
        text: the program.
        prolog: the solver that plays it.
        wanted: what it should be.
        strict: tolerate and complete nothing (see :func:`syllogos.formalization.tree.expand`).
        steps: inferences the play may take.
    """
    return judged(await expand(text, prolog, strict=strict, steps=steps), wanted or Wanted())


def judged(program: Expanded, wanted: Wanted) -> Validation:
    """The validation of a program that has been played."""
    game = program.game
    if game is None:
        syntactic = not any(fault.level == "syntactic" for fault in program.faults)
        semantic = None if wanted == Wanted() else False
        return Validation(syntactic, False, semantic, faults=program.faults, program=program)
    once = one_move_each(game.tree, game.players)
    facts = None
    if once:
        own = game.default if any(game.default in a for a in once[0].actions) else ""
        roles = tuple(game.roles.get(p, "") for p in game.players)
        facts = replace(facts_of(once[0], own, once[1]), roles=roles)
    semantic, unanchored, faults = meaning(facts, wanted, program.text)
    return Validation(
        True, True, semantic, unanchored, faults, game.tree, game.players, facts, program
    )  # fmt: skip


def validate_facts(facts: GameFacts, wanted: Wanted | None = None) -> Validation:
    """Validate a typed game: it is playable by its form, so only its meaning can be wrong."""
    semantic, unanchored, faults = meaning(facts, wanted or Wanted())
    return Validation(True, True, semantic, unanchored, faults, facts.tree, facts.form.players, facts)


def meaning(
    facts: GameFacts | None, wanted: Wanted, text: str = ""
) -> tuple[bool | None, bool, tuple[GameFault, ...]]:
    """The semantic level: whether it holds (None: nothing to hold), unanchored, and the faults.

    Args:
        facts: the game, or None when somebody moves more than once or has changing actions.
        wanted: what it should be.
        text: the program, for the places of faults.
    """
    if wanted.target is None and not wanted.game_class:
        return None, False, ()
    if facts is None:
        say = "the game is to have one move of each player, always with the same actions"
        return False, False, (GameFault("semantic", say),)
    verdicts = []
    if wanted.target:
        verdicts.append(_against_target(facts, wanted.target, wanted.named, text))
    if wanted.game_class:
        verdicts.append(_against_class(facts.form, facts.order, wanted.game_class, text))
    right = all(ok for ok, _, _ in verdicts)
    loose = not right and all(ok or loose for ok, loose, _ in verdicts)
    return right, loose, tuple(fault for _, _, faults in verdicts for fault in faults)


Judged = tuple[bool, bool, tuple[GameFault, ...]]


def _against_target(facts: GameFacts, target: GameFacts, named: bool, text: str) -> Judged:
    found = match(facts.form, target, default=facts.default, order=facts.order, named=named)
    if found.status == "exact":
        return True, False, ()
    faults = [_placed(d, text) for d in found.differences]
    if found.why:
        faults.insert(0, GameFault("semantic", found.why))
    return False, found.status == "unanchored", tuple(faults)


def _against_class(form: NormalForm, order: Order, code: str, text: str) -> Judged:
    wanted = CLASSES[code]
    shape = [len(own) for own in form.actions]
    if shape != [2, 2]:
        have = f"{len(shape)} player{'s' * (len(shape) != 1)} with {', '.join(map(str, shape))} actions"
        say = f"{wanted.title} is a game of two players with two actions each; this one has {have}"
        return False, False, (GameFault("semantic", say),)
    if len(order) > 1:
        say = f"in {wanted.title} both players choose at once; here one sees the other's move"
        return False, False, (GameFault("semantic", say),)
    verdict = fit(form, code)
    if verdict == "fits":
        return True, False, ()
    cells = "; ".join(f"({', '.join(p)}): {', '.join(map(str, row))}" for p, row in form.payoffs.items())
    say = f"this is no {wanted.title} ({wanted.definition}): the payoffs are {cells}"
    if verdict == "unanchored":
        say += "; it would be one if the players' actions were renamed apart"
    line, clause = where(text, "payoff")
    return False, verdict == "unanchored", (GameFault("semantic", say, line, 1 if line else 0, clause),)


def _placed(difference: Difference, text: str) -> GameFault:
    line, clause = where(text, "payoff", *difference.profile)
    if not line:
        line, clause = where(text, "finally")
    return GameFault("semantic", str(difference), line, 1 if line else 0, clause)


def summary(faults: Iterable[GameFault]) -> str:
    """Faults as lines for their author."""
    return "\n".join(f"- {fault}" for fault in faults)
