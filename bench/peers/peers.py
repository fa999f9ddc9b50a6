"""Who is measured, and the environment variables with which each one's process starts."""

import dataclasses
import os


@dataclasses.dataclass(frozen=True)
class Peer:
    name: str
    environment: str  # which of requirements/ it runs in
    engine: str  # which module of engines/
    vulkan: bool  # a rival on the same device
    takes_floats: bool = True
    takes_int8: bool = True
    options: dict = dataclasses.field(default_factory=dict)


# A network of this name's end is quantized, and its float32 twin has the rest of the name.
INT8 = "_int8"
# litevk with the float32 twin of a quantized network: what the quantized one is to be faster than.
TWIN = "litevk-float32"

# litevk as it was before a change, where --before gives its library. No peer of its own: it has no figure without that.
BEFORE = "litevk-before"

PEERS = {
    peer.name: peer
    for peer in (
        Peer(BEFORE, "litert", "interpreter", False, options={"threads": 1}),
        Peer("litevk", "litert", "interpreter", False, options={"threads": 1}),
        Peer(TWIN, "litert", "interpreter", False, takes_floats=False, options={"threads": 1}),
        Peer("webgpu", "litert", "compiled_model", True),
        Peer("ncnn", "ncnn", "ncnn_vulkan", True, takes_int8=False),
        Peer("iree", "iree", "iree_vulkan", True, takes_int8=False),
        Peer("xnnpack-1", "litert", "interpreter", False, options={"threads": 1}),
        Peer("xnnpack-2", "litert", "interpreter", False, options={"threads": 2}),
        Peer("tflite-2.14", "tflite", "interpreter", False, options={"threads": 1}),
    )
}


def why_not(peer, model):
    """Why the peer is not measured with a network; none where it is."""
    if model.endswith(INT8):
        return None if peer.takes_int8 else "has no kernels of int8 on Vulkan that read this network"
    return None if peer.takes_floats else "stands beside quantized networks alone"


def network_of(peer, model):
    """The network that the peer runs where `model` is measured."""
    return model.removesuffix(INT8) if peer.name == TWIN else model


def with_settings(peer, settings, iree_folder):
    """The peer with what the command line says about it."""
    extra = {
        "litevk": {"library": str(settings.library)},
        TWIN: {"library": str(settings.library)},
        BEFORE: {"library": str(settings.before)},
        "iree": {"folder": iree_folder},
    }.get(peer.name, {})
    return dataclasses.replace(peer, options=peer.options | extra)


def only_driver(driver):
    """The variables of a process that sees one Vulkan driver and no layers."""
    variables = dict(os.environ)
    # The loader's other ways to choose drivers and layers would let a peer escape to another device.
    for name in ("VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES", "VK_INSTANCE_LAYERS"):
        variables.pop(name, None)
    variables["VK_ICD_FILENAMES"] = str(driver)
    return variables


def environment(peer, driver, cache, feature_layer):
    """The variables of a worker's process. Whatever could cache a shader on disk does so in `cache`."""
    variables = only_driver(driver)
    variables.pop("MESA_SHADER_CACHE_DISABLE", None)
    for name in ("MESA_SHADER_CACHE_DIR", "XDG_CACHE_HOME", "__GL_SHADER_DISK_CACHE_PATH"):
        variables[name] = str(cache)
    if peer.name == "webgpu":
        variables["VK_LAYER_PATH"] = str(feature_layer)
        variables["VK_INSTANCE_LAYERS"] = "VK_LAYER_LITEVK_features"
    return variables
