"""The Python API: what the command line does, as functions of values.

``syllogos`` itself is the window with the functions that everybody needs; here is also what the
command line reads, prints and writes with.  A name is imported from its home when it is used first.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from syllogos.api.environment import machine, set_up
    from syllogos.api.names import described, listed
    from syllogos.api.playing import in_words, payoffs_of, play
    from syllogos.api.replaying import replay
    from syllogos.api.runs import (
        MOST_REPLAYS,
        export,
        following,
        go_on,
        load,
        merge,
        planned,
        report,
        run,
        show,
        status,
    )
    from syllogos.api.settings import AgentSetting, model_named, placed_by_environment, with_settings
    from syllogos.api.timings import refuse_ending, write_timings
    from syllogos.api.verifying import STEPS, shown_evidence, told, verified_json, verify, verify_all
    from syllogos.clue.belief import belief_json
    from syllogos.clue.deducing import Mode, ShowModel, deduce, reason_of, suggestions
    from syllogos.clue.log.read import Draft, parse_log, write
    from syllogos.contract import Fault
    from syllogos.experiment.outlook import outlook
    from syllogos.formalization.formalizing import formalize
    from syllogos.formalization.page import formal_json, formal_markdown
    from syllogos.formalization.writing import folder_for, write_formal
    from syllogos.match.stand_in import rules_line, rules_of
    from syllogos.metrics.table import shown
    from syllogos.metrics.unmade import moves_in
    from syllogos.payoffs.checking import check
    from syllogos.payoffs.page import checked_html, checked_json
    from syllogos.plugins.finding import label
    from syllogos.reporting.text import numeric
    from syllogos.undercover.attributing import attribute
    from syllogos.undercover.attribution import parse_question
    from syllogos.undercover.attribution_page import LIKENESS, attribution_json, attribution_lines

__all__ = [
    "LIKENESS",
    "MOST_REPLAYS",
    "STEPS",
    "AgentSetting",
    "Draft",
    "Fault",
    "Mode",
    "ShowModel",
    "attribute",
    "attribution_json",
    "attribution_lines",
    "belief_json",
    "check",
    "checked_html",
    "checked_json",
    "deduce",
    "described",
    "export",
    "folder_for",
    "following",
    "formal_json",
    "formal_markdown",
    "formalize",
    "go_on",
    "in_words",
    "label",
    "listed",
    "load",
    "machine",
    "merge",
    "model_named",
    "moves_in",
    "numeric",
    "outlook",
    "parse_log",
    "parse_question",
    "payoffs_of",
    "placed_by_environment",
    "planned",
    "play",
    "reason_of",
    "refuse_ending",
    "replay",
    "report",
    "rules_line",
    "rules_of",
    "run",
    "set_up",
    "show",
    "shown",
    "shown_evidence",
    "status",
    "suggestions",
    "told",
    "verified_json",
    "verify",
    "verify_all",
    "with_settings",
    "write",
    "write_formal",
    "write_timings",
]
HOMES = {
    "api.environment": ("machine", "set_up"),
    "api.names": ("described", "listed"),
    "api.playing": ("in_words", "payoffs_of", "play"),
    "api.replaying": ("replay",),
    "api.runs": (
        *("MOST_REPLAYS", "export", "following", "go_on", "load", "merge", "planned", "report", "run"),
        *("show", "status"),
    ),
    "api.settings": ("AgentSetting", "model_named", "placed_by_environment", "with_settings"),
    "api.timings": ("refuse_ending", "write_timings"),
    "api.verifying": ("STEPS", "shown_evidence", "told", "verified_json", "verify", "verify_all"),
    "clue.belief": ("belief_json",),
    "clue.deducing": ("Mode", "ShowModel", "deduce", "reason_of", "suggestions"),
    "clue.log.read": ("Draft", "parse_log", "write"),
    "contract": ("Fault",),
    "experiment.outlook": ("outlook",),
    "formalization.formalizing": ("formalize",),
    "formalization.page": ("formal_json", "formal_markdown"),
    "formalization.writing": ("folder_for", "write_formal"),
    "match.stand_in": ("rules_line", "rules_of"),
    "metrics.table": ("shown",),
    "metrics.unmade": ("moves_in",),
    "payoffs.checking": ("check",),
    "payoffs.page": ("checked_html", "checked_json"),
    "plugins.finding": ("label",),
    "reporting.text": ("numeric",),
    "undercover.attributing": ("attribute",),
    "undercover.attribution": ("parse_question",),
    "undercover.attribution_page": ("LIKENESS", "attribution_json", "attribution_lines"),
}
"""The module of each name."""


def __getattr__(name: str) -> Any:
    """A name from its home, imported when it is used first."""
    for home, names in HOMES.items():
        if name in names:
            return getattr(import_module(f"syllogos.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
