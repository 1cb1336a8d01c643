"""Golden playthroughs of Undercover's agents with models: what seat 0 asks its model, and what comes of the game."""

import re
from pathlib import Path

import syllogos
from undercover_model import UndercoverModel

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "undercover_agents"
SAYS = re.compile(r"^(- \w+: (?:valid|invalid|unknown)\.) .*")
"""A verdict in words: which structure a prover finds is its own affair."""
KINDS = ("nli", "att_nli", "neuro_symbolic")


def agent_playthrough(kind: str) -> str:
    """Every conversation of one agent of a kind among players without a model, and the log."""
    model = UndercoverModel(identity="spy", linked=(), guesses=["hamster", "mouse"], vote=1)
    record = syllogos.play(
        "undercover",
        [kind, *["embedding"] * 4],
        model=model,
        players=5,
        words=["squirrel", "chipmunk"],
        spy=4,
        rounds=2,
    )
    lines = []
    for number, (messages, schema) in enumerate(model.asked, 1):
        lines.append(
            f"call {number}, for {', '.join(schema['properties'])}, after {len(messages) - 1} messages:"
        )
        said = (SAYS.sub(r"\1 ...", line) for line in messages[-1].text.splitlines())
        lines += [f"  | {line}".rstrip() for line in said]
    lines += ["log:", *(f"  {event.what}" for event in record.log)]
    return "\n".join(lines) + "\n"


def write() -> None:
    """Write them anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        (FOLDER / f"{kind}.txt").write_text(agent_playthrough(kind), encoding="utf-8")


if __name__ == "__main__":
    write()
