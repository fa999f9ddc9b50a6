"""Compares twins of the operator cases (tests/ops/harness/twins.py) as ONNX models in onnxruntime with TFLite's reference
kernels. Run by hand, for all operators or some, in the Python of ai-edge-litert:

    python tests/onnx/twins_as_onnx.py --program build/release/litevk-tflite2onnx --python build/test-env/onnx/bin/python

A result that is right in a model of its own and wrong beside its twin shows that the converter shares a value wrongly. Other
differences are printed too; test_op_cases.py lists the known ones.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness"), str(ROOT / "tests" / "random_graphs"), str(ROOT / "tools" / "test")]

import case_files  # noqa: E402
import reference_kernels  # noqa: E402
import twins  # noqa: E402
from onnxruntime_process import OnnxRuntime  # noqa: E402

# TFLite rounds values to int8 before it multiplies them with int8 weights; ONNX multiplies floats.
_HYBRID = re.compile(r"float32x|hybrid")
_HYBRID_SHARE = 0.06  # bound, relative to the largest output
_LARGEST = 1e30  # largest magnitude of floats for which onnxruntime must give the same results


@dataclasses.dataclass
class Converted:
    """A subject that converts nodes and runs them in onnxruntime. `quant` is the value of the converter's option --quant."""

    program: str
    python: str
    quant: str
    _runtime: OnnxRuntime | None = None

    def outputs_of(self, nodes):
        """The outputs of each node; None for a node that the converter refuses. The others are converted without it."""
        # Nodes with states are left out: test_states.py passes states from one run to the next.
        taken = list(nodes) if nodes[0].invokes == 1 else []
        with tempfile.TemporaryDirectory() as folder:
            while taken and (refused := self._refused(pathlib.Path(folder), taken)):
                taken = [node for position, node in enumerate(taken) if position not in refused]
            results = self._results(pathlib.Path(folder), taken) if taken else []
        by_node = {id(node): outputs for node, outputs in zip(taken, results)}
        return [by_node.get(id(node)) for node in nodes]

    def _refused(self, folder, nodes):
        """The indices of the nodes that the converter refuses; all if it refuses the whole model."""
        model, report = folder / "model.tflite", folder / "report.json"
        model.write_bytes(reference_kernels.with_inferred_shapes(nodes[0].together(nodes)[0], nodes[0].oracle))
        report.unlink(missing_ok=True)
        command = [self.program, model, folder / "model.onnx", "--opset", "21", "--quant", self.quant, "--report", report]
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode == 0:
            return set()
        if process.returncode != 1:
            raise RuntimeError(f"litevk-tflite2onnx ends with status {process.returncode}: {process.stderr.strip()}")
        entries = json.loads(report.read_text())["refusals"] if report.exists() else []
        return {number for entry in entries for number in entry["nodes"]} or set(range(len(nodes)))

    def _results(self, folder, nodes):
        self._runtime = self._runtime or OnnxRuntime(self.python)
        _, inputs, counts = nodes[0].together(nodes)
        results = self._runtime.run(folder / "model.onnx", [inputs])[0]
        return [outputs for outputs, _ in twins.parts(results, [None] * len(nodes), counts)]

    def difference(self, node, expected, found):
        """The first output beyond the bounds; None if there is none."""
        atol, rtol = node.bound()
        for number, (wanted, got) in enumerate(zip(expected, found, strict=True)):
            if (wanted.shape, wanted.dtype) != (got.shape, got.dtype):
                return f"output {number}: {got.dtype}{list(got.shape)}, expected {wanted.dtype}{list(wanted.shape)}"
            bound = (max(atol, 1e-5), max(rtol, 1e-5)) if wanted.dtype.kind == "f" else (self._steps(node), 0)
            if wanted.dtype.kind == "f" and _HYBRID.search(str(node)):
                bound = (max(bound[0], _HYBRID_SHARE * float(np.abs(wanted).max(initial=0))), bound[1])
            if not _within(wanted, got, *bound):
                return f"output {number}: {got.ravel()[:6].tolist()}, expected {wanted.ravel()[:6].tolist()}"
        return None

    def _steps(self, node):
        """The allowed steps: QuantizeLinear rounds once where TFLite's kernels round in several steps."""
        entries = [entry for entry in [*node.case["inputs"], {"quantization": node.case.get("output_quantization")}] if entry]
        is_quantized = any(entry.get("quantization") for entry in entries)
        return 1 if is_quantized and self.quant != "exact" else 0


def _within(wanted, got, atol, rtol):
    if wanted.dtype.kind not in "iuf":
        return np.array_equal(wanted, got)
    tame = np.abs(wanted.astype(np.float64)) < _LARGEST
    return np.allclose(got[tame].astype(np.float64), wanted[tame].astype(np.float64), rtol=rtol, atol=atol)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="litevk-tflite2onnx")
    parser.add_argument("--python", required=True, help="one with onnx and onnxruntime")
    parser.add_argument("--quant", choices=["qdq", "exact", "float"], default="qdq", help="the option of the converter")
    parser.add_argument("--op", action="append", metavar="STEM", help="only this operator's cases")
    parser.add_argument("--share", type=int, default=1, help="one case in so many, always the same ones")
    args = parser.parse_args()
    stems, subject = args.op or [twins.GRAPHS, *case_files.stems()], Converted(args.program, args.python, args.quant)
    words = twins.judge_all(subject, stems, lambda name: twins.is_in_share(name, args.share))
    print(f"{sum(words.values())} nodes:", ", ".join(f"{number} {word}" for word, number in words.most_common()))
    # Refusals do not count: onnxruntime refuses such a node alone too.
    sys.exit(1 if words["wrong beside"] else 0)


if __name__ == "__main__":
    main()
