#!/usr/bin/env bash
# Cross-compiles for arm64, which checks the static assertions on the C ABI's layout, and tests under qemu-user. The emulated
# processor is the oldest one that the wheel supports. Runs the C++ tests that need no device, and the operator cases on the
# reference kernels, through the delegate. CASES is the folder of cases of the release build.
#
#   tools/test/arm64.sh CASES
set -euo pipefail
cases="$(cd "$1" && pwd)"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tools/install_dependencies.sh --with-arm64
readonly arch=aarch64
source tools/wheel/environment.sh

readonly emulator=(qemu-aarch64-static -cpu cortex-a53 -L /usr/aarch64-linux-gnu)
emulator_list="$(IFS=';' && echo "${emulator[*]}")"
# Configured as for the wheel, so that both share the compiled files.
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DLITEVK_ONE_LIBRARY=ON -DLITEVK_BUILD_TESTS=ON \
  "-DCMAKE_CROSSCOMPILING_EMULATOR=$emulator_list" >/dev/null
tests=(litevk-test-unit litevk-test-lower litevk-test-interpreter)
cmake --build "$build" --parallel "$(nproc)" --target litevk litevk-delegate-test "${tests[@]}"

begin=$SECONDS
export TEST_TMPDIR="$build/test_files/"
mkdir -p "$TEST_TMPDIR"
without=(
  '*.RunsOnADevice'                      # there is no driver for arm64 here
  'DriverLibrariesDeathTest.*'           # an emulated program cannot start itself again
  'IsaTest.HasWhatTheSystemSays'         # /proc/cpuinfo is the building machine's
  'ProcessTest.AMissingProgramIsAnError' # the emulator's vfork() is a fork(), and its parent does not hear of the error
  'CancellationTest.*'                   # zig links its own unwinder, and glibc ends a thread with that of libgcc
)
filter="-$(IFS=: && echo "${without[*]}")"
for test in "${tests[@]}"; do "${emulator[@]}" "$build/$test" --gtest_brief=1 --gtest_filter="$filter"; done
# Dot products, which the oldest processor does not have.
"${emulator[@]/cortex-a53/max}" "$build/litevk-test-unit" --gtest_brief=1 --gtest_filter='*neondot*'
# The cases run in one process, for the same reason: a crash ends the script. A result is 0 for a case that passed and 2 if
# the delegate leaves the operator to the interpreter. Anything else is a failure.
run_cases=("$build/litevk-delegate-test" --delegate "$build/liblitevk.so" -o backend=reference
  -o partition_policy=all --cases "$cases")
"${emulator[@]}" "${run_cases[@]}" --list >"$build/names.txt"
count="$(wc -l <"$build/names.txt")"
"${emulator[@]}" "${run_cases[@]}" --run-from 0 --run-count "$count" 2>/dev/null |
  sed -n 's/^litevk-delegate-test-result //p' >"$build/results.txt"
# The sign of a NaN depends on the processor, and the cases were made on x86-64 (docs/NUMERICS.md).
readonly signs_of_nan='svdf/non_finite_sign_bit'
paste "$build/results.txt" "$build/names.txt" | grep -v '^[02] ' | cut -f 2 | grep -vxF "$signs_of_nan" |
  sort >"$build/failed.txt" || true
echo "operator cases: $count, $(grep -c '^0 ' "$build/results.txt") passed, $(wc -l <"$build/failed.txt") failed"
[[ "$(wc -l <"$build/results.txt")" == "$count" ]]
cat "$build/failed.txt"
[[ ! -s "$build/failed.txt" ]]
echo "arm64: all tests ran in $((SECONDS - begin)) seconds"
