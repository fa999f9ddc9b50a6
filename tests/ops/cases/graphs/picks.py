"""Slices picked by indices (GATHER): elementwise nodes after them are fused, and joined slices are written in place."""

import numpy as np

from graph_builder import conv, graph_case, seeded


def _upsampled(g, x, height, width):
    return g.node("RESIZE_NEAREST_NEIGHBOR", [x, g.constant([height, width], "int32")])


def _gather(g, x, indices, axis=0):
    return g.node("GATHER", [x, g.constant(indices, "int32")], axis=axis)


def _size_of(g, x):
    """The height and width of the image, which depend on shapes alone."""
    shape = g.node("SHAPE", [x], dtype="int32", outType="INT32")
    return g.node("SLICE", [shape, g.constant([1], "int32"), g.constant([2], "int32")], dtype="int32")


@graph_case(moves=2, resize=(([2, 3, 5, 8],),))
def pyramids_are_added(m):
    """Feature pyramids: coarse maps are resized to the size of finer ones and added to them, or joined, which is a move."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([1, 4, 6, 8])])
    for channels in (8, 5):
        fine = conv(g, x, 8, channels, seed=f"fine{channels}")
        coarse = conv(g, x, 8, channels, (3, 3), seed=f"coarse{channels}", strideH=2, strideW=2)
        up = g.node("RESIZE_NEAREST_NEIGHBOR", [coarse, _size_of(g, fine)])
        g.outputs(g.node("ADD", [up, fine], fusedActivationFunction="RELU"))
        other = conv(g, x, 8, channels, (3, 3), seed=f"other{channels}", strideH=2, strideW=2)
        up = g.node("RESIZE_NEAREST_NEIGHBOR", [other, _size_of(g, fine)])
        g.outputs(conv(g, g.node("CONCATENATION", [up, g.node("TANH", [fine])], axis=3), 2 * channels, 8, (1, 1), seed=f"out{channels}"))


@graph_case(moves=0)
def embeddings_have_places(m):
    """Embeddings of words plus those of positions, multiplied by a scale for each channel."""
    g = m.subgraph()
    for channels in (16, 6):
        words = g.constant(seeded((20, channels), f"words{channels}"))
        ids = g.node("CAST", [g.node("ABS", [g.input([2, 7])])], dtype="int32", inDataType="FLOAT32", outDataType="INT32")
        picked = g.node("GATHER", [words, ids], axis=0)
        placed = g.node("ADD", [picked, g.constant(seeded((1, 7, channels), f"places{channels}"))])
        g.outputs(g.node("MUL", [placed, g.constant(seeded((channels,), f"scale{channels}"))], fusedActivationFunction="RELU"))


@graph_case(moves=0)
def picks_along_each_axis(m):
    """Fused steps read one value for each output channel, whether a slice is a part of a row, one row or several rows."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([5, 4, 3, 8])])
    y = g.node("TANH", [g.input([5, 4, 2, 3])])
    for i, axis in enumerate((0, 1, 2, 3, 0, 1, 3)):
        source, size = (x, [5, 4, 3, 8]) if i < 4 else (y, [5, 4, 2, 3])
        indices = [2, 0, 1, 1, 2]
        channels = len(indices) if axis == 3 else size[3]
        g.outputs(g.node("MUL", [_gather(g, source, indices, axis), g.constant(seeded((channels,), str(i)))]))


@graph_case(moves=7)
def picks_are_joined(m):
    """Picks of each kind are joined with a convolution's result along the innermost dim. The only moves are the picks."""
    g = m.subgraph()
    x = g.node("RELU", [g.input([4, 4, 6, 8])])
    parts = [
        conv(g, x, 8, 8, (1, 1)),
        _gather(g, x, [3, 1, 0, 2]),
        g.node("GATHER_ND", [x, g.constant(np.array([[2], [3], [0], [1]]), "int32")]),
        g.node("REVERSE_SEQUENCE", [x, g.constant([1, 2, 3, 6], "int32")], seqDim=2, batchDim=0),
        _upsampled(g, g.node("TANH", [g.input([4, 2, 3, 4])]), 4, 6),
        g.node("MIRROR_PAD", [g.node("TANH", [g.input([4, 2, 4, 4])]), g.constant(np.array([[0, 0], [1, 1], [1, 1], [0, 0]]), "int32")], mode="REFLECT"),
    ]
    g.outputs(g.node("RELU", [g.node("CONCATENATION", parts, axis=3)]))


@graph_case(moves=0)
def batches_of_blocks_have_activations(m):
    """SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND as old converters write them around a dilated convolution."""
    g = m.subgraph()
    x = g.node("TANH", [g.input([1, 4, 6, 5])])
    blocks, paddings = g.constant([2, 2], "int32"), g.constant(np.array([[1, 1], [2, 0]]), "int32")
    apart = g.node("ADD", [g.node("SPACE_TO_BATCH_ND", [x, blocks, paddings]), g.constant(seeded((5,), "bias"))])
    together = g.node("BATCH_TO_SPACE_ND", [apart, blocks, paddings])
    g.outputs(g.node("MAXIMUM", [g.node("MUL", [together, x]), g.constant(seeded((5,), "least"))]))
