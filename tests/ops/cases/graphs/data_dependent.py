"""Operators whose results have as many elements as the values of a run say. They stay with the interpreter, and what lies
before and behind them is the device's, in dims that are known when it runs."""

import numpy as np

from graph_builder import graph_case

_VALUES = np.float32([2, -1, 0.5, 2, 0.5, -3, 2])
_FEWER = np.float32([1, 1, 1, 1, 1, 1, 1])


def _square(g, x, dtype="float32"):
    return g.node("MUL", [x, x], dtype=dtype)


def _unique(m, dtype, index_type="INT32"):
    g = m.subgraph()
    x = _square(g, g.input([7], dtype), dtype)
    outputs = [g.tensor([7], dtype), g.tensor([7], index_type.lower())]
    g.op("UNIQUE", [x], outputs, idxOutType=index_type)
    values, places = outputs
    g.outputs(_square(g, g.node("ADD", [values, g.constant(np.ones(1), dtype)], dtype=dtype), dtype),
              g.node("MAXIMUM", [places, g.constant(np.ones(1), index_type.lower())], dtype=index_type.lower()))


@graph_case(on_cpu=("UNIQUE",), partitions=None, values={0: _VALUES})
def unique_between_two_partitions(m):
    _unique(m, "float32")


@graph_case(on_cpu=("UNIQUE",), partitions=None, values={0: _FEWER})
def unique_of_equal_values(m):
    _unique(m, "float32", "INT64")


@graph_case(on_cpu=("UNIQUE",), partitions=None, values={0: _VALUES.astype("int32")})
def unique_of_int32(m):
    _unique(m, "int32")


def _boxes(count):
    """Boxes in a row, each of which overlaps the next."""
    left = np.arange(count, dtype=np.float32)[:, None] * 0.4
    return np.concatenate([left * 0, left, left * 0 + 1, left + 1], axis=1)


def _suppression(m, op, threshold, sigma=None, most=6):
    """A non-maximum suppression on the CPU. The device gathers and enlarges the remaining boxes."""
    g = m.subgraph()
    boxes = g.node("MUL", [g.input([12, 4]), g.constant(2.0)])
    scores = g.node("LOGISTIC", [g.input([12])])
    limits = [g.constant(most, "int32"), g.constant(0.4), g.constant(threshold)]
    more = [] if sigma is None else [g.constant(sigma)]
    kept, count = g.tensor([most], "int32"), g.tensor([], "int32")
    kept_scores = [] if sigma is None else [g.tensor([most])]
    g.op(op, [boxes, scores, *limits, *more], [kept, *kept_scores, count])
    chosen = g.node("GATHER", [boxes, kept])
    g.outputs(g.node("ADD", [chosen, g.constant(0.5)]), count, *(g.node("NEG", [x]) for x in kept_scores))


_SCORES = np.float32([-1, 2, 0.5, 1, -2, 3, 0.25, 1.5, -0.5, 2.5, 0, 1.25])


@graph_case(on_cpu=("NON_MAX_SUPPRESSION_V4",), partitions=2, values={0: _boxes(12), 1: _SCORES})
def boxes_between_two_partitions(m):
    _suppression(m, "NON_MAX_SUPPRESSION_V4", 0.0)


@graph_case(on_cpu=("NON_MAX_SUPPRESSION_V4",), partitions=2, values={0: _boxes(12), 1: _SCORES})
def boxes_above_a_threshold(m):
    """Fewer boxes remain than the output has space for."""
    _suppression(m, "NON_MAX_SUPPRESSION_V4", 0.9)


@graph_case(on_cpu=("NON_MAX_SUPPRESSION_V5",), partitions=2, values={0: _boxes(12), 1: _SCORES})
def boxes_with_softened_scores(m):
    _suppression(m, "NON_MAX_SUPPRESSION_V5", 0.3, sigma=0.5)
