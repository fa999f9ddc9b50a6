"""Models that leave dims open, as converters write them: -1 in the signature, 1 in the shape. The delegate takes
the same nodes as with fixed dims, before and after a resize."""

import numpy as np
from graph_builder import (
    CPU_ONLY,
    SAME,
    conv,
    depthwise,
    dim_of,
    graph_case,
    int_scalar,
    open_input,
    packed,
    seeded,
    shape_of,
)


def _dense(g, x, inputs, outputs, seed, **params):
    weights = g.constant(seeded((outputs, inputs), f"{seed}_w"))
    return g.node("FULLY_CONNECTED", [x, weights, g.constant(seeded((outputs,), f"{seed}_b"))], **params)


@graph_case(resize=(([4, 16, 12, 3],), ([1, 16, 12, 3],)))
def open_batch(m):
    g = m.subgraph()
    x = conv(g, open_input(g, [-1, 16, 12, 3]), 3, 16, strideH=2, strideW=2)
    x = g.node("RELU6", [depthwise(g, x, 16)])
    x = g.node("ADD", [conv(g, x, 16, 16, (1, 1)), x])
    x = g.node("MEAN", [x, g.constant([1, 2], "int32")], keepDims=False)
    g.outputs(g.node("SOFTMAX", [_dense(g, x, 16, 10, "classes")], beta=1.0))


@graph_case(resize=(([3, 8, 6, 4],), ([2, 8, 6, 4],)))
def open_batch_flattened(m):
    """Keras' Flatten, a RESHAPE with a -1, and Reshape, a RESHAPE with the batch from SHAPE."""
    g = m.subgraph()
    image = open_input(g, [-1, 8, 6, 4])
    x = g.node("RESHAPE", [image, g.constant([-1, 192], "int32")])
    x = _dense(g, x, 192, 24, "dense")
    target = [dim_of(g, shape_of(g, x, 2), 0), int_scalar(g, 2), int_scalar(g, 3), int_scalar(g, 4)]
    x = g.node("RESHAPE", [x, packed(g, target)], [1, 2, 3, 4])
    g.outputs(conv(g, x, 4, 8))


@graph_case(on_cpu=("GATHER_ND",))
def places_of_an_open_width(m):
    """How many numbers a place has is open when the delegate is applied, and with it how many dims the result has. After a resize
    tflite-runtime 2.14.0 applies the delegate again, to dims that it knows by then, so the case has none."""
    g = m.subgraph()
    x = open_input(g, [-1, 2])
    target = packed(g, [dim_of(g, shape_of(g, x, 2), 0), int_scalar(g, 2)])
    scaled = g.node("MUL", [g.node("ABS", [g.node("RESHAPE", [x, target], [1, 2])]), g.constant(2.9)], [1, 2])
    places = g.node("CAST", [scaled], [1, 2], dtype="int32")
    g.outputs(g.node("GATHER_ND", [g.constant(seeded((3, 3, 4), "table")), places], [1, 4]))


def _unet(m, signature):
    g = m.subgraph()
    skip = conv(g, open_input(g, signature), 3, 8, seed="down", fusedActivationFunction="RELU")
    window = {"padding": "SAME", "strideH": 2, "strideW": 2, "filterHeight": 2, "filterWidth": 2}
    x = g.node("MAX_POOL_2D", [skip], [1, 1, 1, 8], **window)
    x = conv(g, x, 8, 8, seed="bottom", fusedActivationFunction="RELU")
    shape = shape_of(g, x, 4)
    sides = [g.node("MUL", [dim_of(g, shape, axis), int_scalar(g, 2)], [], dtype="int32") for axis in (1, 2)]
    output_shape = packed(g, [dim_of(g, shape, 0), *sides, int_scalar(g, 8)])
    weights = g.constant(seeded((8, 2, 2, 8), "up"))
    params = {"padding": "SAME", "strideH": 2, "strideW": 2}
    x = g.node("TRANSPOSE_CONV", [output_shape, weights, x], [1, 1, 1, 8], **params)
    x = g.node("CONCATENATION", [x, skip], [1, 1, 1, 16], axis=3)
    g.outputs(g.node("LOGISTIC", [conv(g, x, 16, 1, (1, 1))], [1, 1, 1, 1]))


@graph_case(keep_shapes=True, start=([1, 8, 12, 3],), resize=(([2, 16, 4, 3],), ([1, 8, 12, 3],)))
def open_image(m):
    """A U-Net that cannot run with the 1x1 image of its file."""
    _unet(m, [-1, -1, -1, 3])


@graph_case(keep_shapes=True, start=([1, 8, 12, 3],), resize=(([1, 4, 6, 3],),))
def open_height_and_width(m):
    _unet(m, [1, -1, -1, 3])


@graph_case(resize=(([1, 6, 10, 8],), ([2, 3, 5, 8],)))
def open_upsampling(m):
    """Keras' UpSampling2D: the size is twice that from SHAPE."""
    g = m.subgraph()
    x = conv(g, open_input(g, [-1, -1, -1, 8]), 8, 8)
    bounds = [g.constant([bound], "int32") for bound in (1, 3, 1)]
    size = g.node("STRIDED_SLICE", [shape_of(g, x, 4), *bounds], [2], dtype="int32")
    doubled = g.node("MUL", [size, g.constant([2, 2], "int32")], [2], dtype="int32")
    g.outputs(g.node("RESIZE_BILINEAR", [x, doubled], [1, 2, 2, 8], halfPixelCenters=True))


@graph_case(resize=(([1, 24, 16],), ([3, 7, 16],)))
def open_sequence(m):
    """A block of a transformer without its attention: dense layers between layer normalizations."""
    g = m.subgraph()
    tokens = open_input(g, [-1, -1, 16])
    hidden = _dense(g, tokens, 16, 32, "wide", keepNumDims=True, fusedActivationFunction="RELU")
    x = g.node("ADD", [_dense(g, hidden, 32, 16, "narrow", keepNumDims=True), tokens])
    mean = g.node("MEAN", [x, g.constant([2], "int32")], keepDims=True)
    x = g.node("MUL", [g.node("SUB", [x, mean]), g.constant(seeded((16,), "scale"))])
    g.outputs(g.node("SOFTMAX", [x], beta=1.0))


@graph_case(resize=(([1, 40, 8],), ([2, 17, 8],)))
def open_sequence_of_convolutions(m):
    """Conv1D: a RESHAPE to an image and back, by shapes that the model computes."""
    g = m.subgraph()
    tokens = open_input(g, [-1, -1, 8])
    shape = shape_of(g, tokens, 3)
    batch, length = dim_of(g, shape, 0), dim_of(g, shape, 1)
    image = g.node("RESHAPE", [tokens, packed(g, [batch, int_scalar(g, 1), length, int_scalar(g, 8)])], [1, 1, 1, 8])
    x = conv(g, image, 8, 12, (1, 5), fusedActivationFunction="RELU")
    x = g.node("RESHAPE", [x, packed(g, [batch, length, int_scalar(g, 12)])], [1, 1, 12])
    g.outputs(g.node("MEAN", [x, g.constant([1], "int32")], keepDims=False))


@graph_case(resize=(([1, 30, 8],), ([2, 9, 8],)))
def open_sequence_as_an_image(m):
    """Conv1D as converters write it where the length is open: EXPAND_DIMS and SQUEEZE."""
    g = m.subgraph()
    tokens = open_input(g, [-1, -1, 8])
    image = g.node("EXPAND_DIMS", [tokens, g.constant(-3, "int32")], [1, 1, 1, 8])
    x = conv(g, image, 8, 12, (1, 5), fusedActivationFunction="RELU")
    g.outputs(g.node("LOGISTIC", [g.node("SQUEEZE", [x], [1, 1, 12], squeezeDims=[-3])]))


@graph_case(keep_shapes=True, start=([1, 75],), resize=(([2, 50],), ([1, 25],)))
def open_frames(m):
    """BirdNET's frames of a signal: one sample, as in the file, makes no frame."""
    g = m.subgraph()
    x = g.node("RESHAPE", [open_input(g, [-1, -1]), g.constant([-1, 25], "int32")], [1, 25])
    g.outputs(_dense(g, x, 25, 8, "mel"))


@graph_case(on_cpu=("SHAPE", CPU_ONLY), partitions=1, values={1: np.int32([2, 0])}, resize=(([3, 4, 4, 2], [2]),))
def open_shape_read_by_the_interpreter(m):
    """The interpreter computes a shape that a node on the CPU and one on the GPU read."""
    g = m.subgraph()
    image, rows = open_input(g, [-1, 4, 4, 2]), g.input([2], "int32")
    shape = shape_of(g, image, 4)
    looked_up = [g.tensor([2], "int32"), g.tensor([2], "uint8")]
    g.op(CPU_ONLY, [rows, g.constant(range(4), "int32"), shape], looked_up)
    weights = g.constant(seeded((2, 2, 2, 2), "up"))
    x = g.node("TRANSPOSE_CONV", [shape, weights, image], [1, 4, 4, 2], **SAME)
    g.outputs(*looked_up, x)


@graph_case(resize=(([4, 1, 6],), ([1, 5, 6],)))
def open_broadcast(m):
    """torch's expand: BROADCAST_TO the shape that results from broadcasting the tensor's own shape with another one."""
    g = m.subgraph()
    x = open_input(g, [-1, -1, 6])
    target = g.node("BROADCAST_ARGS", [shape_of(g, x, 3), g.constant([3, 1, 1, 6], "int32")], [4], dtype="int32")
    g.outputs(g.node("BROADCAST_TO", [g.node("RELU", [x]), target], [3, 1, 1, 6], version=2))


@graph_case(resize=(([4, 1, 6],), ([1, 5, 6],)))
def open_broadcast_int64(m):
    """BROADCAST_TO with shapes of int64, of a tensor that has fewer dims."""
    g = m.subgraph()
    x = open_input(g, [-1, -1, 6])
    shape = g.node("SHAPE", [x], [3], dtype="int64", outType="INT64")
    target = g.node("BROADCAST_ARGS", [shape, g.constant([2, 1, 1, 1], "int64")], [4], dtype="int64")
    row = g.node("EXP", [g.constant(seeded((6,), "row"))], [6])
    stretched = g.node("BROADCAST_TO", [row, target], [2, 1, 1, 6], version=2)
    g.outputs(g.node("ADD", [stretched, x], [2, 1, 1, 6]))


@graph_case(resize=(([3, 5, 2], [3]), ([1, 4, 2], [3])))
def open_shape_reshaped_to_a_shape(m):
    """RESHAPE's operands are known once the dims are, and the result is still written in each run."""
    g = m.subgraph()
    shape = shape_of(g, open_input(g, [-1, -1, 2]), 3)
    moved = g.node("RESHAPE", [shape, shape_of(g, shape, 1)], [3], dtype="int32")
    g.outputs(moved, g.node("ADD", [moved, g.input([3], "int32")], [3], dtype="int32"))


@graph_case(resize=(([3, 18, 12], [3, 20, 12]), ([2, 5, 12], [2, 7, 12])))
def open_attention(m):
    """The right matrices, and with them the packed ones, have other dims in each plan."""
    g = m.subgraph()
    q, k = open_input(g, [-1, -1, 12]), open_input(g, [-1, -1, 12])
    scores = g.node("SOFTMAX", [g.node("BATCH_MATMUL", [q, k], [1, 1, 1], adjY=True)], beta=1.0)
    g.outputs(g.node("BATCH_MATMUL", [scores, k], [1, 1, 12]))


@graph_case(resize=(([17, 12], [9, 12], [9]), ([3, 8], [20, 8], [20])))
def open_weights_of_a_run(m):
    g = m.subgraph()
    x, weights, bias = open_input(g, [-1, -1]), open_input(g, [-1, -1]), open_input(g, [-1])
    g.outputs(g.node("FULLY_CONNECTED", [x, weights, bias], [1, 1]))
