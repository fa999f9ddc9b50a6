#!/usr/bin/env bash
# Installs what the tests need, builds the release build, runs its tests and the style checks. Ends with "N passed, N failed".
# The slowest tests and clang-tidy run in shares, and all of what the change touched; further shares run while there is time
# (tools/test/stages.py).
#   tools/run_tests.sh [--full | --quick | --changed | --op STEM | --build NAME]
#     --full       every build, and all of what runs in shares
#     --quick      the release build and its tests labelled quick, nothing else
#     --changed    the release build, the quick tests, and those of what the change touched (tools/test/suites.py)
#     --op STEM    the release build and the cases of one operator (tests/ops/cases/STEM_cases.json) on lavapipe
#     --build NAME one of the other builds in place of the release build: sanitizers (AddressSanitizer and
#                  UndefinedBehaviorSanitizer, with some fuzzing), wheel, arm64 (under qemu)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  echo "usage: $0 [--full | --quick | --changed | --op STEM | --build sanitizers|wheel|arm64]" >&2
  exit 2
}

mode=all
op=
builds=(release)
case "${1-}${2+ with a value}" in
  "") ;;
  --full)
    export LITEVK_FULL=1
    builds+=(sanitizers wheel arm64)
    ;;
  --quick) mode=quick ;;
  --changed) mode=changed ;;
  "--op with a value") mode=op op="$2" ;;
  "--build with a value")
    if [[ ! "$2" =~ ^(sanitizers|wheel|arm64)$ ]]; then usage; fi
    builds=("$2")
    ;;
  *) usage ;;
esac

# Compilers, pip and drivers cache inside the checkout and nowhere else.
export XDG_CACHE_HOME="$PWD/build/cache"
mkdir -p "$XDG_CACHE_HOME"
# Without it ccache keeps nothing that was compiled with a precompiled header, which is most of the tests.
export CCACHE_SLOPPINESS="${CCACHE_SLOPPINESS:-pch_defines,time_macros}"
# With it ccache reads from the compiler's own list what a source includes, and need not preprocess it for that.
export CCACHE_DEPEND=1
# Continuous integration builds a checkout once: an empty cache took 27 of the 84 seconds in which it built kernels_ref.
if [[ "${CI-}" == true ]]; then export CCACHE_DISABLE=1; fi
cores="$(nproc)"
minutes=45 # that a run takes before it begins no further stage
passed=0
failed=0
calls=0
summary=()
failures=()

# count <name> <passed> <failed>
count() {
  passed=$((passed + $2))
  failed=$((failed + $3))
  summary+=("$(printf '%-28s %4d passed, %4d failed' "$1" "$2" "$3")")
}

# One command that passes or fails as a whole.
check() {
  local name="$1"
  shift
  echo "== $name"
  if "$@"; then
    count "$name" 1 0
  else
    count "$name" 0 1
    failures+=("$name")
    return 1
  fi
}

build() { # <preset>
  cmake --preset "$1" -DLITEVK_BUILD_TESTS=ON >/dev/null && cmake --build --preset "$1" --parallel "$cores" "${@:2}"
}

# junit_attribute <file> <name>: a number of the whole run, from the first element of the file.
junit_attribute() { sed -n "s/.*[[:space:]]$2=\"\([0-9]*\)\".*/\1/p" "$1" | head -n 1; }

# unpassed_tests <file>: the names of those that failed or did not run, a line each.
unpassed_tests() { sed -n 's/.*<testcase name="\([^"]*\)".* status="\(fail\|notrun\|disabled\)".*/\1/p' "$1"; }

# run_ctest <preset> <options of ctest>: a test that is skipped, disabled or cannot be started counts as failed. Each call of a run
# has results of its own.
run_ctest() {
  local preset="$1"
  shift
  echo "== ctest, $preset"
  calls=$((calls + 1))
  local results="$PWD/build/$preset/ctest$calls.xml"
  rm -f "$results"
  local status=0
  ctest --preset "$preset" --no-tests=error --parallel "$((cores < 2 ? cores : 2))" \
    --output-junit "$results" "$@" || status=$?
  if [[ ! -s "$results" ]]; then
    count "ctest, $preset" 0 1
    failures+=("ctest, $preset, which wrote no results")
    return
  fi
  local name
  while read -r name; do failures+=("$name, $preset"); done < <(unpassed_tests "$results")
  local total bad=0 attribute
  total="$(junit_attribute "$results" tests)"
  for attribute in failures skipped disabled; do
    bad=$((bad + $(junit_attribute "$results" "$attribute")))
  done
  if [[ "$status" -ne 0 && "$bad" -eq 0 ]]; then
    bad=1
    total=$((total + 1))
  fi
  count "ctest, $preset" "$((total - bad))" "$bad"
}

run_release() {
  check "build, release" build release || return 0
  environment_is_ready || return 0
  rm -f build/release/ctest*.xml
  run_all_tests
  check "style" tools/check_style.sh || true
  if [[ -n "$next" ]]; then run_further_stages; fi
}

# Runs every test, of those that take a share the first stage of each.
run_all_tests() {
  local stages ahead
  mapfile -t stages < <(python3 tools/test/stages.py first build/release)
  if [[ ${#stages[@]} -eq 0 ]]; then
    run_ctest release
    return
  fi
  read -r turn ahead <<<"${stages[1]}"
  LITEVK_TURN=$((turn - 1)) run_ctest release --exclude-regex "^($ahead)\$"
  if [[ "$ahead" != - ]]; then run_stages "$turn" "$ahead"; fi
  next="${stages[2]}"
}

# run_stages <turn> <tests>: these alone. The cases and networks that they need are there since the first stages.
run_stages() { LITEVK_TURN="$1" run_ctest release --tests-regex "^($2)\$" --fixture-exclude-any '^(op_cases|networks)$'; }

# Runs stages in their order until the minutes are over or one fails.
run_further_stages() {
  local tests turn_behind next_behind
  while [[ "$failed" -eq 0 ]]; do
    read -r tests turn_behind next_behind < <(
      python3 tools/test/stages.py further build/release "$turn" "$next" $((minutes * 60 - SECONDS))
    ) || return 0
    run_stages "$turn" "$tests"
    turn="$turn_behind" next="$next_behind"
  done
}

run_sanitizers() {
  check "build, asan-ubsan" build asan-ubsan || return 0
  environment_is_ready || return 0
  run_ctest asan-ubsan
  check "fuzzing" tools/test/fuzz_models.sh files 5000 || true
  check "fuzzing, converter" tools/test/fuzz_models.sh files 5000 convert || true
}

# The bring-up's data in the wheel are made with this machine's build.
run_wheel() {
  check "build, release" build release --target litevk_wheel litevk_opset_json || return 0
  environment_is_ready || return 0
  check "wheel" tools/wheel/build.sh || return 0
  check "wheel, in a fresh environment" tests/wheel/try_wheel.sh dist/litevk-*"$(uname -m)".whl python3 || true
}

# The operator cases need the list of operators that this machine's build prints, and nothing else of it.
run_arm64() {
  check "build, release" build release --target litevk_opset_json || return 0
  environment_is_ready || return 0
  check "operator cases" make_cases || return 0
  check "arm64" tools/test/arm64.sh build/release/op_cases || true
}

make_cases() {
  LITEVK_OPSET=build/release/opset.json build/test-env/litert-2.3.0/bin/python tests/ops/generate.py \
    --out build/release/op_cases
}

# on_lavapipe <command>
on_lavapipe() { VK_ICD_FILENAMES="$(python3 tools/test/driver_file.py lvp)" LITEVK_VALIDATION=1 "$@"; }

# run_op <words of names> <options of pytest>: cases on lavapipe.
run_op() {
  on_lavapipe build/test-env/litert-2.3.0/bin/python -m pytest -q tests/ops/test_ops.py -k "$1" \
    --library build/release/liblitevk.so --cases build/release/op_cases "${@:2}"
}

# or_none <pytest>: an operator may have no cases of a kind, as one that no GPU runs has none on lavapipe.
or_none() {
  local status=0
  "$@" || status=$?
  [[ "$status" -eq 0 || "$status" -eq 5 ]]
}

# run_operator <stem>: its cases in every way, and random graphs of it where the generator has it.
run_operator() {
  local of_stem="[$1/" cases=build/release/op_cases
  or_none run_op "$of_stem" --driver llvmpipe &&
    or_none run_op "$of_stem" --backend reference &&
    build/test-env/litert-2.3.0/bin/python -m pytest -q tests/ops/test_kernels.py -k "$of_stem" \
      --library build/release/liblitevk.so --cases "$cases" &&
    or_none build/test-env/onnx/bin/python -m pytest -q tests/onnx/test_op_cases.py -k "$of_stem" \
      --program build/release/litevk-tflite2onnx --cases "$cases" &&
    run_random_graphs "${1^^}"
}

run_random_graphs() {
  local run=(build/test-env/litert-2.3.0/bin/python tests/random_graphs/run.py)
  if ! "${run[@]}" --list | grep -qx "$1"; then return 0; fi
  on_lavapipe "${run[@]}" --library build/release/liblitevk.so --driver llvmpipe --jobs "$cores" --operators "$1" --count 60
}

run_changed() {
  check "build, release" build release || return 0
  environment_is_ready || return 0
  run_ctest release --label-regex quick
  local stem stems tests
  tests="$(python3 tools/test/suites.py tests build/release)"
  if [[ -n "$tests" ]]; then run_ctest release --tests-regex "^($tests)\$"; fi
  mapfile -t stems < <(python3 tools/test/suites.py operators)
  if [[ ${#stems[@]} -gt 0 ]]; then check "operator cases" make_cases || return 0; fi
  for stem in "${stems[@]}"; do check "$stem" run_operator "$stem" || true; done
  check "style" tools/check_style.sh --touched || true
}

# Starts to make the environments of the tests: that is mostly downloading, which leaves the cores to the compilers.
start_environment() {
  tools/test/setup_env.sh >build/test-env.log 2>&1 &
  environment=$!
}

environment_is_ready() {
  if [[ -z "$environment" ]]; then return; fi
  check "test environment" finish_environment
}

finish_environment() {
  local status=0
  wait "$environment" || status=$?
  environment=
  cat build/test-env.log
  return "$status"
}

finish() {
  wait # for what start_environment started, where the build failed
  echo "== Summary"
  printf '%s\n' "${summary[@]}" "${failures[@]/#/Failed: }"
  # Neither is a failure, but they are not silent either.
  python3 tools/test/interpreters.py left-out
  if [[ "$mode" == all ]]; then echo "Builds: ${builds[*]}"; fi
  if [[ -n "$next" ]]; then
    python3 tools/test/stages.py summary build/release
    echo "Once this has landed, the next change begins with this in .ci/last_run.json:"
    python3 tools/test/stages.py record "$turn" "$next"
  fi
  echo "$passed passed, $failed failed"
  exit "$((failed > 0))"
}

check "packages" tools/install_dependencies.sh --with-tests || finish
environment=
turn=
next= # the stage behind those that ran, where tests ran in shares
if [[ "$mode" == quick ]]; then
  check "build, release" build release || finish
  run_ctest release --label-regex quick
  finish
fi
start_environment
if [[ "$mode" == op ]]; then
  check "build, release" build release || finish
  environment_is_ready || finish
  check "operator cases" make_cases || finish
  check "cases of $op" run_op "$op" || true
  finish
fi
if [[ "$mode" == changed ]]; then
  run_changed
  finish
fi
for build in "${builds[@]}"; do "run_$build"; done
if [[ "${builds[*]}" != *release* ]]; then check "style" tools/check_style.sh --format-only || true; fi
finish
