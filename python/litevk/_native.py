"""liblitevk_runtime.so's C API (litevk/litevk_runtime.h) as ctypes sees it.

ctypes needs no compiled Python code, so one package serves every CPython, and it releases the GIL during each call.
"""

from __future__ import annotations

import ctypes
import pathlib
from ctypes import POINTER, Structure, c_bool, c_char_p, c_double, c_float, c_int, c_int64, c_size_t, c_uint16, c_void_p
from typing import Any, Sequence

PACKAGE = pathlib.Path(__file__).resolve().parent
DELEGATE_LIBRARY = PACKAGE / "lib" / "liblitevk.so"

OK = 0
ERROR_SIZE = 4096


class NodeInfo(Structure):
    """LitevkNodeInfo."""

    _fields_ = [
        ("node_index", c_int),
        ("op_name", c_char_p),
        ("version", c_int),
        ("inputs", POINTER(c_int)),
        ("input_count", c_int),
        ("outputs", POINTER(c_int)),
        ("output_count", c_int),
        ("is_delegated", c_bool),
        ("profiled_runs", c_int64),
        ("profiled_seconds", c_double),
    ]


class Quantization(Structure):
    """LitevkQuantization."""

    _fields_ = [
        ("scales", POINTER(c_float)),
        ("zero_points", POINTER(c_int)),
        ("count", c_int),
        ("zero_point_count", c_int),
        ("channel_axis", c_int),
        ("block_size", c_int),
        ("block_count", c_int),
        ("block_scales", POINTER(c_uint16)),
    ]


class Sparsity(Structure):
    """LitevkSparsity."""

    _fields_ = [
        ("traversal_order", POINTER(c_int)),
        ("traversal_order_count", c_int),
        ("block_map", POINTER(c_int)),
        ("block_map_count", c_int),
        ("dim_count", c_int),
    ]


class SparseDim(Structure):
    """LitevkSparseDim."""

    _fields_ = [
        ("is_sparse", c_bool),
        ("dense_size", c_int),
        ("segments", POINTER(c_int)),
        ("segment_count", c_int),
        ("indices", POINTER(c_int)),
        ("index_count", c_int),
    ]


_INTS = POINTER(c_int)
_ERROR = (c_char_p, c_size_t)
# Each function that the package calls: what it returns, then its parameters. Objects are pointers without a type.
_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "RuntimeVersion": (c_char_p,),
    "ModelCreateFromFile": (c_void_p, c_char_p, *_ERROR),
    "ModelCreate": (c_void_p, c_void_p, c_size_t, *_ERROR),
    "ModelDelete": (None, c_void_p),
    "InterpreterOptionsCreate": (c_void_p,),
    "InterpreterOptionsDelete": (None, c_void_p),
    "InterpreterOptionsSetNumThreads": (None, c_void_p, c_int),
    "InterpreterOptionsSetAllowUnresolved": (None, c_void_p, c_bool),
    "InterpreterOptionsSetPreserveAllTensors": (None, c_void_p, c_bool),
    "InterpreterOptionsLoadCustomOps": (c_int, c_void_p, c_char_p, *_ERROR),
    "InterpreterCreate": (c_void_p, c_void_p, c_void_p, *_ERROR),
    "InterpreterDelete": (None, c_void_p),
    "InterpreterGetError": (c_char_p, c_void_p),
    "InterpreterGetInputCount": (c_int, c_void_p),
    "InterpreterGetOutputCount": (c_int, c_void_p),
    "InterpreterGetInputTensorIndex": (c_int, c_void_p, c_int),
    "InterpreterGetOutputTensorIndex": (c_int, c_void_p, c_int),
    "InterpreterGetSubgraphCount": (c_int, c_void_p),
    "InterpreterGetSubgraphTensorCount": (c_int, c_void_p, c_int),
    "InterpreterGetSubgraphTensor": (c_void_p, c_void_p, c_int, c_int),
    "InterpreterResizeInputTensor": (c_int, c_void_p, c_int, _INTS, c_int),
    "InterpreterAllocateTensors": (c_int, c_void_p),
    "InterpreterInvoke": (c_int, c_void_p),
    "InterpreterResetVariableTensors": (c_int, c_void_p),
    "InterpreterModifyGraphWithDelegate": (c_int, c_void_p, c_void_p),
    "InterpreterTryLock": (c_int, c_void_p),
    "InterpreterUnlock": (None, c_void_p),
    "InterpreterGetNodeCount": (c_int, c_void_p),
    "InterpreterGetNodeInfo": (c_int, c_void_p, c_int, POINTER(NodeInfo)),
    "InterpreterGetSignatureCount": (c_int, c_void_p),
    "InterpreterGetSignatureKey": (c_char_p, c_void_p, c_int),
    "InterpreterGetSignatureSubgraph": (c_int, c_void_p, c_char_p),
    "InterpreterGetSignatureInputCount": (c_int, c_void_p, c_char_p),
    "InterpreterGetSignatureInputName": (c_char_p, c_void_p, c_char_p, c_int),
    "InterpreterGetSignatureOutputCount": (c_int, c_void_p, c_char_p),
    "InterpreterGetSignatureOutputName": (c_char_p, c_void_p, c_char_p, c_int),
    "InterpreterGetSignatureInput": (c_void_p, c_void_p, c_char_p, c_char_p),
    "InterpreterGetSignatureOutput": (c_void_p, c_void_p, c_char_p, c_char_p),
    "InterpreterResizeSignatureInput": (c_int, c_void_p, c_char_p, c_char_p, _INTS, c_int),
    "InterpreterAllocateSignature": (c_int, c_void_p, c_char_p),
    "InterpreterInvokeSignature": (c_int, c_void_p, c_char_p),
    "TensorGetType": (c_int, c_void_p),
    "TensorGetName": (c_char_p, c_void_p),
    "TensorGetIndex": (c_int, c_void_p),
    "TensorGetDimCount": (c_int, c_void_p),
    "TensorGetDim": (c_int, c_void_p, c_int),
    "TensorGetSignatureDim": (c_int, c_void_p, c_int),
    "TensorGetByteSize": (c_size_t, c_void_p),
    "TensorGetData": (c_void_p, c_void_p),
    "TensorCheckThread": (c_int, c_void_p),
    "TensorIsConstant": (c_bool, c_void_p),
    "TensorGetScale": (c_float, c_void_p),
    "TensorGetZeroPoint": (c_int, c_void_p),
    "TensorGetQuantization": (Quantization, c_void_p),
    "TensorGetSparsity": (Sparsity, c_void_p),
    "TensorGetSparseDim": (c_int, c_void_p, c_int, POINTER(SparseDim)),
    "TensorCopyFromBuffer": (c_int, c_void_p, c_void_p, c_size_t),
    "TensorCopyToBuffer": (c_int, c_void_p, c_void_p, c_size_t),
    "TensorGetStringCount": (c_int, c_void_p),
    # The address as an integer, since the strings may hold zero bytes.
    "TensorGetString": (c_void_p, c_void_p, c_int, POINTER(c_size_t)),
    "TensorSetStrings": (c_int, c_void_p, POINTER(c_char_p), POINTER(c_size_t), c_int),
}


class _Api:
    """The functions above by their names, without the prefix Litevk."""

    def __init__(self, path: pathlib.Path) -> None:
        library = ctypes.CDLL(str(path))
        for name, (result, *parameters) in _FUNCTIONS.items():
            function = library["Litevk" + name]
            function.restype = result
            function.argtypes = parameters
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"litevk_runtime.h has no function Litevk{name} that the package declares")


api = _Api(PACKAGE / "lib" / "liblitevk_runtime.so.0")


def runtime_version() -> str:
    """The version of the libraries in the package: "0.1.0"."""
    return str(api.RuntimeVersion().decode())


def is_c_int(value: int) -> bool:
    """True if a C int can hold the value. ctypes silently reduces any other value modulo 2^32."""
    return -(2**31) <= value < 2**31


def int_array(values: Sequence[int]) -> Any:
    """Returns the values as an array of C ints. Raises ValueError for a value that no C int holds."""
    for value in values:
        if not is_c_int(value):
            raise ValueError(f"expected dims of at most {2**31 - 1}, found {value}")
    return (c_int * len(values))(*values)
