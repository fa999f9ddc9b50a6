"""Processes that fork around the use of the delegate, as Python's multiprocessing does.

python forked.py CASES CASE LIBRARY OPTIONS_JSON SCENARIO: prints one JSON object with the outcome of each process.
"""

import json
import multiprocessing
import os
import pathlib
import signal
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ops", "harness"))

import harness  # noqa: E402

CHILD_SECONDS = 60


class Session:
    """An interpreter with a delegate of its own, and the case's first inputs and outputs."""

    def __init__(self, case, library, options):
        self.case = case
        self.interpreter = harness.interpreter_of(
            case.model, experimental_delegates=[harness.tflite.load_delegate(library, options)]
        )
        self.interpreter.allocate_tensors()
        self.run()

    def run(self):
        inputs, expected, tolerance = next(self.case.runs())
        harness.check_outputs(harness.run(self.interpreter, inputs), expected, tolerance, self.case.name)


def outcome(body):
    try:
        body()
    except (AssertionError, RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return "ok"


def in_child(body, ends_normally=False):
    """Runs `body` in a forked child and returns its outcome; "hangs" and the like if the child did not end by itself."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(CHILD_SECONDS)
        os.write(writer, outcome(body).encode())
        os.close(writer)
        if ends_normally:
            sys.exit(0)  # destroys the interpreter and runs the drivers' exit handlers
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return f"ended by signal {os.WTERMSIG(status)} after: {text}"
    return text if os.WEXITSTATUS(status) == 0 else f"exit status {os.WEXITSTATUS(status)} after: {text}"


class Scenarios:
    def __init__(self, *arguments):
        self.start = lambda: Session(*arguments)

    def old_interpreter(self):
        session = self.start()
        return {"child": in_child(session.run), "parent": outcome(session.run)}

    def new_interpreter(self):
        session = self.start()
        return {"child": in_child(self.start), "parent": outcome(session.run)}

    def before_use(self):
        return {"child": in_child(self.start), "parent": outcome(self.start)}

    def normal_end(self):
        session = self.start()
        return {"child": in_child(session.run, ends_normally=True), "parent": outcome(session.run)}

    def child_of_child(self):
        session = self.start()

        def child():
            assert in_child(session.run) == "ok"
            assert in_child(self.start) == "ok"

        return {"child": in_child(child), "parent": outcome(session.run)}

    def multiprocessing(self):
        session = self.start()
        with multiprocessing.get_context("fork").Pool(2) as pool:
            outcomes = pool.map(outcome, [_start_global, _start_global])
        return {"child": "ok" if outcomes == ["ok", "ok"] else str(outcomes), "parent": outcome(session.run)}

    def while_invoking(self):
        session, busy = self.start(), self.start()
        stop = threading.Event()

        def invoke():
            while not stop.is_set():
                busy.interpreter.invoke()

        thread = threading.Thread(target=invoke)
        thread.start()
        children = [in_child(lambda: (session.run(), self.start())) for _ in range(5)]
        stop.set()
        thread.join()
        children = [child for child in children if child != "ok"]
        return {"child": children[0] if children else "ok", "parent": outcome(busy.run)}


def _start_global():
    scenarios.start()


if __name__ == "__main__":
    cases, name, library, options, scenario = sys.argv[1:]
    scenarios = Scenarios(harness.case_named(pathlib.Path(cases), name), library, json.loads(options))
    result = getattr(scenarios, scenario)()
    print(json.dumps(result), flush=True)
