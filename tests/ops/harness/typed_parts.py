"""Parts and joins of tensors of any type, for graphs with strided views."""


def split(g, x, axis, sizes, dtype="float32"):
    outputs = [g.tensor((), dtype) for _ in sizes]
    g.op("SPLIT_V", [x, g.constant(sizes, "int32"), g.constant(axis, "int32")], outputs, numSplits=len(sizes))
    return outputs


def ints(g, values):
    return g.constant(values, "int32")


def top(g, x, k, dtype="float32"):
    values, places = g.tensor((), dtype), g.tensor((), "int32")
    g.op("TOPK_V2", [x, ints(g, k)], [values, places])
    return values, places


def arg(g, x, axis, op="ARG_MAX"):
    return g.node(op, [x, ints(g, axis)], dtype="int32", outputType="INT32")
