"""A PAD whose result a slice crops, which shifts an image by a pixel (NASNet's reductions). The reader pads its input itself,
and skips the elements before its first window."""

from graph_builder import average_pool, conv, depthwise, graph_case, max_pool, pad


def shifted(g, x, dims, amounts=(0, 1, 0, 1), crops=(1, 0, 1, 0), op="STRIDED_SLICE"):
    """Pads an image of `dims` by `amounts` and then crops it by `crops`, at the top, bottom, left and right."""
    height = dims[1] + amounts[0] + amounts[1]
    width = dims[2] + amounts[2] + amounts[3]
    begin = [0, crops[0], crops[2], 0]
    end = [dims[0], height - crops[1], width - crops[3], dims[3]]
    padded = pad(g, x, *amounts)
    if op == "SLICE":
        size = [last - first for first, last in zip(begin, end)]
        return g.node("SLICE", [padded, g.constant(begin, "int32"), g.constant(size, "int32")])
    bounds = [g.constant(bound, "int32") for bound in (begin, end, [1, 1, 1, 1])]
    return g.node("STRIDED_SLICE", [padded, *bounds])


def case(name, build, dims, moves=0, **how):
    def build_case(m):
        g = m.subgraph()
        build(g, shifted(g, g.input(list(dims)), dims, **how))

    build_case.__name__ = f"cropped_pad_{name}"
    graph_case(moves=moves)(build_case)


def reads(reader):
    return lambda g, x: g.outputs(reader(g, x))


def pointwise(g, x):
    """A 1x1 convolution, whose output has the dims of the shifted image."""
    return conv(g, x, 8, 8, kernel=(1, 1), padding="VALID")


def l2_pool(g, x):
    params = {"filterHeight": 2, "filterWidth": 3, "strideH": 1, "strideW": 2}
    return g.node("L2_POOL_2D", [x], padding="VALID", **params)


case("in_average_pool", reads(lambda g, x: average_pool(g, x, window=(1, 1))), (2, 8, 10, 12))
case("in_max_pool", reads(lambda g, x: max_pool(g, x, window=(3, 2), stride=1)), (1, 7, 6, 5))
case("in_l2_pool", reads(l2_pool), (1, 7, 9, 4))
case("in_pointwise_conv", reads(pointwise), (2, 6, 7, 8))
case("in_conv", reads(lambda g, x: conv(g, x, 3, 6, padding="VALID")), (1, 9, 12, 3), op="SLICE")
case("in_wide_conv", reads(lambda g, x: conv(g, x, 16, 32, padding="VALID")), (1, 18, 34, 16))
case("in_conv_with_strides", reads(lambda g, x: conv(g, x, 8, 4, padding="VALID", strideH=2, strideW=3)), (1, 9, 11, 8))
case("in_grouped_conv", reads(lambda g, x: conv(g, x, 4, 12, padding="VALID", version=6)), (1, 8, 9, 12))
case("in_depthwise", reads(lambda g, x: depthwise(g, x, 20, padding="VALID")), (1, 8, 12, 20))
case(
    "in_dilated_depthwise",
    reads(lambda g, x: depthwise(g, x, 6, padding="VALID", dilationHFactor=2, dilationWFactor=3)),
    (1, 9, 12, 6),
)
case("of_what_it_adds", reads(pointwise), (1, 5, 6, 8), amounts=(2, 1, 3, 2), crops=(1, 1, 1, 2))
case(
    "of_more_than_it_adds",
    reads(lambda g, x: conv(g, x, 4, 4, padding="VALID")),
    (1, 9, 10, 4),
    amounts=(1, 2, 1, 0),
    crops=(3, 1, 2, 2),
    op="SLICE",
)
case("with_same_padding", reads(lambda g, x: conv(g, x, 4, 4)), (1, 7, 6, 4), moves=1)
case(
    "with_same_padding_of_zeros_alone",
    reads(lambda g, x: conv(g, x, 4, 4)),
    (1, 7, 6, 4),
    amounts=(2, 1, 2, 1),
    crops=(1, 0, 1, 1),
)


def _is_output_too(g, x):
    g.outputs(average_pool(g, x), x)


def _is_read_by_two(g, x):
    g.outputs(average_pool(g, x), depthwise(g, x, 8, padding="VALID"))


def _is_read_by_another(g, x):
    g.outputs(average_pool(g, x), g.node("TANH", [x]))


case("that_is_an_output", _is_output_too, (1, 6, 8, 8), moves=2)
case("that_two_read", _is_read_by_two, (1, 6, 8, 8))
case("that_others_read", _is_read_by_another, (1, 6, 8, 8), moves=1)


@graph_case(moves=0)
def cropped_pad_that_is_read_whole_too(m):
    g = m.subgraph()
    x = g.input([1, 8, 7, 4])
    padded = pad(g, x, 0, 1, 0, 1)
    bounds = [g.constant(bound, "int32") for bound in ([0, 1, 1, 0], [1, 9, 8, 4], [1, 1, 1, 1])]
    crop = g.node("STRIDED_SLICE", [padded, *bounds])
    g.outputs(max_pool(g, crop), depthwise(g, padded, 4, padding="VALID"))


@graph_case(moves=0)
def pad_of_a_pad_into_conv(m):
    g = m.subgraph()
    x = g.input([1, 6, 7, 4])
    g.outputs(conv(g, pad(g, pad(g, x, 1, 0, 2, 0), 0, 1, 1, 1), 4, 6, padding="VALID"))
