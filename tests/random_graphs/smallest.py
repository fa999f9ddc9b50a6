"""Shrinks a failing graph, and writes the smallest one into a folder."""

import numpy as np
import oracle
from generator import generate_for
from graph import SETS
from rows import ROWS
from shrinker import shrink
from worker import Worker


def smallest(graph, subject, failure, args):
    """The smallest graph with the same kind of failure, and the failure."""
    worker, last = Worker(subject, args.limit), failure

    def attempt(candidate):
        nonlocal last
        result = worker.run(candidate)
        if result.failure is None or result.failure.kind != failure.kind:
            return None
        last = result.failure
        # The worker has run the candidate, so the interpreter takes the model.
        oracle.evaluate(candidate, ROWS)
        return candidate

    graph = shrink(graph, attempt, args.shrink_seconds)
    worker.close()
    return graph, last


def write_smallest(subject, seed, failure, args):
    """Writes the model, its inputs and expected outputs, and its text. Returns a message that names the folder."""
    graph, last = smallest(generate_for(subject, seed), subject, failure, args)
    folder = args.out / f"seed_{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.tflite").write_bytes(graph.model()[0])
    (folder / "graph.txt").write_text(f"{graph.text()}\n\n{last}\n")
    for run in range(SETS):
        expected = [graph.tensors[number].values[run] for number in graph.outputs]
        for prefix, arrays in (("input", graph.input_sets()[run]), ("output", expected)):
            for index, values in enumerate(arrays):
                np.save(folder / f"run{run}_{prefix}_{index}.npy", values)
    return f"  smallest, {last} (in {folder}):\n{graph.text()}"
