"""The node data, as the package ai-edge-model-explorer reads it and as its page shows it."""
import json
import pathlib
import subprocess
import sys

import dacite
import portpicker
import pytest
from model_explorer.builtin_tflite_flatbuffer_adapter import BuiltinTfliteFlatbufferAdapter
from model_explorer.node_data_builder import GraphNodeData, ModelNodeData

STRICT = dacite.Config(strict=True)
SERVER = pathlib.Path(__file__).with_name("model_explorer_server.py")
# Labels of entries in the package's graph that are no nodes of the model.
NO_NODES = ("GraphInputs", "GraphOutputs", "pseudo_const")


def read(path):
    """A file of node data, read into the package's own classes."""
    return ModelNodeData({graph: dacite.from_dict(GraphNodeData, data, STRICT)
                          for graph, data in json.loads(path.read_text()).items()})


def graphs_of(model):
    """{graph id: {node id: label}} of the model's nodes, as the package's adapter makes them."""
    (collection,) = BuiltinTfliteFlatbufferAdapter().convert(str(model), {})["graphCollections"]
    return {graph["id"]: {node["id"]: node["label"] for node in graph["nodes"] if node["label"] not in NO_NODES}
            for graph in collection.graphs}


def test_time_and_error(measured, model):
    graphs = graphs_of(model)
    operators = measured.result["operators"]
    time, error = read(measured.nodes["time"]).graphsData, read(measured.nodes["error"]).graphsData
    assert set(time) == set(error) == set(graphs) and len(graphs) == 1
    for graph, labels in graphs.items():
        assert set(time[graph].results) == {str(row["node"]) for row in operators} < set(labels)
        for row in operators:
            assert labels[str(row["node"])] == row["op"].lower()
            assert time[graph].results[str(row["node"])].value == pytest.approx(row["mean_us"], rel=1e-3)
        assert [stop.stop for stop in time[graph].gradient][::3] == [0, 1]
        # Dequantized weights and all tensors computed from them have been compared.
        assert set(error[graph].results) == set(labels)
        values = [result.value for result in error[graph].results.values()]
        assert 0 < max(values) < 1 and min(values) == 0
        thresholds = [threshold.value for threshold in error[graph].thresholds]
        assert thresholds == sorted(thresholds) and 1 in thresholds and thresholds[-1] > 1e9


def where_of(measured, model):
    """The labels of all nodes and the devices that ran them, keyed by node id."""
    (labels,), (data,) = graphs_of(model).values(), json.loads(measured.nodes["where"].read_text()).values()
    assert set(data["results"]) == set(labels)
    return {node: (labels[node], result["value"], result["bgColor"]) for node, result in data["results"].items()}


def test_where(measured, split, model):
    assert all(where.startswith("partition 0") for _, where, _ in where_of(measured, model).values())
    parts = where_of(split, model)
    fused = {str(node.split()[-1]): str(row["node"]) for row in split.result["operators"] for node in row["fused"] or []}
    roots = {str(row["node"]) for row in split.result["operators"]}
    (subgraph,) = split.report["subgraphs"]
    for node in subgraph["nodes"]:
        _, where, _ = parts[str(node["index"])]
        if node["partition"] is None:
            assert where == f"CPU: {node['reason']}"
        elif str(node["index"]) in fused:
            assert where == f"partition 0, in the dispatch of node {fused[str(node['index'])]}"
        else:
            assert where == ("partition 0" if str(node["index"]) in roots else "partition 0, without a dispatch")
    assert len({parts[node][2] for node in ("2", "100", next(iter(set(parts) - roots - set(fused))))}) == 3
    assert not split.nodes["error"].exists()


@pytest.fixture
def page(browser, measured, model):
    """The package's page of the model with all node data, in the browser."""
    files = [measured.nodes[kind] for kind in ("where", "error", "time")]
    port = portpicker.pick_unused_port()
    server = subprocess.Popen([sys.executable, "-u", str(SERVER), str(model), *map(str, files), str(port)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = next(line.strip() for line in server.stdout if line.startswith(f"http://127.0.0.1:{port}"))
        browser.emulate(1280, 800)
        browser.open(address)
        browser.wait_for("document.body.innerText.includes('Root-level nodes stats')")
        yield browser
    finally:
        server.terminate()
        server.wait()


def test_page(page, screenshots):
    page.settle()
    text = page.run("document.body.innerText")
    for name in ("where it ran", "time, us", "error, of what is allowed"):
        assert name in text, text
    assert "Failed to process" not in text
    # Shows all nodes of all layers, then zooms in.
    page.run("[...document.querySelectorAll('mat-icon')].find((icon) => icon.textContent.trim() === "
             "'unfold_more_double').click()")
    page.settle()
    page.zoom(449, 240, (120, 120, 120, 90))
    page.screenshot(screenshots / "model_explorer.png")
    assert (screenshots / "model_explorer.png").stat().st_size < 150_000
