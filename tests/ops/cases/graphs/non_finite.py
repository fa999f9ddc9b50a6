"""NaNs and infinities in fused chains: each step gives the result of the operator that it replaces."""

import numpy as np

from graph_builder import average_pool, conv, graph_case, max_pool, seeded

VALUES = ("nan", "inf", -1.0, "-inf", 0.5, 3e38, -2.0, 7.0, -3e38, 0.25, 1.5)


def cycled(*shape):
    return np.resize(np.float32(VALUES), shape)


def sprinkled(*shape):
    """Random values with so few NaNs and infinities that the sums of most windows are finite."""
    values = seeded(shape, "sprinkled")
    special = np.float32(["nan", "inf", "-inf", "nan"])
    values.flat[np.arange(len(special)) * (values.size // len(special))] = special
    return values


@graph_case(values={0: sprinkled(1, 8, 8, 4)})
def non_finite_conv_then_relu(m):
    g = m.subgraph()
    g.outputs(g.node("RELU", [conv(g, g.input([1, 8, 8, 4]), 4, 8)]))


@graph_case(values={0: sprinkled(1, 8, 8, 8), 1: cycled(1, 8, 8, 8)})
def non_finite_residual_relu6(m):
    g = m.subgraph()
    x, other = g.input([1, 8, 8, 8]), g.input([1, 8, 8, 8])
    y = g.node("ADD", [conv(g, x, 8, 8), other])
    g.outputs(g.node("RELU6", [y]))


@graph_case(values={0: cycled(3, 11), 1: cycled(3, 11)[:, ::-1].copy()})
def non_finite_maximum_of_the_running_value(m):
    """The running value is the first operand, then the second one. For a NaN, MAXIMUM and MINIMUM return the second operand."""
    g = m.subgraph()
    x, other = g.input([3, 11]), g.input([3, 11])
    y = g.node("MAXIMUM", [g.node("RELU6", [x]), other])
    z = g.node("MINIMUM", [other, g.node("RELU_N1_TO_1", [x])])
    constant = g.constant(seeded((11,), "c"))
    y = g.node("MAXIMUM", [constant, g.node("MINIMUM", [y, constant])])
    g.outputs(y, g.node("MAXIMUM", [z, g.constant(0.25)]))


@graph_case(values={0: cycled(2, 4, 11)})
def non_finite_chain_of_unary(m):
    g = m.subgraph()
    y = g.node("LEAKY_RELU", [g.input([2, 4, 11])], alpha=0.1)
    y = g.node("TANH", [y])
    y = g.node("LOGISTIC", [y])
    g.outputs(g.node("HARD_SWISH", [y]))


@graph_case(values={0: cycled(2, 4, 11)})
def non_finite_arithmetic_chain(m):
    """ADD turns an infinity into the largest float, so that the results after it are finite."""
    g = m.subgraph()
    y = g.node("ADD", [g.input([2, 4, 11]), g.constant([1.0])])
    y = g.node("MUL", [y, g.constant([0.5])])
    y = g.node("DIV", [g.constant([3e38]), y])
    g.outputs(g.node("SUB", [y, g.constant([1.0])], fusedActivationFunction="RELU"))


@graph_case(values={0: sprinkled(1, 9, 9, 4)})
def non_finite_pools(m):
    g = m.subgraph()
    x = g.input([1, 9, 9, 4])
    y = g.node("RELU", [max_pool(g, x, (3, 3), 2, "SAME")])
    g.outputs(y, average_pool(g, x, (3, 3), 2, "SAME"), g.node("RELU6", [average_pool(g, x)]))


@graph_case(values={0: cycled(2, 4, 11), 1: cycled(2, 4, 11)})
def non_finite_difference_of_equals(m):
    """The difference is NaN for an infinity or a NaN, and zero otherwise."""
    g = m.subgraph()
    y = g.node("RELU_N1_TO_1", [g.input([2, 4, 11])])
    z = g.node("RELU", [g.input([2, 4, 11])])
    g.outputs(g.node("SUB", [y, y]), g.node("SUB", [z, z]))


def one_nan(*shape):
    values = seeded(shape, "one_nan")
    values.flat[values.size // 3] = np.nan
    return values


@graph_case(values={0: one_nan(2, 5, 12)}, shader="normalization")
def non_finite_normalization(m):
    """The row that holds the NaN becomes NaN, and the others stay finite."""
    g = m.subgraph()
    x, axis = g.input([2, 5, 12]), g.constant([2], "int32")
    centered = g.node("SUB", [x, g.node("MEAN", [x, axis], keepDims=True)])
    variance = g.node("MEAN", [g.node("MUL", [centered, centered]), axis], keepDims=True)
    factor = g.node("RSQRT", [g.node("ADD", [variance, g.constant(1e-5)])])
    g.outputs(g.node("MUL", [centered, factor]))


@graph_case(values={0: one_nan(1, 6, 5, 8)})
def non_finite_image_mean(m):
    g = m.subgraph()
    x = g.node("MEAN", [g.input([1, 6, 5, 8]), g.constant([1, 2], "int32")], keepDims=True)
    g.outputs(g.node("RELU6", [conv(g, x, 8, 4)]))


@graph_case(values={0: one_nan(3, 20)})
def non_finite_unit_vectors(m):
    g = m.subgraph()
    g.outputs(g.node("RELU6", [g.node("L2_NORMALIZATION", [g.input([3, 20])])]))
