"""Removes each part of each key of key_parts.py, and reports the constants that would then be shared wrongly. By hand:

    python tests/ops/wrong_keys.py build --build build/release --out /tmp/keys    # makes the planner

    python tests/ops/wrong_keys.py models --out /tmp/keys --share 8               # twins of one case in eight (harness/twins.py)

    python tests/ops/wrong_keys.py run --out /tmp/keys

The planner is litevk-check-limits, which lowers models without a device, with changed sources. It writes every constant of a
plan, and keeps the parts of keys apart. It reports two constants that differ and have the same key without a part. Two that
differ with the same whole key are a fault of the code itself. The exit status is 1 in that case, and if no model shows
that a part is missing.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "ops" / "harness")]

import relink  # noqa: E402
from key_parts import PARTS  # noqa: E402

_PROGRAM = "litevk-check-limits"
_SOURCES = pathlib.Path(__file__).with_name("wrong_keys_sources")
# Code to insert after a text: records where a plan makes constants, and more buffers of the device, so that more is fused.
_ADDED = (
    ("delegate/lower/lowering.cc", ' + " elements";\n', "  key = RecordedKey(out_, key, BytesOf(elements, storage), write);\n"),
    ("tests/limits/check_limits.cc", "  gpu::DeviceLimits limits;\n", "  limits.max_bound_storage_buffers = 64;\n"),
)


def changed_texts():
    """The texts of the changed sources, with marks around each part."""
    texts = {}
    for number, part in enumerate(PARTS):
        text = texts.get(part.file, (ROOT / part.file).read_text())
        within = part.within or part.text
        if text.count(within) != 1 or within.count(part.text) != 1:
            raise ValueError(f"{part.file}: {within!r} stands there {text.count(within)} times, expected once: key_parts.py")
        call = f"MarkedPart({number}, {part.form.replace('@', part.text)})"
        texts[part.file] = text.replace(within, within.replace(part.text, call))
    for name, before, added in _ADDED:
        text = texts.get(name, (ROOT / name).read_text())
        if text.count(before) != 1:
            raise ValueError(f"{name}: {before!r} stands there {text.count(before)} times, expected once")
        texts[name] = text.replace(before, before + added)
    return {name: f'#include "{_SOURCES / "marked_part.h"}"\n{text}' for name, text in texts.items()}


def build(build_folder, out):
    """Compiles the changed sources, and links the program with them in place of its own."""
    relink.relink(build_folder, _PROGRAM, changed_texts(), out)


def write_models(out, stems, share):
    """Writes the models of the twins that TFLite takes below `out`."""
    import reference_kernels
    import twins

    shutil.rmtree(out, ignore_errors=True)
    for stem in stems or twins.taken_stems():
        groups, _ = twins.asked(list(twins.batches(stem, lambda name: twins.is_in_share(name, share))))
        for number, nodes in enumerate(groups):
            model = reference_kernels.with_inferred_shapes(nodes[0].together(nodes)[0], nodes[0].oracle)
            folder = out / stem / str(number)
            folder.mkdir(parents=True)
            (folder / "model.tflite").write_bytes(model)
        print(f"{stem}: {len(groups)} models", flush=True)


def run(program, models):
    """The parts without which constants would be shared wrongly, keyed by number, each with the two keys; -1: whole keys."""
    process = subprocess.run([program, models, "--one-each"], capture_output=True, text=True, errors="replace")
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{program} ends with status {process.returncode}: {process.stderr}")
    lines = re.findall(r"^key part (-?\d+): (.*)$", process.stderr, re.MULTILINE)
    return {int(number): text for number, text in reversed(lines)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["build", "models", "run"])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release", help="a folder that is built")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder of the planner and the models")
    parser.add_argument("--op", action="append", metavar="STEM", help="only twins of this operator's cases")
    parser.add_argument("--share", type=int, default=1, help="twins of one case in so many")
    args = parser.parse_args()
    out = args.out.resolve()
    if args.what == "build":
        return build(args.build.resolve(), out)
    if args.what == "models":
        return write_models(out / "models", args.op, args.share)
    found = run(out / _PROGRAM, out / "models")
    for number, part in enumerate(PARTS):
        print(f"{number:3} {part.file}: {part.text}: {found.get(number, 'NOT SEEN')}")
    unseen = [number for number in range(len(PARTS)) if number not in found]
    print(f"{len(PARTS) - len(unseen)} of {len(PARTS)} parts are seen; whole keys: {found.get(-1, 'none of other content')}")
    return 1 if unseen or -1 in found else 0


if __name__ == "__main__":
    sys.exit(main())
