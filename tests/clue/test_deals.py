"""The possibility matrix against brute force over every deal of small tables."""

import asyncio
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clue_tables import TINY, classic_log, deals, fits, random_log, weight
from syllogos.clue.belief import belief_json
from syllogos.clue.deals import ENVELOPE, Accusation, ClueTable, Suggestion, TableLog
from syllogos.clue.deck import CLASSIC
from syllogos.clue.deduction import grid
from syllogos.clue.deduction.advice import advise
from syllogos.clue.solvers.deals import Deals, Query, answer, deduce, explain
from syllogos.errors import InputError
from syllogos.testing import check_solver
from syllogos.verdict import Status

logs = st.builds(
    lambda seed, players, turns, lie, spectator: random_log(
        Random(seed), players, TINY, turns, lie=lie, spectator=spectator
    ),
    st.integers(0, 10**6),
    st.integers(2, 3),
    st.integers(0, 8),
    st.sampled_from([0.0, 0.0, 0.15]),
    st.booleans(),
)
ADA = ClueTable(CLASSIC, ("Ada", "Ben", "Cleo"), (6, 6, 6), "Ada", CLASSIC["suspect"])


@settings(max_examples=150, deadline=None)
@given(logs)
def test_matrix_counts_and_probabilities_are_those_of_all_deals(log):
    left = [deal for deal in deals(log.table) if all(fits(deal, event) for event in log.events)]
    belief = deduce(log)
    assert belief.deals == len(left)
    assert (belief.contradiction is None) == bool(left)
    for card in log.table.cards if left else ():
        for holder in log.table.holders:
            share = Fraction(sum(card in deal[holder] for deal in left), len(left))
            assert belief.probabilities[card][holder] == share
            assert belief.matrix[card][holder] == ("NO" if share == 0 else "YES" if share == 1 else "MAYBE")


@settings(max_examples=100, deadline=None)
@given(logs)
def test_envelopes_are_counted_jointly(log):
    left = [deal for deal in deals(log.table) if all(fits(deal, event) for event in log.events)]
    belief = deduce(log)
    for cards, share in belief.envelopes.items():
        assert share == Fraction(sum(set(cards) == deal[ENVELOPE] for deal in left), len(left))
    assert sum(belief.envelopes.values()) == bool(left)


@settings(max_examples=100, deadline=None)
@given(logs)
def test_a_show_model_weights_deals_by_the_cards_that_could_have_been_shown(log):
    left = [deal for deal in deals(log.table) if all(fits(deal, event) for event in log.events)]
    belief = deduce(log, show_model="random_card")
    total = sum(weight(deal, log.events) for deal in left)
    for card in log.table.cards if left else ():
        for holder in log.table.holders:
            held = sum(weight(deal, log.events) for deal in left if card in deal[holder])
            assert belief.probabilities[card][holder] == held / total
    assert belief.deals == len(left)


@settings(max_examples=100, deadline=None)
@given(logs)
def test_the_first_inconsistent_event_is_where_the_last_deal_goes(log):
    left, first = list(deals(log.table)), None if list(deals(log.table)) else -1
    for i, event in enumerate(log.events):
        left = [deal for deal in left if fits(deal, event)]
        if not left and first is None:
            first = i
    wrong = deduce(log).contradiction
    assert (wrong.first if wrong else None) == first
    if wrong:
        blamed = [log.events[i] for i in wrong.events]
        assert not any(all(fits(d, e) for e in blamed) for d in deals(log.table))
        for out in blamed:
            others = [event for event in blamed if event is not out]
            assert any(all(fits(d, e) for e in others) for d in deals(log.table))


@settings(max_examples=60, deadline=None)
@given(logs)
def test_weaker_modes_decide_a_part_of_what_stronger_ones_do(log):
    full = deduce(log)
    if full.contradiction:
        return
    beliefs = [deduce(log, mode) for mode in ("L0", "L1", "L2")] + [full]
    for weaker, stronger in pairwise(beliefs):
        for card, row in weaker.matrix.items():
            for holder, mark in row.items():
                assert mark in ("MAYBE", stronger.matrix[card][holder])
        assert weaker.ready is None or weaker.ready == stronger.ready
    assert beliefs[0].deals is None and beliefs[0].probabilities is None


@settings(max_examples=60, deadline=None)
@given(logs, st.randoms(use_true_random=False))
def test_a_log_grows_and_shrinks_event_by_event(log, rng):
    shorter = replace(log, events=log.events[: rng.randint(0, len(log.events))])
    again = replace(shorter, events=log.events)
    assert deduce(again) == deduce(log)
    now, before = deduce(log).deals, deduce(shorter).deals
    assert now is not None and before is not None and now <= before


def test_large_counts_are_exact(monkeypatch):
    for seed in range(10):
        log = classic_log(Random(seed), 3, 18 + 12 * seed)
        small = deduce(log, show_model="random_card")
        with monkeypatch.context() as patch:
            patch.setattr(grid, "most", lambda _facts: 2**64)
            assert deduce(log, show_model="random_card") == small


def test_an_empty_table_is_counted_by_formula():
    fresh = ClueTable(CLASSIC, ("A", "B", "C", "D", "E", "F"), (3,) * 6)
    assert deduce(TableLog(fresh)).deals == 6 * 6 * 9 * 137_225_088_000
    sealed = deduce(TableLog(ADA, ())).contradiction
    assert sealed is not None and sealed.first == -1


def test_hand_sizes_that_do_not_add_up_are_said_first():
    cases = [
        (replace(ADA, hand_sizes=(6, 6, 5)), "add up to 17, but 18"),
        (replace(ADA, hand=ADA.hand[:5]), "holds 6 cards, but 5"),
        (replace(ADA, hand_sizes=(6, 6, 5), public=("Miss Scarlet",)), "in a hand and face up"),
    ]
    for table, said in cases:
        wrong = deduce(TableLog(table, (Suggestion("Ben", ("Mr. Green", "Rope", "Hall")),))).contradiction
        assert wrong is not None and (wrong.first, wrong.events) == (-1, ()) and said in wrong.say


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Suggestion("Ben", ("Mr. Green", "Rope", "Hall"), (), "Ben"), "own suggestion"),
        (Suggestion("Ben", ("Mr. Green", "Rope", "Hall"), ("Cleo",), "Cleo"), "passed and showed"),
        (Suggestion("Ben", ("Mr. Green", "Rope", "Hall"), (), "Cleo", "Study"), "Study was not suggested"),
        (Suggestion("Ben", ("Mr. Green", "Rope", "Hall"), ("Ada",)), "Ada passed"),
    ],
)
def test_an_event_against_the_rules_is_a_contradiction_that_says_how(event, said):
    hand = ("Mr. Green", "Dagger", "Wrench", "Lounge", "Study", "Library")
    wrong = deduce(TableLog(replace(ADA, hand=hand), (event,))).contradiction
    assert wrong is not None and wrong.first == 0 and said in wrong.say


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Suggestion("Ben", ("Mr. Grey", "Rope", "Hall")), "event 0: unknown card 'Mr. Grey'"),
        (Suggestion("Bea", ("Mr. Green", "Rope", "Hall")), "unknown player 'Bea'"),
        (Suggestion("Ben", ("Mr. Green", "Rope", "Wrench")), "exactly one weapon"),
        (Suggestion("Ben", ("Mr. Green", "Rope")), "one card of each category"),
        (Suggestion("Ben", ("Mr. Green", "Rope", "Hall"), ("Cleo", "Cleo")), "given twice"),
        (Suggestion("Ben", ("Mr. Green", "Rope", "Hall"), (), None, "Rope"), "shown, but by nobody"),
        (Accusation("Bea", ("Mr. Green", "Rope", "Hall"), False), "unknown player 'Bea'"),
    ],
)
def test_a_senseless_event_is_refused_with_its_number(event, said):
    hand = ("Mr. Green", "Dagger", "Wrench", "Lounge", "Study", "Library")
    log = TableLog(replace(ADA, hand=hand), (event,))
    with pytest.raises(InputError, match=said):
        deduce(log)
    assert answer(Query(log), 10**6).status is Status.REJECTED


def test_a_reason_names_events_that_force_the_cell_and_none_too_many():
    for seed in range(12):
        log = random_log(Random(seed), 3, TINY, 7)
        belief = deduce(log)
        for card, row in belief.matrix.items():
            for holder, mark in row.items():
                why = explain(log, card, holder)
                assert (why is None) == (mark == "MAYBE")
                if why is not None:
                    _forced(log, why.events, card, holder, mark)


def _forced(log, events, card, holder, mark):
    def forces(indices):
        fitting = (d for d in deals(log.table) if all(fits(d, log.events[i]) for i in indices))
        return all((card in deal[holder]) == (mark == "YES") for deal in fitting)

    assert forces(events)
    assert not any(forces([i for i in events if i != out]) for out in events)


def test_a_reason_is_told_in_english():
    table = ClueTable(TINY, ("Ivy", "Jon"), (3, 2), "Ivy", ("Ann", "Cup", "Barn"))
    log = TableLog(table, (Suggestion("Ivy", ("Bob", "Pin", "Attic"), ("Jon",)),))
    why = explain(log, "Bob", ENVELOPE)
    assert why is not None and why.events == (0,)
    assert why.say == (
        "Bob is in the envelope, because of\n  event 0: Ivy suggested Bob, Pin, Attic: Jon passed"
    )
    own = explain(log, "Ann", "Ivy")
    assert own is not None and own.events == ()
    with pytest.raises(InputError, match="no cell"):
        explain(log, "Ann", "Zoe")


def test_the_solver_meets_its_contract():
    good, bad = classic_log(Random(1), turns=4), random_log(Random(5), lie=0.9)
    check_solver("deals", [Query(good), Query(bad), Query(good, "L1")])
    verdict = asyncio.run(Deals().ask(Query(good), steps=1))
    assert verdict.status is Status.UNKNOWN and "steps are needed" in verdict.reason


def test_json_keys_are_those_of_the_contract():
    keys = {
        "consistent", "first_inconsistent_event", "n_deals", "matrix", "probabilities",
        "envelope_candidates", "known_cards_by_player", "unresolved", "accusation_ready",
    }  # fmt: skip
    for log in (classic_log(Random(2)), random_log(Random(5), lie=0.9)):
        assert keys <= set(belief_json(deduce(log)))


def test_advice_prefers_the_suggestion_that_settles_the_envelope():
    table = ClueTable(TINY, ("Ivy", "Jon"), (3, 2), "Ivy", ("Ann", "Cup", "Barn"))
    best = advise(deduce(TableLog(table)), 1)[0]
    # Nobody shows: 1/4; one card or the other: 3/8 each; where Jon holds both a coin decides: 1/4.
    assert best.bits == pytest.approx(1.5612781 - 0.25)
    assert best.envelope == pytest.approx(0.25)
    ready = TableLog(table, (Suggestion("Ivy", ("Bob", "Pin", "Attic"), ("Jon",)),))
    assert all(one.bits == pytest.approx(0) for one in advise(deduce(ready)))
    with pytest.raises(InputError, match="needs a player"):
        advise(deduce(random_log(Random(1), spectator=True)))
