"""The models of the bring-up's archive, with seeds of their inputs and goldens of ai-edge-litert's reference kernels."""

import json
import lzma
import pathlib
import shutil
import tempfile
import zlib

import numpy as np

import harness
import layers
import model_run
import networks
import soak_models

# For each role the models that suit it, the best first, and how many of the packed ones are given the role.
ROLES = {
    "soak": (["deeplab_v3", "small_convolutions"], 1),
    "resize": (["small_convolutions"], 1),
    "growth": (["growing_product"], 1),
    "speed": (["mobilenet_v2_224", "resnet18_224", "bert", "vit", "deeplab_v3", "small_convolutions"], 3),
    "tuning": (["mobilenet_v2_224", "deeplab_v3", "small_convolutions"], 2),
}
# Models packed first, whatever their size. The rest follow by size, so that as many as possible fit.
FIRST = ["small_convolutions", "growing_product", "deeplab_v3", "mobilenet_v2_224", "bert", "lstm_classifier", "vit"]
# Models as large as the rest together, which are packed only if nothing else is left out for them.
LAST = ["resnet18_224"]
# Weights compress to more than a quarter of their size, so a model beyond four times the space left is not tried.
_MOST_RATIO = 4
# Limit of --model-bytes below which the networks of full size are not even made.
_ROOM_FOR_LARGE = 6_000_000


def write(arguments, folder):
    """Writes models/NAME below `folder` until they have about --model-bytes, compressed. Returns their rows of the index."""
    with tempfile.TemporaryDirectory() as temporary:
        large = networks.NETWORKS if arguments.model_bytes >= _ROOM_FOR_LARGE else ()
        candidates = _candidates(arguments.models, large, pathlib.Path(temporary))
        taken = _fitting(candidates, arguments.model_bytes)
        rows = [_write_model(path, folder / "models" / path.stem, arguments.library) for path in taken]
    rows = [row for row in rows if row is not None]
    for role, (names, count) in ROLES.items():
        present = [name for name in names if any(row["name"] == name for row in rows)]
        for row in rows:
            if row["name"] in present[:count]:
                row["roles"].append(role)
    return rows


def _candidates(folders, large, temporary):
    """Paths in order of importance. If several packages have a model of one name, the first is taken."""
    made = {name: make() for name, make in soak_models.MODELS.items()}
    made.update({name: networks.serialize(name) for name in large})
    for name, content in made.items():
        (temporary / f"{name}.tflite").write_bytes(content)
    paths = {}
    for folder in [temporary, *folders]:
        for path in sorted(folder.rglob("*.tflite")):
            paths.setdefault(path.stem, path)

    def worth(path):
        if path.stem in FIRST:
            return 0, FIRST.index(path.stem)
        return (2 if path.stem in LAST else 1), path.stat().st_size

    return sorted(paths.values(), key=worth)


def _fitting(paths, most_bytes):
    """The models that fit into the space left by those before them; models that are too large are skipped."""
    left, taken = most_bytes, []
    for path in paths:
        if path.stat().st_size > _MOST_RATIO * left:
            continue
        size = len(lzma.compress(path.read_bytes(), preset=6))
        if size <= left:
            left -= size
            taken.append(path)
    return taken


def _write_model(path, folder, library):
    """Writes a model with its values and layers. Returns its row of the index, or None if no interpreter runs the model."""
    reference = model_run.reference(path)
    if reference is None:
        print(f"{path.stem}: ai-edge-litert cannot run it, left out")
        return None
    folder.mkdir(parents=True)
    shutil.copyfile(path, folder / "model.tflite")
    np.savez_compressed(folder / "values.npz", **{f"output_{i}": array for i, array in enumerate(reference.outputs)})
    _write_layers(path, folder / "layers.json")
    below = model_run.INTEGERS_BELOW.get(path.stem, [])
    inputs = [_seed_of(position, values, below) for position, values in enumerate(reference.inputs)]
    return {"name": path.stem, "roles": [], "inputs": inputs, "bounds": reference.bounds, "kernels": reference.kernels,
            **_delegated(path, library)}


def _write_layers(path, out):
    """Writes the layers for engines of other formats. There is no file if an operator has no translation."""
    try:
        out.write_text(json.dumps(layers.document_of(path.read_bytes())))
    except layers.NotCovered:
        pass


def _seed_of(position, values, below):
    """The entry from which python/litevk/bringup/data.py makes the values again: the seeds of model_run.seeded_inputs."""
    return {"seed": zlib.crc32(b"input%d" % position), "shape": list(values.shape), "dtype": str(values.dtype),
            "below": below[position] if below else None, "crc32": zlib.crc32(np.ascontiguousarray(values).tobytes())}


def _delegated(path, library):
    """The numbers of partitions and delegated nodes within the limits that every device has."""
    with tempfile.TemporaryDirectory() as temporary:
        report = pathlib.Path(temporary) / "report.json"
        delegates = harness.Delegates(str(library), "reference", report)
        interpreter = delegates.interpreter(path)
        model_run.set_own_shapes(interpreter, path)
        interpreter.allocate_tensors()
        graph = json.loads(report.read_text())["subgraphs"][0]
    return {key: graph[key] for key in ("partitions", "nodes_delegated", "nodes_total")}
