"""Builtins with their versions, and custom operators, that TFLite's resolver takes and litevk's interpreter does not. Every row of
MISSING says why; a row that is no longer true fails the test.
"""

import pathlib
import subprocess
import sys

import pytest
from ai_edge_litert import interpreter as tflite
from ai_edge_litert import schema_py_generated as schema

from litevk_runtime import Interpreter, Runtime, RuntimeFailure
from model_builder import ModelBuilder

MOST_VERSIONS = 16

MISSING = {}
# Custom names that the wheel of 2.3.0 resolves, found among all strings of its libraries (on 2026-11-26). Some names that it
# does not resolve follow, MediaPipe's among them.
CUSTOM_NAMES = (
    "AudioSpectrogram Mfcc NumericVerify TFLite_Detection_PostProcess aeq.hadamard_rotation Convolution2DTransposeBias"
    " MaxPoolingWithArgmax2D MaxUnpooling2D TransformTensorBilinear TransformLandmarks Landmarks2TransformMatrix Irfft2d Roll"
    " FlexAdd Nothing"
).split()


def builtins():
    """Every builtin of the schema but CUSTOM, DELEGATE and the placeholder, which no resolver has."""
    names = (name for name in vars(schema.BuiltinOperator) if not name.startswith("_"))
    return sorted(set(names) - {"CUSTOM", "DELEGATE", "PLACEHOLDER_FOR_GREATER_OP_CODES"})


def code_alone(op, version):
    """A model without nodes: builtins are resolved from the list of operator codes."""
    model = ModelBuilder()
    model.subgraph().outputs()
    model.operator_code(op, version)
    return model.serialize()


def custom_node(name):
    """A model with one custom node, since a custom operator is resolved when its node is prepared."""
    model = ModelBuilder()
    graph = model.subgraph()
    graph.outputs(graph.node(f"CUSTOM:{name}", [graph.input([1])], [1]))
    return model.serialize()


def stock_takes(model):
    try:
        tflite.Interpreter(model_content=model)
    except ValueError as error:
        assert "Didn't find op for builtin opcode" in str(error), error
        return False
    return True


PREPARE_CUSTOM = """
import sys
from ai_edge_litert import interpreter as tflite
model = tflite.Interpreter(model_path=sys.argv[1])
try:
    model.allocate_tensors()
except RuntimeError as error:
    if "unresolved custom op" in str(error) or "Select TensorFlow op" in str(error):
        sys.exit(3)
"""


def stock_takes_custom(path):
    """True if TFLite resolves the operator. Runs in a child process: a resolved operator may crash on a node without options."""
    status = subprocess.run([sys.executable, "-c", PREPARE_CUSTOM, path], capture_output=True, timeout=120).returncode
    return status != 3


@pytest.fixture(scope="module")
def runtime(request):
    return Runtime(pathlib.Path(request.config.getoption("--library")).resolve().with_name("liblitevk_runtime.so"))


@pytest.fixture
def ours_takes(runtime, tmp_path):
    """True if litevk's interpreter has a kernel for the model's operator, even if it refuses the node."""

    def takes(model):
        path = tmp_path / "model.tflite"
        path.write_bytes(model)
        try:
            with Interpreter(runtime, path) as interpreter:
                interpreter.resize_inputs([])
        except RuntimeFailure as failure:
            return "Didn't find op" not in str(failure) and "unresolved custom op" not in str(failure)
        return True

    return takes


def test_builtins(ours_takes):
    missing, taken = set(), 0
    for op in builtins():
        versions = [v for v in range(1, MOST_VERSIONS + 1) if stock_takes(code_alone(op, v))]
        taken += bool(versions)
        if not all(ours_takes(code_alone(op, version)) for version in versions):
            missing.add(op)
    assert missing == {op for op in MISSING if not op.startswith("CUSTOM:")}
    assert taken == 172


def test_custom_operators(ours_takes, tmp_path):
    missing = set()
    for name in CUSTOM_NAMES:
        path = tmp_path / f"{name}.tflite"
        path.write_bytes(custom_node(name))
        if stock_takes_custom(path) and not ours_takes(custom_node(name)):
            missing.add(f"CUSTOM:{name}")
    assert missing == {op for op in MISSING if op.startswith("CUSTOM:")}
