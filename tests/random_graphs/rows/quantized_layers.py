"""Layers that add up products of quantized tensors, or of floats and quantized weights."""

import contextlib

import numpy as np
from choice import FLOAT, NotPossible
from quantization import limits_of, per_channel, per_tensor, random_quantized, random_zero_point
from rows.affine import Quantized, filled, magnitude, node, operand, scale_of, stretch
from rows.neural import has_one_batch_dim
from rows.windows import CLAMPS, depthwise_filter, image_filter, transposed_filter

# The enumerator for a bias of int32, if the operator's default is int64.
_INT32 = 2
_MOST_VALUE = 16.0
_BITS = {"int4": 4, "int2": 2}


def _data(c, stated, ranks, when=lambda tensor: True):
    """The operand that the weights multiply. Kernels that quantize floats in the run need exact floats."""
    if FLOAT in stated["types"]:
        return c.pick([FLOAT], ranks, exact=True, low=-_MOST_VALUE, high=_MOST_VALUE, when=when)
    return operand(c, stated, ranks, when)


def _weights(c, signature, shape, axis, per_slice=0.8):
    """Random constants with a scale for each slice along the axis, or with one scale. Weights of floats never hold the lowest
    integer of int8, which the reference kernels negate wrongly.
    """
    stated, is_hybrid = signature["inputs"][1], FLOAT in signature["outputs"][0]["types"]
    dtype = c.one_of(stated["types"])
    is_sliced = stated["scaling"] in ("per_channel", "per_tensor_or_channel") and c.happens(per_slice)
    middle = 2 ** c.rng.uniform(-12, 2)
    scales = middle * 2 ** c.rng.uniform(-1.5, 1.5, shape[axis] if is_sliced else 1)
    if is_sliced and c.happens(0.2):
        scales *= c.rng.random(len(scales)) < 0.7  # converters write 0 for channels that pruning has emptied
    if stated["scaling"] in ("per_tensor", "per_tensor_or_channel") and not is_sliced:
        quantization = per_tensor(scales[0], random_zero_point(c.rng, dtype))
    else:
        quantization = _slices(c, stated, dtype, scales, shape, axis)
    lowest = limits_of(dtype)[0] + (is_hybrid and dtype == "int8")
    integers = random_quantized(c.rng, dtype, shape, low=lowest)
    if is_hybrid and dtype == "uint8":
        integers[integers == 128] = 127  # as bytes of int8, 128 is the lowest integer
    return c.constant_of(integers, quantization, dtype)


def _slices(c, stated, dtype, scales, shape, axis):
    """The parameters with a scale for each slice. Now and then they have zero points or an axis that the kernels do not read."""
    zero_points = None
    if "any_zero_point" in stated and c.happens(0.2):
        zero_points = [random_zero_point(c.rng, dtype) for _ in scales]
    if "any_axis" in stated and c.happens(0.3):
        axis = c.one_of([dim for dim, size in enumerate(shape) if size == shape[axis]])
    return per_channel(scales, axis, zero_points)


def _weights_in_blocks(c, dtype, rows, width):
    """Constants with a float16 scale for each block of a row; blocks are whole bytes, as the reference kernel requires."""
    least = 8 // _BITS[dtype]
    size = c.one_of([size for size in (2, 4, width) if width % size == 0 and size >= least])
    scales = np.float16(2 ** c.rng.uniform(-12, 2, rows * width // size))
    quantization = {"scale": [float(scale) for scale in scales], "block_size": size}
    return c.constant_of(random_quantized(c.rng, dtype, (rows, width)), quantization, dtype)


def _bias(c, stated, scale, weights, axis, terms):
    """A bias of about the magnitude of the sums, now and then far larger, in the scale of the products. Or the bias of another
    layer, whose scale may differ."""
    known = c.tensor(weights)
    dtype = c.one_of(stated["types"])
    scales = np.atleast_1d(known.quantization["scale"]) * scale
    outputs = known.shape[axis]
    if dtype == FLOAT:
        return c.random_constant(FLOAT, (outputs,), -1.0, 1.0)
    others = c.shared(dtype, lambda tensor: tensor.shape == (outputs,))
    if others is not None:
        return others
    largest = int(3000 * terms**0.5) if c.happens(0.9) else 2**29
    # Kernels read no zero points of a bias that has several, and most refuse one that has another than 0.
    zero_points = c.rng.integers(-9, 9, len(scales)) if len(scales) > 1 and c.happens(0.2) else None
    return c.constant_of(c.rng.integers(-largest, largest, outputs).astype(dtype), per_channel(scales, 0, zero_points))


def _sums(c, op, signature, operands, params, axis, places=(0, 1, 2), bias=0.7):
    """A node of weights, data and perhaps a bias. `operands`: by the places of the signature, data and weights among them."""
    data, weights, last = places
    known = c.tensor(operands[weights])
    scale, dtype = scale_of(c, operands[data]), c.tensor(operands[data]).dtype
    terms = int(np.prod(known.shape)) // known.shape[axis]
    if last is not None and c.happens(bias):
        operands.append(_bias(c, signature["inputs"][last], scale, operands[weights], axis, terms))
        if c.tensor(operands[-1]).dtype == "int32" and dtype == "int16":
            params = {**params, "quantizedBiasType": _INT32}
    middle = float(np.mean(known.quantization["scale"]))
    if dtype == FLOAT:
        return c.node(op, operands, [FLOAT], **params)
    grown = scale * middle * magnitude(dtype) * magnitude(known.dtype) * terms**0.5
    made = grown / filled(signature["outputs"][0]["types"][0]) * stretch(c)
    return node(c, op, signature, operands, made, like=data, **params)


def _conv_2d(c, signature):
    x = _data(c, signature["inputs"][0], [4])
    filter_shape, params = image_filter(c, c.shape(x))
    return _sums(c, "CONV_2D", signature, [x, _weights(c, signature, filter_shape, 0)], params, 0, bias=1.0)


def _depthwise(c, signature):
    x = _data(c, signature["inputs"][0], [4], when=lambda tensor: tensor.shape[3] <= 64)
    filter_shape, params = depthwise_filter(c, c.shape(x))
    return _sums(c, "DEPTHWISE_CONV_2D", signature, [x, _weights(c, signature, filter_shape, 3)], params, 3)


def _transpose_conv(c, signature):
    x = _data(c, signature["inputs"][2], [4], when=lambda tensor: tensor.values[0].size <= 1024)
    size, filter_shape, params = transposed_filter(c, c.shape(x))
    operands = [c.sizes(size), _weights(c, signature, filter_shape, 0), x]
    clamp = {"fusedActivationFunction": c.one_of(CLAMPS)}
    return _sums(c, "TRANSPOSE_CONV", signature, operands, {**params, **clamp}, 0, places=(2, 1, 3))


def _fully_connected(c, signature):
    x = _data(c, signature["inputs"][0], range(1, 5), when=lambda tensor: tensor.shape[-1] <= 512)
    shape = c.shape(x)
    weights = _weights(c, signature, (c.integer(1, 20), shape[-1]), 0)
    params = {"fusedActivationFunction": c.one_of(CLAMPS), "keepNumDims": len(shape) != 2 and c.happens(0.8)}
    if c.tensor(x).dtype == FLOAT:
        params["asymmetricQuantizeInputs"] = c.happens(0.5)
    # From uint8 to int16 the reference kernel reads a bias even if there is none.
    needs_bias = c.tensor(x).dtype == "uint8" and "int16" in signature["outputs"][0]["types"]
    return _sums(c, "FULLY_CONNECTED", signature, [x, weights], params, 0, bias=1.0 if needs_bias else 0.7)


def _batch_matmul(c, signature):
    """A BATCH_MATMUL in which either side may be transposed. Floats have at most one batch dim above 1, since the reference
    kernel is wrong for more."""
    x = _data(c, signature["inputs"][0], range(2, 5))
    shape, flips = c.shape(x), {"adjX": c.happens(0.3), "adjY": c.happens(0.3)}
    if c.tensor(x).dtype == FLOAT:
        if not has_one_batch_dim(shape):
            raise NotPossible
        flips["asymmetricQuantizeInputs"] = c.happens(0.5)
    depth = shape[-2] if flips["adjX"] else shape[-1]
    other = [depth, c.integer(1, 9)]
    batch = shape[:-2] if c.happens(0.5) else (1,) * (len(shape) - 2)
    y_shape = (*batch, *(reversed(other) if flips["adjY"] else other))
    y = _other_side(c, signature, y_shape)
    axis = len(y_shape) - (2 if flips["adjY"] else 1)
    return _sums(c, "BATCH_MATMUL", signature, [x, y], flips, axis, places=(0, 1, None))


def _other_side(c, signature, shape):
    """An existing tensor of that shape, or a constant."""
    stated = signature["inputs"][1]
    if stated["scaling"] in ("per_tensor", "symmetric", "unread"):
        with contextlib.suppress(NotPossible):
            return operand(c, stated, [len(shape)], lambda tensor: tensor.shape == shape, new=0.0)
    return _weights(c, signature, shape, 0, per_slice=0.0)


def _embedding_lookup(c, signature):
    """An EMBEDDING_LOOKUP of quantized rows as floats. Packed rows are whole bytes, as the reference kernel requires."""
    rows, width = c.integer(1, 9), 4 * c.integer(1, 9)
    is_in_blocks = signature["inputs"][1]["scaling"] == "per_block"
    if is_in_blocks:
        table = _weights_in_blocks(c, c.one_of(signature["inputs"][1]["types"]), rows, width)
    else:
        table = _weights(c, signature, (rows, width), 0)
    return c.node("EMBEDDING_LOOKUP", [c.random_constant("int32", (c.integer(1, 6),), 0, rows - 1), table], [FLOAT])


QUANTIZED = (
    Quantized("CONV_2D", _conv_2d),
    Quantized("DEPTHWISE_CONV_2D", _depthwise),
    Quantized("TRANSPOSE_CONV", _transpose_conv),
    Quantized("FULLY_CONNECTED", _fully_connected),
    Quantized("BATCH_MATMUL", _batch_matmul),
    Quantized("EMBEDDING_LOOKUP", _embedding_lookup),
)
