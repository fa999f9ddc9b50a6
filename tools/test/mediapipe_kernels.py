"""Compares litevk-run with MediaPipe's own CPU kernels on one of its models and a photograph. Run by hand: only MediaPipe's
wheel has the kernels of its custom operators, and no other test needs the packages that it installs.

    python3 -m venv build/mediapipe && build/mediapipe/bin/pip install mediapipe==0.10.21
    build/mediapipe/bin/python tools/test/mediapipe_kernels.py --program build/release/litevk-run --image photo.jpg \
        --crop 60 360 110 410 --size 192 --model build/test-env/models/.../face_landmark_with_attention.tflite

Prints, for each output, its largest magnitude and the largest differences of litevk's kernels and of its delegate.
"""

import argparse
import pathlib
import subprocess
import tempfile

import cv2
import mediapipe as mp
import numpy as np
from mediapipe.python import packet_creator, packet_getter
from mediapipe.python._framework_bindings import calculator_graph

DELEGATE = ["--delegate", "vulkan", "--delegate-option=allow_cpu_device=1", "--delegate-option=partition_policy=all"]
HEAD = """
input_stream: "image"
node { calculator: "TfLiteCustomOpResolverCalculator" output_side_packet: "OP_RESOLVER:resolver"
  options { [mediapipe.TfLiteCustomOpResolverCalculatorOptions.ext] { use_gpu: false } } }
node { calculator: "TensorConverterCalculator" input_stream: "IMAGE:image" output_stream: "TENSORS:in"
  options { [mediapipe.TensorConverterCalculatorOptions.ext] { output_tensor_float_range { min: 0.0 max: 1.0 } } } }
node { calculator: "InferenceCalculator" input_stream: "TENSORS:in" output_stream: "TENSORS:out"
  input_side_packet: "OP_RESOLVER:resolver"
  options { [mediapipe.InferenceCalculatorOptions.ext] { model_path: "%s" delegate { tflite {} } } } }
"""
OUTPUT = 'node { calculator: "TensorsToFloatsCalculator" input_stream: "TENSORS:t%d" output_stream: "FLOATS:o%d" }\n'


def graph_of(model, outputs):
    names = " ".join(f'output_stream: "t{i}"' for i in range(outputs))
    ranges = " ".join(f"ranges {{ begin: {i} end: {i + 1} }}" for i in range(outputs))
    split = f'node {{ calculator: "SplitTensorVectorCalculator" input_stream: "out" {names} options {{ '
    split += f"[mediapipe.SplitVectorCalculatorOptions.ext] {{ {ranges} }} }} }}\n"
    streams = "".join(f'output_stream: "o{i}"\n' for i in range(outputs))
    return streams + HEAD % model + split + "".join(OUTPUT % (i, i) for i in range(outputs))


def run_mediapipe(model, image, outputs):
    graph = calculator_graph.CalculatorGraph(graph_config=graph_of(model, outputs))
    found = {}
    for index in range(outputs):
        graph.observe_output_stream(
            f"o{index}", lambda name, packet: found.update({name: np.float32(packet_getter.get_float_list(packet))}))
    graph.start_run()
    frame = mp.ImageFrame(image_format=mp.ImageFormat.SRGB, data=image)
    graph.add_packet_to_input_stream("image", packet_creator.create_image_frame(frame).at(0))
    graph.close_all_packet_sources()
    graph.wait_until_done()
    return [found[f"o{index}"] for index in range(outputs)]


def run_litevk(program, model, image, options=()):
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        np.save(folder / "input_0.npy", np.float32(image[None]) / 255)
        command = [program, model, "--input-dir", path, "--output-dir", str(folder / "out"), *options]
        subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL)
        count = len(list((folder / "out").glob("output_*.npy")))
        return [np.load(folder / "out" / f"output_{index}.npy").ravel() for index in range(count)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--program", "--model", "--image"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--crop", type=int, nargs=4, metavar=("TOP", "BOTTOM", "LEFT", "RIGHT"), required=True)
    parser.add_argument("--size", type=int, required=True, help="height and width of the model's input")
    args = parser.parse_args()
    top, bottom, left, right = args.crop
    photograph = cv2.cvtColor(cv2.imread(str(args.image)), cv2.COLOR_BGR2RGB)[top:bottom, left:right]
    image = cv2.resize(photograph, (args.size, args.size), interpolation=cv2.INTER_AREA)
    kernels = run_litevk(args.program, args.model, image)
    delegate = run_litevk(args.program, args.model, image, DELEGATE)
    theirs = run_mediapipe(args.model.resolve(), image, len(kernels))
    for index, (expected, *ours) in enumerate(zip(theirs, kernels, delegate)):
        differences = (f"{np.max(np.abs(values - expected)):.2e}" for values in ours)
        print(f"output {index}: largest {np.max(np.abs(expected)):.4g}, differences", *differences)


if __name__ == "__main__":
    main()
