"""Readers on the largest text they take, however it is made, and what they say beyond it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import product
from time import process_time

import pytest

from syllogos.clue import claims as clue_claims
from syllogos.clue.deals import MOST_EVENTS
from syllogos.clue.log.read import parse_log
from syllogos.clue.log.text import MAX_TEXT as LOG_TEXT
from syllogos.clue.solvers.deals import deduce
from syllogos.contract import Menu
from syllogos.engines.guard.precheck import precheck
from syllogos.errors import InputError
from syllogos.formalization import by_model as game_model
from syllogos.formalization import strategy_by_model as strategy
from syllogos.formalization import task as game_task
from syllogos.formalization.agent_file import parse_agent
from syllogos.formalization.analysis import analysis
from syllogos.formalization.facts import facts_of, parse_facts
from syllogos.formalization.reader import read as read_description
from syllogos.formalization.situation import cleaned
from syllogos.gametheory.catalog import GAMES
from syllogos.gametheory.files import MAX_NAME, parse_game
from syllogos.gametheory.mixed import mixed_equilibria
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import by_model as claims_model
from syllogos.payoffs import claims as c
from syllogos.payoffs.check import MOST_CELLS, judge
from syllogos.payoffs.claim_json import parse_claim
from syllogos.payoffs.claim_prolog import parse_claims
from syllogos.payoffs.reader.reader import MAX_TEXT as REASONING
from syllogos.payoffs.reader.reader import read as read_claims
from syllogos.questions.problem import parse_problems
from syllogos.text import toml_lines
from syllogos.text.replies import LONGEST, read_answer
from syllogos.text.source import Source

GENEROUS = 10.0
"""Seconds of processor time for what takes well below one."""
SHAPES = (
    "1", "1. ", "a", "A ", "if ", ", ", ". ", ".\n", "\n", "- \n", "| 1 ", '"', "'", "'\\'", "(", "[", "{",
    "a/", "- ", " ", "\u200b", "or ", "and the other ", "together each ", "choose a, b ", "gets 5 points, ",
    "if 5 ", "I get 5 if I choose B. ", "If both choose B, each gets 5. ",
)  # fmt: skip
OPENING = "Two players choose a or b. If both choose a, each gets 5 points. "
LOG = "players Ada, Ben, Cleo\n"

READERS: dict[str, tuple[Callable[[str], object], int, str]] = {
    "description": (read_description, 20_000, OPENING),
    "reasoning": (lambda text: judge(read_claims(text, GAMES["pd"]), GAMES["pd"]), REASONING, ""),
    "claims reply": (lambda text: claims_model.read_reply(text, text), 200_000, ""),
    "clue reasoning": (lambda text: clue_claims.claims(text, ["Ben"], ["Rope"]), 100_000, "Ben has Rope. "),
    "game reply": (lambda text: game_model.read_reply(text, "facts"), 100_000, ""),
    "program reply": (lambda text: game_model.read_reply(text, "full"), 100_000, ""),
    "strategy reply": (strategy.read_reply, 50_000, ""),
    "claim query": (parse_claims, 100_000, ""),
    "claim object": (parse_claim, 100_000, ""),
    "game": (parse_game, 1_000_000, '{"players":'),
    "facts": (parse_facts, 200_000, '{"players":'),
    "page": (lambda text: game_task.parse_task(Source("a.md", text)), 50_000, ""),
    "agent": (lambda text: parse_agent(Source("a.json", text)), 200_000, ""),
    "questions": (lambda text: parse_problems(Source("a.jsonl", text)), 200_000, ""),
    "log": (lambda text: parse_log(Source("a.txt", text)), LOG_TEXT, LOG),
    "program": (precheck, 100_000, "'"),
    "situation": (cleaned, 100_000, ""),
    "experiment": (lambda text: toml_lines.line_of(text, ("condition", 0)), 100_000, "[["),
}


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_ends_soon_on_its_largest_text(reader: str) -> None:
    """Whatever is repeated in it."""
    read, size, begin = READERS[reader]
    for shape in SHAPES:
        text = (begin + shape * (size // len(shape)))[:size]
        began = process_time()
        with suppress(InputError):
            read(text)
        assert process_time() - began < GENEROUS, shape


REPLY_SHAPES = (
    '{"move":', '{"move": "a"} ', '{"move": 1}\n', "{a:[", "{/*", "{\u201c", '{"\\', "<think>", "</think>", "[/THINK]",
    "<think>a</think>", "MOVE: a\n", "MOVE:\n", "<answer>a", "{a}\n", "What?\n", "```\n", "</s>", "<!--", "-->", "\ufdfa",
    "<|channel|>final<|message|>",
)  # fmt: skip


def test_the_longest_reply_is_read_soon() -> None:
    """Whatever is repeated in it; forms are read by the first half of the same steps."""
    for shape in REPLY_SHAPES:
        text = (shape * (LONGEST // len(shape) + 1))[:LONGEST]
        began = process_time()
        read_answer(text, Menu({"a": 1, "b": 2}))
        assert process_time() - began < GENEROUS, shape


def game(*sizes: int) -> NormalForm:
    """A game that pays everybody the same everywhere."""
    actions = tuple(tuple(f"a{k}" for k in range(size)) for size in sizes)
    pays = (Fraction(1),) * len(sizes)
    return NormalForm(
        tuple(f"p{k}" for k in range(len(sizes))), actions, dict.fromkeys(product(*actions), pays)
    )


def form(players: int, actions: int, pay: str = "[1, 1]", name: str = "x") -> str:
    """The JSON of a game of which one outcome is paid."""
    names = [name, *(f"q{k}" for k in range(1, players))]
    own = [f"a{k}" for k in range(actions)]
    head = json.dumps({"players": names, "actions": [own] * players})
    return f'{head[:-1]}, "payoffs": {{"{",".join(["a0"] * players)}": {pay}}}}}'


@pytest.mark.parametrize("parse", [parse_game, parse_facts])
@pytest.mark.parametrize(
    ("text", "say"),
    [
        (form(2, 5_000), "25000000 outcomes is too large"),
        (form(20, 2), "players|12 names"),
        (form(12, 9), "outcomes is too large"),
        (form(2, 1, name="x" * 100_000), f"at most {MAX_NAME}"),
        (form(2, 1, f"[{'9' * 4_301}, 1]"), "a payoff is a number"),
        (form(2, 1, '["1/10**4000", 1]'), "is not a payoff"),
        (form(2, 1, "[1e999999, 1]"), "too large or too small"),
        (form(2, 1, '["1 e 999999999", 1]'), "too large or too small"),
        (form(2, 1, '["1e9_999_999_999", 1]'), "is not a payoff"),
        (form(2, 1, "[NaN, Infinity]"), "'NaN' is not a payoff"),
        ('{"players": ["a"], "actions": [["l", "l "]], "payoffs": {"l": [1]}}', "must be distinct"),
    ],
)
def test_a_game_that_is_too_large_is_refused(parse: Callable[[str], object], text: str, say: str) -> None:
    """In one line, before anything is built."""
    began = process_time()
    with pytest.raises(InputError, match=say) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
    assert process_time() - began < GENEROUS


@pytest.mark.parametrize("sizes", [(100, 100), (10_000,), (1, 10_000), (2,) * 12, (6, 6)])
def test_the_largest_games_are_analysed_soon(sizes: tuple[int, ...]) -> None:
    """At once and one after another; what is left out is said."""
    large = game(*sizes)
    turns = facts_of(large, order=tuple((i,) for i in range(len(sizes))))
    began = process_time()
    at_once = analysis(facts_of(large).tree, large.players, large)
    analysis(turns.tree, large.players, None)
    assert process_time() - began < GENEROUS
    assert at_once.whole == (len(sizes) != 2 or mixed_equilibria(large) is not None)


def test_mixed_equilibria_that_are_left_out_are_said() -> None:
    """A game of too many supports has an analysis that is not whole."""
    large = game(20, 20)
    assert not analysis(facts_of(large).tree, large.players, large).whole


def test_of_a_large_game_only_so_many_claims_are_checked() -> None:
    """The others are listed with the reason, and nothing is called verified."""
    large = game(100, 100)
    most = MOST_CELLS // 10_000
    found = tuple(
        c.Found(c.ExtremePayoff("p0", "highest", Fraction(1)), k, k + 1, "x") for k in range(10_000)
    )
    began = process_time()
    checked = judge(c.Reading(found), large)
    assert process_time() - began < GENEROUS
    assert [claim.verdict for claim in checked.claims[: most + 1]] == ["TRUE"] * most + ["UNTRANSLATED"]
    assert checked.status == "PARTIAL"
    assert "first 10 claims" in checked.claims[-1].correction


def test_a_log_has_so_many_events() -> None:
    """Text and JSON; the last allowed one is read."""
    line = "Ben: Plum, Rope, Hall; pass Cleo\n"
    assert len(parse_log(Source("a.txt", LOG + line * MOST_EVENTS)).events) == MOST_EVENTS
    event = {"type": "accusation", "player": "p", "cards": ["Rope"], "correct": False}
    row = json.dumps({"players": ["p", "q"], "hand_sizes": [9, 9], "events": [event] * (MOST_EVENTS + 1)})
    for text in (LOG + line * (MOST_EVENTS + 1), row):
        with pytest.raises(InputError, match="1001 events are too many"):
            parse_log(Source("a", text))


@pytest.mark.parametrize("many", ["players", "cards"])
def test_a_table_has_so_many_players_and_cards(many: str) -> None:
    """A hundred thousand are refused at once."""
    names = [f"n{k}" for k in range(100_000)]
    row = {"players": ["p", "q"], "hand_sizes": [1, 1]}
    row |= (
        {"players": names, "hand_sizes": [1] * 100_000} if many == "players" else {"categories": {"a": names}}
    )
    began = process_time()
    with pytest.raises(InputError, match="too many"):
        parse_log(Source("a", json.dumps(row)))
    assert process_time() - began < GENEROUS


def test_counting_ends_with_a_limit_that_is_said() -> None:
    """Sixty cards that are all told apart have more deals than can be counted."""
    decks = {kind: [f"{kind}{k}" for k in range(20)] for kind in "abc"}
    events = [
        {"type": "suggestion", "suggester": "p", "cards": [f"{kind}{(k * n) % 20}" for n, kind in enumerate("abc", 1)],
         "shower": "q" if k % 2 else "r"}
        for k in range(200)
    ]  # fmt: skip
    row = {"players": ["p", "q", "r"], "hand_sizes": [19, 19, 19], "categories": decks, "events": events}
    log = parse_log(Source("a", json.dumps(row)))
    with pytest.raises(InputError, match=r"too many to count .* mode L2"):
        deduce(log)
    assert deduce(log, "L2").matrix is not None


def test_long_sentences_of_outcomes_are_declined() -> None:
    """With the length and the limit."""
    reading = read_description(f"{OPENING}If both choose b, {'5 B ' * 300}each gets 3 points.")
    assert reading.verdict == "declined"
    assert "at most 800" in reading.reason


@pytest.mark.parametrize("digits", [4_000, 5_000])
def test_long_numbers_in_model_text_are_refused(digits: int) -> None:
    """As claims, as facts, and in an agent's file; none is an error of the program."""
    number = "9" * digits
    with pytest.raises(InputError):
        parse_claim(f'{{"kind": "numbers", "left": "{number}", "relation": "<", "right": 1}}')
    assert game_model.read_reply(f'{{"players": {number}, }}', "facts") != ""
    with pytest.raises(InputError):
        parse_agent(Source("a.json", f'{{"attempts": {number}}}'))


def test_brackets_after_an_open_quote_are_counted() -> None:
    """A quote that is never closed hides no nesting."""
    assert precheck("p('" + "(" * 300)[0].kind == "limit"
    assert precheck("p('" + "(" * 300 + "').") == ()
