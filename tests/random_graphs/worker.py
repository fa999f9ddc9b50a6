"""Processes that run graphs one after the other. A process that dies or hangs is a failure of its graph, and is replaced."""

import collections
import dataclasses
import multiprocessing
import os
import pathlib
import re
import tempfile

import oracle
from generator import generate_for
from resize import resized
from rows import ROWS
from subject import Mismatch

_VALIDATION = re.compile(r"^.*litevk-validation:.*$", re.MULTILINE)
# Seconds that the interpreter may take to load in a new process.
_START_SECONDS = 120


@dataclasses.dataclass
class Failure:
    """A failure. `kind` is "mismatch", "error", "validation", "crash" or "hang" of the subject. The kind "refused" means that
    the oracle does not take the model, or that an error came before the subject ran.
    """

    kind: str
    text: str

    def __str__(self):
        return f"{self.kind}: {self.text}"


@dataclasses.dataclass
class Result:
    failure: Failure | None = None
    taken: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    left: collections.Counter = dataclasses.field(default_factory=collections.Counter)


def _serve(connection, subject, stderr_path):
    """The main function of the process. A job is a seed, or a graph whose values are to be computed again."""
    stderr = os.open(stderr_path, os.O_WRONLY | os.O_APPEND)
    os.dup2(stderr, 2)
    connection.send("ready")
    while True:
        try:
            job = connection.recv()
        except EOFError:
            return
        connection.send(_do(connection, subject, pathlib.Path(stderr_path), job))


def _do(connection, subject, stderr_path, job):
    try:
        graph = job
        if isinstance(job, int):
            graph = generate_for(subject, job)
        else:
            oracle.evaluate(graph, ROWS)
        other = resized(graph)
    except Exception as problem:  # any error is reported with the seed
        return Result(Failure("refused", f"{type(problem).__name__}: {problem}"))
    connection.send("subject")
    said_before = stderr_path.stat().st_size
    try:
        taken, left = subject.check(graph, other)
    except Mismatch as difference:
        return Result(Failure("mismatch", str(difference)))
    except Exception as problem:
        return Result(Failure("error", f"{type(problem).__name__}: {problem}"))
    with stderr_path.open(errors="replace") as said:
        said.seek(said_before)
        messages = _VALIDATION.findall(said.read())
    return Result(Failure("validation", messages[0]) if messages else None, taken, left)


class Worker:
    """Runs one job at a time, in a process that is started if there is none. `limit` is the seconds of one job."""

    def __init__(self, subject, limit):
        self.subject, self.limit = subject, limit
        self.process = None
        self._stderr = tempfile.NamedTemporaryFile(prefix="random_graphs_", suffix=".stderr")

    def run(self, job):
        if self.process is None:
            self._start()
        self.connection.send(job)
        in_subject = False
        while True:
            try:
                if not self.connection.poll(self.limit):
                    return self._lost(in_subject, "hang", f"no result within {self.limit:g} s")
                message = self.connection.recv()
            except (EOFError, ConnectionResetError):
                self.process.join()
                return self._lost(in_subject, "crash", f"the process ended with status {self.process.exitcode}")
            if isinstance(message, Result):
                return message
            in_subject = True

    def close(self):
        """Ends the process. Returns a failure if that goes wrong, for example when the device is released, else None."""
        if self.process is None:
            return None
        self.connection.close()
        self.process.join(self.limit)
        status = self.process.exitcode
        self._end()
        messages = _VALIDATION.findall(pathlib.Path(self._stderr.name).read_text(errors="replace"))
        if status is None:
            return Failure("hang", f"the process does not end within {self.limit:g} s")
        if status != 0:
            return Failure("crash", f"the process ended with status {status} after its last graph")
        return Failure("validation", messages[-1]) if messages else None

    def _start(self):
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, self.subject, self._stderr.name), daemon=True)
        self.process.start()
        other.close()
        if not self.connection.poll(_START_SECONDS) or self.connection.recv() != "ready":
            raise RuntimeError("a worker process does not start")

    def _lost(self, in_subject, kind, text):
        """Returns the result for a process that gave none: a failure of the subject if it was at work, else a refusal."""
        self._end()
        said = pathlib.Path(self._stderr.name).read_text(errors="replace").splitlines()[-3:]
        text = "; ".join([text, *said])
        return Result(Failure(kind, text) if in_subject else Failure("refused", f"{kind} before the subject ran: {text}"))

    def _end(self):
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.process = None
