"""Undercover-V: spy wins, eliminations and attributional scores by model and kind of agent.

Tables and figures of section 4 and appendices B and E of the paper on attributional inference.  Its
figures give most numbers as bars without a value, so what is published here are the values of its text.
Where the text lists four models without naming them in order, only what can be told is beside a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from syllogos.metrics.comparing import gain, power
from syllogos.metrics.games import GameResult
from syllogos.metrics.intervals import FEWEST, Cluster, Score, holm, mean, ratio, share, sign_flip
from syllogos.metrics.table import Table, TableCell
from syllogos.reporting.as_in_paper import PaperFill, PaperPart
from syllogos.reporting.plots import PlotRow, dots

Study = Literal["fixed", "roundrobin", "similarity", "scaling", ""]
KINDS: Mapping[str, str] = {"nli": "NLI", "att_nli": "Att-NLI", "neuro_symbolic": "neuro-symbolic"}
"""The paper's kinds of agent, by the names of ours."""
MODELS: Mapping[str, str] = {
    "gpt4omini": "GPT-4o-mini", "gpt4o": "GPT-4o", "mistralmedium": "Mistral-Medium",
    "mixtral8x22b": "Mixtral-8x22B",
}  # fmt: skip
"""The paper's models, by what the letters and digits of a name have in them; the first that fits counts."""
BANDS = ("far", "middle", "near")
RECONSTRUCTED = (
    "The attributional score and the citizens' elimination rate are reconstructed: the paper's equations "
    "are missing."
)

_WON = {(model, "neuro-symbolic"): won for model, won in (
    ("GPT-4o-mini", 0.20), ("GPT-4o", 1 / 3), ("Mistral-Medium", 0.1333), ("Mixtral-8x22B", 0.20),
)}  # fmt: skip
_SCORED = {
    ("GPT-4o", "NLI"): 0.6, ("GPT-4o", "Att-NLI"): 0.688, ("GPT-4o", "neuro-symbolic"): 0.780,
    ("Mistral-Medium", "neuro-symbolic"): 0.664,
}  # fmt: skip
"""Figure 3, from the text of section 4.2."""
_OVERALL = {"NLI": 0.0958, "Att-NLI": 0.1375, "neuro-symbolic": 0.1708}
"""Spy win rates of the round robin, 240 games a kind (abstract and section 4.3)."""
Measured = Literal["spy wins", "eliminated citizens", "score of spies", "score of citizens"]
