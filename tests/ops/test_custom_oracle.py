"""Compares the numpy functions of custom operators (custom_oracle.py) with XNNPACK, to which the interpreter's default
resolver leaves some of them. Also compares a model that is cut at a custom operator with the whole model."""

import numpy as np
import pytest

import composed
import custom_oracle
import harness
from graph_builder import seeded
from model_builder import ModelBuilder

# Padding, strides and window of XNNPACK's poolings, whose windows neither overlap nor leave gaps: width before height.
VALID_2X3 = [2, 2, 3, 2, 3, 0]


def default_kernels(content):
    return harness.tflite.Interpreter(model_content=content)


def reference_kernels(content):
    resolver = harness.tflite.OpResolverType.BUILTIN_REF
    return harness.tflite.Interpreter(model_content=content, experimental_op_resolver_type=resolver)


def outputs_of(content, inputs):
    interpreter = default_kernels(content)
    interpreter.allocate_tensors()
    return harness.run(interpreter, inputs)


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("window, stride", [(2, 2), (3, 2), (3, 1), (4, 3)])
@pytest.mark.parametrize("padding, stated", [(1, "of the kernel"), (1, "of the stride"), (2, "of the kernel")])
def test_transposed_convolution(size, window, stride, padding, stated):
    filters, bias = seeded((5, window, window, 4), "filters"), seeded((5,), "bias")
    image, options = seeded((2, size, size, 4), "image"), {"int32": [padding, stride, stride]}
    state = (2, size * stride, size * stride, 5) if stated == "of the stride" else None
    encoded = np.array(options["int32"], np.int32).tobytes()
    (expected,) = custom_oracle.outputs("Convolution2DTransposeBias", [image, filters, bias], encoded, state)
    model = ModelBuilder()
    graph = model.subgraph()
    inputs = [graph.input(image.shape), graph.constant(filters), graph.constant(bias)]
    graph.outputs(graph.node("Convolution2DTransposeBias", inputs, expected.shape, custom_options=options))
    (found,) = outputs_of(model.serialize(), [image])
    harness.assert_close(found, expected, 1e-5, 1e-5)


def pooled(graph, image, count):
    """The two outputs of a pooling, with `count` windows in each direction."""
    values, taps = (graph.tensor((2, count, count, 3)) for _ in range(2))
    graph.op("MaxPoolingWithArgmax2D", [image], [values, taps], custom_options={"int32": VALID_2X3})
    return values, taps


def test_values_of_pooling():
    image = seeded((2, 6, 4, 3), "image")
    model = ModelBuilder()
    graph = model.subgraph()
    graph.outputs(*pooled(graph, graph.input(image.shape), 2))  # XNNPACK writes its own indices, whatever reads them
    found, _ = outputs_of(model.serialize(), [image])
    options = np.array(VALID_2X3, np.int32).tobytes()
    assert np.array_equal(found, custom_oracle.outputs("MaxPoolingWithArgmax2D", [image], options)[0])


def unpooling_model():
    """A pooling followed by its unpooling. XNNPACK's indices have a format of its own, which only its unpooling reads."""
    model = ModelBuilder()
    graph = model.subgraph()
    values, taps = pooled(graph, graph.node("ABS", [graph.input((2, 6, 4, 3))], (2, 6, 4, 3)), 2)
    options = {"custom_options": {"int32": VALID_2X3}}
    graph.outputs(graph.node("NEG", [graph.node("MaxUnpooling2D", [values, taps], (2, 6, 4, 3), **options)], (2, 6, 4, 3)))
    return model.serialize()


def test_pooling_and_unpooling():
    image = seeded((2, 6, 4, 3), "image")
    (found,) = outputs_of(unpooling_model(), [image])
    (expected,) = composed.Composition(unpooling_model(), reference_kernels).run([image])
    assert np.count_nonzero(expected) == 2 * 2 * 2 * 3
    assert np.array_equal(found, expected)


def test_a_model_is_cut_where_it_has_to_be():
    assert composed.is_needed(unpooling_model())
    composition = composed.Composition(unpooling_model(), reference_kernels)
    composition.run([seeded((2, 6, 4, 3), "image")])
    image, pool = (2, 6, 4, 3), (2, 2, 2, 3)
    # The NEG's output is made before the unpooling's, in which it is written.
    assert sorted(composition.shapes.values()) == sorted([image, pool, pool, image, image])
    builder = ModelBuilder()
    graph = builder.subgraph()
    graph.outputs(graph.node("ABS", [graph.input((3,))], (3,)))
    assert not composed.is_needed(builder.serialize())
