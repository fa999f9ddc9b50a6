"""Builds the graph cases: a registry of builder functions and a few shorthands."""

import dataclasses
import zlib
from typing import Callable

import numpy as np

SAME = {"padding": "SAME", "strideH": 1, "strideW": 1}
VALID = {"padding": "VALID", "strideH": 1, "strideW": 1}

REGISTRY = {}


@dataclasses.dataclass
class GraphCase:
    """A model of several nodes, with expectations of the delegate."""

    name: str
    build: Callable
    # Operators of the primary subgraph that stay with the interpreter, one entry for each node.
    on_cpu: tuple = ()
    # Number of partitions in the primary subgraph; None: not stated.
    partitions: int | None = 1
    # Subgraphs beyond the primary one whose nodes are all delegated.
    delegated_subgraphs: tuple = ()
    # Older interpreters of tools/test/interpreters.py that cannot load the model.
    refused_by: tuple = ()
    # A shader that the delegate must have chosen.
    shader: str | None = None
    # Dispatches that only move data, in the program that was built first; None: not stated.
    moves: int | None = None
    # Shapes of the runtime inputs in the first run, in order; empty: the model's own.
    start: tuple = ()
    # Runs after the first: the shapes of the runtime inputs, in order.
    resize: tuple = ()
    # Values of runtime inputs, keyed by position, for inputs that must not be random.
    values: dict = dataclasses.field(default_factory=dict)
    # Number of arithmetic nodes that one value passes through, if loops make that more than the graph's nodes.
    depth: int | None = None
    # "gpu": the delegate and kernels_ref; "kernels": kernels_ref only
    runs_on: str = "gpu"
    # Keep the shapes that the builder wrote instead of those that the interpreter finds.
    keep_shapes: bool = False


def graph_case(**expectations):
    """Registers a function `build(model)`; its name is the name of the case."""

    def register(build):
        assert build.__name__ not in REGISTRY, f"two graph cases named {build.__name__}"
        REGISTRY[build.__name__] = GraphCase(build.__name__, build, **expectations)
        return build

    return register


def seeded(shape, seed, low=-1.0, high=1.0, dtype="float32"):
    rng = np.random.default_rng(zlib.crc32(str(seed).encode()))
    return rng.uniform(low, high, size=shape).astype(dtype)


def conv(g, x, cin, cout, kernel=(3, 3), seed="conv", largest=0.5, **params):
    """CONV_2D with constant filter and bias, SAME with stride 1 unless `params` say otherwise."""
    weights = g.constant(seeded((cout, *kernel, cin), f"{seed}_w", -largest, largest))
    bias = g.constant(seeded((cout,), f"{seed}_b"))
    return g.node("CONV_2D", [x, weights, bias], **{**SAME, **params})


# The operator that cpu_only adds.
CPU_ONLY = "HASHTABLE_LOOKUP"


def cpu_only(g, x, rows, out_shape=()):
    """A node that no GPU runs: a lookup of each of the `rows` rows of x by its own index, which returns x."""
    keys = g.constant(np.arange(rows), "int32")
    return g.op(CPU_ONLY, [keys, keys, x], [g.tensor(out_shape), g.tensor((rows,), "uint8")])


def depthwise(g, x, channels, kernel=(3, 3), seed="depthwise", **params):
    weights = g.constant(seeded((1, *kernel, channels), f"{seed}_w"))
    bias = g.constant(seeded((channels,), f"{seed}_b"))
    return g.node("DEPTHWISE_CONV_2D", [x, weights, bias], depthMultiplier=1, **{**SAME, **params})


def pad(g, x, top=1, bottom=1, left=1, right=1, channels=(0, 0), batch=(0, 0)):
    paddings = [list(batch), [top, bottom], [left, right], list(channels)]
    return g.node("PAD", [x, g.constant(paddings, "int32")])


def max_pool(g, x, window=(2, 2), stride=2, padding="VALID"):
    params = {"filterHeight": window[0], "filterWidth": window[1], "strideH": stride, "strideW": stride}
    return g.node("MAX_POOL_2D", [x], padding=padding, **params)


def average_pool(g, x, window=(2, 2), stride=2, padding="VALID"):
    params = {"filterHeight": window[0], "filterWidth": window[1], "strideH": stride, "strideW": stride}
    return g.node("AVERAGE_POOL_2D", [x], padding=padding, **params)


def shape_of(g, x, rank, dtype="int32"):
    return g.node("SHAPE", [x], [rank], dtype=dtype, outType=dtype.upper())


def dim_of(g, shape, axis, dtype="int32"):
    """One value of a shape, as a scalar."""
    bounds = [g.constant([bound], "int32") for bound in (axis, axis + 1, 1)]
    return g.node("STRIDED_SLICE", [shape, *bounds], [], dtype=dtype, shrinkAxisMask=1)


def int_scalar(g, value, dtype="int32"):
    return g.constant(value, dtype)


def packed(g, scalars, dtype="int32"):
    return g.node("PACK", scalars, [len(scalars)], dtype=dtype, valuesCount=len(scalars))


def open_input(g, signature):
    """An input as converters write it: a dim that is left open is a 1 in the file."""
    return g.input([max(dim, 1) for dim in signature], signature=signature)
