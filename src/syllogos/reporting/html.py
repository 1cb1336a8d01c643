"""Pages by templates: every text that goes into one is escaped and made visible by itself.

A template ``FOLDER/NAME.html.j2`` is the file ``syllogos/FOLDER/templates/NAME.html.j2``, so that a
wing brings its own.  Nothing outside this file declares text to be markup.  What a template gives is
made visible as a whole, so that no filter or join can bring a text past it.
"""

from __future__ import annotations

import base64
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from syllogos.reporting.drawing import COLOURS, Figure, svg
from syllogos.reporting.marking import LOOKS, MEANS
from syllogos.text.visible import visible

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

__all__ = ["LONGEST", "render_page", "render_part", "render_text", "shortened"]

LONGEST = 20_000
"""Characters of one text that a page shows."""


def render_page(template: str, **values: object) -> str:
    """The template of that name with these values, as a whole page.

    In it ``drawing(figure)`` draws a :class:`~syllogos.reporting.drawing.Figure`, the filter ``long``
    is :func:`shortened`, and a name that is not there is an error.
    """
    return visible(_environment().get_template(template).render(**values))


def render_part(template: str, **values: object) -> Markup:
    """The same, as markup that another template puts in as it is."""
    return _markup(render_page(template, **values))


def render_text(source: str, **values: object) -> Markup:
    """A part from a template given as text, for plugins that are one file.

    Raises:
        ValueError: it is no template, or asks for a name that is not there.

    >>> render_text("<b>{{ word }}</b>", word="<i>")
    Markup('<b>&lt;i&gt;</b>')
    """
    from jinja2 import TemplateError  # noqa: PLC0415 (only pages pay for it)

    try:
        return _markup(visible(_environment().from_string(source).render(**values)))
    except TemplateError as error:
        raise ValueError(f"template: {error}") from error


def shortened(text: object) -> str:
    """``text`` cut at :data:`LONGEST` characters with the number of those left out."""
    text = str(text)
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]} … ({len(text) - LONGEST:,} characters more are in the store)"


def _markup(html: str) -> Markup:
    from markupsafe import Markup  # noqa: PLC0415 (only pages pay for it)

    return Markup(html)


@cache
def _environment() -> Environment:
    """The one environment: escaping is on in every template, and the filter that undoes it is gone."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # noqa: PLC0415 (only pages pay for it)

    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    del environment.filters["safe"]
    environment.filters["long"] = shortened
    style, script = _theme() + _own("page.css"), _own("page.js")
    environment.globals |= {
        "looks": LOOKS,
        "meanings": MEANS,
        "drawing": lambda figure: _markup(svg(_figure(figure))),
        "style": _markup(style),
        "style_hash": _hash(style),
        "script": _markup(script),
        "script_hash": _hash(script),
    }
    return environment


def _source(name: str) -> str | None:
    folder, _, file = name.rpartition("/")
    place = files("syllogos").joinpath(*folder.split("/"), "templates", file)
    return place.read_text(encoding="utf-8") if place.is_file() else None


def _figure(value: object) -> Figure:
    """``value``, which must be a drawing: its SVG is the one markup that no template writes."""
    if not isinstance(value, Figure):
        raise TypeError(f"{type(value).__name__} is no drawing")
    return value


def _theme() -> str:
    """The colours as custom properties: the system's choice, unless the reader chose."""

    def block(theme: int) -> str:
        return "".join(f"--{look}:{colours[theme]};" for look, colours in COLOURS.items())

    looks = "".join(
        f".f-{c},.t-{c}{{fill:var(--{c});color:var(--{c})}}.s-{c}{{stroke:var(--{c})}}" for c in COLOURS
    )
    # On paper it is light, whatever the screen is.
    dark = f"{block(1)}color-scheme:dark"
    return (
        f":root{{{block(0)}color-scheme:light}}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}{looks}"
    )


def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"
