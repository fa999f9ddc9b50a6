"""Models in integer arithmetic: every output equals the reference kernels' bit for bit."""

import zlib

import numpy as np

from graph_builder import graph_case, seeded

ACTIVATIONS = ("NONE", "RELU", "RELU6", "RELU_N1_TO_1")
_INT32 = np.iinfo(np.int32)


def quantized(scale, zero_point=0, axis=0):
    return {"scale": scale, "zero_point": zero_point, "axis": axis}


def int8_conv(g, x, scaled_by, filter_shape, seed, output=None, per_channel=True, **params):
    """Appends a CONV_2D of the int8 tensor `x` with random constants. Returns (output, its quantization).

    `scaled_by`: the quantization of `x`. `filter_shape` is OHWI. `output`: the quantization of the result; the scales of
    the filter are such that results fill most of its range.
    """
    outputs, products = filter_shape[0], int(np.prod(filter_shape[1:]))
    output = output or quantized(0.1, int(seeded((1,), f"{seed}_z", -60, 60, "int32")[0]))
    base = 45 * output["scale"] / (scaled_by["scale"] * 74 * 74 * products**0.5)
    spread = seeded((outputs if per_channel else 1,), f"{seed}_s", -1.5, 1.5, "float64")
    scales = (base * np.exp2(spread)).astype(np.float32).tolist()
    weights = seeded(filter_shape, f"{seed}_w", -128, 128, "int8")
    bias = seeded((outputs,), f"{seed}_b", -3000 * products**0.5, 3000 * products**0.5, "int32")
    weights = g.constant(weights, "int8", quantization=quantized(scales, [0] * len(scales)))
    bias = g.constant(bias, "int32", quantization=quantized([scaled_by["scale"] * s for s in scales], [0] * len(scales)))
    y = g.tensor((), "int8", quantization=output)
    params = {"padding": "SAME", "strideH": 1, "strideW": 1, **params}
    return g.op("CONV_2D", [x, weights, bias], [y], 6, **params), output


@graph_case()
def int8_convolutions_in_a_row(m):
    """A chain of convolutions with int8 tensors between them, whose channels are whole words or not."""
    g = m.subgraph()
    scaled = quantized(0.04, -7)
    y = g.input([1, 13, 12, 3], "int8", quantization=scaled)
    y, scaled = int8_conv(g, y, scaled, (16, 3, 3, 3), "a", strideH=2, strideW=2)
    y, scaled = int8_conv(g, y, scaled, (16, 3, 3, 1), "b", fusedActivationFunction="RELU")
    y, scaled = int8_conv(g, y, scaled, (10, 1, 1, 16), "c")
    y, scaled = int8_conv(g, y, scaled, (7, 3, 3, 10), "d", per_channel=False)
    y, scaled = int8_conv(g, y, scaled, (8, 1, 1, 7), "e", fusedActivationFunction="RELU6")
    g.outputs(y)


@graph_case()
def int8_padding_before_a_convolution(m):
    """PAD adds the zero point, which stands for zero in the convolution."""
    g = m.subgraph()
    scaled = quantized(0.04, 11)
    x = g.input([2, 7, 6, 4], "int8", quantization=scaled)
    amounts = g.constant([[0, 0], [1, 2], [2, 0], [0, 0]], "int32")
    padded = g.op("PAD", [x, amounts], [g.tensor((), "int8", quantization=scaled)], 2)
    y, _ = int8_conv(g, padded, scaled, (6, 3, 3, 4), "a", padding="VALID")
    g.outputs(y)


@graph_case()
def int8_convolutions_between_floats(m):
    g = m.subgraph()
    scaled = quantized(1 / 128, 4)
    y = g.tensor((), "int8", quantization=scaled)
    g.op("QUANTIZE", [g.input([1, 8, 9, 5])], [y])
    y, scaled = int8_conv(g, y, scaled, (9, 3, 3, 5), "a")
    y, scaled = int8_conv(g, y, scaled, (6, 1, 1, 9), "b", output=quantized(1 / 8, -3))
    g.outputs(g.node("DEQUANTIZE", [y], version=2))


@graph_case()
def int8_branches_are_moved_together(m):
    """Nodes between convolutions that only move data do not change the quantized values."""
    g = m.subgraph()
    scaled = quantized(0.05, -20)
    x = g.input([1, 6, 8, 4], "int8", quantization=scaled)
    same = quantized(0.8, 9)
    left, _ = int8_conv(g, x, scaled, (5, 3, 3, 4), "left", output=same)
    right, _ = int8_conv(g, x, scaled, (3, 1, 1, 4), "right", output=same)
    y = g.op("CONCATENATION", [left, right], [g.tensor((), "int8", quantization=same)], 2, axis=3)
    shape = g.constant([1, 8, 6, 8], "int32")
    y = g.op("RESHAPE", [y, shape], [g.tensor((), "int8", quantization=same)], newShape=[1, 8, 6, 8])
    y, _ = int8_conv(g, y, same, (4, 3, 3, 8), "end")
    g.outputs(y)


@graph_case()
def int8_convolutions_write_and_read_parts_of_tensors(m):
    """Channels of whole words are written into the joined tensor and read from the cut tensor. So are images and rows."""
    g = m.subgraph()
    scaled, same = quantized(0.05, -20), quantized(0.6, 9)
    x = g.input([2, 6, 8, 4], "int8", quantization=scaled)
    left, _ = int8_conv(g, x, scaled, (8, 3, 3, 4), "left", output=same)
    right, _ = int8_conv(g, x, scaled, (4, 1, 1, 4), "right", output=same)
    joined = g.op("CONCATENATION", [left, right], [g.tensor((), "int8", quantization=same)], 2, axis=3)
    middle = [g.tensor((), "int8", quantization=same) for _ in range(3)]
    g.op("SPLIT", [g.constant(3, "int32"), joined], middle, 2, numSplits=3)
    parts = [int8_conv(g, part, same, (4, 3, 2, 4), f"part {i}", output=same)[0] for i, part in enumerate(middle)]
    rows = g.op("CONCATENATION", parts, [g.tensor((), "int8", quantization=same)], 2, axis=1)
    y, _ = int8_conv(g, rows, same, (5, 3, 3, 4), "end")
    g.outputs(y)


@graph_case()
def int8_sums_in_every_scale(m):
    """Each channel has another sum and scale, many of them next to ties. The input is zero, so the bias is the sum."""
    g = m.subgraph()
    channels = 6000
    rng = np.random.default_rng(zlib.crc32(b"sums"))
    scaled, output = quantized(0.0375), quantized(0.0521, -3)
    scales = (np.exp2(rng.uniform(-36, 12, channels)) * output["scale"] / scaled["scale"]).astype(np.float32)
    scales[:200] = np.exp2(rng.uniform(12, 36, 200))
    factors = scaled["scale"] * scales.astype(np.float64) / output["scale"]
    integers = rng.integers(-130, 130, channels) + rng.choice([0, 0.5, 0.25], channels)
    sums = np.round(integers / factors) + rng.integers(-1, 2, channels)
    x = g.input([1, 1, 1, 1], "int8", quantization=scaled)
    weights = np.ones((channels, 1, 1, 1), np.int8)
    weights = g.constant(weights, "int8", quantization=quantized(scales.tolist(), [0] * channels))
    bias = g.constant(np.clip(sums, _INT32.min, _INT32.max).astype(np.int32), "int32")
    y = g.tensor((), "int8", quantization=output)
    g.outputs(g.op("CONV_2D", [x, weights, bias], [y], 3, padding="VALID", strideH=1, strideW=1))


def random_convolution(g, seed):
    """A convolution whose parameters are all random."""
    rng = np.random.default_rng(seed)
    group_inputs, group_outputs = (int(v) for v in rng.integers(1, 12, 2))
    groups = int(rng.choice([1, 1, 1, 2, 3]))
    kernel = [int(v) for v in rng.integers(1, 5, 2)]
    dilation = [int(v) for v in rng.choice([1, 1, 2, 3], 2)]
    padding = str(rng.choice(["SAME", "VALID"]))
    least = [(k - 1) * d + 1 if padding == "VALID" else 1 for k, d in zip(kernel, dilation)]
    size = [low + int(v) for low, v in zip(least, rng.integers(0, 9, 2))]
    scaled = quantized(float(np.float32(rng.uniform(0.001, 0.2))), int(rng.integers(-128, 128)))
    x = g.input([int(rng.integers(1, 3)), *size, groups * group_inputs], "int8", quantization=scaled)
    y, _ = int8_conv(
        g,
        x,
        scaled,
        (groups * group_outputs, *kernel, group_inputs),
        f"random {seed}",
        per_channel=bool(rng.integers(0, 4)),
        padding=padding,
        strideH=int(rng.integers(1, 4)),
        strideW=int(rng.integers(1, 4)),
        dilationHFactor=dilation[0],
        dilationWFactor=dilation[1],
        fusedActivationFunction=str(rng.choice(ACTIVATIONS)),
    )
    return y


@graph_case()
def int8_convolutions_of_any_kind(m):
    g = m.subgraph()
    g.outputs(*(random_convolution(g, seed) for seed in range(40)))


def _int4_rows(m, indices_of, read):
    """Rows gathered from a constant int4 table, which a node `read` converts to floats."""
    g = m.subgraph()
    scaled = quantized(0.25)
    table = g.constant(seeded((9, 8), "table", -8, 8, "int8"), "int4", quantization=scaled)
    rows = g.op("GATHER", [table, indices_of(g)], [g.tensor((), "int4", quantization=scaled)], 7, axis=0)
    g.outputs(g.op("ADD", [g.node(read, [rows], version=6), g.input([1, 8])], [g.tensor(())], 1))


@graph_case(refused_by=("tflite-2.14.0",), values={0: np.array([8, 0, 3, 2, 7], np.int32)})
def int4_rows_of_a_table(m):
    """The device gathers rows of int4 elements and converts them to floats."""
    _int4_rows(m, lambda g: g.input([5], "int32"), "CAST")


@graph_case(refused_by=("tflite-2.14.0",))
def int4_rows_known_beforehand(m):
    """The indices are constants, so the rows are constants that no dispatch computes."""
    _int4_rows(m, lambda g: g.constant([8, 0, 3, 2, 7], "int32"), "DEQUANTIZE")


@graph_case()
def int8_pools_of_parts_that_are_joined(m):
    """Pools read parts of a tensor and write parts of a joined one, in place. Their channels are whole words."""
    g = m.subgraph()
    scaled = quantized(0.05, -20)
    x = g.input([2, 9, 8, 24], "int8", quantization=scaled)
    parts = [g.tensor((), "int8", quantization=scaled) for _ in range(2)]
    g.op("SPLIT", [g.constant(3, "int32"), x], parts, 2, numSplits=2)
    window = {"padding": "SAME", "strideH": 2, "strideW": 1, "filterHeight": 3, "filterWidth": 3}
    pooled = [g.tensor((), "int8", quantization=scaled) for _ in range(2)]
    g.op("MAX_POOL_2D", [parts[0]], [pooled[0]], 2, **window)
    g.op("AVERAGE_POOL_2D", [parts[1]], [pooled[1]], 2, fusedActivationFunction="RELU", **window)
    joined = g.tensor((), "int8", quantization=scaled)
    g.op("CONCATENATION", pooled, [joined], 2, axis=3)
    y = g.tensor((), "int8", quantization=scaled)
    image = {"padding": "VALID", "strideH": 1, "strideW": 1, "filterHeight": 5, "filterWidth": 8}
    g.outputs(g.op("AVERAGE_POOL_2D", [joined], [y], 2, **image))
