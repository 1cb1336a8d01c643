"""A run against a server whose replies are a function of the request alone, so that two runs can be compared."""

import json
import random

from fake_server import says

_FILE = """
name = "duels"
repetitions = {games}
[game]
kind = "pd"
rounds = {rounds}
[[condition]]
name = "direct against tit for tat"
agents = ["direct", "tit_for_tat"]
models = ["x"]
[models.x]
model = "openai/fake-1"
base_url = "{url}"
price = {{ input = 1.0, output = 2.0 }}
"""


def duels(server, games, rounds):
    """The experiment file."""
    return _FILE.format(games=games, rounds=rounds, url=server.base_url)


def by_seed(body):
    """A move drawn by the seed of the request."""
    move = random.Random(str(body["seed"])).choice(["cooperate", "defect"])
    return says(json.dumps({"move": move}), tokens=(400, 5))
