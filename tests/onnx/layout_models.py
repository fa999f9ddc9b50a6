"""Writes models of the operators that tflite2onnx 0.4.1 lists, and of its examples of layouts:

    layout_models.py FOLDER    # FOLDER/NAME.tflite and NAME.npz, with ai-edge-litert's Python

A model is an operator alone, behind a convolution ("conv+NAME") or between two ("conv+NAME+conv").
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "ops" / "harness"))

import numpy as np  # noqa: E402
from graph_builder import VALID, average_pool, conv, depthwise, max_pool, pad, seeded  # noqa: E402
from layout_layers import (  # noqa: E402
    binary, by_batches, CHANNELS, conv_by_batches, conv_of_int8_by_batches, IMAGE, ints, layers_of_one_batch, lower_rank, mirror, most, pixels, pixels_of_int8, positive, prelu, quantized, resize, rows_by_batches, slice, split, transpose_conv, unary, updated,
)

# Operators that the converter writes without a Transpose between convolutions.
FOLLOWING = {
    "add": binary("ADD"), "sub": binary("SUB"), "mul": binary("MUL"), "pow": positive("POW", 1.7),
    "squared_difference": binary("SQUARED_DIFFERENCE"), "abs": unary("ABS"), "sqrt": positive("SQRT"),
    "rsqrt": positive("RSQRT"), "relu": unary("RELU"), "relu6": unary("RELU6"), "prelu": prelu,
    "logistic": unary("LOGISTIC"), "add_of_lower_rank": lower_rank, "quantize_dequantize": quantized,
    "conv_2d": lambda g, x: conv(g, x, CHANNELS, CHANNELS),
    "conv_2d_with_relu6": lambda g, x: conv(g, x, CHANNELS, CHANNELS, fusedActivationFunction="RELU6"),
    "conv_2d_dilated": lambda g, x: conv(g, x, CHANNELS, CHANNELS, dilationHFactor=2, dilationWFactor=2),
    "conv_2d_dilated_by_batches": by_batches(conv_by_batches),
    "conv_2d_strided": lambda g, x: conv(g, x, CHANNELS, CHANNELS, strideH=2, strideW=2),
    "depthwise_conv_2d": lambda g, x: depthwise(g, x, CHANNELS), "transpose_conv": transpose_conv,
    "average_pool_2d": lambda g, x: average_pool(g, x, padding="SAME"), "max_pool_2d": max_pool,
    "concatenation": lambda g, x: g.node("CONCATENATION", [x, g.node("ABS", [x])], axis=1), "split": split,
    "pad": pad, "mirror_pad": mirror, "strided_slice": slice,
    "mean": lambda g, x: g.node("MEAN", [x, ints(g, [1, 2])], keepDims=True),
    "fully_connected_of_pixels": pixels, "fully_connected_of_int8_pixels": pixels_of_int8,
    "softmax": lambda g, x: g.node("SOFTMAX", [x], beta=1.0),
    "select": lambda g, x: g.node("SELECT", [g.node("LESS", [x, g.node("ABS", [x])], dtype="bool"), x, g.node("EXP", [x])]),
    "gather": lambda g, x: g.node("GATHER", [x, ints(g, [3, 0, 2, 1])], IMAGE, axis=3, batchDims=0),
    "topk_v2": most, "dynamic_update_slice": updated, "conv_2d_twice_by_batches": layers_of_one_batch,
    "broadcast_to": lambda g, x: g.op("BROADCAST_TO", [x, ints(g, [2, 6, 8, CHANNELS])], [g.tensor((2, 6, 8, CHANNELS))], 2),
    "resize_bilinear": resize("RESIZE_BILINEAR", halfPixelCenters=True),
    "resize_nearest_neighbor": resize("RESIZE_NEAREST_NEIGHBOR"),
}
# Further such operators, whose sums TFLite rounds twice. onnxruntime gives the same bits with `--quant exact`.
ROUNDED = {"conv_2d_of_int8_dilated_by_batches": by_batches(conv_of_int8_by_batches)}
# Operators with a layout of their own.
ENDING = {
    "row_by_batches": rows_by_batches(False), "column_by_batches": rows_by_batches(True),
    "reshape": lambda g, x: g.node("RESHAPE", [x, ints(g, [1, 48, 4])], newShape=[1, 48, 4]),
    "transpose": lambda g, x: g.node("TRANSPOSE", [x, ints(g, [0, 2, 1, 3])]),
    "fully_connected": lambda g, x: g.node(
        "FULLY_CONNECTED", [x, g.constant(seeded((5, 192), "units")), g.constant(seeded((5,), "bias"))], [1, 5]),
}
# Heads of a detector, one for each size of image; a RESHAPE turns each into rows.
ROW = 2


def _as_numbers(g, value):
    integers = g.tensor((), "int8", quantization={"scale": 0.05, "zero_point": 3})
    g.op("QUANTIZE", [value], [integers])
    return integers


def _heads(channels, is_quantized=False):
    def build(g, x):
        rows, sides = [], np.array(IMAGE[1:3])
        for i, count in enumerate(channels):
            head = conv(g, x, CHANNELS, count, seed=f"head{i}")
            dims = [1, int(np.prod(sides)) * count // ROW, ROW]
            rows.append(g.node("RESHAPE", [head, ints(g, dims)], newShape=dims))
            x, sides = conv(g, x, CHANNELS, CHANNELS, seed=f"next{i}", strideH=2, strideW=2), -(-sides // 2)
        if not is_quantized:
            return g.node("CONCATENATION", rows, axis=1)
        joined = g.tensor((), "int8", quantization={"scale": 0.05, "zero_point": 3})
        g.op("CONCATENATION", [_as_numbers(g, each) for each in rows], [joined], axis=1)
        return g.node("DEQUANTIZE", [joined])

    return build


# Keyed by name: the builder, and the number of Transposes: one for each run of neighbours with as many channels.
HEADS = {
    "heads": (_heads([6, 6, 6]), 1), "heads_of_two_counts": (_heads([4, 6, 6]), 2), "heads_apart": (_heads([6, 4, 6]), 3),
    "heads_of_int8": (_heads([6, 6, 4], is_quantized=True), 2),
}


def _added(name, dims, out_dims=IMAGE, shape=(CHANNELS,), is_read_again=False, **params):
    """Builds a layer without a bias, and an ADD of a constant."""
    def build(g, x):
        sizes = (ints(g, list(out_dims)),) if name == "TRANSPOSE_CONV" else ()
        weights, constant = g.constant(seeded(dims, "weights")), g.constant(seeded(shape, "bias"))
        layer = g.node(name, [*sizes, *((weights, x) if sizes else (x, weights))], out_dims, **params)
        total = g.node("ADD", [constant, layer], out_dims, fusedActivationFunction="RELU6")
        return g.node("MUL", [total, layer], out_dims) if is_read_again else total

    return build


_SQUARE, _STRIDES = (CHANNELS, 3, 3, CHANNELS), {"padding": "SAME", "strideH": 1, "strideW": 1}
# Keyed by name: the builder, and the number of Adds.
ADDED = {
    "added_to_fully_connected": (_added("FULLY_CONNECTED", (CHANNELS, CHANNELS), keepNumDims=True), 0),
    "added_to_depthwise_conv_2d": (_added("DEPTHWISE_CONV_2D", (1, 3, 3, CHANNELS), depthMultiplier=1, **_STRIDES), 0),
    "added_to_transpose_conv": (_added("TRANSPOSE_CONV", _SQUARE, shape=(1, 1, CHANNELS), **_STRIDES), 0),
    "added_number": (_added("TRANSPOSE_CONV", _SQUARE, shape=(1,), **_STRIDES), 1),
    "added_row": (_added("TRANSPOSE_CONV", _SQUARE, shape=(1, 1, 8, CHANNELS), **_STRIDES), 1),
    "added_to_what_is_read_again": (_added("TRANSPOSE_CONV", _SQUARE, is_read_again=True, **_STRIDES), 1),
}


def _flattened_to_halves(g, x):
    """Layers of rows that share float16 weights, behind images in both layouts."""
    weights = g.node("DEQUANTIZE", [g.constant(seeded((5, 192), "units").astype(np.float16), "float16")], (5, 192))
    images = [x, *(conv(g, x, CHANNELS, CHANNELS, seed=seed) for seed in "ab")]
    rows = [g.node("RESHAPE", [image, ints(g, [1, 192])], newShape=[1, 192]) for image in images]
    first, second, third = (g.node("FULLY_CONNECTED", [row, weights], [1, 5]) for row in rows)
    return g.node("ADD", [g.node("ADD", [first, second]), third])


FLATTENED = {"flattened_to_halves": _flattened_to_halves}


def _flattened_int16(g, x):
    """A layer with so many units that some would be a step off if products were rounded once."""
    image = g.op("QUANTIZE", [conv(g, x, CHANNELS, CHANNELS)], [g.tensor(IMAGE, "int16", quantization={"scale": 2e-4, "zero_point": 0})])
    row = g.op("RESHAPE", [image, ints(g, [1, 192])], [g.tensor((1, 192), "int16", quantization={"scale": 2e-4, "zero_point": 0})], 1)
    weights = np.round(seeded((2000, 192), "weights") * 60).astype(np.int8)
    weights = g.constant(weights, "int8", quantization={"scale": [0.01013], "zero_point": [0], "axis": 0})
    units = g.tensor((1, 2000), "int16", quantization={"scale": 7e-4, "zero_point": 0})
    return g.node("DEQUANTIZE", [g.op("FULLY_CONNECTED", [row, weights, None], [units], 7)], (1, 2000))


def _joined_from_the_end(g, x):
    rows = [g.node("RESHAPE", [conv(g, x, CHANNELS, CHANNELS, seed=seed), ints(g, [1, 192])], [1, 192]) for seed in "ab"]
    return g.node("CONCATENATION", rows, [1, 384], axis=-1)


def _read_and_returned(g, x):
    """A layer of int8 whose result another layer reads, and which is an output too."""
    scaled = {"scale": 0.05, "zero_point": 3}
    image = g.op("QUANTIZE", [x], [g.tensor(IMAGE, "int8", quantization=scaled)])
    for seed in "ab":
        weights = g.constant(np.round(seeded((CHANNELS, 3, 3, CHANNELS), seed) * 60).astype(np.int8), "int8",
                             quantization={"scale": [0.01], "zero_point": [0], "axis": 0})
        bias = g.constant(np.arange(CHANNELS) * 40, "int32", quantization={"scale": [0.0005], "zero_point": [0], "axis": 0})
        image = g.op("CONV_2D", [image, weights, bias], [g.tensor(IMAGE, "int8", quantization=scaled)], 3, **_STRIDES)
        g.outputs(image)
    return g.node("DEQUANTIZE", [image])


def _converted_and_returned(g, x):
    """Floats and the results of QUANTIZE and DEQUANTIZE, all of which are outputs."""
    value = g.node("ABS", [x])
    g.outputs(value)
    for _ in range(2):
        g.outputs(g.node("DEQUANTIZE", [_as_numbers(g, value)]))
    return g.node("DEQUANTIZE", [_as_numbers(g, g.node("EXP", [value]))])


LIST = (48, 1, CHANNELS)


def _items_of_a_list(g, x):
    """A loop whose steps each replace an item of a list, as TensorFlow's converter writes layers that return sequences."""
    rows = g.node("RESHAPE", [x, ints(g, LIST)], LIST)
    results = [g.tensor((), "int32"), g.tensor(LIST), g.tensor(LIST)]
    g.op("WHILE", [ints(g, 0), g.constant(np.zeros(LIST, np.float32)), rows], results, condSubgraphIndex=1, bodySubgraphIndex=2)
    condition, body = g.model.subgraph("condition"), g.model.subgraph("body")
    counter, _, _ = condition.input([], "int32"), condition.input(LIST), condition.input(LIST)
    condition.outputs(condition.node("LESS", [counter, ints(condition, LIST[0])], [], dtype="bool"))
    counter, items, rows = body.input([], "int32"), body.input(LIST), body.input(LIST)
    after = body.node("ADD", [counter, ints(body, 1)], [], dtype="int32")
    item = body.node("TANH", [body.node("GATHER", [rows, counter], LIST[1:], axis=0, batchDims=0)], LIST[1:])
    item = body.node("RESHAPE", [item, ints(body, (1, *LIST[1:]))], (1, *LIST[1:]))

    def position(number, others):
        vector = body.node("RESHAPE", [number, ints(body, [1])], [1], dtype="int32")
        return body.node("CONCATENATION", [vector, ints(body, others)], [3], dtype="int32", axis=0)

    # The slices' dims depend on the step; the file states dims that fit no step.
    front, behind = body.tensor((1, 1, 1), signature=[-1] * 3), body.tensor((1, 1, CHANNELS), signature=[-1, 1, CHANNELS])
    body.op("SLICE", [items, ints(body, [0, 0, 0]), position(counter, [-1, -1])], [front])
    body.op("SLICE", [items, position(after, [0, 0]), ints(body, [-1, -1, -1])], [behind])
    body.outputs(after, body.node("CONCATENATION", [front, item, behind], LIST, axis=0), rows)
    return results[1]


# Models for which there are separate tests.
OTHERS = {"flattened_int16": _flattened_int16, "joined_from_the_end": _joined_from_the_end,
          "items_of_a_list": _items_of_a_list, "read_and_returned": _read_and_returned, "converted_and_returned": _converted_and_returned}


def _branches(bound):
    """An IF whose condition is that the largest value is below `bound`. It passes weights to a layer in each branch."""
    def build(g, x):
        largest = g.node("REDUCE_MAX", [x, ints(g, [0, 1, 2, 3])], [])
        condition = g.node("LESS", [largest, g.constant(np.float32(bound))], [], dtype="bool")
        sizes = {"units": (CHANNELS, CHANNELS), "square": _SQUARE, "bias": (CHANNELS,)}
        passed = [x, *(g.constant(seeded(dims, name)) for name, dims in sizes.items())]
        for name in ("then", "else"):
            branch = g.model.subgraph(name)
            image, units, square, bias = (branch.input(dims) for dims in (IMAGE, *sizes.values()))
            layer = branch.node("FULLY_CONNECTED", [image, units], IMAGE, keepNumDims=True)
            total = branch.node("ADD", [layer, bias], IMAGE)
            branch.outputs(total if name == "then" else branch.node("CONV_2D", [image, square, bias], IMAGE, **_STRIDES))
        return g.node("IF", [condition, *passed], IMAGE, thenSubgraphIndex=1, elseSubgraphIndex=2)

    return build


BRANCHES = {"then_branch": _branches(1e3), "else_branch": _branches(-1e3)}
# Operators with explicit layouts. Inputs are named x, outputs y.
EXPLICIT = ("abs", "add", "add_of_lower_rank", "concatenation", "logistic", "mean", "mirror_pad", "mul", "pad", "pow", "prelu",
            "relu", "softmax", "split", "strided_slice", "sub")


def _write(g, name):
    *before, stem = name.removesuffix("+conv").split("+")
    x = g.input(IMAGE, name="x")
    counted = {name: build for name, (build, _) in (HEADS | ADDED).items()}
    builds = {**FOLLOWING, **ROUNDED, **ENDING, **counted, **FLATTENED, **OTHERS, **BRANCHES}
    value = builds[stem](g, conv(g, x, CHANNELS, CHANNELS, seed="first") if before else x)
    g.outputs(conv(g, value, CHANNELS, 3, seed="last") if is_between(name) else value)


def is_between(name):
    return name.endswith("+conv")


def names():
    """The names of all models."""
    found = [*FOLLOWING, *ENDING, *(f"conv+{name}" for name in (*FOLLOWING, *ENDING))]
    return [*found, *(f"conv+{name}+conv" for name in FOLLOWING)]


def _save(name, folder):
    from ai_edge_litert.interpreter import Interpreter, OpResolverType
    from model_builder import ModelBuilder

    builder = ModelBuilder()
    _write(builder.subgraph(), name)
    builder.table.subgraphs[0].tensors[builder.table.subgraphs[0].outputs[0]].name = "y"
    content = builder.serialize()
    interpreter = Interpreter(model_content=content, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    interpreter.allocate_tensors()
    x = seeded(IMAGE, "image")
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x)
    interpreter.invoke()
    (folder / f"{name}.tflite").write_bytes(content)
    outputs = interpreter.get_output_details()
    np.savez(folder / f"{name}.npz", x=x, y=interpreter.get_tensor(outputs[0]["index"]), names=[each["name"] for each in outputs])


if __name__ == "__main__":
    for each in [*names(), *HEADS, *ADDED, *FLATTENED, *OTHERS, *BRANCHES, *(f"conv+{name}+conv" for name in ROUNDED)]:
        _save(each, pathlib.Path(sys.argv[1]))
