"""Awkward edges of a partition: constants, aliases, several outputs, nodes that stay on the CPU."""

import numpy as np

from graph_builder import CPU_ONLY, conv, cpu_only, depthwise, graph_case, max_pool, pad, seeded


@graph_case(on_cpu=(CPU_ONLY,), partitions=2)
def unsupported_in_the_middle(m):
    g = m.subgraph()
    y = g.node("TANH", [conv(g, g.input([1, 4, 5, 3]), 3, 4, seed="a")])
    y = cpu_only(g, y, 1)
    g.outputs(g.node("RELU", [conv(g, y, 4, 2, seed="b")]))


@graph_case(on_cpu=(CPU_ONLY, CPU_ONLY, CPU_ONLY), partitions=2)
def large_convolution_and_cheap_node(m):
    """partition_policy=auto takes the convolution on a GPU and leaves the RELU."""
    g = m.subgraph()
    y = cpu_only(g, g.input([1, 32, 32, 128]), 1)
    y = cpu_only(g, conv(g, y, 128, 128, seed="policy", largest=0.05), 1)
    g.outputs(cpu_only(g, g.node("RELU", [y]), 1))


@graph_case(on_cpu=(CPU_ONLY,), partitions=2)
def claimed_and_unclaimed_readers(m):
    g = m.subgraph()
    y = conv(g, g.input([1, 4, 5, 3]), 3, 3)
    on_gpu, on_cpu = g.node("TANH", [y]), cpu_only(g, y, 1)
    g.outputs(g.node("ADD", [on_gpu, on_cpu]))


@graph_case(on_cpu=(CPU_ONLY,), partitions=1)
def parallel_branch_stays_convex(m):
    """ADD can join the first partition's nodes only through the CPU: one of them must wait."""
    g = m.subgraph()
    a, b = g.input([2, 3]), g.input([2, 3])
    on_cpu = cpu_only(g, a, 2)
    y = g.node("RELU", [b])
    g.outputs(g.node("ADD", [y, on_cpu]))


@graph_case(on_cpu=(CPU_ONLY, CPU_ONLY), partitions=3)
def three_partitions(m):
    g = m.subgraph()
    y = g.node("RELU", [g.input([2, 3])])
    y = g.node("TANH", [cpu_only(g, y, 2)])
    g.outputs(g.node("LOGISTIC", [cpu_only(g, y, 2)]))


@graph_case(on_cpu=(CPU_ONLY,), partitions=1)
def unsupported_first(m):
    g = m.subgraph()
    g.outputs(g.node("RELU", [cpu_only(g, g.input([2, 3, 5]), 2)]))


@graph_case(on_cpu=(CPU_ONLY, CPU_ONLY), partitions=0)
def nothing_supported(m):
    g = m.subgraph()
    g.outputs(cpu_only(g, cpu_only(g, g.input([2, 3]), 2), 2))


@graph_case()
def input_is_output_too(m):
    g = m.subgraph()
    x = g.input([1, 3, 4, 5])
    g.outputs(x, g.node("RELU", [x]))


@graph_case()
def same_output_twice(m):
    g = m.subgraph()
    y = g.node("TANH", [g.input([2, 5])])
    g.outputs(y, y)


@graph_case()
def input_nobody_reads(m):
    g = m.subgraph()
    x, _ = g.input([2, 5]), g.input([3])
    g.outputs(g.node("TANH", [x]))


@graph_case()
def result_nobody_reads(m):
    g = m.subgraph()
    x = g.input([2, 5])
    g.node("LOGISTIC", [x])
    g.outputs(g.node("TANH", [x]))


@graph_case()
def constant_is_output_too(m):
    g = m.subgraph()
    bias = g.constant(seeded((5,), "bias"))
    g.outputs(g.node("ADD", [g.input([2, 5]), bias]), bias)


@graph_case(on_cpu=("ADD",))
def output_of_constants_only(m):
    g = m.subgraph()
    folded = g.node("ADD", [g.constant(seeded((5,), "a")), g.constant(seeded((5,), "b"))])
    g.outputs(g.node("TANH", [g.input([2, 5])]), folded)


@graph_case()
def constants_folded_through_several_nodes(m):
    g = m.subgraph()
    shift = g.node("MUL", [g.constant(seeded((1, 6), "a")), g.constant([3.0])])
    shift = g.node("RESHAPE", [shift, g.constant([6], "int32")], newShape=[6])
    g.outputs(g.node("ADD", [g.input([2, 4, 6]), shift]))


@graph_case()
def dequantized_weights(m):
    """Float16 weights as MediaPipe's models carry them; one DEQUANTIZE serves two nodes."""
    g = m.subgraph()
    x = g.input([1, 6, 6, 4])
    weights = [
        g.constant(seeded(s, s, dtype="float16"), "float16") for s in [(4, 3, 3, 4), (4,), (1, 3, 3, 4)]
    ]
    conv_w, bias, depth_w = (g.node("DEQUANTIZE", [w], version=2) for w in weights)
    y = g.node("CONV_2D", [x, conv_w, bias], padding="SAME", strideH=1, strideW=1)
    y = g.node("RELU", [y])
    params = {"padding": "SAME", "strideH": 2, "strideW": 2, "depthMultiplier": 1}
    g.outputs(g.node("DEPTHWISE_CONV_2D", [y, depth_w, bias], **params))


@graph_case()
def dequantized_operands(m):
    g = m.subgraph()
    half = g.constant(seeded((1, 1, 5), "alpha", dtype="float16"), "float16")
    alpha = g.node("DEQUANTIZE", [half], version=2)
    y = g.node("PRELU", [g.input([1, 3, 4, 5]), alpha])
    g.outputs(g.node("ADD", [y, alpha]))


@graph_case(on_cpu=("DEQUANTIZE", CPU_ONLY))
def dequantized_weight_read_on_cpu_too(m):
    """The interpreter computes the constant for the CPU's node; the delegate folds it into the MUL's partition."""
    g = m.subgraph()
    half = g.constant(seeded((5,), "w", dtype="float16"), "float16")
    weights = g.node("DEQUANTIZE", [half], version=2)
    y = g.node("MUL", [g.input([2, 5]), weights])
    g.outputs(y, cpu_only(g, weights, 5))


@graph_case()
def densified_then_dequantized_weights(m):
    """The chain of the sparse full-range face model: DENSIFY, DEQUANTIZE, CONV_2D."""
    g = m.subgraph()
    x = g.input([1, 5, 5, 8])
    dense = seeded((6, 1, 1, 8), "w", dtype="float16") * (seeded((6, 1, 1, 8), "mask") > 0)
    sparse = {"traversal": [0, 1, 2, 3], "format": "dddc"}
    stored = g.tensor(dense.shape, "float16", values=dense.astype("float16"), sparse=sparse)
    densified = g.node("DENSIFY", [stored], dtype="float16")
    weights = g.node("DEQUANTIZE", [densified], version=3)
    bias = g.constant(seeded((6,), "b"))
    g.outputs(g.node("CONV_2D", [x, weights, bias], padding="SAME", strideH=1, strideW=1))


@graph_case()
def densified_float_weights(m):
    g = m.subgraph()
    dense = seeded((6, 8), "w") * (seeded((6, 8), "mask") > 0)
    sparse = {"traversal": [0, 1], "format": "dc"}
    stored = g.tensor(dense.shape, values=dense.astype("float32"), sparse=sparse)
    weights = g.node("DENSIFY", [stored])
    g.outputs(g.node("FULLY_CONNECTED", [g.input([3, 8]), weights, g.constant(seeded((6,), "b"))]))


@graph_case()
def reshape_of_input(m):
    g = m.subgraph()
    g.outputs(g.node("RESHAPE", [g.input([2, 6]), g.constant([3, 4], "int32")], newShape=[3, 4]))


@graph_case()
def reshape_aliases_a_live_tensor(m):
    """The reshaped tensor and its source are both read later."""
    g = m.subgraph()
    y = g.node("TANH", [g.input([2, 3, 4])])
    flat = g.node("RESHAPE", [y, g.constant([2, 12], "int32")], newShape=[2, 12])
    again = g.node("RESHAPE", [g.node("RELU", [flat]), g.constant([2, 3, 4], "int32")], newShape=[2, 3, 4])
    g.outputs(g.node("SUB", [again, y]), flat)


@graph_case()
def reshape_is_output_and_source_too(m):
    g = m.subgraph()
    y = g.node("TANH", [g.input([2, 6])])
    g.outputs(g.node("RESHAPE", [y, g.constant([12], "int32")], newShape=[12]), y)


@graph_case()
def concatenation_of_one_tensor_twice(m):
    g = m.subgraph()
    y = g.node("TANH", [g.input([1, 3, 4, 3])])
    g.outputs(g.node("CONCATENATION", [y, y, y], axis=3, fusedActivationFunction="NONE"))


@graph_case()
def concatenated_branches(m):
    """Detection heads that are reshaped and joined along the anchors."""
    g = m.subgraph()
    x = g.input([1, 8, 8, 6])
    pooled = max_pool(g, x)
    heads = []
    for i, (feature, cells) in enumerate([(x, 128), (pooled, 32)]):
        y = conv(g, feature, 6, 2, (1, 1), seed=f"h{i}")
        heads.append(g.node("RESHAPE", [y, g.constant([1, cells, 1], "int32")], newShape=[1, cells, 1]))
    joined = g.node("CONCATENATION", heads, axis=1, fusedActivationFunction="NONE")
    g.outputs(g.node("LOGISTIC", [joined]))


@graph_case()
def many_outputs(m):
    g = m.subgraph()
    x = g.input([1, 6, 6, 4])
    g.outputs(conv(g, x, 4, 3), depthwise(g, x, 4), max_pool(g, x), g.node("RELU", [x]), pad(g, x))


@graph_case()
def deep_sequence_reuses_memory(m):
    """Sizes grow and shrink, so the arena must move and alias tensors."""
    g = m.subgraph()
    y = g.input([1, 12, 12, 2])
    for i, (cin, cout) in enumerate([(2, 16), (16, 3), (3, 24), (24, 4), (4, 12), (12, 1)]):
        y = conv(g, y, cin, cout, seed=f"c{i}", fusedActivationFunction="RELU")
        if i % 2:
            y = g.node(
                "RESIZE_BILINEAR",
                [y, g.constant([12 - i, 12 - i], "int32")],
                version=3,
                halfPixelCenters=True,
            )
    g.outputs(y)


@graph_case()
def long_lived_skip_connections(m):
    g = m.subgraph()
    x = g.input([1, 8, 8, 4])
    kept, y = [], x
    for i in range(4):
        y = conv(g, y, 4, 4, seed=f"d{i}", fusedActivationFunction="RELU")
        kept.append(y)
    for i, skip in enumerate(reversed(kept)):
        y = g.node("CONCATENATION", [y, skip], axis=3, fusedActivationFunction="NONE")
        y = conv(g, y, 8, 4, (1, 1), seed=f"u{i}")
    g.outputs(y)


@graph_case(keep_shapes=True)
def shapes_left_out_of_the_file(m):
    """Intermediate and output dims in the file are empty; only the inputs tell."""
    g = m.subgraph()
    y = conv(g, g.input([1, 6, 5, 3]), 3, 4)
    g.outputs(g.node("TANH", [max_pool(g, y)]))


@graph_case(on_cpu=("RELU",), partitions=0)
def empty_tensor(m):
    g = m.subgraph()
    x = g.input([0, 3])
    g.outputs(g.node("RELU", [x]))


@graph_case(on_cpu=("CONCATENATION",))
def empty_tensor_among_others(m):
    g = m.subgraph()
    x, empty = g.input([2, 3]), g.input([0, 3])
    joined = g.node("CONCATENATION", [x, empty], axis=0, fusedActivationFunction="NONE")
    g.outputs(g.node("TANH", [joined]))


@graph_case(on_cpu=("WHERE",), partitions=2, values={0: np.float32([1, -1, 2, 0.5])})
def dynamic_shape_upstream(m):
    """WHERE's output shape is known only at run time, so the nodes behind it are planned then."""
    g = m.subgraph()
    x = g.input([4])
    y = g.node("RELU", [x])
    positions = g.node("WHERE", [y], dtype="int64")
    integers = g.node("CAST", [positions], inDataType=4, outDataType=0)
    integers = g.node("RESHAPE", [integers, g.constant([-1], "int32")], newShape=[-1])
    g.outputs(g.node("TANH", [integers]), g.node("LOGISTIC", [y]))


@graph_case(values={0: seeded((3, 7), "halves", -4, 4, "float16")}, on_cpu=())
def float16_at_both_ends(m):
    """A float16 model with a CAST at its input and at its output. A DEQUANTIZE reads the input too."""
    g = m.subgraph()
    halves = g.input([3, 7], "float16")
    wide = g.node("CAST", [halves], inDataType="FLOAT16", outDataType="FLOAT32", version=5)
    read = g.node("DEQUANTIZE", [halves], version=3)
    sum_of_both = g.node("ADD", [g.node("TANH", [wide]), read])
    narrow = g.node("CAST", [sum_of_both], dtype="float16", inDataType="FLOAT32", outDataType="FLOAT16", version=5)
    g.outputs(narrow)
