"""Runs: playing an experiment in a folder, and everything one can do with such a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_args

from syllogos.api.settings import placed_by
from syllogos.errors import InputError, SyllogosError, unknown
from syllogos.experiment.experiment import Experiment, begin, read_experiment
from syllogos.experiment.merge import Merged, sharded
from syllogos.experiment.merge import merge as merge_stores
from syllogos.experiment.reading import identity_of
from syllogos.experiment.shards import Shard, shard_of
from syllogos.match.engine import Ended, Run, Settings, run_now
from syllogos.match.stand_in import rules_line, rules_of
from syllogos.metrics.summary import SummaryCell, summary
from syllogos.reporting.build import Report, replay_page, write_report
from syllogos.reporting.choose import MOST
from syllogos.reporting.export import Format, Frames, load_frames
from syllogos.reporting.export import export as export_store
from syllogos.reporting.gather import gather
from syllogos.reporting.standing import RunStanding, standing
from syllogos.reporting.writing import refuse_link, write_file
from syllogos.store.rows import GameCounts, Spent
from syllogos.store.store import Store, open_store
from syllogos.text.arguments import PATH, check_argument
from syllogos.text.whole_file import refuse_unread

MOST_REPLAYS = MOST
"""Games that a report replays unless it is told otherwise."""
LONGEST_SHARD = 40
"""Characters of ``i/n``."""


@dataclass(frozen=True)
class RunPlan:
    """A checked experiment, or the shard of one, and the places of its games in the whole plan."""

    experiment: Experiment
    places: Sequence[int]
    whole: Experiment | None = None
    shard: Shard | None = None

    def going_on(self, store: Store) -> RunPlan:
        """The same plan, dealt as the run in ``store`` was begun: shards were once dealt place by place."""
        if self.whole is None or self.shard is None:
            return self
        before = replace(self.shard, spread=False)
        if identity_of(store).get("shard") != before.label:
            return self
        return RunPlan(*sharded(self.whole, before))


@dataclass(frozen=True)
class Exported:
    """Where the tables of a run are, how many rows each file has, and what could not be read."""

    out: Path
    rows: dict[str, int]
    problems: tuple[str, ...]


@dataclass(frozen=True)
class GamePage:
    """The page of one game, and the game's whole key."""

    html: Path
    key: str


def planned(experiment: str | Path, shard: str | None = None) -> RunPlan:
    """What an experiment file, or the part ``i/n`` of it, would play; nothing is called.

    Raises:
        InputError: the file, the line and the mend; or a shard that is none.
    """
    check_argument("experiment", experiment, *PATH)
    check_argument("shard", shard, str, type(None))
    if shard and len(shard) > LONGEST_SHARD:
        raise InputError("--shard: write i/n with i from 0 to n-1, such as 0/4")
    whole, part = read_experiment(Path(experiment)), shard_of(shard) if shard else None
    return RunPlan(*sharded(whole, part), whole, part)


def go_on(
    plan: RunPlan,
    out: str | Path,
    *,
    workers: int = 16,
    patience: float | None = None,
    restart_changed: bool = False,
    say: Callable[[str], None] = lambda _text: None,
    beside: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Ended:
    """Play in the folder ``out`` what of a plan is not played yet; why it ended, if before its end.

    ``beside`` is entered once the plan is in the folder, and left when no game is played any more.

    Raises:
        SyllogosError: the folder holds another experiment, or cannot be written.
    """
    check_argument("out", out, *PATH)
    check_argument("workers", workers, int, least=1)
    check_argument("patience", patience, float, type(None), least=0)
    with closing(open_store(Path(out), create=True)) as store:
        plan = plan.going_on(store)
        experiment = plan.experiment
        begin(experiment, store, plan.places)
        limits, cache = experiment.limits, experiment.cache
        settings = Settings(workers, patience, limits, restart_changed, cache, say)
        games = f"{len(experiment.matches):,} game{'' if len(experiment.matches) == 1 else 's'}"
        say(f"{experiment.name}: {games}; {rules_line(rules_of(experiment.matches))}")
        for line in placed_by(experiment):
            say(line)
        with beside():
            return run_now(Run(experiment.matches, store, settings).go())


def run(
    experiment: str | Path,
    out: str | Path,
    *,
    workers: int = 16,
    patience: float | None = None,
    say: Callable[[str], None] = lambda _text: None,
) -> tuple[SummaryCell, ...]:
    """Run an experiment file in the folder ``out``, or go on with it; return its results by cell.

    Raises:
        SyllogosError: see ``syllogos run``.
    """
    ended = go_on(planned(experiment), out, workers=workers, patience=patience, say=say)
    if ended.failed:
        raise SyllogosError(ended.reason)
    if ended.reason:
        say(ended.reason)
    with closing(open_store(Path(out))) as store:
        return summary(gather(store).games)


@contextmanager
def following(folder: str | Path) -> Iterator[Callable[[], tuple[GameCounts, Spent]]]:
    """How far a run is that is going on, asked as often as one likes.

    Raises:
        StoreError: there is no run; and so does what is called, when it cannot be read.
    """
    check_argument("folder", folder, *PATH)
    with closing(open_store(Path(folder))) as store:  # its own connection: it is asked beside the run
        yield lambda: (store.counts(), store.spent())


def status(folder: str | Path) -> RunStanding:
    """How far a run is, what it came to and what it cost; a running one is not disturbed.

    Raises:
        SyllogosError: there is no run, or it is damaged.
    """
    check_argument("folder", folder, *PATH)
    with closing(open_store(Path(folder))) as store:
        return standing(store)


def load(folder: str | Path) -> Frames:
    """A run as pandas data frames: ``games seats turns calls verdicts measures`` (see ``docs/frames.md``).

    Raises:
        SyllogosError: there is no run, it is damaged, or pandas is not installed.
    """
    check_argument("folder", folder, *PATH)
    with closing(open_store(Path(folder))) as store:
        return load_frames(store)


def report(
    folder: str | Path,
    out: str | Path | None = None,
    *,
    most: int = MOST_REPLAYS,
    pdf: bool = False,
    paper: str | Mapping[str, object] | object = None,
) -> Report:
    """Write the report of a run: its page, its tables and its figures.

    Args:
        folder: the folder of the run.
        out: where to write; the run's own folder if left out.
        most: at most so many games are replayed in the page.
        pdf: figures as PDF too (needs the extra ``frames``).
        paper: whose tables are filled, in place of the one that the experiment names.

    Raises:
        SyllogosError: there is no run, or it cannot be read or written.
    """
    check_argument("folder", folder, *PATH)
    check_argument("out", out, *PATH, type(None))
    check_argument("most", most, int, least=0)
    with closing(open_store(Path(folder))) as store:
        return write_report(store, Path(folder if out is None else out), most=most, pdf=pdf, paper=paper)


def export(folder: str | Path, format: str = "jsonl", out: str | Path | None = None) -> Exported:
    """Write a run as tables for other programs, ``jsonl`` or ``parquet``, into ``out`` (``folder/export``).

    Raises:
        SyllogosError: an unknown format, no run, or it cannot be read or written.
    """
    check_argument("folder", folder, *PATH)
    check_argument("format", format, str)
    check_argument("out", out, *PATH, type(None))
    formats: dict[str, Format] = {name: name for name in get_args(Format)}
    if format not in formats:
        raise unknown("format", format, formats)
    target = Path(folder, "export") if out is None else Path(out)
    if out is None:
        refuse_link(target)
    with closing(open_store(Path(folder))) as store:
        rows, problems = export_store(store, target, formats[format])
    return Exported(target, rows, problems)


def show(folder: str | Path, key: str, out: str | Path | None = None) -> GamePage:
    """Write one game of a run as a page, with every prompt and reply.

    Args:
        folder: the folder of the run.
        key: the game's key, or how it begins.
        out: the file; ``game-KEY.html`` in the run's folder if left out.

    Raises:
        SyllogosError: there is no run or no such game, it is damaged, or ``out`` cannot be written.
    """
    check_argument("folder", folder, *PATH)
    check_argument("key", key, str)
    check_argument("out", out, *PATH, type(None))
    if out is not None:
        refuse_unread(Path(out))
    with closing(open_store(Path(folder))) as store:
        whole, page = replay_page(store, key)
    path = Path(folder, f"game-{whole[:12]}.html") if out is None else Path(out)
    if out is None:
        refuse_link(path)
    write_file(path, page)
    return GamePage(path, whole)


def merge(folders: Sequence[str | Path], out: str | Path) -> Merged:
    """Put the games of several runs of one experiment into the run in ``out``; see ``syllogos merge``.

    Raises:
        SyllogosError: the runs are not of one experiment, or cannot be read or written.
    """
    check_argument("out", out, *PATH)
    check_argument("folders", folders, Sequence)
    for folder in [folders] if isinstance(folders, str) else folders:
        check_argument("folders", folder, *PATH)
    if isinstance(folders, str):
        raise InputError(f"folders: a list is wanted, such as [{folders!r}]")
    return merge_stores([Path(folder) for folder in folders], Path(out))
