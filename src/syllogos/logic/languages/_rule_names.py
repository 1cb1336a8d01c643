"""Names of a logic program: one spelling each, and none that only looks like another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from syllogos.logic.languages._rule_lines import NameRole, NameSpot, RuleLine
from syllogos.logic.lookalikes import mistaken, strange_letter
from syllogos.logic.reading import Repair, SyntaxComplaint
from syllogos.logic.rules import RuleTerm, SignedAtom


def key_of(name: str) -> str:
    """Equal for spellings of one name: ``the bald eagle``, ``BaldEagle``, ``bald_eagle``.

    A single letter is its own: there case is often all that tells two things apart.
    """
    bare = re.sub(r"^the[\s_]+|[\s_\-]+", "", name.casefold())
    return bare if len(bare) > 1 else name


@dataclass(frozen=True)
class SettledNames:
    """The spelling of each name, and what there is to say of them."""

    spelling: Mapping[tuple[NameRole, str], str]
    repairs: tuple[Repair, ...]
    complaints: tuple[SyntaxComplaint, ...]

    def renamed(self, atom: SignedAtom) -> SignedAtom:
        """The atom with every name in its one spelling."""
        terms: list[RuleTerm] = [
            self.spelling.get(("thing", term), term) if isinstance(term, str) else term
            for term in atom.arguments
        ]
        predicate = self.spelling.get(("predicate", atom.predicate), atom.predicate)
        return SignedAtom(predicate, tuple(terms), atom.holds)


def settled(declared: Sequence[str], lines: Iterable[RuleLine]) -> SettledNames:
    """One spelling for each name of the lines: as it was declared, else as it was written first."""
    lines = tuple(lines)
    spots = tuple(spot for line in lines for spot in line.spots)
    repairs: list[Repair] = []
    complaints: list[SyntaxComplaint] = []
    spelling: dict[tuple[NameRole, str], str] = {}
    for role in ("predicate", "thing"):
        known = declared if role == "predicate" else ()
        mine = [spot for spot in spots if spot.role == role]
        complaints += _mistaken(known, mine)
        for spot, name in _respelled(known, mine):
            spelling[role, spot.name] = name
            repairs.append(Repair(spot.line, spot.column, repr(spot.name), repr(name)))
    names = SettledNames(spelling, tuple(repairs), tuple(complaints))
    return SettledNames(spelling, names.repairs, (*complaints, *_sizes(lines, names)))


def _mistaken(known: Iterable[str], spots: Sequence[NameSpot]) -> Iterable[SyntaxComplaint]:
    written = {spot.name: spot for spot in reversed(spots)}
    for name, alike in mistaken((*known, *(spot.name for spot in spots))).items():
        if spot := written.get(name):
            letter = f"{name!r}, which only looks like {alike!r} ({strange_letter(name)})"
            yield SyntaxComplaint(spot.line, spot.column, letter, repr(alike))


def _respelled(known: Sequence[str], spots: Sequence[NameSpot]) -> Iterable[tuple[NameSpot, str]]:
    exact = {spot.name for spot in spots if spot.quoted}
    first = {key_of(name): name for name in reversed(known) if name not in exact}
    stems = {form: name for name in first.values() for form in _inflected(key_of(name))}
    done = set(exact)
    for spot in spots:
        if spot.name not in done:
            key = key_of(spot.name)
            name = first.get(key) or stems.get(key) or spot.name
            first.setdefault(key, name)
            if name != spot.name:
                yield spot, name
        done.add(spot.name)


def _inflected(name: str) -> Iterable[str]:
    """What a declared name may become in a sentence: ``wumpus``, ``wumpuses``; ``see``, ``sees``."""
    yield from (f"{name}s", f"{name}es")
    yield from (name.removesuffix(end) for end in ("s", "es") if name.endswith(end) and len(name) > 3)


def _sizes(lines: Iterable[RuleLine], names: SettledNames) -> Iterable[SyntaxComplaint]:
    """A predicate that is used with different numbers of things."""
    sizes: dict[str, int] = {}
    for line in lines:
        atoms = [atom for way in (*(line.conditions or ()), *line.said) for atom in way]
        for atom in map(names.renamed, atoms):
            size = sizes.setdefault(atom.predicate, len(atom.arguments))
            if size != len(atom.arguments):
                at = next(
                    s for s in line.spots if names.spelling.get((s.role, s.name), s.name) == atom.predicate
                )
                found = f"{atom.predicate!r} with {len(atom.arguments)} things"
                yield SyntaxComplaint(at.line, at.column, found, f"{size} as before")
                return
