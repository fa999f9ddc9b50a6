"""Runs a model through LiteRT's CompiledModel on litevk, and compares with LiteRT's classic interpreter on litevk.

The exit status is 0 where all outputs have the same bits, 1 where some differ, 3 where the model does not run.
"""

from __future__ import annotations

import importlib
import json
import pathlib
import statistics
import tempfile
import time
from typing import Any, Callable, Mapping, NamedTuple, Optional

import numpy as np

from .litert import installed_version, litert_environment, refusal, takes_accelerators
from .option_values import as_strings
from .printable import printable
from .through_litert import Classic, Compiled, Shapes, Values, has_same_bits

_RUNS = 20


class Comparison(NamedTuple):
    """The lines to print, and whether all outputs have the same bits."""

    lines: list[str]
    is_same: bool

    def __str__(self) -> str:
        return "\n".join(map(printable, self.lines))


def compare(
    model: str, options: Mapping[str, str], shape: Shapes, signature: Optional[str], *, only_gpu: bool
) -> Comparison:
    """Runs the model both ways. Raises RuntimeError, with a diagnostic on standard error, where CompiledModel refuses it."""
    if not pathlib.Path(model).is_file():
        raise ValueError(f"there is no file {model}")
    version = installed_version()
    if not takes_accelerators(version):
        raise RuntimeError(refusal(version))
    pairs = as_strings("litert", options)
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(pairs.get("report_path", f"{folder}/report.json"))
        compiled_model = _compile(model, {**pairs, "report_path": str(report)}, only_gpu)
        key = _signature(compiled_model, signature)
        compiled = Compiled(compiled_model, key, shape)
        values = compiled.some_inputs(0)
        ours = compiled(values)
        made = json.loads(report.read_text())
    # The options that the accelerator took, which depend on the version and on LITEVK_OPTIONS, so that the same nodes run.
    taken = {name: value for name, value in made["options"].items() if name not in ("report_path", "on_left_nodes")}
    classic = Classic(model, key, shape, taken)
    outputs = _outputs(ours, classic(values))
    head = [f"LiteRT {version or 'of an unknown version'}, {'GPU only' if only_gpu else 'GPU and CPU'}", *_nodes(made)]
    return Comparison([*head, _times(compiled, classic, values), *(line for line, _ in outputs)], all(same for _, same in outputs))


def _compile(model: str, options: Mapping[str, str], only_gpu: bool) -> Any:
    compiled_model = importlib.import_module("ai_edge_litert.compiled_model")
    hardware = compiled_model.HardwareAccelerator
    wanted = hardware.GPU if only_gpu else hardware.GPU | hardware.CPU
    environment: Any = litert_environment(**options)  # type: ignore[arg-type]
    try:
        return compiled_model.CompiledModel.from_file(model, environment=environment, hardware_accel=wanted)
    except RuntimeError as error:
        # LiteRT's text is lines of its sources; the last one may have a reason.
        reason = str(error).strip().splitlines()[-1].lstrip("└ ")
        raise RuntimeError(f"CompiledModel refuses the model: {reason}; lines above of litevk's say more, all with -o log_level=info") from error


def _signature(model: Any, wanted: Optional[str]) -> str:
    keys = list(model.get_signature_list())
    if wanted is not None and wanted not in keys:
        raise ValueError(f"no signature is named {wanted}; the model has {', '.join(keys)}")
    return wanted if wanted is not None else str(keys[0])


def _nodes(report: Mapping[str, Any]) -> list[str]:
    """How many nodes run on which device."""
    where = report.get("device") or report.get("device_message", "none")
    counts = [(part["nodes_delegated"], len(part["nodes"])) for part in report["subgraphs"]]
    return [f"device: {where}"] + [f"{delegated} of {total} nodes run on it" for delegated, total in counts]


def _times(compiled: Compiled, classic: Classic, values: Values) -> str:
    """The median times of both, with inputs written and outputs read, and of their ratio, in turns."""
    runs: list[Callable[[Values], Values]] = [compiled, classic]
    seconds: list[list[float]] = [[], []]
    for _ in range(_RUNS):
        for times, run in zip(seconds, runs):
            begin = time.perf_counter()
            run(values)
            times.append(time.perf_counter() - begin)
    ratio = statistics.median(one / other for one, other in zip(*seconds))
    mine, other = (1000 * statistics.median(times) for times in seconds)
    return f"latency: {mine:.3f} ms, the classic interpreter's {other:.3f} ms; ratio {ratio:.2f}, medians of {_RUNS} runs in turns"


def _outputs(ours: Values, theirs: Values) -> list[tuple[str, bool]]:
    lines = []
    for name, one in ours.items():
        same = has_same_bits(one, theirs[name])
        text = "the same bits" if same else _difference(one, theirs[name])
        lines.append((f"output {name}, {one.dtype} {'x'.join(map(str, one.shape))}: {text}", same))
    return lines


def _difference(one: Any, other: Any) -> str:
    if one.shape != other.shape:
        return f"the classic interpreter's has dims {'x'.join(map(str, other.shape))}"
    unequal = int(np.count_nonzero(one != other))
    return f"{unequal} of {one.size} values differ"
