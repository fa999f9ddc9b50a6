"""Calls one check with its parameters and prints what it returns, as JSON in the last line."""

from __future__ import annotations

import json
import sys
from typing import Any, Callable

from . import growth, memory, model, soak

CHECKS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "model": model.check,
    "invokes": soak.invokes,
    "cycles": soak.cycles,
    "resizes": soak.resizes,
    "threads": soak.threads,
    "memory": memory.check,
    "growth": growth.check,
}

if __name__ == "__main__":
    name, parameters = sys.argv[1:]
    result = CHECKS[name](json.loads(parameters))
    print("\n" + json.dumps(result), flush=True)
