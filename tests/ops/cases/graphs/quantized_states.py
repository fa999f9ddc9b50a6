"""Recurrent layers in integers among other nodes."""

from graphs.quantized import quantized
from graph_builder import graph_case, seeded


def _of_scale(g, shape, seed, dtype, scale, most):
    return g.constant(seeded(shape, seed, -most, most + 1, dtype), dtype, quantization=quantized(scale))


HIDDEN = quantized(0.0078, -4)  # scale and zero point of the layers' outputs and hidden states


def _lstm(g, x, scale, batch, inputs, cells, seed):
    """A layer over sequences {batch, steps, inputs} of that scale."""
    operands = [x, *(_of_scale(g, (cells, inputs), f"w{seed}{gate}", "int8", 0.004, 127) for gate in range(4))]
    operands += [_of_scale(g, (cells, cells), f"r{seed}{gate}", "int8", 0.011, 127) for gate in range(4)]
    operands += [None] * 3 + [_of_scale(g, (cells,), f"b{seed}{gate}", "int32", 0.004 * scale, 2000) for gate in range(4)]
    operands += [None, None, g.tensor((batch, cells), "int8", variable=True, quantization=HIDDEN)]
    operands += [g.tensor((batch, cells), "int16", variable=True, quantization=quantized(2**-11))]
    inner = [g.tensor((1,), "int16", quantization=quantized(2**-12)) for _ in range(4)]
    inner.append(g.tensor((1,), "int8", quantization=HIDDEN))
    params = {"intermediates": inner, "timeMajor": False, "fusedActivationFunction": "TANH"}
    return g.op("UNIDIRECTIONAL_SEQUENCE_LSTM", operands, [g.tensor((), "int8", quantization=HIDDEN)], 3, **params)


@graph_case()
def int8_lstms_of_parts(m):
    """LSTMs of sequences that are parts of a tensor, of whole words or not. Their results are joined."""
    g = m.subgraph()
    scaled = quantized(0.031, 5)
    x = g.input([2, 5, 14], "int8", quantization=scaled)
    results = []
    for first, inputs, cells in ((0, 8, 4), (8, 6, 4)):
        begin, size = g.constant([0, 0, first], "int32"), g.constant([2, 5, inputs], "int32")
        part = g.op("SLICE", [x, begin, size], [g.tensor((), "int8", quantization=scaled)], 2)
        results.append(_lstm(g, part, 0.031, 2, inputs, cells, first))
    g.outputs(g.op("CONCATENATION", results, [g.tensor((), "int8", quantization=HIDDEN)], 2, axis=2))


@graph_case(resize=([[1, 24, 6]],) * 2)
def int8_lstms_of_24_steps(m):
    """Two LSTMs in a row between a QUANTIZE and a DEQUANTIZE. The states are kept from one sequence to the next."""
    g = m.subgraph()
    x = g.op("QUANTIZE", [g.input([1, 24, 6])], [g.tensor((), "int8", quantization=quantized(0.0079, 5))])
    first = _lstm(g, x, 0.0079, 1, 6, 16, "first")
    g.outputs(g.op("DEQUANTIZE", [_lstm(g, first, 0.0078, 1, 16, 12, "second")], [g.tensor(())], 2))
