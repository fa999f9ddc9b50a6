"""The functions of the package tflite2onnx by their names, so that its users change one import:

    from litevk import tflite2onnx

As in tflite2onnx, images enter and leave the ONNX model in NCHW. `explicit_layouts` has the layouts of other tensors.
`convert` calls litevk.convert, which has further options.
"""

from __future__ import annotations

import logging
from typing import Mapping, Optional

from . import conversion
from .handle import PathLike

_logger = logging.getLogger(__name__)


def convert(
    tflite_path: PathLike, onnx_path: PathLike, explicit_layouts: Optional[Mapping[str, tuple[str, str]]] = None
) -> None:
    """Writes the TFLite model as an ONNX model. Raises as litevk.convert does."""
    _logger.debug("%s", conversion.convert(tflite_path, onnx_path, explicit_layouts, io_layout="nchw"))


def getSupportedOperators() -> list[str]:  # noqa: N802  tflite2onnx's own name
    """The names of the operators that can be converted."""
    return conversion.get_supported_operators()


def enableDebugLog() -> None:  # noqa: N802  tflite2onnx's own name
    """Prints what the conversions of this process do."""
    logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(levelname).1s [%(name)s] %(message)s")
