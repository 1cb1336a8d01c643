"""A desk without a match: models, embeddings, solvers; a journal that pays for nothing twice."""

import json

import pytest

from fake_server import FakeServer, says
from syllogos import api
from syllogos.contract import Message
from syllogos.errors import InputError, StoreError
from syllogos.match.alone import desk_alone
from syllogos.store.rows import Planned
from syllogos.store.store import memory_store, open_store
from syllogos.verdict import Status

ASK = [Message("user", "red or blue?")]


def served(server):
    return {"model": "openai/fake-1", "base_url": server.base_url, "retries": 0}


SOLVER = """
from syllogos.verdict import Status, Verdict
class Sure:
    async def ask(self, query, *, steps): return Verdict(Status.TRUE, engine="sure", reason=str(query))
"""


@pytest.fixture(autouse=True)
def solver(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sure.py").write_text(SOLVER)


async def use(server, store=None, **more):
    models, embeddings = {"main": served(server)}, {"main": "hashed"}
    async with desk_alone(models, store, embeddings=embeddings, **more) as desk:
        replies = [await desk.complete(ASK) for _ in range(2)]
        vectors = await desk.embed(["a", "b"])
        verdict = await desk.ask("sure.py:Sure", {"game": 1})
        desk.note({"seen": 2})
        return [r.text for r in replies], vectors.tolist(), verdict.status, desk.rng.random()


async def test_it_completes_embeds_asks_notes_and_draws():
    with FakeServer(says("red"), says("blue")) as server:
        texts, vectors, status, drawn = await use(server)
        assert texts == ["red", "blue"] and len(vectors) == 2 and 0 <= drawn < 1
        assert status is Status.TRUE and server.calls == 2


async def test_with_a_store_the_same_work_is_paid_for_once_and_another_is_not_the_same(tmp_path):
    with FakeServer(says("red")) as server:
        store = open_store(tmp_path, create=True)
        first = await use(server, store, work="one")
        assert await use(server, store, work="one") == first and server.calls == 2
        store.close()
        again = open_store(tmp_path, create=True)
        assert await use(server, again, work="one") == first and server.calls == 2
        await use(server, again, work="two")
        await use(server, again, work="one", seed=1)
        assert server.calls == 6 and again.spent().calls == 6
        again.close()


async def test_a_store_of_an_experiment_and_an_unknown_role_are_refused(tmp_path):
    store = memory_store()
    store.begin({"name": "x"}, "", [Planned("k", "c", {}, 0, 0, "{}")])
    with FakeServer(says("red")) as server:
        with pytest.raises(StoreError, match="another experiment"):
            await use(server, store)
        with pytest.raises(InputError, match="unknown model role 'judge'"):
            async with desk_alone({"main": served(server)}) as desk:
                await desk.complete(ASK, role="judge")


async def test_two_at_the_same_work_in_one_store_do_not_mix(tmp_path):
    one, two = open_store(tmp_path, create=True), open_store(tmp_path, create=True)
    with FakeServer(says("red")) as server:
        async with desk_alone({"main": served(server)}, one):
            with pytest.raises(StoreError, match="another process does the same work"):
                async with desk_alone({"main": served(server)}, two):
                    pass
        async with desk_alone({"main": served(server)}, two) as desk:
            await desk.complete(ASK)
        assert server.calls == 1


def test_a_text_checked_by_a_model_is_asked_at_a_desk_and_kept_where_a_store_is_given():
    claims = json.dumps({"claims": []})
    with FakeServer(says(claims)) as server:
        store = memory_store()
        for _ in range(2):
            api.check("I would rather not say.", "pd", "model", served(server), store=store)
        assert server.calls == 1 and store.spent().calls == 1
        api.check("I would rather not say.", "pd", "model", served(server))
        assert server.calls == 2
