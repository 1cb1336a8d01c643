"""Undercover-V: spy wins, eliminations and attributional scores by model and kind of agent.

Tables and figures of section 4 and appendices B and E of the paper on attributional inference.  Its
figures give most numbers as bars without a value, so what is published here are the values of its text.
Where the text lists four models without naming them in order, only what can be told is beside a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from syllogos.metrics.comparing import gain, power
from syllogos.metrics.games import GameResult
from syllogos.metrics.intervals import FEWEST, Cluster, Score, holm, mean, ratio, share, sign_flip
from syllogos.metrics.table import Table, TableCell
from syllogos.reporting.as_in_paper import PaperFill, PaperPart
from syllogos.reporting.plots import PlotRow, dots

Study = Literal["fixed", "roundrobin", "similarity", "scaling", ""]
KINDS: Mapping[str, str] = {"nli": "NLI", "att_nli": "Att-NLI", "neuro_symbolic": "neuro-symbolic"}
"""The paper's kinds of agent, by the names of ours."""
MODELS: Mapping[str, str] = {
    "gpt4omini": "GPT-4o-mini", "gpt4o": "GPT-4o", "mistralmedium": "Mistral-Medium",
    "mixtral8x22b": "Mixtral-8x22B",
}  # fmt: skip
"""The paper's models, by what the letters and digits of a name have in them; the first that fits counts."""
BANDS = ("far", "middle", "near")
RECONSTRUCTED = (
    "The attributional score and the citizens' elimination rate are reconstructed: the paper's equations "
    "are missing."
)

_WON = {(model, "neuro-symbolic"): won for model, won in (
    ("GPT-4o-mini", 0.20), ("GPT-4o", 1 / 3), ("Mistral-Medium", 0.1333), ("Mixtral-8x22B", 0.20),
)}  # fmt: skip
_SCORED = {
    ("GPT-4o", "NLI"): 0.6, ("GPT-4o", "Att-NLI"): 0.688, ("GPT-4o", "neuro-symbolic"): 0.780,
    ("Mistral-Medium", "neuro-symbolic"): 0.664,
}  # fmt: skip
"""Figure 3, from the text of section 4.2."""
_OVERALL = {"NLI": 0.0958, "Att-NLI": 0.1375, "neuro-symbolic": 0.1708}
"""Spy win rates of the round robin, 240 games a kind (abstract and section 4.3)."""
Measured = Literal["spy wins", "eliminated citizens", "score of spies", "score of citizens"]
_GAINS: Mapping[tuple[str, str, str, Measured], float] = {
    ("NLI", "Att-NLI", "all", "spy wins"): 0.4353,
    ("NLI", "neuro-symbolic", "all", "spy wins"): 0.7829,
    ("Att-NLI", "neuro-symbolic", "all", "spy wins"): 0.2422,
    ("NLI", "neuro-symbolic", "Mixtral-8x22B", "spy wins"): 0.8573,
    ("NLI", "Att-NLI", "Mixtral-8x22B", "spy wins"): 0.5718,
    ("NLI", "neuro-symbolic", "Mixtral-8x22B", "eliminated citizens"): -0.2799,
    ("NLI", "Att-NLI", "Mixtral-8x22B", "eliminated citizens"): -0.1599,
    ("NLI", "neuro-symbolic", "Mixtral-8x22B", "score of spies"): 0.1888,
    ("NLI", "Att-NLI", "Mixtral-8x22B", "score of spies"): 0.0626,
    ("NLI", "neuro-symbolic", "Mixtral-8x22B", "score of citizens"): 0.1018,
    ("NLI", "Att-NLI", "Mixtral-8x22B", "score of citizens"): 0.0107,
}
"""Gains over the whole round robin (abstract and section 4.3)."""


@dataclass(frozen=True)
class SideOfGame:
    """The spy, or the citizens, of one game: who they are and what was measured of them.

    ``counts`` are (numerator, denominator) by measure.
    """

    kind: str
    model: str
    counts: Mapping[Measured, Cluster]


@dataclass(frozen=True)
class UndercoverResult:
    """One finished game with one kind of citizens."""

    game: GameResult
    spy: SideOfGame
    citizens: SideOfGame
    rounds: float

    @property
    def one_model(self) -> bool:
        """Whether all seats have the same model, as in the round robin."""
        return self.spy.model == self.citizens.model


def make(study: Study = "") -> PaperFill:
    """Fills the parts of one study of the paper, or of all that a run has games of.

    Args:
        study: fixed (Fig. 3), roundrobin (Fig. 4 to 6), similarity (appendix E), scaling (Fig. 9).
    """

    def fill(games: Sequence[GameResult]) -> tuple[PaperPart, ...]:
        results = tuple(result for game in games if game.finished and (result := _result(game)))
        parts = [part for name, parts in STUDIES.items() if study in ("", name) for part in parts(results)]
        return tuple(part for part in parts if study or part.table.rows != () or part.unfilled)

    return fill


def _result(game: GameResult) -> UndercoverResult | None:
    spies = [m.player for m in game.measures if m.name == "wins as spy"]
    others = [m.player for m in game.measures if m.name == "eliminated as citizen"]
    if len(spies) != 1 or len(set(others)) != 1:
        return None  # citizens of several kinds are in none of the paper's tables
    rounds = sum(m.value for m in game.measures if m.name == "rounds")
    spy = _side(game, spies[0], {"spy wins": "wins as spy", "score of spies": "attributional score as spy"})
    named: dict[Measured, str] = {
        "eliminated citizens": "eliminated as citizen", "score of citizens": "attributional score as citizen",
    }  # fmt: skip
    return UndercoverResult(game, spy, _side(game, others[0], named), rounds)


def _side(game: GameResult, player: str, named: Mapping[Measured, str]) -> SideOfGame:
    seat = next(seat for seat in game.seats if seat.player == player)
    own = re.match(r"\w+", seat.agent)
    kind = KINDS.get(own[0] if own else "", seat.agent)
    counts: dict[Measured, Cluster] = {}
    for measured, name in named.items():
        rows = [m for m in game.measures if m.name == name and m.player == player]
        counts[measured] = (sum(m.value for m in rows), sum(m.out_of for m in rows))
    return SideOfGame(kind, _model(seat.models), counts)


def _model(named: str) -> str:
    plain = re.sub(r"[\W_]", "", named.casefold())
    return next((title for key, title in MODELS.items() if key in plain), named)


def _score(sides: Iterable[SideOfGame], measured: Measured) -> Score:
    clusters = [side.counts[measured] for side in sides]
    if measured == "spy wins":
        return share([bool(won) for won, _ in clusters])
    return ratio(clusters, "share" if measured == "eliminated citizens" else "score")


def _fixed(results: Sequence[UndercoverResult]) -> Iterator[PaperPart]:
    """Figure 3: each model and kind as the spy among the same citizens."""
    found = [r for r in results if r.citizens.kind == "NLI"]
    opponents = {r.citizens.model for r in found}
    rows: list[tuple[TableCell, ...]] = []
    missing = []
    for model in _models(r.spy.model for r in found):
        for kind in KINDS.values():
            spies = [r.spy for r in found if (r.spy.model, r.spy.kind) == (model, kind)]
            if not spies:
                missing.append(f"{model}, {kind}: no finished game with this spy among NLI citizens")
            at = (model, kind)
            rows.append((
                model, kind, len(spies), _score(spies, "spy wins"), _told(_WON.get(at)),
                _score(spies, "score of spies"), _told(_SCORED.get(at), plain=True),
            ))  # fmt: skip
    note = (
        f"Citizens: NLI, {', '.join(sorted(opponents)) or 'none played'} (the paper: GPT-4o-mini; their kind "
        "is not stated and a setting here). For the neuro-symbolic GPT-4o-mini and Mixtral-8x22B the text "
        f"gives the scores 0.742 and 0.779 without saying which is whose. {RECONSTRUCTED}"
    )
    columns = (
        "model", "kind", "games", "spy win rate", "published", "attributional score", "published score",
    )  # fmt: skip
    table = Table("paper-fixed", "Fixed opponents (Fig. 3)", columns, tuple(rows), 2, note)
    drawn = [PlotRow(str(r[1]), r[3], str(r[0])) for r in rows if isinstance(r[3], Score) and r[3].n]
    figure = dots("paper-fixed", "Spy win rate by model and kind", drawn, axis="share") if drawn else None
    yield PaperPart(table, figure, tuple(missing))


def _round_robin(results: Sequence[UndercoverResult]) -> Iterator[PaperPart]:
    """Figures 4 to 6, the overall rates, gains, and tests of the kinds against each other."""
    found = [r for r in results if r.one_model and r.spy.kind != r.citizens.kind]
    yield _overall(found)
    for number, (one, other) in enumerate(combinations(KINDS.values(), 2)):
        yield _against(found, one, other, (4, 5, 6)[number])
    yield _gains(found)
    yield _tests(found)


def _overall(found: Sequence[UndercoverResult]) -> PaperPart:
    rows: list[tuple[TableCell, ...]] = []
    missing = []
    for kind in KINDS.values():
        spies = [r for r in found if r.spy.kind == kind]
        citizens = [r.citizens for r in found if r.citizens.kind == kind]
        if not spies:
            missing.append(f"{kind}: no finished game with such a spy among citizens of another kind")
        rows.append((
            kind, len(spies), _score((r.spy for r in spies), "spy wins"), _told(_OVERALL[kind]),
            mean([r.rounds for r in spies], "rounds"), _score((r.spy for r in spies), "score of spies"),
            _score(citizens, "eliminated citizens"), _score(citizens, "score of citizens"),
        ))  # fmt: skip
    columns = (
        "kind", "games as spy", "spy win rate", "published", "rounds", "score as spy",
        "eliminated as citizen", "score as citizen",
    )  # fmt: skip
    note = f"All models together; 240 games a kind in the paper. {RECONSTRUCTED}"
    table = Table("paper-round-robin", "Round robin (section 4.3)", columns, tuple(rows), 1, note)
    return PaperPart(table, None, tuple(missing))


def _against(found: Sequence[UndercoverResult], one: str, other: str, figure: int) -> PaperPart:
    """Two kinds against each other, one as the spy and one as the citizens, both ways, by model."""
    met = [r for r in found if {r.spy.kind, r.citizens.kind} == {one, other}]
    rows: list[tuple[TableCell, ...]] = []
    missing = []
    for model in _models(r.spy.model for r in met):
        for kind in (one, other):
            spies = [r for r in met if (r.spy.model, r.spy.kind) == (model, kind)]
            citizens = [r.citizens for r in met if (r.citizens.model, r.citizens.kind) == (model, kind)]
            if not spies or not citizens:
                missing.append(
                    f"{model}, {kind}: not played on both sides against {_other(kind, one, other)}"
                )
            rows.append((
                model, kind, len(spies), _score((r.spy for r in spies), "spy wins"),
                _score((r.spy for r in spies), "score of spies"), len(citizens),
                _score(citizens, "eliminated citizens"), _score(citizens, "score of citizens"),
            ))  # fmt: skip
    columns = (
        "model", "kind", "games as spy", "spy win rate", "score as spy", "games as citizens",
        "eliminated as citizen", "score as citizen",
    )  # fmt: skip
    note = f"The paper draws these as bars and gives no values by model. {RECONSTRUCTED}"
    name = f"paper-figure-{figure}"
    table = Table(name, f"{one} against {other} (Fig. {figure})", columns, tuple(rows), 2, note)
    drawn = [PlotRow(str(r[1]), r[3], str(r[0])) for r in rows if isinstance(r[3], Score) and r[3].n]
    plot = dots(name, f"Spy win rate: {one} against {other}", drawn, axis="share") if drawn else None
    return PaperPart(table, plot, tuple(missing))


def _gains(found: Sequence[UndercoverResult]) -> PaperPart:
    rows: list[tuple[TableCell, ...]] = []
    missing = []
    for (base, kind, model, measured), published in _GAINS.items():
        here = [r for r in found if model in ("all", r.spy.model)]
        left, right = (_clusters(here, name, measured) for name in (base, kind))
        if not left or not right:
            missing.append(f"{kind} over {base}, {model}, {measured}: one of the two was not played")
        rows.append((kind, base, model, measured, gain(left, right), _told(published)))
    columns = ("kind", "over", "model", "measure", "gain", "published")
    note = (
        "A gain is the rate of one kind over that of the other, minus one, over the whole round robin; "
        "fewer eliminated citizens are a gain below 0."
    )
    return PaperPart(
        Table("paper-gains", "Gains (section 4.3)", columns, tuple(rows), 4, note), None, tuple(missing)
    )


def _clusters(results: Iterable[UndercoverResult], kind: str, measured: Measured) -> list[Cluster]:
    sides = [side for r in results for side in (r.spy, r.citizens) if side.kind == kind]
    return [side.counts[measured] for side in sides if measured in side.counts]


def _tests(found: Sequence[UndercoverResult]) -> PaperPart:
    """Which kind wins more as the spy, game against game of one model and seed, with corrected p-values."""
    rows, ps, sizes = [], [], []
    for one, other in combinations(KINDS.values(), 2):
        ours = {_paired_by(r): r.spy.counts["spy wins"][0] for r in found if _plays(r, one, other)}
        theirs = {_paired_by(r): r.spy.counts["spy wins"][0] for r in found if _plays(r, other, one)}
        gaps = [theirs[at] - ours[at] for at in ours if at in theirs]
        ps.append(sign_flip(gaps) if len(gaps) >= FEWEST else None)
        sizes.append(len(gaps))
        rows.append((other, one, len(gaps), mean(gaps, "points")))
    adjusted = iter(holm([p for p in ps if p is not None]))
    told = ("no test: fewer than six pairs" if p is None else f"{next(adjusted):.3f}" for p in ps)
    whole = tuple((*row, p) for row, p in zip(rows, told, strict=True))
    least = min(sizes, default=0)
    note = (
        "Spy wins of one kind among citizens of the other minus the same with both exchanged, over games of "
        "the same model, seed and repetition; p by flipping signs, adjusted by Holm. "
        + (
            f"With {least} pairs a spy win rate of 10 % is told from one of 20 % with a chance of "
            f"{100 * power(0.1, 0.2, least):.0f} %."
            if least
            else "Thirty games a side tell 10 % from 20 % with a chance of "
            f"{100 * power(0.1, 0.2, 30):.0f} %."
        )
    )
    columns = ("kind", "minus", "pairs", "difference in spy wins", "p (Holm)")
    return PaperPart(Table("paper-tests", "Kinds compared", columns, whole, 2, note))


def _paired_by(result: UndercoverResult) -> tuple[str, int, int]:
    return result.spy.model, result.game.seed, result.game.repetition


def _plays(result: UndercoverResult, spy: str, citizens: str) -> bool:
    return (result.spy.kind, result.citizens.kind) == (spy, citizens)


def _similarity(results: Sequence[UndercoverResult]) -> Iterator[PaperPart]:
    """Appendix E: how near the two words are to each other."""
    rows: list[tuple[TableCell, ...]] = []
    missing = []
    for band in BANDS:
        for kind in KINDS.values():
            here = [r for r in results if r.spy.kind == kind and _band(r.game) == band]
            if not here:
                missing.append(f"{band} words, {kind}: no finished game with this spy")
            spies = [r.spy for r in here]
            rows.append((
                band, kind, len(here), _score(spies, "spy wins"), mean([r.rounds for r in here], "rounds"),
                _score(spies, "score of spies"),
            ))  # fmt: skip
    columns = ("words", "kind", "games", "spy win rate", "rounds", "attributional score")
    note = f"Bands are terciles of the similarity of the two words. No values are published. {RECONSTRUCTED}"
    title = "Similarity of the words (appendix E)"
    drawn = [PlotRow(str(r[1]), r[3], f"{r[0]} words") for r in rows if isinstance(r[3], Score) and r[3].n]
    plot = dots("paper-similarity", "Spy win rate by similarity", drawn, axis="share") if drawn else None
    yield PaperPart(Table("paper-similarity", title, columns, tuple(rows), 2, note), plot, tuple(missing))


def _band(game: GameResult) -> str:
    """The band that a game's words were drawn from, as its grid or its setting names it."""
    for value in game.cell.values():
        named = value.get("band") if isinstance(value, Mapping) else value
        if named in BANDS:
            return str(named)
    return ""


def _scaling(_results: Sequence[UndercoverResult]) -> Iterator[PaperPart]:
    """Figure 9: time against the number of axioms."""
    columns = ("axioms", "theories", "seconds")
    why = (
        "seconds by number of axioms: times are no part of records, so that equal games have equal records; "
        "syllogos verify FILES --plot FILE.svg draws them of theories"
    )
    yield PaperPart(Table("paper-scaling", "Solving time (Fig. 9)", columns, ()), None, (why,))


STUDIES: Mapping[str, Callable[[Sequence[UndercoverResult]], Iterator[PaperPart]]] = {
    "fixed": _fixed, "roundrobin": _round_robin, "similarity": _similarity, "scaling": _scaling,
}  # fmt: skip


def _models(played: Iterable[str]) -> list[str]:
    """The paper's models, then others that were played."""
    return list(dict.fromkeys((*MODELS.values(), *sorted(set(played)))))


def _other(kind: str, one: str, other: str) -> str:
    return other if kind == one else one


def _told(value: float | None, *, plain: bool = False) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if plain else f"{100 * value:.2f} %"
