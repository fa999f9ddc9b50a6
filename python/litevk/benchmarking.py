"""litevk-bench from Python."""

from __future__ import annotations

import json
import os
import pathlib
import re
import sys
import tempfile
from typing import Any, Mapping, Sequence, Union

from . import programs
from ._options import OPTIONS
from .handle import check_path
from .option_values import as_strings
from .shapes import as_arguments

# Keywords of these names are the program's flags.
_FLAGS_AND_OPTIONS = ("enable_op_profiling",)


def benchmark(
    model: Union[str, os.PathLike[str]], options: Mapping[str, Any] = {}, **flags: Any
) -> dict[str, Any]:
    """Measures the model's time and memory: returns the document of `litevk-bench --json` (docs/BENCHMARKING.md).

    `flags` are the program's, by their names: num_runs=20, use_cpu=True, advise=True. A list gives a flag more than once;
    shape={"image": (1, 64, 64, 3)} is as in litevk.report. The delegate's options are keywords too. The option
    enable_op_profiling, which shares its name with a flag, goes into `options`. The program runs in a process of its own.
    The document's `notes` name the defaults taken where no flag chose: a signature, the sizes of open dims. Raises
    RuntimeError with the program's message where it fails.
    """
    own = {key: value for key, value in flags.items() if key in OPTIONS and key not in _FLAGS_AND_OPTIONS}
    flags = {key: value for key, value in flags.items() if key not in own}
    options = {**options, **own}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "benchmark.json"
        run_bench("benchmark", model, options, {**flags, "json": str(file)})
        document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return document


def run_bench(
    function: str,
    model: Union[str, os.PathLike[str]],
    options: Mapping[str, Any],
    flags: Mapping[str, Any],
    more: Sequence[str] = (),
) -> None:
    """Runs `litevk-bench` to its end, for the files that it writes. `function` is the name that the user called, for the
    message of a TypeError. `more` are further words of the command line. Raises RuntimeError with the program's message
    where it fails, TypeError for a flag that the program does not have."""
    check_path(model, f"{function}() takes the path of a file")
    arguments = [f"--graph={os.fspath(model)}", *_flags(flags), *more]
    for key, value in as_strings(function, options).items():
        arguments += ["-o", f"{key}={value}"]
    result = programs.run("bench", arguments)
    # Status 1 says that outputs differ from the CPU's, which is a result and no failure.
    _refuse_unknown_flag(function, result.stderr)
    if result.returncode not in (0, 1):
        raise RuntimeError(programs.complaint("bench", result))
    # Notes of the program on the model, such as which of several signatures it took.
    for line in result.stderr.splitlines():
        if line.startswith("litevk-bench: "):
            print(line.replace("litevk-bench", f"litevk.{function}", 1), file=sys.stderr)


def _refuse_unknown_flag(function: str, said: str) -> None:
    """Raises TypeError if the program reported an unknown flag: in Python the flag was a keyword."""
    found = re.match(r'litevk-bench: there is no option --(\w+)(?:; did you mean "--(\w+)"\?)?', said)
    if found:
        hint = f"did you mean '{found[2]}'?" if found[2] else "it takes litevk-bench's flags and the delegate's options"
        raise TypeError(f"{function}() got an unexpected keyword '{found[1]}'; {hint}")


def _flags(flags: Mapping[str, Any]) -> list[str]:
    arguments: list[str] = []
    for key, value in flags.items():
        if key == "shape" and isinstance(value, Mapping):
            arguments += as_arguments(value)
        elif isinstance(value, (list, tuple)):
            arguments += [f"--{key}={each}" for each in value]
        elif value is True:
            arguments.append(f"--{key}")
        elif value is not False:
            arguments.append(f"--{key}={value}")
    return arguments
