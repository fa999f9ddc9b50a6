"""ai-edge-litert before 2.2: its runtime refuses the accelerator before it calls anything, and models run on its CPU."""

import subprocess
import sys

import numpy as np
import pytest
from ai_edge_litert.compiled_model import CompiledModel, HardwareAccelerator

import litevk


def environment():
    with pytest.warns(UserWarning, match="refuses litevk's accelerator, which needs 2.2 or newer"):
        return litevk.litert_environment()


def test_the_cpu_runs_the_model(small):
    hardware = HardwareAccelerator.GPU | HardwareAccelerator.CPU
    model = CompiledModel.from_file(small("two_signatures"), environment=environment(), hardware_accel=hardware)
    inputs, outputs = model.create_input_buffers(0), model.create_output_buffers(0)
    inputs[0].write(np.ones((2, 300), np.float32))
    model.run_by_index(0, inputs, outputs)
    assert outputs[0].read(600, np.float32).tolist() == [2.0] * 600


def test_only_the_gpu_is_an_error(small):
    with pytest.raises(RuntimeError):
        CompiledModel.from_file(small("two_signatures"), environment=environment(), hardware_accel=HardwareAccelerator.GPU)


def test_the_command_says_so(small):
    command = [sys.executable, "-m", "litevk", "litert", small("two_signatures")]
    process = subprocess.run(command, capture_output=True, text=True)
    assert process.returncode == 3
    assert process.stderr == f"litevk litert: {litevk.litert.refusal(litevk.litert.installed_version())}\n"
