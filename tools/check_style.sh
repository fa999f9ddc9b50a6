#!/usr/bin/env bash
# Checks the project's own sources with clang-format and, unless --format-only, clang-tidy. Both have the versions below, from
# PyPI (build/test-env/style), since each Debian has its own and each version another opinion. The build must be there:
# clang-tidy reads build/release/compile_commands.json and the generated headers.
# Reads the subjects of the change's commits too (tools/test/commit_subjects.py).
#   tools/check_style.sh [--format-only | --touched | --full | --analyze]
#     --touched   clang-tidy on what the change touched alone; otherwise on a share of the other sources too
#                 (tools/test/tidy_files.py)
#     --full      on all sources
#     --analyze   on all sources, clang's static analyzer too, which takes as long again
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly pinned=(clang-format==14.0.6 clang-tidy==22.1.8)
tools/test/make_venv.sh build/test-env/style "${pinned[@]}"
# The programs themselves: the wheels' scripts around them need setuptools, which newer Pythons do not bring.
packages="$(build/test-env/style/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
clang_format="$packages/clang_format/data/bin/clang-format"
clang_tidy="$packages/clang_tidy/data/bin/clang-tidy"

# Sources by their endings, tracked or new, whoever owns the checkout.
sources() {
  git -c safe.directory='*' ls-files --cached --others --exclude-standard -- "$@" | sort -u
}

mapfile -t files < <(sources '*.h' '*.cc')
if [[ ${#files[@]} -eq 0 ]]; then
  echo "check_style: no sources found" >&2
  exit 1
fi
"$clang_format" --dry-run -Werror "${files[@]}"
echo "clang-format: ${#files[@]} files are formatted"
python3 tools/test/commit_subjects.py
if [[ "${1-}" == --format-only ]]; then
  exit 0
fi

# Only what the build compiles can be checked: a file that no target has is not in the database. The database was written
# for GCC and names warnings that clang does not know. C has other rules. The tests of the
# interpreter and of versions are left out: together they take longer than all of the library.
# Nor can clang read the precompiled headers of GCC: the sources include all that they use, so it goes without. GCC's
# std::stable_sort calls what GCC's own headers call deprecated, which is not ours to mend.
mkdir -p build/clang_tidy
sed 's# -Winvalid-pch -include [^ ]*/cmake_pch\.hxx##' build/release/compile_commands.json \
  >build/clang_tidy/compile_commands.json
own="$PWD/(bench|delegate|onnx|runtime|kernels_ref|kernels_cpu|tools|tests/(bench|delegate|environment|host|kernels_ref|kernels_cpu|onnx|runtime)|tests/tools/program)/.*\.cc"
left_out="/(litevk-test-(interpreter|versioning)|litevk_(test_model|damaged_models))\.dir/"
# compiled PATHS LEFT_OUT: the files of the database that match PATHS, once each, but for those of targets that match LEFT_OUT.
compiled() {
  python3 -c 'import json, re, sys
paths, left_out = sys.argv[1:]
entries = json.load(open("build/clang_tidy/compile_commands.json"))
files = {entry["file"] for entry in entries if not re.search(left_out, entry["command"])}
print("\n".join(sorted(file for file in files if re.fullmatch(paths, file))))' "$@"
}
checks=
if [[ "${1-}" == --full || "${1-}" == --analyze ]]; then
  export LITEVK_FULL=1
fi
if [[ "${1-}" == --analyze ]]; then
  checks="clang-analyzer-*,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling"
fi
mapfile -t taken < <(compiled "$own" "$left_out" | python3 tools/test/tidy_files.py $([[ "${1-}" == --touched ]] && echo --touched))
if [[ "${1-}" == --touched && ${#taken[@]} -eq 0 ]]; then exit 0; fi
if [[ ${#taken[@]} -eq 0 ]]; then
  echo "check_style: no sources for clang-tidy" >&2
  exit 1
fi
arguments=(-Wno-unknown-warning-option -Wno-deprecated-declarations)
# A template of FlatBuffers 1.12, Ubuntu 22.04's, assigns what cannot be assigned. Nobody instantiates it.
if grep -qs "define FLATBUFFERS_VERSION_MAJOR 1" /usr/include/flatbuffers/base.h; then
  arguments+=(-fdelayed-template-parsing -Wno-delayed-template-parsing-in-cxx20)
fi
if ! printf '%s\n' "${taken[@]}" | xargs -d '\n' -n 1 -P "$(nproc)" "$clang_tidy" -quiet -checks="$checks" -p build/clang_tidy \
  "${arguments[@]/#/-extra-arg=}" >build/clang_tidy.log 2>&1; then
  findings="$(sed 's/\x1b\[[0-9;]*m//g' build/clang_tidy.log | grep -E '(warning|error):' | sort -u || true)"
  echo "${findings:-$(tail -n 20 build/clang_tidy.log)}" >&2
  echo "clang-tidy: failed, see build/clang_tidy.log" >&2
  exit 1
fi
echo "clang-tidy: clean"
