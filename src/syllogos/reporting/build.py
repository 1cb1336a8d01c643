"""Writing the report of a run: the page, and beside it tables, figures and Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from pathlib import Path

from syllogos.errors import StoreError
from syllogos.experiment.naming import paper_named
from syllogos.experiment.reading import SeatNote, calls_of, key_like, whole_record
from syllogos.gametheory.payoff_table import PayoffTable
from syllogos.metrics.counts import attempts, ends, faults, usage
from syllogos.metrics.games import GameResult
from syllogos.metrics.table import Table, named
from syllogos.metrics.tables import differences, measures, scores
from syllogos.metrics.tournament import normalized_payoffs
from syllogos.metrics.unmade import MoveCounts, moves_of
from syllogos.reporting.as_in_paper import PaperPart
from syllogos.reporting.choose import MOST, chosen
from syllogos.reporting.drawing import Figure, svg
from syllogos.reporting.figures import all_figures, left_out
from syllogos.reporting.gather import Gathered, gather, own, own_record
from syllogos.reporting.page import Section, page, sheet
from syllogos.reporting.pdf import write_pdf
from syllogos.reporting.replay import Article, Calls, article, by_turn
from syllogos.reporting.summary import paragraphs
from syllogos.reporting.text import csv_text, latex, markdown
from syllogos.reporting.writing import put_in_place
from syllogos.store.rows import short
from syllogos.store.store import Store
from syllogos.text.visible import markdown_line

OWN = (
    "tables/paper-*.csv", "tables/paper-*.tex", "figures/paper-*.svg", "figures/paper-*.pdf",
    *(f"tables/{name}.csv" for name in (
        "tournament", "scores", "measures", "differences", "faults", "ends", "attempts", "usage", "seats",
    )),
    *(f"figures/{name}.{form}" for form in ("svg", "pdf") for name in (
        "scores-*", "differences-*", "heat-*", "by-*", "attempts", "tokens",
    )),
)  # fmt: skip
"""What a report writes beside its pages, as patterns: an earlier report's is removed."""
Figures = tuple[Figure, ...]
PayoffsByTitle = tuple[tuple[str, PayoffTable], ...]
PAGES = ("report.html", "report.md")


@dataclass(frozen=True)
class Report:
    """Where the page is, the tables in it, what could not be read, and who made no move of their own."""

    html: Path
    tables: Mapping[str, Table]
    problems: tuple[str, ...]
    moves: MoveCounts


def tables_of(run: Gathered) -> dict[str, Table]:
    """Every table that has something to say about a run, by name."""
    games = run.games
    found = (
        normalized_payoffs(run.bouts), scores(games), measures(games), differences(games), faults(games),
        ends(games), attempts(games), usage(games), scores(games, by_seat=True),
    )  # fmt: skip
    return {table.name: table for table in found if table.rows}


def write_report(
    store: Store, out: Path, *, most: int = MOST, pdf: bool = False, paper: object = None
) -> Report:
    """Write ``report.html``, ``report.md``, ``tables/*.csv`` and ``figures/*.svg`` (and PDF) into ``out``.

    Damage is named in the page, and the rest is shown.  ``paper`` is whose tables are filled, in place of
    the one that the experiment names; they are written as LaTeX too.

    Raises:
        StoreError: the store as a whole cannot be read.
        InputError: ``out`` cannot be written, PDF is wanted without Matplotlib, or an unknown paper.
    """
    run = gather(store)
    tables = tables_of(run)
    parts = _paper_parts(run, paper)
    filled = {part.table.name: part.table for part in parts if part.table.rows}
    drawn = all_figures(run.games, tables.get("differences"))
    picked, said = chosen(run.games, most)
    problems = list(run.problems)
    replays = [_replay(store, game, problems, prompts=False) for game in picked]
    name = run.name or (run.games[0].condition if run.games else "") or "run"
    problems = list(dict.fromkeys(problems))
    sections = _sections(run, tables, drawn, games_played(run.games, replays))
    sections[_first_place(sections) : _first_place(sections)] = _paper_sections(parts)
    text = page(name, paragraphs(run), problems, sections, replays, said)
    with put_in_place(out, OWN, PAGES) as aside:
        _put(aside / PAGES[0], text)
        _put(aside / PAGES[1], _markdown(name, run, {**tables, **filled}))
        for table in (*tables.values(), *filled.values()):
            _put(aside / "tables" / f"{table.name}.csv", csv_text(table))
        for table in filled.values():
            _put(aside / "tables" / f"{table.name}.tex", latex(table))
        for figure in (
            *(f for found in drawn.values() for f in found),
            *(p.figure for p in parts if p.figure),
        ):
            path = aside / "figures" / f"{_file_name(figure.name)}.svg"
            _put(path, svg(figure, alone=True))
            if pdf:
                write_pdf(figure, path.with_suffix(".pdf"))
    return Report(out / "report.html", {**tables, **filled}, tuple(problems), moves_of(run.games))


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
    return key, page(run.name or game.condition or "game", problems=problems, replays=[shown])


def _sections(
    run: Gathered, tables: Mapping[str, Table], drawn: Mapping[str, Figures], played: PayoffsByTitle
) -> list[Section]:
    sheets = {name: sheet(table) for name, table in tables.items()}
    cut = left_out(run.games, tables.get("differences"))

    def about(name: str, title: str = "", plots: str = "", more: Sequence[str] = ()) -> Section:
        shown = tuple(sheets[key] for key in (name, *more) if key in sheets)
        folded = (sheets["seats"],) if name == "scores" and _splits(tables) else ()
        title = title or (tables[name].title if name in tables else "")
        return Section(name, title, drawn.get(plots, ()), cut.get(plots, ""), shown, folded)

    parts = [
        about("tournament"), about("scores", "Scores", "scores"), about("measures"),
        about("differences", plots="differences"), about("ends"), about("faults"),
    ]  # fmt: skip
    parts = [part for part in parts if part.name in tables]
    if played:
        title = "The game" if len(played) == 1 else "The games"
        parts.insert(min(1, len(parts)), Section("games-played", title, payoffs=played))
    cost = about("usage", "Attempts, calls and money", "counts")
    cost = replace(cost, sheets=tuple(sheets[name] for name in ("attempts", "usage") if name in sheets))
    if (cost.figures or cost.sheets) and {"ends", "faults"} & set(tables):
        parts.append(cost)
    if run.text:
        parts.append(Section("experiment", "The experiment", text=run.text))
    return parts


def _paper_parts(run: Gathered, paper: object) -> tuple[PaperPart, ...]:
    """The parts of the paper that is asked for, or that the experiment names."""
    named = paper_named(paper or run.paper)
    return tuple(named[1](run.games)) if named else ()


def _paper_sections(parts: Sequence[PaperPart]) -> list[Section]:
    """One section a part, the first under the heading that says what they are."""
    return [
        Section(
            part.table.name, f"As in the paper: {part.table.title}", (part.figure,) if part.figure else (),
            sheets=(sheet(part.table),) if part.table.rows else (), unfilled=part.unfilled,
        )
        for part in parts
    ]  # fmt: skip


def _first_place(sections: Sequence[Section]) -> int:
    """Where the paper's sections stand: before what any run has, after the games."""
    return next((n for n, section in enumerate(sections) if section.name == "ends"), len(sections))


def games_played(games: Sequence[GameResult], replays: Sequence[Article]) -> PayoffsByTitle:
    """What the games of a run pay, each once, named by the fields of the grid in which they differ."""
    cells = {game.key: game.cell for game in games}
    played: dict[PayoffTable, str] = {}
    for replay in replays:
        if replay.payoffs:
            cell = {k: v for k, v in cells[replay.key].items() if not k.startswith("condition.")}
            played.setdefault(replay.payoffs, ", ".join(map(named, cell.values())))
    return tuple((title if len(played) > 1 else "", table) for table, title in played.items())


def _splits(tables: Mapping[str, Table]) -> bool:
    return "scores" in tables and len(tables["seats"].rows) > len(tables["scores"].rows)


def _replay(store: Store, game: GameResult, problems: list[str], *, prompts: bool) -> Article:
    """A game's article; of a damaged one, what can be shown."""
    calls = _calls(store, game, problems) if game.usage.calls or prompts else {}
    try:
        record = whole_record(store, game.key)
        noted = [call for turn in calls.values() for call in turn if call.kind == "note" and call.seat >= 0]
        notes = [SeatNote(call.seat, call.turn, call.what, call.request) for call in noted]
        drawn = _own(store, game, "view", problems, notes) if record else ""
        pays = _own(store, game, "payoff_table", problems) if record else None
        payoffs = pays if isinstance(pays, PayoffTable) else None
        return article(game, record, calls, drawn, payoffs, prompts=prompts)
    except StoreError as error:
        problems.append(f"game {game.key} cannot be replayed: {error}")
        return article(replace(game, error=game.error or str(error)), None, {}, prompts=False)


def _calls(store: Store, game: GameResult, problems: list[str]) -> Calls:
    """The game's journal; nothing of a damaged one, which hides no record."""
    try:
        return by_turn(calls_of(store, game.key), len(game.seats))
    except StoreError as error:
        problems.append(f"game {game.key} is replayed without what was asked and said: {error}")
        return {}


def _own(
    store: Store, game: GameResult, what: str, problems: list[str], notes: Sequence[SeatNote] = ()
) -> object:
    """What the game's own plugin makes of its record, or of its events; empty where it makes nothing.

    A view of two parameters is given the seats' notes too.
    """
    make = own(game.game, game.code, what)
    if make is None:
        return ""
    try:
        record = own_record(store, game)
        if what == "view" and len(signature(make).parameters) > 1:
            return make(record, notes)
        return make(record.log) if record and what == "payoff_table" else make(record)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StoreError) as error:
        problems.append(
            f"game {game.key}: {game.game} could not draw it ({short(repr(error))}); its events are shown"
        )
        return ""


def _markdown(name: str, run: Gathered, tables: Mapping[str, Table]) -> str:
    problems = [f"- {markdown_line(problem)}" for problem in run.problems]
    head = [
        f"# {markdown_line(name)}",
        "",
        *(f"{markdown_line(text)}\n" for text in paragraphs(run) if text),
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
