"""One run in a process of its own, for tests that change the environment or check the exit status.

python child.py CASES CASE LIBRARY OPTIONS_JSON: prints one JSON object with the outcome.
"""

import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ops", "harness"))

import harness  # noqa: E402


def spawn(cases, case, library, options, **environment):
    """Runs this file with more environment variables; the value None removes one."""
    env = {**os.environ, **environment}
    env = {key: value for key, value in env.items() if value is not None}
    arguments = [str(cases), case, str(library), json.dumps(options)]
    return subprocess.run(
        [sys.executable, __file__, *arguments], env=env, capture_output=True, text=True, timeout=300
    )


def result_of(process):
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout.splitlines()[-1])


def attempt(case, library, options):
    try:
        interpreter = harness.interpreter_of(
            case.model, experimental_delegates=[harness.tflite.load_delegate(library, options)]
        )
        inputs, expected, tolerance = next(case.runs())
        interpreter.allocate_tensors()
        harness.check_outputs(harness.run(interpreter, inputs), expected, tolerance, case.name)
    except (ValueError, RuntimeError) as error:
        return {"error": type(error).__name__, "message": str(error)}
    return {"error": None, "message": ""}


def main():
    cases, name, library, options = sys.argv[1:]
    case = harness.case_named(pathlib.Path(cases), name)
    print(json.dumps(attempt(case, library, json.loads(options))))


if __name__ == "__main__":
    main()
