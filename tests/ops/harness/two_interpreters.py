"""Runs a model of one node in two interpreters, TFLite's reference kernels and the project's own, each in its own process.

A kernel may crash on an unchecked error, so a process that dies is replaced and its model counts as a crash.
"""

import faulthandler
import os
import pickle
import signal
import tempfile

import numpy as np

import litevk_runtime
import reference_kernels

_SECONDS = 20
_REFUSALS = (RuntimeError, ValueError, IndexError, TypeError, litevk_runtime.RuntimeFailure)


def run_by_oracle(model, inputs, invokes=1):
    """The outputs; None for an output of a type that numpy lacks."""
    interpreter = reference_kernels.reference_interpreter(model)
    for detail, values in zip(interpreter.get_input_details(), inputs):
        interpreter.resize_tensor_input(detail["index"], values.shape)
    interpreter.allocate_tensors()
    for _ in range(invokes):
        for detail, values in zip(interpreter.get_input_details(), inputs):
            interpreter.set_tensor(detail["index"], values)
        interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]


def run_by_litevk(runtime, model, inputs, invokes=1):
    with tempfile.NamedTemporaryFile(suffix=".tflite") as file:
        file.write(model)
        file.flush()
        with litevk_runtime.Interpreter(runtime, file.name) as interpreter:
            interpreter.resize_inputs([values.shape for values in inputs])
            return [interpreter.run(_as_texts(inputs)) for _ in range(invokes)][-1]


def _as_texts(inputs):
    return [np.array([t.decode() for t in v.ravel()] or [""])[: v.size].reshape(v.shape) if v.dtype == object else v
            for v in inputs]


def outcomes(tasks, run, seconds=_SECONDS):
    """("runs", result), ("refuses", error) or ("crashes", status) for each task; a child that dies is replaced."""
    found = []
    while len(found) < len(tasks):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _work(tasks[len(found) :], run, writer, seconds)
        os.close(writer)
        with os.fdopen(reader, "rb") as stream:
            found += _received(stream)
        _, status = os.waitpid(child, 0)
        if status != 0:
            found.append(("crashes", status))
    return found


def _work(tasks, run, writer, seconds):
    """Runs the tasks in a child process, and ends it. Output of the interpreters is discarded."""
    faulthandler.disable()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    with os.fdopen(writer, "wb") as stream:
        for task in tasks:
            signal.alarm(seconds)
            try:
                outcome = ("runs", run(task))
            except _REFUSALS as error:
                outcome = ("refuses", str(error))
            pickle.dump(outcome, stream)
            stream.flush()
    os._exit(0)


def _received(stream):
    while True:
        try:
            yield pickle.load(stream)
        except (EOFError, pickle.UnpicklingError):
            return
