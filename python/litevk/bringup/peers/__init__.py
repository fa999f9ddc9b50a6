"""Other engines, and litevk among them, each with one network in a process of its own.

    python -m litevk.bringup.peers ENGINE NETWORK_FOLDER SECONDS [OPTION=VALUE ...]

`ENGINES` has the names. measuring.py says what the answer holds, network.py what the folder. An engine is a module with
a class Engine, which is made of the network and the values of the table here, and imports its packages then.
"""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple


class Entry(NamedTuple):
    """The module of an engine, and which of its variants is meant."""

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
