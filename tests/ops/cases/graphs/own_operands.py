"""Normalizations whose scale or offset is a result of one of their own nodes, or with two means or factors. They resemble
the patterns that the GPU computes in one dispatch, which writes none of these tensors.
"""

from graph_builder import graph_case
from graphs.quantized import quantized
from graphs.quantized_normalization import constant, negative, node, normalization, row_mean, rows
from graphs.transformers import add, case, mean, mul, scalar, weights

# Tensors of a normalization, in the order in which its nodes make them.
BEFORE_THE_SCALE = ("mean", "squares", "variance", "spread", "inverse")
BEFORE_THE_OFFSET = (*BEFORE_THE_SCALE, "factor", "scaled", "moved")
ONE_ROW, ROWS, CHANNELS = [1, 8], [3, 8], 8


def layer(g, x, scale=None, offset=None):
    """tf.nn.batch_normalization; `scale` and `offset` are names of its own tensors, or None for constants."""
    made = {"mean": mean(g, x, 2)}
    made["squares"] = g.node("SQUARED_DIFFERENCE", [x, made["mean"]])
    return moved_and_scaled(g, x, made, scale, offset)


def root_mean_square(g, x, scale):
    made = {"squares": mul(g, x, x)}
    return mul(g, x, factor_of(g, made, scale))


def factor_of(g, made, scale):
    made["variance"] = mean(g, made["squares"], 2)
    made["spread"] = add(g, made["variance"], scalar(g, 0.01))
    made["inverse"] = g.node("RSQRT", [made["spread"]])
    made["factor"] = mul(g, made["inverse"], weights(g, CHANNELS, "gamma") if scale is None else made[scale])
    return made["factor"]


def moved_and_scaled(g, x, made, scale, offset):
    factor = factor_of(g, made, scale)
    made["scaled"], made["moved"] = mul(g, x, factor), mul(g, made["mean"], factor)
    shift = g.node("SUB", [weights(g, CHANNELS, "beta") if offset is None else made[offset], made["moved"]])
    return add(g, made["scaled"], shift)


def of_floats(form, shape, **operands):
    def build(m):
        g = m.subgraph()
        g.outputs(form(g, g.input(shape), **operands))

    return build


def of_int8(shape, scale, offset):
    def build(m):
        g = m.subgraph()
        g.outputs(normalization(g, rows(g, shape), 2, CHANNELS, "sub", (scale, offset))[0])

    return build


for name in BEFORE_THE_SCALE:
    case(f"normalization_whose_scale_is_its_{name}", of_floats(layer, ONE_ROW, scale=name))
    case(f"int8_normalization_whose_scale_is_its_{name}", of_int8(ONE_ROW, name, None))
    if name != "mean":
        case(f"root_mean_square_whose_scale_is_its_{name}", of_floats(root_mean_square, ONE_ROW, scale=name))
for name in BEFORE_THE_OFFSET:
    case(f"normalization_whose_offset_is_its_{name}", of_floats(layer, ONE_ROW, offset=name))
    case(f"int8_normalization_whose_offset_is_its_{name}", of_int8(ONE_ROW, None, name))
for name in ("squares", "factor", "scaled", "moved"):
    case(f"normalization_of_rows_whose_offset_is_its_{name}", of_floats(layer, ROWS, offset=name))
case("normalization_of_rows_whose_scale_is_its_squares", of_floats(layer, ROWS, scale="squares"))


@graph_case()
def normalization_whose_mean_is_moved_without_the_scale(m):
    """The values are multiplied by the scaled inverse, but their mean only by the inverse."""
    g = m.subgraph()
    x = g.input(ROWS)
    made = {"mean": mean(g, x, 2)}
    made["squares"] = g.node("SQUARED_DIFFERENCE", [x, made["mean"]])
    factor = factor_of(g, made, None)
    shift = g.node("SUB", [weights(g, CHANNELS, "beta"), mul(g, made["mean"], made["inverse"])])
    g.outputs(add(g, mul(g, x, factor), shift))


@graph_case()
def int8_normalization_of_two_means(m):
    """The squared differences use one mean; the offset uses another one, in another scale."""
    twice(m, quantized(0.004, 20), "mean")


@graph_case()
def int8_normalization_of_two_factors(m):
    """The values are multiplied by one factor, and the mean by the other one, in another scale."""
    twice(m, quantized(0.0121, -100), "factor")


def twice(m, other, what):
    g = m.subgraph()
    x = rows(g, ROWS)
    average = row_mean(g, x, 2, quantized(0.002, -14))
    squares = node(g, "SQUARED_DIFFERENCE", [x, average], quantized(0.04, -128))
    variance = row_mean(g, squares, 2, quantized(0.0123, -128))
    epsilon = g.constant(127, "int8", quantization=quantized(0.0000393, -128))
    spread = node(g, "ADD", [variance, epsilon], quantized(0.0124, -128))
    inverse = node(g, "RSQRT", [spread], quantized(0.0091, -128))
    scale, offset = (constant(g, (CHANNELS,), seed, quantized(0.0047, -128)) for seed in ("s", "o"))
    factor = node(g, "MUL", [inverse, scale], quantized(0.0079, -128))
    scaled = node(g, "MUL", [x, factor], quantized(0.038, -1))
    if what == "mean":
        average = row_mean(g, x, 2, other)
    else:
        factor = node(g, "MUL", [inverse, scale], other)
    moved = node(g, "MUL", [negative(g, average), factor], quantized(0.0029, 8))
    g.outputs(node(g, "ADD", [scaled, node(g, "ADD", [moved, offset], quantized(0.0029, 8))], quantized(0.0377, 2)))
