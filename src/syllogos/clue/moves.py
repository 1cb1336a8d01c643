"""What a player of Clue may answer: one card of each category, a word instead, or a card to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, TypeAdapter, with_config
from typing_extensions import TypedDict

from syllogos.clue.deck import matches
from syllogos.clue.events import Asked, Cards, Rules
from syllogos.contract import Fault, Form, Menu

NONE, WAIT = "none", "wait"
"""The answers of who makes no suggestion, no accusation."""

CardNames = Mapping[str, str]
"""Category -> card."""
ClueMove = CardNames | str


@dataclass(frozen=True)
class Forms:
    """The forms of a deck, made once a game."""

    categories: Mapping[str, Cards]

    @cached_property
    def suggest(self) -> TypeAdapter[ClueMove]:
        """One card of each category."""
        return shape(self.categories, "")

    @cached_property
    def suggest_or_not(self) -> TypeAdapter[ClueMove]:
        """One card of each category, or "none"."""
        return shape(self.categories, NONE)

    @cached_property
    def accuse(self) -> TypeAdapter[ClueMove]:
        """One card of each category, or "wait"."""
        return shape(self.categories, WAIT)

    def moves(self, asked: Asked | None, rules: Rules, hand: Cards) -> Menu[ClueMove] | Form[ClueMove]:
        """What may be answered; who is not asked anything is given the form of a suggestion."""
        if asked and asked.what == "show":
            return Menu({card: card for card in asked.cards})
        if asked and asked.what == "accuse":
            return Form(self.accuse)
        suggest = self.suggest_or_not if rules.suggestion == "optional" else self.suggest
        if rules.own_cards:
            return Form(suggest)

        def check(move: ClueMove) -> Fault | None:
            own = [card for card in self.cards(suggest.validate_python(move)) if card in hand]
            return Fault("illegal", f"you may not suggest your own card {own[0]}") if own else None

        return Form(suggest, check)

    def cards(self, move: ClueMove) -> Cards:
        """The cards a move names, in the order of the categories; none for a word."""
        return () if isinstance(move, str) else tuple(move[name] for name in self.categories)


def shape(categories: Mapping[str, Cards], instead: str) -> TypeAdapter[ClueMove]:
    """One card of each category, or the word ``instead`` when there is one."""
    fields = {
        name: Annotated[Literal[cards], BeforeValidator(_reader(cards))] for name, cards in categories.items()
    }
    named: Any = with_config(ConfigDict(extra="forbid"))(TypedDict("Cards", fields))  # type: ignore[operator]
    return TypeAdapter(named | Literal[instead] if instead else named)


def _reader(cards: Cards) -> Any:
    def read(said: object) -> object:
        found = matches(said, cards) if isinstance(said, str) and len(said) <= 100 else ()
        return found[0] if len(found) == 1 else said

    return read
