"""Finds the faces of a photograph with MediaPipe's detector, in the stock interpreter and on Vulkan.

Prints what ran where, how far the two runs differ, and how long they took; draws the faces found on
Vulkan. Exits with 1 when nothing was delegated, the outputs disagree, or no face was found.
"""

import argparse
import collections
import os
import pathlib
import sys

import numpy as np
from PIL import Image, ImageDraw

import blazeface
import measured_run

# Up to this many nodes left to the interpreter are listed one by one as well.
LIST_LIMIT = 20


def run_on_vulkan(library, model, image, repeats, report_path) -> tuple[measured_run.Run, bool]:
    """Runs on a GPU; without one, says so, runs on a CPU driver and returns True as the second value."""
    # With strict, a failing device is an error rather than a silent run on the CPU.
    options = {"strict": "1", "report_path": str(report_path)}
    os.environ.pop("LITEVK_ALLOW_CPU_DEVICE", None)  # the first attempt takes GPUs only
    try:
        run = measured_run.measure(model, image, repeats=repeats, library=library, options=options)
        return run, False
    except (RuntimeError, ValueError) as error:
        print(f"No GPU is used: {' '.join(str(error).split())}")
        print("Trying again with allow_cpu_device=1, and partition_policy=all, as a CPU driver does not pay.\n")
    options |= {"allow_cpu_device": "1", "partition_policy": "all"}
    return measured_run.measure(model, image, repeats=repeats, library=library, options=options), True


def report_nodes(report: dict) -> list[dict]:
    return [node for subgraph in report["subgraphs"] for node in subgraph["nodes"]]


def print_placement(report: dict) -> bool:
    """Prints what ran where; False when nothing was delegated."""
    nodes = report_nodes(report)
    left = [node for node in nodes if not node["delegated"]]
    partitions = {node["partition"] for node in nodes if node["partition"] is not None}
    print(f"Delegated:     {len(nodes) - len(left)} of {len(nodes)} nodes, partitions: {len(partitions)}")
    counts = collections.Counter((node["op"], node["reason"]) for node in left)
    for (op, reason), count in counts.most_common():
        print(f"  {count:4} x {op}: {reason}")
    if len(left) <= LIST_LIMIT:
        for node in left:
            print(f"  node {node['index']}: {node['op']} version {node['version']}: {node['reason']}")
    return bool(partitions)


def print_differences(stock: measured_run.Run, vulkan: measured_run.Run) -> bool:
    """Prints the largest difference of each output; False when one is above its tolerance."""
    agree = True
    print("Differences:   largest, over the output's largest magnitude")
    for name, expected in stock.outputs.items():
        magnitude = float(np.max(np.abs(expected)))
        difference = float(np.max(np.abs(vulkan.outputs[name] - expected)))
        tolerance = max(1e-4 * magnitude, 1e-6)
        within = difference <= tolerance  # false for a NaN too
        agree = agree and within
        print(
            f"  {name}: {difference:.3g} ({difference / max(magnitude, 1e-30):.2g} of {magnitude:.3g}), "
            f"tolerance {tolerance:.3g}: {'agrees' if within else 'DISAGREES'}"
        )
    return agree


def print_times(stock: measured_run.Run, vulkan: measured_run.Run, repeats: int, on_cpu: bool) -> None:
    print(f"Latency:       median of {repeats} runs; cold start: create, allocate, first inference")
    print(f"  interpreter alone:  {stock.latency_ms:8.2f} ms, cold start {stock.cold_start_ms:8.1f} ms")
    print(f"  with the delegate:  {vulkan.latency_ms:8.2f} ms, cold start {vulkan.cold_start_ms:8.1f} ms")
    if on_cpu:
        print("  The device is a CPU driver: these times say nothing about a GPU.")


def draw(photo: Image.Image, faces: list[blazeface.Face], path: pathlib.Path) -> None:
    canvas = photo.copy()
    pen = ImageDraw.Draw(canvas)
    for face in faces:
        pen.rectangle(face.box.tolist(), outline=(0, 255, 0), width=3)
        label = pen.textbbox((face.box[0], face.box[1]), f" {face.score:.2f} ", anchor="lb")
        pen.rectangle(label, fill=(0, 255, 0))
        pen.text(label[:2], f" {face.score:.2f} ", fill=(0, 0, 0))
        for x, y in face.key_points:
            pen.ellipse((x - 3, y - 3, x + 3, y + 3), fill=(255, 0, 0), outline=(255, 255, 255))
    canvas.save(path)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=pathlib.Path, required=True, help="liblitevk.so")
    parser.add_argument("--model", type=pathlib.Path, required=True, help="a BlazeFace .tflite")
    parser.add_argument("--photo", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the picture to write, a PNG")
    parser.add_argument("--repeats", type=int, default=50, help="timed inferences, default %(default)s")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    photo = Image.open(arguments.photo).convert("RGB")
    size = measured_run.input_size(arguments.model)
    image, fit = blazeface.make_input(photo, size)

    stock = measured_run.measure(arguments.model, image, repeats=arguments.repeats)
    vulkan, on_cpu = run_on_vulkan(
        arguments.library, arguments.model, image, arguments.repeats, arguments.out.with_suffix(".json")
    )

    print(f"Model:         {arguments.model.name}, input {size}x{size}")
    print(f"Device:        {vulkan.report['device']}")
    delegated = print_placement(vulkan.report)
    agree = print_differences(stock, vulkan)
    print_times(stock, vulkan, arguments.repeats, on_cpu)

    if not delegated or not agree:
        reason = "the outputs disagree" if delegated else "nothing was delegated"
        print(f"FAILED: {reason}", file=sys.stderr)
        return 1

    faces = blazeface.find_faces(vulkan.outputs, size, fit)
    print(f"Faces:         {len(faces)}")
    for face in faces:
        print(f"  score {face.score:.3f}, box {np.round(face.box).astype(int).tolist()}")
    draw(photo, faces, arguments.out)
    print(f"Picture:       {arguments.out}")
    if not faces:
        print("FAILED: no face was found", file=sys.stderr)
    return 0 if faces else 1


if __name__ == "__main__":
    sys.exit(main())
