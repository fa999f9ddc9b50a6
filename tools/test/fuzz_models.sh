#!/usr/bin/env bash
# Runs damaged models in the loader, the interpreter and the delegate (tests/fuzz/model_fuzz.cc), and in the converter to
# ONNX (convert_fuzz.cc), with sanitizers. The models are damaged copies of the operator cases' models, which the sanitized
# build's tests leave in build/asan-ubsan/op_cases. Ends with status 0 when nothing was found. Findings stay in
# build/fuzz/findings.
#
#   tools/test/fuzz_models.sh files N [convert [SEED]]:
#     Runs the files of tests/fuzz/found, N files of tools/test/mutate_models.py, and a fifth as many of damage_scales.py.
#     A seed always gives the same files. With `convert`, convert_fuzz.cc reads them in place of model_fuzz.cc.
#
#   tools/test/fuzz_models.sh seconds N [JOBS]:
#     Runs libFuzzer's own search with model_fuzz.cc, by hand, from the corpus that earlier searches kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
python=build/test-env/litert-2.3.0/bin/python
cases=build/asan-ubsan/op_cases findings=build/fuzz/findings
usage() {
  echo "usage: $0 files N [convert [SEED]] | seconds N [JOBS]" >&2
  exit 2
}

# fuzz <program> <arguments>: runs a fuzzer. The timeout is long, since it is wall-clock time and the machine may be shared. On
# an idle machine a file takes a second or two at most.
fuzz() {
  local status=0 log="build/fuzz/$1.log"
  "build/asan-ubsan/litevk-$1-fuzz" -timeout=60 -rss_limit_mb=3000 "${@:2}" >"$log" 2>&1 || status=$?
  if ((status == 0)); then return; fi
  tail -n 60 "$log" >&2
  echo "fuzz_models: found something, see $log and $findings" >&2
  # Keeps the file that ended the program, since the fuzzer itself keeps none when it runs files.
  local file
  file="$(sed -n 's/^Running: //p' "$log" | tail -n 1)"
  if [[ -n "$file" ]]; then cp "$file" "$findings/" && echo "fuzz_models: at $file" >&2; fi
  exit "$status"
}

run_files() {
  local files=build/fuzz/files scales=build/fuzz/scales
  "$python" tools/test/mutate_models.py --cases "$cases" --out "$files" --count "$1" --seed "${3:-1}"
  "$python" tools/test/damage_scales.py --cases "$cases" --out "$scales" --count "$(($1 / 5))"
  fuzz "$2" tests/fuzz/found/* "$files"/* "$scales"/*
  echo "fuzz_models: $(grep -c '^Executed ' "build/fuzz/$2.log") files"
}

# Seeds the search with one case in sixteen, which covers every operator and is read quickly. Adds the quantized models of
# every operator and combination of types. In fork mode the fuzzer prints every function that it reaches for the first time,
# so its output goes into the log only.
search() {
  local seeds=build/fuzz/seeds count=0 model
  "$python" tools/test/damage_scales.py --cases "$cases" --out "$seeds" --seeds
  mkdir -p build/fuzz/corpus
  while IFS= read -r model; do
    count=$((count + 1))
    if ((count % 16 == 0)); then cp "$model" "$seeds/$count.tflite"; fi
  done < <(find "$cases" -name model.tflite -size -16k | sort)
  fuzz model -max_len=16384 -artifact_prefix="$findings/" -max_total_time="$1" -fork="$2" build/fuzz/corpus "$seeds"
  grep '^#[0-9]' build/fuzz/model.log | tail -n 1
}

mkdir -p "$findings"
case "${1:-} $#" in
  "files 2") run_files "$2" model ;;
  "files 3" | "files 4") if [[ "$3" == convert ]]; then run_files "$2" convert "${4:-1}"; else usage; fi ;;
  "seconds 2" | "seconds 3") search "$2" "${3:-1}" ;;
  *) usage ;;
esac
