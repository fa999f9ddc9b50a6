#!/usr/bin/env bash
# Finds a face without a GPU: litevk.Interpreter alone beside ai-edge-litert's default, with both times, their ratio, and litevk's
# slowest nodes. Installs Python packages below build/demo; tools/install_dependencies.sh installs what the build needs.
#   tools/demo/on_the_cpu.sh [further options of tools/demo/on_the_cpu.py]
set -euo pipefail
if [[ "${1:-}" == -h || "${1:-}" == --help ]]; then
  sed -n '2,4s/^# //p' "$0"
  exit 0
fi
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cd "$root"
demo="$root/build/demo"

cmake --preset release >/dev/null
cmake --build --preset release --parallel "$(nproc)" --target litevk_python litevk-bench
if [[ ! -x "$demo/venv/bin/pip" ]]; then
  python3 -m venv "$demo/venv"
fi
"$demo/venv/bin/pip" install --quiet --disable-pip-version-check --requirement tools/demo/requirements.txt
"$demo/venv/bin/python" tools/demo/fetch_assets.py "$demo"
PYTHONPATH="$root/build/release/python" exec "$demo/venv/bin/python" tools/demo/on_the_cpu.py \
  --bench "$root/build/release/litevk-bench" --photo "$demo/astronaut.png" \
  --models "$demo/face_detection_short_range.tflite" "$demo/face_detection_back.tflite" "$@"
