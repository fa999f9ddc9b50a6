"""Tensors of an interpreter as numpy arrays and as the dictionaries of TFLite's Python.

A tensor is the address of a LitevkTensor, which lives as long as its interpreter.
"""

from __future__ import annotations

import ctypes
from typing import Any, Optional, Sequence, TypedDict

import numpy as np
import numpy.typing as npt

from ._native import OK, SparseDim, api
from .packed import packed_type

# numpy's type for each TfLiteType. Integers of less than a byte take one byte each in an array.
_DTYPES: dict[int, type[np.generic]] = {
    1: np.float32,
    2: np.int32,
    3: np.uint8,
    4: np.int64,
    5: np.bytes_,
    6: np.bool_,
    7: np.int16,
    8: np.complex64,
    9: np.int8,
    10: np.float16,
    11: np.float64,
    12: np.complex128,
    13: np.uint64,
    14: np.void,
    15: np.void,
    16: np.uint32,
    17: np.uint16,
    18: np.int8,
    20: np.int8,
    21: np.uint8,
}
_STRING = 5


class TensorDetails(TypedDict):
    """A tensor's details, with the keys of TFLite's Python."""

    name: str
    index: int  # index in the subgraph
    shape: npt.NDArray[np.int32]
    shape_signature: npt.NDArray[np.int32]  # the shape with -1 for dims that the model leaves open
    dtype: type[np.generic]
    quantization: tuple[float, int]  # scale and zero point; (0.0, 0) unless quantized per tensor
    quantization_parameters: dict[str, Any]  # scales, zero_points, quantized_dimension, block_size
    sparsity_parameters: dict[str, Any]  # empty for a dense tensor


def name_of(tensor: int) -> str:
    """The tensor's name; empty where the model gives none."""
    return str(api.TensorGetName(tensor).decode(errors="replace"))


def shape_of(tensor: int) -> tuple[int, ...]:
    """The dims as they are at the moment, outermost first."""
    return tuple(api.TensorGetDim(tensor, axis) for axis in range(api.TensorGetDimCount(tensor)))


def signature_of(tensor: int) -> tuple[int, ...]:
    """The dims as the model states them, -1 for an open one."""
    return tuple(api.TensorGetSignatureDim(tensor, axis) for axis in range(api.TensorGetDimCount(tensor)))


def dtype_of(tensor: int) -> Optional[type[np.generic]]:
    """numpy's type; None for a tensor without one."""
    return _DTYPES.get(api.TensorGetType(tensor))


def _ints(pointer: Any, count: int) -> npt.NDArray[np.int32]:
    return np.array(pointer[:count] if count else [], np.int32)


def _quantization_of(tensor: int, compress_zero_points: bool) -> dict[str, Any]:
    told = api.TensorGetQuantization(tensor)
    zero_points = _ints(told.zero_points, told.zero_point_count)
    if compress_zero_points and np.all(zero_points == zero_points[:1]):
        zero_points = zero_points[:1]
    scales = np.array(told.scales[: told.count] if told.count else [], np.float32)
    if told.block_count:
        scales = np.array(told.block_scales[: told.block_count], np.uint16).view(np.float16)
    return {
        "scales": scales,
        "zero_points": zero_points,
        "quantized_dimension": told.channel_axis,
        "block_size": told.block_size,
    }


def _dim_of(tensor: int, index: int) -> dict[str, Any]:
    dim = SparseDim()
    api.TensorGetSparseDim(tensor, index, ctypes.byref(dim))
    if not dim.is_sparse:
        return {"format": 0, "dense_size": dim.dense_size}
    return {
        "format": 1,
        "array_segments": _ints(dim.segments, dim.segment_count),
        "array_indices": _ints(dim.indices, dim.index_count),
    }


def _sparsity_of(tensor: int) -> dict[str, Any]:
    told = api.TensorGetSparsity(tensor)
    if told.dim_count == 0:
        return {}
    result: dict[str, Any] = {"traversal_order": _ints(told.traversal_order, told.traversal_order_count)}
    if told.block_map_count:
        result["block_map"] = _ints(told.block_map, told.block_map_count)
    result["dim_metadata"] = [_dim_of(tensor, index) for index in range(told.dim_count)]
    return result


def details_of(tensor: int, compress_zero_points: bool = False) -> TensorDetails:
    """The dictionary of TFLite's get_tensor_details. Raises ValueError for a tensor without a type.

    With `compress_zero_points`, zero points that are all the same are told once.
    """
    dtype = dtype_of(tensor)
    if dtype is None:
        raise ValueError(f"tensor {api.TensorGetIndex(tensor)} '{name_of(tensor)}' has no type that numpy knows")
    return {
        "name": name_of(tensor),
        "index": api.TensorGetIndex(tensor),
        "shape": np.array(shape_of(tensor), np.int32),
        "shape_signature": np.array(signature_of(tensor), np.int32),
        "dtype": dtype,
        "quantization": (api.TensorGetScale(tensor), api.TensorGetZeroPoint(tensor)),
        "quantization_parameters": _quantization_of(tensor, compress_zero_points),
        "sparsity_parameters": _sparsity_of(tensor),
    }


def set_value(tensor: int, value: npt.ArrayLike) -> None:
    """Copies `value`, which must have the tensor's shape and type, into the tensor. Raises ValueError otherwise."""
    array = np.asarray(value)
    check_type(tensor, array)
    code = api.TensorGetType(tensor)
    if code == _STRING:
        _set_strings(tensor, array)
        return
    _check_shape(tensor, array)
    contiguous = np.ascontiguousarray(array)
    packed = packed_type(code)
    if packed is not None:
        try:
            contiguous = packed.pack(contiguous)
        except ValueError as error:
            raise ValueError(f"Cannot set {_where(tensor)}: {error}") from None
    if api.TensorCopyFromBuffer(tensor, _address(contiguous), contiguous.nbytes) != OK:
        raise ValueError(f"Cannot set {_where(tensor)}: it has no memory; call allocate_tensors() first, or it is a constant")


def _address(array: npt.NDArray[Any]) -> int:
    """The address of the first element; array.ctypes takes several times as long."""
    return int(array.__array_interface__["data"][0])


def _where(tensor: int) -> str:
    return f"tensor {api.TensorGetIndex(tensor)} '{name_of(tensor)}'"


def check_type(tensor: int, array: npt.NDArray[Any]) -> None:
    """Raises ValueError, with what to do, for an array of another type than the tensor's."""
    code = api.TensorGetType(tensor)
    dtype = _DTYPES.get(code)
    if code == _STRING:
        if array.dtype.kind not in "SUO":
            raise ValueError(f"Cannot set {_where(tensor)}: the value is of type {array.dtype.name}, the tensor holds strings")
    elif array.dtype != dtype:
        expected = "none that numpy knows" if dtype is None else np.dtype(dtype).name
        raise ValueError(f"Cannot set {_where(tensor)}: {_other_type(tensor, array, expected)}")


def _other_type(tensor: int, array: npt.NDArray[Any], expected: str) -> str:
    if array.dtype.newbyteorder() == dtype_of(tensor):
        return f"the value has big-endian numbers: value.astype('{expected}') turns them"
    if array.dtype.kind not in "biufc":
        found = type(array.item()).__name__ if array.ndim == 0 else array.dtype.type.__name__.rstrip("_")
        return f"expected numbers of type {expected}, found {found}"
    other = f"the value is of type {array.dtype.name}, the tensor's is {expected}"
    if array.dtype.kind == "f" and api.TensorGetScale(tensor) != 0:
        return f"{other}, numbers of a quantized tensor: round(value / scale) + zero_point of its details' \"quantization\""
    return f"{other}: value.astype('{expected}') has it"


def _check_shape(tensor: int, array: npt.NDArray[Any]) -> None:
    wanted = shape_of(tensor)
    if array.shape != wanted:
        lacks_batch = wanted[:1] == (1,) and array.shape == wanted[1:]
        remedy = "value[np.newaxis] has it" if lacks_batch else "resize_tensor_input() gives an input other dims"
        raise ValueError(f"Cannot set {_where(tensor)}: the value has the shape {array.shape}, the tensor {wanted}: {remedy}")


def _set_strings(tensor: int, array: npt.NDArray[Any]) -> None:
    _check_shape(tensor, array)
    texts = [text.encode() if isinstance(text, str) else bytes(text) for text in array.ravel().tolist()]
    pointers = (ctypes.c_char_p * len(texts))(*texts)
    lengths = (ctypes.c_size_t * len(texts))(*map(len, texts))
    if api.TensorSetStrings(tensor, pointers, lengths, len(texts)) != OK:
        raise ValueError(f"Cannot set {_where(tensor)}: it has no memory for strings; call allocate_tensors() first")


def value_of(tensor: int) -> npt.NDArray[Any]:
    """A copy of the value: an array of the tensor's shape and type, of bytes objects for strings.

    Raises ValueError where there is no value in the host's memory: before allocate_tensors(), for intermediate tensors,
    and for types that numpy does not have.
    """
    shape = shape_of(tensor)
    code = api.TensorGetType(tensor)
    if code == _STRING:
        return _strings_of(tensor, shape)
    packed = packed_type(code)
    array = np.empty(shape, _whole_dtype(tensor)) if packed is None else np.empty(api.TensorGetByteSize(tensor), np.uint8)
    if api.TensorCopyToBuffer(tensor, _address(array), array.nbytes) != OK:
        raise _no_value(tensor)
    return array if packed is None else packed.unpack(array, int(np.prod(shape, dtype=np.int64))).reshape(shape)


def _whole_dtype(tensor: int) -> type[np.generic]:
    dtype = dtype_of(tensor)
    if dtype is None or dtype is np.void:
        raise ValueError(f"tensor {api.TensorGetIndex(tensor)} '{name_of(tensor)}' has a type that numpy does not have")
    return dtype


def _no_value(tensor: int) -> ValueError:
    return ValueError(
        f"tensor {api.TensorGetIndex(tensor)} '{name_of(tensor)}' has no value in the host's memory: call "
        "allocate_tensors() first, and for an intermediate tensor set experimental_preserve_all_tensors"
    )


def _strings_of(tensor: int, shape: tuple[int, ...]) -> npt.NDArray[Any]:
    length = ctypes.c_size_t()
    array = np.empty(api.TensorGetStringCount(tensor), object)
    for index in range(array.size):
        address = api.TensorGetString(tensor, index, ctypes.byref(length))
        array[index] = ctypes.string_at(address, length.value)
    if array.size != int(np.prod(shape, dtype=np.int64)):
        raise _no_value(tensor)
    return array.reshape(shape)


def memory_of(tensor: int) -> tuple[Any, npt.NDArray[Any]]:
    """The tensor's own memory, and an array on it. The memory object lives as long as the last array on it. The array of a
    constant, which lies in the model's file, is read-only.

    Raises ValueError if the tensor has no memory, for strings, which numpy would have to copy, and for integers that share
    bytes.
    """
    dtype = _whole_dtype(tensor)
    packed = packed_type(api.TensorGetType(tensor))
    if packed is not None:
        raise ValueError(
            f"tensor {api.TensorGetIndex(tensor)} '{name_of(tensor)}' is {packed.name}, whose elements share bytes: "
            "get_tensor() copies them out"
        )
    size = api.TensorGetByteSize(tensor)
    address = api.TensorGetData(tensor)
    if dtype is np.bytes_ or (address is None and size > 0):
        raise _no_value(tensor)
    memory: Any = (ctypes.c_uint8 * size).from_address(address) if size else (ctypes.c_uint8 * 0)()
    array: npt.NDArray[Any] = np.ndarray(shape_of(tensor), dtype, buffer=memory)
    array.flags.writeable = not api.TensorIsConstant(tensor)
    return memory, array


def check_strict(tensor: int, sizes: Sequence[int]) -> None:
    """Raises RuntimeError where the sizes differ from dims that the model does not leave open."""
    signature = signature_of(tensor)
    if len(signature) != len(sizes):
        raise RuntimeError(f"strict: '{name_of(tensor)}' has {len(signature)} dims, found {len(sizes)}")
    for axis, (stated, size) in enumerate(zip(signature, sizes)):
        if stated not in (-1, size):
            raise RuntimeError(
                f"strict: dim {axis} of '{name_of(tensor)}' is {stated} and not open, found {size}"
            )
