"""The page: one file, no request to anywhere, light and dark, for a desk and for a phone."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from syllogos.metrics.score import Score
from syllogos.metrics.table import Cell, Table, shown
from syllogos.reporting.drawing import COLOURS, Figure, svg
from syllogos.reporting.text import numeric
from syllogos.text.escape import esc, long_text
from syllogos.text.visible import visible


@dataclass(frozen=True)
class Replay:
    """One game's article, and its line in the list."""

    key: str
    label: str
    state: str
    good: bool
    html: str


def page(title: str, sections: Iterable[str], replays: Sequence[Replay] = (), chosen: str = "") -> str:
    """The whole page.  ``sections`` are HTML, the first without a heading; ``chosen`` is text."""
    style = _theme() + _own("page.css")
    script = _own("page.js")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    body = "".join(sections) + (_replays(replays, chosen) if replays else "")
    # What a game draws of itself has not been through `esc`.
    return visible(
        "<!doctype html>\n"
        '<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'
        f"<title>{esc(title)}</title><style>{style}</style></head><body>"
        f"<header><h1>{esc(title)}</h1>"
        '<button id="theme" type="button" title="light or dark (t)" aria-label="light or dark">◐</button>'
        "</header>"
        f"<main>{body}</main><script>{script}</script></body></html>\n"
    )


def lead(paragraphs: Sequence[str], problems: Sequence[str]) -> str:
    """The opening paragraphs, and what could not be read."""
    told = "".join(f"<li>{esc(problem)}</li>" for problem in problems[:20])
    more = f"<li>and {len(problems) - 20} more</li>" if len(problems) > 20 else ""
    named = f"<ul class=problems>{told}{more}</ul>" if problems else ""
    return "".join(f"<p class=lead>{esc(text)}</p>" for text in paragraphs if text) + named


def section(name: str, title: str, *parts: str) -> str:
    """A section with its heading."""
    return f'<section id="{esc(name)}"><h2>{esc(title)}</h2>{"".join(parts)}</section>'


def figures(found: Iterable[Figure], note: str = "") -> str:
    """Plots side by side where there is room, and below what they leave out."""
    drawn = "".join(svg(figure) for figure in found)
    said = f"<p class=note>{esc(note)}</p>" if note else ""
    return f"<div class=figures>{drawn}</div>{said}" if drawn else ""


def table(value: Table, *, folded: bool = False) -> str:
    """A table that scrolls by itself when it is wide, its note below."""
    right = numeric(value)
    head = "".join(
        f"<th{' class=n' if is_right else ''}>{esc(column)}</th>"
        for column, is_right in zip(value.columns, right, strict=True)
    )
    rows, before = [], None
    for row in value.rows:
        rows.append(_row(row, before, value.keys, right))
        before = row
    note = f"<p class=note>{esc(value.note)}</p>" if value.note else ""
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    inside = f"<div class=scroll>{body}</div>{note}"
    return f"<details><summary>{esc(value.title)}</summary>{inside}</details>" if folded else inside


def preformatted(title: str, text: str) -> str:
    """A long text, folded."""
    return f"<details><summary>{esc(title)}</summary><pre>{long_text(text)}</pre></details>"


def _row(row: Sequence[Cell], before: Sequence[Cell] | None, keys: int, right: Sequence[bool]) -> str:
    cells, same = [], before is not None
    for i, cell in enumerate(row):
        same = same and before is not None and i < keys and before[i] == cell
        cells.append(f"<td{' class=n' if right[i] else ''}>{'' if same else _cell(cell)}</td>")
    new = "" if before is not None and row[0] == before[0] else " class=new"
    return f"<tr{new}>{''.join(cells)}</tr>"


def _cell(cell: Cell) -> str:
    text = shown(cell)
    if isinstance(cell, Score):
        value, mark, interval = text.partition(" [")
        tip = f' title="{esc(f"{cell.n} games; {cell.method}")}"'
        return f"<span{tip}>{esc(value)}{f' <span class=ci>[{esc(interval)}</span>' if mark else ''}</span>"
    return esc(text)


def _replays(replays: Sequence[Replay], chosen: str) -> str:
    if len(replays) == 1 and not chosen:
        return f"<div id=games>{replays[0].html}</div>"
    rows = "".join(
        f'<li><a href="#g-{esc(r.key)}"><span>{esc(r.label)}</span>'
        f"<small{'' if r.good else ' class=bad'}>{esc(r.state)}</small></a></li>"
        for r in replays
    )
    return (
        f'<section id="replays"><h2>Replays</h2><p class=note>{esc(chosen)}</p><div id=browse><nav>'
        '<div id=bar><input id="filter" type="search" placeholder="filter by any word" '
        'aria-label="filter games">'
        '<button id="previous" type="button" aria-label="previous game">↑</button>'
        '<button id="next" type="button" aria-label="next game">↓</button></div>'
        "<p class=note id=keys><span><kbd>j</kbd> <kbd>k</kbd> game · <kbd>/</kbd> filter · "
        f"<kbd>o</kbd> unfold</span><span id=count></span></p><ol id=list>{rows}</ol></nav>"
        f"<div id=games>{''.join(r.html for r in replays)}</div></div></section>"
    )


def _theme() -> str:
    """The colours as custom properties: the system's choice, unless the reader chose."""

    def block(theme: int) -> str:
        return "".join(f"--{look}:{colours[theme]};" for look, colours in COLOURS.items())

    looks = "".join(
        f".f-{c},.t-{c}{{fill:var(--{c});color:var(--{c})}}.s-{c}{{stroke:var(--{c})}}" for c in COLOURS
    )
    return (
        f":root{{{block(0)}color-scheme:light}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{block(1)}color-scheme:dark}}}}"
        f":root[data-theme=dark]{{{block(1)}color-scheme:dark}}{looks}"
    )


def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"
