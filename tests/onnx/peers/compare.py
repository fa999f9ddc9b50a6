"""Measures the converter, and the models that converters write in onnxruntime, side by side:

    build/test-env/onnx/bin/python tests/onnx/peers/compare.py conversion PROGRAM MODEL.tflite
    build/test-env/onnx/bin/python tests/onnx/peers/compare.py runs OURS.onnx THEIRS.onnx...

The first prints CPU seconds of the whole program, and its memory beyond that for a model of a few bytes. The second runs each
model once in each round, and prints the medians and their ratios to the first model's.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS, CONVERSIONS = 200, 9


def peak_and_seconds(command):
    """Runs a child process. Returns its peak memory in kilobytes and its CPU seconds."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, command
    return usage.ru_maxrss, usage.ru_utime + usage.ru_stime


def conversion(program, model):
    with tempfile.TemporaryDirectory() as folder:
        written = pathlib.Path(folder) / "model.onnx"
        runs = [peak_and_seconds([program, model, written]) for _ in range(CONVERSIONS)]
        least, _ = peak_and_seconds([program, "--list-ops"])
    size = pathlib.Path(model).stat().st_size
    beyond = 1024 * (max(peak for peak, _ in runs) - least)
    print(f"{statistics.median(seconds for _, seconds in runs):.4f} s of CPU, {beyond / size:.2f} times the file's {size:,} bytes in memory, the file among it")


def sessions(paths):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    return [onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"]) for path in paths]


def feeds(session):
    import numpy as np

    types = {"tensor(float)": np.float32, "tensor(int8)": np.int8, "tensor(uint8)": np.uint8}
    random = np.random.default_rng(1)
    found = {}
    for value in session.get_inputs():
        dims = [dim if isinstance(dim, int) else 1 for dim in value.shape]
        found[value.name] = random.uniform(0, 1 if "float" in value.type else 100, dims).astype(types[value.type])
    return found


def runs(paths):
    each = [(session, feeds(session)) for session in sessions(paths)]
    times = [[] for _ in each]
    for number in range(ROUNDS):
        for position in range(len(each)):  # each round begins with another model
            index = (position + number) % len(each)
            session, given = each[index]
            begin = time.process_time()
            session.run(None, given)
            times[index].append(time.process_time() - begin)
    medians = [statistics.median(taken[ROUNDS // 10:]) for taken in times]
    for path, median in zip(paths, medians):
        print(f"{1000 * median:8.3f} ms CPU, {medians[0] / median:.2f} of it is the first one's: {path}")


if __name__ == "__main__":
    {"conversion": lambda words: conversion(*words), "runs": runs}[sys.argv[1]](sys.argv[2:])
