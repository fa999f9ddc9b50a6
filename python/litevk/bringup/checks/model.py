"""Checks that a model gives its reference outputs and the same bits in every run, and runs in one partition."""

from __future__ import annotations

import pathlib
from typing import Any

from .session import Clock, Session, bits, difference, values_of


def check(parameters: dict[str, Any]) -> dict[str, Any]:
    """Runs the model of `folder` up to `runs` times, for `seconds` at most. `model` is its row of the kit's index."""
    clock = Clock(parameters["seconds"])
    folder = pathlib.Path(parameters["folder"])
    session = Session(folder, parameters["options"])
    outputs = session.run()
    wrong, differences = _compare(folder, outputs, parameters["model"]["bounds"])
    same, runs = 0, 1
    while runs < parameters["runs"] and not clock.is_over:
        same += bits(session.run()) == bits(outputs)
        runs += 1
    if same < runs - 1:
        wrong.append(f"{runs - 1 - same} of {runs - 1} later runs gave other bits than the first")
    placed, sentences = _placement(session.report(), parameters["model"])
    return {"wrong": wrong + sentences, "outputs": differences, "runs": runs, **placed}


def _compare(folder: pathlib.Path, outputs: list[Any], bounds: list[float]) -> tuple[list[str], list[dict[str, float]]]:
    wrong, differences = [], []
    for position, (actual, expected, bound) in enumerate(zip(outputs, values_of(folder, "output"), bounds)):
        largest = difference(actual, expected)
        differences.append({"largest_difference": largest, "bound": bound})
        if not largest <= bound:
            wrong.append(f"output {position} is wrong: the largest difference is {largest:.3g}, the bound {bound:.3g}")
    return wrong, differences


def _placement(report: dict[str, Any], model: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Returns where the nodes ran, and what is wrong with that. `model` has the number of partitions within the limits that
    all devices have."""
    graph = report["subgraphs"][0]
    placed = {key: graph[key] for key in ("partitions", "nodes_delegated", "nodes_total")}
    left = [node for node in graph["nodes"] if not node["delegated"]]
    placed["left_to_the_cpu"] = [{"node": node["index"], "op": node["op"], "reason": node["reason"]} for node in left[:20]]
    placed["programs"] = [
        {key: program.get(key) for key in ("dispatches", "barriers", "pipelines", "arena_bytes", "constant_bytes", "pipelines_ms")}
        for program in report["programs"]
    ]
    sentences = []
    if graph["partitions"] > model["partitions"] or graph["nodes_delegated"] < model["nodes_delegated"]:
        sentences.append(
            f"runs in {graph['partitions']} partitions with {graph['nodes_delegated']} of {graph['nodes_total']} nodes, "
            f"expected {model['partitions']} with {model['nodes_delegated']}"
        )
    if report.get("fallbacks"):
        sentences.append(f"node {report['fallbacks'][0]['node']} fell back to the CPU: {report['fallbacks'][0]['reason']}")
    return placed, sentences
