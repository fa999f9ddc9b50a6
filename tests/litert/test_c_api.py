"""A program in C: the environment's option for the folder, and the model's opaque option "litevk".

The runtime is the wheel's libLiteRt.so, called through ctypes.
"""

import ctypes
import json
import pathlib

import ai_edge_litert
import pytest

RUNTIME_LIBRARY_DIR = 22  # kLiteRtEnvOptionTagRuntimeLibraryDir
STRING = 8  # kLiteRtAnyTypeString
CPU, GPU = 1, 2
OPTIONS = b"allow_cpu_device=1;partition_policy=all;report_path="


class Any(ctypes.Structure):
    """LiteRtAny with a string."""

    _fields_ = [("type", ctypes.c_int), ("text", ctypes.c_char_p)]


class EnvironmentOption(ctypes.Structure):
    """LiteRtEnvOption."""

    _fields_ = [("tag", ctypes.c_int), ("value", Any)]


class Runtime:
    """The functions of libLiteRt.so. Each call fails the test unless it returns 0."""

    def __init__(self):
        self._library = ctypes.CDLL(str(pathlib.Path(ai_edge_litert.__file__).parent / "libLiteRt.so"))

    def made(self, name, *arguments):
        """Calls a function that stores what it makes in its last argument, and returns that."""
        pointer = ctypes.c_void_p()
        status = getattr(self._library, name)(*arguments, ctypes.byref(pointer))
        assert status == 0, f"{name}: {status}"
        return pointer

    def call(self, name, *arguments):
        return getattr(self._library, name)(*arguments)


@pytest.fixture
def runtime():
    return Runtime()


@pytest.fixture
def environment(runtime, library):
    folder = str(library("LiteRtGpuAccelerator").parent).encode()
    options = (EnvironmentOption * 1)(EnvironmentOption(RUNTIME_LIBRARY_DIR, Any(STRING, folder)))
    made = runtime.made("LiteRtCreateEnvironment", 1, options)
    yield made
    runtime.call("LiteRtDestroyEnvironment", made)


def compile_model(runtime, environment, path, hardware, text):
    """Returns the status of LiteRtCreateCompiledModel, with the opaque option."""
    model = runtime.made("LiteRtCreateModelFromFile", environment, path.encode())
    options = runtime.made("LiteRtCreateOptions")
    assert runtime.call("LiteRtSetOptionsHardwareAccelerators", options, hardware) == 0
    payload = ctypes.create_string_buffer(text)
    destroy = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)
    opaque = runtime.made("LiteRtCreateOpaqueOptions", b"litevk", payload, destroy)
    assert runtime.call("LiteRtAddOpaqueOptions", options, opaque) == 0
    compiled = ctypes.c_void_p()
    status = runtime.call("LiteRtCreateCompiledModel", environment, model, options, ctypes.byref(compiled))
    if status == 0:
        runtime.call("LiteRtDestroyCompiledModel", compiled)
    runtime.call("LiteRtDestroyOptions", options)
    runtime.call("LiteRtDestroyModel", model)
    return status


def test_the_model_is_on_the_device(runtime, environment, small, tmp_path):
    report = tmp_path / "report.json"
    text = OPTIONS + str(report).encode()
    assert compile_model(runtime, environment, small("int8"), CPU | GPU, text) == 0
    content = json.loads(report.read_text())
    assert content["subgraphs"][0]["nodes_delegated"] == 2
    assert content["options"]["report_path"] == str(report)


def test_a_model_that_is_not_whole_is_refused(runtime, environment, small, tmp_path, capfd):
    text = OPTIONS + str(tmp_path / "report.json").encode()
    assert compile_model(runtime, environment, small("not_whole"), GPU, text) != 0
    assert "of 2 nodes 1 is left to the CPU: node 1 BUCKETIZE" in capfd.readouterr().err


def test_a_wrong_option_is_refused(runtime, environment, small, capfd):
    assert compile_model(runtime, environment, small("int8"), CPU | GPU, b"tunning=fast") != 0
    assert 'litevk: option "tunning"' in capfd.readouterr().err
