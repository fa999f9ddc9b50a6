"""A convolutional network in numpy that can be trained: layers with their gradients, and Adam."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


class Conv:
    """CONV_2D with TFLite's padding SAME, over float32 [batch, height, width, channels]."""

    def __init__(self, rng, size, inputs, outputs, stride=1):
        self.size, self.stride = size, stride
        deviation = np.sqrt(2 / (size * size * inputs))
        self.weights = rng.normal(0, deviation, (inputs, size, size, outputs)).astype(np.float32)
        self.bias = np.zeros(outputs, np.float32)

    def forward(self, x):
        total = max(self.size - self.stride, 0)
        self._before = total // 2
        after = total - self._before
        padded = np.pad(x, ((0, 0), (self._before, after), (self._before, after), (0, 0)))
        windows = sliding_window_view(padded, (self.size, self.size), axis=(1, 2))[:, :: self.stride, :: self.stride]
        self._padded_shape, self._input_shape, self._shape = padded.shape, x.shape, windows.shape[:3]
        self._columns = windows.reshape(-1, self.weights[..., 0].size)
        out = self._columns @ self.weights.reshape(len(self._columns[0]), -1) + self.bias
        return out.reshape(*self._shape, -1)

    def backward(self, gradient):
        """Keeps the gradients of the parameters and returns the input's."""
        rows = gradient.reshape(-1, gradient.shape[-1])
        self.gradients = [(self._columns.T @ rows).reshape(self.weights.shape), rows.sum(axis=0)]
        columns = rows @ self.weights.reshape(-1, rows.shape[-1]).T
        columns = columns.reshape(*self._shape, -1, self.size, self.size)
        padded = np.zeros(self._padded_shape, np.float32)
        height, width = (self.stride * side for side in self._shape[1:])
        for row in range(self.size):
            for column in range(self.size):
                ends = row + height, column + width
                padded[:, row : ends[0] : self.stride, column : ends[1] : self.stride] += columns[..., row, column]
        end_y, end_x = (self._before + side for side in self._input_shape[1:3])
        return padded[:, self._before : end_y, self._before : end_x]

    @property
    def parameters(self):
        return [self.weights, self.bias]

    @property
    def tflite_weights(self):
        """The weights as CONV_2D has them: [outputs, height, width, inputs]."""
        return np.ascontiguousarray(self.weights.transpose(3, 1, 2, 0))


class Network:
    """Three convolutions of stride 2, two with a way around them, and two heads: scores of each kind, and boxes."""

    def __init__(self, rng, kinds):
        self.down = [Conv(rng, 3, 3, 8, 2), Conv(rng, 3, 8, 16, 2), Conv(rng, 3, 16, 24, 2)]
        self.around = [Conv(rng, 3, 24, 24), Conv(rng, 3, 24, 24)]
        self.heads = [Conv(rng, 1, 24, kinds), Conv(rng, 1, 24, 4)]
        self.heads[0].bias[:] = -3  # most places have no shape
        self.layers = [*self.down, *self.around, *self.heads]

    def forward(self, x):
        """Logits [batch, 16, 16, kinds] and boxes [batch, 16, 16, 4]."""
        self._positive = []
        for layer in self.down:
            x = self._relu(layer.forward(x))
        for layer in self.around:
            x = x + self._relu(layer.forward(x))
        return [head.forward(x) for head in self.heads]

    def _relu(self, x):
        self._positive.append(x > 0)
        return np.maximum(x, 0)

    def backward(self, logits, boxes):
        """Keeps the gradients of all parameters, for those of the two outputs."""
        gradient = self.heads[0].backward(logits) + self.heads[1].backward(boxes)
        for layer in reversed(self.around):
            gradient = gradient + layer.backward(gradient * self._positive.pop())
        for layer in reversed(self.down):
            gradient = layer.backward(gradient * self._positive.pop())


class Adam:
    """Adam over the parameters of layers."""

    def __init__(self, layers):
        self.layers, self.step = layers, 0
        self.means = [np.zeros_like(p) for layer in layers for p in layer.parameters]
        self.squares = [np.zeros_like(p) for p in self.means]

    def update(self, rate):
        self.step += 1
        parameters = [p for layer in self.layers for p in layer.parameters]
        gradients = [g for layer in self.layers for g in layer.gradients]
        for parameter, gradient, mean, square in zip(parameters, gradients, self.means, self.squares):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            mean_now, square_now = mean / (1 - 0.9**self.step), square / (1 - 0.999**self.step)
            parameter -= rate * mean_now / (np.sqrt(square_now) + 1e-8)
