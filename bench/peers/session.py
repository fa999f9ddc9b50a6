"""The driver's end of a worker: starts the process, sends commands, and turns every failure into one
message."""

import json
import select
import signal
import subprocess
import time
from pathlib import Path

WORKER = Path(__file__).resolve().parent / "worker.py"


class PeerFailed(Exception):
    """The peer cannot continue; the message says why, in one line."""


class Session:
    """A worker's process. It is stopped between commands: threads of some engines spin between inferences,
    which would slow the peer that is measured next."""

    def __init__(self, peer, stem, build, environment, log, timeout_s):
        self._log = log
        self._timeout_s = timeout_s
        python = build / peer.environment / "bin/python"
        with open(log, "a") as errors:
            self._process = subprocess.Popen(
                [python, WORKER, peer.engine, str(stem), *(f"{key}={value}" for key, value in peer.options.items())],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                # Some engines write files into the current folder.
                cwd=log.parent,
            )
        self._buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def started(self):
        """Returns the worker's message after its first inference."""
        return self._answer()

    def ask(self, **command):
        self._process.send_signal(signal.SIGCONT)
        try:
            self._process.stdin.write(json.dumps(command).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # _read says how the process ended.
        return self._answer()

    def close(self):
        # Closing its input ends the process; one that hangs is killed.
        self._process.send_signal(signal.SIGCONT)
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _answer(self):
        answer = self._read()
        self._process.send_signal(signal.SIGSTOP)
        return answer

    def _read(self):
        deadline = time.monotonic() + self._timeout_s
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                self._process.kill()
                raise PeerFailed(f"no answer within {self._timeout_s:.0f} s")
            piece = self._process.stdout.read1(65536)
            if not piece:
                raise PeerFailed(self._epitaph())
            self._buffer += piece
        line, _, self._buffer = self._buffer.partition(b"\n")
        answer = json.loads(line)
        for reason in ("failure", "missing", "untranslated"):
            if reason in answer:
                raise PeerFailed(self._explained(answer[reason]))
        return answer

    def _epitaph(self):
        status = self._process.wait()
        if status < 0:
            return self._explained(f"died of {signal.Signals(-status).name}")
        return self._explained(f"ended with status {status}")

    def _explained(self, message):
        """Returns the message plus causes from the log: some engines print the cause and raise only a
        symptom."""
        lines = self._log.read_text(errors="replace").splitlines()
        causes = [line.strip() for line in lines if line.startswith(("ERROR: ", "Warning: Vulkan "))]
        message = " ".join(message.split())
        return "; ".join(dict.fromkeys([message, *causes[-3:]]))
