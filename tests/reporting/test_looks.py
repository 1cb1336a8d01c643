"""Pages as people see them, on a desk and on a phone: what is seen first, what is told without a click."""

from __future__ import annotations

import pytest

from chromium import Browser, find
from made import Made, store
from syllogos import api
from syllogos.experiment.experiment import read_experiment
from syllogos.formalization.facts import facts_of, print_facts
from syllogos.formalization.formalizing import by_hand
from syllogos.formalization.page import formal_html
from syllogos.formalization.program import Wanted
from syllogos.formalization.task import GameTask
from syllogos.gametheory.catalog import GAMES
from syllogos.match.engine import Run, Settings, run_now
from syllogos.payoffs.page import checked_html
from syllogos.reporting.build import replay_page, write_report
from syllogos.reporting.writing import write_file
from syllogos.store.store import open_store
from syllogos.text.source import Source

PROGRAM = find()
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="Chromium is missing (apt-get install chromium)")
SIZES = ((390, 844), (1280, 900))
WORD = "Donaudampfschifffahrtsgesellschaft" * 6
FALSE = "If I defect and they cooperate, I get 4"
MODEL = f'''
import json
from syllogos.contract import Reply

class Mends:
    """Says what is false until somebody says what is true."""

    def __init__(self, name):
        pass

    async def complete(self, messages, *, sampling, schema=None):
        told = any(message.role == "assistant" for message in messages)
        wrong = "\\u202e{WORD}. If I defect and they cooperate, I get 4. " + "And so on. " * 900
        said = "If I defect and they cooperate, I get 5." if told else wrong
        return Reply(json.dumps({{"reasoning": said, "move": "cooperate" if told else "defect"}}), model="m")
'''
LELMA = """name = "lelma"
[game]
kind = "normal_form"
[[condition]]
name = "checked"
agents = ["lelma", "random"]
models = ["m"]
[models.m]
model = "{model}:Mends"
"""
CLUE = """name = "clue"
[game]
kind = "clue"
players = 4
[[condition]]
name = "four"
agents = ["clue_possible", "clue_possible", "clue_possible", "clue_random"]
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    assert PROGRAM
    with Browser(PROGRAM, tmp_path_factory.mktemp("profile")) as opened:
        opened.prefer("light")
        yield opened


def replayed(folder, experiment):
    """The replay of the only game of an experiment, and its report."""
    path = folder / "e.toml"
    path.write_text(experiment, encoding="utf-8")
    run = read_experiment(path)
    kept = open_store(folder, create=True)
    kept.begin(run.identity, run.text, [match.planned() for match in run.matches])
    run_now(Run(run.matches, kept, Settings(workers=1)).go())
    write_file(folder / "show.html", replay_page(kept, run.matches[0].key)[1])
    report = write_report(kept, folder).html
    kept.close()
    return folder / "show.html", report


@pytest.fixture(scope="module")
def lelma(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lelma")
    (folder / "mends.py").write_text(MODEL, encoding="utf-8")
    return replayed(folder, LELMA.format(model=folder / "mends.py"))


@pytest.fixture(scope="module")
def clue(tmp_path_factory):
    return replayed(tmp_path_factory.mktemp("clue"), CLUE)[0]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A report of a grid with long names, and one of a single pair."""
    whole, one = tmp_path_factory.mktemp("whole"), tmp_path_factory.mktemp("one")
    games = [
        Made(
            condition,
            {0: float((i * 7) % 5 + len(condition) % 3) * 1_000, 1: 2_000.0},
            seed=i,
            agents=(f"an agent of quite some length {condition[:9]}", "bob"),
            cell={"payoffs": cell},
        )
        for i in range(7)
        for cell in ("pd", "hd")
        for condition in ("a model that was asked directly, without help", "MODEL, STEP BY STEP", WORD[:68])
    ]
    pair = [Made(name, {0: 1.0 + n, 1: 0.0}, agents=(name, "bob")) for n, name in enumerate(("ann", "cyd"))]
    pages = []
    for folder, some in ((whole, games), (one, pair)):
        kept = store(folder, some, name="made")
        pages.append(write_report(kept, folder).html)
        kept.close()
    return pages


def page_of(folder, name, html):
    path = folder / f"{name}.html"
    path.write_text(html, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def wings(tmp_path_factory):
    """A checked text, and games made of descriptions: in normal form, and a tree."""
    folder = tmp_path_factory.mktemp("wings")
    text = f"{FALSE}. If we both cooperate, I get 3. My luck decides, I get 7 or so."
    check = checked_html(Source("a/text.txt", text), api.check(text, "pd"))
    at_once = print_facts(facts_of(GAMES["pd"]))
    in_turn = at_once.replace('"simultaneous"', '"sequential"')
    made = [
        by_hand(GameTask(name, "Two bakeries."), Source("g.json", written), Wanted(), "sealed")
        for name, written in (("a/game.txt", at_once), ("a/tree.txt", in_turn))
    ]
    htmls = {"check": check, "game": formal_html(made[0]), "tree": formal_html(made[1])}
    return {name: page_of(folder, name, html) for name, html in htmls.items()}


SCORES = """(() => {
  const rows = [...document.querySelectorAll("#scores .scroll:not(details .scroll) tbody tr")];
  return rows.map(row => [...row.cells].filter(cell => cell.offsetParent).map(cell => {
    const box = cell.getBoundingClientRect();
    return [cell.dataset.name, box.left, box.right, cell.innerText];
  }));
})()"""


def test_on_a_phone_the_score_is_the_first_column_of_every_row_and_whose_it_is_stands_beside(browser, made):
    browser.size(*SIZES[0])
    browser.show(made[0])
    rows = browser.value(SCORES)
    assert len(rows) == 12
    for row in rows:
        score = next(cell for cell in row if cell[0] == "mean score")
        others = [cell for cell in row if cell is not score]
        assert 0 <= score[1] < score[2] <= 390 and score[3]
        assert all(score[2] <= left and right <= 390 for _, left, right, _ in others)
        assert [cell[0] for cell in others[:3]] == ["payoffs", "condition", "player"]
    browser.size(*SIZES[1])
    first, second = browser.value(SCORES)[:2]
    assert [cell[3] for cell in first[:2]] == ["pd", first[1][3]] and second[0][3] == second[1][3] == ""


TEXTS = """[...document.querySelectorAll("svg")].filter(svg => svg.getClientRects().length).map(svg => {
  const inside = svg.getBoundingClientRect();
  return [[inside.left, inside.right, inside.top, inside.bottom],
    [...svg.querySelectorAll("text")].map(text => {
      const box = text.getBoundingClientRect();
      return [text.textContent, box.left, box.right, box.top, box.bottom];
    }), [...svg.querySelectorAll("circle, line:not(.s-rule, .s-muted)")].map(mark => {
      const box = mark.getBoundingClientRect();
      return [box.left, box.right, box.top, box.bottom];
    })];
})"""


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desk"])
def test_words_of_plots_are_neither_cut_nor_over_each_other_and_say_the_unit(browser, made, size):
    browser.size(*size)
    browser.show(made[0])
    drawn = browser.value(TEXTS)
    said = " ".join(text for _, texts, _ in drawn for text, *_ in texts)
    for words in (
        "points a game",
        "points a game more",
        "asked directly",
        "without help",
        "quite some length",
    ):
        assert words in said
    assert "…" not in said
    for (left, right, top, bottom), texts, marks in drawn:
        for text, *box in texts:
            assert left - 1 <= box[0] and box[1] <= right + 1, text
            assert top - 1 <= box[2] and box[3] <= bottom + 1, text
            for l1, r1, t1, b1 in marks:
                clear = r1 <= box[0] or box[1] <= l1 or b1 <= box[2] + 4 or box[3] <= t1 + 4
                assert clear, f"{text} is under a mark"
        for i, (one, l1, r1, t1, b1) in enumerate(texts):
            for two, l2, r2, t2, b2 in texts[i + 1 :]:
                apart = r1 <= l2 + 1 or r2 <= l1 + 1 or b1 <= t2 + 4 or b2 <= t1 + 4
                assert apart, f"{one} | {two}"


def test_where_there_is_no_test_no_p_is_shown_but_why(browser, made):
    browser.size(*SIZES[0])
    browser.show(made[1])
    text = browser.value("document.getElementById('differences').innerText")
    assert "no test: one pair" in text and "1.000" not in text and "Fewer than six pairs" in text


STORY = """[...document.querySelectorAll(".story > li")].map(step => [...step.querySelectorAll(
  ":scope > .word, :scope > .checked .wrong, :scope > .checked .instead, :scope > .attempt > .move")]
  .filter(part => part.checkVisibility()).map(part => part.innerText))"""


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desk"])
@pytest.mark.parametrize("which", [0, 1], ids=["show", "report"])
def test_a_refinement_is_told_without_a_click(browser, lelma, size, which):
    browser.size(*size)
    browser.show(lelma[which])
    first, second = browser.value(STORY)
    assert first[:2] == ["said", FALSE] and "meant to play" in first and first[-1] == "defect"
    assert any("If you choose defect and they choose cooperate, you get 5." in part for part in first)
    assert second == ["corrected", "new move", "cooperate"]
    assert browser.value("document.querySelector('.story .move.struck').innerText") == "defect"
    assert browser.value("document.documentElement.scrollWidth") <= size[0]
    mark = "document.querySelector('.story .wrong').getBoundingClientRect()"
    beside = "document.querySelector('.story .instead').getBoundingClientRect()"
    if size[0] > 1000:
        assert browser.value(f"{mark}.right <= {beside}.left")


def test_clue_shows_face_up_cards_measures_a_legend_and_what_each_player_lacks(browser, clue):
    browser.size(*SIZES[0])
    browser.show(clue)
    text = browser.value("document.querySelector('.view').innerText")
    assert "Face up: " in text and "turns to a right accusation" in text
    assert [
        mark in browser.value("document.querySelector('.legend').innerText") for mark in ("yes", "·", "%")
    ]
    titles = browser.value("[...document.querySelectorAll('.spark title')].map(t => t.textContent)")
    assert sum(title.startswith("bits of the envelope that ") for title in titles) == 4
    assert "face up" in browser.value("document.querySelector('.matrix tbody').innerText")
    wide = "[...document.querySelectorAll('details[open] > .scroll')].map(s => s.scrollWidth - s.clientWidth)"
    assert set(browser.value(wide)) == {0}


def test_every_page_has_one_head_one_style_and_the_game_with_its_payoffs(browser, lelma, wings):
    kinds = {}
    for name, path in {"show": lelma[0], "report": lelma[1], **wings}.items():
        browser.show(path)
        kinds[name] = browser.value("document.querySelector('header .kind').innerText")
        assert browser.value("document.documentElement.lang") == "en"
        assert browser.value("document.title").startswith(
            browser.value("document.querySelector('h1').innerText")
        )
        rows = browser.value(
            "[...document.querySelector('.payoffs tbody').rows].map(r => r.innerText.split('\\t'))"
        )
        wanted = ["cooperate, cooperate", "3", "3"] if name == "tree" else ["cooperate", "3, 3", "0, 5"]
        assert rows[0] == wanted, name
        assert browser.value(
            "[...document.querySelectorAll('svg')].every(s => s.matches('[role=img]') && s.querySelector('title'))"
        )
    assert list(kinds.values()) == [
        "Replay of a game", "Report of a run", "Check of a text", "Game of a description",
        "Game of a description",
    ]  # fmt: skip
    heads = {
        path.read_text(encoding="utf-8").partition("<style>")[2].partition("</style>")[0] for path in lelma
    }
    heads |= {
        path.read_text(encoding="utf-8").partition("<style>")[2].partition("</style>")[0]
        for path in wings.values()
    }
    assert len(heads) == 1


CONTRAST = """(() => {
  const numbers = text => {
    const parts = text.match(/[\\d.e-]+/g).map(Number), one = text.startsWith("color(") ? 1 : 255;
    return [...parts.slice(0, 3).map(c => c / one), parts.length > 3 ? parts[3] : 1];
  };
  const ground = node => {
    if (!node) return [1, 1, 1];
    const [r, g, b, a] = numbers(getComputedStyle(node).backgroundColor), below = a < 1 ? ground(node.parentElement) : [0, 0, 0];
    return [r, g, b].map((c, i) => c * a + below[i] * (1 - a));
  };
  const light = rgb => rgb.map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const poor = [];
  for (const node of document.querySelectorAll("body *:not(svg *, script)")) {
    if (![...node.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !node.checkVisibility()) continue;
    const [a, b] = [light(numbers(getComputedStyle(node).color).slice(0, 3)), light(ground(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) poor.push([node.textContent.slice(0, 40), node.className, ratio.toFixed(2)]);
  }
  return poor;
})()"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_contrast_where_it_stands(browser, lelma, wings, clue, scheme):
    browser.prefer(scheme)
    for path in (*lelma, *wings.values(), clue):
        browser.show(path)
        assert browser.value(CONTRAST) == [], path
    browser.prefer("light")


def test_fifty_players_and_words_without_end_stay_inside_the_page(browser, tmp_path):
    names = [f"{n} {WORD}"[:80] for n in range(50)]
    game = Made(
        WORD, {n: float(n) for n in range(50)}, [{n: [f"\u202e{WORD}"] for n in range(50)}],
        agents=names, says=("\u202e" + WORD * 50,),
    )  # fmt: skip
    kept = store(tmp_path, [game], name=WORD)
    pages = [
        page_of(tmp_path, "show", replay_page(kept, game.name)[1]),
        write_report(kept, tmp_path / "r").html,
    ]
    kept.close()
    for size in SIZES:
        browser.size(*size)
        for path in pages:
            browser.show(path)
            assert browser.value("document.documentElement.scrollWidth") <= size[0], path
    assert browser.value("document.querySelectorAll('.seat').length") == 50


def test_on_paper_it_is_dark_on_light_all_told_and_without_what_is_for_a_screen(browser, lelma):
    browser.prefer("dark")
    browser.show(lelma[1])
    media = {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    browser.call("Emulation.setEmulatedMedia", **media)
    paper = browser.value("getComputedStyle(document.documentElement).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    assert browser.value("getComputedStyle(document.getElementById('theme')).display") == "none"
    browser.value("dispatchEvent(new Event('beforeprint'))")
    assert browser.value("[...document.querySelectorAll('details')].every(fold => fold.open)")
    browser.value("dispatchEvent(new Event('afterprint'))")
    assert not browser.value("[...document.querySelectorAll('details')].every(fold => fold.open)")
    browser.call("Emulation.setEmulatedMedia", media="")
    browser.prefer("light")


def test_what_has_the_keyboard_is_outlined(browser, wings):
    browser.show(wings["check"])
    for node in ("#theme", ".findings a"):
        browser.press("Tab")
        browser.value(f"document.querySelector({node!r}).focus()")
        assert browser.value(f"getComputedStyle(document.querySelector({node!r})).outlineStyle") == "solid"
