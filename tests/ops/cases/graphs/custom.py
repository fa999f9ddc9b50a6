"""MediaPipe's custom operators among the others, as its models have them."""

import numpy as np

from graph_builder import conv, graph_case, seeded

POOL = {"custom_options": {"int32": [2, 2, 2, 2, 2, 0]}}
CROP = {
    "subset_idxs": [0, 2, 3, 5, 6], "left_rotation_idx": 1, "right_rotation_idx": 4, "target_rotation_radians": 0.0,
    "output_height": 6, "output_width": 6, "scale_x": 1.25, "scale_y": 1.25,
}


def unpacked(g, shape, seed):
    """The DEQUANTIZE of a constant that the model stores as float16."""
    stored = g.constant(seeded(shape, seed).astype(np.float16), "float16")
    return g.node("DEQUANTIZE", [stored], version=3)


@graph_case()
def segmentation_head(model):
    """A transposed convolution with float16 weights, behind a convolution. The activation after it is fused into it."""
    g = model.subgraph()
    features = conv(g, g.input([1, 5, 4, 3]), 3, 8)
    inputs = [features, unpacked(g, (2, 2, 2, 8), "weights"), unpacked(g, (2,), "bias")]
    segments = g.node("Convolution2DTransposeBias", inputs, [1, 10, 8, 2], custom_options={"int32": [1, 2, 2]})
    g.outputs(g.node("LOGISTIC", [segments]))


@graph_case()
def pooled_and_put_back(model):
    """The unpooling reads the pooling's indices, which bypass a convolution and are also an output."""
    g = model.subgraph()
    values, taps = g.tensor(()), g.tensor(())
    g.op("MaxPoolingWithArgmax2D", [g.node("ABS", [g.input([2, 6, 8, 5])])], [values, taps], **POOL)
    changed = conv(g, values, 5, 5, kernel=(1, 1))
    image = g.node("MaxUnpooling2D", [changed, taps], **POOL)
    g.outputs(g.node("RELU", [image]), taps)


@graph_case()
def attention(model):
    """Landmarks choose a crop of an image. Points found in the crop are transformed back to the image."""
    g = model.subgraph()
    image, landmarks = g.input([1, 12, 12, 4]), g.input([1, 1, 1, 21])
    scaled = g.node("MUL", [landmarks, g.constant(np.float32(2.5))])
    centered = g.node("ADD", [scaled, g.constant(np.float32(6.0))])
    points = g.node("RESHAPE", [centered, g.constant([1, 7, 3], "int32")])
    matrix = g.node("Landmarks2TransformMatrix", [points], version=2, custom_options={"flexbuffer": CROP})
    size = {"output_height": 6, "output_width": 6}
    crop = g.node("TransformTensorBilinear", [image, matrix], version=2, custom_options={"flexbuffer": size})
    found = conv(g, g.node("RELU", [crop]), 4, 2, kernel=(6, 6), padding="VALID")
    found = g.node("RESHAPE", [found, g.constant([1, 1, 2], "int32")])
    placed = g.node("TransformLandmarks", [found, matrix], version=2)
    g.outputs(g.node("TANH", [placed]), matrix)
