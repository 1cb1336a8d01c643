"""What an answer set program of a stranger may be made of; nothing of it is read by an engine before."""

from __future__ import annotations

import re

from syllogos.engines.guard.precheck import ProgramProblem, position, precheck

DIRECTIVES = frozenset(
    ["show", "const", "defined", "count", "sum", "sum+", "min", "max", "true", "false", "inf", "sup",
     "minimize", "maximize"]
)  # fmt: skip
"""What may follow ``#``: scripts, files, externals, programs, theories and the like may not."""
TOKEN = re.compile(r'%\*.*?(?:\*%|\Z)|%[^\n]*|"(?:[^"\\\n]|\\.)*"|#\s*[A-Za-z_]*\+?|[@"&$`]', re.DOTALL)


def allowed(text: str) -> tuple[ProgramProblem, ...]:
    """What is wrong with a program before it is read; no problem means that clingo may read on."""
    if problems := precheck(text):
        return problems
    for token in TOKEN.finditer(text):
        mark = token.group()
        if mark[0] == "%" or (mark[0] == '"' and len(mark) > 1):
            continue
        if mark[0] == "#" and mark[1:] in DIRECTIVES:
            continue
        line, column = position(text, token.start())
        say = "a quote is not closed" if mark == '"' else f"‘{mark}’ is not allowed here"
        return (ProgramProblem("syntax" if mark == '"' else "refused", say, "program", line, column),)
    return ()
