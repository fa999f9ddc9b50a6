"""TFLite (LiteRT) models on any GPU with a Vulkan driver.

    import litevk
    interpreter = litevk.Interpreter("model.tflite")

`Interpreter` has the Python interface of TFLite's interpreter and needs no TFLite. `delegate` gives the GPU to an
interpreter of ai_edge_litert, tflite_runtime or tensorflow, and `litert_environment` to LiteRT's CompiledModel. `report`,
`benchmark` and `doctor` say what runs where, how fast, and what is wrong with a machine. `convert` writes a model as an ONNX
model. `python -m litevk` runs the programs. docs/PYTHON.md tells more.
"""

from ._native import runtime_version
from ._options import OPTIONS, Options
from .benchmarking import benchmark
from .conversion import Conversion, convert, get_supported_operators
from .delegates import Delegate, delegate, load_delegate
from .installation import install
from .interpreter import Interpreter, InterpreterWithCustomOps, OpResolverType
from .litert import litert_environment
from .machine import Diagnosis, doctor
from .reports import Report, report
from .self_test import SelfTest, selftest
from .signatures import SignatureRunner
from .tensors import TensorDetails

__version__ = runtime_version()

__all__ = [
    "OPTIONS",
    "Conversion",
    "Delegate",
    "Diagnosis",
    "Interpreter",
    "InterpreterWithCustomOps",
    "OpResolverType",
    "Options",
    "Report",
    "SelfTest",
    "SignatureRunner",
    "TensorDetails",
    "benchmark",
    "convert",
    "delegate",
    "doctor",
    "get_supported_operators",
    "install",
    "litert_environment",
    "load_delegate",
    "report",
    "selftest",
]
