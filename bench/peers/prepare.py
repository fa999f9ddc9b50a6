"""Creates the files that the peers load, once: networks, inputs, references, and each engine's own format."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def iree_folder(target):
    """Returns the folder of the modules for one target, relative to the folder of the models."""
    return f"iree-{target or 'default'}"


class Failure(Exception):
    """A converter failed; the text is the end of its output."""


def run(command, log):
    """Runs a converter. Its output goes to a file, whose end becomes the failure's text."""
    with open(log, "a") as output:
        status = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT).returncode
    if status != 0:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-20:])
        raise Failure(f"{tail}\nprepare: {' '.join(map(str, command))} failed; see {log}")


def to_ncnn(build, model, log):
    target = model.with_suffix(".ncnn.bin")
    if target.exists():
        return
    print(f"{model.stem}: ncnn", flush=True)
    (pnnx,) = build.glob("ncnn/lib/python3*/site-packages/pnnx/pnnx")
    # Uses a scratch folder, since pnnx leaves other files beside its input.
    with tempfile.TemporaryDirectory(dir=model.parent) as scratch:
        run([pnnx, shutil.copy(model, scratch), "fp16=0"], log)
        # The .bin file comes last: its presence means that both files are complete.
        for suffix in ("param", "bin"):
            (Path(scratch) / f"{model.stem}.ncnn.{suffix}").rename(model.with_suffix(f".ncnn.{suffix}"))


def to_iree(build, model, target, log):
    module = model.parent / iree_folder(target) / f"{model.stem}.vmfb"
    if module.exists():
        return
    print(f"{model.stem}: IREE", flush=True)
    module.parent.mkdir(exist_ok=True)
    tools = build / "iree/bin"
    target_option = [f"--iree-vulkan-target={target}"] if target else []
    with tempfile.TemporaryDirectory(dir=model.parent) as scratch:
        source, partial = Path(scratch) / "model.mlir", Path(scratch) / "model.vmfb"
        run([tools / "iree-import-onnx", model, "-o", source], log)
        compile_model = [tools / "iree-compile", source, "--iree-hal-target-device=vulkan", "-o", partial]
        run(compile_model + target_option, log)
        partial.rename(module)


def attempt(convert, *arguments):
    """Converts a network; only prints a failure. The peer then cannot load the network, and the tables say
    so."""
    try:
        convert(*arguments)
    except Failure as failure:
        print(failure, flush=True)


def prepare(build, settings):
    """Fills build/models with the files that the peers need of the networks. Existing files are kept: remove
    that folder after a change of networks.py."""
    models = build / "models"
    models.mkdir(parents=True, exist_ok=True)
    log = build / "prepare.log"
    log.write_text("")

    def make(environment, script, *options):
        print(f"Networks: {script}", flush=True)
        try:
            run([build / environment / "bin/python", HERE / script, models, *options], log)
        except Failure as failure:
            sys.exit(str(failure))

    make("networks", "make_networks.py", "--models", *settings.models)
    make("litert", "make_reference.py")
    if {"ncnn", "iree"}.isdisjoint(settings.peers):
        return
    make("networks", "make_onnx.py")
    for model in sorted(models.glob("*.onnx")):
        if "ncnn" in settings.peers:
            attempt(to_ncnn, build, model, log)
        if "iree" in settings.peers:
            attempt(to_iree, build, model, settings.iree_target, log)
