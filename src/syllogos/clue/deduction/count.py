"""Counting the deals that meet some facts, and for each cell those that have it.

A deal gives every open card to one holder.  Hands that together cover all open cards and
are as many cards as there are cannot overlap, so by inclusion and exclusion over sets ``S``
of open cards

    deals = sum over S of (-1)^(open - |S|) * product over holders of f_h(S)

where ``f_h(S)`` counts the permitted hands of holder ``h`` within ``S``: the zeta transform
of the indicator of its permitted hands.  The transform's transpose, applied to the product
of all other holders' ``f``, gives the number of deals in which ``h`` has each of its hands.
(Björklund, Husfeldt, Koivisto 2009, "Set partitioning via inclusion-exclusion".)

Cards that no constraint tells apart form a class, and ``S`` is only told by how many cards of
each class it has; so the opening is small although everything is possible.
Few of them are counted on lists, which spares the time that numpy takes to import, many on arrays.
"""

from __future__ import annotations

from syllogos.clue.deduction.classes import Counts, classes_of, relevant, work
from syllogos.clue.deduction.facts import Facts
from syllogos.clue.deduction.few import count_few

__all__ = ["FEW", "Counts", "count", "work"]

FEW = 6_000
"""Grid points times holders up to which lists take a tenth of the time that numpy takes to import."""


def count(facts: Facts, *, weighted: bool = False, once: bool = False) -> Counts:
    """Count the deals that meet ``facts``, which are closed under mode ``L2``.

    Args:
        facts: the constraints.
        weighted: weight a deal by 1/k for every card the observer was shown by somebody who
            could have shown k cards, instead of by 1.
        once: count on lists where that takes less time than importing numpy; the counts are the same.
    """
    told = relevant(facts, weighted)
    if once and work(facts, weighted=weighted) <= FEW:
        return count_few(told, classes_of(told))
    from syllogos.clue.deduction.grid import count_on_grid  # noqa: PLC0415 (numpy)

    return count_on_grid(told, classes_of(told))
