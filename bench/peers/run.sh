#!/usr/bin/env bash
# Measures litevk beside its peers, or two builds of it. Creates the environments and the networks if necessary, then runs
# measure.py.
#
#   bench/peers/run.sh [--driver lavapipe|swiftshader|/path/to/icd.json] [--models MODEL...] [--peers PEER...]
#   bench/peers/run.sh --before LIBRARY [--library LIBRARY] [--rounds 11]
#   bench/peers/run.sh --help
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

for argument in "$@"; do
  [[ "$argument" == -h || "$argument" == --help ]] && exec python3 "$here/arguments.py" "$@"
done
# Only one measurement may run: environments, caches and results are shared, and two would disturb each other's times. The lock
# stays with measure.py, which keeps the file open.
build="$here/../../build/peers"
mkdir -p "$build"
build="$(cd "$build" && pwd)"
exec 9>>"$build/lock"
if ! flock --nonblock 9; then
  echo "run.sh: another measurement is running in $build: wait until it has ended" >&2
  exit 1
fi
# Checks the arguments before gigabytes are installed.
environments="$(python3 "$here/arguments.py" "$@")"
# Unquoted on purpose: names have no spaces, and each is a word.
# shellcheck disable=SC2086
"$here/setup.sh" $environments
exec "$build/report/bin/python" "$here/measure.py" "$@"
