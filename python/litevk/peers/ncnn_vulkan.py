"""ncnn on Vulkan."""

from __future__ import annotations

import pathlib
import tempfile
from typing import Any, Optional, Sequence

import numpy as np

from . import layouts
from .engine import Array, Missing, import_one_of, version_of
from .ncnn_layers import NcnnLayers
from .network import Network, read_layers


class Engine:
    """A network in float32, in ncnn's own files: those of a converter beside the model, or else the layers translated here."""

    def __init__(self, network: Network) -> None:
        self._ncnn: Any = import_one_of("ncnn")
        self.version = version_of(self._ncnn)
        if self._ncnn.get_gpu_count() == 0:
            raise Missing("ncnn finds no Vulkan device here.")
        # ncnn's tensors have no dim for the batch.
        self._inputs = [self._mat(layouts.to_nchw(value)[0]) for value in network.inputs]
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None
        if network.converted("ncnn.param").exists():
            self._take_converted(network)
        else:
            self._translate(network)

    def _take_converted(self, network: Network) -> None:
        """Takes files that pnnx has made, which numbers inputs and outputs."""
        self._param, self._weights = (str(network.converted(suffix)) for suffix in ("ncnn.param", "ncnn.bin"))
        self._names = [f"in{number}" for number in range(len(network.inputs))]
        self._outputs = [f"out{number}" for number in range(len(network.references))]

    def _translate(self, network: Network) -> None:
        layers = read_layers(network)
        layouts.ensure_weights_are_constant(layers)
        files = NcnnLayers(layers)
        self._folder = tempfile.TemporaryDirectory()
        self._param, self._weights = files.write(pathlib.Path(self._folder.name))
        self._outputs = files.outputs
        self._names = [str(index) for index in layers.inputs]

    def _mat(self, array: Array) -> Any:
        """A copy with channels aligned to 16 bytes: on Vulkan, ncnn misreads arrays that are not (1.0.20261020)."""
        contiguous = np.ascontiguousarray(array)  # a name keeps the array alive, which a Mat does not
        return self._ncnn.Mat(contiguous).clone()

    def load(self) -> None:
        """Reads the files, compiles shaders and brings weights to the device."""
        self._net = self._ncnn.Net()
        options = self._net.opt
        options.use_vulkan_compute = True
        for choice in ("fp16_packed", "fp16_storage", "fp16_arithmetic", "bf16_packed", "bf16_storage"):
            setattr(options, f"use_{choice}", False)
        statuses = (self._net.load_param(self._param), self._net.load_model(self._weights))
        if self._folder is not None:
            self._folder.cleanup()
        if statuses != (0, 0):
            raise RuntimeError("ncnn cannot load the network; the log above says why")

    def infer(self) -> list[Array]:
        """Runs the network; ncnn copies to the device and back."""
        extractor = self._net.create_extractor()
        for name, value in zip(self._names, self._inputs):
            extractor.input(name, value)
        return [self._extract(extractor, name) for name in self._outputs]

    @staticmethod
    def _extract(extractor: Any, name: str) -> Array:
        status, output = extractor.extract(name)
        if status != 0:
            raise RuntimeError(f"ncnn's extract() failed with status {status}")
        return np.array(output)

    def outputs(self, result: list[Array]) -> Sequence[Array]:
        """The arrays in NHWC, with a batch."""
        return [layouts.to_nhwc(array[np.newaxis]) for array in result]

    def runs_on(self) -> str:
        """The name of the device that ncnn takes by itself."""
        return str(self._ncnn.get_gpu_info(self._ncnn.get_default_gpu_index()).device_name())

    def notes(self) -> list[str]:
        """Returns none: there is nothing to add."""
        return []
