"""Inference engines, litevk among them, each running one network in a process of its own.

    python -m litevk.peers ENGINE NETWORK [OPTION=VALUE ...]

`ENGINES` has the names, worker.py documents the commands that the process takes, network.py a network's files. An engine is a
module with a class Engine. Its constructor takes the network, the values of the table here and the options, and imports the
engine's packages.

`python -m litevk bringup` measures engines of this Python with it, and bench/peers those of environments of its own.
"""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple


class Entry(NamedTuple):
    """The module of an engine, the arguments that choose one of its variants, and the options that it takes."""

    module: str
    values: Mapping[str, Any] = {}
    takes_options: bool = False


ENGINES: dict[str, Entry] = {
    "litevk": Entry("own", takes_options=True),
    "litevk-cpu-1": Entry("own_cpu", {"threads": 1}),
    "litevk-cpu-2": Entry("own_cpu", {"threads": 2}),
    "delegate": Entry("delegate", takes_options=True),
    "xnnpack-1": Entry("tflite", {"threads": 1}),
    "xnnpack-2": Entry("tflite", {"threads": 2}),
    "xnnpack-N": Entry("tflite", {"threads": None}),
    "builtin-1": Entry("tflite", {"threads": 1, "has_xnnpack": False}),
    "builtin-2": Entry("tflite", {"threads": 2, "has_xnnpack": False}),
    "webgpu": Entry("compiled_model"),
    "ncnn": Entry("ncnn_vulkan"),
    "iree": Entry("iree_vulkan", takes_options=True),
    "torch": Entry("pytorch", {"as_graph": False}),
    "torch-graph": Entry("pytorch", {"as_graph": True}),
    "onnxruntime": Entry("onnx_runtime"),
}
