"""A model of several signatures: the named one is converted."""

import json

import converted
import numpy as np
import onnx
import pytest
import signature_models


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(signature_models)


@pytest.fixture
def convert(request, folder, tmp_path):
    def run(*options):
        written = tmp_path / "model.onnx"
        process = converted.convert(request.config.getoption("--program"), folder / "signatures.tflite", written, *options)
        return process, written

    return run


def test_without_a_name_the_signatures_are_listed(convert):
    process, written = convert()
    assert process.returncode == 1 and not written.exists()
    assert "the model has several signatures, 'add', 'count', 'scale'" in process.stderr and "--signature NAME" in process.stderr


def test_a_name_of_none(convert):
    process, written = convert("--signature", "subtract")
    assert process.returncode == 1 and not written.exists()
    assert "no signature is named 'subtract': the model has 'add', 'count', 'scale'" in process.stderr


@pytest.mark.parametrize("name", signature_models.SIGNATURES)
def test_a_signature(name, convert, folder, tmp_path):
    process, written = convert("--signature", name, "--report", tmp_path / "report.json")
    assert process.returncode == 0, process.stderr
    assert json.loads((tmp_path / "report.json").read_text())["signature"] == name
    graph, arrays = onnx.load(written).graph, np.load(folder / f"{name}.npz")
    keys = [key for key in sorted(arrays) if key != "result"]
    assert [value.doc_string for value in graph.input][: len(keys)] == keys
    (result,) = converted.Model(written).run([arrays[key] for key in keys])
    np.testing.assert_array_equal(result, arrays["result"])


def test_a_shape_by_the_name_of_a_signature(convert):
    process, written = convert("--signature", "scale", "--shape", "x0:3,5")
    assert process.returncode == 0, process.stderr
    assert [dim.dim_value for dim in onnx.load(written).graph.input[0].type.tensor_type.shape.dim] == [3, 5]
