"""Compares a quantized network in litevk.Interpreter, on the CPU, with TFLite's reference kernels."""

import dataclasses
import os

import numpy as np

import litevk
import model_run
import stock

SAME, REFUSED, ABORTS, CLOSE, WRONG = "same bits", "refused", "aborts", "close", "WRONG"
CONVERTERS = ("QUANTIZE", "DEQUANTIZE")
# TFLite's kernels whose distance from the reference bounds that of litevk's plain loops, and of its fast kernels. The fast
# ones have other last bits of floats, which a layer with dynamic ranges makes into steps, as XNNPACK's are.
PLAIN_RESOLVERS = ("BUILTIN_WITHOUT_DEFAULT_DELEGATES",)
FAST_RESOLVERS = (*PLAIN_RESOLVERS, "AUTO")


@dataclasses.dataclass
class Outcome:
    """The kind of outcome, one of the words above, and details."""

    kind: str
    text: str = ""

    def __str__(self):
        return f"{self.kind}: {self.text}" if self.text else self.kind


def computes_in_integers(interpreter):
    """True if no node but QUANTIZE and DEQUANTIZE has a float operand."""
    dtypes = {detail["index"]: detail["dtype"] for detail in interpreter.get_tensor_details()}
    nodes = [node for node in interpreter._get_ops_details() if node["op_name"] not in CONVERTERS]
    return not any(dtypes.get(i) is np.float32 for node in nodes for i in (*node["inputs"], *node["outputs"]))


def _difference(actual, expected):
    distance = np.abs(actual.astype(np.float64) - expected)
    return f"{np.count_nonzero(distance)} of {distance.size} values, by {np.max(distance, initial=0):.1e} at most"


def _is_within(actual, expected, spread):
    """True if integers are at most a step apart, or as far as TFLite's own kernels; floats within the bound of float models."""
    distance = model_run.largest_difference(actual, expected)
    if np.issubdtype(expected.dtype, np.integer):
        return distance <= max(1.0, spread)
    return distance <= model_run.bound(expected, spread)


def _spreads(model, folder, resolvers, expected):
    """The largest difference of TFLite's other kernels from `expected`, for each output."""
    runs = [stock.outputs_in_child(model, resolver, folder)[0] or expected for resolver in resolvers]
    return [max(model_run.largest_difference(run[i], values) for run in runs) for i, values in enumerate(expected)]


def compared(model, folder, interpreter, outputs, expected, resolvers):
    """Judges `outputs`: floats may be as far from `expected` as TFLite's kernels of these resolvers are."""
    if [o.tobytes() for o in outputs] == [e.tobytes() for e in expected]:
        return Outcome(SAME)
    text = "; ".join(_difference(a, e) for a, e in zip(outputs, expected, strict=True))
    if computes_in_integers(interpreter):
        return Outcome(WRONG, text)
    spreads = _spreads(model, folder, resolvers, expected)
    is_close = all(map(_is_within, outputs, expected, spreads))
    return Outcome(CLOSE if is_close else WRONG, text)


def outcome_of(model, folder):
    """Runs the model in both interpreters and returns the outcome; `folder` is for files."""
    expected, ending = stock.outputs_in_child(model, "BUILTIN_REF", folder)
    interpreter = litevk.Interpreter(str(model), experimental_delegates=[])
    try:
        outputs = stock.run(interpreter, model)
    except RuntimeError as error:
        return Outcome(REFUSED if ending else WRONG, str(error).splitlines()[0])
    if expected is None:
        return Outcome(ABORTS if ending == stock.ABORTED else WRONG, "" if ending == stock.ABORTED else ending)
    resolvers = PLAIN_RESOLVERS if os.environ.get("LITEVK_CPU") == "reference" else FAST_RESOLVERS
    return compared(model, folder, interpreter, outputs, expected, resolvers)
