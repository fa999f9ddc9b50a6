"""Integer layers that read parts of tensors in place and write joined results in place, without moves."""

import numpy as np

from graph_builder import graph_case, seeded
from graphs.quantized import int8_conv, quantized

SAME = quantized(0.6, 9)


def number(g, dtype="int8"):
    """A tensor in the scale that all parts and joined tensors share."""
    return g.tensor((), dtype, quantization=SAME if dtype == "int8" else quantized(0.0004))


def join(g, parts, axis=3, dtype="int8"):
    return g.op("CONCATENATION", parts, [number(g, dtype)], 3, axis=axis)


def split(g, x, axis, sizes, dtype="int8"):
    outputs = [number(g, dtype) for _ in sizes]
    g.op("SPLIT_V", [x, g.constant(sizes, "int32"), g.constant(axis, "int32")], outputs, 2, numSplits=len(sizes))
    return outputs


def depthwise(g, x, channels, seed, **params):
    """DEPTHWISE_CONV_2D of 3x3 within the shared scale."""
    scales = np.exp2(seeded((channels,), f"{seed}_s", -9, -6, "float64")).astype(np.float32).tolist()
    weights = g.constant(seeded((1, 3, 3, channels), f"{seed}_w", -128, 128, "int8"), "int8", quantization=quantized(scales, [0] * channels, 3))
    bias = g.constant(seeded((channels,), f"{seed}_b", -9000, 9000, "int32"), "int32", quantization=quantized([SAME["scale"] * s for s in scales], [0] * channels))
    params = {"padding": "SAME", "strideH": 1, "strideW": 1, "depthMultiplier": 1, **params}
    return g.op("DEPTHWISE_CONV_2D", [x, weights, bias], [number(g)], 3, **params)


def fully_connected(g, x, inputs, outputs, seed, dtype="int8"):
    scale = 2.0**-9 if dtype == "int8" else 2.0**-10
    weights = g.constant(seeded((outputs, inputs), f"{seed}_w", -128, 128, "int8"), "int8", quantization=quantized(scale))
    return g.op("FULLY_CONNECTED", [x, weights, None], [number(g, dtype)], 4 if dtype == "int8" else 7, keepNumDims=True)


def whole(g, x):
    """Appends a RELU, which makes a tensor inside the partition. Tensors at a partition's edges are never parts of others."""
    return g.op("RELU", [x], [number(g)], 2)


@graph_case(moves=0, resize=(([2, 5, 3, 16],),))
def int8_layers_grow_a_tensor(m):
    """Each layer appends channels to the tensor that it reads, as in DenseNet: whole vectors of words, or single words."""
    g = m.subgraph()
    x = g.input([1, 9, 7, 16], "int8", quantization=SAME)
    joined = whole(g, x)
    for i, growth in enumerate((16, 4, 16)):
        channels = (16, 32, 36)[i]
        bottleneck, _ = int8_conv(g, joined, SAME, (32, 1, 1, channels), f"bottleneck {i}", output=SAME)
        added, _ = int8_conv(g, bottleneck, SAME, (growth, 3, 3, 32), f"added {i}", output=SAME)
        joined = join(g, [joined, added])
    g.outputs(whole(g, joined))


@graph_case(moves=1)
def int8_halves_are_convolved(m):
    """A part of the channels passes convolutions and depthwise ones and is joined again. The other part is copied once."""
    g = m.subgraph()
    x = whole(g, g.input([2, 10, 9, 32], "int8", quantization=SAME))
    kept, used = split(g, x, 3, [12, 20])
    y, _ = int8_conv(g, used, SAME, (20, 1, 1, 20), "first", output=SAME)
    y = depthwise(g, y, 20, "middle")
    also = depthwise(g, used, 20, "also", strideH=1, dilationHFactor=2, dilationWFactor=2)
    last, _ = int8_conv(g, y, SAME, (16, 1, 1, 20), "last", output=SAME)
    g.outputs(whole(g, join(g, [kept, last, depthwise(g, y, 20, "end"), also])))


@graph_case(moves=0)
def int8_rows_of_images_are_convolved(m):
    """Grouped and depthwise convolutions read and write rows and columns of several images in place."""
    g = m.subgraph()
    x = whole(g, g.input([2, 8, 12, 8], "int8", quantization=SAME))
    for axis, sizes in ((1, [3, 5]), (2, [4, 8])):
        parts = split(g, x, axis, sizes)
        results = [int8_conv(g, part, SAME, (8, 3, 3, 4), f"part {axis} {i}", output=SAME)[0] for i, part in enumerate(parts)]
        results += [depthwise(g, part, 8, f"depthwise {axis} {i}") for i, part in enumerate(parts)]
        g.outputs(whole(g, join(g, results, axis)))


@graph_case()
def int8_channels_of_broken_words_are_convolved(m):
    """Parts that begin within a word are read in place. Results that begin within a word are copied into the joined tensor."""
    g = m.subgraph()
    x = whole(g, g.input([1, 6, 5, 23], "int8", quantization=SAME))
    parts = split(g, x, 3, [5, 7, 11])
    results = [int8_conv(g, part, SAME, (8, 3, 3, size), f"part {size}", output=SAME)[0] for part, size in zip(parts, (5, 7, 11))]
    results += [int8_conv(g, parts[1], SAME, (6, 1, 1, 7), "six", output=SAME)[0], depthwise(g, parts[2], 11, "depthwise")]
    g.outputs(whole(g, join(g, results)))


def rows_are_multiplied(dtype):
    """FULLY_CONNECTED and BATCH_MATMUL read parts of features, and write parts of a joined tensor."""

    def build(m):
        g = m.subgraph()
        integers = {"int8": SAME, "int16": quantized(0.0004)}[dtype]
        x = g.input([2, 9, 48], dtype, quantization=integers)
        x = g.op("REVERSE_V2", [x, g.constant([1], "int32")], [number(g, dtype)], 3)
        queries, keys, values = split(g, x, 2, [16, 16, 16], dtype)
        scores = g.op("BATCH_MATMUL", [queries, keys], [number(g, dtype)], 4, adjY=True)
        parts = [
            g.op("BATCH_MATMUL", [scores, values], [number(g, dtype)], 4),
            fully_connected(g, keys, 16, 12, "keys", dtype),
            fully_connected(g, x, 48, 8, "all", dtype),
        ]
        joined = join(g, parts, 2, dtype)
        g.outputs(g.op("REVERSE_V2", [joined, g.constant([2], "int32")], [number(g, dtype)], 3))

    build.__name__ = f"{dtype}_rows_are_multiplied"
    graph_case(moves=2)(build)


rows_are_multiplied("int8")
rows_are_multiplied("int16")


OTHER = quantized(0.25, -20)


def pad(g, x, amounts, scaled_by):
    return g.op("PAD", [x, g.constant(amounts, "int32")], [g.tensor((), "int8", quantization=scaled_by)], 2)


@graph_case()
def int8_zeros_keep_their_number_in_another_scale(m):
    """PAD adds its output's zero point, which a reader that changes the scale treats as any other value."""
    g = m.subgraph()
    x = g.input([1, 6, 8, 4], "int8", quantization=SAME)
    around = [[0, 0], [1, 2], [2, 1], [0, 0]]
    rescaled = pad(g, x, around, OTHER)
    padded = pad(g, x, around, SAME)
    reshaped = g.op("RESHAPE", [padded, g.constant([1, 9, 11, 4], "int32")], [g.tensor((), "int8", quantization=OTHER)], 1)
    corner = [g.constant([0, 0, 1, 0], "int32"), g.constant([1, 8, 10, 4], "int32")]
    cut = g.op("SLICE", [pad(g, x, around, SAME), *corner], [g.tensor((), "int8", quantization=OTHER)], 2)
    for i, image in enumerate((rescaled, reshaped, cut)):
        y, _ = int8_conv(g, image, OTHER, (6, 3, 3, 4), f"zeros {i}", output=SAME, padding="VALID")
        g.outputs(y)
    row = pad(g, g.input([1, 9, 4], "int8", quantization=SAME), [[0, 0], [2, 1], [0, 0]], SAME)
    row = g.op("RESHAPE", [row, g.constant([1, 1, 12, 4], "int32")], [g.tensor((), "int8", quantization=OTHER)], 1)
    y, _ = int8_conv(g, row, OTHER, (8, 1, 3, 4), "row", output=SAME, padding="VALID")
    windows = {"padding": "VALID", "strideH": 1, "strideW": 2, "filterHeight": 2, "filterWidth": 3}
    pooled = g.op("MAX_POOL_2D", [pad(g, x, around, OTHER)], [g.tensor((), "int8", quantization=OTHER)], 2, **windows)
    g.outputs(y, pooled)


@graph_case()
def uint8_parts_are_joined_in_another_scale(m):
    """Parts in the joined tensor's scale are stored there unchanged; the others are converted first."""
    g = m.subgraph()
    joined = quantized(0.1, 120)
    x = g.input([2, 5, 8], "uint8", quantization=joined)
    other = g.input([2, 5, 3], "uint8", quantization=quantized(0.07, 31))

    def turned(part, scaled_by):
        return g.op("REVERSE_V2", [part, g.constant([1], "int32")], [g.tensor((), "uint8", quantization=scaled_by)], 3)

    parts = [turned(x, joined), turned(other, quantized(0.07, 31)), turned(x, quantized(0.4, 99)), turned(other, joined)]
    y = g.op("CONCATENATION", parts, [g.tensor((), "uint8", quantization=joined)], 2, axis=2)
    g.outputs(turned(y, joined))


@graph_case(moves=1)
def quantized_pools_take_pads(m):
    """A PAD's border counts as zeros in poolings with VALID padding. Poolings with SAME leave the PAD a dispatch."""
    for dtype, zero in (("int8", -7), ("uint8", 121), ("int16", 0)):
        g = m.subgraph() if dtype == "int8" else g
        scaled = quantized(0.037, zero)
        x = g.input([2, 8, 7, 6], dtype, quantization=scaled)
        pool = lambda op, image, padding="VALID": g.op(
            op, [image], [g.tensor((), dtype, quantization=scaled)], 3 if dtype == "int16" else 2 if dtype == "int8" else 1,
            padding=padding, strideH=2, strideW=1, filterHeight=3, filterWidth=2)
        padded = lambda amounts: g.op("PAD", [x, g.constant(amounts, "int32")], [g.tensor((), dtype, quantization=scaled)], 2)
        twice = padded([[0, 0], [1, 2], [3, 0], [0, 0]])
        g.outputs(pool("MAX_POOL_2D", twice), pool("AVERAGE_POOL_2D", twice))
        shifted = padded([[0, 0], [0, 1], [0, 1], [0, 0]])
        bounds = [g.constant(bound, "int32") for bound in ([0, 1, 1, 0], [2, 9, 8, 6], [1, 1, 1, 1])]
        cut = g.op("STRIDED_SLICE", [shifted, *bounds], [g.tensor((), dtype, quantization=scaled)], 4 if dtype == "int16" else 2)
        g.outputs(pool("AVERAGE_POOL_2D", cut))
    g.outputs(pool("MAX_POOL_2D", padded([[0, 0], [1, 1], [1, 1], [0, 0]]), "SAME"))
