"""The seeded networks by name, and the code that makes a file of one."""

import dataclasses
import importlib
from typing import Callable

import numpy as np

from net import Net

MODULES = (
    "bert dense_prediction efficientnets inception mobilenets nasnet recurrent residual sam ssd vision_transformers whisper"
    " yolo"
).split()
REGISTRY = {}


@dataclasses.dataclass(frozen=True)
class Network:
    """A network; `build(net)` appends all of it."""

    build: Callable
    batch: int
    open_batch: bool
    half_weights: bool

    def serialize(self, name):
        if not self.open_batch:
            return self._built(name, self.batch).model.serialize()
        return with_open_dims(self._built(name, 1).model, self._built(name, 2).model)

    def _built(self, name, batch):
        net = Net(name, batch, self.open_batch, self.half_weights)
        self.build(net)
        net.model.signature("serving_default", 0)
        return net


def network(batch=1, open_batch=False, half_weights=False):
    """Registers a function as a network of the function's name."""

    def register(build):
        assert build.__name__ not in REGISTRY, f"two networks named {build.__name__}"
        REGISTRY[build.__name__] = Network(build, batch, open_batch, half_weights)
        return build

    return register


def networks():
    """All networks, keyed by name."""
    for module in MODULES:
        importlib.import_module(module)
    return REGISTRY


def with_open_dims(one, two):
    """The model of batch 1, in which each dim that differs from batch 2 is open in the shape signature."""
    for first, second in zip(one.table.buffers, two.table.buffers, strict=True):
        assert np.array_equal(first.data, second.data), "a constant depends on the open batch"
    for graph, other in zip(one.table.subgraphs, two.table.subgraphs, strict=True):
        for tensor, twin in zip(graph.tensors, other.tensors, strict=True):
            if tensor.shape != twin.shape:
                tensor.shapeSignature = [a if a == b else -1 for a, b in zip(tensor.shape, twin.shape, strict=True)]
    return one.serialize()
