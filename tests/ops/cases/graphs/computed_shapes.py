"""Shapes that a model computes, as converters write them. Each case has a model of open dims and its closed twin, in which
every shape is a constant. No run computes them, so that they cut no partition."""

import numpy as np

from graph_builder import (
    CPU_ONLY,
    dim_of,
    graph_case,
    int_scalar,
    open_input,
    packed,
    seeded,
    shape_of,
)


def _twins(signature, first, *resized):
    """Registers the graph that `build(g, x)` makes twice: x has the open dims of the signature, or those of the first
    run. Both are resized."""

    def register(build):
        def opened(m):
            g = m.subgraph()
            g.outputs(*build(g, open_input(g, signature)))

        def closed(m):
            g = m.subgraph()
            g.outputs(*build(g, g.input(first)))

        for case in (opened, closed):
            case.__name__ = f"{build.__name__}_{case.__name__}"
            case.__doc__ = build.__doc__
            graph_case(start=(first,), resize=tuple((dims,) for dims in resized))(case)
        return build

    return register


_TOKENS = ([-1, -1, 6], [2, 5, 6], [1, 8, 6])


def _ints(g, op, inputs, shape=(), dtype="int32", **params):
    return g.node(op, inputs, list(shape), dtype=dtype, **params)


def _half(g, dim):
    return _ints(g, "FLOOR_DIV", [dim, int_scalar(g, 2)], version=2)


def _rank(g, x):
    return g.node("RANK", [x], [], dtype="int32")


def _last_axis(g, x):
    return _ints(g, "SUB", [_rank(g, x), int_scalar(g, 1)])


@_twins(*_TOKENS)
def shapes_gathered_and_joined(g, x):
    sizes = _ints(g, "GATHER", [shape_of(g, x, 3), g.constant([0, 1], "int32")], [2], axis=0)
    target = _ints(g, "CONCATENATION", [sizes, g.constant([2, 3], "int32")], [4], axis=0)
    heads = g.node("RESHAPE", [x, target], [1, 1, 2, 3])
    row = g.node("MEAN", [x, g.constant([0, 1], "int32")], [6], keepDims=False)
    whole = _ints(g, "CONCATENATION", [sizes, g.constant([6], "int32")], [3], axis=0)
    stretched = g.node("BROADCAST_TO", [row, whole], [1, 1, 6], version=2)
    return g.node("TANH", [heads], [1, 1, 2, 3]), g.node("SUB", [x, stretched], [1, 1, 6])


@_twins(*_TOKENS)
def shapes_filled(g, x):
    """FILL as Keras' zeros_like and ones_like use it, and a token joined in front of the others."""
    shape = shape_of(g, x, 3)
    row = packed(g, [dim_of(g, shape, 0), int_scalar(g, 1), int_scalar(g, 6)])
    ones = g.node("FILL", [row, g.constant(1.0)], [1, 1, 6])
    x = g.node("CONCATENATION", [ones, x], [1, 2, 6], axis=1)
    zeros = g.node("FILL", [shape_of(g, x, 3), g.constant(0.25)], [1, 2, 6])
    return (g.node("ADD", [x, zeros], [1, 2, 6]),)


@_twins(*_TOKENS)
def shapes_tiled(g, x):
    """TILE repeats one row for each token."""
    shape = shape_of(g, x, 3)
    multiples = packed(g, [dim_of(g, shape, 0), dim_of(g, shape, 1), int_scalar(g, 1)])
    row = g.node("RELU", [g.constant(seeded((1, 1, 6), "row"))], [1, 1, 6])
    mean = g.node("MEAN", [x, g.constant([0, 1], "int32")], [1, 1, 6], keepDims=True)
    tiled = g.node("TILE", [g.node("ADD", [row, mean], [1, 1, 6]), multiples], [1, 1, 6])
    return (g.node("MUL", [x, tiled], [1, 1, 6]),)


# TFLite's SLICE keeps the output dims of the file, so this case has no second size.
@_twins([-1, -1, 6], [2, 5, 6])
def shapes_slice(g, x):
    """The second half of the tokens, by SLICE, and the first, by STRIDED_SLICE."""
    shape = shape_of(g, x, 3)
    tokens = dim_of(g, shape, 1)
    half = _half(g, tokens)
    begin = packed(g, [int_scalar(g, 0), half, int_scalar(g, 0)])
    size = packed(g, [dim_of(g, shape, 0), _ints(g, "SUB", [tokens, half]), int_scalar(g, 6)])
    second = g.node("SLICE", [x, begin, size], [2, 3, 6])
    end = packed(g, [int_scalar(g, 0), half])
    bounds = [g.constant([0, 0], "int32"), end, g.constant([1, 1], "int32")]
    first = g.node("STRIDED_SLICE", [x, *bounds], [1, 0, 6], beginMask=1, endMask=1)
    return g.node("EXP", [second], [1, 1, 6]), g.node("CONCATENATION", [second, first], [1, 1, 6], axis=1)


@_twins([-1, -1, 6], [2, 5, 6])
def shapes_slice_in_int64(g, x):
    """The bounds of SLICE are int64, like sizes in torch."""
    shape = shape_of(g, x, 3, "int64")
    tokens, one = dim_of(g, shape, 1, "int64"), int_scalar(g, 1, "int64")
    zero = int_scalar(g, 0, "int64")
    begin = packed(g, [zero, _ints(g, "SUB", [tokens, one], dtype="int64"), zero], "int64")
    size = packed(g, [dim_of(g, shape, 0, "int64"), one, int_scalar(g, 4, "int64")], "int64")
    last = g.node("SLICE", [x, begin, size], [2, 1, 4])
    return (g.node("LOGISTIC", [last], [1, 1, 4]),)


@_twins([-1, -1, -1, 2], [1, 5, 7, 2], [2, 4, 6, 2])
def shapes_pad_to_a_multiple(g, x):
    shape = shape_of(g, x, 4)
    paddings = [int_scalar(g, 0), int_scalar(g, 0)]
    for axis in (1, 2):
        missing = _ints(g, "FLOOR_MOD", [_ints(g, "NEG", [dim_of(g, shape, axis)]), int_scalar(g, 4)])
        paddings += [int_scalar(g, 0), missing]
    paddings += [int_scalar(g, 0), int_scalar(g, 0)]
    paddings = _ints(g, "RESHAPE", [packed(g, paddings), g.constant([4, 2], "int32")], [4, 2])
    return (g.node("TANH", [g.node("PAD", [x, paddings], [1, 4, 4, 2])], [1, 4, 4, 2]),)


@_twins([-1, -1, -1, 3], [1, 4, 6, 3], [2, 6, 2, 3])
def shapes_resize_by_a_fraction(g, x):
    """The size is scaled by 1.5, which takes floats."""
    bounds = [g.constant([bound], "int32") for bound in (1, 3, 1)]
    size = _ints(g, "STRIDED_SLICE", [shape_of(g, x, 4), *bounds], [2])
    size = g.node("CAST", [size], [2], inDataType="INT32", outDataType="FLOAT32")
    size = g.node("FLOOR", [g.node("MUL", [size, g.constant([1.5, 1.5])], [2])], [2])
    size = _ints(g, "CAST", [size], [2], inDataType="FLOAT32", outDataType="INT32")
    nearest = g.node("RESIZE_NEAREST_NEIGHBOR", [x, size], [1, 1, 1, 3], version=3)
    return nearest, g.node("RESIZE_BILINEAR", [x, size], [1, 1, 1, 3], version=3, halfPixelCenters=True)


@_twins(*_TOKENS)
def shapes_transpose_all(g, x):
    """tf.transpose(x): the axes from the last one to the first."""
    axes = _ints(g, "RANGE", [int_scalar(g, 0), _rank(g, x), int_scalar(g, 1)], [3])
    reversed_axes = _ints(g, "SUB", [_last_axis(g, x), axes], [3])
    return (g.node("TRANSPOSE", [g.node("RELU", [x], [1, 1, 6]), reversed_axes], [6, 1, 1]),)


@_twins(*_TOKENS)
def shapes_of_positions(g, x):
    """Positions of tokens, used as floats and as indices into a table of embeddings."""
    tokens = dim_of(g, shape_of(g, x, 3), 1)
    integers = _ints(g, "RANGE", [int_scalar(g, 0), tokens, int_scalar(g, 1)], [1])
    learned = g.node("GATHER", [g.constant(seeded((8, 6), "table")), integers], [1, 6], axis=0)
    angles = g.node("CAST", [integers], [1], inDataType="INT32", outDataType="FLOAT32")
    angles = g.node("EXPAND_DIMS", [angles, g.constant(-1, "int32")], [1, 1])
    waves = g.node("SIN", [g.node("MUL", [angles, g.constant(seeded((1, 6), "frequencies"))], [1, 6])], [1, 6])
    return (g.node("ADD", [g.node("ADD", [x, learned], [1, 1, 6]), waves], [1, 1, 6]),)


@_twins([-1, -1, -1, 2], [1, 3, 4, 2], [2, 2, 5, 2])
def shapes_of_a_transposed_convolution(g, x):
    shape = shape_of(g, x, 4)
    sides = [_ints(g, "MUL", [dim_of(g, shape, axis), int_scalar(g, 2)]) for axis in (1, 2)]
    target = packed(g, [dim_of(g, shape, 0), *sides, int_scalar(g, 3)])
    weights = g.constant(seeded((3, 2, 2, 2), "up"))
    params = {"padding": "SAME", "strideH": 2, "strideW": 2}
    return (g.node("TRANSPOSE_CONV", [target, weights, x], [1, 2, 2, 3], **params),)


@_twins(*_TOKENS)
def shapes_name_axes(g, x):
    """Operators whose axis is computed from the rank."""
    last = _last_axis(g, x)
    parts = [g.tensor([1, 1, 3]) for _ in range(2)]
    g.op("SPLIT", [last, x], parts, numSplits=2)
    rows = g.node("EXPAND_DIMS", [parts[0], last], [1, 1, 1, 3])
    position = g.node("ARG_MAX", [x, last], [1, 1], dtype="int32", outputType="INT32")
    added = g.node("CUMSUM", [parts[1], last], [1, 1, 3])
    turned = g.node("REVERSE_V2", [x, packed(g, [last])], [1, 1, 6])
    return g.node("ABS", [rows], [1, 1, 1, 3]), position, added, turned


@_twins(*_TOKENS)
def shapes_split_in_halves(g, x):
    tokens = dim_of(g, shape_of(g, x, 3), 1)
    half = _half(g, tokens)
    sizes = packed(g, [half, _ints(g, "SUB", [tokens, half])])
    parts = [g.tensor([1, 1, 6]) for _ in range(2)]
    g.op("SPLIT_V", [x, sizes, int_scalar(g, 1)], parts, numSplits=2)
    return [g.node("NEG", [part], [1, 1, 6]) for part in parts]


@_twins(*_TOKENS)
def shapes_reduce_all_but_the_batch(g, x):
    """Reduces along the axes from 1 on, and along all axes."""
    axes = _ints(g, "RANGE", [int_scalar(g, 1), _rank(g, x), int_scalar(g, 1)], [2])
    every = _ints(g, "RANGE", [int_scalar(g, 0), _rank(g, x), int_scalar(g, 1)], [3])
    kept = g.node("MEAN", [x, axes], [1, 1, 1], keepDims=True)
    return g.node("SUM", [x, axes], [1], keepDims=False), kept, g.node("REDUCE_MAX", [x, every], [], keepDims=False)


@_twins(*_TOKENS)
def shapes_bound_the_largest(g, x):
    """TOPK_V2 of at most 4 tokens, and a ONE_HOT row with one element for each token."""
    tokens = dim_of(g, shape_of(g, x, 3), 1)
    scores = g.node("MEAN", [x, g.constant([2], "int32")], [1, 1], keepDims=False)
    largest, places = g.tensor([1, 1]), g.tensor([1, 1], "int32")
    g.op("TOPK_V2", [scores, _ints(g, "MINIMUM", [tokens, int_scalar(g, 4)])], [largest, places])
    best = g.node("ARG_MAX", [scores, int_scalar(g, 1)], [1], dtype="int32", outputType="INT32")
    shown = g.node("ONE_HOT", [best, tokens, g.constant(1.0), g.constant(0.0)], [1, 1], axis=-1)
    return g.node("TANH", [largest], [1, 1]), places, g.node("MUL", [shown, scores], [1, 1])


@_twins(*_TOKENS)
def shapes_multiplied_in_int64(g, x):
    """The number of rows in all batches is multiplied in int64 and cast to int32 for a RESHAPE."""
    shape = shape_of(g, x, 3, "int64")
    rows = _ints(g, "MUL", [dim_of(g, shape, 0, "int64"), dim_of(g, shape, 1, "int64")], dtype="int64")
    rows = _ints(g, "CAST", [rows], inDataType="INT64", outDataType="INT32")
    flat = g.node("RESHAPE", [x, packed(g, [rows, int_scalar(g, 6)])], [1, 6])
    count = _ints(g, "REDUCE_PROD", [shape_of(g, x, 3), g.constant([0], "int32")], [1], keepDims=True)
    return g.node("SOFTMAX", [flat], [1, 6], beta=1.0), g.node("RESHAPE", [g.node("EXP", [x], [1, 1, 6]), count], [6])


@_twins(*_TOKENS)
def shapes_chosen(g, x):
    """The mask's dims are those of x, but 1 for each odd one."""
    shape = shape_of(g, x, 3)
    rest = _ints(g, "FLOOR_MOD", [shape, int_scalar(g, 2)], [3])
    is_even = g.node("EQUAL", [rest, int_scalar(g, 0)], [3], dtype="bool")
    target = _ints(g, "SELECT_V2", [is_even, shape, g.constant([1, 1, 1], "int32")], [3])
    mean = g.node("MEAN", [x, g.constant([0, 1, 2], "int32")], [1, 1, 1], keepDims=True)
    mask = g.node("BROADCAST_TO", [mean, target], [1, 1, 6], version=2)
    return (g.node("MAXIMUM", [x, mask], [1, 1, 6]),)


@_twins(*_TOKENS)
def shapes_are_results(g, x):
    """Results that are a shape, or are computed from one, belong to the same partition as the other nodes."""
    y = g.node("RELU", [x], [1, 1, 6])
    doubled = _ints(g, "MUL", [shape_of(g, y, 3), int_scalar(g, 2)], [3])
    return y, shape_of(g, y, 3), _rank(g, y), doubled, shape_of(g, x, 3, "int64")


@graph_case(partitions=1)
def shapes_of_constants_alone(m):
    """A closed model stores shapes that others compute. It still computes some shapes from constants."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([2, 3, 4])])
    target = packed(g, [int_scalar(g, 4), g.constant(-1, "int32")])
    rows = g.node("RESHAPE", [x, target])
    wide = _ints(g, "CAST", [g.constant([5, 4, 6], "int64")], inDataType="INT64", outDataType="INT32")
    stretched = g.node("BROADCAST_TO", [rows, wide], version=2)
    picks = _ints(g, "RANGE", [int_scalar(g, 4), int_scalar(g, -1), int_scalar(g, -2)])
    g.outputs(g.node("GATHER", [stretched, picks], axis=0))


@graph_case(on_cpu=(CPU_ONLY,), partitions=2, resize=(([2, 7, 2],), ([2, 1, 2],)))
def shapes_from_before_a_cut(m):
    """The second partition, behind a node that no GPU runs, reads the shape of the model's input."""
    g = m.subgraph()
    x = open_input(g, [2, -1, 2])
    shape = shape_of(g, x, 3)
    keys = g.constant([0, 1], "int32")
    y = g.tensor([2, 1, 2], signature=[2, -1, 2])
    g.op(CPU_ONLY, [keys, keys, g.node("RELU", [x], [2, 1, 2])], [y, g.tensor([2], "uint8")])
    flat = g.node("RESHAPE", [y, g.constant([-1], "int32")], [4])
    g.outputs(g.node("TANH", [g.node("RESHAPE", [flat, shape], [2, 1, 2])], [2, 1, 2]))


@graph_case(on_cpu=("RESHAPE",), partitions=2, values={1: np.int32([6, -1])})
def shapes_that_a_run_gives(m):
    """A RESHAPE whose shape is an input of the model. The nodes before it and behind it are delegated."""
    g = m.subgraph()
    x, target = g.input([2, 3, 4]), g.input([2], "int32")
    reshaped = g.node("RESHAPE", [g.node("RELU", [x]), target])
    g.outputs(g.node("TANH", [reshaped]))


@graph_case(on_cpu=("RANGE",), partitions=2, values={0: np.float32([2, 5, 3])})
def range_that_a_run_bounds(m):
    """A RANGE whose length depends on the largest value of the input."""
    g = m.subgraph()
    largest = g.node("REDUCE_MAX", [g.node("ABS", [g.input([3])]), g.constant([0], "int32")], keepDims=False)
    integers = g.node("RANGE", [g.constant(0.0), largest, g.constant(0.5)])
    g.outputs(g.node("TANH", [integers]))


@graph_case(on_cpu=("DEQUANTIZE", "CUMSUM"), resize=(([26, 2],), ([1, 2],)))
def a_computed_result_beside_what_a_kernel_keeps(m):
    """TFLite's DEQUANTIZE unpacks a constant once, into memory that no tensor of another size may move."""
    g = m.subgraph()
    halves = g.constant(np.float16([0.5, 1.5]), "float16")
    kept = g.node("CUMSUM", [g.node("DEQUANTIZE", [halves]), int_scalar(g, 0)])
    x = g.node("ABS", [g.input([1, 2])])
    g.outputs(kept, _ints(g, "FILL", [shape_of(g, x, 2), int_scalar(g, -4)]))
