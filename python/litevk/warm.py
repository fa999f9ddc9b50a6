"""Has the driver compile the model's pipelines and keeps them, so that the next process starts faster.

The folder is the one that serialization_dir=FOLDER names, else the user's own cache folder. Programs find the pipelines
with the same option: serialization_dir="auto" for the cache folder. Runs nothing.
"""

from __future__ import annotations

import os
import pathlib
import re
import time
from typing import Any, Mapping, Optional, cast

from .option_values import as_strings
from .printable import printable
from .reports import Report, report
from .shapes import Shapes

# Size in bytes of the header that Vulkan prescribes for every pipeline cache.
_EMPTY_CACHE = 32
_REFUSED = "nothing is kept in the folder of serialization_dir: the line above says why"


def _problem(made: Report) -> str:
    """Returns why no pipelines of the model were kept; empty if some were."""
    if made.device is None:
        return str(made.document.get("device_message") or "there is no device")
    if not made.document["programs"]:
        return str(made.document.get("message") or "nothing of the model runs on the device")
    if "serialization_dir" not in made.document:
        named = made.options["serialization_dir"] != "auto"
        return _REFUSED if named else "the user has no cache folder: give serialization_dir=FOLDER"
    return ""


def _ensure_writable(folder: str) -> None:
    """Raises RuntimeError for a folder into which nothing can be written, before anything is compiled for it."""
    path = pathlib.Path(folder)
    if not path.is_dir():
        raise RuntimeError(f"serialization_dir: {folder} is {'no folder' if path.exists() else 'not there: make the folder first'}")
    if not os.access(path, os.W_OK | os.X_OK):
        raise RuntimeError(f"serialization_dir: you may not write into the folder {folder}")


def _bytes_of_driver(file: pathlib.Path) -> int:
    """Returns the size of the driver's data in a file, which the file's header states (docs/design/caching.md)."""
    found = re.search(rb"^bytes: (\d+)", file.read_bytes(), re.MULTILINE)
    return int(found[1]) if found else 0


def _written(folder: pathlib.Path, begin: float) -> str:
    files = [path for path in folder.glob("litevk-*.pipelines") if path.stat().st_mtime >= begin]
    if not files:
        return "nothing new"
    count = "1 file" if len(files) == 1 else f"{len(files)} files"
    sizes = [_bytes_of_driver(file) for file in files]
    if max(sizes) <= _EMPTY_CACHE:
        return f"{count} with nothing in it: the driver gives no pipelines away; it may have a cache of its own"
    return f"{count} of {sum(sizes)} bytes"


def _summary(made: Report, begin: float) -> str:
    programs = made.document["programs"]
    folder = pathlib.Path(made.document["serialization_dir"])
    milliseconds = sum(program["pipelines_ms"] + program["first_use_ms"] for program in programs)
    notes = "".join(f"note: {printable(note)}\n" for note in made.notes)
    return (
        f"{notes}device: {printable(str(made.device))}\n"
        f"pipelines: {sum(program['pipelines'] for program in programs)}, made in {milliseconds:.0f} ms\n"
        f"written to {printable(str(folder))}: {_written(folder, begin)}"
    )


def warm(
    model: str, options: Mapping[str, str], shape: Optional[Shapes] = None, signature: Optional[str] = None
) -> str:
    """Returns a summary of the pipelines and their folder. Raises RuntimeError if nothing could be kept, and as report()."""
    begin = time.time()
    asked = as_strings("warm", {"serialization_dir": "auto", **options})
    if asked["serialization_dir"] != "auto":
        _ensure_writable(asked["serialization_dir"])
    made = report(model, shape=shape, signature=signature, **cast(Any, asked))
    problem = _problem(made)
    if problem:
        raise RuntimeError(printable(problem))
    return _summary(made, begin)
