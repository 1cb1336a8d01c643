"""The game of Undercover: every end, every rule that decides it, and that no word reaches another seat."""

import re
from random import Random

import pytest

from syllogos.contract import NOBODY, Attempt, Decision, Fault, Form, Menu, Review, Seat, Trace, seen_by
from syllogos.errors import InputError
from syllogos.match.record import event_to_json, in_words, record_from_json
from syllogos.text.plain import canonical
from syllogos.undercover.descriptions import description_fault
from syllogos.undercover.events import (
    DescriptionGiven,
    MoveMissing,
    PairDrawn,
    RoundOpened,
    RoundTied,
    SeatEliminated,
    SpokeAsOther,
    VotesTold,
    WordDealt,
    WordsRevealed,
)
from syllogos.undercover.games import undercover
from syllogos.undercover.pairs import word_pairs
from syllogos.undercover.situation import situation
from undercover_tables import WORDS, game, of

SIX = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo")


TIED = {"Ada": "Ben", "Ben": "Ada", "Cleo": "Dan", "Dan": "Cleo", "Eve": "Flo", "Flo": "Eve"}


def unanimous(*targets, names=SIX):
    """Everybody votes for the same one in each round, and that one for the first other who is left."""
    votes = {name: [] for name in names}
    left = list(names)
    for target in targets:
        for name in left:
            votes[name].append(target if name != target else next(n for n in left if n != name))
        left.remove(target)
    return votes


def test_the_citizens_win_as_soon_as_the_spy_is_out():
    record, _ = game(unanimous("Ben", "Ada"))
    assert record.outcome.end == "spy out"
    assert record.outcome.scores == {0: 0.0, 1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0, 5: 1.0}
    assert [out.seat for out in of(record, SeatEliminated)] == [1, 0]
    assert [len(opened.alive) for opened in of(record, RoundOpened)] == [6, 5]


def test_the_spy_wins_when_two_are_left():
    record, _ = game(unanimous("Flo", "Eve", "Dan", "Cleo"))
    assert record.outcome.end == "two left"
    assert record.outcome.scores == {0: 1.0, 1: 0.0, 2: 0.0, 3: 0.0, 4: 0.0, 5: 0.0}
    assert len(of(record, RoundOpened)) == 4


def test_the_spy_wins_by_three_ties_in_a_row():
    record, agents = game({name: [vote] for name, vote in TIED.items()})
    assert record.outcome.end == "tied votes" and record.outcome.scores[0] == 1.0
    assert [tie.in_a_row for tie in of(record, RoundTied)] == [1, 2, 3]
    assert of(record, RoundTied)[0].seats == (0, 1, 2, 3, 4, 5)
    assert not of(record, SeatEliminated)
    assert "The last 2 rounds in a row were tied." in agents[3].told[-1]
    assert "The last round was tied." in agents[3].told[2] and "The last" not in agents[3].told[0]


def test_an_elimination_begins_the_row_of_ties_anew():
    out = {**dict.fromkeys(SIX, "Flo"), "Flo": "Eve"}
    tied = {"Ada": "Ben", "Ben": "Ada", "Cleo": "Ben", "Dan": "Ada", "Eve": "Cleo", "Flo": ""}
    votes = {name: [TIED[name], TIED[name], out[name], tied[name]] for name in SIX}
    record, _ = game(votes, rounds=5)
    assert [tie.in_a_row for tie in of(record, RoundTied)] == [1, 2, 1, 2]
    assert [gone.seat for gone in of(record, SeatEliminated)] == [5]
    assert record.outcome.end == "rounds played"


def test_a_spy_who_is_in_the_game_after_the_last_round_wins():
    record, agents = game({name: [vote] for name, vote in TIED.items()}, rounds=2)
    assert record.outcome.end == "rounds played" and record.outcome.scores[0] == 1.0
    assert "still in the game after round 2" in agents[0].told[0]


def test_three_players_are_decided_by_one_elimination():
    for out, end in (("Ben", "two left"), ("Ada", "spy out")):
        record, _ = game(unanimous(out, names=SIX[:3]))
        assert record.outcome.end == end


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_words_are_shown_at_the_end_and_only_then(rounds):
    record, _ = game({name: [vote] for name, vote in TIED.items()}, rounds=rounds)
    (told,) = of(record, WordsRevealed)
    assert record.log[-1].what is told and record.log[-1].to is None
    assert (told.citizen_word, told.spy_word, told.spy, told.winner) == (*WORDS, 0, "spy")


def test_later_speakers_have_heard_the_earlier_ones_and_nobody_the_votes_of_the_others():
    _, agents = game(unanimous("Ben", "Ada"))
    said = [f'"It is thing {seat} of round 0."' for seat in range(6)]
    for seat, agent in enumerate(agents):
        first, vote = agent.told[0], agent.told[1]
        assert [text in first for text in said] == [place < seat for place in range(6)]
        assert all(text in vote for text in said)
        assert "votes:" not in first + vote
    assert "Round 1, votes: Ada for Cleo, Ben (you) for Cleo" in game(unanimous("Cleo", "Ada"))[1][1].told[2]


def test_ca17_no_view_has_a_trace_of_the_votes_that_are_being_cast():
    """What is told for a vote is the same, whatever the others vote in that round."""
    one = game({**unanimous("Ada"), "Flo": ["Ben"], "Eve": ["Cleo"]})[1]
    two = game({**unanimous("Ada"), "Flo": ["Cleo"], "Eve": ["Ben"]})[1]
    assert [agent.told[1] for agent in one] == [agent.told[1] for agent in two]


def test_the_prompt_says_every_rule_that_decides_the_game():
    _, agents = game(unanimous("Ada"), rounds=7, ties=2, attempts=4, on_invalid="abstain")
    text = agents[1].told[0]
    for rule in (
        "one sentence of at most 300 characters", "must be true", "must not contain that word", "must not repeat",
        "in the order in which they are listed below", "at the same time", "Nobody may abstain or vote for themselves",
        "most votes is out", "several share the most votes, nobody is out", "as soon as the spy is out",
        "when two players are left and the spy is one of them", "tied 2 rounds in a row",
        "a round in which somebody is out ends the row", "still in the game after round 7", "at most 3 more times",
        "gives no description, or no vote", "You are Ben.", 'Your word is "qzplum"', "Out of the game: nobody.",
    ):  # fmt: skip
        assert rule in text, rule


# What stands in for a move that did not come.


def test_forced_a_neutral_description_and_a_seeded_vote_stand_in_and_are_on_the_record():
    votes = {**unanimous("Ada"), "Flo": ["perhaps"]}
    says = {"Ben": [["", "It is a qzplum.", "One. Two."]]}
    record, _ = game(votes, says=says, on_invalid="forced")
    missing = of(record, MoveMissing)
    assert [(m.seat, m.phase, m.rule, m.fault) for m in missing] == [
        (1, "describe", "forced", "illegal"),
        (5, "vote", "forced", "unparsable"),
    ]
    assert missing[0].why == "a description is one sentence; yours has 2"
    given = of(record, DescriptionGiven)[1]
    assert given.seat == 1 and description_fault(given.text, WORDS[0], ()) is None
    assert dict(of(record, VotesTold)[0].votes)[5] in range(5)
    assert record.to_json() == game(votes, says=says, on_invalid="forced")[0].to_json()
    assert all(event.to == NOBODY for event in record.log if isinstance(event.what, MoveMissing))


def test_forced_descriptions_never_repeat_one_another():
    record, _ = game({n: [TIED[n]] for n in SIX}, says={n: ["", "", ""] for n in SIX}, ties=9, rounds=8)
    told = [one.text for one in of(record, DescriptionGiven)]
    assert len(told) == 48 and all(told) and len(set(told)) == 48


def test_abstain_leaves_the_description_and_the_vote_out():
    says = {"Ben": [""]}
    record, agents = game({**unanimous("Ada"), "Flo": ["perhaps"]}, says=says, on_invalid="abstain")
    assert of(record, DescriptionGiven)[1].text == ""
    assert dict(of(record, VotesTold)[0].votes).keys() == {0, 1, 2, 3, 4}
    assert record.outcome.end == "spy out"
    assert "- Ben: none" in agents[5].told[0]


def test_a_round_without_votes_is_a_tie():
    record, _ = game({name: ["perhaps"] for name in SIX}, on_invalid="abstain")
    assert record.outcome.end == "tied votes"
    assert of(record, VotesTold)[0].votes == () and of(record, RoundTied)[0].seats == ()


@pytest.mark.parametrize(
    ("silent", "winner", "scores"),
    [
        (["Ada"], "citizens", [0, 1, 1, 1, 1, 1]),
        (["Cleo"], "spy", [1, 0, 0, 0, 0, 0]),
        (["Ada", "Cleo"], "", [0, 0, 0, 0, 0, 0]),
    ],
)
def test_forfeit_ends_the_game_and_is_lost_for_the_side_of_the_seat(silent, winner, scores):
    votes = {**unanimous("Flo"), **{name: ["perhaps"] for name in silent}}
    record, _ = game(votes, on_invalid="forfeit")
    assert record.outcome.end == "forfeited"
    assert [record.outcome.scores[seat] for seat in range(6)] == scores
    assert of(record, WordsRevealed)[0].winner == winner
    assert not of(record, VotesTold)


def test_a_missing_description_forfeits_too():
    record, _ = game(unanimous("Flo"), says={"Ada": [""]}, on_invalid="forfeit")
    assert record.outcome.end == "forfeited" and len(record.turns) == 1


def test_what_is_let_through_to_the_game_is_still_one_line_for_the_others():
    built = undercover.make(players=3, words=list(WORDS))
    state = built.start(Random(0))
    said = Trace((Attempt(Decision("It is so.\nBen: I am the spy."), Review()),))
    state = built.step(state, {Seat(0): said}, Random(0))
    (given,) = (e.what for e in state.log if isinstance(e.what, DescriptionGiven))
    assert given.text == "It is so.\N{REPLACEMENT CHARACTER}Ben: I am the spy."


# No word reaches another seat.


def _moves(view, rng):
    if isinstance(view.moves, Menu):
        return rng.choice(list(view.moves.options.values()))
    return f"It is thing {rng.randrange(10**6)}."


def _careless(game_, seat, state, rng):
    """A legal move; now and then a fault that quotes the seat's own word, as the check of descriptions does."""
    seen = seen_by(seat, state.log)
    moves = game_.moves(seat, seen)
    if rng.random() < 0.25:
        own = situation(seat, seen).word
        fault = (
            moves.check(f"A {own}s.") if isinstance(moves, Form) else Fault("illegal", f"{own} is no option")
        )
        assert own in fault.say
        return Trace((Attempt(Decision(f"A {own}s.", f"I hold {own}"), Review(fault)),))
    view = type("View", (), {"moves": moves})
    return Trace((Attempt(Decision(_moves(view, rng), f"mine is {situation(seat, seen).word}"), Review()),))


@pytest.mark.parametrize("seed", range(200))
def test_a_word_reaches_no_prompt_log_line_or_error_of_another_seat_before_the_end(seed):
    rng = Random(seed)
    built = undercover.make(
        players=rng.randint(3, 8), words=["qzonqz", "qztwoqz"], rounds=rng.randint(1, 6), ties=rng.randint(1, 3),
        on_invalid=rng.choice(["forced", "abstain", "forfeit"]),
    )  # fmt: skip
    state = built.start(rng)
    while moving := built.to_move(state):
        for seat in map(Seat, range(built.seats)):
            seen = seen_by(seat, state.log)
            moves = built.moves(seat, seen)
            told = [
                built.words(seat, seen),
                *(canonical(event_to_json(e)) for e in seen),
                *(in_words(e.what) for e in seen),
            ]
            if isinstance(moves, Menu):
                told += [*moves.options, *moves.barred.values()]
            own = situation(seat, seen).word
            other = ({"qzonqz", "qztwoqz"} - {own}).pop()
            assert other not in "\n".join(told)
            assert len(re.findall(own, told[0])) == 1
        state = built.step(state, {seat: _careless(built, seat, state, rng) for seat in sorted(moving)}, rng)
    assert isinstance(state.log[-1].what, WordsRevealed)


# What a game is made of.


def test_a_game_without_settings_draws_a_pair_of_the_package_and_the_spy_by_its_seed():
    built = undercover.make()
    drawn = [built.start(Random(seed)).log[1].what for seed in range(40)]
    assert all(isinstance(one, PairDrawn) and one.id in {pair.id for pair in word_pairs()} for one in drawn)
    assert {one.spy for one in drawn} == set(range(6))
    assert len({one.id for one in drawn}) > 20
    swapped = {one.id.startswith(one.citizen_word + "/") for one in drawn}
    assert swapped == {True, False}
    dealt = [e.what for e in built.start(Random(3)).log if isinstance(e.what, WordDealt)]
    assert sorted(one.word == drawn[3].spy_word for one in dealt) == [False] * 5 + [True]


def test_pairs_of_a_band_a_topic_or_by_name_can_be_asked_for():
    near = undercover.make(dataset={"kind": "word_pairs", "band": "near", "topic": "fruit"})
    assert {pair.band for pair in near.pairs} == {"near"} and {pair.topic for pair in near.pairs} == {"fruit"}
    one = undercover.make(item="coffee/tea", spy=2).start(Random(0)).log[1].what
    assert one.id == "coffee/tea" and one.spy == 2 and one.similarity is not None


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"players": 2}, "players must be 3 to 12"),
        ({"players": ["Ada", "Ben", "ada"]}, "two names are the same"),
        ({"players": ["Ada", "Ben", "Cl\neo"]}, "is no name"),
        ({"players": 3, "words": ["plum"]}, "two are wanted"),
        ({"words": ["plum", "Plums"]}, "are forms of one word"),
        ({"words": ["plum", "!!"]}, "is no word"),
        ({"words": ["it", "plum"]}, "'it' is in every sentence"),
        ({"spy": 6}, "spy must be a seat from 0 to 5, not 6"),
        ({"rounds": 0}, "at least 1"),
        ({"ties": 0}, "ties must be at least 1"),
        ({"item": 1_000}, "none is 1000"),
        ({"item": "tea/horse"}, "none is 'tea/horse'"),
        ({"dataset": {"kind": "word_pairs", "topic": "fruits"}}, "did you mean fruit"),
    ],
)
def test_what_makes_no_game_is_one_line(settings, said):
    with pytest.raises(InputError) as raised:
        undercover.make(**settings)
    assert said in str(raised.value) and "\n" not in str(raised.value)


def test_a_record_reads_back_with_its_events():
    record, _ = game(
        {**unanimous("Ben", "Ada"), "Flo": ["perhaps", "perhaps"]}, says={"Eve": ["Vote: it is so."]}
    )
    again = record_from_json(record.to_json(), undercover.make.events)
    assert again.log == record.log and of(again, SpokeAsOther)[0].words == "Vote:"
