"""Logs of Clue: the text notation, JSON, and what is said about a faulty one."""

import json
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from clue_tables import TINY, random_log
from syllogos.cli._main import app
from syllogos.clue.deals import Accusation, Suggestion
from syllogos.clue.log.json import log_from_json, log_to_json
from syllogos.clue.log.read import Draft, parse_log, write
from syllogos.errors import InputError
from syllogos.text.source import Source

HEADER = "players Ada 3, Ben 3, Cleo 3, Dan 3, Eve 3, Flo 3\nme Ada: Plum, Hall, Knife\n"


def read(text, name="game.txt"):
    return parse_log(Source(name, text))


def test_a_text_log_is_read_line_by_line():
    log = read(
        HEADER
        + "# round 1\n"
        + "Ada: Green, Rope, Study; pass Ben, Cleo; show Dan [Rope]\n"
        + "ben : scarlet, wrench, billiard room ; pass cleo;  show Dan # seen by Ben alone\n"
        + "Cleo: White, Lead Pipe, Study; nobody\n"
        + "Cleo accuses White, Pipe, Study: wrong\n"
    )
    table = log.table
    assert (table.players[0], table.hand_sizes, table.observer) == ("Ada", (3,) * 6, "Ada")
    assert table.hand == ("Professor Plum", "Hall", "Dagger")
    assert log.events == (
        Suggestion("Ada", ("Mr. Green", "Rope", "Study"), ("Ben", "Cleo"), "Dan", "Rope"),
        Suggestion("Ben", ("Miss Scarlet", "Wrench", "Billiard Room"), ("Cleo",), "Dan"),
        Suggestion("Cleo", ("Mrs. White", "Lead Pipe", "Study"), ("Ada", "Ben", "Dan", "Eve", "Flo")),
        Accusation("Cleo", ("Mrs. White", "Lead Pipe", "Study"), False),
    )


def test_undo_takes_back_the_last_event():
    log = read(HEADER + "Ben: Green, Rope, Hall; show Dan\nBen: Green, Rope, Study\nundo\nundo\n")
    assert log.events == ()
    with pytest.raises(InputError, match=r"game\.txt:3: there is no event to undo"):
        read(HEADER + "undo\n")


def test_another_deck_and_an_even_deal():
    log = read("cards who: Ann, Bob\ncards how: Cup, Pin\nplayers Ivy, Jon\nJon: Ann, Cup; nobody\n")
    assert log.table.categories == {"who": ("Ann", "Bob"), "how": ("Cup", "Pin")}
    assert log.table.hand_sizes == (1, 1) and log.table.observer is None
    with pytest.raises(InputError, match="dealt evenly"):
        read("players Ivy, Jon, Kim, Lou\nIvy: Plum, Rope, Hall\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ben: Grey, Rope, Hall", "unknown card 'Grey'"),
        ("Bea: Green, Rope, Hall", "unknown player 'Bea': did you mean Ben"),
        ("Ben: Green, Rope, Room", "card 'Room' may be Dining Room or Billiard Room"),
        ("Ben: Green, Rope, Knife", "event 0: .* exactly one weapon"),
        ("Ben: Green, Rope, Hall; pass Cleo, Cleo", "event 0: .*given twice"),
        ("Ben: Green, Rope, Hall; pass Ben", "event 0: Ben cannot pass"),
        ("Ben: Green, Rope, Hall; show Dan; pass Eve", "after Dan has shown"),
        ("Ben: Green, Rope, Hall; shows Dan", "is no answer"),
        ("Ben suggests Green", "not understood"),
        ("players Ada 3", "belongs before the first event"),
        ("Ada accuses Green, Rope, Hall", "not understood"),
        ("x" * 2000, "at most 1000 characters"),
    ],
)
def test_a_faulty_line_is_named_with_why(line, said):
    good = "Ben: Green, Rope, Hall; show Dan\n" if line.startswith("players") else ""
    number = 4 if good else 3
    with pytest.raises(InputError, match=rf"^game\.txt:{number}: .*{said}"):
        read(HEADER + good + line + "\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": None}, "players"),
        ({"observer": "Zoe"}, "unknown player 'Zoe'"),
        ({"observer_hand": ["Ann", "Ann"]}, "card of the hand Ann is given twice"),
        ({"hand_sizes": [1]}, "hand sizes"),
        ({"events": [{"type": "move"}]}, "event 0: .*move"),
        ({"events": [{"type": "suggestion", "suggester": "Ivy", "cards": "Ann"}]}, "event 0: .*cards"),
        ({"events": [{"type": "suggestion", "suggester": "Zoe", "cards": ["Ann", "Cup", "Barn"]}]}, "Zoe"),
    ],
)
def test_faulty_json_is_named_with_why(change, said):
    row = {**log_to_json(random_log(Random(3))), **change}
    with pytest.raises(InputError, match=rf"^g\.json: .*{said}"):
        log_from_json(row, "g.json")


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6))
def test_json_and_text_say_the_same(seed):
    log = random_log(Random(seed))
    assert log_from_json(json.loads(json.dumps(log_to_json(log))), "again") == log
    assert parse_log(Source("t", "\n".join(_lines(log)))) == log


def _lines(log):
    table = log.table
    yield from (f"cards {name}: {', '.join(cards)}" for name, cards in TINY.items())
    sized = zip(table.players, table.hand_sizes, strict=True)
    yield f"players {', '.join(f'{p} {n}' for p, n in sized)}"
    yield f"me {table.observer}: {', '.join(table.hand)}"
    yield f"public {', '.join(table.public)}" if table.public else ""
    for event in log.events:
        if isinstance(event, Accusation):
            yield f"{event.player} accuses {', '.join(event.cards)}: {'right' if event.correct else 'wrong'}"
            continue
        line = f"{event.suggester}: {', '.join(event.cards)}"
        line += f"; pass {', '.join(event.passed)}" if event.passed else ""
        shown = f" [{event.shown}]" if event.shown else ""
        yield line + (f"; show {event.shower}{shown}" if event.shower else "")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_any_line_is_read_or_refused(line):
    draft = write(write(Draft(), "players Ada 9, Ben 9"), "me Ada: Plum")
    with suppress(InputError):
        assert len(write(draft, line).events) <= 1


def test_several_logs_in_a_file_need_a_choice():
    rows = [{**log_to_json(random_log(Random(seed))), "id": f"log{seed}"} for seed in (1, 2)]
    source = Source("two.jsonl", "\n".join(map(json.dumps, rows)))
    assert parse_log(source, "log2") == parse_log(source, "1") == random_log(Random(2))
    with pytest.raises(InputError, match="2 logs; choose one with --item"):
        parse_log(source)
    with pytest.raises(InputError, match="did you mean log1"):
        parse_log(source, "log11")


def run(*args, text=None):
    return CliRunner().invoke(app, ["deduce", *args], input=text)


def test_deduce_prints_matrix_reason_and_advice(tmp_path):
    log = tmp_path / "game.txt"
    log.write_text(HEADER + "Ada: Green, Rope, Study; pass Ben; show Cleo [Rope]\n", encoding="utf-8")
    shown = run(str(log), "--why", "rope", "Cleo", "--suggest").output
    assert "Ada (you)" in shown and "deals left" in shown and "event 0: Ada suggested" in shown
    found = json.loads(run(str(log), "--json", "--why", "Rope", "envelope", "--suggest").output)
    assert found["why"]["events"] == [0] and found["matrix"]["Rope"]["Cleo"] == "YES"
    assert len(found["suggestions"]) == 5 and found["accusation_ready"] is None


def test_an_impossible_log_is_a_result(tmp_path):
    log = tmp_path / "game.txt"
    log.write_text(HEADER + "Ada: Green, Rope, Hall; nobody\nBen: Plum, Rope, Hall; pass Ada\n")
    done = run(str(log), "--json")
    found = json.loads(done.output)
    assert done.exit_code == 0 and found["consistent"] is False and found["first_inconsistent_event"] == 1
    assert found["contradiction"]["events"] == [1] and found["matrix"] is None


def test_a_log_is_entered_line_by_line():
    typed = (
        HEADER
        + "Ben: Green, Rope, Hal\nBen: Green, Rope, Hall; show Cleo\nundo\nwhy Hall Ada\nsuggest\nquit\n"
    )
    done = run("--interactive", text=typed)
    assert done.exit_code == 0
    for said in (
        "did you mean Hall",
        "Cleo has at least one of Mr. Green, Rope",
        "set-up alone",
        "expected bits",
    ):
        assert said in " ".join(done.output.split())
