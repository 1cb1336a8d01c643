"""Reading games in English by rules: what is read is right, what is not sure is declined."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gama_pages import NAMES, expected, task
from syllogos.formalization.comparison import match
from syllogos.formalization.reader import read
from syllogos.formalization.reader.amounts import EVERYBODY, amounts
from syllogos.formalization.reader.words import alike, clean, content, negated, sentences

READ = {"advertising", "goalkeeper", "mountains_or_sea", "narrow_bridge", "two_rowers"}


@pytest.mark.parametrize("name", NAMES)
def test_the_pages_are_read_right_or_declined(name: str) -> None:
    found = read(task(name).description)
    if name in READ:
        assert found.facts is not None, found.reason
        assert match(found.facts.form, expected(name)).status == "exact"
    else:
        assert (found.verdict, found.facts) == ("declined", None)


def cells(text: str) -> dict[str, tuple[str, ...]]:
    found = read(text)
    assert found.facts is not None, (found.verdict, found.reason, found.sentence)
    return {",".join(p): tuple(map(str, row)) for p, row in found.facts.form.payoffs.items()}


def test_neither_and_does_not_are_the_other_action() -> None:
    assert cells(
        "Two tenants decide whether to clean the stairs. If both clean, each receives a payoff of 5. If one cleans "
        "and the other doesn't, the cleaner receives a payoff of 1, while the non-cleaner receives a payoff of 7. "
        "If neither cleans, each receives a payoff of 2."
    ) == {
        "clean,clean": ("5", "5"), "not clean,not clean": ("2", "2"),
        "clean,not clean": ("1", "7"), "not clean,clean": ("7", "1"),
    }  # fmt: skip


def test_losses_and_years_in_prison_are_negative() -> None:
    assert cells(
        "Two smugglers decide whether to talk or to stay silent. If both stay silent, each gets 2 years in prison. "
        "If both talk, each gets 6 years in prison. If one talks and the other stays silent, the talking smuggler "
        "gets 0 years in prison and the silent one gets 9 years in prison."
    )["talk,stay silent"] == ("0", "-9")
    assert cells(
        "Two shops choose a long or a short sale. If their choices match, the old shop loses 4 points, and the new "
        "shop gains 4 points. If their choices differ, the new shop loses 2.5 points and the old shop gains 2.5 points."
    )["long,long"] == ("-4", "4")


def test_the_points_count_where_other_units_stand_beside_them() -> None:
    assert cells(
        "Two bands decide whether to share or to fight over the hall. If both share, each plays 30 minutes, worth 3 "
        "points. If one fights and the other shares, the fighting band plays 50 minutes (5 points), while the "
        "sharing band plays 10 minutes (1 point). If both fight, each plays 0 minutes, worth 0 points."
    )["fight,share"] == ("5", "1")


@pytest.mark.parametrize(
    ("text", "verdict", "says"),
    [
        ("Melt the butter. When it foams, add two spoons of flour and stir for five minutes.", "no game", "nobody"),
        ("", "no game", "nobody"),
        ("Two firms compete on price.", "no game", "nobody"),
        (
            "Two firms choose between a high and a low price. If both choose high, each does well. If one chooses low "
            "and the other high, the low firm does best. If both choose low, each does badly.",
            "no payoffs", "no numbers",
        ),
        (
            "Three firms choose a high or a low price. If all choose high, each gets 3 points. If all choose low, "
            "each gets 1 point. If they choose differently, each gets 0 points.",
            "declined", "two players",
        ),
        (
            "A seller chooses a high or a low price, and after seeing it a buyer decides to buy or not. If both agree, "
            "each gets 2 points. If they differ, each gets 0 points.",
            "declined", "at once",
        ),
        (
            "Two cooks choose salt or pepper. If both choose salt, each gets 2 points. If both choose pepper, each gets "
            "1 point. If one chooses salt and the other pepper, Zed gets 0 points and Quin gets 5 points.",
            "declined", "who of the two",
        ),
        (
            "Two farmers decide whether to share water. If both share, each gets 4 points but pays 1 point. If neither "
            "shares, each gets 2 points. If one shares and the other does not, the sharer gets 0 points and the "
            "non-sharer gets 5 points.",
            "declined", "not clear what each",
        ),
        (
            "Two clubs choose red or blue. If both choose red, each gets 2 points. If both choose red, each gets 3 "
            "points. If both choose blue, each gets 1 point. If one chooses red and the other blue, the red club gets "
            "0 points and the blue club gets 4 points.",
            "contradiction", "pays 2; 2 and also 3; 3",
        ),
        ("Two friends decide. " * 2000, "declined", "too many"),
    ],
)  # fmt: skip
def test_what_is_not_read_has_a_named_verdict(text: str, verdict: str, says: str) -> None:
    found = read(text)
    assert (found.verdict, found.facts) == (verdict, None), found.reason
    assert says in found.reason


NUMBER = st.integers(-99, 99)


@given(NUMBER, NUMBER, NUMBER, NUMBER)
def test_every_number_is_kept_with_its_sign(t: int, r: int, p: int, s: int) -> None:
    found = read(
        f"Two shepherds decide whether to graze or to rest the meadow. If both rest, each receives {r} points. If "
        f"both graze, each receives {p} points. If one grazes while the other rests, the grazing shepherd receives "
        f"{t} points, and the resting shepherd receives {s} points."
    )
    assert found.facts is not None, found.reason
    assert found.facts.form.payoffs["graze", "rest"] == (t, s)
    assert found.facts.form.payoffs["rest", "rest"] == (r, r)
    assert found.facts.form.payoffs["graze", "graze"] == (p, p)


@pytest.mark.parametrize("start", ["If both", "If they", "If we both", "When all"])
def test_a_condition_in_which_nobody_does_anything_is_no_scene(start: str) -> None:
    text = f"Two farms can graze or rest. {start}, each loses 3. If they rest, each gets 2."
    assert read(text).facts is None and read(f"{start} each loses").facts is None


@given(st.text(max_size=300))
def test_any_text_has_a_verdict(text: str) -> None:
    assert (read(text).facts is not None) == (read(text).verdict == "read")


@given(st.lists(st.sampled_from(["If both", "one", "the other", "get", "5", "points", ",", ".", "-", "differ", "each",
                                 "neither", "while", "(", "\"", "loses", "whether to", "or"]), max_size=60))  # fmt: skip
def test_word_salad_of_the_readers_own_words_has_a_verdict(words: list[str]) -> None:
    read(" ".join(words))


def test_amounts() -> None:
    found = amounts("the old mill gains 3 points, while each new mill pays 2 points")
    assert (found[0].subject, found[0].value) == ("the old mill", Fraction(3))
    assert found[-1].value == -2
    assert amounts("both get nothing")[0].subject == EVERYBODY and amounts("both get nothing")[0].value == 0
    assert amounts("they enjoy a zero-sum game") == ()
    assert amounts("they are left with a sense of loss worth 4 points")[0].doubt


def test_words() -> None:
    assert alike("confess", "confessor") and alike("aggressive", "aggressively") and not alike("hawk", "hare")
    assert negated("doesn't share") and negated("non-sharer") and not negated("another share")
    assert "tech" in content("tech-infused apparel") and content("the other one") == ()
    assert sentences(clean('He says "Stop," and goes. If 2.5 points remain, fine.')) == (
        'He says "Stop", and goes', "If 2.5 points remain, fine",
    )  # fmt: skip


FARMS = (
    "Two farms decide whether to dig or to rest. If both dig, each gets 5 points. If both rest, each gets 2 points. "
    "If one digs and the other rests, the digging farm gets 1 point and the resting farm gets 7 points."
)


@pytest.mark.parametrize(
    "extra",
    [
        "Digging brings a subsidy of 4 points on top.",
        "All these amounts are costs.",
        "On rainy days everything is doubled.",
        "Whoever digs is fined.",
        "A digging farm hands over its surplus.",
        "The second farm decides only after it has seen the choice of the first.",
        "The north farm digs or rests, the south farm sees it, and answers.",
        "The south farm observes the north one.",
        "The north farm is quick, then comes the south farm.",
        "If the north farm is asleep, it gets 3 points.",
        "A third way is to sell.",
        "Each farm can dig, rest or sell.",
    ],
)
def test_what_is_said_beside_the_outcomes_is_never_passed_over(extra: str) -> None:
    assert read(FARMS).facts is not None
    for text in (f"{FARMS} {extra}", f"{FARMS} {extra.lower()}", f"{FARMS} ({extra})"):
        found = read(text)
        assert (found.verdict, found.facts) == ("declined", None)
        assert found.sentence


@pytest.mark.parametrize(
    ("told", "instead"),
    [
        ("to dig or to rest", "to dig, rest or sell"),
        ("each gets 5 points", "together they get 10 points"),
        ("each gets 5 points", "they both get 10 points in total"),
        ("and the other rests,", "and the other, having seen it, rests,"),
        ("each gets 5 points", "each gets 5 points unless it rains"),
        ("If both dig", "If both dig and it rains"),
        ("each gets 5 points", "they share 10 points"),
        ("each gets 5 points", "each gets 5 points minus the cost of the spade"),
    ],
)
def test_a_third_action_or_a_joint_amount_is_declined(told: str, instead: str) -> None:
    found = read(FARMS.replace(told, instead))
    assert (found.verdict, found.facts) == ("declined", None) and found.sentence


def test_saying_that_nobody_sees_is_no_turn() -> None:
    assert read(f"{FARMS} They decide without seeing each other.").facts is not None


@pytest.mark.parametrize(
    "first", ["Digging costs 4 points.", "All these amounts are costs.", "Whoever digs is fined."]
)
def test_what_is_said_before_the_outcomes_counts_too(first: str) -> None:
    assert (read(f"{first} {FARMS}").verdict, read(f"{first} {FARMS}").sentence) == (
        "declined",
        first.strip("."),
    )
