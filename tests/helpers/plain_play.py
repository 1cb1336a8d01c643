"""Games played for their record as JSON, which tests pick apart by its keys."""

from typing import Any

from syllogos import api


def play(*args: Any, **more: Any) -> dict[str, Any]:
    """The JSON form of the record of :func:`syllogos.api.play`."""
    return api.play(*args, **more).to_json()
