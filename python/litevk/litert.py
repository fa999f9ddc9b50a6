"""litevk in LiteRT's CompiledModel: the environment in which HardwareAccelerator.GPU is litevk."""

from __future__ import annotations

import ctypes
import functools
import importlib
import os
import threading
import warnings
from importlib import metadata
from typing import TYPE_CHECKING, Any, Mapping, Optional

from . import _native
from ._options import Options
from .option_arrays import PARAMETERS, call_with_options
from .option_values import as_strings

if TYPE_CHECKING:
    from typing_extensions import Unpack

# The folder of libLiteRtGpuAccelerator.so, and of nothing else that LiteRT looks for.
FOLDER = _native.PACKAGE / "litert"

# The oldest version of ai-edge-litert whose runtime takes the accelerator.
OLDEST_VERSION = (2, 2)

_lock = threading.Lock()
_folders: dict[tuple[tuple[str, str], ...], str] = {}


def litert_environment(**options: Unpack[Options]) -> Any:
    """A LiteRT environment whose GPU is litevk, for `CompiledModel.from_file` and `from_buffer`.

        from ai_edge_litert.compiled_model import CompiledModel, HardwareAccelerator
        model = CompiledModel.from_file("model.tflite", environment=litevk.litert_environment(),
                                        hardware_accel=HardwareAccelerator.GPU | HardwareAccelerator.CPU)

    The options are those of `litevk.delegate`, for all models of this environment. docs/LITERT.md tells more. Raises
    ImportError where ai_edge_litert is not installed or has no environments. Raises TypeError for an unknown option,
    ValueError for a value that an option does not take.
    """
    folder = runtime_path("litert_environment", options)
    environment = importlib.import_module("ai_edge_litert.environment")
    if not takes_accelerators(installed_version()):
        warnings.warn(f"{refusal(installed_version())}: models run on the CPU, where they may", stacklevel=2)
    return _kept(environment.Environment).create(runtime_path=folder)


@functools.lru_cache(maxsize=None)
def _kept(stock: Any) -> Any:
    """The class of environments that live until their last model and buffer are gone.

    LiteRT ends the process when a buffer on the device goes after its environment. Models and buffers of Python refer to the
    environment, so that it is enough not to destroy it before.
    """

    class Environment(stock):  # type: ignore[misc]
        """LiteRT's environment. After `close` it takes no further models, and those that there are go on."""

        _is_closed = False

        def close(self) -> None:
            self._is_closed = True

        @property
        def capsule(self) -> Any:
            if self._is_closed:
                raise ValueError("Environment is no longer valid")
            return super().capsule

    return Environment


def installed_version() -> Optional[str]:
    """The version of ai_edge_litert; None where it is not installed, or not by a package installer."""
    for name in ("ai-edge-litert", "ai-edge-litert-nightly"):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return None


def takes_accelerators(version: Optional[str]) -> bool:
    """False for versions whose runtime refuses every accelerator but its own. An unknown version is taken for a new one."""
    parts = (version or "").split(".")[:2]
    return not all(part.isdigit() for part in parts) or tuple(map(int, parts)) >= OLDEST_VERSION


def refusal(version: Optional[str]) -> str:
    """Says that the version does not take the accelerator, and which one does."""
    oldest = ".".join(map(str, OLDEST_VERSION))
    return f"ai-edge-litert {version} refuses litevk's accelerator, which needs {oldest} or newer"


def advice() -> str:
    """Says which LiteRT is installed, and how its CompiledModel runs on litevk."""
    version = installed_version()
    if version is None:
        return "LiteRT is not installed: litevk.Interpreter needs none, and CompiledModel is in the package ai-edge-litert."
    if not takes_accelerators(version):
        return f"{refusal(version)}; its interpreter takes litevk.delegate()."
    return (
        f"LiteRT {version} is installed. Its CompiledModel runs on litevk with\n"
        "    CompiledModel.from_file(path, environment=litevk.litert_environment(), "
        "hardware_accel=HardwareAccelerator.GPU | HardwareAccelerator.CPU)"
    )


def runtime_path(function: str, options: Mapping[str, Any]) -> str:
    """The folder of the accelerator, written in a way of its own for each set of options.

    An environment tells the accelerator no more than the text by which the program named this folder. Options are kept
    under it. `function` is the name that the user called, for the message of a TypeError.
    """
    pairs = as_strings(function, options)
    key = tuple(sorted(pairs.items()))
    with _lock:
        if key not in _folders:
            folder = str(FOLDER) + f"{os.sep}." * (len(_folders) + 1 if pairs else 0)
            if pairs:
                _set_options(folder, pairs)
            _folders[key] = folder
        return _folders[key]


def _set_options(folder: str, pairs: Mapping[str, str]) -> None:
    set_options = ctypes.CDLL(str(_native.DELEGATE_LIBRARY)).LitevkSetLiteRtOptions
    set_options.argtypes = [ctypes.c_char_p, *PARAMETERS]
    status, problem = call_with_options(set_options, os.fsencode(folder), options=pairs)
    if status != 0:
        raise ValueError(problem)
