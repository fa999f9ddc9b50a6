"""Device memory of a model whose batch changes: memory kept for earlier sizes must not add up."""

import pathlib

import numpy as np
import pytest

import harness
import model_run

# Networks whose intermediate values, inputs or weights take the largest part of their memory.
NETWORKS = ("bert", "mobilenet_v2", "unet")
SIZES = range(1, 11)
MOST = 1.5  # largest ratio to the memory that the largest size takes alone


@pytest.fixture(params=NETWORKS)
def open_network(request):
    return pathlib.Path(request.config.getoption("--models")) / "seeded" / f"{request.param}.tflite"


def inputs_of(interpreter, model, batch):
    for detail in interpreter.get_input_details():
        assert detail["shape_signature"][0] == -1
        interpreter.resize_tensor_input(detail["index"], [batch, *detail["shape"][1:]])
    interpreter.allocate_tensors()
    return model_run.seeded_inputs(interpreter, model)


def run_in_turn(delegates, model, sizes):
    """The outputs at the last size, and the most memory that the process had on the device beside the host's memory."""
    interpreter = delegates.interpreter(model, disable_zero_copy=1)
    for batch in sizes:
        outputs = harness.run(interpreter, inputs_of(interpreter, model, batch))
    return outputs, max(program["device_memory_bytes"] for program in delegates.report().programs())


def test_sizes_in_turn_take_little_more_than_the_largest(delegates, open_network):
    expected, alone = run_in_turn(delegates, open_network, [SIZES[-1]])
    outputs, in_turn = run_in_turn(delegates, open_network, SIZES)
    print(f"{in_turn} bytes in turn, {alone} alone: {in_turn / alone:.2f} times as many")
    assert in_turn <= MOST * alone
    for actual, wanted in zip(outputs, expected, strict=True):
        assert np.array_equal(actual, wanted), "sizes before change the result"
