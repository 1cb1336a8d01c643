"""The report: whole on good runs, and on bad ones what can be shown, the rest named."""

import base64
import csv
import json
import math
import re
import sqlite3
import xml.etree.ElementTree as ET
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from made import Made, put_call, store
from syllogos import plugins
from syllogos.contract import Measure
from syllogos.errors import StoreError
from syllogos.experiment.experiment import read_experiment
from syllogos.match.engine import Run, Settings, run_now
from syllogos.metrics.intervals import mean
from syllogos.metrics.table import Table
from syllogos.reporting.build import replay_page, write_report
from syllogos.reporting.choose import chosen
from syllogos.reporting.drawing import Dot, DrawnText, Line, svg, ticks
from syllogos.reporting.frames import parts
from syllogos.reporting.gather import gather
from syllogos.reporting.html import LONGEST, shortened
from syllogos.reporting.plots import PlotPoint, PlotRow, Scale, dots, heat, lines, scatter, stacks
from syllogos.reporting.text import csv_text, markdown
from syllogos.store.database import FILE
from syllogos.store.store import open_store
from syllogos.text.visible import html_text

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>\u202egnp.exe\x00'
VOID = ("meta", "input", "br", "img")


class Page(HTMLParser):
    """The elements of a page; fails when they are not properly nested."""

    def __init__(self, text):
        super().__init__()
        self.found, self.open, self.text = [], [], []
        self.feed(text)
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in (*VOID, "line", "rect", "circle") or tag in ("rect", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        last = self.open.pop()
        while last in ("p", "li") and last != tag:
            last = self.open.pop()
        assert last == tag, f"</{tag}> closes <{last}>"

    def handle_data(self, data):
        self.text.append(data)


def games(n=12, **more):
    return [
        Made(c, {0: float(i % 3 + (c == "b")), 1: 1.0}, seed=i, agents=(f"agent {c}", "bob"), **more)
        for i in range(n)
        for c in "ab"
    ]


def test_a_report_has_a_page_tables_figures_and_markdown(tmp_path):
    report = write_report(store(tmp_path, games(), name="two conditions"), tmp_path)
    text = report.html.read_text(encoding="utf-8")
    page = Page(text)
    said = " ".join(page.text)
    assert "24 games of normal_form: 2 conditions, 12 repetitions. All 24 finished." in said
    assert "All 24 games that were begun." in said and not report.problems
    assert sum(tag == "article" for tag, _ in page.found) == 24
    rows = list(csv.DictReader((tmp_path / "tables" / "scores.csv").read_text().splitlines()))
    assert [(r["condition"], float(r["mean score"]), int(r["mean score n"])) for r in rows][::2] == [
        ("a", 1.0, 12),
        ("b", 2.0, 12),
    ]
    assert all(
        float(r["mean score low"]) <= float(r["mean score"]) <= float(r["mean score high"]) for r in rows
    )
    assert "## Conditions compared" in (tmp_path / "report.md").read_text(encoding="utf-8")
    for path in (tmp_path / "figures").glob("*.svg"):
        ET.parse(path)
    assert {"scores", "differences", "ends"} <= set(report.tables)


def test_the_same_run_gives_the_same_bytes(tmp_path):
    kept = store(tmp_path, games())
    first = write_report(kept, tmp_path / "one").html.read_bytes()
    assert write_report(kept, tmp_path / "two").html.read_bytes() == first


def test_nothing_of_an_earlier_report_is_left_beside_a_new_one(tmp_path):
    out = tmp_path / "out"
    write_report(store(tmp_path / "one", games()), out)
    (out / "tables" / "mine.csv").write_text("kept")
    assert (out / "figures" / "differences-0.svg").is_file()
    report = write_report(store(tmp_path / "two", [Made()]), out)
    assert {path.stem for path in (out / "tables").iterdir()} == {*report.tables, "mine"}
    assert {path.stem for path in (out / "figures").iterdir()} == {"scores-0"}


def test_the_page_runs_its_own_script_and_asks_nothing_of_anyone(tmp_path):
    text = write_report(store(tmp_path, games(2)), tmp_path).html.read_text(encoding="utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)[1]
    script = re.search(r"<script>(.*?)</script>", text, re.S)[1]
    assert f"sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}" in policy
    assert "default-src 'none'" in policy and "unsafe" not in policy
    for _, attributes in Page(text).found:
        assert not {"src", "style", "onclick", "onerror", "action"} & set(attributes)
        assert attributes.get("href", "#").startswith("#")


def test_hostile_text_is_shown_and_never_read(tmp_path):
    made = Made(
        f"c {HOSTILE}", seed=1, end=f"e {HOSTILE}", agents=(f"a {HOSTILE}", "b"), cell={"field": HOSTILE},
        says=(f"s {HOSTILE}",), turns=[{0: ["!unparsable", f"m {HOSTILE}"], 1: ["x"]}], key="k1",
    )  # fmt: skip
    broken = Made("c2", seed=2, status="crashed", error=f"Traceback {HOSTILE}", key="k2")

    def before(kept, key):
        put_call(kept, key, (0, 0, 0), f"reply {HOSTILE}")

    kept = store(tmp_path, [made, broken], name=f"n {HOSTILE}", text=f"# {HOSTILE}", before=before)
    texts = [write_report(kept, tmp_path).html.read_text(encoding="utf-8"), replay_page(kept, "k1")[1]]
    for text in texts:
        page = Page(text)
        assert sum(tag == "script" for tag, _ in page.found) == 1
        assert not any(tag == "img" or "onerror" in attributes for tag, attributes in page.found)
        assert "\u202e" not in text and "\x00" not in text
        assert "<script>alert" not in text and "alert(1)" in text
    assert "<script>" not in (tmp_path / "report.md").read_text(encoding="utf-8").replace("\\<", "")
    for path in (tmp_path / "figures").glob("*.svg"):
        ET.parse(path)


@given(st.text(st.characters()), st.text())
def test_escaped_text_has_no_markup_and_loses_no_words(text, more):
    shown = html_text(text + more)
    assert not set('<>"') & set(shown) and "'" not in shown
    shown.encode("utf-8")
    ET.fromstring(f'<a b="{shown}">{shown}</a>')


def test_a_long_text_is_cut_and_says_by_how_much():
    assert shortened("x" * LONGEST) == "x" * LONGEST
    assert shortened("x" * (LONGEST + 1234)).endswith("… (1,234 characters more are in the store)")


def test_audiences_attempts_faults_and_verdicts_are_in_the_replay(tmp_path):
    kept = store(tmp_path, [Made(key="k1", turns=[{0: ["!illegal", "left"], 1: ["right"]}])], calls=2)
    held = kept.record("k1")
    held["log"] = [
        {"kind": "X", "say": "for all", "what": 1, "to": None},
        {"kind": "X", "say": "for one", "what": 1, "to": [1]},
        {"kind": "X", "say": "for nobody", "what": 1, "to": []},
    ]
    held["turns"][0]["0"][1]["verdicts"] = [
        {"status": "FALSE", "answer": {"payoff": 3}, "evidence": None, "reason": "it is 3", "engine": "claims",
         "isolation": "guarded", "stable": False}
    ]  # fmt: skip
    _overwrite(tmp_path, "k1", held)
    text = replay_page(kept, "k")[1]
    words = " ".join(" ".join(Page(text).text).split())
    assert "to 1 for one" in words and "record only for nobody" in words
    assert "illegal it was illegal" in words and "left" in words
    assert "FALSE claims it is 3 answer" in words and "stopped by a clock" in words
    assert "a question at (0, 0, 0)" in words and "reply 0.1" in words
    assert "reply 0.0" in write_report(kept, tmp_path).html.read_text(encoding="utf-8")


def test_events_are_put_between_the_turns_that_caused_them_where_the_record_knows(tmp_path):
    kept = store(
        tmp_path, [Made("c", key="k", says=("zero", "one", "two"), turns=[{0: ["up"]}, {0: ["down"]}])]
    )
    _overwrite(tmp_path, "k", {**kept.record("k"), "begun": [1, 2]})
    words = [
        w
        for w in " ".join(Page(replay_page(kept, "k")[1]).text).split()
        if w in ("zero", "up", "one", "down", "two")
    ]
    assert words == ["zero", "up", "one", "down", "two"]


def test_the_page_of_a_played_game_puts_each_rounds_events_after_its_decisions(tmp_path):
    path = tmp_path / "e.toml"
    path.write_text(
        'name = "e"\n[game]\nkind = "normal_form"\npayoffs = "pd"\nrounds = 3\n'
        '[[condition]]\nname = "c"\nagents = ["random", "tit_for_tat"]\n'
    )
    plan = read_experiment(path)
    kept = open_store(tmp_path, create=True)
    kept.begin(plan.identity, plan.text, [match.planned() for match in plan.matches])
    run_now(Run(plan.matches, kept, Settings(workers=1)).go())
    held = kept.record(plan.matches[0].key)
    cuts = [*held["begun"], len(held["log"])]
    assert len(held["begun"]) == 3 and cuts == sorted(set(cuts))
    said = [html_text(event["say"]) for event in held["log"]]
    before, *turns = (
        replay_page(kept, held["key"])[1].partition("<article")[2].split('<section class="turn">')
    )
    assert all(say in before for say in said[: cuts[0]])
    for turn, a, b in zip(turns, cuts, cuts[1:], strict=False):
        assert all(say in turn.partition("</section>")[2] for say in said[a:b])


def test_200_replays_at_most_troubled_ones_first_then_every_condition_in_turn(tmp_path):
    many = [
        Made(c, seed=i, cell={"g": g}, end=f"end {i % 2}") for i in range(40) for g in "xy" for c in "abcd"
    ]
    bad = [Made("a", seed=500 + i, status="crashed", error="boom") for i in range(30)]
    kept = store(tmp_path, [*many, *bad, Made("a", seed=900, status="open")])
    run = gather(kept)
    picked, said = chosen(run.games)
    assert len(picked) == 200 and sum(game.status == "crashed" for game in picked) == 30
    counts = {(g.condition, g.cell["g"], g.end): 0 for g in picked if g.finished}
    for game in picked:
        if game.finished:
            counts[game.condition, game.cell["g"], game.end] += 1
    assert len(counts) == 16 and max(counts.values()) - min(counts.values()) <= 1
    assert said.startswith("200 of 350 games: 30 of the 30 in which something went wrong")
    assert [game.key for game in picked] == [game.key for game in run.games if game in picked]


# -- bad input --------------------------------------------------------------------------------------


def _overwrite(folder, key, held):
    raw = sqlite3.connect(folder / FILE)
    text = held if isinstance(held, str) else json.dumps(held)
    raw.execute("UPDATE games SET record = ? WHERE key = ?", (text, key))
    raw.commit()
    raw.close()


def test_an_empty_run_is_reported_as_such(tmp_path):
    report = write_report(store(tmp_path, []), tmp_path)
    assert "The run is empty" in report.html.read_text(encoding="utf-8") and report.tables == {}


def test_a_run_that_is_still_going_is_reported_as_far_as_it_is(tmp_path):
    kept = store(tmp_path, [Made(seed=0), Made(seed=1), Made(seed=2, status="open")])
    text = write_report(kept, tmp_path).html.read_text(encoding="utf-8")
    assert "2 of 3 finished; 1 open." in text
    assert kept.claim() and "1 of the open ones are being played now" in write_report(
        kept, tmp_path
    ).html.read_text(encoding="utf-8")


def test_a_game_whose_plugin_is_gone_is_shown_from_its_events(tmp_path):
    report = write_report(store(tmp_path, [Made(game="a_game_of_old", says=("it was said",))]), tmp_path)
    assert report.problems == (
        "the game a_game_of_old is not here as it was played; shown from its events alone",
    )
    text = report.html.read_text(encoding="utf-8")
    assert "it was said" in text and "a_game_of_old is not here" in text and report.tables["scores"].rows


@pytest.mark.parametrize("damage", ["{nonsense", '{"turns": 3}', '"text"', "[]", '{"$text": "0"}'])
def test_a_damaged_record_is_named_and_the_rest_is_shown(tmp_path, damage):
    kept = store(tmp_path, [Made(seed=i, key=f"k{i}") for i in range(4)])
    _overwrite(tmp_path, "k2", damage)
    report = write_report(kept, tmp_path)
    assert report.problems and all("k2" in problem or "missing" in problem for problem in report.problems)
    text = report.html.read_text(encoding="utf-8")
    Page(text)
    assert text.count("<article") == 3 + ('id="g-k2"' in text)
    assert report.tables["scores"].records()[0]["games"] == 3
    assert ("one", "damaged", "–", 1, "25 %") in report.tables["ends"].rows


def test_a_missing_text_of_a_record_is_named_and_the_numbers_stay(tmp_path):
    kept = store(tmp_path, [Made(seed=i, key=f"k{i}", says=(f"{i}" * 300,)) for i in range(3)])
    raw = sqlite3.connect(tmp_path / FILE)
    raw.execute("DELETE FROM texts WHERE body LIKE '111%'")
    raw.commit()
    raw.close()
    report = write_report(kept, tmp_path)
    assert len(report.problems) == 1 and "game k1 cannot be replayed" in report.problems[0]
    assert report.tables["scores"].records()[0]["games"] == 3


def test_a_damaged_journal_hides_no_record(tmp_path):
    kept = store(tmp_path, [Made(key="k", says=("it was said",))], calls=1)
    raw = sqlite3.connect(tmp_path / FILE)
    raw.execute("UPDATE calls SET request = 'gone'")
    raw.commit()
    raw.close()
    report = write_report(kept, tmp_path)
    assert len(report.problems) == 1 and "game k is replayed without what was asked" in report.problems[0]
    for text in (report.html.read_text(encoding="utf-8"), replay_page(kept, "k")[1]):
        assert (
            "it was said" in text and "without what was asked" in text and "Nothing is recorded" not in text
        )
    (part,) = parts(kept)
    assert part.turns and part.record and not part.calls and "gone" in part.problem


def test_a_key_is_found_by_its_beginning_or_named(tmp_path):
    kept = store(tmp_path, [Made(key="abc1"), Made(key="abd2", seed=1)])
    assert replay_page(kept, "abc")[0] == "abc1"
    for start in ("ab", "x"):
        with pytest.raises(StoreError, match=f"a key that begins with '{start}'"):
            replay_page(kept, start)


# -- a game's own view and measures -----------------------------------------------------------------

OWN = '''
from syllogos.contract import Measure
from syllogos.repeated.games.normal_form import make as make_game
from syllogos.reporting.html import render_text

def make(**config):
    """A game with a view and measures of its own."""
    return make_game(**config)

def measures(record, players):
    assert players == ("ann", "bob")
    yield Measure("", "events", len(record.log))
    yield Measure("ann", "won", float(record.outcome.scores[0] > 1), "share")

make.view = lambda record: render_text("<table id=own><tr><td>{{ n }}</td></tr></table>", n=len(record.log))
make.measures = measures
'''


def test_a_game_may_draw_and_measure_itself_as_long_as_its_file_is_the_one_played(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN)
    name = f"{path}:make"
    kept = store(
        tmp_path, [Made(seed=i, game=name, key=f"k{i}", scores={0: float(i), 1: 0.0}) for i in range(4)]
    )
    raw = sqlite3.connect(tmp_path / FILE)
    for key, text in raw.execute("SELECT key, spec FROM games").fetchall():
        held = {**json.loads(text), "game": [name, plugins.fingerprint(name)]}
        raw.execute("UPDATE games SET spec = ? WHERE key = ?", (json.dumps(held), key))
    raw.commit()
    report = write_report(kept, tmp_path)
    whole, ann = report.tables["measures"].records()
    assert (whole["player"], whole["events"].value, whole["won"]) == ("", 2.0, None)
    assert (ann["player"], ann["events"], ann["won"].value, ann["won"].method) == ("ann", None, 0.5, "Wilson")
    first = next(parts(kept)).measures
    assert [(m.key, m.player, m.measure, m.value, m.out_of, m.unit) for m in first] == [
        ("k0", "", "events", 2.0, 1.0, "count"),
        ("k0", "ann", "won", 0.0, 1.0, "share"),
    ]
    assert report.html.read_text(encoding="utf-8").count("<table id=own>") == 4
    path.write_text(OWN + "\n# changed since\n")
    report = write_report(kept, tmp_path)
    assert "measures" not in report.tables and "is not here as it was played" in report.problems[0]


@pytest.mark.parametrize(
    "rows", [{"won": 1.0}, [3], [Measure("ann", "x", math.nan)], [Measure("ann", "x", 1, out_of=-1)]]
)
def test_a_measure_that_is_none_is_named_and_the_rest_is_shown(tmp_path, monkeypatch, rows):
    made = plugins.load("games", "normal_form")
    monkeypatch.setattr(made, "measures", lambda record, players: rows, raising=False)
    report = write_report(store(tmp_path, [Made(says=("it was said",))]), tmp_path)
    assert "could not measure it" in report.problems[0] and "is no Measure" in report.problems[0]
    assert "measures" not in report.tables and "scores" in report.tables


def test_a_view_that_fails_is_named_and_the_events_are_shown(tmp_path, monkeypatch):
    def fails(record):
        raise KeyError("round")

    monkeypatch.setattr(plugins.load("games", "normal_form"), "view", fails, raising=False)
    report = write_report(store(tmp_path, [Made(says=("it was said",))]), tmp_path)
    assert "could not draw it (KeyError('round'))" in report.problems[0]
    assert "it was said" in report.html.read_text(encoding="utf-8")


# -- text and drawings ------------------------------------------------------------------------------


def test_tables_as_csv_keep_numbers_and_disarm_formulas():
    table = Table("t", "T", ("who", "score", "n"), (("=cmd()", mean([1.0, 2.0, 4.0]), -3), ("b", None, 2)))
    first, second = csv.DictReader(csv_text(table).splitlines())
    assert first["who"] == "'=cmd()" and float(first["score"]) == pytest.approx(7 / 3) and first["n"] == "-3"
    assert second["score"] == "" and second["score n"] == ""


def test_tables_as_markdown_have_one_line_a_row():
    table = Table("t", "T", ("a", "b"), (("x|y\nz", 1.5), ("<b>", mean([1.0, 2.0] * 3))))
    lines_ = markdown(table).splitlines()
    assert lines_[2:6] == [
        "| a | b |",
        "|---|---:|",
        "| x\\|y z | 1.50 |",
        "| \\<b\\> | 1.50 \\[1.00, 2.00\\] |",
    ]


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_ticks_are_few_round_and_hold_the_range(low, width):
    found = ticks(low, low + width)
    assert 2 <= len(found) <= 12 and found == sorted(found)
    near = 1e-6 * (1 + abs(low) + width)
    assert found[0] <= low + near and found[-1] >= low + width - near


@given(st.lists(st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=5), max_size=6))
def test_every_plot_is_well_formed_whatever_the_numbers(rows):
    made = [PlotRow(f"r{i} <&>", mean(values), f"h{i // 2}") for i, values in enumerate(rows)]
    pairs = {(f"n{i}", f"n{j}"): mean(v) for i, v in enumerate(rows) for j in range(len(rows))}
    found = [
        dots("d", "D", made),
        dots("z", "Z", made, zero=True),
        lines("l", "L", "x", [("s", [(float(i), mean(v)) for i, v in enumerate(rows)])]),
        stacks("s", "S", ["1", "2"], [("h", "n", [i, 3]) for i in range(len(rows))]),
        *([heat("h", "H", [f"n{i}" for i in range(len(rows))], pairs)] if rows else []),
    ]
    for figure in found:
        root = ET.fromstring(svg(figure, alone=True))
        for node in root.iter():
            assert not any(value in ("nan", "inf", "-inf") for value in node.attrib.values())


def test_a_scale_keeps_all_values_between_its_ends():
    scale = Scale.around([2.0, 9.0])
    assert scale.left <= scale.at(2.0) < scale.at(9.0) <= scale.right


def test_a_scatter_plot_has_an_axis_of_powers_of_ten():
    figure = scatter("t", "Times", "axioms", "ms", [("z3", [PlotPoint(1, 2.0), PlotPoint(9, 200.0)])])
    texts = [mark.text for mark in figure.marks if isinstance(mark, DrawnText)]
    assert {"1", "10", "100", "1000", "axioms", "ms", "z3"} <= set(texts)
    one, other = [mark for mark in figure.marks if isinstance(mark, Dot)][:2]
    powers = sorted(mark.y1 for mark in figure.marks if isinstance(mark, Line))
    assert one.y - other.y == pytest.approx(2 * (powers[1] - powers[0])) and one.x < other.x
