"""IREE on Vulkan: a network that iree-compile has turned into SPIR-V and a program for IREE's runtime."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from . import layouts
from .engine import Array, Untranslated, import_one_of, version_of
from .network import Network


class Engine:
    """A compiled module, in the folder beside the model that the option names."""

    def __init__(self, network: Network, folder: str = "") -> None:
        self._runtime: Any = import_one_of("iree.runtime")
        self.version = version_of(self._runtime)
        self._module = network.converted("vmfb", folder)
        if not self._module.exists():
            raise Untranslated(f"No module of iree-compile is there: {self._module.name}.")
        self._inputs = [np.ascontiguousarray(layouts.to_nchw(value)) for value in network.inputs]

    def load(self) -> None:
        """Maps the module, and makes the device's pipelines."""
        config = self._runtime.Config("vulkan")
        self._device = config.device
        module = self._runtime.VmModule.mmap(config.vm_instance, str(self._module))
        # The name of every graph that tf2onnx writes.
        self._function = self._runtime.load_vm_module(module, config)["tf2onnx"]
        self._staging: Any = None

    def infer(self) -> Array:
        """Runs the network; copies from and to the device."""
        return self._read(self._function(*self._inputs))

    def _read(self, output: Any) -> Array:
        """Does what to_host() does; IREE 3.13's own fails on drivers that import host memory by whole pages."""
        runtime = self._runtime
        source = output._buffer_view.get_buffer()
        if self._staging is None:
            self._staging = self._device.allocator.allocate_buffer(
                memory_type=int(runtime.MemoryType.HOST_LOCAL | runtime.MemoryType.DEVICE_VISIBLE),
                allowed_usage=int(runtime.BufferUsage.TRANSFER_TARGET | runtime.BufferUsage.MAPPING_SCOPED),
                allocation_size=source.byte_length(),
            )
        semaphore = self._device.create_semaphore(0)
        self._device.queue_copy(
            source,
            self._staging,
            wait_semaphores=runtime.HalFence.create_at(semaphore, 0),
            signal_semaphores=runtime.HalFence.create_at(semaphore, 1),
        )
        runtime.HalFence.create_at(semaphore, 1).wait()
        return np.array(self._staging.map().asarray(output.shape, output.dtype))

    def outputs(self, result: Array) -> Sequence[Array]:
        """The array in NHWC."""
        return [layouts.to_nhwc(result)]

    def runs_on(self) -> str:
        """The device of IREE's driver for Vulkan that it takes by itself."""
        return "the first Vulkan device"

    def notes(self) -> list[str]:
        """Returns none: there is nothing to add."""
        return []
