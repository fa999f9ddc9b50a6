"""Writes models of operators with scales that are 0, near 0 or no power of two, and the results of TFLite's kernels:

    scale_models.py FOLDER LIBRARY    # FOLDER/NAME.tflite and, where TFLite runs it, NAME.npz, with ai-edge-litert's Python

LIBRARY is liblitevk_runtime.so. NAME.npy has its results, for models in which TFLite's depend on an element's index.

A name is "operator.type.scale".
"""

import pathlib
import re
import sys

import in_tflite
import numpy as np

SCALES = {"zero": 0.0, "least": 1.4e-45, "denormal": 3.59e-43, "tiny": 1e-30, "minute": 1e-13, "small": 1.1e-10,
          "power": 2.0 ** -12, "odd": 0.0007, "coarse": 0.37, "large": 300.0, "huge": 1e30}
POINTS = {"int8": -7, "uint8": 131, "int16": 0}
DIMS = (1, 3, 4, 5)
LSTM = pathlib.Path(__file__).resolve().parents[1] / "ops" / "converted" / "lstm_int8.tflite"


def _quantization(dtype, scale):
    return {"scale": scale, "zero_point": POINTS[dtype]}


def _function(stem, results):
    """Builds a function whose input has the scale; the result has the scale that TFLite requires."""
    def build(g, dtype, scale):
        given = g.input(DIMS, dtype, quantization=_quantization(dtype, scale))
        step, point = results[dtype]
        g.outputs(g.op(stem, [given], [g.tensor(DIMS, dtype, quantization={"scale": step, "zero_point": point})]))
    return build


def _into(stem, count, params):
    """Builds an operator whose result has the scale, and whose operands have usual ones."""
    def build(g, dtype, scale):
        given = [g.input(DIMS, dtype, quantization=_quantization(dtype, 0.02 * (i + 1))) for i in range(count)]
        g.outputs(g.op(stem, given, [g.tensor(DIMS, dtype, quantization=_quantization(dtype, scale))], **params))
    return build


def _floats(g, dtype, scale):
    given = g.input(DIMS, "float32")
    g.outputs(g.op("QUANTIZE", [given], [g.tensor(DIMS, dtype, quantization=_quantization(dtype, scale))]))


def _from(stem, params):
    """Builds an operator whose first operand has the scale; the other operand and the result have usual ones."""
    def build(g, dtype, scale):
        given = [g.input(DIMS, dtype, quantization=_quantization(dtype, step)) for step in (scale, 0.02)]
        g.outputs(g.op(stem, given, [g.tensor(DIMS, dtype, quantization=_quantization(dtype, 0.03))], **params))
    return build


def _reduction(stem):
    """Builds a reduction of rows whose result has the scale."""
    def build(g, dtype, scale):
        given = g.input(DIMS, dtype, quantization=_quantization(dtype, 0.02))
        made = g.tensor((1, 3, 5), dtype, quantization=_quantization(dtype, scale))
        g.outputs(g.op(stem, [given, g.constant([2], "int32")], [made], keepDims=False))
    return build


def _matmul(g, dtype, scale):
    left = g.input((2, 4, 5), dtype, quantization=_quantization(dtype, 0.02))
    right = g.input((2, 5, 3), dtype, quantization=_quantization(dtype, 0.04))
    made = g.tensor((2, 4, 3), dtype, quantization=_quantization(dtype, scale))
    g.outputs(g.op("BATCH_MATMUL", [left, right], [made], adjX=False, adjY=False))


def _slope(g, dtype, scale):
    given = g.input(DIMS, dtype, quantization=_quantization(dtype, 0.02))
    slope = g.constant([[[100, 90, 7, 0, 127]]], dtype, quantization=_quantization(dtype, 0.01))
    g.outputs(g.op("PRELU", [given, slope], [g.tensor(DIMS, dtype, quantization=_quantization(dtype, scale))]))


def _moved(g, dtype, scale):
    """A layer whose result has the scale, is moved and is added to others."""
    given = g.input(DIMS, dtype, quantization=_quantization(dtype, 0.02))
    weights = g.constant(np.random.default_rng(3).integers(-127, 128, (6, 1, 1, 5)), "int8",
                         quantization={"scale": 0.01, "zero_point": 0})
    bias = g.constant(np.arange(6) - 3, "int64" if dtype == "int16" else "int32", quantization={"scale": 0.0002, "zero_point": 0})
    made = g.op("CONV_2D", [given, weights, bias], [g.tensor((1, 3, 4, 6), dtype, quantization=_quantization(dtype, scale))], **WINDOW)
    rows = g.op("RESHAPE", [made, g.constant([12, 6], "int32")], [g.tensor((12, 6), dtype, quantization=_quantization(dtype, scale))])
    turned = g.op("TRANSPOSE", [rows, g.constant([1, 0], "int32")],
                  [g.tensor((6, 12), dtype, quantization=_quantization(dtype, scale))])
    other = g.input((6, 12), dtype, quantization=_quantization(dtype, 0.02))
    total = g.op("ADD", [turned, other], [g.tensor((6, 12), dtype, quantization=_quantization(dtype, 0.03))], potScaleInt16=False)
    g.outputs(total, turned)


def _layer(stem, dims, result, params):
    """Builds a layer of constant weights whose result has the scale."""
    def build(g, dtype, scale):
        random = np.random.default_rng(3)
        given = g.input(DIMS, dtype, quantization=_quantization(dtype, 0.02))
        weights = g.constant(random.integers(-127, 128, dims), "int8", quantization={"scale": 0.01, "zero_point": 0})
        wide = "int64" if dtype == "int16" else "int32"
        bias = g.constant(random.integers(-500, 500, result[-1:]), wide, quantization={"scale": 0.0002, "zero_point": 0})
        made = g.tensor(result, dtype, quantization=_quantization(dtype, scale))
        g.outputs(g.op(stem, [given, weights, bias], [made], **params))
    return build


LOGISTIC = {"int8": (2.0 ** -8, -128), "uint8": (2.0 ** -8, 0), "int16": (2.0 ** -15, 0)}
TANH = {"int8": (2.0 ** -7, 0), "uint8": (2.0 ** -7, 128), "int16": (2.0 ** -15, 0)}
WINDOW = {"strideH": 1, "strideW": 1, "padding": "SAME"}
FUNCTIONS = {"LOGISTIC": _function("LOGISTIC", LOGISTIC), "TANH": _function("TANH", TANH)}
ALONE = {"ABS": {}, "LEAKY_RELU": {"alpha": 0.1}, "RELU": {}, "HARD_SWISH": {}}
OPERATORS = {
    **FUNCTIONS, **{stem: _into(stem, 1, params) for stem, params in ALONE.items()}, **{stem: _reduction(stem) for stem in ("MEAN", "SUM")},
    "DIV": _into("DIV", 2, {}), "SQUARED_DIFFERENCE": _into("SQUARED_DIFFERENCE", 2, {}), "PRELU": _slope,
    "BATCH_MATMUL": _matmul, "QUANTIZE_FLOATS": _floats, "MOVED": _moved,
    **{f"{stem}_FROM": _from(stem, params) for stem, params in
       (("ADD", {"potScaleInt16": False}), ("SUB", {"potScaleInt16": False}), ("MUL", {}))},
    "DEPTHWISE_CONV_2D": _layer("DEPTHWISE_CONV_2D", (1, 1, 1, 5), (1, 3, 4, 5), {**WINDOW, "depthMultiplier": 1}),
    "ADD": _into("ADD", 2, {"potScaleInt16": False}),
    "SUB": _into("SUB", 2, {"potScaleInt16": False}), "MUL": _into("MUL", 2, {}), "QUANTIZE": _into("QUANTIZE", 1, {}),
    "CONV_2D": _layer("CONV_2D", (6, 1, 1, 5), (1, 3, 4, 6), WINDOW),
    "FULLY_CONNECTED": _layer("FULLY_CONNECTED", (6, 5), (12, 6), {}),
}




def weights_of_a_run(g):
    """A layer whose weights are computed in the run, with a result's scale near 0."""
    given = g.input((3, 5), "int8", quantization=_quantization("int8", 0.02))
    weights = g.input((6, 5), "int8", quantization={"scale": 0.01, "zero_point": 0})
    g.outputs(g.op("FULLY_CONNECTED", [given, weights], [g.tensor((3, 6), "int8", quantization=_quantization("int8", 1e-10))]))


# Operators whose types TFLite's kernels do not take.
REFUSED = {"int16": ("HARD_SWISH", "SQUARED_DIFFERENCE", "PRELU"),
           "uint8": ("ABS", "BATCH_MATMUL", "CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED", "MOVED", "SQUARED_DIFFERENCE")}


# SUB whose difference is scaled by more than 1, and SUM of integers that TFLite reads as unsigned bytes (docs/NUMERICS.md).
LARGE_DIFFERENCES = re.compile(r"^SUB\.\w+\.(least|denormal|tiny|minute|small)$|^SUB_FROM\.\w+\.huge$")
WRONG_SUMS = re.compile(r"^SUM\.int")


def _all_names():
    return [f"{stem}.{dtype}.{scale}" for stem in OPERATORS for dtype in POINTS for scale in SCALES if stem not in REFUSED.get(dtype, ())]


def names():
    return [name for name in _all_names() if not LARGE_DIFFERENCES.search(name) and not WRONG_SUMS.search(name)]


def large_differences():
    """Names of models in which TFLite's kernels shift by negative counts, so that a result depends on the element's index."""
    return [name for name in _all_names() if LARGE_DIFFERENCES.search(name)]


def _build(name):
    stem, dtype, scale = name.split(".")
    return lambda g: OPERATORS[stem](g, dtype, SCALES[scale])


# Operands of an int8 LSTM that have scales near 0 if the layer was 0 in calibration. The cell state's scale is a power of two.
CELL_SCALES = {f"2_to_minus_{bits}": 2.0 ** -bits for bits in (9, 15, 16, 30, 31, 40, 149)}
LSTM_OPERANDS = {"HIDDEN": SCALES, "STATE": SCALES, "CELL": CELL_SCALES, "ALL": SCALES}


def lstm_names():
    return [f"LSTM_{operand}.int8.{scale}" for operand, scales in LSTM_OPERANDS.items() for scale in scales if scale != "zero"]


def _lstm(name):
    """TensorFlow's model of an int8 LSTM, in which some operands have the scale."""
    import flatbuffers
    from ai_edge_litert import schema_py_generated as schema

    stem, _, key = name.split(".")
    operand = stem.removeprefix("LSTM_")
    scale = LSTM_OPERANDS[operand][key]
    model = schema.ModelT.InitFromPackedBuf(LSTM.read_bytes(), 0)
    graph = model.subgraphs[0]
    for node in graph.operators:
        if node.intermediates is None or len(node.intermediates) == 0:
            continue
        state, cell = node.inputs[18], node.inputs[19]
        parts = {"HIDDEN": [node.intermediates[-1]], "STATE": [state, node.outputs[0]], "CELL": [cell]}
        parts["ALL"] = parts["HIDDEN"] + parts["STATE"]
        for tensor in parts[operand]:
            graph.tensors[tensor].quantization.scale = [scale]
        if operand == "ALL":
            graph.tensors[cell].quantization.scale = [CELL_SCALES["2_to_minus_40"]]
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def _write_own(folder, library):
    from litevk_runtime import Interpreter, Runtime

    runtime = Runtime(library)
    for name in large_differences():
        given = in_tflite.inputs(np.load(folder / f"{name}.npz"))
        with Interpreter(runtime, folder / f"{name}.tflite") as interpreter:
            interpreter.resize_inputs([values.shape for values in given])
            np.save(folder / f"{name}.npy", interpreter.run(given)[0])


if __name__ == "__main__":
    FOLDER = pathlib.Path(sys.argv[1])
    in_tflite.write(FOLDER, {name: _build(name) for name in names() + large_differences()} | {"weights_of_a_run": weights_of_a_run})
    in_tflite.write_models(FOLDER, {name: _lstm(name) for name in lstm_names()})
    _write_own(FOLDER, pathlib.Path(sys.argv[2]).resolve())
