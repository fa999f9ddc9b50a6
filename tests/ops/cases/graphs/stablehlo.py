"""StableHLO's operators that combine values by a subgraph of one node. The delegate claims no node of that subgraph."""

import numpy as np

from graph_builder import graph_case

_ON_CPU = {"partitions": 2, "refused_by": ("tflite-2.14.0",)}
_SCATTER = {"on_cpu": ("STABLEHLO_SCATTER",), **_ON_CPU}
_WINDOW = {"on_cpu": ("STABLEHLO_REDUCE_WINDOW",), **_ON_CPU}
_ROWS = {"updateWindowDims": [1], "insertedWindowDims": [0], "scatterDimsToOperandDims": [0], "indexVectorDim": 1}


def _combination(m, op, dtype):
    g = m.subgraph("combination")
    old, new = g.input([], dtype), g.input([], dtype)
    g.outputs(new if op is None else g.node(op, [old, new], dtype=dtype))


def _scatter(m, op, shape=(5, 3), indices=((1,), (3,), (1,)), updates=(3, 3), dtype="float32", index_type="int32", **dims):
    """A scatter between nodes that the device runs."""
    g = m.subgraph()
    x = g.node("RELU", [g.input(shape)]) if dtype == "float32" else g.input(shape, dtype)
    places = g.constant(np.array(indices), index_type)
    y = g.op(
        "STABLEHLO_SCATTER",
        [x, places, g.input(updates, dtype)],
        [g.tensor(shape, dtype)],
        updateComputationSubgraphIndex=1,
        **(dims or _ROWS),
    )
    g.outputs(g.node("NEG", [y], dtype=dtype))
    _combination(m, op, dtype)


@graph_case(**_SCATTER)
def scatter_replaces(m):
    _scatter(m, None)


@graph_case(**_SCATTER)
def scatter_adds(m):
    _scatter(m, "STABLEHLO_ADD")


@graph_case(**_SCATTER)
def scatter_multiplies(m):
    _scatter(m, "STABLEHLO_MULTIPLY")


@graph_case(**_SCATTER)
def scatter_maximum(m):
    _scatter(m, "STABLEHLO_MAXIMUM")


@graph_case(**_SCATTER)
def scatter_minimum_with_indices_outside(m):
    """Indices outside of the operand are skipped."""
    _scatter(m, "STABLEHLO_MINIMUM", indices=((4,), (5,), (99,)), index_type="int64")


@graph_case(**_SCATTER)
def scatter_windows(m):
    """Windows of two by three elements. The index vectors state their offsets along the last dim and the first one."""
    dims = {"updateWindowDims": [1, 2], "insertedWindowDims": [1], "scatterDimsToOperandDims": [2, 0], "indexVectorDim": 0}
    indices = [[0, 2, 1], [1, 0, 2]]
    _scatter(m, "STABLEHLO_ADD", shape=(4, 1, 5), indices=indices, updates=(3, 2, 3), **dims)


@graph_case(**{**_SCATTER, "partitions": 1})
def scatter_int32(m):
    _scatter(m, "STABLEHLO_ADD", dtype="int32")


def _reduce_window(m, op, shape, initial, dtype="float32", **window):
    g = m.subgraph()
    x = g.node("RELU", [g.input(shape)]) if dtype == "float32" else g.input(shape, dtype)
    rank = len(shape)
    ones = [1] * rank
    options = {"windowStrides": ones, "baseDilations": ones, "windowDilations": ones, "padding": [0] * 2 * rank, **window}
    start = g.constant(np.array(initial), dtype)
    y = g.op("STABLEHLO_REDUCE_WINDOW", [x, start], [g.tensor(ones, dtype)], bodySubgraphIndex=1, **options)
    g.outputs(g.node("NEG", [y], dtype=dtype))
    _combination(m, op, dtype)


@graph_case(**_WINDOW)
def window_sum(m):
    _reduce_window(m, "STABLEHLO_ADD", [5, 6], 0.5, windowDimensions=[2, 3])


@graph_case(**_WINDOW)
def window_maximum_strided(m):
    _reduce_window(m, "STABLEHLO_MAXIMUM", [7, 6], -9.0, windowDimensions=[3, 2], windowStrides=[2, 3])


@graph_case(**_WINDOW)
def window_product_dilated(m):
    dilations = {"windowDilations": [2, 1], "baseDilations": [1, 3]}
    _reduce_window(m, "STABLEHLO_MULTIPLY", [6, 4], 1.5, windowDimensions=[2, 2], **dilations)


@graph_case(**_WINDOW)
def window_minimum_padded(m):
    _reduce_window(m, "MINIMUM", [4, 5], 0.25, windowDimensions=[3, 3], padding=[1, 2, -1, 1])


@graph_case(**_WINDOW)
def window_of_rank_4(m):
    _reduce_window(m, "ADD", [2, 5, 4, 3], 0.0, windowDimensions=[1, 2, 3, 1], windowStrides=[1, 2, 1, 1])


@graph_case(**{**_WINDOW, "partitions": 1})
def window_int32(m):
    _reduce_window(m, "STABLEHLO_ADD", [4, 5], 3, dtype="int32", windowDimensions=[2, 2])
