"""The report in a real browser: no complaints, no requests, keys, phone width, light and dark.

Set SYLLOGOS_SHOTS to a folder to keep pictures of what was seen.
"""

from __future__ import annotations

import os
from pathlib import Path

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
needs_browser = pytest.mark.skipif(PROGRAM is None, reason="Chromium is missing (apt-get install chromium)")
WORD = "Donaudampfschifffahrtsgesellschaft" * 6
SIZES = ((390, 844), (1200, 900))

pytestmark = needs_browser


CLUE = """name = "clue"
[game]
kind = "clue"
players = 3
[[condition]]
name = "three"
agents = ["clue_possible", "clue_possible", "clue_random"]
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    games = [
        Made(
            condition,
            {0: float((i * 7) % 5 + len(condition) % 3), 1: 2.0},
            [
                {0: ["!unparsable", f"<b>{WORD}</b>"], 1: ["down"]},
                {0: ["!refused"] if i == 3 else ["up"], 1: ["up"]},
            ],
            seed=i,
            agents=(f"agent-{condition[:3]}", "bob"),
            cell={"payoffs": cell},
            says=(WORD, "it goes on"),
            status="crashed" if i == 5 else "finished",
            error="Traceback: boom" if i == 5 else "",
        )
        for i in range(6)
        for cell in ("pd", "hd")
        for condition in ("model, asked directly", "model, asked step by step", f"a long name {WORD}")
    ]
    kept = store(folder, games, name=f"A run with {WORD}", text="# the file", calls=2)
    report = write_report(kept, folder).html
    single = folder / "game.html"
    write_file(single, replay_page(kept, games[0].name)[1])
    kept.close()
    return report, single


@pytest.fixture(scope="module")
def wings(tmp_path_factory):
    """The pages of wings: a checked text, a game made of a description, a game of Clue."""
    folder = tmp_path_factory.mktemp("wings")
    text = f"If I defect and they cooperate, I get 3. If we both cooperate, I get 3. {WORD} I get 7 or so."
    checked = checked_html(Source("reasoning.txt", text), api.check(text, "pd"))
    facts = Source("g.json", print_facts(facts_of(GAMES["pd"])))
    formal = by_hand(GameTask("two bakeries", f"Two bakeries.\n\n{WORD}"), facts, Wanted(), "sealed")
    run = read_experiment(_written(folder / "e.toml", CLUE))
    kept = open_store(folder, create=True)
    kept.begin(run.identity, run.text, [match.planned() for match in run.matches])
    run_now(Run(run.matches, kept, Settings(workers=1)).go())
    clue = replay_page(kept, run.matches[0].key)[1]
    kept.close()
    made = {"check": checked, "formal": formal_html(formal), "clue": clue}
    return [_written(folder / f"{name}.html", html) for name, html in made.items()]


def _written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    assert PROGRAM
    with Browser(PROGRAM, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def keep(browser, name):
    if folder := os.environ.get("SYLLOGOS_SHOTS"):
        Path(folder).mkdir(exist_ok=True)
        browser.screenshot(Path(folder) / f"{name}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=["phone", "desk"])
def test_nothing_is_complained_of_requested_or_too_wide(browser, pages, wings, size, scheme):
    browser.errors.clear()
    browser.size(*size)
    browser.prefer(scheme)
    for page in (*pages, *wings):
        browser.show(page)
        assert browser.value("document.documentElement.scrollWidth") <= size[0], page
        assert browser.value("getComputedStyle(document.body).fontSize") == "16px"
        keep(browser, f"{page.stem}-{size[0]}-{scheme}")
    assert browser.errors == []


def brightness(browser):
    colour = browser.value("getComputedStyle(document.documentElement).backgroundColor")
    return sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(",")))


def test_it_is_light_or_dark_as_the_system_is_until_the_reader_chooses(browser, pages):
    browser.size(1200, 900)
    for scheme, is_light in (("light", True), ("dark", False)):
        browser.prefer(scheme)
        browser.show(pages[0])
        browser.value("localStorage.clear()")
        browser.show(pages[0])
        assert (brightness(browser) > 400) is is_light
        browser.press("t")
        assert (brightness(browser) > 400) is not is_light
        browser.value("document.getElementById('theme').click()")
        assert (brightness(browser) > 400) is is_light
    browser.value("localStorage.clear()")


def test_the_pages_of_wings_have_the_looks_and_the_keys_of_the_others(browser, wings):
    check, _, clue = wings
    browser.prefer("light")
    for page in wings:
        browser.show(page)
        assert brightness(browser) > 400
        browser.press("t")
        assert brightness(browser) < 400
        browser.value("localStorage.clear()")
    browser.show(check)
    colours = "[...document.querySelectorAll('.marked mark')].map(m => getComputedStyle(m).backgroundColor)"
    assert len(set(browser.value(colours))) == 3  # true, false, not read
    first = browser.value("document.querySelector('.findings a').hash")
    assert browser.value(f"document.querySelector('{first}').textContent").startswith("If I defect")
    browser.show(clue)
    outline = "getComputedStyle(document.querySelector('.matrix .truth')).outlineStyle"
    assert browser.value(outline) == "solid"
    browser.press("o")
    assert browser.value("[...document.querySelectorAll('article details')].every(d => d.open)")


def seen(browser):
    """The ids of the games that are shown."""
    return browser.value(
        "[...document.querySelectorAll('article')].filter(a => a.offsetHeight).map(a => a.id)"
    )


def test_keys_walk_through_the_games_filter_and_unfold(browser, pages):
    browser.size(1200, 900)
    browser.show(pages[0])
    ids = browser.value("[...document.querySelectorAll('article')].map(a => a.id)")
    assert seen(browser) == ids[:1]
    for key, at in (("j", 1), ("ArrowRight", 2), ("k", 1), ("ArrowLeft", 0), ("k", 0)):
        browser.press(key)
        assert seen(browser) == [ids[at]]
    assert browser.value("location.hash") == f"#{ids[0]}"
    browser.press("/")
    assert browser.value("document.activeElement.id") == "filter"
    for letter in "crash":
        browser.press(letter)
    left = browser.value("[...document.querySelectorAll('#list li')].filter(a => a.offsetHeight).length")
    assert left == 6 and browser.value("document.getElementById('count').textContent") == "1 of 6"
    browser.press("ArrowDown")
    assert browser.value("document.getElementById('count').textContent") == "2 of 6"
    browser.press("Escape")
    assert browser.value("document.activeElement.id") != "filter"
    browser.press("o")
    assert browser.value("[...document.querySelectorAll('article:not([hidden]) details')].every(d => d.open)")
    browser.value(
        "document.getElementById('filter').value = 'nothing of this kind'; document.getElementById('filter').oninput()"
    )
    assert browser.value("document.getElementById('count').textContent") == "no game has these words"
    assert browser.errors == []


def test_a_link_opens_its_game(browser, pages):
    browser.show(pages[0])
    last = browser.value("[...document.querySelectorAll('article')].at(-1).id")
    browser.value(f"location.hash = {last!r}")
    browser.value("new Promise(done => setTimeout(done, 50))")
    assert seen(browser) == [last]


def test_text_has_contrast_in_light_and_dark(browser, pages):
    """WCAG 2 asks for 4.5 to 1; every look that carries text is measured against the paper."""
    browser.show(pages[0])
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        for look in ("ink", "muted", "p0", "p1", "p2", "p3", "bad"):
            ratio = browser.value(CONTRAST % look)
            assert ratio >= 4.5, f"{look} in {scheme}: {ratio:.2f}"


CONTRAST = """(() => {
  const light = name => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
    const [r, g, b] = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
      .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light("%s"), light("paper")].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
})()"""
