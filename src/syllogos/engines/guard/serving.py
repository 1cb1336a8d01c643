"""The loop of a worker that is written in Python: requests in, one a line, and what is said of each out.

It runs within the worker, and imports the standard library only.
"""

import json
import sys
from collections.abc import Callable
from typing import Any


def serve(
    answer: Callable[[dict[str, Any], Any], dict[str, Any]],
    failure: type[Exception],
    prepare: Callable[[], Any] = lambda: None,
) -> None:
    """Answer until the input ends; a ``failure`` of the engine is an answer too.

    ``prepare`` makes what the next answer needs anew, while nobody waits for one.
    """
    prepared = prepare()
    say("ready")
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            said = answer(asked, prepared)
        except failure as error:
            said = {"error": str(error)[:500]}
        say(json.dumps({"id": asked["id"], **said}))
        prepared = prepare()


def say(line: str) -> None:
    """One line of the reply, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
