"""Custom operators in numpy, for those without reference kernels in the interpreters of the wheels.

Written from the meaning of MediaPipe's operators, pixel by pixel and matrix by matrix, and not from this project's kernels.
The interpreter's default resolver leaves some of the operators to XNNPACK; test_custom_oracle.py compares these functions
with it.
"""

import numpy as np
from flatbuffers import flexbuffers

SAME = 1


def transpose_conv_bias(inputs, options, stated):
    image, filters, bias = (values.astype(np.float64) for values in inputs)
    padding, stride_w, stride_h = options[:3]
    (batch, height, width, _), (outputs, rows, columns, _) = image.shape, filters.shape
    size = [
        _transposed_size(*axis)
        for axis in zip((height, width), (rows, columns), (stride_h, stride_w), [padding] * 2, (stated or [0] * 4)[1:3])
    ]
    whole = np.zeros((batch, (height - 1) * stride_h + rows, (width - 1) * stride_w + columns, outputs))
    for y in range(height):
        for x in range(width):
            window = np.einsum("nc,oyxc->nyxo", image[:, y, x], filters)
            whole[:, y * stride_h : y * stride_h + rows, x * stride_w : x * stride_w + columns] += window
    # Half of the rows and columns that SAME cuts off lie before the image.
    top, left = (max(0, whole.shape[axis + 1] - size[axis]) // 2 for axis in (0, 1))
    result = np.zeros((batch, *size, outputs))
    part = whole[:, top : top + size[0], left : left + size[1]]
    result[:, : part.shape[1], : part.shape[2]] = part
    return [(result + bias).astype(np.float32)]


def _transposed_size(size, window, stride, padding, stated):
    if size == 0:
        return 0
    whole = (size - 1) * stride + window
    if padding != SAME:
        return whole
    if stated and -(-stated // stride) == size:
        return stated
    return whole - max(0, window - (size - 1) % stride - 1)


def max_pooling_with_argmax(inputs, options, _stated):
    (image,) = inputs
    padding, stride_w, stride_h, window_w, window_h = options[:5]
    activation = options[5] if len(options) > 5 else 0
    (rows, top), (columns, left) = (
        _pooled_size(size, window, stride, padding)
        for size, window, stride in zip(image.shape[1:3], (window_h, window_w), (stride_h, stride_w))
    )
    largest = np.finfo(np.float32).max
    values = np.empty((image.shape[0], rows, columns, image.shape[3]), np.float32)
    taps = np.empty(values.shape, np.float32)
    for position in np.ndindex(values.shape):
        best, tap = -largest, 0
        for number in range(window_h * window_w):
            y = position[1] * stride_h - top + number // window_w
            x = position[2] * stride_w - left + number % window_w
            inside = 0 <= y < image.shape[1] and 0 <= x < image.shape[2]
            if inside and image[position[0], y, x, position[3]] > best:
                best, tap = image[position[0], y, x, position[3]], number
        values[position], taps[position] = best, np.float32(tap) + np.float32(0.1)
    low, high = {0: (-largest, largest), 1: (0, largest), 2: (-1, 1), 3: (0, 6)}[activation]
    return [np.clip(values, np.float32(low), np.float32(high)), taps]


def _pooled_size(size, window, stride, padding):
    """The number of windows, and how far before the image the first one begins."""
    count = -(-size // stride) if padding == SAME else (size - window + stride) // stride
    return count, max(0, (count - 1) * stride + window - size) // 2


def max_unpooling(inputs, options, _stated):
    values, taps = inputs
    _, stride_w, stride_h, window_w, window_h = options[:5]
    batch, rows, columns, channels = values.shape
    result = np.zeros((batch, rows * window_h, columns * window_w, channels), np.float32)
    top = max(0, (rows - 1) * stride_h + window_h - result.shape[1]) // 2
    left = max(0, (columns - 1) * stride_w + window_w - result.shape[2]) // 2
    for n, y, x, c in np.ndindex(values.shape):
        if not -1 < taps[n, y, x, c] < window_h * window_w:
            continue
        row, column = divmod(int(taps[n, y, x, c]), window_w)
        row, column = y * stride_h - top + row, x * stride_w - left + column
        if 0 <= row < result.shape[1] and 0 <= column < result.shape[2]:
            result[n, row, column, c] = values[n, y, x, c]
    return [result]


def transform_tensor_bilinear(inputs, options, _stated):
    image, matrix = inputs[0][0], inputs[1].reshape(4, 4)
    if "output_size" in options:
        (height, width), matrix = options["output_size"], matrix.astype(np.float32)
    else:
        height, width = options["output_height"], options["output_width"]
        to_centers, back = np.eye(4), np.eye(4)
        to_centers[:2, 3], back[:2, 3] = 0.5, -0.5
        # The kernel reads two rows alone: the last one counts as that of a move, whatever it is.
        matrix = np.vstack([matrix[:3], [0, 0, 0, 1]])
        matrix = (back @ matrix.astype(np.float64) @ to_centers).astype(np.float32)
    result = np.zeros((1, height, width, image.shape[2]), np.float32)
    for row, column in np.ndindex(height, width):
        # Rounds as the kernels do, since at the border the last digit decides which pixels lie inside.
        x, y = (m[0] * np.float32(column) + m[1] * np.float32(row) + m[3] for m in matrix[:2])
        if 0 <= x <= image.shape[1] - 1 and 0 <= y <= image.shape[0] - 1:
            result[0, row, column] = _between_pixels(image.astype(np.float64), float(y), float(x))
    return [result]


def _between_pixels(image, y, x):
    total = np.zeros(image.shape[2])
    for row in range(image.shape[0]):
        for column in range(image.shape[1]):
            weight = max(0.0, 1 - abs(y - row)) * max(0.0, 1 - abs(x - column))
            if weight:
                total += weight * image[row, column]
    return total


def transform_landmarks(inputs, options, _stated):
    landmarks, matrix = inputs[0], inputs[1].reshape(4, 4).astype(np.float64)
    in_rows = landmarks.ndim == 3
    dimensions = landmarks.shape[2] if in_rows else options.get("dimensions", 3)
    if not in_rows:
        matrix[:, 3] *= options.get("scale", 1.0)
    points = landmarks.reshape(-1, dimensions).astype(np.float64)
    flat = np.zeros((len(points), 4))
    flat[:, :2], flat[:, 3] = points[:, :2], 1
    points[:, :2] = (flat @ matrix.T)[:, :2]
    return [points.reshape(landmarks.shape).astype(np.float32)]


def landmarks_to_transform_matrix(inputs, options, _stated):
    points = inputs[0].reshape(-1, 3)[:, :2].astype(np.float64)
    left, right = points[options["left_rotation_idx"]], points[options["right_rotation_idx"]]
    is_version_1 = "subset" in options
    box = points[options["subset" if is_version_1 else "subset_idxs"]]
    across, up = right - left
    with np.errstate(divide="ignore", invalid="ignore"):  # a line that is upright, or no line
        turn = -np.arctan(up / across) if is_version_1 else options["target_rotation_radians"] - np.arctan2(up, across)
    turned = box @ _rotation(turn)[:2, :2].T
    center = _rotation(-turn)[:2, :2] @ ((turned.min(0) + turned.max(0)) / 2)
    make = _matrix_of_version_1 if is_version_1 else _matrix_of_version_2
    return [make(options, turn, center, turned.max(0) - turned.min(0)).astype(np.float32).reshape(1, 4, 4)]


def _matrix_of_version_1(options, turn, center, size):
    """From an output pixel to -1..1, to the box, to -1..1 of the input, to its pixels."""
    scale = 1.0 / options["landmarks_range"]
    (in_h, in_w), (out_h, out_w) = options["input_hw"], options["output_hw"]
    to_relative = _shift(-1, -1) @ _scale(2 / (out_w - 1), 2 / (out_h - 1))
    to_box = _scale(*(size * options["bbox_size_multiplier"] * scale))
    to_image = _shift(*(center * scale * 2 - 1)) @ _rotation(-turn)
    to_pixels = _scale((in_w - 1) / 2, (in_h - 1) / 2) @ _shift(1, 1)
    matrix = to_pixels @ to_image @ to_box @ to_relative
    matrix[2, 2] = 1
    return matrix


def _matrix_of_version_2(options, turn, center, size):
    width, height = options["output_width"], options["output_height"]
    to_box = _scale(options["scale_x"] * size[0] / width, options["scale_y"] * size[1] / height)
    return _shift(*center) @ _rotation(-turn) @ to_box @ _shift(-width / 2, -height / 2)


def _shift(x, y):
    matrix = np.eye(4)
    matrix[:2, 3] = x, y
    return matrix


def _scale(x, y):
    return np.diag([x, y, 1.0, 1.0])


def _rotation(radians):
    matrix = np.eye(4)
    matrix[:2, :2] = [[np.cos(radians), -np.sin(radians)], [np.sin(radians), np.cos(radians)]]
    return matrix


# Keyed by the operator's name: its function, and the format of its options, a struct of numbers or a map.
_OPERATORS = {
    "Convolution2DTransposeBias": (transpose_conv_bias, "struct"),
    "MaxPoolingWithArgmax2D": (max_pooling_with_argmax, "struct"),
    "MaxUnpooling2D": (max_unpooling, "struct"),
    "TransformTensorBilinear": (transform_tensor_bilinear, "map"),
    "TransformLandmarks": (transform_landmarks, "map"),
    "Landmarks2TransformMatrix": (landmarks_to_transform_matrix, "map"),
}


NAMES = tuple(_OPERATORS)


def knows(name):
    return name in NAMES


def outputs(name, inputs, options, stated=None):
    """A node's outputs: `options` are its bytes in the model, `stated` the dims that the model has for output 0."""
    function, kind = _OPERATORS[name]
    if kind == "struct":
        decoded = np.frombuffer(options[: len(options) // 4 * 4], np.int32).tolist()
    else:
        decoded = flexbuffers.Loads(options) if options else {}
    return function(inputs, decoded, stated)
