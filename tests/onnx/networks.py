"""Runs a network as an ONNX model in onnxruntime, and compares it with TFLite's reference kernels."""

import collections
import dataclasses
import pathlib
import subprocess
import time

import converted
import numpy as np
import onnx
import onnxruntime

REFERENCE = pathlib.Path(__file__).resolve().parent / "network_reference.py"
INTEGER_KERNELS = ("QLinear", "QGemm", "ConvInteger", "MatMulInteger", "DynamicQuantizeMatMul")
LAYERS = ("Conv", "FusedConv", "ConvTranspose", "Gemm", "FusedGemm", "MatMul", "FusedMatMul")


@dataclasses.dataclass
class Agreement:
    """The difference of outputs from the expected ones: integers in steps, floats relative to the largest magnitude."""

    equal: float  # the share of elements, over all outputs
    largest: float
    is_float: bool


# Smaller outputs are probabilities near 0, for which onnxruntime's Sigmoid is less precise.
SMALLEST = 1e-3


def agreement(actual, expected):
    equal, largest = [], 0.0
    is_float = any(array.dtype.kind == "f" for array in expected)
    for one, other in zip(actual, expected, strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        distance = np.abs(one.astype(np.float64) - other.astype(np.float64))
        equal.append((distance == 0).ravel())
        if is_float:
            distance = distance / max(float(np.abs(other.astype(np.float64)).max()), SMALLEST)
        largest = max(largest, float(distance.max()))
    return Agreement(float(np.concatenate(equal).mean()), largest, is_float)


def numbered(arrays, prefix):
    return [arrays[f"{prefix}_{i}"] for i in range(sum(key.startswith(prefix) for key in arrays))]


def reference(environment, model, folder):
    """TFLite's input and output arrays; None if its interpreter refuses the model or crashes."""
    python, result = pathlib.Path(environment) / "litert-2.3.0" / "bin" / "python", folder / "reference.npz"
    process = subprocess.run([python, REFERENCE, model, result], capture_output=True)
    return dict(np.load(result)) if process.returncode == 0 else None


def convert(program, model, written, *options):
    """Converts a model and returns (seconds, reasons of a refusal), one of which is None."""
    begin = time.perf_counter()
    process = converted.convert(program, model, written, *options)
    if converted.needs_opset_21(process):
        begin = time.perf_counter()
        process = converted.convert(program, model, written, "--opset", "21", *options)
    seconds = time.perf_counter() - begin
    return seconds, converted.reasons(process) if process.returncode else None


def body_transposes(graph):
    """Number of Transposes that read no input of the graph and write no output."""
    edges = {value.name for value in (*graph.input, *graph.output)}
    found = [node for node in graph.node if node.op_type == "Transpose"]
    return sum(edges.isdisjoint((*node.input, *node.output)) for node in found)


def every_node(graph):
    """The nodes of the graph and of its subgraphs."""
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield from every_node(attribute.g)


def counts(written):
    """Counts of the file's nodes, operators and bytes, which need no run."""
    graph = onnx.load(written).graph
    data = written.with_name(written.name + ".data")
    size = written.stat().st_size + (data.stat().st_size if data.exists() else 0)
    operators = collections.Counter(node.op_type for node in every_node(graph))
    halves = sum(constant.data_type == onnx.TensorProto.FLOAT16 for constant in graph.initializer)
    return {"nodes": operators.total(), "halves": halves, "roundings": operators["QuantizeLinear"],
            "transposes": operators["Transpose"], "body": body_transposes(graph), "bytes": size}


def _fed(session, arrays):
    """TFLite's inputs keyed by name, with channels first if the session expects that."""
    fed = {}
    for value, array in zip(session.get_inputs(), arrays, strict=True):
        differs = any(isinstance(dim, int) and dim != size for dim, size in zip(value.shape, array.shape))
        is_first = array.ndim == 4 and differs
        fed[value.name] = np.ascontiguousarray(np.moveaxis(array, -1, 1)) if is_first else array
    return fed


def _as_expected(actual, expected):
    """An output in TFLite's layout."""
    moved = np.moveaxis(actual, 1, -1) if actual.ndim == 4 and actual.shape != expected.shape else actual
    return moved.reshape(expected.shape) if moved.size == expected.size else moved


def run(written, arrays):
    """Runs a model and returns (outputs, the operators of onnxruntime's optimised graph)."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.optimized_model_filepath = str(written.with_suffix(".optimized.onnx"))
    session = onnxruntime.InferenceSession(written, options, providers=["CPUExecutionProvider"])
    states = {value.name for value in session.get_overridable_initializers()}
    expected, names = numbered(arrays, "output"), [value.name for value in session.get_outputs()]
    outputs = session.run(names[:len(expected)] if states else names, _fed(session, numbered(arrays, "input")))
    graph = onnx.load(options.optimized_model_filepath, load_external_data=False).graph
    pathlib.Path(options.optimized_model_filepath).unlink()
    operators = collections.Counter(node.op_type for node in every_node(graph))
    return [_as_expected(a, e) for a, e in zip(outputs, expected, strict=True)], operators


def measured(written, arrays):
    """A record's entries of a written model: counts, kernels and agreement; "wrong" where it does not run."""
    entries = counts(written)
    try:
        onnx.checker.check_model(str(written))
        outputs, operators = run(written, arrays)
        found = agreement(outputs, numbered(arrays, "output"))
    except Exception as error:  # a peer's model may raise anything
        return {**entries, "wrong": f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:120]}
    integers = sum(n for name, n in operators.items() if name.startswith(INTEGER_KERNELS))
    floats = sum(operators[name] for name in LAYERS)
    return {**entries, "integer_kernels": integers, "float_layers": floats, "equal": round(found.equal, 5),
            "largest": float(f"{found.largest:.3g}"), "is_float": found.is_float}
