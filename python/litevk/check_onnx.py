"""Checks an ONNX model that litevk-tflite2onnx wrote, and compares its outputs with those of the TFLite model.

    check_onnx.py MODEL.tflite MODEL.onnx [--strict] [--signature NAME]

Needs the package onnx. Both models run only if onnxruntime is installed as well, and one of ai_edge_litert, litevk,
tflite_runtime and tensorflow. Exit status:

    0  nothing is wrong
    1  something is wrong
    3  the model could not be checked

This file is embedded in litevk-tflite2onnx, so it imports nothing of the package but the interpreter.
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
# Runs with random values. Runs with values of three levels and of one level follow, which produce ties between positions.
_RANDOM_RUNS = 3
_LEVELS = (3, 1)
# The log level at which onnxruntime omits warnings. It would warn of every state, which is an optional input.
_ERRORS = 3
# Python modules with TFLite's interpreter interface. The first is the one whose kernels define the results.
_INTERPRETERS = ("ai_edge_litert.interpreter", "litevk", "tflite_runtime.interpreter", "tensorflow.lite.python.interpreter")
# Largest differences that a strict check allows: for floats as a share of the output's largest magnitude, for integers in
# steps.
_SHARE = 1e-5
_STEPS = 2


# Function that makes an input's values from its details and the dims to run it with.
Drawn = Callable[["dict[str, Any]", "list[int]"], Any]


class Edge(NamedTuple):
    """An input or output of the ONNX model."""

    name: str
    key: str  # the signature's name of the edge
    dims: list[Union[int, str]]
    order: str  # permutation of TFLite's dims, "0,3,1,2"; empty for none


class Written(NamedTuple):
    """The ONNX model's inputs and outputs, and the multiples that its open dims must have."""

    inputs: list[Edge]
    outputs: list[Edge]
    multiples: dict[str, int]  # divisor of each open dim, by the dim's name


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
    """Yields the name of each installed interpreter, and a function that makes one for the TFLite model, on the CPU."""
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
    """Returns an array of the shape of `values` that has the first `levels` of them only, drawn at random; 0 keeps all."""
    if levels == 0 or values.size == 0:
        return values
    return random.choice(values.reshape(-1)[:levels], values.shape)


def values_of(details: dict[str, Any], shape: list[int], random: Any) -> Any:
    """Returns values for an input: floats from -1 to 1, quantized integers of their whole range, other integers 0 or 1."""
    numpy = importlib.import_module("numpy")
    dtype = numpy.dtype(details["dtype"])
    if dtype.kind == "f":
        return random.uniform(-1, 1, shape).astype(dtype)
    if dtype.kind in "iu" and details["quantization"][0] != 0:
        limits = numpy.iinfo(dtype)
        return random.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    return random.integers(0, 2, shape).astype(dtype)


def dims_of(details: dict[str, Any], edge: Edge, multiples: dict[str, int]) -> list[int]:
    """Returns the dims to run an input with: the ONNX model's, permuted to TFLite's layout. An open dim takes the size in
    the TFLite file, or the dim's multiple if that is larger."""
    dims = [int(size) for size in details["shape"]]
    axes = [int(axis) for axis in edge.order.split(",")] if edge.order else list(range(len(edge.dims)))
    added = len(axes) - len(dims) if edge.order else 0
    if not edge.order and len(edge.dims) != len(dims):
        dims = [1] * len(edge.dims)
    for size, axis in zip(edge.dims, axes):
        if axis >= added:
            position = axis - added
            dims[position] = size if isinstance(size, int) else max(dims[position], multiples.get(size, 1))
    return dims


def permuted(array: Any, order: str) -> Any:
    """Returns the array transposed by a permutation such as "0,3,1,2". A longer permutation puts dims of 1 in front."""
    if not order:
        return array
    axes = [int(axis) for axis in order.split(",")]
    return array.reshape((1,) * (len(axes) - array.ndim) + array.shape).transpose(axes)


def difference_of(name: str, actual: Any, expected: Any) -> Difference:
    """Returns how far an output of the ONNX model lies from TFLite's, with the line that reports it."""
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
    """Runs the TFLite model on the input arrays and returns its outputs."""
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
    """Returns the largest difference of each output over all runs. Each run has an interpreter of its own."""
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
        except RuntimeError as error:  # raised by the interpreter; onnxruntime raises other classes
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
    """Returns the inputs, outputs and multiples that the ONNX model declares."""
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
