"""A game of Clue counted by hand, and claims read from reasoning."""

from dataclasses import replace

import pytest

from syllogos.api import play
from syllogos.clue import players as by_games
from syllogos.clue.claims import claims
from syllogos.clue.events import (
    Accused,
    Asked,
    Dealt,
    Opened,
    Passed,
    Rules,
    Sealed,
    Showed,
    Shown,
    Suggested,
    Thought,
)
from syllogos.clue.games import clue
from syllogos.clue.measures import Quality, measured
from syllogos.contract import NOBODY, Event

DECK = {"who": ("Ann", "Bob", "Cyd"), "what": ("Cup", "Pin"), "where": ("Attic", "Barn", "Cellar")}
NAMES = ("Ivy", "Jon")


def private(what, *seats):
    return Event(what, frozenset(seats))


def by_hand():
    """Ivy holds Ann, Cup, Barn; Jon Bob, Cellar; the envelope Cyd, Pin, Attic.

    Turn 1: Ivy is shown Bob, so Cyd and Pin are sealed and Jon has Attic or Cellar: 2 deals.
    Turn 2: Jon suggests the solution and Ivy passes; he holds none of it, so he is ready, but Ivy
    cannot know that he does not hold Attic.  Turn 3: she suggests it too and Jon passes: ready.
    Turn 5: Ivy accuses rightly.  Turn 6: Jon accuses wrongly.
    """
    say = "Jon has Bob. The weapon is not settled. Attic is in the envelope."
    return (
        Event(Opened(NAMES, (0, 1), DECK, (3, 2), (), Rules(rounds=3))),
        Event(Sealed(("Cyd", "Pin", "Attic")), NOBODY),
        private(Dealt(0, ("Ann", "Cup", "Barn")), 0),
        private(Dealt(1, ("Bob", "Cellar")), 1),
        private(Asked(1, 1, 0, "suggest"), 0),
        Event(Suggested(1, 1, 0, ("Bob", "Cup", "Attic"))),
        Event(Showed(1)),
        private(Shown(1, 0, "Bob"), 0, 1),
        private(Asked(1, 1, 0, "accuse"), 0),
        private(Thought(1, 1, 0, say), 0),
        private(Asked(2, 1, 1, "suggest"), 1),
        private(Thought(2, 1, 1, "Ivy holds Cup. Ivy has Cyd. Cellar is not in the envelope."), 1),
        Event(Suggested(2, 1, 1, ("Cyd", "Pin", "Attic"))),
        Event(Passed(0)),
        private(Asked(2, 1, 1, "accuse"), 1),
        private(Asked(3, 2, 0, "suggest"), 0),
        Event(Suggested(3, 2, 0, ("Cyd", "Pin", "Attic"))),
        Event(Passed(1)),
        private(Asked(3, 2, 0, "accuse"), 0),
        private(Thought(3, 2, 0, "Attic is in the envelope. Jon does not have Bob."), 0),
        private(Asked(4, 2, 1, "suggest"), 1),
        Event(Suggested(4, 2, 1, ())),
        private(Asked(4, 2, 1, "accuse"), 1),
        private(Asked(5, 3, 0, "suggest"), 0),
        Event(Suggested(5, 3, 0, ())),
        private(Asked(5, 3, 0, "accuse"), 0),
        private(Accused(5, 3, 0, ("Cyd", "Pin", "Attic"), True), 0),
        private(Accused(5, 3, 0), 1),
        private(Asked(6, 3, 1, "suggest"), 1),
        Event(Suggested(6, 3, 1, ())),
        private(Asked(6, 3, 1, "accuse"), 1),
        private(Accused(6, 3, 1, ("Cyd", "Pin", "Barn"), False), 1),
        private(Accused(6, 3, 1), 0),
    )


def test_a_games_measures_are_those_counted_by_hand():
    game = measured(by_hand())
    ivy, jon = game.seats
    assert (game.turns, game.solution_suggested, game.winner) == (6, 2, 0)
    assert (game.delay_first, game.delay_right, game.same_player) == (3, 3, False)
    assert (ivy.accused, ivy.cards_right, ivy.right, ivy.rank) == (5, 3, True, 1)
    assert (jon.accused, jon.cards_right, jon.right, jon.rank) == (6, 2, False, 2)
    assert (ivy.ready, ivy.ready_gap, ivy.ready_own_turns) == (3, 2, 1)
    assert (jon.ready, jon.ready_gap, jon.ready_own_turns) == (2, 3, 2)
    assert [(k.seen, k.deduced) for k in ivy.knowledge] == [(4, 2), (4, 4), (4, 4)]
    assert [k.bits for k in ivy.knowledge] == pytest.approx([1, 0, 0])
    assert [(k.seen, k.deduced) for k in jon.knowledge] == [(2, 6), (2, 6), (2, 6)]


def test_claims_are_counted_once_against_truth_and_what_followed():
    ivy, jon = measured(by_hand()).seats
    # "Jon has Bob" follows; "Attic is in the envelope" is true but open when first said, and is not
    # counted again; "Jon does not have Bob" is false and known to be.
    assert ivy.quality == Quality(entailed=1, lucky=1, contradicted=1)
    # Jon knows nothing yet: Cup is a lucky guess, Cyd an unlucky one; Cellar is his own card.
    assert jon.quality == Quality(lucky=1, unlucky=1)
    assert (ivy.quality.correct, ivy.quality.incorrect) == (2, 1)


def test_an_open_game_has_a_rank_for_everyone_and_no_delays():
    log = by_hand()[:23]
    game = measured(log)
    assert [seat.rank for seat in game.seats] == [1.5, 1.5]
    assert (game.delay_first, game.delay_right, game.same_player, game.winner) == (None, None, None, None)
    assert game.seats[0].ready_gap is None and game.seats[0].accused is None


def test_reports_get_numbers_and_a_page():
    record = play("clue", ["clue_information"] * 3, players=3, rounds=8)
    found = [row for row in clue.make.measures(record, ["a", "b", "a"]) if row.player == "a"]
    for name in ("accuracy", "exact", "ready"):
        rows = [row for row in found if row.name == name]
        assert rows and all(row.value == row.out_of and row.unit == "share" for row in rows)
    assert sum(row.name == "accused" for row in found) == 2
    page = clue.make.view(record)
    assert (
        page.count("<section>") == measured_turns(record) and "deals left" in page and "<script" not in page
    )


def measured_turns(record):
    return len({e.what.turn for e in record.log if isinstance(e.what, Asked)})


def test_a_page_escapes_what_players_think():
    record = play("clue", ["cot"] * 2, "scripted/first", players=2, rounds=1)
    hostile = tuple(
        replace(event, what=replace(event.what, text="<img src=x onerror=alert(1)>"))
        if isinstance(event.what, Thought)
        else event
        for event in record.log
    )
    assert hostile != record.log
    assert "<img" not in clue.make.view(replace(record, log=hostile))


def test_players_are_put_together_over_games():
    records = [play("clue", ["clue_possible"] * 3, players=3, rounds=12, seed=seed) for seed in range(4)]
    games = by_games.measure([(("new", "old", "old"), record) for record in records])
    table = by_games.by_player(games)
    wins = {row[0]: row[2].value for row in table.rows}
    assert table.columns[:3] == ("player", "games", "wins") and sum(wins.values()) == pytest.approx(1)
    seen = by_games.knowledge(games, "seen")
    values = [score.value for score in seen["old"]]
    assert values == sorted(values) and values[0] >= 6
    with pytest.raises(ValueError, match="seen, deduced or bits"):
        by_games.knowledge(games, "cards")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ben has the Rope.", [("Ben", True, "Rope")]),
        ("Ben showed me Plum, so Plum is not in the envelope.",
         [("Ben", True, "Professor Plum"), ("ENVELOPE", False, "Professor Plum")]),
        ("Cleo does not hold Rope, Hall or Plum.",
         [("Cleo", False, "Rope"), ("Cleo", False, "Hall"), ("Cleo", False, "Professor Plum")]),
        ("Cleo doesn't have the Hall but Ben holds it.", [("Cleo", False, "Hall")]),
        ("Neither Ben nor Cleo has the Hall.", [("Ben", False, "Hall"), ("Cleo", False, "Hall")]),
        ("The murder weapon is the Rope.", [("ENVELOPE", True, "Rope")]),
        ("Rope can be eliminated.", [("ENVELOPE", False, "Rope")]),
        ("Ben passed on Rope and Hall.", [("Ben", False, "Rope"), ("Ben", False, "Hall")]),
        ("Ben might have the Rope.", []),
        ("If Ben has the Rope, then it is settled.", []),
        ("Does Ben have the Rope?", []),
        ("Ben has Rope or Hall.", []),
        ("Ben showed one of Rope, Hall.", []),
        ("I have the Rope.", []),
        ("I showed Rope to Ben.", []),
        ("I suggest Plum, Rope, Hall.", []),
        ("The hall is quiet and the plum is ripe; Ben has time.", []),
    ],
)  # fmt: skip
def test_only_what_is_said_for_certain_is_a_claim(text, read):
    found = claims(text, ["Ada", "Ben", "Cleo"], ["Professor Plum", "Rope", "Hall"])
    assert [(one.holder, one.yes, one.card) for one in found] == read


def test_reading_claims_is_fast_on_hostile_text():
    assert claims("Ben has " * 20_000 + "\n" * 50_000, ["Ben"], ["Rope"]) == ()
