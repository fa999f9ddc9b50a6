"""Trains the example model of the Python package and writes it with its picture and its expected result.

    export LITEVK_OPSET=build/release/opset.json PYTHONPATH=build/release/python_package
    build/test-env/litert-2.3.0/bin/python python/example_model/train.py

All weights come from the pictures that drawing.py draws. Training takes five minutes and writes the files in
python/litevk/example; another machine's arithmetic gives other weights of equal quality. With --steps 0 the model stays.
"""

import argparse
import json
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "ops" / "harness"))

import drawing  # noqa: E402
import network  # noqa: E402
from model_builder import ModelBuilder  # noqa: E402

CELL = 8  # pixels of a cell of the outputs
CELLS = drawing.SIDE // CELL
BOX_SCALE = np.array([CELL, CELL, 32, 32], np.float32)
# Cells whose centre is at most so many pixels from a shape's centre learn the shape's box; their score is not trained.
NEAR = 8
BATCH, STEPS, RATE = 16, 8000, 2e-3


def targets(shapes):
    """Scores and their weights [CELLS, CELLS, kinds], boxes and their weights [CELLS, CELLS, 4]."""
    scores = np.zeros((CELLS, CELLS, len(drawing.KINDS)), np.float32)
    score_weights = np.full_like(scores, 0.5)
    boxes = np.zeros((CELLS, CELLS, 4), np.float32)
    near = np.zeros((CELLS, CELLS, 1), np.float32)
    y, x = (np.mgrid[:CELLS, :CELLS] + 0.5) * CELL
    for shape in shapes:
        here = np.hypot(x - shape.x, y - shape.y) < NEAR
        score_weights[here, shape.kind] = 0
        box = np.stack([shape.x - x, shape.y - y, *(np.full_like(x, side) for side in (shape.width, shape.height))], -1)
        boxes[here] = (box / BOX_SCALE)[here]
        near[here] = 1
        cell = min(int(shape.y) // CELL, CELLS - 1), min(int(shape.x) // CELL, CELLS - 1)
        scores[cell][shape.kind], score_weights[cell][shape.kind] = 1, 5
    return scores, score_weights, boxes, near


def batch_of(rng):
    pictures, shapes = zip(*(drawing.picture(rng) for _ in range(BATCH)))
    arrays = zip(*map(targets, shapes))
    return np.float32(pictures) / 255, *(np.stack(array) for array in arrays)


def trained(rng, steps):
    net = network.Network(rng, len(drawing.KINDS))
    adam = network.Adam(net.layers)
    for step in range(steps):
        pictures, scores, score_weights, boxes, near = batch_of(rng)
        logits, found = net.forward(pictures)
        likely = 1 / (1 + np.exp(-logits))
        net.backward(score_weights * (likely - scores) / BATCH, 4 * near * (found - boxes) / BATCH)
        adam.update(RATE * 0.5 * (1 + np.cos(np.pi * step / steps)))
        if step % 100 == 99:
            loss = -np.mean(score_weights * (scores * np.log(likely + 1e-7) + (1 - scores) * np.log(1 - likely + 1e-7)))
            print(f"{step + 1}: scores {loss:.5f}, boxes {np.mean(near * np.abs(found - boxes)):.5f}", flush=True)
    return net


def _conv(graph, x, layer, shape, activation):
    inputs = [x, graph.constant(layer.tflite_weights), graph.constant(layer.bias)]
    return graph.node("CONV_2D", inputs, shape, padding="SAME", strideW=layer.stride, strideH=layer.stride,
                      dilationWFactor=1, dilationHFactor=1, fusedActivationFunction=activation)


def model_of(net):
    """The .tflite file: `picture` [1, 128, 128, 3] from 0 to 1, `scores` and `boxes` as in the signature."""
    builder = ModelBuilder()
    builder.table.description = "finds circles, squares and triangles; litevk's own, Apache-2.0"
    graph = builder.subgraph()
    x = graph.input([1, drawing.SIDE, drawing.SIDE, 3], name="picture")
    side = drawing.SIDE
    for layer in net.down:
        side //= 2
        x = _conv(graph, x, layer, [1, side, side, len(layer.bias)], "RELU")
    for layer in net.around:
        shape = [1, side, side, len(layer.bias)]
        x = graph.node("ADD", [x, _conv(graph, x, layer, shape, "RELU")], shape)
    logits, boxes = (_conv(graph, x, head, [1, side, side, len(head.bias)], "NONE") for head in net.heads)
    scores = graph.node("LOGISTIC", [logits], [1, side, side, len(drawing.KINDS)])
    graph.table.tensors[scores].name, graph.table.tensors[boxes].name = "scores", "boxes"
    graph.outputs(scores, boxes)
    builder.signature("serving_default", 0)
    (signature,) = builder.table.signatureDefs
    for entry in [*signature.inputs, *signature.outputs]:
        entry.name = graph.table.tensors[entry.tensorIndex].name
    return builder.serialize()


def expected_of(model, picture):
    """Returns the shapes that ai-edge-litert's reference kernels find in the picture."""
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    from litevk.example import shapes_of

    reference = Interpreter(model_content=model, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    return shapes_of(**reference.get_signature_runner()(picture=picture))


def quality(model, rng, count):
    """Shares of the drawn shapes that are found, and of the found ones that were drawn."""
    found = drawn = right = 0
    for _ in range(count):
        picture, shapes = drawing.picture(rng)
        answers = expected_of(model, np.float32(picture[np.newaxis]) / 255)
        for shape in shapes:
            near = [answer for answer in answers if np.hypot(answer.x - shape.x, answer.y - shape.y) < 4]
            right += any(answer.kind == drawing.KINDS[shape.kind] for answer in near)
        found, drawn = found + len(answers), drawn + len(shapes)
    return right / drawn, right / max(found, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "python/litevk/example")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--pictures", type=int, default=300, help="how many the trained model is tried on (%(default)d)")
    arguments = parser.parse_args()
    path = arguments.out / "shapes.tflite"
    model = model_of(trained(np.random.default_rng(1), arguments.steps)) if arguments.steps else path.read_bytes()
    found, drawn = quality(model, np.random.default_rng(2), arguments.pictures)
    print(f"found {found:.3f} of the drawn, drawn {drawn:.3f} of the found")
    picture, _ = drawing.picture(np.random.default_rng(20), kinds=[0, 1, 2])
    arguments.out.mkdir(exist_ok=True)
    path.write_bytes(model)
    np.save(arguments.out / "picture.npy", picture)
    shapes = expected_of(model, np.float32(picture[np.newaxis]) / 255)
    rows = [vars(shape) for shape in shapes]
    (arguments.out / "expected.json").write_text(json.dumps(rows, indent=1) + "\n")
    for shape in shapes:
        print(shape)


if __name__ == "__main__":
    main()
