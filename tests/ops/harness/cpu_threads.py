"""Threads of litevk's CPU kernels in a process, and a layer that is worth several."""

import os
import pathlib

import numpy as np


def layer(graph):
    """A CONV_2D of 231 million operations."""
    weights = [graph.constant(np.full(shape, 0.1, np.float32)) for shape in ((64, 3, 3, 64), (64,))]
    image = graph.input([1, 56, 56, 64], name="image")
    graph.outputs(graph.node("CONV_2D", [image, *weights], [1, 56, 56, 64], padding="SAME", strideH=1, strideW=1))


def count(process=None):
    """The number of threads that compute for a caller; those of a process of that id, or of this one."""
    found = 0
    for task in pathlib.Path(f"/proc/{process or os.getpid()}/task").glob("*/comm"):
        try:
            found += task.read_text() == "litevk-cpu\n"
        except OSError:
            continue  # a thread that has ended
    return found


def can_start():
    """True if an interpreter of two threads starts another one: with a second core, and fast kernels."""
    return len(os.sched_getaffinity(0)) > 1 and os.environ.get("LITEVK_CPU") != "reference"
