#!/usr/bin/env bash
# Creates environments for the measurement below build/peers, each from its file in requirements/, which pins every package.
# Skips environments that exist and are up to date.
#   bench/peers/setup.sh ENVIRONMENT...
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"

readonly pip_options=(--quiet --disable-pip-version-check --no-input --no-deps)

for name in "$@"; do
  requirements="$here/requirements/$name.txt"
  venv="$root/build/peers/$name"
  cmp --silent "$requirements" "$venv/requirements.txt" && continue
  echo "Environment: $name"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install "${pip_options[@]}" --requirement "$requirements"
  # Copied last, as a mark that the environment is complete.
  cp "$requirements" "$venv/requirements.txt"
done
