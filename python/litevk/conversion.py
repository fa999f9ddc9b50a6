"""TFLite models as ONNX models: what litevk-tflite2onnx does, from Python."""

from __future__ import annotations

import json
import os
import pathlib
import re
import sys
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Optional, TypedDict

from . import programs
from .handle import PathLike, check_path
from .option_values import unexpected
from .shapes import Shapes, as_arguments

if TYPE_CHECKING:
    from typing_extensions import Unpack

_FAILED = 3  # the program's exit status where a file cannot be read or written


class ConvertOptions(TypedDict, total=False):
    """The options of litevk-tflite2onnx (docs/ONNX.md), as Python writes them."""

    opset: int
    signature: str
    shape: Shapes
    io_layout: str
    dims: str
    quant: str
    fp16: str
    external_data: bool
    check: bool
    strict: bool


@dataclass(frozen=True)
class Conversion:
    """The result of a conversion. `str()` is the program's output, with the findings of a check."""

    document: dict[str, Any]  # docs/ONNX.md, "The report"
    text: str

    def __str__(self) -> str:
        return self.text


def convert(
    tflite_path: PathLike,
    onnx_path: PathLike,
    explicit_layouts: Optional[Mapping[str, tuple[str, str]]] = None,
    **options: Unpack[ConvertOptions],
) -> Conversion:
    """Writes the TFLite model as an ONNX model. docs/ONNX.md says what it becomes.

    `explicit_layouts` has the layouts of tensors in both models, by name: {"image": ("NHWC", "NCHW")}. The options are the
    program's: opset=17, io_layout="nchw", dims="file", fp16="fold", external_data=True, check=True, strict=True.
    `signature` chooses one of the model's signatures, which is required if there are several. `shape` has dims of inputs by
    name, {"image": (1, 64, 64, 3)}, with -1 for a dim that stays open.

    Raises ValueError where the model or an option does not allow it, and where a check finds a fault. Raises OSError where a
    file cannot be read or written, or the check's packages are missing. Raises TypeError for an unknown option.
    """
    check_path(tflite_path, "convert() takes the path of a file")
    if not isinstance(onnx_path, (str, bytes, os.PathLike)):
        raise TypeError(f"onnx_path: expected the path of the file to write, found {type(onnx_path).__name__}")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.json"
        arguments = [os.fspath(tflite_path), os.fspath(onnx_path), "--report", str(file)]
        arguments += _layouts(explicit_layouts or {}) + _flags(options)
        result = programs.run("tflite2onnx", arguments, {"LITEVK_PYTHON": sys.executable})
        if result.returncode != 0:
            sentence = programs.complaint("tflite2onnx", result)
            raise OSError(sentence) if result.returncode == _FAILED else ValueError(sentence)
        return Conversion(json.loads(file.read_text(encoding="utf-8")), result.stdout.strip())


def get_supported_operators() -> list[str]:
    """The names of the operators that can be converted, in the order of the alphabet."""
    table = programs.run("tflite2onnx", ["--list-ops"]).stdout
    return sorted(re.findall(r"^\| (\w+) \|(?! ---)", table, re.MULTILINE)[1:])


def _layouts(layouts: Mapping[str, tuple[str, str]]) -> list[str]:
    arguments = []
    expected = 'explicit_layouts: expected orders by the names of tensors, {"image": ("NHWC", "NCHW")}'
    if not isinstance(layouts, Mapping):
        raise TypeError(f"{expected}, found {layouts!r}")
    for name, orders in layouts.items():
        if isinstance(orders, str) or len(orders) != 2:
            raise TypeError(f"{expected}, found {orders!r} for '{name}'")
        arguments += ["--layout", ":".join([name, *orders])]
    return arguments


def _flags(options: Mapping[str, Any]) -> list[str]:
    arguments = []
    for key, value in options.items():
        if key not in ConvertOptions.__annotations__:
            raise unexpected("convert", key, ConvertOptions.__annotations__)
        if key == "shape":
            arguments += as_arguments(value)
        elif value is True:
            arguments.append(f"--{key.replace('_', '-')}")
        elif value is not False and value is not None:
            arguments.append(f"--{key.replace('_', '-')}={value}")
    return arguments
