#!/usr/bin/env bash
# Fuzzes the model loader and the interpreter (tests/fuzz/model_fuzz.cc) from the operator cases' models, which the
# release build's tests leave in build/release/op_cases. Ends with status 0 when nothing was found; what was found stays
# in build/fuzz/findings.
#   tools/test/fuzz_models.sh files N            N files, from a fixed seed: what CI runs. Not quite the same each
#                                                time: threads are a part of what is covered
#   tools/test/fuzz_models.sh seconds N [JOBS]   others each time, and what earlier runs kept: a search, by hand
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seeds=build/fuzz/seeds findings=build/fuzz/findings
case "${1:-} $#" in
  "files 2") search=(-seed=1 -runs="$2") corpora=("$seeds") ;;
  "seconds 2" | "seconds 3") search=(-max_total_time="$2" -fork="${3:-1}") corpora=(build/fuzz/corpus "$seeds") ;;
  *)
    echo "usage: $0 files N | seconds N [JOBS]" >&2
    exit 2
    ;;
esac
rm -rf "$seeds"
mkdir -p "$findings" "${corpora[@]}"
# One case in sixteen: every operator is there, and they are read before the first mutation.
count=0
while IFS= read -r model; do
  count=$((count + 1))
  if ((count % 16 == 0)); then cp "$model" "$seeds/$count.tflite"; fi
done < <(find build/release/op_cases -name model.tflite -size -16k | sort)
if ((count == 0)); then
  echo "fuzz_models: no models in build/release/op_cases; run ctest --preset release -R op_cases first" >&2
  exit 1
fi

# The timeout is wall-clock time and the machine may be shared: a file takes a second or two at most by itself.
# In fork mode the fuzzer names every function that it reaches for the first time: kept in the log only.
log=build/fuzz/fuzz.log
status=0
build/asan-ubsan/litevk-model-fuzz "${search[@]}" -max_len=16384 -timeout=60 \
  -rss_limit_mb=3000 -artifact_prefix="$findings/" "${corpora[@]}" >"$log" 2>&1 || status=$?
if ((status != 0)); then
  tail -n 60 "$log" >&2
  echo "fuzz_models: found something, see $log and $findings" >&2
  exit "$status"
fi
grep '^#[0-9]' "$log" | tail -n 1
