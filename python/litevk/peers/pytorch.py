"""PyTorch, call by call or as one CUDA graph."""

from __future__ import annotations

from typing import Any, Sequence

from . import layouts
from .engine import Array, Missing, import_one_of
from .network import Network, read_layers
from .torch_layers import TorchLayers

_CAPTURE_WARM_UP_RUNS = 3


class Engine:
    """The layers in float32 on a CUDA device, on the CPU where there is none."""

    def __init__(self, network: Network, as_graph: bool) -> None:
        self._torch: Any = import_one_of("torch")
        self.version = str(self._torch.__version__)
        self._has_cuda = bool(self._torch.cuda.is_available())
        if as_graph and not self._has_cuda:
            raise Missing("PyTorch finds no CUDA device here, and only there are graphs.")
        self._as_graph = as_graph
        self._layers = read_layers(network)
        layouts.ensure_weights_are_constant(self._layers)
        # NCHW views of arrays in NHWC, which PyTorch calls channels_last.
        self._host = [layouts.to_nchw(value) for value in network.inputs]
        self._set_precision()

    def _set_precision(self) -> None:
        """Switches off TF32, whose mantissa has 10 bits only, and lets cuDNN choose its fastest algorithms."""
        self._torch.backends.cudnn.allow_tf32 = False
        self._torch.backends.cuda.matmul.allow_tf32 = False
        self._torch.backends.cudnn.benchmark = True

    def load(self) -> None:
        """Brings weights to the device; captures the graph where one is asked for."""
        device = "cuda" if self._has_cuda else "cpu"
        with self._torch.inference_mode():
            self._run: Any = TorchLayers(self._torch, self._layers, device)
            if self._as_graph:
                self._capture()

    def _on_device(self) -> list[Any]:
        tensors = [self._torch.from_numpy(value) for value in self._host]
        return [tensor.cuda() for tensor in tensors] if self._has_cuda else tensors

    def _capture(self) -> None:
        """Records all calls once as a CUDA graph. A replay reads and writes the same tensors as the recording."""
        self._inputs, run, stream = self._on_device(), self._run, self._torch.cuda.Stream()
        stream.wait_stream(self._torch.cuda.current_stream())
        with self._torch.cuda.stream(stream):
            for _ in range(_CAPTURE_WARM_UP_RUNS):
                run(self._inputs)
        self._torch.cuda.current_stream().wait_stream(stream)
        self._graph = self._torch.cuda.CUDAGraph()
        with self._torch.cuda.graph(self._graph):
            self._results: list[Any] = run(self._inputs)

    def _replay(self) -> list[Any]:
        for tensor, value in zip(self._inputs, self._host):
            tensor.copy_(self._torch.from_numpy(value))
        self._graph.replay()
        return self._results

    def infer(self) -> list[Array]:
        """Copies the inputs to the device, runs and copies the outputs back."""
        with self._torch.inference_mode():
            results = self._replay() if self._as_graph else self._run(self._on_device())
            return [result.cpu().numpy() for result in results]

    def outputs(self, result: list[Array]) -> Sequence[Array]:
        """The arrays in NHWC."""
        return [layouts.to_nhwc(array) for array in result]

    def runs_on(self) -> str:
        """The CUDA device's name, or the CPU with the number of threads."""
        if self._has_cuda:
            return f"{self._torch.cuda.get_device_name(0)} (CUDA {self._torch.version.cuda})"
        return f"CPU, {self._torch.get_num_threads()} threads"

    def notes(self) -> list[str]:
        """The reason if the network ran on the CPU."""
        return [] if self._has_cuda else ["PyTorch finds no CUDA device here, so it ran on the CPU."]
