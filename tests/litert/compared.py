"""A model through CompiledModel and through the classic interpreter, both on litevk, with the same inputs."""

import os
import subprocess
import sys
import textwrap

import numpy as np
from ai_edge_litert.compiled_model import CompiledModel, HardwareAccelerator

import litevk
from litevk.through_litert import Classic, Compiled, has_same_bits

GPU = HardwareAccelerator.GPU
BOTH = GPU | HardwareAccelerator.CPU
# True where the runtime tells an accelerator which processors a model asks for, from 2.3 on.
TELLS_HARDWARE = not (litevk.litert.installed_version() or "").startswith("2.2.")
# A CPU driver runs the models here, and a fallback must fail the test.
OPTIONS = {"allow_cpu_device": "1", "strict": "1", "partition_policy": "all"}


def compiled_model(path, hardware=BOTH, environment=None, **options):
    """A CompiledModel in an environment of its own, unless one is given."""
    found = environment or litevk.litert_environment(**{**OPTIONS, **options})
    return CompiledModel.from_file(path, environment=found, hardware_accel=hardware)


def signatures(model):
    return list(model.get_signature_list())


def check_same_bits(path, model, key, shapes={}, seeds=(0, 1), **options):
    """Fails unless all outputs have the same bits for each seed. Returns the last outputs."""
    one = Compiled(model, key, shapes)
    other = Classic(path, key, shapes, {**OPTIONS, **options})
    for seed in seeds:
        values = one.some_inputs(seed)
        ours, theirs = one(values), other(values)
        assert ours.keys() == theirs.keys()
        for name in ours:
            assert has_same_bits(ours[name], theirs[name]), f"{key}, seed {seed}, output {name}"
    return ours


def run_small(model, index=0, fill=1.0):
    """Runs a signature of one input and one output of float32. Returns the output's values."""
    inputs, outputs = model.create_input_buffers(index), model.create_output_buffers(index)
    shape = inputs[0].get_tensor_details()["shape"]
    inputs[0].write(np.full(shape, fill, np.float32))
    model.run_by_index(index, inputs, outputs)
    return outputs[0].read(int(np.prod(outputs[0].get_tensor_details()["shape"])), np.float32)


def program(text):
    """Runs a program, which finds these modules, in a Python of its own. Returns what it printed, and its standard error."""
    folders = os.pathsep.join([os.environ["PYTHONPATH"], *(folder for folder in sys.path if "tests" in folder)])
    process = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True,
                             env={**os.environ, "PYTHONPATH": folders})
    assert process.returncode == 0, process.stderr
    return process.stdout, process.stderr
