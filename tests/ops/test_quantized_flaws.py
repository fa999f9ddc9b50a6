"""Flaws of the interpreter's quantized kernels, for which kernels_ref computes the intended result (docs/NUMERICS.md). A test
that fails at its last line shows that a later interpreter has fixed its kernels.
"""

import pathlib

import numpy as np
import pytest

import case_files

from case_models import input_values, op_model
from litevk_runtime import Interpreter, Runtime
from model_builder import ModelBuilder
from reference_kernels import run_reference

SCALE = 0.5


@pytest.fixture(scope="session")
def runtime(request):
    return Runtime(pathlib.Path(request.config.getoption("--library")).with_name("liblitevk_runtime.so"))


def layer(op, x, weights, **params):
    """A model of one node whose weights have one scale."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    filters = graph.constant(weights, "int8", quantization={"scale": SCALE, "zero_point": 0})
    graph.outputs(graph.node(op, [graph.input(x.shape), filters], version=4 if op == "BATCH_MATMUL" else 9, **params))
    return builder.serialize()


def ours(runtime, model, x, tmp_path):
    return ours_of(runtime, model, [x], tmp_path)


def ours_of(runtime, model, inputs, tmp_path):
    path = tmp_path / "model.tflite"
    path.write_bytes(model)
    with Interpreter(runtime, path) as interpreter:
        interpreter.resize_inputs([x.shape for x in inputs])
        return interpreter.run(inputs)[0]


def theirs(model, x):
    return run_reference(model, [[x]])[0][0]


def test_weights_of_minus_128(runtime, tmp_path):
    """TFLite multiplies a weight of -128 by the activation's magnitude, in whole blocks of 16 columns."""
    x = np.full((1, 16), -127, np.float32)
    model = layer("FULLY_CONNECTED", x, np.full((1, 16), -128))
    meant = np.array([[16 * 127 * 128 * SCALE]], np.float32)
    assert np.array_equal(ours(runtime, model, x, tmp_path), meant)
    assert np.array_equal(theirs(model, x), -meant)


def test_weights_of_large_sums(runtime, tmp_path):
    """TFLite's sum of a row's weights, which an asymmetric input needs, wraps around in lanes of 16 bits."""
    columns = 16 * 200
    x = np.ones((1, columns), np.float32)  # quantized to 127, with a zero point of -128
    model = layer("FULLY_CONNECTED", x, np.full((1, columns), 127), asymmetricQuantizeInputs=True)
    meant = np.float32(255 * 127 * columns) * np.float32(np.float32(1 / 255) * np.float32(SCALE))
    assert ours(runtime, model, x, tmp_path)[0, 0] == meant
    assert theirs(model, x)[0, 0] != meant


def of_packed_rows(op, rows, order, **options):
    """A model that selects rows of an int4 table, and the indices of the rows."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    table = graph.constant(rows, "int4", quantization={"scale": 1.0, "zero_point": 0})
    indices = graph.input([len(order)], "int32")
    operands = [indices, table] if op == "EMBEDDING_LOOKUP" else [table, indices]
    graph.outputs(graph.node(op, operands, **options))
    return builder.serialize(), np.int32(order)


def test_packed_rows_that_end_within_a_byte(runtime, tmp_path):
    """TFLite reads a row of an int4 table from the start of the byte in which the row begins."""
    rows = np.arange(15).reshape(3, 5) % 7
    model, lookup = of_packed_rows("EMBEDDING_LOOKUP", rows, [0, 1, 2], version=4)
    assert np.array_equal(ours(runtime, model, lookup, tmp_path), rows)
    assert np.array_equal(theirs(model, lookup)[1], [4, 5, 6, 0, 1])


def test_gathered_rows_that_end_within_a_byte(runtime, tmp_path):
    """TFLite moves only the whole bytes of a row, and writes nothing behind them."""
    rows = np.arange(15).reshape(3, 5) % 7
    model, order = of_packed_rows("GATHER", rows, [2, 0, 1], version=7, dtype="int4", axis=0)
    assert np.array_equal(ours(runtime, model, order, tmp_path), rows[order])
    assert np.array_equal(theirs(model, order).ravel()[:12], np.ravel([rows.ravel()[4 * row : 4 * row + 4] for row in order]))


def test_two_batch_dims(runtime, tmp_path):
    """TFLite takes a matrix's row scales from the matrix whose index is the sum of the batch indices."""
    rng = np.random.default_rng(7)
    x = rng.uniform(-3, 3, (2, 3, 5, 8)).astype(np.float32)
    weights = rng.integers(-127, 128, (2, 3, 8, 4))
    model = layer("BATCH_MATMUL", x, weights)
    by_matrix = [
        ours(runtime, layer("BATCH_MATMUL", left, right), left, tmp_path)
        for left, right in zip(x.reshape(6, 5, 8), weights.reshape(6, 8, 4))
    ]
    meant = np.array(by_matrix).reshape(2, 3, 5, 4)
    assert np.array_equal(ours(runtime, model, x, tmp_path), meant)
    found = theirs(model, x)
    assert np.array_equal(found[0], meant[0])
    assert not np.array_equal(found[1], meant[1])


def test_sequences_with_time_first(runtime, tmp_path):
    """In TFLite, later steps of a hybrid BIDIRECTIONAL_SEQUENCE_RNN change the results of its first step."""
    rng = np.random.default_rng(7)
    x = rng.uniform(-1, 1, (3, 2, 8)).astype(np.float32)
    weights = {"scale": 0.01, "zero_point": 0}
    cell = [rng.integers(-127, 128, (4, 8)), rng.integers(-127, 128, (4, 4)), rng.uniform(-1, 1, 4)]

    def model(shape, is_time_major):
        builder = ModelBuilder()
        graph = builder.subgraph()
        inputs = [graph.input(shape)]
        for _ in range(2):
            inputs += [graph.constant(values, "int8", quantization=weights) for values in cell[:2]]
            state = graph.tensor([shape[1 if is_time_major else 0], 4], variable=True)
            inputs += [graph.constant(cell[2]), state]
        options = {"timeMajor": is_time_major, "fusedActivationFunction": "RELU"}
        outputs = [graph.tensor([]), graph.tensor([])]
        graph.op("BIDIRECTIONAL_SEQUENCE_RNN", [*inputs, None, None, None], outputs, version=2, **options)
        graph.outputs(*outputs)
        return builder.serialize()

    swapped = np.ascontiguousarray(x.swapaxes(0, 1))
    meant = ours(runtime, model(swapped.shape, False), swapped, tmp_path)
    assert np.array_equal(theirs(model(swapped.shape, False), swapped), meant)
    by_time = model(x.shape, True)
    assert np.array_equal(ours(runtime, by_time, x, tmp_path), meant.swapaxes(0, 1))
    assert not np.array_equal(theirs(by_time, x), meant.swapaxes(0, 1))


def test_a_peephole_of_fewer_outputs_than_cells(runtime, tmp_path):
    """TFLite applies the weights of the cell state to as many cells as there are outputs."""
    stem = "unidirectional_sequence_lstm"
    op, cases = case_files.load(stem)
    case = next(case for case in cases if case["name"] == "int8_peephole_and_projection")

    def results(peephole):
        for position in (9, 10, 11):
            case["inputs"][position]["values"] = peephole
        model = op_model(op, case, stem)[0].serialize()
        x = input_values(stem, case)[0]
        return ours(runtime, model, x, tmp_path), theirs(model, x)

    of_all, found = results([30000] * 8)
    of_first, meant = results([30000] * 5 + [0] * 3)
    assert np.array_equal(of_first, meant)
    assert not np.array_equal(of_all, of_first)
    assert np.array_equal(found, of_first)


def blocks(x, units, scales, dtype="int4", kinds=16, **params):
    """A model of one layer whose weights, of `kinds` different integers, have a scale for each block of 32."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    integers = np.arange(units * x.shape[1]).reshape(units, x.shape[1]) % kinds - kinds // 2
    weights = graph.constant(integers, dtype, quantization={"scale": scales, "block_size": 32})
    version = {"int4": 10, "int2": 14}[dtype]
    graph.outputs(graph.node("FULLY_CONNECTED", [graph.input(x.shape), weights], version=version, **params))
    return builder.serialize(), integers * np.repeat(np.reshape(scales, (units, -1)), 32, axis=1)


def test_scales_of_blocks_of_int2(runtime, tmp_path):
    """TFLite's kernels ignore int2 weights. The expected result is its optimized kernel's on the same weights as int4."""
    x, scales = np.linspace(-1, 2, 64, dtype=np.float32)[np.newaxis], [0.5, 0.25, 1.0, 2.0, 0.125, 0.5, 4.0, 1.0]
    meant = run_reference(blocks(x, 4, scales, kinds=4)[0], [[x]], "default")[0][0]
    model, weights = blocks(x, 4, scales, "int2", kinds=4)
    assert np.allclose(meant, x @ weights.T, atol=2)
    assert np.array_equal(ours(runtime, model, x, tmp_path), meant)
    for oracle in ("reference", "default"):
        assert np.array_equal(run_reference(model, [[x]], oracle)[0][0], np.zeros_like(meant))


def test_scales_of_blocks(runtime, tmp_path):
    """TFLite's reference kernel ignores the weights; its optimized kernel does for fewer than four outputs."""
    x = np.linspace(-1, 2, 64, dtype=np.float32)[np.newaxis]
    model, weights = blocks(x, 4, [0.5, 0.25, 1.0, 2.0, 0.125, 0.5, 4.0, 1.0])
    meant = ours(runtime, model, x, tmp_path)
    assert np.allclose(meant, x @ weights.T, atol=2)
    assert np.array_equal(run_reference(model, [[x]], "default")[0][0], meant)
    assert np.array_equal(theirs(model, x), np.zeros_like(meant))
    of_three, weights = blocks(x, 3, [0.5, 0.25, 1.0, 2.0, 0.125, 0.5])
    assert np.allclose(ours(runtime, of_three, x, tmp_path), x @ weights.T, atol=2)
    assert np.array_equal(run_reference(of_three, [[x]], "default")[0][0], np.zeros((1, 3)))


def test_scales_of_blocks_and_an_activation(runtime, tmp_path):
    """TFLite's optimized kernel ignores the activation."""
    x = np.linspace(-1, 2, 64, dtype=np.float32)[np.newaxis]
    scales = [0.5, 0.25, 1.0, 2.0, 0.125, 0.5, 4.0, 1.0]
    model, _ = blocks(x, 4, scales, fusedActivationFunction="RELU6")
    plain = run_reference(blocks(x, 4, scales)[0], [[x]], "default")[0][0]
    meant = np.clip(plain, 0, 6)
    assert np.array_equal(ours(runtime, model, x, tmp_path), meant)
    assert not np.array_equal(plain, meant)
    assert np.array_equal(run_reference(model, [[x]], "default")[0][0], plain)


def test_spectrum_of_one_column(runtime, tmp_path):
    """TFLite adds up the columns of a spectrum as if the sum of a line of one column had no imaginary part."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    length = graph.constant([4, 1], "int32")
    graph.outputs(graph.node("RFFT2D", [graph.input([4, 3]), length], dtype="complex64"))
    x = np.arange(1, 13, dtype=np.float32).reshape(4, 3)
    meant = np.fft.rfft2(x, (4, 1))
    assert np.allclose(ours(runtime, builder.serialize(), x, tmp_path), meant)
    assert not np.allclose(theirs(builder.serialize(), x), meant)


def test_constant_scalars_of_several_scales(runtime, tmp_path):
    """TFLite joins constant scalars while it prepares the model, without converting their scales."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    scalars = [graph.constant(np.uint8(20 + i), "uint8", quantization={"scale": 0.5 + 0.5 * i, "zero_point": i}) for i in (0, 1)]
    joined = graph.tensor([2], "uint8", quantization={"scale": 0.25, "zero_point": 1})
    graph.op("CONCATENATION", scalars, [joined], 1, axis=0)
    x = graph.input([2], "uint8", quantization={"scale": 0.25, "zero_point": 1})
    result = graph.tensor([2], "uint8", quantization={"scale": 0.25, "zero_point": 1})
    graph.op("MAXIMUM", [x, joined], [result], 2)
    graph.outputs(result)
    zeros = np.zeros(2, np.uint8)
    assert ours(runtime, builder.serialize(), zeros, tmp_path).tolist() == [41, 81]
    assert theirs(builder.serialize(), zeros).tolist() == [20, 21]


def test_a_resize_to_far_more_rows(runtime, tmp_path):
    """A step of 3 / 5017 rows is rounded to 1 / 1024, so that the last rows would be read behind the image."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    size = graph.constant([5017, 1], "int32")
    graph.outputs(graph.node("RESIZE_BILINEAR", [graph.input([1, 3, 1, 1], "int16"), size], [1, 5017, 1, 1], 2, "int16"))
    x = np.int16([[[[100]], [[200]], [[300]]]])
    found, flawed = ours(runtime, builder.serialize(), x, tmp_path), theirs(builder.serialize(), x)
    assert np.array_equal(found[:, :2049], flawed[:, :2049]) and np.all(found[:, 2048:] == 300)
    assert np.any(flawed[:, 3072:] != 300)


def test_a_new_axis_behind_the_entries(runtime, tmp_path):
    """A bit of new_axis_mask that has no entry is taken for a dim of one in the place of the input's."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    entries = [graph.constant([value], "int32") for value in (0, 2, 1)]
    graph.outputs(graph.node("STRIDED_SLICE", [graph.input([3, 4], "int8"), *entries], [2, 4], 6, "int8", newAxisMask=2))
    x = np.arange(12, dtype=np.int8).reshape(3, 4)
    assert np.array_equal(ours(runtime, builder.serialize(), x, tmp_path), x[:2])
    assert np.array_equal(theirs(builder.serialize(), x), [[0], [1]])
