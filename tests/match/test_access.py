"""One model shared by many games: outages are waited for, each from its own beginning."""

import asyncio
from types import SimpleNamespace

import pytest

from syllogos.contract import Message, Reply
from syllogos.errors import Outage
from syllogos.match import access
from syllogos.models.client.spec import parse

ASK = [Message("user", "Red or blue?")]
PATIENCE = 10.0


class Model:
    """Does as it is told, call by call; each call takes ``seconds`` of a clock that it moves itself."""

    def __init__(self, script, seconds=0.0):
        self.script, self.seconds, self.now, self.calls = list(script), seconds, 100.0, 0

    def monotonic(self):
        return self.now

    async def complete(self, messages, *, sampling, schema=None):
        self.calls += 1
        self.now += self.seconds
        if self.script.pop(0) == "down":
            raise Outage("nobody is there")
        return Reply("red")


@pytest.fixture
def shared(monkeypatch):
    """Access to a model on a clock of its own, whose pauses take no time but are noted."""

    def make(*script, seconds=0.0):
        model, pauses = Model(script, seconds), []

        async def sleep(pause):
            pauses.append(pause)
            model.now += pause

        monkeypatch.setattr(access, "time", model)
        waits = SimpleNamespace(Semaphore=asyncio.Semaphore, Event=asyncio.Event, sleep=sleep)
        monkeypatch.setattr(access, "asyncio", waits)
        return model, pauses, access.Access(parse("scripted/first"), model, patience=PATIENCE)

    return make


def ask(shared_access):
    return shared_access.complete(ASK, schema=None, seed=0, draw="0")


async def test_an_answer_ends_an_outage_and_the_next_one_begins_anew(shared):
    model, pauses, door = shared("down", "up", "down", "up", seconds=1.0)
    await ask(door)
    model.now += 5 * PATIENCE  # a long quiet time between two short outages
    assert await ask(door) == (Reply("red"), False)
    assert pauses == [access.FIRST_PAUSE] * 2  # nor are the pauses of the first one remembered


async def test_pauses_double_and_patience_ends(shared):
    model, pauses, door = shared(*["down"] * 50)
    with pytest.raises(Outage, match="no answer within 10 s of patience"):
        await ask(door)
    assert pauses[:4] == [0.5, 1.0, 2.0, 4.0] and sum(pauses) == PATIENCE and model.calls == len(pauses) + 1


async def test_an_outage_is_counted_from_the_beginning_of_the_call_that_met_it(shared):
    _, _, door = shared("down", "up", seconds=PATIENCE + 1)
    with pytest.raises(Outage, match="no answer within"):
        await ask(door)
