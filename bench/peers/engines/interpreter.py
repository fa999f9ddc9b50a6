"""TFLite's classic interpreter: XNNPACK, which it applies by itself, or a delegate library such as litevk."""

import json
import os
import tempfile

try:
    from ai_edge_litert.interpreter import Interpreter, load_delegate
except ImportError:
    from tflite_runtime.interpreter import Interpreter, load_delegate


class Engine:
    def __init__(self, stem, options):
        self._model = f"{stem}.tflite"
        self._threads = options["threads"]
        self._library = options.get("library")
        self._report = None

    def prepare(self, inputs):
        self._inputs = inputs

    def load(self):
        delegates = [self._load_delegate()] if self._library else None
        self._interpreter = Interpreter(
            self._model, num_threads=self._threads, experimental_delegates=delegates
        )
        self._interpreter.allocate_tensors()
        self._input_indices = [detail["index"] for detail in self._interpreter.get_input_details()]
        self._output_index = self._interpreter.get_output_details()[0]["index"]

    def _load_delegate(self):
        handle, self._report = tempfile.mkstemp(suffix=".json")
        os.close(handle)
        # Strict, because a run that fell back to the CPU would look like a fast GPU.
        options = {"allow_cpu_device": "1", "strict": "1", "partition_policy": "all", "report_path": self._report}
        return load_delegate(self._library, options)

    def infer(self):
        for index, value in zip(self._input_indices, self._inputs):
            self._interpreter.set_tensor(index, value)
        self._interpreter.invoke()
        return self._interpreter.get_tensor(self._output_index)

    def as_nhwc(self, output):
        return output

    def notes(self):
        if not self._report:
            return {}
        with open(self._report) as file:
            report = json.load(file)
        os.unlink(self._report)
        graph = report["subgraphs"][0]
        return {
            "device": report["device"],
            "on the GPU": f"{graph['nodes_delegated']} of {graph['nodes_total']} nodes",
        }
