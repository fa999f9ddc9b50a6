"""Writes models that leave dims open, and TFLite's results at several sizes:

    open_models.py FOLDER [MODEL.tflite...]    # FOLDER/NAME.tflite and NAME.npz, with ai-edge-litert's Python

"input_RUN_I" and "output_RUN_I" of NAME.npz are arrays of a run. Models on the command line run with several batches.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "ops" / "harness"))

import numpy as np  # noqa: E402
import open_crops  # noqa: E402
import open_windows  # noqa: E402
from graph_builder import conv, depthwise, dim_of, int_scalar, max_pool, open_input, packed, seeded, shape_of  # noqa: E402

BATCHES = (1, 2, 3, 16)


def _dense(g, x, inputs, outputs, seed, dims=None, **params):
    weights, bias = g.constant(seeded((outputs, inputs), f"{seed}_w", -0.5, 0.5)), g.constant(seeded((outputs,), f"{seed}_b"))
    return g.node("FULLY_CONNECTED", [x, weights, bias], *([dims] if dims else []), **params)


def _ints(g, values):
    return g.constant(values, "int32")


def flattened(g):
    x = conv(g, open_input(g, [-1, 8, 6, 4]), 4, 8, strideH=2, strideW=2, fusedActivationFunction="RELU")
    x = g.node("RESHAPE", [x, _ints(g, [-1, 96])], [1, 96])
    g.outputs(g.node("SOFTMAX", [_dense(g, x, 96, 10, "classes")], beta=1.0))


def reshaped_by_its_batch(g):
    x = open_input(g, [-1, 48])
    target = packed(g, [dim_of(g, shape_of(g, x, 2), 0), *(int_scalar(g, dim) for dim in (4, 3, 4))])
    x = conv(g, g.node("RESHAPE", [x, target], [1, 4, 3, 4]), 4, 4)
    shape = shape_of(g, x, 4)
    heads = g.node("MUL", [dim_of(g, shape, 0), int_scalar(g, 2)], [], dtype="int32")
    g.outputs(g.node("RESHAPE", [x, packed(g, [heads, dim_of(g, shape, 1), int_scalar(g, 6)])], [2, 4, 6]))


def attention(g):
    """Attention whose heads come from a RESHAPE to the input's batch and length."""
    x = open_input(g, [-1, -1, 16])
    shape = shape_of(g, x, 3)
    sizes = [dim_of(g, shape, axis) for axis in (0, 1)]
    heads = packed(g, [*sizes, int_scalar(g, 2), int_scalar(g, 8)])

    def of_heads(name):
        rows = _dense(g, x, 16, 16, name, [1, 1, 16], keepNumDims=True)
        return g.node("TRANSPOSE", [g.node("RESHAPE", [rows, heads], [1, 1, 2, 8]), _ints(g, [0, 2, 1, 3])], [1, 2, 1, 8])

    query, key, value = map(of_heads, ("query", "key", "value"))
    scores = g.node("SOFTMAX", [g.node("BATCH_MATMUL", [query, key], [1, 2, 1, 1], adjY=True)], beta=1.0)
    mixed = g.node("TRANSPOSE", [g.node("BATCH_MATMUL", [scores, value], [1, 2, 1, 8]), _ints(g, [0, 2, 1, 3])], [1, 1, 2, 8])
    joined = g.node("RESHAPE", [mixed, packed(g, [*sizes, int_scalar(g, 16)])], [1, 1, 16])
    g.outputs(g.node("ADD", [_dense(g, joined, 16, 16, "mixed", [1, 1, 16], keepNumDims=True), x]))


def split_and_joined(g):
    x = conv(g, open_input(g, [-1, 6, 8, 4]), 4, 8)
    parts = [g.tensor((1, 6, 8, 4)) for _ in range(2)]
    g.op("SPLIT", [_ints(g, 3), x], parts, numSplits=2)
    joined = g.node("CONCATENATION", [g.node("LOGISTIC", [parts[1]]), parts[0]], axis=3)
    g.outputs(joined, g.node("CONCATENATION", [parts[0], parts[1], parts[0]], [3, 6, 8, 4], axis=0))


def strided_windows(g):
    """Windows with SAME padding, which depends on the remainders of height and width."""
    x = conv(g, open_input(g, [-1, -1, -1, 3]), 3, 8, strideH=2, strideW=2)
    x = max_pool(g, depthwise(g, x, 8, strideH=3, strideW=3), (3, 3), 2, "SAME")
    g.outputs(x, g.node("MEAN", [x, _ints(g, [1, 2])], [1, 8], keepDims=False))


def cut_rows(g):
    """The last three rows, all but the last two, and the last one: there may be fewer."""
    x = open_input(g, [-1, -1, 4])

    def cut(begin, end, dims, **masks):
        bounds = [_ints(g, values) for values in ([0, begin, 0], [0, end, 0], [1, 1, 1])]
        return g.node("STRIDED_SLICE", [x, *bounds], dims, **masks)

    g.outputs(cut(-3, 0, [1, 1, 4], endMask=7, beginMask=5), cut(0, -2, [1, 1, 4], endMask=5, beginMask=7),
              cut(-1, 0, [1, 4], endMask=5, beginMask=5, shrinkAxisMask=2))


def two_inputs_of_a_batch(g):
    left, right = open_input(g, [-1, 8]), open_input(g, [-1, 8])
    g.outputs(g.node("MUL", [_dense(g, left, 8, 8, "left"), right]))


def edges_of_nodes(g):
    """As many sources as targets, and any number of nodes."""
    nodes, sources, targets = open_input(g, [-1, 8]), *(g.input([1], "int32", signature=[-1]) for _ in range(2))
    ends = [g.node("GATHER", [nodes, position], [1, 8]) for position in (sources, targets)]
    g.outputs(g.node("SUB", [_dense(g, ends[0], 8, 8, "sources"), ends[1]]))


def gathered_by_image(g):
    """As tf.gather_nd with batch_dims is converted: the number of each image stands before its places."""
    images, places = open_input(g, [-1, 6, 3]), open_input(g, [-1, 4, 1])
    batch = dim_of(g, shape_of(g, images, 3), 0)
    integers = g.node("RANGE", [int_scalar(g, 0), batch, int_scalar(g, 1)], [1], dtype="int32")
    column = g.node("RESHAPE", [integers, packed(g, [batch, int_scalar(g, 1), int_scalar(g, 1)])], [1, 1, 1], dtype="int32")
    ones = g.node("FILL", [packed(g, [batch, int_scalar(g, 4), int_scalar(g, 1)]), int_scalar(g, 1)], [1, 4, 1], dtype="int32")
    of_image = g.node("MUL", [column, ones], [1, 4, 1], dtype="int32")
    scaled = g.node("ABS", [g.node("MUL", [places, g.constant(5.0)], [1, 4, 1])], [1, 4, 1])
    pairs = g.node("CONCATENATION", [of_image, g.node("CAST", [scaled], dtype="int32")], [1, 4, 2], dtype="int32", axis=2)
    g.outputs(g.node("GATHER_ND", [images, pairs], [1, 4, 3]))


def _sound(g, window):
    """Frames of a sound and their largest values. The sound is at least as long as a window."""
    x = g.node("EXPAND_DIMS", [open_input(g, [-1, -1]), _ints(g, 1)], [1, 1, 1])
    x = g.node("EXPAND_DIMS", [x, _ints(g, 3)], [1, 1, 1, 1])
    frames = conv(g, x, 1, 4, (1, window), largest=0.1, padding="VALID", strideW=160)
    g.outputs(frames, g.node("REDUCE_MAX", [frames, _ints(g, [1, 2])], [1, 4], keepDims=False))


def windows_of_512(g):
    _sound(g, 512)


def windows_of_4000(g):
    _sound(g, 4000)


# Dims of the inputs for each run.
OPEN = {
    flattened: [[(batch, 8, 6, 4)] for batch in BATCHES],
    reshaped_by_its_batch: [[(batch, 48)] for batch in BATCHES],
    attention: [[(batch, length, 16)] for batch, length in ((1, 1), (1, 7), (2, 5), (3, 64), (16, 1))],
    split_and_joined: [[(batch, 6, 8, 4)] for batch in BATCHES],
    strided_windows: [[(batch, height, width, 3)] for batch, height, width in
                      ((1, 24, 24), (1, 23, 25), (2, 13, 40), (3, 7, 8), (1, 1, 1), (1, 64, 2), (1, 11, 12))],
    cut_rows: [[(batch, rows, 4)] for batch, rows in ((1, 3), (2, 4), (3, 9), (1, 40), (2, 2), (1, 1))],
    windows_of_512: [[(batch, length)] for batch, length in ((1, 512), (2, 513), (1, 671), (3, 672), (1, 16000))],
    windows_of_4000: [[(batch, length)] for batch, length in ((1, 4000), (2, 4161), (1, 16000))],
    two_inputs_of_a_batch: [[(batch, 8), (batch, 8)] for batch in BATCHES],
    gathered_by_image: [[(batch, 6, 3), (batch, 4, 1)] for batch in BATCHES],
    edges_of_nodes: [[(nodes, 8), (edges,), (edges,)] for nodes, edges in ((1, 1), (5, 3), (2, 16))],
    **open_windows.OPEN,
    **open_crops.OPEN,
}


def least_of_sizes(g):
    """Takes all rows, but 8 at most."""
    x = open_input(g, [-1, 4])
    count = g.node("MINIMUM", [dim_of(g, shape_of(g, x, 2), 0), int_scalar(g, 8)], [], dtype="int32")
    g.outputs(g.node("SLICE", [x, _ints(g, [0, 0]), packed(g, [count, int_scalar(g, 4)])], [1, 4]))


def constant_batch(g):
    x = g.node("RESHAPE", [open_input(g, [-1, 4, 4]), _ints(g, [1, 16])], [1, 16])
    g.outputs(_dense(g, x, 16, 3, "units"))


# The node that the refusal names.
FIXED = {least_of_sizes: "MINIMUM (node 2)", constant_batch: "RESHAPE", **open_crops.FIXED}


def _interpreter(content):
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    return Interpreter(model_content=content, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)


def _save(content, runs, path):
    interpreter, arrays = _interpreter(content), {}
    for run, shapes in enumerate(runs):
        details = interpreter.get_input_details()
        for detail, shape in zip(details, shapes, strict=True):
            interpreter.resize_tensor_input(detail["index"], shape)
        interpreter.allocate_tensors()
        for i, (detail, shape) in enumerate(zip(details, shapes)):
            # Integers of 32 bits are indices into tables.
            has_quantized = detail["dtype"] in (np.int8, np.uint8, np.int16)
            low, high = (np.iinfo(detail["dtype"]).min, np.iinfo(detail["dtype"]).max) if has_quantized else (-1, 1)
            array = seeded(shape, f"{run}_{i}", low, high).astype(detail["dtype"])
            arrays[f"input_{run}_{i}"] = array
            interpreter.set_tensor(detail["index"], array)
        interpreter.invoke()
        for i, detail in enumerate(interpreter.get_output_details()):
            arrays[f"output_{run}_{i}"] = interpreter.get_tensor(detail["index"])
    path.with_suffix(".tflite").write_bytes(content)
    np.savez(path.with_suffix(".npz"), **arrays)


def main():
    from model_builder import ModelBuilder

    folder = pathlib.Path(sys.argv[1])
    for build, runs in {**OPEN, **open_windows.EXACT, **open_windows.MIXED, **dict.fromkeys(FIXED, []),
                        **dict.fromkeys(open_crops.MULTIPLES, open_crops.SIZES)}.items():
        builder = ModelBuilder()
        build(builder.subgraph())
        _save(builder.serialize(), runs, folder / build.__name__)
    for model in map(pathlib.Path, sys.argv[2:]):
        content = model.read_bytes()
        shapes = [detail["shape"] for detail in _interpreter(content).get_input_details()]
        _save(content, [[(batch, *shape[1:]) for shape in shapes] for batch in (1, 3)], folder / model.stem)


if __name__ == "__main__":
    main()
