"""Random graphs that litevk-tflite2onnx converts, in onnxruntime.

TFLite rounds quantized integers in several steps and ONNX once, so that each may be one step apart. To keep the differences
from adding up, each such tensor is an output, and the oracle computes its readers again from onnxruntime's integers. In hybrid
layers TFLite rounds floats to int8 before it multiplies them with int8 weights. There the oracle has the weights as floats, as
ONNX does, and computes the readers of the results from onnxruntime's values as well.
"""

import collections
import dataclasses
import json
import pathlib
import subprocess
import tempfile

import harness
import numpy as np
import oracle
import pytest
from graph import SETS, Tensor
from onnxruntime_process import OnnxRuntime
from rows import ROWS
from signatures import BYTES, GPU, moved_types
from subject import Mismatch

# The opsets that are tested; the ones in between add no form of a node that these lack.
OPSETS = (13, 17, 21)
# Operators for which onnxruntime computes the indices for interpolation by another division than TFLite's kernel.
_INTERPOLATES = {"RESIZE_BILINEAR"}
# Operators whose products and sums of int16 wrap around beyond 32 bits in TFLite, and saturate in ONNX.
_WRAPS = {"MUL", "BATCH_MATMUL"}
# Operators whose TFLite kernel returns the lowest integer for logarithms near it.
_LOSES_THE_LEAST = {"LOG_SOFTMAX"}
_STEPS_AT_THE_LEAST = 8


@dataclasses.dataclass
class Onnx:
    """A subject that converts graphs. `program` is litevk-tflite2onnx, and `python` a Python with onnx and onnxruntime."""

    program: str
    python: str
    quantized: bool = False
    operators: tuple = ()
    taker = GPU
    _runtime: OnnxRuntime | None = None

    def check(self, graph, resized):
        """Converts the graph in each opset and compares. Returns how many nodes of each operator were converted and left."""
        with tempfile.TemporaryDirectory() as folder:
            self._folder = pathlib.Path(folder)
            operators = collections.Counter(node.op for node in graph.nodes)
            graph = self._expressible(_finite(graph))
            taken = collections.Counter(node.op for node in graph.nodes) if graph else collections.Counter()
            if graph:
                self._check_opsets(graph)
        return taken, operators - taken

    def _check_opsets(self, graph):
        graph = dataclasses.replace(graph, outputs=list(dict.fromkeys([*graph.outputs, *_rounded(graph)])))
        for opset in OPSETS:
            report = self._convert(graph, opset)
            if report["is_written"]:
                self._check_results(graph, opset, {n for entry in report["approximations"] for n in entry["nodes"]})
            elif opset == OPSETS[-1] or not all("from opset" in entry["reason"] for entry in report["refusals"]):
                raise Mismatch(f"opset {opset} refuses what {OPSETS[-1]} took: {report['refusals']}")

    def _expressible(self, graph):
        """The part that can be converted, with results of refused nodes as inputs; None if nothing can be."""
        while graph and graph.nodes:
            report = self._convert(graph, OPSETS[-1])
            if report["is_written"]:
                return graph
            refused = [graph.nodes[number] for entry in report["refusals"] for number in entry["nodes"]]
            graph = _without(graph, refused) if refused else None
        return None

    def _convert(self, graph, opset):
        """Converts the graph and returns the report, which has no nodes if the whole model is refused."""
        model, written, report = (self._folder / name for name in ("model.tflite", "model.onnx", "report.json"))
        model.write_bytes(graph.model()[0])
        report.unlink(missing_ok=True)
        command = [self.program, model, written, "--opset", str(opset), "--report", report]
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode not in (0, 1):
            raise Mismatch(f"litevk-tflite2onnx ends with status {process.returncode}: {process.stderr.strip()}")
        return json.loads(report.read_text()) if report.exists() else {"is_written": False, "refusals": []}

    def _check_results(self, graph, opset, hybrid):
        self._runtime = self._runtime or OnnxRuntime(self.python)
        results = self._runtime.run(self._folder / "model.onnx", graph.input_sets())
        expected = _as_rounded(graph, results, hybrid)
        writers = {number: node.op for node in graph.nodes for number in node.outputs}
        for run in range(SETS):
            for number, actual in zip(graph.outputs, results[run], strict=True):
                tensor = expected.tensors[number]
                _compare(tensor, writers.get(number), run, actual, f"opset {opset}: t{number} {tensor.dtype}{list(tensor.shape)} of run {run}")


def _finite(graph):
    """The graph without infinities and NaNs in its inputs and constants, for which onnxruntime's results may differ."""
    floats = {number: tensor for number, tensor in graph.tensors.items() if tensor.dtype == "float32"}
    fed = {number: tensor for number, tensor in floats.items() if tensor.kind != "node"}
    if all(np.isfinite(values).all() for tensor in fed.values() for values in tensor.values):
        return graph
    finite = {n: tensor.with_values([_without_infinities(v) for v in tensor.values]) for n, tensor in fed.items()}
    return _evaluated(dataclasses.replace(graph, tensors={**graph.tensors, **finite}))


def _without_infinities(values):
    return np.nan_to_num(values, nan=0.5, posinf=2.0, neginf=-2.0)


def _evaluated(graph):
    tensors = {n: tensor.with_values([]) if tensor.kind == "node" else tensor for n, tensor in graph.tensors.items()}
    anew = dataclasses.replace(graph, tensors=tensors)
    oracle.evaluate(anew, ROWS)
    return anew


def _rounded(graph):
    """The results that nodes round to quantized integers, and those of interpolations and of hybrid layers."""
    nodes = [(node, _is_hybrid(graph, node)) for node in graph.nodes]
    return [number for node, is_hybrid in nodes for number in node.outputs if is_hybrid or _is_rounded(node, graph.tensors[number])]


def _is_hybrid(graph, node):
    first, *others = graph.inputs_of(node)
    return first is not None and first.dtype == "float32" and any(other and other.quantization for other in others)


def _is_rounded(node, tensor):
    is_number = tensor.quantization is not None and tensor.dtype in BYTES
    return node.op in _INTERPOLATES or (is_number and tensor.dtype not in moved_types(node.op))


def _without(graph, nodes):
    """Returns the graph with the results of these nodes as inputs; it may be empty."""
    known = {number for node in nodes for number in node.outputs}
    tensors = {n: tensor.with_values(tensor.values, "input") if n in known else tensor for n, tensor in graph.tensors.items()}
    outputs = [number for number in graph.outputs if number not in known]
    rest = [node for node in graph.nodes if node not in nodes]
    return dataclasses.replace(graph, tensors=tensors, nodes=rest, outputs=outputs).pruned()


def _as_rounded(graph, results, hybrid):
    """The graph with the values of TFLite's kernels. Nodes in `hybrid` have floats as weights, and readers of a rounded tensor
    read onnxruntime's integers.
    """
    rounded = _rounded(graph)
    if not rounded and not hybrid:
        return graph
    anew, given = dataclasses.replace(graph, tensors=dict(graph.tensors)), {}
    for number in rounded:
        position = graph.outputs.index(number)
        given[number] = anew.add(graph.tensors[number].with_values([results[run][position] for run in range(SETS)], "input"))
    anew.nodes = [_reading(anew, node, given, position in hybrid) for position, node in enumerate(graph.nodes)]
    anew = _evaluated(anew)
    for node in anew.nodes:
        if node.op in _INTERPOLATES:
            _allow_other_places(anew, node)
    return anew


def _allow_other_places(graph, node):
    """Adds to the errors of an interpolation. Its index may be off by some units in the last place of the largest index, which
    counts by the difference of neighbours."""
    image, result = graph.inputs_of(node)[0], graph.outputs_of(node)[0]
    for run in range(SETS):
        off = 4 * np.finfo(np.float32).eps * max(image.shape[1:3])
        result.errors[run] += off * 2 * oracle.largest(image.values[run])


def _reading(graph, node, given, is_hybrid):
    """The node with the tensors of `given` as its inputs, and with floats as weights if it is hybrid."""
    inputs = [given.get(number, number) for number in node.inputs]
    for position, number in enumerate(inputs):
        if is_hybrid and number is not None and graph.tensors[number].quantization is not None:
            inputs[position] = graph.add(_as_floats(graph.tensors[number]))
    return dataclasses.replace(node, inputs=tuple(inputs))


def _as_floats(tensor):
    """Dequantizes the integer weights of a hybrid layer. TFLite's kernels read weights of uint8 as int8, which old converters
    wrote, and ignore zero points.
    """
    parameters, integers = tensor.quantization, tensor.values[0]
    integers = integers.view(np.int8) if integers.dtype == np.uint8 else integers
    dims = [1] * integers.ndim
    if "axis" in parameters and len(parameters["scale"]) > 1:
        dims[parameters["axis"]] = -1
    floats = (np.float32(parameters["scale"]).reshape(dims) * integers.astype(np.float32)).reshape(integers.shape)
    return Tensor("float32", "constant", [floats] * SETS)


def _compare(tensor, op, run, actual, what):
    expected = tensor.values[run]
    if tensor.quantization is not None and (actual.dtype, actual.shape) == (expected.dtype, expected.shape):
        steps = np.asarray(np.abs(actual.astype(np.int64) - expected.astype(np.int64)))
        if op in _LOSES_THE_LEAST:
            lowest = np.iinfo(actual.dtype).min
            steps[(expected == lowest) & (actual <= lowest + _STEPS_AT_THE_LEAST)] = 0
        if op in _WRAPS:
            ends = np.iinfo(actual.dtype)
            # Results at the type's ends and at the zero point, where a fused activation ends, may differ by more.
            steps[np.isin(actual, (ends.min, ends.max, tensor.quantization["zero_point"]))] = 0
        if steps.max(initial=0) > 1:
            worst = np.unravel_index(steps.argmax(), steps.shape)
            raise Mismatch(f"{what}: {steps[worst]} steps off, {actual[worst]} for {expected[worst]}")
        return
    try:
        harness.assert_close(actual, expected, tensor.errors[run], 0.0, what)
    except (AssertionError, pytest.fail.Exception) as difference:
        raise Mismatch(str(difference).splitlines()[0]) from None
