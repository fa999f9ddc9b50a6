"""IREE on Vulkan: a network that iree-compile has turned into SPIR-V and a program for IREE's runtime."""

from pathlib import Path

import iree.runtime as runtime
import numpy as np

from engines import nchw


class Engine:
    def __init__(self, stem, options):
        stem = Path(stem)
        self._module = stem.parent / options["folder"] / f"{stem.name}.vmfb"

    def prepare(self, inputs):
        self._inputs = [nchw.from_nhwc(value) for value in inputs]

    def load(self):
        config = runtime.Config("vulkan")
        self._device = config.device
        module = runtime.VmModule.mmap(config.vm_instance, str(self._module))
        # Name of every graph that tf2onnx writes.
        self._function = runtime.load_vm_module(module, config)["tf2onnx"]
        self._staging = None

    def infer(self):
        return self._read(self._function(*self._inputs))

    def _read(self, output):
        """Does what to_host() does; IREE 3.13's own fails on drivers that import host memory by whole pages."""
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

    def as_nhwc(self, output):
        return nchw.to_nhwc(output)

    def notes(self):
        return {}
