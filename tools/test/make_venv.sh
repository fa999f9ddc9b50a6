#!/usr/bin/env bash
# Makes a virtual environment, unless it exists with these requirements and its Python still works. An upgrade of the system
# may replace Python.
#   tools/test/make_venv.sh FOLDER REQUIREMENT...
set -euo pipefail
venv="$1"
shift
if [[ -f "$venv/stamp" && "$(<"$venv/stamp")" == "$*" ]] && "$venv/bin/python" -c "import pip" 2>/dev/null; then
  exit 0
fi
echo "Environment: ${venv##*/}"
rm -rf "$venv"
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-input "$@"
printf '%s' "$*" >"$venv/stamp"
