#!/usr/bin/env bash
# Finds out what is wrong and what is slow with litevk on this machine's GPU, and writes it into one folder.
# Needs Python 3.9 or newer with numpy; no network, no root. --help lists the options, README.txt tells more.
#   ./bringup.sh [--minutes 8] [--out litevk-bringup]
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
python="${PYTHON:-python3}"
if ! "$python" -c 'import sys, numpy; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  echo "bringup.sh: $python must be Python 3.9 or newer with numpy; PYTHON=/path/to/python names another" >&2
  exit 3
fi
export PYTHONPATH="$here${PYTHONPATH:+:$PYTHONPATH}" PYTHONDONTWRITEBYTECODE=1
exec "$python" -m litevk bringup --kit "$here" "$@"
