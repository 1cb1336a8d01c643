"""Text of strangers for people: what steers a terminal or turns a line is shown, never obeyed."""

from __future__ import annotations

import html
import re

STEERS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls: ESC and its one-byte forms begin a command to a terminal
    "\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # no width, or a direction
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000e0000-\U000e007f"  # halves, no characters, tags
)
"""Characters that are not shown as themselves, as a set of a pattern; tabs and line breaks are no part."""
UNSEEN = re.compile(f"[{STEERS}]")
BREAKS = re.compile(f"[\t\n{STEERS}]")
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
    """``text`` for an element or a quoted attribute of a page.

    >>> html_text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return html.escape(visible(str(text)), quote=True)
