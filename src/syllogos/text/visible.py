"""Text of strangers for people: what steers a terminal, a page or a sheet is shown, never obeyed.

All that leaves for a terminal, a page, Markdown or CSV goes through here; pages get there by
:mod:`syllogos.reporting.html`.
"""

from __future__ import annotations

import re

STEERS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls: ESC and its one-byte forms begin a command to a terminal
    "\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # no width, or a direction
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000e0000-\U000e007f"  # halves, no characters, tags
)
"""Characters that are not shown as themselves, as a set of a pattern; tabs and line breaks are no part."""
UNSEEN = re.compile(f"[{STEERS}]")
BREAKS = re.compile(f"[\t\n{STEERS}]")
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
MARKUP = re.compile(
    r"[\\`*_\[\]<>#|!&~$]|^[^\S\n]*+[-+=](?!\d)|^[^\S\n]*+\d++(?=[.)](?:\s|\Z))", re.MULTILINE
)
"""What Markdown would read as more than text."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the beginning of a formula, in half and in full width."""
MARK = "\N{REPLACEMENT CHARACTER}"
LONGEST_LINE = 1_500
"""Characters of a line that tells people something; of longer ones the middle is left out."""


def visible(text: str) -> str:
    r"""``text`` with what steers a terminal, turns a line or is not seen replaced, one for one.

    So places in a text hold.  Tabs and line breaks stay.

    >>> visible("\x1b[31mred\u202e")
    '�[31mred�'
    """
    return UNSEEN.sub(MARK, text.replace("\r\n", " \n"))


def one_line(text: str) -> str:
    r"""``text`` as one line: line breaks are replaced too, and of a very long text the middle is cut.

    >>> one_line("a\nb")
    'a�b'
    """
    line = BREAKS.sub(MARK, text.strip())
    if len(line) <= LONGEST_LINE:
        return line
    half = LONGEST_LINE // 2
    return f"{line[:half]} ... {line[-half:]}"


def html_text(text: object) -> str:
    """``text`` for an element or a quoted attribute of a drawing; pages escape by themselves.

    >>> html_text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return visible(str(text)).translate(ENTITIES)


def markdown_text(text: str) -> str:
    r"""``text`` for paragraphs of Markdown: what would be markup is not, and lines stay.

    >>> markdown_text("# *a*")
    '\\# \\*a\\*'
    """
    return MARKUP.sub(_struck, visible(text))


def markdown_line(text: str) -> str:
    r"""``text`` for one line or one cell of Markdown.

    >>> markdown_line("a|b\nc")
    'a\\|b c'
    """
    return markdown_text(" ".join(visible(text).split()))


def cell_text(text: str) -> str:
    """``text`` for a cell of CSV: what a spreadsheet would run begins with an apostrophe, hence is text.

    >>> cell_text("=1+1")
    "'=1+1"
    """
    text = visible(text)
    return f"'{text}" if text.startswith(FORMULA) or text.lstrip().startswith(FORMULA) else text


def _struck(found: re.Match[str]) -> str:
    """A mark with a backslash before it; a number that would begin a list has it behind."""
    mark = found[0]
    return f"{mark}\\" if mark.strip().isdecimal() else f"{mark[:-1]}\\{mark[-1]}"
