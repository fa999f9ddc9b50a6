#!/usr/bin/env bash
# Installs a wheel into a fresh virtual environment, without a compiler in its path, and runs what README shows of Python and the
# face demo there, on the machine's CPU driver. With ROOT all of it happens in that root file system (debootstrap makes one,
# with python3-venv, libvulkan1 and mesa-vulkan-drivers), as the machine's own Python knows nothing of it.
#   tests/wheel/try_wheel.sh WHEEL PYTHON [ROOT]
set -euo pipefail
wheel="$(realpath "$1")"
python="$2"
root="${3:-}"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly assets=build/demo
mkdir -p "$assets"
python3 tools/demo/fetch_assets.py "$assets"

folder="$(mktemp -d -p "${root:-/tmp}")"
trap 'rm -rf "$folder"' EXIT
cp "$wheel" tools/demo/blazeface.py tools/demo/faces_in_python.py "$assets/astronaut.png" "$folder"
cp "$assets/face_detection_short_range.tflite" "$folder/model.tflite"
# The first example of README.md; the others need another interpreter.
sed -n '/^```python$/,/^```$/{/^```/!p;/^```$/q}' README.md >"$folder/readme.py"

cat >"$folder/steps.sh" <<'STEPS'
set -euo pipefail
cd "$1"
"$2" -m venv venv
mkdir bin && for program in env bash sh ls uname; do ln -s "$(command -v "$program")" bin/; done
venv="$PWD/venv/bin/python"
export PATH="$PWD/bin" LITEVK_ALLOW_CPU_DEVICE=1
"$venv" -m pip install --quiet --disable-pip-version-check --only-binary :all: ./litevk-*.whl pillow
"$venv" --version
"$venv" readme.py
"$venv" faces_in_python.py --model model.tflite --photo astronaut.png
"$venv" -m litevk devices
"$venv" -m litevk op-bench --help >help.txt
"$venv" -m litevk run model.tflite --delegate vulkan --compare cpu
"$venv" -m litevk doctor || true
STEPS
if [[ -n "$root" ]]; then
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  chroot "$root" bash "/$(basename "$folder")/steps.sh" "/$(basename "$folder")" "$python"
else
  bash "$folder/steps.sh" "$folder" "$python"
fi
