"""The option hybrid=dequantize: layers of floats with integer weights compute in floats, whatever TFLite's kernels do."""

import pathlib

import numpy as np
import pytest

import harness

CASES = ("float32xint8", "float32xint8_asymmetric", "float32xint8_scale_per_channel", "float32xint8_above_zero_asymmetric")
# Bound for sums of floats in another order.
TOLERANCE = 1e-5


def stored_values(case):
    """Weights, as floats, and bias of the layer."""
    plain = harness.interpreter_of(case.model)
    plain.allocate_tensors()
    details = {tuple(d["shape"]): d for d in plain.get_tensor_details() if d["dtype"] is np.int8}
    (detail,) = details.values()
    parameters = detail["quantization_parameters"]
    weights = plain.get_tensor(detail["index"]).astype(np.float64) * parameters["scales"].astype(np.float64).reshape(-1, 1)
    bias = [d for d in plain.get_tensor_details() if d["shape"].tolist() == [weights.shape[0]]]
    return weights, plain.get_tensor(bias[0]["index"])


@pytest.mark.parametrize("name", CASES)
def test_fully_connected(name, request, delegates):
    case = harness.case_named(pathlib.Path(request.config.getoption("--cases")), f"fully_connected/{name}")
    weights, bias = stored_values(case)
    (inputs, _, _), *_ = case.runs()
    (rows,) = inputs
    expected = rows.astype(np.float64) @ weights.T + bias
    interpreter = delegates.interpreter(case.model, hybrid="dequantize", strict=1)
    harness.set_shapes(interpreter, inputs)
    (output,) = harness.run(interpreter, inputs)
    assert delegates.report().programs(), "the device ran nothing"
    scale = np.abs(rows).astype(np.float64) @ np.abs(weights).T + np.abs(bias)
    assert np.all(np.abs(output - expected) <= TOLERANCE * scale)


def test_tells_what_it_takes(delegates):
    with pytest.raises(ValueError):
        delegates.create(hybrid="floats")
