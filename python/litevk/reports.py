"""The delegate's report of a model: which nodes run on the device and which on the CPU."""

from __future__ import annotations

import collections
import json
import os
import pathlib
import tempfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Union

from ._options import Options
from .benchmarking import run_bench
from .handle import check_path
from .interpreter import Interpreter
from .notes import notes_of
from .option_values import as_strings
from .printable import printable
from .shapes import Shapes, allocate, as_arguments

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Report:
    """Report on where each node of a model runs, and why. `str()` is a summary in a few lines."""

    document: dict[str, Any]  # docs/REPORT.md
    model: pathlib.Path
    options: Mapping[str, Any] = field(default_factory=dict)  # options with which the model was prepared
    problem: str = ""  # why litevk's own interpreter cannot prepare the nodes left to it; TFLite's may be able to
    shape: Optional[Shapes] = None  # dims of inputs with which the model was prepared
    signature: Optional[str] = None  # the signature that was prepared
    notes: tuple[str, ...] = ()  # defaults taken where `shape` or `signature` did not choose

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

    def model_explorer(
        self, file: Optional[Union[str, os.PathLike[str]]] = None, *, compare: bool = False
    ) -> dict[str, dict[str, Any]]:
        """Node data for Google's Model Explorer (PyPI ai-edge-model-explorer), which colours a model's graph by it.

        "where" has the partition of each node, or the reason why the node is on the CPU. "time" has microseconds. With
        `compare`, "error" has each node's difference from the CPU kernels, as a share of the bound in docs/NUMERICS.md.
        Runs the model for that, in a process of its own (docs/BENCHMARKING.md). With `file`, NAME.json, each is also
        written there, as NAME.where.json and so on. Raises RuntimeError with the program's message where the model cannot
        be run, OSError where a file cannot be written.
        """
        if file is not None:
            _ensure_folder(pathlib.Path(file))
        with tempfile.TemporaryDirectory() as folder:
            written = pathlib.Path(folder, "nodes.json")
            flags: dict[str, Union[bool, str]] = {"model-explorer": str(written), "compare": compare}
            if self.signature is not None:
                flags["signature"] = self.signature
            run_bench("model_explorer", self.model, self.options, flags, as_arguments(self.shape))
            files = {kind: written.with_suffix(f".{kind}.json") for kind in ("where", "time", "error")}
            texts = {kind: path.read_text(encoding="utf-8") for kind, path in files.items() if path.exists()}
        if file is not None:
            for kind, text in texts.items():
                _write(pathlib.Path(file).with_suffix(f".{kind}.json"), text)
        return {kind: json.loads(text) for kind, text in texts.items()}

    def _estimate(self) -> str:
        """The estimates on which the delegate decided, in words: the sum over the delegated partitions, or over all
        candidates if none is delegated."""
        estimates = [entry for subgraph in self.document["subgraphs"] for entry in subgraph["estimates"]]
        claimed = [entry for entry in estimates if entry["partition"] is not None]
        device_us, cpu_us = (sum(entry[key] for entry in claimed or estimates) for key in ("device_us", "cpu_us"))
        return f", estimated to take {device_us:.0f} us on the device and {cpu_us:.0f} us on the CPU" if cpu_us else ""

    def _left(self) -> list[str]:
        """A line on each reason why nodes are not delegated, the most frequent first, with their operators."""
        left: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
        for node in self.nodes:
            if not node["delegated"]:
                left[node["reason"]][node["op"]] += 1
        most = sorted(left.items(), key=lambda entry: -sum(entry[1].values()))
        return [f"{sum(operators.values()):6} x {printable(_named(operators))}: {printable(reason)}" for reason, operators in most]

    def __str__(self) -> str:
        device = self.device or f"none: {self.document.get('device_message', '')}"
        delegated = f"{self.delegated} of {len(self.nodes)} node{'' if len(self.nodes) == 1 else 's'}{self._estimate()}"
        lines = [f"device: {printable(device)}", f"delegated: {delegated}", f"policy: {self.document['policy']}"]
        lines += [f"note: {printable(note)}" for note in self.notes]
        lines += self._left()
        lines += [f"not in litevk's interpreter: {printable(line)}" for line in self.problem.splitlines()[:1]]
        return "\n".join(lines)


def _named(operators: collections.Counter[str]) -> str:
    """"MUL (6), ADD (4), TANH", or the one operator."""
    if len(operators) == 1:
        return next(iter(operators))
    return ", ".join(op if count == 1 else f"{op} ({count})" for op, count in operators.most_common())


def report(
    model: Union[str, os.PathLike[str]],
    *,
    shape: Optional[Shapes] = None,
    signature: Optional[str] = None,
    **options: Unpack[Options],
) -> Report:
    """Prepares the model, without running it, and tells what the delegate takes of it and why not the rest.

    `shape` has dims of inputs by name, {"image": (1, 64, 64, 3)}; `signature` names the signature to prepare.

    The report's `problem` names a node that the delegate leaves and litevk's interpreter has no kernel for. Its `notes` name
    the defaults taken where `shape` or `signature` did not choose. With `report_path`, the document is also written there.
    Raises OSError where that file cannot be written, and else as `litevk.Interpreter` does for the model and the options.
    """
    check_path(model, "report() takes the path of a file")
    as_strings("report", options, ("shape", "signature"))
    wanted = options.get("report_path")
    if wanted is not None:
        _ensure_folder(pathlib.Path(wanted))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.json"
        asked: Options = {**options, "report_path": file}
        interpreter = Interpreter(model, **asked)
        problem = _prepare(lambda: allocate(interpreter, shape, signature), file)
        notes = tuple(notes_of(interpreter, shape, signature))
        text = file.read_text(encoding="utf-8")
        if wanted is not None:
            _write(pathlib.Path(wanted), text)
        document = json.loads(text)
        return Report(document, pathlib.Path(model), options, problem, shape, signature, notes)


def _ensure_folder(file: pathlib.Path) -> None:
    """Raises FileNotFoundError if the folder of a file to be written does not exist. Called before any work for the file."""
    if not file.absolute().parent.is_dir():
        raise FileNotFoundError(f"the folder {file.parent} does not exist")


def _write(file: pathlib.Path, text: str) -> None:
    """Writes a plain file whole or not at all, as the library does. Raises OSError with the file's name where that fails."""
    target = file.resolve()
    beside = target if target.exists() and not target.is_file() else target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        if beside != target:
            beside.replace(target)
    except OSError as error:
        if beside != target:
            beside.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from error


def _prepare(allocate_model: Callable[[], None], file: pathlib.Path) -> str:
    """Returns why the interpreter cannot prepare the nodes that the delegate left; empty if it can. Raises the delegate's
    own failures, whose messages begin with its name, and every failure that left no report."""
    try:
        allocate_model()
    except RuntimeError as error:
        if not file.exists() or any(line.startswith("litevk: ") for line in str(error).splitlines()):
            raise
        return str(error)
    return ""
