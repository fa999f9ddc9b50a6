"""A program in C: the environment's option for the folder, and the model's opaque option "litevk".

The runtime is the wheel's libLiteRt.so, called through ctypes.
"""

import contextlib
import ctypes
import json
import pathlib
import threading

import ai_edge_litert
import numpy as np
import pytest

RUNTIME_LIBRARY_DIR = 22  # kLiteRtEnvOptionTagRuntimeLibraryDir
STRING = 8  # kLiteRtAnyTypeString
CPU, GPU = 1, 2
READ, WRITE = 0, 1
FLOAT32 = 1
INDEX = ctypes.c_size_t
OPTIONS = b"allow_cpu_device=1;partition_policy=all;report_path="


class Any(ctypes.Structure):
    """LiteRtAny with a string."""

    _fields_ = [("type", ctypes.c_int), ("text", ctypes.c_char_p)]


class EnvironmentOption(ctypes.Structure):
    """LiteRtEnvOption."""

    _fields_ = [("tag", ctypes.c_int), ("value", Any)]


class RankedTensorType(ctypes.Structure):
    """LiteRtRankedTensorType without strides."""

    _fields_ = [("element_type", ctypes.c_int), ("rank", ctypes.c_uint32), ("dims", ctypes.c_int32 * 8), ("strides", ctypes.c_uint32 * 8)]


class Runtime:
    """The functions of libLiteRt.so. Each call fails the test unless it returns 0."""

    def __init__(self):
        self._library = ctypes.CDLL(str(pathlib.Path(ai_edge_litert.__file__).parent / "libLiteRt.so"))

    def made(self, name, *arguments, mode=None):
        """Calls a function that stores what it makes in its last argument, before a mode if it has one, and returns that."""
        pointer = ctypes.c_void_p()
        last = [ctypes.byref(pointer)] if mode is None else [ctypes.byref(pointer), mode]
        status = getattr(self._library, name)(*arguments, *last)
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


@contextlib.contextmanager
def compilation(runtime, environment, path, hardware, text):
    """Gives the status of LiteRtCreateCompiledModel, with the opaque option, and the model."""
    model = runtime.made("LiteRtCreateModelFromFile", environment, path.encode())
    options = runtime.made("LiteRtCreateOptions")
    assert runtime.call("LiteRtSetOptionsHardwareAccelerators", options, hardware) == 0
    payload = ctypes.create_string_buffer(text)
    destroy = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)
    opaque = runtime.made("LiteRtCreateOpaqueOptions", b"litevk", payload, destroy)
    assert runtime.call("LiteRtAddOpaqueOptions", options, opaque) == 0
    compiled = ctypes.c_void_p()
    status = runtime.call("LiteRtCreateCompiledModel", environment, model, options, ctypes.byref(compiled))
    yield status, compiled
    if status == 0:
        runtime.call("LiteRtDestroyCompiledModel", compiled)
    runtime.call("LiteRtDestroyOptions", options)
    runtime.call("LiteRtDestroyModel", model)


def compile_model(*arguments):
    with compilation(*arguments) as (status, _):
        return status


class Buffer:
    """A buffer of floats as the model wants it for its first input or output."""

    def __init__(self, runtime, environment, compiled, side, shape):
        requirements = runtime.made(f"LiteRtGetCompiledModel{side}BufferRequirements", compiled, INDEX(0), INDEX(0))
        kind = RankedTensorType(FLOAT32, len(shape), (ctypes.c_int32 * 8)(*shape))
        self._runtime, self._shape = runtime, shape
        self.pointer = runtime.made("LiteRtCreateManagedTensorBufferFromRequirements", environment, ctypes.byref(kind), requirements)

    @contextlib.contextmanager
    def floats(self, mode):
        """The values while the host has them."""
        host = self._runtime.made("LiteRtLockTensorBuffer", self.pointer, mode=mode)
        yield np.ctypeslib.as_array(ctypes.cast(host, ctypes.POINTER(ctypes.c_float)), self._shape)
        assert self._runtime.call("LiteRtUnlockTensorBuffer", self.pointer) == 0

    def destroy(self):
        self._runtime.call("LiteRtDestroyTensorBuffer", self.pointer)


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


@pytest.mark.parametrize("options", (b"", b"device_buffers=1;disable_zero_copy=1;"), ids=("host", "device"))
def test_threads_run_models_of_one_environment(runtime, environment, small, options):
    """No interpreter lock holds them back, as it does in Python: ctypes releases it."""
    path, right = small("two_signatures"), []

    def work(fill):
        text = options + b"allow_cpu_device=1;partition_policy=all;strict=1"
        with compilation(runtime, environment, path, GPU, text) as (status, compiled):
            x, y = (Buffer(runtime, environment, compiled, side, (2, 300)) for side in ("Input", "Output"))
            for run in range(50):
                with x.floats(WRITE) as values:
                    values[:] = fill + run
                buffers = INDEX(1), ctypes.byref(x.pointer), INDEX(1), ctypes.byref(y.pointer)
                status = status or runtime.call("LiteRtRunCompiledModel", compiled, INDEX(0), *buffers)
                with y.floats(READ) as values:
                    right.append(status == 0 and bool((values == 2 * (fill + run)).all()))
            x.destroy()
            y.destroy()

    threads = [threading.Thread(target=work, args=(1000 * fill,)) for fill in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 200
