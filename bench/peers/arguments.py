"""The command line of run.sh. Run alone, which needs no packages, it checks the arguments and prints the environments
that they need, or help."""

import argparse
import math
import sys
from pathlib import Path

import peers

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools/test"))
import driver_file  # noqa: E402

BUILD = ROOT / "build/peers"
FEATURE_LAYER = ROOT / "build/release/feature_layer"  # feature_layer/feature_layer.cc
SWIFTSHADER = ROOT / "build/test-env/swiftshader/vk_swiftshader_icd.json"
MODELS = (
    "conv1x1_256_28",
    "conv3x3_64_56",
    "dw3x3_128_56",
    "add_56x56x64",
    "maxpool3x3s2_112x64",
    "mobilenetv1_224",
    "mobilenetv2_224",
    "resnet18_224",
    "vit_tiny_224",
    "bert_mini_128",
    "ds_cnn",
    "mobilenetv1_224_int8",
    "mobilenetv2_224_int8",
    "resnet18_224_int8",
    "vit_tiny_224_int8",
    "bert_mini_128_int8",
    "ds_cnn_int8",
)
CHOICES = tuple(name for name in peers.PEERS if name != peers.BEFORE)


def _driver(text):
    if text == "lavapipe":
        try:
            text = driver_file.driver_file("lvp")
        except driver_file.NotFound as error:
            raise argparse.ArgumentTypeError(str(error)) from None
    path = (SWIFTSHADER if text == "swiftshader" else Path(text)).resolve()
    if not path.is_file():
        hint = "; tools/test/setup_env.sh makes it" if text == "swiftshader" else ""
        raise argparse.ArgumentTypeError(f"no driver file {path}{hint}")
    return path


def _file(text):
    path = Path(text).resolve()
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"no file {path}")
    return path


def _number(text):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError("must be a number")
    return value


def _count(text):
    value = _number(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    if not value.is_integer():
        raise argparse.ArgumentTypeError("must be a whole number")
    return int(value)


def _seconds(text):
    value = _number(text)
    if value <= 0:
        raise argparse.ArgumentTypeError("must be more than 0")
    return value


def parse():
    parser = argparse.ArgumentParser(
        prog="bench/peers/run.sh",
        description="Measures litevk beside other engines. See bench/peers/README.md.",
    )
    add = parser.add_argument
    add(
        "--driver",
        type=_driver,
        default="lavapipe",
        help="lavapipe (default), swiftshader, or the JSON file of a Vulkan driver",
    )
    add("--models", nargs="+", choices=MODELS, default=MODELS, metavar="MODEL", help=", ".join(MODELS))
    add(
        "--peers",
        nargs="+",
        choices=CHOICES,
        metavar="PEER",
        help=f"{', '.join(CHOICES)} (all of them; with --before litevk alone, with --cpu those of the CPU)",
    )
    add("--cpu", action="store_true", help="the CPU's kernels of each interpreter alone, with one thread and two")
    add("--rounds", type=_count, default=7, help="rounds of warm inferences, interleaved over the peers (7)")
    add("--round-seconds", type=_seconds, default=1.0, help="about how long a peer is timed in one round (1)")
    add("--starts", type=_count, default=3, help="cold starts of each kind (3)")
    add("--library", type=_file, default=ROOT / "build/release/liblitevk.so", help="the litevk to measure")
    add("--before", type=_file, metavar="LIBRARY", help="another litevk, to measure --library beside it")
    add(
        "--iree-target",
        help="iree-compile's --iree-vulkan-target (llvmpipe for lavapipe, otherwise its default)",
    )
    add("--timeout", type=_seconds, default=600.0, help="seconds after which a silent peer is given up (600)")
    add("--out", type=Path, help="where the results go (build/peers/results/<driver>)")
    arguments = parser.parse_args()
    arguments.peers = _peers(arguments, parser)
    if arguments.iree_target is None:
        # IREE's code is only correct if subgroups have the size that its target promises.
        arguments.iree_target = "llvmpipe" if arguments.driver.name.startswith("lvp_") else ""
    folder = "cpu" if arguments.cpu else arguments.driver.stem
    arguments.out = (arguments.out or BUILD / "results" / folder).resolve()
    package = peers.package_of(arguments.library) / "__init__.py"
    needed = dict.fromkeys((name for name, peer in peers.PEERS.items() if peer.is_own_cpu), package) | {"litevk": arguments.library, peers.TWIN: arguments.library, "webgpu": FEATURE_LAYER / "feature_layer.json"}
    for peer, path in needed.items():
        if peer in arguments.peers and not path.is_file():
            parser.error(f"no {path}; build it: cmake --preset release && cmake --build --preset release")
    return arguments


def _peers(arguments, parser):
    """Returns the names of the peers to measure."""
    if arguments.cpu:
        if arguments.peers or arguments.before:
            parser.error("argument --cpu: names the peers itself, leave --peers and --before out")
        return peers.ON_CPU
    names = arguments.peers or (("litevk",) if arguments.before else CHOICES)
    if not arguments.before:
        return tuple(names)
    if "litevk" not in names:
        parser.error("argument --before: needs litevk among --peers")
    return (peers.BEFORE, *names)


def environments(settings):
    """Returns the environments of requirements/ that the peers need, and those for networks, references and the
    report."""
    return sorted({"networks", "litert", "report"} | {peers.PEERS[name].environment for name in settings.peers})


if __name__ == "__main__":
    print(*environments(parse()))
