"""Writing the report of a run: the page, and beside it tables, figures and Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from syllogos.errors import StoreError
from syllogos.experiment.reading import calls_of, key_like, whole_record
from syllogos.metrics.counts import attempts, ends, faults, usage
from syllogos.metrics.games import GameResult
from syllogos.metrics.table import Table
from syllogos.metrics.tables import differences, measures, scores
from syllogos.metrics.tournament import normalized_payoffs
from syllogos.reporting import page as html
from syllogos.reporting.choose import MOST, chosen
from syllogos.reporting.drawing import Figure, svg
from syllogos.reporting.figures import all_figures, left_out
from syllogos.reporting.gather import Gathered, gather, own, own_record
from syllogos.reporting.pdf import write_pdf
from syllogos.reporting.replay import Calls, by_turn, label, replay, state
from syllogos.reporting.summary import paragraphs
from syllogos.reporting.text import csv_text, escaped, markdown
from syllogos.reporting.writing import put_in_place
from syllogos.store.rows import short
from syllogos.store.store import Store

OWN = (
    *(f"tables/{name}.csv" for name in (
        "tournament", "scores", "measures", "differences", "faults", "ends", "attempts", "usage", "seats",
    )),
    *(f"figures/{name}.{form}" for form in ("svg", "pdf") for name in (
        "scores-*", "differences-*", "heat-*", "by-*", "attempts", "tokens",
    )),
)  # fmt: skip
"""What a report writes beside its pages, as patterns: an earlier report's is removed."""
PAGES = ("report.html", "report.md")


@dataclass(frozen=True)
class Report:
    """Where the page is, and the tables in it."""

    html: Path
    tables: Mapping[str, Table]
    problems: tuple[str, ...]


def tables_of(run: Gathered) -> dict[str, Table]:
    """Every table that has something to say about a run, by name."""
    games = run.games
    found = (
        normalized_payoffs(run.bouts), scores(games), measures(games), differences(games), faults(games),
        ends(games), attempts(games), usage(games), scores(games, by_seat=True),
    )  # fmt: skip
    return {table.name: table for table in found if table.rows}


def write_report(store: Store, out: Path, *, most: int = MOST, pdf: bool = False) -> Report:
    """Write ``report.html``, ``report.md``, ``tables/*.csv`` and ``figures/*.svg`` (and PDF) into ``out``.

    Damage is named in the page, and the rest is shown.

    Raises:
        StoreError: the store as a whole cannot be read.
        InputError: ``out`` cannot be written, or PDF is wanted without Matplotlib.
    """
    run = gather(store)
    tables = tables_of(run)
    drawn = all_figures(run.games, tables.get("differences"))
    picked, said = chosen(run.games, most)
    problems = list(run.problems)
    replays = [_replay(store, game, problems, prompts=False) for game in picked]
    name = run.name or (run.games[0].condition if run.games else "") or "run"
    text = html.page(name, _sections(run, tables, drawn, problems), replays, said)
    with put_in_place(out, OWN, PAGES) as aside:
        _put(aside / PAGES[0], text)
        _put(aside / PAGES[1], _markdown(name, run, tables))
        for table in tables.values():
            _put(aside / "tables" / f"{table.name}.csv", csv_text(table))
        for figure in (figure for found in drawn.values() for figure in found):
            path = aside / "figures" / f"{_file_name(figure.name)}.svg"
            _put(path, svg(figure, alone=True))
            if pdf:
                write_pdf(figure, path.with_suffix(".pdf"))
    return Report(out / "report.html", tables, tuple(dict.fromkeys(problems)))


def replay_page(store: Store, start: str) -> tuple[str, str]:
    """The key of the game that ``start`` begins, and a page with that game and all its prompts.

    Raises:
        StoreError: no game or several have such a key, or its record is damaged.
    """
    key = key_like(store, start)
    run = gather(store)
    game = next(game for game in run.games if game.key == key)
    whole_record(store, key)
    problems: list[str] = []
    shown = _replay(store, game, problems, prompts=True)
    lead = [html.lead((), problems)] if problems else []
    return key, html.page(run.name or game.condition or "game", lead, [shown])


def _sections(
    run: Gathered, tables: Mapping[str, Table], drawn: Mapping[str, Iterable[Figure]], problems: list[str]
) -> list[str]:
    cut = left_out(run.games, tables.get("differences"))
    plots = {name: html.figures(found, cut.get(name, "")) for name, found in drawn.items()}
    parts = [html.lead(paragraphs(run), tuple(dict.fromkeys(problems)))]
    if "tournament" in tables:
        table = tables["tournament"]
        parts.append(html.section("tournament", table.title, html.table(table)))
    if "scores" in tables:
        seats = html.table(tables["seats"], folded=True) if _splits(tables) else ""
        parts.append(html.section("scores", "Scores", plots["scores"], html.table(tables["scores"]), seats))
    if "measures" in tables:
        parts.append(html.section("measures", tables["measures"].title, html.table(tables["measures"])))
    if "differences" in tables:
        table = tables["differences"]
        parts.append(html.section("differences", table.title, plots["differences"], html.table(table)))
    counted = [html.table(tables[name]) for name in ("ends", "faults") if name in tables]
    for name in ("ends", "faults"):
        if name in tables:
            parts.append(html.section(name, tables[name].title, html.table(tables[name])))
    cost = [plots["counts"]]
    cost += [html.table(tables[name]) for name in ("attempts", "usage") if name in tables]
    if any(cost) and counted:
        parts.append(html.section("usage", "Attempts, calls and money", *cost))
    if run.text:
        parts.append(
            html.section("experiment", "The experiment", html.preformatted("as it was run", run.text))
        )
    return parts


def _splits(tables: Mapping[str, Table]) -> bool:
    return len(tables["seats"].rows) > len(tables["scores"].rows)


def _replay(store: Store, game: GameResult, problems: list[str], *, prompts: bool) -> html.Replay:
    """A game's article; of a damaged one, what can be shown."""
    line = (game.key, label(game), state(game), game.kind == "played")
    calls = _calls(store, game, problems) if game.usage.calls or prompts else {}
    try:
        record = whole_record(store, game.key)
        drawn = _view(store, game, problems) if record else ""
        return html.Replay(*line, replay(game, record, calls, drawn, prompts=prompts))
    except StoreError as error:
        problems.append(f"game {game.key} cannot be replayed: {error}")
        named = replace(game, error=game.error or str(error))
        return html.Replay(*line, replay(named, None, {}, prompts=False))


def _calls(store: Store, game: GameResult, problems: list[str]) -> Calls:
    """The game's journal; nothing of a damaged one, which hides no record."""
    try:
        return by_turn(calls_of(store, game.key), len(game.seats))
    except StoreError as error:
        problems.append(f"game {game.key} is replayed without what was asked and said: {error}")
        return {}


def _view(store: Store, game: GameResult, problems: list[str]) -> str:
    view = own(game.game, game.code, "view")
    if view is None:
        return ""
    try:
        return str(view(own_record(store, game)))
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StoreError) as error:
        problems.append(
            f"game {game.key}: {game.game} could not draw it ({short(repr(error))}); its events are shown"
        )
        return ""


def _markdown(name: str, run: Gathered, tables: Mapping[str, Table]) -> str:
    problems = [f"- {escaped(problem)}" for problem in run.problems]
    head = [
        f"# {escaped(name)}",
        "",
        *(f"{escaped(text)}\n" for text in paragraphs(run) if text),
        "",
        *problems,
        "",
    ]
    return "\n".join([*head, *map(markdown, tables.values())])


def _file_name(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-_" else "-" for c in name)[:80]


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="replace", newline="\n")
