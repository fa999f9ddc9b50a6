"""Looks at an ONNX model that litevk-tflite2onnx wrote, and runs it beside the TFLite model that it was made from.

    check_onnx.py MODEL.tflite MODEL.onnx [--strict] [--signature NAME]

Needs the package onnx. Both models are run where onnxruntime is installed as well, and one of ai_edge_litert, litevk,
tflite_runtime and tensorflow. Exit status: 0 when nothing is wrong, 1 when something is, 3 when it could not look.
litevk-tflite2onnx has this file within, so it imports nothing of the package but the interpreter.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import sys
from typing import Any, Callable, Iterator, NamedTuple, Optional, Union

_WRONG = 1
_FAILED = 3
_SEED = 1
# Runs of random values; values of three levels, and one level, follow, with which what a network makes of places ties.
_RANDOM_RUNS = 3
_LEVELS = (3, 1)
# The level of onnxruntime's log without warnings: it has one for each state, an input that may be left out.
_ERRORS = 3
# The Python interfaces of TFLite's interpreter, the one whose kernels define the results first.
_INTERPRETERS = ("ai_edge_litert.interpreter", "litevk", "tflite_runtime.interpreter", "tensorflow.lite.python.interpreter")
# What a strict check allows: of floats a share of the largest one, of other numbers a step.
_SHARE = 1e-5
_STEPS = 2


# Values for an input, of its details and the dims to run it with.
Drawn = Callable[["dict[str, Any]", "list[int]"], Any]


class Edge(NamedTuple):
    """An input or output of the ONNX model."""

    name: str
    key: str  # what the signature calls it
    dims: list[Union[int, str]]
    order: str  # of dims, where not TFLite's: "0,3,1,2"


class Written(NamedTuple):
    """What the ONNX model says of itself."""

    inputs: list[Edge]
    outputs: list[Edge]
    multiples: dict[str, int]  # of open dims by name


class Difference(NamedTuple):
    """How far the two models' results of one output lie apart."""

    name: str
    text: str
    is_large: bool
    apart: float


def imported(name: str) -> Optional[Any]:
    """The module, where it is installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def interpreters_of(model: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The name of each interpreter that is installed, and what makes one of the TFLite model, on the CPU."""
    for name in _INTERPRETERS:
        module = imported(name)
        if module is None:
            continue
        if name == "litevk":
            yield name, functools.partial(module.Interpreter, model_path=model, experimental_delegates=[])
        else:
            yield name, functools.partial(of_reference_kernels, module, model)


def of_reference_kernels(module: Any, model: str) -> Any:
    """An interpreter with TFLite's reference kernels; with its fast ones for a model that has an operator which lacks a
    reference kernel, such as ELU. Raises RuntimeError where it has neither."""
    types = module.OpResolverType
    refusal: Optional[ValueError] = None
    for kernels in (types.BUILTIN_REF, types.BUILTIN_WITHOUT_DEFAULT_DELEGATES):
        try:
            return module.Interpreter(model_path=model, experimental_op_resolver_type=kernels)
        except ValueError as error:
            refusal = refusal or error
    raise RuntimeError(str(refusal))


def leveled(values: Any, levels: int, random: Any) -> Any:
    """An array of as many of the values, drawn anew: all that are there where `levels` is 0."""
    if levels == 0 or values.size == 0:
        return values
    return random.choice(values.reshape(-1)[:levels], values.shape)


def values_of(details: dict[str, Any], shape: list[int], random: Any) -> Any:
    """Values for an input: floats from -1 to 1, numbers of a scale over their whole range, other integers 0 or 1."""
    numpy = importlib.import_module("numpy")
    dtype = numpy.dtype(details["dtype"])
    if dtype.kind == "f":
        return random.uniform(-1, 1, shape).astype(dtype)
    if dtype.kind in "iu" and details["quantization"][0] != 0:
        limits = numpy.iinfo(dtype)
        return random.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    return random.integers(0, 2, shape).astype(dtype)


def dims_of(details: dict[str, Any], edge: Edge, multiples: dict[str, int]) -> list[int]:
    """The dims to run an input with: the ONNX model's, in TFLite's order; an open one is the file's, or its least multiple."""
    dims = [int(size) for size in details["shape"]]
    axes = [int(axis) for axis in edge.order.split(",")] if edge.order else list(range(len(edge.dims)))
    added = len(axes) - len(dims) if edge.order else 0
    if not edge.order and len(edge.dims) != len(dims):
        dims = [1] * len(edge.dims)
    for size, axis in zip(edge.dims, axes):
        if axis >= added:
            place = axis - added
            dims[place] = size if isinstance(size, int) else max(dims[place], multiples.get(size, 1))
    return dims


def permuted(array: Any, order: str) -> Any:
    """The array with its dims in another order: "0,3,1,2". More numbers than dims put dims of 1 in front."""
    if not order:
        return array
    axes = [int(axis) for axis in order.split(",")]
    return array.reshape((1,) * (len(axes) - array.ndim) + array.shape).transpose(axes)


def difference_of(name: str, actual: Any, expected: Any) -> Difference:
    """What a line of the check says of an output."""
    numpy = importlib.import_module("numpy")
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return Difference(name, f"is {actual.dtype} {list(actual.shape)}, TFLite's is {expected.dtype} "
                                f"{list(expected.shape)}", True, numpy.inf)
    if expected.dtype.kind != "f":
        steps = numpy.abs(actual.astype(numpy.int64) - expected.astype(numpy.int64))
        largest = int(steps.max(initial=0))
        equal = 100 * float((steps == 0).mean()) if steps.size else 100.0
        return Difference(name, f"the largest difference is {largest}, {equal:.4g} % are equal", largest > _STEPS, largest)
    apart = float(numpy.abs(actual.astype(numpy.float64) - expected).max(initial=0))
    largest_value = float(numpy.abs(expected).max(initial=0))
    return Difference(name, f"the largest difference is {apart:.3g}, the largest value {largest_value:.3g}",
                      not apart <= _SHARE * largest_value, numpy.nan_to_num(apart, nan=numpy.inf))


def results_of(interpreter: Any, arrays: list[Any]) -> list[Any]:
    """What the TFLite model makes of values of its inputs."""
    inputs = interpreter.get_input_details()
    for details, array in zip(inputs, arrays):
        if tuple(details["shape"]) != array.shape:
            interpreter.resize_tensor_input(details["index"], array.shape)
    interpreter.allocate_tensors()
    for details, array in zip(inputs, arrays):
        interpreter.set_tensor(details["index"], array)
    interpreter.invoke()
    return [interpreter.get_tensor(details["index"]) for details in interpreter.get_output_details()]


def run_tflite(interpreter: Any, written: Written, signature: str, drawn: Drawn) -> tuple[list[Any], list[Any]]:
    """Values of the TFLite model's inputs, and its results, each in the order of the ONNX model's edges."""
    if not signature:
        inputs = interpreter.get_input_details()
        arrays = [drawn(details, dims_of(details, edge, written.multiples)) for details, edge in zip(inputs, written.inputs)]
        return arrays, results_of(interpreter, arrays)
    runner = interpreter.get_signature_runner(signature)
    of_names = runner.get_input_details()
    edges = [edge for edge in written.inputs if edge.key in of_names]
    arrays = [drawn(of_names[edge.key], dims_of(of_names[edge.key], edge, written.multiples)) for edge in edges]
    results = runner(**{edge.key: array for edge, array in zip(edges, arrays)})
    return arrays, [results[edge.key] for edge in written.outputs if edge.key in results]


def differences(interpreter: Any, session: Any, written: Written, signature: str, drawn: Drawn) -> list[Difference]:
    """Runs both models on the same values and compares their outputs. States begin as the models have them."""
    arrays, expected = run_tflite(interpreter, written, signature, drawn)
    given = {edge.name: permuted(array, edge.order) for edge, array in zip(written.inputs, arrays)}
    results = session.run(None, given)
    return [difference_of(edge.name, actual, permuted(array, edge.order))
            for edge, actual, array in zip(written.outputs, results, expected)]


def worst_of_runs(make: Callable[[], Any], session: Any, written: Written, signature: str) -> list[Difference]:
    """By output, how far the results of the run lie apart in which they do so most. Each run has an interpreter of its own."""
    random = importlib.import_module("numpy").random.default_rng(_SEED)

    def drawn(levels: int) -> Drawn:
        return lambda details, dims: leveled(values_of(details, dims, random), levels, random)

    runs = [differences(make(), session, written, signature, drawn(levels)) for levels in (0,) * _RANDOM_RUNS + _LEVELS]
    return [max(of_output, key=lambda difference: difference.apart) for of_output in zip(*runs)]


def run_both(tflite: str, onnx_model: str, written: Written, asked: argparse.Namespace) -> int:
    """Prints how far the models' results lie apart, where both can be run here. An interpreter that cannot run the model,
    for an operator that it lacks, leaves it to the next one."""
    onnxruntime = imported("onnxruntime")
    if onnxruntime is None:
        print("the models are not run: Python has no onnxruntime")
        return 0
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _ERRORS
    refusals = []
    for name, make in interpreters_of(tflite):
        session = onnxruntime.InferenceSession(onnx_model, options, providers=["CPUExecutionProvider"])
        try:
            found = worst_of_runs(make, session, written, asked.signature)
        except RuntimeError as error:  # of the interpreter; onnxruntime's are others
            refusals.append(error)
            continue
        if refusals:
            print(f"the TFLite model is run by {name}: {str(refusals[0]).splitlines()[0]}")
        for difference in found:
            print(f"output '{difference.name}': {difference.text}")
        return _WRONG if asked.strict and any(difference.is_large for difference in found) else 0
    if refusals:
        raise refusals[0]
    print("the models are not run: Python has no interpreter of TFLite models")
    return 0


def written_of(onnx: Any, onnx_model: str) -> Written:
    """What the ONNX model says of its edges."""
    model = onnx.load(onnx_model, load_external_data=False)
    entries = {entry.key: entry.value for entry in model.metadata_props}

    def edge_of(value: Any) -> Edge:
        dims = [dim.dim_param or dim.dim_value for dim in value.type.tensor_type.shape.dim]
        return Edge(value.name, value.doc_string or value.name, dims, entries.get(f"order:{value.name}", ""))

    multiples = {key[len("multiple:"):]: int(value) for key, value in entries.items() if key.startswith("multiple:")}
    return Written([edge_of(value) for value in model.graph.input], [edge_of(value) for value in model.graph.output], multiples)


def main(arguments: list[str]) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("tflite")
    parser.add_argument("onnx")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--signature", default="")
    asked = parser.parse_args(arguments)
    onnx = imported("onnx")
    if onnx is None:
        print("--check needs the Python package onnx, which this Python lacks: pip install onnx onnxruntime", file=sys.stderr)
        return _FAILED
    try:
        onnx.checker.check_model(asked.onnx, full_check=True)
    except Exception as error:  # whatever the checker and shape inference raise is their finding
        print(f"onnx.checker: {error}", file=sys.stderr)
        return _WRONG
    print("onnx.checker and shape inference: nothing is wrong")
    try:
        return run_both(asked.tflite, asked.onnx, written_of(onnx, asked.onnx), asked)
    except Exception as error:  # either runtime refuses the model, or its values
        print(f"--check: {error}", file=sys.stderr)
        return _WRONG


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
