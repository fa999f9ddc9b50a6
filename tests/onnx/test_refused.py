"""Models that are refused because of one tensor: the message says what is the matter with it, and the refusal costs nothing."""

import json
import resource
import subprocess

import converted
import pytest
import refused_models

# No more than what the program and its libraries take: a variable's elements do not fit.
_MOST_BYTES = 1 << 30


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(refused_models)


@pytest.mark.parametrize("dims", ["open", "file"])
@pytest.mark.parametrize("build", refused_models.STRINGS, ids=lambda build: build.__name__)
def test_strings(build, dims, folder, request, tmp_path):
    report = tmp_path / "report.json"
    process = converted.convert(request.config.getoption("--program"), folder / f"{build.__name__}.tflite", tmp_path / "model.onnx",
                                "--report", report, "--dims", dims)
    assert process.returncode == 1, process.stderr
    reasons = [refusal["reason"] for refusal in json.loads(report.read_text())["refusals"]]
    assert reasons and all(" holds strings, " in reason for reason in reasons), reasons
    assert "only a run" not in process.stderr, process.stderr


def test_large_variable(folder, request, tmp_path):
    process = subprocess.run([request.config.getoption("--program"), folder / "variable_of_2_gib.tflite", tmp_path / "model.onnx"],
                             capture_output=True, text=True,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES)))
    assert process.returncode == 1
    assert "variable 'large' of 536870912 has more elements than a model is to hold" in process.stderr, process.stderr
