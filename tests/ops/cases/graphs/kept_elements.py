"""Nodes that move elements and, with these dims, leave all of them in their order: they are no dispatch."""

from graph_builder import conv, dim_of, graph_case, int_scalar, open_input, packed, seeded, shape_of


def turned(g, x, *permutation, **types):
    return g.node("TRANSPOSE", [x, g.constant(list(permutation), "int32")], **types)


def reshaped(g, x, dims):
    return g.node("RESHAPE", [x, g.constant(list(dims), "int32")])


def expanded(g, x, axis):
    return g.node("EXPAND_DIMS", [x, g.constant(axis, "int32")])


def tiled(g, x, *multiples):
    return g.node("TILE", [x, g.constant(list(multiples), "int32")])


def stretched(g, x, *dims):
    return g.node("BROADCAST_TO", [x, g.constant(list(dims), "int32")], version=2)


def reversed_along(g, x, *axes, **types):
    return g.node("REVERSE_V2", [x, g.constant(list(axes), "int32")], **types)


def whole_slice(g, x, rank):
    return g.node("SLICE", [x, g.constant([0] * rank, "int32"), g.constant([-1] * rank, "int32")])


def whole_strided_slice(g, x, rank):
    ends = (1 << rank) - 1
    return g.node("STRIDED_SLICE", [x] + [g.constant([value] * rank, "int32") for value in (0, 0, 1)], beginMask=ends,
                  endMask=ends)


def blocks(op):
    return lambda g, x: g.node(op, [x], blockSize=1)


KEPT = {
    "dims_of_1_turned": lambda g, x: turned(g, turned(g, x, 1, 2, 0, 3), 0, 1, 3, 2),
    "tiled_once": lambda g, x: tiled(g, x, 1, 1, 1, 1),
    "stretched_to_itself": lambda g, x: stretched(g, x, 1, 1, 22, 7),
    "reversed_dims_of_1": lambda g, x: reversed_along(g, x, 0, 1),
    "whole_slices": lambda g, x: whole_slice(g, whole_strided_slice(g, x, 4), 4),
    "blocks_of_one": lambda g, x: blocks("SPACE_TO_DEPTH")(g, blocks("DEPTH_TO_SPACE")(g, x)),
}


def kept(name, build):
    """Registers a case. Kernels read the tensor that `build` makes, and the tensor from which it is made."""

    def build_case(m):
        g = m.subgraph()
        x = g.node("SOFTMAX", [g.input([1, 1, 22, 7])], beta=1.0)
        same = build(g, x)
        flat = reshaped(g, same, (1, 154))
        product = g.node("FULLY_CONNECTED", [flat, g.constant(seeded((5, 154), "w")), -1], keepNumDims=False,
                         fusedActivationFunction="NONE", weightsFormat="DEFAULT")
        g.outputs(g.node("RELU", [product]), g.node("ABS", [same]), g.node("NEG", [reshaped(g, x, (22, 7))]))

    build_case.__name__ = name
    graph_case(moves=0)(build_case)


for _name, _build in KEPT.items():
    kept(_name, _build)


@graph_case(moves=0)
def kept_elements_are_joined(m):
    """The producers write the parts in their place in the joined tensor."""
    g = m.subgraph()
    x = g.input([1, 1, 20, 8])
    parts = [reshaped(g, turned(g, g.node(op, [x]), 0, 2, 1, 3), (20, 8)) for op in ("ABS", "NEG")]
    g.outputs(g.node("RELU", [g.node("CONCATENATION", parts, axis=1, fusedActivationFunction="NONE")]))


@graph_case(moves=2)
def kept_elements_of_the_interpreter(m):
    """The interpreter's memory is neither cut nor joined."""
    g = m.subgraph()
    x = g.input([1, 1, 20, 8])
    same = turned(g, x, 0, 2, 1, 3)
    joined = g.node("CONCATENATION", [same, whole_slice(g, same, 4)], axis=3, fusedActivationFunction="NONE")
    g.outputs(g.node("RELU", [joined]), same)


def filtered_signal(m, channels):
    """A filter of a signal whose channels come before its samples, as converters write it."""
    g = m.subgraph()
    signal = g.node("ABS", [g.input([1, channels, 40])])
    padded = g.node("PAD", [signal, g.constant([[0, 0], [0, 0], [3, 2]], "int32")])
    pixels = expanded(g, turned(g, padded, 0, 2, 1), 1)
    g.outputs(conv(g, pixels, channels, 4, kernel=(1, 6), strideH=1, strideW=2, padding="VALID"))


@graph_case(moves=0, resize=(([1, 1, 33],),))
def pad_of_a_signal_into_conv(m):
    filtered_signal(m, 1)


@graph_case(moves=2)
def pad_of_turned_channels_into_conv(m):
    """A TRANSPOSE between PAD and convolution moves elements if there are two channels. Then zeros are read from memory."""
    filtered_signal(m, 2)


@graph_case(moves=2)
def kept_elements_of_int8(m):
    """Only the two REVERSE_V2 nodes move elements."""
    g = m.subgraph()
    x = g.input([1, 1, 9, 3], "int8")
    same = turned(g, reversed_along(g, x, 2, dtype="int8", version=2), 0, 2, 1, 3, dtype="int8", version=2)
    g.outputs(reversed_along(g, same, 3, dtype="int8", version=2))


def token_of_each(g, x):
    """A constant row that BROADCAST_TO repeats for each image of `x`."""
    target = packed(g, [dim_of(g, shape_of(g, x, 3), 0), int_scalar(g, 1), int_scalar(g, 8)])
    return g.node("BROADCAST_TO", [g.constant(seeded((1, 1, 8), "token")), target], [1, 1, 8], version=2)


@graph_case(resize=(([3, 4, 8],), ([1, 6, 8],)))
def constant_that_an_open_batch_may_stretch_is_joined(m):
    """A constant token is joined before those of each image. With one image it is the constant itself, which is not copied."""
    g = m.subgraph()
    x = open_input(g, [-1, 4, 8])
    token = token_of_each(g, x)
    joined = g.node("CONCATENATION", [token, g.node("ABS", [x])], [1, 5, 8], axis=1, fusedActivationFunction="NONE")
    g.outputs(g.node("RELU", [joined], [1, 5, 8]))


@graph_case(resize=(([3, 4, 8],), ([1, 6, 8],)))
def constant_that_an_open_batch_may_stretch_is_returned(m):
    """With one image the repeated token is the constant itself. A partition returns it, and a kernel reads it."""
    g = m.subgraph()
    x = open_input(g, [-1, 4, 8])
    token = token_of_each(g, x)
    turned_token = turned(g, token, 1, 0, 2)
    g.outputs(token, g.node("RELU", [g.node("SOFTMAX", [turned_token], [1, 1, 8], beta=1.0)], [1, 1, 8]),
              g.node("ADD", [token, g.node("ABS", [x])], [1, 4, 8]), turned_token)
