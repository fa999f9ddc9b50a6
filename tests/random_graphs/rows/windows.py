"""Windows of images: dims of filters, and parameters of the operators, for floats and quantized tensors."""

PADDINGS = ("SAME", "VALID")
CLAMPS = ("NONE", "RELU", "RELU6", "RELU_N1_TO_1")


def window_of(c, shape, most=5):
    """A window with dilations that is not larger than the image, so that VALID has a result."""
    window = [c.integer(1, min(most, dim)) for dim in shape[1:3]]
    dilations = [c.integer(1, 3) if (size - 1) * 3 < dim else 1 for size, dim in zip(window, shape[1:3])]
    return window, dilations


def _strides(c):
    return {"strideH": c.integer(1, 3), "strideW": c.integer(1, 3)} if c.happens(0.4) else {"strideH": 1, "strideW": 1}


def pooling(c, shape):
    window, _ = window_of(c, shape, 4)
    sizes = {"filterHeight": window[0], "filterWidth": window[1]}
    return {**sizes, "padding": c.one_of(PADDINGS), **_strides(c), "fusedActivationFunction": c.one_of(CLAMPS)}


def image_filter(c, shape):
    """The dims of a filter for an image of that shape, and the parameters of the convolution."""
    window, dilations = ([3, 3], [1, 1]) if c.happens(0.3) and min(shape[1:3]) >= 3 else window_of(c, shape)
    groups = c.one_of([g for g in (1, 1, 1, 2, 3, 4, shape[3]) if shape[3] % g == 0])
    channels = groups * c.integer(1, max(1, 18 // groups))
    params = {"padding": c.one_of(PADDINGS), "fusedActivationFunction": c.one_of(CLAMPS), **_strides(c)}
    params |= {"dilationHFactor": dilations[0], "dilationWFactor": dilations[1]}
    return (channels, *window, shape[3] // groups), params


def depthwise_filter(c, shape):
    """Dims and parameters of a filter for each channel."""
    window, dilations = window_of(c, shape)
    multiplier, stride = c.one_of([1, 1, 2, 3]), c.integer(1, 2)
    params = {"padding": c.one_of(PADDINGS), "fusedActivationFunction": c.one_of(CLAMPS), "depthMultiplier": multiplier}
    params |= {"strideH": stride, "strideW": stride, "dilationHFactor": dilations[0], "dilationWFactor": dilations[1]}
    return (1, *window, shape[3] * multiplier), params


def transposed_filter(c, shape):
    """The dims of the output and of the filter, and parameters. A convolution of the output's dims gives the input's dims."""
    window, stride, padding = [c.integer(1, 4), c.integer(1, 4)], [c.integer(1, 3), c.integer(1, 3)], c.one_of(PADDINGS)
    sides = zip(shape[1:3], stride, window)
    size = [dim * step if padding == "SAME" else (dim - 1) * step + width for dim, step, width in sides]
    channels = c.integer(1, 9)
    params = {"padding": padding, "strideH": stride[0], "strideW": stride[1]}
    return [shape[0], *size, channels], (channels, *window, shape[3]), params
