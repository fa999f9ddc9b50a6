"""Float models with integer weights, whose layers quantize their input rows and images in every run."""

from graph_builder import SAME, graph_case, seeded


def hybrid_layer(g, x, units, depth, seed, dtype="int8", **params):
    """FULLY_CONNECTED of floats with constant weights, one scale for each unit, and a bias."""
    largest = {"int8": 127, "int4": 7}[dtype]
    scales = (seeded((units,), f"{seed}_s", 0.5, 2.0) / largest).tolist()
    weights = seeded((units, depth), f"{seed}_w", -largest, largest + 1, "int8")
    weights = g.constant(weights, dtype, quantization={"scale": scales, "zero_point": [0] * units, "axis": 0})
    bias = g.constant(seeded((units,), f"{seed}_b"))
    params = {"asymmetricQuantizeInputs": True, "keepNumDims": True, **params}
    return g.op("FULLY_CONNECTED", [x, weights, bias], [g.tensor(())], 12, **params)


@graph_case(shader="dynamic_int8_conv_2d", moves=0, refused_by=("tflite-2.14.0",))
def hybrid_layers_between_views(m):
    """Layers read parts of a tensor, and write parts of one."""
    g = m.subgraph()
    parts = [g.tensor(()), g.tensor(())]
    g.op("SPLIT", [g.constant(2, "int32"), g.input([1, 6, 40])], parts, numSplits=2)
    y = hybrid_layer(g, parts[0], 8, 20, "left")
    z = hybrid_layer(g, parts[1], 12, 20, "right", fusedActivationFunction="RELU")
    g.outputs(g.node("CONCATENATION", [y, z], axis=2))


@graph_case(shader="dynamic_int8_conv_2d", refused_by=("tflite-2.14.0",))
def hybrid_layers_with_steps(m):
    """Elementwise nodes after a hybrid layer are fused into the layer's store."""
    g = m.subgraph()
    x = g.input([5, 18])
    y = g.node("RELU", [hybrid_layer(g, x, 7, 18, "a", "int4")])
    y = g.node("MUL", [y, g.constant(seeded((7,), "factors"))])
    y = g.node("ADD", [y, g.input([5, 7])], fusedActivationFunction="RELU6")
    g.outputs(y)


def _weights(g, shape, seed, scale=0.004):
    return g.constant(seeded(shape, seed, -127, 128, "int8"), "int8", quantization={"scale": [scale], "zero_point": [0], "axis": 0})


def _floats(g, seed, units):
    return g.constant(seeded((units,), seed))


@graph_case(moves=0)
def hybrid_states_of_parts(m):
    """Recurrent layers with integer weights read parts of a sequence's features, and their results are joined."""
    g = m.subgraph()
    parts = [g.tensor(()) for _ in range(3)]
    sizes = g.constant([8, 6, 5], "int32")
    g.op("SPLIT_V", [g.node("TANH", [g.input([2, 5, 19])]), sizes, g.constant(2, "int32")], parts, numSplits=3)
    results = []
    for inputs, units, part in zip((8, 6), (4, 3), parts):
        operands = [part, _weights(g, (units, inputs), f"w{units}"), _weights(g, (units, units), f"r{units}")]
        operands += [_floats(g, f"b{units}", units), g.tensor((2, units), variable=True)]
        params = {"timeMajor": False, "fusedActivationFunction": "RELU", "asymmetricQuantizeInputs": True}
        results.append(g.op("UNIDIRECTIONAL_SEQUENCE_RNN", operands, [g.tensor(())], 3, **params))
    operands = [parts[2], *(_weights(g, (3, 5), f"i{gate}") for gate in range(4)), *(_weights(g, (3, 3), f"l{gate}") for gate in range(4))]
    operands += [None] * 3 + [_floats(g, f"b{gate}", 3) for gate in range(4)] + [None] * 2
    operands += [g.tensor((2, 3), variable=True), g.tensor((2, 3), variable=True)]
    params = {"timeMajor": False, "fusedActivationFunction": "TANH"}
    results.append(g.op("UNIDIRECTIONAL_SEQUENCE_LSTM", operands, [g.tensor(())], 2, **params))
    g.outputs(g.node("RELU", [g.node("CONCATENATION", results, axis=2)]))


def hybrid_filter(g, shape, axis, seed, dtype="int8"):
    """A constant filter with one scale for each output channel, and a bias."""
    largest = {"int8": 127, "int4": 7}[dtype]
    outputs = shape[axis]
    scales = (seeded((outputs,), f"{seed}_s", 0.5, 2.0) / largest).tolist()
    quantization = {"scale": scales, "zero_point": [0] * outputs, "axis": axis}
    weights = g.constant(
        seeded(shape, f"{seed}_w", -largest, largest + 1, "int8"), dtype, quantization=quantization
    )
    return [weights, g.constant(seeded((outputs,), f"{seed}_b"))]


def dynamic_int8_conv_2d(g, x, shape, seed, dtype="int8", **params):
    """CONV_2D of floats with an integer filter of that shape, SAME with stride 1 unless `params` say otherwise."""
    version = {"int8": 5, "int4": 7}[dtype]
    inputs = [x, *hybrid_filter(g, shape, 0, seed, dtype)]
    return g.op("CONV_2D", inputs, [g.tensor(())], version, **{**SAME, **params})


def dynamic_int8_depthwise(g, x, shape, seed, **params):
    """DEPTHWISE_CONV_2D of floats with an int8 filter of that shape, SAME with stride 1 unless `params` say otherwise."""
    inputs = [x, *hybrid_filter(g, shape, 3, seed)]
    return g.op("DEPTHWISE_CONV_2D", inputs, [g.tensor(())], 6, **{**SAME, "depthMultiplier": 1, **params})


VALID_BY_TWO = {"padding": "VALID", "strideH": 2, "strideW": 2}


@graph_case(shader="dynamic_int8_conv_2d", moves=0)
def hybrid_convolutions_between_views(m):
    """Convolutions read parts of an image's channels, and write parts of one."""
    g = m.subgraph()
    parts = [g.tensor(()), g.tensor(())]
    g.op("SPLIT", [g.constant(3, "int32"), g.input([2, 6, 5, 16])], parts, numSplits=2)
    y = dynamic_int8_conv_2d(g, parts[0], (12, 3, 3, 8), "left")
    z = dynamic_int8_depthwise(g, parts[1], (1, 3, 3, 8), "right", fusedActivationFunction="RELU")
    g.outputs(g.node("CONCATENATION", [y, z], axis=3))


@graph_case(shader="dynamic_int8_conv_2d")
def hybrid_convolutions_with_steps(m):
    """Elementwise nodes after a hybrid convolution are fused into its store, also if channels are no multiple of four."""
    g = m.subgraph()
    x = g.input([2, 6, 5, 7])
    y = g.node("RELU", [dynamic_int8_conv_2d(g, x, (7, 3, 3, 7), "a", "int4")])
    y = g.node("ADD", [dynamic_int8_depthwise(g, y, (1, 3, 3, 7), "b"), x], fusedActivationFunction="RELU6")
    y = dynamic_int8_conv_2d(g, y, (8, 1, 1, 7), "c")
    y = g.node("MUL", [y, g.constant(seeded((8,), "factors"))])
    g.outputs(g.node("ADD", [y, g.input([2, 6, 5, 8])]))


@graph_case(shader="dynamic_int8_depthwise_conv_2d", moves=0)
def hybrid_convolutions_of_a_pad(m):
    """A PAD that appends zeros to images is fused: all other values are in whole blocks of eight."""
    g = m.subgraph()
    pad = g.constant([[0, 0], [0, 1], [0, 1], [0, 0]], "int32")
    y = g.node("PAD", [g.input([2, 6, 6, 5]), pad])
    y = dynamic_int8_depthwise(g, y, (1, 3, 3, 5), "a", **VALID_BY_TWO)
    y = g.node("PAD", [y, g.constant([[0, 0], [1, 2], [1, 2], [0, 0]], "int32")])
    g.outputs(dynamic_int8_conv_2d(g, y, (6, 3, 3, 5), "b", **VALID_BY_TWO))


@graph_case(shader="dynamic_int8_conv_2d", moves=1)
def hybrid_convolution_of_a_pad_in_front(m):
    """A PAD that moves an image's last values out of blocks of eight, or into them, is not fused."""
    g = m.subgraph()
    pad = g.constant([[0, 0], [1, 0], [1, 0], [0, 0]], "int32")
    y = g.node("PAD", [g.input([2, 5, 5, 3]), pad])
    g.outputs(dynamic_int8_conv_2d(g, y, (6, 3, 3, 3), "b", **VALID_BY_TWO))


@graph_case(shader="dynamic_int8_matmul")
def hybrid_products_share_a_matrix(m):
    """Two BATCH_MATMUL read one matrix, one of them transposed, as with tied embeddings. They have 8 and 40 output columns."""
    g = m.subgraph()
    weights = _weights(g, (8, 40), "tied")
    narrow = g.op("BATCH_MATMUL", [g.input([2, 3, 40]), weights], [g.tensor([2, 3, 8])], 4, adjY=True)
    wide = g.op("BATCH_MATMUL", [g.input([2, 3, 8]), weights], [g.tensor([2, 3, 40])], 4, adjY=False)
    g.outputs(narrow, wide)
