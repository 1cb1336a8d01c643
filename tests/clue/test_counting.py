"""Few deals are counted on lists and many on arrays, and the counts are the same."""

import subprocess
import sys
from random import Random

import pytest

from clue_tables import classic_log, random_log
from syllogos.clue.deduction.classes import classes_of, relevant
from syllogos.clue.deduction.count import FEW, count, work
from syllogos.clue.deduction.facts import close
from syllogos.clue.deduction.few import count_few
from syllogos.clue.deduction.grid import count_on_grid
from syllogos.clue.deduction.reasons import facts_of


def closed(log):
    facts = facts_of(log, range(len(log.events)))
    return close(facts, "full") if facts else None


@pytest.mark.parametrize("weighted", [False, True])
def test_lists_and_arrays_count_alike(weighted):
    logs = [random_log(Random(seed), 3, turns=seed % 9, lie=0.1) for seed in range(60)]
    logs += [classic_log(Random(seed), turns=30) for seed in range(3)]
    counted = 0
    for facts in filter(None, map(closed, logs)):
        if work(facts, weighted=weighted) <= 3 * FEW:
            told = relevant(facts, weighted)
            assert count_few(told, classes_of(told)) == count_on_grid(told, classes_of(told))
            assert count(facts, weighted=weighted, once=True) == count(facts, weighted=weighted)
            counted += 1
    assert counted > 40


def test_one_log_with_few_deals_needs_no_numpy():
    code = (
        "import sys, syllogos\n"
        "log = 'me Ada: Plum, Rope, Hall\\nplayers Ada 3, Ben 3, Cleo 3, Dan 3, Eve 3, Fay 3'\n"
        "print(syllogos.deduce(log).deals, *(m for m in ('numpy', 'pydantic', 'asyncio') if m in sys.modules))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.split()[0].isdecimal() and out.split()[1:] == []
