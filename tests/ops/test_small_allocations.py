"""A device with a small limit of allocations: weights, intermediates, inputs and outputs lie in several allocations.

The Vulkan layer of tests/drivers/small_device reports LITEVK_TEST_MAX_ALLOCATION as maxMemoryAllocationSize, and fails larger
allocations. Values are small integers, whose sums floats hold exactly.
"""

import os

import numpy as np
import pytest
from ai_edge_litert.interpreter import Interpreter, OpResolverType

import harness
from model_builder import ModelBuilder

MOST_BYTES = int(os.environ["LITEVK_TEST_MAX_ALLOCATION"])
SIDE = 64  # a matrix of that side takes most of an allocation
BYTES = 4 * SIDE * SIDE

STAGED = pytest.mark.parametrize("options", [{}, {"disable_zero_copy": 1}], ids=["in_place", "staged"])


def test_the_sizes_mean_something():
    assert BYTES <= MOST_BYTES < 2 * BYTES


def few_ones(rng, rows, columns):
    """Weights of 0, 1 and -1, with three nonzero ones in a row, so that sums stay small through many layers."""
    weights = np.zeros((rows, columns), np.float32)
    for row in weights:
        row[rng.choice(columns, 3, replace=False)] = rng.choice([-1, 1], 3)
    return weights


def layer(graph, rng, x, inputs, outputs, batch=1):
    constants = [graph.constant(few_ones(rng, outputs, inputs)), graph.constant(rng.integers(-3, 4, outputs))]
    return graph.node("FULLY_CONNECTED", [x, *constants], [batch, outputs])


def many_layers(graph, rng):
    """A model with eight times the weights that fit an allocation."""
    x = graph.input([1, SIDE])
    for _ in range(8):
        x = layer(graph, rng, x, SIDE, SIDE)
    graph.outputs(x)


def many_tensors(graph, rng):
    """A model with several inputs, outputs and intermediates that are live together."""
    shape = [SIDE, SIDE]
    turn = graph.constant([1, 0], "int32")
    turned = [graph.node("TRANSPOSE", [graph.input(shape), turn], shape) for _ in range(4)]
    sums = [graph.node("ADD", [turned[i], turned[j]], shape) for i, j in ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3))]
    graph.outputs(*[graph.node("TRANSPOSE", [each, turn], shape) for each in sums])


def one_too_large(graph, rng):
    """A layer whose weights do not fit an allocation, between two layers whose weights do."""
    x = layer(graph, rng, graph.input([1, SIDE]), SIDE, SIDE)
    x = layer(graph, rng, layer(graph, rng, x, SIDE, 2 * SIDE), 2 * SIDE, SIDE // 2)
    graph.outputs(layer(graph, rng, x, SIDE // 2, SIDE))


def written(build, tmp_path):
    builder = ModelBuilder()
    build(builder.subgraph(), np.random.default_rng(7))
    path = tmp_path / "model.tflite"
    path.write_bytes(builder.serialize())
    return path


def expected_of(path, inputs):
    reference = Interpreter(str(path), experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    reference.allocate_tensors()
    return harness.run(reference, inputs)


def assert_equal_runs(interpreter, path, inputs):
    interpreter.allocate_tensors()
    for _ in range(2):
        for found, expected in zip(harness.run(interpreter, inputs), expected_of(path, inputs), strict=True):
            np.testing.assert_array_equal(found, expected)


def whole_numbers(*shapes):
    rng = np.random.default_rng(3)
    return [rng.integers(-4, 5, shape).astype(np.float32) for shape in shapes]


@STAGED
def test_weights(delegates, tmp_path, options):
    path = written(many_layers, tmp_path)
    assert_equal_runs(delegates.interpreter(path, strict=1, **options), path, whole_numbers((1, SIDE)))
    (program,) = delegates.report().programs()
    assert program["constant_bytes"] >= 8 * BYTES and not delegates.report().left_out()


@STAGED
def test_intermediates_inputs_and_outputs(delegates, tmp_path, options):
    path = written(many_tensors, tmp_path)
    assert_equal_runs(delegates.interpreter(path, strict=1, **options), path, whole_numbers(*[(SIDE, SIDE)] * 4))
    (program,) = delegates.report().programs()
    assert program["arena_bytes"] > MOST_BYTES and program["io_bytes"] >= 9 * BYTES
    assert not delegates.report().left_out()


def test_a_batch_makes_more_of_it(delegates, tmp_path):
    """A plan of larger dims shares weights and memory with the first, whose blocks grow."""
    path = written(many_layers, tmp_path)
    interpreter = delegates.interpreter(path, strict=1)
    for batch in (1, 40, 7):
        interpreter.resize_tensor_input(interpreter.get_input_details()[0]["index"], [batch, SIDE])
        interpreter.allocate_tensors()
        inputs = whole_numbers((batch, SIDE))
        (found,) = harness.run(interpreter, inputs)
        reference = Interpreter(str(path), experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
        reference.resize_tensor_input(reference.get_input_details()[0]["index"], [batch, SIDE])
        reference.allocate_tensors()
        np.testing.assert_array_equal(found, harness.run(reference, inputs)[0])


def test_a_tensor_that_is_too_large_is_left_with_its_reason(delegates, tmp_path):
    path = written(one_too_large, tmp_path)
    assert_equal_runs(delegates.interpreter(path, strict=1), path, whole_numbers((1, SIDE)))
    report = delegates.report()
    assert report.content.get("fallbacks", []) == []
    nodes = report.nodes()
    assert [node["delegated"] for node in nodes] == [True, False, True, True]
    assert nodes[1]["reason_code"] == "DEVICE_LIMIT"
    assert nodes[1]["reason"].endswith(f"has {2 * BYTES} bytes, above the {MOST_BYTES} that the device can allocate at once")
