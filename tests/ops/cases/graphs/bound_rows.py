"""Kernels that read and write strided views at any offset of the bound memory. The operators are neither windows nor matrix
multiplications. Their inputs are parts of tensors, and their results are joined."""

import numpy as np

from graph_builder import graph_case, seeded

POOL = {"custom_options": {"int32": [2, 2, 2, 2, 2, 0]}}


def _split(g, x, axis, sizes, dtype="float32"):
    outputs = [g.tensor((), dtype) for _ in sizes]
    g.op("SPLIT_V", [x, g.constant(sizes, "int32"), g.constant(axis, "int32")], outputs, numSplits=len(sizes))
    return outputs


def _cut(g, x, shape, sizes, dtype):
    """Parts along the innermost dim, of types that SPLIT_V does not take."""
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    bounds = [([0] * (len(shape) - 1) + [start], shape[:-1] + [size]) for start, size in zip(starts, sizes)]
    return [g.node("SLICE", [x, _ints(g, begin), _ints(g, size)], dtype=dtype) for begin, size in bounds]


def _join(g, parts, axis, dtype="float32"):
    return g.node("CONCATENATION", parts, dtype=dtype, axis=axis)


def _ints(g, values):
    return g.constant(values, "int32")


def _cast(g, x, dtype):
    """Values from -9 to 9 in another type."""
    scaled = g.node("MUL", [x, g.constant(9.0)])
    if dtype == "bool":
        return g.node("GREATER", [scaled, g.constant(0.0)], dtype="bool")
    return g.node("CAST", [scaled], dtype=dtype, inDataType="FLOAT32", outDataType=dtype.upper())


def _float(g, x, dtype):
    return g.node("CAST", [x], inDataType=dtype.upper(), outDataType="FLOAT32")


def _top(g, x, k, dtype="float32"):
    values, places = g.tensor((), dtype), g.tensor((), "int32")
    g.op("TOPK_V2", [x, _ints(g, k)], [values, places])
    return values, places


def _arg(g, x, axis, op="ARG_MAX"):
    return g.node(op, [x, _ints(g, axis)], dtype="int32", outputType="INT32")


@graph_case(moves=0)
def parts_for_sums_and_ranks(m):
    """Parts whose rows are whole vectors and parts whose rows are not, cut along the three inner axes. The normalization adds
    up all channels (radius 20), since its reference kernel leaves one out otherwise."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([3, 4, 5, 15])])
    parts = [*_split(g, x, 3, [4, 8, 3]), *_split(g, x, 2, [2, 3]), *_split(g, x, 1, [1, 3])]
    for part in parts:
        g.outputs(
            g.node("CUMSUM", [part, _ints(g, 1)], exclusive=False, reverse=True),
            _arg(g, part, 3),
            _arg(g, part, 1, "ARG_MIN"),
            *_top(g, part, 2),
            g.node("LOCAL_RESPONSE_NORMALIZATION", [part], radius=20, bias=1.0, alpha=0.5, beta=0.75),
            g.node("ADD_N", [part, part, part]),
        )


@graph_case(moves=16)
def parts_are_picked_from(m):
    """Each part is moved once, by the node that picks from it or pads it."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 4, 6, 14])])
    for part in _split(g, x, 3, [8, 6]):
        g.outputs(
            g.node("GATHER", [part, _ints(g, [1, 0, 3])], axis=1),
            g.node("GATHER_ND", [part, _ints(g, np.array([[1, 2], [0, 3]]))]),
            g.node("PAD", [part, _ints(g, np.array([[0, 0], [1, 0], [2, 1], [0, 0]]))]),
            g.node("PADV2", [part, _ints(g, np.array([[0, 0], [1, 0], [0, 0], [1, 2]])), g.constant(0.5)]),
            g.node("MIRROR_PAD", [part, _ints(g, np.array([[0, 0], [1, 1], [1, 1], [0, 0]]))], mode="REFLECT"),
            g.node("RESIZE_NEAREST_NEIGHBOR", [part, _ints(g, [3, 9])]),
            g.node("SPACE_TO_BATCH_ND", [part, _ints(g, [2, 2]), _ints(g, np.array([[0, 0], [0, 0]]))]),
        )


@graph_case(moves=0, resize=(([1, 7, 24],),))
def heads_are_multiplied(m):
    """Queries, keys and values of attention are parts of one tensor. Left matrices are columns of it, transposed or not."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 9, 24])])
    for sizes in ([8, 8, 8], [7, 7, 10]):
        queries, keys, values = _split(g, x, 2, sizes)
        scores = g.node("SOFTMAX", [g.node("BATCH_MATMUL", [queries, keys], adjY=True)], beta=1.0)
        g.outputs(g.node("BATCH_MATMUL", [scores, values]), g.node("BATCH_MATMUL", [queries, values], adjX=True))


@graph_case(moves=0)
def few_rows_are_multiplied(m):
    """Parts of sequences are multiplied by a constant matrix and by a computed one that all sequences share. The last product
    transposes its right matrix."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([3, 12, 8])])
    shared = g.node("TANH", [g.input([20, 6])])
    turned, other = _split(g, shared, 0, [8, 12])
    for i, part in enumerate(_split(g, x, 1, [2, 10])):
        stored = g.constant(seeded((8, 8), f"right{i}"))
        g.outputs(*(g.node("BATCH_MATMUL", [part, right]) for right in (stored, turned)))
    g.outputs(g.node("BATCH_MATMUL", [other, turned], adjY=True))


@graph_case(moves=0)
def parts_are_stretched(m):
    """The two operands are parts, and each is broadcast along a dim of the other."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([3, 1, 10])])
    y = g.node("ABS", [g.input([1, 4, 10])])
    for first, second in zip(_split(g, x, 2, [4, 6]), _split(g, y, 2, [4, 6])):
        both = g.node("SUB", [first, second])
        g.outputs(both, g.node("LESS", [first, second], dtype="bool"))


def typed_parts(dtype):
    """Parts of the innermost dim that consist of whole words."""

    def build(m):
        g = m.subgraph()
        numbers, shape, sizes = g.input([2, 4, 3, 20]), [2, 4, 3, 20], [4, 8, 8]
        holds = g.node("GREATER", [numbers, g.constant(0.1)], dtype="bool")
        parts = zip(_cut(g, _cast(g, numbers, dtype), shape, sizes, dtype), _cut(g, holds, shape, sizes, "bool"))
        for part, condition in parts:
            g.outputs(
                _float(g, part, dtype),
                g.node("SELECT_V2", [condition, part, g.constant(1, dtype)], dtype=dtype),
                g.node("TRANSPOSE", [part, _ints(g, [0, 3, 1, 2])], dtype=dtype),
                g.node("GATHER", [part, _ints(g, [1, 0])], dtype=dtype, axis=1),
                g.node("TILE", [part, _ints(g, [1, 2, 1, 1])], dtype=dtype),
                g.node("PADV2", [part, _ints(g, np.array([[0, 0], [1, 0], [0, 0], [0, 0]])), g.constant(1, dtype)], dtype=dtype),
            )
            if dtype == "bool":
                g.outputs(g.node("LOGICAL_NOT", [part], dtype=dtype), g.node("REDUCE_ANY", [part, _ints(g, [1])], dtype=dtype))
            elif dtype in ("int32", "int64"):
                g.outputs(
                    g.node("MUL", [part, part], dtype=dtype),
                    g.node("LESS", [part, g.constant(3, dtype)], dtype="bool"),
                    g.node("FLOOR_MOD", [part, g.node("MAXIMUM", [part, g.constant(3, dtype)], dtype=dtype)], dtype=dtype),
                    g.node("REDUCE_MAX", [part, _ints(g, [2])], dtype=dtype),
                    g.node("CUMSUM", [part, _ints(g, 3)], dtype=dtype),
                )
            if dtype == "int32":
                g.outputs(_arg(g, part, 1))

    return build


def typed_joins(dtype):
    """Results that are joined along the innermost dim, and along the one before it."""

    def build(m):
        g = m.subgraph()
        for axis in (3, 2):
            x = g.input([2, 3, 4, 8])
            y, turned = _cast(g, x, dtype), g.node("TRANSPOSE", [x, _ints(g, [1, 0, 2, 3])])
            holds = g.node("GREATER", [x, g.constant(0.1)], dtype="bool")
            parts = [
                _cast(g, g.node("ABS", [x]), dtype),
                g.node("SELECT_V2", [holds, y, g.constant(1, dtype)], dtype=dtype),
                g.node("TRANSPOSE", [_cast(g, turned, dtype), _ints(g, [1, 0, 2, 3])], dtype=dtype),
                g.node("GATHER", [y, _ints(g, [2, 1, 0])], dtype=dtype, axis=1),
                y,
            ]
            if dtype in ("int32", "int64"):
                parts += [
                    g.node("ZEROS_LIKE", [y], dtype=dtype),
                    g.node("SUB", [y, parts[0]], dtype=dtype),
                    g.node("CUMSUM", [y, _ints(g, 3)], dtype=dtype),
                ]
            if dtype == "int32":
                parts.append(g.node("ADD_N", [y, y], dtype=dtype))
            g.outputs(g.node("REVERSE_V2", [_join(g, parts, axis, dtype), _ints(g, [0])], dtype=dtype))

    return build


for _kind, _moves in ((typed_parts, 12), (typed_joins, 6)):
    for _dtype in ("int32", "int64", "bool", "int8", "int16"):
        _build = _kind(_dtype)
        _build.__name__ = f"{_kind.__name__}_{_dtype}"
        graph_case(moves=_moves)(_build)


@graph_case()
def parts_of_broken_words(m):
    """Rows of narrow elements that share words are copied. Nodes that read and join the copies give right results."""
    g = m.subgraph()
    x = g.input([2, 3, 11])
    for dtype in ("bool", "int8", "int16"):
        parts = _cut(g, _cast(g, x, dtype), [2, 3, 11], [3, 6, 2], dtype)
        shown = [_float(g, part, dtype) for part in parts]
        g.outputs(*shown, _float(g, _join(g, [parts[2], parts[0], parts[2]], 2, dtype), dtype))


@graph_case(moves=0)
def results_of_all_kinds_are_joined(m):
    """Joins the two outputs of TOPK_V2, sums, selected values and scattered values along the innermost dim."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([4, 3, 12])])
    values, places = _top(g, x, 5)
    indices = _ints(g, np.array([[2], [0], [2]]))
    scattered = g.node("SCATTER_ND", [indices, _split(g, x, 0, [3, 1])[0], _ints(g, [4, 3, 12])])
    chosen = g.node("SELECT_V2", [g.node("LESS", [x, scattered], dtype="bool"), x, scattered])
    floats = [values, scattered, chosen, g.node("CUMSUM", [x, _ints(g, 2)]), g.node("ADD_N", [x, x]), g.node("FLOOR_DIV", [x, g.constant(0.3)])]
    hot = g.node("ONE_HOT", [places, _ints(g, 12), g.constant(0.5), g.constant(-0.5)], axis=-1)
    best = g.node("EXPAND_DIMS", [_arg(g, x, 2), _ints(g, -1)], dtype="int32")
    integers = _join(g, [places, best, g.node("MUL", [places, places], dtype="int32")], 2, "int32")
    g.outputs(g.node("RELU", [_join(g, floats, 2)]), g.node("ABS", [_join(g, [hot, g.node("ONE_HOT", [places, _ints(g, 12), g.constant(2.0), g.constant(0.0)], axis=-1)], 3)]), g.node("CAST", [integers], inDataType="INT32", outDataType="FLOAT32"))


@graph_case(moves=6)
def indices_are_parts(m):
    """Indices that nodes look up, and updates that they write, are parts of other tensors."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([4, 6, 8])])
    numbers = g.node("CAST", [g.node("MUL", [g.node("ABS", [g.input([4, 8])]), g.constant(2.9)])], dtype="int32", inDataType="FLOAT32", outDataType="INT32")
    first, second, third = _split(g, numbers, 1, [3, 2, 3], "int32")
    hot = g.node("ONE_HOT", [first, _ints(g, 5), g.constant(1.0), g.constant(0.0)], axis=-1)
    picked = g.node("NEG", [g.node("GATHER", [x, first], axis=1, batchDims=1)])
    found = g.node("NEG", [g.node("GATHER_ND", [x, second])])
    scattered = g.node("SCATTER_ND", [second, g.node("NEG", [_split(g, x, 1, [1, 5])[0]]), _ints(g, [4, 6, 1, 8])])
    updated = g.node("NEG", [g.node("DYNAMIC_UPDATE_SLICE", [x, *_update(g, x, third)])])
    g.outputs(hot, picked, found, scattered, updated)


def _update(g, x, numbers):
    """An update for DYNAMIC_UPDATE_SLICE, a part of x, and its start indices."""
    update = _split(g, x, 2, [3, 5])[0]
    starts = _split(g, numbers, 0, [1, 3], "int32")[0]
    return update, g.node("RESHAPE", [starts, _ints(g, [3])], dtype="int32")


@graph_case(moves=0)
def volumes_are_parts(m):
    """CONV_3D of parts of a volume's channels and of parts of its planes."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 4, 5, 4, 11])])
    cut = [*_split(g, x, 4, [4, 4, 3]), *_split(g, x, 1, [1, 3])]
    for i, (part, channels) in enumerate(zip(cut, (4, 4, 3, 11, 11))):
        weights, bias = g.constant(seeded((2, 3, 2, channels, 5), f"w{i}")), g.constant(seeded((5,), f"b{i}"))
        g.outputs(g.node("CONV_3D", [part, weights, bias], padding="SAME", strideD=1, strideH=1, strideW=1))


@graph_case(moves=0)
def weights_are_parts(m):
    """Filters, biases and weights are parts of computed tensors. One of them would be read in place if it were dense."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([1, 5, 4, 8])])
    filters = g.node("TANH", [g.input([8, 3, 3, 16])])
    biases = g.node("TANH", [g.input([2, 12])])
    first, second = _split(g, filters, 3, [8, 8])
    bias, row = _split(g, _split(g, biases, 0, [1, 1])[0], 1, [8, 4])
    bias = g.node("RESHAPE", [bias, _ints(g, [8])])
    for weights in ([first, bias], [second, g.constant(seeded((8,), "b"))]):
        g.outputs(g.node("CONV_2D", [x, *weights], padding="SAME", strideH=1, strideW=1))
    weights = _split(g, g.node("ABS", [g.input([4, 24])]), 1, [8, 16])[0]
    g.outputs(g.node("FULLY_CONNECTED", [x, weights, g.node("RESHAPE", [row, _ints(g, [4])])], keepNumDims=True))
    one = _split(g, g.node("ABS", [g.input([1, 12])]), 1, [8, 4])[0]
    g.outputs(g.node("FULLY_CONNECTED", [x, one, None], keepNumDims=True))


@graph_case(moves=0)
def spectra_of_parts(m):
    """Spectra of parts of signals, and nodes that read parts of those spectra."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([3, 1, 48])])
    for part in _split(g, x, 2, [16, 32]):
        spectrum = g.node("RFFT2D", [part, _ints(g, [1, 16])], [3, 1, 9], dtype="complex64")
        for few in _cut(g, spectrum, [3, 1, 9], [4, 5], "complex64"):
            g.outputs(g.node("COMPLEX_ABS", [few]), g.node("NEG", [g.node("COMPLEX_ABS", [few])]), g.node("TANH", [g.node("REAL", [few])]), g.node("NEG", [g.node("IMAG", [few])]))


@graph_case(moves=0)
def states_of_parts(m):
    """Recurrent layers read parts of a sequence's features, and their results are joined."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([2, 5, 14])])
    results = []
    for i, (part, inputs) in enumerate(zip(_split(g, x, 2, [8, 6]), (8, 6))):
        weights, recurrent = g.constant(seeded((4, inputs), f"w{i}")), g.constant(seeded((4, 4), f"r{i}"))
        state = g.tensor((2, 4), variable=True)
        results.append(g.node("UNIDIRECTIONAL_SEQUENCE_RNN", [part, weights, recurrent, g.constant(seeded((4,), f"b{i}")), state], timeMajor=False, fusedActivationFunction="TANH"))
    g.outputs(g.node("RELU", [_join(g, results, 2)]))


@graph_case(moves=0)
def pools_with_places_are_joined(m):
    """The two results of each pooling lie in joined tensors. The unpooling reads parts of such tensors."""
    g = m.subgraph()
    x = g.node("ABS", [g.input([2, 6, 8, 11])])
    pooled = []
    for part in _split(g, x, 3, [8, 3]):
        values, taps = g.tensor(()), g.tensor(())
        g.op("MaxPoolingWithArgmax2D", [part], [values, taps], **POOL)
        pooled.append((values, taps))
    values, taps = (_join(g, both, 3) for both in zip(*pooled))
    g.outputs(g.node("RELU", [values]), g.node("NEG", [taps]))
    few, many = _split(g, g.node("ABS", [values]), 3, [3, 8])
    g.outputs(*(g.node("NEG", [g.node("MaxUnpooling2D", [v, t], **POOL)]) for v, t in ((many, _split(g, taps, 3, [3, 8])[1]), (few, _split(g, taps, 3, [3, 8])[0]))))


@graph_case()
def elements_of_other_sizes_are_joined(m):
    """A BITCAST to elements of another size cannot be a strided view, since both sizes count rows differently."""
    g = m.subgraph()
    x = _cast(g, g.input([3, 4]), "int64")
    halves = g.node("BITCAST", [g.node("MUL", [x, x], dtype="int64")], [3, 4, 2], dtype="int32")
    other = _cast(g, g.input([3, 4, 2]), "int32")
    for axis in (0, 1, 2):
        g.outputs(g.node("NEG", [_join(g, [halves, other, halves], axis, "int32")], dtype="int32"))
    for part in _split(g, g.node("BITCAST", [g.node("ADD", [x, x], dtype="int64")], [3, 4, 2], dtype="int32"), 1, [1, 3], "int32"):
        g.outputs(g.node("ABS", [part], dtype="int32"), g.node("NEG", [part], dtype="int32"))


@graph_case()
def elements_of_two_words_are_turned_into_rows(m):
    """Elements of int64 keep both of their words when REVERSE_V2 writes them into a joined tensor."""
    g = m.subgraph()
    x = _cast(g, g.input([3, 4]), "int64")
    turned = g.node("REVERSE_V2", [x, _ints(g, [1])], dtype="int64")
    g.outputs(g.node("NEG", [_join(g, [turned, g.node("ADD", [x, x], dtype="int64")], 1, "int64")], dtype="int64"))
