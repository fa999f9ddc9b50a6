"""Inference engines, litevk among them, each running one network in a process of its own.

    python -m litevk.bringup.peers ENGINE NETWORK_FOLDER SECONDS [OPTION=VALUE ...]

`ENGINES` has the names. measuring.py documents the answer, network.py the folder. An engine is a module with a class
Engine. Its constructor takes the network and the values of the table here, and imports the engine's packages.
"""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple


class Entry(NamedTuple):
    """The module of an engine, and the arguments that choose one of its variants."""

    module: str
    values: Mapping[str, Any]


ENGINES: dict[str, Entry] = {
    "litevk": Entry("own", {}),
    "xnnpack-1": Entry("xnnpack", {"all_cores": False}),
    "xnnpack-N": Entry("xnnpack", {"all_cores": True}),
    "webgpu": Entry("webgpu", {}),
    "ncnn": Entry("ncnn_vulkan", {}),
    "torch": Entry("pytorch", {"as_graph": False}),
    "torch-graph": Entry("pytorch", {"as_graph": True}),
    "onnxruntime": Entry("onnx_runtime", {}),
}
