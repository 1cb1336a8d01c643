"""Which games a page replays when it cannot replay all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest

from syllogos.metrics.games import GameResult

MOST = 200


def chosen(games: Sequence[GameResult], most: int = MOST) -> tuple[tuple[GameResult, ...], str]:
    """The games to replay, in the order of the plan, and one sentence that says how they were chosen.

    Games in which something went wrong come first; then, and among those, every condition, cell and
    way to end is taken in turn, in the order of the plan.
    """
    begun = [game for game in games if game.turns or game.status in ("finished", "crashed", "abandoned")]
    troubled = [game for game in begun if not game.finished or game.affected]
    smooth = [game for game in begun if game.finished and not game.affected]
    picked = {game.key for game in [*_in_turn(troubled), *_in_turn(smooth)][:most]}
    if len(begun) <= most:
        said = f"All {len(begun)} games that were begun." if begun else "No game has been begun."
    else:
        n = min(len(troubled), most)
        said = (
            f"{most} of {len(begun)} games: {n} of the {len(troubled)} in which something went wrong, then "
            "every condition, cell and way to end in turn. Any other: syllogos show DIR KEY."
        )
    return tuple(game for game in begun if game.key in picked), said


def _in_turn(games: Iterable[GameResult]) -> list[GameResult]:
    strata: dict[tuple[str, str, str, str], list[GameResult]] = {}
    for game in games:
        strata.setdefault((game.condition, str(game.cell), game.kind, game.end), []).append(game)
    return [game for game in chain.from_iterable(zip_longest(*strata.values())) if game is not None]
