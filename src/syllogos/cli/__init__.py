"""The command line, one small file per command."""

import gc

# Imports make many objects and no garbage: at Python's own threshold of 700, looking for some takes a
# seventh of the time of a short command.
gc.set_threshold(50_000)

__all__ = ["main"]


def main() -> None:
    """Run the command that ``sys.argv`` names, and exit with its status."""
    from syllogos.cli._main import main as run  # noqa: PLC0415 (tests and help import parts alone)

    run()
