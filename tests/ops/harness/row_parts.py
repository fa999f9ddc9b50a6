"""Parts of tensors, joins of them and their readers, for graphs with strided views."""

from graph_builder import seeded


def split(g, x, axis, sizes):
    outputs = [g.tensor(()) for _ in sizes]
    g.op("SPLIT_V", [x, g.constant(sizes, "int32"), g.constant(axis, "int32")], outputs, numSplits=len(sizes))
    return outputs


def join(g, parts, axis):
    return g.node("CONCATENATION", parts, axis=axis)


def product(g, x, inputs, outputs, seed="weights"):
    weights, bias = g.constant(seeded((outputs, inputs), f"{seed}_w")), g.constant(seeded((outputs,), f"{seed}_b"))
    return g.node("FULLY_CONNECTED", [x, weights, bias], keepNumDims=True)
