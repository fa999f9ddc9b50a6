"""Strided views, tensors that lie within others. Joined tensors are written in place, slices are read in place, and channels
that PAD adds are zeros beside a result."""

from graph_builder import average_pool, conv, depthwise, graph_case, max_pool, pad, seeded


def _join(g, parts, axis, **kwargs):
    return g.node("CONCATENATION", parts, axis=axis, **kwargs)


def _split(g, x, axis, count, dtype="float32"):
    outputs = [g.tensor((), dtype) for _ in range(count)]
    g.op("SPLIT", [g.constant(axis, "int32"), x], outputs, numSplits=count)
    return outputs


def _slice(g, x, begin, size):
    return g.node("SLICE", [x, g.constant(begin, "int32"), g.constant(size, "int32")])


def _reshape(g, x, shape):
    return g.node("RESHAPE", [x, g.constant(shape, "int32")])


@graph_case(moves=0)
def heads_are_joined(m):
    """The heads of a detector: each layer's convolution gives boxes, and all of them are joined."""
    g = m.subgraph()
    x = g.input([1, 8, 8, 8])
    y = max_pool(g, x)
    first = _reshape(g, conv(g, x, 8, 16, seed="first"), [1, 512, 2])
    second = _reshape(g, conv(g, y, 8, 24, seed="second"), [1, 192, 2])
    third = _reshape(g, conv(g, y, 8, 2, seed="third"), [1, 16, 2])
    g.outputs(_join(g, [first, second, third], 1), _join(g, [_reshape(g, g.node("TANH", [y]), [1, 128, 1]), g.node("TANH", [_reshape(g, y, [1, 128, 1])])], 1))


@graph_case(moves=0, resize=(([2, 3, 5, 4],),))
def channels_are_joined(m):
    """Inception's branches, whose channels are whole vectors or not, with the nodes that are fused into them."""
    g = m.subgraph()
    x = g.input([1, 6, 7, 4])
    parts = [
        conv(g, x, 4, 8, (1, 1), seed="a", fusedActivationFunction="RELU"),
        conv(g, x, 4, 5, seed="b"),
        g.node("TANH", [conv(g, x, 4, 8, seed="c")]),
        conv(g, max_pool(g, x, (3, 3), 1, "SAME"), 4, 3, (1, 1), seed="d"),
        average_pool(g, x, (3, 3), 1, "SAME"),
        depthwise(g, x, 4),
    ]
    g.outputs(_join(g, parts, 3))


@graph_case(moves=0)
def pairs_of_vectors_are_joined(m):
    """Parts whose rows are whole pairs of vectors, which lanes store together."""
    g = m.subgraph()
    x = g.input([1, 8, 8, 16])
    parts = [conv(g, x, 16, 16, (1, 1), seed="a"), depthwise(g, x, 16), g.node("RELU", [max_pool(g, x, (3, 3), 1, "SAME")])]
    y = _join(g, parts, 3)
    parts = [conv(g, y, 48, 16, (1, 1), seed="b"), conv(g, y, 48, 12, (1, 1), seed="c")]
    g.outputs(_join(g, parts, 3))


@graph_case(shader="winograd_output", moves=0)
def winograd_joins_channels(m):
    g = m.subgraph()
    x = g.input((1, 15, 23, 52))
    parts = [conv(g, x, 52, 52, seed="a", largest=0.13), conv(g, x, 52, 52, seed="b", largest=0.13)]
    g.outputs(g.node("RELU", [_join(g, parts, 3)]))


@graph_case(moves=0)
def every_kernel_joins(m):
    """Kernels of each kind that writes through the epilogue, along the innermost dim."""
    g = m.subgraph()
    x, w = g.input([2, 6, 8]), g.constant(seeded((5, 8), "weights"))
    flat = g.node("FULLY_CONNECTED", [x, w, None], keepNumDims=True)
    parts = [
        flat,
        g.node("SOFTMAX", [x], beta=1.0),
        g.node("BATCH_MATMUL", [x, g.constant(seeded((8, 6), "right"))]),
        g.node("SUM", [g.input([2, 3, 6, 7]), g.constant([1], "int32")]),
        g.node("ADD", [g.input([2, 1, 4]), g.input([1, 6, 4])]),
        g.node("TRANSPOSE", [g.input([2, 3, 6]), g.constant([0, 2, 1], "int32")]),
        g.node("TILE", [g.input([2, 2, 2]), g.constant([1, 3, 2], "int32")]),
        g.node("L2_NORMALIZATION", [g.node("RELU", [x])], fusedActivationFunction="NONE"),
    ]
    # TRANSPOSE and TILE only move data and would count as moves even in place, so that a TANH follows each.
    g.outputs(g.node("RELU", [_join(g, parts[:5] + parts[7:], 2)]), g.node("RELU", [_join(g, [g.node("TANH", [y]) for y in parts[5:7]], 2)]))


@graph_case()
def rows_are_joined_along_each_axis(m):
    g = m.subgraph()
    x = g.input([2, 3, 4, 6])
    for axis in (0, 1, 2, 3):
        g.outputs(_join(g, [g.node("RELU", [x]), g.node("TANH", [x])], axis))
    parts = [g.node("SOFTMAX", [x], beta=1.0), g.node("ABS", [x])]
    g.outputs(g.node("PACK", parts, valuesCount=2, axis=1), g.node("PACK", parts, valuesCount=2, axis=4))


@graph_case()
def joined_and_read_elsewhere(m):
    """Joined parts with other readers, as one of two operands or as an only input. One is joined twice, one is a result."""
    g = m.subgraph()
    x = g.input([1, 5, 4, 8])
    a, b, c, d = (conv(g, x, 8, 8, (1, 1), seed=s) for s in "abcd")
    joined = _join(g, [a, b, c, d, c], 3)
    g.outputs(joined, g.node("ADD", [g.node("TANH", [x]), a]), g.node("SOFTMAX", [b], beta=1.0), d)


@graph_case(resize=(([2, 4, 3, 4],),))
def joined_again_and_again(m):
    """DenseNet's layers, each of which reads all results before it."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([1, 5, 6, 4])])
    for i in range(4):
        y = g.node("RELU", [g.node("MUL", [x, g.constant(seeded((4 + 4 * i,), f"scale{i}"))])])
        x = _join(g, [x, conv(g, y, 4 + 4 * i, 4, seed=f"layer{i}")], 3)
    g.outputs(x)


@graph_case(moves=0)
def joined_twice_over(m):
    g = m.subgraph()
    x = g.input([1, 4, 4, 8])
    inner = _join(g, [conv(g, x, 8, 8, seed="a"), conv(g, x, 8, 5, seed="b")], 3)
    g.outputs(_join(g, [conv(g, x, 8, 3, seed="c"), inner, conv(g, x, 8, 4, seed="d")], 3))


@graph_case()
def joined_with_what_is_elsewhere(m):
    g = m.subgraph()
    x = g.input([1, 3, 4, 4])
    y = g.node("TANH", [x])
    g.outputs(_join(g, [x, y, g.constant(seeded((1, 3, 4, 3), "constant")), y], 3), _join(g, [y, x], 0))


@graph_case()
def integers_are_joined(m):
    g = m.subgraph()
    x = g.input([3, 64], "int32")
    parts = [g.node("ADD", [x, x], dtype="int32"), g.node("MUL", [x, x], dtype="int32")]
    g.outputs(_join(g, parts, 0, dtype="int32"), _join(g, parts[::-1], 1, dtype="int32"))


@graph_case()
def bytes_are_joined(m):
    g = m.subgraph()
    x, y = g.input([5, 7]), g.input([5, 7])
    parts = [g.node(op, [x, y], dtype="bool") for op in ("LESS", "GREATER", "EQUAL")]
    g.outputs(_join(g, parts, 0, dtype="bool"), _join(g, parts[:2], 1, dtype="bool"))


@graph_case(moves=0)
def cuts_are_read_in_place(m):
    """Cuts along the outermost dim, at offsets that are aligned enough for a tensor."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([4, 64])])
    a, b = _split(g, x, 0, 2)
    c = _slice(g, x, [1, 0], [2, 64])
    g.outputs(g.node("SOFTMAX", [a], beta=1.0), g.node("TANH", [b]), g.node("SUM", [c, g.constant([0], "int32")]))


@graph_case(moves=0)
def cuts_of_an_input(m):
    g = m.subgraph()
    a, b, c = _split(g, g.input([6, 128]), 0, 3)
    g.outputs(g.node("ADD", [a, g.node("MUL", [b, c])]))


@graph_case()
def cuts_of_cuts(m):
    g = m.subgraph()
    x = g.node("ABS", [g.input([4, 4, 64])])
    a, b = _split(g, x, 0, 2)
    c, d = _split(g, b, 1, 2)
    e, f = _split(g, c, 2, 2)
    g.outputs(g.node("TANH", [a]), g.node("ADD", [g.node("TANH", [d]), c]), g.node("MUL", [g.node("TANH", [f]), e]))


@graph_case()
def cuts_are_joined(m):
    """The halves are joined in reverse order, so neither can stay where it was cut from."""
    g = m.subgraph()
    for shape, axis in (([4, 64], 0), ([2, 3, 8], 2)):
        a, b = _split(g, g.node("ABS", [g.input(shape)]), axis, 2)
        g.outputs(_join(g, [b, a], axis))


@graph_case(moves=0)
def gated(m):
    """Half of the channels decides how much of the other half passes."""
    g = m.subgraph()
    x = conv(g, g.input([1, 5, 4, 8]), 8, 16)
    values, gates = _split(g, x, 3, 2)
    g.outputs(g.node("MUL", [g.node("LOGISTIC", [_slice(g, x, [0, 0, 0, 8], [1, 5, 4, 8])]), values]), g.node("TANH", [gates]))


@graph_case(moves=0, resize=(([2, 3, 3, 8],),))
def channels_of_zeros_beside_a_result(m):
    """Residual blocks that add channels: the shortcut's missing channels are zeros."""
    g = m.subgraph()
    x = g.input([1, 6, 5, 8])
    for i, (before, after) in enumerate(((8, 12), (12, 17), (17, 24), (24, 40))):
        y = conv(g, depthwise(g, x, before, seed=f"d{i}"), before, after, (1, 1), seed=f"p{i}")
        x = g.node("RELU", [g.node("ADD", [y, pad(g, x, 0, 0, 0, 0, (0, after - before))])])
    g.outputs(x)


@graph_case(moves=0, resize=(([1, 61, 53, 8],),))
def channels_of_zeros_in_many_rows(m):
    """Thousands of rows with more channels than the padded tensor has. Intermediate offsets may be negative."""
    g = m.subgraph()
    x = g.input([2, 59, 47, 8])
    for i, (before, after) in enumerate(((8, 24), (24, 31))):
        y = conv(g, x, before, after, (1, 1), seed=f"p{i}")
        x = g.node("RELU", [g.node("ADD", [y, pad(g, x, 0, 0, 0, 0, (0, after - before))])])
    g.outputs(x)


@graph_case(moves=1)
def channels_of_zeros_on_both_sides(m):
    """PAD adds channels of zeros in front and behind. A depthwise convolution reads some of them from memory."""
    g = m.subgraph()
    x = g.input([1, 4, 5, 4])
    y = conv(g, x, 4, 12, (1, 1))
    y = g.node("SUB", [pad(g, x, 0, 0, 0, 0, (4, 4)), y])
    z = depthwise(g, x, 4, seed="z")
    z = g.node("MUL", [depthwise(g, pad(g, z, 0, 0, 0, 0, (1, 2)), 7, seed="w"), pad(g, x, 0, 0, 0, 0, (2, 1))])
    g.outputs(y, z)


@graph_case()
def padding_that_nobody_takes(m):
    """PAD nodes that stay: around an image, for both operands of an ADD, and with two readers."""
    g = m.subgraph()
    x = g.input([1, 4, 5, 4])
    y = conv(g, x, 4, 8)
    both = g.node("ADD", [pad(g, x, 0, 0, 0, 0, (0, 4)), pad(g, g.node("TANH", [x]), 0, 0, 0, 0, (4, 0))])
    twice = pad(g, x, 0, 0, 0, 0, (1, 3))
    around = g.node("ADD", [conv(g, g.input([1, 6, 7, 4]), 4, 4), pad(g, x)])
    g.outputs(g.node("ADD", [y, both]), g.node("ADD", [y, twice]), g.node("RELU", [twice]), around)


@graph_case(moves=0)
def fewer_channels_beside_a_result(m):
    g = m.subgraph()
    x = g.input([1, 4, 3, 12])
    y = conv(g, x, 12, 8, (1, 1))
    z = conv(g, x, 12, 5, (1, 1), seed="z")
    g.outputs(g.node("ADD", [y, _slice(g, x, [0, 0, 0, 0], [1, 4, 3, 8])], fusedActivationFunction="RELU"), g.node("ADD", [_slice(g, x, [0, 0, 0, 3], [1, 4, 3, 5]), z]))


@graph_case(moves=0)
def one_padding_for_two_windows(m):
    g = m.subgraph()
    x = pad(g, g.node("RELU", [g.input([1, 6, 5, 4])]), 1, 2, 2, 1)
    g.outputs(depthwise(g, x, 4, padding="VALID"), conv(g, x, 4, 8, padding="VALID"), max_pool(g, x))


@graph_case()
def rolled(m):
    """Rolls an image along each dim as Swin shifts its windows: the end is joined before the start."""
    g = m.subgraph()
    x = g.input([1, 6, 5, 8])
    for axis, size in ((1, 6), (2, 5), (3, 8)):
        shape = [1, 6, 5, 8]
        begin = [0, 0, 0, 0]
        begin[axis] = 2
        end = _slice(g, x, begin, [size - 2 if i == axis else n for i, n in enumerate(shape)])
        start = _slice(g, x, [0, 0, 0, 0], [2 if i == axis else n for i, n in enumerate(shape)])
        x = _join(g, [end, start], axis)
    g.outputs(g.node("RELU", [x]))


@graph_case()
def moved_parts_are_joined(m):
    """Parts of each kind of movement that writes rows without computing anything."""
    g = m.subgraph()
    x = g.input([1, 4, 3, 8])
    parts = [
        g.node("TRANSPOSE", [g.input([1, 3, 4, 8]), g.constant([0, 2, 1, 3], "int32")]),
        pad(g, g.node("TANH", [x]), 0, 0, 0, 0, (1, 2)),
        g.node("TILE", [g.input([1, 2, 3, 4]), g.constant([1, 2, 1, 2], "int32")]),
        conv(g, x, 8, 4, (1, 1)),
    ]
    g.outputs(g.node("RELU", [_join(g, parts, 3)]))
