"""Operator cases of float32 edges, as ONNX models in onnxruntime: outputs are those of TFLite's reference kernels."""

import json
import pathlib
import re
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "test"))
import rotating_share  # noqa: E402

# What onnxruntime's kernels make of infinities and NaNs is their own, and float weights stand for quantized ones.
_OTHERS = re.compile(r"non_finite|infinit|nan|float16|float32x|int\d|empty|error|refuses|kernels_|graphs/|ranks|tanh|run_time")


def pytest_generate_tests(metafunc):
    config = metafunc.config
    program, cases = config.getoption("--program"), pathlib.Path(config.getoption("--cases"))
    listed = subprocess.run([program, "--list-ops"], check=True, capture_output=True, text=True).stdout.split()
    entries = {entry["name"]: entry for entry in json.loads((cases / "index.json").read_text())}
    names = sorted(name for name, entry in entries.items()
                   if set(entry["operators"]) <= set(listed) and "error" not in entry and not _OTHERS.search(name)
                   and is_float(cases / name / "run0"))
    parts = config.getoption(rotating_share.OPTION)
    taken = rotating_share.share(names, parts, rotating_share.current_turn(), rotating_share.first_folder)
    metafunc.parametrize("entry", [pytest.param(entries[name], id=name) for name in sorted(taken)])


def arrays(folder, prefix):
    return [np.load(folder / f"{prefix}_{i}.npy") for i in range(len(list(folder.glob(f"{prefix}_*.npy"))))]


def is_float(folder):
    return all(array.dtype == np.float32 and array.size and np.abs(array).max() < 1e30
               for prefix in ("input", "output") for array in arrays(folder, prefix))


def test_op_case(entry, request, tmp_path):
    folder = pathlib.Path(request.config.getoption("--cases")) / entry["name"]
    written = tmp_path / "model.onnx"
    process = subprocess.run([request.config.getoption("--program"), folder / "model.tflite", written],
                             capture_output=True, text=True)
    if process.returncode == 1:
        assert process.stderr and not written.exists()
        return
    assert process.returncode == 0, process.stderr
    onnx.checker.check_model(str(written))
    session = onnxruntime.InferenceSession(written, providers=["CPUExecutionProvider"])
    inputs = dict(zip([entry.name for entry in session.get_inputs()], arrays(folder / "run0", "input")))
    atol, rtol = entry["bounds"]["delegate"][0]
    for actual, golden in zip(session.run(None, inputs), arrays(folder / "run0", "output")):
        np.testing.assert_allclose(actual, golden, rtol=max(rtol, 1e-5), atol=max(atol, 1e-5))
