"""Quantized operators of one input among others. They read and write parts of other tensors, and floats follow them."""

from graph_builder import graph_case, seeded


def scaled(scale, zero_point=0):
    return {"scale": scale, "zero_point": zero_point}


def to(g, op, x, dtype, quantization, version=2, **params):
    return g.op(op, [x], [g.tensor((), dtype, quantization=quantization)], version, **params)


@graph_case()
def quantized_parts_are_joined_and_cut(m):
    """QUANTIZE writes into the joined tensor of CONCATENATION, and DEQUANTIZE reads from the tensor that SPLIT cuts."""
    g = m.subgraph()
    integers = scaled(0.02, -5)
    parts = [to(g, "QUANTIZE", g.input([2, 3, width]), "int8", integers) for width in (8, 4, 12)]
    joined = g.op("CONCATENATION", parts, [g.tensor((), "int8", quantization=integers)], 2, axis=2)
    gates = to(g, "LOGISTIC", joined, "int8", scaled(1 / 256, -128))
    halves = [g.tensor((), "int8", quantization=scaled(1 / 256, -128)) for _ in range(3)]
    g.op("SPLIT", [g.constant(2, "int32"), gates], halves, 2, numSplits=3)
    for half in halves:
        g.outputs(g.node("MUL", [g.node("DEQUANTIZE", [half], version=2), g.constant(seeded((8,), "by"))]))


@graph_case()
def quantized_shorts_are_joined_and_cut(m):
    g = m.subgraph()
    parts = [to(g, "QUANTIZE", g.input([2, 3, width]), "int16", scaled(0.001), 2) for width in (6, 2)]
    joined = g.op("CONCATENATION", parts, [g.tensor((), "int16", quantization=scaled(0.001))], 3, axis=2)
    bent = to(g, "TANH", joined, "int16", scaled(2**-15), 3)
    halves = [g.tensor((), "int16", quantization=scaled(2**-15)) for _ in range(2)]
    g.op("SPLIT", [g.constant(2, "int32"), bent], halves, 4, numSplits=2)
    narrow = to(g, "QUANTIZE", halves[0], "int8", scaled(0.01, 3))
    g.outputs(g.node("DEQUANTIZE", [halves[1]], version=3), narrow)


@graph_case()
def quantized_equal_operators_share_a_table(m):
    """Two equal nodes share a table. One with another parameter and one of another operator do not."""
    g = m.subgraph()
    x = g.input([5, 67], "int8", quantization=scaled(0.05, 3))
    for op, params in (("LEAKY_RELU", {"alpha": 0.1}), ("LEAKY_RELU", {"alpha": 0.1}), ("LEAKY_RELU", {"alpha": 0.3}), ("RELU", {})):
        g.outputs(to(g, op, x, "int8", scaled(0.04, -9), **params))


@graph_case(resize=(([5, 7],), ([2, 3],)))
def quantized_floats_go_on(m):
    """TANH is fused into DEQUANTIZE, and the rows are no multiple of four."""
    g = m.subgraph()
    x = g.input([2, 3], signature=[-1, -1])
    integers = to(g, "QUANTIZE", x, "uint8", scaled(0.013, 128))
    g.outputs(g.node("TANH", [g.node("DEQUANTIZE", [to(g, "HARD_SWISH", integers, "uint8", scaled(0.011, 100), 1)])]))
