"""What runs where: the delegate's report of a model."""

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
    """Where each node of a model runs, and why. `str()` is a summary in a few lines."""

    document: dict[str, Any]  # docs/REPORT.md
    model: pathlib.Path
    options: Mapping[str, Any] = field(default_factory=dict)  # with which the model was prepared
    problem: str = ""  # why litevk's own interpreter cannot prepare what is left of the model; a TFLite may
    shape: Optional[Shapes] = None  # the dims of inputs with which it was
    signature: Optional[str] = None  # of the model's, the one that was
    notes: tuple[str, ...] = ()  # what was taken where neither says it: of several signatures, of open dims

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

        "where" has the partition of each node, or why it is on the CPU, "time" its microseconds, and with `compare`
        "error" how much of what docs/NUMERICS.md allows it differs from the CPU kernels. Runs the model for that, in a
        process of its own (docs/BENCHMARKING.md). With `file`, NAME.json, each is also written there, as NAME.where.json
        and so on. Raises RuntimeError with the program's sentence where the model cannot be run, OSError where a file
        cannot be written.
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
        """By what the delegate decided: of what the device runs, or of what was left out where it runs nothing."""
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

    `shape` has dims of inputs by name, {"image": (1, 64, 64, 3)}; `signature` names which of the model's is prepared.

    What the delegate leaves needs a kernel in litevk's interpreter only when it is to run: where there is none, the
    report's `problem` says so. Its `notes` say what was taken where neither `shape` nor `signature` does. With `report_path`, the document is also written there. Raises what `litevk.Interpreter`
    raises for the model and the options otherwise, and OSError where that file cannot be written.
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
    """Raises FileNotFoundError where the folder of a file that is to be written is not there: before any work for it."""
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
    """Why the interpreter cannot prepare what the delegate left of the model; empty where it can. The delegate's own
    failures, whose sentences begin with its name, are raised, and all that keep it from its report."""
    try:
        allocate_model()
    except RuntimeError as error:
        if not file.exists() or any(line.startswith("litevk: ") for line in str(error).splitlines()):
            raise
        return str(error)
    return ""
