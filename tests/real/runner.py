"""Runs litevk-run as a subprocess, with arrays as inputs and outputs."""

import json
import pathlib
import subprocess

import numpy as np


def program(library):
    """The program beside the library under test."""
    return str(pathlib.Path(library).resolve().with_name("litevk-run"))


def run(library, model, folder, inputs, *options):
    """Outputs and report of litevk-run on `inputs`; fails with the program's own error."""
    for name in ("in", "out"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for index, values in enumerate(inputs):
        np.save(folder / "in" / f"input_{index}.npy", values)
    command = [program(library), str(model), "--input-dir", str(folder / "in")]
    command += ["--output-dir", str(folder / "out"), "--report", str(folder / "run.json"), *options]
    process = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert process.returncode == 0, process.stderr[-2000:]
    count = len(list((folder / "out").glob("output_*.npy")))
    outputs = [np.load(folder / "out" / f"output_{index}.npy") for index in range(count)]
    return outputs, json.loads((folder / "run.json").read_text())


def vulkan_options(report_path):
    options = {"allow_cpu_device": 1, "strict": 1, "partition_policy": "all", "report_path": report_path}
    return ["--delegate", "vulkan", *(f"--delegate-option={key}={value}" for key, value in options.items())]
