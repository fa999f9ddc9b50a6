"""What runs where: the delegate's report of a model."""

from __future__ import annotations

import collections
import json
import os
import pathlib
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

from ._options import Options
from .interpreter import Interpreter

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Report:
    """Where each node of a model runs, and why. `str()` is a summary in a few lines."""

    document: dict[str, Any]  # docs/REPORT.md

    @property
    def device(self) -> Optional[str]:
        """The device's name; None without one."""
        name: Optional[str] = self.document["device"]
        return name

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The nodes of all subgraphs: index, op, version, delegated, reason_code, reason, partition."""
        return [node for subgraph in self.document["subgraphs"] for node in subgraph["nodes"]]

    @property
    def delegated(self) -> int:
        """How many nodes the device runs."""
        return sum(1 for node in self.nodes if node["delegated"])

    def __str__(self) -> str:
        device = self.device or f"none: {self.document.get('device_message', '')}"
        lines = [f"device: {device}", f"delegated: {self.delegated} of {len(self.nodes)} nodes"]
        left = collections.Counter((node["op"], node["reason"]) for node in self.nodes if not node["delegated"])
        lines += [f"{count:6} x {op}: {reason}" for (op, reason), count in left.most_common()]
        return "\n".join(lines)


def report(model: Union[str, os.PathLike[str]], **options: Unpack[Options]) -> Report:
    """Prepares the model, without running it, and tells what the delegate takes of it and why not the rest.

    Raises what `litevk.Interpreter` raises for the model and the options.
    """
    if "report_path" in options:
        raise TypeError("report() writes no file: write the report's `document`, or give `report_path` to Interpreter()")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.json"
        options["report_path"] = file
        Interpreter(model, **options).allocate_tensors()
        return Report(json.loads(file.read_text()))
