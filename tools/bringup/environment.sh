# Sourced by what packs the bring-up's data: builds the release, makes the environment that computes goldens, and writes
# the operator cases and seeded networks where they are missing or older than the sources.
tools/install_dependencies.sh >/dev/null
cmake --preset release >/dev/null
cmake --build --preset release --parallel "$(nproc)" --target litevk_wheel litevk_opset_json >build/release/build.log || {
  tail -n 40 build/release/build.log >&2
  exit 1
}
tools/test/setup_env.sh --models
readonly python="build/test-env/litert-2.3.0/bin/python"
export LITEVK_OPSET="$PWD/build/release/opset.json" PYTHONDONTWRITEBYTECODE=1

# generate <folder> <command...>: runs the command where the folder is missing or something in tests/ is newer.
generate() {
  local folder="$1"
  shift
  if [[ -d "$folder" && -z "$(find tests/ops tests/real -newer "$folder" -type f \( -name '*.py' -o -name '*.json' \) -print -quit)" ]]; then
    return
  fi
  "$@" --out "$folder"
}
generate build/release/op_cases "$python" tests/ops/generate.py
generate build/release/networks "$python" tests/real/networks/write_networks.py

# pack_data <file> <bytes of cases> <most bytes of a case> <bytes of models>
pack_data() {
  "$python" tests/bringup/pack_data.py --cases build/release/op_cases --models build/test-env/models build/release/networks \
    --library build/release/liblitevk.so --case-bytes "$2" --largest-case "$3" --model-bytes "$4" --out "$1"
}
