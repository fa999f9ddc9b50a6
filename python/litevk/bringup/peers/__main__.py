"""python -m litevk.bringup.peers ENGINE NETWORK_FOLDER SECONDS [OPTION=VALUE ...]

Prints one JSON object as its last line. It holds the figures of measuring.py, or one of these keys beside "engine":

    missing         the reason why the engine cannot run here
    untranslated    the reason why the engine cannot run this network

Options are those of litevk's delegate, for the engine litevk.
"""

from __future__ import annotations

import importlib
import json
import os
import pathlib
import sys
import traceback
from typing import Any, Sequence

from . import ENGINES, packages
from .engine import Engine, Missing, Untranslated
from .measuring import measure
from .network import read_network

_USAGE = 2


def _answer(name: str, folder: str, seconds: float, options: dict[str, str]) -> dict[str, Any]:
    entry = ENGINES[name]
    packages.make_importable()
    network = read_network(pathlib.Path(folder))
    module = importlib.import_module(f".{entry.module}", __package__)
    try:
        engine: Engine = module.Engine(network, **entry.values, **options)
        return {"engine": name, **measure(engine, network.references, seconds)}
    except Missing as reason:
        return {"engine": name, "missing": str(reason)}
    except Untranslated as reason:
        return {"engine": name, "untranslated": str(reason)}


def _run(arguments: Sequence[str]) -> int:
    """Prints the answer on the real standard output, and redirects the engines' own output to standard error."""
    options = dict(pair.split("=", 1) for pair in arguments[3:])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        answer = _answer(arguments[0], arguments[1], float(arguments[2]), options)
    except Exception:
        traceback.print_exc()
        return 1
    print(json.dumps(answer), file=answers, flush=True)
    return 0


def _is_valid(arguments: Sequence[str]) -> bool:
    if len(arguments) < 3 or arguments[0] not in ENGINES:
        return False
    options = arguments[3:]
    return not options or (arguments[0] == "litevk" and all("=" in pair for pair in options))


def main(arguments: Sequence[str]) -> int:
    """Runs the command, and returns its exit status."""
    if not _is_valid(arguments):
        print(f"{__doc__}\nEngines: {', '.join(ENGINES)}", file=sys.stderr)
        return _USAGE
    return _run(arguments)


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.flush()
    # Exits without a teardown, in which some engines crash; all output is flushed by now.
    os._exit(status)
