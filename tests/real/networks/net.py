"""A builder of the seeded networks: tensors that know their dims, weights from one seed, and nodes as converters write them. Each
method appends to the graph and returns its result's tensor.
"""

import copy
import dataclasses
import zlib

import numpy as np

from model_builder import ModelBuilder

ALL = slice(None)


@dataclasses.dataclass(frozen=True)
class Tensor:
    index: int
    shape: tuple
    dtype: str = "float32"

    @property
    def channels(self):
        return self.shape[-1]


class Net:
    """A network under construction. With `is_open` its batch is left to the user, so that no constant may depend on it."""

    def __init__(self, name, batch, is_open=False, half_weights=False):
        self.model = ModelBuilder()
        self.graph = self.model.subgraph()
        self.rng = np.random.default_rng(zlib.crc32(name.encode()))
        self.batch, self.is_open, self.half_weights = batch, is_open, half_weights

    def subgraph(self, name):
        """This network continued in another subgraph, such as a body of WHILE."""
        other = copy.copy(self)
        other.graph = self.model.subgraph(name)
        return other

    def input(self, *shape, dtype="float32"):
        return Tensor(self.graph.input(shape, dtype), shape, dtype)

    def variable(self, *shape):
        return Tensor(self.graph.tensor(shape, variable=True), shape)

    def outputs(self, *tensors):
        self.graph.outputs(*(tensor.index for tensor in tensors))

    def constant(self, values, dtype="float32"):
        values = np.asarray(values, dtype)
        return Tensor(self.graph.constant(values, dtype), values.shape, dtype)

    def weights(self, values):
        """A constant of floats; in a model with float16 weights, in the form of its converter."""
        if not self.half_weights:
            return self.constant(values)
        stored = self.constant(values, "float16")
        return self.node("DEQUANTIZE", [stored], stored.shape, "float32", version=3)

    def normal(self, shape, deviation):
        return self.weights(self.rng.normal(0.0, deviation, shape))

    def uniform(self, shape, low, high):
        return self.weights(self.rng.uniform(low, high, shape))

    def node(self, op, inputs, shape, dtype=None, **params):
        """A node with one output, which has the first input's type unless `dtype` is given."""
        dtype, shape = dtype or inputs[0].dtype, tuple(map(int, shape))
        indices = [None if tensor is None else tensor.index for tensor in inputs]
        return Tensor(self.graph.node(op, indices, shape, dtype=dtype, **params), shape, dtype)

    def nodes(self, op, inputs, shapes, dtypes=None, **params):
        """A node with several outputs."""
        dtypes = dtypes or [inputs[-1].dtype] * len(shapes)
        tensors = [Tensor(self.graph.tensor(s, d), tuple(s), d) for s, d in zip(shapes, dtypes)]
        self.graph.op(op, [i.index for i in inputs], [tensor.index for tensor in tensors], **params)
        return tensors

    # Elementwise operators.

    def unary(self, op, x, dtype=None, **params):
        return self.node(op, [x], x.shape, dtype, **params)

    def binary(self, op, a, b, dtype=None, **params):
        """A node of two operands, one of which may be a number."""
        own = next(value.dtype for value in (a, b) if isinstance(value, Tensor))
        a, b = (value if isinstance(value, Tensor) else self.constant(value, own) for value in (a, b))
        return self.node(op, [a, b], np.broadcast_shapes(a.shape, b.shape), dtype, **params)

    def add(self, a, b, **params):
        return self.binary("ADD", a, b, **params)

    def mul(self, a, b, **params):
        return self.binary("MUL", a, b, **params)

    def cast(self, x, dtype):
        return self.unary("CAST", x, dtype)

    # Operators that change dims or move values.

    def reshape(self, x, *dims):
        """A RESHAPE to dims, only the first of which may depend on an open batch."""
        target = (-1, *dims[1:]) if self.is_open else dims
        return self.node("RESHAPE", [x, self.constant(target, "int32")], dims)

    def reshape_constant(self, x, *dims):
        return self.node("RESHAPE", [x, self.constant(dims, "int32")], dims)

    def keras_reshape(self, x, *dims, batch_of=None):
        """Keras' Reshape, which keeps the batch. An open batch is taken from the input, or from `batch_of`."""
        if not self.is_open:
            return self.reshape(x, self.batch, *dims)
        parts = [self.open_batch(batch_of or x), *(self.constant(dim, "int32") for dim in dims)]
        target = self.node("PACK", parts, [len(parts)], valuesCount=len(parts))
        return self.node("RESHAPE", [x, target], (self.batch, *dims))

    def open_batch(self, x):
        """The first dim of a tensor, a scalar."""
        dims = self.node("SHAPE", [x], [len(x.shape)], "int32", outType="INT32")
        return self.slice(dims, 0)

    def transpose(self, x, *order):
        version = {5: 4, 6: 6}.get(len(order), 1)
        return self.node(
            "TRANSPOSE", [x, self.constant(order, "int32")], [x.shape[axis] for axis in order], version=version
        )

    def concat(self, tensors, axis=-1):
        shape = list(tensors[0].shape)
        axis %= len(shape)
        shape[axis] = sum(tensor.shape[axis] for tensor in tensors)
        return self.node("CONCATENATION", tensors, shape, axis=axis)

    def slice(self, x, *parts):
        """A STRIDED_SLICE with Python's indices and slices; axes that are left out are taken whole."""
        parts += (ALL,) * (len(x.shape) - len(parts))
        masks = {"beginMask": 0, "endMask": 0, "shrinkAxisMask": 0}
        bounds = [self._bounds(part, 1 << axis, masks) for axis, part in enumerate(parts)]
        constants = [self.constant(column, "int32") for column in zip(*bounds)]
        shape = np.broadcast_to(0, x.shape)[parts].shape
        return self.node("STRIDED_SLICE", [x, *constants], shape, version=4 if len(parts) > 4 else 1, **masks)

    @staticmethod
    def _bounds(part, bit, masks):
        """Begin, end and stride of a slice; the masks mark open ends."""
        if not isinstance(part, slice):
            masks["shrinkAxisMask"] |= bit
            return part, part + 1, 1
        masks["beginMask"] |= bit if part.start is None else 0
        masks["endMask"] |= bit if part.stop is None else 0
        return part.start or 0, part.stop or 0, part.step or 1

    def split(self, x, count, axis=-1):
        shape = list(x.shape)
        axis %= len(shape)
        shape[axis] //= count
        return self.nodes("SPLIT", [self.constant(axis, "int32"), x], [shape] * count, numSplits=count)

    def pad(self, x, *amounts):
        """A PAD with (before, after) for each dim in `amounts`."""
        shape = [dim + sum(amount) for dim, amount in zip(x.shape, amounts)]
        return self.node("PAD", [x, self.constant(amounts, "int32")], shape)

    def pad_image(self, x, before, after):
        return self.pad(x, (0, 0), (before, after), (before, after), (0, 0))

    def gather(self, table, indices, axis=0):
        shape = (*table.shape[:axis], *indices.shape, *table.shape[axis + 1 :])
        return self.node("GATHER", [table, indices], shape, axis=axis)

    # Operators that combine values.

    def reduce(self, op, x, axes, keep=False):
        axes = [axis % len(x.shape) for axis in axes]
        kept = [1 if axis in axes else dim for axis, dim in enumerate(x.shape) if keep or axis not in axes]
        return self.node(op, [x, self.constant(axes, "int32")], kept, keepDims=keep)

    def softmax(self, x):
        return self.unary("SOFTMAX", x, beta=1.0)

    def matmul(self, a, b, adj_x=False, adj_y=False):
        rows, columns = a.shape[-1 if adj_x else -2], b.shape[-2 if adj_y else -1]
        shape = (*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), rows, columns)
        return self.node("BATCH_MATMUL", [a, b], shape, adjX=adj_x, adjY=adj_y)

    def dense(self, x, outputs, activation="NONE", gain=1.0, bias=True):
        """A FULLY_CONNECTED; `gain` is the variance of its results for inputs of variance 1."""
        weights = self.normal((outputs, x.channels), np.sqrt(gain / x.channels))
        biases = self.uniform((outputs,), -0.1, 0.1) if bias else None
        keeps = len(x.shape) > 2
        return self.node(
            "FULLY_CONNECTED",
            [x, weights, biases],
            (*x.shape[:-1], outputs),
            version=5 if keeps else (1 if bias else 6),
            fusedActivationFunction=activation,
            keepNumDims=keeps,
        )
