"""The peers that are measured, and the environment variables of their processes."""

import dataclasses
import os


@dataclasses.dataclass(frozen=True)
class Peer:
    name: str
    environment: str  # name of its environment in requirements/
    engine: str  # name in ENGINES of litevk.peers
    vulkan: bool  # a competitor on the same device
    takes_floats: bool = True
    takes_int8: bool = True
    is_own_cpu: bool = False  # litevk's interpreter without a device
    options: dict = dataclasses.field(default_factory=dict)


# Suffix of a quantized network's name; the rest of the name is its float32 twin.
INT8 = "_int8"
# litevk with the float32 twin of a quantized network: the quantized one should be faster.
TWIN = "litevk-float32"

# litevk before a change, whose library --before names. Not a peer of its own: it is only measured with that option.
BEFORE = "litevk-before"

PEERS = {
    peer.name: peer
    for peer in (
        Peer(BEFORE, "litert", "delegate", False),
        Peer("litevk", "litert", "delegate", False),
        Peer(TWIN, "litert", "delegate", False, takes_floats=False),
        Peer("webgpu", "litert", "webgpu", True),
        Peer("ncnn", "ncnn", "ncnn", True, takes_int8=False),
        Peer("iree", "iree", "iree", True, takes_int8=False),
        Peer("litevk-cpu-1", "litert", "litevk-cpu-1", False, is_own_cpu=True),
        Peer("litevk-cpu-2", "litert", "litevk-cpu-2", False, is_own_cpu=True),
        Peer("xnnpack-1", "litert", "xnnpack-1", False),
        Peer("xnnpack-2", "litert", "xnnpack-2", False),
        Peer("builtin-1", "litert", "builtin-1", False),
        Peer("builtin-2", "litert", "builtin-2", False),
        Peer("tflite-2.14", "tflite", "xnnpack-1", False),
    )
}

# The peers of --cpu: the CPU's kernels of each interpreter.
ON_CPU = ("litevk-cpu-1", "litevk-cpu-2", "xnnpack-1", "xnnpack-2", "builtin-1", "builtin-2")


def package_of(library):
    """Returns the folder of the Python package that is built with a library."""
    return library.parent / "python/litevk"


def why_not(peer, model):
    """Returns why the peer is not measured with a network; None if it is."""
    if model.endswith(INT8):
        return None if peer.takes_int8 else "has no kernels of int8 on Vulkan that read this network"
    return None if peer.takes_floats else "stands beside quantized networks alone"


def network_of(peer, model):
    """Returns the network that the peer runs when `model` is measured."""
    return model.removesuffix(INT8) if peer.name == TWIN else model


def with_settings(peer, settings, iree_folder):
    """Returns the peer with the command line's settings."""
    extra = {
        "litevk": {"library": str(settings.library)},
        TWIN: {"library": str(settings.library)},
        BEFORE: {"library": str(settings.before)},
        "iree": {"folder": iree_folder},
    }.get(peer.name, {})
    return dataclasses.replace(peer, options=peer.options | extra)


def only_driver(driver):
    """Returns the variables of a process that sees one Vulkan driver and no layers."""
    variables = dict(os.environ)
    # The loader's other ways to choose drivers and layers would let a peer escape to another device.
    for name in ("VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES", "VK_INSTANCE_LAYERS"):
        variables.pop(name, None)
    variables["VK_ICD_FILENAMES"] = str(driver)
    return variables


def environment(peer, driver, cache, feature_layer, package):
    """Returns the variables of a worker's process. Everything that caches shaders on disk does so in `cache`. `package` is
    that of litevk's own interpreter."""
    variables = only_driver(driver)
    variables.pop("MESA_SHADER_CACHE_DISABLE", None)
    for name in ("MESA_SHADER_CACHE_DIR", "XDG_CACHE_HOME", "__GL_SHADER_DISK_CACHE_PATH"):
        variables[name] = str(cache)
    if peer.is_own_cpu:
        variables["LITEVK_PEERS_PACKAGE"] = str(package)
    if peer.name == "webgpu":
        variables["VK_LAYER_PATH"] = str(feature_layer)
        variables["VK_INSTANCE_LAYERS"] = "VK_LAYER_LITEVK_features"
    return variables
