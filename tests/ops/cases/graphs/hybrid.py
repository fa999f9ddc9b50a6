"""Models of floats with integer weights, whose rows are quantized in every run."""

from graph_builder import graph_case, seeded


def hybrid_layer(g, x, units, depth, seed, dtype="int8", **params):
    """FULLY_CONNECTED of floats with constant weights, one scale for each unit, and a bias."""
    largest = {"int8": 127, "int4": 7}[dtype]
    scales = (seeded((units,), f"{seed}_s", 0.5, 2.0) / largest).tolist()
    weights = seeded((units, depth), f"{seed}_w", -largest, largest + 1, "int8")
    weights = g.constant(weights, dtype, quantization={"scale": scales, "zero_point": [0] * units, "axis": 0})
    bias = g.constant(seeded((units,), f"{seed}_b"))
    params = {"asymmetricQuantizeInputs": True, "keepNumDims": True, **params}
    return g.op("FULLY_CONNECTED", [x, weights, bias], [g.tensor(())], 12, **params)


@graph_case(shader="hybrid_product", moves=0, refused_by=("tflite-2.14.0",))
def hybrid_layers_between_views(m):
    """Layers read parts of a tensor, and write parts of one."""
    g = m.subgraph()
    parts = [g.tensor(()), g.tensor(())]
    g.op("SPLIT", [g.constant(2, "int32"), g.input([1, 6, 40])], parts, numSplits=2)
    y = hybrid_layer(g, parts[0], 8, 20, "left")
    z = hybrid_layer(g, parts[1], 12, 20, "right", fusedActivationFunction="RELU")
    g.outputs(g.node("CONCATENATION", [y, z], axis=2))


@graph_case(shader="hybrid_product", refused_by=("tflite-2.14.0",))
def hybrid_layers_with_steps(m):
    """What follows a layer is computed where it is stored."""
    g = m.subgraph()
    x = g.input([5, 18])
    y = g.node("RELU", [hybrid_layer(g, x, 7, 18, "a", "int4")])
    y = g.node("MUL", [y, g.constant(seeded((7,), "factors"))])
    y = g.node("ADD", [y, g.input([5, 7])], fusedActivationFunction="RELU6")
    g.outputs(y)
