"""Converts the operator cases of operators that litevk-tflite2onnx lists, and collects its refusals."""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess

import onnxruntime

# Cases whose ONNX models compute other results, keyed by the reason.
_REASONS = {
    "equal scores and empty boxes, of which TFLite's queue takes others first": tuple(
        f"non_max_suppression_{version}/{name}" for version in ("v4", "v5") for name in ("empty_boxes", "equal_scores")),
}
NOT_YET = {name for names in _REASONS.values() for name in names}
REFUSALS = pathlib.Path(__file__).resolve().parent / "refusals.txt"


def operator_table(program):
    return subprocess.run([program, "--list-ops"], check=True, capture_output=True, text=True).stdout


def entries(program, cases):
    """The cases that TFLite's own interpreter runs, by name."""
    listed = set(re.findall(r"^\| (\w+) \|", operator_table(program), re.MULTILINE))
    index = json.loads((pathlib.Path(cases) / "index.json").read_text())
    return {entry["name"]: entry for entry in index if set(entry["operators"]) <= listed and not entry.get("error")
            and entry["name"] not in NOT_YET and (pathlib.Path(cases) / entry["name"] / "run0").exists()}


def convert(program, model, written, *options):
    return subprocess.run([program, model, written, *options], capture_output=True, text=True)


def convert_all(program, cases, names, folder):
    """Converts the cases. Returns the finished processes, keyed by case; the models are FOLDER/CASE.onnx."""
    def one(name):
        written, model = folder / f"{name}.onnx", pathlib.Path(cases) / name / "model.tflite"
        written.parent.mkdir(parents=True, exist_ok=True)
        process = convert(program, model, written)
        return convert(program, model, written, "--opset", "21") if needs_opset_21(process) else process

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(names, pool.map(one, names)))


class Model:
    """A model in onnxruntime, which keeps the states of one run for the next."""

    def __init__(self, path):
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3  # hides warnings of states, which are inputs with a default
        self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        entries = self._session.get_modelmeta().custom_metadata_map
        self._next = {key.removeprefix("state:"): value for key, value in entries.items() if key.startswith("state:")}
        self._states = {}

    def takes(self, shapes):
        """True if inputs may have these dims; a name stands for any size."""
        stated = [value.shape for value in self._session.get_inputs()]
        return all(len(dims) == len(shape) and all(isinstance(dim, str) or dim == size for dim, size in zip(dims, shape))
                   for dims, shape in zip(stated, shapes))

    def run(self, given):
        """The results of the TFLite model's outputs."""
        inputs = dict(zip([value.name for value in self._session.get_inputs()], given))
        names = [value.name for value in self._session.get_outputs()]
        results = dict(zip(names, self._session.run(None, {**inputs, **self._states})))
        self._states = {name: results.pop(following) for name, following in self._next.items()}
        return list(results.values())


def needs_opset_21(process):
    return process.returncode == 1 and "in ONNX from opset 21 on" in process.stderr


def reasons(process):
    """The reasons of a refusal, as "OPERATOR: reason" without node indices; or the single reason that concerns the model."""
    lines = process.stderr.strip().split("\n")
    if len(lines) == 1:
        return [re.sub(r"^litevk-tflite2onnx: .*?\.tflite: ", "", re.sub(r"'[^']*'", "NAME", lines[0]))]
    return [re.sub(r"'[^']*'", "NAME", re.sub(r" \(\d+ nodes?: [^)]*\)", "", line)) for line in lines[1:]]


def refusal_table(processes):
    """The lines of refusals.txt: reasons and the number of cases that have them."""
    counts = collections.Counter(reason for process in processes.values() if process.returncode == 1
                                 for reason in set(reasons(process)))
    return "".join(f"{count:4} {reason}\n" for reason, count in sorted(counts.items()))
