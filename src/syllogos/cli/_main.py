"""The command group: commands are found by their files and imported when they are called."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from syllogos.cli._exits import DONE, FAILED, INTERRUPTED, WRONG, epilog
from syllogos.cli._say import complain, drop_streams, open_streams, say
from syllogos.errors import GameCrashed, InputError, SyllogosError
from syllogos.plugins import folders
from syllogos.version import VERSION

USAGE: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)
"""What is raised for a wrong command line, of the click that typer brings or stands on."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
FILES = ("--out", "--html", "--payoffs")
NOW = {"replay-html": "show"}
"""Commands that have another name now."""
ORDER = ("doctor", "list", "setup", "check", "play", "run", "status", "report")


def lightly_read(parameters: Sequence[Any]) -> list[Any]:
    """Parameters that leave a value alone which is what it should be.

    Typer reads each value through pydantic, whose import takes longer than most commands take.
    """
    for parameter in parameters:
        vars(parameter).setdefault("process_value", partial(_processed, parameter, parameter.process_value))
    return list(parameters)


def _processed(parameter: Any, read: Callable[[Any, Any], Any], ctx: Any, value: Any) -> Any:
    can_be_absent = not (parameter.multiple or parameter.nargs == -1 or parameter.required)
    absent = can_be_absent and (value is None or value is parameter.default)
    absent = absent or (parameter.multiple and not parameter.required and not value)
    descriptor = getattr(parameter, "type_descriptor", None)
    text = getattr(descriptor, "annotation", None) is str and type(value) is str
    return value if absent or text else read(ctx, value)


class Command(TyperCommand):
    """One command."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters, ``--help`` among them."""
        return lightly_read(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run it; one that is interrupted, and has not said what is kept, says that it was."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            say("syllogos: interrupted")
            raise typer.Exit(INTERRUPTED) from None


class Commands(TyperGroup):
    """Help needs only the first line of each command's file; a call imports that one file."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters, ``--help`` among them."""
        return lightly_read(super().get_params(ctx))

    def list_commands(self, _ctx: Any) -> list[str]:
        """All commands, the usual path through them first."""
        names = [name.replace("_", "-") for name in folders.files("cli")]
        return sorted(names, key=lambda n: (ORDER.index(n) if n in ORDER else len(ORDER), n))

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        """A stand-in that can say what the command is for."""
        name = cmd_name.replace("-", "_")
        if name not in folders.files("cli"):
            return None
        return TyperCommand(cmd_name, help=folders.first_line(folders.files("cli")[name]))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command itself, for a call."""
        if args and args[0] in NOW:
            raise InputError(f"syllogos {args[0]} is now `syllogos {NOW[args[0]]}`")
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and name is not None:
            app = typer.Typer(add_completion=False, rich_markup_mode="rich")
            app.command(name, cls=Command, epilog=epilog(name))(
                folders.module("cli", name.replace("-", "_")).make
            )
            command = typer.main.get_command(app)
        return name, command, rest


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"syllogos {VERSION}")
        raise typer.Exit


@app.callback()
def syllogos(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Language-model agents that reason together, every formalisable step checked by a solver."""


def main() -> None:
    """Run the command line: a wrong input is one line on stderr and exit status 2."""
    open_streams()
    if status := _status():
        sys.exit(status)


def _status() -> int:
    try:
        _named(sys.argv[1:])
        status = app(standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else DONE
    except GameCrashed as error:
        say(error.traceback.rstrip())
        complain(error)
        return FAILED
    except SyllogosError as error:
        complain(error)
        return WRONG
    except USAGE as error:
        return _misused(error)
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        drop_streams()
        return FAILED
    except OSError as error:
        return _failed(error)


def _named(words: Sequence[str]) -> None:
    """Refuse an empty name of a file or folder, which would stand for the folder one is in."""
    for word, after in pairwise([*words, "-"]):
        option, mark, value = word.partition("=")
        if option in FILES and not (value if mark else after):
            raise InputError(f"{option} is empty: give it a name")


def _failed(error: OSError) -> int:
    """Say which file the system refused; an error that names none is of the output, or a bug."""
    if error.filename is not None:
        complain(f"{error.filename}: {error.strerror}")
        return WRONG
    if error.errno not in FULL:
        raise error
    drop_streams()
    complain(f"the output cannot be written: {error.strerror}")
    return WRONG


def _misused(error: Any) -> int:
    """Say in one line what is wrong with a command line; without any command, what there is."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return WRONG
    command = getattr(getattr(error, "ctx", None), "command_path", "syllogos")
    complain(f"{error.format_message().rstrip('.')}; see {command} --help")
    return WRONG
