#!/usr/bin/env bash
# Measures litevk beside its peers: makes the environments and the networks if need be, then runs measure.py.
#   bench/peers/run.sh [--driver lavapipe|swiftshader|/path/to/icd.json] [--models MODEL...] [--peers PEER...]
#   bench/peers/run.sh --help
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

# Wrong arguments should fail before gigabytes are installed.
python3 "$here/arguments.py" "$@"
for argument in "$@"; do
  [[ "$argument" == -h || "$argument" == --help ]] && exit
done
"$here/setup.sh"
exec "$here/../../build/peers/report/bin/python" "$here/measure.py" "$@"
