"""ONNX Runtime, through CUDA where its package has it."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from . import layouts
from .engine import Array, import_one_of, version_of
from .network import Network, read_layers
from .onnx_layers import OnnxLayers

_CUDA = "CUDAExecutionProvider"


class Engine:
    """A session in float32. The package onnx writes the model that it reads."""

    def __init__(self, network: Network) -> None:
        self._runtime: Any = import_one_of("onnxruntime")
        onnx = import_one_of("onnx")
        import_one_of("onnx.numpy_helper")
        self.version = version_of(self._runtime)
        layers = read_layers(network)
        layouts.ensure_weights_are_constant(layers)
        self._model = OnnxLayers(onnx, layers).serialize()
        values = (np.ascontiguousarray(layouts.to_nchw(value)) for value in network.inputs)
        self._inputs = {str(index): value for index, value in zip(layers.inputs, values)}
        self._outputs = [str(index) for index in layers.outputs]

    def load(self) -> None:
        """Optimizes the graph and brings weights to the device. TF32 is off, since its mantissa has 10 bits only."""
        providers: list[Any] = ["CPUExecutionProvider"]
        if _CUDA in self._runtime.get_available_providers():
            providers.insert(0, (_CUDA, {"use_tf32": "0"}))
        self._session = self._runtime.InferenceSession(self._model, providers=providers)

    def infer(self) -> list[Array]:
        """Runs the network; the session copies to the device and back."""
        results: list[Array] = self._session.run(self._outputs, self._inputs)
        return results

    def outputs(self, result: list[Array]) -> Sequence[Array]:
        """The arrays in NHWC."""
        return [layouts.to_nhwc(array) for array in result]

    def _has_cuda(self) -> bool:
        return _CUDA in self._session.get_providers()

    def runs_on(self) -> str:
        """The first of the session's execution providers."""
        return "the first CUDA device" if self._has_cuda() else "CPU"

    def notes(self) -> list[str]:
        """The reason if the network ran on the CPU."""
        return [] if self._has_cuda() else ["ONNX Runtime finds no CUDA here, so it ran on the CPU."]
