"""Looks at an ONNX model that litevk-tflite2onnx wrote, and runs it beside the TFLite model that it was made from.

    check_onnx.py MODEL.tflite MODEL.onnx [--strict]

Needs the package onnx. Both models are run where onnxruntime is installed as well, and one of ai_edge_litert, litevk,
tflite_runtime and tensorflow. Exit status: 0 when nothing is wrong, 1 when something is, 3 when it could not look.
litevk-tflite2onnx has this file within, so it imports nothing of the package but the interpreter.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any, NamedTuple, Optional

_WRONG = 1
_FAILED = 3
_SEED = 1
# Runs of random values; values of three levels, and one level, follow, with which what a network makes of places ties.
_RANDOM_RUNS = 3
_LEVELS = (3, 1)
# The Python interfaces of TFLite's interpreter, the one whose kernels define the results first.
_INTERPRETERS = ("ai_edge_litert.interpreter", "litevk", "tflite_runtime.interpreter", "tensorflow.lite.python.interpreter")
# What a strict check allows: of floats a share of the largest one, of other numbers a step.
_SHARE = 1e-5
_STEPS = 2


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


def interpreter_of(model: str) -> Optional[Any]:
    """The TFLite model in an interpreter, on the CPU. None where none is installed."""
    for name in _INTERPRETERS:
        module = imported(name)
        if module is None:
            continue
        options: dict[str, Any] = {"experimental_delegates": []} if name == "litevk" else {
            "experimental_op_resolver_type": module.OpResolverType.BUILTIN_REF}
        interpreter = module.Interpreter(model_path=model, **options)
        interpreter.allocate_tensors()
        return interpreter
    return None


def leveled(values: Any, levels: int, random: Any) -> Any:
    """An array of as many of the values, drawn anew: all that are there where `levels` is 0."""
    if levels == 0 or values.size == 0:
        return values
    return random.choice(values.reshape(-1)[:levels], values.shape)


def values_of(details: dict[str, Any], random: Any) -> Any:
    """Values for an input: floats from -1 to 1, numbers of a scale over their whole range, other integers 0 or 1."""
    numpy = importlib.import_module("numpy")
    shape, dtype = tuple(details["shape"]), numpy.dtype(details["dtype"])
    if dtype.kind == "f":
        return random.uniform(-1, 1, shape).astype(dtype)
    if dtype.kind in "iu" and details["quantization"][0] != 0:
        limits = numpy.iinfo(dtype)
        return random.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    return random.integers(0, 2, shape).astype(dtype)


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


def differences(interpreter: Any, session: Any, orders: dict[str, str], random: Any, levels: int) -> list[Difference]:
    """Runs both models on the same values and compares their outputs. States begin as the models have them."""
    given = {}
    for details, value in zip(interpreter.get_input_details(), session.get_inputs()):
        array = leveled(values_of(details, random), levels, random)
        interpreter.set_tensor(details["index"], array)
        given[value.name] = permuted(array, orders.get(value.name, ""))
    interpreter.invoke()
    names = [value.name for value in session.get_outputs()]
    results = session.run(None, given)
    return [difference_of(name, actual, permuted(interpreter.get_tensor(details["index"]), orders.get(name, "")))
            for name, actual, details in zip(names, results, interpreter.get_output_details())]


def worst_of_runs(tflite: str, session: Any, orders: dict[str, str]) -> list[Difference]:
    """By output, how far the results of the run lie apart in which they do so most."""
    random = importlib.import_module("numpy").random.default_rng(_SEED)
    runs = [differences(interpreter_of(tflite), session, orders, random, levels) for levels in (0,) * _RANDOM_RUNS + _LEVELS]
    return [max(of_output, key=lambda difference: difference.apart) for of_output in zip(*runs)]


def run_both(tflite: str, onnx_model: str, orders: dict[str, str], is_strict: bool) -> int:
    """Prints how far the models' results lie apart, where both can be run here."""
    onnxruntime = imported("onnxruntime")
    interpreter = interpreter_of(tflite) if onnxruntime is not None else None
    if onnxruntime is None or interpreter is None:
        missing = "onnxruntime" if onnxruntime is None else "interpreter of TFLite models"
        print(f"the models are not run: Python has no {missing}")
        return 0
    session = onnxruntime.InferenceSession(onnx_model, providers=["CPUExecutionProvider"])
    found = worst_of_runs(tflite, session, orders)
    for difference in found:
        print(f"output '{difference.name}': {difference.text}")
    return _WRONG if is_strict and any(difference.is_large for difference in found) else 0


def main(arguments: list[str]) -> int:
    """Returns the exit status."""
    tflite, onnx_model, *flags = arguments
    onnx = imported("onnx")
    if onnx is None:
        print("--check needs the Python package onnx, which this Python lacks: pip install onnx onnxruntime", file=sys.stderr)
        return _FAILED
    try:
        onnx.checker.check_model(onnx_model, full_check=True)
    except Exception as error:  # whatever the checker and shape inference raise is their finding
        print(f"onnx.checker: {error}", file=sys.stderr)
        return _WRONG
    print("onnx.checker and shape inference: nothing is wrong")
    properties = onnx.load(onnx_model, load_external_data=False).metadata_props
    orders = {entry.key[len("order:"):]: entry.value for entry in properties if entry.key.startswith("order:")}
    try:
        return run_both(tflite, onnx_model, orders, "--strict" in flags)
    except Exception as error:  # either runtime refuses the model, or its values
        print(f"--check: {error}", file=sys.stderr)
        return _WRONG


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
