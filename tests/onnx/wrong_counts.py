"""Writes models in which a node or a subgraph has a tensor too few, or leaves one out:

    wrong_counts.py CASES FOLDER    # FOLDER/NAME.tflite, with ai-edge-litert's Python

Each operator gives one case, and each damage of the case a model. A name has the operator, its node and the damage:
"ASSIGN_VARIABLE-subgraph0-node2-inputs-drop1".
"""

import json
import pathlib
import sys

import flatbuffers
from ai_edge_litert import schema_py_generated as schema

MOST_BYTES = 16384
LISTS = ("inputs", "outputs", "intermediates")


def one_of_each(cases):
    """(operator, model) of the smallest case with each operator."""
    models = {}
    for entry in json.loads((cases / "index.json").read_text()):
        path = cases / entry["name"] / "model.tflite"
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            continue
        for operator in entry["operators"]:
            models[operator] = min(models.get(operator, path), path, key=lambda found: (found.stat().st_size, found))
    return sorted(models.items())


def parts(model):
    """(name, object) of the subgraphs and nodes, which have lists of tensors."""
    for number, subgraph in enumerate(model.subgraphs):
        yield f"subgraph{number}", subgraph
        for node, operator in enumerate(subgraph.operators or []):
            yield f"subgraph{number}-node{node}", operator


def damaged(content):
    """(name, bytes) of each damaged model."""
    places = [(position, name, len(getattr(part, name))) for position, part in parts(schema.ModelT.InitFromPackedBuf(content, 0))
              for name in LISTS if getattr(part, name, None) is not None]
    for position, name, count in places:
        for index in range(count):
            for damage in ("drop", "absent"):
                model = schema.ModelT.InitFromPackedBuf(content, 0)
                part = dict(parts(model))[position]
                ids = [int(number) for number in getattr(part, name)]
                ids[index:index + 1] = [] if damage == "drop" else [-1]
                setattr(part, name, ids)
                builder = flatbuffers.Builder(len(content))
                builder.Finish(model.Pack(builder), b"TFL3")
                yield f"{position}-{name}-{damage}{index}", bytes(builder.Output())


if __name__ == "__main__":
    seen = set()
    for found, path in one_of_each(pathlib.Path(sys.argv[1])):
        if path in seen:
            continue
        seen.add(path)
        for damage, written in damaged(path.read_bytes()):
            (pathlib.Path(sys.argv[2]) / f"{found}-{damage}.tflite").write_bytes(written)
