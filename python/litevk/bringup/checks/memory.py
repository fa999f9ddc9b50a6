"""Checks that a model on a device with nearly full memory runs right or fails with a message, and never crashes."""

from __future__ import annotations

import json
import pathlib
import subprocess
from typing import Any

from ... import programs
from .session import Session, difference, values_of


def check(parameters: dict[str, Any]) -> dict[str, Any]:
    """Lets litevk-devices occupy all but `left_mib` MiB, for each of its values, and runs the model, without `strict`."""
    tried, wrong = [], []
    for left in parameters["left_mib"]:
        command = [str(programs.path_of("devices")), "--occupy-all-but", str(left), *parameters["device_flags"]]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None and process.stdout is not None
            line = process.stdout.readline()
            if line:
                outcome, sentence = _run(parameters)
                tried.append({**json.loads(line), "asked_left_mib": left, "outcome": outcome})
                wrong += [f"with {left} MiB left {sentence}"] if sentence else []
            process.stdin.close()
        if process.returncode != 0:
            wrong.append(f"litevk-devices --occupy-all-but {left} ended with status {process.returncode}")
    return {"wrong": wrong, "tried": tried}


def _run(parameters: dict[str, Any]) -> tuple[str, str]:
    """Returns how the run ended, and what is wrong with it or "". Falling back to the CPU with a warning is right."""
    folder = pathlib.Path(parameters["folder"])
    try:
        session = Session(folder, parameters["options"])
        outputs = session.run()
    except (RuntimeError, ValueError) as error:
        return f"an error: {error}", "" if str(error).strip() else "the error has no sentence"
    pairs = zip(outputs, values_of(folder, "output"), parameters["bounds"])
    largest = max((difference(actual, expected) / bound for actual, expected, bound in pairs if bound > 0), default=0.0)
    ran = "on the device" if session.report()["programs"] else "on the CPU"
    session.close()
    return f"ran {ran}", "" if largest <= 1 else f"an output is wrong: {largest:.3g} times its bound"
