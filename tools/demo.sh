#!/usr/bin/env bash
# Builds the delegate and finds a face with it: a real photograph, a real MediaPipe model, the interpreter
# from PyPI. Installs what it needs (Debian packages, and Python packages below build/demo).
#   tools/demo.sh [further options of tools/demo/face_detection.py]
set -euo pipefail
# Before anything is installed or built.
if [[ "${1:-}" == -h || "${1:-}" == --help ]]; then
  sed -n '2,4s/^# //p' "$0"
  exit 0
fi
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
demo="$root/build/demo"

echo "== Packages"
tools/install_dependencies.sh

echo "== Build"
cmake --preset release >/dev/null
cmake --build --preset release --parallel "$(nproc)" --target litevk litevk-devices

echo "== Interpreter, photograph and model"
if [[ ! -x "$demo/venv/bin/pip" ]]; then
  python3 -m venv "$demo/venv"
fi
"$demo/venv/bin/pip" install --quiet --disable-pip-version-check --requirement tools/demo/requirements.txt
"$demo/venv/bin/python" tools/demo/fetch_assets.py "$demo"

echo "== Devices"
build/release/litevk-devices || true

echo "== Face detection"
exec "$demo/venv/bin/python" tools/demo/face_detection.py \
  --library "$root/build/release/liblitevk.so" \
  --model "$demo/face_detection_short_range.tflite" \
  --photo "$demo/astronaut.png" \
  --out "$demo/face_detection.png" "$@"
