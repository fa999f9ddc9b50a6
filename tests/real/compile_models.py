"""Loads models with the delegate without running them, and writes the driver's facts on each pipeline.

python compile_models.py LIBRARY OUT.json MODEL...: for every model the device, the nodes delegated and the
pipelines of the report. Runs in a process of its own because the environment chooses the driver.
"""

import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ops", "harness"))

import numpy as np  # noqa: E402

import harness  # noqa: E402
import model_run  # noqa: E402


def set_open_shapes(interpreter, model):
    """Sets the shapes of a case's first run if its model leaves them open, since most other shapes do not fit together."""
    for number, detail in enumerate(interpreter.get_input_details()):
        values = model.parent / "run0" / f"input_{number}.npy"
        if -1 in detail["shape_signature"] and values.exists():
            interpreter.resize_tensor_input(detail["index"], np.load(values).shape)


def load(library, model, report_path):
    options = {"partition_policy": "all", "enable_pipeline_statistics": 1, "report_path": report_path}
    delegate = harness.tflite.load_delegate(library, options)
    interpreter = harness.interpreter_of(model, experimental_delegates=[delegate])
    model_run.set_own_shapes(interpreter, pathlib.Path(model))
    set_open_shapes(interpreter, pathlib.Path(model))
    interpreter.allocate_tensors()
    return interpreter


def summary(report_path):
    report = json.loads(pathlib.Path(report_path).read_text())
    delegated = sum(subgraph["nodes_delegated"] for subgraph in report["subgraphs"])
    return {"device": report["device"], "delegated": delegated, "pipelines": report.get("pipelines", [])}


def main():
    library, out, *models = sys.argv[1:]
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        report_path = os.path.join(folder, "report.json")
        kept = load(library, models[0], report_path)  # keeps the process's device and its pipelines
        for model in models:
            load(library, model, report_path)
            results[model] = summary(report_path)
        del kept
    pathlib.Path(out).write_text(json.dumps(results))


if __name__ == "__main__":
    main()
