"""Which models a seat's player is named by: those of the roles that its agent declares or asks."""

import pytest

from syllogos.contract import Decision, Message
from syllogos.errors import InputError
from syllogos.experiment.experiment import single
from syllogos.match.engine import play_match
from syllogos.plugins import roles_of, uses
from syllogos.reporting.gather import gather
from syllogos.store.rows import Planned
from syllogos.store.store import memory_store

BOTH = {"main": "scripted/first", "judge": "scripted/last"}


class Asks:
    """Fills no template of the package and declares nothing; asks the judge now and then."""

    def __init__(self, desk, seat):
        self.desk = desk

    async def act(self, view, fault):
        if self.desk.rng.random() < 0.9:
            await self.desk.complete([Message("user", view.text)], role="judge")
        return Decision(next(iter(view.moves.options.values())))


def names(store):
    return [[seat.player for seat in game.seats] for game in gather(store).games]


def players(match):
    store = memory_store()
    play_match(match, store, patience=1.0)
    return names(store)


def test_an_agent_without_templates_is_named_by_the_models_it_asks():
    assert players(single("pd", [Asks, "default_move"], [BOTH])) == [
        ["Asks (judge=scripted/last)", "default_move"]
    ]


def test_the_models_of_roles_that_nobody_asks_are_not_in_a_name():
    (found,) = players(single("pd", ["direct", "lelma"], [BOTH]))
    assert found == ["direct (scripted/first)", "lelma (scripted/first)"]


def test_one_plan_has_one_name_whether_or_not_a_game_happened_to_ask():
    store, match = memory_store(), single("pd", [Asks, "direct"], [BOTH])
    store.begin({"match": match.key}, "", [match.planned()])
    play_match(match, store, patience=1.0)
    store.begin({"match": match.key}, "", [match.planned(), Planned("k2", "c", {}, 1, 1, match.spec)])
    assert names(store) == [["Asks (judge=scripted/last)", "direct (scripted/first)"]] * 2


@pytest.mark.parametrize(
    ("agent", "settings", "roles"),
    [
        ("lelma", {}, {"main"}),
        ("lelma", {"translator": "both"}, {"main", "translator"}),
        ("lelma", {"agent": "random"}, set()),
        ("matrix", {"agent": "clue_random"}, set()),
        ("matrix", {"agent": "clue_random", "source": "model"}, {"main"}),
        ("formalizer", {}, {"main"}),
        ("formalizer", {"author": "rules"}, set()),
        ("formalized", {"description": "Be nice."}, {"main"}),
        ("formalized", {"strategy": "x"}, set()),
    ],
)
def test_wrappers_declare_the_roles_that_their_settings_ask(agent, settings, roles):
    assert set(roles_of("agents", agent, settings)) == roles


def test_a_role_without_a_model_is_refused_before_the_game():
    with pytest.raises(InputError, match="lelma needs a model for translator"):
        single("pd", ["lelma", "random"], ["scripted/first"], settings={"translator": "model"})


def test_what_is_declared_may_depend_on_the_settings():
    @uses(roles=lambda config: ("main",) if config.get("loud") else ())
    class Sometimes:
        def __init__(self, desk, seat, loud: bool = False):
            pass

        async def act(self, view, fault):
            return Decision("cooperate")

    single("pd", [Sometimes] * 2)
    with pytest.raises(InputError, match="needs a model"):
        single("pd", [Sometimes] * 2, settings={"loud": True})


def test_a_game_that_is_not_played_yet_has_the_names_that_its_agents_declare():
    store, match = memory_store(), single("pd", ["direct", "random"], [BOTH])
    store.begin({}, "", [match.planned()])
    assert names(store) == [["direct (scripted/first)", "random"]]
