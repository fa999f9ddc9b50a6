"""Complex numbers, for which ONNX has no operators, between RFFT2D and the operators that turn them into floats."""

import converted
import numpy as np
import onnx
import pytest
import spectrum_models

_TOLERANCE = 1e-6  # bound, relative to the largest magnitude


@pytest.fixture(scope="module")
def folder(written_models):
    return written_models(spectrum_models)


@pytest.mark.parametrize("opset", ("17", "20"))
@pytest.mark.parametrize("build", spectrum_models.MODELS, ids=lambda build: build.__name__)
def test_spectra(build, opset, request, folder, tmp_path):
    model, written = folder / f"{build.__name__}.tflite", tmp_path / "model.onnx"
    process = converted.convert(request.config.getoption("--program"), model, written, "--opset", opset)
    assert process.returncode == 0, process.stderr
    onnx.checker.check_model(str(written), full_check=True)
    arrays, session = np.load(model.with_suffix(".npz")), converted.Model(written)
    for run in range(len(spectrum_models.MODELS[build])):
        expected = [arrays[key] for key in sorted(arrays) if key.startswith(f"output_{run}_")]
        # The largest magnitude covers both parts of the complex numbers, since one part may be 0 throughout.
        largest = max(np.abs(array).max() for array in expected)
        for actual, array in zip(session.run([arrays[f"input_{run}_0"]]), expected, strict=True):
            np.testing.assert_allclose(actual, array, rtol=0, atol=_TOLERANCE * largest)


def test_older_opsets_have_no_transform(request, folder, tmp_path):
    written = tmp_path / "model.onnx"
    process = converted.convert(request.config.getoption("--program"), folder / "magnitudes.tflite", written, "--opset", "16")
    diagnostic = "RFFT2D (1 node: 1): ONNX transforms signals from opset 17 on: use --opset 17"
    assert process.returncode == 1 and diagnostic in process.stderr
    assert not written.exists()
