"""liblitevk_runtime.so, the project's own interpreter, through its C API (litevk/litevk_runtime.h)."""

import ctypes

import numpy as np

from model_builder import bytes_of

# TfLiteType of the tensors that tests read and write.
_DTYPES = {
    1: np.float32,
    2: np.int32,
    3: np.uint8,
    4: np.int64,
    6: np.bool_,
    7: np.int16,
    8: np.complex64,
    9: np.int8,
    10: np.float16,
    11: np.float64,
    12: np.complex128,
    13: np.uint64,
    16: np.uint32,
    17: np.uint16,
}
_STRING = 5
_PACKED = {18: "int4", 20: "int2", 21: "uint4"}
_ERROR_SIZE = 4096


class RuntimeFailure(Exception):
    """A call failed; the message is the library's."""


class Runtime:
    """The loaded library."""

    def __init__(self, path):
        self.lib = ctypes.CDLL(str(path))
        self.lib.LitevkInterpreterGetError.restype = ctypes.c_char_p
        self.lib.LitevkTensorGetByteSize.restype = ctypes.c_size_t

    def call(self, name, *args):
        return getattr(self.lib, f"Litevk{name}")(*args)

    def pointer(self, name, *args):
        """The pointer that a function returns; false if it is null."""
        function = getattr(self.lib, f"Litevk{name}")
        function.restype = ctypes.c_void_p
        return ctypes.c_void_p(function(*args))


class Interpreter:
    """An interpreter of one model. Every method raises RuntimeFailure with the library's own message."""

    def __init__(self, runtime, model_path):
        self.runtime = runtime
        self.handle = self.model = None
        error = ctypes.create_string_buffer(_ERROR_SIZE)
        size = ctypes.c_size_t(_ERROR_SIZE)
        self.model = runtime.pointer("ModelCreateFromFile", str(model_path).encode(), error, size)
        if self.model:
            self.handle = runtime.pointer("InterpreterCreate", self.model, None, error, size)
        if not self.handle:
            self.close()
            raise RuntimeFailure(error.value.decode())

    def close(self):
        if self.handle:
            self.runtime.call("InterpreterDelete", self.handle)
        if self.model:
            self.runtime.call("ModelDelete", self.model)
        self.handle = self.model = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def resize_inputs(self, shapes):
        for index, shape in enumerate(shapes):
            dims = (ctypes.c_int * len(shape))(*shape)
            self._do("InterpreterResizeInputTensor", index, dims, len(shape))
        self.allocate()

    def allocate(self):
        self._do("InterpreterAllocateTensors")

    def invoke(self):
        """Runs the model on the values of its inputs, which are zeros at first."""
        self._do("InterpreterInvoke")

    def run(self, inputs):
        for index, values in enumerate(inputs):
            tensor = self._tensor("InterpreterGetInputTensor", index)
            kind = "string" if values.dtype.kind == "U" else values.dtype
            content = bytes_of(values, _PACKED.get(self.runtime.call("TensorGetType", tensor), kind))
            size = ctypes.c_size_t(len(content))
            if self.runtime.call("TensorCopyFromBuffer", tensor, content, size) != 0:
                raise RuntimeFailure(f"input {index} does not take {len(content)} bytes")
        self.invoke()
        count = self.runtime.call("InterpreterGetOutputCount", self.handle)
        return [self._value(self._tensor("InterpreterGetOutputTensor", index)) for index in range(count)]

    def _tensor(self, getter, index):
        return self.runtime.pointer(getter, self.handle, index)

    def _value(self, tensor):
        call = self.runtime.call
        shape = [call("TensorGetDim", tensor, axis) for axis in range(call("TensorGetDimCount", tensor))]
        data, size = self.runtime.pointer("TensorGetData", tensor), call("TensorGetByteSize", tensor)
        content = ctypes.string_at(data.value, size) if data and size else b""
        kind = call("TensorGetType", tensor)
        if kind == _STRING:
            return _unpack_strings(content).reshape(shape)
        if kind in _PACKED:
            return _unpack_integers(content, _PACKED[kind], int(np.prod(shape))).reshape(shape)
        return np.frombuffer(content, dtype=_DTYPES[kind]).reshape(shape).copy()

    def _do(self, name, *args):
        if self.runtime.call(name, self.handle, *args) != 0:
            raise RuntimeFailure(self.runtime.call("InterpreterGetError", self.handle).decode())


def _unpack_strings(content):
    count = np.frombuffer(content[:4], dtype=np.int32)[0] if content else 0
    offsets = np.frombuffer(content[4 : 4 * (count + 2)], dtype=np.int32)
    texts = [content[begin:end].decode() for begin, end in zip(offsets[:-1], offsets[1:])]
    return np.array([*texts, ""], dtype="U")[:count]


def _unpack_integers(content, kind, count):
    """Unpacks integers to a byte each; the first integer of a packed byte lies in its lowest bits."""
    bits, dtype = int(kind[-1]), np.uint8 if kind.startswith("u") else np.int8
    integers = np.frombuffer(content, np.uint8)[:, None] >> np.arange(0, 8, bits, dtype=np.uint8)
    return (integers.reshape(-1)[:count] << (8 - bits)).astype(np.uint8).astype(dtype) >> (8 - bits)
