"""Names, texts and metadata of a TFLite file in its ONNX model."""

import base64
import pathlib

import converted
import onnx
import pytest

HAND = "mediapipe/mediapipe/modules/hand_landmark/hand_landmark_full.tflite"
SPEECH = "openwakeword/openwakeword/resources/models/embedding_model.tflite"


@pytest.fixture
def convert(request, tmp_path):
    def run(name, *options):
        model = pathlib.Path(request.config.getoption("--environment")) / "models" / name
        process = converted.convert(request.config.getoption("--program"), model, tmp_path / "model.onnx", *options)
        assert process.returncode == 0, process.stderr
        return model, onnx.load(tmp_path / "model.onnx")

    return run


def entries(written):
    return {entry.key: entry.value for entry in written.metadata_props}


def test_texts_and_bytes(convert):
    model, written = convert(HAND)
    found = entries(written)
    assert found["metadata:reduced_precision_support"] == "fp16accfp32"
    bytes_of = base64.b64decode(found["metadata_base64:TFLITE_METADATA"], validate=True)
    assert bytes_of[4:8] == b"M001" and len(bytes_of) == 1276 and bytes_of in model.read_bytes()
    assert written.doc_string == "MLIR Converted."
    assert "metadata:min_runtime_version" not in found  # a version of TFLite's runtimes


@pytest.mark.parametrize("options", [(), ("--dims", "file"), ("--quant", "exact")], ids=" ".join)
def test_names_of_a_signature(convert, options):
    graph = convert(SPEECH, *options)[1].graph
    assert [value.doc_string for value in (*graph.input, *graph.output)] == ["input_1", "conv2d_19"]
    assert all(value.name != value.doc_string for value in (*graph.input, *graph.output))
