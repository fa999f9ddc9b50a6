"""--num_threads of litevk-run and litevk-bench: the number of threads of the CPU kernels, as in TFLite's tools."""

import subprocess
import time

import pytest

import cpu_threads

COMMANDS = {
    "litevk-run": ["--runs=1000000"],
    "litevk-bench": ["--use_cpu", "--num_runs=1000000", "--max_secs=600"],
}
SECONDS = 120  # a busy machine gives a process little
# Processor time after which a program has started its threads, if it starts any.
COMPUTING_SECONDS = 0.3


def threads_while_it_runs(command):
    """The most threads that are seen beside the caller's, until there is one or some computing is over."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        start = time.monotonic()
        try:
            while process.poll() is None and time.monotonic() - start < SECONDS:
                if (found := cpu_threads.count(process.pid)) or cpu_seconds(process.pid) > COMPUTING_SECONDS:
                    return found
                time.sleep(0.01)
            raise AssertionError(process.stderr.read() if process.poll() is not None else "it does not compute")
        finally:
            process.kill()


def cpu_seconds(process):
    with open(f"/proc/{process}/stat") as stat:
        user, system = stat.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / 100


@pytest.mark.skipif(not cpu_threads.can_start(), reason="one core, or the plain loops")
@pytest.mark.parametrize("threads", (None, -1, 0, 1, 2))
@pytest.mark.parametrize("name", COMMANDS)
def test_threads_beside_the_caller(build_dir, write_model, name, threads):
    model = write_model(cpu_threads.layer)
    command = [build_dir / name, f"--graph={model}" if name == "litevk-bench" else model, *COMMANDS[name]]
    if threads is not None:
        command.append(f"--num_threads={threads}")
    assert threads_while_it_runs(command) == max(threads or 1, 1) - 1


@pytest.mark.parametrize("name", COMMANDS)
def test_fewer_than_minus_one_are_refused(start, write_model, name):
    model = write_model(cpu_threads.layer)
    process = start(name, f"--graph={model}" if name == "litevk-bench" else model, "--num_threads=-2")
    assert process.returncode != 0 and 'expected -1 or more, found "-2"' in process.stderr
