"""``cache =`` of an experiment: a second run pays nothing, and no two draws are one."""

import pytest

from fake_server import FakeServer, says
from syllogos import api
from syllogos.store.store import open_store

ASKER = '''
"""Asks the same question twice a turn."""
from syllogos.contract import Decision, Message
from syllogos.plugins import uses

@uses(roles=["main"])
class Asker:
    def __init__(self, desk, seat): self.desk = desk
    async def act(self, view, fault):
        said = [await self.desk.complete([Message("user", "Red or blue?")]) for _ in range(2)]
        return Decision("cooperate", because=" ".join(reply.text for reply in said))
'''
EXPERIMENT = """
name = "drawn"
repetitions = 2
{cache}
[game]
kind = "pd"
[[condition]]
name = "c"
agents = ["asker.py:Asker", "asker.py:Asker"]
models = ["m"]
[models.m]
model = "openai/fake-1"
base_url = "{url}"
price = {{ input = 1.0, output = 1.0 }}
"""
DRAWS = 2 * 2 * 2
"""Repetitions, seats, questions a seat."""


@pytest.fixture
def server(tmp_path, monkeypatch):
    """A server that never says the same twice, and an experiment that asks it."""
    monkeypatch.chdir(tmp_path)
    replies = [says(f"reply {n}", tokens=(1000, 10)) for n in range(100)]
    with FakeServer(*replies) as running:
        (tmp_path / "asker.py").write_text(ASKER)
        for name, cache in (("e.toml", 'cache = "replies.sqlite"'), ("bare.toml", "")):
            (tmp_path / name).write_text(EXPERIMENT.format(cache=cache, url=running.base_url))
        yield running


def played(experiment, out):
    """What every seat heard, game by game, and what the run spent."""
    api.run(experiment, out, workers=1)
    store = open_store(out)
    records = [store.record(row["key"]) for row in store.games()]
    spent = store.spent()
    store.close()
    return [turn[seat][0]["because"] for r in records for turn in r["turns"] for seat in turn], spent


def test_repetitions_seats_and_repeated_questions_are_draws_of_their_own(server, tmp_path):
    heard, spent = played("e.toml", tmp_path / "one")
    assert server.calls == DRAWS and len({word for said in heard for word in said.split()[1::2]}) == DRAWS
    assert spent.calls == DRAWS and spent.cost > 0


def test_a_second_run_hears_the_same_and_pays_nothing(server, tmp_path):
    first, paid = played("e.toml", tmp_path / "one")
    second, free = played("e.toml", tmp_path / "two")
    assert server.calls == DRAWS and second == first
    assert paid.cost == pytest.approx(DRAWS * 1010 / 1e6) and free.cost == 0


def test_without_a_cache_a_second_run_asks_again(server, tmp_path):
    first, _ = played("bare.toml", tmp_path / "one")
    second, paid = played("bare.toml", tmp_path / "two")
    assert server.calls == 2 * DRAWS and second != first and paid.cost > 0
