"""Who and what a claim names, resolved against a game; the reasons a claim is ill-posed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from syllogos.gametheory.normal_form import NormalForm, Profile, swap
from syllogos.payoffs.claims import THEM, YOU, Chance, Chances, Moves, PlayerAction, Relation


class IllPosedError(ValueError):
    """A claim that is neither true nor false of this game; the message says why."""


@dataclass(frozen=True)
class NamedGame:
    """A game as ``me`` (a player's index) speaks of it."""

    game: NormalForm
    me: int

    def player(self, name: str) -> int:
        """The index of a player: ``"you"`` and ``"them"`` by role, whoever is called so, or by name."""
        if name == YOU:
            return self.me
        if name == THEM and len(self.game.players) == 2:
            return 1 - self.me
        if name in self.game.players:
            return self.game.players.index(name)
        if name != THEM:
            raise IllPosedError(f"{name} is no player of this game ({', '.join(self.game.players)})")
        raise IllPosedError(f"'them' could be any of {len(self.game.players) - 1} players")

    def name(self, player: int) -> str:
        """How a correction calls a player: you, them, or by name when there are several."""
        if player == self.me:
            return YOU
        return THEM if len(self.game.players) == 2 else self.game.players[player]

    def subject(self, player: int) -> str:
        """How a sentence that a player is the subject of calls it: you, they, or by name."""
        name = self.name(player)
        return "they" if name == THEM else name

    def action(self, player: int, action: str) -> str:
        """``action`` itself, if ``player`` has it."""
        if action not in self.game.actions[player]:
            known = ", ".join(self.game.actions[player])
            raise IllPosedError(f"{action} is no action of {self.name(player)} ({known})")
        return action

    def pair(self, player: int, first: str, second: str) -> tuple[str, str]:
        """Two actions of ``player``, which must differ."""
        if self.action(player, first) == self.action(player, second):
            raise IllPosedError(f"{first} is compared with itself")
        return first, second

    def fixed(self, moves: Moves) -> dict[int, str]:
        """``moves`` by player index."""
        chosen: dict[int, str] = {}
        for move in moves:
            player = self.player(move.player)
            if chosen.setdefault(player, self.action(player, move.action)) != move.action:
                raise IllPosedError(
                    f"{self.subject(player)} cannot do both {chosen[player]} and {move.action}"
                )
        return chosen

    def completions(self, fixed: dict[int, str]) -> tuple[Profile, ...]:
        """All profiles in which the players of ``fixed`` do as they must."""
        return tuple(
            product(*([fixed[i]] if i in fixed else actions for i, actions in enumerate(self.game.actions)))
        )

    def profile(self, moves: Moves) -> Profile:
        """``moves`` of all the players."""
        fixed = self.fixed(moves)
        if missing := [self.name(i) for i in range(len(self.game.players)) if i not in fixed]:
            raise IllPosedError(f"it is not said what {' and '.join(missing)} would do")
        return self.completions(fixed)[0]

    def moves(self, profile: Profile, *, without: int | None = None) -> Moves:
        """A profile as moves, perhaps without one player's."""
        order = [self.me, *(i for i in range(len(profile)) if i != self.me)]
        return tuple(PlayerAction(self.name(i), profile[i]) for i in order if i != without)

    def against(self, player: int, moves: Moves) -> tuple[Profile, ...]:
        """Profiles, with ``player``'s part arbitrary, for all that ``moves`` leaves the others."""
        fixed = self.fixed(moves)
        if player in fixed:
            raise IllPosedError(f"what {self.subject(player)} would do is both compared and given")
        return self.completions({**fixed, player: self.game.actions[player][0]})

    def belief(self, belief: Chances) -> Chances:
        """``belief`` with the players called as corrections call them."""
        return tuple(Chance(self.name(self.player(o.player)), o.action, o.share) for o in belief)

    def odds(self, player: int, belief: Chances) -> tuple[tuple[Profile, Fraction], ...]:
        """Profiles of the others (``player``'s part arbitrary) with their probabilities."""
        shares: dict[tuple[int, str], Fraction] = {}
        for chance in belief:
            other = self.player(chance.player)
            key = (other, self.action(other, chance.action))
            if other == player or key in shares or not 0 <= chance.share <= 1:
                raise IllPosedError("the odds are not a probability for each action of the others")
            shares[key] = chance.share
        others = [i for i in range(len(self.game.players)) if i != player]
        if any(sum(shares.get((i, a), 0) for a in self.game.actions[i]) != 1 for i in others):
            raise IllPosedError("the odds do not add up to 1")
        return tuple(_weighted(self.against(player, ()), others, shares))


def _weighted(
    profiles: Sequence[Profile], others: Sequence[int], shares: dict[tuple[int, str], Fraction]
) -> Iterator[tuple[Profile, Fraction]]:
    for profile in profiles:
        weight = Fraction(1)
        for i in others:
            weight *= shares.get((i, profile[i]), Fraction(0))
        yield profile, weight


def expectation(table: NamedGame, player: int, action: str, belief: Chances) -> Fraction:
    """The expected payoff of ``action`` to ``player`` under ``belief``."""
    odds = table.odds(player, belief)
    return sum((share * table.game.payoff(player, swap(p, player, action)) for p, share in odds), Fraction(0))


def holds(left: Fraction, relation: Relation, right: Fraction) -> bool:
    """Whether two amounts stand in a relation."""
    match relation:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case "=":
            return left == right
        case ">=":
            return left >= right
        case ">":
            return left > right


def relation_of(left: Fraction, right: Fraction) -> Relation:
    """The relation in which two amounts stand."""
    return "<" if left < right else "=" if left == right else ">"
