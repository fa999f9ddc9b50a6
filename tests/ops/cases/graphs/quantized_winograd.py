"""Convolutions of int8 by Winograd's algorithm within models. Nodes after them are fused, parts of tensors are read and
written in place, and every integer equals the reference kernels'."""

from graph_builder import graph_case
from graphs.quantized import int8_conv, quantized
from graphs.quantized_steps import add, layer, tables
from graphs.quantized_views import SAME, join, split, whole

@graph_case(resize=(([1, 28, 20, 32],),))
def int8_wrapping_winograd_has_steps(m):
    """Fused sums, whose other operand is a whole tensor or a part of one, and fused lookup tables."""
    g = m.subgraph()
    x = g.input([1, 24, 23, 32], "int8", quantization=SAME)
    y, scaled = layer(g, x, SAME, 32, 32, "first")
    z, _ = layer(g, y, scaled, 32, 32, "second")
    g.outputs(add(g, z, y, fusedActivationFunction="RELU"))
    left, _ = split(g, whole(g, x), 3, [16, 16])
    part, _ = layer(g, x, SAME, 16, 32, "part")
    g.outputs(tables(g, add(g, left, part)))


@graph_case(moves=0)
def int8_wrapping_winograd_reads_and_joins_channels(m):
    g = m.subgraph()
    parts = split(g, whole(g, g.input([1, 24, 23, 112], "int8", quantization=SAME)), 3, [64, 48])
    results = [int8_conv(g, part, SAME, (16, 3, 3, size), f"part {size}", output=SAME)[0] for part, size in zip(parts, (64, 48))]
    g.outputs(whole(g, join(g, results)))


@graph_case()
def int8_wrapping_winograd_becomes_floats(m):
    g = m.subgraph()
    scaled = quantized(1 / 64, 4)
    x = g.tensor((), "int8", quantization=scaled)
    g.op("QUANTIZE", [g.input([1, 21, 24, 32])], [x])
    y, _ = int8_conv(g, x, scaled, (32, 3, 3, 32), "a")
    g.outputs(g.node("DEQUANTIZE", [y], version=2))


@graph_case()
def int8_winograd_has_steps(m):
    g = m.subgraph()
    x = g.input([1, 7, 7, 128], "int8", quantization=SAME)
    y, scaled = layer(g, x, SAME, 128, 128, "first")
    z, _ = layer(g, y, scaled, 128, 128, "second")
    g.outputs(tables(g, add(g, z, y, fusedActivationFunction="RELU")))
