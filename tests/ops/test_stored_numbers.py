"""QUANTIZE behind every kernel of floats: where its numbers are stored in place of floats (FusedNode::stored_numbers), they are
those of a dispatch of its own in every byte.
"""

import json
import pathlib

import numpy as np
import pytest
from ai_edge_litert import schema_py_generated as schema

import harness
from model_builder import ModelBuilder

# Operators whose kernels store all floats in fours where channels are whole words.
ALWAYS_STORED = ["relu", "add", "average_pool_2d", "softmax", "dequantize", "resize_bilinear", "conv_3d"]
TYPES = {"int8": schema.TensorType.INT8, "uint8": schema.TensorType.UINT8}


def has_floats_in_words(entry, folder):
    """Whether the first output is floats of which a dispatch may make whole words."""
    if entry["runs_on"] != "gpu" or "only_in" in entry or entry.get("has_states"):
        return False
    path = folder / entry["name"] / "run0" / "output_0.npy"
    if not path.exists():
        return False
    values = np.load(path, mmap_mode="r")
    return values.dtype == np.float32 and values.ndim > 0 and values.size > 0 and values.shape[-1] % 4 == 0


def pytest_generate_tests(metafunc):
    if "case" in metafunc.fixturenames:
        folder = pathlib.Path(metafunc.config.getoption("--cases"))
        index = json.loads((folder / "index.json").read_text())
        entries = [entry for entry in index if has_floats_in_words(entry, folder)]
        metafunc.parametrize("case", [harness.Case(folder, entry) for entry in entries], ids=str)


def quantized(case, dtype, values, keeps_floats):
    """The model of the case with a QUANTIZE behind its first output, whose numbers reach beyond most values of the run. A model
    that returns the floats too stores these, so that the numbers have a dispatch of their own."""
    builder = ModelBuilder()
    builder.table = schema.ModelT.InitFromPackedBuf(bytearray(case.model.read_bytes()), 0)
    builder.table.signatureDefs = []
    graph = builder.table.subgraphs[0]
    finite = values[np.isfinite(values) & (np.abs(values) < 1e30)]
    tensor = schema.TensorT()
    tensor.name, tensor.shape, tensor.type = b"numbers", list(values.shape), TYPES[dtype]
    tensor.buffer, tensor.hasRank = 0, True
    tensor.quantization = schema.QuantizationParametersT()
    tensor.quantization.scale = [float(np.abs(finite).max(initial=1e-3)) / 100]
    tensor.quantization.zeroPoint = [3 if dtype == "int8" else 131]
    graph.tensors.append(tensor)
    node = schema.OperatorT()
    node.opcodeIndex = builder.operator_code("QUANTIZE", 1)
    node.inputs, node.outputs = [int(graph.outputs[0])], [len(graph.tensors) - 1]
    graph.operators.append(node)
    graph.outputs = [*node.outputs, *(graph.outputs[:1] if keeps_floats else [])]
    return builder.serialize()


def numbers_of(model, inputs, delegates, path):
    """The numbers, and whether a dispatch makes nothing else."""
    path.write_bytes(model)
    interpreter = delegates.interpreter(path)
    harness.set_shapes(interpreter, inputs)
    numbers = harness.run(interpreter, inputs)[0]
    return numbers, delegates.report().uses("quantize")


@pytest.mark.parametrize("dtype", TYPES)
def test_case(case, dtype, delegates, tmp_path):
    inputs, outputs, _ = next(case.runs())
    beside, has_dispatch = numbers_of(
        quantized(case, dtype, outputs[0], True), inputs, delegates, tmp_path / "beside.tflite"
    )
    within, is_alone = numbers_of(
        quantized(case, dtype, outputs[0], False), inputs, delegates, tmp_path / "within.tflite"
    )
    assert within.tobytes() == beside.tobytes()
    assert has_dispatch or not delegates.report().programs()
    if str(case).split("/")[0] in ALWAYS_STORED:
        assert not is_alone
