"""Recurrent layers in integers among other nodes."""

from graphs.quantized import quantized
from graph_builder import graph_case, seeded


def _of_scale(g, shape, seed, dtype, scale, most):
    return g.constant(seeded(shape, seed, -most, most + 1, dtype), dtype, quantization=quantized(scale))


@graph_case()
def int8_lstms_of_parts(m):
    """Sequences whose vectors are parts of a tensor, by whole words and otherwise, and results that are joined."""
    g = m.subgraph()
    scaled, hidden = quantized(0.031, 5), quantized(0.0078, -4)
    x = g.input([2, 5, 14], "int8", quantization=scaled)
    results = []
    for first, inputs, cells in ((0, 8, 4), (8, 6, 4)):
        begin, size = g.constant([0, 0, first], "int32"), g.constant([2, 5, inputs], "int32")
        part = g.op("SLICE", [x, begin, size], [g.tensor((), "int8", quantization=scaled)], 2)
        operands = [part, *(_of_scale(g, (cells, inputs), f"w{first}{gate}", "int8", 0.004, 127) for gate in range(4))]
        operands += [_of_scale(g, (cells, cells), f"r{first}{gate}", "int8", 0.011, 127) for gate in range(4)]
        operands += [None] * 3 + [_of_scale(g, (cells,), f"b{first}{gate}", "int32", 0.004 * 0.031, 2000) for gate in range(4)]
        operands += [None, None, g.tensor((2, cells), "int8", variable=True, quantization=hidden)]
        operands += [g.tensor((2, cells), "int16", variable=True, quantization=quantized(2**-11))]
        inner = [g.tensor((1,), "int16", quantization=quantized(2**-12)) for _ in range(4)]
        inner.append(g.tensor((1,), "int8", quantization=hidden))
        params = {"intermediates": inner, "timeMajor": False, "fusedActivationFunction": "TANH"}
        results.append(g.op("UNIDIRECTIONAL_SEQUENCE_LSTM", operands, [g.tensor((), "int8", quantization=hidden)], 3, **params))
    g.outputs(g.op("CONCATENATION", results, [g.tensor((), "int8", quantization=hidden)], 2, axis=2))
