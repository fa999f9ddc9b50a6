"""Integers of less than a byte, which share bytes in a tensor's memory: the first one lies in the lowest bits.

numpy has no such types: as in TFLite, an array holds each integer in a byte of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class PackedType:
    """Number of bits of an integer, and the type of the array that holds each integer in a byte."""

    name: str
    bits: int
    dtype: type[np.generic]

    @property
    def lowest(self) -> int:
        """The smallest number."""
        return -(1 << (self.bits - 1)) if self.dtype is np.int8 else 0

    @property
    def highest(self) -> int:
        """The largest number."""
        return self.lowest + (1 << self.bits) - 1

    def unpack(self, content: npt.NDArray[np.uint8], count: int) -> npt.NDArray[Any]:
        """The first `count` numbers of a tensor's memory."""
        shifts = np.arange(0, 8, self.bits, dtype=np.uint8)
        integers = (content[:, np.newaxis] >> shifts).ravel()[:count].astype(np.int16) & ((1 << self.bits) - 1)
        return np.where(integers > self.highest, integers - (1 << self.bits), integers).astype(self.dtype)

    def pack(self, integers: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """The memory that holds these numbers. Raises ValueError for a number that the type does not have."""
        if integers.size and not self.lowest <= integers.min() <= integers.max() <= self.highest:
            raise ValueError(f"{self.name} holds {self.lowest} to {self.highest}, found {integers.min()} to {integers.max()}")
        each = 8 // self.bits
        rows = np.pad(integers.ravel().astype(np.uint8), (0, -integers.size % each)).reshape(-1, each)
        parts = (rows & np.uint8((1 << self.bits) - 1)) << np.arange(0, 8, self.bits, dtype=np.uint8)
        return np.bitwise_or.reduce(parts, axis=1).astype(np.uint8)


# Keyed by TfLiteType.
_PACKED_TYPES = {18: PackedType("int4", 4, np.int8), 20: PackedType("int2", 2, np.int8), 21: PackedType("uint4", 4, np.uint8)}


def packed_type(kind: int) -> Optional[PackedType]:
    """The packed type for a TfLiteType; None if its elements do not share bytes."""
    return _PACKED_TYPES.get(kind)
