"""Models that the tests of litevk-run start it with."""

import numpy as np


def two_adds(graph):
    """z = (x + y) * x + y"""
    x, y = graph.input([2, 3], name="in:x"), graph.input([2, 3], name="y")
    product = graph.node("MUL", [graph.node("ADD", [x, y], [2, 3]), x], [2, 3])
    graph.outputs(graph.node("ADD", [product, y], [2, 3]))


def relu(graph, shape=(1, 4), dtype="float32"):
    graph.outputs(graph.node("RELU", [graph.input(shape, dtype, name="x")], shape, dtype=dtype))


def save(folder, prefix, *arrays):
    folder.mkdir(exist_ok=True)
    for index, values in enumerate(arrays):
        np.save(folder / f"{prefix}_{index}.npy", values)
    return folder


def one_line(process):
    """The only line on standard error."""
    (line,) = process.stderr.strip().splitlines()
    return line


NAME = "name_of_the_output"  # a placeholder; a replacement is padded to its length
