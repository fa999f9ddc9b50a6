"""Boxes of equal scores: ONNX keeps other boxes than TFLite, and the report and --strict say so."""

import json
import pathlib

import converted
import pytest

CASES = ("non_max_suppression_v4", "non_max_suppression_v5")


@pytest.mark.parametrize("quant", ["qdq", "exact", "float"])
@pytest.mark.parametrize("stem", CASES)
def test_ties_are_an_approximation(stem, quant, request, tmp_path):
    program, cases = request.config.getoption("--program"), pathlib.Path(request.config.getoption("--cases"))
    models = sorted((cases / stem).glob("*/model.tflite"))
    written, report = tmp_path / "model.onnx", tmp_path / "report.json"
    found = 0
    for model in models:
        if converted.convert(program, model, written, "--quant", quant, "--report", report).returncode != 0:
            continue
        (approximation,) = json.loads(report.read_text())["approximations"]
        assert approximation["op"] == stem.upper() and "boxes of equal scores" in approximation["reason"]
        written.unlink()
        process = converted.convert(program, model, written, "--quant", quant, "--strict")
        assert process.returncode == 1 and "boxes of equal scores" in process.stderr and not written.exists()
        found += 1
    assert found > 0
