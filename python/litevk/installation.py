"""litevk in programs that use another interpreter, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._options import Options
from .delegates import own_delegate
from .import_hook import install_hook

if TYPE_CHECKING:
    from typing_extensions import Unpack


def install(**options: Unpack[Options]) -> None:
    """Gives litevk's delegate, with these options, to every interpreter that is made from now on.

    That is the Interpreter of ai_edge_litert, tflite_runtime and tensorflow.lite, imported before or after. LiteRT's
    CompiledModel gets it where it asks for the GPU or for no processor at all (docs/LITERT.md). Another one of
    these packages stands in for one that is not installed, and litevk's own interpreter if none is. An interpreter with
    experimental_preserve_all_tensors stays as it is. `python -m litevk exec` does this for a program that is not yours.
    Raises TypeError for an unknown option, ValueError for a value that an option does not take.
    """
    install_hook(options, own_delegate("install", options))
