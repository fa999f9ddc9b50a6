"""Writes models whose dims depend on values of a run, and models that count up to open sizes, with TFLite's results:

    run_dim_models.py FOLDER    # FOLDER/NAME.tflite and NAME.npz, with ai-edge-litert's Python

"input_RUN_I" and "output_RUN_I" of NAME.npz are arrays of a run.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "ops" / "harness"))

import numpy as np  # noqa: E402
import run_dims_within  # noqa: E402
import run_operands  # noqa: E402
from graph_builder import conv, dim_of, int_scalar, max_pool, open_input, packed, seeded, shape_of  # noqa: E402


def _ints(g, values, dtype="int32"):
    return g.constant(values, dtype)


def _whole(g, x):
    """A STRIDED_SLICE of everything, as TensorFlow's converter writes it for new dims."""
    return g.node("STRIDED_SLICE", [x, _ints(g, [0, 0]), _ints(g, [0, 0]), _ints(g, [1, 1])], [1, 1], dtype="int32", beginMask=3,
                  endMask=3)


def repeated(g):
    """Repeats each of five rows as often as an input says: the length regulator of a text-to-speech model."""
    rows, counts = g.input([1, 5, 8]), g.input([5], "int32")
    ends = g.node("RESHAPE", [g.node("CUMSUM", [counts, int_scalar(g, 0)], [5], dtype="int32"), _ints(g, [1, 5])], [1, 5],
                  dtype="int32")
    total = g.node("SUM", [counts, _ints(g, [0])], [], dtype="int32")
    places = g.node("RANGE", [int_scalar(g, 0), total, int_scalar(g, 1)], [1], dtype="int32")
    column = _whole(g, g.node("RESHAPE", [places, _ints(g, [-1, 1])], [1, 1], dtype="int32"))
    passed = g.node("GREATER_EQUAL", [column, ends], [1, 5], dtype="bool")
    passed = g.node("CAST", [passed], [1, 5], dtype="int32", inDataType="BOOL", outDataType="INT32")
    source = g.node("SUM", [passed, int_scalar(g, 1)], [1], dtype="int32")
    g.outputs(g.node("GATHER", [rows, source], [1, 1, 8], axis=1), source)


def _where(dtype):
    def build(g):
        x = g.input([4, 6], dtype)
        found = g.node("WHERE", [x], [1, 2], dtype="int64")
        g.outputs(found, g.node("GATHER_ND", [g.constant(seeded((4, 6), "values")), found], [1]))

    build.__name__ = f"where_of_{dtype}"
    return build


def _unique(dtype):
    def build(g):
        x = g.input([9], dtype)
        values, places = g.tensor([1], dtype), g.tensor([9], "int32")
        g.op("UNIQUE", [x], [values, places], idxOutType="INT32")
        g.outputs(values, places)

    build.__name__ = f"unique_of_{dtype}"
    return build


def squeezed(g):
    """Every dim of 1 goes, and one that a run decides in those runs in which it is 1."""
    x = g.input([9], "int32")
    values, places = g.tensor([1], "int32"), g.tensor([9], "int32")
    g.op("UNIQUE", [x], [values, places], idxOutType="INT32")
    rows = g.node("GATHER", [g.constant(seeded((1, 10, 3), "rows")), values], [1, 1, 3], axis=1)
    g.outputs(g.node("ABS", [g.node("SQUEEZE", [rows], [1, 3])], [1, 3]), values)


def counted_floats(g):
    start, limit, delta = (g.input([]) for _ in range(3))
    g.outputs(g.node("RANGE", [start, limit, delta], [1]))


def counted_down(g):
    """Two RANGEs of the same operands, which have the same length."""
    start, limit, delta = (g.input([], "int64") for _ in range(3))
    one, other = (g.node("RANGE", [start, limit, delta], [1], dtype="int64") for _ in range(2))
    g.outputs(g.node("ADD", [one, other], [1], dtype="int64"))


def reshaped(g):
    """A RESHAPE to a target given as an input. A layer reads the result, whose last dim is eight according to the file."""
    x, target = g.input([3, 16]), g.input([2], "int32")
    rows = g.op("RESHAPE", [x, target], [g.tensor([1, 8], signature=[-1, 8])])
    weights = g.constant(seeded((5, 8), "weights"))
    g.outputs(g.node("FULLY_CONNECTED", [g.node("ABS", [rows], [1, 8]), weights, None], [1, 5]), rows)


def found_rows(g):
    """Rows computed from those that WHERE finds, with a count that goes through a shape, a product and a fill."""
    x = g.input([7], "bool")
    found = g.node("WHERE", [x], [1, 1], dtype="int64")
    count = dim_of(g, shape_of(g, found, 2), 0)
    doubled = g.node("MUL", [count, int_scalar(g, 2)], [], dtype="int32")
    places = g.node("CAST", [found], [1, 1], inDataType="INT64", outDataType="FLOAT32")
    wide = g.node("TILE", [places, _ints(g, [2, 3])], [1, 3])
    g.outputs(g.node("ADD", [wide, g.node("FILL", [packed(g, [doubled, int_scalar(g, 3)]), g.constant(0.5)], [1, 3])], [1, 3]))


def _floats(seed, *shapes):
    return [seeded(shape, f"{seed}_{i}") for i, shape in enumerate(shapes)]


def _conditions(dtype):
    values = seeded((4, 6), "condition", -3, 3)
    some = np.where(np.abs(values) < 1.5, 0, values).astype(dtype)
    return [[some], [np.ones((4, 6), dtype)], [np.eye(4, 6, k=2, dtype=dtype)]]


def _numbers(dtype):
    return [[np.array(values, dtype)] for values in ([3, 1, 3, 7, 7, 1, 0, 3, 9], [5] * 9, range(9, 0, -1))]


# Values of the inputs for each run.
RUNS = {
    repeated: [[*_floats(run, (1, 5, 8)), np.array(counts, np.int32)]
               for run, counts in enumerate(([1, 2, 3, 1, 1], [0, 0, 1, 0, 0], [9, 0, 40, 1, 300]))],
    **{_where(dtype): _conditions(dtype) for dtype in ("bool", "float32", "int8", "uint32", "int64")},
    **{_unique(dtype): _numbers(dtype) for dtype in ("float32", "int8", "int16", "int32", "int64")},
    squeezed: _numbers("int32"),
    counted_floats: [[np.array(value, np.float32) for value in values]
                     for values in ((0, 0.3, 0.1), (0, 1, 0.1), (2, -1, -0.37), (0.5, 0.5, 1), (0, 4, 1))],
    counted_down: [[np.array(value, np.int64) for value in values] for values in ((9, 0, -2), (0, 12, 5), (4, 4, 1), (-3, 300, 1))],
    reshaped: [[*_floats(run, (3, 16)), np.array(target, np.int32)] for run, target in enumerate(([6, 8], [-1, 8]))],
    found_rows: [[np.array(values, bool)] for values in ([0, 1, 0, 0, 1, 1, 0], [1] * 7, [0, 0, 0, 0, 0, 0, 1])],
    **run_operands.RUNS,
}


def positions(g):
    x = open_input(g, [1, -1])
    places = g.node("RANGE", [int_scalar(g, 0), dim_of(g, shape_of(g, x, 2), 1), int_scalar(g, 1)], [1], dtype="int32")
    g.outputs(g.node("ADD", [x, g.node("CAST", [places], [1], inDataType="INT32", outDataType="FLOAT32")]))


def relative_places(g):
    """Attention of any length, whose scores are reduced by values from a table of distances."""
    x = open_input(g, [1, -1, 12])
    count = dim_of(g, shape_of(g, x, 3), 1)
    places = g.node("RANGE", [int_scalar(g, 0), count, int_scalar(g, 1)], [1], dtype="int32")
    places = g.node("CAST", [places], [1], inDataType="INT32", outDataType="FLOAT32")
    column, row = (g.node("RESHAPE", [places, _ints(g, dims)], [1, 1]) for dims in ([-1, 1], [1, -1]))
    distance = g.node("ABS", [g.node("SUB", [column, row], [1, 1])], [1, 1])
    scores = g.node("SUB", [g.node("BATCH_MATMUL", [x, x], [1, 1, 1], adjY=True), distance], [1, 1, 1])
    g.outputs(g.node("BATCH_MATMUL", [g.node("SOFTMAX", [scores], beta=1.0), x], [1, 1, 12]))


def counted_from_the_end(g):
    """Distances from the last row, and from one behind it, counted down."""
    x = open_input(g, [-1, 4])
    count = dim_of(g, shape_of(g, x, 2), 0)
    first = g.node("SUB", [count, int_scalar(g, 1)], [], dtype="int32")
    down = g.node("RANGE", [first, int_scalar(g, -1), int_scalar(g, -1)], [1], dtype="int32")
    below = g.node("RANGE", [g.node("NEG", [count], [], dtype="int32"), int_scalar(g, 0), int_scalar(g, 1)], [1], dtype="int32")
    g.outputs(g.node("GATHER", [x, down], [1, 4], axis=0), below)


def looped(model):
    """A sum over all rows, in a loop whose inputs are the rows and their number."""
    g = model.subgraph()
    x = open_input(g, [-1, 3])
    count = dim_of(g, shape_of(g, x, 2), 0)
    results = [g.tensor([], "int32"), g.tensor([1, 3]), g.tensor([], "int32"), g.tensor([1, 3], signature=[-1, 3])]
    g.op("WHILE", [int_scalar(g, 0), g.constant(np.zeros((1, 3), np.float32)), count, x], results, condSubgraphIndex=1,
         bodySubgraphIndex=2)
    g.outputs(results[1])
    condition, body = model.subgraph("condition"), model.subgraph("body")
    position, _, end, _ = _loop_inputs(condition)
    condition.outputs(condition.node("LESS", [position, end], [], dtype="bool"))
    position, total, end, rows = _loop_inputs(body)
    row = body.node("GATHER", [rows, body.node("RESHAPE", [position, _ints(body, [1])], [1], dtype="int32")], [1, 3], axis=0)
    added = body.node("ADD", [body.node("MUL", [total, body.constant(0.5)], [1, 3]), row], [1, 3])
    body.outputs(body.node("ADD", [position, int_scalar(body, 1)], [], dtype="int32"), added, end, rows)


def _loop_inputs(g):
    return [g.input([], "int32"), g.input([1, 3]), g.input([], "int32"), g.input([1, 3], signature=[-1, 3])]


def _halved(g, x, channels, depth):
    """Halves images `depth` times, and returns all images, the last one first."""
    images = [conv(g, x, 3, channels, seed="in")]
    for level in range(depth):
        pooled = max_pool(g, images[0], (2, 2), 2, "VALID")
        images.insert(0, conv(g, pooled, channels, channels, seed=f"down{level}"))
    return images


def _joined(g, x, skipped, channels, level):
    joined = g.node("CONCATENATION", [x, skipped], [1, 1, 1, 2 * channels], axis=3)
    return conv(g, joined, 2 * channels, channels, seed=f"up{level}")


def _doubled_sides(g, x):
    shape = shape_of(g, x, 4)
    return [g.node("MUL", [dim_of(g, shape, axis), int_scalar(g, 2)], [], dtype="int32") for axis in (1, 2)]


def unet_of_resizes(g):
    x, *skipped = _halved(g, open_input(g, [1, -1, -1, 3]), 4, 3)
    for level, image in enumerate(skipped):
        x = g.node("RESIZE_BILINEAR", [x, packed(g, _doubled_sides(g, x))], [1, 1, 1, 4], halfPixelCenters=True)
        x = _joined(g, x, image, 4, level)
    g.outputs(g.node("LOGISTIC", [x], [1, 1, 1, 4]))


def unet_of_transposed_windows(g):
    x, *skipped = _halved(g, open_input(g, [-1, -1, 64, 3]), 4, 2)
    for level, image in enumerate(skipped):
        batch = dim_of(g, shape_of(g, x, 4), 0)
        dims = packed(g, [batch, *_doubled_sides(g, x), int_scalar(g, 4)])
        weights = g.constant(seeded((4, 3, 3, 4), f"wide{level}", -0.5, 0.5))
        x = g.node("TRANSPOSE_CONV", [dims, weights, x], [1, 1, 1, 4], padding="SAME", strideW=2, strideH=2)
        x = _joined(g, x, image, 4, level)
    g.outputs(x)


def unet_of_nearest(g):
    x, *skipped = _halved(g, open_input(g, [1, -1, -1, 3]), 4, 2)
    for level, image in enumerate(skipped):
        x = g.node("RESIZE_NEAREST_NEIGHBOR", [x, packed(g, _doubled_sides(g, x))], [1, 1, 1, 4], halfPixelCenters=True)
        x = _joined(g, x, image, 4, level)
    g.outputs(x)


def _of_any_size(*shapes):
    return [[seeded(shape, f"{shape}", -1, 1)] for shape in shapes]


# Models of open sizes, with the names of their open dims and the multiples that each dim must be.
OPEN = {
    positions: ({"_1": 1}, _of_any_size((1, 1), (1, 9), (1, 400))),
    relative_places: ({"_1": 1}, _of_any_size((1, 1, 12), (1, 7, 12), (1, 300, 12))),
    counted_from_the_end: ({"batch": 1}, _of_any_size((1, 4), (5, 4), (33, 4))),
    looped: ({"batch": 1}, _of_any_size((1, 3), (4, 3), (19, 3))),
    unet_of_resizes: ({"_1": 8, "_2": 8}, _of_any_size((1, 8, 8, 3), (1, 16, 40, 3), (1, 64, 24, 3))),
    unet_of_transposed_windows: ({"batch": 1, "_1": 4}, _of_any_size((1, 4, 64, 3), (3, 12, 64, 3), (2, 64, 64, 3))),
    unet_of_nearest: ({"_1": 4, "_2": 4}, _of_any_size((1, 4, 4, 3), (1, 12, 20, 3), (1, 32, 8, 3))),
}


def save(content, runs, path):
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    interpreter, saved = Interpreter(model_content=content, experimental_op_resolver_type=OpResolverType.BUILTIN_REF), {}
    for run, arrays in enumerate(runs):
        details = interpreter.get_input_details()
        for detail, array in zip(details, arrays, strict=True):
            interpreter.resize_tensor_input(detail["index"], array.shape)
        interpreter.allocate_tensors()
        for i, (detail, array) in enumerate(zip(details, arrays)):
            interpreter.set_tensor(detail["index"], array)
            saved[f"input_{run}_{i}"] = array
        interpreter.invoke()
        for i, detail in enumerate(interpreter.get_output_details()):
            # TFLite returns no array for a tensor without elements.
            has_elements = all(detail["shape"])
            array = interpreter.get_tensor(detail["index"]) if has_elements else np.zeros(detail["shape"], detail["dtype"])
            saved[f"output_{run}_{i}"] = array
    path.with_suffix(".tflite").write_bytes(content)
    np.savez(path.with_suffix(".npz"), **saved)


def main():
    from model_builder import ModelBuilder

    within = {**run_dims_within.RUNS, **dict.fromkeys(run_dims_within.REFUSED, [])}
    known_runs = {**RUNS, **run_operands.LATE_RUNS, **within}
    for build, runs in {**known_runs, **{build: runs for build, (_, runs) in OPEN.items()}}.items():
        builder = ModelBuilder()
        has_subgraphs = build is looped or build in within
        build(builder if has_subgraphs else builder.subgraph())
        save(builder.serialize(), runs, pathlib.Path(sys.argv[1]) / build.__name__)


if __name__ == "__main__":
    main()
