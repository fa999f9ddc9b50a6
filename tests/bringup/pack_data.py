"""Writes data.tar.xz, what the bring-up needs beside the programs: operator cases, models, inputs' seeds and goldens.

    build/test-env/litert-2.3.0/bin/python tests/bringup/pack_data.py --cases build/release/op_cases \\
        --models build/test-env/models build/release/networks --library build/release/liblitevk.so \\
        --case-bytes 1500000 --model-bytes 1000000 --out data.tar.xz

Runs in an environment that has ai-edge-litert, whose reference kernels compute the models' reference outputs. The least
important data are left out if the sizes exceed the limits. The archive holds

    index.json                          models in order of importance: roles, seeds, bounds, nodes delegated
    op_cases/index.json, op_cases/...   cases for litevk-delegate-test that run on the GPU

    models/NAME/model.tflite, values.npz, layers.json (of convolutional networks, for engines of other formats)
"""

import argparse
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in ("ops/harness", "real", "real/networks")]

import archive  # noqa: E402
import packed_cases  # noqa: E402
import packed_models  # noqa: E402


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--cases", type=pathlib.Path, required=True, help="the folder that tests/ops/generate.py filled")
    add("--models", type=pathlib.Path, nargs="*", default=[], help="folders with .tflite files")
    add("--library", type=pathlib.Path, required=True, help="liblitevk.so, which tells what of a model is delegated")
    add("--case-bytes", type=int, required=True, help="about how many bytes cases may have, compressed")
    add("--largest-case", type=int, default=2_000_000, help="the most bytes of a case, not compressed (%(default)d)")
    add("--model-bytes", type=int, required=True, help="about how many bytes models may have, compressed")
    add("--out", type=pathlib.Path, required=True)
    return parser.parse_args()


def main():
    arguments = parse()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        cases = packed_cases.write(arguments.cases, folder / "op_cases", arguments.case_bytes, arguments.largest_case)
        models = packed_models.write(arguments, folder)
        (folder / "index.json").write_text(json.dumps({"schema_version": 1, "models": models}, indent=1))
        archive.write(folder, arguments.out)
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes, {cases} cases, {len(models)} models")


if __name__ == "__main__":
    main()
