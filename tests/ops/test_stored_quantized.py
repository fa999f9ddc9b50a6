"""QUANTIZE behind every kernel of floats. If the kernel stores the integers in place of floats (StorageConversion),
they equal those of a separate QUANTIZE in every byte.
"""

import json
import pathlib

import numpy as np
import pytest

import harness
import stored_quantized

# Operators whose kernels always store integers in place of floats, if the channels are a multiple of four.
ALWAYS_STORED = ["relu", "add", "average_pool_2d", "softmax", "dequantize", "resize_bilinear", "conv_3d"]


def has_floats_in_words(entry, folder):
    """True if the first output is floats that a dispatch may store as whole words of integers."""
    if entry["runs_on"] != "gpu" or "only_in" in entry or entry.get("has_states"):
        return False
    path = folder / entry["name"] / "run0" / "output_0.npy"
    if not path.exists():
        return False
    return stored_quantized.has_whole_words(np.load(path, mmap_mode="r"))


def pytest_generate_tests(metafunc):
    if "case" in metafunc.fixturenames:
        folder = pathlib.Path(metafunc.config.getoption("--cases"))
        index = json.loads((folder / "index.json").read_text())
        entries = [entry for entry in index if has_floats_in_words(entry, folder)]
        metafunc.parametrize("case", [harness.Case(folder, entry) for entry in entries], ids=str)


def integers_of(model, inputs, delegates, path):
    """The quantized integers, and True if a dispatch only quantizes."""
    path.write_bytes(model)
    interpreter = delegates.interpreter(path)
    harness.set_shapes(interpreter, inputs)
    integers = harness.run(interpreter, inputs)[0]
    return integers, delegates.report().uses("quantize")


@pytest.mark.parametrize("dtype", stored_quantized.TYPES)
def test_case(case, dtype, delegates, tmp_path):
    inputs, outputs, _ = next(case.runs())

    def run(keeps_floats):
        model = stored_quantized.with_quantized(case.model.read_bytes(), 0, dtype, outputs[0], keeps_floats)
        return integers_of(model, inputs, delegates, tmp_path / "model.tflite")

    beside, has_dispatch = run(keeps_floats=True)
    within, is_alone = run(keeps_floats=False)
    assert within.tobytes() == beside.tobytes()
    assert has_dispatch or not delegates.report().programs()
    if str(case).split("/")[0] in ALWAYS_STORED:
        assert not is_alone
