"""Operators in scales that are 0, near 0 or no power of two, and what TFLite's kernels make of them:

    scale_models.py FOLDER    # FOLDER/NAME.tflite and, where TFLite runs it, NAME.npz, with ai-edge-litert's Python

A name is "operator.type.scale".
"""

import pathlib
import sys

import in_tflite
import numpy as np

SCALES = {"zero": 0.0, "least": 1.4e-45, "denormal": 3.59e-43, "tiny": 1e-30, "small": 1.1e-10, "power": 2.0 ** -12, "odd": 0.0007,
          "coarse": 0.37, "large": 300.0, "huge": 1e30}
POINTS = {"int8": -7, "uint8": 131, "int16": 0}
DIMS = (1, 3, 4, 5)
LSTM = pathlib.Path(__file__).resolve().parents[1] / "ops" / "converted" / "lstm_int8.tflite"


def _quantization(dtype, scale):
    return {"scale": scale, "zero_point": POINTS[dtype]}


def _function(stem, results):
    """The input has the scale; the result has the one that TFLite asks for."""
    def build(g, dtype, scale):
        given = g.input(DIMS, dtype, quantization=_quantization(dtype, scale))
        step, point = results[dtype]
        g.outputs(g.op(stem, [given], [g.tensor(DIMS, dtype, quantization={"scale": step, "zero_point": point})]))
    return build


def _into(stem, count, params):
    """The result has the scale, and the operands usual ones."""
    def build(g, dtype, scale):
        given = [g.input(DIMS, dtype, quantization=_quantization(dtype, 0.02 * (i + 1))) for i in range(count)]
        g.outputs(g.op(stem, given, [g.tensor(DIMS, dtype, quantization=_quantization(dtype, scale))], **params))
    return build


def _layer(stem, dims, result, params):
    """A layer of constant weights, with a result of the scale."""
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
OPERATORS = {
    **FUNCTIONS, "ADD": _into("ADD", 2, {"potScaleInt16": False}),
    "SUB": _into("SUB", 2, {"potScaleInt16": False}), "MUL": _into("MUL", 2, {}), "QUANTIZE": _into("QUANTIZE", 1, {}),
    "CONV_2D": _layer("CONV_2D", (6, 1, 1, 5), (1, 3, 4, 6), WINDOW),
    "FULLY_CONNECTED": _layer("FULLY_CONNECTED", (6, 5), (12, 6), {}),
}


def names():
    # A SUB into so small a scale shifts by a negative number of bits in TFLite: docs/NUMERICS.md.
    small = ("least", "denormal", "tiny", "small")
    return [f"{stem}.{dtype}.{scale}" for stem in OPERATORS for dtype in POINTS for scale in SCALES
            if not (stem == "SUB" and scale in small) and (dtype != "uint8" or stem not in ("CONV_2D", "FULLY_CONNECTED"))]


def _build(name):
    stem, dtype, scale = name.split(".")
    return lambda g: OPERATORS[stem](g, dtype, SCALES[scale])


def lstm_names():
    return [f"UNIDIRECTIONAL_SEQUENCE_LSTM.int8.{scale}" for scale in SCALES if scale != "zero"]


def _lstm(name):
    """TensorFlow's model of an LSTM of int8, whose hidden state has the scale."""
    import flatbuffers
    from ai_edge_litert import schema_py_generated as schema

    model = schema.ModelT.InitFromPackedBuf(LSTM.read_bytes(), 0)
    graph = model.subgraphs[0]
    for node in graph.operators:
        if node.intermediates is not None and len(node.intermediates) > 0:
            graph.tensors[node.intermediates[-1]].quantization.scale = [SCALES[name.split(".")[2]]]
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


if __name__ == "__main__":
    FOLDER = pathlib.Path(sys.argv[1])
    in_tflite.write(FOLDER, {name: _build(name) for name in names()})
    in_tflite.write_models(FOLDER, {name: _lstm(name) for name in lstm_names()})
