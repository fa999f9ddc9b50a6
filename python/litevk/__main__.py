"""The commands of litevk.

    python -m litevk COMMAND --help     what a command takes
    python -m litevk --version          the version of the libraries
"""

from __future__ import annotations

import argparse
import difflib
import sys
from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence, cast

from . import example, execute, programs, self_test, warm
from ._native import runtime_version
from .busy import busy
from .machine import doctor
from .option_values import key_and_value
from .parser import Parser
from .printing import printing
from .reports import report
from .shapes import name_and_dims

_DIFFERENT = 1
_USAGE = 2
_FAILED = 3


def _pair(text: str) -> tuple[str, str]:
    try:
        return key_and_value(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", type=_pair, action="append", default=[], dest="options", metavar="KEY=VALUE",
                        help="an option of the delegate; docs/OPTIONS.md has all")


class _Asked(NamedTuple):
    """The arguments of a command that takes a model."""

    model: str
    options: dict[str, str]
    shape: dict[str, list[int]]
    signature: Optional[str]
    flags: Sequence[str] = ()


def _shape(text: str) -> tuple[str, list[int]]:
    try:
        return name_and_dims(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _model_and_options(name: str, description: str, arguments: Sequence[str], flags: Mapping[str, str] = {}) -> _Asked:
    """Parses the command line. `flags` maps the command's own flags to their help."""
    usage = f"litevk {name} MODEL {''.join(f'[{flag}] ' for flag in flags)}[--shape NAME:DIMS ...] [--signature NAME] [-o KEY=VALUE ...]"
    parser = Parser(prog=f"litevk {name}", usage=usage, description=description,
                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="MODEL", help="the .tflite file; KEY=VALUE after it is as with -o")
    parser.add_argument("--shape", type=_shape, action="append", default=[], metavar="NAME:DIMS",
                        help="the dims of an input, for example image:1,224,224,3")
    parser.add_argument("--signature", metavar="NAME", help="the model's signature of that name")
    for flag, text in flags.items():
        parser.add_argument(flag, action="append_const", dest="flags", const=flag, default=[], help=text)
    _add_options(parser)
    found = parser.parse_intermixed_args(arguments)
    if not any(found.words[:1]):
        parser.error("a model file is missing")
    model, *more = found.words
    try:
        options = dict(found.options + [_pair(word) for word in more])
        return _Asked(model, options, dict(found.shape), found.signature, getattr(found, "flags", []))
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))


def _told(name: str, tell: Callable[[], object]) -> int:
    """Prints the result of `tell`, or the message of the error that it raises. Returns the exit status."""
    try:
        with busy("preparing the model"):
            told = tell()
    except (TypeError, ValueError, RuntimeError, OSError, ImportError) as error:
        print(f"litevk {name}: {error}", file=sys.stderr)
        return _FAILED
    print(told)
    return 0


def _report(arguments: Sequence[str]) -> int:
    asked = _model_and_options("report", "What of a model runs where, and why.", arguments)
    return _told("report", lambda: report(asked.model, shape=asked.shape, signature=asked.signature,
                                          **cast(Any, asked.options)))


def _warm(arguments: Sequence[str]) -> int:
    asked = _model_and_options("warm", warm.__doc__ or "", arguments)
    return _told("warm", lambda: warm.warm(asked.model, asked.options, asked.shape, asked.signature))


def _litert(arguments: Sequence[str]) -> int:
    # Imported here, because only this command needs numpy's random values and LiteRT.
    from . import litert_run

    only_gpu = "--gpu"
    flags = {only_gpu: "ask for the GPU without the CPU: a model that is not whole on the GPU is refused"}
    asked = _model_and_options("litert", litert_run.__doc__ or "", arguments, flags)
    made: list[litert_run.Comparison] = []

    def tell() -> object:
        made.append(litert_run.compare(asked.model, asked.options, asked.shape, asked.signature,
                                       only_gpu=only_gpu in asked.flags))
        return made[0]

    status = _told("litert", tell)
    return status if status != 0 or made[0].is_same else _DIFFERENT


def _doctor(arguments: Sequence[str]) -> int:
    parser = Parser(prog="litevk doctor", description="What is wrong with this machine, and how to mend it. The exit status is "
                     "0 where models run on a device, a CPU driver where that is allowed, and the self-test passed, 1 otherwise.")
    _add_options(parser)
    options = dict(parser.parse_args(arguments).options)
    try:
        diagnosis = doctor(**options)
    except (TypeError, ValueError) as error:
        parser.error(str(error))
    print(diagnosis)
    is_right = self_test.questions_of_doctor(options)
    passed = self_test.as_last_step_of_doctor(options)
    return 0 if diagnosis.chosen is not None and is_right and passed else 1


def _example(arguments: Sequence[str]) -> int:
    parser = Parser(prog="litevk example", description="Prints the path of the model that comes with litevk, for commands such "
                    'as python -m litevk run "$(python -m litevk example)".')
    parser.add_argument("--picture", action="store_true", help="the path of its picture, uint8 [128, 128, 3], instead")
    print(example.PICTURE if parser.parse_args(arguments).picture else example.MODEL)
    return 0


def _bringup(arguments: Sequence[str]) -> int:
    # Imported here, because only this command needs modules such as numpy.random.
    from .bringup.run import main as bringup

    return bringup(arguments)


class _Command(NamedTuple):
    help: str
    run: Callable[[Sequence[str]], int]
    is_others: bool = False  # runs a program that is not litevk's


def _program(name: str) -> Callable[[Sequence[str]], int]:
    return lambda arguments: programs.become(name, arguments)


_COMMANDS = {
    "report": _Command("what of a model runs where, and why", _report),
    "litert": _Command("a model in LiteRT's CompiledModel on litevk, compared: docs/LITERT.md", _litert),
    "warm": _Command("compiles a model's pipelines before a program needs them", _warm),
    "doctor": _Command("what is wrong with this machine, and how to mend it", _doctor),
    "example": _Command("the path of the model that comes with litevk", _example),
    "selftest": _Command("litevk's own model on the device, compared and timed", self_test.main),
    "exec": _Command("a program in Python, with litevk in its interpreters", execute.main, is_others=True),
    "bringup": _Command("all of litevk on this machine's GPU, measured: docs/BRINGUP.md", _bringup),
    **{name: _Command(text, _program(name)) for name, text in programs.PROGRAMS.items()},
}


def _usage() -> str:
    commands = "\n".join(f"    {name:<15} {command.help}" for name, command in _COMMANDS.items())
    return f"python -m litevk COMMAND ...\n\n{commands}\n\n{__doc__.strip()}"


def main(arguments: Sequence[str]) -> int:
    """Runs the command; the exit status is that of the programs (docs/RUNNER.md)."""
    name = arguments[0] if arguments else ""
    if name in _COMMANDS:
        command = _COMMANDS[name]
        run = command.run if command.is_others else lambda words: printing(f"litevk {name}", lambda: command.run(words))
        return run(arguments[1:])
    if name in ("-h", "--help"):
        print(_usage())
        return 0
    if name == "--version":
        print(f"litevk {runtime_version()}")
        return 0
    if not name:
        print(_usage(), file=sys.stderr)
        return _USAGE
    # The functions of the package that do what a command of another name does.
    functions = {"convert": "tflite2onnx", "benchmark": "bench"}
    nearest = [functions[name]] if name in functions else difflib.get_close_matches(name, [*_COMMANDS, "--help", "--version"], n=1)
    hint = f"did you mean '{nearest[0]}'?" if nearest else f"the commands are {', '.join(_COMMANDS)}"
    print(f"litevk: unknown command '{name}'; {hint}\npython -m litevk --help says more.", file=sys.stderr)
    return _USAGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
