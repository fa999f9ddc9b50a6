"""The parts of transformers as converters write them: normalizations, GELU chains, and attention."""

import numpy as np

from graph_builder import conv, graph_case, open_input, seeded

SHAPES = {"rank_2": [5, 16], "rank_3": [2, 5, 12], "rank_4": [2, 3, 5, 7], "rank_5": [2, 1, 3, 4, 9]}


def case(name, build, **expectations):
    build.__name__ = name
    graph_case(**expectations)(build)


def mul(g, a, b):
    return g.node("MUL", [a, b])


def add(g, a, b):
    return g.node("ADD", [a, b])


def scalar(g, value):
    return g.constant(value)


def weights(g, channels, name):
    return g.constant(seeded((channels,), name, 0.5, 1.5))


def mean(g, x, rank, op="MEAN"):
    return g.node(op, [x, g.constant([rank - 1], "int32")], keepDims=True)


def share_of_sum(g, x, rank, channels):
    return mul(g, mean(g, x, rank, "SUM"), scalar(g, 1 / channels))


def tensorflow(g, x, rank, channels):
    """A normalization by tf.nn.moments and tf.nn.batch_normalization."""
    m = mean(g, x, rank)
    v = mean(g, g.node("SQUARED_DIFFERENCE", [x, m]), rank)
    factor = mul(g, g.node("RSQRT", [add(g, v, scalar(g, 1e-3))]), weights(g, channels, "gamma"))
    offset = g.node("SUB", [weights(g, channels, "beta"), mul(g, m, factor)])
    return add(g, mul(g, x, factor), offset)


def keras_3(g, x, rank, channels):
    m = mean(g, x, rank)
    v = mean(g, g.node("SQUARE", [g.node("SUB", [x, m])]), rank)
    factor = mul(g, weights(g, channels, "gamma"), g.node("RSQRT", [add(g, scalar(g, 1e-3), v)]))
    offset = add(g, mul(g, g.node("NEG", [m]), factor), weights(g, channels, "beta"))
    return add(g, offset, mul(g, x, factor))


def pytorch(g, x, rank, channels):
    centered = g.node("SUB", [x, mean(g, x, rank)])
    v = mean(g, mul(g, centered, centered), rank)
    y = mul(g, centered, g.node("RSQRT", [add(g, v, scalar(g, 1e-5))]))
    return add(g, mul(g, y, weights(g, channels, "gamma")), weights(g, channels, "beta"))


def of_sums(g, x, rank, channels):
    """Means are sums that are multiplied or divided, squares are powers, and the end is a division by the deviation."""
    centered = g.node("SUB", [x, share_of_sum(g, x, rank, channels)])
    power = g.node("POW", [centered, scalar(g, 2.0)])
    v = g.node("DIV", [mean(g, power, rank, "SUM"), scalar(g, float(channels))])
    return g.node("DIV", [centered, g.node("SQRT", [add(g, v, scalar(g, 1e-5))])])


def root_mean_square(g, x, rank, channels):
    v = mean(g, g.node("SQUARE", [x]), rank)
    y = mul(g, x, g.node("RSQRT", [add(g, v, scalar(g, 1e-6))]))
    return mul(g, weights(g, channels, "gamma"), y)


NORMALIZATIONS = {"tensorflow": tensorflow, "keras_3": keras_3, "pytorch": pytorch, "sums": of_sums,
                  "root_mean_square": root_mean_square}


def normalization(form, shape):
    def build(m):
        g = m.subgraph()
        x = g.input(shape)
        g.outputs(NORMALIZATIONS[form](g, x, len(shape), shape[-1]))

    return build


for form in NORMALIZATIONS:
    for rank, shape in SHAPES.items():
        case(f"normalization_{form}_{rank}", normalization(form, shape), shader="normalization")


@graph_case(shader="normalization", resize=([[3, 2, 12]], [[1, 1, 12]]))
def normalization_resized(m):
    normalization("tensorflow", [2, 5, 12])(m)


@graph_case(shader="normalization")
def normalization_of_one_value(m):
    normalization("pytorch", [3, 1, 1])(m)


@graph_case(shader="normalization")
def normalization_of_a_long_row(m):
    normalization("tensorflow", [1, 3, 770])(m)


@graph_case()
def normalization_whose_mean_is_an_output(m):
    g = m.subgraph()
    x = g.input([2, 5, 12])
    average = mean(g, x, 3)
    centered = g.node("SUB", [x, average])
    v = mean(g, mul(g, centered, centered), 3)
    g.outputs(mul(g, centered, g.node("RSQRT", [add(g, v, scalar(g, 1e-5))])), average)


@graph_case()
def normalization_whose_variance_is_read_again(m):
    g = m.subgraph()
    x = g.input([2, 5, 12])
    centered = g.node("SUB", [x, mean(g, x, 3)])
    v = mean(g, mul(g, centered, centered), 3)
    y = mul(g, centered, g.node("RSQRT", [add(g, v, scalar(g, 1e-5))]))
    g.outputs(mul(g, y, v))


@graph_case()
def normalization_over_columns(m):
    """Not a normalization: the means of rows lack the reduced dim, so SUB broadcasts them over the columns."""
    g = m.subgraph()
    x = g.input([6, 6])
    average = g.node("MEAN", [x, g.constant([1], "int32")], keepDims=False)
    centered = g.node("SUB", [x, average])
    v = mean(g, mul(g, centered, centered), 2)
    g.outputs(mul(g, centered, g.node("RSQRT", [add(g, v, scalar(g, 1e-5))])))


@graph_case()
def normalization_of_other_counts(m):
    """Not a normalization: the sum for the mean is divided by 5 instead of the 6 channels."""
    g = m.subgraph()
    x = g.input([4, 6])
    centered = g.node("SUB", [x, share_of_sum(g, x, 2, 5)])
    v = share_of_sum(g, mul(g, centered, centered), 2, 6)
    g.outputs(mul(g, centered, g.node("RSQRT", [add(g, v, scalar(g, 1e-5))])))


@graph_case()
def normalization_of_a_stretched_scale(m):
    """A normalization whose result is multiplied by a scale for each row, besides that for each channel."""
    g = m.subgraph()
    x = g.input([2, 5, 12])
    y = pytorch(g, x, 3, 12)
    g.outputs(mul(g, y, g.constant(seeded((2, 5, 1), "rows"))))


@graph_case(shader="normalization")
def normalization_after_a_residual(m):
    g = m.subgraph()
    x, y = g.input([2, 5, 12]), g.input([2, 5, 12])
    total = add(g, x, y)
    g.outputs(tensorflow(g, total, 3, 12), g.node("TANH", [total]))


def keras_gelu(g, x):
    cube = g.node("POW", [x, scalar(g, 3.0)])
    bend = mul(g, scalar(g, 0.7978845608028654), add(g, x, mul(g, scalar(g, 0.044715), cube)))
    return mul(g, mul(g, scalar(g, 0.5), x), add(g, scalar(g, 1.0), g.node("TANH", [bend])))


def bert_gelu(g, x):
    bend = mul(g, add(g, x, mul(g, mul(g, mul(g, x, x), x), scalar(g, 0.044715))), scalar(g, 0.7978845608028654))
    return mul(g, x, mul(g, add(g, g.node("TANH", [bend]), scalar(g, 1.0)), scalar(g, 0.5)))


def fast_gelu(g, x):
    growth = add(g, scalar(g, 1.0), mul(g, mul(g, scalar(g, 0.044715), x), x))
    bend = mul(g, mul(g, x, scalar(g, 0.7978845608028654)), growth)
    return mul(g, mul(g, x, add(g, g.node("TANH", [bend]), scalar(g, 1.0))), scalar(g, 0.5))


def quick_gelu(g, x):
    return mul(g, x, g.node("LOGISTIC", [mul(g, scalar(g, 1.702), x)]))


def swish(g, x):
    return mul(g, g.node("LOGISTIC", [x]), x)


CHAINS = {"keras_gelu": keras_gelu, "bert_gelu": bert_gelu, "fast_gelu": fast_gelu, "quick_gelu": quick_gelu,
          "swish": swish}


def chain(form, shape):
    def build(m):
        g = m.subgraph()
        g.outputs(CHAINS[form](g, g.input(shape)))

    return build


def chain_after_a_product(form):
    def build(m):
        g = m.subgraph()
        product = g.node("FULLY_CONNECTED", [g.input([18, 12]), g.constant(seeded((20, 12), "w")),
                                             g.constant(seeded((20,), "b"))])
        g.outputs(CHAINS[form](g, product))

    return build


for form in CHAINS:
    for rank, shape in SHAPES.items():
        case(f"{form}_{rank}", chain(form, shape), shader="elementwise")
    if form != "fast_gelu":  # fast_gelu doubles the input before halving it, so large values become infinite
        values = np.resize(np.float32(["-inf", -3e38, "nan", 3e38, "inf", -2.0, 0.5]), (3, 14))
        case(f"{form}_of_values_that_are_not_finite", chain(form, [3, 14]), shader="elementwise", values={0: values})
    case(f"{form}_after_a_product", chain_after_a_product(form), shader="conv_2d")


@graph_case()
def swish_after_a_convolution(m):
    g = m.subgraph()
    g.outputs(swish(g, conv(g, g.input([1, 6, 7, 4]), 4, 8)))


@graph_case()
def swish_of_large_values(m):
    g = m.subgraph()
    x = g.input([4, 8])
    g.outputs(swish(g, mul(g, x, scalar(g, 120.0))))


@graph_case()
def gelu_whose_tanh_is_an_output(m):
    g = m.subgraph()
    x = g.input([3, 8])
    bend = mul(g, scalar(g, 0.7978845608028654), add(g, x, mul(g, scalar(g, 0.044715), mul(g, mul(g, x, x), x))))
    curve = g.node("TANH", [bend])
    g.outputs(mul(g, mul(g, scalar(g, 0.5), x), add(g, scalar(g, 1.0), curve)), curve)


@graph_case()
def gelu_of_other_numbers(m):
    """A chain like GELU's with other constants, which must come from the model."""
    g = m.subgraph()
    x = g.input([3, 8])
    bend = mul(g, scalar(g, 0.8), add(g, x, mul(g, scalar(g, 0.05), mul(g, mul(g, x, x), x))))
    g.outputs(mul(g, mul(g, scalar(g, 0.5), x), add(g, scalar(g, 1.0), g.node("TANH", [bend]))))


@graph_case()
def swish_with_an_activation(m):
    g = m.subgraph()
    x = g.input([3, 8])
    g.outputs(g.node("MUL", [x, g.node("LOGISTIC", [x])], fusedActivationFunction="RELU"))


def attention(batch, heads, rows, columns, depth, mask, flat=False):
    """Attention, softmax(q k^T s + mask) v. Heads are a dim of their own, or part of the batch dim if `flat`."""

    def build(m):
        g = m.subgraph()
        lead = [batch * heads] if flat else [*batch, heads] if isinstance(batch, tuple) else [batch, heads]
        q, k, v = g.input([*lead, rows, depth]), g.input([*lead, columns, depth]), g.input([*lead, columns, depth])
        scores = g.node("BATCH_MATMUL", [q, k], adjY=True)
        scores = mul(g, scores, scalar(g, depth**-0.5))
        if mask is not None:
            scores = add(g, scores, g.input(mask))
        g.outputs(g.node("BATCH_MATMUL", [g.node("SOFTMAX", [scores], beta=1.0), v]))

    return build


case("attention_rank_3", attention(2, 3, 17, 18, 8, None, flat=True), shader="conv_2d")
case("attention_rank_3_mask", attention(2, 3, 17, 20, 8, [6, 17, 20], flat=True))
case("attention_rank_4", attention(2, 3, 17, 20, 8, None))
case("attention_rank_4_mask_of_columns", attention(1, 3, 17, 20, 8, [1, 1, 1, 20]))
case("attention_rank_4_mask_of_batches", attention(2, 3, 17, 20, 8, [2, 1, 1, 20]))
case("attention_rank_4_causal_mask", attention(2, 3, 18, 18, 8, [1, 1, 18, 18]))
case("attention_rank_4_mask_of_batches_and_rows", attention(2, 3, 17, 19, 8, [2, 1, 17, 19]))
case("attention_rank_4_mask_of_heads", attention(2, 3, 17, 20, 8, [1, 3, 17, 20]))
case("attention_rank_5_mask", attention((2, 2), 3, 9, 12, 4, [2, 1, 1, 1, 12]))
case("attention_rank_5_mask_of_windows", attention((2, 2), 3, 9, 9, 4, [1, 2, 1, 9, 9]))
